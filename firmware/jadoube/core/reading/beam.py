"""The beam: the hypotheses alive, and how they are pruned.

The law: a hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better.
One that does not believe a reed that has worked is dropped sooner (`IDLE_SUSPICION`), if nothing asks for it.
A call for a ply asks for it, and so does a piece that was put back, which may have been captured. But where
a reed is not believed, the reading without the last ply is kept beside the one with it (`SECOND_THOUGHT`).

The first hypothesis is shown. An irregular ply is not shown before it is proved (`Hypothesis.unproved`). If
a reading with such a ply ranks first, the reading from which it came is put before it, whatever that one's
rank: the game without the ply, and a board that differs from it. So other explanations of the same board are
not shown either. For this the reading without the ply stays alive as long as the other.

Beside a line that is off, readings of a full beam that have guessed otherwise and show the same position are
joined: no later play tells them apart.

This file refuses to know how a hypothesis comes about (`seen_plies.py`, `rare_plies.py`).
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

import chess

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import weights
from jadoube.core.reading.agreed_plies import Agreed, keep_agreed
from jadoube.core.reading.chess_order import sort_readings
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.searching import BRIEF, Answers
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, parting_ply
from jadoube.core.squares import Occupancy

MOST_OTHERS = 32
"""The most guesses of others that a reading keeps (a guess): four for each of eight plies."""


class Replaced(NamedTuple):
    """A ply that stood in the best reading, or beside it, until another took its place."""

    line: Line
    """The game up to that ply."""
    blaming: bool
    """Whether the best reading did not believe a reed then: the doubt stays also where all are believed."""

    @property
    def ply(self) -> int:
        """The number of that ply."""
        return self.line.ply


class Press(NamedTuple):
    """A press of a lever, and what was read then."""

    side: chess.Color
    completed: int
    """The last ply that had been completed before."""
    readings: tuple[Hypothesis, ...]


class What(Enum):
    """What the tracker takes in."""

    CHANGE = "change"
    GLITCH = "glitch"
    REST = "rest"
    LONG_STAND = "long stand"
    CALL = "call"


class TakenIn(NamedTuple):
    """What the tracker took in once, so that it can be read again (`second_reading.py`)."""

    what: What
    squares: Occupancy = 0
    """The squares that changed."""
    side: chess.Color = chess.WHITE
    """Who called for a ply."""
    completed: int = 0
    """The last ply that had been completed before the call."""
    asserted: int = 0
    """The last ply that had been completed, or that a person had confirmed or accepted."""
    rested: bool = False
    """Whether the board rested at the call."""
    soon: bool = False
    """Whether the squares changed so soon after those before that one piece may have closed both."""


class Past(NamedTuple):
    """A board that was understood, and all that was taken in since."""

    start: "Tracker"
    """With the best reading of then alone."""
    taken_in: tuple[TakenIn, ...] = ()


class ReadAgain(NamedTuple):
    """A second reading of the past, and what was shown before it."""

    settling: int
    rank: float
    """What the best reading had cost."""
    lost: bool
    """Whether the board was lost."""
    bad: Occupancy
    """The reeds that the best reading did not believe."""
    pause: int
    """The settlings until the next one."""


MOST_ALIVE = 64
"""The beam width, the most hypotheses that are kept: the cost of an event stays bounded."""

MOST_DEAD_ALIVE = 24
"""The most hypotheses alive that hold a reed dead: as many as a queen has squares to go to, yet too few to
push the others out. As many may hold several: each of those is dear, and there are as many ways."""


@quick_replace
class Tracker(NamedTuple):
    """The hypotheses alive, best first, and the settled occupancy that they explain."""

    hypotheses: tuple[Hypothesis, ...]
    occupancy: Occupancy
    ready: bool
    """Whether the expected position has stood on the board: the start, or the one after a takeback by
    `back`. Until then no change is read as a move."""
    stood: tuple[Hypothesis, ...] = ()
    """The hypotheses alive when the board last fitted the best of them."""
    known: SettleOrder = SettleOrder()
    asked: tuple[Hypothesis, ...] = ()
    """The readings when a ply was called for with a piece in the air; kept while it is in the air."""
    held: tuple[Hypothesis, ...] = ()
    """The readings that explain the board if the pieces in the air at the last rest never come back."""
    answers: Answers | None = None
    """What earlier slices of this step have found. None: searches are not made in slices. `BRIEF`: this
    is a second reading of the past."""
    agreed: Agreed | None = None
    """What an opponent from elsewhere knows of the game; None: both sides play at the board."""

    replaced: tuple[Replaced, ...] = ()
    """The plies that stood with a reply and were replaced, or that were a doubt when one reed more was blamed
    (`replaced_plies.py`)."""

    said: int = 0
    """A bit for each irregular ply that a person has said (the order `stands`): nothing doubts it."""

    pressed: tuple[Press, ...] = ()
    """The last press, and those before it that were refused in a row."""

    past: tuple[Past, ...] = ()
    """At most two, the earlier first; the second goes on where the first ends (`second_reading.py`)."""

    read_again: ReadAgain | None = None
    """When the past was last read again; None: never."""

    @property
    def best(self) -> Hypothesis:
        """The best reading: the first hypothesis, which is shown."""
        return self.hypotheses[0]

    @property
    def first(self) -> Hypothesis:
        """The reading that ranks first: the best one, or one behind it whose irregular ply is not proved."""
        best, second = self.hypotheses[0], self.hypotheses[1:2]
        hides = second and second[0].unproved and second[0].rank + second[0].prior <= best.rank + best.prior
        return second[0] if hides else best

    def show(self, occupancy: Occupancy) -> "Tracker":
        """The tracker of a board that now shows this occupancy, without a settling."""
        return self._replace(occupancy=occupancy, known=self.known._replace(occupancy=occupancy))


def prune(
    readings: Iterable[Hypothesis], seen: Tracker | None = None, *, called: bool = False
) -> tuple[Hypothesis, ...]:
    """Keep the best readings, best first, one for each pair of a game and its set of reeds not believed.

    Readings are sorted (`sort_readings`); among equals the longer game is first. The limits are `DROPPED`,
    `IDLE_SUSPICION` (not if a ply is `called` for), `SECOND_THOUGHT`, `MOST_ALIVE` and `MOST_DEAD_ALIVE`,
    which counts readings with one reed apart from those with several. Unproved irregular plies are not shown.
    `seen` is whose readings they are: none is kept that contradicts what is `agreed` there. A second reading
    keeps more (`DROPPED_AGAIN`). It raises `Unfinished` where the order takes more than a slice.
    """
    if seen and seen.agreed:
        readings = keep_agreed(list(readings), seen.agreed)
    ranked = sort_readings(readings, seen.answers if seen else None)
    first = ranked[0][-1]
    least = first.rank
    wide = seen is not None and seen.answers is BRIEF
    worst = least + (weights.DROPPED_AGAIN if wide else weights.DROPPED)
    asked = wide or called or first.change or first.bad
    suspicious = worst if asked else least + weights.IDLE_SUSPICION
    best: dict[tuple[Line, Occupancy], Hypothesis] = {}
    shorter: dict[tuple[Line, Occupancy], float] = {}
    dead = several = unproved = 0
    hidden = first.bad and first.hidden  # by a line: that is no reed that a reading holds dead
    for rank, _, _, each in ranked:
        bad, key, cost = each.bad, (each.line, each.bad), rank - each.prior
        is_near = cost <= (suspicious if each.lying else worst)
        if not is_near and (key not in shorter or cost > shorter[key]):
            continue
        if key in best or len(best) == MOST_ALIVE:
            continue
        counts = bad not in (0, hidden)
        several += (more := counts and bad & bad - 1 > 0)
        dead += counts and not more
        if not counts or (several if more else dead) <= MOST_DEAD_ALIVE:
            best[key] = each
            unproved |= each.unproved
            if bad and is_near and each.line.before:
                shorter.setdefault((each.line.before, bad), cost + weights.SECOND_THOUGHT)
    kept = tuple(best.values())
    if hidden and len(kept) == MOST_ALIVE:
        kept = _join_alike([each for rank, *_, each in ranked if rank - each.prior <= worst], hidden)
    return _hide_unproved(kept, [each for *_, each in ranked]) if unproved else kept


def _join_alike(ranked: list[Hypothesis], hidden: Occupancy) -> tuple[Hypothesis, ...]:
    """Keep the best readings of a full beam, and of those that show the same position only the first one.

    Beside a line that is off each ply may be guessed in several ways, and most of them come to the same
    position. No later play tells them apart, so the first one keeps the guesses of the others
    (`Hypothesis.others`).
    """
    kept, places, known = list[Hypothesis](), dict[tuple[object, ...], int](), set[tuple[Line, Occupancy]]()
    dead = 0
    for each in ranked:
        if (each.line, each.bad) in known:
            continue
        known.add((each.line, each.bad))
        place = places.get(shows := (each.line.key, each.bad, each.change, each.unproved))
        if place is not None and _is_alike(kept[place], each):
            kept[place] = _join(kept[place], each)
            continue
        dead += each.bad not in (0, hidden)
        if len(kept) < MOST_ALIVE and (each.bad in (0, hidden) or dead <= MOST_DEAD_ALIVE):
            places.setdefault(shows, len(kept))
            kept.append(each)
    return tuple(kept)


def _is_alike(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two readings of one position differ first at a ply that the one has guessed."""
    ply = parting_ply(one.line, other.line)
    return bool(one.guessed >> ply & 1) and ply <= min(one.line.ply, other.line.ply)


def _join(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    """The one reading, with what the other one and its own others have guessed in the place of its plies."""
    ply = parting_ply(one.line, other.line)
    beside = (other.line.back_to(ply), *(each for each in other.others if each.ply < ply))
    return one._replace(others=tuple(dict.fromkeys((*one.others, *beside)))[:MOST_OTHERS])


def _hide_unproved(kept: tuple[Hypothesis, ...], ranked: list[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Put the reading without the irregular ply first, if that ply is unproved and ranks first.

    Each reading with an unproved ply keeps the one without it alive; where that is gone, it goes too. Once a
    reading with later plies ranks first, the irregular ply counts as proved in all readings.
    """
    first = kept[0].line
    proved = first.back_to(first.irregular_ply) if not kept[0].unproved and first.irregular_ply else None
    regular: dict[Line, Hypothesis] = {}
    for each in ranked:
        if not each.unproved:
            regular.setdefault(each.line, each)
    left, origins = list[Hypothesis](), list[Hypothesis]()
    for each in kept:
        if not each.unproved:
            left.append(each)
        elif each.line.back_to(each.unproved) is proved:
            left.append(each._replace(unproved=0))
        elif origin := regular.get(each.line.back_to(each.unproved - 1)):
            left.append(each)
            origins.append(origin)
    shown = origins[0] if left and left[0].unproved else left[0] if left else kept[0]
    origins.sort(key=lambda each: each.rank + each.prior)
    return tuple(dict.fromkeys((shown, *left, *origins)))[:MOST_ALIVE]


def replace_readings(
    seen: Tracker, readings: tuple[Hypothesis, ...], occupancy: Occupancy | None = None
) -> Tracker:
    """Give the tracker these hypotheses, without those that fit by taking back the ply `known.stays`.

    Its past is forgotten: `remember` keeps it where it knows what was taken in (`second_reading.py`).
    """
    known, before = seen.known, seen.hypotheses[0]
    if readings[0].line.before is before.line:
        known = known.explain(readings[0].line)
    elif readings[0].line.ply < before.line.ply:
        known = known.excuse(before.touched)
    if stays := known.stays:
        readings = tuple(each for each in readings if each.line.ply >= stays or not each.fits) or readings
    fits = readings[0].fits
    return seen._replace(
        hypotheses=readings,
        known=known,
        occupancy=seen.occupancy if occupancy is None else occupancy,
        stood=readings if fits else seen.stood,
        held=() if fits else seen.held,
        past=(),
    )
