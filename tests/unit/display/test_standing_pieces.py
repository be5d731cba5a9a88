"""Which piece stands on each square: in mid-gesture, and while a ply is held back."""

import chess
import pytest

from jadoube.core.display.standing_pieces import CHOICE_WAITS_MS, standing
from jadoube.core.pages.link_view import link_view
from jadoube.core.state.play import MAY_CASTLE_MS
from jadoube.core.state.table import Terms
from shared.hands.panel import Hands, hands_at

ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
TAKES = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
PASSING = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
PROMOTES = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"


def board(fen: str) -> Hands:
    """Hands at a board on which this position stands; no clock."""
    return hands_at(Terms(start_fen=fen))


def shown(hands: Hands) -> str:
    """What stands on the board, as the first field of a FEN."""
    letters = standing(hands.table, hands.now_ms).pieces
    ranks = [letters[at : at + 8] for at in range(56, -8, -8)]
    pieces = chess.BaseBoard(None)
    for row, rank in enumerate(ranks):
        for file, letter in enumerate(rank):
            if letter != ".":
                pieces.set_piece_at(chess.square(file, 7 - row), chess.Piece.from_symbol(letter))
    return pieces.board_fen()


@pytest.mark.parametrize(
    ("fen", "touched", "square", "letter"),
    [
        (TAKES, "e4", "e4", "."),
        (TAKES, "e4 d5", "d5", "."),
        (TAKES, "e4 d5 d5", "d5", "P"),
        (TAKES, "d5 e4 d5", "d5", "P"),
        (TAKES, "b1 e3", "e3", "N"),
        (TAKES, "b1 b1", "b1", "N"),
        (TAKES, "e4 d4", "d4", "P"),
        (PASSING, "e5 f6", "f6", "P"),
        (PASSING, "e5 f6 f5", "f5", "."),
        (ITALIAN, "e1 g1", "g1", "K"),
        (ITALIAN, "e1 g1 h1 f1", "f1", "R"),
        (ITALIAN, "e1 g1 f1", "g1", "K"),
        (ITALIAN, "e1 g1 f1 h1", "f1", "R"),
        (ITALIAN, "h1 f1 e1 g1", "f1", "R"),
        (ITALIAN, "h1 e1 f1 g1", "g1", "K"),
    ],
)
def test_a_hand_in_the_middle_of_its_gesture(fen: str, touched: str, square: str, letter: str) -> None:
    """A lifted piece is away; one that is set down is the one that may stand there."""
    hands = board(fen)
    hands.touch(touched)
    assert standing(hands.table, hands.now_ms).pieces[chess.parse_square(square)] == letter


def test_a_piece_from_nowhere_is_nothing() -> None:
    """Nobody has lifted one that could stand there."""
    hands = board(TAKES)
    hands.touch("e6")
    assert shown(hands) == TAKES.split(maxsplit=1)[0]


def test_a_rook_that_may_castle_is_held_back() -> None:
    """Until the king follows: then both are shown at once. If nothing follows, the rook has moved."""
    hands = board(ITALIAN)
    hands.touch("h1 f1")
    assert hands.table.line.san == "Rf1"
    assert shown(hands).endswith("/RNBQK3")
    assert not link_view(hands.table, hands.now_ms).settled
    hands.touch("e1 g1")
    assert hands.table.line.san == "O-O"
    assert shown(hands).endswith("/RNBQ1RK1")

    hands = board(ITALIAN)
    hands.touch("h1 f1")
    hands.wait(MAY_CASTLE_MS)
    assert shown(hands).endswith("/RNBQKR2")
    assert link_view(hands.table, hands.now_ms).settled


def test_the_opponents_hand_ends_what_is_held_back() -> None:
    """He has seen a rook's move."""
    hands = board(ITALIAN)
    hands.touch("h1 f1 g8")
    assert shown(hands) == "r1bqk2r/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQKR2"


def test_a_promotion_is_held_back_while_its_piece_is_chosen() -> None:
    """The key `minus` chooses a knight; a program that had seen a queen could not follow."""
    hands = board(PROMOTES)
    hands.touch("e7 d8 d8")
    assert hands.table.line.san == "exd8=Q+"
    assert shown(hands) == "7k/8/8/8/8/8/8/K7"
    hands.tap("minus")
    hands.wait(CHOICE_WAITS_MS)
    assert shown(hands) == "3N3k/8/8/8/8/8/8/K7"


def test_what_is_knocked_over_comes_back() -> None:
    """Each piece is what it was."""
    hands = board(TAKES)
    hands.touch("a1 b1 c1 d1")
    assert shown(hands).endswith("/4KBNR")
    hands.touch("d1 c1 b1 a1")
    assert shown(hands) == TAKES.split(maxsplit=1)[0]
