"""The desk's questions about the analysis of a kept game: begin it, how it stands, stop it.

The law: each answer says how it stands: its state, how far it is, and what is found. A game that may not be
analysed now shows nothing of an analysis either: one of an earlier day may be played on. Nothing that takes
long is done in the loop.

It refuses to know how a game is stored, and how it is analysed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from jadoube.config.problems import BadInput
from jadoube.local.desk_lines import DeskError
from jadoube.online.analysis.analyst import Analyst
from jadoube.online.analysis.fair_play import may_analyse
from jadoube.online.desk import Handlers, Told
from jadoube.online.game_state import GameState
from jadoube.online.troubles import in_words

FOLDER: Final = "analysis"
"""Where what is done is kept, in the folder of what leaves the board."""

NOTHING_YET: Final[Mapping[str, Any]] = {"done": 0, "of": 0, "by": "", "positions": [], "pgn": ""}

FindGame = Callable[[str], Awaitable[Mapping[str, Any]]]
"""Finds a kept game, with its `id` and its `pgn`. DeskError if there is none."""

Fields = Mapping[str, Any]


class AnalysisQuestions:
    """Those who ask for an analysis, and the game that runs meanwhile."""

    def __init__(self, analyst: Analyst, find_game: FindGame) -> None:
        self._analyst = analyst
        self._find_game = find_game
        self._running: GameState | None = None
        self._reading = asyncio.Lock()
        self._begun = 0
        self._read: tuple[tuple[str, int], dict[str, Any]] | None = None

    def handlers(self) -> Handlers:
        """What can be asked."""
        return {"analyse": self._begin, "analysis": self._tell, "analyse-stop": self._stop}

    def runs(self, running: GameState) -> None:
        """Take note of the board's game; give up an analysis that may not go on beside it."""
        self._running = running
        if (doing := self._analyst.doing) and may_analyse(doing.game_id, running):
            self._analyst.close()

    async def _begin(self, fields: Fields, _told: Told) -> object:
        game = await self._find_game(fields["id"])
        if refused := may_analyse(game["id"], self._running):
            raise DeskError(refused)
        self._begun += 1
        self._analyst.begin(game["id"], game["pgn"])
        return await self._standing(game)

    async def _tell(self, fields: Fields, _told: Told) -> object:
        return await self._standing(await self._find_game(fields["id"]))

    async def _stop(self, fields: Fields, _told: Told) -> object:
        game = await self._find_game(fields["id"])
        await self._analyst.stop(game["id"])
        return await self._standing(game)

    async def _standing(self, game: Mapping[str, Any]) -> dict[str, Any]:
        """How the analysis of a game stands; what is found is told when nothing is added to it."""
        game_id, doing = game["id"], self._analyst.doing
        found, problem = NOTHING_YET, may_analyse(game_id, self._running)
        if problem:
            state = "refused"
        elif doing and doing.game_id == game_id:
            state, found = "running", {**NOTHING_YET, "done": doing.done, "of": doing.of}
        else:
            try:
                found = await self._found(game["pgn"])
            except BadInput as variant:
                return {"id": game_id, "state": "refused", "problem": in_words(variant), **found}
            state = "none" if not found["done"] else "done" if found["done"] == found["of"] else "stopped"
            problem = None if state == "done" else self._analyst.trouble_of(game_id)
        return {"id": game_id, "state": state, "problem": problem, **found}

    async def _found(self, pgn: str) -> dict[str, Any]:
        """Read what is found, in a thread. Strangers may ask, too: one at a time, and the last is known."""
        async with self._reading:
            key = pgn, self._begun
            if self._read and self._read[0] == key:
                return self._read[1]
            found = await asyncio.to_thread(_read, pgn, self._analyst.folder)
            self._read = None if self._analyst.doing else (key, found)
            return found


def _read(pgn: str, folder: Path) -> dict[str, Any]:
    from jadoube.online.analysis.found import found_json, read_found  # noqa: PLC0415 - heavy, and seldom

    return found_json(read_found(pgn, folder))
