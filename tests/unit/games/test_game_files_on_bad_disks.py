"""The keeper on a disk that is full, missing or another: the game goes on, and nothing is half-written."""

import errno
import re
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jadoube.core.messages.events import Ended, Scanned
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import parse_journal, read_journal
from shared.disk.faulty import FaultyDisk
from shared.disk.kept_games import E4_MADE, HEADER, begun, feed, keeping, sheet

KEPT = "the game goes on, and what is not written is kept and tried again"
AGAIN = "written again, nothing is missing"


def test_a_full_disk(tmp_path: Path) -> None:
    """It is said once, tried again a second later at the earliest, and nothing is missing in the end."""
    said: list[str] = []
    disk = FaultyDisk()
    path = tmp_path / "000001.journal"
    with keeping(tmp_path, said, disk=disk) as keeper:
        keeper.begin(HEADER)
        before = path.read_bytes()
        with disk.failing(errno.ENOSPC, "write"):
            feed(keeper, E4_MADE)
        assert said == [f"{path}: no space left on device; {KEPT}"]
        keeper.append(Scanned(0), 2999)  # the last try, which failed, was at 2000
        assert path.read_bytes() == before
        keeper.append(Scanned(1), 3000)
        assert said[1:] == [f"{path}: {AGAIN}"]
    assert list(read_journal(path).events) == [*E4_MADE, (2999, Scanned(0)), (3000, Scanned(1))]


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow beyond this: the system takes what fits, then refuses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_takes_a_part(tmp_path: Path) -> None:
    """What the disk took of a batch is cut off again; with room the batch is written whole."""
    path = begun(tmp_path, E4_MADE)
    whole = path.read_bytes()
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        keeper.resume()
        with largest_file(len(whole) + 60):
            for at_ms in range(10_000, 10_005):
                keeper.append(Scanned(at_ms), at_ms)
            full = path.read_bytes()
        assert said == [f"{path}: file too large; {KEPT}"]
        assert full.startswith(whole)
        assert list(parse_journal(full, "full").events) == [*E4_MADE, (10_000, Scanned(10_000))]
        assert not parse_journal(full, "full").torn
        keeper.append(Scanned(1), 12_000)
        assert said[1:] == [f"{path}: {AGAIN}"]
    instants = [at_ms for at_ms, _ in read_journal(path).events]
    assert instants[len(E4_MADE) :] == [*range(10_000, 10_005), 12_000]


def test_a_pgn_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """On a full disk the old PGN stays as it was, without leavings, and the journal goes on."""
    said: list[str] = []
    path = tmp_path / "000001.pgn"
    disk = FaultyDisk()
    with keeping(tmp_path, said, disk=disk) as keeper:
        keeper.begin(HEADER)
        keeper.write_pgn(sheet("e4"), {}, at_once=True)
        before = path.read_text(encoding="utf-8")
        long = sheet(*["Nf3", "Nf6", "Ng1", "Ng8"] * 200)
        with disk.failing(errno.ENOSPC, "write"):
            keeper.write_pgn(long, {}, at_once=True)
        keeper.append(Scanned(0), 1000)
        assert said == [f"{path}: no space left on device; {KEPT}"]
        assert path.read_text(encoding="utf-8") == before
        assert sorted(path.name for path in tmp_path.iterdir()) == ["000001.journal", "000001.pgn"]
        assert len(read_journal(tmp_path / "000001.journal").events) == 1
        keeper.append(Scanned(1), 3000)
        assert said[1:] == [f"{path}: {AGAIN}"]
    assert "Ng8" in path.read_text(encoding="utf-8")


def test_a_pgn_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    """Whatever goes wrong with a PGN is said, and the journal goes on."""
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        keeper.begin(HEADER)
        keeper.write_pgn(sheet(start="no position"), {})
        keeper.append(Scanned(0), 200)
    assert said[0].startswith(f"{tmp_path}/000001.pgn: ValueError(")
    assert said[-1] == f"{tmp_path}/000001.pgn is not written as the game stands"
    assert len(read_journal(tmp_path / "000001.journal").events) == 1


def test_a_pgn_that_fails_is_said_once_whatever_other_pgns_are_written(tmp_path: Path) -> None:
    """The next game's PGN makes nobody believe that the one before is written again."""
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        keeper.begin(HEADER)
        keeper.write_pgn(sheet(start="no position"), {}, at_once=True)
        keeper.begin(HEADER)
        for at_ms in range(2000, 8000, 2000):
            keeper.append(Scanned(at_ms), at_ms)
            keeper.write_pgn(sheet("e4"), {}, at_once=True)
    first, *rest = said
    assert first.startswith(f"{tmp_path}/000001.pgn: ValueError(")
    assert rest == [f"{tmp_path}/000001.pgn is not written as the game stands"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """The board starts all the same; when the folder can be made the journal is written whole."""
    said: list[str] = []
    folder = tmp_path / "disk" / "games"
    folder.parent.write_text("not mounted yet", encoding="utf-8")
    with keeping(folder, said) as keeper:
        assert keeper.resume() is None
        keeper.begin(HEADER)
        feed(keeper, E4_MADE)
        keeper.write_pgn(sheet("e4"), {})
        assert said[0] == f"{folder}: not a directory; {KEPT}"
        folder.parent.unlink()
        keeper.append(Scanned(0), 9000)
        assert said[1:] == [f"{folder}/000001.journal: {AGAIN}"]
    assert len(read_journal(folder / "000001.journal").events) == len(E4_MADE) + 1
    assert (folder / "000001.pgn").exists()


def test_a_folder_that_goes_away(tmp_path: Path) -> None:
    """A folder that somebody removes is made again, and the running game goes on in it."""
    folder = tmp_path / "games"
    with keeping(folder) as keeper:
        keeper.begin(HEADER)
        feed(keeper, E4_MADE)
        shutil.rmtree(folder)
        keeper.append(Scanned(0), 9000)
    assert fold(read_journal(folder / "000001.journal")).table.line.san == "e4"


def test_another_game_is_never_touched(tmp_path: Path) -> None:
    """Where another folder, with games in it, comes into the place of ours, ours takes the next number."""
    folder, other = tmp_path / "games", tmp_path / "other"
    theirs = begun(other, E4_MADE[:3]).read_bytes()
    said: list[str] = []
    with keeping(folder, said) as keeper:
        keeper.begin(HEADER)
        keeper.append(Scanned(0), 1000)
        folder.rename(tmp_path / "away")
        other.rename(folder)
        keeper.append(Scanned(1), 2000)
        keeper.append(Scanned(2), 3000)
    assert (folder / "000001.journal").read_bytes() == theirs
    assert read_journal(folder / "000002.journal").events[-1] == (3000, Scanned(2))
    ours = f"{folder}/000001.journal: another game's file found; the game goes on in 000002.journal"
    assert said == [ours]


def test_what_is_lost_is_said(tmp_path: Path) -> None:
    """If the disk does not work when the program ends either, the last line says how much is lost."""
    said: list[str] = []
    path = tmp_path / "000001.journal"
    disk = FaultyDisk()
    with disk.failing(errno.EIO, "flush"), keeping(tmp_path, said, disk=disk) as keeper:
        keeper.begin(HEADER)
        keeper.append(Scanned(0), 1000)
    assert said[0] == f"{tmp_path}: input/output error; {KEPT}"
    assert len(said) == 2
    assert re.fullmatch(rf"the last [0-9]+ bytes of {path} are not written", said[1])


def test_the_last_try_is_when_the_program_ends(tmp_path: Path) -> None:
    """What failed less than a second before the end is tried once more then."""
    said: list[str] = []
    path = tmp_path / "000001.journal"
    disk = FaultyDisk()
    with keeping(tmp_path, said, disk=disk) as keeper:
        keeper.begin(HEADER)
        with disk.failing(errno.EIO, "flush"):
            keeper.append(Ended(), 1000)
        assert said == [f"{path}: input/output error; {KEPT}"]
    assert said[1:] == [f"{path}: {AGAIN}"]
    assert len(read_journal(path).events) == 1
