"""Games that hands play on the simulator's page, sensor logs, and any position."""

import io
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

SHORT = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Qb6 8. Qd2 Qxb2 9. Rb1 Qa3 *"
ENDGAME = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"


@pytest.fixture
def board(start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch) -> DeskPage:
    """A desk, as it is without options."""
    watch.provoke("503")  # asked for between two games: there is no board for an instant
    running = start()
    return DeskPage.opened(running, visit(running.url))


def mainline(pgn: str) -> list[str]:
    """The plies of a PGN, in UCI."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    return [move.uci() for move in game.mainline_moves()]


def test_a_blitz_hand_plays_a_pgn_at_twenty_times(board: DeskPage) -> None:
    """All is read as it stands in the PGN, and leaving prints it."""
    board.let_hands_play(SHORT, "blitz", "20")
    expect(board.ply(18)).to_have_text("Qa3")
    assert mainline(board.leave()) == mainline(SHORT)


def test_one_takes_over_from_a_hand(board: DeskPage) -> None:
    """The hand stops where it is; the game goes on from there by one's own hands."""
    board.let_hands_play(SHORT, "tidy", "20")
    expect(board.ply(2)).to_be_visible()
    board.press("play-pause")
    board.press("takeover")
    expect(board.part("mode")).to_have_text("your hands")
    before = mainline(board.pgn())
    assert before == mainline(SHORT)[: len(before)]
    assert len(before) < 18


def test_a_sensor_log_is_saved_and_replayed(board: DeskPage, tmp_path: Path) -> None:
    """What was played comes back from its log, to the ply, on a board that has been set up anew."""
    board.plays("e2e4", "e7e5", "f1c4")
    with board.page.expect_download() as download:
        board.press("log-save")
    log = tmp_path / "desk.log"
    download.value.save_as(log)
    assert log.read_text(encoding="ascii").startswith("jadoube-sensor-log")
    board.part("tab-game").click()
    board.press("drawer-new-game")
    board.press("new-game")
    board.press("confirm-yes")
    expect(board.ply(1)).to_have_count(0)
    board.part("tab-hands").click()
    board.part("log-replay-file").set_input_files(log)
    expect(board.ply(3)).to_have_text("Bc4")


def test_any_position_can_be_set_up(board: DeskPage) -> None:
    """A FEN puts the pieces on the board and begins a game from there; a bad one is refused in one line."""
    board.part("tab-game").click()
    board.part("fen").fill(ENDGAME)
    board.press("setup")
    expect(board.page.locator(".piece.boxed")).to_have_count(34 - 3)
    board.page.locator(".piece[data-kind=K]").hover()  # which waits until it glides no more
    board.plays("e3d4")
    expect(board.ply(1)).to_have_text("Kd4")
    assert f'[FEN "{ENDGAME}"]' in board.pgn()
    board.part("fen").fill("8/8/8 w - - 0 1")
    board.press("setup")
    expect(board.part("notice")).to_contain_text("expected 8 rows")


def test_a_file_that_is_too_long_is_not_opened(board: DeskPage, tmp_path: Path) -> None:
    """It is said in one line, and the page goes on."""
    games = tmp_path / "all.pgn"
    games.write_text("1. e4 *\n\n" * 200_000, encoding="ascii")
    before = board.part("hands-pgn").input_value()
    board.part("hands-open-file").set_input_files(games)
    expect(board.part("notice")).to_contain_text("a million letters at most")
    assert board.part("hands-pgn").input_value() == before
    expect(board.part("link")).to_have_attribute("data-state", "connected")


def test_a_drawer_that_is_shut_learns_the_other_language_too(board: DeskPage) -> None:
    """Opened before and after the language was switched, it says all in the new one."""
    expect(board.part("hands-play")).to_have_text("Play it")
    board.part("tab-game").click()
    board.part("language").click()
    board.part("tab-hands").click()
    expect(board.part("hands-play")).to_have_text("Jouer")
