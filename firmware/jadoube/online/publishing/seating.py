"""Carries out the seatings of the hall, each once.

The law: the stamps of the last seatings are remembered, as a broker may restore an older one. A seating that
was interrupted is carried out again, as names given twice do no harm; so is one that a board has lost with
its power, or by a new game, before anything was played. What the board refuses of it is told to the arbiter.
What a board has begun while it was away is of a round that nobody knows. It refuses to know brokers.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words
from jadoube.local.pausing import Pause
from jadoube.mqtt.payload_json import read_payload, unquoted
from jadoube.mqtt.payloads import Seating
from jadoube.online.publishing.commands import Kept, Orders
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.seating_orders import (
    NAMED,
    NEW_GAME,
    is_played,
    is_undecided,
    lacks_seating,
    order_again,
    seating_orders,
)
from jadoube.online.publishing.states import OPEN, OVER
from jadoube.online.publishing.wanting import Wanting

RETRY_S: Final = 5.0
"""The pause before a seating is tried again that the board did not take."""

REFUSED: Final = "seating"

PrivateNames = Callable[[], Awaitable[frozenset[str] | None]]
"""Asks who is private; None: nobody knows now."""


class Seats:
    """Who is to sit at this board."""

    def __init__(
        self,
        orders: Orders,
        private_names: PrivateNames,
        kept: Kept,
        memory: Memory,
        wanting: Wanting,
        say: Callable[[str], None],
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._orders = orders
        self._private_names = private_names
        self._kept = kept
        self._memory = memory
        self._wanting = wanting
        self._say = say
        self._pause = pause
        self._waits: Seating | None = None
        self._sits: Seating | None = None
        """Whoever was seated last, as long as the hall says so."""
        self._is_undecided = False
        """Whether the last game that the board has shown is theirs, was begun and has no result."""
        self._again = ""
        """The order that is to be given as their game was given up, and another is begun in its place."""
        self._closes = ""
        """The phase in which the board still shows a game that it is to put away; empty: it does not."""
        self._changed = asyncio.Event()
        self.is_held = False
        """Whether nobody is seated now, whoever waits."""

    def take(self, payload: bytes) -> None:
        """Take what is retained for this board; empty: nobody is to sit there."""
        if not payload:
            self._waits = self._sits = None
            self._forget_game()
            return
        try:
            seating = read_payload(Seating, payload)
        except ValueError as problem:
            self._say(f"hall: seating: {unquoted(problem)}")
            return
        self._closes = ""
        if seating != self._sits:  # a broker that comes back gives the same one again
            self._forget_game()
        is_done = self._memory.was_seated(seating.stamp)
        self._waits, self._sits = (None, seating) if is_done else (seating, None)
        self._changed.set()

    def look(self) -> None:
        """The board has changed: perhaps who waits can be seated now, or a game is begun anew."""
        now = self._wanting.now
        if now and now.message["phase"] != self._closes:
            self._closes = OVER if self._closes and now.message["phase"] == OVER else ""
        if self._wanting.is_away:
            self._forget_game()
        elif self._sits and now:
            again = order_again(self._sits, now.message) if self._is_undecided or self._again else None
            self._again = again or ""
            self._is_undecided = is_undecided(self._sits, now.message)
            if is_played(now.message):
                self._memory.played(self._sits.stamp)
                self._waits = None if self._waits is self._sits else self._waits
        if self._waits or self._again or self._has_lost():
            self._changed.set()

    def _forget_game(self) -> None:
        """Let the next game be of no round, as it is not known whether it is in place of one that is."""
        self._again = ""
        self._is_undecided = False

    async def run(self) -> None:
        """Seat whoever is to be seated, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._look_for_lost()
            if not (await self._name_again() and (self._waits is None or await self._try(self._waits))):
                await self._pause(RETRY_S)
                self._changed.set()

    def _has_lost(self) -> bool:
        """Whether the board shows another game than the one that was seated, and nothing was seen of that."""
        now, sits, last = self._wanting.now, self._sits, self._memory.last_seated
        if now is None or sits is None or self._wanting.is_away or last.is_played:
            return False
        is_another = last.game_id not in ("", now.message["game_id"])
        return sits.stamp == last.stamp and is_another and lacks_seating(sits, now.message)

    async def _look_for_lost(self) -> None:
        """Have a seating be carried out again that the board has lost, unless its game was played unseen."""
        sits = self._sits
        if sits is None or not self._has_lost():
            return
        last = self._memory.last_seated
        kept = await asyncio.get_running_loop().run_in_executor(None, self._kept.listed)
        if any(each.game_id == last.game_id and (each.plies or each.result != OPEN) for each in kept):
            self._memory.played(last.stamp)
        elif self._sits is sits and self._has_lost():
            self._waits, self._again = sits, ""

    async def _try(self, seating: Seating) -> bool:
        """Seat these players if the board is ready for them; return False if it is to be tried again soon.

        A board that is not ready is tried again when it has changed.
        """
        if self._orders_for(seating) is None:
            return True
        private = await self._private_names()
        if private is None:  # a name would be told that may not be
            return False
        now, orders = self._wanting.now, self._orders_for(seating, private)
        if now is None or orders is None or self._waits is not seating:  # it has changed meanwhile
            return True
        closes = orders == [NEW_GAME]
        # before it is given: the new game may be shown before the answer
        self._closes = str(now.message["phase"]) if closes else ""
        if not await self._seat(seating, orders):
            self._closes = ""
            return False
        if closes:
            return True
        self._memory.seated(seating.stamp, now.message["game_id"])
        await self._memory.kept()
        if self._waits is seating:
            self._waits, self._sits = None, seating
            self.look()  # their game may have been begun meanwhile
        return True

    async def _name_again(self) -> bool:
        """Have a game that is begun in place of one be of its round; False: it is to be tried again soon."""
        sits = self._sits
        if not self._again or sits is None or self.is_held:
            return True
        done = await self._orders.order(self._again, sits.by)
        if done.away:
            return False
        self._again = ""
        if not done.ok:
            self._say(f"hall: seating: {done.words['en']}")
            self._wanting.note(REFUSED, done.words)
        return True

    def _orders_for(self, seating: Seating, private: frozenset[str] | None = None) -> list[str] | None:
        """Return the orders that seat these players now; None: it has to wait."""
        now = self._wanting.now
        if now is None or self.is_held or self._closes:
            return None
        return seating_orders(seating, now.message, private)

    async def _seat(self, seating: Seating, orders: list[str]) -> bool:
        """Give the orders; return whether they were given, be some refused."""
        refused: list[Words] = []
        for order in orders:
            done = await self._orders.order(order, seating.by)
            if done.away or (order == NEW_GAME and not done.ok):
                return False
            if not done.ok:
                is_name = order.startswith(NAMED)  # such words may have the name, also of who is private
                words = worded(EdgePhrase.NAME_NOT_TAKEN) if is_name else done.words
                self._say(f"hall: seating: {words['en']}")
                refused.append(words)
        self._wanting.note(REFUSED, refused[0] if refused else None)
        return True
