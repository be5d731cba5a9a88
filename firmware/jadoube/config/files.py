"""Reads input files of people and programs: one way, with one wording of errors.

A file that cannot be read, is empty, is too large, or is not UTF-8 is refused in one line.
"""

from os import PathLike
from typing import BinaryIO

from jadoube.config.problems import BadInput

LARGEST_BYTES = 64 << 20
"""More than any log, journal or collection of games that a board makes: sixteen hours of a reed that never
rests."""


def read_bytes(path: str | PathLike[str], expected: str, *, may_be_empty: bool = False) -> bytes:
    """Return the bytes of a file; BadInput if it cannot be read, is empty, or has over 64 MiB."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a str path is shown as the person typed it
            return read_all(file, str(path), expected, may_be_empty=may_be_empty)
    except OSError as problem:
        found = (problem.strerror or str(problem)).lower()
        raise BadInput(str(path), f"{found}, expected {expected}") from problem


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
