"""Calls for the arbiter: since when a board needs him, and whether one has seen it.

The law: a call is the same as long as board, game, need and ply are. Its age counts from the instant at which
the hall's page first had it. That one arbiter has seen it, all are shown. A board that is lost in the midst
of a game is a call, too; so is one that does not take its seating in time, and, of the hall itself, that
pairings have no board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.rounds.played.seated import WITHIN_MS, Seat
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import Need, State

LOST: Final = "lost"
SEAT: Final = "seat"
NOWHERE: Final = "nowhere"

HALL: Final = ""
"""In place of a board's id: the call is one of the hall itself."""

NAMED_MOST: Final = 12
"""So many pairings without a board are named."""

URGENCY: Final = (
    *(Need.ILLEGAL, Need.FLAG, Need.HELP, Need.CLAIM),
    *(LOST, SEAT, NOWHERE),
    *(Need.DOUBT, Need.MACHINE),
)
"""The most urgent first: what stops a game comes before what can wait for its end."""


@dataclass(frozen=True, slots=True)
class KnownCall:
    """A call, and what has become of it."""

    key: str
    need: str
    said: Words
    ply: int
    since_ms: int
    seen_by: str = ""
    """The arbiter's name; empty: nobody has seen it."""


class Calls:
    """The calls of all boards that stand now, and of the hall."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, KnownCall]] = {}
        self._waits: dict[str, tuple[str, int]] = {}  # for which seating a board is waited for, since when
        self._nowhere = ("", frozenset[str](), 0)  # the round, its pairings without a board, which call it is

    def follow(self, board: BoardState, now_ms: int, seat: Seat = Seat.UNTOLD) -> tuple[KnownCall, ...]:
        """Return a board's calls as it is now, the most urgent first."""
        found = [*_calls(board, now_ms), *self._unseated(board, seat, now_ms)]
        return tuple(sorted(self._put(board.id, found), key=lambda call: (urgency(call.need), call.since_ms)))

    def forget(self, board_id: str) -> None:
        """A board is there no more."""
        self._known.pop(board_id, None)
        self._waits.pop(board_id, None)

    def without_board(self, round_name: str, numbers: Sequence[str], now_ms: int) -> tuple[KnownCall, ...]:
        """Return the call that these pairings have no board; none if there are no such pairings.

        It is the same one while none is added.
        """
        name, before, count = self._nowhere
        if name != round_name or not before.issuperset(numbers):
            count += 1
        self._nowhere = round_name, frozenset(numbers), count
        named = [*numbers[:NAMED_MOST], *(["…"] if len(numbers) > NAMED_MOST else [])]
        said = worded(EdgePhrase.HALL_NOWHERE, numbers=", ".join(named))
        call = KnownCall(f"{round_name}/{NOWHERE}/{count}", NOWHERE, said, 0, now_ms)
        kept = self._put(HALL, [call] if numbers else [])
        return tuple(replace(each, said=said) for each in kept)

    def see(self, board_id: str, key: str, by: str) -> bool:
        """Note that an arbiter has seen a call; return whether it stands. An empty id: one of the hall."""
        calls = self._known.get(board_id, {})
        call = calls.get(key)
        if call is None:
            return False
        calls[key] = replace(call, seen_by=by)
        return True

    def late(self, now_ms: int) -> set[str]:
        """Return the boards that have not taken their seating in time, whose call is not made yet."""
        return {board for board, since_ms in self._uncalled() if now_ms - since_ms >= WITHIN_MS}

    def due_ms(self) -> int | None:
        """Return the instant at which a board will be late that is not yet; None: none waits."""
        first_ms = min((since_ms for _, since_ms in self._uncalled()), default=None)
        return None if first_ms is None else first_ms + WITHIN_MS

    def _uncalled(self) -> Iterator[tuple[str, int]]:
        """Yield the boards that wait for their seating and have no call for it yet, and since when."""
        for board, (_, since_ms) in self._waits.items():
            if all(each.need != SEAT for each in self._known.get(board, {}).values()):
                yield board, since_ms

    def _put(self, board_id: str, found: Sequence[KnownCall]) -> list[KnownCall]:
        """Keep the calls that stand now; those that are known are as old as they are."""
        before = self._known.get(board_id, {})
        kept = {call.key: before.get(call.key, call) for call in found}
        self._known[board_id] = kept
        return list(kept.values())

    def _unseated(self, board: BoardState, seat: Seat, now_ms: int) -> Iterator[KnownCall]:
        """The call that a board has not taken its seating, once it has had its time."""
        if seat != Seat.WAITS or board.seating is None:
            self._waits.pop(board.id, None)
            return
        stamp, since_ms = self._waits.get(board.id, ("", 0))
        if stamp != board.seating.stamp:
            stamp, since_ms = board.seating.stamp, now_ms
            self._waits[board.id] = stamp, since_ms
        if now_ms - since_ms >= WITHIN_MS:
            yield KnownCall(f"{stamp}/{SEAT}", SEAT, {}, 0, since_ms)


def urgency(need: str) -> int:
    """Return the place of a need in the order of urgency; what this version does not know comes last."""
    return URGENCY.index(need) if need in URGENCY else len(URGENCY)


def _calls(board: BoardState, now_ms: int) -> Iterator[KnownCall]:
    game = board.game
    if board.alarm:
        for call in board.alarm.calls:
            key = f"{board.alarm.game_id}/{call.need}/{call.ply}"
            yield KnownCall(key, call.need, call.said, call.ply, now_ms)
    lost = board.presence is not None and board.presence.state == State.LOST
    if lost and game and game.san and not game.over:
        yield KnownCall(f"{game.game_id}/{LOST}", LOST, {}, len(game.san), now_ms)
