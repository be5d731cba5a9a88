"""Damaged files that are set aside: their names, and that nothing of them is lost."""

from pathlib import Path

import pytest

from jadoube.local.set_aside import remove_set_aside, set_aside


def damaged(folder: Path, says: str) -> Path:
    """Write a file, its log and the log's index."""
    path = folder / "kept.db"
    path.write_text(says)
    (folder / "kept.db-wal").write_text(f"{says}, the log")
    (folder / "kept.db-shm").write_text("the index")
    return path


def names(folder: Path) -> list[str]:
    """The files of a folder."""
    return sorted(each.name for each in folder.iterdir())


def test_each_damaged_file_is_kept_with_its_log(tmp_path: Path) -> None:
    """The second takes the next number; the index goes, as it is made anew."""
    assert set_aside(damaged(tmp_path, "first")) == tmp_path / "kept.db.damaged-1"
    assert set_aside(damaged(tmp_path, "second")) == tmp_path / "kept.db.damaged-2"
    assert (tmp_path / "kept.db.damaged-1").read_text() == "first"
    assert (tmp_path / "kept.db.damaged-1-wal").read_text() == "first, the log"
    assert (tmp_path / "kept.db.damaged-2").read_text() == "second"
    assert names(tmp_path) == [f"kept.db.damaged-{each}" for each in ("1", "1-wal", "2", "2-wal")]


def test_a_file_stays_until_a_new_one_takes_its_place(tmp_path: Path) -> None:
    """It has two names; it has no log, which would spoil the new one."""
    path = damaged(tmp_path, "first")
    aside = set_aside(path, stays=True)
    assert path.samefile(aside)
    assert names(tmp_path) == ["kept.db", "kept.db.damaged-1", "kept.db.damaged-1-wal"]


def test_an_empty_log_is_not_kept(tmp_path: Path) -> None:
    """Whoever only reads a file leaves one: nothing of the file is in it."""
    path = damaged(tmp_path, "first")
    (tmp_path / "kept.db-wal").write_bytes(b"")
    set_aside(path)
    assert names(tmp_path) == ["kept.db.damaged-1"]


def test_a_file_that_is_not_there_is_not_set_aside(tmp_path: Path) -> None:
    """Nobody is told of a name that no file has."""
    with pytest.raises(FileNotFoundError):
        set_aside(tmp_path / "kept.db")


def test_all_that_was_set_aside_can_be_removed(tmp_path: Path) -> None:
    """Also what earlier versions set aside; other files stay."""
    set_aside(damaged(tmp_path, "first"))
    for name in ("kept.db", "kept.db-wal", "kept.db.damaged", "kept.db.damaged-2", "other.db.damaged-1"):
        (tmp_path / name).write_text("another")
    remove_set_aside(tmp_path / "kept.db")
    assert names(tmp_path) == ["kept.db", "kept.db-wal", "other.db.damaged-1"]
