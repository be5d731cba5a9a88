"""A board on the desk that plays on a model of Lichess, as a process: the room, the sockets and TLS are real.

Prints its page's address and PIN. Whoever seeks is found by Bert, who opens with e4 and writes a line.
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess

from jadoube.online.desk import Told, open_desk
from jadoube.online.lichess.client import LichessClient
from jadoube.online.playing.room import PlayRoom
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets
from jadoube.web.listener import listen
from jadoube_sim.page.run import ADDRESS, served
from shared.lichess.play_server import PlayServer
from shared.lichess.server import serving
from shared.pages.visitor import plan_in

TOKEN = "lip_boardToken7"  # noqa: S105 - of the model


class Bert(PlayServer):
    """A server on which Bert takes every seek as White."""

    def greets(self) -> None:
        """Begin a game with who seeks."""
        game = self.begin(chess.BLACK, initial_ms=900_000, increment_ms=10_000)
        game.move(chess.WHITE, "e2e4")
        asyncio.get_running_loop().call_later(1.0, game.chat, "Bert", "Good luck!")


async def _serve(folder: Path) -> None:
    loop, control = asyncio.get_running_loop(), folder / "control"
    bert = Bert(tokens={TOKEN: frozenset({"board:play"})})
    bert.keep_alive_s = 0.1
    bert.now_ms = lambda: int(loop.time() * 1000)
    secrets = Secrets(folder / "secrets.json")
    secrets.put(TOKEN_NAME, Secret(TOKEN))
    plan = plan_in(folder, control="-")
    settings = replace(plan.settings, online=replace(plan.settings.online, socket=folder / "desk"))
    async with (
        serving(bert) as at,
        served(replace(plan, settings=settings), listen(ADDRESS, 0), control=control) as (bench, url),
    ):
        room = PlayRoom(control, secrets, bert.now_ms, lambda: 0.5, LichessClient(at.url, at.trusting))

        async def do(fields: Mapping[str, Any], _told: Told) -> object:
            if fields["do"] == "seek":
                loop.call_later(1.0, bert.greets)
            return await room.do(fields["do"], fields["given"])

        async def stands(_fields: Mapping[str, Any], _told: Told) -> object:
            return room.status()

        desk = await open_desk(folder / "desk", {"play": stands, "play-do": do}, print)
        page = bench.desk.table.page if bench.desk else None
        print(url, page.pin if page else "", flush=True)
        async with desk:
            await room.run()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
