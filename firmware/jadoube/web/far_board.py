"""The board in another process: reads what the daemon shows at its glance socket, and orders at its control.

The law: a board that is not there is waited for, with growing pauses, and everybody who asks is told so at
once. What is wanted of the board is sent at most every 50 ms, however many visitors ask: one view and one
PGN are asked for at a time, and all who wait share the answer. Orders go one after the other.

It refuses to know what a message or an order says.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.events import Ordered, Page
from jadoube.glances.board_lines import ANSWERS_S, BoardLines, Shown, keep_reading, order
from jadoube.glances.glance import Answer, Unable, read_answer
from jadoube.glances.lines import (
    IN_EACH_LANGUAGE,
    MESSAGE,
    PGN,
    PLAYERS,
    VIEW,
    Wish,
    glance_socket,
    page_line,
)
from jadoube.glances.maker import EVERY_S, Told
from jadoube.local.pausing import Pause
from jadoube.web.responses import Refused

AWAY: Final = Refused(
    HTTPStatus.SERVICE_UNAVAILABLE,
    worded(EdgePhrase.BOARD_AWAY),
    Retry_After="2",
)

RETRY_S: Final = (0.25, 0.5, 1.0, 2.0)
"""Pauses between tries to reach the board; the last one again and again."""

Say = Callable[[str], None]


class FarBoard:
    """An `Access` to the board whose control socket this is, while `run` runs.

    `lost` is called when the board has gone away.
    """

    def __init__(self, control: Path, say: Say, pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._glances = glance_socket(control)
        self._say = say
        self._pause = pause
        self.lost: Callable[[], None] = _nothing
        self.reached = asyncio.Event()
        """Set while the board is reached."""
        self._told_away = False
        self._watchers: dict[Told, None] = {}
        self._page: Page | None = None
        self._due: dict[str, None] = {}
        self._wanted = asyncio.Event()
        self._questions: dict[int, asyncio.Future[bytes]] = {}
        self._shared: dict[str, asyncio.Future[bytes]] = {}
        self._number = 0
        self._ordering = asyncio.Lock()

    @property
    def is_there(self) -> bool:
        """Whether the board is reached."""
        return self.reached.is_set()

    def announce(self, page: Page | None) -> None:
        """Say where browsers reach the page; the board hears it when it is there."""
        before, self._page = self._page, page
        if page != before:
            self._want(page_line(page), instead_of=page_line(before))

    def watch(self, told: Told) -> None:
        """Tell each new message from now on. One comes soon, even if nothing has changed."""
        self._watchers[told] = None
        self._want(Wish.WATCH, instead_of=Wish.REST)

    def leave(self, told: Told) -> None:
        """Tell nothing more."""
        self._watchers.pop(told, None)
        if not self._watchers:
            self._want(Wish.REST, instead_of=Wish.WATCH)

    async def view(self) -> bytes:
        """Return the message of now."""
        return await self._asked(VIEW)

    async def pgn(self) -> str:
        """Return the game of now as PGN."""
        return str(json.loads(await self._asked(PGN)))

    async def players(self) -> list[dict[str, Any]]:
        """Return the players that the board remembers, the last used first."""
        found: list[dict[str, Any]] = json.loads(await self._asked(PLAYERS))
        return found

    async def obey(self, ordered: Ordered) -> Answer:
        """Carry out an order; return what came of it. Raises Unable."""
        if not self.is_there:
            raise AWAY
        try:
            async with asyncio.timeout(ANSWERS_S), self._ordering:
                answer = await order(self._control, f"{IN_EACH_LANGUAGE}{ordered.text}")
            done = read_answer(answer)
        except (OSError, TimeoutError, ValueError):
            raise AWAY from None
        self._shared.clear()  # who asks from now on sees what came of it
        if isinstance(done, Unable):
            raise done
        return done

    async def run(self) -> None:
        """Reach the board, again and again, until cancelled."""
        await keep_reading(self._control, self._live, self._tell_away, self._pause, RETRY_S)

    async def _live(self, lines: BoardLines) -> None:
        """Hear and ask until the connection ends. The answer to a first question says that it is there."""
        self._number += 1
        first = [f"{VIEW} {self._number}", page_line(self._page)]
        self._due = dict.fromkeys(first + ([Wish.WATCH] if self._watchers else []))
        self._wanted.set()
        asking = asyncio.create_task(self._ask(lines))
        try:
            async for shown in lines:
                self._hear(shown)
                if not self.is_there:
                    self._tell_there()
        finally:
            asking.cancel()
            self._go()

    async def _ask(self, board: BoardLines) -> None:
        """Send what is wanted, all that has come together since the last time."""
        with suppress(OSError):  # who hears notices it, too
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                lines, self._due = self._due, {}
                await board.say(*lines)
                await self._pause(EVERY_S)

    def _want(self, line: str, *, instead_of: str) -> None:
        self._due.pop(instead_of, None)
        self._due[line] = None
        self._wanted.set()

    def _hear(self, shown: Shown) -> None:
        """Take a line of the board."""
        if shown.about == MESSAGE:
            for told in list(self._watchers):
                told(shown.text)
        elif (asked := self._questions.pop(shown.number, None)) and not asked.done():
            asked.set_result(shown.text)

    async def _asked(self, about: str) -> bytes:
        """Ask a question, or wait for the answer to the same one that was asked before."""
        if not self.is_there:
            raise AWAY
        asked, number = self._shared.get(about), None
        if asked is None or asked.done():
            self._number += 1
            number = self._number
            asked = self._shared[about] = asyncio.get_running_loop().create_future()
            self._questions[self._number] = asked
            self._want(f"{about} {self._number}", instead_of="")
        try:
            async with asyncio.timeout(ANSWERS_S):
                return await asyncio.shield(asked)
        except (TimeoutError, ConnectionError):
            if number is not None:
                self._questions.pop(number, None)
            if self._shared.get(about) is asked:
                del self._shared[about]
            raise AWAY from None

    def _go(self) -> None:
        """Tell all who wait that the board has gone."""
        was_there = self.is_there
        self.reached.clear()
        for asked in self._questions.values():
            if not asked.done():
                asked.set_exception(ConnectionError())
                asked.exception()  # else it would be told as a fault where nobody waits for it any more
        self._questions.clear()
        self._shared.clear()
        if was_there:
            self.lost()

    def _tell_there(self) -> None:
        self.reached.set()
        if self._told_away:
            self._say("page: the board answers")
        self._told_away = False

    def _tell_away(self, problem: Exception) -> None:
        if not self._told_away:
            why = getattr(problem, "strerror", None) or str(problem) or "no answer"
            self._say(f"page: {self._glances}: {why}; it waits for the board")
        self._told_away = True


def _nothing() -> None:
    """Do nothing, where nobody waits for it."""
