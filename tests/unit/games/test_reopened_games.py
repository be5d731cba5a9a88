"""Reopened games on the disk: the journal and the PGN of the game before go on, and a restart finds it."""

from dataclasses import replace
from pathlib import Path

from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.phases import Phase
from jadoube.games.journal.fold import fold, steps
from jadoube.games.journal.text import read_journal
from jadoube.games.snapshots.nodes import to_nodes
from jadoube.games.snapshots.snapshot import Snapshot
from shared.disk.lived_games import BACK_AGAIN, PLAYED, SET_UP, live


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
