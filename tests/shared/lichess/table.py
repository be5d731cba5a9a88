"""A table for tests: the player, the model of Lichess over real sockets, and a board that obeys.

The time of the model and of the player is the loop's. The player's back-off is 5 ms.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import chess

from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.play.board_api import BoardApi
from jadoube.online.lichess.play.link import Link
from jadoube.online.lichess.play.player import Player
from jadoube.online.lichess.play.reconcile import BoardGame
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets
from shared.lichess.games import ServedGame
from shared.lichess.play_server import PlayServer
from shared.lichess.server import serving

TOKEN = Secret("lip_boardToken7")


class Table:
    """Server, player, and a board that obeys: what a test moves."""

    def __init__(self, folder: Path, server: PlayServer) -> None:
        self.server = server
        self.secrets = Secrets(folder / "secrets.json")
        self.secrets.put(TOKEN_NAME, TOKEN)
        self.board = BoardGame()
        self.orders: list[str] = []
        self.refuses: str | None = None
        self.player: Player

    async def order(self, text: str) -> str | None:
        """Obey an order."""
        self.orders.append(text)
        if self.refuses:
            self.player.take(self.board)  # a board shows that it refuses
            return self.refuses
        match text.split():
            case ["join", *_] if self.board.game and not self.board.result:
                return "a game is on the board"
            case ["join", name, side, _]:
                self.board = BoardGame(name, side == "white")
            case ["told", _, move]:
                self.board = self.board._replace(told=move)
            case ["shorten", ply]:
                self.board = self.board._replace(moves=self.board.moves[: int(ply)], told="", asks_back=False)
            case ["ended", result, _]:
                self.board = self.board._replace(result=result)
            case ["draw", "offer", side]:
                self.board = self.board._replace(offer=side == "white")
            case ["cut", "off", *_] | ["reached"]:
                self.board = self.board._replace(cut_off=_cut_off(text))
            case ["asks", "back", answer]:
                self.board = self.board._replace(opponent_asks_back=answer == "yes")
            case _:
                return None
        self.player.take(self.board)
        return None

    def show(self, **changes: Any) -> None:
        """The player does something at the board."""
        self.board = self.board._replace(**changes)
        self.player.take(self.board)

    def hand(self, uci: str = "") -> None:
        """A hand makes a ply: this one, or the one that was told."""
        self.show(moves=(*self.board.moves, uci or self.board.told), told="")

    async def is_so(self, claim: Callable[[], object]) -> None:
        """Wait until it is."""
        async with asyncio.timeout(30):
            while not claim():  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(0.002)

    async def begun(self, side: chess.Color = chess.WHITE, **more: Any) -> ServedGame:
        """Begin a game in which the board's player has this side; the board plays it."""
        await self.is_so(lambda: self.player.listens)
        game = self.server.begin(side, **more)
        await self.joined(game)
        return game

    async def joined(self, game: ServedGame) -> None:
        """Wait until the board plays this game, and its stream is open."""
        await self.is_so(
            lambda: self.board.game == f"lichess:{game.game_id}" and game.game_id in self.server.present
        )

    async def at_server(self, game: ServedGame, *moves: str) -> None:
        """Wait until the server has these plies."""
        await self.is_so(lambda: [move.uci() for move in game.board.move_stack] == list(moves))

    async def problem(self, problem: object) -> None:
        """Wait until this is said."""
        await self.is_so(lambda: self.player.status()["problem"] == problem)


def _cut_off(order: str) -> int | None:
    """Which ply the server lacks, by such an order."""
    return None if order == "reached" else int(order.removeprefix("cut off") or 0)


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[Table]:
    """All of it, running."""
    loop = asyncio.get_running_loop()

    def now_ms() -> int:
        return int(loop.time() * 1000)

    server = PlayServer(now_ms=now_ms, keep_alive_s=0.1)
    server.tokens.setdefault(TOKEN.reveal(), frozenset({"board:play"}))
    here = Table(folder, server)
    async with serving(server) as there, LichessClient(there.url, there.trusting) as client:
        here.player = Player(BoardApi(client), Link(here.secrets, now_ms, lambda _: 5), here.order)
        here.player.start()
        here.player.take(here.board)
        running = asyncio.ensure_future(here.player.run())
        try:
            yield here
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
