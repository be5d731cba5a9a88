"""Reading moves from occupancy: every game that explains what was seen, with a weight.

The model
---------
A *hypothesis* is a game so far (a `Line`), the squares touched since the board last fitted it, and a cost,
the negative logarithm of its weight. Its *change* is the set of squares that stand otherwise than its
position says. Its *rank* is

    rank = cost + ASTRAY * |change|

and the hypothesis with the lowest rank is the best reading, shown at once.

When squares settle, every hypothesis is asked: is your change now that of a legal ply, and was what it
captures touched? Then the game with that ply is a new hypothesis at its side, which fits. The old one stays,
and is charged `RETURNED` for each square that came back to what it expects: an adjustment. When the piece
travels on, the longer change from the old one will fit another ply, and the premature reading, which no
longer fits, falls behind by itself. So rook-first castling, slides and second thoughts need no code of their
own.

A press adds that the presser's ply stands on the board: a reading in which it does not is charged
`UNPRESSED`. A capture whose victim was never seen to leave is considered only when a ply is called for: by a
press, by `ok`, by the opponent's lift, or by the end.

A hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better. The
number alive stays small because every square astray is two e-folds: a reading that a finished move does
not fit is four behind, and after the reply eight.

What this file refuses to know: instants, levers, clocks, the rules of ending. It takes sets of squares and
gives readings.
"""

from typing import NamedTuple

import chess

from jadoube.core import evidence
from jadoube.core.occupancy import Occupancy
from jadoube.core.position import Line, gestures


class Hypothesis(NamedTuple):
    """One game that explains everything seen so far, more or less well."""

    line: Line
    cost: float = 0.0
    change: Occupancy = 0
    """Where the board differs from the line's position now."""
    touched: Occupancy = 0
    """The squares that settled since the board last fitted."""
    glimpsed: Occupancy = 0
    """The squares that moved for less than a debounce since then."""
    returned: Occupancy = 0
    """The squares that came back since the last ply."""

    @property
    def rank(self) -> float:
        """The cost, and what the squares astray add to it while they are astray."""
        return self.cost + evidence.ASTRAY * self.change.bit_count()

    @property
    def fits(self) -> bool:
        """Whether the board shows this hypothesis's position."""
        return not self.change


class Choice(NamedTuple):
    """The piece that the panel chose for the promotion at a ply."""

    ply: int
    piece: chess.PieceType


class Reconstruction(NamedTuple):
    """All hypotheses alive, the best first, and the settled occupancy that they explain."""

    hypotheses: tuple[Hypothesis, ...]
    occupancy: Occupancy
    ready: bool
    """Whether the start position has stood on the board: before that nothing is read as a move."""
    choice: Choice | None = None

    @property
    def best(self) -> Hypothesis:
        """The reading to show."""
        return self.hypotheses[0]


def begin(line: Line, occupancy: Occupancy) -> Reconstruction:
    """Expect `line` on a board that shows `occupancy`."""
    change = occupancy ^ line.occupancy
    return Reconstruction((Hypothesis(line, change=change),), occupancy, ready=not change)


def settle(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares settled in their other state, all in one scan."""
    occupancy = seen.occupancy ^ squares
    if not seen.ready:
        return begin(seen.best.line, occupancy)
    readings = []
    for hypothesis in seen.hypotheses:
        moved = _moved(hypothesis, squares, occupancy)
        readings.append(moved)
        readings += _plies_seen(moved, squares, seen.choice)
    return seen._replace(hypotheses=_alive(readings), occupancy=occupancy)


def glimpse(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares moved for less than a debounce."""
    hypotheses = tuple(each._replace(glimpsed=each.glimpsed | squares) for each in seen.hypotheses)
    return seen._replace(hypotheses=hypotheses)


def consider_unseen(seen: Reconstruction, lifted: Occupancy = 0) -> Reconstruction:
    """Consider captures whose victim was not seen to leave: somebody says that a ply has been made.

    `lifted` is what the opponent lifts now, if that is what says so. A single piece that the ply could have
    captured says nothing: it is about to be seen to leave.
    """
    if not seen.ready:
        return seen
    readings = list(seen.hypotheses)
    for hypothesis in seen.hypotheses:
        readings += _captures_unseen(hypothesis, lifted, seen.choice)
    return seen._replace(hypotheses=_alive(readings)) if len(readings) > len(seen.hypotheses) else seen


def complete(seen: Reconstruction, ply: int) -> Reconstruction:
    """Take in that somebody says this ply has been made: a reading in which it does not stand is charged."""
    readings = [
        each if stands(each, ply) else each._replace(cost=each.cost + evidence.UNPRESSED)
        for each in seen.hypotheses
    ]
    return seen._replace(hypotheses=_alive(readings))


def stands(hypothesis: Hypothesis, ply: int) -> bool:
    """Whether this ply is on the board.

    The opponent may have replied already, or have pieces in the air: his own, and the one that he captures.
    """
    line = hypothesis.line
    if line.ply != ply or hypothesis.fits or line.move is None:
        return line.ply >= ply
    placed, missing = hypothesis.change & ~line.occupancy, hypothesis.change & line.occupancy
    theirs = not missing & ~line.board.occupied_co[line.side_to_move]
    if missing & chess.BB_SQUARES[line.move.to_square]:
        return not placed and line.board.is_attacked_by(line.side_to_move, line.move.to_square)
    return theirs or not placed


def choose(seen: Reconstruction, piece: chess.PieceType) -> Reconstruction:
    """Take in the player's choice for the promotion that is the best reading's last ply."""
    line = seen.best.line
    readings = [
        each._replace(line=line.promoting_to(piece)) if each.line is line else each
        for each in seen.hypotheses
    ]
    return seen._replace(hypotheses=_alive(readings), choice=Choice(line.ply, piece))


def rivals(seen: Reconstruction, ply: int) -> tuple[str, ...]:
    """Name in SAN, best first, what doubtful rivals read at a ply where the best reads otherwise."""
    best = seen.best
    ours = best.line.back_to(ply)
    close = [each for each in seen.hypotheses[1:] if each.rank < best.rank + evidence.DOUBTFUL]
    theirs = [each.line.back_to(ply) for each in close if each.line.ply >= ply]
    others = [line.san for line in theirs if line.before is ours.before and line.move != ours.move]
    return tuple(dict.fromkeys(others))


def under_way(hypothesis: Hypothesis) -> bool:
    """Whether the board may still be on its way: pieces only lifted, or part of a legal ply's gesture."""
    placed = hypothesis.change & ~hypothesis.line.occupancy
    return not placed or any(not hypothesis.change & ~gesture for gesture in gestures(hypothesis.line))


def _moved(hypothesis: Hypothesis, squares: Occupancy, occupancy: Occupancy) -> Hypothesis:
    """The same game, with these squares settled in their other state."""
    change = occupancy ^ hypothesis.line.occupancy
    cost = hypothesis.cost + evidence.RETURNED * (squares & ~change).bit_count()
    returned = hypothesis.returned | squares & ~change
    if not change:
        return Hypothesis(hypothesis.line, cost, returned=returned)
    touched = hypothesis.touched | squares
    return Hypothesis(hypothesis.line, cost, change, touched, hypothesis.glimpsed, returned)


def _plies_seen(moved: Hypothesis, squares: Occupancy, choice: Choice | None) -> list[Hypothesis]:
    """The hypotheses one ply longer that the board fits, and whose victim was touched.

    The square of a victim comes back when the capturing piece lands on it: that is no adjustment. When a
    pawn takes and promotes, the new piece may land there before the pawn leaves.
    """
    readings = []
    for move in moved.line.changes().get(moved.change, ()):
        target = chess.BB_SQUARES[move.to_square]
        landed = target & ~moved.change & (moved.returned if move.promotion else squares)
        if landed or target & moved.touched:
            cost = moved.cost - evidence.RETURNED * bool(landed)
            readings.append(Hypothesis(_played(moved.line, move, choice), cost))
    return readings


def _captures_unseen(hypothesis: Hypothesis, lifted: Occupancy, choice: Choice | None) -> list[Hypothesis]:
    """The captures that the board fits although their victim did not settle off its square."""
    line = hypothesis.line
    if not hypothesis.change or (lifted and not lifted & line.board.occupied_co[not line.side_to_move]):
        return []
    moves = line.changes().get(hypothesis.change, ())
    if lifted in [chess.BB_SQUARES[move.to_square] for move in moves]:
        return []
    readings = []
    for move in moves:
        victim = chess.BB_SQUARES[move.to_square]
        if not victim & (hypothesis.touched | hypothesis.change):
            weight = evidence.GLIMPSED if victim & hypothesis.glimpsed else evidence.UNSEEN
            readings.append(Hypothesis(_played(line, move, choice), hypothesis.cost + weight))
    return readings


def _played(line: Line, move: chess.Move, choice: Choice | None) -> Line:
    if move.promotion and choice and choice.ply == line.ply + 1:
        move = chess.Move(move.from_square, move.to_square, choice.piece)
    return line.after(move)


def _alive(readings: list[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The readings worth keeping, the best first, one for each game."""
    readings.sort(key=_order)
    worst = readings[0].rank + evidence.DROPPED
    kept: dict[Line, Hypothesis] = {}
    for each in readings:
        if each.rank <= worst and len(kept) < evidence.MOST_ALIVE:
            kept.setdefault(each.line, each)
    return tuple(kept.values())


def _order(hypothesis: Hypothesis) -> tuple[float, int]:
    """Best first; among equals the longer game."""
    return hypothesis.rank, -hypothesis.line.ply
