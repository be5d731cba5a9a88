"""The sockets of the board on the bench: orders, and what it shows to other processes, as on a real one.

The law: they are there while the board has power, and those of a new life take the place of the old ones.
What plays over a server reaches the board here, and `jadoube order` does, too.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

from jadoube.core.messages.events import Page
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube.daemon.sockets.page_service import show_to_page
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket
from jadoube_sim.desk import Desk
from jadoube_sim.page.workbench import Bench

Say = Callable[[str], None]


class OwnSockets:
    """The sockets beside this file, for the board that has power now; None: it has no sockets.

    `page` is the one of the bench: the board names it while no program at its sockets serves another.
    """

    def __init__(self, bench: Bench, control: Path | None, page: Page, executor: Executor, say: Say) -> None:
        self._bench = bench
        self._control = control
        self._page = page
        self._executor = executor
        self._say = say
        self._serving: asyncio.Task[None] | None = None
        self._served: Desk | None = None

    def power_changed(self) -> None:
        """Serve the board that has power now; nobody while it has none."""
        desk = self._bench.desk
        if desk is self._served or self._control is None:
            return
        before, self._served = self._serving, desk
        if before:
            before.cancel()
        self._serving = asyncio.create_task(self._serve(desk, self._control, before)) if desk else None

    async def close(self) -> None:
        """Serve nobody any more."""
        if self._serving:
            self._serving.cancel()
            with suppress(asyncio.CancelledError):
                await self._serving

    async def _serve(self, desk: Desk, at: Path, before: "asyncio.Task[None] | None") -> None:
        if before:
            await asyncio.wait({before})
        daemon = desk.daemon

        def glance() -> Glance:
            return Glance(desk.table, desk.pace.now_ms(), daemon.troubled.wrong, self._bench.tags)

        try:
            control = await open_control(at, make_order_handler(daemon))
        except OSError as problem:
            self._say(f"{at}: {problem.strerror}; nothing plays over a server here")
            return
        async with control:
            await show_to_page(
                daemon, glance, glance_socket(at), self._executor, self._say, own_page=self._page
            )
