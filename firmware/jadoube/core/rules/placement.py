"""Which piece stands where, in letters: for pages, and for FENs.

It looks at each piece once, in the sets of squares that a board of python-chess holds. python-chess itself
asks for the piece of each of the 64 squares: a FEN takes some 280 calls there, and none of ours. This file
decides nothing about chess: what it writes is what `chess.Board.fen` writes (a property compares them).
"""

import chess

_CASTLING = ((chess.BB_H1, "K"), (chess.BB_A1, "Q"), (chess.BB_H8, "k"), (chess.BB_A8, "q"))


def piece_letters(board: chess.Board) -> list[str]:
    """The 64 squares, a1 first, each with its piece as a FEN letter; empty: no piece."""
    letters = [""] * 64
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    for kind, letter in (
        (board.pawns, "p"),
        (board.knights, "n"),
        (board.bishops, "b"),
        (board.rooks, "r"),
        (board.queens, "q"),
        (board.kings, "k"),
    ):
        for own, written in ((kind & white, letter.upper()), (kind & black, letter)):
            left = own
            while left:
                lowest = left & -left
                letters[lowest.bit_length() - 1] = written
                left ^= lowest
    return letters


def fen(board: chess.Board) -> str:
    """A position of standard chess as a FEN, the same as `board.fen()`."""
    letters = [letter or "1" for letter in piece_letters(board)]
    placed = "/".join(["".join(letters[first : first + 8]) for first in range(56, -8, -8)])
    for empty in range(8, 1, -1):
        placed = placed.replace("1" * empty, str(empty))
    rooks = board.clean_castling_rights()
    castling = "".join([letter for rook, letter in _CASTLING if rooks & rook])
    passed = board.ep_square if board.has_legal_en_passant() else None
    en_passant = "-" if passed is None else chess.SQUARE_NAMES[passed]
    turn = "w" if board.turn == chess.WHITE else "b"
    return f"{placed} {turn} {castling or '-'} {en_passant} {board.halfmove_clock} {board.fullmove_number}"
