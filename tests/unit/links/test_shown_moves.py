"""What a program shows is its move only if nothing else explains it."""

import dataclasses

import chess
import pytest

from jadoube.core.pages.link_view import LinkView
from jadoube.core.squares import Occupancy
from jadoube.links.shown_moves import ECHO_MS, Shown, shown_by_lights, shown_by_text
from jadoube.links.translation import Play
from shared.links.shown_views import lifted, view_after


def lit(names: str) -> Occupancy:
    """These squares as a set."""
    return sum(chess.BB_SQUARES[chess.parse_square(name)] for name in names.split())


def uci(move: chess.Move | None) -> str:
    """The move in UCI notation; empty: none."""
    return move.uci() if move else ""


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
BISHOP_OR_PAWN = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("start", "names", "move"),
    [
        (chess.STARTING_FEN, "e2 e4", "e2e4"),
        (chess.STARTING_FEN, "e2 e3 e4", "e2e4"),
        (chess.STARTING_FEN, "g1 f3", "g1f3"),
        (chess.STARTING_FEN, "g1", ""),
        (chess.STARTING_FEN, "e2 d4", ""),
        (chess.STARTING_FEN, "e7 e5", ""),
        (chess.STARTING_FEN, "a1 b1 c1 d1 e1", ""),
        (CASTLING, "e1 g1", "e1g1"),
        (CASTLING, "e1 h1", "e1g1"),
        (CASTLING, "e1 f1 g1 h1", "e1g1"),
        (CASTLING, "e1 a1", "e1c1"),
        (CASTLING, "e1 d1", "e1d1"),
        (EN_PASSANT, "e5 d6", "e5d6"),
        (EN_PASSANT, "e5 d6 d5", "e5d6"),
        (PROMOTION, "a7 a8", "a7a8q"),
    ],
)
def test_a_move_is_shown_by_its_squares(start: str, names: str, move: str) -> None:
    """Two squares, or all that the move changes; a pawn becomes a queen."""
    assert uci(shown_by_lights(view_after(start=start), lit(names))) == move


@pytest.mark.parametrize(
    ("start", "text", "move"),
    [
        (chess.STARTING_FEN, "      e4", "e2e4"),
        (chess.STARTING_FEN, "     Nf3", "g1f3"),
        (chess.STARTING_FEN, "  1.Nf3 ", "g1f3"),
        (chess.STARTING_FEN, "1. Nf3!", "g1f3"),
        (chess.STARTING_FEN, " e2 e4", "e2e4"),
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
        (chess.STARTING_FEN, "Nf6", ""),
        (chess.STARTING_FEN, "0000", ""),
        (chess.STARTING_FEN, "book", ""),
        (chess.STARTING_FEN, "", ""),
        (chess.STARTING_FEN, "1-0", ""),
        (chess.STARTING_FEN, "12:30", ""),
        (chess.STARTING_FEN, "é4", ""),
        (CASTLING, "O-O-O+", "e1c1"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "oo", "e1g1"),
        (EN_PASSANT, "exd6", "e5d6"),
        (PROMOTION, "a8=N+", "a7a8n"),
        (PROMOTION, "a8Q", "a7a8q"),
        (PROMOTION, "a7a8r", "a7a8r"),
        (PROMOTION, "a7a8", "a7a8q"),
        (chess.STARTING_FEN, "Sf3", "g1f3"),
        (chess.STARTING_FEN, "CF3", "g1f3"),
        (chess.STARTING_FEN, "NF3", "g1f3"),
        (chess.STARTING_FEN, "E4", "e2e4"),
        (chess.STARTING_FEN, "E2E4", "e2e4"),
        (CASTLING, "Td1", "a1d1"),
        (BISHOP_OR_PAWN, "BXC3", ""),
        (BISHOP_OR_PAWN, "bxc3", "b2c3"),
        (BISHOP_OR_PAWN, "Bxc3", "d2c3"),
        (PROMOTION, "A8D", "a7a8q"),
        (PROMOTION, "a8=T", "a7a8r"),
        (PROMOTION, "a8", ""),
    ],
)
def test_a_move_is_said_by_a_text(start: str, text: str, move: str) -> None:
    """Long notation or SAN, as programs write it on a clock; anything else is no move."""
    assert uci(shown_by_text(view_after(start=start), text)) == move


def test_what_is_lit_on_a_settled_board_is_the_move() -> None:
    """At once, with the number of its ply, and once."""
    view = view_after("e2e4", program="black")
    shown, play = Shown().light(view, lit("c7 c5"))
    assert play == Play(2, "c7c5")
    assert shown.light(view, lit("c7 c5"))[1] is None
    assert shown.look(view)[1] is None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"settled": False}, "a hand moves"),
        ({"program": "white"}, "it is a hint for the player"),
        ({"told": "c7c5"}, "the move is told already"),
        ({"phase": "over"}, "the game is over"),
    ],
)
def test_no_move_is_wanted(changes: dict[str, object], why: str) -> None:
    """The same squares and the same text are no move then."""
    view = dataclasses.replace(view_after("e2e4"), **changes)  # type: ignore[arg-type]
    assert Shown().light(view, lit("c7 c5"))[1] is None, why
    assert Shown().write(view, "c5")[1] is None, why


@pytest.mark.parametrize("move", ["e2e4", "g1f3", "d2d3"])
def test_the_players_own_last_move_is_none_of_the_program(move: str) -> None:
    """Its squares, its name and its long name: the square it came from is empty now."""
    view = view_after(move)
    san = chess.Board().san(chess.Move.from_uci(move))
    for text in (move, san):
        assert Shown().write(view, text)[1] is None
    assert Shown().light(view, lit(f"{move[:2]} {move[2:]}"))[1] is None


def test_a_move_that_was_shown_too_early_is_made_when_the_board_is_settled() -> None:
    """The player adjusts another piece while the program shows its move, and it shows it only once."""
    view = view_after("e2e4")
    shown, play = Shown().light(lifted(view, "b1", at_ms=100), lit("g8 f6"))
    assert play is None
    assert shown.look(dataclasses.replace(view, at_ms=200))[1] == Play(2, "g8f6")


def test_lights_of_lifted_squares_are_no_move() -> None:
    """Two pieces are adjusted that could take each other; the program lights both, and darkens them late."""
    view = view_after("e2e4", "d7d5")
    shown, _ = Shown().light(lifted(view, "e4", at_ms=100), lit("e4"))
    shown, play = shown.light(lifted(view, "e4 d5", at_ms=200), lit("e4 d5"))
    assert play is None
    shown, play = shown.look(dataclasses.replace(view, at_ms=300))
    assert (play, shown.due_ms()) == (None, 300 + ECHO_MS)
    shown, play = shown.light(dataclasses.replace(view, at_ms=500), 0)
    assert (play, shown.due_ms()) == (None, None)
    assert shown.look(dataclasses.replace(view, at_ms=2000))[1] is None


def test_lights_that_stay_are_the_move() -> None:
    """The same pieces were adjusted while the program showed that one takes the other."""
    view = view_after("e2e4", "d7d5")
    shown, _ = Shown().light(lifted(view, "e4 d5", at_ms=200), lit("e4 d5"))
    shown, _ = shown.look(dataclasses.replace(view, at_ms=300))
    shown, play = shown.look(dataclasses.replace(view, at_ms=300 + ECHO_MS))
    assert (play, shown.due_ms()) == (Play(3, "e4d5"), None)


RECAPTURE = ("e2e4", "d7d5", "b1c3", "g8f6", "c3d5")


def test_the_name_of_a_capture_waits_where_it_may_be_the_players() -> None:
    """`Nxd5` is White's capture as well as Black's recapture; it counts when it stays."""
    view = view_after(*RECAPTURE)
    shown, play = Shown().write(view, "Nxd5")
    assert play is None
    late = dataclasses.replace(view, at_ms=view.at_ms + ECHO_MS)
    assert shown.look(late)[1] == Play(6, "f6d5")
    assert Shown().write(view, "f6d5")[1] == Play(6, "f6d5")
    assert Shown().write(view, "Qxd5")[1] == Play(6, "d8d5")


def test_an_old_text_is_no_new_move() -> None:
    """`Nf6` stays on the clock, and two plies later another knight could go there."""
    first = view_after("e2e4")
    shown, play = Shown().write(first, "Nf6")
    assert play == Play(2, "g8f6")
    later = view_after("e2e4", "g8f6", "e4e5", "f6g8", "e5e6")
    shown, play = shown.look(later)
    assert play is None
    assert shown.write(later, "Nf6")[1] == Play(6, "g8f6")


def test_a_position_that_comes_back_needs_a_new_showing() -> None:
    """The program's move was made and is taken back: what still stands on the clock is not made again."""
    view = view_after("e2e4")
    shown, _ = Shown().write(view, "Nf6")
    shown, _ = shown.look(lifted(view, "g8"))
    shown, _ = shown.look(view_after("e2e4", "g8f6"))
    shown, _ = shown.look(lifted(view, "g8"))
    shown, play = shown.look(view)
    assert play is None
    assert shown.write(view, "")[0].write(view, "Nf6")[1] == Play(2, "g8f6")
    assert shown.write(view, "Nf6")[1] == Play(2, "g8f6")


def test_dark_lamps_leave_the_text_and_an_empty_text_the_lamps() -> None:
    """A program that shows its move both ways, on a board that is not settled, may take one of them back."""
    view = view_after("e2e4")
    shown, _ = Shown().write(lifted(view, "a2"), "Nf6")
    shown, _ = shown.light(lifted(view, "a2"), 0)
    assert shown.look(view)[1] == Play(2, "g8f6")
    shown, _ = Shown().light(lifted(view, "a2"), lit("g8 f6"))
    shown, _ = shown.write(lifted(view, "a2"), "")
    assert shown.look(view)[1] == Play(2, "g8f6")


def test_a_move_that_is_shown_both_ways_is_made_once() -> None:
    """Lit, and then written."""
    view = view_after("e2e4")
    shown, play = Shown().light(view, lit("g8 f6"))
    assert play == Play(2, "g8f6")
    shown, play = shown.write(view, "Nf6")
    assert play is None
    assert shown.light(view, 0)[1] is None


def test_a_program_may_think_better_of_it() -> None:
    """Another move before a hand has made the first one."""
    view = view_after("e2e4")
    shown, _ = Shown().write(view, "Nf6")
    assert shown.write(dataclasses.replace(view, told="g8f6"), "c5")[1] == Play(2, "c7c5")


def test_a_game_with_an_irregular_ply_says_its_ply() -> None:
    """The number is the game's, not that of the position's counters."""
    view: LinkView = dataclasses.replace(view_after("e2e4"), ply=7)
    assert Shown().light(view, lit("g8 f6"))[1] == Play(8, "g8f6")
