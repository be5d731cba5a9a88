"""The line to the board: what has to do with a server there, and orders in the opponent's name.

The law: it heeds the board, so a board that plays without a server makes no messages for it. A board that is
not there is waited for. Each order gets the board's answer; one that does not come counts as refused, and is
given again by whoever compares the board with the server. It refuses to know servers.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from jadoube.glances.board_lines import BoardLines, order
from jadoube.glances.lines import OBEYED, Wish

RETRY_S: Final = 1.0
"""The pause before a board that was not reached is tried again."""

AWAY: Final = "the board does not answer"

Heard = Callable[[Mapping[str, Any] | None], None]
"""Takes the board's newest message; None: the board is away."""

Pause = Callable[[float], Awaitable[None]]


class BoardLine:
    """The board with this control socket; `heard` gets its messages while `run` runs."""

    def __init__(self, control: Path, heard: Heard, pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._heard = heard
        self._pause = pause

    async def run(self) -> None:
        """Heed the board until cancelled."""
        while True:
            try:
                await self._heed()
            except (OSError, TimeoutError, ValueError):
                self._heard(None)
            await self._pause(RETRY_S)

    async def _heed(self) -> None:
        """Hear messages until the board hangs up; OSError, TimeoutError or ValueError then."""
        async with BoardLines(self._control) as lines:
            await lines.say(Wish.HEED)
            async for shown in lines:
                self._heard(json.loads(shown.text))

    async def order(self, text: str) -> str | None:
        """Give an order in the opponent's name; return why it is refused, None if it was carried out."""
        try:
            line = await order(self._control, f"by opponent {text}")
        except (OSError, TimeoutError, ValueError):
            return AWAY
        verdict, _, why = line.decode("utf-8", "replace").strip().partition(" ")
        return None if verdict == OBEYED else why or AWAY
