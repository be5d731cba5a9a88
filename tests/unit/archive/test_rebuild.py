"""The archive is built anew: from journals, from PGN files, from what it had itself."""

import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from archived_games import archive_in, pgn_of
from jadoube.archive.entries import Entry
from jadoube.archive.imports import import_games
from jadoube.archive.opening import open_archive
from jadoube.archive.rebuild import Rebuilt, rebuild
from jadoube.archive.store import Archive
from jadoube.archive.troubles import ArchiveTrouble
from jadoube.config.problems import BadInput
from jadoube.games.game_pgn import pgn_of as pgn_of_folded
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import format_record, read_journal
from jadoube.games.packing import pack
from jadoube.games.snapshots.snapshot import take_snapshot
from old_games import LEFT, UNFINISHED, UNPLAYED, WON, put

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
