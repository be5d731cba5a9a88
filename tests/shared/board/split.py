"""A board on the desk that shows itself at its sockets, and what reaches it there, in one loop."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from jadoube.config.settings import default_settings
from jadoube.daemon.real_time import Slots
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube.daemon.sockets.page_service import show_to_page
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket
from jadoube.local.pausing import Pause
from jadoube.web.far_board import FarBoard
from jadoube_sim.desk import Desk
from jadoube_sim.hands import TidyHand
from shared.board.served import until

WHITE_IS_VERA = {"White": "Vera"}


@dataclass(slots=True)
class Split:
    """A board that shows itself, and the file of its control socket."""

    desk: Desk
    control: Path
    said: list[str] = field(default_factory=list)
    """What the board has said of its page."""
    now_ms: Callable[[], int] = field(default_factory=lambda: Slots(1, 0).now_ms)
    """The time of who reads the board: it goes on, as on a board, while the desk's stands still."""
    hand: TidyHand = field(default_factory=lambda: TidyHand(time_control="900+10"))

    @property
    def glances(self) -> Path:
        """The file of the glance socket."""
        return glance_socket(self.control)

    async def play(self, *moves: str) -> None:
        """Have a tidy hand make these moves."""
        for move in moves:
            self.desk.act(self.hand.ply(self.hand.board.parse_san(move)))
        await self.desk.run_to(self.hand.now_us // 1000 + 500)


@asynccontextmanager
async def split_board(
    folder: Path,
    *,
    starts_clock: bool = True,
    tags: Mapping[str, str] = WHITE_IS_VERA,
    pause: Pause = asyncio.sleep,
) -> AsyncIterator[Split]:
    """Let a board with the start position on it run, and show itself at its sockets.

    A hand starts the clock after a second, unless `starts_clock` says otherwise. `tags` are the game's; a
    text stands for as long as `pause` waits.
    """
    desk = Desk(default_settings())
    split = Split(desk, folder / "control")

    def glance() -> Glance:
        return Glance(desk.table, desk.pace.now_ms(), desk.daemon.troubled.wrong, tags)

    with ThreadPoolExecutor(2) as executor:
        async with desk:
            desk.act(split.hand.edges if starts_clock else [])
            handler = make_order_handler(desk.daemon)
            async with await open_control(split.control, handler, pause):
                showing = asyncio.create_task(
                    show_to_page(desk.daemon, glance, split.glances, executor, split.said.append)
                )
                await desk.run_to(10)  # its first scan
                await until(split.glances.exists)
                try:
                    yield split
                finally:
                    showing.cancel()
                    await asyncio.wait({showing})


@asynccontextmanager
async def far_board(control: Path, said: list[str]) -> AsyncIterator[FarBoard]:
    """Look for the board whose control socket this is."""
    board = FarBoard(control, said.append)
    reaching = asyncio.create_task(board.run())
    try:
        yield board
    finally:
        reaching.cancel()
        await asyncio.wait({reaching})


def on_split_board(folder: Path, act: Callable[[Split], Awaitable[None]]) -> None:
    """Act on a board that shows itself; it has nothing to say of that."""

    async def run() -> None:
        async with split_board(folder) as split:
            await act(split)
            assert split.said == []

    asyncio.run(run())
