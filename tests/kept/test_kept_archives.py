"""Archives of earlier versions are read for ever: brought to the version of now, with every game in them."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jadoube.archive import schema
from jadoube.archive.as_json import game_json, known_json
from jadoube.archive.store import Archive
from shared.disk.archived_games import pgn_of
from shared.disk.kept_corpus import KEPT, kept

EXPECTED: dict[str, Any] = json.loads((KEPT / "archives" / "expected.json").read_text("utf-8"))


@pytest.fixture(params=kept("archives", "db"), ids=lambda path: path.name)
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a kept archive: opening it may change it."""
    return Path(shutil.copy(request.param, tmp_path))


def version(path: Path) -> int:
    """The version that stands in the file."""
    with closing(sqlite3.connect(path)) as tables, tables:
        found = tables.execute("PRAGMA user_version").fetchone()
    tables.close()
    return int(found[0])


def test_a_kept_archive_has_its_games(copy: Path) -> None:
    """Each game with each value and its text, each player, what was deleted, where a name was forgotten."""
    expected = EXPECTED[copy.name]
    with Archive(copy) as archive:
        games = [{**game_json(row), "pgn": archive.pgn(row)} for row in archive.search().rows]
        found = [
            {name: value for name, value in game.items() if name in was}
            for game, was in zip(games, expected["games"], strict=True)
        ]
        assert found == expected["games"]
        assert [known_json(known) for known in archive.players()] == expected["players"]
        assert not archive.add(pgn_of(GameId=expected["deleted"][0]), 44)
        archive.add(pgn_of("Somebody, Else", "Zoë", GameId="ffffffffffff", Round="2"), 43)
        assert archive.game("43").entry.white.name == "N. N."
    assert version(copy) == schema.VERSION


def test_a_kept_archive_can_be_read_while_it_is_of_this_version(copy: Path) -> None:
    """Whoever only reads changes no byte."""
    before = copy.read_bytes()
    if version(copy) == schema.VERSION:
        with Archive(copy, reads_only=True) as archive:
            assert archive.count() == len(EXPECTED[copy.name]["games"])
    assert copy.read_bytes() == before


def test_every_version_has_a_kept_archive() -> None:
    """A new version brings a file of its own; its number begins the name."""
    numbers = {int(path.name.partition("-")[0]) for path in kept("archives", "db")}
    assert numbers == set(range(1, schema.VERSION + 1))
    assert {path.name for path in kept("archives", "db")} == set(EXPECTED)


def test_an_older_version_is_brought_to_this_one(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step; a step that fails changes nothing, and the archive is what it was."""
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    steps = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", (*steps, "ALTER TABLE games ADD seen TEXT; NONSENSE;"))
    with pytest.raises(Exception, match="SQLITE_ERROR"):
        Archive(copy)
    assert version(copy) == schema.VERSION - 1
    monkeypatch.setattr(schema, "MIGRATIONS", (*steps, "ALTER TABLE games ADD seen TEXT;"))
    with Archive(copy) as archive:
        assert archive.count() == len(EXPECTED[copy.name]["games"])
    assert version(copy) == schema.VERSION
