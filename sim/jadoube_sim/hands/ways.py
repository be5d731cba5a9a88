"""Ways of making one move: the gestures of real hands, of which only some are tidy.

A way takes a `Moment` and gives the steps of the ply's gesture, panel keys included and the lever not. It
decides what the hands do and how long a piece stands or flies where that matters; it knows no pace, no clock
and not what happens between plies. Whatever a way does, it leaves the board as the move does.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

import chess

from jadoube.core.rules.game_line import flipped_squares
from jadoube.core.rules.rule_sets import position_outcome
from jadoube_sim.hands.gestures import (
    PANEL,
    Capture,
    Castling,
    EnPassant,
    Manner,
    Promotion,
    gesture_for,
    squares_of,
)
from jadoube_sim.hands.steps import AtOnce, Key, Lift, Motion, Place, Span, Wait


@dataclass(frozen=True, slots=True)
class Moment:
    """What a hand knows when it is to make a move: the position (not to be changed), the move, its lots."""

    board: chess.Board
    move: chess.Move
    rng: random.Random
    presses: bool = False
    """Whether levers are pressed in this game."""
    irregular: bool = False
    """Whether the move is against the laws; it is made as a legal one."""


Way = Callable[[Moment], list[Motion]]

#: Own piece first, then the victim; the king first, and the pawn that is taken en passant last.
PLAIN = Manner(Capture.MOVER_FIRST, Castling.KING_THEN_ROOK, EnPassant.AFTER, Promotion.EXCHANGED)
VICTIM_FIRST = Manner(Capture.VICTIM_FIRST, Castling.KING_THEN_ROOK, EnPassant.BEFORE, Promotion.EXCHANGED)

GLIMPSE_MS: Span = (3, 14)
"""Shorter than a debounce of 20 ms, the reed's bounce included."""


def tidily(manner: Manner) -> Way:
    """One gesture after the other, in this manner's order."""

    def way(moment: Moment) -> list[Motion]:
        return list(gesture_for(moment.board, moment.move, manner, irregular=moment.irregular))

    return way


def any_order(moment: Moment) -> list[Motion]:
    """Each kind of move in an order drawn by lot."""
    rng = moment.rng
    manner = Manner(
        rng.choice(list(Capture)),
        rng.choice(list(Castling)),
        rng.choice(list(EnPassant)),
        rng.choice(list(Promotion)),
    )
    return tidily(manner)(moment)


def two_hands(moment: Moment) -> list[Motion]:
    """Both hands reach out together: the two pieces leave between two scans, and two that land do so too."""
    board, move = moment.board, moment.move
    if board.is_castling(move):
        at = squares_of(board, move)
        leave = AtOnce((Lift(at["from"]), Lift(at["rook"])))
        return [leave, AtOnce((Place(at["to"]), Place(at["beside"])))]
    if not board.is_capture(move):
        return tidily(PLAIN)(moment)
    lifts = AtOnce((Lift(move.from_square), Lift(_victim(moment))))
    return [lifts, Place(move.to_square), *_choosing(move)]


def slow_slide(moment: Moment) -> list[Motion]:
    """The piece is pushed along the board, and each square on its way is held for longer than a debounce."""
    return _sliding(moment, closed_ms=(30, 150), between_ms=(25, 80))


def fast_slide(moment: Moment) -> list[Motion]:
    """The piece is swept along the board: each square on its way closes for less than a debounce."""
    return _sliding(moment, closed_ms=(2, 8), between_ms=(1, 3))


def swap(moment: Moment) -> list[Motion]:
    """The capturing piece pushes its victim off and takes its place: that square's reed never opens."""
    return _swapping(moment, [])


def glimpsed_swap(moment: Moment) -> list[Motion]:
    """The same, and between the two magnets the reed opens for some milliseconds."""
    target = moment.move.to_square
    return _swapping(moment, [Lift(target), Wait(moment.rng.randint(*GLIMPSE_MS)), Place(target)])


def target_first(moment: Moment) -> list[Motion]:
    """The piece is pulled over, its magnet strong: the target closes just before the source opens."""
    board, move, rng = moment.board, moment.move, moment.rng
    at = squares_of(board, move)
    legs: list[Motion] = [Place(at["to"]), Wait(rng.randint(5, 80)), Lift(at["from"])]
    if board.is_castling(move):
        legs += [Place(at["beside"]), Wait(rng.randint(5, 80)), Lift(at["rook"])]
    if not board.is_capture(move):
        return [*legs, *_choosing(move)]
    taken = Lift(_victim(moment))
    steps = [*legs, taken] if board.is_en_passant(move) else [taken, *legs]
    return [*steps, *_choosing(move)]


def final_frame(moment: Moment) -> list[Motion]:
    """Nobody scanned while the hands were at work: all that the ply changes is seen at one instant."""
    return [net(moment.board.occupied, flipped_squares(moment.board, moment.move)), *_choosing(moment.move)]


def second_thoughts(moment: Moment) -> list[Motion]:
    """The piece is put on another legal square, looked at, and moved on to where it goes."""
    steps = tidily(PLAIN)(moment)
    tries = [move.to_square for move in _quiet(moment.board) if move.from_square == moment.move.from_square]
    tries = [square for square in tries if square not in squares_of(moment.board, moment.move).values()]
    tries = [square for square in tries if not _ends(moment.board, moment.move.from_square, square)]
    if not tries:
        return steps
    tried = moment.rng.choice(tries)
    looks = Wait(moment.rng.randint(300, 2500))
    return [steps[0], Place(tried), looks, Lift(tried), *steps[1:]]


def bumping(moment: Moment) -> list[Motion]:
    """While one piece is in hand a neighbour is knocked up, and put back at once."""
    return _with_a_neighbour(moment, (50, 400))


def brushing(moment: Moment) -> list[Motion]:
    """A sleeve brushes a neighbour while one piece is in hand: its reed opens for some milliseconds."""
    return _with_a_neighbour(moment, GLIMPSE_MS)


def net(occupied: int, changed: int) -> AtOnce:
    """Give the step in which these squares change all at once; `occupied` is what stood there before."""
    squares = chess.SquareSet(changed)
    return AtOnce(tuple(Lift(each) if occupied >> each & 1 else Place(each) for each in squares))


def neighbours(board: chess.Board, around: Iterable[chess.Square]) -> list[chess.Square]:
    """The squares next to these, but not of them, on which a piece stands; in order."""
    squares = chess.SquareSet(around)
    near = chess.SquareSet()
    for square in squares:
        near |= chess.BB_KING_ATTACKS[square]
    return list((near - squares) & board.occupied)


def _victim(moment: Moment) -> chess.Square:
    """The square of what a capture takes."""
    return squares_of(moment.board, moment.move).get("victim", moment.move.to_square)


def _choosing(move: chess.Move) -> list[Motion]:
    """The panel keys of a promotion."""
    return [Key(button) for button in PANEL[move.promotion or chess.QUEEN]]


def _quiet(board: chess.Board) -> list[chess.Move]:
    """The legal moves of one piece to a free square."""
    return [
        move
        for move in board.legal_moves
        if not board.is_capture(move) and not board.is_castling(move) and not move.promotion
    ]


def _ends(board: chess.Board, source: chess.Square, target: chess.Square) -> bool:
    """Whether this quiet move would end the game: nobody thinks better of a mate."""
    after = board.copy(stack=False)
    after.push(chess.Move(source, target))
    return position_outcome(after) is not None


def _sliding(moment: Moment, closed_ms: Span, between_ms: Span) -> list[Motion]:
    """Push a piece over the squares between its two; what jumps, or goes one square, is made in any order.

    A captured piece is taken off first, or when the other stands before it. After a king the rook jumps.
    """
    board, move, rng = moment.board, moment.move, moment.rng
    way = _way_between(move)
    if not way or any(board.piece_at(square) for square in way):
        return any_order(moment)
    legs = _legs([move.from_square, *way, move.to_square], closed_ms, between_ms, rng)
    if board.is_castling(move):
        return [*_joined(legs), *tidily(PLAIN)(moment)[2:]]
    if not board.is_capture(move):
        return _joined(legs)
    taken = Lift(move.to_square)
    if rng.random() < 0.3:
        return [*_joined(legs[:-1]), taken, *legs[-1][:-1]]
    return [taken, *_joined(legs)]


def _way_between(move: chess.Move) -> list[chess.Square]:
    """The squares that a sliding piece crosses, in its order; a knight's are none."""
    between = list(chess.SquareSet.between(move.from_square, move.to_square))
    return between if move.from_square < move.to_square else between[::-1]


def _legs(
    squares: list[chess.Square], closed_ms: Span, between_ms: Span, rng: random.Random
) -> list[list[Motion]]:
    """From square to square: the next reed closes before the last one opens, or after; there it stays."""
    both_closed = rng.random() < 0.5
    legs: list[list[Motion]] = []
    for left, reached in pairwise(squares):
        between, stays = Wait(rng.randint(*between_ms)), Wait(rng.randint(*closed_ms))
        one, other = (Place(reached), Lift(left)) if both_closed else (Lift(left), Place(reached))
        legs.append([one, between, other, stays])
    return legs


def _joined(legs: list[list[Motion]]) -> list[Motion]:
    """All legs in a row, without the last wait."""
    return [step for leg in legs for step in leg][:-1]


def _swapping(moment: Moment, at_target: list[Motion]) -> list[Motion]:
    board, move = moment.board, moment.move
    if board.is_en_passant(move) or not board.is_capture(move):
        return tidily(PLAIN)(moment)
    return [Lift(move.from_square), *at_target, *_choosing(move)]


def _with_a_neighbour(moment: Moment, gone_ms: Span) -> list[Motion]:
    steps, rng = any_order(moment), moment.rng
    near = neighbours(moment.board, squares_of(moment.board, moment.move).values())
    if not near or not isinstance(steps[0], Lift):
        return steps
    bumped = rng.choice(near)
    before, gone = Wait(rng.randint(40, 250)), Wait(rng.randint(*gone_ms))
    return [steps[0], before, Lift(bumped), gone, Place(bumped), *steps[1:]]
