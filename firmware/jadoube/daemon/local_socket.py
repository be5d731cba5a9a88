"""Local sockets: files at which other processes of this machine reach the daemon.

The law: only the socket's owner and its group may connect. A socket that a daemon left behind is no
hindrance; one at which another daemon listens is kept.
"""

import socket
from pathlib import Path


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
