"""The position that stands on a board: which piece is where, what is asked, and what cannot be."""

import chess
import pytest

from jadoube.core.rules.found_position import (
    Fault,
    FaultError,
    Found,
    Question,
    Shown,
    find_position,
    give_move,
    single_move,
)
from jadoube.core.squares import Occupancy

FEN = "r3k2r/pppp4/8/8/8/2B5/PPPP4/R3K1N1 w Qkq - 4 9"


def squares(names: str) -> Occupancy:
    """The set of these squares."""
    return sum(chess.BB_SQUARES[chess.parse_square(name)] for name in names.split())


def said(words: str) -> dict[chess.Square, chess.Piece]:
    """What is said in words such as `e5=N`."""
    pairs = (word.split("=") for word in words.split())
    return {chess.parse_square(name): chess.Piece.from_symbol(letter) for name, letter in pairs}


def found(gone: str, came: str, answers: str = "", touched: str = "", fen: str = FEN) -> Found | Question:
    """What is found when pieces are gone from some squares, and others are occupied."""
    before = chess.Board(fen)
    occupied = before.occupied & ~squares(gone) | squares(came)
    return find_position(before, Shown(occupied, squares(f"{gone} {came} {touched}")), said(answers))


TOLD = {
    "one piece strays": ("g1", "g4", "", "", "8/8/6N1/2B5/PPPP4/R3K3"),
    "a piece is taken away": ("c3", "", "", "", "8/8/8/8/PPPP4/R3K1N1"),
    "two pawns stray": ("a2 b2", "h4 h5", "", "", "8/7P/7P/2B5/2PP4/R3K1N1"),
    "a stray pawn is a queen": ("a7", "f1", "", "", "PPPP4/R3KqN1"),
    "the answer says which": ("g1 a7", "h5", "h5=N", "", "1ppp4/8/7N/8/2B5/PPPP4/R3K3"),
    "and the rest follows": ("g1 a7", "h5 h4", "h5=p", "", "1ppp4/8/7p/7N/2B5/PPPP4/R3K3"),
    "a capture by word": ("g1", "", "a7=N", "a7", "Nppp4/8/8/8/2B5/PPPP4/R3K3"),
    "the square was only touched": ("g1", "", "a7=p", "a7", "pppp4/8/8/8/2B5/PPPP4/R3K3"),
    "a piece from the box": ("", "h5", "h5=Q", "", "pppp4/8/7Q/8/2B5/PPPP4/R3K1N1"),
    "a promotion to a knight": ("a7", "f1", "f1=n", "", "PPPP4/R3KnN1"),
    "two change places": ("", "", "g1=B c3=N", "", "8/8/8/2N5/PPPP4/R3K1B1"),
}


@pytest.mark.parametrize(("gone", "came", "answers", "touched", "part"), TOLD.values(), ids=TOLD)
def test_what_the_board_tells(gone: str, came: str, answers: str, touched: str, part: str) -> None:
    """Where only one piece can be somewhere, and where people have said which, nothing is asked."""
    position = found(gone, came, answers, touched)
    assert isinstance(position, Found)
    assert part in position.board.board_fen()


ASKED = {
    "who reaches it is likelier": ("g1 a7", "f3", "", "", "f3", "Np"),
    "then who is to move": ("g1 a7", "h5", "", "", "h5", "Np"),
    "a king stands somewhere": ("e1 g1 a7", "f3 h5", "", "", "f3", "NKp"),
    "a king fills the last square": ("e1 g1 a7", "f3 h5", "f3=N", "", "", ""),
    "castling, whether allowed or not": ("e8 h8", "f8 g8", "", "", "f8", "rk"),
    "a touched piece may be taken": ("g1", "", "", "a7", "a7", "Np"),
    "many touched ones tell nothing": ("g1", "", "", "a7 b7 c7 d7", "", ""),
    "no piece takes its own": ("g1", "", "", "a2", "", ""),
}


@pytest.mark.parametrize(
    ("gone", "came", "answers", "touched", "square", "pieces"), ASKED.values(), ids=ASKED
)
def test_what_is_asked(gone: str, came: str, answers: str, touched: str, square: str, pieces: str) -> None:
    """One square at a time, the likeliest piece first; nothing that can be told."""
    question = found(gone, came, answers, touched)
    if not square:
        assert isinstance(question, Found)
        return
    assert isinstance(question, Question)
    assert chess.SQUARE_NAMES[question.square] == square
    assert "".join(piece.symbol() for piece in question.pieces) == pieces


def test_no_piece_is_where_it_was_too_late_to_come() -> None:
    """The knight was put down before the pawn was lifted: nothing is asked."""
    before = chess.Board(FEN)
    opened, closed = [0] * 64, [0] * 64
    opened[chess.G1], closed[chess.G4], opened[chess.A7], closed[chess.A5] = 1, 2, 3, 4
    occupied = before.occupied ^ squares("g1 g4 a7 a5")
    position = find_position(before, Shown(occupied, 0, opened, closed), {})
    assert isinstance(position, Found)
    assert position.board.piece_at(chess.G4) == chess.Piece.from_symbol("N")
    assert position.moved == ((chess.G1, chess.G4), (chess.A7, chess.A5))


REFUSED = {
    "nothing stands there": ("g1", "g4", "g5=N", Fault.EMPTY),
    "more squares than pieces": ("", "g4", "", Fault.UNKNOWN),
    "a pawn at home": ("a2", "f1", "f1=P", Fault.PAWN),
    "no king": ("e1", "", "", Fault.KINGS),
    "two kings": ("", "h4", "h4=K", Fault.KINGS),
    "nine pawns": ("", "f4 g4 h4 a4 b4", "f4=P g4=P h4=P a4=P b4=P", Fault.PIECES),
    "too many queens": ("", "f4 g4 h4 a4 b4 c4", "f4=Q g4=Q h4=Q a4=Q b4=Q c4=Q", Fault.PIECES),
    "the other side in check": ("e8", "d4", "", Fault.CHECK),
}


@pytest.mark.parametrize(("gone", "came", "answers", "fault"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_a_position(gone: str, came: str, answers: str, fault: Fault) -> None:
    """Each fault has its name."""
    with pytest.raises(FaultError) as refused:
        _found_with_white_to_move(gone, came, answers)
    assert refused.value.fault is fault


def _found_with_white_to_move(gone: str, came: str, answers: str) -> chess.Board:
    position = found(gone, came, answers)
    assert isinstance(position, Found)
    return give_move(chess.Board(FEN), position, chess.WHITE)


MOVED = {
    "one move": ("g1", "g4", "", chess.BLACK, "b Qkq - 5 9", "g1g4"),
    "a capture": ("g1", "", "a7=N", chess.BLACK, "b Qkq - 0 9", "g1a7"),
    "a promotion": ("a7", "f1", "f1=n", chess.WHITE, "w Qkq - 0 9", "a7f1n"),
    "a move and its mover again": ("g1", "g4", "", chess.WHITE, "w Qkq - 5 9", ""),
    "a move of each side": ("g1 h8", "g4 h4", "g4=N", chess.WHITE, "w Qq - 5 10", ""),
    "a piece taken away": ("c3", "", "", chess.WHITE, "w Qkq - 0 9", ""),
}


@pytest.mark.parametrize(("gone", "came", "answers", "side", "end", "move"), MOVED.values(), ids=MOVED)
def test_the_position_with_the_side_to_move(
    gone: str, came: str, answers: str, side: chess.Color, end: str, move: str
) -> None:
    """Counters and castling rights follow; one move is known if it leads there alone."""
    before, position = chess.Board(FEN), found(gone, came, answers)
    assert isinstance(position, Found)
    after = give_move(before, position, side)
    assert after.fen().endswith(f" {end}")
    single = single_move(before, after, position)
    assert (single.uci() if single else "") == move
