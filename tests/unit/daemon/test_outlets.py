"""Outlets: who is offered a view when, what a slow part gets, and what a part that fails does."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from typing import Any

from jadoube.core.display.view import View, view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.daemon.outlets import RETRY_MS, Outlet
from jadoube.drivers.interfaces import Part, PartFailed
from jadoube_sim.virtual import InlineExecutor

VIEW = view(new_table(Terms(), settled_contacts(0)), 0)
EVERY_MS = 40


class Slow(Executor):
    """Does what it is given when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Put it off."""
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args)))
        return future

    def do_one(self) -> None:
        """Do the first thing that waits."""
        future, job = self.waiting.pop(0)
        future.set_result(job())


class Recorder:
    """A part that notes the instants at which it was shown something, and fails while it is told to."""

    complaint = None

    def __init__(self) -> None:
        self.shown_ms: list[int] = []
        self.fails = False

    def show(self, _view: View, now_ms: int) -> None:
        """Note the instant, or fail."""
        if self.fails:
            raise PartFailed(Part.LAMPS, "cannot be written", "check the plug")
        self.shown_ms.append(now_ms)

    def close(self) -> None:
        """Nothing to do."""


async def settled() -> None:
    """Let the outlets' tasks run on as far as they come."""
    for _ in range(8):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test's own coroutine, but not for ever."""
    asyncio.run(asyncio.wait_for(test, 30))


def outlet_of(part: Recorder, executor: Executor, said: list[str]) -> Outlet:
    """An outlet of a part that moves every 40 ms."""
    return Outlet(Part.LAMPS, lambda: part, executor, said.append, lambda _, now_ms: now_ms + EVERY_MS)


def test_an_error_of_a_librarys_own_is_a_part_that_fails() -> None:
    """It is said once with its words, and the part is tried again."""

    async def story() -> None:
        said: list[str] = []

        def broken() -> Recorder:
            raise RuntimeError("out of sorts")

        outlet = Outlet(Part.LAMPS, broken, InlineExecutor(), said.append)
        outlet.offer(VIEW, 0)
        await settled()
        outlet.offer(VIEW, RETRY_MS)
        await settled()
        assert said == [
            "lamps: fails, RuntimeError('out of sorts'); please report it; the game goes on without it"
        ]

    run(story())


def test_a_part_that_moves_says_when_it_wants_the_view_again() -> None:
    """From the offer on, before the frame is out; a part that does not move wants nothing."""

    async def story() -> None:
        moving = outlet_of(Recorder(), InlineExecutor(), [])
        still_one = Outlet(Part.WHITE_FACE, Recorder, InlineExecutor(), print)
        assert moving.wanted_ms() is None
        for outlet in (moving, still_one):
            outlet.offer(VIEW, 1000)
        assert (moving.wanted_ms(), still_one.wanted_ms()) == (1040, None)
        await settled()

    run(story())


def test_a_slow_part_gets_the_newest_frame_only() -> None:
    """What was offered while a frame was on its way is shown as it is in the end; the rest never is."""
    part, executor = Recorder(), Slow()

    async def story() -> None:
        outlet = outlet_of(part, executor, [])
        for now_ms in (0, 40, 80, 120):
            outlet.offer(VIEW, now_ms)
            await settled()
        assert len(executor.waiting) == 1
        executor.do_one()
        await settled()
        executor.do_one()
        await settled()
        assert not executor.waiting

    run(story())
    assert part.shown_ms == [0, 120]


def test_a_part_that_fails_is_tried_every_second_however_it_moves() -> None:
    """It is said once, its frames wait for the next try, and that it answers again is said too."""
    part, said = Recorder(), list[str]()

    async def story() -> None:
        outlet = outlet_of(part, InlineExecutor(), said)
        part.fails = True
        for now_ms in (0, 40, 80):
            outlet.offer(VIEW, now_ms)
            await settled()
            assert outlet.wanted_ms() == RETRY_MS
        part.fails = False
        outlet.offer(VIEW, RETRY_MS)
        await settled()
        assert outlet.wanted_ms() == RETRY_MS + EVERY_MS

    run(story())
    assert said == [
        "lamps: cannot be written; check the plug; the game goes on without it",
        "lamps answer again",
    ]
    assert part.shown_ms == [RETRY_MS]
