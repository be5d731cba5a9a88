"""The order of readings: by rank plus prior, and beside a bad reed by how surprising their games are.

The law: only where the first reading does not believe a reed does chess order games. There it may be the only
thing that tells which one was played.

How likely a ply was is found out once. Where much is to be found out, it is done in slices (`searching.py`).
"""

from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.surprise import Surprises, weigh
from jadoube.core.reading.searching import BRIEF, SLICE, Answers, Worked, find_all
from jadoube.core.rules.game_line import Line

Ranked = tuple[float, int, int, Hypothesis]
"""A reading behind what sorts it: rank plus prior, plies times -1, place."""

POSITIONS: Final = SLICE
"""A ply that is weighed counts as so many positions of a search: it takes 0.28 ms on a desktop computer
(measured), so a slice weighs one. With two in a slice twice as many steps take over a millisecond
(`jadoube bench steps`)."""


class Weighing(NamedTuple):
    """A task: weigh the last plies of these games. It finds no reading."""

    lines: tuple[Line, ...]

    def work(self) -> Worked:
        """Weigh the last ply of the first game."""
        weigh(self.lines[0])
        return Worked((), POSITIONS, Weighing(self.lines[1:]) if self.lines[1:] else None)


def sort_readings(readings: Iterable[Hypothesis], answers: Answers | None) -> list[Ranked]:
    """Sort readings by rank plus prior; if the first does not believe a reed, also by how good the chess is.

    `answers` as for `find_all`; raises Unfinished if more than a slice of work is left.
    """
    numbered = enumerate(readings)
    ranked = sorted([(each.rank + each.prior, -each.line.ply, number, each) for number, each in numbered])
    first = ranked[0][-1]
    if first.bad:
        unweighed = None if answers in (None, BRIEF) else list[Line]()
        ranked.sort(key=partial(_with_chess, first, Surprises(unweighed)))
        if unweighed:
            find_all([Weighing(tuple(dict.fromkeys(unweighed)))], answers)
            ranked.sort(key=partial(_with_chess, first, Surprises()))
    return ranked


def _with_chess(first: Hypothesis, surprises: Surprises, ranked: Ranked) -> tuple[float, int, int]:
    """What sorts a reading: its rank, and how much more surprising its game is than that of the first.

    That counts for `MOST_SURPRISING` at most. What a person has confirmed in either of the two does not
    count.
    """
    rank, plies, place, reading = ranked
    since = max(first.confirmed, reading.confirmed)
    price = surprises.more_surprising(reading.line, first.line, since)
    return rank + max(-weights.MOST_SURPRISING, min(weights.MOST_SURPRISING, price)), plies, place
