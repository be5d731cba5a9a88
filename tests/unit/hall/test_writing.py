"""Writing: who waits for it, and what becomes of a disk that is full or does not answer."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hall_here import until
from jadoube.hall import writing
from jadoube.hall.boards import Boards
from jadoube.hall.schema import Act, Batch
from jadoube.hall.store import Store
from jadoube.hall.troubles import Kind
from jadoube.hall.writing import Writing

ACT = Act(1, "Anna", "round 1", "", "")


class Hall:
    """A store, and what writes it; nothing is written by itself."""

    def __init__(self, folder: Path) -> None:
        self.boards = Boards(lambda: 0, lambda: 0, lambda _: None)
        self.store = Store(folder / "hall.db", lambda _: None)
        self.writing = Writing(self.store, self.boards, lambda _: None, lambda _: None)

    def kept(self) -> list[str]:
        """What the file has of acts."""
        store = Store(self.store.path, lambda _: None)
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
