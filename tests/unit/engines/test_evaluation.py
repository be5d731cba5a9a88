"""Plies are assessed by the chances that they lose, as Lichess judges them."""

import chess
import pytest
from chess.engine import Cp, Mate, MateGiven, Score

from jadoube.engines.evaluation import (
    Assessed,
    Assessment,
    Evaluation,
    assess,
    assess_plies,
    chances,
    over_score,
)

STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.mark.parametrize(
    ("score", "expected"),
    [(Cp(0), 0.0), (Cp(100), 0.18), (Cp(-100), -0.18), (Cp(1000), 0.95), (Cp(3000), 0.95), (Mate(-3), -1.0)],
)
def test_chances_grow_less_and_less_with_each_pawn(score: Score, expected: float) -> None:
    """Half a game for equality; beyond ten pawns nothing more but a mate."""
    assert chances(score) == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize(
    ("before", "after", "assessment"),
    [
        (Cp(30), Cp(20), None),
        (Cp(30), Cp(-30), Assessment.INACCURACY),
        (Cp(30), Cp(-90), Assessment.MISTAKE),
        (Cp(30), Cp(-200), Assessment.BLUNDER),
        (Cp(900), Cp(600), Assessment.INACCURACY),
        (Cp(0), Mate(-2), Assessment.BLUNDER),
        (Cp(-800), Mate(-2), Assessment.MISTAKE),
        (Cp(-1200), Mate(-2), Assessment.INACCURACY),
        (Mate(2), Cp(1200), Assessment.INACCURACY),
        (Mate(2), Cp(800), Assessment.MISTAKE),
        (Mate(2), Cp(100), Assessment.BLUNDER),
        (Mate(2), Mate(-2), Assessment.BLUNDER),
        (Mate(2), Mate(5), None),
        (Mate(1), MateGiven, None),
        (Mate(-3), Mate(-1), None),
        (Mate(-3), Cp(0), None),
    ],
)
def test_a_ply_is_assessed_by_what_it_loses(
    before: Score, after: Score, assessment: Assessment | None
) -> None:
    """A mate allowed or missed counts less where the game was decided anyway; a slower mate not at all."""
    assert assess(before, after) is assessment


def test_a_game_that_is_over_needs_no_engine() -> None:
    """Mate and stalemate are scores; any other position has none by itself."""
    assert over_score(chess.Board(MATED)) == MateGiven
    assert over_score(chess.Board(MATED).mirror()) == Mate(0)
    assert over_score(chess.Board(STALEMATE)) == Cp(0)
    assert over_score(chess.Board()) is None


def test_each_ply_is_assessed_for_its_own_side() -> None:
    """Black's blunder raises White's score; the engine's own move is never blamed, whatever comes of it."""
    good, bad, other = map(chess.Move.from_uci, ("e2e4", "f7f6", "e7e5"))
    evaluations = [Evaluation(Cp(20), (good,)), Evaluation(Cp(-400), (other,)), Evaluation(Cp(300))]
    assert assess_plies([good, bad], evaluations, chess.WHITE) == [
        Assessed(None, (), 0),
        Assessed(Assessment.BLUNDER, (other,), 700),
    ]
