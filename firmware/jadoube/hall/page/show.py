"""The show: sends everybody who looks on what has changed in the hall, five times a second at most.

The law: a card is made anew only when its board has changed. Everybody gets all at first, then what is new
since what he got last; who is slow gets the newest, once, and holds up nobody. Nobody looks on beyond the
limits that a board's page has (`web/spectators/broadcaster.py`). Who hears nothing for ten seconds is sent
a sign.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from jadoube.glances.faults import Faults
from jadoube.glances.messages import encode_json
from jadoube.hall.page.access import Arbiters, Boards
from jadoube.hall.page.calls import Calls
from jadoube.hall.page.cards import NO_RESULT, NOT_CHOSEN, card, shown_call
from jadoube.hall.page.parts import GONE, Parts
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.pairings import shown_id
from jadoube.hall.rounds.played.seated import Seat, seat_of
from jadoube.mqtt.payloads import PairedBoard, Round
from jadoube.web.spectators.broadcaster import Seats, Spectator

EVERY_S: Final = 0.2
BEAT_S: Final = 10.0

BOARD: Final = "board/"
"""Before the id of a board in a part's name."""
ROUND: Final = "round"
CALLS: Final = "calls"
"""Those of the hall itself; a board's are on its card."""
TROUBLES: Final = "troubles"
NOTICES: Final = "notices"
AWAY: Final = "away"
"""Since when nothing is heard of boards: what they said last is old, and no clock is counted on beyond it."""

NOTICES_MOST: Final = 30
"""So many notices are shown, the newest."""


class Snapshot:
    """What was new at a change, as `Spectator` takes it; what is newer by then is in it, too."""

    def __init__(self, parts: Parts, at_ms: int) -> None:
        self._parts = parts
        self._at_ms = at_ms
        self.number = parts.number

    @property
    def full(self) -> bytes:
        """All that there is."""
        return self._parts.since(0, self._at_ms)

    def since(self, number: int) -> bytes | None:
        """What is newer than this number."""
        return self._parts.since(number, self._at_ms)


class Show(Seats):
    """Follows the hall and sends what has changed. `now_ms` returns the instant of the hall's clock."""

    def __init__(
        self,
        boards: Boards,
        arbiters: Arbiters,
        now_ms: Callable[[], int],
        faults: Faults,
        every_s: float = EVERY_S,
        beat_s: float = BEAT_S,
    ) -> None:
        super().__init__()
        self._boards = boards
        self._arbiters = arbiters
        self._now_ms = now_ms
        self._faults = faults
        self._every_s = every_s
        self._beat_s = beat_s
        self.calls = Calls()
        self._parts = Parts()
        self._changed: set[str] = set()
        self._news = asyncio.Event()
        self._pairings: dict[str, PairedBoard] = {}
        self._now = NOT_CHOSEN
        self._nowhere = False  # whether pairings have no board, or had none
        boards.listen(self.change)

    def join(self, address: str = "", *, deltas: bool = False) -> Spectator:
        """Add a spectator, who gets all at once. Check `full` before."""
        spectator = super().join(address, deltas=deltas)
        spectator.offer(Snapshot(self._parts, self._now_ms()))
        return spectator

    def change(self, board_id: str) -> None:
        """Note that a board has changed; empty: the round, or what the hall says."""
        self._changed.add(board_id)
        self._news.set()

    async def run(self) -> None:
        """Send what has changed, and a sign where nothing has, until cancelled."""
        self._changed |= {"", *(board.id for board in self._boards.all())}
        while True:
            self.send()
            await asyncio.sleep(self._every_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._waits_s()):
                    await self._news.wait()

    def _waits_s(self) -> float:
        """How long nothing may be sent: a sign is due, or a board becomes late for its seating."""
        due_ms = self.calls.due_ms()
        return min(self._beat_s, self._beat_s if due_ms is None else max(0, due_ms - self._now_ms()) / 1000)

    def send(self) -> None:
        """Send what has changed since the last time."""
        self._news.clear()
        changed, self._changed = self._changed, set()
        now_ms = self._now_ms()
        changed |= self.calls.late(now_ms)
        parts: dict[str, bytes] = {}
        if "" in changed:
            try:
                parts, moved = self._hall_parts()
                changed |= moved
            except Exception as problem:  # noqa: BLE001 - as below
                self._faults.tell(problem, f"page: {problem!r} on the round; it stays as it was")
        for board_id in sorted(changed - {""}):
            try:
                parts[BOARD + board_id] = self._card(board_id, now_ms)
            except Exception as problem:  # noqa: BLE001 - whatever a card stumbles over, the hall goes on
                self._faults.tell(problem, f"page: {problem!r} on board {board_id}; its card stays as it was")
        if changed and self._nowhere:
            parts[CALLS] = self._hall_calls(now_ms)
        self._parts.put(parts)
        self.offer(Snapshot(self._parts, now_ms))

    def _hall_parts(self) -> tuple[dict[str, bytes], set[str]]:
        """What the hall says, and the boards whose pairings have changed."""
        now = self._arbiters.round()
        pairings = {each.board: each for each in now.boards if each.board}
        moved = {
            board
            for board in {*pairings, *self._pairings}
            if pairings.get(board) != self._pairings.get(board)
        }
        if place_of(now) != place_of(self._now):
            moved |= {*pairings, *self._pairings, *(board.id for board in self._boards.all())}
        self._now = now
        self._pairings = pairings
        self._nowhere = self._nowhere or any(not each.board for each in now.boards)
        away_ms = self._boards.away_ms
        shown: dict[str, Any] = {
            AWAY: None if away_ms is None else {"at_ms": away_ms},
            ROUND: {
                "event": now.event,
                "site": now.site,
                "round": now.round,
                "control": self._arbiters.sent_control(),
                "names": list(self._arbiters.round_names()),
                "names_event": self._arbiters.event(),
                "seats": sum(bool(each.board) and each.given in ("", NO_RESULT) for each in now.boards),
                "boards": [round_row(now, each) for each in now.boards],
            },
            TROUBLES: [dict(each.said) for each in self._arbiters.troubles()],
            NOTICES: [
                {"at_ms": each.at_ms, "board": each.board, "said": dict(each.said)}
                for each in self._boards.notices[-NOTICES_MOST:]
            ],
        }
        return {name: encode_json(value) for name, value in shown.items()}, moved

    def _hall_calls(self, now_ms: int) -> bytes:
        """Pairings without a board and a result are a call once seatings were sent: before, they may wait."""
        now = self._arbiters.round()
        numbers = [each.number for each in now.boards if not each.board and each.result in ("", NO_RESULT)]
        self._nowhere = bool(numbers)
        told = any(self._seat(board) for board in self._pairings) if numbers else False
        calls = self.calls.without_board(now.round, numbers if told else (), now_ms)
        return encode_json([shown_call(each) for each in calls])

    def _seat(self, board_id: str) -> Seat:
        board, pairing = self._boards.board(board_id), self._pairings.get(board_id)
        return seat_of(board, self._arbiters.round(), pairing) if board and pairing else Seat.UNTOLD

    def _card(self, board_id: str, now_ms: int) -> bytes:
        board, seat = self._boards.board(board_id), self._seat(board_id)
        if board is None:
            self.calls.forget(board_id)
            return GONE
        calls = self.calls.follow(board, now_ms, seat)
        return encode_json(card(board, self._pairings.get(board_id), calls, seat, self._now))


def round_row(found: Round, each: PairedBoard) -> dict[str, Any]:
    """Return a pairing of a round as the page shows it; acts on it say its `id`."""
    result = "" if each.result == NO_RESULT else each.result
    shown = {"id": shown_id(found, each), "number": each.number, "board": each.board, "result": result}
    return {**shown, "white": each.white.name, "black": each.black.name}
