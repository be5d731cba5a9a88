"""Which round of Lichess gets which round of the hall, as it is kept."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from jadoube.hall.file.schema import RELAYED, VERSION
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.bindings import Bindings, Bound
from jadoube.hall.rounds.lichess_targets import FILE, Target, keep_target
from jadoube.mqtt.payloads import Round
from jadoube.online.lichess.choice import Choice, write_choice
from jadoube.online.lichess.choice import Round as LichessRound

FIRST, SECOND = Round("Open", "", "1"), Round("Open", "", "2")


class CountedStore(Store):
    """A store that counts how often a value is read."""

    reads = 0

    def value(self, name: str) -> str:
        """Return it, as `Store` does."""
        self.reads += 1
        return super().value(name)


def _written(store: Store) -> None:
    batch = store.begin()
    store.write(batch)
    store.written(batch)


def test_bindings_are_read_once(tmp_path: Path) -> None:
    """However many games ask for theirs."""
    store = CountedStore(tmp_path / "hall.db", lambda _: None)
    store.open()
    bindings = Bindings(store)
    bindings.bind("RoUnD001", Bound("Open", "1", 5, 15, 0))
    reads = store.reads
    assert [bindings.of(FIRST) for _ in range(9)] == [("RoUnD001", Bound("Open", "1", 5, 15, 0))] * 9
    assert (bindings.of(SECOND), store.reads) == (None, reads)
    store.close()


def test_what_was_bound_before_the_file_was_open_counts(tmp_path: Path) -> None:
    """And what the file has of other rounds stays: a full disk at the start loses no binding."""
    store = Store(tmp_path / "hall.db", lambda _: None)
    store.open()
    Bindings(store).bind("RoUnD001", Bound("Open", "1", 5, 15, 0))
    Bindings(store).bind("RoUnD002", Bound("Open", "2", 5, 15, 0))
    _written(store)
    store.close()
    again = Store(tmp_path / "hall.db", lambda _: None)
    bindings = Bindings(again)
    bindings.bind("RoUnD003", Bound("Open", "2", 9, 0, 0))
    again.open()
    kept = {"RoUnD001": Bound("Open", "1", 5, 15, 0), "RoUnD003": Bound("Open", "2", 9, 0, 0)}
    assert bindings.all() == kept
    _written(again)
    again.close()
    third = Store(tmp_path / "hall.db", lambda _: None)
    third.open()
    assert Bindings(third).all() == kept
    third.close()


def test_what_ends_stays_so(tmp_path: Path) -> None:
    """Also after a restart."""
    store = Store(tmp_path / "hall.db", lambda _: None)
    store.open()
    bindings = Bindings(store)
    bindings.bind("RoUnD001", Bound("Open", "1", 5, 15, 0))
    bindings.bind("RoUnD002", Bound("Open", "2", 5, 15, 0))
    bindings.end("RoUnD001")
    _written(store)
    store.close()
    again = Store(tmp_path / "hall.db", lambda _: None)
    again.open()
    assert Bindings(again).all() == {"RoUnD002": Bound("Open", "2", 5, 15, 0)}
    again.close()


def test_a_value_that_is_damaged_binds_nothing(tmp_path: Path) -> None:
    """Nor does it end the hall."""
    for odd in ("", "{", "[1]", json.dumps({"RoUnD001": 5}), json.dumps({"RoUnD001": ["Open"]})):
        store = Store(tmp_path / "hall.db", lambda _: None)
        store.open()
        store.put(RELAYED, odd)
        _written(store)
        store.close()
        again = Store(tmp_path / "hall.db", lambda _: None)
        again.open()
        assert Bindings(again).all() == {}
        again.close()


def _of_version_1(folder: Path, relayed: dict[str, list[object]]) -> None:
    """A hall's file as an earlier version has left it."""
    store = Store(folder / "hall.db", lambda _: None)
    store.open()
    store.put(RELAYED, json.dumps(relayed))
    _written(store)
    store.close()
    with closing(sqlite3.connect(folder / "hall.db")) as base:
        for column in ("plies_left", "event", "round", "skip", "begun"):
            base.execute(f"ALTER TABLE games DROP COLUMN {column}")
        base.execute("PRAGMA user_version = 1")


def test_a_delay_that_was_not_kept_is_decided_once(tmp_path: Path) -> None:
    """As it was said for its round of Lichess, else as it is chosen when the file is brought here."""
    early: dict[str, list[object]] = {
        "RoUnD001": ["Open", "1", 5],
        "RoUnD002": ["Open", "2", 6],
        "RoUnD003": ["Open", "3", 7, 30, 4],
        "RoUnD004": ["Open", "2", 3],
    }
    _of_version_1(tmp_path, early)
    keep_target(tmp_path, "1", Target("RoUnD001", 15, 2, 5))
    chosen = LichessRound("RoUnD002", "RoUnD002", "", "")
    write_choice(tmp_path / "broadcast.json", Choice(chosen, delay_min=20))
    expected = {
        "RoUnD001": Bound("Open", "1", 5, 15, 2),
        "RoUnD002": Bound("Open", "2", 6, 20, 0),
        "RoUnD003": Bound("Open", "3", 7, 30, 4),
    }
    for delay_min in (0, 60):
        store = Store(tmp_path / "hall.db", lambda _: None)
        store.open()
        assert Bindings(store).all() == expected
        store.close()
        write_choice(tmp_path / "broadcast.json", Choice(chosen, delay_min=delay_min))
    with closing(sqlite3.connect(tmp_path / "hall.db")) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_what_was_said_is_not_lost_if_it_cannot_be_read_now(tmp_path: Path) -> None:
    """The hall's file stays as it is, and is brought to this version once it can be."""
    _of_version_1(tmp_path, {"RoUnD001": ["Open", "1", 5]})
    (tmp_path / FILE).mkdir()  # as while the medium fails
    store = Store(tmp_path / "hall.db", lambda _: None)
    with pytest.raises(OSError, match=FILE):
        store.open()
    (tmp_path / FILE).rmdir()
    keep_target(tmp_path, "1", Target("RoUnD001", 15, 2, 5))
    store.open()
    assert Bindings(store).all() == {"RoUnD001": Bound("Open", "1", 5, 15, 2)}
    store.close()


def test_a_file_of_the_earlier_version_can_be_read(tmp_path: Path) -> None:
    """By what only reads, which changes nothing."""
    _of_version_1(tmp_path, {})
    store = Store(tmp_path / "hall.db", lambda _: None)
    store.open_to_read()
    store.close()
    with closing(sqlite3.connect(tmp_path / "hall.db")) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (1,)
