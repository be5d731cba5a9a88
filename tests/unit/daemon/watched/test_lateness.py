"""What is said of scans that come late, and of those that are not made."""

import asyncio
from types import SimpleNamespace

import pytest

from jadoube.core.state.announced.health import Trouble, Wrong
from jadoube.daemon import pace, real_time
from jadoube.daemon.watched.health_watch import Troubled
from jadoube.daemon.watched.lateness import BEGINS_MS, LOOKS_EVERY_MS, WAITS_MS, Lateness, Scan, Tally

PERIOD_MS = 5
ADVICE = '; the fastest way to the pins is reeds.scanner = "lgpio"'


class Heard:
    """A board's scans, and what is said of them."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.told: list[bool] = []
        self.now_ms = 1000
        self._lateness = Lateness(PERIOD_MS, self.said.append, self.told.append, ADVICE)

    def scans(self, until_ms: int, *, late: dict[int, int] | None = None, every_ms: int = PERIOD_MS) -> None:
        """Let the scans up to an instant come, so many ms apart; these so late, and all others by one."""
        while self.now_ms <= until_ms:
            late_ms = (late or {}).get(self.now_ms, 1)
            took_us = (every_ms - PERIOD_MS) * 1000 + 3100
            self._lateness.note(Scan(self.now_ms, late_ms, every_ms // PERIOD_MS - 1, took_us))
            self.now_ms += every_ms


def test_late_scans_are_told_once_a_minute() -> None:
    """How many, of how many, and the worst; those that came before the next was due are not late."""
    heard = Heard()
    heard.scans(61_000, late={1100: 6, 1200: 34, 1300: 5})
    assert heard.said == ["2 of 12001 scans came more than 5 ms late, one 34 ms"]


def test_a_minute_without_any_is_not_told() -> None:
    """Nothing is said of scans in time, and nothing of the minute before."""
    heard = Heard()
    heard.scans(181_000, late={1100: 7})
    assert len(heard.said) == 1
    assert heard.told == []


def test_a_board_that_makes_half_of_its_scans_says_so_soon_and_once_a_minute() -> None:
    """After ten seconds that count, with what one scan takes and what helps; the trouble begins once."""
    heard = Heard()
    first_ms = 1000 + BEGINS_MS + LOOKS_EVERY_MS
    heard.scans(first_ms - 10, every_ms=10)
    assert heard.said == []
    heard.scans(first_ms + 10, every_ms=10)
    assert heard.said == [f"scans at 100/s instead of 200/s; one scan takes 8.1 ms{ADVICE}"]
    heard.scans(first_ms + 59_000, every_ms=10)
    assert len(heard.said) == 1
    heard.scans(first_ms + 61_000, every_ms=10)
    assert len(heard.said) == 2
    assert heard.told == [True]


def test_a_scan_that_is_quick_is_not_blamed() -> None:
    """Where one takes less than the period, something else holds the program up."""
    said: list[str] = []
    lateness = Lateness(PERIOD_MS, said.append, lambda _: None, ADVICE)
    for now_ms in range(0, 16_000, 10):
        lateness.note(Scan(now_ms, 0, 1, 2000))
    assert said == [
        "scans at 100/s instead of 200/s; one scan takes 2.0 ms, and something else holds the program up"
    ]


def test_the_trouble_is_over_when_enough_scans_are_made_again() -> None:
    """Once, and a start that is busy for some seconds is none."""
    heard = Heard()
    heard.scans(1000 + BEGINS_MS - 10, every_ms=10)
    heard.scans(60_000)
    assert heard.told == []
    heard.scans(120_000, every_ms=10)
    heard.scans(300_000)
    assert heard.told == [True, False]


@pytest.mark.parametrize(("lost", "told"), [(5, []), (9, []), (11, [True])])
def test_a_few_scans_that_are_lost_are_no_trouble(lost: int, told: list[bool]) -> None:
    """Nine of a hundred are not, and eleven are."""
    heard: list[bool] = []
    lateness = Lateness(PERIOD_MS, lambda _: None, heard.append)
    for now_ms in range(0, 60_000, PERIOD_MS):
        if now_ms // PERIOD_MS % 100 >= lost:
            lateness.note(Scan(now_ms, 0, lost if now_ms // PERIOD_MS % 100 == lost else 0, 2000))
    assert heard == told


class Machine:
    """A clock that goes on by itself a little, while one sleeps, and while a scan is made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, oversleeps_ms: float = 0.0) -> None:
        self.now_ns = 7_000_000_000
        self._oversleeps_ms = oversleeps_ms
        monkeypatch.setattr(real_time, "time", SimpleNamespace(monotonic_ns=lambda: self.now_ns))
        monkeypatch.setattr(pace, "asyncio", SimpleNamespace(sleep=self._sleep))

    async def _sleep(self, seconds: float) -> None:
        self.now_ns += max(0, round((seconds * 1000 + self._oversleeps_ms) * 1_000_000))

    def scans(self, count: int, takes_ms: float) -> tuple[list[int], list[Scan]]:
        """Make so many scans that take so long, and give their instants and what was noted of them."""
        noted: list[Scan] = []
        paced = pace.MonotonicPace(PERIOD_MS, 500, noted.append)

        async def made() -> list[int]:
            instants = []
            for _ in range(count):
                instants.append(await paced.next_scan(None))
                self.now_ns += round(takes_ms * 1_000_000)
            return instants

        return asyncio.run(made()), noted


def test_a_scan_longer_than_the_period_misses_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them is late, every second is not made, and what they take is known."""
    instants, noted = Machine(monkeypatch).scans(4, 8.1)
    assert instants == [505, 515, 525, 535]
    assert noted == [Scan(505, 0, 0, 0), *(Scan(at_ms, 0, 1, 8100) for at_ms in instants[1:])]


def test_a_sleep_that_ends_early_scans_no_instant_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each multiple of the period has one scan, though the clock is always a little behind."""
    instants, noted = Machine(monkeypatch, oversleeps_ms=-0.3).scans(4, 0.1)
    assert instants == [505, 510, 515, 520]
    assert [scan.missed for scan in noted] == [0] * 4


def test_scans_that_come_a_little_late_miss_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millisecond of oversleeping is lateness, not a scan that is lost."""
    instants, noted = Machine(monkeypatch, oversleeps_ms=1.5).scans(4, 2)
    assert instants == [506, 511, 516, 521]
    assert {(scan.late_ms, scan.missed) for scan in noted} == {(1, 0)}


def test_too_few_scans_are_a_trouble_of_the_board() -> None:
    """It is known from when it is told, until it is over."""
    troubled = Troubled()
    wrong = []
    for slow, now_ms in ((True, 700), (False, 800)):
        troubled.slow = slow
        assert troubled.note([], now_ms)
        wrong.append(troubled.wrong)
    assert wrong == [(Wrong(Trouble.SLOW_SCANS, 700),), ()]


def test_the_counts_of_each_minute_are_shown_also_when_all_is_well() -> None:
    """One line: scans that were late, those not made, and how long one waited for the program."""
    shown: list[str] = []
    said: list[str] = []
    lateness = Lateness(PERIOD_MS, said.append, lambda _: None, show=shown.append)
    waited = "the slowest waited 0 ms for the program"
    for second in range(1, 122):
        worse = second in (70, 80)
        tally = Tally(200, missed=3, late=2, worst_ms=second) if worse else Tally(200)
        lateness.take_in(tally, second * 1000)
    assert shown == [
        f"last minute: 0 of 12200 scans came more than 5 ms late; 0 were not made; {waited}",
        f"last minute: 4 of 12000 scans came more than 5 ms late, one 80 ms; 6 were not made; {waited}",
    ]
    assert said == ["4 of 12000 scans came more than 5 ms late, one 80 ms"]


@pytest.mark.parametrize(
    ("late", "waited_ms", "said"),
    [
        (0, WAITS_MS - 1, []),
        (0, 210, ["one of 12000 scans waited 210 ms for the program"]),
        (2, 210, ["2 of 12000 scans came more than 5 ms late, one 7 ms; one waited 210 ms for the program"]),
        (2, WAITS_MS - 1, ["2 of 12000 scans came more than 5 ms late, one 7 ms"]),
    ],
)
def test_a_scan_that_waited_for_the_program_is_told(late: int, waited_ms: int, said: list[str]) -> None:
    """Once a minute, the worst one; not while the program still starts."""
    heard: list[str] = []
    lateness = Lateness(PERIOD_MS, heard.append, lambda _: None)
    lateness.note_wait(900, 500)
    lateness.take_in(Tally(), 1000)
    lateness.note_wait(900, 1000 + BEGINS_MS - 1)
    for wait in (3, waited_ms, 4):
        lateness.note_wait(wait, 1000 + BEGINS_MS)
    lateness.take_in(Tally(12_000, late=late, worst_ms=7 if late else 0), 61_000)
    assert heard == said
