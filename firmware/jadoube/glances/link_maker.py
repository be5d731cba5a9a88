"""The maker of link views: looks at the board while a program listens, and encodes what it sees at once.

The law: it looks every 10 ms, and only while somebody is linked; a view is made only if the board has
changed, and at what time alone changes: each whole second of a running clock, and the end of what is held
back. A view is small, so it is made in the loop: no thread delays a piece that has settled.

It refuses to know who listens, and protocols.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from jadoube.core.pages.link_view import link_view_until
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.maker import Told
from jadoube.glances.messages import encode_json, make_plain
from jadoube.local.pausing import Pause

EVERY_S: Final = 0.01
"""A settled piece is to reach a program within 20 ms: this, and what the sockets take."""


class LinkMaker:
    """Makes the link views of a board. `glance` is called in the loop; `faults` gets the errors."""

    def __init__(
        self,
        glance: Callable[[], Glance],
        faults: Faults,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._glance = glance
        self._faults = faults
        self._pause = pause
        self._linked: dict[Told, None] = {}
        self._looking: asyncio.Task[None] | None = None
        self._told: Glance | None = None
        self._again_ms: int | None = None

    def link(self, told: Told) -> None:
        """Tell this one each new view. All get one at once, even if nothing has changed."""
        self._linked[told] = None
        self._told = None
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    def leave(self, told: Told) -> None:
        """Tell this one nothing more."""
        self._linked.pop(told, None)

    async def _look(self) -> None:
        while self._linked:
            self._tell()
            await self._pause(EVERY_S)
        self._looking = None

    def _tell(self) -> None:
        """Make a view and tell it if the board has changed."""
        try:
            now = self._glance()
            if not self._differs(now):
                return
            view, again_ms = link_view_until(now.table, now.now_ms)
            text = encode_json(make_plain(view))
            self._told, self._again_ms = now, again_ms
        except Exception as problem:  # noqa: BLE001 - whatever a view stumbles over, the game goes on
            self._faults.tell(problem, f"links: {problem!r} on encoding; what programs see stays as it is")
            return
        for told in tuple(self._linked):
            told(text)

    def _differs(self, now: Glance) -> bool:
        """Whether the view may have changed since the last one was told."""
        due = self._again_ms is not None and now.now_ms >= self._again_ms
        return self._told is None or due or now.table is not self._told.table
