"""Writing: who waits for it, and what becomes of a disk that is full or does not answer."""

import asyncio
import errno
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from shutil import copyfile

import pytest

from jadoube.hall.boards import Boards
from jadoube.hall.file import store, writing
from jadoube.hall.file.schema import Act, Batch, Found
from jadoube.hall.file.store import Store
from jadoube.hall.file.writing import Writing
from jadoube.hall.troubles import Kind
from shared.hall.in_one_loop import played, until

ACT = Act(1, "Anna", "round 1", "", "")


class Hall:
    """A store, and what writes it; nothing is written by itself."""

    def __init__(self, folder: Path) -> None:
        self.now_ms = 0
        self.boards = Boards(lambda: self.now_ms, lambda: 0, lambda _: None)
        self.store = Store(folder / "hall.db", lambda _: None)
        self.loaded: list[int] = []  # how many games were there
        self.writing = Writing(self.store, self.boards, self._load, lambda _: None, every_s=0.01)

    def _load(self, _rounds: object) -> None:
        self.loaded.append(len(self.store.rows()))

    def kept(self, path: Path | None = None) -> list[str]:
        """What the file has of acts, or a copy of it."""
        store = Store(path or self.store.path, lambda _: None)
        store.open_to_read()
        acts = [each.what for each in store.acts()]
        store.close()
        return acts

    @property
    def troubles(self) -> set[str]:
        """What is wrong."""
        return {each.kind for each in self.boards.troubles}


def _on_hall(folder: Path, acts: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = Hall(folder)
        assert await hall.writing.open()
        await acts(hall)
        hall.writing.leave()
        hall.store.close()

    asyncio.run(run())


def test_what_was_waited_for_is_in_the_file(tmp_path: Path) -> None:
    """Also what came while something else was written."""

    async def acts(hall: Hall) -> None:
        for at in range(3):
            hall.store.note(ACT._replace(what=f"round {at}"))
            first = asyncio.create_task(hall.writing.written())
            await asyncio.sleep(0)
            hall.store.note(ACT._replace(what=f"pairing {at}"))
            await hall.writing.written()
            assert hall.kept()[-2:] == [f"round {at}", f"pairing {at}"]
            await first

    _on_hall(tmp_path, acts)


@asynccontextmanager
async def _running(hall: Hall) -> AsyncIterator[None]:
    """What is new is written by itself."""
    running = asyncio.create_task(hall.writing.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_a_copy_of_the_file_alone_lacks_a_minute_at_most(tmp_path: Path) -> None:
    """What is new is brought from its log into it."""
    copy = tmp_path / "copy" / "hall.db"
    copy.parent.mkdir()

    async def acts(hall: Hall) -> None:
        def copied() -> list[str]:
            copyfile(tmp_path / "hall.db", copy)
            with suppress(sqlite3.Error):
                return hall.kept(copy)
            return []

        async with _running(hall):
            hall.store.note(ACT)
            await until(hall.kept)
            await hall.writing.written()
            assert copied() == []
            hall.now_ms += writing.CHECKPOINT_MS
            await until(lambda: copied() == ["round 1"])

    _on_hall(tmp_path, acts)


@pytest.mark.parametrize("is_emptied", [False, True])
def test_a_file_that_is_gone_or_emptied_is_told(tmp_path: Path, *, is_emptied: bool) -> None:
    """By the next act; what has come since is in memory. Once it is there again, all is written."""
    path = tmp_path / "hall.db"

    async def acts(hall: Hall) -> None:
        aside = path.rename(tmp_path / "aside.db")
        if is_emptied:
            path.write_bytes(b"")
        hall.store.note(ACT)
        assert not await hall.writing.write()
        (trouble,) = hall.boards.troubles
        assert trouble.kind == Kind.STORE
        assert "was removed or emptied while the hall runs" in trouble.said["en"]
        assert [each.what for each in hall.store.acts()] == ["round 1"]
        aside.replace(path)
        assert await hall.writing.write()
        assert hall.troubles == set()

    _on_hall(tmp_path, acts)


def test_a_folder_that_may_not_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its file has is there, and the line of a disk that is full; later all is written."""

    async def keep(hall: Hall) -> None:
        hall.store.take("b1", "m", played("g1", 1, "e4"))
        hall.store.take("b1", "m", played("g2", 2, "d4"))
        hall.store.note(ACT)
        assert await hall.writing.write()

    def refused(store: Store) -> Found:
        raise OSError(errno.EROFS, "Read-only file system", str(store.path))

    async def run() -> None:
        hall = Hall(tmp_path)
        with monkeypatch.context() as here:
            here.setattr(os, "access", lambda _path, _how: False)
            here.setattr(Store, "find", refused)
            for _ in range(2):
                assert not await hall.writing.open()
            assert "1. e4" in hall.store.text("g1")
            assert (hall.troubles, hall.store.is_open) == ({Kind.STORE}, False)
            hall.store.take("b1", "m", played("g2", 3, "d4", "d5"))
            hall.store.note(ACT._replace(what="round 2"))
        assert await hall.writing.open()
        assert await hall.writing.write()
        assert (hall.troubles, hall.loaded) == (set(), [2])
        assert [each.what for each in hall.store.acts()] == hall.kept() == ["round 1", "round 2"]
        assert [(each.game_id, each.plies) for each in hall.store.rows()] == [("g1", 1), ("g2", 2)]
        hall.writing.leave()
        hall.store.close()

    _on_hall(tmp_path, keep)
    asyncio.run(run())


def test_games_that_cannot_be_read_are_told_until_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has asked for one; who can do without goes on."""

    def broken(*_: object) -> str:
        raise sqlite3.OperationalError("disk I/O error")

    async def acts(hall: Hall) -> None:
        async with _running(hall):
            with monkeypatch.context() as here:
                here.setattr(store, "read_text", broken)
                with pytest.raises(sqlite3.OperationalError):
                    hall.store.text("g1")
                assert hall.store.text_now("g1") == ""
                await until(lambda: hall.troubles == {Kind.UNREAD})
            await until(lambda: not hall.troubles)

    _on_hall(tmp_path, acts)


def test_nobody_waits_for_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried once, and told; then only now and then, until it can be written again."""
    tries = 0

    def full(_store: Store, _batch: Batch) -> list[str]:
        nonlocal tries
        tries += 1
        raise sqlite3.OperationalError("database or disk is full")

    async def acts(hall: Hall) -> None:
        hall.store.note(ACT)
        with monkeypatch.context() as here:
            here.setattr(Store, "write", full)
            for _ in range(3):
                await hall.writing.written()
            assert tries == 1
            assert hall.troubles == {Kind.STORE}
        assert await hall.writing.write()
        assert hall.kept() == ["round 1"]
        assert hall.troubles == set()
        hall.store.note(ACT._replace(what="round 2"))
        await hall.writing.written()
        assert hall.kept()[-1] == "round 2"

    _on_hall(tmp_path, acts)


def test_nobody_waits_long_for_a_disk_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was begun is written when it answers."""
    answers, write = threading.Event(), Store.write

    def slow(store: Store, batch: Batch) -> list[str]:
        assert answers.wait(5)
        return write(store, batch)

    async def acts(hall: Hall) -> None:
        monkeypatch.setattr(writing, "WRITTEN_WITHIN_S", 0.01)
        monkeypatch.setattr(Store, "write", slow)
        hall.store.note(ACT)
        await hall.writing.written()
        assert hall.kept() == []
        answers.set()
        await until(hall.kept)

    _on_hall(tmp_path, acts)
