"""The pace of a board: monotonic time, which no correction of the date can move."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from jadoube.daemon import pace, real_time
from jadoube.daemon.watched.lateness import Scan


def test_no_setting_of_the_date_moves_the_time_that_the_clocks_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instants and scans come from the monotonic clock alone: here the pace has no other to read.

    That clock is one that nobody can set.
    """
    assert not cast("Any", real_time).time.get_clock_info("monotonic").adjustable
    instants_ns = iter(ms * 1_000_000 for ms in (7000, 7012, 7012, 7012, 7016, 7016))
    monkeypatch.setattr(real_time, "time", SimpleNamespace(monotonic_ns=lambda: next(instants_ns)))
    noted: list[Scan] = []
    paced = pace.MonotonicPace(5, 100, noted.append)
    assert paced.now_ms() == 112
    assert asyncio.run(paced.next_scan(None)) == 116
    assert noted == [Scan(116, late_ms=1, missed=0, last_took_us=0)]
