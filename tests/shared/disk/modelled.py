"""A disk that loses its power: it knows what was written and what was flushed, and what a cut would leave.

It has the keeper's `Storage` interface. Each file has the bytes that a program would read, and those that are
on the medium; each folder has the names that a program would see, and those on the medium.
"""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from jadoube.config.problems import BadInput
from jadoube.games.storage import FileStatus
from jadoube.local.runtime_folder import Identity


class Loss(Enum):
    """What becomes of that which was not flushed."""

    LOST = auto()
    """All of it is lost, names, too."""
    KEPT = auto()
    """All of it came to the medium all the same."""
    TORN = auto()
    """Names are kept, and half of the bytes that were written last."""


@dataclass(eq=False)
class _File:
    inode: int
    data: bytearray = field(default_factory=bytearray)
    sure: bytes = b""


@dataclass
class Counts:
    """What was done to the medium."""

    operations: int = 0
    flushes: int = 0
    """Of files and of folders."""
    written: int = 0
    """Bytes."""


class ModelledDisk:
    """A disk with one folder of games. `look` is called before each operation that changes something."""

    def __init__(self, look: Callable[[], object] = lambda: None) -> None:
        self._look = look
        self.counts = Counts()
        self.device = 1
        self._inodes = 1
        self._folders: dict[Path, int] = {}
        self._names: dict[Path, _File] = {}
        self._sure_names: dict[Path, _File] = {}
        self._open: dict[int, _File] = {}

    def after_power_cut(self, loss: Loss) -> "ModelledDisk":
        """What the next start finds."""
        left = ModelledDisk()
        left._inodes, left._folders = self._inodes, dict(self._folders)
        names = self._sure_names if loss is Loss.LOST else self._names
        for path, file in names.items():
            data = {Loss.LOST: file.sure, Loss.KEPT: bytes(file.data), Loss.TORN: _torn(file)}[loss]
            left._names[path] = left._sure_names[path] = _File(file.inode, bytearray(data), data)
        return left

    def files(self) -> tuple[object, ...]:
        """All that a program finds, as a value: two disks of the same files are the same to it."""
        return tuple((path, file.inode, bytes(file.data)) for path, file in self._names.items())

    def text(self, path: Path) -> bytes:
        """What a program reads in a file."""
        return bytes(self._names[path].data)

    # The interface

    def make_folder(self, folder: Path) -> None:
        """Make a folder; it is on the medium at once."""
        self._operate()
        if folder not in self._folders:
            self._folders[folder] = self._new_inode()

    def names(self, folder: Path) -> list[str]:
        """The names in a folder."""
        return [path.name for path in self._names if path.parent == folder]

    def identity(self, path: Path) -> Identity:
        """The inode, on its device."""
        if path in self._folders:
            return self.device, self._folders[path]
        return self.device, self._found(path).inode

    def create(self, path: Path) -> int:
        """Make a file; its name is on the medium after `flush_folder`."""
        self._operate()
        if path in self._names:
            raise FileExistsError(errno.EEXIST, "File exists", str(path))
        self._names[path] = _File(self._new_inode())
        return self._handle(self._names[path])

    def open(self, path: Path) -> int:
        """Open a file."""
        return self._handle(self._found(path))

    def status(self, handle: int) -> FileStatus:
        """The inode and the size."""
        file = self._open[handle]
        return FileStatus((self.device, file.inode), len(file.data))

    def write(self, handle: int, data: bytes) -> int:
        """Take all of it."""
        self._operate()
        self.counts.written += len(data)
        self._open[handle].data += data
        return len(data)

    def flush(self, handle: int) -> None:
        """From now on the bytes are on the medium."""
        self._operate()
        self.counts.flushes += 1
        self._open[handle].sure = bytes(self._open[handle].data)

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file off."""
        self._operate()
        del self._open[handle].data[size:]

    def close(self, handle: int) -> None:
        """Close the file."""
        del self._open[handle]

    def flush_folder(self, _folder: Path) -> None:
        """From now on the names are on the medium."""
        self._operate()
        self.counts.flushes += 1
        self._sure_names = dict(self._names)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name."""
        self._operate()
        self._names[new] = self._names.pop(old)

    def unlink(self, path: Path) -> None:
        """Remove a name."""
        self._operate()
        self._found(path)
        del self._names[path]

    def read(self, path: Path, expected: str) -> bytes:
        """The bytes of a file."""
        data = bytes(self._found(path).data)
        if not data:
            raise BadInput(str(path), f"empty, expected {expected}")
        return data

    def _operate(self) -> None:
        """Count an operation that changes something, before it is done."""
        self._look()
        self.counts.operations += 1

    def _found(self, path: Path) -> _File:
        if path not in self._names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return self._names[path]

    def _handle(self, file: _File) -> int:
        handle = self._new_inode()
        self._open[handle] = file
        return handle

    def _new_inode(self) -> int:
        self._inodes += 1
        return self._inodes


def _torn(file: _File) -> bytes:
    """What was flushed, and half of what was not; a file that had shrunk has its new size."""
    data = bytes(file.data)
    if not data.startswith(file.sure):
        return data
    return data[: (len(file.sure) + len(data)) // 2]
