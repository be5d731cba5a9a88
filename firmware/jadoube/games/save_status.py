"""The save status: what of the games is not on the disk yet, since when, and why.

The law: a game counts as not being saved while a write fails, and while lines wait longer than a working
disk needs. It refuses to know who writes (`writer.py`) and how it is shown
(`core/state/announced/health.py`).
"""

from dataclasses import dataclass
from typing import Final

BATCH_MS = 2000
"""Lines that nobody waits for are flushed together, at the latest so long after the oldest."""

HANGS_MS = 3000
"""Lines that wait longer hang: the disk has had a second for its flush (a decision)."""

FLUSHES_MS = 1000
"""So long the writer must have been seen at the same work, before a disk counts as hanging. So a program that
stood still for some seconds, or had to wait for its scans, does not accuse its disk."""


@dataclass(frozen=True, slots=True)
class SaveStatus:
    """What is not saved."""

    waiting_bytes: int = 0
    """The bytes of journals that are kept until they are flushed."""
    since_ms: int | None = None
    """The instant of the oldest of these lines; None if nothing waits."""
    problem: str | None = None
    """Why a write failed, in words; None if none fails."""
    hangs: bool = False
    """Whether the disk takes too long, although nothing failed."""

    @property
    def saving(self) -> bool:
        """Whether the game is being saved."""
        return self.problem is None and not self.hangs


NOTHING_WAITS: Final = SaveStatus()
