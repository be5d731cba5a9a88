"""Reopened games on the disk: the journal and the PGN of the game before go on, and a restart finds it."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import chess

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.service import GameKeeper
from jadoube.formats.sensorlog import Edge
from jadoube.games.fold import fold, keep_ended, steps
from jadoube.games.game_files import GameFiles
from jadoube.games.journal import read_journal
from jadoube.games.snapshots.nodes import to_nodes
from jadoube.games.snapshots.snapshot import Snapshot
from jadoube_sim.desk import Beside, Desk
from jadoube_sim.virtual import VirtualPace
from kept_games import AtOnce

SETTINGS = default_settings()
TERMS = Terms(control=parse_time_control("300"), turned=False)
E4 = ((2, "open", "e2"), (2.4, "close", "e4"))
SET_UP = ((7, "open", "e4"), (7.4, "close", "e2"))
BACK_AGAIN = ((14, "open", "e2"), (14.4, "close", "e4"))


def live(
    folder: Path, begin_s: int, end_s: int, edges: Iterable[tuple[float, str, str]], ordered: dict[int, str]
) -> Table:
    """Let a board run between two instants on the games of a folder, then cut the power; its last table."""

    async def run() -> Table:
        files = GameFiles(folder, AtOnce(), print)
        keeper = GameKeeper(files, SETTINGS)
        left = keeper.resume()
        pace = VirtualPace(SETTINGS.board.scan_period_ms, begin_ms=begin_s * 1000, until_ms=begin_s * 1000)
        closed = chess.Board().occupied
        desk = Desk(SETTINGS, TERMS, closed=closed, left=left, pace=pace, beside=Beside(keeper))
        if left:
            desk.daemon.resume(left.last_ms)
        else:
            if keeper.ended:
                desk.daemon.table = keep_ended(desk.daemon.table, keeper.ended)
            keeper.begin(desk.daemon.table, begin_s * 1000)
        desk.act([Edge(int(at_s * 1_000_000), word, name) for at_s, word, name in edges])
        for at_s, text in ordered.items():
            pace.schedule(at_s * 1_000_000, partial(give, desk, text))
        desk.begin()
        await desk.run_to(end_s * 1000)
        await desk.cut()
        files.close()
        return desk.table

    return asyncio.run(run())


def give(desk: Desk, text: str) -> None:
    """Give the board an order now."""
    desk.daemon.feed(Ordered(parse_order(text)), desk.pace.now_ms())


def presses(name: str, at_s: float) -> tuple[tuple[float, str, str], ...]:
    """A lever that goes down and up."""
    return (at_s, "press", name), (at_s + 0.1, "release", name)


PLAYED = (*presses("black", 1), *E4, *presses("white", 4))


def pgn(folder: Path, number: int) -> str:
    """The last line of a game's PGN."""
    return (folder / f"{number:06}.pgn").read_text(encoding="utf-8").strip().splitlines()[-1]


def test_the_game_before_goes_on_in_its_own_journal(tmp_path: Path) -> None:
    """After the next set-up, too: its fold is the table of the board, its PGN has no result any more."""
    table = live(tmp_path, 0, 12, (*PLAYED, *SET_UP), {5: "resign white"})
    assert table.play.phase is Phase.SETTING_UP
    again = tmp_path / "again"
    table = live(again, 0, 20, (*PLAYED, *SET_UP, *BACK_AGAIN), {5: "resign white", 12: "reopen"})
    folded = fold(read_journal(again / "000001.journal"))
    assert (pgn(tmp_path, 1)[-3:], pgn(again, 1)[-1:]) == ("0-1", "*")
    assert table.play.phase is folded.table.play.phase is Phase.PAUSED
    assert folded.table.line.board == table.line.board
    assert folded.table.play.clock == table.play.clock
    assert (folded.reopened, folded.unfinished) == (True, True)


def test_the_fold_of_a_reopened_game_is_the_table_of_its_last_step(tmp_path: Path) -> None:
    """The order to reopen follows the table of the set-up between the games, not that of the end."""
    live(tmp_path, 0, 20, (*PLAYED, *SET_UP, *BACK_AGAIN), {5: "resign white", 12: "reopen"})
    journal = read_journal(tmp_path / "000001.journal")
    records = [each for each in journal.records if not isinstance(each.record, Snapshot)]
    reopened = next(
        number for number, each in enumerate(records) if each.record == Ordered(parse_order("reopen"))
    )
    journal = replace(journal, records=tuple(records[: reopened + 1]))
    *_, last = steps(journal)
    assert last.reopens
    assert to_nodes(fold(journal).table) == to_nodes(last.after)


def test_a_restart_finds_the_reopened_game(tmp_path: Path) -> None:
    """Not the one that had begun since, whose number the next game gets."""
    live(tmp_path, 0, 20, (*PLAYED, *SET_UP, *BACK_AGAIN), {5: "resign white", 12: "reopen"})
    table = live(tmp_path, 20, 25, (), {22: "result 1-0", 24: "new game"})
    assert table.line.ply == 0
    assert pgn(tmp_path, 1)[-3:] == "1-0"
    assert sorted(path.name for path in tmp_path.glob("*.journal")) == ["000001.journal", "000002.journal"]


def test_a_game_that_ended_before_a_restart_can_be_reopened(tmp_path: Path) -> None:
    """The board was switched off after the end, and the arbiter comes later; a second restart keeps it so."""
    live(tmp_path, 0, 6, PLAYED, {5: "resign white"})
    table = live(tmp_path, 6, 10, (), {8: "reopen"})
    assert table.play.phase is Phase.PAUSED
    assert pgn(tmp_path, 1)[-1:] == "*"
    folded = fold(read_journal(tmp_path / "000001.journal"))
    assert folded.table.play.clock == table.play.clock
    table = live(tmp_path, 10, 12, (), {})
    assert (table.line.ply, table.play.phase) == (1, Phase.PAUSED)
