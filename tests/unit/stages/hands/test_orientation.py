"""Which way round the board lies: what the configuration fixes, and for how long both ways are read."""

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.effect_text import game_text
from jadoube.core.messages.effects import BoardTurned, Effect, MoveMade
from jadoube.core.messages.events import Button, Ordered, Scanned
from jadoube.core.messages.orders import Pause
from jadoube.core.reading.searching import Answer
from jadoube.core.signals import flicker
from jadoube.core.signals.debounce import Change, settled_contacts
from jadoube.core.signals.flicker import OFTEN, Flicks
from jadoube.core.squares import turn_squares
from jadoube.core.stages.hands.orientation import ORIENTATIONS, is_known
from jadoube.core.state.hands.touch_move import Touched
from jadoube.core.state.panel.buttons import Candidate
from jadoube.core.state.table import Table, Terms, add_turned_table, new_table

START = chess.Board().occupied
AT_ODDS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"


def played(table: Table, *moves: str, turned_round: bool = False) -> tuple[Table, list[Effect]]:
    """Let hands make plies by lifting and placing, a step every two seconds."""
    reeds, now_ms, told = table.occupancy, 0, list[Effect]()
    for uci in moves:
        move = chess.Move.from_uci(uci)
        for square in (move.from_square, move.to_square):
            reeds ^= chess.BB_SQUARES[63 - square if turned_round else square]
            for after_ms in (1000, 20, 980):
                now_ms += after_ms
                table, effects = step(table, Scanned(reeds), now_ms)
                told += effects
    return table, told


@pytest.mark.parametrize("occupancy", [0, 1, 1 << 63, chess.BB_E2, START, 2**64 - 1])
def test_a_square_turned_is_square_63_less_it(occupancy: int) -> None:
    """Twice turned, every square is where it was."""
    assert turn_squares(occupancy) == sum(1 << 63 - square for square in chess.scan_forward(occupancy))
    assert turn_squares(turn_squares(occupancy)) == occupancy


def test_the_first_ply_turns_the_board() -> None:
    """The turn is told before the ply that showed it."""
    table, told = played(new_table(Terms(), settled_contacts(START)), "e2e4", turned_round=True)
    assert table.turned
    assert told[-3:] == [BoardTurned(turned=True), told[-2], MoveMade(1, "e4")]


def test_both_ways_are_read_until_only_one_explains_two_plies() -> None:
    """One ply may be an illegal try, and so may the first of two that both orientations explain.

    Turned, 1. e4 e5 is 1. d4 d5 with Black's ply first. The third ply has no such explanation; then one
    orientation is left, at no further cost.
    """
    table = new_table(Terms(), settled_contacts(START))
    assert not is_known(table)
    assert not is_known(played(table, "e2e4")[0])
    assert not is_known(played(table, "e2e4", "e7e5")[0])
    assert is_known(played(table, "e2e4", "e7e5", "g1f3")[0])


def test_the_other_way_round_knows_the_same_bad_reeds() -> None:
    """A reed is the same reed however the board lies, but its square has another name there."""
    flicks = flicker.settle(Flicks((OFTEN,) + (0,) * 63), chess.BB_A1, 1000)._replace(flickering=chess.BB_A1)
    table = new_table(Terms(), settled_contacts(START))
    board = table.board._replace(named=chess.BB_A1, flicks=flicks)
    other = add_turned_table(table._replace(board=board)).other
    assert other is not None
    assert (other.board.named, other.board.flicks.flickering, other.board.flicks.counts[-1]) == (
        chess.BB_H8,
        chess.BB_H8,
        OFTEN,
    )
    assert other.board.flicks.settled == (Change(chess.BB_H8, 1000),)


def test_a_flickering_reed_is_known_by_its_square_however_the_board_lies() -> None:
    """Also on a turned board its changes count as nobody's; those of all other reeds count."""
    table = new_table(Terms(turned=True), settled_contacts(START))
    table = table._replace(board=table.board._replace(flicks=Flicks(flickering=chess.BB_D5)))
    assert step(table, Scanned(START | chess.BB_E4), 5000)[0].board.quiet_since_ms == 0
    assert step(table, Scanned(START | chess.BB_D5), 5000)[0].board.quiet_since_ms == 5000


@pytest.mark.parametrize("name", ["white-below", "black-below"])
def test_the_configuration_fixes_it(name: str) -> None:
    """Then the board is read that way only, and what the other way round explains is illegal."""
    fixed = ORIENTATIONS[name]
    table = new_table(Terms(turned=fixed), settled_contacts(START))
    assert table.other is None
    right, _ = played(table, "e2e4", "e7e5", turned_round=bool(fixed))
    wrong, told = played(table, "e2e4", turned_round=not fixed)
    assert game_text(right) == "1. e4 e5 *"
    assert right.other is None
    assert (game_text(wrong), wrong.notices.illegal) == ("*", True)
    assert BoardTurned not in map(type, told)


@pytest.mark.parametrize(("name", "lies"), [("auto", True), ("auto", False), ("black-below", True)])
def test_a_set_up_that_differs_from_both_sides_tells_before_the_first_ply(name: str, lies: bool) -> None:
    """The pieces stand when the table is made, so the orientation is known at once."""
    home = chess.Board(AT_ODDS).occupied
    table = new_table(
        Terms(AT_ODDS, turned=ORIENTATIONS[name]), settled_contacts(turn_squares(home) if lies else home)
    )
    assert table.turned is lies
    assert table.seen.ready
    after, told = played(table, "b1c3", turned_round=lies)
    assert game_text(after) == "1. Nc3 *"
    assert BoardTurned not in map(type, told)
    assert is_known(after)


def test_a_set_up_from_the_other_side_is_a_new_game() -> None:
    """The next game of the match is set up with the rook missing on the other side."""
    home = chess.Board(AT_ODDS).occupied
    table, _ = played(new_table(Terms(AT_ODDS), settled_contacts(home)), "e2e4", "e7e5")
    for now_ms, reeds in (
        (20_000, 0),
        (20_020, 0),
        (21_000, turn_squares(home)),
        (21_020, turn_squares(home)),
    ):
        table, _ = step(table, Scanned(reeds), now_ms)
    while (wake_ms := deadline_ms(table)) is not None and wake_ms < 30_000:
        table, _ = step(table, Scanned(turn_squares(home)), wake_ms)
    assert table.turned
    assert not table.line.ply
    assert game_text(played(table, "b1c3", turned_round=True)[0]) == "1. Nc3 *"


def test_the_other_way_round_nothing_is_known_of_what_was_touched_and_shown() -> None:
    """Its squares and its reading belong to the orientation that was assumed before."""
    table = new_table(Terms(), settled_contacts(START))
    touched = Touched(table.line, own=chess.E2)
    other = add_turned_table(
        table._replace(
            play=table.play._replace(touched=touched),
            panel=table.panel._replace(candidate=Candidate(table.line)),
        )
    ).other
    assert other is not None
    assert (other.play.touched, other.panel.candidate) == (None, None)


def test_the_other_table_searches_in_slices_too() -> None:
    """A table that is added within a step has that step's answers: its searches are no longer than others."""
    table = new_table(Terms(), settled_contacts(START))
    known = (Answer((), ()),)
    added = add_turned_table(table._replace(seen=table.seen._replace(answers=known)))
    assert added.other
    assert added.other.seen.answers == known


def pressed(table: Table, *buttons: Button) -> Table:
    """Press levers one after the other at the start position, a second each."""
    for now_ms, button in enumerate(buttons, start=1):
        for at_ms, down in ((0, int(button)), (100, 0), (200, 0)):
            table, _ = step(table, Scanned(START, down), now_ms * 1000 + at_ms)
            table, _ = step(table, Scanned(START, down), now_ms * 1000 + at_ms + 30)
    return table


TIMED = Terms(control=parse_time_control("300"))


@pytest.mark.parametrize(("lever", "lies"), [(Button.BLACK, False), (Button.WHITE, True)])
def test_the_lever_that_starts_the_clock_tells_who_sits_where(lever: Button, lies: bool) -> None:
    """Who presses it is Black; from then on there is one table, and White's clock runs."""
    table = pressed(new_table(TIMED, settled_contacts(START)), lever)
    assert (table.turned, table.other) == (lies, None)
    assert table.play.clock
    assert table.play.clock.running == chess.WHITE


def test_the_other_lever_does_not_take_it_back() -> None:
    """A press without a ply is refused: nobody passes. The board stays as the first lever told."""
    table = pressed(new_table(TIMED, settled_contacts(START)), Button.BLACK, Button.WHITE)
    assert not table.turned
    assert table.notices.refused


def test_a_pause_before_the_first_ply_opens_the_orientation_again() -> None:
    """It may have been the wrong lever."""
    table = pressed(new_table(TIMED, settled_contacts(START)), Button.BLACK)
    table, _ = step(table, Ordered(Pause()), 5000)
    table, _ = step(table, Scanned(START), 5005)
    assert table.other
    assert table.other.play.clock == table.play.clock


def test_a_lever_cannot_choose_an_orientation_in_which_no_start_stands() -> None:
    """The set-up has told: White's own lever does nothing before the game."""
    home = chess.Board(AT_ODDS).occupied
    table = new_table(Terms(AT_ODDS, control=parse_time_control("300")), settled_contacts(home))
    for now_ms, down in ((2000, int(Button.WHITE)), (2050, int(Button.WHITE)), (2100, 0), (2400, 0)):
        table, _ = step(table, Scanned(home, down), now_ms)
    assert not table.turned
    assert table.play.clock
    assert not table.play.clock.started
