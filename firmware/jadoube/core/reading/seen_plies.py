"""Seen plies: the legal plies that the change of a reading shows whole, and what their gestures cost.

A ply is seen if it flips exactly the squares that the board shows otherwise, and its target was touched. The
price says how the hands made it: its order, and the settlings that it did not need.

This file refuses to know plies that were not seen whole (`explanations/`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.costs import ahead_price, order_price
from jadoube.core.reading.hypotheses import (
    Hypothesis,
    believe,
    crossings,
    detour_price,
    ply_start,
)
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line, flipped_squares
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy


def plies_seen(hypothesis: Hypothesis, squares: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses one ply longer that fit the board; the opponent may have lifted pieces already.

    `squares` are those that settled just now.
    """
    line, change = hypothesis.line, hypothesis.change
    theirs = change & line.opponents
    lifted = {theirs, theirs & ~en_passant_pawn(line)} - {0} if theirs else set[Occupancy]()
    if not hypothesis.bad:
        lifted -= {change}  # a ply leaves something astray, except a capture from a bad reed
    for ahead in (0, *lifted):
        own, touched = change & ~ahead, hypothesis.touched & ~ahead
        moves = line.plies_flipping(own, touched, hypothesis.bad)
        if hypothesis.bad and len(moves) > 1:  # only the rook is seen: rather castling than its own ply
            moves = sorted(moves, key=line.board.is_castling, reverse=True)
        for move in moves:
            after = play_move(line, move, known.choice)
            longer = append_ply(hypothesis, move, after, own, squares, known)
            yield longer
            if hypothesis.bad & hypothesis.touched:
                yield from _believe_again(longer, hypothesis.touched, known)


def _believe_again(longer: Hypothesis, touched: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the reading that believes those reeds again that have changed just as its last ply needs."""
    move, before = longer.line.move, longer.line.before
    if move is None or before is None:
        return
    used = flipped_squares(before.board, move) | chess.BB_SQUARES[move.to_square]
    agreed = used & touched & longer.bad & ~(known.occupancy ^ longer.line.occupancy)
    if agreed:
        cost = longer.cost + weights.BELIEVED
        yield believe(longer, agreed)._replace(cost=cost)


def append_ply(
    hypothesis: Hypothesis,
    move: chess.Move,
    after: Line,
    change: Occupancy,
    squares: Occupancy,
    known: SettleOrder,
) -> Hypothesis:
    """Extend a hypothesis by this ply, which leads to the game `after`.

    `change` is the part of its change that the ply explains, `squares` are those that settled just now.
    """
    line, ahead = hypothesis.line, hypothesis.change & ~change
    captures = bool(line.occupancy & ~(change | hypothesis.bad) & chess.BB_SQUARES[move.to_square])
    cost = hypothesis.cost + _manner_price(hypothesis, move, captures=captures)
    cost += order_price(line, ply_start(hypothesis, known), move, hypothesis.touched, known)
    if not _has_landed_last(move, change, squares):
        cost += weights.SET_FIRST
    begun = known.begun(move, hypothesis.touched, ply_start(hypothesis, known))
    if ahead:
        cost += ahead_price(ahead & line.occupancy, begun, known.closed[move.to_square], known)
    return hypothesis.at(after, cost, ahead, begun)


def _has_landed_last(move: chess.Move, change: Occupancy, squares: Occupancy) -> bool:
    """Whether a ply ends with these settlings: its piece lands, or the last square on its way opens.

    Otherwise its source opened last, or the ply was complete before and another square changed.
    """
    target = chess.BB_SQUARES[move.to_square]
    if change.bit_count() > 2:  # castling and en passant move more than one piece
        return bool(squares & (change | target))
    return bool(squares & (target | chess.between(move.from_square, move.to_square)))


def _manner_price(hypothesis: Hypothesis, move: chess.Move, *, captures: bool) -> float:
    """The price of the settlings that a ply's gesture did not need.

    A capture's target opens and closes again. A square that closed and opened was crossed by a slid piece, or
    tried. A piece put back before the board came to rest was not bumped by this ply.
    """
    put_back = (hypothesis.settled_on - hypothesis.missing.bit_count() - 2 * captures) // 2
    if captures:
        put_back = max(0, put_back)  # a victim off its centre opens no reed
    tried = (hypothesis.settled_off - hypothesis.placed.bit_count()) // 2
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    crossed = min(tried, crossings(hypothesis, source, target)) if tried else 0
    bumped = hypothesis.touched & hypothesis.line.occupancy & ~hypothesis.change & ~target
    bumps = weights.BUMPED * min(put_back, bumped.bit_count())
    return detour_price(put_back, tried - crossed, crossed) + bumps


def rank_if_sliding(hypothesis: Hypothesis) -> float:
    """The rank if a piece in the air slid over the squares on the lines from its source: none was tried.

    It says which readings are searched for a ply to where no reed shows the piece. It is not the rank, for
    then a piece that is lifted again would take its ply back.
    """
    rank, tried = hypothesis.rank, hypothesis.settled_off // 2
    if not tried or hypothesis.placed:
        return rank
    source = hypothesis.missing & ~hypothesis.line.opponents
    if not source or source & source - 1:
        return rank
    passed = hypothesis.touched & ~(hypothesis.change | hypothesis.line.occupancy)
    passed &= attacks_from(source.bit_length() - 1, chess.QUEEN, hypothesis.line.side_to_move)
    more = min(tried, passed.bit_count()) - crossings(hypothesis, source, hypothesis.theirs)
    return rank - (weights.TRIED - weights.CROSSED) * max(0, more)


def play_move(line: Line, move: chess.Move, choice: Choice | None) -> Line:
    """Extend a line by this ply; a promotion gets the piece that was chosen for this ply."""
    if move.promotion and choice and choice.ply == line.ply + 1:
        move = chess.Move(move.from_square, move.to_square, choice.piece)
    return line.after(move)


def en_passant_pawn(line: Line) -> Occupancy:
    """The square of the pawn that can be captured en passant, or 0; its lift may belong to that capture."""
    square = line.board.ep_square
    return 0 if square is None else chess.BB_SQUARES[square ^ 8]
