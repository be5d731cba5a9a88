"""The line to the board: what has to do with a server there, and orders in the opponent's name.

The law: it heeds the board, so a board that plays without a server makes no messages for it. A board that is
not there is waited for. Each order gets the board's answer; one that does not come counts as refused, and is
given again by whoever compares the board with the server. It refuses to know servers.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jadoube.glances.board_lines import BoardLines, keep_reading, refusal
from jadoube.glances.lines import Wish
from jadoube.local.pausing import Pause

Heard = Callable[[Mapping[str, Any] | None], None]
"""Takes the board's newest message; None: the board is away."""


class BoardLine:
    """The board with this control socket; `heard` gets its messages while `run` runs."""

    def __init__(self, control: Path, heard: Heard, pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._heard = heard
        self._pause = pause

    async def run(self) -> None:
        """Heed the board until cancelled."""
        await keep_reading(self._control, self._heed, lambda _: self._heard(None), self._pause)

    async def _heed(self, lines: BoardLines) -> None:
        """Hear messages until the board hangs up; OSError, TimeoutError or ValueError then."""
        await lines.say(Wish.HEED)
        async for shown in lines:
            self._heard(json.loads(shown.text))

    async def order(self, text: str) -> str | None:
        """Give an order in the opponent's name; return why it is refused, None if it was carried out."""
        return await refusal(self._control, f"by opponent {text}")
