"""Many boards whose payloads were made before: `python -m jadoube_sim.benchmarks.hall.prepared PLAN`.

The law: broker and hall get what real publishers would publish of the same recordings, byte for byte but for
the game's identity and the instant; what makes it costs nothing while is measured. In a real hall that is on
the boards. These boards are asked nothing. Plan, standard input and output are those of `publishers.py`.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube import __version__
from jadoube.config.problems import BadInput
from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import About, Presence, State
from jadoube.mqtt.topics import OWN_KINDS, Command, Kind, state_topic
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.wanting import Times, Wanting
from jadoube_sim.benchmarks.hall.publishers import Plan, begins_at, board_id, converse
from jadoube_sim.hall.lean_client import LeanClient, sender_of, topic_of
from jadoube_sim.hall.recorded_board import Shown
from jadoube_sim.hall.recording import Recording, read_recordings

BOARDS_OF_ONE: Final = 50
"""So many boards share a connection."""

LOOKS_MS: Final = 1000
"""As often as a publisher looks what time has changed."""

GAME: Final = "THE-GAME"
"""Stands for the game's identity until it is published."""

AT_MS: Final = 1_000_000_000_007
"""Stands for the instant at which it is published; it has as many digits."""

GAME_BYTES: Final = GAME.encode()
AT_BYTES: Final = f'"at":{AT_MS}'.encode()


class Payload(NamedTuple):
    """What a board publishes at an instant of its game."""

    at_ms: int
    kind: Kind
    payload: bytes
    plies: int
    """So many plies are shown by then."""


class _Board(NamedTuple):
    """A board, with all that its packets have in common."""

    id: str
    client: LeanClient
    from_ms: int
    payloads: Sequence[Payload]
    topics: dict[Kind, bytes]
    sender: bytes
    game: bytes

    def publish(self, kind: Kind, payload: bytes) -> None:
        made = payload.replace(GAME_BYTES, self.game).replace(
            AT_BYTES, b'"at":%d' % (time.time_ns() // 10**6)
        )
        self.client.publish(self.topics[kind], self.sender + made)


def prepare(recording: Recording) -> list[Payload]:
    """Return what a publisher publishes of a recording from its begin to its end, a ply after the other."""
    now_ms = recording.instants[0].at_ms
    outgoing = Outgoing()
    memory = Memory(Path("/nowhere"), lambda _problem: None)  # nothing is read there, or written
    wanting = Wanting(outgoing, memory, Times(lambda: now_ms, lambda: AT_MS))
    made = []

    def tell(plies: int) -> None:
        for kind, payload in outgoing.due().items():
            outgoing.tell(kind, payload)
            made.append(Payload(now_ms, kind, payload, plies))

    plies = 0
    for each in recording.instants:
        for looked_ms in range(now_ms + LOOKS_MS, each.at_ms, LOOKS_MS):
            now_ms = looked_ms
            wanting.look()
            tell(plies)
        now_ms, plies = each.at_ms, each.plies
        wanting.take(each.now(GAME))
        tell(plies)
    return made


class Crowd:
    """All boards of a plan, and what they have published."""

    def __init__(self, plan: Plan) -> None:
        self._shown: list[Shown] = []
        self._late_ms: list[float] = []
        self._last: dict[str, bytes] = {}
        self._clients: list[LeanClient] = []
        self._boards: list[_Board] = []
        self._playing: asyncio.Task[None] | None = None
        self._plan = plan

    async def come(self) -> None:
        """Connect, and have the broker know how each board stands; BadInput if it takes no boards."""
        plan = self._plan
        recordings = read_recordings(Path(plan.recordings))
        made = [prepare(each) for each in recordings]
        for first in range(0, len(plan.numbers), BOARDS_OF_ONE):
            client = await self._connected(f"{plan.hall}-{first}")
            for number in plan.numbers[first : first + BOARDS_OF_ONE]:
                at = number % len(recordings)
                from_ms = begins_at(number, recordings[at], plan.seconds)
                self._boards.append(_board(plan.hall, number, client, from_ms, made[at]))
                self._begin(self._boards[-1])
        for client in self._clients:
            await client.arrived(plan.port)

    async def _connected(self, identifier: str) -> LeanClient:
        client = LeanClient(identifier)
        await client.come(self._plan.port)
        self._clients.append(client)
        return client

    def _begin(self, board: _Board) -> None:
        states = [state_topic(self._plan.hall, board.id, kind) for kind in OWN_KINDS]
        board.client.subscribe(states)
        board.publish(Kind.ONLINE, write_payload(Presence(State.ON, 1)))
        about = About(board.id, __version__, f"machine-{board.id}", can=(Command.ORDER,))
        board.publish(Kind.ABOUT, write_payload(about))
        for kind, payload in _standing(board).items():
            board.publish(kind, payload)
            if kind is Kind.GAME:
                self._last[board.id] = payload

    def begin(self, begin_s: float) -> None:
        """Go on from now."""
        self._playing = asyncio.create_task(self._play(begin_s))

    async def _play(self, begin_s: float) -> None:
        """Publish everything at its instant."""
        plies = {board.id: _plies_before(board) for board in self._boards}
        for due_ms, board, each in _in_order(self._boards):
            due_s = begin_s + due_ms / 1000
            if (early_s := due_s - time.monotonic()) > 0:
                await asyncio.sleep(early_s)
            if each.plies > plies[board.id]:
                plies[board.id], now_ns = each.plies, time.monotonic_ns()
                self._shown.append(Shown(board.id, each.plies, now_ns))
                self._late_ms.append(now_ns / 1e6 - due_s * 1000)
            if each.kind is Kind.GAME:
                self._last[board.id] = each.payload
            board.publish(each.kind, each.payload)
            await asyncio.sleep(0)  # hear what the broker has

    def hold(self) -> dict[str, Any]:
        """Publish nothing new any more; say what was shown when, and how each game stands."""
        if self._playing:
            self._playing.cancel()
        games = {board: json.loads(payload)["san"] for board, payload in self._last.items()}
        return {"shown": self._shown, "late_ms": self._late_ms, "games": games}


def _board(hall: str, number: int, client: LeanClient, from_ms: int, made: Sequence[Payload]) -> _Board:
    found = board_id(number)
    topics = {kind: topic_of(state_topic(hall, found, kind)) for kind in OWN_KINDS}
    return _Board(
        found, client, from_ms, made, topics, sender_of(f"machine-{found}"), f"{found}-game".encode()
    )


def _standing(board: _Board) -> dict[Kind, bytes]:
    """How a board stands where it begins."""
    first_ms = board.payloads[0].at_ms
    before = [each for each in board.payloads if each.at_ms <= max(board.from_ms, first_ms)]
    return {each.kind: each.payload for each in before}


def _plies_before(board: _Board) -> int:
    return max((each.plies for each in board.payloads if each.at_ms <= board.from_ms), default=0)


def _in_order(boards: Sequence[_Board]) -> Iterator[tuple[int, _Board, Payload]]:
    """All that is published from the begin on, with the instant since the begin in ms."""
    found = [
        (each.at_ms - board.from_ms, board, each)
        for board in boards
        for each in board.payloads
        if each.at_ms > board.from_ms
    ]
    yield from sorted(found, key=lambda each: each[0])


async def publish(plan: Plan) -> None:
    """Publish until standard input ends."""
    crowd = Crowd(plan)
    await crowd.come()
    await converse(crowd.begin, crowd.hold)


if __name__ == "__main__":
    try:
        asyncio.run(publish(Plan(**json.loads(sys.argv[1]))))
    except BadInput as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(refusal.status)
