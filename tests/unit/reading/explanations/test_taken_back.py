"""Takebacks: which earlier positions explain a gesture, and what they cost."""

import random

import chess
import pytest

from jadoube.core.reading import settlings, weights
from jadoube.core.reading.explanations.taken_back import find_takebacks, may_be_taken_back
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.squares import Occupancy
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import settle_each, tracker_of

START = chess.STARTING_FEN
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
QUEEN = "1k6/8/8/8/8/8/7K/Q7 w - - 0 1"
TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"


def played(fen: str, *moves: str) -> Line:
    """The line after these moves, in SAN, from a start."""
    line = begin(fen)
    for move in moves:
        line = line.after(line.board.parse_san(move))
    return line


def back(line: Line, gesture: str, bad: Occupancy = 0) -> dict[str, float]:
    """The takebacks that explain a gesture: the last move that remains, and the cost.

    The reading does not believe the reeds of the `bad` squares.
    """
    hypothesis, known = Hypothesis(line, bad=bad), SettleOrder()
    for squares in map(squares_of, gesture.split()):
        occupancy = line.occupancy ^ hypothesis.change ^ squares
        known = known.after(squares, occupancy)
        hypothesis = settlings.take_in_settling(hypothesis, squares, occupancy)
    found = list(find_takebacks(hypothesis, known))
    assert all(each.fits for each in found)
    return {each.line.san: each.cost - hypothesis.cost for each in found}


def test_plies_can_be_taken_back() -> None:
    """The board shows the position before one or more of the last plies; each costs a little more."""
    line = played(START, "e4", "e5", "Nf3")
    price = [weights.TAKEN_BACK + plies * weights.EACH_MORE_TAKEN_BACK for plies in range(4)]
    assert back(line, "f3 g1") == {"e5": price[1]}
    assert back(line, "f3 g1 e5 e7") == {"e4": price[2]}
    assert back(line, "f3 g1 e5 e7 e4 e2") == {"": price[3]}
    assert back(line, "f3 h3") == {}


def test_each_of_several_plies_goes_its_own_way_back() -> None:
    """Though the third goes to a square of the first and from one of the second."""
    line = played(START, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "b5", "Bb3")
    price = weights.TAKEN_BACK + 3 * weights.EACH_MORE_TAKEN_BACK
    assert back(line, "b3 a4 b5 b7 a4 b5") == {"a6": price}


def test_two_plies_taken_back_in_one_scan_cost_as_two_plies_made_in_one() -> None:
    """The hands were as fast as that, forwards or backwards; a repetition is read as plies."""
    line = played(START, "e4", "e5", "Nf3")
    price = weights.TAKEN_BACK + 2 * weights.EACH_MORE_TAKEN_BACK
    assert back(line, "f3 g1 e5 e7") == {"e4": price}
    assert back(line, "f3&g1&e5&e7") == {"e4": price + weights.TWO_PLIES}


def test_two_plies_whose_pieces_were_in_the_air_at_once_cost_less() -> None:
    """Hands that play wait for each other: both are lifted before either is put back."""
    line = played(START, "e4", "e5", "Nf3", "Nc6")
    apart = weights.TAKEN_BACK + 2 * weights.EACH_MORE_TAKEN_BACK
    together = apart - weights.TAKEN_BACK_TOGETHER
    assert back(line, "c6 b8 f3 g1") == {"e5": apart}
    assert back(line, "f3 g1 c6 b8") == {"e5": apart}
    assert back(line, "f3 c6 g1 b8") == {"e5": together}
    assert back(line, "c6 f3 b8 g1") == {"e5": together}
    chased = played(START, "d4", "d5", "c4", "e6", "Bg5", "h6", "Bh4", "g5")
    assert back(chased, "h4 g5 g5 g7") == {"h6": together}


def test_a_piece_that_was_not_seen_in_the_air_was_not_there_beside_another() -> None:
    """The reed of f3 lies, and is closed now: all that its knight shows is that it stands on g1 again."""
    line = played(START, "Nf3", "Nf6")
    apart = weights.TAKEN_BACK + 2 * weights.EACH_MORE_TAKEN_BACK
    assert back(line, "f3 f3 f6 g8 g1", chess.BB_F3) == {"": apart}


def test_a_ply_whose_piece_was_not_touched_is_seldom_taken_back() -> None:
    """Both knights are home again, as four plies ago: that one came home once is the last ply's takeback."""
    line = played(START, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3")
    once = weights.TAKEN_BACK + weights.EACH_MORE_TAKEN_BACK
    assert back(line, "f3 g1") == {"Ng8": once, "": once + 4 * weights.UNHANDLED}


def test_what_hands_do_besides_a_takeback_is_paid_for() -> None:
    """A returning victim belongs to the takeback; an adjusted piece costs, a crossed square costs little."""
    once = weights.TAKEN_BACK + weights.EACH_MORE_TAKEN_BACK
    assert back(played(TAKES, "exd5"), "d5 e4 d5") == {"": pytest.approx(once)}
    knight = played(START, "Nf3")
    assert back(knight, "f3 g1 a1 a1") == {"": pytest.approx(once + weights.RETURNED)}
    rook = played(ROOK, "Ra4")
    assert back(rook, "a4 a3 a3 a2 a2 a1") == {"": pytest.approx(once + 2 * weights.CROSSED)}


@pytest.mark.parametrize(
    ("gesture", "backwards"),
    [("a1 h8", True), ("a1 h8 h1 a1", True), ("h1 h8", False), ("a1 h1 a1", False), ("a1 h8 h8 a1", False)],
)
def test_a_ply_made_backwards_fills_its_source_and_touches_its_target(gesture: str, backwards: bool) -> None:
    """The last ply was Ba1: a piece stands on h8 now, and a1 has changed since."""
    hypothesis = Hypothesis(played("7b/8/1k6/8/6K1/8/8/Q7 w - - 0 1", "Qh1", "Ba1"))
    for squares in map(squares_of, gesture.split()):
        occupancy = hypothesis.line.occupancy ^ hypothesis.change ^ squares
        hypothesis = settlings.take_in_settling(hypothesis, squares, occupancy)
    assert may_be_taken_back(hypothesis) is backwards


@pytest.mark.parametrize("seed", range(8))
def test_a_perpetual_check_is_no_takeback(seed: int) -> None:
    """Two pieces are pulled over, to and fro: whenever the board fits, no ply of the game is missing."""
    lots, seen = random.Random(seed), tracker_of(QUEEN)
    for ply, gesture in enumerate(("h8 a1", "a7 b8", "a1 h8", "b8 a7") * 6):
        for square in gesture.split():
            seen = settle_each(seen, square)
        seen = settle_each(seen, ".") if lots.random() < 0.5 else seen
        assert seen.best.line.ply == ply + 1 or not seen.best.fits
