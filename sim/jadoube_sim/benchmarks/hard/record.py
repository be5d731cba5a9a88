"""The record of a game on a board that cannot read some squares: all that such a board shows of it.

It has what settles on the squares that can be read, in order, the presses, when a line of the matrix came off
and was put on again, and when each bad reed went bad, as if somebody had said so. It knows no chess, and no
time but the order.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.scans import BUTTONS, LEVERS
from jadoube.core.signals.lines import LINES, NAMES
from jadoube.core.squares import Occupancy
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands.hard.played import BadReed

HOLD_US: Final = 20_000
"""A reed that has held so long has settled: the debounce time."""

MOST_SETTLINGS: Final = 5
"""The most settlings of one ply: a capture that promotes, the pawn being exchanged for the piece."""


class Mark(NamedTuple):
    """One entry of the record: a reed settles, a lever is pressed, squares can be read no more, or again."""

    word: str
    """`open`, `close`, `press`, `cut` (a line comes off, or a reed goes bad) or `mend`."""
    squares: Occupancy = 0
    """The square, or those of the line; 0 for a press."""
    shown: Occupancy = 0
    """What the line shows when it is back."""


class Record(NamedTuple):
    """All that a board shows of a game, with what becomes of its lines."""

    marks: tuple[Mark, ...]
    hidden: tuple[Occupancy, ...]
    """The squares that cannot be read before each mark, and after the last one."""
    least: tuple[int, ...]
    """The fewest plies that can have left each mark and those that follow; 0 after the last one."""
    pressed: bool
    """Whether each ply ends with a press."""

    @property
    def off(self) -> int:
        """The number of the mark that says that squares cannot be read; that of the end if none does."""
        return sum(1 for _ in takewhile(lambda mark: mark.word != "cut", self.marks))


def record_of(log: SensorLog, bad: Iterable[BadReed] = ()) -> Record:
    """The record that this log leaves, if each of these reeds is not read since it went bad."""
    marks, hidden = list[Mark](), [0]
    stands = log.reeds
    went_bad = [Edge(each.from_us, "cut", chess.SQUARE_NAMES[each.square]) for each in bad]
    edges = [*went_bad, *settlings(log), *_others(log)]  # what a reed shows as it goes bad is not read
    for _, word, name in sorted(edges, key=lambda edge: edge.at_us):
        mark = Mark(word, _squares(name)) if word != "press" else Mark(word)
        off = hidden[-1]
        if word == "cut":
            off |= mark.squares
        elif word == "mend":
            off &= ~mark.squares
            mark = mark._replace(shown=stands & mark.squares)
        elif word != "press":
            stands ^= mark.squares
            if mark.squares & off:
                continue
        marks.append(mark)
        hidden.append(off)
    pressed = any(mark.word == "press" for mark in marks)
    return Record(tuple(marks), tuple(hidden), _least(marks, pressed=pressed), pressed)


def _squares(name: str) -> Occupancy:
    return LINES[NAMES.index(name)] if name in NAMES else chess.BB_SQUARES[chess.parse_square(name)]


def _others(log: SensorLog) -> Iterator[Edge]:
    for edge in log.edges:
        if edge.word in ("cut", "mend") or (edge.word == "press" and BUTTONS[edge.name] & LEVERS):
            yield edge


def settlings(log: SensorLog) -> Iterator[Edge]:
    """Yield the last edge of each change that held."""
    for square, name in enumerate(chess.SQUARE_NAMES):
        edges = [edge for edge in log.edges if edge.name == name and edge.word in ("open", "close")]
        stands = bool(log.reeds >> square & 1)
        for edge, after in zip_longest(edges, edges[1:]):
            closed = edge.word == "close"
            if closed != stands and (after is None or after.at_us - edge.at_us >= HOLD_US):
                stands = closed
                yield edge


def _least(marks: Sequence[Mark], *, pressed: bool) -> tuple[int, ...]:
    """The fewest plies that can have left each rest of the record: its presses, or its gestures."""
    least = [0] * (len(marks) + 1)
    for number in range(len(marks) - 1, -1, -1):
        mark = marks[number]
        if pressed or mark.word in ("cut", "mend"):
            least[number] = least[number + 1] + (mark.word == "press")
            continue
        least[number] = 1 + min(
            least[end]
            for end in _ends_of_ply(marks, number)
            if end == number + 1 or _may_be_one_ply(marks[number:end])
        )
    return tuple(least)


def _ends_of_ply(marks: Sequence[Mark], first: int) -> Iterator[int]:
    """Yield the ends of what has at most a ply's settlings from here on, whatever wires do meanwhile."""
    settlings = 0
    for number, mark in enumerate(marks[first:], first):
        settlings += mark.word not in ("cut", "mend")
        if settlings > MOST_SETTLINGS:
            return
        yield number + 1


def _may_be_one_ply(marks: Sequence[Mark]) -> bool:
    """Whether these settlings may be one ply's: at most one piece is placed, or it castles or promotes."""
    seen = [mark for mark in marks if mark.word in ("open", "close")]
    words = "".join(mark.word[0] for mark in seen)
    if words in ("o", "c", "oc", "oo", "co", "ooc", "oco", ""):
        return True
    squares = 0
    for mark in seen:
        squares |= mark.squares
    on_edge = any(not squares & ~rank for rank in (chess.BB_RANK_1, chess.BB_RANK_8))
    promotes = squares.bit_count() < len(seen) and squares & chess.BB_BACKRANKS
    return bool(on_edge or promotes)
