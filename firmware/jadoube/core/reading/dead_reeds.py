"""Reeds that are dead: stuck open or stuck closed, all game long.

The law: a reed that has changed is not dead. A reading may hold that one is (`Hypothesis.bad`); then it
compares all it expects with the board apart from that square, and pays for it once (`evidence.DEAD`). When
the reed changes after all, the reading was wrong and pays again. So dead reeds need no diagnosis: what is
known of them is what the best reading holds.

There are three ways to come to hold it. The start position stands but for one or two squares, and the first
ply is made on the rest. A ply is called for, and a legal one would explain the board but for one square
that has never changed: a piece was lifted and came down nowhere, or came down and had left nowhere. Or an
opponent's piece was lifted and put back, as it is when a piece takes it whose own reed stays closed. A second
one is found in the same ways, where the best reading holds the first.

All this is a last resort. It is never asked while a hand may hold the piece that is missing: not when a lever
is pressed until the board has rested, and not when the opponent lifts a piece until he has set it down.

This file does not compare readings (`tracker.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import (
    Hypothesis,
    assume_ply,
    en_passant_pawn,
    is_swept,
    may_hold_piece,
    opponents,
    take_in_settling,
)
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import distinct_moves
from jadoube.core.squares import Occupancy, squares

MOST_DEAD = 2
"""So many reeds are held dead at the most; so a game may begin on so many squares that stand otherwise."""

MOST_SUSPICIONS = 4
"""So many sets of suspects are kept while the pieces are set up."""


def suspicions(expected: Hypothesis) -> tuple[Hypothesis, ...]:
    """The reading of a start position, not begun, that takes the squares astray for dead, if they are few."""
    dead = expected.change.bit_count()
    if not 0 < dead <= MOST_DEAD:
        return ()
    return (Hypothesis(expected.line, cost=weights.DEAD * dead, bad=expected.change),)


def add_suspicions(readings: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Suspect what is astray from the start position, too, when the board comes to rest."""
    expected, *held = readings
    fresh = [each for each in suspicions(expected) if each.bad not in {other.bad for other in held}]
    return (expected, *held, *fresh)[: 1 + MOST_SUSPICIONS]


def remaining_suspicions(
    readings: Sequence[Hypothesis], settled: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """The suspicions of a start position that are left when these squares have settled."""
    return tuple(
        take_in_settling(each, settled, occupancy) for each in readings[1:] if not each.bad & settled
    )


def has_left_square(hypothesis: Hypothesis) -> bool:
    """Whether the last ply began on a trusted reed: a piece that is being set up comes from nowhere."""
    move = hypothesis.line.move
    return move is not None and not chess.BB_SQUARES[move.from_square] & hypothesis.bad


def plies_at_dead(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """The plies that the board fits, and that begin or end on a reed which this reading holds dead.

    `lifted` is what the opponent lifts now, if that is what says that a ply was made.
    """
    if _has_no_sign_of_ply(hypothesis, lifted):
        return
    for change in _changes(hypothesis):
        for move in hypothesis.line.plies_flipping(change, chess.BB_ALL, hypothesis.bad):
            ends = chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
            if ends & hypothesis.bad:
                weight = weights.BLIND + weights.BLIND_OR_CAPTURE * _may_take(hypothesis, move, lifted)
                yield assume_ply(hypothesis, move, known, weight, hypothesis.change & ~change)


def plies_to_suspects(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """The plies that the board fits but for one square more, whose reed is dead if one was made."""
    if _has_no_sign_of_ply(hypothesis, lifted) or not _may_hold_another(hypothesis):
        return
    suspects = ~(known.alive | hypothesis.bad)
    for change in _changes(hypothesis):
        for flipped, moves in hypothesis.line.changes_over(change):
            for move in moves:
                dead = _dead_reed(hypothesis, move, flipped & ~(change | hypothesis.bad))
                if dead & suspects and not _may_take(hypothesis, move, lifted):
                    yield _assume_dead_reed(hypothesis, move, known, dead, hypothesis.change & ~change)


def captures_from_dead(hypothesis: Hypothesis, known: SettleOrder) -> Iterator[Hypothesis]:
    """The captures by pieces on these squares, whose reeds are dead if one was made, where the board fits."""
    line = hypothesis.line
    victims = hypothesis.touched & opponents(line)
    if hypothesis.change or not victims or not _may_hold_another(hypothesis):
        return
    suspects = line.occupancy & ~(known.alive | hypothesis.bad)
    for move in distinct_moves(line.board.generate_legal_moves(suspects, victims)):
        yield _assume_dead_reed(hypothesis, move, known, chess.BB_SQUARES[move.from_square], 0)


def may_be_in_hand(hypothesis: Hypothesis) -> bool:
    """Whether the mover may hold the piece that is missing: nothing stands where this reading has none."""
    return may_hold_piece(hypothesis, hypothesis.line.side_to_move)


def may_be_answered(hypothesis: Hypothesis, occupancy: Occupancy) -> bool:
    """Whether a piece of the opponent's may have left its square, for the reply to a ply of the mover's."""
    return bool(opponents(hypothesis.line) & (~occupancy | hypothesis.bad))


def readings_to_ask(readings: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The readings near the best that may have a piece in the air, to be asked once it is in no hand."""
    worst = readings[0].rank + weights.DOUBTFUL
    return tuple(each for each in readings if each.rank < worst and may_be_in_hand(each))


def _may_hold_another(hypothesis: Hypothesis) -> bool:
    """Whether a reading may come to hold one reed more dead."""
    return hypothesis.bad.bit_count() < MOST_DEAD


def _changes(hypothesis: Hypothesis) -> list[Occupancy]:
    """What of the change may be a ply's: all of it, or all but the reply's, or one lifted piece alone.

    A pawn that may be taken en passant can be the ply's, too. The reply may have lifted a piece that it
    captures, and have placed as many as the opponent has lifted.
    """
    theirs, placed = hypothesis.theirs, hypothesis.placed
    passed = theirs & en_passant_pawn(hypothesis.line)
    alone = (chess.BB_SQUARES[square] for square in squares(hypothesis.missing & ~theirs))
    own = [each for each in (hypothesis.change, hypothesis.change & ~theirs, *alone) if each]
    changes = dict.fromkeys((*own, *(each | passed for each in own)))
    return [each for each in changes if (placed & ~each).bit_count() <= theirs.bit_count()]


def _dead_reed(hypothesis: Hypothesis, move: chess.Move, unseen: Occupancy) -> Occupancy:
    """The square whose reed is dead, if this move was made and these squares did not show it; or none.

    A pawn that stands where it would be taken en passant is no dead reed: it was left there.
    """
    board = hypothesis.line.board
    ends = chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
    if not unseen and not hypothesis.touched & chess.BB_SQUARES[move.to_square]:
        return chess.BB_SQUARES[move.to_square]
    if unseen & unseen - 1 or not (unseen & ends or board.is_castling(move)):
        return 0
    return unseen


def _has_no_sign_of_ply(hypothesis: Hypothesis, lifted: Occupancy) -> bool:
    """Whether nobody says that a ply was made: what is lifted now is no opponent's piece, or all is."""
    if is_swept(hypothesis):
        return True
    return bool(lifted) and not lifted & opponents(hypothesis.line)


def _may_take(hypothesis: Hypothesis, move: chess.Move, lifted: Occupancy) -> bool:
    """Whether what is lifted now may be about to be captured by the piece that moves."""
    if not lifted:
        return False
    source = chess.BB_SQUARES[move.from_square]
    return any(hypothesis.line.board.generate_legal_captures(source, lifted))


def _assume_dead_reed(
    hypothesis: Hypothesis, move: chess.Move, known: SettleOrder, dead: Occupancy, ahead: Occupancy
) -> Hypothesis:
    weight = weights.DEAD + _rarity(hypothesis.line.board, move)
    return assume_ply(hypothesis, move, known, weight, ahead)._replace(bad=hypothesis.bad | dead)


def _rarity(board: chess.Board, move: chess.Move) -> float:
    """How seldom a move is made that looks like this, as far as one can tell at a glance.

    It ranks moves among which the board cannot choose, and is too little to silence a doubt.
    """
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    aside = abs(2 * file - 7) + abs(2 * rank - 7)  # from the centre of the board, in half squares
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    taken_by = (
        board.piece_type_at(square) or chess.PAWN
        for square in board.attackers(not board.turn, move.to_square)
    )
    guarded = len(board.attackers(board.turn, move.to_square)) > 1
    loses = any(taker < piece or not guarded for taker in taken_by)
    return weights.ASIDE * aside + weights.LOSES_A_PIECE * loses
