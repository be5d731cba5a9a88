"""The keeper, on real files: what is written, what is taken up, and by whom."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Ended, Event, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import Comfort
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms
from jadoube.daemon.service import GameKeeper
from jadoube.games.game_files import GameFiles
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import Header
from jadoube.games.journal.text import read_journal
from shared.disk.kept_games import E4_MADE, HEADER, AtOnce, Later, ToldFiles, begun, feed, keeping, sheet

# Games and their files


def test_a_game_is_a_journal_and_a_pgn(tmp_path: Path) -> None:
    """The folder is made; what is appended is read back; the names are in the PGN."""
    folder = tmp_path / "some" / "games"
    with keeping(folder) as keeper:
        keeper.begin(HEADER)
        feed(keeper, E4_MADE)
        table = fold(read_journal(folder / "000001.journal")).table
        keeper.write_pgn(partial(scoresheet, table), HEADER.tags)
    assert sorted(path.name for path in folder.iterdir()) == ["000001.journal", "000001.pgn"]
    journal = read_journal(folder / "000001.journal")
    assert (journal.header, list(journal.events), journal.torn) == (HEADER, E4_MADE, False)
    pgn = (folder / "000001.pgn").read_text(encoding="utf-8")
    assert '[White "Zoë"]' in pgn
    assert pgn.endswith("1. e4 *\n\n")


def test_every_game_gets_the_next_number(tmp_path: Path) -> None:
    """Above all numbers in the folder, also those of a PGN whose journal somebody has taken away."""
    (tmp_path / "000006.journal").touch()
    (tmp_path / "000041.pgn").touch()
    (tmp_path / "999.journal").touch()
    with keeping(tmp_path) as keeper:
        keeper.begin(HEADER)
        keeper.append(E4_MADE[0][1], 1000)
        keeper.begin(HEADER)
    assert len(read_journal(tmp_path / "000042.journal").events) == 1
    assert read_journal(tmp_path / "000043.journal").events == ()


def test_without_a_game_nothing_is_appended(tmp_path: Path) -> None:
    """An event before any game is a mistake of the program, and said as such."""
    with keeping(tmp_path) as keeper, pytest.raises(ValueError, match="no game found, expected one begun"):
        keeper.append(Ended(), 0)


def test_a_thread_writes_all_of_it(tmp_path: Path) -> None:
    """With a real executor, `close` waits until everything is on the disk, in order."""
    with ThreadPoolExecutor() as executor, keeping(tmp_path, executor=executor) as keeper:
        keeper.begin(HEADER)
        for at_ms in range(2000):
            keeper.append(Scanned(at_ms), 100 + at_ms)
        keeper.begin(HEADER)
        keeper.write_pgn(sheet("e4"), {})
    events = read_journal(tmp_path / "000001.journal").events
    assert [event for _, event in events] == [Scanned(at_ms) for at_ms in range(2000)]
    assert (tmp_path / "000002.pgn").exists()


def test_the_loop_never_waits(tmp_path: Path) -> None:
    """While the disk takes its time, everything is queued for one job, and nothing is touched."""
    later = Later()
    with keeping(tmp_path, executor=later) as keeper:
        keeper.begin(HEADER)
        feed(keeper, E4_MADE)
        keeper.write_pgn(sheet("e4"), {})
        keeper.write_pgn(sheet("e4", "e5"), {})
        assert list(tmp_path.iterdir()) == []
        assert len(later.jobs) == 1
        later.work()
        keeper.rest(20_000)
        later.work()
    assert len(read_journal(tmp_path / "000001.journal").events) == len(E4_MADE)
    assert (tmp_path / "000001.pgn").read_text(encoding="utf-8").endswith("1. e4 e5 *\n\n")


def test_the_pgn_of_a_closed_game_is_not_forgotten(tmp_path: Path) -> None:
    """A game that was closed while the disk took its time still gets its own last sheet."""
    later = Later()
    with keeping(tmp_path, executor=later) as keeper:
        keeper.begin(HEADER)
        keeper.write_pgn(sheet("e4"), {})
        keeper.begin(HEADER)
        keeper.write_pgn(sheet("d4"), {})
        later.work()
        keeper.rest(20_000)
        later.work()
    pgns = [(tmp_path / f"00000{number}.pgn").read_text(encoding="utf-8") for number in (1, 2)]
    assert [pgn.rstrip()[-7:] for pgn in pgns] == ["1. e4 *", "1. d4 *"]


# Taking up


def test_an_unfinished_game_is_taken_up(tmp_path: Path) -> None:
    """Its table, instant and names come back, and what follows is appended to its journal."""
    path = begun(tmp_path, E4_MADE)
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        folded = keeper.resume()
        assert folded is not None
        assert (folded.table.line.san, folded.last_ms, folded.header) == ("e4", 2020, HEADER)
        keeper.append(Ended(), 2020)
    assert read_journal(path).events[-1] == (2020, Ended())
    assert said == []


FINISHED: dict[str, list[tuple[int, Event]]] = {
    "the game was left": [*E4_MADE, (3000, Ended())],
    "it was left before a ply was made": [*E4_MADE[:2], (3000, Ended())],
}


@pytest.mark.parametrize("why", FINISHED)
def test_a_finished_game_is_not_taken_up(tmp_path: Path, why: str) -> None:
    """The next game gets its own number, and the journal stays as it is."""
    path = begun(tmp_path, FINISHED[why])
    before = path.read_bytes()
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None
        keeper.begin(HEADER)
    assert path.read_bytes() == before
    assert (tmp_path / "000002.journal").exists()


@pytest.mark.parametrize("events", [E4_MADE, FINISHED["the game was left"], E4_MADE[:2]])
def test_controls_set_by_hand_survive_a_restart(tmp_path: Path, events: list[tuple[int, Event]]) -> None:
    """Whether the game goes on, is over, or was never played; so they do the next time, too."""
    slots = tuple(filter(None, map(parse_time_control, ("1500+7", "5400+20"))))
    with keeping(tmp_path) as keeper:
        keeper.begin(replace(HEADER, comfort=Comfort(by_hand=slots)))
        feed(keeper, events)
    for _ in range(2):
        with keeping(tmp_path) as keeper:
            games = GameKeeper(keeper, default_settings())
            left = games.resume()
            table = left.table if left else games.first_table(Terms(), settled_contacts(0))
            assert table.comfort.by_hand == slots
            if not left:
                games.begin(table, 0)


@pytest.mark.parametrize("events", [[], E4_MADE[:2]], ids=["nothing has happened", "no ply was made"])
def test_a_journal_in_which_nothing_was_played_is_used_again(
    tmp_path: Path, events: list[tuple[int, Event]]
) -> None:
    """However often the program starts, it leaves one such journal and not one for each start."""
    path = begun(tmp_path, events)
    for _ in range(3):
        with keeping(tmp_path) as keeper:
            assert keeper.resume() is None
            keeper.begin(HEADER)
            feed(keeper, E4_MADE[:1])
    assert list(read_journal(path).events) == E4_MADE[:1]
    assert list(tmp_path.glob("*.journal")) == [path]


def test_a_journal_with_a_scoresheet_is_not_used_again(tmp_path: Path) -> None:
    """A ply was made and taken back: no ply stands, but something was played, and is kept."""
    path = begun(tmp_path, E4_MADE[:2])
    path.with_suffix(".pgn").touch()
    before = path.read_bytes()
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None
        keeper.begin(HEADER)
    assert path.read_bytes() == before


def test_a_game_that_is_over_is_not_taken_up(tmp_path: Path) -> None:
    """A stalemate that was confirmed has its result."""
    board = chess.Board("7k/8/8/6Q1/8/8/8/K7 w - - 0 1")
    shown = [board.occupied ^ chess.BB_G5, board.occupied ^ chess.BB_G5 ^ chess.BB_G6]
    events: list[tuple[int, Event]] = [(200 + 500 * n, Scanned(reeds)) for n, reeds in enumerate(shown)]
    events += [(at_ms + 20, event) for at_ms, event in events] + [(2000, events[-1][1])]
    path = tmp_path / "000001.journal"
    with keeping(tmp_path) as keeper:
        keeper.begin(Header(Terms(board.fen()), settled_contacts(board.occupied)))
        feed(keeper, sorted(events, key=lambda event: event[0]))
    assert fold(read_journal(path)).table.play.phase is Phase.OVER
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None


def test_an_empty_folder_has_nothing_to_take_up(tmp_path: Path) -> None:
    """Neither has one in which there is but a PGN."""
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None
        (tmp_path / "000003.pgn").touch()
        assert keeper.resume() is None


LONGER = [*E4_MADE, *((at_ms, E4_MADE[-1][1]) for at_ms in (3000, 4000))]


def test_a_journal_cut_at_any_byte(tmp_path: Path) -> None:
    """It is taken up at a prefix of its events, and is whole again, or is said to be damaged and left."""
    path = begun(tmp_path, LONGER)
    whole = path.read_bytes()
    header = whole.index(b" *00000000\n") + 11
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        said: list[str] = []
        with keeping(tmp_path, said) as keeper:
            if taken_up := keeper.resume():
                keeper.append(Ended(), 5000)
        kept = sum(b" scan " in line for line in whole[:length].split(b"\n")[:-1])
        assert bool(taken_up) == (kept >= len(E4_MADE))
        if taken_up:
            assert list(read_journal(path).events) == [*LONGER[:kept], (5000, Ended())]
        else:
            assert path.read_bytes() == whole[:length]
        torn = length != len(whole) and whole[length - 1 : length] != b"\n"
        assert len(said) == (length < header or (taken_up is not None and torn))


def test_a_journal_damaged_at_any_byte(tmp_path: Path) -> None:
    """It is left as it is, and taken up but for what follows the damage; the header may be damaged, too."""
    path = begun(tmp_path, LONGER)
    whole = path.read_bytes()
    begins, made = whole.index(b" *00000000\n") + 10, whole.index(b"\n", whole.index(b"2020 scan"))
    for at in range(len(whole)):
        damaged = whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :]
        path.write_bytes(damaged)
        said: list[str] = []
        with keeping(tmp_path, said) as keeper:
            folded = keeper.resume()
        assert all(line.startswith(str(path)) and line.isprintable() for line in said)
        assert path.read_bytes() == damaged
        assert folded is not None or begins <= at <= made  # no ply is recorded in it
        assert folded is None or folded.table.line.san == "e4"


def test_a_journal_that_is_no_file(tmp_path: Path) -> None:
    """Whatever has a journal's name and cannot be read is said, and a new game begins."""
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        (tmp_path / "000001.journal").mkdir()
        assert keeper.resume() is None
    problem = "is a directory, expected a journal"
    assert said == [f"{tmp_path}/000001.journal: {problem}; it is left as it is, and a new game begins"]


# Two programs


def test_a_folder_has_one_keeper(tmp_path: Path) -> None:
    """A second program is refused by the folder's name; when the first has gone it may."""
    with keeping(tmp_path):
        with pytest.raises(BadInput) as refused:
            GameFiles(tmp_path, AtOnce(), print)
        assert str(refused.value) == (
            f"{tmp_path}: in use by another jadoube, expected a folder of games of its own"
        )
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None


def test_another_process_is_refused_too(tmp_path: Path) -> None:
    """The lock is the system's."""
    code = f"""
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from jadoube.games.game_files import GameFiles
GameFiles(Path({str(tmp_path)!r}), ThreadPoolExecutor(), print)
"""
    with keeping(tmp_path):
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "BadInput" in other.stderr.splitlines()[-1]
    assert str(tmp_path) in other.stderr.splitlines()[-1]


def test_a_disk_that_hangs_is_waited_for_so_long(tmp_path: Path) -> None:
    """Then what is not written is said, journal and PGN, and whether all is."""
    said: list[str] = []
    later = Later()
    keeper = ToldFiles(tmp_path, later, said.append)
    keeper.begin(HEADER)
    keeper.write_pgn(sheet("e4"), {})
    later.work()
    keeper.append(Scanned(0), 1000)
    keeper.write_pgn(sheet("e4", "e5"), {})
    keeper.close(within_s=0.01)
    missing = len((tmp_path / "000001.journal").read_bytes())
    assert len(said) == 2
    assert re.fullmatch(rf"the last [0-9]+ bytes of {tmp_path}/000001\.journal are not written", said[0])
    assert said[1] == f"{tmp_path}/000001.pgn is not written as the game stands"
    later.work()
    assert len((tmp_path / "000001.journal").read_bytes()) > missing


def test_a_power_cut_waits_for_a_disk_that_hangs_no_longer_than_that(tmp_path: Path) -> None:
    """What is under way is left; the folder is free for the next."""
    keeper = ToldFiles(tmp_path, Later(), print)
    keeper.begin(HEADER)
    keeper.abandon(within_s=0.01)
    GameFiles(tmp_path, AtOnce(), print).close()
