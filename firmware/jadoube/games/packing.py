"""Packing: the journal of a finished game becomes a gzip file, `000042.journal.gz`.

The law: nothing is lost, whenever the power fails. The packed file is written whole under another name,
flushed and renamed; it is read back from the disk and compared, and only then the plain one is removed. Until
then both may exist, and the plain one counts. A plain one that changed meanwhile stays. The same journal
always gives the same bytes.

It works in small pieces and calls `rest` between them, which may wait, or raise to stop. It refuses to know
which journals may be packed (`retention.py`).
"""

import errno
import fcntl
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from jadoube.config.files import GZIP
from jadoube.local.whole_file import flush_folder, give_away

Rest = Callable[[], object]

_PIECE: Final = 16 << 10
"""Bytes at a time: compressing so many takes a millisecond on a desktop computer."""
_LEVEL: Final = 9


def pack(plain: Path, packed: Path, rest: Rest) -> int:
    """Pack a journal and remove the plain one; return the packed one's size in bytes.

    OSError if the disk does not work, what was written does not read back, or the journal changes meanwhile;
    then the plain one stays, and no packed one. Whatever `rest` raises has the same effect.
    """
    draft = packed.with_name(f"{packed.name}.tmp")
    with _alone(packed.parent), plain.open("rb") as source:
        before = os.fstat(source.fileno())
        try:
            size = _write(draft, _compressed(source, before.st_size, rest), before)
            draft.replace(packed)
            flush_folder(packed.parent)
            _compare(packed, source, before.st_size, rest)
            _refuse_changed(plain, before)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            if plain.exists():  # else the packed one is the only one
                with suppress(OSError):
                    packed.unlink()
            raise
        plain.unlink()
        flush_folder(packed.parent)
    return size


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other programs that pack in this folder out; OSError if one does now."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(fd)


def packed_size(plain: Path, rest: Rest) -> int:
    """Return the size in bytes that a journal would have packed; nothing is written."""
    with plain.open("rb") as source:
        return sum(map(len, _compressed(source, os.fstat(source.fileno()).st_size, rest)))


def _compressed(source: BinaryIO, size: int, rest: Rest) -> Iterator[bytes]:
    """Compress the first `size` bytes: a file that grows has an end, too."""
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, GZIP)
    while piece := source.read(min(_PIECE, size)):
        size -= len(piece)
        rest()
        yield deflate.compress(piece)
    yield deflate.flush()


def _write(draft: Path, pieces: Iterator[bytes], like: os.stat_result) -> int:
    """Write and flush a file with the owner, the rights and the times of the journal; return its size."""
    with draft.open("wb") as file:
        size = sum(map(file.write, pieces))
        file.flush()
        os.fchmod(file.fileno(), like.st_mode & 0o777)
        give_away(file.fileno(), like)
        os.utime(file.fileno(), ns=(like.st_atime_ns, like.st_mtime_ns))
        os.fsync(file.fileno())
    return size


def _compare(packed: Path, source: BinaryIO, size: int, rest: Rest) -> None:
    """Read the packed file, from the disk if the system can forget what it wrote, and compare."""
    source.seek(0)
    with packed.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        same = all(text == source.read(len(text)) for text in _unpacked(file, rest))
    if not same or source.tell() != size:
        raise OSError(errno.EIO, "packed, it does not read back as it was")


def _unpacked(file: BinaryIO, rest: Rest) -> Iterator[bytes]:
    inflate = zlib.decompressobj(GZIP)
    while not inflate.eof:
        rest()
        piece = inflate.unconsumed_tail or file.read(_PIECE)
        try:
            text = inflate.decompress(piece, _PIECE)
        except zlib.error as problem:
            raise OSError(errno.EIO, "packed, it does not read back") from problem
        if not (piece or text or inflate.eof):
            raise OSError(errno.EIO, "packed, it does not read back")
        yield text


def _refuse_changed(plain: Path, before: os.stat_result) -> None:
    if _state(plain.stat()) != _state(before):
        raise OSError(errno.EBUSY, "changed while it was packed")


def _state(status: os.stat_result) -> tuple[int, int, int, int]:
    """What changes when a file is written to, or is another one."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
