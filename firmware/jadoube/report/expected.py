"""The volts that each measurement of docs/first-power.md should give: least and most, for each model of Pi.

`make hardware` computes them with the twin's solver, over the tolerances of all parts and of the multimeter,
and a test keeps the file true. This module reads that file, and decides which model a Pi is. A Pi that is
none of them gets the widest range of all.
"""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.report.steps import Point, Step

#: The board whose volts these are: its resistors and the names of its lines.
MEASURED_BOARD: Final = "rev_a"
#: The file in the package; `make hardware` writes it.
VOLTS: Final = Path(__file__).parents[1] / "boards" / "rev_a_volts.toml"


class Range(NamedTuple):
    """The least and the most volts of good parts."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.least:.2f} to {self.most:.2f} V"


#: Models of Pi -> steps -> points.
Volts = dict[str, dict[str, dict[str, Range]]]


def load_volts(path: Path = VOLTS) -> Volts:
    """Read the file."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        model: {
            step: {point: Range(*volts) for point, volts in points.items()} for step, points in steps.items()
        }
        for model, steps in content.items()
    }


def model_of(device_tree: str | None, models: list[str]) -> str | None:
    """Return which of the models this is, by the words of `/proc/device-tree/model`; None if it is none."""
    words = f"{device_tree or ''} "
    return next((model for model in models if f"Raspberry Pi {model} " in words), None)


def expected(volts: Volts, model: str | None, step: Step, point: Point) -> Range:
    """Return the range of a measurement on this model; of all models if it is None."""
    models = [volts[model]] if model else list(volts.values())
    ranges = [steps[step.key][point] for steps in models]
    return Range(min(it.least for it in ranges), max(it.most for it in ranges))
