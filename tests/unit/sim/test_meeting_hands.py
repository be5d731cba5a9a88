"""Where the hands of two plies meet: which ply began when, and what a reply that is set down first says."""

import chess
import pytest

from jadoube.core.reading import hypotheses, seen_plies, settlings, weights
from jadoube.core.reading.explanations import unseen_captures
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, begin
from shared.hands.named_squares import squares_of

TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
TAKES_BEFORE_A_ROOK = "4r1k1/8/8/3p4/4P3/8/8/6K1 w - - 0 1"
SLIDES = "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1"


def _followed(line: Line, gesture: str) -> tuple[Hypothesis, SettleOrder]:
    """A line after squares have settled one after the other, and what is known of it."""
    hypothesis, known = Hypothesis(line), SettleOrder()
    for squares in map(squares_of, gesture.split()):
        occupancy = line.occupancy ^ hypothesis.change ^ squares
        known, hypothesis = (
            known.after(squares, occupancy),
            settlings.take_in_settling(hypothesis, squares, occupancy),
        )
    return hypothesis, known


def test_what_slides_over_the_square_that_the_ply_before_left_is_in_order() -> None:
    """It opens once more behind the piece that slides; the ply before began when it first opened."""
    king, known = _followed(begin("8/8/4k3/8/4R3/8/8/4K3 b - - 0 1"), "e6 d6")
    (slid,) = seen_plies.plies_seen(king, chess.BB_D6, known)
    for squares in map(squares_of, ["e4", "e5", "e5", "e6", "e6", "e7", "e7", "e8"]):
        occupancy = slid.line.occupancy ^ slid.change ^ squares
        known, slid = known.after(squares, occupancy), settlings.take_in_settling(slid, squares, occupancy)
    (rook,) = seen_plies.plies_seen(slid, chess.BB_E8, known)
    assert rook.line.san == "Re8"
    assert rook.cost == pytest.approx(3 * weights.CROSSED)


REPLIES = {
    "it has landed, and leaves its square": (TAKES, "e4 e7", {"exd5", "exf5"}),
    "it landed before something else settled": (TAKES, "e4 e7 e1", set[str]()),
    "what has landed is no reply": (TAKES, "e4 a6", set[str]()),
    "it has landed where the capturing piece stood": (TAKES_BEFORE_A_ROOK, "e4 e4", {"exd5"}),
}


@pytest.mark.parametrize(("fen", "gesture", "captures"), REPLIES.values(), ids=REPLIES)
def test_a_reply_may_be_set_down_before_it_leaves_its_square(
    fen: str, gesture: str, captures: set[str]
) -> None:
    """Its lift says that a ply was made, and what has landed just now is no ply of the mover's."""
    found = list(unseen_captures.captures_unseen(*_followed(begin(fen), gesture), chess.BB_E8))
    assert {each.line.san for each in found} == captures
    assert all(each.placed == squares_of(gesture.rsplit(maxsplit=1)[-1]) for each in found)


@pytest.mark.parametrize(("lifted", "cost"), [("a4", 0.0), ("e8", weights.LEFT_THERE)])
def test_a_piece_that_stands_before_its_victim_was_not_left_there(lifted: str, cost: float) -> None:
    """What is lifted then is what it captures, and no reply."""
    assert _followed(begin(SLIDES), f"a1 a3 {lifted}")[0].cost == cost


def test_a_ply_that_is_made_again_begins_anew() -> None:
    """The piece was drawn home and has set out again: its first way is forgotten."""
    hypothesis, known = _followed(begin(), "e2 e4")
    (ply,) = seen_plies.plies_seen(hypothesis, chess.BB_E4, known)
    assert hypotheses.ply_start(ply, known) == known.opened[chess.E2] == 1
    for squares in (chess.BB_E4, chess.BB_E2, chess.BB_E2, chess.BB_E4):
        occupancy = ply.line.occupancy ^ ply.change ^ squares
        known, ply = known.after(squares, occupancy), settlings.take_in_settling(ply, squares, occupancy)
    assert hypotheses.ply_start(ply, known) == known.opened[chess.E2] > 1
