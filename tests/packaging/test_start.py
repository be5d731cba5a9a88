"""What the board imports before it can be played on: nothing that it does not need for that yet."""

import pytest

from jadoube.drivers.interfaces import Part
from jadoube_sim.benchmarks.boot.measure import MARKS, Imported, Start, imports, report

BEFORE_THE_FIRST_SCAN = [
    "gpiozero",
    "board",
    "neopixel",
    "adafruit_blinka",
    "periphery",
    "importlib.metadata",
    "smbus2",
]
BEFORE_IT_CAN_BE_PLAYED_ON = [
    "aiohttp",
    "chess.pgn",
    "chess.svg",
    "chess.engine",
    "multiprocessing",
    "sqlite3",
    "prompt_toolkit",
    "jadoube.web.server",
    "jadoube.formats.pgn",
    "jadoube.selftest",
]


@pytest.fixture(scope="module")
def started() -> list[Imported]:
    """What one start imports, mark by mark."""
    return imports()


def test_all_parts_come_to_life_and_the_lamps_come_first(started: list[Imported]) -> None:
    """The first scan, then the lamps, which wait for nothing that other parts import."""
    assert sorted(each.until for each in started) == sorted(MARKS)
    assert [each.until for each in started[:2]] == ["first scan", Part.LAMPS]
    assert not [name for each in started[:2] for name in each.took_us if is_one_of(name, ["gpiozero"])]


def test_what_is_heavy_waits_for_the_first_scan(started: list[Imported]) -> None:
    """No library of a part that shows something."""
    assert [name for name in started[0].took_us if is_one_of(name, BEFORE_THE_FIRST_SCAN)] == []


def test_the_page_and_the_pgn_wait_until_it_can_be_played_on(started: list[Imported]) -> None:
    """Nothing that nobody can have asked for yet."""
    found = [name for each in started for name in each.took_us]
    assert [name for name in found if is_one_of(name, BEFORE_IT_CAN_BE_PLAYED_ON)] == []
    assert "chess" in found


def is_one_of(name: str, modules: list[str]) -> bool:
    """Whether this is one of the modules, or a part of one."""
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def test_the_report_says_times_and_the_heaviest_imports() -> None:
    """By package, ours by their part, the heaviest first."""
    took_us = {
        "chess": 2000,
        "jadoube.core.display.view": 500,
        "jadoube.core.messages.lamps": 1000,
        "typing": 100,
    }
    lines = list(report(Start(160.4, 190.2, 220.0), [Imported("first scan", took_us)]))
    assert [line.split()[0] for line in lines[:3]] == ["160", "190", "220"]
    assert lines[-1].split(maxsplit=1)[1] == (
        "up to: first scan (4 modules: chess 2.0, jadoube.core 1.5, typing 0.1)"
    )
