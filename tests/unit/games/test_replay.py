"""Replay: scans on multiples of the period, virtual time, and where a log's game ends."""

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import Effect, FlagFell, Lifted, MoveMade
from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import FIRST_LINE, SensorLog, parse_sensor_log
from jadoube.games.replay import replay, terms_of_log

FOOLS_MATE = (
    "1.0 open f2; 1.2 close f3; 2.0 open e7; 2.2 close e5; "
    "3.0 open g2; 3.2 close g4; 4.0 open d8; 4.2 close h4"
)


def log(events: str, *header: str) -> SensorLog:
    """A sensor log of events joined by `;`."""
    return parse_sensor_log("\n".join((FIRST_LINE, *header, "", *events.split(";"))), "log")


def told(given: SensorLog, period_ms: int = 5) -> list[tuple[int, Effect]]:
    """What was decided when."""
    said: list[tuple[int, Effect]] = []

    def watch(now_ms: int, _table: Table, effects: tuple[Effect, ...]) -> None:
        said.extend((now_ms, effect) for effect in effects)

    replay(given, watch, period_ms=period_ms)
    return said


@pytest.mark.parametrize(
    ("period_ms", "lifted_ms"), [(1, 1022), (5, 1025), (7, 1029), (10, 1030), (20, 1040)]
)
def test_an_edge_is_seen_by_the_next_scan(period_ms: int, lifted_ms: int) -> None:
    """Scans fall on multiples of the period from 0; the lift settles at the first one 20 ms later."""
    assert told(log("1.0011 open e2; 2.0 end"), period_ms) == [(lifted_ms, Lifted(chess.E2))]


def test_an_edge_on_a_scan_is_seen_by_it() -> None:
    """Not by the next one."""
    assert told(log("1.0000 open e2; 2.0 end"))[0][0] == 1020
    assert told(log("1.000001 open e2; 2.0 end"))[0][0] == 1025


def test_what_happens_between_two_scans_is_not_seen() -> None:
    """A reed that is back before the scan has not moved."""
    assert told(log("1.001 open e2; 1.004 close e2; 2.0 end")) == []


def test_an_edge_to_the_state_a_reed_has_is_ignored() -> None:
    """Recordings of bad contacts have such."""
    assert told(log("1.0 close e2; 1.1 open e4; 1.2 release white; 2.0 end")) == []


def test_the_header_states_the_terms() -> None:
    """Start, time control, rules, and the reeds that were closed."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    given = log("1.0 end", f"start {fen}", "time-control 300 ; 60+1", "rules club", "closed 0000000000000010")
    terms = terms_of_log(given)
    assert (terms.start_fen, terms.control, terms.rules.name) == (
        fen,
        parse_time_control("300 ; 60+1"),
        "club",
    )
    assert replay(given).table.occupancy == chess.BB_E1


def test_pieces_are_set_up_first_where_they_did_not_stand() -> None:
    """From `closed` until the start position stands nothing is a ply."""
    given = log(
        "1.0 close e2; 2.0 open e2; 2.5 close e4; 9.0 end",
        f"closed {chess.Board().occupied & ~chess.BB_E2:016x}",
    )
    assert [effect for _, effect in told(given) if isinstance(effect, MoveMade)] == [MoveMade(1, "e4")]


def test_the_log_ends_with_its_last_edge() -> None:
    """What the reeds show then is believed at once."""
    assert replay(log("1.0 open e2; 1.5 close e4")).table.line.san == "e4"


def test_time_runs_on_to_the_end() -> None:
    """A flag may fall in the quiet after the last event, to the millisecond."""
    flag = (4000, FlagFell(chess.WHITE, 4000))
    assert flag in told(log("1.0 press black; 4.0 end", "time-control 3"))
    assert flag not in told(log("1.0 press black; 3.999 end", "time-control 3"))
    assert flag in told(log("1.0 press black; 100000.0 end", "time-control 3"))


def test_a_log_without_events_is_a_game_without_moves() -> None:
    """Whether it lasts or not."""
    for given in (SensorLog(), log("60.0 end", "time-control 30")):
        replayed = replay(given)
        assert (replayed.table.line.ply, replayed.table.play.outcome, replayed.ignored) == (0, None, 0)


def test_what_comes_after_the_result_is_ignored_and_counted() -> None:
    """Two edges of a hand that plays on."""
    replayed = replay(log(f"{FOOLS_MATE}; 6.0 open e1; 6.3 close f2; 9.0 end"))
    assert (replayed.table.play.phase, replayed.ignored) == (Phase.OVER, 2)
    assert replayed.table.play.outcome is not None
    assert replayed.table.play.outcome.result == "0-1"


OPENED = ("e2e4", "e7e5")
DEVELOPED = (*OPENED, "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "b7b5", "a4b3", "f8c5")


def set_up_again(moves: tuple[str, ...]) -> str:
    """The events of a game and of hands that then put all its pieces back to where the game began.

    They take up every piece but the kings.
    """
    board, edges = chess.Board(), []
    for move in moves:
        board.push_uci(move)
        edges += [f"open {move[:2]}", f"close {move[2:]}"]
    edges += [
        f"open {chess.square_name(square)}" for square in chess.SquareSet(board.occupied & ~board.kings)
    ]
    home = chess.Board().occupied & ~board.kings
    edges += [f"close {chess.square_name(square)}" for square in chess.SquareSet(home)]
    return "; ".join(f"{1 + number / 10:.1f} {edge}" for number, edge in enumerate(edges))


@pytest.mark.parametrize("moves", [OPENED, DEVELOPED], ids=["after two plies", "after many"])
def test_what_comes_after_a_second_set_up_is_ignored_and_counted(moves: tuple[str, ...]) -> None:
    """Without a clock the pieces set up again begin the next game; the log's is the first."""
    replayed = replay(log(f"{set_up_again(moves)}; 25.0 open e2; 25.2 close e4; 30.0 end"))
    assert (replayed.table.play.phase, replayed.ignored) == (Phase.OVER, 2)
    assert [line.move.uci() for line in replayed.table.line.plies() if line.move] == list(moves)
