"""The figures that are kept in the repository, and how measured ones compare with them.

`figures.toml` has sections of numbers, each number with the name of what was measured; less is better. Calls
and yardsticks have a section for each version of Python. *Ceilings* and *tolerances* are decisions: nothing
here changes them. A figure is worse if it is above the kept one by more than the tolerance of its section, or
above its ceiling. This file refuses to know how anything is measured.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from jadoube.config.problems import BadInput

IN_CHECKOUT: Final = Path("sim/jadoube_sim/cost/figures.toml")
PACKAGED: Final = Path(str(files("jadoube_sim.cost").joinpath("figures.toml")))

CEILINGS: Final = "ceilings"
TOLERANCES: Final = "tolerances"

HEAD: Final = """\
# What `make bench` and a test compare with (docs/performance.md). `jadoube bench yardsticks steps --accept`
# writes what it measured. Ceilings and tolerances change by hand; why a ceiling
# was raised is in docs/decisions.md.
"""

Section = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one figure, and whether the program fails for it."""

    line: str
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """All sections of the file."""

    sections: Mapping[str, Section]

    def ceiling(self, name: str) -> float | None:
        """What a figure must not exceed; None if there is no such limit."""
        return self.sections[CEILINGS].get(name)

    def compare(self, section: str, measured: Section, *, exact: bool) -> list[Verdict]:
        """Say what got slower or faster. `exact`: these are counts, and a worse one fails."""
        kept = self.sections.get(section, {})
        tolerance = self.sections[TOLERANCES][section.partition(",")[0]]
        verdicts = []
        for name, now in measured.items():
            was, what = kept.get(name), f"{name}, {section}"
            if was is None:
                verdicts.append(Verdict(f"not kept yet: {what} is {now:g}"))
            elif now > (limit := was * (1 + tolerance)):
                verdicts.append(Verdict(f"slower: {what} was {was:g}, is {now:g} (limit {limit:.4g})", exact))
            elif now < was * (1 - tolerance):
                verdicts.append(Verdict(f"faster: {what} was {was:g}, is {now:g}"))
        return verdicts

    def break_ceilings(self, measured: Section) -> list[Verdict]:
        """Say which figures are over their ceilings."""
        limits = {name: (now, self.ceiling(name)) for name, now in measured.items()}
        return [
            Verdict(f"slower: {name} is {now:g}, over its ceiling of {limit:g}", fails=True)
            for name, (now, limit) in limits.items()
            if limit is not None and now > limit
        ]

    def with_measured(self, measured: Mapping[str, Section]) -> "Figures":
        """Take in new figures; ceilings and tolerances stay."""
        kept = {name: new for name, new in measured.items() if name not in (CEILINGS, TOLERANCES)}
        return Figures(
            {**self.sections, **{name: {**self.sections.get(name, {}), **kept[name]} for name in kept}}
        )

    def text(self) -> str:
        """Write it as the file's text."""
        blocks = [
            "\n".join([f'["{section}"]', *(f'"{name}" = {value:g}' for name, value in figures.items())])
            for section, figures in self.sections.items()
        ]
        return HEAD + "".join(f"\n{block}\n" for block in blocks)


def read_figures(path: Path | None = None) -> Figures:
    """Read the file: the checkout's, if the program runs in one, or the installed one."""
    path = path or (IN_CHECKOUT if IN_CHECKOUT.exists() else PACKAGED)
    with path.open("rb") as file:
        return Figures(tomllib.load(file))


def write_figures(figures: Figures) -> None:
    """Write the checkout's file; BadInput where there is none."""
    if not IN_CHECKOUT.exists():
        raise BadInput("--accept", f"no {IN_CHECKOUT} found here, expected the folder of a checkout")
    IN_CHECKOUT.write_text(figures.text(), encoding="utf-8")
