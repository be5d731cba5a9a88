"""Local sockets: files at which other processes of this machine reach the daemon.

The law: only the socket's owner and its group may connect. A socket that a daemon left behind is no
hindrance; one at which another daemon listens is kept. Where no unit has made the folder for them, they are
in this user's runtime folder.
"""

import socket
from dataclasses import replace
from pathlib import Path

from jadoube.config.settings import Settings
from jadoube.local.runtime_folder import RuntimeFolder


def reachable(settings: Settings, *, makes: bool = False) -> Settings:
    """Return the settings with a control socket that can be reached where no unit has made its folder.

    That is one in this user's runtime folder. `makes`: it is for a board that is started by hand, which makes
    that folder. Without it, a socket that is not there changes nothing.
    """
    elsewhere = RuntimeFolder()
    socket_there = elsewhere.path / settings.control.socket.name
    if settings.control.socket.parent.is_dir() or not (makes or socket_there.exists()):
        return settings
    if makes:
        elsewhere.made()
    return replace(settings, control=replace(settings.control, socket=socket_there))


def open_socket(path: Path) -> socket.socket:
    """Bind the socket, with access for owner and group only; remove a stale one that a daemon left behind.

    A socket at which another daemon listens is kept, as that board still needs it.
    """
    if path.is_socket() and not _is_heard(path):
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o660)  # before it listens, so nobody is connected yet
    except OSError:
        made.close()
        raise
    return made


def _is_heard(path: Path) -> bool:
    """Whether a program listens at a socket; one with a full backlog does, too."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        try:
            caller.connect(str(path))
        except ConnectionRefusedError:
            return False
        except BlockingIOError:
            return True
    return True
