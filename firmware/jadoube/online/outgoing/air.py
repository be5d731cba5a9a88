"""The air: what a broadcast gets to see of the games, once the delay lets it through.

The law: a state waits as long as was chosen for the broadcast, or for its own game. What left before a start
has left; what had not waits anew. What sends is made when there is a token or a round, or when somebody asks
for one: until then nothing of it is imported, and nothing could be sent. It runs in the loop, and reads no
clock.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from jadoube.online.game_state import GameState, without
from jadoube.online.outgoing.delay import Delay, Waiting

LOOKS_S: Final = 1.0

LONGEST: Final = Delay(minutes=240)
"""Any delay that may be chosen later is shorter."""


class Choice(Protocol):
    """What was chosen for the broadcast."""

    @property
    def round(self) -> object | None:
        """The round; None if there is none."""

    @property
    def delay_min(self) -> int:
        """Minutes after which a state leaves."""

    @property
    def delay_plies(self) -> int:
        """Plies that are held back."""


class Sender(Protocol):
    """What sends: `Broadcaster`, or another of its kind."""

    @property
    def choice(self) -> Choice:
        """What was chosen."""

    def offer(self, states: Sequence[GameState]) -> None:
        """Take the newest states of games, as they may be shown now."""

    def forget(self, name: str, but: str) -> None:
        """Forget a person in all games but one."""

    async def run(self) -> None:
        """Send until cancelled."""

    def status(self) -> dict[str, Any]:
        """The parts `token` and `broadcast` of the status."""

    def close(self) -> None:
        """Close what is open, after `run` has ended."""


OFF: Final[dict[str, Any]] = {
    "token": {"known": False, "problem": None},
    "broadcast": {
        "round": None,
        "state": "off",
        "problem": None,
        "games": [],
        "sent_s_ago": None,
        "delay_min": 0,
        "delay_plies": 0,
        "parts": "boards",
    },
}
"""How a broadcast stands of which there was never a word."""


class Air:
    """The games on their way to what sends them."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._waiting: dict[str, Waiting] = {}
        self._offered: dict[str, GameState] = {}
        self._own: dict[str, Delay] = {}
        self._running = ""
        self._sender: Sender | None = None
        self._sending = asyncio.Event()

    @property
    def sender(self) -> Sender | None:
        """What sends; None while nothing does."""
        return self._sender

    def begin(self, sender: Sender) -> None:
        """Send by this from now on."""
        self._sender = sender
        self._sending.set()

    def take(self, states: Sequence[GameState], *, running: bool, own: Delay | None = None) -> None:
        """Take the newest states of games; `own` is their delay, None: the chosen one."""
        for state in states:
            if running:
                self._running = state.game_id
            if own:
                self._own[state.game_id] = own
            waiting = self._waiting.setdefault(state.game_id, Waiting())
            waiting.take(state, self._now_ms(), self._delay(state.game_id) or LONGEST)
        self._let_go()

    def drop(self, games: Iterable[str]) -> None:
        """Nothing of these games waits any more; what is taken of them from now on is new."""
        for game_id in games:
            for known in (self._waiting, self._offered, self._own):
                known.pop(game_id, None)

    def forget(self, name: str) -> None:
        """Forget a person in all games but the running one."""
        for game_id, waiting in self._waiting.items():
            if game_id != self._running:
                waiting.change(lambda state: without(state, name))
        if self._sender:
            self._sender.forget(name, but=self._running)

    def status(self) -> dict[str, Any]:
        """How it stands."""
        return self._sender.status() if self._sender else OFF

    async def run(self) -> None:
        """Let go what is due, and send, until cancelled."""
        await self._sending.wait()
        assert self._sender is not None  # noqa: S101 - `begin` has set both
        async with asyncio.TaskGroup() as both:
            both.create_task(self._sender.run())
            both.create_task(self._let_go_in_time())

    async def _let_go_in_time(self) -> None:
        while True:
            self._let_go()
            await asyncio.sleep(LOOKS_S)

    def _delay(self, game_id: str) -> Delay | None:
        """The delay of a game; None where none is its own and no round is chosen: it may be chosen yet."""
        chosen = self._sender.choice if self._sender else None
        if not chosen:
            return None
        chosen_delay = Delay(chosen.delay_min, chosen.delay_plies) if chosen.round else None
        return self._own.get(game_id, chosen_delay)

    def _let_go(self) -> None:
        """Offer what may be shown now."""
        now_ms = self._now_ms()
        for game_id, waiting in list(self._waiting.items()):
            delay = self._delay(game_id)
            state = waiting.show(delay, now_ms) if delay else None
            if self._sender and state and state != self._offered.get(game_id):
                self._sender.offer([state])
                self._offered[game_id] = state
            if game_id != self._running and (delay is None or waiting.due_ms(delay) is None):
                del self._waiting[game_id]
                self._offered.pop(game_id, None)
                self._own.pop(game_id, None)
