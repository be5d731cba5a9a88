"""The boards of an evening, in several processes: so all cores of the machine play.

The law: a crowd is a process with some boards, their publishers and their players; it does what it is asked,
one thing after the other, and ends when nobody can ask any more. It refuses to know the hall.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from jadoube.config.settings import BrokerSettings
from jadoube_sim.hall.desk_arbiter import sits
from jadoube_sim.hall.desk_board import BoardPlan, near_board
from jadoube_sim.hall.players import Players
from jadoube_sim.hall.swiss import Pair
from jadoube_sim.hands.games import Game
from jadoube_sim.page.workbench import Bench

SPEED: Final = 50.0
"""How fast time runs at the boards, if the machine can make it."""

CONTROL: Final = "5400+30"
"""White's clock runs from the start of the round, and at this speed each second in which a busy machine keeps
the hands waiting is most of a minute there: no flag is to fall before the game is over.
"""

GOES_S: Final = 30.0


class CrowdPlan(NamedTuple):
    """Which boards a crowd has, by their numbers, and where their files and their broker are."""

    numbers: Sequence[int]
    folder: Path
    broker: BrokerSettings
    games: Sequence[Game]


@dataclass(frozen=True, slots=True)
class Seated:
    """Ask whether these pairings sit at the crowd's boards, by their numbers."""

    pairs: Sequence[Pair]


@dataclass(frozen=True, slots=True)
class Played:
    """Have these games played, by numbers of boards; the answer is what each board has kept, as PGN."""

    games: Sequence[Game]


@dataclass(frozen=True, slots=True)
class SetUp:
    """Have the pieces set up for another game."""


Asked = Seated | Played | SetUp


class _Answer(NamedTuple):
    """What came of it."""

    found: Any
    said: Sequence[str]
    """What the boards have said since the last answer."""


class Crowds:
    """All boards of an evening, from 1 on, in so many processes while this lasts."""

    def __init__(
        self, boards: int, jobs: int, folder: Path, broker: BrokerSettings, games: Sequence[Game]
    ) -> None:
        shares = [range(first, boards + 1, jobs) for first in range(1, min(jobs, boards) + 1)]
        self._plans = [CrowdPlan(share, folder, broker, games) for share in shares]
        self._crowds: list[tuple[Any, Connection]] = []
        self.said: list[str] = []
        """What the boards have said."""

    async def __aenter__(self) -> Self:
        new = get_context("spawn")
        for plan in self._plans:
            ours, theirs = new.Pipe()
            process = new.Process(target=run_crowd, args=(plan, theirs), daemon=True)
            process.start()
            theirs.close()
            self._crowds.append((process, ours))
        await self._answers()  # they are there
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process, line in self._crowds:
            line.close()
            await asyncio.to_thread(process.join, GOES_S)
            process.kill()

    async def seated(self, pairs: Sequence[Pair]) -> bool:
        """Whether all have the names of these pairings, the first of the first, and so on."""
        return all(await self._ask([Seated([pairs[at - 1] for at in plan.numbers]) for plan in self._plans]))

    async def play(self, games: Sequence[Game]) -> list[str]:
        """Have these games played, the first at the first board; return what each board has kept, as PGN."""
        found = await self._ask([Played([games[at - 1] for at in plan.numbers]) for plan in self._plans])
        kept = {
            at: pgn
            for plan, texts in zip(self._plans, found, strict=True)
            for at, pgn in zip(plan.numbers, texts, strict=True)
        }
        return [kept[at] for at in sorted(kept)]

    async def set_up(self) -> None:
        """Have the pieces set up for another game."""
        await self._ask([SetUp() for _ in self._plans])

    async def _ask(self, asked: Sequence[Asked]) -> list[Any]:
        for (_, line), each in zip(self._crowds, asked, strict=True):
            line.send(each)
        return await self._answers()

    async def _answers(self) -> list[Any]:
        answers = await asyncio.gather(*(asyncio.to_thread(line.recv) for _, line in self._crowds))
        for each in answers:
            self.said += each.said
        return [each.found for each in answers]


def run_crowd(plan: CrowdPlan, line: Connection) -> None:
    """Be a crowd."""
    asyncio.run(_run(plan, line))


async def _run(plan: CrowdPlan, line: Connection) -> None:
    said = list[str]()
    async with AsyncExitStack() as stack:
        benches = [
            await stack.enter_async_context(near_board(_board(plan, number), said.append))
            for number in plan.numbers
        ]
        seeded = zip(benches, plan.numbers, strict=True)
        players = [Players(bench, plan.games, number) for bench, number in seeded]
        found: Any = None
        while True:
            line.send(_Answer(found, tuple(said)))
            said.clear()
            try:
                asked = await asyncio.to_thread(line.recv)
            except EOFError:
                return
            found = await _done(asked, benches, players)


def _board(plan: CrowdPlan, number: int) -> BoardPlan:
    return BoardPlan(number, plan.folder / f"b{number:02}", plan.broker, CONTROL, SPEED)


async def _done(asked: Asked, benches: Sequence[Bench], players: Sequence[Players]) -> Any:
    match asked:
        case Seated(pairs):
            return all(map(sits, benches, pairs))
        case Played(games):
            playing = zip(players, games, strict=True)
            await asyncio.gather(*(each.play(game, SPEED) for each, game in playing))
            return [each.pgn() for each in benches]
        case SetUp():
            await asyncio.gather(*(each.set_up() for each in players))
            return None
