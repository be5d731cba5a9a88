"""What is written of a position is what python-chess writes of it."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.rules.placement import fen, piece_letters
from shared.drawn.games import STARTS, drawn_moves


@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32))
def test_a_fen_is_that_of_python_chess(start: str, plies: int, seed: int) -> None:
    """Pieces, side, castling rights, a legal capture en passant and counters; at every ply of a game."""
    board = chess.Board(start)
    for move in drawn_moves(start, plies, seed):
        board.push(move)
        assert fen(board) == board.fen()
        alone = board.copy(stack=False)
        assert fen(alone) == alone.fen()


@given(st.dictionaries(st.sampled_from(chess.SQUARES), st.sampled_from("PNBRQKpnbrqk")), st.integers())
def test_any_pieces_are_written(pieces: dict[chess.Square, str], rights: int) -> None:
    """Also where no game leads: no king, pawns on the last rank, castling rights that no piece supports."""
    board = chess.Board(None)
    board.set_piece_map({square: chess.Piece.from_symbol(letter) for square, letter in pieces.items()})
    board.castling_rights = rights & chess.BB_CORNERS
    assert fen(board) == board.fen()
    assert {square: letter for square, letter in enumerate(piece_letters(board)) if letter} == pieces
