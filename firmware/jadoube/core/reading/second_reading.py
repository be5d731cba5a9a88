"""The second reading: what happened in the last plies is read once more, from a board that was understood.

A reading that another one beats by far is dropped. Now and then it was the true one: a queen captures, and
just then the reed of another square on her way sticks. Only plies later no reading explains the board. So the
tracker keeps what it took in, and from where (`Past`). If the best reading has paid more since than a reed
that is not believed (`READ_AGAIN`), all is read again, and less is dropped (`DROPPED_AGAIN`). If the board is
still lost later, or the reading has paid again (`PAID_AGAIN`), it is read once more for each reed, as if that
one had not been believed from the start on: first from the latest start, and first for the reeds that changed
last, as far as a search goes (`MOST_POSITIONS`). A second bad reed is then found as in play.

The law: a second reading pays what a first one does, so both compare. Its searches are brief, however
large a slice is; it keeps no past of its own, and finds no ply against the laws. A person's word ends the
past. None is kept while something is agreed with an opponent from elsewhere.

This file refuses to know how the tracker takes in what happened (`tracker.py`).
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Past, ReadAgain, TakenIn, Tracker, What, prune, replace_readings
from jadoube.core.reading.explanations.distrust import may_hold_another, stop_believing
from jadoube.core.reading.hypotheses import Hypothesis, is_under_way
from jadoube.core.reading.searching import BRIEF, Worked, find_all
from jadoube.core.squares import squares

PLIES_KEPT: Final = 10
"""The plies after which a second past begins; with 20 the first one is forgotten. So 10 to 20 plies can be
read again. A wrong ply is contradicted some five plies later (seen in games of the bench)."""

MOST_KEPT: Final = 200
"""The most that is taken in after one start, of two: four times what hands do in `PLIES_KEPT` plies. Then the
past is forgotten: a reed chatters, or the board is moved without a game."""

FIRST_PAUSE: Final = 6
"""The settlings after a reading of the past until the next one: two plies or so (a guess). It doubles while
the board stays lost and none helps: so the cost grows as the logarithm of what is done on it."""

NEVER: Final = float("inf")
"""A rank at which no reading is lost."""

TakeIn = Callable[[Tracker, TakenIn], Tracker]


def remember(before: Tracker, after: Tracker, taken_in: TakenIn) -> Tracker:
    """The tracker `after`, which has taken this in, with its past."""
    if after.answers is BRIEF:
        return after
    if after.agreed:
        return after._replace(past=())
    past, ply = before.past, before.hypotheses[0].line.ply
    last = past[-1].start.hypotheses[0].line.ply if past else ply
    begins = not past or not last <= ply < last + PLIES_KEPT
    if begins and _is_understood(before, taken_in):
        earlier = past[-1:] if past and _stands(before, past[-1]) else ()
        return after._replace(past=(*earlier, Past(_start(before), (taken_in,))), read_again=None)
    if past:
        latest = Past(past[-1].start, (*past[-1].taken_in, taken_in))
        past = (*past[:-1], latest) if len(latest.taken_in) < MOST_KEPT else ()
    return after._replace(past=past)


def _is_understood(seen: Tracker, taken_in: TakenIn) -> bool:
    """Whether a past may begin here: the last ply stands at a rest, or until the next side lifts a piece."""
    line = seen.best.line
    if taken_in.what is What.CHANGE:
        stands = taken_in.squares & seen.occupancy & line.occupancy & ~line.opponents
    else:
        stands = int(taken_in.what is What.REST)
    return bool(seen.ready and stands and seen.best.fits and not seen.best.unproved)


def _stands(seen: Tracker, past: Past) -> bool:
    """Whether the best reading still goes on from the start of this past."""
    return seen.best.line.goes_on_from(past.start.best.line)


def _start(seen: Tracker) -> Tracker:
    """The tracker with its best reading alone, for a second reading."""
    alone = (seen.best,)
    return seen._replace(hypotheses=alone, stood=alone, asked=(), held=(), replaced=(), past=(), answers=None)


def read_past_again(seen: Tracker, take_in: TakeIn) -> Tracker:
    """The tracker with what a second reading of its past finds besides, if one is due."""
    pasts, best = _pasts_to_read(seen), seen.best
    if not pasts:
        return seen
    limit = best.rank + weights.DOUBTFUL
    first, *later = map(_begin_again, pasts)
    found = find_all([Retrace(take_in, *first, limit, NEVER)], seen.answers)
    new = list(_new_among(found, seen))
    still_lost = _is_still_lost(seen)
    if still_lost and not any(each.fits for each in new):
        tasks = [
            Retrace(take_in, each, happened, limit, each.best.rank + weights.LOST_AGAIN)
            for start, happened in (*reversed(later), first)
            for each in _distrusting(start, happened)
        ]
        new += _new_among(find_all(tasks, seen.answers), seen)
    after = _add(seen, new) if new else seen
    return after._replace(read_again=_noted(seen, in_vain=still_lost and after.best is best))


def _add(seen: Tracker, new: list[Hypothesis]) -> Tracker:
    """The tracker with these readings besides; its past stays."""
    kept = prune([*seen.hypotheses, *new], seen, called=True)
    return replace_readings(seen, kept)._replace(past=seen.past)


def _begin_again(past: tuple[Past, ...]) -> tuple[Tracker, tuple[TakenIn, ...]]:
    """Where a second reading of these pasts begins, and what it takes in."""
    return past[0].start._replace(answers=BRIEF), tuple(each for one in past for each in one.taken_in)


def _is_dear(seen: Tracker, past: Past) -> bool:
    """Whether the best reading goes on from this start, and what has happened since is dear."""
    return seen.best.rank >= past.start.best.rank + weights.READ_AGAIN and _stands(seen, past)


def _new_among(found: tuple[Hypothesis, ...], seen: Tracker) -> Iterator[Hypothesis]:
    """Yield what was found, but for the best reading's game, readings alive, and new plies against the laws.

    A reading that is alive knows better what it has cost.
    """
    alive = {(each.line, each.bad) for each in seen.hypotheses}
    starts = [past.start.best.line for past in seen.past]
    irregular = {each.back_to(each.irregular_ply) for each in starts}
    for each in found:
        is_other = each.line is not seen.best.line and (each.line, each.bad) not in alive
        if is_other and each.line.back_to(each.line.irregular_ply) in irregular:
            yield each


def _pasts_to_read(seen: Tracker) -> list[tuple[Past, ...]]:
    """The past from each start since which it is dear, the earliest first; empty if none is due."""
    best, last = seen.best, seen.read_again
    if not seen.past or best.rank < weights.READ_AGAIN:  # no start ranks below 0
        return []
    if last and seen.known.settlings < last.settling + last.pause:
        return []
    pasts = [seen.past[number:] for number, past in enumerate(seen.past) if _is_dear(seen, past)]
    if not pasts:
        return []
    blamed = best.bad & ~pasts[0][0].start.best.bad and not (last and last.bad == best.bad)
    return pasts if blamed or not is_under_way(best) else []


def _noted(seen: Tracker, *, in_vain: bool) -> ReadAgain:
    """This second reading, and the pause after it: twice the last one if it was `in_vain`."""
    best, last = seen.best, seen.read_again
    pause = 2 * last.pause if last and in_vain else FIRST_PAUSE
    return ReadAgain(seen.known.settlings, best.rank, not is_under_way(best), best.bad, pause)


def _is_still_lost(seen: Tracker) -> bool:
    """Whether the board is lost, and was at the last second reading, or has paid again; not long ago."""
    best, last = seen.best, seen.read_again
    if last is None or seen.known.settlings > last.settling + 3 * last.pause:
        return False
    return best.rank >= last.rank + weights.PAID_AGAIN or (last.lost and not is_under_way(best))


def _distrusting(start: Tracker, happened: tuple[TakenIn, ...]) -> Iterator[Tracker]:
    """Yield the start with one more reed not believed, for each reed; those that changed last come first.

    These are not dead: they have changed since.
    """
    reading = start.best
    if not may_hold_another(reading):
        return
    changed = dict.fromkeys(
        square for each in reversed(happened) if each.what is What.CHANGE for square in squares(each.squares)
    )
    known = start.known._replace(alive=start.known.alive | sum(chess.BB_SQUARES[each] for each in changed))
    for square in dict.fromkeys((*changed, *chess.SQUARES)):
        reed = chess.BB_SQUARES[square]
        if not reed & reading.bad:
            yield start._replace(hypotheses=(stop_believing(reading, reed, known),))


class Retrace(NamedTuple):
    """What happened, to be read again: a task that takes in one thing at a time.

    A position is a reading that has taken in one thing. That is more work than in other searches: a slice in
    23 takes over a millisecond, and the longest, in which a dozen plies are weighed, 7 ms (measured on a
    desktop computer).
    """

    take_in: TakeIn
    seen: Tracker
    """The second reading as far as it has come."""
    left: tuple[TakenIn, ...]
    limit: float
    """No reading is found that ranks worse."""
    lost: float
    """Where it ranks worse at a rest, and is lost, it is given up; and only near readings go on (`NARROW`).
    `NEVER`: neither."""

    def work(self) -> Worked:
        """Take in the next thing, or find the readings at the end."""
        if not self.left:
            return Worked(tuple(each for each in self.seen.hypotheses if each.rank < self.limit), 0)
        happened, *later = self.left
        seen = self.take_in(self.seen, happened)
        best, positions = seen.best, len(seen.hypotheses)
        if self.lost < NEVER:
            near = tuple(each for each in seen.hypotheses if each.rank <= best.rank + weights.NARROW)
            seen = seen._replace(hypotheses=near)
        is_lost = happened.what is What.REST and not is_under_way(best) and best.rank > self.lost
        left = None if is_lost or best.cost > self.limit else self._replace(seen=seen, left=tuple(later))
        return Worked((), positions, left)
