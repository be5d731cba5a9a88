"""Packed files: read as if they were plain, and refused in one line."""

import gzip
import re
import zlib
from pathlib import Path

import pytest

from jadoube.config.files import LARGEST_BYTES, read_packed
from jadoube.config.problems import BadInput

TEXT = b"jadoube-journal 1 *eda55444\n" * 50
PACKED = gzip.compress(TEXT, mtime=0)


def bomb(size: int) -> bytes:
    """Little data that unpacks to much."""
    deflate = zlib.compressobj(1, zlib.DEFLATED, 31)
    piece = bytes(1 << 20)
    pieces = [deflate.compress(piece[: min(len(piece), size - at)]) for at in range(0, size, len(piece))]
    return b"".join(pieces) + deflate.flush()


@pytest.mark.parametrize("data", [TEXT, PACKED], ids=["plain", "packed"])
def test_both_are_read(tmp_path: Path, data: bytes) -> None:
    """What it is called does not matter."""
    file = tmp_path / "a.journal"
    file.write_bytes(data)
    assert read_packed(file, "a journal") == TEXT


def test_as_much_as_is_read_plain_is_read_packed(tmp_path: Path) -> None:
    """Up to the same limit."""
    file = tmp_path / "a.journal.gz"
    file.write_bytes(bomb(LARGEST_BYTES))
    assert len(read_packed(file, "a journal")) == LARGEST_BYTES


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (bomb(LARGEST_BYTES + 1), "over 64 MiB unpacked, expected a journal of at most that"),
        (PACKED[:-1], "gzip data that is cut off found, expected a journal"),
        (PACKED[: len(PACKED) // 2], "gzip data that is cut off found, expected a journal"),
        (PACKED[:2], "gzip data that is cut off found, expected a journal"),
        (PACKED[:-6] + b"00" + PACKED[-4:], "damaged gzip data found, expected a journal"),
        (PACKED[:20] + b"\xff\xff\xff\xff" + PACKED[24:], "damaged gzip data found, expected a journal"),
        (PACKED + b"more", "4 bytes found behind the end of the gzip data, expected a journal"),
        (gzip.compress(b"", mtime=0), "empty, expected a journal"),
        (b"", "empty, expected a journal"),
    ],
    ids=["bomb", "torn", "half", "magic", "checksum", "data", "behind", "packed-empty", "empty"],
)
def test_what_cannot_be_unpacked_is_refused_in_one_line(tmp_path: Path, data: bytes, found: str) -> None:
    """Its place, what was found, and what was expected."""
    file = tmp_path / "a.journal.gz"
    file.write_bytes(data)
    with pytest.raises(BadInput, match=f"^{re.escape(f'{file}: {found}')}$"):
        read_packed(file, "a journal")


def test_a_bomb_takes_no_more_than_the_limit(tmp_path: Path) -> None:
    """However much it would unpack to: here three times as much, of which only the limit is made."""
    import tracemalloc

    file = tmp_path / "a.journal.gz"
    file.write_bytes(bomb(3 * LARGEST_BYTES))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="over 64 MiB unpacked"):
            read_packed(file, "a journal")
        assert tracemalloc.get_traced_memory()[1] < 2.5 * LARGEST_BYTES
    finally:
        tracemalloc.stop()
