"""Presses: which are judged when, what they complete, what the clock makes of them, and which are refused."""

import chess
import pytest

from jadoube.core.messages.effects import ClockStarted, Effect, MoveCompleted, MoveMade, PressRefused, Refusal
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay

Told = list[tuple[int, Effect]]


def played(events: str, control: str = "300+3", start: str = chess.STARTING_FEN) -> tuple[Table, Told]:
    """Play the events of a sensor log, joined by `;`: the table at its end, and what was decided when."""
    told: Told = []
    header = (FIRST_LINE, f"start {start}", f"time-control {control}", "")
    log = parse_sensor_log("\n".join((*header, *events.split(";"))), "log")
    end = replay(log, lambda now_ms, _, effects: told.extend((now_ms, effect) for effect in effects))
    return end.table, told


def only(told: Told, *kinds: type[Effect]) -> Told:
    """What was decided of these kinds."""
    return [(now_ms, effect) for now_ms, effect in told if isinstance(effect, kinds)]


def left(table: Table, now_ms: int) -> tuple[int, int]:
    """What White and Black have left at an instant."""
    assert table.play.clock is not None
    return table.play.clock.remaining_ms(chess.WHITE, now_ms), table.play.clock.remaining_ms(
        chess.BLACK, now_ms
    )


STARTED = "1.0 press black; 1.1 release black"
E4 = f"{STARTED}; 3.0 open e2; 3.5 close e4"
E4_PRESSED = f"{E4}; 4.0 press white; 4.1 release white"
E5_UNPRESSED = "6.0 open e7; 6.5 close e5"


def test_blacks_lever_starts_whites_clock() -> None:
    """At the press's first sample; the increment of the first ply is there already."""
    table, told = played(f"{STARTED}; 6.0 end")
    assert told == [(1005, ClockStarted(chess.WHITE))]
    assert left(table, 6000) == (298_000, 303_000)


def test_whites_lever_before_the_game_does_nothing() -> None:
    """White is to move: White's lever has nothing to complete and nothing to start.

    The set-up tells whose it is here. At the usual start it would be Black's, on a turned board.
    """
    at_odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
    table, told = played("1.0 press white; 1.1 release white; 5.0 end", start=at_odds)
    assert (told, left(table, 5000)) == ([], (303_000, 303_000))


def test_whites_lever_starts_blacks_clock_where_black_is_to_move() -> None:
    """The side to move decides what a lever does, not the colour."""
    table, told = played("1.0 press white; 5.0 end", start=chess.STARTING_FEN.replace(" w ", " b "))
    assert told == [(1005, ClockStarted(chess.BLACK))]
    assert left(table, 5000) == (303_000, 299_000)


def test_a_press_completes_the_ply_and_earns_the_increment() -> None:
    """White thought for three seconds and has his three seconds back; Black's time runs."""
    table, told = played(f"{E4_PRESSED}; 10.0 end")
    assert only(told, MoveCompleted) == [(4005, MoveCompleted(1, 4000))]
    assert left(table, 10_000) == (303_000, 297_000)


def test_a_press_before_the_last_reed_has_settled_counts_from_its_first_sample() -> None:
    """It is judged when the reeds have been quiet for a debounce: the place settles first."""
    table, told = played(f"{E4}; 3.505 press white; 3.6 release white; 4.0 end")
    made = only(told, MoveMade, MoveCompleted)
    assert made == [(3520, MoveMade(1, "e4")), (3520, MoveCompleted(1, 3505))]
    assert left(table, 3505) == (303_000 - 2505 + 3000, 303_000)


def flickering(square: str, from_ms: int, to_ms: int) -> list[str]:
    """A reed that opens and closes every 10 ms, from the state it had."""
    at_ms = range(from_ms, to_ms, 10)
    words = ("open", "close") if square != "e4" else ("close", "open")
    return [f"{ms / 1000:.3f} {words[number % 2]} {square}" for number, ms in enumerate(at_ms)]


def in_order(events: list[str]) -> str:
    """Events in order of time."""
    return ";".join(sorted(events, key=lambda event: float(event.split()[0])))


PRESS = ["3.505 press white", "3.6 release white"]


def test_a_press_waits_for_reeds_that_change() -> None:
    """It stays open until they are quiet, so that a piece just set down is seen, and counts from then."""
    _, told = played(f"{STARTED}; 3.0 open e2; {in_order(flickering('e4', 3500, 3650) + PRESS)}; 5.0 end")
    assert only(told, MoveCompleted, PressRefused) == [(3660, MoveCompleted(1, 3640))]


def test_a_press_waits_for_200_ms_at_the_most() -> None:
    """A reed that never settles delays the press no longer."""
    _, told = played(
        f"{STARTED}; 3.0 open e2; 3.3 close e4; {in_order(flickering('h7', 3500, 5000) + PRESS)}"
    )
    assert only(told, MoveCompleted, PressRefused) == [(3705, MoveCompleted(1, 3505))]


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("", Refusal.NO_PLY),
        ("3.0 open e2;", Refusal.NOT_LANDED),
        ("3.0 open e2; 3.3 close e5;", Refusal.UNREADABLE),
    ],
)
def test_a_press_without_a_legal_ply_is_refused(before: str, why: Refusal) -> None:
    """Nothing moved, a piece in the air, a piece where it cannot go: the mover's clock runs on."""
    table, told = played(f"{STARTED}; {before} 4.0 press white; 4.1 release white; 6.0 end")
    assert [effect for _, effect in only(told, PressRefused)] == [PressRefused(chess.WHITE, why)]
    assert left(table, 6000) == (298_000, 303_000)


def test_the_lever_of_a_standing_clock_does_nothing() -> None:
    """A press changes nothing from the waiting side, nor from the side that has just pressed."""
    again = "4.5 press white; 4.6 release white; 5.0 press white; 5.1 release white"
    table, told = played(f"{E4_PRESSED}; {again}; 10.0 end")
    assert only(told, PressRefused) == []
    assert left(table, 10_000) == (303_000, 297_000)


def test_a_forgotten_press_is_made_up_for_after_the_reply() -> None:
    """It is accepted with its increment, and the time until then is White's (FIDE 6.2.2)."""
    table, told = played(f"{E4}; {E5_UNPRESSED}; 7.0 press white; 7.1 release white; 9.0 end")
    assert [effect for _, effect in only(told, MoveCompleted)] == [MoveCompleted(1, 7000)]
    assert left(table, 9000) == (300_000, 301_000)


def test_a_missing_press_earns_nothing_when_the_opponent_replies_and_presses() -> None:
    """Both plies stand, and White's clock runs on."""
    pressed = "7.0 press black; 7.1 release black; 8.0 press white; 8.1 release white"
    table, told = played(f"{E4}; {E5_UNPRESSED}; {pressed}; 9.0 end")
    assert [effect for _, effect in only(told, MoveCompleted)] == [MoveCompleted(2, 7000)]
    assert left(table, 9000) == (295_000, 303_000)


def test_the_opponent_may_have_a_piece_in_the_air() -> None:
    """A late press meets a reply that has begun."""
    table, told = played(f"{E4}; 6.0 open e7; 6.2 press white; 6.3 release white; 6.5 close e5; 9.0 end")
    assert [effect for _, effect in only(told, MoveCompleted, PressRefused)] == [MoveCompleted(1, 6200)]
    assert table.line.ply == 2


def test_the_ply_whose_piece_is_in_the_air_again_does_not_stand() -> None:
    """White presses with the piece back in his hand."""
    _, told = played(f"{E4}; 6.0 open e4; 6.2 press white; 6.3 release white; 9.0 end")
    assert [effect for _, effect in only(told, MoveCompleted, PressRefused)] == [
        PressRefused(chess.WHITE, Refusal.NOT_LANDED)
    ]


def test_a_lever_held_down_presses_once() -> None:
    """A rocker lever stays down until the other is pressed."""
    held = "1.0 press black; 3.0 open e2; 3.5 close e4; 4.0 press white; 4.0 release black"
    reply = "6.0 open e7; 6.5 close e5; 7.0 press black; 7.0 release white"
    table, told = played(f"{held}; {reply}; 9.0 end")
    assert [effect for _, effect in only(told, MoveCompleted, PressRefused)] == [
        MoveCompleted(1, 4000),
        MoveCompleted(2, 7000),
    ]
    assert left(table, 9000) == (301_000, 303_000)


def test_without_a_clock_a_lever_completes_a_ply_and_no_more() -> None:
    """It ends the doubt of a slide; pressed for nothing it is refused, but not before the game."""
    before = "1.0 press white; 1.1 release white; 2.0 press black; 2.1 release black"
    pressed = "4.0 press white; 4.1 release white; 5.0 press black; 5.1 release black"
    _, told = played(f"{before}; 3.0 open e2; 3.5 close e4; {pressed}; 6.0 end", control="-")
    assert [effect for _, effect in only(told, MoveCompleted, PressRefused)] == [
        MoveCompleted(1, 4000),
        PressRefused(chess.BLACK, Refusal.NO_PLY),
    ]
