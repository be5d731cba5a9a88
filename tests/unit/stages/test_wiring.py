"""Faults of the wiring in play: a line that is off or touches ground is found, and the readings ignore it."""

from itertools import pairwise

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import BadReed, Effect, LineFaulty, LineMended, MoveMade
from jadoube.core.messages.events import BUTTONS, Restarted, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.signals.lines import SOUND, LineFault
from jadoube.core.stages.wiring import MISSING_WAITS_MS
from jadoube.core.state.table import Terms, new_table
from jadoube.formats.pgn import write_pgn

START = chess.Board().occupied
FILE_E, RANK_7 = 4, 14


class Scans:
    """A board that is scanned every 5 ms."""

    def __init__(self, fen: str = chess.STARTING_FEN, closed: int | None = None) -> None:
        reeds = chess.Board(fen).occupied if closed is None else closed
        self.table = new_table(Terms(start_fen=fen, turned=False), settled_contacts(reeds))
        self.now_ms = 0

    def show(self, reeds: int, until_ms: int, grounded: int = 0, buttons: int = 0) -> list[Effect]:
        """Show these reeds until an instant; return the effects."""
        effects: list[Effect] = []
        while self.now_ms < until_ms:
            self.now_ms += 5
            self.table, more = step(self.table, Scanned(reeds, buttons, grounded), self.now_ms)
            effects += more
        return effects


def test_a_line_is_named_within_a_second_and_nothing_else_is_told() -> None:
    """No piece was lifted, no reed is bad, no move is made."""
    board = Scans()
    assert board.show(START & ~chess.BB_FILE_E, 1000) == [LineFaulty(FILE_E, LineFault.OPEN)]
    assert board.table.best.bad == chess.BB_FILE_E


def test_a_line_that_is_back_leaves_no_trace() -> None:
    """All its squares are believed again, and the lines are sound."""
    board = Scans()
    board.show(START & ~chess.BB_FILE_E, 1000)
    assert board.show(START, 3000) == [LineMended(FILE_E)]
    assert (board.table.board.wires, board.table.best.bad, board.table.best.change) == (SOUND, 0, 0)


def test_the_game_tells_from_when_to_when_a_line_was_blind() -> None:
    """Plies may be guessed between the two comments, in the PGN too."""
    board = Scans()
    off = START & ~chess.BB_FILE_E
    board.show(off, 1000)
    board.show(off ^ chess.BB_D2, 2000)
    board.show(off ^ chess.BB_D2 ^ chess.BB_D4, 3000)
    board.show(START ^ chess.BB_D2 ^ chess.BB_D4, 4000)
    text = " ".join(write_pgn(scoresheet(board.table)).split())
    assert "{ line e reads open: look for a loose wire } 1. d4 { line e can be read again }" in text


def test_a_column_at_ground_costs_eight_squares() -> None:
    """A move beside it is read in the usual time."""
    board = Scans()
    shorted = START | chess.BB_FILE_E
    assert board.show(shorted, 1000, 1 << FILE_E) == [LineFaulty(FILE_E, LineFault.GROUNDED)]
    board.show(shorted ^ chess.BB_D2, 2000, 1 << FILE_E)
    assert MoveMade(1, "d4") in board.show(shorted ^ chess.BB_D2 ^ chess.BB_D4, 2025, 1 << FILE_E)


def test_a_line_that_was_off_at_the_set_up_is_found_once_nothing_else_is_missing() -> None:
    """Not before the pieces have stood so long: a player may set up the pawns last."""
    board = Scans(closed=0)
    board.show(START & ~chess.BB_RANK_7, MISSING_WAITS_MS)
    assert not board.table.seen.ready
    told = board.show(START & ~chess.BB_RANK_7, MISSING_WAITS_MS + 100)
    assert LineFaulty(RANK_7, LineFault.OPEN) in told
    assert board.table.seen.ready


def test_who_sets_up_a_line_last_is_no_fault() -> None:
    """The pawns come within the time."""
    board = Scans(closed=0)
    told = board.show(START & ~chess.BB_RANK_7, MISSING_WAITS_MS // 2) + board.show(START, 60_000)
    assert not [each for each in told if isinstance(each, LineFaulty)]


@pytest.mark.parametrize("reeds", [START & ~chess.BB_FILE_E, START])
def test_the_board_asks_for_the_scan_that_decides(reeds: int) -> None:
    """Neither naming a line nor finding it again waits for a change."""
    board = Scans()
    board.show(START & ~chess.BB_FILE_E, 5 if reeds != START else 1000)
    board.show(reeds, board.now_ms + 5)
    due_ms = deadline_ms(board.table)
    assert due_ms is not None
    assert board.now_ms < due_ms <= board.now_ms + 500


def test_the_reeds_of_a_line_are_not_named_one_by_one() -> None:
    """Eight bad reeds would hide the one wire."""
    board = Scans()
    told = board.show(START & ~chess.BB_FILE_E, 5000)
    assert not [each for each in told if isinstance(each, BadReed)]
    assert board.table.board.named == 0


def test_a_wire_that_came_off_while_the_program_was_down_is_named() -> None:
    """The first scan after a restart shows it as any other does."""
    board = Scans()
    board.show(START, 1000)
    board.table, _ = step(board.table, Restarted(), board.now_ms)
    told = board.show(START & ~chess.BB_FILE_E, 2000)
    assert [each for each in told if isinstance(each, LineFaulty)] == [LineFaulty(FILE_E, LineFault.OPEN)]


def test_a_short_that_comes_with_the_blame_of_a_line_is_not_missed() -> None:
    """The scan that names the line of the set-up is taken in to its end."""
    board = Scans(closed=0)
    off = START & ~chess.BB_RANK_7
    board.show(off, MISSING_WAITS_MS)
    due_ms = deadline_ms(board.table)
    assert due_ms is not None
    board.show(off, due_ms - 5)
    told = board.show(off, due_ms, 1 << FILE_E)
    assert [each.line for each in told if isinstance(each, LineFaulty)] == [RANK_7, FILE_E]
    assert board.table.last_scan == Scanned(off, 0, 1 << FILE_E)


KINGS_AND_ROOK = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"
WHITE = BUTTONS["white"]


@pytest.mark.parametrize(("opened_ms", "named"), [(1000, True), (1450, False)])
def test_a_line_that_has_just_opened_is_not_blamed(opened_ms: int, named: bool) -> None:
    """A ply is called for at 1.6 s: a wire that comes and goes would stay hidden from then on."""
    board = Scans(KINGS_AND_ROOK)
    stands = chess.Board(KINGS_AND_ROOK).occupied
    kings, moved = chess.BB_E1 | chess.BB_E8, chess.BB_D1 | chess.BB_D2
    told: list[Effect] = []
    for at_ms, until_ms in pairwise((0, 1000, 1200, 1450, 1600, 2200)):
        reeds = stands & ~kings if at_ms >= opened_ms else stands
        reeds = reeds if at_ms < 1200 else reeds & ~moved if at_ms < 1450 else reeds ^ moved
        told += board.show(reeds, until_ms, buttons=WHITE if at_ms >= 1600 else 0)
    assert (LineFaulty(FILE_E, LineFault.OPEN) in told) == named
    assert board.table.last_scan.reeds == (stands & ~kings) ^ moved
