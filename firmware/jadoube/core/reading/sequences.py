"""Several plies at once: what explains a board that no single ply explains.

Hands may have been faster than the scanner, or victims were pushed out and the replies came before anything
said so. Then some plies follow each other without one of them having been read. This file finds them, each a
legal ply whose piece has left its square; it compares no hypotheses, and drops none.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.costs import ahead_price, order_price, unseen_price
from jadoube.core.reading.hypotheses import Hypothesis, opponents, play_move, ply_start
from jadoube.core.reading.prior import prior_of
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, distinct_moves, flipped_squares
from jadoube.core.squares import Occupancy, squares

MOST_PLIES = 8
"""Plies in a row that may be found at once."""

MOST_SEQUENCES = 24
"""Sequences of each length that are looked at: the work of an event stays bounded."""


RANK = 8
"""From a square to the next on its file."""


class Sequence(NamedTuple):
    """Some plies in a row, at the end of a hypothesis."""

    line: Line
    cost: float
    guessed: int
    prior: float
    begun: int


def several_plies(
    hypothesis: Hypothesis, known: SettleOrder, worst: float, at_once: Occupancy = 0
) -> Iterator[Hypothesis]:
    """The hypotheses two or more plies longer that the board fits, but for what the side to move has lifted.

    What would cost more than `worst` is left out. `at_once` are the squares that settled in one scan just
    now, if there were several: what happened between them was not seen.
    """
    if not (hypothesis.change | hypothesis.touched) & opponents(hypothesis.line):
        return  # every other ply is the opponent's, and none of his pieces has left its square
    start = hypothesis.cost + hypothesis.detours
    sequences = [
        Sequence(hypothesis.line, start, hypothesis.guessed, hypothesis.prior, ply_start(hypothesis, known))
    ]
    for plies in range(MOST_PLIES):
        longer = [more for each in sequences for more in _extend_sequence(hypothesis, each, known, at_once)]
        longer = [each for each in longer if each.cost <= worst]
        sequences = sorted(longer, key=lambda each: each.cost)[:MOST_SEQUENCES]
        for sequence in sequences if plies else ():
            yield from _fitting_hypothesis(hypothesis, sequence, known)


def _extend_sequence(
    hypothesis: Hypothesis, sequence: Sequence, known: SettleOrder, at_once: Occupancy
) -> Iterator[Sequence]:
    """The sequences one ply longer whose ply explains some of the squares astray."""
    change = _change(hypothesis, sequence.line)
    explained = change | _en_passant_victims(change) | hypothesis.bad
    for move in _candidates(hypothesis, sequence.line, change, at_once):
        if not flipped_squares(sequence.line.board, move) & ~(explained | chess.BB_SQUARES[move.from_square]):
            yield _append_ply(hypothesis, sequence, move, known)


def _candidates(
    hypothesis: Hypothesis, line: Line, change: Occupancy, at_once: Occupancy
) -> Iterator[chess.Move]:
    """The legal moves of pieces that have left their squares; another may stand there again by now.

    If that was between two scans, then the square has not even opened, but the move's target has closed, or
    it captured. A move ends where the board differs or nothing is known, or it captures, or it is a pawn that
    was taken in passing at once.
    """
    board = line.board
    own = board.occupied_co[line.side_to_move]
    taken = _replaced_pieces(line, change)
    gone, closed = own & (change | hypothesis.touched), change & at_once & ~line.occupancy
    if gone | closed | taken:
        moves = chain(
            board.generate_legal_moves(gone, change | hypothesis.bad | opponents(line)),
            board.generate_legal_moves(own & ~gone, closed) if closed else (),
            board.generate_legal_captures(taken & ~gone, opponents(line)) if taken & ~gone else (),
            _double_steps(
                board,
                gone,
                _en_passant_victims(change) & _rank_neighbours(board.pawns & opponents(line) & change),
            ),
        )
        yield from distinct_moves(moves)


def _replaced_pieces(line: Line, change: Occupancy) -> Occupancy:
    """The pieces of the side to move on whose squares one of the opponent's may stand by now: it has left.

    Such a piece has captured, or its target would have closed.
    """
    board, left, taken = line.board, change & opponents(line), 0
    for square in squares(left & ~board.pawns):
        taken |= board.attacks_mask(square)
    if pawns := left & board.pawns:
        taken |= _pawn_pushes(board, pawns, not line.side_to_move)
    return taken & board.occupied_co[line.side_to_move]


def _pawn_pushes(board: chess.Board, pawns: Occupancy, side: chess.Color) -> Occupancy:
    """The squares to which pawns may go when what stands before them has gone."""
    if side == chess.WHITE:
        one = pawns << RANK
        return one | (one & ~board.occupied & chess.BB_RANK_3) << RANK
    one = pawns >> RANK
    return one | (one & ~board.occupied & chess.BB_RANK_6) >> RANK


def _double_steps(board: chess.Board, pieces: Occupancy, targets: Occupancy) -> Iterator[chess.Move]:
    """The moves by which a pawn of these goes two squares, to one of the targets."""
    pawns = pieces & board.pawns
    if pawns and targets:
        steps = board.generate_legal_moves(pawns, targets)
        yield from (step for step in steps if abs(step.to_square - step.from_square) == 2 * RANK)


def _en_passant_victims(change: Occupancy) -> Occupancy:
    """Where a pawn has gone two squares and was taken in passing, on one of these squares."""
    return (change & chess.BB_RANK_3) << RANK | (change & chess.BB_RANK_6) >> RANK


def _rank_neighbours(pieces: Occupancy) -> Occupancy:
    """The squares to the left and to the right of these."""
    return (pieces & ~chess.BB_FILE_H) << 1 | (pieces & ~chess.BB_FILE_A) >> 1


def _append_ply(hypothesis: Hypothesis, sequence: Sequence, move: chess.Move, known: SettleOrder) -> Sequence:
    """The sequence with this ply at its end."""
    before = sequence.line
    target, victim = chess.BB_SQUARES[move.to_square], chess.BB_SQUARES[move.to_square] & before.occupancy
    unseen = _unseen_price(hypothesis, sequence, move, known)
    cost = sequence.cost + order_price(before, sequence.begun, move, hypothesis.touched, known)
    prior = sequence.prior
    if not hypothesis.touched >> move.from_square & 1:
        cost += unseen
    if not victim:
        placed = known.closed[move.to_square] if target & hypothesis.touched else known.settlings
        cost += weights.SET_FIRST * (placed < known.opened[move.from_square])
        cost += weights.TWO_PLIES * (before is not hypothesis.line)
        cost += weights.AHEAD * _is_reply_early(hypothesis, before, placed, known)
    elif not _has_victim_left(hypothesis, sequence, move, known):
        if hypothesis.touched >> move.from_square & 1:  # else it has been charged
            cost += weights.GLIMPSED if victim & hypothesis.glimpsed else unseen
        prior += prior_of(before, move)
    line = play_move(before, move, known.choice)
    begun = known.begun(move, hypothesis.touched, sequence.begun)
    return Sequence(line, cost, sequence.guessed | 1 << line.ply, prior, begun)


def _unseen_price(hypothesis: Hypothesis, sequence: Sequence, move: chess.Move, known: SettleOrder) -> float:
    """What it costs that a piece was not seen to leave its square.

    If the ply before was begun in the same scan, then none saw what happened between the two.
    """
    price = unseen_price(hypothesis.guessed)
    in_row = sequence.line is not hypothesis.line
    together = in_row and known.opened[move.from_square] == sequence.begun
    return min(price, weights.TWO_PLIES) if together else price


def _is_reply_early(hypothesis: Hypothesis, before: Line, placed: int, known: SettleOrder) -> bool:
    """Whether a piece was set down before that of the ply before it: the reply did not wait."""
    move = before.move if before is not hypothesis.line else None
    return move is not None and placed < known.closed[move.to_square]


def _has_victim_left(
    hypothesis: Hypothesis, sequence: Sequence, move: chess.Move, known: SettleOrder
) -> bool:
    """Whether the victim was seen to leave its square, and not only to arrive there; or no reed shows it."""
    if hypothesis.bad >> move.to_square & 1:
        return True
    touched = hypothesis.touched >> move.to_square & 1
    return bool(touched) and known.opened[move.to_square] >= sequence.begun


def _fitting_hypothesis(
    hypothesis: Hypothesis, sequence: Sequence, known: SettleOrder
) -> Iterator[Hypothesis]:
    """The hypothesis with these plies, if nothing is astray then but pieces of the side to move."""
    line = sequence.line
    ahead = _change(hypothesis, line)
    if not ahead & ~line.board.occupied_co[line.side_to_move]:
        cost = sequence.cost + ahead_price(ahead, sequence.begun, known)
        longer = hypothesis.at(line, cost, ahead, sequence.begun)
        yield longer._replace(guessed=sequence.guessed, prior=sequence.prior)


def _change(hypothesis: Hypothesis, line: Line) -> Occupancy:
    """Where the board differs from a line that goes on from the hypothesis's."""
    return (hypothesis.line.occupancy ^ hypothesis.change ^ line.occupancy) & ~hypothesis.bad
