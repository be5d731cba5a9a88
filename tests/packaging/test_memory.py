"""The board's processes take the memory that docs/benchmarks.md says, and fit into a Pi with 512 MB."""

import re
from pathlib import Path

import pytest

from jadoube_sim.benchmarks import memory
from jadoube_sim.benchmarks.memory import CHILDREN, STARTED, Size, kept, measure, off, report

ROOT = Path(__file__).parents[2]
KEPT = kept()


@pytest.fixture(scope="module")
def sizes() -> dict[str, Size]:
    """What each process takes here and now."""
    return measure()


def test_each_process_takes_what_is_kept(sizes: dict[str, Size]) -> None:
    """Within a quarter, whatever else runs here; and together no more than is said, by that much."""
    assert off(sizes) == []
    shares = sum(KEPT["share MB"].values())
    assert sum(size.share for size in sizes.values()) / 1e6 <= shares * (1 + KEPT["tolerances"]["resident"])


def test_a_process_that_is_off_is_named(sizes: dict[str, Size]) -> None:
    """If it has grown by a third, and if nobody has kept anything of it."""
    grown = {"sampling": sizes["sampling"]._replace(resident=sizes["sampling"].resident * 4 // 3 + 1_000_000)}
    assert off(sizes | grown) == ["sampling"]
    assert off({"page": Size(30_000_000, 20_000_000)}) == ["page"]
    assert [line for line in report(sizes | grown) if "sampling is off by more than 25%" in line]


def test_the_document_has_what_is_kept() -> None:
    """Process by process, their sum, and what is left of a Zero 2 W's memory."""
    text = (ROOT / "docs" / "benchmarks.md").read_text("utf-8").partition("### Memory")[2]
    rows = re.findall(r"^\| `(\w+)`.*\| (\d+) MB \| (\d+) MB \|$", text, re.MULTILINE)
    assert {name: int(size) for name, size, _ in rows} == KEPT["resident MB"]
    assert {name: int(size) for name, _, size in rows} == KEPT["share MB"]
    assert KEPT["resident MB"].keys() == STARTED.keys() | CHILDREN.keys()
    together = sum(KEPT["share MB"].values())
    assert f"| together | | {together} MB |" in text
    assert f"{KEPT['Zero 2 W']['available MB'] - together} MB\nare left" in text


def test_the_limits_of_the_unit_fit() -> None:
    """Twice of what all take is allowed, and at the limit a Pi has memory left."""
    unit = (ROOT / "systemd" / "jadoube.service").read_text("utf-8")
    limit_mb = int(re.findall(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)[0]) * 1.048576
    assert limit_mb >= 2 * sum(KEPT["share MB"].values())
    assert limit_mb <= KEPT["Zero 2 W"]["available MB"] - 50


def test_a_board_that_does_not_start_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not after waiting for it."""
    monkeypatch.setattr(memory, "STARTED", {memory.BOARD: ("-c", "raise SystemExit(1)")})
    with pytest.raises(RuntimeError, match="the board ended, expected it to take orders"):
        measure()
