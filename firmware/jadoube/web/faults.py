"""The page's own faults, told in the log.

The law: a fault is one line. The same fault is told once a minute at most, with how often it was not told
since the last time: who can bring one about as often as he likes cannot fill the log with it.
"""

from collections.abc import Callable
from typing import Final

EVERY_MS: Final = 60_000


class Faults:
    """Tells faults to `say`. `now_ms` gives the instant."""

    def __init__(self, say: Callable[[str], None], now_ms: Callable[[], int]) -> None:
        self._say = say
        self._now_ms = now_ms
        self._told: dict[tuple[str, str, int], tuple[int, int]] = {}

    def tell(self, problem: Exception, line: str) -> None:
        """Tell a fault in this line, unless the same was told within the last minute."""
        now_ms, fault = self._now_ms(), _place(problem)
        told = self._told.get(fault)
        if told and now_ms - told[0] < EVERY_MS:
            self._told[fault] = told[0], told[1] + 1
            return
        again = f"; {told[1]} times more since it was last said" if told and told[1] else ""
        self._say(line + again)
        self._told[fault] = now_ms, 0


def _place(problem: Exception) -> tuple[str, str, int]:
    """Give a problem's kind and the line of code it comes from: its words may differ each time."""
    trace = problem.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    return type(problem).__qualname__, *where
