"""Logs the page's own faults.

The law: a fault is one line. The same fault is logged once a minute at most, with the number of times that it
was left out. So a client that can cause a fault at will cannot fill the log.
"""

from collections.abc import Callable
from typing import Final

EVERY_MS: Final = 60_000


class Faults:
    """Logs faults through `say`. `now_ms` returns the instant."""

    def __init__(self, say: Callable[[str], None], now_ms: Callable[[], int]) -> None:
        self._say = say
        self._now_ms = now_ms
        self._told: dict[tuple[str, str, int], tuple[int, int]] = {}

    def tell(self, problem: Exception, line: str) -> None:
        """Log a fault as this line, unless the same fault was logged within the last minute."""
        now_ms, fault = self._now_ms(), _place(problem)
        told = self._told.get(fault)
        if told and now_ms - told[0] < EVERY_MS:
            self._told[fault] = told[0], told[1] + 1
            return
        again = f"; {told[1]} times more since it was last said" if told and told[1] else ""
        self._say(line + again)
        self._told[fault] = now_ms, 0


def _place(problem: Exception) -> tuple[str, str, int]:
    """Return a problem's type and the line of code it comes from; its words may differ each time."""
    trace = problem.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    return type(problem).__qualname__, *where
