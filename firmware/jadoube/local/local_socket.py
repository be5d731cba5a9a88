"""Local sockets: files at which other processes of this machine reach the daemon.

The law: only the socket's owner and its group may connect. A socket that a daemon left behind is no
hindrance; one at which another daemon listens is kept. Where no unit has made the folder for them, they are
in this user's runtime folder.
"""

import socket
from dataclasses import replace
from pathlib import Path

from jadoube.config.settings import OnlineSettings, Settings
from jadoube.local.runtime_folder import RuntimeFolder


def reachable(settings: Settings, *, makes: bool = False) -> Settings:
    """Return the settings with sockets that can be reached where no unit has made their folders.

    Those are in this user's runtime folder; the archive and the live folder are beside the games then.
    `makes`: it is for a board that is started by hand, which makes that folder. Without it, a socket that is
    not there changes nothing.
    """
    elsewhere = RuntimeFolder()
    control, online = settings.control, settings.online
    control = replace(control, socket=_reached(control.socket, elsewhere, makes=makes))
    online = replace(online, socket=_reached(online.socket, elsewhere, makes=makes))
    beside = settings.archive.directory.with_name(f"{settings.archive.directory.name}-online")
    if online.directory == OnlineSettings().directory and not online.directory.is_dir():
        online = replace(online, directory=beside if makes or beside.is_dir() else online.directory)
    return replace(settings, control=control, online=online)


def _reached(socket: Path, elsewhere: RuntimeFolder, *, makes: bool) -> Path:
    there = elsewhere.path / socket.name
    if socket.parent.is_dir() or not (makes or there.exists()):
        return socket
    if makes:
        elsewhere.made()
    return there


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
