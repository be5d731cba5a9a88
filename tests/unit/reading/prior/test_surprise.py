"""How surprising a game is as chess."""

import math

import chess
import pytest

from jadoube.core.reading.prior.surprise import Surprises, likelihood
from jadoube.core.rules.game_line import Line
from shared.hands.played_lines import START, played

FREE_QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"


def more_surprising(line: Line, other: Line, since: int = 0) -> float:
    """What a single comparison finds."""
    return Surprises().more_surprising(line, other, since)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, FREE_QUEEN, "1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"])
def test_the_chances_of_all_moves_of_a_position_are_one(fen: str) -> None:
    """Which piece a pawn becomes is told, and counts nothing."""
    line = START(fen)
    chances = {(move.from_square, move.to_square): likelihood(line, move) for move in line.board.legal_moves}
    assert sum(map(math.exp, chances.values())) == pytest.approx(1)


def test_an_irregular_ply_is_an_average_one() -> None:
    """So it does not matter whether a free queen stood there when a person said that the board stands."""
    free, none = START(FREE_QUEEN), START("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")
    one, two = (each.standing(each.after(chess.Move.from_uci("e1e2")).board) for each in (free, none))
    assert more_surprising(one, two) == 0


def test_no_ply_captures_a_king() -> None:
    """An irregular ply has left it in check: the other moves are as likely as if it were none."""
    check, none = (START(f"{row}/8/8/8/8/8/8/4RK2 w - - 0 1") for row in ("4k3", "3k4"))
    ply = chess.Move.from_uci("f1g1")
    assert likelihood(check, ply) > likelihood(none, ply) - 1


def test_a_king_that_flees_was_in_check() -> None:
    """Of few answers to a check each is likely; where there are many moves, that of a king surprises."""
    start = "4k3/pp3p2/8/8/8/8/7R/4K3 w - - 0 1"
    answered, fled = played(start, "h2h8 e8d7"), played(start, "h2g2 e8d7")
    assert more_surprising(fled, answered, since=1) > 0.5


@pytest.mark.parametrize(
    ("fen", "expected", "surprising"),
    [
        (FREE_QUEEN, "e4d5", "e1e2"),
        (FREE_QUEEN, "e1e2 d5e4", "e1f1 e8e7"),
        ("4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d2", "d1d5"),
        ("6k1/5ppp/8/8/8/8/R7/4K3 w - - 0 1", "a2a8", "a2h2"),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a8 e8d7", "a2b2 e8d7"),
    ],
    ids=["a queen that is free", "the next one", "a queen that is given", "mate", "an answer to a check"],
)
def test_good_chess_is_less_surprising(fen: str, expected: str, surprising: str) -> None:
    """A capture, a threat, mate and check are what people play."""
    good, bad = played(fen, expected), played(fen, surprising)
    assert more_surprising(bad, good) == -more_surprising(good, bad) > 0.5


def test_a_game_that_only_goes_on_is_no_surprise() -> None:
    """Nor is a ply that the other game may still be given, which has one ply less."""
    short, blunder = played(FREE_QUEEN, "e1e2"), played(FREE_QUEEN, "e1e2 e8e7 e2e1 e7e8")
    assert more_surprising(blunder, short) == 0
    for one, more in (("e1f1 d5e4", "e1f1"), ("e1f1 e8e7", "e1f1")):
        assert more_surprising(played(FREE_QUEEN, one), short) == more_surprising(
            played(FREE_QUEEN, more), short
        )


def test_a_longer_game_is_no_surprise_for_its_length() -> None:
    """Two average plies more count nothing; a queen that is given does."""
    direct = played(chess.STARTING_FEN, "d2d4 d7d5")
    around = played(chess.STARTING_FEN, "g1f3 g8f6 d2d4 d7d5")
    given = played(chess.STARTING_FEN, "e2e4 d7d5 d1g4 c8g4")
    assert more_surprising(around, direct) == 0
    assert more_surprising(given, direct) > 1


def test_nothing_counts_that_was_played_before_a_ply() -> None:
    """The queen was left alone at the first ply."""
    left, taken = played(FREE_QUEEN, "e1e2 d5e4"), played(FREE_QUEEN, "e4d5 e8e7")
    assert more_surprising(left, taken) > more_surprising(left, taken, since=1)
    assert more_surprising(left, taken, since=2) == 0


def test_many_comparisons_find_what_each_alone_finds() -> None:
    """Games that part early and late from one, some of them longer, some counted from a later ply."""
    first = played(chess.STARTING_FEN, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")
    others = [
        played(chess.STARTING_FEN, moves)
        for moves in (
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 d7d6",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 b7c6 d2d4 d7d6",
            "d2d4 d7d5 d1d3 g8f6 d3h7 h8h7 e1d2 h7h2",
        )
    ]
    together = Surprises()
    for since in (0, 2, 6):
        for other in (*others, first):
            alone = more_surprising(other, first, since)
            assert together.more_surprising(other, first, since) == pytest.approx(alone, abs=1e-12)
