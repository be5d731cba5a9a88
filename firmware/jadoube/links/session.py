"""A session: one program that sees the board, from its first byte until it has gone.

The law: it joins a link, a line and the board, and knows neither protocols nor transports. What a view or the
program's bytes bring is written in the same turn of the loop. A fault of a link ends its session, and nothing
else. While the board is away the program sees it as it was last.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from jadoube.core.pages.link_view import LinkView
from jadoube.links.orders import Board, Orders
from jadoube.links.translation import Link, Said
from jadoube.links.transports.programs import Line

SOONEST_MS: Final = 10
"""No link is shown the board sooner than this after it was asked for."""


class Host:
    """What the sessions of this process have in common: the board, and the orders."""

    def __init__(self, board: Board, orders: Orders) -> None:
        self.board = board
        self.orders = orders
        self._last: LinkView | None = None
        self._ahead_ms = 0

    def look(self) -> LinkView | None:
        """Return the view of now, or the last one of a board that is away; None: there was none yet.

        Its instants never go back, though those of a board that has started again begin anew.
        """
        if view := self.board.view:
            if self._last and view.at_ms + self._ahead_ms < self._last.at_ms:
                self._ahead_ms = self._last.at_ms - view.at_ms
            self._last = replace(view, at_ms=view.at_ms + self._ahead_ms)
        return self._last


class Session:
    """A program on a line that speaks the protocol of this link."""

    def __init__(self, link: Link, line: Line, host: Host) -> None:
        self._link = link
        self._line = line
        self._host = host
        self._due: asyncio.TimerHandle | None = None
        self._has_ended = False
        self._showing = asyncio.create_task(self._show_changes())

    def hear(self, data: bytes) -> None:
        """Take in bytes of the program."""
        if view := self._host.look():
            self._take(lambda: self._link.hear(data, view), view)

    def end(self) -> None:
        """The program has gone."""
        self._has_ended = True
        self._showing.cancel()
        if self._due:
            self._due.cancel()
        self._host.orders.leave(self)

    async def _show_changes(self) -> None:
        while True:
            self._show()
            await self._host.board.changed()

    def _show(self) -> None:
        if view := self._host.look():
            self._take(lambda: self._link.show(view), view)

    def _take(self, step: Callable[[], tuple[Link, Said]], view: LinkView) -> None:
        """Take what the link makes of a message or a view: write, wish, and look when it is due again."""
        try:
            self._link, said = step()
            due_ms = self._link.due_ms()
        except Exception as problem:  # noqa: BLE001 - a fault of a protocol costs this program, and no other
            self._line.drop(f"a fault: {problem!r}; the program is dropped")
            return
        if said.to_program:
            self._line.write(b"".join(said.to_program))
        for wish in () if self._has_ended else said.wishes:
            self._host.orders.wish(self, wish)
        if self._due:
            self._due.cancel()
            self._due = None
        if due_ms is not None and not self._has_ended:
            wait_ms = max(SOONEST_MS, due_ms - view.at_ms)
            self._due = asyncio.get_running_loop().call_later(wait_ms / 1000, self._show)
