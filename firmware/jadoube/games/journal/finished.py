"""Whether the game of a journal is finished, so that the journal may be packed.

The law: the fold decides, as at a start: the game has begun, and it is over, left, or another one was begun
since. A journal is read in small pieces, so a large one takes no more memory than a small one. A last line
that was not written whole is passed over. A journal that cannot be trusted is refused: its game is none that
is known to be finished.
"""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final

from jadoube.config.problems import BadInput
from jadoube.games.journal.fold import Folded, begins_with, take_step
from jadoube.games.journal.text import Gap, Journal, parse_journal
from jadoube.games.packing import Rest

_LINES: Final = 100
"""Lines of a journal that are parsed at a time."""
_STEPS: Final = 10
"""Steps between two rests: a few milliseconds on a desktop computer."""
_LONGEST: Final = 1 << 20
"""Bytes; nothing that a journal holds in a line is near that, and no header."""
_END_OF_HEADER: Final = b"\n *00000000\n"


def is_finished(path: Path, rest: Rest) -> bool:
    """Fold the journal of a game, and return whether the game has begun and cannot go on.

    `rest` is called every few steps; it may wait, or raise to stop. BadInput for a journal that cannot be
    trusted; OSError if it cannot be read.
    """
    with path.open("rb") as file:
        pieces = _pieces(file, str(path))
        headed = next(pieces)
        first = next(pieces, headed)
        table, header = begins_with(first), headed.header
        folded = Folded(header, table, header.from_ms, closed=False)
        events = (entry for piece in chain([first], pieces) for entry in piece.events)
        for number, (at_ms, event) in enumerate(events):
            if not number % _STEPS:
                rest()
            done = take_step(table, event, at_ms)
            table, folded = done.after, folded.follow(done)
    return folded.begun and not folded.unfinished


def _pieces(file: BinaryIO, name: str) -> Iterator[Journal]:
    """The header alone, then the events, piece by piece, each as a journal with that header."""
    header = b""
    while not header.endswith(_END_OF_HEADER):
        line = _line(file, name)
        if not line or len(header) > _LONGEST:
            raise BadInput(name, "no end of the header found, expected a journal")
        header += line
    yield parse_journal(header, name)
    while lines := b"".join(_next_lines(file, name)):
        piece = parse_journal(header + lines, name)
        if piece.torn and file.read(1):
            raise BadInput(name, "a damaged line found, expected its checksum at its end")
        if any(isinstance(each.record, Gap) for each in piece.records):
            raise BadInput(name, "a gap found, expected all events of the game")
        yield piece


def _next_lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    return islice(iter(lambda: _line(file, name), b""), _LINES)


def _line(file: BinaryIO, name: str) -> bytes:
    line = file.readline(_LONGEST)
    if len(line) == _LONGEST:
        raise BadInput(name, "an endless line found, expected a journal")
    return line
