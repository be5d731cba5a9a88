"""The scans of a board: those that its sampling process reports, in order, however late the loop takes them.

The law: the loop decides what it would have decided if it had taken each scan at its instant. If it wants a
scan at an instant, as something is due then, that one comes before the scans that were made later: the
process reports every change, so the last reading stands until the next report. If the process fails, a new
one is started a second later. Until that has reported a scan, the last reading stands, too, and time passes
by this program's clock; the failure is repeated every second, which tells that the loop lives; not while the
old process does not end, as none can be started then. One that is silent is asked once, and ended if it does
not answer.

It refuses to know what a scan means, and how the process scans (`process.py`).
"""

import asyncio
from collections import deque
from typing import Final

from jadoube.daemon.real_time import Slots
from jadoube.daemon.sampling.child import Child
from jadoube.daemon.sampling.process import BEAT_MS
from jadoube.daemon.sampling.reeds import RETRY_MS
from jadoube.daemon.sampling.reports import LARGEST, Failed, Report, pack_wanted, unpack_report
from jadoube.daemon.sampling.source import TimedScan
from jadoube.daemon.watched.lateness import Lateness
from jadoube.drivers.interfaces import Part, PartFailed

STARTS_MS: Final = 20_000
"""A process that has sent nothing for so long does not start. A Zero 2 W may need two seconds for its imports
(an estimate from the speed of its cores), and far more from a slow card."""

SILENT_MS: Final = 2 * BEAT_MS
"""A process that reports nothing for so long is asked for a scan."""

ANSWERS_MS: Final = 1000
"""A process that does not answer so long after that hangs (a guess: a hundred scans)."""

LONGEST_PAUSE_MS: Final = 60_000
"""A process that fails soon after its start leaves its traceback in the log. So each such failure doubles the
pause before the next start, up to this; one that has lived for so long is started again after a second."""

_AGAIN: Final = "a new one is started"


class ProcessScans:
    """A `ScanSource`: the scans of a sampling process, and of those that follow it if it fails.

    Instants count from `begin_ms`. `lateness`, if given, gets the counts of the process.
    """

    def __init__(
        self, child: Child, period_ms: int, begin_ms: int = 0, *, lateness: Lateness | None = None
    ) -> None:
        self.lateness = lateness
        self._slots = Slots(period_ms, begin_ms)
        self._period_ms = period_ms
        self._last_ms = begin_ms  # the instant of the last scan that the loop got
        self._queue: deque[TimedScan] = deque()
        self._news = asyncio.Event()
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._hurry_ms: int | None = None
        self._asked_ms: int | None = None
        self._newest = child
        self._child: Child | None = None  # the newest, while it lives
        self._silent_ms = 0  # when the process has been silent for too long
        self._probed = self._was_lost = False
        self._starting = False  # one that follows another has not reported yet
        self._failure: PartFailed | None = None
        self._retry_ms = self._begun_ms = self._repeats_ms = begin_ms
        self._pause_ms = RETRY_MS
        self._ended = False

    @property
    def pid(self) -> int | None:
        """The process id of the sampling process; None while there is none."""
        return self._child.pid if self._child else None

    def now_ms(self) -> int:
        """Return the instant now, by the clock that both processes share."""
        return self._slots.now_ms()

    async def next(self, wake_ms: int | None, frame_ms: int | None = None) -> TimedScan:
        """Return the next scan that the process reported, or one at `wake_ms` that shows nothing new."""
        await asyncio.sleep(0)  # so that others get their turn between scans that were late
        while True:
            self._news.clear()
            self._look_after_process()
            if scan := self._take(wake_ms, frame_ms):
                return self._handed_over(scan)
            wanted_ms = self._wanted_ms(wake_ms, frame_ms)
            self._ask_for(wanted_ms)
            await self._wait_until(self._looks_again_ms(wanted_ms))

    async def caught_up(self) -> int:
        """Wait until the loop has every scan made before now; return the instant of its last one."""
        if not self._ended:
            here: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((self.now_ms(), here))
            self._news.set()
            await here
        return self._last_ms

    def hurry(self) -> None:
        """Let a scan come at the next slot."""
        if self._hurry_ms is None:
            self._hurry_ms = self.now_ms()
        self._news.set()

    def end(self) -> None:
        """Let `next` return at once."""
        self._ended = True
        self._release(self.now_ms())
        self._news.set()

    def close(self) -> None:
        """Let the process release all rows, and wait until it has ended."""
        self._ended = True
        self._newest.close()

    def kill(self) -> None:
        """End a process that did not end by itself."""
        self._newest.kill()

    def _take(self, wake_ms: int | None, frame_ms: int | None) -> TimedScan | None:
        """Take the next scan, if there is one."""
        due_ms = None if wake_ms is None else self._slot_from(wake_ms)
        if self._queue:
            slot_ms = self._queue[0].at_ms // self._period_ms * self._period_ms
            if due_ms is not None and due_ms < slot_ms:
                return TimedScan(due_ms, None)
            return self._queue.popleft()
        if self._ended:
            return TimedScan(self._last_ms, None)
        if self._nobody_scans():
            wanted_ms = self._wanted_ms(wake_ms, frame_ms)
            if wanted_ms is not None and self._slot_from(wanted_ms) <= self.now_ms():
                return TimedScan(self._slot_from(wanted_ms), None)
        return None

    def _wanted_ms(self, wake_ms: int | None, frame_ms: int | None) -> int | None:
        """When the next scan is wanted by the loop, or by those who wait until it has all scans up to now."""
        since = (since_ms for since_ms, _ in self._waiting)
        wanted = (wake_ms, frame_ms, self._hurry_ms, *since)
        return min((at_ms for at_ms in wanted if at_ms is not None), default=None)

    def _nobody_scans(self) -> bool:
        """Whether the process has failed, and the next one has not reported yet."""
        return self._child is None or self._starting

    def _slot_from(self, at_ms: int) -> int:
        """The first slot at this instant or later that comes after the last scan."""
        return -(-max(at_ms, self._last_ms + 1) // self._period_ms) * self._period_ms

    def _handed_over(self, scan: TimedScan) -> TimedScan:
        """Note that the loop gets this scan. None is earlier than the last one."""
        at_ms = self._last_ms = max(scan.at_ms, self._last_ms)
        if self._hurry_ms is not None and at_ms >= self._hurry_ms:
            self._hurry_ms = None
        self._release(at_ms)
        if self.lateness and scan.found is not None:
            now_ms = self.now_ms()
            self.lateness.note_wait(now_ms - scan.at_ms, now_ms)
        return scan._replace(at_ms=at_ms)

    def _release(self, at_ms: int) -> None:
        """Let those go on who wait until the loop has all scans up to an instant."""
        for since_ms, here in self._waiting:
            if since_ms <= at_ms and not here.done():
                here.set_result(None)
        self._waiting = [each for each in self._waiting if not each[1].done()]

    def _ask_for(self, wanted_ms: int | None) -> None:
        """Ask the process for a scan, unless it is asked for one before that already."""
        if wanted_ms is None or self._nobody_scans():
            return  # the first scan of a process is reported anyway
        if self._asked_ms is None or wanted_ms < self._asked_ms:
            self._asked_ms = wanted_ms
            self._tell(pack_wanted(wanted_ms + self._slots.zero_ms))

    def _looks_again_ms(self, wanted_ms: int | None) -> int:
        """When to look after the process, or without one when the next scan is due."""
        looks_ms = self._silent_ms if self._child else self._retry_ms
        if self._nobody_scans():
            looks_ms = min(looks_ms, self._repeats_ms)
            if wanted_ms is not None:
                looks_ms = min(looks_ms, self._slot_from(wanted_ms))
        return looks_ms

    async def _wait_until(self, at_ms: int) -> None:
        """Wait for news until an instant."""
        try:
            async with asyncio.timeout(max(0, at_ms - self.now_ms()) / 1000):
                await self._news.wait()
        except TimeoutError:
            return

    # The process

    def _look_after_process(self) -> None:
        """Start a process if there is none; ask one that is silent, and end it if it does not answer."""
        if self._ended:
            return
        if self._child is None:
            if self.now_ms() >= self._retry_ms:
                self._begin()
        elif self.now_ms() >= self._silent_ms:
            self._receive()  # this program may have been held up itself
            if self._child and self.now_ms() >= self._silent_ms:
                self._probe()
        now_ms = self.now_ms()
        if self._nobody_scans() and now_ms >= self._repeats_ms:
            self._repeats_ms = now_ms + RETRY_MS
            if self._child or self._newest.status() is not None:  # else none can be started: silence tells
                self._repeat(now_ms)

    def _begin(self) -> None:
        """Begin to hear the process; start a new one if it has ended, as it gives the pins back first."""
        if self._was_lost:
            if self._newest.status() is None:
                self._newest.kill()
                self._retry_ms = self.now_ms() + RETRY_MS
                return
            try:
                self._newest = self._newest.start_another()
            except OSError as problem:
                self._fail(f"the sampling process does not start, {problem.strerror or problem}")
                return
        self._child = self._newest
        self._child.line.setblocking(False)
        asyncio.get_running_loop().add_reader(self._child.line, self._hear)
        self._asked_ms, self._probed, self._starting = None, False, self._was_lost
        self._begun_ms = self.now_ms()
        self._silent_ms = self._begun_ms + STARTS_MS

    def _tell(self, packet: bytes) -> None:
        """Send a packet; one that there is no room for, or nobody, is lost: silence or the end tells."""
        if self._child:
            try:
                self._child.line.send(packet)
            except OSError:
                self._asked_ms = None

    def _hear(self) -> None:
        self._receive()
        self._news.set()

    def _receive(self) -> None:
        """Take in all reports that have come."""
        while self._child:
            try:
                packet = self._child.line.recv(LARGEST)
            except BlockingIOError:
                return
            except OSError:
                packet = b""
            if not packet:
                self._lose(f"the sampling process ended, {self._child.how_it_ended()}")
                return
            self._take_in(unpack_report(packet))

    def _take_in(self, report: Report) -> None:
        at_ms = report.at_ms - self._slots.zero_ms
        found = report.found.as_failure() if isinstance(report.found, Failed) else report.found
        self._queue.append(TimedScan(at_ms, found, report.held))
        if self._asked_ms is not None and at_ms >= self._asked_ms:
            self._asked_ms = None
        self._silent_ms, self._probed, self._starting = self.now_ms() + SILENT_MS, False, False
        if report.tally and self.lateness:
            self.lateness.take_in(report.tally, at_ms)

    def _probe(self) -> None:
        """Ask a process that was silent for too long; end it if it was asked before."""
        if self._probed:
            self._lose("the sampling process does not answer")
            return
        self._probed = True
        self._silent_ms = self.now_ms() + ANSWERS_MS
        self._asked_ms = None  # this wish takes the place of the last one
        self._ask_for(self.now_ms())

    def _lose(self, what: str) -> None:
        """Do without the process until a new one is started."""
        if self._child is None:
            return
        asyncio.get_running_loop().remove_reader(self._child.line)
        if self._ended:  # that is how it should end
            return
        self._child.kill()
        self._child.line.close()
        self._child, self._was_lost = None, True
        self._fail(what)

    def _fail(self, what: str) -> None:
        now_ms = self.now_ms()
        if now_ms - self._begun_ms >= LONGEST_PAUSE_MS:
            self._pause_ms = RETRY_MS
        self._retry_ms = now_ms + self._pause_ms
        self._pause_ms = min(2 * self._pause_ms, LONGEST_PAUSE_MS)
        self._failure = PartFailed(Part.REEDS, what, _AGAIN)
        self._repeat(now_ms)

    def _repeat(self, now_ms: int) -> None:
        """Let the loop have the last failure now."""
        self._repeats_ms = now_ms + RETRY_MS
        self._queue.append(TimedScan(now_ms, self._failure))
