"""Small files that are there whole or not at all.

The law: a file is written beside, under a name that ends in `.tmp`, and renamed. Whoever reads it finds the
old one or the new one, also after a power cut if it was flushed. It refuses to know what is in it.
"""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(
    path: Path,
    data: bytes,
    *,
    mode: int | None = None,
    owner: os.stat_result | None = None,
    flushes: bool = True,
) -> None:
    """Write a file; OSError if it cannot be, and then the one before is still there.

    `mode` are its rights, whatever the umask; None: what the umask leaves. It is given to the user and group
    of `owner`, if this is root. `flushes`: it is on the medium at the end; its name is sure after
    `flush_folder`.
    """
    draft = path.with_name(f"{path.name}.tmp")
    draft.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    handle = os.open(draft, flags, 0o666 if mode is None else mode)
    try:
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            if owner is not None:
                give_away(file.fileno(), owner)
            file.write(data)
            file.flush()
            if flushes:
                os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def give_away(file: int | Path, owner: os.stat_result) -> None:
    """Give a file, by its handle or path, to the user and group of `owner`, where root runs this.

    Nobody else may do that; and the filters of our units refuse already to be asked.
    """
    if os.geteuid() == 0:
        with suppress(PermissionError):  # a root without that capability
            os.chown(file, owner.st_uid, owner.st_gid)


def flush_folder(folder: Path) -> None:
    """Wait until the names in this folder are on the medium."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
