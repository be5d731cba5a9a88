"""Presses: what a press costs each reading."""

import chess
import pytest

from jadoube.core.reading import press_prices, weights
from jadoube.core.reading.hypotheses import Hypothesis
from shared.hands.settled_squares import game, settled_from

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_a_press_charges_who_has_made_no_ply() -> None:
    """The reading with the ply keeps its cost; the reading without it falls behind."""
    before = settled_from(CASTLES, "h1 f1")
    after = press_prices.complete(before, chess.WHITE, 0)
    costs = {each.line.ply: each.cost for each in after.hypotheses}
    assert costs == {1: 0.0, 0: weights.UNPRESSED}


EARLY = {
    "the piece is in the air": (chess.STARTING_FEN, "e2", weights.PRESSED_EARLY),
    "nothing has moved": (chess.STARTING_FEN, "d1 d1", weights.UNPRESSED),
    "it stands where no ply puts it": (chess.STARTING_FEN, "e2 e5", weights.UNPRESSED),
}


@pytest.mark.parametrize(("fen", "gesture", "price"), EARLY.values(), ids=EARLY)
def test_a_press_with_the_piece_in_hand_costs_less(fen: str, gesture: str, price: float) -> None:
    """One hand may press before the other has set the piece down."""
    before = settled_from(fen, gesture)
    assert press_prices.complete(before, chess.WHITE, 0).best.cost - before.best.cost == price


def test_a_press_completes_a_ply_that_was_replied_to() -> None:
    """White presses late: his ply stands below Black's, and its reading keeps its cost."""
    after = press_prices.complete(settled_from(chess.STARTING_FEN, "e2 e4 e7 e5"), chess.WHITE, 0)
    assert (game(after), after.best.cost) == ("e4 e5", 0.0)


def test_a_press_charges_the_plies_that_nobody_pressed_for() -> None:
    """Each ply between the last completed one and the pressed one is charged, but no more than two."""
    five = settled_from(chess.STARTING_FEN, "e2 e4 e7 e5 g1 f3 b8 c6 f1 b5")
    costs = [press_prices.complete(five, chess.WHITE, completed).best.cost for completed in (4, 3, 2, 1, 0)]
    assert costs == [0.0, weights.SKIPPED, *[2 * weights.SKIPPED] * 3]
    assert 2 * weights.SKIPPED < weights.UNPRESSED


def test_a_ply_that_was_pressed_for_in_a_longer_reading_is_not_skipped() -> None:
    """The best reading has two plies, the right one four: its third was pressed for, and now its fourth."""
    reading = settled_from(chess.STARTING_FEN, "e2 e4 e7 e5 g1 f3 b8 c6")
    right = reading.best._replace(pressed=3)
    line = right.line.back_to(2)
    change = line.occupancy ^ reading.occupancy
    shorter = Hypothesis(line, cost=right.rank - 5, change=change, pressed=2)
    pressed = press_prices.complete(reading._replace(hypotheses=(shorter, right)), chess.BLACK, 2)
    paid = {each.line.ply: each.paid for each in pressed.hypotheses}
    assert paid[4] == 0
