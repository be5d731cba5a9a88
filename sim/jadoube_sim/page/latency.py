"""How long it takes from the edge of a reed to the light that answers it.

The law: what counts is the wire. An edge is answered by the first frame that differs from the one before it,
once what is to be shown has changed: lamps that move by themselves answer nobody. An edge that nothing
answers within a second had nothing to say. Virtual time: what a machine needs to work it out is not in it.
"""

from collections import deque
from statistics import median
from typing import Any, Final

FORGOTTEN_MS: Final = 1000
REMEMBERED: Final = 200


class Latency:
    """Measures; `answers` are the last ones, in milliseconds."""

    def __init__(self) -> None:
        self.answers: deque[float] = deque(maxlen=REMEMBERED)
        self.count = 0
        self._edge_us: int | None = None
        self._shown: object = None
        self._frame = b""

    def edge(self, at_us: int) -> None:
        """A reed changes at this instant; of several that are unanswered the first counts."""
        if self._edge_us is None or at_us - self._edge_us > FORGOTTEN_MS * 1000:
            self._edge_us = at_us

    def scan(self, now_ms: int, shown: object, frame: bytes) -> None:
        """What is meant to be shown after a scan, and the last frame on the wire."""
        lit = shown != self._shown and frame != self._frame
        if lit and self._edge_us is not None and self._edge_us <= now_ms * 1000:
            self.answers.append(now_ms - self._edge_us / 1000)
            self.count += 1
            self._edge_us = None
        if lit or self._edge_us is None:
            self._shown = shown
        self._frame = frame

    def message(self) -> dict[str, Any]:
        """Say it as the page reads it."""
        known = self.answers
        return {
            "last_ms": round(known[-1], 1) if known else None,
            "median_ms": round(median(known), 1) if known else None,
            "worst_ms": round(max(known), 1) if known else None,
            "count": self.count,
        }
