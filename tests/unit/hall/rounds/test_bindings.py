"""Which round of Lichess gets which round of the hall, as it is kept."""

import json
from pathlib import Path

from jadoube.hall.rounds.bindings import RELAYED, Bindings, Bound
from jadoube.hall.store import Store
from jadoube.mqtt.payloads import Round

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
    bindings.end("RoUnD001")
    _written(again)
    again.close()
    third = Store(tmp_path / "hall.db", lambda _: None)
    third.open()
    assert Bindings(third).all() == {"RoUnD003": Bound("Open", "2", 9, 0, 0)}
    third.close()


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
