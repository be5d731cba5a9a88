"""A hall on a real broker in one loop, and boards of paper: they publish what a test says, and answer.

Times are real and short; none is longer than a test may take.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt
import chess

from jadoube.daemon.real_time import Slots, unix_s
from jadoube.hall.exchange.lease import LeaseTimes
from jadoube.hall.process import Hall, Made, Tells
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import About, Answer, KeptGame, PlayedGame, Presence, Request, Seating, State
from jadoube.mqtt.topics import Command, Kind, command_topic, read_place, state_topic
from jadoube_sim.hall.broker import LocalBroker
from shared.hall.broker import client, to

HALL = "club"
QUICK = LeaseTimes(renew_ms=100, unheard_ms=400, settle_ms=450, act_ms=100, gone_ms=900, empty_ms=50)
LOOKS_S = 0.01


async def until(holds: Callable[[], object], within_s: float = 5.0) -> None:
    """Wait until something is so; an error if it is not in time."""
    async with asyncio.timeout(within_s):
        while not holds():  # noqa: ASYNC110 - what is looked at knows nobody who waits
            await asyncio.sleep(LOOKS_S)


def made(broker: LocalBroker, folder: Path, port: int = 0, **others: Any) -> Made:
    """Return how a hall is made at this broker, with short times; at another port over a cable."""
    where = to(broker, f"hall-{folder.name}")
    where = where._replace(port=port or where.port)
    return Made(HALL, folder, where, lease=QUICK, **{"tick_s": 0.02, "write_s": 0.02, **others})


@asynccontextmanager
async def hall_here(
    broker: LocalBroker, folder: Path, says: Callable[[str], None] = lambda _: None, **others: Any
) -> AsyncIterator[Hall]:
    """Run a hall in this loop until the end; it ends as one that is killed: nothing more is written."""
    hall = Hall(made(broker, folder, **others), Tells(Slots(1).now_ms, unix_s, lambda: 0.5), says)
    running = asyncio.create_task(hall.run())
    try:
        await until(lambda: hall.connection.is_up)
        yield hall
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        hall.leave()


def played(game_id: str, seq: int, *san: str, at: int | None = None, **others: Any) -> PlayedGame:
    """Return the state of a game with these plies, from the start position or another, and its text."""
    names = {"round": others.get("round", ""), "board": others.get("board", "")}
    result = others.get("result", "*")
    text = pgn_of(game_id, san, result, **names)
    when = unix_s() * 1000 if at is None else at
    told = {"start_fen": chess.STARTING_FEN, **others}  # as boards tell it
    return PlayedGame(game_id, seq, when, san=san, pgn=text, **told)


def pgn_of(game_id: str, san: tuple[str, ...], result: str = "*", **names: str) -> str:
    """Return the text of a game as a board keeps it."""
    tags = {"Event": "?", "Site": "?", "Date": "2026.11.26", "Round": names.get("round") or "?"}
    tags |= {"White": "?", "Black": "?", "Result": result, "GameId": game_id}
    if fen := names.get("fen"):
        tags |= {"SetUp": "1", "FEN": fen}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    moves = [f"{at // 2 + 1}. {each}" if at % 2 == 0 else each for at, each in enumerate(san)]
    return "\n".join([*lines, "", " ".join([*moves, result]), ""])


@dataclass
class PaperBoard:
    """A board that publishes what it is told to, and answers what it is asked."""

    broker: LocalBroker
    id: str
    machine: str = "m1"
    start: int = 1
    kept: dict[str, tuple[KeptGame, str]] = field(default_factory=dict)
    asked: list[tuple[Command, Request]] = field(default_factory=list)
    seated: list[Seating] = field(default_factory=list)
    refuses: dict[str, str] = field(default_factory=dict)
    _client: aiomqtt.Client | None = None
    _hearing: "asyncio.Task[None] | None" = None

    async def come(self) -> None:
        """Connect, and say that it is there."""
        connected = client(self.broker, f"{self.id}-{self.machine}")
        await connected.__aenter__()
        self._client = connected
        await connected.subscribe(command_topic(HALL, self.id, "+"), qos=1)
        await connected.subscribe(state_topic(HALL, self.id, Kind.TABLE), qos=1)
        self._hearing = asyncio.create_task(self._hear(connected))
        await self.say(Kind.ABOUT, About(self.id, "1", self.machine))
        await self.say(Kind.ONLINE, Presence(State.ON, self.start))

    async def leave(self, state: State | None = State.LOST) -> None:
        """Go, and have this said of it; None: nothing, as a board that is cut off from the network."""
        assert self._client
        assert self._hearing
        if state:
            await self.say(Kind.ONLINE, Presence(state, self.start))
        while not self._hearing.done():  # Python 3.11's `wait_for`, in aiomqtt, may swallow it
            self._hearing.cancel()
            await asyncio.sleep(LOOKS_S)
        await self._client.__aexit__(None, None, None)
        self._client, self.start = None, self.start + 1

    async def say(self, kind: Kind, value: Any) -> None:
        """Publish a state; None deletes it."""
        assert self._client
        payload = b"" if value is None else value if isinstance(value, bytes) else write_payload(value)
        await self._client.publish(state_topic(HALL, self.id, kind), payload, qos=1, retain=True)

    async def play(self, game_id: str, seq: int, *san: str, **others: Any) -> None:
        """Publish the state of a game."""
        await self.say(Kind.GAME, played(game_id, seq, *san, **others))

    def keep(self, game_id: str, *san: str, result: str = "*", **names: str) -> None:
        """Keep a game without publishing it."""
        kept = KeptGame(game_id, len(san), result, names.get("round", ""))
        self.kept[game_id] = kept, pgn_of(game_id, san, result, **names)

    async def _hear(self, connected: aiomqtt.Client) -> None:
        async for message in connected.messages:
            place = read_place(message.topic.value)
            if place is None or not isinstance(message.payload, bytes) or not message.payload:
                continue
            if place.kind == Kind.TABLE:
                self.seated.append(read_payload(Seating, message.payload))
            elif isinstance(place.kind, Command):
                request = read_payload(Request, message.payload)
                self.asked.append((place.kind, request))
                answer_to = getattr(message.properties, "ResponseTopic", "")
                await connected.publish(answer_to, write_payload(self._answer(place.kind, request)), qos=1)

    def _answer(self, command: Command, request: Request) -> Answer:
        match command:
            case Command.GAMES:
                return Answer(request.id, ok=True, games=tuple(kept for kept, _ in self.kept.values()))
            case Command.GAME:
                return Answer(request.id, ok=True, pgn=self.kept[request.game_id][1])
        why = self.refuses.get(request.order)
        return Answer(request.id, ok=why is None, why={"en": why} if why else {})


@asynccontextmanager
async def board_here(broker: LocalBroker, board: str, **others: Any) -> AsyncIterator[PaperBoard]:
    """A board that is there until the end."""
    found = PaperBoard(broker, board, **others)
    await found.come()
    try:
        yield found
    finally:
        if found._client:
            await found.leave()
