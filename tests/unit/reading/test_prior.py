"""The prior: the value of an exchange, how surprising a game is, and how little that may weigh."""

import math
import random
from functools import lru_cache

import chess
import pytest

from jadoube.core.reading.alternatives import declare_reading
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior import (
    exchange,
    implausibility,
    likelihood,
    more_surprising,
    oddness,
    prior_of,
)
from jadoube.core.reading.weights import DOUBTFUL, MOST_IMPLAUSIBLE, MOST_SURPRISING
from jadoube.core.rules.game_line import Line, begin

EXCHANGES = {
    "a pawn for nothing": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1),
    "a queen for nothing": ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 9),
    "pawn for pawn": ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
    "queen for pawn": ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -8),
    "rook for knight": ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", -2),
    "knight for rook": ("4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", 2),
    "the defender does not take at a loss": ("3qk3/8/8/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 1),
    "a king takes what nobody defends": ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", 9),
    "a king takes back": ("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -4),
    "a king does not take what is defended": ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
    "en passant": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1),
    "en passant, taken back": ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    "a capture that promotes": ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 11),
    "a capture that promotes, taken back": ("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 2),
    "and less to a knight": ("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 2),
    "black takes": ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "d5e4", 1),
}


@pytest.mark.parametrize(("fen", "uci", "wins"), EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_goes_on_while_it_pays(fen: str, uci: str, wins: int) -> None:
    """A side that would lose by capturing does not; the value is the mover's gain, in pawns."""
    assert exchange(chess.Board(fen), chess.Move.from_uci(uci)) == wins


CHAINS = {
    "the pawn takes back before the knight": ("4k3/8/4pn2/3p4/2P1P3/8/8/4K3 w - - 0 1", "e4d5", 0),
    "two rooks behind each other against one": ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
    "two against two": ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4),
    "a queen behind a rook": ("3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 1),
    "a rook behind a queen": ("3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", -3),
    "a bishop behind a pawn": ("4k3/8/2p1p3/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 0),
    "a bishop behind the defending pawn": ("4k3/1b6/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 0),
    "a queen behind a bishop, on the diagonal": ("4k3/8/2p5/3n4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 1),
}


@pytest.mark.parametrize(("fen", "uci", "wins"), CHAINS.values(), ids=CHAINS)
def test_who_stands_behind_takes_part_when_the_way_is_free(fen: str, uci: str, wins: int) -> None:
    """Each side captures with its cheapest piece, and pieces behind it join in."""
    assert exchange(chess.Board(fen), chess.Move.from_uci(uci)) == wins


PRIORS = {
    "a pawn wins a queen": ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0.0),
    "a piece for nothing": ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0.0),
    "an even exchange": ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", MOST_IMPLAUSIBLE / 2),
    "a pawn for nothing": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", MOST_IMPLAUSIBLE / 3),
    "a queen for a pawn": ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", MOST_IMPLAUSIBLE),
}


@pytest.mark.parametrize(("fen", "uci", "prior"), PRIORS.values(), ids=PRIORS)
def test_the_better_a_capture_the_less_implausible(fen: str, uci: str, prior: float) -> None:
    """It is 0 for winning a piece, the maximum for losing one, and half for an even exchange."""
    assert implausibility(chess.Board(fen), chess.Move.from_uci(uci)) == pytest.approx(prior)


def test_the_likeliest_capture_of_a_piece_has_nothing_against_it() -> None:
    """A capture is only compared with better captures by the same piece."""
    line = begin("4k3/8/4p3/3p1q2/4P3/8/8/4K3 w - - 0 1")
    pawn, queen = (chess.Move.from_uci(uci) for uci in ("e4d5", "e4f5"))
    worth = [implausibility(line.board, capture) for capture in (pawn, queen)]
    assert prior_of(line, queen) == 0.0
    assert prior_of(line, pawn) == worth[0] - worth[1] > 0
    assert prior_of(begin(PRIORS["an even exchange"][0]), pawn) == 0.0


def test_the_prior_alone_is_no_doubt_and_ends_none() -> None:
    """The worst prior is less than the margin of a doubt."""
    assert 0 < MOST_IMPLAUSIBLE < DOUBTFUL


def test_the_prior_is_bounded_for_every_capture_and_leaves_the_board_alone() -> None:
    """In random games every capture is between 0 and the maximum."""
    rng = random.Random(5)
    for _ in range(20):
        board = chess.Board()
        while board.ply() < 80 and (moves := list(board.legal_moves)):
            before = board.fen()
            priors = [implausibility(board, move) for move in moves if board.is_capture(move)]
            assert all(0.0 <= prior <= MOST_IMPLAUSIBLE for prior in priors)
            assert board.fen() == before
            board.push(rng.choice(moves))


@pytest.mark.parametrize(
    ("fen", "likelier", "odder"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "h1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1", "e1f1"),
        ("4k3/8/8/8/1b6/8/3P4/Q3K3 w - - 0 1", "d2d3", "e1f1"),
        ("4k3/8/8/8/8/1p6/8/Q3K3 w - - 0 1", "a1b1", "a1a2"),
        ("4k3/8/8/4b3/8/8/8/RN2K3 w - - 0 1", "a1a2", "b1a3"),
        ("4k3/8/8/8/8/n7/8/1R2K3 w - - 0 1", "b1d1", "e1f1"),
        ("4k3/8/8/8/8/8/8/2R1K3 w - - 0 1", "c1c8", "c1c4"),
        ("6k1/1n6/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", "a1c1"),
        ("6k1/8/8/8/8/8/8/4K2R w - - 0 1", "h1h6", "h1h3"),
        ("4k2r/8/8/8/8/8/8/6K1 b k - 0 1", "h8h3", "h8h6"),
    ],
    ids=[
        "castling",
        "no king's step",
        "a pawn",
        "no piece lost",
        "a piece saved",
        "from danger",
        "a check",
        "a threat",
        "forward",
        "forward for Black",
    ],
)
def test_moves_that_nobody_saw_are_ordered_as_chess(fen: str, likelier: str, odder: str) -> None:
    """Castling, saving or threatening a piece, a check: less odd than to lose a piece, or a king's step."""
    board = chess.Board(fen)
    assert oddness(board, chess.Move.from_uci(likelier)) < oddness(board, chess.Move.from_uci(odder))


FREE_QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"


START = lru_cache(begin)
"""The same start is the same object, so that games which begin alike are the same so far."""


def played(fen: str, moves: str) -> Line:
    """The game with these moves."""
    line = START(fen)
    for move in moves.split():
        line = line.after(chess.Move.from_uci(move))
    return line


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


@pytest.mark.parametrize(("bad", "shown"), [(1, 1), (0, 0)], ids=["a bad reed", "no bad reed"])
def test_beside_a_bad_reed_the_less_surprising_game_is_shown(bad: int, shown: int) -> None:
    """Where a reading believes all reeds, nothing but its rank decides."""
    readings = [Hypothesis(played(FREE_QUEEN, moves), bad=bad) for moves in ("e1e2", "e4d5")]
    ranked = [readings[0], readings[1]._replace(cost=1.0)]
    assert prune(ranked)[0] is ranked[shown]
    assert len(prune(ranked)) == 2


def test_chess_outweighs_no_more_than_its_bound() -> None:
    """The queen is left alone seven times."""
    left = played(FREE_QUEEN, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1")
    taken = played(FREE_QUEEN, "e4d5 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2")
    for behind, shown in ((MOST_SURPRISING - 0.1, taken), (MOST_SURPRISING + 0.1, left)):
        assert prune([Hypothesis(left, bad=1), Hypothesis(taken, behind, bad=1)])[0].line is shown


def test_chess_says_nothing_against_what_a_person_has_confirmed() -> None:
    """The queen was left alone before his word; when she is left alone after it, that counts."""
    word = Hypothesis(played(FREE_QUEEN, "e1e2"), bad=1).at_rank(0)
    other = Hypothesis(played(FREE_QUEEN, "e4d5 e8e7 e1e2"), bad=1)
    for moves, shown in (("e1e2 d5e4 e2f2", "e1e2"), ("e1e2 e8e7 e2e1", "e4d5")):
        told = word.at(played(FREE_QUEEN, moves), 0)
        assert prune([told, other])[0].line.back_to(1).move == chess.Move.from_uci(shown)


def test_a_declared_reading_stays_first_though_it_is_more_surprising() -> None:
    """The one beside it fits as well, and took the queen."""
    left, taken = (Hypothesis(played(FREE_QUEEN, moves), bad=1) for moves in ("e1e2", "e4d5"))
    seen = Tracker((taken, left), occupancy=taken.line.occupancy, ready=True)
    assert prune(declare_reading(seen, left).hypotheses)[0].line is left.line
