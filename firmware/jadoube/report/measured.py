"""What was measured: the reading of a typed value, what it means, and the table of all of them.

It is pure. It decides which words are a value in volts, and whether a value is right. It refuses to know who
asks (`bench.py`) and where the table goes (`bundle.py`).
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from jadoube.report.expected import Range
from jadoube.report.steps import Measure, Step

#: What a tester types where nothing was measured.
NOT_MEASURED: Final = "-"
_VALUE: Final = re.compile(
    r"(?P<number>[+-]?(?:\d{1,4}(?:[.,]\d{0,4})?|[.,]\d{1,4})) ?(?P<unit>mv|v)?", re.ASCII | re.IGNORECASE
)
#: So much of a refused answer is shown: enough to recognise it.
_MOST_SHOWN: Final = 40
#: No point of this circuit can have more; a negative value means exchanged probes.
_LEAST_V: Final = -6.0
_MOST_V: Final = 6.0


class Reading(NamedTuple):
    """One measurement: where, the value in volts (None: not measured), and what it should be."""

    step: Step
    measure: Measure
    volts: float | None
    range: Range

    @property
    def verdict(self) -> str:
        """`right`, `too low`, `too high` or `not measured`."""
        if self.volts is None:
            return "not measured"
        if self.volts < self.range.least:
            return "too low"
        return "too high" if self.volts > self.range.most else "right"

    @property
    def todo(self) -> str:
        """What a wrong value means, and what to look at; empty for a right one."""
        return {"too low": self.measure.low, "too high": self.measure.high}.get(self.verdict, "")


class Levels(NamedTuple):
    """How the columns read in a step, and how they should: names of those that are low."""

    step: Step
    low: tuple[str, ...]
    should: tuple[str, ...]


class Measured(NamedTuple):
    """All that was measured. `ended` says why the rest was not; empty if nothing is missing."""

    pi: str
    readings: tuple[Reading, ...] = ()
    levels: tuple[Levels, ...] = ()
    ended: str = ""


def volts_from(typed: str) -> float | None:
    """Parse `0.65`, `0,65 V` or `650 mV`; None for `-`. ValueError says what was found and expected."""
    words = typed.strip()
    if words == NOT_MEASURED:
        return None
    found = _VALUE.fullmatch(words)
    if not found:
        expected = f"expected volts such as 0.65 or 650 mV, or {NOT_MEASURED} if not measured"
        raise ValueError(f"{shortened(words)!r} found, {expected}")
    number = float(found["number"].replace(",", "."))
    volts = number / 1000 if (found["unit"] or "").lower() == "mv" else number
    if not _LEAST_V <= volts <= _MOST_V:
        raise ValueError(f"{volts:g} V found, expected {_LEAST_V:g} to {_MOST_V:g} V; 650 mV is 0.65 V")
    return volts


def shortened(words: str) -> str:
    """Return what was typed, cut where it is too long to be shown."""
    return words if len(words) <= _MOST_SHOWN else f"{words[:_MOST_SHOWN]}..."


def table(measured: Measured) -> str:
    """Return the measurements as text to read."""
    return "\n".join(_lines(measured)) + "\n"


def as_json(measured: Measured) -> str:
    """Return the measurements as JSON."""
    content: dict[str, Any] = {
        "pi": measured.pi,
        "ended": measured.ended or None,
        "readings": [
            {
                "step": it.step.key,
                "point": it.measure.point,
                "volts": it.volts,
                "least": it.range.least,
                "most": it.range.most,
                "verdict": it.verdict,
            }
            for it in measured.readings
        ],
        "levels": [{"step": it.step.key, "low": it.low, "expected": it.should} for it in measured.levels],
    }
    return json.dumps(content, indent=1) + "\n"


def wrong(measured: Measured) -> int:
    """Count the values and levels that are not as they should be."""
    values = sum(bool(it.todo) for it in measured.readings)
    return values + sum(it.low != it.should for it in measured.levels)


def names(columns: Sequence[str]) -> str:
    """Return names in words."""
    return ", ".join(columns) or "none"


def _lines(measured: Measured) -> Iterator[str]:
    yield f"Measured on: {measured.pi}"
    for reading in measured.readings:
        value = NOT_MEASURED if reading.volts is None else f"{reading.volts:.3f} V"
        where = f"{reading.step.key}: {reading.measure.point}"
        yield f"{where:48} {value:>8}   {reading.range}   {reading.verdict}"
    for levels in measured.levels:
        said = "right" if levels.low == levels.should else f"expected {names(levels.should)}"
        yield f"{levels.step.key}: low columns: {names(levels.low)}   {said}"
    if measured.ended:
        yield f"Not all was measured: {measured.ended}"
