"""Opens the archive and looks whether it is sound; one that is damaged is set aside and built anew.

The law: the archive is sound after this, or it is said in one line why it cannot be had. Of a damaged file
nothing is thrown away: it stays beside the new one as `archive.db.damaged-1`, and the games of others that
can still be read in it are taken over. The new file is whole on the disk before the damaged one is set aside,
and takes its place in one step; if it cannot be made, all is as it was.

It refuses to know what becomes of the archive afterwards.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from jadoube.archive.pgn_games import ReadGame, games_in
from jadoube.archive.rebuild import Progress, Say, rebuild
from jadoube.archive.schema import check, has_none, open_damaged
from jadoube.archive.sqlite_files import FAULTS
from jadoube.archive.store import Archive
from jadoube.archive.troubles import DamagedArchive, told_wholly
from jadoube.config.problems import BadInput
from jadoube.local.set_aside import INDEX, LOG, set_aside
from jadoube.local.whole_file import flush_folder, give_away


def open_archive(
    path: Path, games: Path, say: Say, progress: Progress = lambda _, __: None, *, is_first: bool = False
) -> Archive:
    """Open the archive for changes. One that is missing, empty or damaged is built from the folder of games.

    `is_first`: there was none before, so that it is not missed.
    ArchiveTrouble if it cannot be opened; a newer version, or another program's file, stays as it is.
    BadInput if the folder of games cannot be read: half an archive would take the place of the damaged one.
    """
    with told_wholly(path):
        try:
            if not has_none(path):
                return _checked(path)
        except DamagedArchive as damage:
            kept, aside = _build(path, games, say, progress, is_damaged=True)
            say(f"{damage}; it is set aside as {aside}, and the archive is built anew: {kept:,} games")
        else:
            kept, _ = _build(path, games, say, progress, is_damaged=False)
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


def _build(path: Path, games: Path, say: Say, progress: Progress, *, is_damaged: bool) -> tuple[int, str]:
    """Build a new archive, which takes its place; return its games, and how the damaged one is called now."""
    new = path.with_name(f"{path.name}.new")
    _remove(new)
    try:
        with Archive(new) as archive:
            if is_damaged:
                _salvage(path, archive)
            rebuild(archive, games, say, progress)
            kept = archive.count()
            archive.write_out()
        give_away(new, path.parent.stat())
        new.chmod(0o600)
        aside = set_aside(path, stays=True).name if is_damaged else ""
        for each in (LOG, INDEX):  # of a file that has gone: SQLite would take them for those of the new one
            path.with_name(path.name + each).unlink(missing_ok=True)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            _remove(new)
        raise
    flush_folder(path.parent)
    return kept, aside


def _remove(path: Path) -> None:
    for each in ("", LOG, INDEX):
        path.with_name(path.name + each).unlink(missing_ok=True)


def _salvage(path: Path, archive: Archive) -> None:
    """Take what can be read of the damaged file: deleted and forgotten games, and the texts of others."""
    with suppress(*FAULTS), closing(open_damaged(path)) as old:
        with archive.changing():
            for table, marks in (("deleted", "(?)"), ("forgotten", "(?, ?)")):
                for values in _readable(old, f"SELECT * FROM {table} ORDER BY game_id"):
                    archive.tables.execute(f"INSERT OR IGNORE INTO {table} VALUES {marks}", values)
        with archive.changing():
            for row in sorted(_rows(old)):
                _take(archive, old, row)


def _rows(old: sqlite3.Connection) -> set[int]:
    """The rows of games, wherever one can be read: in the texts, in the games, or in an index of them."""
    asked = ("FROM texts ORDER BY row", "FROM games ORDER BY row", "FROM games ORDER BY placed")
    return {row for each in asked for (row,) in _readable(old, f"SELECT row {each}") if isinstance(row, int)}


def _readable(old: sqlite3.Connection, asked: str) -> Iterator[tuple[Any, ...]]:
    """The rows of an ordered question; what is damaged in between is passed over from both ends."""
    for order in ("ASC", "DESC"):
        with suppress(*FAULTS):
            yield from old.execute(f"{asked} {order}")


def _take(archive: Archive, old: sqlite3.Connection, row: int) -> None:
    """Take a game of the damaged file, if its text is sound; where its row is not, without its number."""
    (text,) = next(_readable(old, f"SELECT pgn FROM texts WHERE row = {row} ORDER BY row"), ("",))
    known = _readable(old, f"SELECT game_id, number FROM games WHERE row = {row} ORDER BY row")
    game_id, number = next(known, ("", None))
    games: list[ReadGame] = []
    with suppress(BadInput):
        games = games_in(str(text))
    if len(games) == 1 and not games[0].problem:
        archive.put(games[0], number if isinstance(number, int) else None, known_id=str(game_id))
