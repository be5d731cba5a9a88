"""Kings on the centre: which squares say which result, and that a journal and a replay carry it."""

import chess
import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.table import Table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay

START = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
PLAYED = "1.0 open a1; 1.3 close a7"
#: The squares of both kings, and who has won; None is a draw.
RESULTS = {
    "e4 d5": chess.WHITE,
    "d4 e5": chess.BLACK,
    "d4 e4": None,
    "d4 d5": None,
    "e4 e5": None,
    "d5 e5": None,
}


def played(events: str) -> Table:
    """Play the events of a sensor log, joined by `;`."""
    lines = (FIRST_LINE, f"start {START}", "", *f"{PLAYED}; {events}".split("; "))
    return replay(parse_sensor_log("\n".join(lines), "log")).table


def set_on(squares: str) -> str:
    """The events that set the kings on two squares: of these kings each may go to either."""
    one, other = squares.split()
    return f"4.0 open g1; 4.5 close {one}; 5.0 open g8; 5.5 close {other}"


@pytest.mark.parametrize("squares", RESULTS)
def test_each_pair_of_squares_says_its_result(squares: str) -> None:
    """Light squares White, dark squares Black, one of each a draw; the ply that was played stays."""
    table = played(f"{set_on(squares)}; 8.0 end")
    assert table.play.outcome == Outcome(Termination.KINGS, RESULTS[squares])
    assert (table.play.phase, table.line.ply) == (Phase.OVER, 1)


def test_two_seconds_have_to_pass() -> None:
    """A log that ends before has no result: nobody knows whether the kings would have stayed."""
    assert played(f"{set_on('e4 d5')}; 7.4 end").play.outcome is None


def test_a_piece_that_is_missing_elsewhere_says_nothing() -> None:
    """The kings stand on the centre, but the rook is gone: the board is being cleared."""
    assert played(f"{set_on('e4 d5')}; 6.0 open a7; 12.0 end").play.outcome is None


def test_three_pieces_on_the_centre_say_nothing() -> None:
    """A pawn stands there, too."""
    assert played(f"{set_on('e4 d5')}; 6.0 open f2; 6.3 close d4; 12.0 end").play.outcome is None


def test_the_result_is_in_the_pgn() -> None:
    """The game ended normally: nobody's flag fell, and it was finished."""
    text = write_pgn(scoresheet(played(f"{set_on('d4 e5')}; 8.0 end")))
    assert '[Result "0-1"]' in text
    assert '[Termination "normal"]' in text
    assert text.endswith("1. Ra7 0-1\n\n")
