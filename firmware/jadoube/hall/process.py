"""The process of the hall: one event loop, in which messages come in and acts go out.

The law: it holds nothing that could not come back: if it is killed, another finds all it needs in its file,
at the broker and on the boards. It ends with SIGTERM or SIGINT. That the broker, the disk or the network is
away never ends it; it is said once, and tried again.
"""

import asyncio
import os
import secrets
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.faults import Faults
from jadoube.hall.arbiters import Arbiters
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.dates import tell_wrong_dates
from jadoube.hall.elsewhere.broadcast import Sending
from jadoube.hall.elsewhere.relay import Live, Relay
from jadoube.hall.exchange.catch_up import CatchUp
from jadoube.hall.exchange.forgetting import forget
from jadoube.hall.exchange.intake import Intake, Parts, filters
from jadoube.hall.exchange.lease import TIMES, LeaseKeeper, LeaseTimes
from jadoube.hall.exchange.outgoing import Outgoing
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.file.store import Store
from jadoube.hall.file.writing import WRITE_S, Writing
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.troubles import Kind, Trouble
from jadoube.local.runtime_folder import lock_file
from jadoube.local.until_stopped import until_stopped
from jadoube.local.whole_file import write_whole
from jadoube.mqtt.connection import UP, Broker, Connection
from jadoube.mqtt.payloads import Round
from jadoube.online.lichess.broadcaster import Times
from jadoube.online.lichess.client import LichessClient
from jadoube.online.outgoing.delay import Delay

TICK_S: Final = 0.25
"""How often it is looked whether something is to be published."""

LOOK_S: Final = 1.0
"""How often it is looked whether a trouble has passed, and a board has come for a pairing without one."""

NAME_FILE: Final = "hall.id"
"""The id of this hall program, which it keeps: so the broker and other halls know it again."""

NAME_BYTES: Final = 4

CLIENT_FILE: Final = "client.id"
"""What its client id at the broker ends with."""

CLIENT_BYTES: Final = 16
"""128 bits: a broker lets whoever comes with a client id throw its owner out."""

STORE_FILE: Final = "hall.db"

LOCK_FILE: Final = "lock"
"""It stays: where it is, the hall ran before."""

Say = Callable[[str], None]


class Tells(NamedTuple):
    """Who tells the time, and draws lots."""

    now_ms: Callable[[], int]
    """The monotonic instant."""
    unix_s: Callable[[], int]
    """Seconds since 1970."""
    lot: Callable[[], float]
    """A number from 0 to 1."""


class Made(NamedTuple):
    """How a hall is made."""

    hall: str
    folder: Path
    broker: Broker
    live: Live | None = None
    lease: LeaseTimes = TIMES
    tick_s: float = TICK_S
    write_s: float = WRITE_S
    client: LichessClient | None = None
    """For tests: who is asked instead of Lichess."""


Serve = Callable[["Hall"], Coroutine[Any, Any, None]]
"""Serves the page until cancelled."""


def own_id(folder: Path) -> str:
    """Return the id of a folder's hall program; it is made at the first start. OSError if it cannot be.

    Boards see it, as they answer to it.
    """
    return _own_word(folder / NAME_FILE, NAME_BYTES)


def own_client(folder: Path) -> str:
    """Return what the program's client id ends with: nobody else sees it, or he could throw the hall out."""
    return _own_word(folder / CLIENT_FILE, CLIENT_BYTES)


def _own_word(path: Path, size: int) -> str:
    """Return a random word that is kept in this file for its owner alone."""
    try:
        kept = path.read_text("ascii", "replace").strip()
    except FileNotFoundError:
        kept = ""
    if kept.isalnum():
        return kept
    made = secrets.token_hex(size)
    path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
    write_whole(path, f"{made}\n".encode(), mode=0o600)
    return made


def made_of(settings: Settings, broker: Broker) -> Made:
    """Return how the hall of a configuration is made."""
    live = None
    if settings.live.enabled:
        path = Path(settings.live.directory or settings.hall.directory / "live")
        live = Live(path, Delay(settings.live.delay_min, settings.live.delay_plies))
    return Made(settings.broker.hall, settings.hall.directory, broker, live)


def run_hall(made: Made, tells: Tells, say: Say, serves: Sequence[Serve] = ()) -> None:
    """Keep the hall until stopped. BadInput if its folder is in use; OSError if it cannot be used."""
    asyncio.run(_run(made, tells, say, serves))


async def _run(made: Made, tells: Tells, say: Say, serves: Sequence[Serve]) -> None:
    hall = Hall(made, tells, say)
    hall.lock()
    try:
        await until_stopped(hall.run(), *(serve(hall) for serve in serves), ends_with_input=False)
    finally:
        hall.close()


def run_forget(broker: Broker, hall: str, board: str) -> None:
    """Delete all that is retained of a board. BadInput says what is there still."""
    asyncio.run(forget(broker, hall, board))


class Hall:
    """All that the process does, until cancelled."""

    def __init__(self, made: Made, tells: Tells, say: Say) -> None:
        self._made, self._say = made, say
        self._own = own = own_id(made.folder)
        self._faults = Faults(say, tells.now_ms)
        self.boards = Boards(tells.now_ms, lambda: tells.unix_s() * 1000, say)
        self.store = Store(made.folder / STORE_FILE, say)
        self._lease = LeaseKeeper(own, made.lease, is_new=True)
        self.connection = self._connection(own)
        sending = Sending(made.folder, Times(tells.now_ms, tells.unix_s), tells.lot, made.client)
        self.relay = Relay(self.boards, self.store, made.live, sending, say)
        self.rounds = RoundKeeper(self.boards, self.store, self.relay.mark)
        games = RoundGames(self.store, self.rounds, tells.unix_s)
        self.relay.follow(games)
        self._requests = Requests(made.hall, own, self.connection.publish, tells.now_ms)
        ran = (made.folder / LOCK_FILE).exists()
        self.writing = Writing(self.store, self.boards, self._load, say, made.write_s, goes_on=ran)
        self._outgoing = Outgoing(
            made.hall,
            self.boards,
            self.rounds,
            self._lease,
            self._requests,
            self.connection.publish,
            self.writing.written,
        )
        self.catch_up = CatchUp(self.boards, self.store, self.rounds, self._requests, self._faults)
        self.arbiters = Arbiters(
            self.boards, games, self._outgoing, self._requests, self.relay.broadcast, self.writing.written
        )
        parts = Parts(
            self.boards,
            self.store,
            self.rounds,
            self._lease,
            self._requests,
            self.catch_up.want,
            self._outgoing.adopt,
            self._outgoing.seated,
        )
        self.intake = Intake(made.hall, parts, self._faults)
        self._lock: int | None = None

    def _connection(self, own: str) -> Connection:
        broker = self._made.broker._replace(session_s=0)  # all is retained, or asked for
        return Connection(broker, filters(self._made.hall, own), None, self._broker_says)

    def lock(self) -> None:
        """Take the folder for this process. BadInput if another has it."""
        try:
            self._lock = lock_file(self._made.folder / LOCK_FILE)
        except BlockingIOError:
            found = "in use by another jadoube, expected a folder of its own"
            raise BadInput(str(self._made.folder), found) from None

    def close(self) -> None:
        """Write what is new, and close the file."""
        self.writing.finish()
        self.leave()

    def leave(self) -> None:
        """Close the file as it is, once nobody writes to it."""
        self.writing.leave()
        self.store.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def run(self) -> None:
        """Take messages in, write and publish, until cancelled."""
        await self.writing.open()
        async with asyncio.TaskGroup() as together:
            together.create_task(self.connection.run(self._greet, self.intake.heard))
            together.create_task(self.catch_up.run())
            together.create_task(self.relay.run())
            together.create_task(self._push())
            together.create_task(self._hold())
            together.create_task(self._look())
            together.create_task(self.writing.run())

    async def _greet(self) -> None:
        """The broker is there: it tells all that is retained, and boards are asked for what is lacking."""
        self._outgoing.connected()
        self.catch_up.want_all()
        await self._outgoing.publish_due()

    def _broker_says(self, line: str) -> None:
        if line == UP:
            self.boards.end_trouble(HALL, Kind.BROKER)
            self._say("the broker is there")
        else:
            said = worded(EdgePhrase.HALL_BROKER_AWAY, problem=line)
            self.boards.trouble(HALL, Trouble(Kind.BROKER, said), goes_on=True)

    async def _push(self) -> None:
        while True:
            with self._kept_up("publish"):
                await self._outgoing.publish_due()
            await asyncio.sleep(self._made.tick_s)

    async def _hold(self) -> None:
        """Look whether the lease is held: while nothing can be published, too."""
        while True:
            with self._kept_up("look at the lease"):
                self._outgoing.look_at_lease()
                self._look_at_lease()
            await asyncio.sleep(self._made.tick_s)

    @contextmanager
    def _kept_up(self, what: str) -> Iterator[None]:
        """A fault of ours ends nothing: the other boards are not to suffer from what one has said."""
        try:
            yield
        except Exception as problem:  # noqa: BLE001 - whatever it is
            self._faults.tell(problem, f"hall: {problem!r} while it was to {what}; it goes on")

    async def _look(self) -> None:
        """Look for what is wrong by itself, and end what has passed."""
        while True:
            with self._kept_up("look"):
                self.boards.pass_time()
                tell_wrong_dates(self.boards)
                self.rounds.look()
                self._outgoing.seat_who_came()
            await asyncio.sleep(LOOK_S)

    def _look_at_lease(self) -> None:
        """Tell whether another hall program pushes."""
        lease = self.boards.lease
        if lease and lease.holder != self._own and not self.boards.holds:
            said = worded(EdgePhrase.HALL_ANOTHER_HOLDS, holder=lease.holder)
            self.boards.trouble(HALL, Trouble(Kind.LEASE, said))
        else:
            self.boards.end_trouble(HALL, Kind.LEASE)

    def _load(self, rounds: Sequence[Round]) -> None:
        """The file is open: take its rounds."""
        if rounds:
            self._lease.goes_on()
        with self._kept_up("load"):
            self.rounds.load(rounds)
            self._outgoing.load()
