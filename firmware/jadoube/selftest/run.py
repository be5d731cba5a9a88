"""Runs a trial on a board: the real drivers, a pace, a tester at a terminal.

This is the only impure part of the self-test. It opens each part separately and goes on without those that
fail. Slow parts (lamps, faces) run in the executor and never hold up a scan, so that the test does not cause
the chatter that it measures. However it ends, it returns what is known by then.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

import chess

from jadoube.config.settings import Settings
from jadoube.daemon.pace import Pace
from jadoube.drivers.assemble import assemble_buzzer, assemble_face, assemble_lamps
from jadoube.drivers.assemble_reeds import assemble_lines, assemble_scanner
from jadoube.drivers.display import Levels
from jadoube.drivers.interfaces import (
    Complaint,
    Electronics,
    FaceDisplay,
    LampChain,
    MatrixLines,
    PartFailed,
    Scanner,
    Sounder,
)
from jadoube.drivers.reeds.reopening import LateScanner
from jadoube.selftest.findings import wire_findings
from jadoube.selftest.probing import drawn_rows, probe_wires
from jadoube.selftest.report import OFF, Outcome, State
from jadoube.selftest.showing import BEFORE, Showing, news, prompt, showing, wire_news
from jadoube.selftest.stages import (
    FRAME_MS,
    Input,
    Terms,
    Trial,
    begin,
    deadline_ms,
    looks_new,
    step,
    wants_rows,
    with_rows,
)
from jadoube.selftest.wires import WireFault, wire_faults
from jadoube.selftest.wiring import contacts_of, wiring_of

#: As often as a bounce of a millisecond wants; a slow Pi scans as often as it can.
PERIOD_MS: Final = 1

#: How long a scanner may fail until it is done without, a serial board answering late; how often it is tried.
_PATIENCE_MS: Final = 1000
_RETRY_MS: Final = 50

Say = Callable[[str], None]


class Shower(Protocol):
    """A part that shows its share of a `Showing`. Both methods raise PartFailed."""

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong with the part although it works."""

    def show(self, what: Showing) -> None:
        """Show this."""

    def close(self) -> None:
        """Go dark."""


class Bench:
    """A board under test, and all that its trial needs. `typed` returns a line of the tester, or None.

    `watcher` gets the trial after every scan. `every_scan` is true if the pace skips no scans; then a long
    gap before a scan means that it is late.
    """

    def __init__(
        self,
        settings: Settings,
        electronics: Electronics,
        executor: Executor,
        say: Say,
        *,
        typed: Callable[[], str | None] = lambda: None,
        watcher: Callable[[Trial], None] = lambda _: None,
        every_scan: bool = False,
    ) -> None:
        self._settings = settings
        self._electronics = electronics
        self._say = say
        self._typed = typed
        self._watcher = watcher
        self._every_scan = every_scan
        self._scanner = _Reeds(LateScanner(partial(_open_scanner, settings, electronics)))
        self._showers = [
            _Feed(part, opener, executor) for part, opener in _openers(settings, electronics).items()
        ]
        self._off = _switched_off(settings)
        self._told: set[str] = set()
        self._frame_ms = 0

    async def run(self, pace: Pace, stop: asyncio.Event) -> Outcome:
        """Test everything, until all is tested or `stop` is set; return what is known then."""
        try:
            trial = self._begun(await self._wires(pace, stop), pace.now_ms())
            self._say(prompt(trial))
            while not trial.over and not stop.is_set():
                trial = self._after(trial, await pace.next_scan(deadline_ms(trial)))
                self._watcher(trial)
            return Outcome(trial, self._states(), complaints=self._complaints())
        finally:
            await self._close()

    async def _wires(self, pace: Pace, stop: asyncio.Event) -> tuple[WireFault, ...] | None:
        """Look at the wires before the scanner takes the pins; None for a board on a serial line."""
        if not self._has_lines:
            return None
        self._say(BEFORE)
        wiring = wiring_of(self._settings.pins.matrix)
        rounds = await probe_wires(self._open_lines, self._open_crosswise, wiring, pace, stop)
        if rounds is None:
            return None
        faults = wire_faults(rounds, wiring)
        for line in wire_news(wire_findings(faults, wiring)):
            self._say(line)
        return faults

    def _drawn_rows(self) -> tuple[int, ...]:
        """Take the pins from the scanner for some milliseconds; the next scan opens them again."""
        with suppress(Exception):  # failed pins may fail to close, too: the next scan says so
            self._scanner.close()
        rows = len(self._settings.pins.matrix.rows)
        return drawn_rows(self._open_lines, rows, self._electronics.settle)

    @property
    def _has_lines(self) -> bool:
        """Whether the lines can be driven from here: not those of a board on a serial line."""
        return self._settings.reeds.scanner != "serial"

    def _open_lines(self) -> MatrixLines:
        return assemble_lines(self._settings.pins, self._electronics, self._settings.reeds)

    def _open_crosswise(self) -> MatrixLines:
        pins = self._settings.pins
        crosswise = replace(pins, matrix=pins.matrix.crosswise)
        return assemble_lines(crosswise, self._electronics, self._settings.reeds)

    def _begun(self, wires: tuple[WireFault, ...] | None, now_ms: int) -> Trial:
        return begin(self._terms(), self._scanner.closed(now_ms), now_ms, wires)

    def _after(self, before: Trial, now_ms: int) -> Trial:
        """Scan once, and show and print what is new."""
        missing = frozenset(part for part, state in self._states().items() if state)
        gap_ms = now_ms - before.now_ms if self._every_scan else 0
        trial = step(before, Input(self._scanner.closed(now_ms), self._typed(), missing, gap_ms), now_ms)
        if wants_rows(before, trial) and self._has_lines:
            trial = with_rows(trial, self._drawn_rows())
        if looks_new(before, trial) or now_ms >= self._frame_ms:
            self._frame_ms = now_ms + FRAME_MS
            self._show(before, trial)
        return trial

    def _show(self, before: Trial, trial: Trial) -> None:
        what = showing(trial)
        for shower in self._showers:
            shower.offer(what)
        for line in (*self._failures(), *news(before, trial)):
            self._say(line)

    def _terms(self) -> Terms:
        pins = self._settings.pins
        return Terms(wiring_of(pins.matrix), self._settings.board.debounce_ms, pins.lamps.chain)

    def _states(self) -> dict[str, State]:
        """The state of each part, in the order of the report."""
        working: dict[str, State] = {shower.part: shower.failed for shower in self._showers}
        known = {**working, **self._off, "reeds": self._scanner.failed}
        order = ("lamps", "white face", "black face", "buzzer", "reeds")
        return {part: known[part] for part in order}

    def _complaints(self) -> dict[str, Complaint]:
        return {it.part: it.complaint for it in self._showers if it.complaint}

    def _failures(self) -> list[str]:
        """A line for each failed part, once: the test goes on without it."""
        failed = [state for state in self._states().values() if isinstance(state, PartFailed)]
        lines = [f"{it}; the test goes on without it" for it in failed if it.part not in self._told]
        self._told |= {it.part for it in failed}
        return lines

    async def _close(self) -> None:
        for shower in self._showers:
            await shower.finish()
        self._scanner.close()


class _Reeds:
    """The scanner. During a short failure the last scan stands; after a longer one it has failed."""

    def __init__(self, scanner: Scanner) -> None:
        self.failed: PartFailed | None = None
        self._scanner = scanner
        self._closed = 0
        self._failing_since_ms: int | None = None
        self._retry_ms = 0

    def closed(self, now_ms: int) -> int:
        """Scan once; return the set of closed contacts."""
        if not self.failed and now_ms >= self._retry_ms:
            try:
                self._closed = contacts_of(self._scanner.read())
                self._failing_since_ms = None
            except PartFailed as failure:
                self._fails(failure, now_ms)
        return self._closed

    def close(self) -> None:
        self._scanner.close()

    def _fails(self, failure: PartFailed, now_ms: int) -> None:
        self._retry_ms = now_ms + _RETRY_MS
        if self._failing_since_ms is None:
            self._failing_since_ms = now_ms
        if now_ms - self._failing_since_ms >= _PATIENCE_MS:
            self.failed, self._closed = failure, 0


class _Feed:
    """Shows things on one part, in the executor. A failed part is not tried again."""

    def __init__(self, part: str, opener: Callable[[], Shower], executor: Executor) -> None:
        self.part = part
        self.failed: PartFailed | None = None
        self._open = opener
        self._executor = executor
        self._shower: Shower | None = None
        self._task: asyncio.Task[None] | None = None
        self._shown: Showing | None = None

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong with the part although it works."""
        return self._shower.complaint if self._shower else None

    def offer(self, what: Showing) -> None:
        """Show this if it is new and the part is free."""
        if what != self._shown and not self.failed and (self._task is None or self._task.done()):
            self._shown = what
            self._task = asyncio.get_running_loop().create_task(self._show(what))

    async def finish(self) -> None:
        """Wait for the running job, then go dark."""
        if self._task:
            await self._task
        if self._shower:
            with suppress(PartFailed):
                await asyncio.get_running_loop().run_in_executor(self._executor, self._shower.close)

    async def _show(self, what: Showing) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._executor, self._show_now, what)
        except PartFailed as failure:
            self.failed = failure

    def _show_now(self, what: Showing) -> None:
        if self._shower is None:
            self._shower = self._open()
        self._shower.show(what)


class _Lamps:
    def __init__(self, chain: LampChain) -> None:
        self._chain = chain
        self.close = chain.close

    @property
    def complaint(self) -> Complaint | None:
        return self._chain.complaint

    def show(self, what: Showing) -> None:
        self._chain.show(what.lamps)


class _Face:
    complaint = None

    def __init__(self, side: chess.Color, display: FaceDisplay) -> None:
        self._side = side
        self._display = display
        self.close = display.close

    def show(self, what: Showing) -> None:
        self._display.show(what.white if self._side else what.black, bright=True)


class _Sounding:
    complaint = None

    def __init__(self, sounder: Sounder) -> None:
        self._sounder = sounder
        self.close = sounder.close

    def show(self, what: Showing) -> None:
        self._sounder.sound(what.hz)


def _openers(settings: Settings, electronics: Electronics) -> dict[str, Callable[[], Shower]]:
    openers: dict[str, Callable[[], Shower]] = {}
    if settings.lamps.enabled:
        openers["lamps"] = lambda: _Lamps(_open_lamps(settings, electronics))
    if settings.faces.enabled:
        openers["white face"] = lambda: _open_face(chess.WHITE, settings, electronics)
        openers["black face"] = lambda: _open_face(chess.BLACK, settings, electronics)
    if settings.sound.enabled:
        openers["buzzer"] = lambda: _Sounding(assemble_buzzer(settings.pins, electronics))
    return openers


def _switched_off(settings: Settings) -> dict[str, State]:
    off: dict[str, State] = {}
    if not settings.lamps.enabled:
        off["lamps"] = OFF
    if not settings.faces.enabled:
        off |= {"white face": OFF, "black face": OFF}
    if not settings.sound.enabled:
        off["buzzer"] = OFF
    return off


def _open_scanner(settings: Settings, electronics: Electronics) -> Scanner:
    return assemble_scanner(settings.pins, electronics, settings.reeds)


def _open_lamps(settings: Settings, electronics: Electronics) -> LampChain:
    lamps = settings.lamps
    return assemble_lamps(settings.pins, electronics, driver=lamps.driver, budget_ma=lamps.budget_ma)


def _open_face(side: chess.Color, settings: Settings, electronics: Electronics) -> Shower:
    faces = settings.faces
    levels = Levels(faces.brightness, faces.dim)
    return _Face(side, assemble_face(side, settings.pins, electronics, bus=faces.i2c_bus, levels=levels))
