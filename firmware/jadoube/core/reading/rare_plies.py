"""What is rarer than a ply: where to look for it, and in which of the readings.

Plies that were not seen whole, several plies at once, takebacks, plies through dead reeds. Each question is
bounded: it is asked of readings that are good enough, and of so many. What the answers weigh is told in
`hypotheses.py`, `sequences.py`, `taken_back.py` and `dead_reeds.py`, when the questions are asked in
`tracker.py`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from jadoube.core.reading import dead_reeds, hypotheses, weights
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.sequences import several_plies
from jadoube.core.reading.taken_back import find_takebacks
from jadoube.core.squares import Occupancy


def look_further(
    seen: Tracker, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Ask for what is rarer than a ply, where no ply explains the board."""
    best, further = alive[0], list[Hypothesis]()
    worst = best.rank + weights.WORTH_A_SEARCH
    for each in alive:
        if each.placed and each.rank < worst:
            further += find_takebacks(each, seen.known)
    if best.placed or best.fits or squares & occupancy:
        further += sequences(seen, alive, squares if squares.bit_count() > 1 else 0)
    if squares & occupancy:
        further += _replies_through_dead(seen, squares, occupancy)
    return prune([*alive, *further]) if further else alive


def sequences(seen: Tracker, alive: tuple[Hypothesis, ...], at_once: Occupancy = 0) -> list[Hypothesis]:
    """Every reading of several plies at once that is worth keeping."""
    worst = alive[0].rank + weights.WORTH_A_SEARCH
    told = {each.line for each in alive if each.fits and hypotheses.is_ply_seen(each)}
    asked = [each for each in alive if not at_once or each.change & at_once & (each.change & at_once) - 1]
    return [
        longer
        for each in asked[: weights.MOST_SEARCHED]
        if each.change.bit_count() <= weights.MOST_ASTRAY
        for longer in several_plies(each, seen.known, worst, at_once)
        if longer.line not in told
    ]


def plies_unseen(seen: Tracker, lifted: Occupancy) -> Iterator[Hypothesis]:
    """What somebody may have made although it was not seen whole."""
    for each in seen.hypotheses:
        yield from hypotheses.captures_unseen(each, seen.known, lifted)
        if each.touched and each.fits:
            yield from dead_reeds.captures_from_dead(each, seen.known)
    yield from plies_at_dead_reeds(seen, lifted)


def plies_at_dead_reeds(seen: Tracker, lifted: Occupancy) -> Iterator[Hypothesis]:
    """What somebody may have made through a reed that a reading holds dead."""
    for each in seen.hypotheses:
        if each.bad:
            yield from dead_reeds.plies_at_dead(each, seen.known, lifted)


def suspected_plies(
    seen: Tracker, lifted: Occupancy, *, asked: tuple[Hypothesis, ...] = (), in_hand: bool = False
) -> Iterator[Hypothesis]:
    """The plies that explain the board if a reed is dead; none with a piece that may be `in_hand`."""
    landed = (each for each in seen.hypotheses if not (in_hand and dead_reeds.may_be_in_hand(each)))
    for each in (*asked, *_suspicious_readings(seen, landed)):
        yield from dead_reeds.plies_to_suspects(each, seen.known, lifted)


def _suspicious_readings(seen: Tracker, readings: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Those of the readings that are good enough to be asked for plies through dead reeds.

    For a second one only where the best reading holds the same first.
    """
    worst, held = seen.best.rank + weights.SUSPICIOUS, (0, seen.best.bad)
    return [each for each in readings if each.bad in held and each.rank < worst]


def _replies_through_dead(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Iterator[Hypothesis]:
    """The readings in which what was just placed answers a ply through a dead reed."""
    readings = [each for each in seen.hypotheses if dead_reeds.may_be_answered(each, occupancy)]
    asked = [each for each in seen.asked if dead_reeds.may_be_answered(each, occupancy)]
    suspected = asked if seen.best.fits else [*_suspicious_readings(seen, readings), *asked]
    at_dead = (dead_reeds.plies_at_dead(each, seen.known, 0) for each in readings if each.bad)
    to_suspects = (dead_reeds.plies_to_suspects(each, seen.known, 0) for each in suspected)
    for unseen in chain(*at_dead, *to_suspects):
        yield from hypotheses.plies_seen(
            hypotheses.take_in_settling(unseen, squares, occupancy), squares, seen.known
        )


def consider_landing(
    seen: Tracker, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Tracker, tuple[Hypothesis, ...]]:
    """Consider a ply that was called for with its piece in the air, when another piece lands."""
    if alive[0].fits and squares & occupancy:
        seen = seen._replace(asked=tuple(_readings_still_in_air(seen, squares, occupancy)))
        alive = prune([*alive, *_replies_through_dead(seen, squares, occupancy)])
    asked = (hypotheses.take_in_settling(each, squares, occupancy) for each in seen.asked)
    return seen._replace(asked=tuple(filter(dead_reeds.may_be_in_hand, asked))), alive


def _readings_still_in_air(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Iterator[Hypothesis]:
    """The readings asked about in which what settled now is not the piece that was in the air, landing."""
    for each in seen.asked:
        landed = hypotheses.plies_seen(
            hypotheses.take_in_settling(each, squares, occupancy), squares, seen.known
        )
        if not any(landed):
            yield each
