"""The hall's file of earlier versions is read for ever: brought to that of now, with all that is in it."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jadoube.hall.boards import Boards
from jadoube.hall.file.schema import VERSION
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.bindings import Bindings
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lichess_targets import Target, keep_target
from shared.disk.kept_corpus import KEPT, kept

EXPECTED: dict[str, Any] = json.loads((KEPT / "halls" / "expected.json").read_text("utf-8"))


@pytest.fixture(params=kept("halls", "db"), ids=lambda path: path.name)
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a kept file: opening it changes it. Where its first round was sent stands beside it."""
    keep_target(tmp_path, "1", Target("RoUnD001", 15, 2, 5))
    return Path(shutil.copy(request.param, tmp_path))


def version(path: Path) -> int:
    """The version that stands in the file."""
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("PRAGMA user_version").fetchone()[0])


def read(store: Store) -> dict[str, Any]:
    """All that a hall knows of its file."""
    boards = Boards(lambda: 0, lambda: 0, lambda _: None)
    rounds = RoundKeeper(boards, store, lambda _: None)
    rounds.load()
    return {
        "games": [[*row, store.text(row.game_id)] for row in store.rows()],
        "acts": [list(act) for act in store.acts()],
        "rounds": {
            name: [
                [each.number, each.board, each.white.name, each.black.name, result.result, *result.game_ids]
                for each, result in zip(rounds.round(name).boards, rounds.results.of(name), strict=True)
            ]
            for name in rounds.names
        },
        "place": [boards.round.event, boards.round.site, boards.round.round],
        "tables": {board: each.stamp for board, each in rounds.tables.of_round(boards.round).items()},
        "lichess": {lichess: list(bound) for lichess, bound in Bindings(store).all().items()},
    }


def test_a_kept_file_has_all_that_the_hall_knew(copy: Path) -> None:
    """Games and texts, acts, rounds, who was told to sit where, and where rounds go, each with its delay."""
    store = Store(copy, lambda _: None)
    store.open()
    assert read(store) == EXPECTED
    store.close()
    assert version(copy) == VERSION


def test_who_only_reads_changes_nothing(copy: Path) -> None:
    """The games and acts of a file of any version that there was."""
    before = copy.read_bytes()
    store = Store(copy, lambda _: None)
    store.open_to_read()
    assert [row.game_id for row in store.rows()] == [game[0] for game in EXPECTED["games"]]
    assert len(store.acts()) == len(EXPECTED["acts"])
    store.close()
    assert copy.read_bytes() == before


def test_a_file_of_a_later_version_is_left_as_it_is(copy: Path) -> None:
    """It is refused in one line, by whoever writes and whoever reads."""
    with closing(sqlite3.connect(copy)) as base:
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = copy.read_bytes()
    said: list[str] = []
    store = Store(copy, said.append)
    for opens in (store.open, store.open_to_read):
        with pytest.raises(
            sqlite3.NotSupportedError, match=f"version {VERSION + 1} found, expected {VERSION}"
        ):
            opens()
    assert (copy.read_bytes(), said) == (before, [])


def test_every_version_has_a_kept_file() -> None:
    """A new version brings a file of its own; its number begins the name."""
    assert {int(path.name.partition("-")[0]) for path in kept("halls", "db")} == set(range(1, VERSION + 1))
