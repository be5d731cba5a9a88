"""An arbiter of the hall on the desk, at its page: loads the list of a round, and seats it.

The law: all that he does goes through the page, as a person's acts do. He knows who sits where by looking
at the boards.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from jadoube_sim.hall.hall_process import player_name
from jadoube_sim.hall.page_client import PageClient
from jadoube_sim.hall.swiss import Pair
from jadoube_sim.page.workbench import Bench

NAME: Final = "Evening, Ada"
WITHIN_S: Final = 60.0
"""Boards are known to the hall, and told their names, by then."""

LOOKS_S: Final = 0.25


Seated = Callable[[Sequence[Pair]], Awaitable[bool]]
"""Whether all boards have the names of these pairings, the first of the first, and so on."""


class DeskArbiter:
    """The arbiter of some boards; the first of a list is played at the first, and so on."""

    def __init__(self, page: PageClient, seated: Seated, event: str) -> None:
        self._page = page
        self._seated = seated
        self._event = event
        self._round = ""

    async def seat(self, number: int, pairs: Sequence[Pair]) -> None:
        """Load the list of a round, and have every board take who sits there, which the page says.

        TimeoutError if one does not.
        """
        await self._page.take_pairings(pairing_list(self._event, number, pairs), NAME)
        async with asyncio.timeout(WITHIN_S):
            while not await self._choose(number, len(pairs)):  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(LOOKS_S)
            await self._page.act("seat", event=self._event, round=self._round, control="", by=NAME)
            while not await self._seated(pairs):  # noqa: ASYNC110 - as above
                await asyncio.sleep(LOOKS_S)
            await self._sees_taken(len(pairs))

    async def start(self) -> None:
        """Start the clocks of the round."""
        await self._page.act("start", event=self._event, round=self._round, by=NAME)

    async def _choose(self, number: int, boards: int) -> bool:
        """Choose the round; return whether the hall has a board for each of its pairings by now."""
        self._round = str(number)
        await self._page.act("round", event=self._event, round=self._round, by=NAME)
        async for message in self._page.messages():
            shown = message["parts"].get("round", {})
            return sum(bool(each["board"]) for each in shown.get("boards", ())) == boards
        return False

    async def _sees_taken(self, boards: int) -> None:
        """Wait until the page says of so many boards that they have taken their seatings."""
        seats: dict[str, str] = {}
        async for message in self._page.messages():
            shown = {name: part for name, part in message["parts"].items() if name.startswith("board/")}
            seats |= {name: part.get("seat", "") if part else "" for name, part in shown.items()}
            if list(seats.values()).count("taken") == boards:
                break


def pairing_list(event: str, number: int, pairs: Sequence[Pair]) -> str:
    """Return the pairings of a round as a table."""
    lines = [
        f'"{event}",{number},{at},"{player_name(white)}","{player_name(black)}"'
        for at, (white, black) in enumerate(pairs, start=1)
    ]
    return "\n".join(["Event,Round,Board,White,Black", *lines, ""])


def at_benches(benches: Sequence[Bench]) -> Seated:
    """Return what looks at boards of this process."""

    async def seated(pairs: Sequence[Pair]) -> bool:
        return all(map(sits, benches, pairs))

    return seated


def sits(bench: Bench, pair: Pair) -> bool:
    """Whether a board has the names of a pairing."""
    names = bench.desk.table.names if bench.desk else None
    return names is not None and (names.white.name, names.black.name) == tuple(map(player_name, pair))
