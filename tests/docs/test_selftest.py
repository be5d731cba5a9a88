"""docs/selftest.md shows a report as the self-test writes it, and every finding with what it means.

`make tests ARGS="-k selftest_doc --accept"` rewrites what differs.
"""

import asyncio
import re
from pathlib import Path

import pytest

from jadoube.config.settings import default_settings
from jadoube.selftest.advice import ADVICE, Kind
from jadoube.selftest.report import About, report
from jadoube_sim.selftest.run import SCANNING, try_out

PAGE = Path(__file__).parents[2] / "docs" / "selftest.md"
FAULTS = ["cut:row_3", "diode:g6", "bounce:b7"]


def sample() -> str:
    """The report of a board with these faults, by a version and on a day that do not change."""
    settings = default_settings()
    outcome = asyncio.run(try_out(settings, FAULTS, say=lambda _: None))
    about = About("1.2.3", "2026.01.31", settings.pins, SCANNING)
    return f"```text\n{report(outcome, about)}```"


def failures() -> str:
    """Every kind of finding with what it means and what to do, in the order in which they are looked for."""
    rows = [f"| {kind} | {ADVICE[kind].means} | {ADVICE[kind].todo} |" for kind in Kind]
    return "\n".join(["| finding | most likely means | to do |", "|---|---|---|", *rows])


def compare(mark: str, drawn: str, *, accept: bool) -> None:
    """Compare, or rewrite, what stands between two marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    redrawn = between.sub(lambda _: drawn + "\n", text)
    if accept:
        PAGE.write_text(redrawn, encoding="utf-8")
    else:
        assert text == redrawn


def test_the_sample_is_what_the_test_writes(request: pytest.FixtureRequest) -> None:
    """The page's report is that of a board with the faults that the page names, to the character."""
    compare("report", sample(), accept=request.config.getoption("--accept"))


def test_every_finding_is_explained(request: pytest.FixtureRequest) -> None:
    """The page's table is the program's."""
    compare("failures", failures(), accept=request.config.getoption("--accept"))


def test_every_kind_has_its_advice() -> None:
    """No finding is without a meaning and something to do, worded alike."""
    assert list(ADVICE) == list(Kind)
    for means, todo in ADVICE.values():
        assert means
        assert todo
        assert not means.endswith(".")
        assert not todo.endswith(".")


def test_a_report_fits_a_page() -> None:
    """At most 100 wide, plain ASCII, no blanks at the ends of lines."""
    lines = sample().splitlines()
    assert max(map(len, lines)) <= 100
    assert all(line.isascii() and line == line.rstrip() for line in lines)
