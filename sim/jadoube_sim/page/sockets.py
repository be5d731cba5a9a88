"""The pages that look at the bench, each over a WebSocket: what they see, and what their hands do.

The law: all see the same, at most thirty times a second, and nothing is worked out while nobody looks. What
a page asks for is done at once and in its order, or refused to it alone in one line; what has a number is
answered by it. Who does not take what is sent is dropped; whose socket ends lets go of what he holds.
"""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from typing import Any, Final

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.glance import Unable
from jadoube.web.responses import Refused
from jadoube.web.spectators.streams import expect_upgrade
from jadoube_sim.page import asked
from jadoube_sim.page.actions import Hand
from jadoube_sim.page.looks import Looks
from jadoube_sim.page.workbench import Bench

EVERY_S: Final = 1 / 30
TIME_IS_NEWS: Final = 30
"""That nothing but time has passed is told once in so many looks."""

PATIENCE_S: Final = 5.0
PING_S: Final = 20.0
FAREWELL_S: Final = 0.25

HEARS_MOST: Final = 4 * asked.LONGEST
"""Bytes of a message that are read at all; of one that is longer than is allowed it can still be said."""

PAGES_MOST: Final = 16
ANSWERS_MOST: Final = 50


class Seat:
    """One page: has room for the newest picture, and for what was answered to it."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._picture: str | None = None
        self._answers: deque[str] = deque(maxlen=ANSWERS_MOST)
        self._news = asyncio.Event()

    def show(self, picture: str) -> None:
        """Have this sent next, in place of what was to be."""
        self._picture = picture
        self._news.set()

    def answer(self, number: int | None, why: Mapping[str, str] | None) -> None:
        """Have it told that something was done, or why not, in words of each language.

        What has no number is done without a word.
        """
        if number is not None:
            self._answers.append(json.dumps({"answer": number, "refused": why}))
        elif why is not None:
            self._answers.append(json.dumps({"refused": why}))
        self._news.set()

    async def next(self) -> list[str]:
        """Wait for what is to be sent."""
        await self._news.wait()
        self._news.clear()
        texts = [*self._answers, *([self._own(self._picture)] if self._picture else [])]
        self._picture = None
        self._answers.clear()
        return texts

    def _own(self, picture: str) -> str:
        """The picture that is everybody's, and who looks at it."""
        return f'{{"desk": {{"you": "{self.hand.name}", {picture[1:]}}}'


class Sockets:
    """All pages at one bench."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._looks = Looks(bench)
        self._seats: dict[Seat, web.WebSocketResponse] = {}
        self._names = count(1)
        self._looking: asyncio.Task[None] | None = None
        self._shown: dict[str, Any] = {}
        self._picture = ""

    async def take(self, request: web.Request) -> web.WebSocketResponse:
        """Let a page look and act until its socket ends."""
        if len(self._seats) >= PAGES_MOST:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, worded(EdgePhrase.TOO_MANY_PAGES))
        socket = web.WebSocketResponse(
            timeout=FAREWELL_S, heartbeat=PING_S, compress=False, max_msg_size=HEARS_MOST, writer_limit=0
        )
        expect_upgrade(request, socket)
        await socket.prepare(request)
        seat = self._sit_down(socket)
        sending = asyncio.create_task(_send(request, socket, seat))
        try:
            async for message in socket:
                await self._hear(seat, message)
        finally:
            sending.cancel()
            del self._seats[seat]
            seat.hand.let_go()
            await socket.close(drain=False)
        return socket

    async def close(self) -> None:
        """Say goodbye to all."""
        if self._looking:
            self._looking.cancel()
        for socket in list(self._seats.values()):
            await socket.close(code=WSCloseCode.GOING_AWAY, drain=False)

    def _sit_down(self, socket: web.WebSocketResponse) -> Seat:
        seat = Seat(Hand(f"k{next(self._names)}", self._bench))
        self._seats[seat] = socket
        self._look()
        seat.show(self._picture)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._keep_looking())
            self._looking.add_done_callback(self._looked)
        return seat

    def _looked(self, looking: "asyncio.Task[None]") -> None:
        """What goes wrong in looking would leave all pages standing still: the program ends by it."""
        problem = None if looking.cancelled() else looking.exception()
        if problem and not self._bench.failed.done():
            self._bench.failed.set_exception(problem)

    async def _hear(self, seat: Seat, message: WSMessage) -> None:
        number = None
        try:
            wanted = asked.parse(message.data if message.type is WSMsgType.TEXT else "")
            number = asked.take_number(wanted)
            await seat.hand.do(*asked.read(wanted))
            seat.answer(number, None)
        except ValueError as problem:
            seat.answer(number, problem.words if isinstance(problem, Unable) else refusal_words(problem))

    async def _keep_looking(self) -> None:
        seen, looks = -1, 0
        while self._seats:
            looks += 1
            if self._bench.changes != seen or looks % TIME_IS_NEWS == 0:
                seen = self._bench.changes
                if self._look(anyway=looks % TIME_IS_NEWS == 0):
                    for seat in self._seats:
                        seat.show(self._picture)
            await asyncio.sleep(EVERY_S)

    def _look(self, *, anyway: bool = False) -> bool:
        """Look at the bench, and say whether anything is new; the time alone is only `anyway`."""
        shown = self._looks.message()
        if not anyway and {**shown, "at_ms": 0} == {**self._shown, "at_ms": 0}:
            return False
        self._shown = shown
        self._picture = json.dumps(shown)
        return True


async def _send(request: web.Request, socket: web.WebSocketResponse, seat: Seat) -> None:
    """Send until the socket ends; who does not take it in time is dropped."""
    with suppress(TimeoutError, ConnectionError):
        while True:
            for text in await seat.next():
                async with asyncio.timeout(PATIENCE_S):
                    await socket.send_frame(text.encode(), WSMsgType.TEXT)
    if request.transport:
        request.transport.abort()
