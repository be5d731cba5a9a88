"""The runtime folder: what lives no longer than the program, and costs no card: the lock and the PGN of now.

The law: it is `$RUNTIME_DIRECTORY` under systemd, else `jadoube` in `$XDG_RUNTIME_DIR`, else a folder of this
user alone in the temp folder. Nothing in it is needed by the next start. It refuses to know what is locked: a
folder is named by its device and inode, so it is the same one under whatever path.
"""

import errno
import fcntl
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from jadoube.config.problems import BadInput

PRIVATE = 0o700

Identity = tuple[int, int]
"""What a file or folder is, whatever its name: its device and its inode."""


class RuntimeFolder:
    """The folder of this process, named by its environment. It is made when it is first used."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._own = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._session = environment.get("XDG_RUNTIME_DIR", "")
        self._temporary = environment.get("TMPDIR") or "/tmp"  # noqa: S108 - the folder in it is checked

    @property
    def path(self) -> Path:
        """Where it is."""
        if self._own:
            return Path(self._own)
        if self._session:
            return Path(self._session) / "jadoube"
        return Path(self._temporary) / f"jadoube-{os.getuid()}"

    def made(self) -> Path:
        """Make it if it is missing; OSError if it cannot be made, or another user could write into it."""
        path = self.path
        path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        status = path.lstat()
        if not self._own and (status.st_uid != os.getuid() or S_IMODE(status.st_mode) & 0o022):
            raise PermissionError(0, "not this user's alone")
        return path

    def pgn_name(self, games: Identity) -> str:
        """The name of the running game's PGN: other programs of this user may share the folder."""
        return "game.pgn" if self._own else f"games-{games[0]}-{games[1]}.pgn"


class Claim:
    """The lock on a folder of games, so that no other program writes into it."""

    def __init__(self, runtime: RuntimeFolder) -> None:
        self._runtime = runtime
        self._held: tuple[Identity, int, Path] | None = None

    def take(self, folder: Path, games: Identity) -> None:
        """Lock this folder of games, unless it is locked by us; a lock on another one is released.

        BadInput if another program has it; OSError if the runtime folder cannot be used.
        """
        if self._held and self._held[0] == games:
            return
        self.release()
        path = self._runtime.made() / f"games-{games[0]}-{games[1]}.lock"
        try:
            handle = lock_file(path)
        except BlockingIOError as problem:
            found = "in use by another jadoube, expected a folder of games of its own"
            raise BadInput(str(folder), found) from problem
        self._held = games, handle, path

    def release(self) -> None:
        """Unlock it, and remove the lock file."""
        if self._held:
            _, handle, path = self._held
            self._held = None
            path.unlink(missing_ok=True)  # while it is locked: who waits for it looks again
            os.close(handle)


def lock_file(path: Path) -> int:
    """Open and lock a lock file, and return it; closing it unlocks. BlockingIOError if it is locked.

    One that there is can be locked also where nothing may be written any more.
    """
    while True:
        handle = _opened(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            locked = os.fstat(handle)
            with suppress(FileNotFoundError):  # who had it has removed it meanwhile
                named = path.stat()
                if (locked.st_dev, locked.st_ino) == (named.st_dev, named.st_ino):
                    return handle
        except OSError:
            os.close(handle)
            raise
        os.close(handle)


def _opened(path: Path) -> int:
    flags = os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except OSError as problem:
        if problem.errno != errno.EROFS:
            raise
        return os.open(path, os.O_RDONLY | flags)
