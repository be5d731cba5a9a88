"""The store: each state once, whatever comes twice or late, and nothing lost by a disk that is full."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.hall.file.schema import Act
from jadoube.hall.file.store import Store
from shared.hall.in_one_loop import pgn_of, played


def _store(folder: Path, said: list[str] | None = None) -> Store:
    store = Store(folder / "hall.db", (said if said is not None else []).append)
    store.open()
    return store


def _write(store: Store) -> None:
    batch = store.begin()
    store.write(batch)
    store.written(batch)


def test_a_state_is_taken_once(tmp_path: Path) -> None:
    """By its game and number; a restart changes nothing in that."""
    store = _store(tmp_path)
    assert store.take("b1", "m", played("g1", 3, "e4", "e5"))
    assert not store.take("b1", "m", played("g1", 3, "e4", "e5"))
    assert not store.take("b1", "m", played("g1", 2, "e4"))
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert again.rows() == store.rows()
    assert not again.take("b1", "m", played("g1", 3, "e4", "e5"))
    assert again.text("g1") == played("g1", 3, "e4", "e5").pgn
    again.close()


def test_what_a_board_has_kept_counts_where_it_tells_more(tmp_path: Path) -> None:
    """Later states of a higher number count again: a game may be opened again."""
    store = _store(tmp_path)
    store.take("b1", "m", played("g1", 3, "e4", "e5"))
    assert not store.take_text("b1", "m", "g1", pgn_of("g1", ("e4",)), over=False)
    assert store.take_text("b1", "m", "g1", pgn_of("g1", ("e4", "e5", "f4"), "1-0"), over=True)
    assert not store.take_text("b1", "m", "g1", pgn_of("g1", ("e4", "e5", "f4"), "1-0"), over=True)
    row = store.row("g1")
    assert row
    assert (row.plies, row.over, row.result, row.seq) == (3, True, "1-0", 3)
    assert store.take("b1", "m", played("g1", 4, "e4", "e5", "f4", "d5"))
    row = store.row("g1")
    assert row
    assert (row.plies, row.over, row.result) == (4, False, "*")
    with pytest.raises(ValueError, match="no tags found"):
        store.take_text("b1", "m", "g2", "", over=True)
    store.close()


def test_a_state_without_its_text_leaves_the_one_that_is_kept(tmp_path: Path) -> None:
    """It was too long: what is there stays until the board has told all of it, also after a restart."""
    store, first, plies = _store(tmp_path), played("g1", 1, "e4"), ("e4", "e5", "f4")
    store.take("b1", "m", first)
    _write(store)
    store.take("b1", "m", replace(played("g1", 2, *plies, result="1-0", over=True), pgn=""))
    assert (store.text("g1"), store.lacks_text("g1")) == (first.pgn, True)
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert (again.text("g1"), again.lacks_text("g1")) == (first.pgn, True)
    whole = pgn_of("g1", plies, "1-0")
    assert again.take_text("b1", "m", "g1", whole, over=True)
    assert not again.take_text("b1", "m", "g1", whole, over=True)
    assert (again.text("g1"), again.lacks_text("g1")) == (whole, False)
    _write(again)
    again.close()
    last = _store(tmp_path)
    assert not last.lacks_text("g1")
    last.close()


def test_a_state_without_its_text_that_comes_before_the_file_leaves_that_of_the_file(tmp_path: Path) -> None:
    """The file was locked; the game goes on meanwhile."""
    store, first = _store(tmp_path), played("g1", 1, "e4")
    store.take("b1", "m", first)
    _write(store)
    store.close()
    late = Store(tmp_path / "hall.db", lambda _: None)
    late.take("b1", "m", replace(played("g1", 2, "e4", "e5"), pgn=""))
    late.open()
    assert (late.text("g1"), late.lacks_text("g1")) == (first.pgn, True)
    row = late.row("g1")
    assert row
    assert row.plies == 2
    late.close()


def test_texts_of_ended_games_leave_memory_and_stay_in_the_file(tmp_path: Path) -> None:
    """A day has hundreds of them."""
    store = _store(tmp_path)
    store.take("b1", "m", played("g1", 3, "e4", result="1-0", over=True))
    store.bind("g1", "p1")
    _write(store)
    assert store.text("g1") == pgn_of("g1", ("e4",), "1-0")
    store.bind("g1", "p2")
    assert store.game_of("p1").rows == ()
    assert [row.game_id for row in store.game_of("p2").rows] == ["g1"]
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert again.text("g1") == pgn_of("g1", ("e4",), "1-0")
    assert [row.game_id for row in again.game_of("p2").rows] == ["g1"]
    again.close()


def test_texts_of_games_that_were_given_up_leave_memory_too(tmp_path: Path) -> None:
    """Its board has begun another one, which stays."""
    store = _store(tmp_path)
    store.take("b1", "m", played("g1", 1, "e4"))
    _write(store)
    store.take("b1", "m", played("g2", 2, "d4"))
    store.take("b2", "m", played("g3", 1, "c4"))
    _write(store)
    assert set(store._texts) == {"g2", "g3"}
    assert store.text("g1") == played("g1", 1, "e4").pgn
    store.take("b1", "m", played("g1", 3, "e4", "e5"))
    _write(store)
    assert set(store._texts) == {"g2", "g3"}
    assert store.text("g1") == played("g1", 3, "e4", "e5").pgn
    store.close()


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """What could not be written is written later, with what came meanwhile."""
    store = _store(tmp_path)
    base = store._base
    assert base
    (pages,) = base.execute("PRAGMA page_count").fetchone()
    base.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(40):
        store.take("b1", "m", played(f"g{number}", 1, *["Nf3"] * 99))
    store.note(Act(1, "Anna", "pause", "b1", ""))
    store.put("chosen", "1")
    batch = store.begin()
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store.write(batch)
    store.give_back(batch)
    store.take("b1", "m", played("g1", 2, "e4"))
    store.note(Act(2, "Anna", "play", "b1", ""))
    base.execute("PRAGMA max_page_count = 100000")
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert len(again.rows()) == 40
    assert again.text("g1") == pgn_of("g1", ("e4",))
    assert [act.what for act in again.acts()] == ["pause", "play"]
    assert again.value("chosen") == "1"
    again.close()


def test_a_value_that_no_file_takes_is_left_out_alone(tmp_path: Path) -> None:
    """It is named, and all else of its batch is written."""
    store = _store(tmp_path)
    store.take("b1", "m", played("g1", 10**30, "e4"))
    store.take("b2", "m", played("g2", 1, "d4"))
    store.note(Act(1, "Anna", "pause \ud800", "b1", ""))
    store.note(Act(2, "Anna", "play", "b1", ""))
    store.put("chosen", "1")
    batch = store.begin()
    said = store.write(batch)
    assert [line.partition("; ")[0].rpartition(" on ")[2] for line in said] == ["'g1'", "'pause \\ud800'"]
    store.written(batch)
    store.close()
    again = _store(tmp_path)
    assert [row.game_id for row in again.rows()] == ["g2"]
    assert [act.what for act in again.acts()] == ["play"]
    assert again.value("chosen") == "1"
    again.close()


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    """And a new one begins: boards bring their games again."""
    (tmp_path / "hall.db").write_bytes(b"no database at all" * 100)
    said: list[str] = []
    store = _store(tmp_path, said)
    assert store.rows() == ()
    assert (tmp_path / "hall.db.damaged-1").exists()
    assert len(said) == 1
    assert "set aside as hall.db.damaged-1" in said[0]
    store.close()
    (tmp_path / "hall.db").write_bytes(b"no database again" * 100)
    _store(tmp_path, said).close()
    assert "set aside as hall.db.damaged-2" in said[1]
    assert (tmp_path / "hall.db.damaged-1").read_bytes().startswith(b"no database at all")


def test_a_file_that_cannot_be_opened_now_is_taken_later(tmp_path: Path) -> None:
    """Its games are there beside those that have come meanwhile."""
    store = _store(tmp_path)
    store.take("b1", "m", played("old", 3, "e4"))
    _write(store)
    store.close()
    (tmp_path / "hall.db").rename(tmp_path / "away.db")
    (tmp_path / "hall.db").mkdir()
    late = Store(tmp_path / "hall.db", lambda _: None)
    with pytest.raises((sqlite3.Error, OSError)):
        late.open()
    late.take("b1", "m", played("new", 1, "d4"))
    assert not late.is_open
    (tmp_path / "hall.db").rmdir()
    (tmp_path / "away.db").rename(tmp_path / "hall.db")
    late.open()
    assert {row.game_id for row in late.rows()} == {"old", "new"}
    _write(late)
    late.close()


def test_what_the_file_has_is_joined_with_what_came_before_it_was_open(tmp_path: Path) -> None:
    """The newer state counts; a game stays of its pairing and in its place."""
    store = _store(tmp_path)
    for game_id in ("older", "newer", "same"):
        store.take("b1", "m", played(game_id, 3, "e4", "e5"))
        store.bind(game_id, f"p-{game_id}")
    _write(store)
    store.close()
    late = Store(tmp_path / "hall.db", lambda _: None)
    late.take("b1", "m", played("other", 1))
    late.take("b1", "m", played("newer", 4, "e4", "e5", "f4"))
    late.take("b1", "m", played("older", 2, "e4"))
    late.open()
    found = [(row.game_id, row.plies, row.pairing) for row in late.rows()]
    assert found == [
        ("older", 2, "p-older"),
        ("newer", 3, "p-newer"),
        ("same", 2, "p-same"),
        ("other", 0, ""),
    ]
    assert late.text("older") == pgn_of("older", ("e4", "e5"))
    _write(late)
    late.close()
    again = _store(tmp_path)
    assert [(row.game_id, row.plies, row.pairing) for row in again.rows()] == found
    assert again.text("older") == pgn_of("older", ("e4", "e5"))
    assert again.text("newer") == pgn_of("newer", ("e4", "e5", "f4"))
    again.close()


def test_a_text_that_cannot_be_read_now_is_an_error_and_stays(tmp_path: Path) -> None:
    """A game that gets another pairing meanwhile keeps its text."""
    store = _store(tmp_path)
    store.take("b1", "m", played("g1", 3, "e4", result="1-0", over=True))
    _write(store)
    reader = store._reader
    assert reader
    reader.close()
    with pytest.raises(sqlite3.ProgrammingError):
        store.text("g1")
    store.bind("g1", "p1")
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert again.text("g1") == pgn_of("g1", ("e4",), "1-0")
    assert [row.game_id for row in again.game_of("p1").rows] == ["g1"]
    again.close()


def test_acts_that_are_written_twice_are_there_once(tmp_path: Path) -> None:
    """As when the program ends while it writes; two that are alike are two."""
    store = _store(tmp_path)
    for _ in range(2):
        store.note(Act(1, "Anna", "pause", "b1", ""))
    batch = store.begin()
    store.write(batch)
    store.give_back(batch)
    _write(store)
    store.close()
    again = _store(tmp_path)
    assert [act.what for act in again.acts()] == ["pause", "pause"]
    again.close()
