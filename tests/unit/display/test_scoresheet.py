"""The scoresheet: moves, clocks, doubts and result as values of the table."""

import chess

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, Scoresheet, scoresheet
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import CLUB
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay


def sheet(events: str, control: str = "-", start: str = chess.STARTING_FEN) -> Scoresheet:
    """The scoresheet of a sensor log's events, joined by `;`."""
    header = (FIRST_LINE, f"start {start}", f"time-control {control}", "")
    return scoresheet(replay(parse_sensor_log("\n".join((*header, *events.split(";"))), "log")).table)


def test_before_the_first_ply() -> None:
    """An empty scoresheet bears what was agreed, and no result."""
    empty = sheet("9.0 end", control="300+3")
    assert empty == Scoresheet(chess.STARTING_FEN, (), None, CLUB, parse_time_control("300+3"))
    assert empty.result == "*"


def test_plies_in_order_with_clock_and_time_used() -> None:
    """White pressed after 3 seconds and earned 3; Black has not pressed yet."""
    moves = "1.0 press black; 3.0 open e2; 3.5 close e4; 4.0 press white; 6.0 open e7; 6.5 close e5; 9.0 end"
    assert sheet(moves, control="300+3").plies == (
        Ply(chess.Move.from_uci("e2e4"), "e4", 303_000, elapsed_ms=3_000),
        Ply(chess.Move.from_uci("e7e5"), "e5", 300_500, elapsed_ms=2_500),
    )


def test_doubts_are_named_in_san() -> None:
    """A capture whose victim was never seen: the other is its doubt, and at the end that a reed is dead."""
    takes = sheet("1.0 open e4; 3.0 press white; 9.0 end", start="4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1")
    (ply,) = takes.plies
    assert {ply.san, *ply.doubts} == {"exd5", "exf5", "e5"}


def test_the_result_is_pgns() -> None:
    """1-0, 0-1, 1/2-1/2, and * for a game that has none."""
    outcomes = {
        Outcome(Termination.CHECKMATE, chess.WHITE): "1-0",
        Outcome(Termination.FLAG_FELL, chess.BLACK): "0-1",
        Outcome(Termination.FLAG_FELL): "1/2-1/2",
        Outcome(Termination.STALEMATE): "1/2-1/2",
        Outcome(Termination.UNFINISHED): "*",
        None: "*",
    }
    sheets = {one: Scoresheet(chess.STARTING_FEN, (), one, CLUB, None).result for one in outcomes}
    assert sheets == outcomes
