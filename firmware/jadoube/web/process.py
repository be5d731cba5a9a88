"""The page's process: one event loop, which reaches the board over its sockets and serves the page.

The law: it holds nothing of the game: if it is killed, the game goes on, and another has all as soon as it
has reached the board. It ends with SIGTERM or SIGINT, as a child also with its standard input, and says
goodbye to the browsers.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from jadoube.config.settings import Settings, live_folder
from jadoube.local.until_stopped import until_stopped
from jadoube.web.companion import Companion
from jadoube.web.far_board import FarBoard

WAITS_S: Final = 1.0
"""How long the page waits for the board at its start (a guess); then it is served, and says that it waits."""


def serve_page(
    settings: Settings,
    now_ms: Callable[[], int],
    say: Callable[[str], None],
    *,
    ends_with_input: bool = False,
) -> None:
    """Serve the page until stopped. `now_ms` returns the instant, in ms of a monotonic clock."""
    asyncio.run(_serve(settings, now_ms, say, ends_with_input=ends_with_input))


async def _serve(
    settings: Settings, now_ms: Callable[[], int], say: Callable[[str], None], *, ends_with_input: bool
) -> None:
    board = FarBoard(settings.control.socket, say)
    desk = settings.online.socket if settings.online.enabled else None
    companion = Companion(settings.web, board, now_ms, say, desk=desk)
    companion.show_live(live_folder(settings) if settings.live.enabled else None)
    await until_stopped(board.run(), _serve_once_there(board, companion), ends_with_input=ends_with_input)


async def _serve_once_there(board: FarBoard, companion: Companion) -> None:
    """Serve the page; the first who come find the board, unless it takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(WAITS_S):
            await board.reached.wait()
    await companion.run()
