"""A browser's part at the simulator's page, without a browser: its socket, and hands that move pieces."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import chess

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.state.table import Terms
from jadoube.daemon.service import terms_of_settings
from jadoube.web.listener import listen
from jadoube_sim.page.run import ADDRESS, served
from jadoube_sim.page.workbench import Bench, Plan

PATIENCE_S = 40
"""After so long in real time a test has failed; none waits for it."""

Looks = Callable[[dict[str, Any]], object]


def plan_in(folder: Path, control: str = "900+10", *, speed: float = 20.0, seed: int = 1) -> Plan:
    """A board that keeps its games in this folder."""
    settings = default_settings()
    terms: Terms = replace(terms_of_settings(settings), control=parse_time_control(control))
    return Plan(settings, terms, folder, seed, speed)


class Visitor:
    """A page: what it sees, what was refused to it, and what its hands do."""

    def __init__(
        self, socket: aiohttp.ClientWebSocketResponse, session: aiohttp.ClientSession, home: str
    ) -> None:
        self.socket = socket
        self.desk: dict[str, Any] = {}
        self.refused: list[str] = []
        self.session = session
        self.home = home

    async def do(self, verb: str, **values: Any) -> None:
        """Ask for something."""
        await self.socket.send_str(json.dumps({"do": verb, **values}))

    async def until(self, looks: Looks) -> dict[str, Any]:
        """Look on until the desk looks so; nothing is refused meanwhile."""
        async with asyncio.timeout(PATIENCE_S):
            while not (self.desk and looks(self.desk)):
                await self._take()
                assert not self.refused, self.refused
        return self.desk

    async def refusal(self) -> str:
        """Wait until something is refused."""
        async with asyncio.timeout(PATIENCE_S):
            while not self.refused:
                await self._take()
        return self.refused.pop(0)

    async def get(self, path: str) -> str:
        """Fetch something that lies beside the page."""
        async with self.session.get(self.home + path) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.text()

    async def status(self, path: str) -> int:
        """Say how a path answers."""
        async with self.session.get(self.home + path) as answer:
            return answer.status

    def on(self, square: str) -> int:
        """The number of the piece that stands on a square."""
        at = _middle(square)
        found = [
            each["id"] for each in self.desk["pieces"] if (each["x"], each["y"]) == at and not each["up"]
        ]
        assert len(found) == 1, f"{square}: {found}"
        return int(found[0])

    def kinds(self) -> dict[str, str]:
        """What stands on the board: letters by squares."""
        standing = (each for each in self.desk["pieces"] if not each["up"])
        return {
            chess.square_name(chess.square(int(each["x"]), int(each["y"]))): each["kind"]
            for each in standing
            if 0 <= each["x"] < 8 and 0 <= each["y"] < 8
        }

    async def lift(self, square: str) -> int:
        """Lift what stands on a square."""
        piece = self.on(square)
        await self.do("lift", piece=piece)
        return piece

    async def put(self, piece: int, square: str) -> None:
        """Set a piece down, and see it stand."""
        x, y = _middle(square)
        await self.do("put", piece=piece, x=x, y=y)
        await self.until(lambda desk: (desk["pieces"][piece]["x"], desk["pieces"][piece]["y"]) == (x, y))

    async def move(self, source: str, target: str) -> None:
        """Lift a piece and put it somewhere else."""
        await self.put(await self.lift(source), target)

    async def takes(self, source: str, target: str) -> None:
        """Lift what is to be taken and lay it beside the board; then set the other in its place."""
        victim = await self.lift(target)
        await self.do("put", piece=victim, x=9.0, y=1.0)
        await self.move(source, target)

    async def press(self, button: str) -> None:
        """Press a button and let it go."""
        await self.do("press", button=button)
        await self.do("release", button=button)

    async def play(self, *moves: str) -> None:
        """Start the clock, and make moves, `e2e4` or `h5xf7`, each as the board has taken in the last."""
        await self.press("black")
        for number, move in enumerate(moves):
            await self.ply(number, move)
            said = f"move completed {number // 2 + 1}{'...' if number % 2 else '.'} "
            await self.until(lambda desk, said=said: says(desk, said) or says(desk, "game over"))  # type: ignore[misc]

    async def ply(self, number: int, move: str) -> None:
        """Make a move and press the lever; White's have even numbers."""
        await (self.takes if "x" in move else self.move)(move[:2], move[-2:])
        await self.press(("white", "black")[number % 2])

    async def _take(self) -> None:
        message = json.loads(await self.socket.receive_str())
        if "refused" in message:
            assert list(message["refused"]) == list(LANGUAGES)
            self.refused.append(message["refused"]["en"])
        else:
            self.desk = message["desk"]


def says(desk: dict[str, Any], words: str) -> bool:
    """Whether the board has said this."""
    return any(words in note for note in desk["notes"])


@asynccontextmanager
async def visiting(home: str) -> AsyncIterator[Visitor]:
    """A page at this address."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{home}sim/socket", max_msg_size=0) as socket,
    ):
        visitor = Visitor(socket, session, home)
        await visitor.until(lambda _desk: True)
        yield visitor


def visit(
    plan: Plan, story: Callable[[Visitor, Bench], Coroutine[Any, Any, None]], *, resumes: bool = False
) -> Bench:
    """Let a story happen at a board of its own, and give that."""

    async def tell() -> Bench:
        async with (
            served(plan, listen(ADDRESS, 0), resumes=resumes) as (bench, home),
            visiting(home) as visitor,
        ):
            await story(visitor, bench)
        return bench

    return asyncio.run(tell())


def _middle(square: str) -> tuple[float, float]:
    at = chess.parse_square(square)
    return chess.square_file(at) + 0.5, chess.square_rank(at) + 0.5
