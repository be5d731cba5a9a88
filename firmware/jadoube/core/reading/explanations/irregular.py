"""Irregular plies: a ply against the laws, as one more explanation of the board.

The law: an irregular ply is a gesture that was seen whole and that no legal ply explains. It is considered
when a ply is called for, or the board rests, and the best reading does not fit the board; also where the best
one has just guessed a ply. It has a price. A ply that only overlooks a check is cheaper than one that no
piece of its kind can make: people overlook checks. One that is nothing like a move of its kind is dearer than
both. A king is never taken.

    a move        one piece is missing, and one empty square is filled
    a capture     one piece is missing, and an enemy's square was filled again after it was lifted
    en passant    two pawns side by side are missing, and the square behind the one is filled
    castling      a king and its rook are missing, and their two target squares are filled

A piece may be pulled over: then its target closes in the settling before its source opens. The reply may
have begun before the piece landed. If it is over before a ply is called for, and takes nothing, it is read at
once.

A reading with such a ply is extended by legal plies like any other. It is proved by two of them, one of each
side; before that it is not shown (`beam.py`), and the board shows an illegal try.

This file knows one hypothesis. It refuses to know when a ply is called for (`calls.py`), and why a ply is
illegal (`rules/illegality.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.costs import unseen_price
from jadoube.core.reading.hypotheses import Hypothesis, is_swept
from jadoube.core.reading.seen_plies import append_ply, plies_seen
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import castling_flips, moved_anyhow
from jadoube.core.squares import Occupancy, squares

CASTLINGS = tuple(map(chess.Move.from_uci, ("e1g1", "e1c1", "e8g8", "e8c8")))


def irregular_plies(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by one irregular ply of the side to move, seen whole.

    The opponent may have lifted pieces already. `lifted` is what he lifts now, if that calls for a ply. No
    second irregular ply is considered before the first is proved.
    """
    if hypothesis.fits or hypothesis.unproved or is_swept(hypothesis):
        return
    line = hypothesis.line
    if lifted & ~line.opponents or (
        not hypothesis.placed and any(line.legal_moves(hypothesis.missing, lifted))
    ):
        return
    for own in _gestures(hypothesis, known):
        for move, board, price in _tries(hypothesis, own, known):
            left, landed = known.opened[move.from_square], known.closed[move.to_square]
            whole = left <= landed + 1 and (not lifted or bool(lifted & board.occupied_co[board.turn]))
            early = lifted | _opened_before(landed, hypothesis.missing & line.opponents & ~own, known)
            placed = own & ~line.occupancy if price >= weights.AGAINST_LAWS else 0
            if whole and not _reached_by(early, board) & placed:
                after = line.standing(board, move)
                longer = append_ply(hypothesis, move, after, own, hypothesis.touched, known)
                cost = longer.cost + price + weights.SET_FIRST * (left > landed)
                longer = longer._replace(cost=cost, unproved=after.ply)
                yield longer
                if longer.placed:
                    yield from _replies(longer, hypothesis.touched, known)


def _replies(irregular: Hypothesis, touched: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield those longer by the reply to the irregular ply, if that was made before a ply was called for."""
    begun = min(known.changed(square) for square in squares(irregular.change))
    since = known.changed_since(touched, begun)
    yield from plies_seen(irregular._replace(touched=since), since, known)


def _reached_by(lifted: Occupancy, board: chess.Board) -> Occupancy:
    """The squares where the opponent's pieces that were lifted before the landing may have been set down.

    A target may close before its source opens.
    """
    reached = 0
    for square in squares(lifted):
        reached |= board.attacks_mask(square) | _file_of(square, board)
    return reached


def _opened_before(landed: int, lifted: Occupancy, known: SettleOrder) -> Occupancy:
    return sum(chess.BB_SQUARES[square] for square in squares(lifted) if known.opened[square] < landed)


def _file_of(square: chess.Square, board: chess.Board) -> Occupancy:
    """The file of a pawn: it is pushed along it; 0 for another piece."""
    return chess.BB_FILES[chess.square_file(square)] if board.pawns >> square & 1 else 0


def _gestures(hypothesis: Hypothesis, known: SettleOrder) -> set[Occupancy]:
    """The parts of the change that the ply may have made: what changed later is the reply's.

    So are the opponent's pieces that were lifted before the ply's own piece landed.
    """
    change, theirs = hypothesis.change, hypothesis.change & hypothesis.line.opponents
    ends = sorted({known.changed(square) for square in squares(change)})
    until = [change & ~known.changed_since(change, end + 1) for end in ends]
    return {own for each in until for own in (each, each & ~theirs) if own}


_Try = tuple[chess.Move, chess.Board, float]
"""A ply that was tried, the position after it, and its price."""


def _tries(hypothesis: Hypothesis, change: Occupancy, known: SettleOrder) -> Iterator[_Try]:
    """Yield the irregular plies whose gesture explains this change."""
    line = hypothesis.line
    missing, placed = change & line.occupancy, change & ~line.occupancy
    own = missing & ~line.opponents
    if own & ~hypothesis.touched:
        return
    match missing.bit_count(), own.bit_count(), placed.bit_count():
        case 1, 1, 1:
            yield from _moves(hypothesis, own, placed)
        case 1, 1, 0:
            yield from _moves(hypothesis, own, _filled_again(hypothesis, own, known))
        case 2, 1, 1:
            yield from _en_passant(line.board, own, missing ^ own, placed)
        case 2, 2, 2:
            yield from _castling(line.board, change)


def _filled_again(hypothesis: Hypothesis, source: Occupancy, known: SettleOrder) -> Occupancy:
    """The squares of the opponent's pieces, not his king, that closed just before this one left, or since."""
    line, lifted = hypothesis.line, known.opened[source.bit_length() - 1]
    victims = line.opponents & ~line.board.kings & hypothesis.touched & ~hypothesis.change
    return sum(chess.BB_SQUARES[square] for square in squares(victims) if known.closed[square] >= lifted - 1)


def _moves(hypothesis: Hypothesis, source: Occupancy, targets: Occupancy) -> Iterator[_Try]:
    """Yield the irregular moves from a square to each of these."""
    board, from_square = hypothesis.line.board, source.bit_length() - 1
    for target in squares(targets):
        last = source & board.pawns and chess.BB_SQUARES[target] & chess.BB_BACKRANKS
        move = chess.Move(from_square, target, chess.QUEEN if last else None)
        overlooks = board.is_pseudo_legal(move)
        if not (overlooks and board.is_legal(move)):
            price = _overlooked_price(hypothesis) if overlooks else _price_against_laws(board, move)
            yield move, moved_anyhow(board, move), price


def _price_against_laws(board: chess.Board, move: chess.Move) -> float:
    """The price of a ply that no piece of its kind can make (`AGAINST_LAWS`, `OUTLANDISH`)."""
    source, target = move.from_square, move.to_square
    forward = (chess.square_rank(target) - chess.square_rank(source)) * (1 if board.turn else -1)
    sideways = abs(chess.square_file(target) - chess.square_file(source))
    like_pawn = 0 <= forward <= 3 and sideways <= 2
    like_king = chess.square_distance(source, target) <= 2
    moved = chess.BB_SQUARES[source]
    outlandish = not like_pawn if moved & board.pawns else moved & board.kings and not like_king
    return weights.AGAINST_LAWS + weights.OUTLANDISH * bool(outlandish)


def _overlooked_price(hypothesis: Hypothesis) -> float:
    """The price of a ply that overlooks a check; what was seen is never dearer than a victim that was not."""
    return min(weights.OVERLOOKED, unseen_price(hypothesis.guessed))


def _en_passant(
    board: chess.Board, source: Occupancy, victim: Occupancy, target: Occupancy
) -> Iterator[_Try]:
    """Yield the capture en passant that comes too late, or uncovers the king."""
    move = chess.Move(source.bit_length() - 1, target.bit_length() - 1)
    passed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    sideways = chess.square_distance(move.from_square, passed) == 1
    forward = chess.square_rank(move.to_square) - chess.square_rank(passed) == (1 if board.turn else -1)
    pawns = not (source | victim) & ~board.pawns
    if pawns and sideways and forward and chess.BB_SQUARES[passed] == victim and not board.is_legal(move):
        after = moved_anyhow(board, move)
        after.remove_piece_at(passed)
        yield move, after, weights.OVERLOOKED


def _castling(board: chess.Board, change: Occupancy) -> Iterator[_Try]:
    """Yield the castling that earlier moves or an attacked square forbid."""
    own = board.occupied_co[board.turn]
    for move in CASTLINGS:
        king = chess.BB_SQUARES[move.from_square] & board.kings & own
        if king and castling_flips(move) == change and not board.is_legal(move):
            rook = change & chess.BB_CORNERS & board.rooks & own
            if rook:
                after = moved_anyhow(board, move)
                beside = (change & ~(king | rook | chess.BB_SQUARES[move.to_square])).bit_length() - 1
                after.remove_piece_at(rook.bit_length() - 1)
                after.set_piece_at(beside, chess.Piece(chess.ROOK, board.turn))
                after.castling_rights = after.clean_castling_rights()
                yield move, after, weights.OVERLOOKED
