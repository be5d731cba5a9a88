"""Lines of the matrix that have come off and hold few pieces: when a reading suspects one."""

import chess

from jadoube.core.reading import calls, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.explanations import lost_lines
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import begin
from jadoube.core.signals.lines import NAMES, lines_in
from shared.hands.settled_squares import game, settle_each, tracker_of

ROOK = "4k3/4p3/8/8/8/8/P3P3/R3K3 w - - 0 1"
PAWN = "4k3/7p/8/8/8/8/7P/6K1 w - - 0 1"
EMPTY_RANK = "r4rk1/6p1/7p/8/6R1/8/6PP/R5K1 b - - 0 1"
EMPTY_FILES = "8/4k2p/8/1p6/8/7P/PB2N3/6K1 w - - 0 1"
ROOKS = "4k3/8/8/8/3R4/8/8/R3K3 w - - 0 1"
ROOK_MOVED = chess.BB_D4 | chess.BB_A1 | chess.BB_C1
"""The squares astray after Rac1 if the rook on d4 cannot be read, or has gone."""


def played(fen: str, gesture: str) -> Tracker:
    """The tracker of a position after a gesture."""
    return settle_each(tracker_of(fen), gesture)


def lines_held_off(reading: Tracker) -> set[str]:
    """The names of the lines that some reading takes for off."""
    held = [lines_in(each.bad) for each in reading.hypotheses]
    return {name for number, name in enumerate(NAMES) if any(each >> number & 1 for each in held)}


def test_a_line_with_two_pieces_is_suspected_when_a_ply_is_called_for() -> None:
    """The rook and a pawn seem to be lifted, another pawn moves, and Black replies: so file a is off."""
    reading = played(ROOK, "a1&a2 . e2 e4 . e7 e5 .")
    assert game(reading) == "e4 e5"
    assert lines_held_off(reading) == {"a"}


def test_what_one_dead_reed_explains_makes_no_line_suspect() -> None:
    """A pawn lands on a square that does not close: one reed is dead, although two ranks show no piece."""
    reading = played(PAWN, "h2 . h7 h6 .")
    assert any(each.bad for each in reading.hypotheses)
    assert not lines_held_off(reading)


def test_a_ply_within_a_line_is_guessed_when_a_ply_is_called_for() -> None:
    """Two pieces vanish from file a, and Black replies: White has moved one of them within the file."""
    reading = played(ROOK, "a1&a2 . e7 e5 . e1 d1 . e8 e7 .")
    assert lines_in(reading.best.bad) == 1 << NAMES.index("a")
    assert game(reading) in {"a3 e5 Kd1 Ke7", "a4 e5 Kd1 Ke7"}


def test_a_line_with_a_closed_contact_is_no_suspect() -> None:
    """The rook seems to be lifted from rank 1 and file a. The king on e1 is read, so rank 1 is not off."""
    assert "1" not in lines_held_off(played(ROOK, "a1 . e2 e4 . e7 e5"))


def test_a_line_on_which_nothing_stood_is_suspected_at_the_second_ply_into_it() -> None:
    """Knight and king vanish, and both sides move on: rather than to two bad reeds, both went to one file."""
    reading = played(EMPTY_FILES, "e2 . e7 . a2 a3 . h7 h6 .")
    assert lines_held_off(reading) == {"d", "e", "f"}
    near = [each for each in reading.hypotheses if each.rank < reading.best.rank + weights.DOUBTFUL]
    assert "Nd4 Kd6 a3 h6" in [" ".join(ply.san for ply in each.line.plies()) for each in near]


def test_further_plies_into_a_line_are_found_with_the_first() -> None:
    """Pawn, rook and rook vanish before a press is heard: all three went to rank 5, where nothing stood."""
    reading = calls.consider_unseen(played(EMPTY_RANK, "h6 . g4 f8"), again=True)
    beside = [each.line.plies() for each in reading.hypotheses if not chess.BB_RANK_5 & ~each.bad]
    assert ["h5", "Rg5", "Rf5"] in [[line.san for line in plies] for plies in beside]


def price_of_rank_4(bad: int) -> float:
    """What the cheapest reading pays that takes rank 4 for off, and ignored these squares before."""
    reading = Hypothesis(begin(ROOKS), change=ROOK_MOVED, touched=ROOK_MOVED, bad=bad)
    found = lost_lines.plies_beside_lines(reading, SettleOrder(), 0)
    return min(each.cost for each in found if not chess.BB_RANK_4 & ~each.bad)


def test_a_second_line_costs_as_much_as_the_first() -> None:
    """File g is off, so g4 cannot be read. That says nothing against rank 4, which crosses it there."""
    assert price_of_rank_4(chess.BB_FILE_G) == price_of_rank_4(0) == weights.LINE_OFF


def test_a_blamed_reed_makes_its_line_cheaper() -> None:
    """The reed of h4 is not believed: if rank 4 is off, that explains it."""
    assert price_of_rank_4(chess.BB_H4) < weights.LINE_OFF
    assert price_of_rank_4(chess.BB_FILE_G | chess.BB_H4) == price_of_rank_4(chess.BB_H4)
