"""What is written to a place that a person has named: `--output FILE`.

The law: a regular file is there whole or not at all, and keeps its owner and rights; what a link leads to is
written, and the link stays. A pipe, a device or an open stream (`/dev/stdout`) takes the bytes, and stays
what it is. It refuses to know what is written.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from jadoube.config.problems import BadInput, os_words
from jadoube.local.whole_file import write_whole


def write_output(path: Path, data: bytes) -> None:
    """Write to a place that somebody has named; BadInput if that cannot be."""
    with _worded(path):
        if _takes_bytes(path):
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CLOEXEC), "wb") as stream:
                if path.is_file():  # to which an open stream leads: it has a beginning already
                    stream.seek(0, os.SEEK_END)
                stream.write(data)
            return
        file = path.resolve()
        like = file.stat() if file.exists() else None
        write_whole(file, data, mode=like and like.st_mode & 0o777, owner=like)


def check_output(path: Path) -> None:
    """Refuse with BadInput, before long work, a place to which `write_output` could not write now.

    A pipe is not opened: who reads it would take that for the end.
    """
    with _worded(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _takes_bytes(path):
            with NamedTemporaryFile(dir=path.resolve().parent):
                pass
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _takes_bytes(path: Path) -> bool:
    """Whether no file may take its place: it is none, or the name of a stream that is open already."""
    if not path.exists():
        return False
    folder = path.parent.resolve()
    return not path.is_file() or folder == Path("/dev") or folder.is_relative_to("/proc")


@contextmanager
def _worded(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(path), f"{found}, expected a file that can be written") from problem
