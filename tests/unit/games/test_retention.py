"""Old games: which are packed, which are removed, and what is never touched."""

import asyncio
import errno
import gzip
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.problems import BadInput
from jadoube.config.settings import ArchiveSettings
from jadoube.core.messages.events import Ended, Ordered, Restarted
from jadoube.core.messages.order_text import parse_order
from jadoube.games import packing, retention
from jadoube.games.game_names import Kind, game_of
from jadoube.games.journal.finished import is_finished
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import Gap, format_event, format_record, read_journal
from jadoube.games.retention import LOOK_S, DryRun, Retention, StoppedError, tidy_at_leisure
from shared.disk.kept_corpus import kept
from shared.disk.kept_games import E4_MADE, HEADER, feed, keeping, sheet
from shared.disk.old_games import (
    LEFT,
    UNFINISHED,
    UNPLAYED,
    WON,
    Events,
    journal_bytes,
    long_game,
    names,
    put,
)

BLOCK = 4096
NO_LIMIT = 0


def at_once(_: float) -> bool:
    """Rest no time, and never stop."""
    return False


@dataclass
class Tidied:
    """A folder of games, who tidies it up, and what was said."""

    folder: Path
    size_mb: int = 500
    said: list[str] = field(default_factory=list)

    def by(self, **more: Any) -> Retention:
        """Who tidies it up."""
        settings = ArchiveSettings(self.folder, self.size_mb)
        return Retention(settings, self.said.append, **{"wait": at_once, **more})

    def lines(self) -> list[str]:
        """What was said, without the folder."""
        return [line.replace(f"{self.folder}/", "").replace(f"{self.folder}: ", "") for line in self.said]


@dataclass
class Disk:
    """A file system of some bytes, on which are the files of a folder and `others` bytes beside them."""

    folder: Path
    size: int
    others: int = 0

    @property
    def used(self) -> int:
        """The bytes that are taken."""
        sizes = (path.stat().st_size for path in self.folder.iterdir())
        return self.others + sum(-(-size // BLOCK) * BLOCK for size in sizes)

    def statvfs(self, path: Path) -> os.statvfs_result:
        """What the system would tell of it; root has a twentieth for itself, as on ext4."""
        assert path == self.folder
        blocks, used = self.size // BLOCK, self.used // BLOCK
        free = blocks - used
        mine = max(0, free - blocks // 20)
        return os.statvfs_result((BLOCK, BLOCK, blocks, free, mine, 0, 0, 0, 0, 255))


def incompressible(folder: Path, number: int, blocks: int) -> Path:
    """A packed journal of so many blocks."""
    path = folder / f"{number:06d}.journal.gz"
    path.write_bytes(gzip.compress(os.urandom(blocks * BLOCK - 1000)))
    return path


# What is finished


@pytest.mark.parametrize("path", kept("journals", "journal"), ids=lambda path: path.stem)
def test_the_fold_decides_what_is_finished(path: Path) -> None:
    """Read in pieces, every kept journal is as finished as its fold says; one with a gap is refused."""
    journal = read_journal(path)
    if any(isinstance(each.record, Gap) for each in journal.records):
        with pytest.raises(BadInput, match="a gap found"):
            is_finished(path, list)
        return
    folded = fold(journal)
    assert is_finished(path, list) == (folded.begun and not folded.unfinished)


@pytest.mark.parametrize(
    ("events", "finished"),
    [
        (LEFT, True),
        (WON, True),
        (long_game(1000), True),
        (UNFINISHED, False),
        (UNPLAYED, False),
        ([], False),
        ([*WON, (4000, Ordered(parse_order("reopen")))], False),
        ([*E4_MADE, (3000, Restarted())], False),
        ([*WON, (4000, Ordered(parse_order("reopen"))), (5000, Ended())], True),
    ],
)
def test_a_finished_game_is_over_or_left(tmp_path: Path, events: Events, *, finished: bool) -> None:
    """One that was reopened is not, nor one that was never played."""
    assert is_finished(put(tmp_path, 1, events), list) == finished


# Packing


def test_finished_games_are_packed(tmp_path: Path) -> None:
    """All but the two newest; their PGN files stay as they are, and what was packed reads as before."""
    journals = [put(tmp_path, number, LEFT, "1. e4 *\n") for number in (1, 2, 3, 4)]
    read = read_journal(journals[0])
    tidied = Tidied(tmp_path)
    tidied.by().tidy()
    assert names(tmp_path) == [
        *("000001.journal.gz", "000001.pgn", "000002.journal.gz", "000002.pgn"),
        *("000003.journal", "000003.pgn", "000004.journal", "000004.pgn"),
    ]
    assert read_journal(tmp_path / "000001.journal.gz") == read
    sizes = f"{len(journal_bytes(LEFT)):,} to {(tmp_path / '000001.journal.gz').stat().st_size:,} bytes"
    assert tidied.lines() == [f"00000{number}.journal: packed, {sizes}" for number in (1, 2)]


def test_what_is_not_finished_is_never_touched(tmp_path: Path) -> None:
    """Neither at leisure, nor over the budget, nor on a full disk; by hand the reason is said."""
    put(tmp_path, 1, UNFINISHED, "1. e4 *\n")
    put(tmp_path, 2, UNPLAYED)
    put(tmp_path, 3).write_bytes(journal_bytes(LEFT).replace(b"1020 scan", b"1021 scan"))
    put(tmp_path, 4).write_bytes(b"no journal\n")
    put(tmp_path, 5).write_bytes(b"x" * 2_000_000)
    put(tmp_path, 6).write_bytes(b"")
    put(tmp_path, 7, WON)
    put(tmp_path, 8)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    why: list[str] = []
    disk = Disk(tmp_path, 1000 * BLOCK, 1000 * BLOCK)
    Tidied(tmp_path, size_mb=1).by(statvfs=disk.statvfs, left=why.append).tidy()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert [line.partition(".journal: stays as it is, ")[2].partition(" found")[0] for line in why] == [
        *("its game is not finished", "its game is not finished"),
        *("damaged line '1021 scan ffff00000000efff 00 *3e8dee9f'", "no end of the header"),
        *("an endless line", "no end of the header"),
    ]


def test_a_game_with_a_gap_stays(tmp_path: Path) -> None:
    """What it came to is not known from its events alone."""
    journal = put(tmp_path, 1, UNFINISHED)
    with journal.open("ab") as file:
        file.write(encode_text(format_record(Gap(), 2500) + format_event(Ended(), 3000)))
    with pytest.raises(BadInput, match="a gap found, expected all events of the game"):
        is_finished(journal, list)


def test_a_last_line_that_is_torn_is_passed_over(tmp_path: Path) -> None:
    """A game that was left is finished, whatever a power cut wrote behind it."""
    put(tmp_path, 1).write_bytes(journal_bytes(LEFT) + b"3100 sc")
    put(tmp_path, 2)
    put(tmp_path, 3)
    Tidied(tmp_path).by().tidy()
    assert read_journal(tmp_path / "000001.journal.gz").torn


def test_files_that_are_no_games_are_never_touched(tmp_path: Path) -> None:
    """Whatever they look like: links, folders, other names, other numbers of the same game."""
    others = ["a.journal", "1.journal", "000001.journal.bak", "000001.journal.gz.old", "0000001.journal"]
    for name in others:
        (tmp_path / name).write_bytes(journal_bytes(LEFT))
    (tmp_path / "000002.journal").symlink_to(tmp_path / "a.journal")
    (tmp_path / "000003.journal").mkdir()
    for number in (4, 5, 6):
        put(tmp_path, number)
    before = names(tmp_path)
    Tidied(tmp_path).by().tidy()
    assert names(tmp_path) == sorted({*before, "000004.journal.gz"} - {"000004.journal"})


def test_a_game_that_the_keeper_holds_is_not_touched(tmp_path: Path) -> None:
    """Not even if it is old, as one whose PGN waits for a disk that failed."""
    for number in (1, 2, 3, 4):
        put(tmp_path, number)
    Tidied(tmp_path).by(held=lambda: frozenset({1})).tidy()
    assert [name for name in names(tmp_path) if name.endswith("gz")] == ["000002.journal.gz"]


def test_the_keeper_holds_what_it_may_still_write(tmp_path: Path) -> None:
    """The running game, the one before, and one that it could not write yet."""
    with keeping(tmp_path) as keeper:
        assert keeper.held() == frozenset()
        for _ in range(3):
            keeper.begin(HEADER)
            feed(keeper, E4_MADE)
        assert keeper.held() == {2, 3}
        (tmp_path / "000003.pgn.tmp").mkdir()  # no sheet of this game can be written
        keeper.write_pgn(sheet("e4"), {})
        keeper.begin(HEADER)
        keeper.begin(HEADER)
        assert keeper.held() == {3, 4, 5}


def test_packed_games_count(tmp_path: Path) -> None:
    """A number that only a packed journal has is taken."""
    put(tmp_path, 7)
    packing.pack(tmp_path / "000007.journal", tmp_path / "000007.journal.gz", list)
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None
        keeper.begin(HEADER)
    assert names(tmp_path) == ["000007.journal.gz", "000008.journal"]


def test_where_both_are_the_plain_one_counts(tmp_path: Path) -> None:
    """After a power cut between the packing and the removal: it is packed again."""
    journal = put(tmp_path, 1, WON)
    (tmp_path / "000001.journal.gz").write_bytes(b"what a power cut left")
    put(tmp_path, 2)
    put(tmp_path, 3)
    Tidied(tmp_path).by().tidy()
    assert not journal.exists()
    assert gzip.decompress((tmp_path / "000001.journal.gz").read_bytes()) == journal_bytes(WON)


def test_one_journal_that_fails_keeps_no_other_from_being_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named, once, until it is over."""
    for number in (1, 2, 3, 4):
        put(tmp_path, number)
    real = packing.pack

    def failing(plain: Path, *rest: Any) -> int:
        if plain.name == "000001.journal":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(plain, *rest)

    monkeypatch.setattr(retention, "pack", failing)
    tidied = Tidied(tmp_path)
    held = iter(range(10))
    old = tidied.by(held=lambda: frozenset({100 + next(held)}))
    old.look()
    old.look()
    assert "000002.journal.gz" in names(tmp_path)
    failed = "000001.journal: input/output error; old games are not packed"
    assert [line for line in tidied.lines() if "2.journal" not in line] == [failed]


# The budget


def test_over_the_budget_the_oldest_packed_journals_go(tmp_path: Path) -> None:
    """As many as it takes and no more; each is said in one line; no PGN goes."""
    for number in range(1, 7):
        incompressible(tmp_path, number, 60)
        (tmp_path / f"{number:06d}.pgn").write_text("1. e4 *\n", encoding="utf-8")
    tidied = Tidied(tmp_path, size_mb=1)  # 244 blocks; 366 are taken
    archive = tidied.by().tidy()
    assert [name for name in names(tmp_path) if name.endswith("gz")] == [
        f"00000{number}.journal.gz" for number in (4, 5, 6)
    ]
    assert len([name for name in names(tmp_path) if name.endswith("pgn")]) == 6
    because = "removed, the games took over 1 MB (archive.size_mb)"
    assert tidied.lines() == [f"00000{number}.journal.gz: {because}" for number in (1, 2, 3)]
    assert archive.total == (3 * 60 + 6) * BLOCK


def test_pgn_files_go_when_no_packed_journal_is_left(tmp_path: Path) -> None:
    """The oldest first, and only those of games that have no journal any more."""
    put(tmp_path, 1, UNFINISHED, "x" * 50 * BLOCK)
    for number in range(2, 9):
        (tmp_path / f"{number:06d}.pgn").write_text("x" * 50 * BLOCK, encoding="utf-8")
    incompressible(tmp_path, 3, 50)
    Tidied(tmp_path, size_mb=1).by().tidy()
    assert names(tmp_path) == [
        "000001.journal",
        "000001.pgn",
        *(f"00000{number}.pgn" for number in (6, 7, 8)),
    ]


def test_the_newest_games_stay_however_large(tmp_path: Path) -> None:
    """Two games alone are never over any budget."""
    for number in (1, 2):
        incompressible(tmp_path, number, 300)
        (tmp_path / f"{number:06d}.pgn").write_text("1. e4 *\n", encoding="utf-8")
    before = names(tmp_path)
    Tidied(tmp_path, size_mb=1).by().tidy()
    assert names(tmp_path) == before


def test_without_a_limit_nothing_is_removed(tmp_path: Path) -> None:
    """Not even on a full disk, which is said; what can be packed is."""
    put(tmp_path, 1, long_game(1000))
    for number in (2, 3, 4):
        incompressible(tmp_path, number, 30)
    disk = Disk(tmp_path, 200 * BLOCK, 100 * BLOCK)
    tidied = Tidied(tmp_path, NO_LIMIT)
    tidied.by(statvfs=disk.statvfs).tidy()
    assert names(tmp_path) == [f"00000{number}.journal.gz" for number in (1, 2, 3, 4)]
    assert tidied.lines()[0] == "the disk is 100 % full; games are packed"
    assert tidied.lines()[-1].startswith("the disk is still ")


# A nearly full disk


@pytest.mark.parametrize(
    ("others", "goes"),
    [
        (700, 0),  # 850 blocks: 89.5 % of what all but root may use
        (752, 0),  # 94.95 %
        (753, 4),  # 95.05 %: 48 blocks too many for 90 %
        (850, 8),  # 100 %: all that may go
    ],
)
def test_from_95_percent_on_room_is_made_down_to_90(tmp_path: Path, others: int, goes: int) -> None:
    """By removing packed journals, the oldest first, as `df` counts."""
    for number in range(1, 11):
        incompressible(tmp_path, number, 15)
    disk = Disk(tmp_path, 1000 * BLOCK, others * BLOCK)
    Tidied(tmp_path).by(statvfs=disk.statvfs).tidy()
    assert names(tmp_path) == [f"{number:06d}.journal.gz" for number in range(goes + 1, 11)]


def test_a_full_disk_is_said_once(tmp_path: Path) -> None:
    """When it begins, and what cannot be helped; again only after it had room."""
    for number in range(1, 6):
        incompressible(tmp_path, number, 10)
    disk = Disk(tmp_path, 1000 * BLOCK, 940 * BLOCK)
    tidied = Tidied(tmp_path)
    old = tidied.by(statvfs=disk.statvfs)
    for _ in range(3):
        old.look()
    assert tidied.lines() == [
        "the disk is 100 % full; old games are packed, and their journals removed",
        *(f"00000{number}.journal.gz: removed, the disk is nearly full" for number in (1, 2, 3)),
        "the disk is still 100 % full; no more games may go",
    ]
    disk.others = 500 * BLOCK
    old.look()
    disk.others = 940 * BLOCK
    old.look()
    assert tidied.lines()[5:] == [
        "the disk is 100 % full; old games are packed, and their journals removed",
        "the disk is still 100 % full; no more games may go",
    ]


def test_no_pgn_goes_for_a_full_disk(tmp_path: Path) -> None:
    """They would make no room, and are what people want."""
    for number in range(1, 11):
        (tmp_path / f"{number:06d}.pgn").write_text("1. e4 *\n", encoding="utf-8")
    disk = Disk(tmp_path, 1000 * BLOCK, 990 * BLOCK)
    Tidied(tmp_path).by(statvfs=disk.statvfs).tidy()
    assert len(names(tmp_path)) == 10


def test_a_disk_too_full_to_pack_gets_room_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed journals go although none could be packed; the next time there is room for it."""
    for number in range(1, 6):
        incompressible(tmp_path, number, 30)
    put(tmp_path, 6, long_game(1000))
    put(tmp_path, 7)
    put(tmp_path, 8)
    disk = Disk(tmp_path, 1000 * BLOCK, 800 * BLOCK)
    real = packing.pack

    def on_this_disk(plain: Path, packed: Path, rest: Callable[[], object]) -> int:
        if disk.statvfs(tmp_path).f_bavail < 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(plain, packed, rest)

    monkeypatch.setattr(retention, "pack", on_this_disk)
    tidied = Tidied(tmp_path)
    with pytest.raises(OSError, match="no space left on device"):
        tidied.by(statvfs=disk.statvfs).tidy()
    assert names(tmp_path)[0] > "000002"
    tidied.by(statvfs=disk.statvfs).tidy()
    assert "000006.journal.gz" in names(tmp_path)


# By hand, and at leisure


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(tmp_path: Path) -> None:
    """The same lines as the real one, with the same sizes, also of a disk that is full."""
    for number in range(1, 5):
        put(tmp_path, number, long_game(number * 300))
    put(tmp_path, 5)
    put(tmp_path, 6)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    disk = Disk(tmp_path, 1000 * BLOCK, 890 * BLOCK)
    tried, done = Tidied(tmp_path), Tidied(tmp_path)
    would = tried.by(statvfs=disk.statvfs, deeds=DryRun()).tidy()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    there = done.by(statvfs=disk.statvfs).tidy()
    assert [line.replace("would be ", "") for line in tried.said] == done.said
    assert any("would be packed" in line for line in tried.said)
    assert would.total == there.total


def test_it_is_done_again_when_a_game_has_begun(tmp_path: Path) -> None:
    """The end of a game is seen by the next one's begin; in between the folder is left alone."""
    for number in (1, 2, 3):
        put(tmp_path, number)
    held = {3}
    old = Tidied(tmp_path).by(held=lambda: frozenset(held))
    packed = []
    for number, running in ((4, 3), (5, 3), (6, 5), (7, 5)):
        held.add(running)
        old.look()
        packed.append([name for name in names(tmp_path) if name.endswith("gz")])
        put(tmp_path, number)
    first, second = "000001.journal.gz", "000002.journal.gz"
    assert packed == [[first], [first], [first, second], [first, second]]


def test_a_journal_that_stays_is_folded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And again only when it has changed."""
    journal = put(tmp_path, 1, UNFINISHED)
    put(tmp_path, 2)
    put(tmp_path, 3)
    folded: list[Path] = []

    def counting(path: Path, rest: Callable[[], object]) -> bool:
        folded.append(path)
        return is_finished(path, rest)

    monkeypatch.setattr(retention, "is_finished", counting)
    old = Tidied(tmp_path).by()
    old.tidy()
    old.tidy()
    assert folded == [journal]
    put(tmp_path, 1, LEFT)
    old.tidy()
    assert folded == [journal, journal]
    assert "000001.journal.gz" in names(tmp_path)


def test_it_stops_between_two_pieces(tmp_path: Path) -> None:
    """Whatever it is doing, at the next rest; what it had begun is as before."""
    for number in (1, 2, 3, 4):
        put(tmp_path, number, long_game(500))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for rests in (0, 5, 45, 54):
        answers = iter([False] * rests + [True])
        with pytest.raises(StoppedError):
            Tidied(tmp_path).by(wait=lambda _, answers=answers: next(answers)).tidy()
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_fault_is_said_and_stops_no_game(tmp_path: Path) -> None:
    """In one line, once; a folder that is gone, too."""
    gone, faulty = Tidied(tmp_path / "gone"), Tidied(tmp_path)
    for old in (gone.by(), faulty.by(statvfs=lambda _: 1 / 0)):
        old.look()
        old.look()
    assert gone.said == [f"{tmp_path}/gone: no such file or directory; old games are not packed"]
    assert faulty.lines() == ["ZeroDivisionError('division by zero'); old games are not packed"]


def test_it_looks_every_minute_until_it_is_cancelled(tmp_path: Path) -> None:
    """Off the loop, from when the board is up; and its work stops with it."""
    for number in (1, 2, 3):
        put(tmp_path, number)
    waited: list[float] = []
    up, twice = asyncio.Event(), asyncio.Event()

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            twice.set()
            await asyncio.Event().wait()

    async def run(executor: ThreadPoolExecutor) -> None:
        old = Retention(ArchiveSettings(tmp_path), print)
        task = asyncio.create_task(tidy_at_leisure(up.wait(), old, executor, wait))
        await asyncio.sleep(0)
        assert "000001.journal" in names(tmp_path)
        up.set()
        await twice.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        put(tmp_path, 4)
        with pytest.raises(StoppedError):
            old.tidy()

    with ThreadPoolExecutor() as executor:
        asyncio.run(run(executor))
    assert waited == [LOOK_S, LOOK_S]
    assert "000001.journal.gz" in names(tmp_path)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("000042.journal", (42, Kind.JOURNAL)),
        ("000042.journal.gz", (42, Kind.PACKED)),
        ("000042.pgn", (42, Kind.PGN)),
        ("1000000.pgn", (1_000_000, Kind.PGN)),
        ("00042.pgn", None),
        ("000042.pgn.tmp", None),
        ("000042.journal.gz.tmp", None),
        ("000042_journal", None),
        ("000042.pgn.gz", None),
    ],
)
def test_the_names_of_games(name: str, game: tuple[int, Kind] | None) -> None:
    """A number of six digits or more, and one of three endings."""
    assert game_of(name) == game
