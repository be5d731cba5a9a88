"""`jadoube sim hall`: a whole hall on the desk, until Ctrl-C.

The law: it starts what a hall has, says where its pages are, and ends all of it, whatever ends it. What is
wrong on the command line, and a broker that is not installed, are refused in one line.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from jadoube.cli.common.control_argument import control_in_seconds
from jadoube.cli.common.parser import Parser
from jadoube.config.settings import BrokerSettings
from jadoube_sim.hall.broker import LocalBroker
from jadoube_sim.hall.desk_arbiter import DeskArbiter, at_benches
from jadoube_sim.hall.desk_board import BoardPlan, desk_board
from jadoube_sim.hall.hall_process import HallPlan, RunningHall, hall_process
from jadoube_sim.hall.page_client import at_page
from jadoube_sim.hall.players import Players
from jadoube_sim.hall.recording import games
from jadoube_sim.hall.swiss import pairs
from jadoube_sim.hands.games import Game
from jadoube_sim.page.workbench import Bench

BOARDS: Final = 8
MOST: Final = 32
PORT: Final = 8065
EVENT: Final = "Hall on the desk"
BREAK_S: Final = 45.0
"""Between two rounds the pieces stand for a while, so that one sees how the games ended."""

NOTICED_S: Final = 1.0
"""So long after the hall has ended that is known (a guess)."""


def main(argv: Sequence[str]) -> int:
    """Run a hall until SIGTERM or Ctrl-C."""
    asked = _parser().parse_args(argv)
    asyncio.run(_until_stopped(asked))
    return 0


async def _until_stopped(asked: argparse.Namespace) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    with TemporaryDirectory(prefix="jadoube-hall-") as folder:
        running = asyncio.create_task(_run(asked, Path(folder)))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            running.cancel()
        await asyncio.wait({running})
        if not running.cancelled():
            running.result()


async def _run(asked: argparse.Namespace, folder: Path) -> None:
    """Start broker, hall and boards, and have round after round played until cancelled."""
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(LocalBroker(folder / "broker"))
        place = BrokerSettings(host="127.0.0.1", port=broker.port, tls=False, hall="desk")
        hall = await stack.enter_async_context(
            hall_process(HallPlan(folder / "hall", place, asked.port, _say))
        )
        benches = []
        for number in range(1, asked.boards + 1):
            plan = BoardPlan(number, folder / f"b{number:02}", place, asked.time_control)
            bench, url = await stack.enter_async_context(desk_board(plan))
            _tell(f"board {number} is at {url}")
            benches.append(bench)
        page = await stack.enter_async_context(at_page(hall.url, hall.pin))
        _tell(f"the hall is at {hall.url}; its PIN is {hall.pin}; the broker is at 127.0.0.1:{broker.port}")
        await _while_it_runs(hall, _rounds(DeskArbiter(page, at_benches(benches), EVENT), benches))


async def _while_it_runs(hall: RunningHall, doing: Coroutine[Any, Any, None]) -> None:
    """Do this until it is done, or cancelled; BadInput if the hall ends meanwhile."""
    tasks = asyncio.create_task(hall.ends()), asyncio.create_task(doing)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait(tasks[:1], timeout=NOTICED_S)  # who asks it may notice first
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.wait(tasks)
    for each in tasks:
        if not each.cancelled():
            each.result()


async def _rounds(arbiter: DeskArbiter, benches: Sequence[Bench]) -> None:
    """Have round after round played, each with others at each board."""
    players = [Players(bench, _their_games(number), number) for number, bench in enumerate(benches, start=1)]
    for number in count(1):
        await arbiter.seat(number, pairs(len(benches), number))
        await asyncio.gather(*(each.sit_and_play() for each in players))
        await asyncio.sleep(BREAK_S)
        await asyncio.gather(*(each.set_up() for each in players))


def _their_games(number: int) -> list[Game]:
    """The games of the desk, for each board another one first."""
    all_games = games()
    begin = (number - 1) % len(all_games)
    return all_games[begin:] + all_games[:begin]


def _tell(line: str) -> None:
    print(line, flush=True)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="jadoube sim hall",
        description="A hall on the desk: a real broker (mosquitto), boards of the twin that publish to it "
        "and are played on by hands, and the hall's own program with its page.",
    )
    parser.add_argument(
        "--boards", type=_boards, metavar="N", default=BOARDS, help=f"1 to {MOST}; default {BOARDS}"
    )
    parser.add_argument(
        "--port", type=int, metavar="N", default=PORT, help=f"of the hall's page; default {PORT}"
    )
    parser.add_argument(
        "--time-control", type=control_in_seconds, metavar="TC", default="3+2", help="default 3+2"
    )
    return parser


def _boards(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} found, expected 1 to {MOST}")
