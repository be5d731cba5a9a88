"""The pace of a board: monotonic time, which no correction of the date can move."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from jadoube.daemon import pace


def test_no_setting_of_the_date_moves_the_time_that_the_clocks_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instants and scans come from the monotonic clock alone: here the pace has no other to read.

    That clock is one that nobody can set.
    """
    assert not cast("Any", pace).time.get_clock_info("monotonic").adjustable
    instants_ns = iter((7_000_000_000, 7_012_000_000, 7_012_000_000, 7_016_000_000, 7_016_000_000))
    monkeypatch.setattr(pace, "time", SimpleNamespace(monotonic_ns=lambda: next(instants_ns)))
    late: list[tuple[int, int]] = []
    paced = pace.MonotonicPace(5, 100, lambda late_ms, at_ms: late.append((late_ms, at_ms)))
    assert paced.now_ms() == 112
    assert asyncio.run(paced.next_scan(None)) == 116
    assert late == [(1, 116)]
