"""What a long step was doing: the log is replayed once more, and that one step under a profiler.

The profiler makes a step several times as long, so shares are told and no times. Two functions are named. The
first is the innermost function of the core in which at least half of the step was spent: that is the search
or the stage, in the words of its own docstring. The second has the largest share of its own, without what it
calls.
"""

from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from types import CodeType
from typing import Protocol, cast

import chess

from jadoube.core import arbiter
from jadoube.core.messages.events import Event, Scanned
from jadoube.core.squares import squares
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import log_of
from jadoube_sim.cost.steps import Long, Stepped

CORE = Path(arbiter.__file__).parent


class Entry(Protocol):
    """What the profiler says of a function: its code (a name if it is built in), and its times."""

    code: CodeType | str
    inlinetime: float
    totaltime: float


@dataclass(frozen=True, slots=True)
class Doing:
    """What a step was doing."""

    at_ms: int
    event: str
    readings: int
    """The hypotheses alive before it."""
    search: str
    """The innermost public function of the core that took at least half of it, and what that does."""
    search_share: float
    own: str
    """The function with the largest own share."""
    own_share: float


class _Looking:
    """Replays a log, and has a profile of one step made."""

    def __init__(self, number: int) -> None:
        self._left = number
        self.profile = Profile(thread_time)
        self.taken: tuple[Table, Event, int] | None = None

    def step(self, table: Table, event: Event, now_ms: int) -> Stepped:
        """Begin one step, under the profiler if it is the one."""
        if not self._is_next():
            return arbiter.begin_step(table, event, now_ms)
        self.taken = (table, event, now_ms)
        return self.profile.runcall(arbiter.begin_step, table, event, now_ms)

    def think(self, table: Table) -> Stepped:
        """Go on with a step for one slice, under the profiler if it is the one."""
        if not self._is_next() or not table.thinking:
            return arbiter.think(table)
        self.taken = (table, table.thinking.event, table.thinking.at_ms)
        return self.profile.runcall(arbiter.think, table)

    def _is_next(self) -> bool:
        self._left -= 1
        return self._left == -1


def look_at(long: Long) -> Doing:
    """Take a long step again, and say what it does."""
    looking = _Looking(long.number)
    replay(log_of(long.job), stepper=looking.step, thinker=looking.think)
    if looking.taken is None:
        raise ValueError(f"step {long.number} found, expected one of the replay")
    table, event, now_ms = looking.taken
    entries = cast("list[Entry]", looking.profile.getstats())
    whole = max(entry.totaltime for entry in entries)
    inner = [each for each in entries if _is_public(each.code) and each.totaltime >= whole / 2]
    search = min(inner, key=lambda entry: entry.totaltime)
    own = max(entries, key=lambda entry: entry.inlinetime)
    return Doing(
        at_ms=now_ms,
        event=_words(table, event),
        readings=len(table.seen.hypotheses),
        search=_name(search.code) + _says(search.code),
        search_share=search.totaltime / whole,
        own=_name(own.code),
        own_share=own.inlinetime / whole,
    )


def _is_public(code: CodeType | str) -> bool:
    """Whether it is a function of the core, and not the helper of one."""
    return (
        not isinstance(code, str) and code.co_name[0] not in "_<" and CORE in Path(code.co_filename).parents
    )


def _name(code: CodeType | str) -> str:
    """The module and the name of a function."""
    if isinstance(code, str):
        return code.strip("<>")
    path = Path(code.co_filename)
    module = path.parent.name if path.stem == "__init__" else path.stem
    return f"{module}.{code.co_qualname}"


def _says(code: CodeType | str) -> str:
    """The first line of its docstring, in brackets; nothing if it has none."""
    first = None if isinstance(code, str) else code.co_consts[0]
    return f" ({first.splitlines()[0].rstrip('.')})" if isinstance(first, str) else ""


def _words(table: Table, event: Event) -> str:
    """What the step took in."""
    if not isinstance(event, Scanned):
        return type(event).__name__
    if not table.turned and (changed := event.reeds ^ table.board.reeds.raw):
        return f"a scan with changes on {' '.join(chess.SQUARE_NAMES[each] for each in squares(changed))}"
    if event.reeds != table.board.reeds.raw or event.buttons != table.panel.buttons.raw:
        return "a scan with changes"
    return "a scan that was due"
