"""The source of what is published: the board, as it shows itself at its glance socket.

The law: it watches as a page does. The PGN is asked for only when the game has changed, one question at a
time, so a piece in the air costs the board nothing more. A board that is away is tried again. It refuses to
know what is made of a message.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jadoube.glances.board_lines import ANSWERS_S, BoardLines, keep_reading
from jadoube.glances.lines import MESSAGE, PGN, PLAYERS, Wish
from jadoube.local.pausing import Pause
from jadoube.online.publishing.states import BoardNow

Told = Callable[[BoardNow | None], None]
"""Takes how the board stands; None: it is away."""


class BoardSource:
    """The board with this control socket; `told` hears of it while `run` runs."""

    def __init__(self, control: Path, pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._pause = pause

    async def run(self, told: Told) -> None:
        """Watch the board until cancelled."""
        await keep_reading(
            self._control, lambda lines: _watch(lines, told), lambda _: told(None), self._pause
        )

    async def private_names(self) -> frozenset[str] | None:
        """Return the names of those whom the board remembers as private; None if it does not answer."""
        try:
            async with asyncio.timeout(ANSWERS_S), BoardLines(self._control) as lines:
                await lines.say(f"{PLAYERS} 1")
                async for shown in lines:
                    if shown.about == PLAYERS:
                        return frozenset([each["name"] for each in json.loads(shown.text) if each["private"]])
        except (OSError, TimeoutError, ValueError, KeyError, TypeError):
            pass
        return None


async def _watch(lines: BoardLines, told: Told) -> None:
    """Hear messages until the board hangs up; OSError, TimeoutError or ValueError then."""
    asked: object = None
    waits, number, pgn = False, 0, ""
    message: Mapping[str, Any] = {}
    await lines.say(Wish.WATCH)
    async for shown in lines:
        if shown.about == MESSAGE:
            message = json.loads(shown.text)
        elif shown.about == PGN and shown.number == number:
            pgn, waits = json.loads(shown.text), False
        else:
            continue
        if not waits and asked != _game(message):
            number, waits, asked = number + 1, True, _game(message)
            await lines.say(f"{PGN} {number}")
        elif not waits:
            told(BoardNow(message, pgn))


def _game(message: Mapping[str, Any]) -> object:
    """What of a message the PGN may tell."""
    return message.get("game_id"), message.get("game"), message.get("names"), message.get("phase")
