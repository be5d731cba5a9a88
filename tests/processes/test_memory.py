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


OWN_UNITS = {"page": "jadoube-page", "online": "jadoube-online", "links": "jadoube-links"}
"""The processes that have units of their own."""


def limit_mb(unit: str) -> float:
    """What the processes of a unit may take together."""
    text = (ROOT / "systemd" / f"{unit}.service").read_text("utf-8")
    return int(re.findall(r"^MemoryMax=(\d+)M$", text, re.MULTILINE)[0]) * 1.048576


def test_the_limits_of_the_units_fit() -> None:
    """Twice of what its processes take is allowed each, and at the board's limit a Pi has memory left."""
    board = sum(share for name, share in KEPT["share MB"].items() if name not in OWN_UNITS)
    assert limit_mb("jadoube") >= 2 * board
    assert limit_mb("jadoube") <= KEPT["Zero 2 W"]["available MB"] - 50
    for name, unit in OWN_UNITS.items():
        assert limit_mb(unit) >= 2 * KEPT["resident MB"][name]


def test_a_board_that_does_not_start_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not after waiting for it."""
    monkeypatch.setattr(memory, "STARTED", {memory.BOARD: ("-c", "raise SystemExit(1)")})
    with pytest.raises(RuntimeError, match="the board ended, expected it to take orders"):
        measure()
