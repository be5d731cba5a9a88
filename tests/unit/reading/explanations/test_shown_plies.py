"""Shown plies: what a press completes if a line was only shown on the board."""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.explanations.shown_plies import without_shown_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, begin

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def reading(fen: str, plies: str) -> Hypothesis:
    """The reading with these plies, in UCI."""
    line = begin(fen)
    for move in plies.split():
        line = line.after(chess.Move.from_uci(move))
    return Hypothesis(line, cost=3.0)


def moves(line: Line) -> str:
    """The moves of a line, in UCI."""
    return " ".join(each.move.uci() for each in line.plies() if each.move)


def shorter(hypothesis: Hypothesis, since: int, side: chess.Color = chess.WHITE) -> list[str]:
    """The games that are left without plies that were shown after this ply."""
    found = list(without_shown_plies(hypothesis, side, since, SettleOrder(), price=weights.SHOWN))
    assert all(each.cost == hypothesis.cost + weights.SHOWN for each in found)
    return [moves(each.line) for each in found]


def test_a_line_that_led_back_is_left_out() -> None:
    """The ply that is pressed comes after it, or was there before it."""
    shown = reading(chess.STARTING_FEN, "e2e4 e7e5 b1a3 d8f6 a3b1 f6d8 g1f3")
    assert shorter(shown, since=2) == ["e2e4 e7e5 g1f3"]
    before = reading(chess.STARTING_FEN, "e2e4 e7e5 g1f3 d8f6 b1c3 f6d8 c3b1")
    assert shorter(before, since=2) == ["e2e4 e7e5 g1f3"]
    again = reading(chess.STARTING_FEN, "e2e4 d7d6 b1a3 d6d5 a3b1")
    assert shorter(again, since=0) == []


def test_a_piece_that_went_home_and_on_made_one_ply() -> None:
    """The king was shown on d1 and put back; his ply to f1 was read from d1 over e1, as no ply would."""
    shown = reading(KINGS, "e1d1 e8d8 d1e1 d8e8 e1f1")
    assert shorter(shown, since=0) == ["e1f1"]
    kings = reading(KINGS, "e1d2 e8d8 d2e2 d8e8 e2f1")
    assert shorter(kings, since=0) == ["e1f1"]


def test_what_the_board_shows_besides_is_a_ply_from_before_them() -> None:
    """The pieces came back as no plies go: the reading does not fit, a ply of the start does."""
    shown = reading(KINGS, "e1d1 e8d8 d1d2 d8e8")
    astray = chess.BB_D2 | chess.BB_F1
    lost = shown._replace(change=astray, touched=astray)
    assert shorter(lost, since=0) == ["e1f1"]
    assert shorter(lost._replace(touched=0), since=0) == []


def test_the_board_may_miss_the_reply_that_is_in_hand() -> None:
    """Black has lifted his king when White presses; a piece of White's own in the air is no ply."""
    shown = reading(KINGS, "e1d1 e8d8 d1e1 d8e8 e1f1")
    assert shorter(shown._replace(change=chess.BB_E8), since=0) == ["e1f1"]
    assert shorter(shown._replace(change=chess.BB_F1), since=0) == []


def test_other_pieces_on_the_same_squares_led_nowhere() -> None:
    """The pawn has become a queen, or a rook and a queen have changed places: the position is another one."""
    promoted = reading("8/P5k1/8/8/8/8/7P/K7 w - - 0 1", "a7a8q g7h7 a8a7 h7g7 h2h4")
    assert shorter(promoted, since=0) == []
    changed = reading("7k/8/8/8/8/8/8/QR5K w - - 0 1", "a1a2 h8g8 b1a1 g8h8 a2b1 h8g8 h1g1")
    assert shorter(changed, since=0) == []


def test_presses_are_not_forgotten_so_often() -> None:
    """Two presses may be forgotten before a line is shown, not three; a line has two plies of each side."""
    shown = reading(KINGS, "e1e2 e8e7 e2d2 e7e8 d2e2 e8e7 e2f3")
    assert shorter(shown, since=2) == ["e1e2 e8e7 e2f3"]
    assert shorter(shown, since=0) == ["e1e2 e8e7 e2f3"]
    late = reading(KINGS, "e1e2 e8e7 e2e3 e7e6 e3d3 e6e7 d3e3 e7e6 e3f3")
    assert shorter(late, since=0) == []
    assert shorter(reading(KINGS, "e1d1 e8d8 d1e1"), since=0) == []
