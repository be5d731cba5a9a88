"""Recorded files: which formats there are, and the bytes in them.

`.dgt` and `.chesslink` have the bytes that a board sent, `.bin` those of either, `.jsonl` the messages of
LiveChess. `.hex` and `.txt` have bytes in hex, a line for each burst: behind `<` what the board sent, behind
`>` what the program sent, with an instant in front if there is one. `#` begins a comment.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.files import decode_text, read_bytes
from jadoube.config.problems import BadInput
from jadoube.links.recorded.chesslink_stream import read_chesslink
from jadoube.links.recorded.dgt_stream import read_dgt
from jadoube.links.recorded.livechess_stream import read_livechess
from jadoube.links.recorded.reading import Reading

ENDINGS: Final = (".bin", ".dgt", ".chesslink", ".hex", ".txt", ".jsonl")

EXPECTED: Final = "a recorded stream of a board"

_LINE: Final = re.compile(r"(?:[0-9.]+\s+)?([<>]?)\s*((?:[0-9A-Fa-f]{2}\s*)*)")


class Recorded(NamedTuple):
    """What was recorded."""

    board: bytes
    """What the board has sent."""
    program: bytes = b""
    """What the program has sent, where that was recorded."""


def read_recorded(path: Path) -> tuple[Recorded, Reading]:
    """Read a file; BadInput if it cannot be read, or has a line that is not in hex."""
    data = read_bytes(path, EXPECTED)
    recorded = _read_hex(data, str(path)) if path.suffix in (".hex", ".txt") else Recorded(data)
    return recorded, _read_stream(path.suffix, recorded.board)


def _read_stream(ending: str, data: bytes) -> Reading:
    """Read what a board has sent; where the name does not say the protocol, the one that explains more."""
    if ending == ".jsonl":
        return read_livechess(data)
    if ending == ".dgt":
        return read_dgt(data)
    if ending == ".chesslink":
        return read_chesslink(data)
    return min(read_dgt(data), read_chesslink(data), key=lambda reading: reading.stray_bytes)


def _read_hex(data: bytes, name: str) -> Recorded:
    sent = {"<": bytearray(), ">": bytearray()}
    for number, line in enumerate(decode_text(data, name).splitlines(), start=1):
        found = _LINE.fullmatch(line.partition("#")[0].strip())
        if found is None:
            expected = "bytes in hex, behind < what the board sent and behind > what the program sent"
            raise BadInput(f"{name}:{number}", f"{line.strip()[:40]!r} found, expected {expected}")
        sent[found[1] or "<"] += bytes.fromhex(found[2])
    return Recorded(bytes(sent["<"]), bytes(sent[">"]))
