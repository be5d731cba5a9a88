"""The tidy gestures: every clean order in which a legal move can be made, as plain rows.

It decides what a hand lifts and places for a move, and in which order; it knows no time. A row is a gesture
in short: `-` lifts, `+` places, `&` joins what two hands do at one moment. `from` and `to` are the move's
squares, `victim` the square of the pawn taken en passant, `rook` and `beside` the castling rook's squares.
"""

from dataclasses import dataclass
from enum import Enum

import chess

from jadoube.core.messages.events import Button
from jadoube_sim.hands.steps import Key, Lift, Place, Step, Together, Wait


class Capture(Enum):
    """Which piece leaves its square first."""

    VICTIM_FIRST = "-to -from +to"
    MOVER_FIRST = "-from -to +to"


class Castling(Enum):
    """Every order of king (from, to) and rook (rook, beside), and both at one moment."""

    KING_THEN_ROOK = "-from +to -rook +beside"
    ROOK_THEN_KING = "-rook +beside -from +to"
    KING_UP_ROOK_UP_KING_DOWN = "-from -rook +to +beside"
    KING_UP_ROOK_UP_ROOK_DOWN = "-from -rook +beside +to"
    ROOK_UP_KING_UP_KING_DOWN = "-rook -from +to +beside"
    ROOK_UP_KING_UP_ROOK_DOWN = "-rook -from +beside +to"
    TWO_HANDS = "-from&-rook +to&+beside"


class EnPassant(Enum):
    """When the pawn that is taken leaves: before the other, while that is in the air, or after it stands."""

    BEFORE = "-victim -from +to"
    BETWEEN = "-from -victim +to"
    AFTER = "-from +to -victim"


class Promotion(Enum):
    """How the pawn becomes a piece; the value goes on where the last rank's square is free."""

    EXCHANGED = "-from +to -to +to"
    """The pawn is set down on the last rank and exchanged for the piece."""
    DIRECT = "-from +to"
    """The pawn is taken off the board and the piece set directly."""
    PIECE_FIRST = "+to -from"
    """The piece is set before the pawn leaves."""


#: A promotion that captures. A piece that is set first finds its square free only if the victim left before.
CAPTURE_PROMOTIONS = {
    (Capture.VICTIM_FIRST, Promotion.EXCHANGED): "-to -from +to -to +to",
    (Capture.VICTIM_FIRST, Promotion.DIRECT): "-to -from +to",
    (Capture.VICTIM_FIRST, Promotion.PIECE_FIRST): "-to +to -from",
    (Capture.MOVER_FIRST, Promotion.EXCHANGED): "-from -to +to -to +to",
    (Capture.MOVER_FIRST, Promotion.DIRECT): "-from -to +to",
    (Capture.MOVER_FIRST, Promotion.PIECE_FIRST): "-to +to -from",
}

#: The shortest way on the panel from the queen, which is shown first, to the piece.
PANEL = {
    chess.QUEEN: (),
    chess.ROOK: (Button.PLUS,),
    chess.BISHOP: (Button.PLUS, Button.PLUS),
    chess.KNIGHT: (Button.MINUS,),
}


@dataclass(frozen=True, slots=True)
class Manner:
    """The orders that a hand keeps to: one of each kind."""

    capture: Capture = Capture.VICTIM_FIRST
    castling: Castling = Castling.KING_THEN_ROOK
    en_passant: EnPassant = EnPassant.BETWEEN
    promotion: Promotion = Promotion.EXCHANGED


TIDY = Manner()

#: Together they have every order of every kind, and every kind of promotion with either order of capture.
MANNERS = {
    "tidy": TIDY,
    "mover-first": Manner(
        Capture.MOVER_FIRST, Castling.KING_UP_ROOK_UP_KING_DOWN, EnPassant.AFTER, Promotion.EXCHANGED
    ),
    "rook-first": Manner(Capture.VICTIM_FIRST, Castling.ROOK_THEN_KING, EnPassant.BEFORE, Promotion.DIRECT),
    "rook-down-first": Manner(
        Capture.MOVER_FIRST, Castling.KING_UP_ROOK_UP_ROOK_DOWN, EnPassant.BETWEEN, Promotion.DIRECT
    ),
    "rook-up-first": Manner(
        Capture.VICTIM_FIRST, Castling.ROOK_UP_KING_UP_KING_DOWN, EnPassant.AFTER, Promotion.PIECE_FIRST
    ),
    "rook-up-and-down-first": Manner(
        Capture.MOVER_FIRST, Castling.ROOK_UP_KING_UP_ROOK_DOWN, EnPassant.BEFORE, Promotion.PIECE_FIRST
    ),
    "two-hands": Manner(Capture.VICTIM_FIRST, Castling.TWO_HANDS, EnPassant.AFTER, Promotion.EXCHANGED),
}


def gesture_for(
    board: chess.Board, move: chess.Move, manner: Manner = TIDY, *, irregular: bool = False
) -> list[Step]:
    """Give the steps of a move, without the lever; raises ValueError for an illegal one, unless `irregular`.

    A promotion ends with the panel keys that choose its piece, a queen's with none.
    """
    if not (irregular or board.is_legal(move)):
        raise ValueError(f"{move.uci()} is not legal in {board.fen()}")
    squares = squares_of(board, move)
    steps: list[Step] = [_step(token, squares) for token in _row(board, move, manner).split()]
    return steps + [Key(button) for button in PANEL[move.promotion or chess.QUEEN]]


def adjusting(square: chess.Square) -> list[Step]:
    """J'adoube: the piece is lifted and put back."""
    return [Lift(square), Place(square)]


def touching(square: chess.Square, wait_ms: int = 1200) -> list[Step]:
    """The wrong piece is touched: held in the air for a thought, and put back."""
    return [Lift(square), Wait(wait_ms), Place(square)]


def trying(board: chess.Board, move: chess.Move, wait_ms: int = 1200, *, presses: bool = False) -> list[Step]:
    """A move, legal or not, is set on the board, looked at and put right again.

    What stands on its target is taken off first and set back last. `presses`: the mover presses his lever
    in vain before he puts it right. For an illegal move there is no castling, en passant or promotion in it.
    """
    there: list[Step] = [Lift(move.from_square), Place(move.to_square)]
    back: list[Step] = [Lift(move.to_square), Place(move.from_square)]
    if board.piece_at(move.to_square):
        there, back = [Lift(move.to_square), *there], [*back, Place(move.to_square)]
    pressed = [lever(board.turn)] if presses else []
    return [*there, *pressed, Wait(wait_ms), *back]


def lever(side: chess.Color) -> Key:
    """Give the press of this side's clock lever."""
    return Key(Button.WHITE if side == chess.WHITE else Button.BLACK)


def _row(board: chess.Board, move: chess.Move, manner: Manner) -> str:
    captures = board.is_capture(move)
    if board.is_castling(move):
        return manner.castling.value
    if board.is_en_passant(move):
        return manner.en_passant.value
    if move.promotion:
        return CAPTURE_PROMOTIONS[manner.capture, manner.promotion] if captures else manner.promotion.value
    return manner.capture.value if captures else "-from +to"


#: The files of the king's target, the rook and the rook's target.
_KINGSIDE, _QUEENSIDE = (6, 7, 5), (2, 0, 3)


def squares_of(board: chess.Board, move: chess.Move) -> dict[str, chess.Square]:
    """Give the square of each word that a row may use for this move."""
    squares = {"from": move.from_square, "to": move.to_square}
    rank = chess.square_rank(move.from_square)
    if board.is_castling(move):
        files = _KINGSIDE if board.is_kingside_castling(move) else _QUEENSIDE
        castling = (chess.square(file, rank) for file in files)
        squares |= zip(("to", "rook", "beside"), castling, strict=True)
    elif board.is_en_passant(move):
        squares["victim"] = chess.square(chess.square_file(move.to_square), rank)
    return squares


def _step(token: str, squares: dict[str, chess.Square]) -> Lift | Place | Together:
    steps = tuple(_of_one_piece(part, squares) for part in token.split("&"))
    return steps[0] if len(steps) == 1 else Together(steps)


def _of_one_piece(part: str, squares: dict[str, chess.Square]) -> Lift | Place:
    square = squares[part[1:]]
    return Lift(square) if part.startswith("-") else Place(square)
