"""Reads input files of people and programs: one way, with one wording of errors.

A file that cannot be read, is empty, is too large, or is not UTF-8 is refused in one line. Packed files
(gzip) have the same limit, packed and unpacked.
"""

import zlib
from os import PathLike
from typing import BinaryIO

from jadoube.config.problems import BadInput, os_words

LARGEST_BYTES = 64 << 20
"""More than any log, journal or collection of games that a board makes: sixteen hours of a reed that never
rests."""

_GZIP_MAGIC = b"\x1f\x8b"  # RFC 1952, 2.3.1; no text begins with it
GZIP = 31  # zlib's window of 32 KiB, in the gzip format (zlib manual, deflateInit2 and inflateInit2)


def read_bytes(path: str | PathLike[str], expected: str, *, may_be_empty: bool = False) -> bytes:
    """Return the bytes of a file; BadInput if it cannot be read, is empty, or has over 64 MiB."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a str path is shown as the person typed it
            return read_all(file, str(path), expected, may_be_empty=may_be_empty)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(path), f"{found}, expected {expected}") from problem


def read_packed(path: str | PathLike[str], expected: str) -> bytes:
    """Return the bytes of a file, unpacked if it is packed by gzip; BadInput as for `read_bytes`."""
    data = read_bytes(path, expected)
    return _unpack(data, str(path), expected) if data.startswith(_GZIP_MAGIC) else data


def _unpack(data: bytes, name: str, expected: str) -> bytes:
    """Unpack gzip data; nothing over the limit is made, however much it would unpack to."""
    inflate = zlib.decompressobj(GZIP)
    try:
        text = inflate.decompress(data, LARGEST_BYTES + 1)
    except zlib.error as problem:
        raise BadInput(name, f"damaged gzip data found, expected {expected}") from problem
    if len(text) > LARGEST_BYTES:
        raise BadInput(name, f"over {LARGEST_BYTES >> 20} MiB unpacked, expected {expected} of at most that")
    if not inflate.eof:
        raise BadInput(name, f"gzip data that is cut off found, expected {expected}")
    if inflate.unused_data:
        found = f"{len(inflate.unused_data)} bytes found behind the end of the gzip data"
        raise BadInput(name, f"{found}, expected {expected}")
    if not text:
        raise BadInput(name, f"empty, expected {expected}")
    return text


def read_all(file: BinaryIO, name: str, expected: str, *, may_be_empty: bool = False) -> bytes:
    """Return the bytes of an open file; BadInput(`name`) if it is empty or has over 64 MiB."""
    data = file.read(LARGEST_BYTES + 1)
    if not data and not may_be_empty:
        raise BadInput(name, f"empty, expected {expected}")
    if len(data) > LARGEST_BYTES:
        raise BadInput(name, f"over {LARGEST_BYTES >> 20} MiB, expected {expected} of at most that")
    return data


def decode_text(data: bytes, name: str) -> str:
    """Decode UTF-8; BadInput(`name:LINE`) for a byte that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")  # some editors put a byte order mark in front
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        found = f"byte 0x{data[problem.start]:02x} found, expected UTF-8 text"
        raise BadInput(f"{name}:{line}", found) from problem
