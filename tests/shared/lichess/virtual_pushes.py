"""A board that pushes to a model of Lichess, in virtual time: the network between them is a list of troubles.

It notes what the pusher has promised: how many requests are under way at once, and how far apart they
begin. A request that got no answer may be carried out later, within `LATE_MS` of the board's giving up.
"""

import json
from collections.abc import Callable
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple
from weakref import finalize

from jadoube.online.game_state import GameState
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.broadcast_pgn import BOARDS, boards_of
from jadoube.online.lichess.pusher import LAST_MS, LATE_MS, Push, Pusher
from jadoube.online.outgoing.outbox import Outbox
from shared.lichess.round import LichessRound

ROUND = "RoUnD001"
PATIENCE_MS = 20_000


class Network(NamedTuple):
    """What becomes of a request: when its answer comes, and when Lichess carries it out."""

    kind: str = "up"
    answer_ms: int = 200
    done_ms: int | None = 100


UP = Network()
SLOW = Network("up", 8000, 4000)
DOWN = Network("down", 50, None)
LOST = Network("lost", PATIENCE_MS, None)
CUT = Network("lost", 1000, 100)
LATE = Network("lost", PATIENCE_MS, PATIENCE_MS + LATE_MS - 1)
LATER = Network("lost", 500, 500 + LATE_MS - 1)
HUNG = Network("lost", PATIENCE_MS, PATIENCE_MS + LAST_MS - 1)
GATEWAY = Network("gateway", 3000, 6000)
BUSY = Network("429", 100, None)
MESS = Network("mess", 100, 200)
TROUBLES = (SLOW, DOWN, LOST, CUT, LATE, LATER, GATEWAY, BUSY, MESS)


class VirtualBoard:
    """A board with its outbox in a folder, at an instant of virtual time."""

    def __init__(self, folder: Path, there: LichessRound, lot: Callable[[], float] = lambda: 0.5) -> None:
        self.path, self.there, self._lot = folder / "outbox.db", there, lot
        self.rounds: dict[str, LichessRound] = {}
        """Other rounds than `there`, by their ids."""
        self.now_ms = 0
        self.network: Callable[[int], Network] = lambda _: UP
        self.begun_ms: list[int] = []
        self.most_at_once = 0
        self.bodies: list[str] = []
        self._told: list[str] = []
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._starts = 0
        self._under_way = 0
        self.start()
        self.outbox.open(ROUND)

    def start(self) -> None:
        """Start the program with what the outbox keeps."""
        self._under_way = 0
        self.outbox = Outbox(self.path, self._told.append)
        finalize(self, self.outbox.close)  # Python 3.13 warns of a database that nobody closes
        self.outbox._base.execute("PRAGMA synchronous = OFF")  # virtual power is no test of the medium
        self.pusher = Pusher(self.outbox, self._lot)
        self.pusher.token_given()

    def cut_power(self, off_ms: int = 5000) -> None:
        """Lose all that is not in the outbox. Requests that are under way go on at the other side."""
        self.outbox.close()
        self._starts += 1
        self.run_until(self.now_ms + off_ms, alive=False)
        self.start()

    def offer(self, state: GameState, parts: str = BOARDS) -> None:
        """A new state of a game."""
        self.outbox.put(ROUND, state.game_id, boards_of(state, parts), self.now_ms // 1000)

    def run_until(self, end_ms: int, *, alive: bool = True) -> None:
        """Let time pass."""
        while True:
            if alive:
                self._push()
            due_ms = self.pusher.due_ms(self.now_ms) if alive else None
            instants = [event[0] for event in self._events[:1]] + ([] if due_ms is None else [due_ms])
            if not instants or min(instants) > end_ms:
                break
            self.now_ms = max(self.now_ms, min(instants))
            while self._events and self._events[0][0] <= self.now_ms:
                heappop(self._events)[2]()
        self.now_ms = max(self.now_ms, end_ms)

    def _push(self) -> None:
        push = self.pusher.next_push(self.now_ms)
        if push is None:
            return
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        self.begun_ms.append(self.now_ms)
        body = push.body.decode()
        self.bodies.append(body)
        there = self.rounds.get(push.round_id, self.there)
        trouble, starts = self.network(self.now_ms), self._starts
        answer: list[Answer] = [_failed(trouble)]

        def carry_out() -> None:
            answers = there.push(body)
            if trouble.kind == "up":
                answer[0] = Answered(200, json.dumps({"games": answers}).encode())

        if trouble.done_ms is not None:
            self._at(trouble.done_ms, carry_out)
        self._at(trouble.answer_ms, lambda: self._answered(push, answer[0], starts))

    def _answered(self, push: Push, answer: Answer, starts: int) -> None:
        if starts == self._starts:  # else the power was cut meanwhile
            self._under_way -= 1
            self.pusher.answered(push, answer, self.now_ms)

    def _at(self, in_ms: int, deed: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._events, (self.now_ms + in_ms, self._count, deed))


def _failed(trouble: Network) -> Answer:
    match trouble.kind:
        case "down":
            return NotSent(words.NOT_REACHED)
        case "gateway":
            return Answered(502, b"<html>Bad gateway</html>")
        case "429":
            return Answered(429, b'{"error":"Too many requests. Try again later."}', 60)
        case "mess":
            return Answered(200, b"<html>Log in to the hotel</html>")
    return Unknown(words.NO_ANSWER)
