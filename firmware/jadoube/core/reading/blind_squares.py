"""Blind squares: nobody can read them, because a line of the matrix has come off or touches ground.

All readings ignore a blind square as they ignore one whose reed is dead (`Hypothesis.bad`). But nobody pays
for it: that a line is blind is known and no assumption. When the squares can be read again, every reading is
compared with what they show.

This file refuses to know lines, and how their faults are found (`signals/lines.py`).
"""

from collections.abc import Callable
from functools import partial

from jadoube.core.reading.beam import Tracker, prune, replace_readings
from jadoube.core.reading.explanations import rare_plies
from jadoube.core.reading.hypotheses import Hypothesis, disbelieve
from jadoube.core.reading.seen_plies import plies_seen
from jadoube.core.squares import Occupancy


def hide(seen: Tracker, blind: Occupancy) -> Tracker:
    """Ignore these squares from now on, in all readings."""
    return _look_anew(_each_reading(seen, partial(_ignore, squares=blind)), 0)


def reveal(seen: Tracker, found: Occupancy, occupancy: Occupancy) -> Tracker:
    """Believe these squares again; `occupancy` is the board as it is read now."""
    trusting = partial(_trust, squares=found, occupancy=occupancy)
    return _look_anew(_each_reading(seen.show(occupancy), trusting), found)


def explains_beside(hypothesis: Hypothesis, blind: Occupancy) -> bool:
    """Whether one legal ply explains the whole change except for these squares."""
    change = hypothesis.change & ~blind
    return bool(change and hypothesis.line.plies_flipping(change, change | hypothesis.touched & ~blind))


def _each_reading(seen: Tracker, update: Callable[[Hypothesis], Hypothesis]) -> Tracker:
    """Update all readings of a tracker, also those that it keeps for later; its past had other squares."""
    return seen._replace(
        hypotheses=tuple(map(update, seen.hypotheses)),
        stood=tuple(map(update, seen.stood)),
        asked=tuple(map(update, seen.asked)),
        held=tuple(map(update, seen.held)),
        past=(),
    )


def _ignore(hypothesis: Hypothesis, squares: Occupancy) -> Hypothesis:
    hidden = hypothesis.change & squares
    counted = _count_settlings(hypothesis, hidden, -1)
    return disbelieve(counted, squares)._replace(change=hypothesis.change & ~squares)


def _trust(hypothesis: Hypothesis, squares: Occupancy, occupancy: Occupancy) -> Hypothesis:
    bad = hypothesis.bad & ~squares
    change = (occupancy ^ hypothesis.line.occupancy) & ~bad
    fresh = change & ~hypothesis.change
    return _count_settlings(hypothesis, fresh, 1)._replace(
        change=change, bad=bad, touched=hypothesis.touched | fresh
    )


def _count_settlings(hypothesis: Hypothesis, squares: Occupancy, each: int) -> Hypothesis:
    """Count the settling of these squares, or no longer count it: it is no detour that somebody made."""
    on = (squares & hypothesis.line.occupancy).bit_count()
    off = squares.bit_count() - on
    return hypothesis._replace(
        settled_on=max(0, hypothesis.settled_on + each * on),
        settled_off=max(0, hypothesis.settled_off + each * off),
    )


def _look_anew(seen: Tracker, found: Occupancy) -> Tracker:
    """Compare the readings with the board after their blind squares have changed.

    If the start was expected and stands now, the game may begin. Otherwise look for plies that explain what
    the squares show; `found` are those that can be read again.
    """
    readings = list(seen.hypotheses)
    if not seen.ready:
        if not readings[0].fits:
            return seen
        readings = list(prune(readings, seen))
        return seen._replace(hypotheses=tuple(readings), ready=True, stood=tuple(readings))
    for each in seen.hypotheses:
        if each.change:
            readings += plies_seen(each, each.change, seen.known)
    alive = prune(readings, seen)
    if not alive[0].fits and found:
        alive = rare_plies.look_further(seen, alive, found, seen.occupancy)
    return replace_readings(seen, alive)
