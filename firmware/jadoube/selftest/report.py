"""The report: what was tested, what was seen, what failed and what that means, as text to send.

It is a pure function of the trial, the parts and the diagnosis. The text is ASCII if the pin map is, at most
100 wide, and does not name the owner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from jadoube.config.pinmap import PinMap
from jadoube.core.squares import names
from jadoube.drivers.interfaces import Complaint, PartFailed
from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.findings import diagnose, union
from jadoube.selftest.seen import Verdict, lamps_wrong, part_wrong
from jadoube.selftest.stages import Stage, Trial
from jadoube.selftest.watching import passed
from jadoube.selftest.wiring import ALL_BUTTONS, ALL_REEDS, REEDS, named

_WIDE: Final = 96
#: At which stage each part is shown to the tester.
_SHOWN_AT: Final = {
    "lamps": Stage.LAMPS,
    "white face": Stage.FACES,
    "black face": Stage.FACES,
    "buzzer": Stage.BUZZER,
}
_BAD_DIODES: Final = (Kind.DIODE_BRIDGED, Kind.DIODE_REVERSED, Kind.DIODE_LEAKS)
OFF: Final = "switched off in the configuration"

State = PartFailed | str | None
"""The state of a part: how it failed, why it is not tested, or None if it works."""


@dataclass(frozen=True, slots=True)
class About:
    """The origin of a report."""

    version: str
    date: str
    pins: PinMap
    scanning: str
    """The scan rate, in words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished trial and the states of the parts, with the conclusions."""

    trial: Trial
    parts: Mapping[str, State]
    slow: Finding | None = None
    """The finding that scans were too slow; in real time only."""
    complaints: Mapping[str, Complaint] = field(default_factory=dict)
    """What is wrong with parts that work."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings: failed parts, the tester's answers, the contacts."""
        trial = self.trial
        failed = [it for it in self.parts.values() if isinstance(it, PartFailed)]
        shown = dict.fromkeys(at for part, at in _SHOWN_AT.items() if not self.parts.get(part, OFF))
        seen = [self._seen_wrong(stage) for stage in shown]
        contacts = () if self.parts.get("reeds") else self._diagnosis(trial)
        return (
            *(Finding(Kind.PART_FAILED, f"{it.part}: {it.what}", todo=it.todo) for it in failed),
            *(
                Finding(Kind.CLOCK_WRONG, f"{part}: {it.what}", todo=it.todo)
                for part, it in self.complaints.items()
            ),
            *(it for it in seen if it),
            *contacts,
            *([self.slow] if self.slow else []),
        )

    @property
    def untried(self) -> tuple[str, ...]:
        """The names of what was not fully tested or not confirmed, without parts that are switched off."""
        trial, tried = self.trial, self.trial.tried.contacts
        unsaid = [part for part, at in _SHOWN_AT.items() if part in self.parts and self._unsaid(part, at)]
        if self.parts.get("reeds"):
            return tuple(unsaid)
        buttons = ["buttons"] if ALL_BUTTONS & ~tried else []
        reeds = [] if trial.tried.gone_over_ms else ["reeds"]
        explained = union(it.contacts for it in self.findings)
        diodes = ["diodes"] if ALL_REEDS & ~trial.watch.diodes & ~explained else []
        return (*unsaid, *buttons, *reeds, *diodes)

    @property
    def good(self) -> bool:
        """Whether all was tested and nothing is wrong."""
        return not self.findings and not self.untried

    def _unsaid(self, part: str, stage: Stage) -> bool:
        return self.parts[part] is None and self.trial.answer(stage).verdict is Verdict.UNSAID

    def _seen_wrong(self, stage: Stage) -> Finding | None:
        answer = self.trial.answer(stage)
        if stage is Stage.LAMPS:
            return lamps_wrong(answer, self.trial.terms.chain)
        return part_wrong(stage.name.lower(), answer)

    @staticmethod
    def _diagnosis(trial: Trial) -> tuple[Finding, ...]:
        return diagnose(trial.watch, trial.tried, trial.terms.wiring, trial.terms.quiet_ms)


def report(outcome: Outcome, about: About) -> str:
    """Return the whole report."""
    tables = [
        [*_legend(), *_table(outcome)],
        [
            "The diodes: + proved to be there, ? not proved, ! bridged, leaking or the wrong way round.",
            *_diodes(outcome),
        ],
    ]
    sections = [
        ["jadoube selftest report", "", *_head(outcome, about)],
        list(_parts(outcome)),
        *([] if outcome.parts.get("reeds") else tables),
        ["What is wrong", *_wrong(outcome)],
        ["The pin map", *_pins(about.pins)],
    ]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def verdict(outcome: Outcome) -> str:
    """Return the result in one line."""
    count, untried = len(outcome.findings), ", ".join(outcome.untried)
    if count:
        return f"FAILED, {count} finding{'s' if count > 1 else ''}"
    return f"INCOMPLETE, not tried or not confirmed: {untried}" if untried else "PASSED"


def _head(outcome: Outcome, about: About) -> Iterator[str]:
    yield f"result      {verdict(outcome)}"
    yield f"version     jadoube {about.version}"
    yield f"date        {about.date}"
    yield f"board       {about.pins.name}"
    yield f"scanned     {about.scanning}; a reed settles in {outcome.trial.terms.quiet_ms} ms"


def _parts(outcome: Outcome) -> Iterator[str]:
    trial, watch = outcome.trial, outcome.trial.watch
    for part, state in outcome.parts.items():
        if part in _SHOWN_AT:
            yield f"{part:11} {_state(state) or trial.answer(_SHOWN_AT[part]).verdict}"
    if state := _state(outcome.parts.get("reeds")):
        yield f"{'reeds':11} {state}"
        return
    yield f"{'wires':11} {_wires(trial)}"
    answered = trial.tried.answered
    yield f"{'buttons':11} {answered.bit_count()} of 7 answer: {named(answered) or 'none'}"
    yield f"{'reeds':11} {(passed(watch) & ALL_REEDS).bit_count()} of {REEDS} closed and opened cleanly"
    yield f"{'diodes':11} {(watch.diodes & ALL_REEDS).bit_count()} of {REEDS} proved"


def _wires(trial: Trial) -> str:
    """How many lines are good; the look at them needs the Pi's own pins."""
    faults, lines = trial.tried.wires, len(trial.terms.wiring.lines)
    if faults is None:
        return "not looked at without hands: that needs a matrix on the Pi's own pins"
    bad = union(it.lines for it in faults).bit_count()
    return f"{lines - bad} of {lines} are pulled up, and nothing holds them"


def _state(state: State) -> str:
    if isinstance(state, PartFailed):
        return f"fails, {state.what}"
    return state or ""


def _legend() -> list[str]:
    return [
        "The reeds as the board lies: the edges of one change / its chatter in ms, of the worst change.",
        "1/0: one clean edge, bounce that is shorter than a scan is not seen. -: has not changed.",
        "shut: has never opened. !: see what is wrong.",
    ]


def _table(outcome: Outcome) -> Iterator[str]:
    yield "   " + "".join(f"{file:>8}" for file in "abcdefgh")
    wrong = union(it.contacts for it in outcome.findings)
    worst = _worst(outcome.trial)
    for rank in reversed(range(8)):
        row = range(8 * rank, 8 * rank + 8)
        yield f"{rank + 1:>3}" + "".join(f"{_cell(it, outcome.trial, worst, wrong):>8}" for it in row)


def _worst(trial: Trial) -> dict[int, tuple[int, int]]:
    """Chatter in ms and edges of each contact's worst change."""
    worst: dict[int, tuple[int, int]] = {}
    for change in trial.watch.changes:
        worst[change.contact] = max(worst.get(change.contact, (0, 0)), (change.chatter_ms, change.edges))
    return worst


def _cell(contact: int, trial: Trial, worst: dict[int, tuple[int, int]], wrong: int) -> str:
    mark = "!" * (wrong >> contact & 1)
    if trial.tried.left_closed & ~trial.watch.has_opened & 1 << contact:
        return f"{mark}shut"
    if contact not in worst:
        return f"{mark}-"
    chatter_ms, edges = worst[contact]
    return f"{mark}{edges}/{chatter_ms}"


def _diodes(outcome: Outcome) -> Iterator[str]:
    bad = union(it.contacts for it in outcome.findings if it.kind in _BAD_DIODES)
    there = outcome.trial.watch.diodes & ~bad
    for rank in reversed(range(8)):
        marks = ("!" if bad >> it & 1 else "?+"[there >> it & 1] for it in range(8 * rank, 8 * rank + 8))
        yield f"{rank + 1:>3}  " + " ".join(marks)
    yield "     " + " ".join("abcdefgh")


def _wrong(outcome: Outcome) -> Iterator[str]:
    if not outcome.findings:
        yield "Nothing was found."
    for number, finding in enumerate(outcome.findings, start=1):
        means, todo = finding.advice
        yield from wrap(
            f"{number}. {finding.kind}: {finding.seen}", _WIDE, initial_indent="", subsequent_indent="   "
        )
        yield from wrap(f"most likely: {means}", _WIDE, initial_indent="   ", subsequent_indent="     ")
        yield from wrap(f"to do: {todo}", _WIDE, initial_indent="   ", subsequent_indent="     ")
    if outcome.untried:
        yield f"Not tried to the end, or not confirmed: {', '.join(outcome.untried)}."


def _pins(pins: PinMap) -> Iterator[str]:
    rows = dict(zip(pins.matrix.rows, pins.matrix.crossings, strict=True))
    for signal in pins.signals:
        gpio, pin = f"GPIO{signal.bcm}", f"pin {signal.header_pin}"
        line = f"{signal.name:14} {gpio:6} {pin:6} {signal.connector:5} {signal.wire:6}"
        reeds = sum(crossing.reeds for crossing in rows.get(signal, ()))
        yield f"{line} {' '.join(names(reeds))}".rstrip()
