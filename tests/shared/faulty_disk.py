"""The real file system, with operations that fail or hang when a test says so."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from jadoube.daemon.games.storage import Disk


class FaultyDisk(Disk):
    """`fails` has the error of each operation that fails; a flush waits while `works` is not set."""

    def __init__(self) -> None:
        self.fails: dict[str, int] = {}
        self.works = Event()
        self.works.set()
        self.hung = Event()
        """Whether a flush has begun to wait."""

    @contextmanager
    def failing(self, code: int, *operations: str) -> Iterator[None]:
        """For so long these operations fail."""
        self.fails = dict.fromkeys(operations, code)
        yield
        self.fails = {}

    def create(self, path: Path) -> int:
        """Make a file, if that works."""
        self._try("create")
        return super().create(path)

    def open(self, path: Path) -> int:
        """Open a file, if that works."""
        self._try("open")
        return super().open(path)

    def write(self, handle: int, data: bytes) -> int:
        """Write, if that works; a full disk first takes a part."""
        if self.fails.get("write") == errno.ENOSPC and len(data) > 1:
            return super().write(handle, data[: len(data) // 2])
        self._try("write")
        return super().write(handle, data)

    def flush(self, handle: int) -> None:
        """Flush, if that works, when it works."""
        if not self.works.is_set():
            self.hung.set()
            self.works.wait()
        self._try("flush")
        super().flush(handle)

    def flush_folder(self, folder: Path) -> None:
        """Flush the names, if that works."""
        self._try("flush_folder")
        super().flush_folder(folder)

    def _try(self, operation: str) -> None:
        code = self.fails.get(operation)
        if code is not None:
            raise OSError(code, os.strerror(code))
