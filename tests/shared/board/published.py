"""A board on the desk that publishes at a real mosquitto, and who listens there as a hall does.

Time at the board is virtual. The publisher's own is the loop's, twenty times as fast, so that waits of a
minute fit into a test.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jadoube.mqtt.connection import Broker, Connection, Told
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import About, Alarm, Answer, ClockState, PlayedGame, Presence, Request, Seating
from jadoube.mqtt.topics import (
    ONE,
    Command,
    Kind,
    answer_topic,
    command_topic,
    read_place,
    state_topic,
)
from jadoube.online.publishing.commands import Orders
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.kept_games import KeptGames
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import ArbiterOrders
from jadoube.online.publishing.publisher import Beside, Publisher
from jadoube.online.publishing.source import BoardSource
from jadoube.online.publishing.wanting import Times
from jadoube.online.troubles import Troubles
from jadoube_sim.hall.broker import LocalBroker
from shared.board.served import until
from shared.board.split import Split, split_board
from shared.hall.broker import broker_here

HALL, BOARD, ASKER = "hall", "b01", "hall-1"
FAST = 20
PATIENCE_S = 20.0
TAGS = {"White": "Vera", "GameId": "aBcDeFgHiJkL"}

KINDS: dict[Kind, Any] = {
    Kind.ONLINE: Presence,
    Kind.ABOUT: About,
    Kind.GAME: PlayedGame,
    Kind.CLOCK: ClockState,
    Kind.ALARM: Alarm,
}


async def fast(seconds: float) -> None:
    """Pause in the publisher's time."""
    await asyncio.sleep(seconds / FAST)


def fast_times() -> Times:
    """The publisher's time."""
    loop = asyncio.get_running_loop()

    def now_ms() -> int:
        return int(loop.time() * 1000 * FAST)

    return Times(now_ms, lambda: 1_700_000_000_000 + now_ms())


@dataclass(slots=True)
class Hall:
    """Who listens at the broker, as a hall does: the newest states, and all games in the order they came."""

    connection: Connection
    state: dict[Kind, Any] = field(default_factory=dict)
    games: list[PlayedGame] = field(default_factory=list)
    clocks: list[ClockState] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    presences: list[Presence] = field(default_factory=list)

    async def hear(self, told: Told) -> None:
        """Take a message."""
        place = read_place(told.topic)
        if place is None:
            return
        if place.kind is None:
            self.answers.append(read_payload(Answer, told.payload))
        elif place.kind in KINDS:
            kind = Kind(place.kind)
            value = read_payload(KINDS[kind], told.payload) if told.payload else None
            self.state[kind] = value
            noted: Any = {Kind.GAME: self.games, Kind.CLOCK: self.clocks, Kind.ONLINE: self.presences}
            if kind in noted and value is not None:
                noted[kind].append(value)

    async def ask(self, command: Command, request: Request, *, expires_s: int = 30) -> None:
        """Ask the board for something, without waiting for the answer."""
        await self.connection.publish(
            command_topic(HALL, BOARD, command),
            write_payload(request),
            expires_s=expires_s,
            answer_to=answer_topic(HALL, BOARD, ASKER),
        )

    async def asked(self, command: Command, request: Request) -> Answer:
        """Ask the board for something; return its answer."""
        count = len(self.answers)
        await self.ask(command, request)
        await is_so(lambda: len(self.answers) > count)
        return self.answers[-1]

    async def seat(self, seating: Seating) -> None:
        """Say who is to sit there."""
        topic = state_topic(HALL, BOARD, Kind.TABLE)
        await self.connection.publish(topic, write_payload(seating), retain=True)

    @property
    def needs(self) -> list[str]:
        """Why the board calls."""
        alarm = self.state.get(Kind.ALARM)
        return [call.need for call in alarm.calls] if alarm else []


async def is_so(claim: Callable[[], object]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(PATIENCE_S):
        await until(lambda: bool(claim()))


@dataclass(slots=True)
class Published:
    """A board, its publisher, the broker and the hall."""

    split: Split
    broker: LocalBroker
    folder: Path
    identity: Identity
    user: str
    hall: Hall
    said: list[str] = field(default_factory=list)
    orders: Orders | None = None
    """Who gives the orders; None: the board's own sockets."""
    publisher: Publisher | None = None
    running: asyncio.Task[None] | None = None

    def made(self, identity: Identity | None = None, keeps: str = "own") -> Publisher:
        """Make a publisher of this board; with another identity as another machine does."""
        who = identity or self.identity
        keeps_in = self.folder / keeps
        keeps_in.mkdir(exist_ok=True)
        there = Broker(
            "127.0.0.1",
            self.broker.port,
            f"jadoube-{who.board}-{who.machine}",
            self.user,
            self.broker.passwords.get(self.user, ""),
        )
        control = self.split.control
        return Publisher(
            who,
            there,
            BoardSource(control, fast),
            self.orders or ArbiterOrders(control),
            KeptGames(self.folder / "games"),
            Beside(
                Memory(keeps_in, lambda _: None),
                fast_times(),
                Troubles(self.said.append),
                self.said.append,
                8064,
                fast,
            ),
        )

    async def run(self) -> None:
        """Let the board's publisher run from now on."""
        self.hall.state.clear()
        self.publisher = self.made()
        self.running = asyncio.create_task(self.publisher.run())
        await self.is_so(lambda: Kind.GAME in self.hall.state)

    async def stop(self) -> None:
        """End it as its service is ended."""
        if self.running:
            self.running.cancel()
            await asyncio.wait({self.running})
            self.running = None

    async def is_so(self, claim: Callable[[], object]) -> None:
        """Wait until it is so; a publisher that has ended is a failure."""

        def checked() -> object:
            if self.running and self.running.done():
                self.running.result()
            return claim()

        try:
            await is_so(checked)
        except TimeoutError:
            raise AssertionError((self.said, self.hall.state)) from None


@asynccontextmanager
async def published(
    folder: Path,
    *,
    passwords: dict[str, str] | None = None,
    acl: str = "",
    starts_clock: bool = True,
    kind: type[LocalBroker] = LocalBroker,
) -> AsyncIterator[Published]:
    """A board that publishes; with passwords, the users are `hall` and the board's id."""
    user = BOARD if passwords else ""
    with broker_here(folder, passwords, acl, kind) as broker:
        async with (
            split_board(folder, starts_clock=starts_clock, tags=TAGS, pause=fast) as split,
            hall_at(broker, "hall" if passwords else "") as hall,
        ):
            there = Published(split, broker, folder, Identity(HALL, BOARD, "machine1"), user, hall)
            try:
                yield there
            finally:
                await there.stop()


@asynccontextmanager
async def hall_at(broker: LocalBroker, user: str = "") -> AsyncIterator[Hall]:
    """Listen at the broker."""
    there = Broker("127.0.0.1", broker.port, ASKER, user, broker.passwords.get(user, ""))
    states = [state_topic(HALL, ONE, kind) for kind in KINDS]
    filters = [*states, answer_topic(HALL, ONE, ASKER)]
    connection = Connection(there, filters, None, lambda _: None, sender=ASKER, pause=fast)
    hall = Hall(connection)
    up = asyncio.Event()

    async def greet() -> None:
        up.set()

    running = asyncio.create_task(connection.run(greet, hall.hear))
    try:
        async with asyncio.timeout(PATIENCE_S):
            await up.wait()
        yield hall
    finally:
        running.cancel()
        await asyncio.wait({running})


def live(folder: Path, story: Callable[[Published], Awaitable[None]], **how: Any) -> None:
    """Tell a story of a board that publishes."""

    async def run() -> None:
        async with published(folder, **how) as there:
            await story(there)

    asyncio.run(run())
