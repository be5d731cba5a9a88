"""Virtual time: which scans are made, what has happened before each, and when time stands."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from jadoube_sim.virtual import InlineExecutor, VirtualPace

PATIENCE_S = 30
"""After so long in real time a test has failed; none waits for it."""


def run(test: Coroutine[Any, Any, Any]) -> Any:
    """Run a test's own coroutine, but not for ever."""
    return asyncio.run(asyncio.wait_for(test, PATIENCE_S))


def loop_over(pace: VirtualPace, wakes_ms: list[int], scans_ms: list[int]) -> "asyncio.Task[None]":
    """Scan as the daemon does: each scan is noted, and the first wake that is still to come is wanted."""

    async def scan() -> None:
        while True:
            last_ms = scans_ms[-1] if scans_ms else 0
            wake_ms = min((ms for ms in wakes_ms if ms > last_ms), default=None)
            scans_ms.append(await pace.next_scan(wake_ms))

    return asyncio.create_task(scan())


async def scanned(pace: VirtualPace, to_ms: int, wakes_ms: list[int]) -> list[int]:
    """The scans that are made up to an instant."""
    scans_ms: list[int] = []
    task = loop_over(pace, wakes_ms, scans_ms)
    await pace.run_to(to_ms)
    task.cancel()
    return scans_ms


@pytest.mark.parametrize(("period_ms", "expected"), [(5, [15, 40, 70]), (20, [20, 40, 80])])
def test_time_jumps_to_the_scans_that_matter(period_ms: int, expected: list[int]) -> None:
    """Scans fall on multiples of the period, at or after the next stimulus or the wake, and nowhere else."""
    pace = VirtualPace(period_ms, until_ms=0)
    pace.schedule(12_000, lambda: None)
    pace.schedule(40_000, lambda: None)
    assert run(scanned(pace, 99, [66])) == expected


def test_smooth_time_makes_every_scan() -> None:
    """With smooth delivery no scan is skipped."""
    pace = VirtualPace(5, smooth=True, until_ms=0)
    pace.schedule(12_000, lambda: None)
    assert run(scanned(pace, 31, [])) == [5, 10, 15, 20, 25, 30]


@pytest.mark.parametrize("smooth", [True, False])
def test_everything_has_happened_before_its_scan(*, smooth: bool) -> None:
    """A scan comes after all stimuli up to its instant, in order of time and then of scheduling, no other."""
    pace = VirtualPace(5, smooth=smooth, until_ms=0)
    happened: list[str] = []
    for at_us, name in [(10_000, "c"), (6_000, "a"), (10_001, "e"), (10_000, "d"), (6_001, "b")]:
        pace.schedule(at_us, lambda name=name: happened.append(f"{name}{pace.now_ms()}"))  # type: ignore[misc]
    run(scanned(pace, 10, []))
    assert happened == ["a10", "b10", "c10", "d10"]


def test_what_has_passed_happens_before_the_next_scan() -> None:
    """A stimulus whose instant is over is not lost."""

    async def test() -> list[int]:
        pace = VirtualPace(5, until_ms=0)
        scans_ms: list[int] = []
        task = loop_over(pace, [], scans_ms)
        await pace.run_to(1000)
        pace.schedule(3_000, lambda: None)
        await pace.run_to(2000)
        task.cancel()
        return scans_ms

    assert run(test()) == [1005]


def test_time_stands_where_it_was_told_to() -> None:
    """It runs no further than asked, however much is scheduled and wanted; then on from there."""

    async def test() -> list[tuple[int, list[int]]]:
        pace = VirtualPace(5, begin_ms=100, until_ms=100)
        scans_ms: list[int] = []
        task = loop_over(pace, list(range(110, 1000, 10)), scans_ms)
        stood = []
        for at_ms in (100, 118, 125):
            await pace.run_to(at_ms)
            stood.append((pace.now_ms(), list(scans_ms)))
        task.cancel()
        return stood

    assert run(test()) == [(100, []), (118, [110]), (125, [110, 120])]


def test_the_run_ends_when_nothing_more_will_come() -> None:
    """After the last stimulus and the last wake the end is told, once, and not before."""

    async def test() -> tuple[list[int], list[int]]:
        pace = VirtualPace(5)
        scans_ms: list[int] = []
        ended_ms: list[int] = []
        pace.schedule(12_000, lambda: None)
        pace.end_with(lambda: ended_ms.append(pace.now_ms()))
        while not ended_ms:
            scans_ms.append(await pace.next_scan(30 if pace.now_ms() < 30 else None))
        return scans_ms, ended_ms

    assert run(test()) == ([15, 30, 30], [30])


def test_without_anything_to_see_it_waits_for_a_stimulus() -> None:
    """Nothing scheduled, nothing wanted: no scan until somebody does something."""

    async def test() -> int:
        pace = VirtualPace(5)
        waiting = asyncio.create_task(pace.next_scan(None))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not waiting.done()
        pace.schedule(7_000, lambda: None)
        return await waiting

    assert run(test()) == 10


def test_closing_makes_the_scan_that_is_waited_for() -> None:
    """A pace that is closed keeps nobody waiting."""

    async def test() -> int:
        pace = VirtualPace(5, begin_ms=40, until_ms=40)
        waiting = asyncio.create_task(pace.next_scan(None))
        await asyncio.sleep(0)
        pace.close()
        return await waiting

    assert run(test()) == 40


@pytest.mark.parametrize(("until_ms", "expected"), [(None, [15, 40, 70]), (0, [15, 40])])
def test_with_a_speed_no_scan_is_lost(until_ms: int | None, expected: list[int]) -> None:
    """With a speed the same scans are made; where time runs by itself, the end of waiting is one more."""
    pace = VirtualPace(5, speed=100_000.0, until_ms=until_ms)
    pace.schedule(12_000, lambda: None)
    assert run(scanned(pace, 70, [40])) == expected


def test_a_stimulus_wakes_it_from_a_long_wait() -> None:
    """At real speed, waiting for an hour, what is done now is seen now."""

    async def test() -> int:
        pace = VirtualPace(5, speed=1.0)
        waiting = asyncio.create_task(pace.next_scan(3_600_000))
        for _ in range(100):
            await asyncio.sleep(0)
        pace.schedule(pace.now_ms() * 1000, lambda: None)
        return await waiting

    assert run(test()) < 3_000_000


def test_what_is_done_in_a_moment_is_not_one_scan() -> None:
    """A press and its release are seen one after the other, however late the loop comes to look."""

    async def test() -> list[str]:
        pace = VirtualPace(5, speed=1000.0)
        waiting = asyncio.create_task(pace.next_scan(None))
        for _ in range(100):
            await asyncio.sleep(0)
        happened: list[str] = []
        at_us = pace.now_ms() * 1000
        pace.schedule(at_us, lambda: happened.append("pressed"))
        pace.schedule(at_us + 40_000, lambda: happened.append("released"))
        for _ in range(50_000):  # whoever else runs first asks for the instant, and seconds have passed
            pace.now_ms()
        await waiting
        return happened

    assert run(test()) == ["pressed"]


def test_real_time_does_not_run_while_time_stands() -> None:
    """Where time stands, the instant stays what it was, whatever a speed would make of it."""

    async def test() -> tuple[int, int]:
        pace = VirtualPace(5, speed=1000.0, until_ms=0)
        task = loop_over(pace, [], [])
        await pace.run_to(20)
        first_ms = pace.now_ms()
        for _ in range(1000):
            await asyncio.sleep(0)
        task.cancel()
        return first_ms, pace.now_ms()

    assert run(test()) == (20, 20)


def test_after_a_scan_is_after_what_it_started() -> None:
    """Whoever looks after a scan sees what tasks with an inline executor have made of it."""

    async def test() -> list[list[int]]:
        seen: list[list[int]] = []
        shown: list[int] = []
        pace = VirtualPace(5, until_ms=0, after_scan=lambda: seen.append(list(shown)))
        drains = [asyncio.create_task(drain(pace, shown.append, ms)) for ms in (5, 10)]
        task = loop_over(pace, [5, 10, 15], [])
        await pace.run_to(15)
        task.cancel()
        await asyncio.gather(*drains)
        return seen

    async def drain(pace: VirtualPace, show: Callable[[int], None], at_ms: int) -> None:
        begun = asyncio.Event()
        pace.schedule(at_ms * 1000, begun.set)
        await begun.wait()
        await asyncio.get_running_loop().run_in_executor(InlineExecutor(), show, at_ms)

    assert run(test()) == [[], [5], [5, 10], [5, 10]]


def test_an_inline_executor_answers_at_once() -> None:
    """The answer, or the exception, is there when the task has been given."""
    executor = InlineExecutor()
    assert executor.submit(divmod, 7, 2).result(timeout=0) == (3, 1)
    assert isinstance(executor.submit(divmod, 7, 0).exception(timeout=0), ZeroDivisionError)


def test_time_waits_for_a_scan_that_comes_late() -> None:
    """However far real time is ahead: no instant is told that is later than the next scan, or goes back."""

    async def test() -> tuple[list[int], list[int]]:
        pace = VirtualPace(5, speed=1000)
        scans_ms: list[int] = []
        told_ms: list[int] = []
        task = loop_over(pace, list(range(10, 3000, 10)), scans_ms)
        while not scans_ms or scans_ms[-1] < 2000:
            told_ms.append(pace.now_ms())
            assert told_ms[-1] <= (scans_ms[-1] if scans_ms else 0) + 10
            await asyncio.sleep(0)
        task.cancel()
        return told_ms, scans_ms

    told_ms, scans_ms = run(test())
    assert told_ms == sorted(told_ms)
    assert scans_ms == list(range(10, scans_ms[-1] + 1, 10))


def test_no_scan_comes_before_an_instant_that_was_told() -> None:
    """What was done at an instant while nothing was awaited is followed by a scan that is not earlier."""

    async def test() -> tuple[int, int]:
        pace = VirtualPace(5, speed=1000)
        waiting = asyncio.create_task(pace.next_scan(None))
        while (told_ms := pace.now_ms()) < 50:  # noqa: ASYNC110 - real time is awaited, which tells nobody
            await asyncio.sleep(0)
        pace.schedule(0, lambda: None)
        return told_ms, await waiting

    told_ms, scan_ms = run(test())
    assert scan_ms >= told_ms


def test_speed_may_change_on_the_way() -> None:
    """Time goes on from where it is, and no scan is left out."""

    async def test() -> list[int]:
        pace = VirtualPace(5, speed=0.01)
        scans_ms: list[int] = []
        task = loop_over(pace, list(range(10, 3000, 10)), scans_ms)
        await asyncio.sleep(0)
        pace.set_speed(1000)
        while not scans_ms or scans_ms[-1] < 500:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0)
        task.cancel()
        return scans_ms

    scans_ms = run(test())
    assert scans_ms == list(range(10, scans_ms[-1] + 1, 10))
