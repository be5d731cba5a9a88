"""Tries: how fast secrets may be guessed.

The law: a few wrong ones are free, as fingers slip. After each further one everybody waits, twice as long
each time, up to a minute.

It refuses to know what is guessed, and reads no clock: the caller gives the instant.
"""

from dataclasses import dataclass
from typing import Final

FREE: Final = 3
"""Wrong secrets without a pause."""

FIRST_PAUSE_MS: Final = 1000
LONGEST_PAUSE_MS: Final = 60_000
"""The pause doubles with each wrong one up to this. At a guess a minute 10,000 PINs take a week."""

FORGETS_MS: Final = 10 * 60_000
"""After so long without a wrong one the count restarts. Guessing at that speed is slower still."""


@dataclass(frozen=True, slots=True)
class Tries:
    """The number of wrong secrets, and the instant of the last one."""

    wrong: int = 0
    last_ms: int = 0

    def waits_ms(self, now_ms: int) -> int:
        """How many ms from now every secret is refused."""
        return max(0, self.last_ms + pause_ms(self.wrong) - now_ms)

    def and_wrong(self, now_ms: int) -> "Tries":
        """The tries after one more wrong secret."""
        forgotten = now_ms - self.last_ms >= FORGETS_MS
        return Tries(1 if forgotten else self.wrong + 1, now_ms)


def pause_ms(wrong: int) -> int:
    """How many ms every secret is refused after `wrong` wrong ones."""
    beyond = wrong - FREE
    return 0 if beyond < 0 else min(FIRST_PAUSE_MS << min(beyond, 16), LONGEST_PAUSE_MS)
