"""What the hall asks of a board: who carries it out, and what is answered.

The law: an order is carried out once, also over a restart; if it comes again it is answered as the first
time. What was retained is not carried out, as it may be of another day, nor what has waited longer than it
holds; where the hall can say whether it does, it is asked at the last moment. Answers go only below the
board's own topic of answers. What is no request has no answer, and is said. It refuses to know brokers, and
in which order requests come (`requests.py`).
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from jadoube.config.kinds import is_topic_id
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.lines import SECONDS_MOST
from jadoube.local.desk_lines import Words
from jadoube.mqtt.connection import Told
from jadoube.mqtt.payload_json import MOST_BYTES, read_payload, unquoted, write_payload
from jadoube.mqtt.payloads import Answer, KeptGame, Request
from jadoube.mqtt.topics import Command, answer_topic
from jadoube.online.publishing.asking_back import AskingBack
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import Done, found_expected
from jadoube.online.publishing.wanting import Wanting

QUESTIONS: Final = frozenset({Command.GAMES, Command.GAME})
"""What changes nothing at the board, and waits for its disk."""

ANSWERS_MOST: Final = 16
"""So many answers are kept for requests that come twice."""

HOLDS_S: Final = 30
"""A request for which nobody has named an end holds so long (docs/mqtt.md)."""

WRITES: Final = "writes"
"""The order that shows a text on the faces."""

PAUSE, PLAY = "pause", "play"
"""The orders that stop and start the clocks."""


class Orders(Protocol):
    """Gives orders to the board."""

    async def order(self, text: str, by: str, seconds: int = 0) -> Done:
        """Give an order in the name of this arbiter; one that writes, for so many seconds, 0: without end."""


class Kept(Protocol):
    """The games that the board has kept; both wait for the disk."""

    def listed(self) -> tuple[KeptGame, ...]:
        """Return the newest games, the newest first."""

    def pgn(self, game_id: str) -> str | None:
        """Return one of them as PGN; None if there is none."""


class Commands:
    """Carries out what the hall asks of this board."""

    def __init__(
        self,
        identity: Identity,
        orders: Orders,
        kept: Kept,
        memory: Memory,
        wanting: Wanting,
        say: Callable[[str], None],
        asking_back: AskingBack,
    ) -> None:
        self._identity = identity
        self._orders = orders
        self._kept = kept
        self._memory = memory
        self._wanting = wanting
        self._say = say
        self._asking_back = asking_back
        self._answered: dict[str, Answer] = {}
        self.refusal: Words | None = None
        """Why the board takes nothing now that changes anything; None: it does."""

    async def carry_out(self, command: Command, told: Told, waited_ms: int = 0) -> tuple[str, bytes] | None:
        """Carry out a request; return where it is answered, and the answer. None: there is none.

        `waited_ms` is how long it has waited here; one that holds no longer is answered so, and does nothing.
        """
        if told.retained:
            self._say(f"hall: {command} was retained, expected it once; it is not carried out")
            return None
        try:
            request = read_payload(Request, told.payload)
        except ValueError as problem:
            self._say(f"hall: {command}: {unquoted(problem)}")
            return None
        answer = await self._answer(command, request, told, waited_ms)
        if answer is None or not self._may_answer(told.answer_to):
            return None
        return told.answer_to, _bounded(answer)

    def _may_answer(self, topic: str) -> bool:
        asker = topic.rpartition("/")[2]
        who = self._identity
        return is_topic_id(asker) and topic == answer_topic(who.hall, who.board, asker)

    async def _answer(self, command: Command, request: Request, told: Told, waited_ms: int) -> Answer | None:
        if command in QUESTIONS:
            return await self._of_games(command, request)  # a question may be asked twice
        if not self._memory.is_new(request.id):
            return self._answered.get(request.id)
        await self._memory.kept()
        holds = not self.refusal and await self._holds(request, told, waited_ms)
        if self.refusal:  # also what has come up while the hall was asked
            done = Done(ok=False, words=self.refusal)
        elif not holds:
            done = Done(ok=False, words=worded(EdgePhrase.COMMAND_LATE))
        else:
            done = await (self._order(request) if command is Command.ORDER else self._show(request))
        answer = Answer(request.id, done.ok, {} if done.ok else done.words)
        self._answered = dict([*self._answered.items(), (request.id, answer)][-ANSWERS_MOST:])
        return answer

    async def _holds(self, request: Request, told: Told, waited_ms: int) -> bool:
        """Whether a request holds now; whoever has made it may know better than what came with it."""
        if waited_ms >= _holds_ms(told):
            return False
        if not request.asks_back:
            return True
        return self._may_answer(told.answer_to) and await self._asking_back.holds(request.id, told.answer_to)

    async def _order(self, request: Request) -> Done:
        done = await self._orders.order(request.order, request.by)
        if done.ok and request.order.strip() in (PAUSE, PLAY):
            self._memory.is_arbiters_pause = request.order.strip() == PAUSE
        return done

    async def _show(self, request: Request) -> Done:
        """Show a text for some seconds: the board itself takes it back."""
        if not 0 < request.seconds <= SECONDS_MOST:
            return Done(ok=False, words=found_expected(str(request.seconds), f"1 - {SECONDS_MOST}"))
        return await self._orders.order(f"{WRITES} {request.text}", request.by, request.seconds)

    async def _of_games(self, command: Command, request: Request) -> Answer:
        in_thread = partial(asyncio.get_running_loop().run_in_executor, None)
        now = self._wanting.now
        if command is Command.GAMES:
            return Answer(request.id, ok=True, games=await in_thread(self._kept.listed))
        pgn = await in_thread(self._kept.pgn, request.game_id)
        if pgn is None and now and request.game_id == now.message["game_id"]:
            pgn = now.pgn
        if pgn is None:
            return Answer(request.id, ok=False, why=worded(EdgePhrase.BOARD_LACKS_GAME))
        return Answer(request.id, ok=True, pgn=pgn)


def _holds_ms(told: Told) -> int:
    """How long a request holds after it has come."""
    return 1000 * (HOLDS_S if told.expires_s is None else told.expires_s)


def _bounded(answer: Answer) -> bytes:
    """Return the payload of an answer; one that is too long for a broker is refused."""
    payload = write_payload(answer)
    if len(payload) <= MOST_BYTES:
        return payload
    why = worded(EdgePhrase.FOUND_EXPECTED, found=f"{len(payload)} B", expected=f"{MOST_BYTES} B")
    return write_payload(Answer(answer.id, ok=False, why=why))
