"""Requests to boards, and their answers: each has an id, expires at the broker, and is waited for a while.

The law: a request that was not answered is not sent again: the board may have carried it out. Only the board
that was asked can answer. It refuses to know what is asked.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import Answer, Request
from jadoube.mqtt.topics import Command, answer_topic, command_topic

EXPIRES_S: Final = 5
"""A board that was away for longer does not carry it out: no stale start of clocks."""

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


class Requests:
    """Asks boards of a hall. `asker` is the id of who asks."""

    def __init__(self, hall: str, asker: str, publish: Publish) -> None:
        self._hall, self._asker = hall, asker
        self._publish = publish
        self._waiting: dict[tuple[str, str], asyncio.Future[Answer]] = {}

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
        self._waiting[board, request.id] = future
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
        """A board has answered; what nobody waits for, or asked of another board, is dropped."""
        future = self._waiting.get((board, answer.id))
        if future and not future.done():
            future.set_result(answer)
