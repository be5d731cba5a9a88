"""How good a move looks, and how little that may weigh."""

import random

import chess
import pytest

from jadoube.core.reading.prior.attraction import implausibility, oddness, prior_of
from jadoube.core.reading.weights import DOUBTFUL, MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import begin

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
