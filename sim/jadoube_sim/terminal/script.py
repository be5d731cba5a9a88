"""Words read line by line: the terminal face where there is no terminal.

Each line lets the hands finish and the board settle before the next is read; nobody waits, unless a speed was
asked for. After each line its instant, the words of the view and what was decided go to standard error; what
is asked for, and at the end the PGN, goes to standard output. A line that cannot be done is told with its
number and left out.
"""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from jadoube.config.problems import BadInput
from jadoube.core.display.effect_text import answer_text, seconds
from jadoube.core.messages.effects import Effect, Glitched, Lifted, Placed
from jadoube.core.state.table import Table
from jadoube_sim.desk import Ears
from jadoube_sim.terminal.session import Session

_READ_BYTES = 65536


@dataclass(slots=True)
class Told:
    """What a line brought about: what was decided, and what parts had to say."""

    decided: list[str] = field(default_factory=list)

    @property
    def ears(self) -> Ears:
        """What the desk tells it by."""
        return Ears(self.say, self.tell)

    def tell(self, _now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        """Note what was decided; single reeds are left to --explain."""
        self.decided += [answer_text(effect, table) for effect in effects if not isinstance(effect, REEDS)]

    def say(self, line: str) -> None:
        """Note what a part has to say."""
        self.decided.append(line)

    def take(self) -> list[str]:
        """Give all that was noted, and forget it."""
        decided, self.decided = self.decided, []
        return decided


REEDS = Lifted | Placed | Glitched


async def run_script(session: Session, told: Told, descriptor: int = 0, name: str = "stdin") -> int:
    """Do the lines of a file descriptor until it ends or says quit; give the status, 2 for a bad line."""
    status = 0
    number = 0
    async for line in _lines(descriptor):
        number += 1
        if line.lstrip().startswith("#"):
            continue
        before_ms = session.desk.pace.now_ms()
        try:
            answer = await session.do(line)
        except ValueError as problem:
            _print_aside(str(BadInput(f"{name}:{number}", str(problem))))
            status = 2
            continue
        _print_answer(session, told, answer.text, moved=session.desk.pace.now_ms() > before_ms)
        if answer.leaves:
            break
    return status


def _print_answer(session: Session, told: Told, text: str, *, moved: bool) -> None:
    if text:
        print(text, flush=True)
    if moved:
        _print_aside(f"{seconds(session.desk.pace.now_ms()):>9}  {session.words}")
    for line in told.take():
        _print_aside(f"{'':9}    {line}")


def _print_aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


async def _lines(descriptor: int) -> AsyncIterator[str]:
    """Read lines in a thread of their own, so that time can run and Ctrl-C is heard meanwhile."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    reader = threading.Thread(target=_read, args=(descriptor, queue, loop), daemon=True)
    reader.start()
    while (line := await queue.get()) is not None:
        yield line


def _read(descriptor: int, queue: "asyncio.Queue[str | None]", loop: asyncio.AbstractEventLoop) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody reads any more
        for line in _raw_lines(descriptor):
            loop.call_soon_threadsafe(queue.put_nowait, line.decode("utf-8", "replace"))
        loop.call_soon_threadsafe(queue.put_nowait, None)


def _raw_lines(descriptor: int) -> Iterator[bytes]:
    """Read lines; a descriptor that cannot be read, or no longer, has ended."""
    rest = b""
    with suppress(OSError):
        while data := os.read(descriptor, _READ_BYTES):
            *lines, rest = (rest + data).split(b"\n")
            yield from lines
    if rest:
        yield rest
