"""The file system, which now and then does not work."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from jadoube.games.storage import Disk

FULL: Final = dict.fromkeys(("create", "write"), errno.ENOSPC)
BROKEN: Final = dict.fromkeys(("create", "open", "write", "flush", "flush_folder"), errno.EIO)
READ_ONLY: Final = dict.fromkeys(("create", "open"), errno.EROFS)
FLUSHLESS: Final = {"flush": errno.EIO}
UNREADABLE: Final = {"names": errno.EIO}
"""Not even the names of the games can be read."""

FAULTS: Final = (FULL, BROKEN, READ_ONLY, FLUSHLESS)


class TroubledDisk(Disk):
    """`fails` has the error of each operation that fails now."""

    def __init__(self) -> None:
        self.fails: Mapping[str, int] = {}

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder, if that works."""
        self._try("names")
        return super().names(folder)

    def create(self, path: Path) -> int:
        """Open a new file, if that works."""
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
        """Flush, if that works."""
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
