"""A board on the desk with a library, as a process: tests in a browser can run no loop of their own.

Prints its page's address and PIN. The folder of its argument gets the desk's socket, and `asked`: a question
a line. Analyses are made as on a board, by the engine `scripted` that is in the folder then.
"""

import asyncio
import copy
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jadoube.config.settings import Settings
from jadoube.local.desk_lines import ASKS, Answer, DeskError, Done, Question
from jadoube.local.until_stopped import until_stopped
from jadoube.online.analysis.analyst import Analyst
from jadoube.online.analysis.questions import AnalysisQuestions
from jadoube.online.library import ArchiveLibrary
from jadoube.web.listener import listen
from jadoube_sim.page.run import ADDRESS, served
from shared.board.told_desk import GAME, PAIRINGS, PGN, ROUND, STATUS, ToldDesk, told_desk
from shared.pages.visitor import plan_in


class Office:
    """What the desk knows: a token, a round, a list, and an archive with one game."""

    def __init__(self, asked: Path, settings: Settings) -> None:
        self._asked = asked
        self._library = ArchiveLibrary(settings, print)
        self._library.take_in({"pgn": PGN}, _unheard)
        self._status = copy.deepcopy(STATUS)
        self._list: object = None
        asked.touch()

    def says(self, question: Question) -> Answer:
        """Answer, and write down what was asked."""
        with self._asked.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"ask": question.ask, **question.fields}) + "\n")
        broadcast = self._status["broadcast"]
        match question.ask:
            case "status":
                return Done(self._status)
            case "token" | "token-forget":
                self._status["token"]["known"] = question.ask == "token"
            case "broadcast":
                chosen = question.fields["round"]
                broadcast |= {name: value for name, value in question.fields.items() if name != "round"}
                broadcast["round"] = ROUND if chosen else None
                broadcast["state"] = "sending" if chosen else "off"
            case "game":
                return Done(GAME | {"pgn": self._library.game(question.fields, _unheard)["pgn"]})
            case "correct":
                return Done(self._library.correct(question.fields, _unheard))
            case "pairings":
                return Done(self._list)
            case "pairings-set":
                self._list = PAIRINGS
                return Done(self._list)
            case "pairings-clear":
                self._list = None
        usual = ToldDesk().answers(question)
        return usual[-1]


def _unheard(done: int, of: int) -> None:
    """Nobody looks how far it is."""


async def _serve(folder: Path) -> None:
    at = folder / "desk"
    analyst = Analyst(folder / "analysis", print, str(folder / "scripted"))
    plan = plan_in(folder, control="-")
    online = replace(plan.settings.online, socket=at, directory=folder)
    settings = replace(plan.settings, online=online)
    office = Office(folder / "asked", settings)
    desk = ToldDesk(
        says=dict.fromkeys(ASKS, office.says), handlers=AnalysisQuestions(analyst, _kept).handlers()
    )
    async with (
        told_desk(at, desk),
        served(replace(plan, settings=settings), listen(ADDRESS, 0)) as (bench, url),
    ):
        page = bench.desk.table.page if bench.desk else None
        print(url, page.pin if page else "", flush=True)
        await until_stopped(ends_with_input=False)
    await analyst.stop()


async def _kept(game_id: str) -> Mapping[str, Any]:
    if game_id != GAME["id"]:
        raise DeskError({"en": "no such game", "fr": "pas de telle partie"})
    return GAME | {"pgn": PGN}


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
