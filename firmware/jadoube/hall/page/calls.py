"""Calls for the arbiter: since when a board needs him, and whether one has seen it.

The law: a call is the same as long as board, game, need and ply are. Its age counts from the instant at which
the hall's page first had it. That one arbiter has seen it, all are shown. A board that is lost in the midst
of a game is a call, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from jadoube.hall.board_fold import BoardState
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import Need, State

LOST: Final = "lost"

URGENCY: Final = (Need.ILLEGAL, Need.FLAG, Need.HELP, Need.CLAIM, LOST, Need.DOUBT, Need.MACHINE)
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
    """The calls of all boards that stand now."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, KnownCall]] = {}

    def follow(self, board: BoardState, now_ms: int) -> tuple[KnownCall, ...]:
        """Return a board's calls as it is now, the most urgent first."""
        before = self._known.get(board.id, {})
        found = {call.key: before.get(call.key, call) for call in _calls(board, now_ms)}
        self._known[board.id] = found
        return tuple(sorted(found.values(), key=lambda call: (urgency(call.need), call.since_ms)))

    def see(self, board_id: str, key: str, by: str) -> bool:
        """Note that an arbiter has seen a call; return whether it stands."""
        calls = self._known.get(board_id, {})
        call = calls.get(key)
        if call is None:
            return False
        calls[key] = KnownCall(call.key, call.need, call.said, call.ply, call.since_ms, by)
        return True


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
