"""The publisher: keeps at the broker what the board shows, and carries out what the hall asks.

The law: states are compared and not counted, so a broker that comes back is told all of them once more, and a
state that has not changed is not published again. Nothing is decided by the time of day. What other machines
publish in this board's name is noticed, and as long as another is there, or may be, no order is taken. What
the broker does not take is noticed, too. Both are told to the arbiter. It refuses to know the board's sockets
and files.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from jadoube import __version__
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words
from jadoube.local.pausing import Pause
from jadoube.mqtt.connection import UP, Away, Broker, Connection, Told, Will
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import About, ClockState, PlayedGame, Presence, State
from jadoube.mqtt.topics import ONE, OWN_KINDS, Command, Kind, command_topic, read_place, state_topic
from jadoube.online.publishing.asking_back import AskingBack
from jadoube.online.publishing.commands import Commands, Kept, Orders
from jadoube.online.publishing.discovery import STATUS, discovery, discovery_topic
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.outgoing import ECHO_MS, Outgoing
from jadoube.online.publishing.requests import Requests
from jadoube.online.publishing.seating import Seats
from jadoube.online.publishing.states import BoardNow
from jadoube.online.publishing.wanting import MINUTE_MS, Times, Wanting
from jadoube.online.troubles import Troubles

LISTENS_MS: Final = 2000
"""So long after it has connected an order waits, where another board of this id may be there: that one says
at once that it is (a guess: brokers answer in some ms).
"""

SOON_MS: Final = 1000
"""What another board says is answered at once, but not if this one has just spoken: else they would go on."""

LOOK_S: Final = 1.0
"""How often it looks what time has changed."""

SPEAKS_MS: Final = MINUTE_MS
"""While another board has this id, both say so often that they are there."""

OTHER_MS: Final = 3 * SPEAKS_MS
"""The other one is believed to be gone after so long."""

ANSWER_S: Final = 30
"""An answer that nobody has fetched by then is wanted no more."""


class Source(Protocol):
    """Tells how the board stands, while `run` runs."""

    async def run(self, told: Callable[[BoardNow | None], None]) -> None:
        """Tell each change until cancelled; None: the board is away."""

    async def private_names(self) -> frozenset[str] | None:
        """Return the names of those whom the board remembers as private; None: it does not say."""


class Beside(NamedTuple):
    """What a publisher has beside the board and the broker."""

    memory: Memory
    times: Times
    troubles: Troubles
    say: Callable[[str], None]
    page_port: int | None = None
    """The port of the board's page, where it serves one at all addresses."""
    pause: Pause = asyncio.sleep


class Publisher:
    """Publishes this board at this broker, while `run` runs."""

    def __init__(
        self,
        identity: Identity,
        broker: Broker,
        source: Source,
        orders: Orders,
        kept: Kept,
        beside: Beside,
    ) -> None:
        self._identity = identity
        self._source = source
        self._beside = beside
        self._outgoing = Outgoing()
        self._wanting = Wanting(self._outgoing, beside.memory, beside.times)
        self._asking_back = AskingBack(self._ask_back, beside.times.now_ms)
        self._commands = Commands(
            identity, orders, kept, beside.memory, self._wanting, beside.say, self._asking_back
        )
        self._seats = Seats(
            orders, source.private_names, kept, beside.memory, self._wanting, beside.say, beside.pause
        )
        self._requests = Requests(self._commands, beside.times.now_ms, beside.say)
        self._due = asyncio.Event()
        """Set when a state may have to be published."""
        self._wants_discovery = False
        self._greeted_ms: int | None = None
        """When the broker was last reached; None: never."""
        self._knows_retained = False
        """Whether what the broker had retained of this board has come; only then are numbers above it."""
        self._may_be_other = False
        """Whether it was another machine that has said last that it is this board."""
        self._has_listened = asyncio.Event()
        """Set once no other board is to be expected to say that it is there, too."""
        self._other_ms: int | None = None
        """When another board of this id was heard last; None: there is none."""
        self._spoken_ms = 0
        """When this one last said, for the other, that it is there."""
        self._connection = Connection(
            broker,
            self._filters(),
            self._presence(State.LOST),
            self._connected,
            farewell=self._presence(State.OFF),
            sender=identity.machine,
            pause=beside.pause,
        )
        self._place = f"{broker.host}:{broker.port}"

    @property
    def is_connected(self) -> bool:
        """Whether the broker is reached."""
        return self._connection.is_up

    def status(self) -> Mapping[str, object]:
        """Return how it stands, for people; `problem` is None if nothing is wrong."""
        problems = (self._beside.troubles.of(name) for name in TROUBLES)
        return {
            "broker": self._place,
            "hall": self._identity.hall,
            "board": self._identity.board,
            "connected": self.is_connected,
            "problem": next(filter(None, problems), None),
        }

    async def run(self) -> None:
        """Publish until cancelled; the last word is that the board was stopped."""
        self._outgoing.want(Kind.ONLINE, self._presence(State.ON).payload)
        await self._beside.memory.kept()  # the start that the will names
        async with asyncio.TaskGroup() as together:
            together.create_task(self._connection.run(self._greet, self._heard))
            together.create_task(self._source.run(self._take))
            together.create_task(self._publish())
            together.create_task(self._requests.carry_out_orders(self._answer, self._has_listened))
            together.create_task(self._requests.answer_questions(self._answer))
            together.create_task(self._seats.run())
            together.create_task(self._look())

    def _filters(self) -> list[str]:
        hall, board, _ = self._identity
        states = [state_topic(hall, board, kind) for kind in (*OWN_KINDS, Kind.TABLE)]
        return [*states, command_topic(hall, board, ONE), STATUS]

    def _presence(self, state: State) -> Will:
        """Whether the board is there, as a message: published now, or by the broker when it has gone."""
        hall, board, _ = self._identity
        payload = write_payload(Presence(state, self._beside.memory.start))
        return Will(state_topic(hall, board, Kind.ONLINE), payload)

    # The board

    def _take(self, now: BoardNow | None) -> None:
        try:
            self._wanting.take(now)
        except (AttributeError, KeyError, TypeError):  # another version's daemon tells less
            self._wanting.take(None)
        self._seats.look()
        self._due.set()

    async def _look(self) -> None:
        """Let time pass."""
        while True:
            await self._beside.pause(LOOK_S)
            now_ms = self._beside.times.now_ms()
            self._wanting.look()
            if self._greeted_ms is not None and now_ms - self._greeted_ms >= ECHO_MS:
                self._knows_retained = True
            self._note(UNTAKEN, self._untaken(now_ms) if self.is_connected else None)
            self._look_for_other(now_ms)
            self._listen()
            self._due.set()

    def _untaken(self, now_ms: int) -> Words | None:
        """What the broker does not take or give; what it does not give cannot come back, either."""
        if self._connection.refused:
            what = ", ".join(each.rpartition("/boards/")[2] for each in self._connection.refused)
            return worded(EdgePhrase.BROKER_GIVES_NOT, what=what)
        missing = self._outgoing.missing(now_ms)
        return worded(EdgePhrase.BROKER_TAKES_NOT, what=", ".join(missing)) if missing else None

    def _note(self, name: str, words: Words | None) -> None:
        """Note a trouble, or that it is over: in the log, for the desk, and for the arbiter."""
        if words is None:
            self._beside.troubles.end(name)
        else:
            self._beside.troubles.begin(name, words)
        self._wanting.note(name, words)

    # The broker

    def _connected(self, line: str) -> None:
        if line == UP:
            self._beside.troubles.end(UNREACHED)
        else:
            self._knows_retained = False
            self._beside.troubles.begin(UNREACHED, worded(EdgePhrase.CANNOT_BE_USED, problem=line))

    async def _greet(self) -> None:
        """Tell a broker that has come, or come back, everything."""
        self._knows_retained = self._may_be_other = False
        self._has_listened.clear()
        self._hold_seats()
        self._greeted_ms = self._beside.times.now_ms()
        self._outgoing.forget_told()
        self._outgoing.want(Kind.ABOUT, write_payload(self._about()))
        self._wanting.stamp_game()  # it has the instant at which it is published
        self._wanting.tell_clock()
        if self._connection.is_disputed:
            self._found_other()
        self._wants_discovery = True
        self._due.set()

    def _about(self) -> About:
        address, port = self._connection.local_address, self._beside.page_port
        host = f"[{address}]" if ":" in address else address
        return About(
            name=self._identity.board,
            version=__version__,
            machine=self._identity.machine,
            page=f"http://{host}:{port}/" if address and port else "",
            can=tuple(Command),
        )

    async def _discover(self) -> None:
        """Tell Home Assistant, if it has not been told on this connection; without one, at the next."""
        hall, board, _ = self._identity
        if self._wants_discovery:
            self._wants_discovery = False
            with suppress(Away):
                await self._connection.publish(discovery_topic(board), discovery(hall, board), retain=True)

    async def _publish(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            await self._discover()
            for kind, payload in self._outgoing.due().items():
                if self._may_publish(kind) and not await self._published(kind, payload):
                    await self._beside.pause(LOOK_S)
                    self._due.set()
                    break

    def _may_publish(self, kind: Kind) -> bool:
        """Whether a state may go out; before all others that the board is there."""
        return self.is_connected and (kind is Kind.ONLINE or self._knows_retained)

    async def _published(self, kind: Kind, payload: bytes) -> bool:
        hall, board, _ = self._identity
        await self._beside.memory.kept()  # its number
        self._outgoing.tell(kind, payload)
        try:
            await self._connection.publish(state_topic(hall, board, kind), payload, retain=True)
        except Away:
            self._outgoing.was_lost(kind)
            return False
        self._outgoing.took(kind, self._beside.times.now_ms())
        return True

    async def _heard(self, told: Told) -> None:
        """Take a message. It waits for nothing: requests are carried out one after the other, elsewhere."""
        if told.topic == STATUS:
            if told.payload == b"online":
                self._wants_discovery = True
                self._due.set()
            return
        place = read_place(told.topic)
        match place.kind if place else None:
            case Command.HOLDS:
                with suppress(ValueError):  # whoever asks back waits for no long time
                    self._asking_back.hear(told)
            case Command() as command:
                self._requests.take(command, told)
            case Kind.TABLE:
                self._seats.take(told.payload)
            case Kind() as kind if kind in OWN_KINDS:
                self._hear_own(kind, told)

    async def _ask_back(self, topic: str, payload: bytes) -> None:
        await self._connection.publish(topic, payload, expires_s=ANSWER_S)

    async def _answer(self, command: Command, answer: tuple[str, bytes] | None) -> None:
        """Publish the answer to a request that was carried out."""
        if answer:
            topic, payload = answer
            with suppress(Away):
                await self._connection.publish(topic, payload, expires_s=ANSWER_S)
        if command is Command.GAMES:  # a hall that begins knows only what was retained a while ago
            self._wanting.tell_clock()
            self._due.set()

    # What comes back: all that is at the topics of this board's states

    def _hear_own(self, kind: Kind, told: Told) -> None:
        """Take what is at a topic that only this board should write."""
        ours = told.sender == self._identity.machine
        if told.retained:
            self._learn_retained(kind, told, ours=ours)
        elif ours:
            self._outgoing.hear(kind, told.payload, self._beside.times.now_ms())
            if kind is Kind.ONLINE:
                self._hear_presence(told.payload)
        elif not told.payload:
            self._outgoing.overwritten(kind)  # a board that is there is not forgotten
        else:
            self._hear_other(kind, told.payload)
        self._due.set()

    def _hear_presence(self, payload: bytes) -> None:
        if payload == self._outgoing.wanted(Kind.ONLINE):
            self._knows_retained = True  # it was told before
            self._listen()
        else:
            self._outgoing.overwritten(Kind.ONLINE)  # a will that came late

    def _learn_retained(self, kind: Kind, told: Told, *, ours: bool) -> None:
        """Learn from what was retained, as the memory may be lost, or may be of another card."""
        memory = self._beside.memory
        if kind is Kind.ONLINE:
            presence = _read_presence(told.payload)
            start, self._may_be_other = presence.start, presence.state == State.ON and not ours
            if start >= memory.start + ours and memory.start_above(start):
                self._outgoing.want(kind, self._presence(State.ON).payload)
                self._connection.will = self._presence(State.LOST)
                self._connection.farewell = self._presence(State.OFF)
                self._connection.again()
        elif kind is Kind.CLOCK:
            with suppress(ValueError):
                self._wanting.find_clock(read_payload(ClockState, told.payload))
        elif kind is Kind.GAME and told.payload != self._outgoing.wanted(kind):
            with suppress(ValueError):
                if memory.seq_above(read_payload(PlayedGame, told.payload).seq):
                    self._wanting.stamp_game()

    # Another board of this id

    def _listen(self) -> None:
        """Take orders, once no other board is to be expected to say that it is there, too."""
        now_ms, greeted_ms = self._beside.times.now_ms(), self._greeted_ms
        is_over = greeted_ms is not None and now_ms - greeted_ms >= LISTENS_MS
        if is_over or (self._knows_retained and not self._may_be_other):
            self._has_listened.set()
            self._hold_seats()

    def _hold_seats(self) -> None:
        """Seat nobody while another board is there, or may be."""
        self._seats.is_held = self._other_ms is not None or not self._has_listened.is_set()
        self._seats.look()

    def _hear_other(self, kind: Kind, payload: bytes) -> None:
        """Another machine writes there: a second board of this id, or the last word of an exchanged one."""
        if kind is Kind.ONLINE and _read_presence(payload).state != State.ON:
            self._outgoing.overwritten(kind)
            return
        self._found_other()
        now_ms = self._beside.times.now_ms()
        if kind is Kind.ONLINE and now_ms - self._spoken_ms >= SOON_MS:
            self._speak(now_ms)

    def _speak(self, now_ms: int) -> None:
        """Say once more that this board is there."""
        self._spoken_ms = now_ms
        self._outgoing.overwritten(Kind.ONLINE)

    def _found_other(self) -> None:
        self._know_other(self._beside.times.now_ms())

    def _know_other(self, now_ms: int | None) -> None:
        """Note when another board of this id was heard last; None: it has gone.

        While it is there nobody knows which of them is meant, and both would obey.
        """
        self._other_ms = now_ms
        words = None if now_ms is None else worded(EdgePhrase.BOARD_ID_TWICE, board=self._identity.board)
        self._note(TWICE, words)
        self._commands.refusal = words
        if words:
            self._has_listened.set()  # what is asked is refused
        self._hold_seats()

    def _look_for_other(self, now_ms: int) -> None:
        """Speak while another board has this id, so that both know; believe that it has gone."""
        if self._other_ms is None:
            return
        if now_ms - self._other_ms >= OTHER_MS:
            self._know_other(None)
        elif now_ms - self._spoken_ms >= SPEAKS_MS:
            self._speak(now_ms)


def _read_presence(payload: bytes) -> Presence:
    """Read a presence; what is none is of no start."""
    try:
        return read_payload(Presence, payload)
    except ValueError:
        return Presence("", 0)


UNREACHED: Final = "hall"
UNTAKEN: Final = "publishing"
TWICE: Final = "board id"
TROUBLES: Final = (UNREACHED, TWICE, UNTAKEN)
"""The names of the troubles, the most urgent first."""
