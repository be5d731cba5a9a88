"""The back-off: how long who was not answered waits before he asks again.

The law: 1, 2, 4, 8, 16, then 30 seconds, a lot of up to a quarter less, so that boards which lost the network
together do not come back together. After 429 it is a minute, or longer if the other side says so. So a minute
after the network is back somebody has asked. It reads no clock and draws no lots: both are arguments.
"""

from typing import Final

FIRST_MS: Final = 1000
LONGEST_MS: Final = 30_000

TOO_MANY_MS: Final = 60_000
"""Lichess: "wait one minute" after 429 (online API description, 2.0.165)."""

TOO_MANY_MOST_MS: Final = 3_600_000
"""A longer Retry-After is not believed."""


def wait_ms(failures: int, lot: float) -> int:
    """How long to wait after so many failures in a row, at least one; `lot` is from 0 to 1."""
    longest = min(FIRST_MS << min(failures - 1, 16), LONGEST_MS)
    return longest - int(longest * lot / 4)


def too_many_ms(retry_after_s: float | None) -> int:
    """How long to wait after 429; `retry_after_s` is what its `Retry-After` says, None if it says nothing."""
    asked = int((retry_after_s or 0) * 1000)
    return min(max(asked, TOO_MANY_MS), TOO_MANY_MOST_MS)
