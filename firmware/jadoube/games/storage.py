"""Storage: the few operations on files that the keeper needs, and nothing else touches its folder.

The law: each operation is one call of the system, and says what a power cut may take. What was written is
sure after `flush`. A new, renamed or removed name is sure after `flush_folder`. So a test can put a disk in
its place that crashes at any of them. It refuses to know what a file holds.

An OSError is the system's own, unless an operation says otherwise.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from jadoube.config.files import read_bytes
from jadoube.local.runtime_folder import Identity
from jadoube.local.whole_file import flush_folder


class FileStatus(NamedTuple):
    """An open file: which one it is, and how many bytes it has."""

    identity: Identity
    size: int


class Storage(Protocol):
    """The operations. A handle is a number, valid from `create` or `open` to `close`."""

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it, if they are missing."""

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder."""

    def identity(self, path: Path) -> Identity:
        """Return what this file or folder is; FileNotFoundError if there is none."""

    def create(self, path: Path) -> int:
        """Open a new file; FileExistsError if there is one."""

    def open(self, path: Path) -> int:
        """Open a file to be written on at its end; FileNotFoundError if there is none."""

    def status(self, handle: int) -> FileStatus:
        """Return which file this is, and its size."""

    def write(self, handle: int, data: bytes) -> int:
        """Write at the end; return how many bytes were taken, at least one. They are sure after `flush`."""

    def flush(self, handle: int) -> None:
        """Wait until all that was written to this file is on the medium."""

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file off at this size."""

    def close(self, handle: int) -> None:
        """Close the file; no error."""

    def flush_folder(self, folder: Path) -> None:
        """Wait until the names in this folder are on the medium."""

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name; a file that had that name is replaced, in one step."""

    def unlink(self, path: Path) -> None:
        """Remove a name; FileNotFoundError if there is none."""

    def read(self, path: Path, expected: str) -> bytes:
        """Return the bytes of a file; BadInput, with what was `expected`, if it cannot be read."""


class Disk:
    """The file system."""

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it, if they are missing."""
        folder.mkdir(parents=True, exist_ok=True)

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder."""
        return [path.name for path in folder.iterdir()]

    def identity(self, path: Path) -> Identity:
        """Return what this file or folder is."""
        status = path.stat()
        return status.st_dev, status.st_ino

    def create(self, path: Path) -> int:
        """Open a new file."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)

    def open(self, path: Path) -> int:
        """Open a file to be written on at its end."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def status(self, handle: int) -> FileStatus:
        """Return which file this is, and its size."""
        status = os.fstat(handle)
        return FileStatus((status.st_dev, status.st_ino), status.st_size)

    def write(self, handle: int, data: bytes) -> int:
        """Write at the end; a full disk may take a part."""
        return os.write(handle, data)

    def flush(self, handle: int) -> None:
        """Wait until all that was written to this file is on the medium."""
        os.fdatasync(handle)

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file off at this size."""
        os.ftruncate(handle, size)

    def close(self, handle: int) -> None:
        """Close the file. What closing could report, the last flush has reported."""
        with suppress(OSError):
            os.close(handle)

    def flush_folder(self, folder: Path) -> None:
        """Wait until the names in this folder are on the medium."""
        flush_folder(folder)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name."""
        old.replace(new)

    def unlink(self, path: Path) -> None:
        """Remove a name."""
        path.unlink()

    def read(self, path: Path, expected: str) -> bytes:
        """Return the bytes of a file."""
        return read_bytes(path, expected)


def write_all(storage: Storage, handle: int, data: bytes) -> None:
    """Write everything; a full disk first takes a part, and fails at the next write."""
    rest = data
    while rest:
        rest = rest[storage.write(handle, rest) :]


def put_whole(storage: Storage, path: Path, data: bytes) -> Identity:
    """Write a file whole or not at all, and flush it, under a name of its own until it is whole.

    Returns what the file is. The name is sure after `flush_folder`. A file that had the name is replaced.
    """
    draft = path.with_name(f"{path.name}.tmp")
    with suppress(FileNotFoundError):
        storage.unlink(draft)
    try:
        handle = storage.create(draft)
        try:
            write_all(storage, handle, data)
            storage.flush(handle)
            identity = storage.status(handle).identity
        finally:
            storage.close(handle)
        storage.rename(draft, path)
    except OSError:
        with suppress(OSError):
            storage.unlink(draft)
        raise
    return identity


CHECK_NAME = "writing.check"
_CHECK_TEXT = b"jadoube writes, flushes, reads and removes this file when it starts\n"


def check(storage: Storage, folder: Path) -> None:
    """Write, flush, read back and remove a small file; OSError or BadInput if any of it fails."""
    path = folder / CHECK_NAME
    with suppress(FileNotFoundError):
        storage.unlink(path)
    handle = storage.create(path)
    try:
        write_all(storage, handle, _CHECK_TEXT)
        storage.flush(handle)
    finally:
        storage.close(handle)
    found = storage.read(path, "what was written")
    storage.unlink(path)
    if found != _CHECK_TEXT:
        raise OSError(0, "other bytes are read back than were written")
