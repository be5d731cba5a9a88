"""Boards that live for a while on a folder of games, in virtual time, and then lose their power."""

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import chess

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.service import GameKeeper
from jadoube.formats.sensorlog import Edge
from jadoube.games.game_files import GameFiles
from jadoube.games.journal.fold import keep_ended
from jadoube_sim.desk import Beside, Desk
from jadoube_sim.virtual import VirtualPace
from shared.disk.kept_games import AtOnce

SETTINGS = default_settings()
TERMS = Terms(control=parse_time_control("300"), turned=False)
E4 = ((2, "open", "e2"), (2.4, "close", "e4"))
SET_UP = ((7, "open", "e4"), (7.4, "close", "e2"))
BACK_AGAIN = ((14, "open", "e2"), (14.4, "close", "e4"))


def live(
    folder: Path, begin_s: int, end_s: int, edges: Iterable[tuple[float, str, str]], ordered: dict[int, str]
) -> Table:
    """Let a board run between two instants on the games of a folder, then cut the power; its last table."""

    async def run() -> Table:
        files = GameFiles(folder, AtOnce(), print)
        keeper = GameKeeper(files, SETTINGS)
        left = keeper.resume()
        pace = VirtualPace(SETTINGS.board.scan_period_ms, begin_ms=begin_s * 1000, until_ms=begin_s * 1000)
        closed = chess.Board().occupied
        desk = Desk(SETTINGS, TERMS, closed=closed, left=left, pace=pace, beside=Beside(keeper))
        if left:
            desk.daemon.resume(left.last_ms)
        else:
            if keeper.ended:
                desk.daemon.table = keep_ended(desk.daemon.table, keeper.ended)
            keeper.begin(desk.daemon.table, begin_s * 1000)
        desk.act([Edge(int(at_s * 1_000_000), word, name) for at_s, word, name in edges])
        for at_s, text in ordered.items():
            pace.schedule(at_s * 1_000_000, partial(give, desk, text))
        desk.begin()
        await desk.run_to(end_s * 1000)
        await desk.cut()
        files.close()
        return desk.table

    return asyncio.run(run())


def give(desk: Desk, text: str) -> None:
    """Give the board an order now."""
    desk.daemon.feed(Ordered(parse_order(text)), desk.pace.now_ms())


def presses(name: str, at_s: float) -> tuple[tuple[float, str, str], ...]:
    """A lever that goes down and up."""
    return (at_s, "press", name), (at_s + 0.1, "release", name)


PLAYED = (*presses("black", 1), *E4, *presses("white", 4))
