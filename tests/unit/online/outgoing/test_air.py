"""The air: a broadcast gets nothing before a round is chosen, and nothing younger than its delay."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from jadoube.online.game_state import GameState
from jadoube.online.outgoing.air import OFF, Air
from jadoube.online.outgoing.delay import Delay


class Chosen(NamedTuple):
    """What was chosen."""

    round: str | None
    delay_min: int = 0
    delay_plies: int = 0


@dataclass
class Heard:
    """A sender that keeps what it is offered."""

    choice: Chosen = field(default_factory=lambda: Chosen(None))
    offered: list[GameState] = field(default_factory=list)

    def offer(self, states: Sequence[GameState]) -> None:
        """Keep them."""
        self.offered += states

    def forget(self, name: str, but: str) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Do nothing."""
        await asyncio.Event().wait()

    def status(self) -> dict[str, Any]:
        """Say nothing."""
        return {}

    def close(self) -> None:
        """Do nothing."""


def state(plies: int, game_id: str = "a") -> GameState:
    """A game with so many plies."""
    moves = " ".join(("1. e4", "e5", "2. Nf3", "Nc6")[:plies])
    return GameState(game_id, f'[Event "?"]\n[Result "*"]\n[GameId "{game_id}"]\n\n{moves} *\n\n', over=False)


def test_nothing_is_offered_before_a_round_is_chosen() -> None:
    """And then the game as it stands."""
    now_ms = [0]
    air, sender = Air(lambda: now_ms[0]), Heard()
    assert air.status() == OFF
    air.take([state(1)], running=True)
    air.begin(sender)
    air.take([state(2)], running=True)
    assert sender.offered == []
    sender.choice = Chosen("r")
    air.take([state(3)], running=True)
    assert sender.offered == [state(3)]


def test_a_delay_that_is_chosen_later_holds_back_what_was_seen_before() -> None:
    """A round with a delay shows no ply of the last minutes, though it was there when it was chosen."""
    now_ms = [0]
    air, sender = Air(lambda: now_ms[0]), Heard()
    air.begin(sender)
    air.take([state(1)], running=True)
    now_ms[0] = 300_000
    air.take([state(2)], running=True)
    sender.choice = Chosen("r", delay_min=5)
    now_ms[0] = 301_000
    air.take([], running=True)
    assert sender.offered == [state(1)]
    now_ms[0] = 600_000
    air.take([], running=True)
    assert sender.offered == [state(1), state(2)]


def test_a_game_of_before_goes_out_once() -> None:
    """Its last state, and it is forgotten then."""
    air, sender = Air(lambda: 0), Heard(Chosen("r"))
    air.begin(sender)
    air.take([state(4, "b")], running=False)
    air.take([state(1)], running=True)
    assert sender.offered == [state(4, "b"), state(1)]
    assert list(air._waiting) == ["a"]


def test_a_game_keeps_its_own_delay_whatever_is_chosen_later() -> None:
    """Also for what waits already."""
    now_ms = [0]
    air, sender = Air(lambda: now_ms[0]), Heard(Chosen("r", delay_min=15))
    air.begin(sender)
    air.take([state(1)], running=True, own=Delay(15))
    sender.choice = Chosen("s")
    air.take([state(1, "b")], running=True, own=Delay())
    air.take([state(2)], running=True, own=Delay(15))
    assert sender.offered == [state(1, "b")]
    now_ms[0] = 900_000
    air.take([], running=True)
    assert sender.offered == [state(1, "b"), state(2)]
