"""Virtual time: scans come when something happens, and nobody waits for them.

A `VirtualPace` is the loop's `Pace`. What hands do is scheduled with it as stimuli; it jumps to the first
scan at which one of them, or the loop itself, has something to see. The law: everything that was scheduled up
to a scan has happened before it, in order of time; and what came of a scan is shown before the next. It knows
no more: not what a stimulus does, and of real time only how fast virtual time may run.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from heapq import heappop, heappush
from itertools import count
from typing import Any

from jadoube.daemon.pace import MonotonicPace

Stimulus = Callable[[], object]
"""Something that happens: a reed that closes, a plug that is pulled."""

_PASSES = 5
"""How often the event loop has to go round until an outlet with an inline executor has shown its view: its
task begins, the executor's answer is handed over, arrives, and lets the task end; and once to spare."""


class VirtualPace:
    """Virtual time in whole ms from `begin_ms` on, scans on multiples of the period.

    `smooth` makes every scan; else those are skipped that could show nothing. `speed` is virtual seconds per
    real second; None is as fast as it goes. `until_ms` is the instant at which time stands still until
    `run_to` lets it go on; None lets it run. `after_scan` is called when what came of a scan is shown.
    """

    def __init__(
        self,
        period_ms: int,
        *,
        smooth: bool = False,
        speed: float | None = None,
        begin_ms: int = 0,
        until_ms: int | None = None,
        after_scan: Callable[[], None] | None = None,
    ) -> None:
        self._period_ms = period_ms
        self._smooth = smooth
        self._real = _RealTime(speed, begin_ms) if speed is not None else None
        self._until_ms = until_ms
        self._after_scan = after_scan or _nothing
        self._now_ms = self._told_ms = begin_ms
        self._limit_ms: int | None = begin_ms  # the next scan; while one is being made, that one
        self._stimuli: list[tuple[int, int, Stimulus]] = []
        self._order = count()
        self._at_end: Callable[[], None] | None = None
        self._closed = False
        self._news = asyncio.Event()
        self._standing = asyncio.Event()

    @property
    def free(self) -> bool:
        """Whether time runs by itself, and not only up to where `run_to` lets it."""
        return self._until_ms is None

    @property
    def scanned_ms(self) -> int:
        """The instant of the last scan."""
        return self._now_ms

    def now_ms(self) -> int:
        """Give the instant: that of the last scan, or between two scans what real time makes of it.

        It is never later than the next scan, however late that comes, and none comes that is earlier.
        """
        if self._real is None or self._standing.is_set():
            return self._now_ms
        limits = [each for each in (self._until_ms, self._limit_ms) if each is not None]
        self._told_ms = max(self._told_ms, self._now_ms, min([self._real.now_ms(), *limits]))
        return self._told_ms

    def schedule(self, at_us: int, stimulus: Stimulus) -> None:
        """Let something happen at an instant; one that has passed means before the next scan."""
        heappush(self._stimuli, (at_us, next(self._order), stimulus))
        self._limit_ms = self._limited(self._due_ms(None, None))
        self._news.set()

    def set_speed(self, speed: float) -> None:
        """Let time run so many times as fast as real time from now on."""
        now_ms = self.now_ms()
        self._real = _RealTime(speed, now_ms)
        self._news.set()

    async def run_to(self, at_ms: int) -> None:
        """Let time run on to an instant, and come back when all scans up to it are made and shown."""
        if self.free:
            passed = asyncio.Event()
            self.schedule(at_ms * 1000, passed.set)
            await passed.wait()
            return
        self._go_on(max(at_ms, self._now_ms))
        await self._standing.wait()

    def end_with(self, at_end: Callable[[], None]) -> None:
        """Let time run, and call this when nothing is left to happen and no scan is wanted but for frames."""
        self._at_end = at_end
        self._go_on(None)

    def close(self) -> None:
        """Make the scan that is waited for at once; time is over."""
        self._closed = True
        self._news.set()

    async def next_scan(self, wake_ms: int | None, frame_ms: int | None = None) -> int:
        """Wait for the next scan that may show something, let all happen up to it, and give its instant."""
        for _ in range(_PASSES):
            await asyncio.sleep(0)
        self._after_scan()
        while not self._closed:
            self._news.clear()
            if self._at_end and wake_ms is None and not self._stimuli:
                self._at_end()
                break
            self._limit_ms = due_ms = self._due_ms(wake_ms, frame_ms)
            if await self._waited(due_ms):
                self._happen(due_ms or 0)
                return self._now_ms
        return self._now_ms

    def _go_on(self, until_ms: int | None) -> None:
        self._until_ms = until_ms
        self._standing.clear()
        if self._real:
            self._real.anchor(self._now_ms)
        self._news.set()

    def _limited(self, due_ms: int | None) -> int | None:
        """The next scan, where one is due now, too: however late the loop comes to wait for it."""
        return min((each for each in (self._limit_ms, due_ms) if each is not None), default=None)

    def _due_ms(self, wake_ms: int | None, frame_ms: int | None) -> int | None:
        """When the next scan is due; None if none is in sight."""
        wanted = [at_ms for at_ms in (wake_ms, frame_ms) if at_ms is not None]
        if self._stimuli:
            wanted.append(-(-self._stimuli[0][0] // 1000))
        soonest_ms = (self._now_ms // self._period_ms + 1) * self._period_ms
        soonest_ms = max(soonest_ms, -(-self._told_ms // self._period_ms) * self._period_ms)
        if self._smooth and (wanted or not self.free):
            return soonest_ms
        return max(soonest_ms, -(-min(wanted) // self._period_ms) * self._period_ms) if wanted else None

    async def _waited(self, due_ms: int | None) -> bool:
        """Wait until a scan is due; false when something new has come before."""
        if due_ms is not None and (self._until_ms is None or due_ms <= self._until_ms):
            return self._real is None or not await self._real.interrupted(due_ms, self._news)
        if self._until_ms is not None:
            if self._real and await self._real.interrupted(self._until_ms, self._news):
                return False
            self._now_ms = max(self._now_ms, self._until_ms)
            self._standing.set()
        await self._news.wait()
        return False

    def _happen(self, scan_ms: int) -> None:
        """Let everything happen up to a scan, in order; what that makes happen at once, too."""
        self._now_ms = self._limit_ms = scan_ms
        while self._stimuli and self._stimuli[0][0] <= scan_ms * 1000:
            heappop(self._stimuli)[2]()


class InlineExecutor(Executor):
    """Does what it is given at once, where it is given it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function and give its answer, or its exception, as a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is the caller's
            future.set_exception(problem)
        return future


class _RealTime:
    """Real time, `speed` times as fast, from an instant that it is anchored to."""

    def __init__(self, speed: float, begin_ms: int) -> None:
        self._speed = speed
        self._clock = MonotonicPace(period_ms=1)
        self.anchor(begin_ms)

    def anchor(self, at_ms: int) -> None:
        """Let it be this instant now."""
        self._at_ms, self._since_ms = at_ms, self._clock.now_ms()

    def now_ms(self) -> int:
        return self._at_ms + int((self._clock.now_ms() - self._since_ms) * self._speed)

    async def interrupted(self, at_ms: int, news: asyncio.Event) -> bool:
        """Sleep until an instant, and say whether news came before."""
        seconds = (at_ms - self.now_ms()) / 1000 / self._speed
        if seconds <= 0:
            return False
        try:
            async with asyncio.timeout(seconds):  # wait_for may lose a cancellation that comes with the news
                await news.wait()
        except TimeoutError:
            return False
        return True


def _nothing() -> None:
    """Do nothing after a scan."""
