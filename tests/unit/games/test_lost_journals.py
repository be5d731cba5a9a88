"""A journal that cannot be gone on with, or too much that waits: the game goes on, with all that it needs."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.messages.events import Ended, Ordered, Restarted, Scanned
from jadoube.core.messages.order_text import parse_order
from jadoube.core.state.table import Table
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import fold
from jadoube.games.journal.moments import LATEST_LINES, SNAPSHOT_PLIES
from jadoube.games.journal.text import format_event, format_start, read_journal
from jadoube.games.unsaved import MOST_BYTES, LineMakers, Origin
from jadoube.local.runtime_folder import RuntimeFolder
from shared.disk.faulty import FaultyDisk
from shared.disk.kept_games import E4_MADE, HEADER, AtOnce, begun, feed, keeping

TABLE = first_table(HEADER)
PAUSED = Ordered(parse_order("pause"))
ROOT = os.geteuid() == 0


class Marks:
    """Snapshots and gaps that can be told apart in a file."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.lines = LineMakers(self.snapshot, lambda now_ms: f"gap {now_ms}\n", self.plies)

    def snapshot(self, origin: Origin, table: Table, now_ms: int) -> str:
        """Number the tables."""
        assert origin == Origin(HEADER)
        self.tables.append(table)
        return f"snapshot {len(self.tables)} {now_ms}\n"

    def plies(self, before: Table, table: Table, now_ms: int) -> str:
        """Tell the completed plies."""
        plies = table.play.completed, before.play.completed
        return "" if plies[0] == plies[1] else f"ply {plies[0]} {now_ms}\n"


def marked(
    folder: Path, marks: Marks, disk: FaultyDisk | None = None, said: list[str] | None = None
) -> GameFiles:
    """A keeper whose snapshots are marks."""
    say = (said if said is not None else []).append
    return GameFiles(folder, AtOnce(), say, Means(disk or FaultyDisk(), lines=marks.lines))


def lines_of(path: Path) -> list[str]:
    """The lines after the header, without the checksums of events."""
    return path.read_text().removeprefix(format_start(HEADER)).splitlines()


def test_a_journal_that_has_vanished_goes_on_in_the_next_number(tmp_path: Path) -> None:
    """Header, the newest table, and what comes later; nobody makes the old name again."""
    said: list[str] = []
    (tmp_path / "000001.pgn").touch()
    with keeping(tmp_path, said) as keeper:
        keeper.begin(HEADER)
        feed(keeper, E4_MADE[:3])
        (tmp_path / "000002.journal").unlink()
        feed(keeper, E4_MADE[3:])
    assert fold(read_journal(tmp_path / "000002.journal")).table.line.san == "e4"
    vanished = "no such file or directory; the game goes on in 000002.journal"
    assert said == [f"{tmp_path}/000002.journal: {vanished}"]


def test_a_journal_that_lost_bytes_goes_on_in_the_next_number(tmp_path: Path) -> None:
    """What is left of it stays as it is."""
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        keeper.begin(HEADER)
        feed(keeper, E4_MADE[:3])
        os.truncate(tmp_path / "000001.journal", 200)
        feed(keeper, E4_MADE[3:])
    assert (tmp_path / "000001.journal").stat().st_size == 200
    assert fold(read_journal(tmp_path / "000002.journal")).table.line.san == "e4"
    assert "bytes are missing; the game goes on in 000002.journal" in said[0]


def test_the_snapshot_is_that_of_the_newest_table(tmp_path: Path) -> None:
    """At the instant of the last line that led to it."""
    marks = Marks()
    keeper = marked(tmp_path, marks)
    keeper.begin(HEADER, TABLE)
    newest = TABLE._replace(wake_ms=1)
    keeper.append(Scanned(1), 1000, TABLE)
    (tmp_path / "000001.journal").unlink()
    (tmp_path / "000001.pgn").touch()
    keeper.append(Scanned(2), 2000, newest)
    keeper.append(Scanned(3), 3000, TABLE)
    keeper.close()
    assert lines_of(tmp_path / "000002.journal") == [
        "snapshot 2 2000",
        *_events(Scanned(3), 3000),
    ]
    assert marks.tables[1] == newest


def test_the_table_of_the_next_game_is_in_no_snapshot_of_this_one(tmp_path: Path) -> None:
    """The scan that begins the next game closes this one: it stands after the table before it."""
    marks, disk = Marks(), FaultyDisk()
    keeper = marked(tmp_path, marks, disk)
    keeper.begin(HEADER, TABLE)
    before, after = TABLE._replace(wake_ms=1), TABLE._replace(wake_ms=2)
    keeper.append(Scanned(1), 1000, before)
    (tmp_path / "000001.journal").unlink()
    with disk.failing(errno.EIO, "open", "create"):
        keeper.append(Scanned(2), 2000, after)
        keeper.begin(HEADER, after)
    keeper.append(Scanned(3), 4000, after)
    keeper.close()
    assert before in marks.tables
    assert lines_of(tmp_path / "000001.journal") == ["snapshot 2 1000", *_events(Scanned(2), 2000)]


@pytest.mark.parametrize("begins", [False, True], ids=["nothing was begun", "a journal was begun"])
def test_of_too_much_that_waits_the_newest_table_stays(tmp_path: Path, *, begins: bool) -> None:
    """Memory has a limit. Then a gap, that table and what comes later are written, and the loss is said."""
    marks, disk, said = Marks(), FaultyDisk(), list[str]()
    keeper = marked(tmp_path, marks, disk, said)
    if begins:
        keeper.begin(HEADER, TABLE)
    with disk.failing(errno.EIO, "flush"):
        if not begins:
            keeper.begin(HEADER, TABLE)
        count = MOST_BYTES // len(format_event(Scanned(0), 100_000)) + 500
        for at_ms in range(100_000, 100_000 + count):
            keeper.append(Scanned(0), at_ms, TABLE._replace(wake_ms=at_ms))
            assert keeper.look(TABLE, at_ms).waiting_bytes <= MOST_BYTES + 1000
    keeper.append(Scanned(7), 500_000, TABLE)
    keeper.close()
    gap, snapshot, *later = lines_of(tmp_path / "000001.journal")[begins:]
    later = [line for line in later if not line.startswith("snapshot ")]
    at_ms = int(gap.removeprefix("gap "))
    number = int(snapshot.removeprefix("snapshot ").removesuffix(f" {at_ms}"))
    assert marks.tables[number - 1].wake_ms == at_ms
    events = [line for each in range(at_ms + 1, 100_000 + count) for line in _events(Scanned(0), each)]
    assert later == [*events, *_events(Scanned(7), 500_000)]
    assert "bytes are missing, and how the game stands is there" in said[-1]


def test_snapshots_are_taken_where_a_ply_was_completed(tmp_path: Path) -> None:
    """After so many lines; where no ply is completed, at any line after twice as many."""
    marks = Marks()
    keeper = marked(tmp_path, marks)
    keeper.begin(HEADER, TABLE)
    completed = TABLE._replace(play=TABLE.play._replace(completed=SNAPSHOT_PLIES))
    for number in range(1, LATEST_LINES + 20):
        table = completed if number >= 7 else TABLE
        keeper.append(Scanned(number), 100 + number, table)
        keeper.look(table, 100 + number)
    keeper.close()
    found = [index for index, line in enumerate(lines_of(tmp_path / "000001.journal")) if "snapshot" in line]
    assert found[:3] == [0, 9, 9 + LATEST_LINES + 1]
    assert len(found) == 3


def test_what_is_read_is_recorded_after_its_event(tmp_path: Path) -> None:
    """In the game in which it was read: the table of the next one says nothing of it."""
    marks = Marks()
    keeper = marked(tmp_path, marks)
    keeper.begin(HEADER, TABLE)
    completed = TABLE._replace(play=TABLE.play._replace(completed=1))
    keeper.append(Scanned(1), 1000, completed)
    keeper.look(completed, 1500)
    keeper.append(Scanned(2), 2000, TABLE)
    keeper.begin(HEADER, TABLE)
    keeper.look(TABLE, 2000)
    keeper.close()
    events = [*_events(Scanned(1), 1000), "ply 1 1000", *_events(Scanned(2), 2000)]
    assert lines_of(tmp_path / "000001.journal")[1:] == events
    assert [line.split()[0] for line in lines_of(tmp_path / "000002.journal")] == ["snapshot"]


def test_a_restart_has_a_snapshot(tmp_path: Path) -> None:
    """Right after it."""
    begun(tmp_path, E4_MADE)
    marks = Marks()
    keeper = GameFiles(tmp_path, AtOnce(), print, Means(lines=marks.lines))
    folded = keeper.resume()
    assert folded is not None
    keeper.append(Restarted(), folded.last_ms, folded.table)
    keeper.close()
    assert lines_of(tmp_path / "000001.journal")[-2:] == [*_events(Restarted(), 2020), "snapshot 1 2020"]


def test_a_snapshot_that_cannot_be_made_holds_nothing_up(tmp_path: Path) -> None:
    """It is said and left out."""
    said: list[str] = []

    def broken(*_: object) -> str:
        raise ValueError("no text")

    means = Means(lines=Marks().lines._replace(snapshot=broken))
    keeper = GameFiles(tmp_path, AtOnce(), said.append, means)
    keeper.begin(HEADER, TABLE)
    keeper.append(Restarted(), 1000, TABLE)
    keeper.close()
    assert set(said) == {f"{tmp_path}: ValueError('no text') on a snapshot; it is left out"}
    assert len(read_journal(tmp_path / "000001.journal").events) == 1


OTHER_USER = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from jadoube.core.messages.events import Restarted
from jadoube.games.game_files import GameFiles
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(12345); os.setuid(12345)
with ThreadPoolExecutor() as executor:
    keeper = GameFiles(Path(sys.argv[1]), executor, print)
    folded = keeper.resume()
    keeper.append(Restarted(), folded.last_ms, folded.table)
    keeper.wait(30)
    print(keeper.look(folded.table, 5000).problem)
    keeper.close()
"""


def as_another_user(folder: Path) -> list[str]:
    """What a program says that goes on with the games of this folder, and may not write what is there.

    It runs as another user; where only root could do that, the files are read-only.
    """
    folder.parent.chmod(0o755)
    runtime = folder.parent / "runtime"
    runtime.mkdir(exist_ok=True)
    if ROOT:
        os.chown(runtime, 12345, 12345)
    else:
        (folder / "000001.journal").chmod(0o444)
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(runtime)}
    words = [sys.executable, "-c", OTHER_USER, str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users reach: pytest's own they do not."""
    with TemporaryDirectory() as above:
        yield Path(above) / "games"


def test_a_journal_of_another_user_goes_on_in_the_next_number(folder: Path) -> None:
    """A backup was copied back as root: the board reads it, and may not append to it."""
    begun(folder, E4_MADE)
    (folder / "lock").touch(0o600)
    folder.chmod(0o777)
    said = as_another_user(folder)
    denied = "permission denied; the game goes on in 000002.journal"
    assert said == [f"{folder}/000001.journal: {denied}", "None"]
    assert len(read_journal(folder / "000001.journal").events) == len(E4_MADE)
    assert read_journal(folder / "000002.journal").header == HEADER


def test_a_folder_of_another_user_is_a_trouble(folder: Path) -> None:
    """Said once, and what is missing at the end."""
    begun(folder, E4_MADE)
    folder.chmod(0o755 if ROOT else 0o555)
    said = as_another_user(folder)
    assert [line.partition(": ")[2].partition(";")[0] for line in said[:1]] == ["permission denied"]
    assert said[1] == "permission denied"
    assert said[2].startswith("the last ")
    assert [path.name for path in folder.iterdir()] == ["000001.journal"]
    folder.chmod(0o755)


# The lock


def test_a_lock_file_of_an_earlier_version_is_left_alone(tmp_path: Path) -> None:
    """Whoever has it."""
    (tmp_path / "lock").write_text("old")
    with keeping(tmp_path) as keeper:
        keeper.begin(HEADER)
        keeper.append(Ended(), 1000)
    assert (tmp_path / "lock").read_text() == "old"


def test_the_lock_is_in_the_runtime_folder(tmp_path: Path) -> None:
    """One for each folder of games, by whatever path; it goes with the program."""
    runtime, games, link = tmp_path / "run", tmp_path / "games", tmp_path / "link"
    means = Means(runtime=RuntimeFolder({"XDG_RUNTIME_DIR": str(runtime)}))
    keeper = GameFiles(games, AtOnce(), print, means)
    other = GameFiles(tmp_path / "others", AtOnce(), print, means)
    link.symlink_to(games)
    with pytest.raises(BadInput, match="in use by another jadoube"):
        GameFiles(link, AtOnce(), print, means)
    status = games.stat()
    assert (runtime / "jadoube" / f"games-{status.st_dev}-{status.st_ino}.lock").exists()
    assert (runtime / "jadoube").stat().st_mode & 0o777 == 0o700
    keeper.close()
    other.close()
    assert list((runtime / "jadoube").iterdir()) == []


def test_the_runtime_folder_follows_the_environment(tmp_path: Path) -> None:
    """That of the unit, of the session, or one of this user's in the temp folder."""
    given = {"RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/run/user/7", "TMPDIR": str(tmp_path)}
    assert RuntimeFolder(given).path == Path("/run/a")
    assert RuntimeFolder(given).pgn_name((1, 2)) == "game.pgn"
    del given["RUNTIME_DIRECTORY"]
    assert RuntimeFolder(given).path == Path("/run/user/7/jadoube")
    del given["XDG_RUNTIME_DIR"]
    assert RuntimeFolder(given).made() == tmp_path / f"jadoube-{os.getuid()}"


def test_without_a_runtime_folder_of_its_own_the_game_is_saved_all_the_same(tmp_path: Path) -> None:
    """Somebody else could write into it: it is not used, and that is said once."""
    shared = tmp_path / f"jadoube-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    said: list[str] = []
    means = Means(runtime=RuntimeFolder({"TMPDIR": str(tmp_path)}))
    keeper = GameFiles(tmp_path / "games", AtOnce(), said.append, means)
    keeper.begin(HEADER, TABLE)
    keeper.append(PAUSED, 1000, TABLE)
    keeper.close()
    assert len(read_journal(tmp_path / "games" / "000001.journal").events) == 1
    assert said == [
        f"{shared}: not this user's alone; a second program with the same games would not be refused"
    ]


def _events(event: Scanned | Restarted, at_ms: int) -> list[str]:
    return [format_event(event, at_ms).rstrip("\n")]
