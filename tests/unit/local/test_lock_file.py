"""The lock on a folder: one program has it, also where nothing may be written any more."""

import errno
import os
from pathlib import Path

import pytest

from jadoube.local.runtime_folder import lock_file


def test_a_folder_that_has_become_read_only_is_locked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one program; where there is no lock file yet, none can be made."""
    path, open_file = tmp_path / "lock", os.open
    os.close(lock_file(path))

    def opened(name: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise OSError(errno.EROFS, "Read-only file system", str(name))
        return open_file(name, flags, mode)

    monkeypatch.setattr(os, "open", opened)
    handle = lock_file(path)
    with pytest.raises(BlockingIOError):
        lock_file(path)
    os.close(handle)
    with pytest.raises(FileNotFoundError):
        lock_file(tmp_path / "other")
