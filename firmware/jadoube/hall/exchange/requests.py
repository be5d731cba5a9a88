"""Requests to boards, and their answers: each has an id, expires at the broker, and is waited for a while.

The law: a request that was not answered is not sent again: the board may have carried it out. Only the board
that was asked can answer. A board that asks back is told how long its request holds yet: bytes may wait in a
cable for longer than any broker knows. It refuses to know what is asked.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from jadoube.mqtt.connection import Away
from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import Answer, Request
from jadoube.mqtt.topics import Command, answer_topic, command_topic

EXPIRES_S: Final = 5
"""A board that was away for longer does not carry it out: no stale start of clocks. It is counted from when
the request was made, by this program's clock."""

ANSWERS_S: Final = 2.0 * EXPIRES_S
"""So long an answer is waited for: what no board has received by then is void, and may be asked for again. A
board that has received it waits for its own answer as long as `glances/board_lines.py` says."""


class Publish(Protocol):
    """Publishes at the broker, as `Connection.publish`; `Away` if the broker does not take it."""

    def __call__(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool = False,
        expires_s: int | None = None,
        answer_to: str = "",
    ) -> Awaitable[None]:
        """Publish."""


class _Waiting(NamedTuple):
    """A request whose answer is waited for."""

    answer: "asyncio.Future[Answer]"
    until_ms: int
    """The instant until which it holds."""


class Requests:
    """Asks boards of a hall. `asker` is the id of who asks; `now_ms` reads a monotonic clock."""

    def __init__(self, hall: str, asker: str, publish: Publish, now_ms: Callable[[], int]) -> None:
        self._hall, self._asker = hall, asker
        self._publish, self._now_ms = publish, now_ms
        self._waiting: dict[tuple[str, str], _Waiting] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def new_id(self) -> str:
        """Return an id that no other request has, and that nobody can foresee."""
        return f"{self._asker}-{secrets.token_hex(8)}"

    async def ask(
        self,
        board: str,
        command: Command,
        wanted: Callable[[str], Request],
        answers_s: float = ANSWERS_S,
    ) -> Answer | None:
        """Ask a board: `wanted` makes the request of its id. None: no answer came. Raises `Away`."""
        request = wanted(self.new_id())
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        until_ms = self._now_ms() + 1000 * EXPIRES_S
        self._waiting[board, request.id] = _Waiting(future, until_ms)
        try:
            await self._publish(
                command_topic(self._hall, board, command),
                write_payload(request),
                expires_s=EXPIRES_S,
                answer_to=answer_topic(self._hall, board, self._asker),
            )
            async with asyncio.timeout(answers_s):
                return await future
        except TimeoutError:
            return None
        finally:
            self._waiting.pop((board, request.id), None)

    def answered(self, board: str, answer: Answer) -> None:
        """A board has answered, or asks back.

        What is of a request that nobody waits for, or of another board than was asked, is dropped: a board
        that gets no word carries nothing out.
        """
        found = self._waiting.get((board, answer.id))
        if found is None:
            return
        if answer.asks:
            left_ms = max(0, found.until_ms - self._now_ms())
            telling = asyncio.create_task(self._tell(board, Request(answer.id, holds_ms=left_ms)))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)
        elif not found.answer.done():
            found.answer.set_result(answer)

    async def _tell(self, board: str, holds: Request) -> None:
        """Tell a board how long its request holds yet. Where that cannot be, it does not carry it out."""
        topic = command_topic(self._hall, board, Command.HOLDS)
        with suppress(Away):
            await self._publish(topic, write_payload(holds), expires_s=EXPIRES_S)
