"""How a game ends and the next begins: confirmation, flags, and the start position set up again."""

import chess
import pytest

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, FlagFell, GameBegun, GameOver
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay

Told = list[tuple[int, Effect]]

#: White mates on e8, and has only a second or so to do it where a clock is set to that.
BACK_RANK = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
MATE = "3.0 open e1; 3.5 close e8"
WON = Outcome(Termination.CHECKMATE, chess.WHITE)


def played(events: str, control: str = "-", start: str = BACK_RANK, closed: str = "") -> tuple[Table, Told]:
    """Play the events of a sensor log, joined by `;`: the table at its end, and how games ended when."""
    told: Told = []
    header = (FIRST_LINE, f"start {start}", f"time-control {control}", closed, "")
    log = parse_sensor_log("\n".join((*filter(None, header), "", *events.split(";"))), "log")
    end = replay(log, lambda now_ms, _, effects: told.extend((now_ms, effect) for effect in effects))
    return end.table, [each for each in told if isinstance(each[1], GameOver | FlagFell | GameBegun)]


CONFIRMED = {
    "by a second of quiet": (f"{MATE}; 9.0 end", 4500),
    "by a press": (f"{MATE}; 3.8 press white; 3.9 release white; 9.0 end", 3805),
    "by ok": (f"{MATE}; 3.7 press ok; 3.8 release ok; 9.0 end", 3820),
    "by the log's end": (f"{MATE}; 3.6 end", 3600),
    "by a second of quiet after the last glitch": (f"{MATE}; 4.0 open a1; 4.01 close a1; 9.0 end", 5010),
}


@pytest.mark.parametrize(("events", "at_ms"), CONFIRMED.values(), ids=CONFIRMED)
def test_a_mate_ends_the_game_when_it_is_confirmed(events: str, at_ms: int) -> None:
    """Whatever confirms it, the side that gave it has won."""
    table, told = played(events)
    assert (told, table.play.phase, table.play.outcome) == ([(at_ms, GameOver(WON))], Phase.OVER, WON)


def test_a_piece_that_goes_on_within_a_second_ends_nothing() -> None:
    """The rook stops on the mating square on its way to the next one."""
    table, told = played(f"{MATE}; 4.3 open e8; 4.6 close e7; 9.0 end")
    assert (told, table.line.san) == ([], "Re7")


def test_a_mate_stops_the_clock_at_its_last_edge() -> None:
    """The time until the confirmation is charged to nobody."""
    table, _ = played(f"1.0 press black; 1.1 release black; {MATE}; 9.0 end", control="60")
    assert table.play.clock is not None
    assert (table.play.clock.running, table.play.clock.remaining_ms(chess.WHITE, 9000)) == (None, 57_500)


def test_a_flag_that_falls_after_the_mate_does_not_count() -> None:
    """White has 2.6 seconds; he mates after 2.5, and nobody presses."""
    _, told = played("1.0 press black; 1.1 release black; 3.0 open e1; 3.98 close e8; 9.0 end", control="3")
    assert told == [(4980, GameOver(WON))]


def test_a_flag_that_falls_before_the_mate_loses() -> None:
    """The rook stands on e8 when White has no time left."""
    _, told = played("1.0 press black; 1.1 release black; 3.0 open e1; 4.005 close e8; 9.0 end", control="3")
    lost = Outcome(Termination.FLAG_FELL, chess.BLACK)
    assert told == [(4000, FlagFell(chess.WHITE, 4000)), (4000, GameOver(lost))]


def test_a_press_that_is_judged_after_the_flag_counts_from_its_first_sample() -> None:
    """The ply settles when the flag would have fallen already, but the lever came before it."""
    events = (
        "1.0 press black; 1.1 release black; 3.0 open e1; 3.985 close e2; 3.99 press white; 4.1 release white"
    )
    _, told = played(f"{events}; 6.0 end", control="3")
    assert told == []


def test_a_press_after_the_flag_is_too_late() -> None:
    """The flag falls, although the ply was made in time."""
    events = (
        "1.0 press black; 1.1 release black; 3.0 open e1; 3.9 close e2; 4.0 press white; 4.1 release white"
    )
    _, told = played(f"{events}; 6.0 end", control="3")
    assert told[0] == (4000, FlagFell(chess.WHITE, 4000))


def test_a_flag_against_a_bare_king_draws() -> None:
    """The customer's text: a draw if the opponent has only his king."""
    table, _ = played("1.0 press black; 9.0 end", control="3", start="6k1/8/8/8/8/8/8/K3R3 w - - 0 1")
    assert table.play.outcome == Outcome(Termination.FLAG_FELL)


def test_a_waiting_promotion_ends_nothing() -> None:
    """It would be mate with a queen, but the player may still choose another piece."""
    events = "3.0 open f7; 3.5 close f8; 7.0 press plus; 7.1 release plus"
    table, told = played(
        f"{events}; 9.0 press ok; 9.1 release ok; 9.5 end", start="7k/5P1p/7K/8/8/8/8/8 w - - 0 1"
    )
    assert (told, table.line.san) == ([(9120, GameOver(WON))], "f8=R#")


def test_after_the_result_nothing_is_recorded() -> None:
    """Pieces that are moved on a decided board are no plies."""
    table, told = played(f"{MATE}; 6.0 open g8; 6.5 close g7; 9.0 end")
    assert (told, table.line.ply) == ([(4500, GameOver(WON))], 1)


PLAYED = "1.0 open e2; 1.2 close e4; 1.6 open e7; 1.8 close e5; 2.0 open g1; 2.2 close f3"
SET_UP = "3.0 open e4; 3.2 open e5; 3.4 close e2; 3.6 close e7; 3.8 open f3; 4.0 close g1"


def test_the_start_position_that_play_explains_is_no_new_game() -> None:
    """Both knights go out and home again: four plies."""
    there = "1.0 open g1; 1.2 close f3; 1.6 open g8; 1.8 close f6"
    back = "2.0 open f3; 2.2 close g1; 2.4 open f6; 2.6 close g8"
    table, told = played(f"{there}; {back}; 9.0 end", start=chess.STARTING_FEN)
    assert (told, table.line.ply) == ([], 4)


def test_pieces_never_reset_a_running_clock() -> None:
    """While a clock runs, the start position set up again is only an unreadable position."""
    events = f"0.5 press black; 0.6 release black; {PLAYED}; {SET_UP}; 9.0 end"
    table, told = played(events, control="300", start=chess.STARTING_FEN)
    assert told == []
    assert table.play.clock is not None
    assert table.play.clock.running is not None


def test_the_next_game_begins_when_its_pieces_have_stood_for_two_seconds() -> None:
    """After a result the start position is a new game, and the game before keeps its result."""
    _, told = played(f"{MATE}; 6.0 open e8; 6.5 close e1; 9.0 end")
    assert told == [(4500, GameOver(WON))]
    log = "1.0 open e2; 1.2 close e4"
    assert played(f"{log}; 9.0 end", start=chess.STARTING_FEN)[1] == []


def test_pieces_set_up_for_less_than_two_seconds_begin_nothing() -> None:
    """A log is one game: it ends with its result, whatever stands on the board."""
    table, told = played(f"{MATE}; 5.0 open e8; 5.3 close e1; 6.9 end")
    assert (told, table.play.outcome) == ([(4500, GameOver(WON))], WON)


#: Ten plies, so that nobody can mean to take them all back; then both pieces are put where they began.
WANDERED = ("a1a2", "e8d8", "a2a3", "d8c8", "a3a4", "c8b8", "a4a5", "b8c8", "a5a6", "c8b8")
PUT_HOME = ("b8e8", "a6a1")


def test_a_second_set_up_closes_the_game_and_then_begins_the_next() -> None:
    """The game is over with what was played; a moment later its table makes way for a new one."""
    moves = enumerate((*WANDERED, *PUT_HOME), start=1)
    events = "; ".join(f"{at} open {move[:2]}; {at}.3 close {move[2:]}" for at, move in moves)
    table, told = played(f"{events}; 30.0 end", start="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    unfinished = Outcome(Termination.UNFINISHED)
    assert told == [(14_300, GameOver(unfinished))]
    assert (table.play.phase, table.line.ply) == (Phase.OVER, len(WANDERED))
    new, begun = step(table, Scanned(table.occupancy), 14_400)
    assert (begun, new.play.phase, new.line.ply) == ((GameBegun(unfinished),), Phase.SETTING_UP, 0)
