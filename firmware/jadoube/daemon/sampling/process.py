"""The sampling process: scans at every slot, stamps each scan, and sends those that bring something.

The law: nothing else happens here, so nothing holds a scan up. The process waits for its next slot and for
its socket in the same call. It never waits for the program to take a report: what does not fit into the
socket is kept and sent at the next slot. Garbage is collected only after a failure, which is the only thing
that makes some. The process ends, with every row released, when its socket is closed: by the program, or by
the kernel if the program was killed. It refuses to know what a scan means.
"""

import gc
import select
import socket
from collections import deque
from collections.abc import Callable
from typing import Final

from jadoube.core.messages.scans import Scanned
from jadoube.daemon.real_time import Slots
from jadoube.daemon.sampling.reeds import PatientReeds
from jadoube.daemon.sampling.reports import (
    LARGEST,
    Failed,
    Report,
    Task,
    pack,
    sendable,
    unpack_task,
    unpack_wanted,
)
from jadoube.daemon.watched.lateness import Tally
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import Electronics, NotYet, PartFailed
from jadoube.drivers.pi import PiElectronics
from jadoube.drivers.reeds.reopening import LateScanner

BEAT_MS: Final = 1000
"""A report comes at least so often: it tells that the process lives."""

KEPT: Final = 30_000
"""Reports that are kept for a program that takes none. It would be killed after 30 s (the unit's watchdog):
30,000 reports at the shortest period, 1 ms."""


def _a_pi(task: Task) -> Electronics:
    return PiElectronics(task.reeds.pin_factory)


def sample(line: socket.socket, stands_on: Callable[[Task], Electronics] = _a_pi) -> int:
    """Scan until the socket is closed; `stands_on` supplies the electronics. Return the exit status."""
    packet = line.recv(LARGEST)
    if not packet:
        return 0
    task = unpack_task(packet)
    electronics = stands_on(task)
    scanner = LateScanner(lambda: assemble_scanner(task, electronics, task.reeds, wary=True))
    try:
        gc.disable()
        _Sampler(line, task, PatientReeds(scanner)).run()
    finally:
        scanner.close()
    return 0


class _Sampler:
    """Scans and reports."""

    def __init__(self, line: socket.socket, task: Task, reeds: PatientReeds) -> None:
        line.setblocking(False)
        self._line = line
        self._reeds = reeds
        self._period_ms = task.period_ms
        self._slots = Slots(task.period_ms)
        self._wanted_ms: int | None = None
        self._beat_ms = 0
        self._tally = Tally()
        self._told: Scanned | Failed | None = None
        self._held = reeds.held
        self._kept: deque[bytes] = deque(maxlen=KEPT)

    def run(self) -> None:
        """Scan until the socket is closed."""
        try:
            while self._wait_for_slot():
                self._scan()
                self._send()
        except (BrokenPipeError, ConnectionResetError):
            return

    def _wait_for_slot(self) -> bool:
        """Wait for the next slot, and take in what the program wants meanwhile; False if it has gone."""
        self._slots.choose_next()
        while select.select([self._line], [], [], self._slots.left_s())[0]:
            packet = self._line.recv(LARGEST)
            if not packet:
                return False
            self._wanted_ms = unpack_wanted(packet)
        return True

    def _scan(self) -> None:
        timing = self._slots.arrive()
        now_ms = timing.now_ms
        self._tally = self._tally.add(timing, self._period_ms)
        found = self._reeds.read(now_ms)
        failed = isinstance(found, PartFailed) and not isinstance(found, NotYet)
        if failed:
            gc.collect()  # the traceback and its frames
        told = sendable(found)
        held = self._reeds.held
        is_new = told is not None and (told != self._told or held != self._held)
        wanted = self._wanted_ms is not None and now_ms >= self._wanted_ms
        beats = now_ms >= self._beat_ms
        if is_new:
            self._told, self._held = told, held
        if wanted:
            self._wanted_ms = None
        tally = None
        if beats:
            tally, self._tally, self._beat_ms = self._tally, Tally(), now_ms + BEAT_MS
        if is_new or failed or wanted or beats:
            self._kept.append(pack(Report(now_ms, told, tally, held)))

    def _send(self) -> None:
        """Send what is kept, as far as there is room."""
        try:
            while self._kept:
                self._line.send(self._kept[0])
                self._kept.popleft()
        except BlockingIOError:
            return
