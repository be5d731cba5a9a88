"""Reading moves from occupancy: every game that explains what was seen, with a weight.

The model
---------
A *hypothesis* is a game so far (a `Line`) and a cost, the negative logarithm of its weight. Its *change* is
the set of squares that stand otherwise than its position says. Of the squares' settlings since its last
ply, those that undid each other, two by two, were detours: a piece lifted and *put back*, or set on an
empty square and taken off again, *tried*. Its *rank* is

    rank = cost + ASTRAY * |change| + SURPLUS * pieces too many + RETURNED * put back + TRIED * tried

and the hypothesis with the lowest rank is the best reading, shown at once. Only the cost is settled; the
rest is a debt that a ply can explain. So what an adjustment costs does not depend on when it is noticed.

When squares settle, every hypothesis is asked: is your change now that of a legal ply, and was its target
touched? Then the game with that ply is a new hypothesis at its side, which fits; what the gesture touched
besides is charged to it. The old one stays. When the piece travels on, the longer change from the old one
will fit another ply, and the premature reading, which no longer fits, falls behind by itself. So rook-first
castling, slides and second thoughts need no code of their own.

When nothing fits, two more questions are asked: have two plies been made since the last scan, and does the
board stand as it stood some plies ago (a takeback)?

Time is evidence too: when the board comes to rest while a piece stands where a hypothesis has none, that
hypothesis is charged `LEFT_THERE`, once for each rest; and so it is when the opponent lifts a piece. And so
is a press: a reading in which the presser's ply does not stand on the board is charged `UNPRESSED`. A
capture whose victim was never seen to leave is considered only when a ply is called for: by a press, by
`ok`, by the opponent's lift, or by the end.

A hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better. The
number alive stays small because every square astray is two e-folds, and every rest two more: a reading that
a finished move does not fit is four behind, and eight after the reply.

What this file refuses to know: instants, levers, clocks, the rules of ending. It takes sets of squares and
gives readings.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import chess

from jadoube.core import evidence, hypotheses
from jadoube.core.hypotheses import Choice, Hypothesis
from jadoube.core.occupancy import Occupancy
from jadoube.core.position import Line


class Reconstruction(NamedTuple):
    """All hypotheses alive, the best first, and the settled occupancy that they explain."""

    hypotheses: tuple[Hypothesis, ...]
    occupancy: Occupancy
    ready: bool
    """Whether the start position has stood on the board: before that nothing is read as a move."""
    choice: Choice | None = None
    stood: tuple[Hypothesis, ...] = ()
    """The hypotheses alive when the board last fitted the best of them."""

    @property
    def best(self) -> Hypothesis:
        """The reading to show."""
        return self.hypotheses[0]


def begin(line: Line, occupancy: Occupancy) -> Reconstruction:
    """Expect `line` on a board that shows `occupancy`."""
    alive = (Hypothesis(line, change=occupancy ^ line.occupancy),)
    return Reconstruction(alive, occupancy, ready=alive[0].fits, stood=alive)


def settle(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares settled in their other state, all in one scan."""
    occupancy = seen.occupancy ^ squares
    if not seen.ready:
        return begin(seen.best.line, occupancy)
    readings = [hypotheses.moved(each, squares, occupancy) for each in seen.hypotheses]
    if readings[0].in_the_air > evidence.MOST_IN_THE_AIR:
        return _swept(seen, readings, occupancy)
    told = {each.line for each in readings if each.fits}
    for each in readings[:]:
        if not each.fits:
            plies = hypotheses.plies_seen(each, squares, seen.choice)
            readings += [ply for ply in plies if ply.line not in told]
    alive = _alive(readings)
    if not alive[0].fits:
        alive = _look_further(seen, alive, squares, occupancy)
    return _with(seen, alive, occupancy)


def rest(seen: Reconstruction) -> Reconstruction:
    """Take in that the board has stood still for a while."""
    return _with(seen, _alive([hypotheses.rested(each) for each in seen.hypotheses]))


def glimpse(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares moved for less than a debounce."""
    return _with(seen, tuple(each._replace(glimpsed=each.glimpsed | squares) for each in seen.hypotheses))


def consider_unseen(seen: Reconstruction, lifted: Occupancy = 0) -> Reconstruction:
    """Consider captures whose victim was not seen to leave: somebody says that a ply has been made.

    `lifted` is what the opponent lifts now, if that is what says so.
    """
    if not seen.ready:
        return seen
    unseen = [
        capture
        for each in seen.hypotheses
        for capture in hypotheses.captures_unseen(each, lifted, seen.choice)
    ]
    return _with(seen, _alive([*seen.hypotheses, *unseen])) if unseen else seen


def complete(seen: Reconstruction, side: chess.Color, completed: int) -> Reconstruction:
    """Take in that this side says its ply is made, after the one that was `completed` last.

    A reading in which none of its plies stands is charged, and one in which there were others between.
    """
    readings = [
        each._replace(cost=each.cost + _press_cost(each, side, completed)) for each in seen.hypotheses
    ]
    return _with(seen, _alive(readings))


def end(seen: Reconstruction) -> Reconstruction:
    """Take in that nothing more will come: what the side to move has in the air is gone for good."""
    readings = [
        each._replace(cost=each.cost + evidence.LOST)
        if each.missing & each.line.board.occupied_co[each.line.side_to_move]
        else each
        for each in consider_unseen(seen).hypotheses
    ]
    return _with(seen, _alive(readings))


def freeze(seen: Reconstruction) -> Reconstruction:
    """Go back to when the board last fitted: what came since is no play, but pieces that are put away."""
    return seen._replace(hypotheses=seen.stood)


def choose(seen: Reconstruction, piece: chess.PieceType) -> Reconstruction:
    """Take in the player's choice for the promotion that is the best reading's last ply."""
    line = seen.best.line
    readings = [
        each._replace(line=line.promoting_to(piece)) if each.line is line else each
        for each in seen.hypotheses
    ]
    return _with(seen, _alive(readings))._replace(choice=Choice(line.ply, piece))


def rivals(seen: Reconstruction, ply: int) -> tuple[str, ...]:
    """Name in SAN, best first, what doubtful rivals read at a ply where the best reads otherwise."""
    best = seen.best
    ours = best.line.back_to(ply)
    close = [each for each in seen.hypotheses[1:] if each.rank < best.rank + evidence.DOUBTFUL]
    theirs = [each.line.back_to(ply) for each in close if each.line.ply >= ply]
    others = [line.san for line in theirs if line.before is ours.before and line.move != ours.move]
    return tuple(dict.fromkeys(others))


def _swept(seen: Reconstruction, moved: list[Hypothesis], occupancy: Occupancy) -> Reconstruction:
    """Expect nothing but what stood when the board last fitted: who sweeps pieces away takes nothing back."""
    stood = {each.line for each in seen.stood if each.line.ply >= seen.stood[0].line.ply}
    expected = [each for each in moved if each.line in stood]
    return seen._replace(hypotheses=_alive(expected or moved), occupancy=occupancy)


def _press_cost(hypothesis: Hypothesis, side: chess.Color, completed: int) -> float:
    line = hypothesis.line
    pressed = line.ply if line.mover == side else line.ply - 1
    if pressed <= completed or not hypotheses.stands(hypothesis, pressed):
        return evidence.UNPRESSED
    return evidence.SKIPPED * (pressed - completed - 1)


def _look_further(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Ask for what is rarer than a ply, where no ply explains the board."""
    best = alive[0]
    further: list[Hypothesis] = []
    if best.missing & squares and squares.bit_count() > 1:
        further += hypotheses.two_plies(best, squares, seen.choice)
    if best.placed:
        further += hypotheses.taken_back(best)
    if squares & best.placed and best.missing.bit_count() > 1:
        further += _replies_to_unseen(seen, squares, occupancy)
    return _alive([*alive, *further]) if further else alive


def _replies_to_unseen(
    seen: Reconstruction, squares: Occupancy, occupancy: Occupancy
) -> Iterator[Hypothesis]:
    """The readings in which what was just placed answers a capture whose victim was not seen to leave."""
    for each in seen.hypotheses:
        for capture in hypotheses.captures_unseen(each, 0, seen.choice):
            yield from hypotheses.plies_seen(
                hypotheses.moved(capture, squares, occupancy), squares, seen.choice
            )


def _with(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], occupancy: Occupancy | None = None
) -> Reconstruction:
    """The reconstruction with these hypotheses."""
    return seen._replace(
        hypotheses=alive,
        occupancy=seen.occupancy if occupancy is None else occupancy,
        stood=alive if alive[0].fits else seen.stood,
    )


def _alive(readings: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The readings worth keeping, the best first, one for each game; among equals the longer game first."""
    ranked = sorted((each.rank, -each.line.ply, number, each) for number, each in enumerate(readings))
    worst = ranked[0][0] + evidence.DROPPED
    kept: dict[Line, Hypothesis] = {}
    for rank, _, _, each in ranked:
        if rank > worst or len(kept) == evidence.MOST_ALIVE:
            break
        kept.setdefault(each.line, each)
    return tuple(kept.values())
