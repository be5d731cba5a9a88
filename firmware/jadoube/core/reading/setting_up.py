"""Waiting for a position: the start of a game, or the one that a takeback or a reopened game expects.

The law: until that position has stood on the board no change is read as a ply. But a game may begin on a
board that differs from it only by dead reeds, with a ply that was made there.

This file refuses to know why a position is expected, and what is read once it has stood (`tracker.py`).
"""

from jadoube.core.reading import seen_plies
from jadoube.core.reading.beam import Tracker, prune, replace_readings
from jadoube.core.reading.explanations import dead_reeds, distrust, rare_plies
from jadoube.core.reading.hypotheses import Hypothesis, believe
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy


def begin(line: Line, occupancy: Occupancy) -> Tracker:
    """Start a tracker that expects the position of `line` on a board that shows `occupancy`."""
    expected = Hypothesis(line, change=occupancy ^ line.occupancy)
    alive = (expected, *distrust.suspicions(expected))
    return Tracker(alive, occupancy, ready=expected.fits, stood=alive).show(occupancy)


def _centred(hypothesis: Hypothesis, occupancy: Occupancy) -> Hypothesis:
    """The reading without those pieces off their centres that `occupancy` shows where they should be."""
    agree = hypothesis.off_centre & ~(occupancy ^ hypothesis.line.occupancy)
    return believe(hypothesis, agree) if agree else hypothesis


def expect(seen: Tracker, occupancy: Occupancy) -> Tracker:
    """Expect the same games on a board that now shows `occupancy`."""
    games = (_centred(each, occupancy) for each in seen.hypotheses if not each.unproved)
    expected = [
        each.at(each.line, each.cost)._replace(change=(occupancy ^ each.line.occupancy) & ~each.bad)
        for each in games
    ]
    ready = expected[0].fits
    alive = prune(expected, seen) if ready else tuple(expected)
    return Tracker(
        alive,
        occupancy,
        ready=ready,
        stood=alive,
        known=seen.known,
        answers=seen.answers,
        agreed=seen.agreed,
        replaced=tuple(each for each in seen.replaced if each.ply <= alive[0].line.ply),
        said=seen.said,
    ).show(occupancy)


def set_up(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Tracker:
    """Wait for the start position, or for a ply on a board that differs from it only by dead reeds."""
    if seen.best.line.ply or seen.best.bad:
        return expect(seen, occupancy)
    expected = begin(seen.best.line, occupancy)
    if expected.ready:
        return expected._replace(known=seen.known, answers=seen.answers, agreed=seen.agreed)
    held = seen.hypotheses
    suspicions = distrust.remaining_suspicions(held, squares, occupancy)
    seen = seen._replace(hypotheses=(expected.best, *suspicions), occupancy=occupancy)
    plies = [ply for each in suspicions for ply in seen_plies.plies_seen(each, squares, seen.known)]
    if suspicions and squares & occupancy:
        plies += rare_plies.replies_to_dead(seen, held[1:], squares, occupancy)
    return begin_with_plies(seen, [ply for ply in plies if _may_begin(ply)])


def _may_begin(ply: Hypothesis) -> bool:
    """Whether the first ply of a game was made on the board: at most the reply is in the air."""
    return not (ply.placed or ply.theirs) and dead_reeds.has_left_square(ply)


def suspect_at_rest(seen: Tracker) -> Tracker:
    """Suspect the reeds that differ from the start position; never while a takeback is expected."""
    if seen.best.line.ply or seen.best.bad:
        return seen
    return seen._replace(hypotheses=distrust.add_suspicions(seen.hypotheses))


def begin_with_plies(seen: Tracker, plies: list[Hypothesis]) -> Tracker:
    """Begin the game with these plies, made on a board with dead reeds; change nothing if there are none."""
    if seen.agreed:
        plies = [ply for ply in plies if seen.agreed.allows(ply.line)]
    if not plies or seen.best.line.ply:
        return seen
    return replace_readings(seen._replace(ready=True), prune([*plies, *seen.hypotheses[1:]], seen))
