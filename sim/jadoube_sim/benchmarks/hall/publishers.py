"""Many publishers in a process of their own: `python -m jadoube_sim.benchmarks.hall.publishers PLAN`.

PLAN is JSON: the broker's port, the boards' numbers, the file of recordings, and how long is measured. When
all are connected, that is said; the first line of standard input lets the games go on, at the monotonic
instant in seconds that it has. The second one holds them: they say which plies they have shown when, how
late they were themselves, and how each game stands. They stay connected until the end of standard input.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.real_time import unix_s
from jadoube.mqtt.connection import Broker
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.publisher import Beside, Publisher
from jadoube.online.publishing.wanting import Times
from jadoube.online.troubles import Troubles
from jadoube_sim.hall.recorded_board import RecordedBoard, Shown
from jadoube_sim.hall.recording import Recording, read_recordings


@dataclass(frozen=True, slots=True)
class Plan:
    """What these publishers do."""

    port: int
    hall: str
    numbers: Sequence[int]
    recordings: str
    seconds: int
    folder: str

    def text(self) -> str:
        """Return it as an argument."""
        return json.dumps(asdict(self))


def board_id(number: int) -> str:
    """Return the id of a board."""
    return f"b{number:03}"


def begins_at(number: int, recording: Recording, seconds: int) -> int:
    """Return the instant of its game at which a board is when it is first seen: each another one, in ms."""
    latest_ms = max(0, recording.end_ms - seconds * 1000)
    return number * 7919 % max(1, latest_ms)


async def publish(plan: Plan) -> None:
    """Publish until standard input ends."""
    shown: list[Shown] = []
    late_ms: list[float] = []

    def note(ply: Shown, late: float) -> None:
        shown.append(ply)
        late_ms.append(late)

    recordings = read_recordings(Path(plan.recordings))
    boards = []
    for number in plan.numbers:
        recording = recordings[number % len(recordings)]
        at_ms = begins_at(number, recording, plan.seconds)
        boards.append(RecordedBoard(board_id(number), recording, at_ms, note))
    publishers = [_publisher(plan, board) for board in boards]
    running = [asyncio.create_task(each.run()) for each in publishers]
    while not all(each.is_connected for each in publishers):  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.05)

    def begin(begin_s: float) -> None:
        for board in boards:
            board.begin(begin_s)

    def hold() -> dict[str, Any]:
        for board in boards:
            board.stop()
        games = {board.board: board.san for board in boards}
        return {"shown": shown, "late_ms": late_ms, "games": games}

    await converse(begin, hold)
    for task in running:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*running)


async def converse(begin: Callable[[float], None], hold: Callable[[], dict[str, Any]]) -> None:
    """Say that all are connected, begin when that is asked for, hold, and return at the end of the input."""
    print("there", flush=True)
    begin(float(await asyncio.to_thread(sys.stdin.readline)))
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(hold()), flush=True)
    await asyncio.to_thread(sys.stdin.read)


def _publisher(plan: Plan, board: RecordedBoard) -> Publisher:
    folder = Path(plan.folder) / board.board
    folder.mkdir(parents=True, exist_ok=True)
    identity = Identity(plan.hall, board.board, f"machine-{board.board}")
    broker = Broker("127.0.0.1", plan.port, f"{plan.hall}-{board.board}")
    memory = Memory(folder, _unsaid)
    beside = Beside(memory, Times(MonotonicPace(1).now_ms, lambda: unix_s() * 1000), Troubles(_say), _say)
    return Publisher(identity, broker, board, board, board, beside)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _unsaid(_problem: OSError | None) -> None:
    """The folder goes with the bench."""


if __name__ == "__main__":
    asyncio.run(publish(Plan(**json.loads(sys.argv[1]))))
