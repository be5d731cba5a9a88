"""The archive is built anew: from journals, from PGN files, from what it had itself."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from jadoube.archive.entries import Entry
from jadoube.archive.imports import import_games
from jadoube.archive.opening import open_archive
from jadoube.archive.query import parse_query
from jadoube.archive.rebuild import Rebuilt, rebuild
from jadoube.archive.store import Archive
from jadoube.archive.troubles import ArchiveTrouble
from jadoube.config.problems import BadInput
from jadoube.games.game_pgn import pgn_of as pgn_of_folded
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import format_record, read_journal
from jadoube.games.packing import pack
from jadoube.games.snapshots.snapshot import take_snapshot
from shared.disk.archived_games import archive_in, pgn_of
from shared.disk.old_games import LEFT, UNFINISHED, UNPLAYED, WON, put

IMPORTED = pgn_of("Karpov, Anatoly", "Kasparov, Garry", Date="1985.11.09")


def contents(archive: Archive) -> list[tuple[Entry, str]]:
    """What stands in the archive, the newest first."""
    return [(row.entry, archive.pgn(row)) for row in archive.search(limit=1000).rows]


def played(folder: Path) -> Path:
    """A folder with four games that count, one without play, and the running one."""
    for number, events in enumerate((WON, LEFT, UNPLAYED, UNFINISHED, WON, UNFINISHED), 1):
        put(folder, number, events)
    pack(folder / "000002.journal", folder / "000002.journal.gz", lambda: None)
    return folder


def add_running(archive: Archive, folder: Path) -> None:
    """Add the games as they come while the board runs: the PGN of each, when it is over or broken off."""
    for number in (1, 2, 4, 5):
        path = next(folder.glob(f"{number:06d}.journal*"))
        archive.add(pgn_of_folded(fold(read_journal(path))), number)


def test_a_new_archive_equals_the_one_that_was_kept_up_to_date(tmp_path: Path) -> None:
    """The same rows with the same texts; an unplayed game and the running one are in neither."""
    folder = played(tmp_path / "games")
    with Archive(tmp_path / "a.db") as running, Archive(tmp_path / "b.db") as built:
        add_running(running, folder)
        seen: list[tuple[int, int]] = []
        assert rebuild(built, folder, pytest.fail, lambda *done: seen.append(done)) == Rebuilt(4, 0)
        assert contents(built) == contents(running)
        assert [entry.number for entry, _ in contents(built)] == [5, 4, 2, 1]
        assert seen[-1] == (6, 6)


def test_a_rebuild_changes_nothing_that_stands(tmp_path: Path) -> None:
    """Nor does it lose a game of others, one whose files are gone, or the note that one was deleted."""
    folder = played(tmp_path / "games")
    with archive_in(tmp_path) as archive:
        add_running(archive, folder)
        import_games(archive, BytesIO(IMPORTED.encode()), "file", print)
        archive.add(pgn_of(GameId="gone"), 99)
        archive.delete("5")
        before, revision = contents(archive), archive.revision
        assert rebuild(archive, folder, pytest.fail) == Rebuilt(3, 2)
        assert contents(archive) == before
        assert archive.revision == revision


def test_where_no_journal_can_be_read_the_pgn_is_taken(tmp_path: Path) -> None:
    """One line names the journal; a game that has only its PGN is taken without a word."""
    folder = tmp_path / "games"
    put(folder, 1, LEFT, pgn_of(GameId="game-1")).write_bytes(b"no journal\n")
    put(folder, 2, LEFT, pgn_of(GameId="game-2")).unlink()
    put(folder, 3, LEFT).write_bytes(b"no journal\n")
    said: list[str] = []
    with archive_in(tmp_path) as archive:
        assert rebuild(archive, folder, said.append) == Rebuilt(2, 0)
        assert [entry.game_id for entry, _ in contents(archive)] == ["game-2", "game-1"]
    assert [line.partition(":")[0] for line in said] == [str(folder / f"{n:06d}.journal") for n in (1, 3)]
    assert all("the PGN of the game is taken" in line for line in said)


@pytest.mark.parametrize("unreadable", [b"\0" * 900, b"x" * 70_000, b"{ x }\n" * 200_000])
def test_a_pgn_that_cannot_be_read_keeps_no_other_game_out(unreadable: bytes, tmp_path: Path) -> None:
    """It is named in one line; a damaged archive is built anew with all others, too."""
    folder, path = played(tmp_path / "games"), tmp_path / "archive.db"
    (folder / "000002.journal.gz").unlink()
    (folder / "000002.pgn").write_bytes(unreadable)
    path.write_bytes(b"\0" * 8192)
    said: list[str] = []
    with open_archive(path, folder, said.append) as archive:
        assert [entry.number for entry, _ in contents(archive)] == [5, 4, 1]
        assert rebuild(archive, folder, said.append) == Rebuilt(3, 0)
    left_out, built, again = said
    assert left_out == again
    assert left_out.startswith(f"{folder}/000002.pgn:")
    assert left_out.endswith("; it is left out")
    assert built.endswith("the archive is built anew: 3 games")


def test_half_an_archive_never_takes_the_place_of_a_damaged_one(tmp_path: Path) -> None:
    """The folder of games cannot be read: one line says so, and the damaged archive stays what it is."""
    folder, path = tmp_path / "games", tmp_path / "archive.db"
    folder.write_bytes(b"no folder")
    with Archive(path) as archive:
        import_games(archive, BytesIO(IMPORTED.encode()), "file", print)
    damage(path)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="not a directory, expected a folder of games"):
        open_archive(path, folder, pytest.fail)
    assert path.read_bytes() == before
    assert not [*tmp_path.glob("archive.db.damaged-*")]


def test_the_pgn_is_taken_of_a_game_that_another_version_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal gives plies and times only: what stood in the PGN beside them is not lost."""
    folder = played(tmp_path / "games")
    table = fold(read_journal(folder / "000001.journal")).table
    with (folder / "000001.journal").open("a", encoding="utf-8") as journal:
        journal.write(format_record(take_snapshot(table, 4000, 5, {}), 4000))
    (folder / "000001.pgn").write_text(pgn_of("Karpov, Anatoly", "Kasparov, Garry"), encoding="utf-8")
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    with archive_in(tmp_path) as archive:
        rebuild(archive, folder, pytest.fail)
        assert [row.white.name for row, _ in contents(archive) if row.number == 1] == ["Karpov, Anatoly"]


def test_a_damaged_archive_is_set_aside_and_built_anew(tmp_path: Path) -> None:
    """From the journals, and with what can be read of it, as one line says. A second one has another name."""
    folder = played(tmp_path / "games")
    path = tmp_path / "archive.db"
    for number in (1, 2):
        with open_archive(path, folder, lambda _: None) as archive:
            import_games(archive, BytesIO(IMPORTED.encode()), "file", print)
            archive.delete("1") if number == 1 else None
            before = contents(archive)
        damage(path)
        said: list[str] = []
        with open_archive(path, folder, said.append) as archive:
            assert contents(archive) == before
        assert (tmp_path / f"archive.db.damaged-{number}").exists()
        (line,) = said
        assert line.startswith(f"{path}: damaged")
        assert f"set aside as archive.db.damaged-{number}, and the archive is built anew: 4 games" in line
    assert not (tmp_path / "archive.db.new").exists()


def damage(path: Path) -> None:
    """Spoil a page that only an index has."""
    with closing(sqlite3.connect(path)) as tables, tables:
        (page,) = tables.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games_white'").fetchone()
        (size,) = tables.execute("PRAGMA page_size").fetchone()
    tables.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def change(path: Path, found: bytes, put: bytes) -> None:
    """Change bytes of a closed file, at the first place where they are."""
    data = path.read_bytes()
    path.write_bytes(data.replace(found, put, 1))


def archive_of(tmp_path: Path) -> tuple[Path, Path]:
    """The folder of games, and an archive of them with a game of others; it is closed."""
    folder, path = played(tmp_path / "games"), tmp_path / "archive.db"
    with open_archive(path, folder, lambda _: None) as archive:
        import_games(archive, BytesIO(IMPORTED.encode()), "file", print)
    return folder, path


def test_a_damaged_letter_of_a_text_stops_nothing(tmp_path: Path) -> None:
    """It stands as U+FFFD; of the board's own games a rebuild brings it back. Everything else goes on."""
    folder, path = archive_of(tmp_path)
    change(path, b'Site "Here"]', b'Site "H\xccre"]')
    change(path, b'[Event "?"]', b'[Event "\xcc"]')
    with open_archive(path, folder, pytest.fail) as archive:
        exported = "".join(archive.export())
        assert exported.count("\ufffd") == 2
        assert import_games(archive, BytesIO(IMPORTED.encode()), "file", print).refused == 0
        assert rebuild(archive, folder, pytest.fail).from_folder == 4
        assert '[Event "\ufffd"]' not in "".join(archive.export())
        assert archive.count(parse_query("player:karpov")) > 0
        assert archive.forget("Karpov, Anatoly") > 0
        assert "Karpov" not in "".join(archive.export())


@pytest.mark.parametrize(
    ("found", "put"),
    [(b"CREATE TABLE texts", b"CREA\xccE TABLE texts"), (b", pgn TEXT NOT", b", pgm TEXT NOT")],
    ids=["no UTF-8", "another column"],
)
def test_a_damaged_schema_is_damage(found: bytes, put: bytes, tmp_path: Path) -> None:
    """Who reads is told in one line; who opens the archive for changes has a new one."""
    folder, path = archive_of(tmp_path)
    change(path, found, put)
    with pytest.raises(ArchiveTrouble) as told, Archive(path, reads_only=True) as archive:
        archive.pgn(archive.search().rows[0])
    assert "\n" not in str(told.value)
    said: list[str] = []
    with open_archive(path, folder, said.append) as archive:
        assert [entry.number for entry, _ in contents(archive) if entry.number] == [5, 4, 2, 1]
    (line,) = said
    assert "it is set aside as archive.db.damaged-1, and the archive is built anew" in line


def test_all_games_between_two_damaged_pages_are_taken_over(tmp_path: Path) -> None:
    """The games of each page of texts that is sound, wherever it is."""
    folder, path = tmp_path / "none", tmp_path / "archive.db"
    games = "".join(pgn_of(Round=str(number), Annotator="x" * 600) for number in range(60))
    with Archive(path) as archive:
        import_games(archive, BytesIO(games.encode()), "file", print)
    leaves = sorted({path.read_bytes().index(f'[Round "{number}"]'.encode()) // 4096 for number in (20, 40)})
    data = bytearray(path.read_bytes())
    lost = sum(data[4096 * page : 4096 * (page + 1)].count(b"[Round ") for page in leaves)
    for page in leaves:
        data[4096 * page : 4096 * (page + 1)] = b"\xff" * 4096
    path.write_bytes(data)
    with open_archive(path, folder, lambda _: None) as archive:
        assert archive.count() == 60 - lost
        assert 0 < lost < 20


PAGE = 4096
PAGES_AT = 28
"""Where the head has the number of pages, in four bytes (https://www.sqlite.org/fileformat2.html, 1.3)."""


@pytest.mark.parametrize(
    ("cut", "pages", "least"), [(1, None, 290), (10, None, 240), (25, None, 150), (0, 10**6, 300)]
)
def test_a_file_whose_head_counts_more_pages_than_it_has_gives_its_games(
    cut: int, pages: int | None, least: int, tmp_path: Path
) -> None:
    """Of 300 games of others those on the pages that are there, and nothing is left beside the two files."""
    path = tmp_path / "archive.db"
    with Archive(path) as archive:
        games = "".join(pgn_of(Round=str(number), GameId=f"game-{number}") for number in range(300))
        import_games(archive, BytesIO(games.encode()), "file", print)
    data = bytearray(path.read_bytes())
    if pages:
        data[PAGES_AT : PAGES_AT + 4] = pages.to_bytes(4, "big")
    path.write_bytes(data[: len(data) - cut * PAGE])
    with open_archive(path, tmp_path / "none", lambda _: None) as archive:
        assert least <= archive.count() <= 300
    assert sorted(each.name for each in tmp_path.iterdir()) == ["archive.db", "archive.db.damaged-1"]


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_an_archive_that_was_never_made_is_a_missing_one(is_cut_off: bool, tmp_path: Path) -> None:
    """An empty file, or a database without a table: it is built, and that is said."""
    folder, path = played(tmp_path / "games"), tmp_path / "archive.db"
    path.touch()
    if not is_cut_off:
        with closing(sqlite3.connect(path)) as made:
            made.execute("PRAGMA journal_mode = WAL")
    with pytest.raises(ArchiveTrouble, match="an empty file found, expected an archive"):
        Archive(path, reads_only=True)
    said: list[str] = []
    with open_archive(path, folder, said.append) as archive:
        assert len(contents(archive)) == 4
    assert said == [f"{path}: no archive found; it is built from the games of the board: 4 games"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["archive.db", "games"]


ON_A_FULL_DISK = """
import sys
from contextlib import suppress
from pathlib import Path
from jadoube.archive.opening import open_archive
from jadoube.config.problems import BadInput
archive, folder, where = map(Path, sys.argv[1:])
path = where / "archive.db"
path.write_bytes(archive.read_bytes())
filler = where / "filler"
with suppress(OSError):
    filler.write_bytes(b"x" * (1 << 20))
while size := filler.stat().st_size:
    with filler.open("r+b") as file:
        file.truncate(max(0, size - 20_000))
    try:
        open_archive(path, folder, print).close()
        break
    except BadInput as told:
        assert "\\n" not in str(told)
    assert path.read_bytes() == archive.read_bytes()
    print(*sorted(each.name for each in where.iterdir() if each.name[-4:] not in ("-wal", "-shm")))
print(*sorted(each.name for each in where.iterdir()))
"""


def test_a_full_disk_leaves_a_damaged_archive_where_it_is(tmp_path: Path) -> None:
    """However much room there is: one line for each try and nothing new, until the archive can be built."""
    folder, path = archive_of(tmp_path)
    damage(path)
    small = tmp_path / "small"
    small.mkdir()
    mount = 'mount -t tmpfs -o size=320k none "$0" && exec "$@"'
    words = ["unshare", "-rm", "sh", "-c", mount, str(small), sys.executable, "-c", ON_A_FULL_DISK]
    done = subprocess.run(
        [*words, str(path), str(folder), str(small)], capture_output=True, text=True, check=False
    )
    if done.returncode and "unshare" in done.stderr + done.stdout and "Traceback" not in done.stderr:
        pytest.skip(f"no file system of its own: {done.stderr.strip()}")
    assert done.stderr == ""
    *tries, line, names = done.stdout.splitlines()
    assert len(tries) > 2
    assert set(tries) == {"archive.db filler"}
    assert line.endswith("it is set aside as archive.db.damaged-1, and the archive is built anew: 5 games")
    assert [each for each in names.split() if "wal" not in each] == [
        *("archive.db", "archive.db.damaged-1", "filler")
    ]


def test_an_archive_without_its_head_is_built_from_the_games(tmp_path: Path) -> None:
    """Nothing of it can be read: what it had of others is lost, the board's games are there."""
    folder = played(tmp_path / "games")
    path = tmp_path / "archive.db"
    path.write_bytes(b"\0" * 8192)
    with open_archive(path, folder, lambda _: None) as archive:
        assert [entry.number for entry, _ in contents(archive)] == [5, 4, 2, 1]


def test_a_missing_archive_is_built(tmp_path: Path) -> None:
    """From the games that the board has played before it had an archive; of none nothing is said."""
    said: list[str] = []
    open_archive(tmp_path / "empty.db", tmp_path / "no games", said.append).close()
    assert said == []
    open_archive(tmp_path / "new.db", played(tmp_path / "games"), said.append).close()
    assert said == [f"{tmp_path}/new.db: no archive found; it is built from the games of the board: 4 games"]


def test_a_first_archive_is_not_missed(tmp_path: Path) -> None:
    """A new board files its first game: what was never there is built without a word."""
    folder = played(tmp_path / "games")
    with closing(open_archive(tmp_path / "first.db", folder, pytest.fail, is_first=True)) as archive:
        assert len(contents(archive)) == 4


def test_a_newer_archive_is_not_damaged(tmp_path: Path) -> None:
    """It is refused and stays where it is."""
    path = tmp_path / "archive.db"
    with Archive(path) as archive:
        archive.tables.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    with pytest.raises(ArchiveTrouble, match="version 2 found"):
        open_archive(path, tmp_path, pytest.fail)
    assert [each.name for each in tmp_path.iterdir()] == ["archive.db"]
    assert path.read_bytes() == before
