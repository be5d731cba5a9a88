"""Opens the archive and looks whether it is sound; one that is damaged is set aside and built anew.

The law: the archive is sound after this, or it is said in one line why it cannot be had. Of a damaged file
nothing is thrown away: it stays beside the new one as `archive.db.damaged-1`, and the games of others that
can still be read in it are taken over. The new file takes its place in one step.

It refuses to know what becomes of the archive afterwards.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from jadoube.archive.pgn_games import games_in
from jadoube.archive.rebuild import Progress, Say, rebuild
from jadoube.archive.schema import check
from jadoube.archive.store import Archive
from jadoube.archive.troubles import ArchiveTrouble, DamagedArchive
from jadoube.config.problems import BadInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.local.set_aside import INDEX, LOG, set_aside
from jadoube.local.whole_file import flush_folder, give_away


def open_archive(
    path: Path, games: Path, say: Say, progress: Progress = lambda _, __: None, *, is_first: bool = False
) -> Archive:
    """Open the archive for changes. One that is missing or damaged is built from the folder of games.

    `is_first`: there was none before, so that it is not missed.
    ArchiveTrouble if it cannot be opened; a newer version, or another program's file, stays as it is.
    BadInput if the folder of games cannot be read: half an archive would take the place of the damaged one.
    """
    try:
        if path.exists():
            return _checked(path)
    except DamagedArchive as damage:
        _build(path, games, say, progress, salvages=True)
        aside = set_aside(path, stays=True)
        kept = _take_place(path)
        say(f"{damage}; it is set aside as {aside.name}, and the archive is built anew: {kept:,} games")
        return Archive(path)
    except OSError as problem:
        found = (problem.strerror or str(problem)).lower()
        why = sentence(EdgePhrase.ARCHIVE_NOT_OPENED, problem=found)
        raise ArchiveTrouble(str(path), why) from problem
    _build(path, games, say, progress, salvages=False)
    kept = _take_place(path)
    if kept and not is_first:
        say(f"{path}: no archive found; it is built from the games of the board: {kept:,} games")
    return Archive(path)


def _checked(path: Path) -> Archive:
    archive = Archive(path)
    try:
        check(archive.tables, path)
    except BaseException:
        archive.close()
        raise
    return archive


def _new_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _build(path: Path, games: Path, say: Say, progress: Progress, *, salvages: bool) -> None:
    """Build a new archive beside this one."""
    new = _new_path(path)
    for each in ("", LOG, INDEX):
        new.with_name(new.name + each).unlink(missing_ok=True)
    with Archive(new) as archive:
        if salvages:
            _salvage(path, archive)
        rebuild(archive, games, say, progress)


def _take_place(path: Path) -> int:
    """Put the new archive into its place; return the number of its games."""
    new = _new_path(path)
    with Archive(new) as archive:
        count = archive.count()
        archive.tables.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    give_away(new, path.parent.stat())
    new.chmod(0o600)
    new.replace(path)
    flush_folder(path.parent)
    return count


def _salvage(path: Path, archive: Archive) -> None:
    """Take what can be read of the damaged file: deleted and forgotten games, and the texts of others."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old,
    ):
        with archive.changing():
            for table, marks in (("deleted", "(?)"), ("forgotten", "(?, ?)")):
                for row in _readable(old, f"SELECT * FROM {table}"):
                    archive.tables.execute(f"INSERT OR IGNORE INTO {table} VALUES {marks}", row)
        texts = "SELECT game_id, number, pgn FROM games JOIN texts USING (row) ORDER BY games.row"
        for order in ("ASC", "DESC"):  # what is damaged in between is passed over from both ends
            with archive.changing():
                for game_id, number, pgn in _readable(old, f"{texts} {order}"):
                    _take(archive, game_id, number, pgn)


def _readable(old: sqlite3.Connection, asked: str) -> Iterator[tuple[Any, ...]]:
    """The rows up to the first that cannot be read."""
    with suppress(sqlite3.Error):
        yield from old.execute(asked)


def _take(archive: Archive, game_id: str, number: int | None, pgn: str) -> None:
    """Take a game of the damaged file, if its text is sound."""
    with suppress(BadInput):
        games = games_in(str(pgn))
        if len(games) == 1 and not games[0].problem:
            archive.put(games[0], number, known_id=str(game_id))
