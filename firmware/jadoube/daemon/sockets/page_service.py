"""What the daemon does for its page: it shows the board at the glance socket, and may keep a page's process.

It may keep those of the archive and of links, too.

The law: the board comes first. Nothing of this begins before the board is up, and whatever becomes of it is
one line; the game goes on. The page is served by another process (`jadoube page`): here is no HTTP. What
makes messages is imported late, in a thread, as nobody can have asked for one yet.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jadoube.core.messages.events import Page, Reachable
from jadoube.daemon.garbage import freeze_start
from jadoube.daemon.loop import Daemon
from jadoube.daemon.sockets.order_socket import make_order_handler
from jadoube.glances.glance import Glance

if TYPE_CHECKING:
    from jadoube.daemon.sockets.glance_socket import GlanceSocket

Say = Callable[[str], None]

BeginProcess = Callable[[Executor, Say], Awaitable[None]]
"""Keeps a process running until cancelled."""

PATIENCE_S = 10.0
"""How long a part that does not answer delays the page."""


async def show_to_page(
    daemon: Daemon,
    glance: Callable[[], Glance],
    path: Path,
    executor: Executor,
    say: Say,
    begin_page: BeginProcess | None = None,
    own_page: Page | None = None,
) -> None:
    """Show the board at this path once it is up, until cancelled.

    Keep a page's process if one is given; `own_page` is one that this process serves itself.
    """
    await daemon.up(PATIENCE_S)
    thread = ThreadPoolExecutor(1, "page")  # its own: no part waits for the page
    try:
        make = partial(_make_socket, path, daemon, glance, thread, say, own_page)
        shown = await asyncio.get_running_loop().run_in_executor(executor, make)
        freeze_start()
        async with asyncio.TaskGroup() as both:
            both.create_task(shown.run())
            if begin_page:
                both.create_task(_begin(begin_page, executor, say, "page", "the board serves none"))
    except* OSError as problems:
        why = problems.exceptions[0]
        say(f"page: {path}: {getattr(why, 'strerror', None) or why}; the board shows itself to none")
    except* Exception as problems:  # noqa: BLE001 - a fault of the page must not stop the game
        say(f"page: {problems.exceptions[0]!r}; the board shows itself to none")
    finally:
        thread.shutdown(wait=False, cancel_futures=True)


class Kept(NamedTuple):
    """A process beside the page's."""

    begin: BeginProcess
    name: str
    without: str
    """What the board does where none can be made."""


async def keep_beside(daemon: Daemon, kept: Kept, executor: Executor, say: Say) -> None:
    """Keep such a process once the board is up, until cancelled."""
    await daemon.up(PATIENCE_S)
    await _begin(kept.begin, executor, say, kept.name, kept.without)


async def _begin(begin: BeginProcess, executor: Executor, say: Say, name: str, without: str) -> None:
    """Keep a process; that none can be made is said, and the board does without."""
    try:
        await begin(executor, say)
    except OSError as problem:
        say(f"{name}: its process does not start, {problem.strerror or problem}; {without}")


def _make_socket(
    path: Path,
    daemon: Daemon,
    glance: Callable[[], Glance],
    thread: Executor,
    say: Say,
    own_page: Page | None,
) -> "GlanceSocket":
    """Make what readers are served from; in a thread, as its imports take longer than a scan."""
    from jadoube.core.display.scoresheet import scoresheet  # noqa: PLC0415 - as above
    from jadoube.daemon.sockets.glance_socket import GlanceSocket  # noqa: PLC0415 - as above
    from jadoube.formats.pgn import write_pgn  # noqa: PLC0415 - as above
    from jadoube.glances.faults import Faults  # noqa: PLC0415 - as above
    from jadoube.glances.maker import Maker  # noqa: PLC0415 - as above
    from jadoube.glances.near_board import NearBoard  # noqa: PLC0415 - as above

    def pgn(seen: Glance) -> str:
        return write_pgn(scoresheet(seen.table), dict(seen.tags))

    async def tell(page: Page | None) -> None:
        if page != daemon.table.page:
            await daemon.tell(Reachable(page))

    faults = Faults(say, lambda: glance().now_ms)
    maker = Maker(glance, thread, faults)
    board = NearBoard(maker, glance, make_order_handler(daemon), pgn, thread)
    return GlanceSocket(path, board, tell, faults, own=own_page)
