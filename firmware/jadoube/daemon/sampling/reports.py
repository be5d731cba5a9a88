"""What passes between the program and its sampling process: packets over a pair of sockets.

The program sends the `Task` once, then instants at which it wants a scan. The process sends a `Report` for
each scan that shows something new, was wanted, or is the first of its second. Instants here are whole ms of
the machine's monotonic clock. Both ends are the same program, started by itself: therefore pickle.
"""

import pickle
import struct
from typing import Final, NamedTuple

from jadoube.config.matrix import Matrix
from jadoube.core.messages.scans import Scanned
from jadoube.daemon.sampling.reeds import Found
from jadoube.daemon.sampling.steady import NOTHING_HELD, Held
from jadoube.daemon.watched.lateness import Tally
from jadoube.drivers.assemble_reeds import ReedChoice, Wired
from jadoube.drivers.interfaces import NotYet, Part, PartFailed

LARGEST: Final = 1 << 17
"""Bytes of the largest packet: a matrix takes some thousand."""

_WANTED: Final = struct.Struct("<q")


class ChosenReeds(NamedTuple):
    """The owner's choice for the reeds (`ReedChoice`), apart from the configuration, which imports chess."""

    scanner: str
    gpio_chip: int | str
    pin_factory: str
    serial_port: str
    serial_baud: int
    settle_us: int


class Task(NamedTuple):
    """What the process is to scan, through what, and how often."""

    matrix: Matrix
    reeds: ChosenReeds
    period_ms: int


def task_for(wired: Wired, reeds: ReedChoice, period_ms: int) -> Task:
    """Return the task to scan a board that is wired like this."""
    _ = wired.matrix.line_numbers  # computed once, here: they go with the matrix, and need chess
    chosen = ChosenReeds(*(getattr(reeds, name) for name in ChosenReeds._fields))
    return Task(wired.matrix, chosen, period_ms)


class Failed(NamedTuple):
    """A failure as it is sent: what was found, what the owner can do, and whether it may still come."""

    what: str
    todo: str
    too_early: bool

    def as_failure(self) -> PartFailed:
        """Return the failure that it stands for."""
        return (NotYet if self.too_early else PartFailed)(Part.REEDS, self.what, self.todo)


class Report(NamedTuple):
    """One scan. `tally` counts the scans since the last report that had one; `held` has what chatters."""

    at_ms: int
    found: Scanned | Failed | None
    tally: Tally | None = None
    held: Held = NOTHING_HELD


def sendable(found: Found) -> Scanned | Failed | None:
    """Return what was found as a `Report` has it: an exception would not survive the way."""
    if isinstance(found, PartFailed):
        return Failed(found.what, found.todo, isinstance(found, NotYet))
    return found


def pack(what: Task | Report) -> bytes:
    """Return the packet of a task or a report."""
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


def unpack_task(packet: bytes) -> Task:
    """Return the task that a packet brings."""
    task: Task = pickle.loads(packet)  # noqa: S301 - from our own program
    return task


def unpack_report(packet: bytes) -> Report:
    """Return the report that a packet brings."""
    report: Report = pickle.loads(packet)  # noqa: S301 - from our own process
    return report


def pack_wanted(at_ms: int) -> bytes:
    """Return the packet that asks for the first scan at this instant or later."""
    return _WANTED.pack(at_ms)


def unpack_wanted(packet: bytes) -> int:
    """Return the instant at which a scan is wanted."""
    (at_ms,) = _WANTED.unpack(packet)
    return int(at_ms)
