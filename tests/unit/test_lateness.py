"""What is said of scans that come late."""

import asyncio

from jadoube.daemon.lateness import Lateness
from jadoube.daemon.pace import MonotonicPace


def minute(lateness: Lateness, begin_ms: int, late: dict[int, int]) -> None:
    """Let a minute's scans come, these so many ms late."""
    for at_ms in range(begin_ms, begin_ms + 60_001, 5):
        lateness.note(late.get(at_ms - begin_ms, 1), at_ms)


def test_late_scans_are_told_once_a_minute() -> None:
    """How many, of how many, and the worst; those that came before the next was due are not late."""
    said: list[str] = []
    minute(Lateness(5, said.append), 1_000, {100: 6, 200: 34, 300: 5})
    assert said == ["2 of 12001 scans came more than 5 ms late, one 34 ms"]


def test_a_minute_without_any_is_not_told() -> None:
    """Nothing is said of scans in time, and nothing of the minute before."""
    said: list[str] = []
    lateness = Lateness(5, said.append)
    minute(lateness, 0, {100: 7})
    minute(lateness, 60_005, {})
    assert len(said) == 1


def test_real_scans_are_counted_with_how_late_they_came() -> None:
    """The pace tells of each scan, at its instant; none comes before it is due."""
    noted: list[tuple[int, int]] = []
    pace = MonotonicPace(1, 500, lambda late_ms, now_ms: noted.append((late_ms, now_ms)))

    async def scans() -> list[int]:
        return [await pace.next_scan(None) for _ in range(3)]

    instants = asyncio.run(scans())
    assert [at_ms for _, at_ms in noted] == instants
    assert min(late_ms for late_ms, _ in noted) >= 0
