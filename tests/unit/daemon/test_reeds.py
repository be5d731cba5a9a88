"""Reeds that fail are left alone for a second; and what is found survives the way between two processes."""

import pickle
from collections.abc import Callable

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.daemon.real_time import Slots
from jadoube.daemon.sampling.reeds import RETRY_MS, Found, PatientReeds
from jadoube.daemon.sampling.reports import (
    Failed,
    Report,
    pack,
    pack_wanted,
    sendable,
    task_for,
    unpack_report,
    unpack_task,
    unpack_wanted,
)
from jadoube.daemon.watched.lateness import Tally
from jadoube.drivers.interfaces import NotYet, Part, PartFailed, PinsTaken


class Scanner:
    """A scanner whose reads do this, one after the other."""

    def __init__(self, *reads: Callable[[], Scanned]) -> None:
        self.reads = list(reads)
        self.closed = False

    def read(self) -> Scanned:
        """Do the next one."""
        return self.reads.pop(0)()

    def close(self) -> None:
        """Close."""
        self.closed = True


def failing(failure: PartFailed) -> Callable[[], Scanned]:
    """A read that raises this."""

    def read() -> Scanned:
        raise failure

    return read


def test_after_a_failure_the_reeds_are_left_alone_for_a_second() -> None:
    """Then they are tried again; one that is only just open is read on at every scan."""
    failure = PartFailed(Part.REEDS, "does not answer", "check its plug")
    early = NotYet(Part.REEDS, "sends no frames", "check the board")
    scanner = Scanner(lambda: Scanned(1), failing(failure), failing(early), lambda: Scanned(2))
    reeds = PatientReeds(scanner)
    expected: list[tuple[int, Found, int | None]] = [
        (1000, Scanned(1), None),
        (1005, failure, 1005 + RETRY_MS),
        (1010, None, 1005 + RETRY_MS),
        (1000 + RETRY_MS, None, 1005 + RETRY_MS),
        (1005 + RETRY_MS, early, None),
        (1010 + RETRY_MS, Scanned(2), None),
    ]
    assert [(at_ms, reeds.read(at_ms), reeds.retry_ms) for at_ms, _, _ in expected] == expected
    reeds.close()
    assert scanner.closed


@pytest.mark.parametrize(
    "found",
    [
        None,
        Scanned(1 << 63 | 5, 64, 1 << 16, 3),
        PartFailed(Part.REEDS, "does not answer", "check its plug"),
        NotYet(Part.REEDS, "sends no frames", "check the board"),
        PinsTaken("GPIO busy"),
    ],
)
def test_what_was_found_comes_as_it_was_found(found: Found) -> None:
    """A reading, nothing, or a failure with its words, and whether it may still come."""
    report = unpack_report(pack(Report(12_345, sendable(found), Tally(200, 1, 2, 30, 4))))
    came = report.found.as_failure() if isinstance(report.found, Failed) else report.found
    if not isinstance(found, PartFailed):
        assert came == found
        return
    assert (str(came), isinstance(came, NotYet)) == (str(found), isinstance(found, NotYet))


def test_the_task_has_the_owners_choice_and_the_lines_of_the_pin_map() -> None:
    """The matrix brings its lines' numbers with it, as they would need chess to be found."""
    pinmap, reeds = load_pinmap(), ReedSettings(scanner="gpiod", gpio_chip=4, settle_us=50)
    task = unpack_task(pack(task_for(pinmap, reeds, 5)))
    assert task.matrix == pinmap.matrix
    assert vars(task.matrix)["line_numbers"] == pinmap.matrix.line_numbers
    assert {name: getattr(reeds, name) for name in task.reeds._fields} == task.reeds._asdict()
    assert set(ReedSettings.__dataclass_fields__) == set(task.reeds._fields)
    assert b"jadoube.config.settings" not in pickle.dumps(task)


def test_a_wanted_instant_comes_as_it_was_sent() -> None:
    """Also far from now."""
    assert unpack_wanted(pack_wanted(10**12)) == 10**12


def test_two_processes_have_the_same_slots() -> None:
    """Whatever the instant at which one of them began to count: its zero is a slot of the machine's clock."""
    for begin_ms in (0, 1, 1234):
        slots = Slots(5, begin_ms)
        assert slots.zero_ms % 5 == 0
        assert begin_ms <= slots.now_ms()
    assert Slots(5).zero_ms == 0
