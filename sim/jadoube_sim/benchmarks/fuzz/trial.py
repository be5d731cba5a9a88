"""One input to one reader, under limits: what became of it.

The law: an input is accepted or refused; everything else is a finding. It is one that takes longer than
`CPU_S`, or more memory than its reader may. Any input can be made again from the reader's name, the seed and
its number.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import FrameType
from typing import Final

from jadoube_sim.benchmarks.fuzz.readers import Read, Reader, expect_line
from jadoube_sim.benchmarks.fuzz.seeds import kept

CPU_S: Final = 2.0
"""The most CPU time that an input of at most `mutate.LONGEST` bytes may take; it is stopped then."""

FINDINGS_MOST: Final = 20
"""Findings of a reader that are kept, each of another kind."""


class TooSlow(BaseException):
    """An input took more than `CPU_S`; no reader takes it for an error of its own."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An input that was neither accepted nor refused."""

    reader: str
    seed: int
    number: int
    what: str

    @property
    def command(self) -> str:
        """The command that gives this input again."""
        return f"jadoube bench fuzz --reader {self.reader} --seed {self.seed} --only {self.number}"


@dataclass(slots=True)
class Tally:
    """What became of the inputs of a reader."""

    reader: str
    inputs: int = 0
    refused: int = 0
    accepted: int = 0
    findings: int = 0
    slowest_ms: float = 0.0
    """CPU time of the slowest input."""
    slowest: int = 0
    kinds: dict[str, Finding] = field(default_factory=dict)
    """The first finding of each kind: the error and the line of code that raised it."""


def inputs(reader: Reader, seed: int, kept_folder: Path | None) -> "Inputs":
    """Return the inputs of a reader for a seed."""
    examples = [*reader.seeds(), *(kept(kept_folder, reader.name) if kept_folder else ())]
    return Inputs(reader, seed, examples)


@dataclass(frozen=True, slots=True)
class Inputs:
    """All inputs of a reader, by their numbers. The first ones are the examples themselves."""

    reader: Reader
    seed: int
    examples: Sequence[bytes]

    def __getitem__(self, number: int) -> bytes:
        """The input of this number."""
        if number < len(self.examples):
            return self.examples[number]
        rng = Random(f"{self.reader.name} {self.seed} {number}")
        return self.reader.mutate(rng, rng.choice(self.examples), self.examples)


def try_reader(
    reader: Reader, seed: int, numbers: range, seconds: float | None = None, kept_folder: Path | None = None
) -> Tally:
    """Give a reader these inputs, for so many seconds at the most."""
    tally, began_s = Tally(reader.name), perf_counter()
    given = inputs(reader, seed, kept_folder)
    with TemporaryDirectory() as folder, reader.open(Path(folder)) as read:
        for number in numbers:
            if seconds is not None and perf_counter() - began_s > seconds:
                break
            _try(reader, read, given[number], (seed, number), tally)
    return tally


def _try(reader: Reader, read: Read, data: bytes, made: tuple[int, int], tally: Tally) -> None:
    tally.inputs += 1
    before_mb, began_s = _memory_before_mb(), process_time()
    problem: BaseException | None = None
    try:
        with _limited():
            read(data)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as raised:  # noqa: BLE001 - whatever it is, it is what is looked for
        problem = raised
    took_ms = (process_time() - began_s) * 1000
    if took_ms > tally.slowest_ms:
        tally.slowest_ms, tally.slowest = took_ms, made[1]
    what = _judged(reader, problem) or _too_much(reader, before_mb, took_ms)
    if what is None:
        tally.refused += problem is not None
        tally.accepted += problem is None
        return
    tally.findings += 1
    kind = f"{type(problem).__name__} {_place(problem)}" if problem else what.partition(" ")[2]
    if len(tally.kinds) < FINDINGS_MOST:
        tally.kinds.setdefault(kind, Finding(reader.name, *made, what))


def _judged(reader: Reader, problem: BaseException | None) -> str | None:
    """What is wrong with an error; None if it is a refusal as it should be."""
    if problem is None:
        return None
    if not isinstance(problem, reader.refuses):
        return f"{type(problem).__name__} at {_place(problem)}: {ascii(str(problem))[:200]}"
    try:
        expect_line(str(problem))
    except Exception as fault:  # noqa: BLE001 - its words are told
        return f"{type(problem).__name__} at {_place(problem)}: {fault}"
    return None


def _too_much(reader: Reader, before_mb: float, took_ms: float) -> str | None:
    """What an input has taken too much of, if anything."""
    if took_ms > CPU_S * 1000:
        return f"{took_ms:.0f} ms of CPU time, expected at most {CPU_S * 1000:.0f}"
    grown_mb = _memory_mb("VmHWM") - before_mb
    if before_mb and grown_mb > reader.grows_mb:
        return f"{grown_mb:.0f} MB of memory, expected at most {reader.grows_mb}"
    return None


def _place(problem: BaseException | None) -> str:
    """Where it was raised: the last line of our own code."""
    trace, place = problem.__traceback__ if problem else None, ""
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if "jadoube" in path.parts or "jadoube_sim" in path.parts or not place:
            place = f"{path.name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


# The limits


@contextmanager
def _limited() -> Iterator[None]:
    """Raise TooSlow once `CPU_S` of CPU time are used up."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"more than {CPU_S:.0f} s of CPU time")

    former = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)


def _memory_before_mb() -> float:
    """The resident memory of now, from where the kernel measures the peak anew; 0 where it cannot."""
    with suppress(OSError):
        fd = os.open("/proc/self/clear_refs", os.O_WRONLY)
        try:
            os.write(fd, b"5")  # proc(5): resets the peak
        finally:
            os.close(fd)
        return _memory_mb("VmRSS")
    return 0


def _memory_mb(name: str) -> float:
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    return 0
