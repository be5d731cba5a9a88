"""The sampling process by itself: what it sends, and what becomes of reports that nobody takes."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import accumulate
from operator import xor

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.core.signals.chatter import QUIET_MS
from jadoube.daemon.sampling.process import _Sampler
from jadoube.daemon.sampling.reeds import PatientReeds
from jadoube.daemon.sampling.reports import LARGEST, Report, pack_wanted, task_for, unpack_report
from jadoube.daemon.sampling.steady import NOTHING_HELD, Held


class Changing:
    """A scanner that shows each of these for one scan, and the last one from then on."""

    def __init__(self, shown: list[int]) -> None:
        self._shown = shown

    def read(self) -> Scanned:
        """Show the next one."""
        return Scanned(self._shown.pop(0) if len(self._shown) > 1 else self._shown[0])

    def close(self) -> None:
        """Nothing is open."""


class Line:
    """The program's end of the line, and the process at the other end, which scans when it is told to."""

    def __init__(self, ours: socket.socket, theirs: socket.socket, shown: list[int]) -> None:
        self.ours = ours
        ours.setblocking(False)
        task = task_for(load_pinmap(), ReedSettings(), 5)
        self.sampler = _Sampler(theirs, task, PatientReeds(Changing(shown)))

    def scan(self, times: int) -> None:
        """Let it scan, at its next slots, without waiting for them."""
        for _ in range(times):
            self.sampler._slots.choose_next()
            self.sampler._scan()
            self.sampler._send()

    def reports(self) -> list[Report]:
        """Take all that the line holds."""
        found = []
        with suppress(BlockingIOError):
            while packet := self.ours.recv(LARGEST):
                found.append(unpack_report(packet))
        return found


@contextmanager
def line(*shown: int) -> Iterator[Line]:
    """A line to a process whose reeds show this, scan by scan."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield Line(ours, theirs, list(shown))


def test_only_what_brings_something_is_sent() -> None:
    """The first scan, each that shows something else, and at least one a second, with counts."""
    with line(7, 7, 7, 3, 3, 7) as board:
        board.scan(100)
        assert [report.found for report in board.reports()] == [Scanned(7), Scanned(3), Scanned(7)]
        board.scan(200)
        (beat,) = board.reports()
        assert beat.found == Scanned(7)
        assert beat.tally
        assert beat.tally.scans == 200


def test_the_scans_of_a_reed_that_chatters_stay_in_the_process() -> None:
    """From its 25th change on; the report of that scan says which reed it is."""
    with line(*[4, 5] * 60, 4) as board:
        board.scan(121)
        found = [report for report in board.reports() if isinstance(report.found, Scanned)]
        assert [report.held for report in found[:25]] == [NOTHING_HELD] * 25
        held = [report for report in found if report.held != NOTHING_HELD]
        assert {report.held for report in held} == {Held(reeds=1)}
        assert {report.found for report in held} == {Scanned(4, chattering=1)}
        assert len(found) <= 28
        board.scan(QUIET_MS // 5 + 1)
        assert board.reports()[-1].found == Scanned(4)


def test_a_scan_that_is_wanted_is_sent_though_it_shows_nothing_new() -> None:
    """The first one at that instant or later, and none after it."""
    with line(7) as board:
        board.scan(1)
        (first,) = board.reports()
        board.ours.send(pack_wanted(first.at_ms + 22))
        board.sampler._slots.choose_next()
        assert board.sampler._wait_for_slot()
        board.scan(20)
        (wanted,) = board.reports()
        assert first.at_ms + 22 <= wanted.at_ms < first.at_ms + 22 + 5 + 5
        assert wanted.found == Scanned(7)


@pytest.mark.parametrize("number", [2, 1400])
def test_reports_that_nobody_takes_are_kept_and_come_in_order(number: int) -> None:
    """More than the line has room for: the process scans on, and none is lost.

    The reeds change in turn, none so often that it chatters.
    """
    shown = list(accumulate((1 << each % 64 for each in range(number)), xor))
    with line(*shown) as board:
        board.scan(number)
        assert bool(board.sampler._kept) == (number > 1000)
        found = board.reports()
        while board.sampler._kept:
            board.sampler._send()
            found += board.reports()
    assert [report.found for report in found if report.tally is None][-1] == Scanned(shown[-1])
    seen = [report.found.reeds for report in found if isinstance(report.found, Scanned)]
    assert seen == shown
    assert [report.at_ms for report in found] == sorted({report.at_ms for report in found})
