"""The back-off: how long somebody waits before he asks again."""

import pytest

from jadoube.online.backoff import too_many_ms, wait_ms


def test_it_doubles_up_to_half_a_minute() -> None:
    """1, 2, 4, 8, 16, 30, 30 s; the lot takes a quarter at most."""
    assert [wait_ms(failures, 0) for failures in range(1, 9)] == [
        1000,
        2000,
        4000,
        8000,
        16_000,
        *[30_000] * 3,
    ]
    assert wait_ms(10_000, 0.999) > 22_500
    assert wait_ms(1, 1) == 750


@pytest.mark.parametrize(
    ("asked_s", "expected_ms"), [(None, 60_000), (5, 60_000), (90, 90_000), (1e12, 3_600_000), (-4, 60_000)]
)
def test_too_many_requests_cost_a_minute(asked_s: float | None, expected_ms: int) -> None:
    """At least; what the other side says counts up to an hour."""
    assert too_many_ms(asked_s) == expected_ms
