"""Which piece stands on each square, as the tracked game and the board together say it.

Reeds know only that a square is occupied. What stands there is taken from the reading: where the board agrees
with its position, the position's piece; an empty square is empty, whatever should stand there. A piece that
stands where none should is one of those in the hand: the one that has a legal move there, else the one whose
square became empty.

Two plies are *held back*, because a program that has seen them cannot follow what comes next: a rook's ply
that may become castling, as the king is moved last, and a promotion whose piece is still chosen. Until a
press, the opponent's hand or a few seconds decide, their piece is shown as in the hand.
"""

from typing import Final, NamedTuple

import chess

from jadoube.core.rules.game_line import Line, may_become_castling
from jadoube.core.rules.placement import piece_letters
from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.play import MAY_CASTLE_MS
from jadoube.core.state.table import Table, astray_squares, promotion_waits

NOTHING: Final = "."
"""The letter of an empty square."""

CHOICE_WAITS_MS: Final = 3000
"""How long a promotion is held back for keys that choose another piece (a decision)."""


class Standing(NamedTuple):
    """The board as it stands."""

    pieces: str
    """64 letters, a1 first: FEN letters, `.` where nothing stands."""
    held_until_ms: int | None
    """Until when the last ply is held back; None if it is not."""
    settled: bool
    """Whether the board shows the position of the game, and nothing is held back."""


def standing(table: Table, now_ms: int) -> Standing:
    """Return how the board stands at this instant."""
    astray, held_ms = astray_squares(table), _held_until_ms(table, now_ms)
    held = chess.BB_SQUARES[table.line.move.to_square] if held_ms is not None and table.line.move else 0
    return Standing(_pieces(table.line, astray | held), held_ms, not astray and held_ms is None)


def _pieces(line: Line, astray: Occupancy) -> str:
    """The 64 letters, if the board differs from the game's position on these squares."""
    letters, hand = _letters(line.board), astray & line.occupancy
    shown = letters.copy()
    for square in squares(hand):
        shown[square] = NOTHING
    for square in _castling_first(line.board, astray & ~line.occupancy):
        source = _origin(line.board, hand, square)
        if source is not None:
            shown[square] = letters[source]
            hand &= ~chess.BB_SQUARES[source]
    return "".join(shown)


def _held_until_ms(table: Table, now_ms: int) -> int | None:
    line, play = table.line, table.play
    if line.move is None or line.ply <= max(play.completed, play.confirmed) or _is_answered(table, line):
        return None
    if promotion_waits(table):
        until_ms = play.made_ms + CHOICE_WAITS_MS
    elif may_become_castling(line):
        until_ms = play.made_ms + MAY_CASTLE_MS
    else:
        return None
    return until_ms if now_ms < until_ms else None


def _is_answered(table: Table, line: Line) -> bool:
    """Whether the other side has lifted a piece: then the last ply is made."""
    lifted = line.board.occupied_co[line.side_to_move] & ~table.seen.occupancy & ~table.best.bad
    return bool(lifted)


def _castling_first(board: chess.Board, placed: Occupancy) -> list[chess.Square]:
    """These squares, first the one to which a king castles: he stands there, not where his rook comes."""
    ends = [move.to_square for move in board.generate_castling_moves()]
    return sorted(squares(placed), key=lambda square: square not in ends)


def _origin(board: chess.Board, hand: Occupancy, square: chess.Square) -> chess.Square | None:
    """The square of the lifted piece that now stands on `square`; None if none was lifted."""
    legal = [move.from_square for move in board.generate_legal_moves(hand, chess.BB_SQUARES[square])]
    if legal:
        return legal[0]
    own = hand & board.occupied_co[board.turn]
    return next(iter(squares(own or hand)), None)


def _letters(board: chess.Board) -> list[str]:
    """The letters of a position, a1 first."""
    return [letter or NOTHING for letter in piece_letters(board)]
