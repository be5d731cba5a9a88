"""A desk at a real socket, in the lines of the real one, that answers what a test tells it to.

It keeps what it was asked. The archive and Lichess have tests of their own; here the page's side is tried.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jadoube.local.desk_lines import (
    LONGEST_ASK,
    Answer,
    DeskError,
    Done,
    Part,
    Progress,
    Question,
    Refused,
    answer_line,
    read_question,
)
from jadoube.online.desk import Handlers

PGN = """[Event "Club Evening"]
[Site "Lyon"]
[Date "2026.11.23"]
[Round "3"]
[White "Menchik, Vera"]
[Black "Reshevsky, Samuel"]
[Result "1-0"]
[GameId "0123456789ab"]
[Termination "White wins: resignation"]

1. e4 {[%clk 0:14:58]} e5 {[%clk 0:14:50]} 2. Nf3 {[%clk 0:14:31]} Nc6 {[%clk 0:14:20]} 3. Bb5
{[%clk 0:14:02]} a6 {[%clk 0:13:55]} 4. Bxc6 {[%clk 0:13:40]} dxc6 {[%clk 0:13:38]} 5. O-O 1-0

"""

WHITE = {"name": "Menchik, Vera", "title": "WGM", "rating": 2350, "fide_id": "", "federation": "ENG"}
BLACK = {
    "name": "Reshevsky, Samuel",
    "title": "GM",
    "rating": 2565,
    "fide_id": "2000024",
    "federation": "USA",
}
GAME: dict[str, Any] = {
    "id": "0123456789ab",
    "number": 7,
    "date": "2026.11.23",
    "time": "19:30:00",
    "event": "Club Evening",
    "site": "Lyon",
    "round": "3",
    "board": "2",
    "white": WHITE,
    "black": BLACK,
    "result": "1-0",
    "termination": "White wins: resignation",
    "eco": "C69",
    "opening": "Ruy Lopez: Exchange Variation",
    "plies": 9,
    "time_control": "900+10",
}
WITHOUT_NAMES = GAME | {
    "id": "fedcba987654",
    "white": dict.fromkeys(WHITE, "") | {"rating": None},
    "black": dict.fromkeys(BLACK, "") | {"rating": None},
    "date": "????.??.??",
    "event": "",
    "round": "",
    "result": "*",
    "eco": "",
    "opening": "",
}
SMITH = "line 12: 'Smith' found, expected White and Black"
PAIRINGS: dict[str, Any] = {
    "name": "",
    "event": "Club Evening",
    "site": "Lyon",
    "due": "4",
    "boards_proposed": False,
    "players": [WHITE, BLACK],
    "pairings": [
        {"round": "3", "board": "1", "white": WHITE, "black": BLACK, "result": "1-0"},
        {"round": "4", "board": "1", "white": BLACK, "black": WHITE, "result": ""},
    ],
    "problems": [{"line": 12, "words": dict.fromkeys(("en", "fr", "de"), SMITH)}],
}
STATUS: dict[str, Any] = {
    "token": {"known": False, "problem": None},
    "broadcast": {
        "round": None,
        "state": "off",
        "problem": None,
        "games": [],
        "sent_s_ago": None,
        "delay_min": 0,
        "delay_plies": 0,
        "parts": "boards",
    },
    "live": {"enabled": False, "url_path": "/live/", "delay_min": 0, "delay_plies": 0, "problem": None},
}
ROUND = {
    "id": "Q4XJHLBL",
    "name": "Round 3",
    "tour": "Club Evening",
    "url": "https://lichess.org/broadcast/x",
}

PLAY: dict[str, Any] = {"state": "idle", "problem": None, "game": None, "chat": [], "challenges": []}
"""How play on Lichess stands."""

ANALYSIS: dict[str, Any] = {
    "id": GAME["id"],
    "state": "done",
    "problem": None,
    "done": 10,
    "of": 10,
    "by": "Stockfish 15.1",
    "positions": [
        {"cp": 31, "mate": None, "chances_permille": 57, "mark": "", "line": ["1.", "e4", "e5"]},
        {"cp": None, "mate": -3, "chances_permille": -1000, "mark": "??", "line": ["1...e5"]},
        *[None] * 8,
    ],
    "pgn": PGN.replace("1. e4", "1. e4 $4"),
}
"""How an analysis stands; its figures are made up."""

Says = Callable[[Question], Iterable[Answer]]


@dataclass
class ToldDesk:
    """What it answers to each question, and what it was asked."""

    asked: list[Question] = field(default_factory=list)
    says: dict[str, Any] = field(default_factory=dict)
    """A value, an answer, a list of answers, or a function of the question, by its name."""
    handlers: Handlers = field(default_factory=dict)
    """Who carries a question out as at the real desk, by its name; the others are answered as told."""
    callers: int = 0
    """Connections now."""

    async def carried_out(self, question: Question) -> list[Answer]:
        """What comes of this, or is said to it."""
        if question.ask not in self.handlers:
            return self.answers(question)
        self.asked.append(question)
        try:
            return [Done(await self.handlers[question.ask](question.fields, lambda *_: None))]
        except DeskError as refusal:
            return [Refused(refusal.words)]

    def answers(self, question: Question) -> list[Answer]:
        """What is said to this."""
        self.asked.append(question)
        said = self.says.get(question.ask, USUAL.get(question.ask))
        if callable(said):
            said = said(question)
        if isinstance(said, list) and said and isinstance(said[0], Progress | Part | Done | Refused):
            return said
        return [said] if isinstance(said, Progress | Part | Done | Refused) else [Done(said)]


def _game(question: Question) -> Answer:
    if question.fields["id"] in (GAME["id"], GAME["id"][:4], "0001"):  # its number, or how its id begins
        return Done(GAME | {"pgn": PGN})
    return Refused({"en": "no such game", "fr": "pas de telle partie"})


def _analysis(question: Question) -> Answer:
    found = _game(question)
    return Done(ANALYSIS) if isinstance(found, Done) else found


NOT_READ = {"line": 12, "words": dict.fromkeys(("en", "fr", "de"), "line 12: no move found")}
IMPORTED = {"added": 1, "known": 1, "refused": 1, "problems": [NOT_READ]}
CORRECTED: dict[str, Any] = {
    "changed": [{"ply": 4, "san": "d6", "read": "Nc6"}],
    "stuck": {
        "ply": 7,
        "read": "Bxc6",
        "choices": [{"san": "Bxd7+", "likely": True}, {"san": "Ke2", "likely": False}],
    },
    "pgn": PGN,
}
"""What would become of a game; made up."""

USUAL: dict[str, Any] = {
    "correct": CORRECTED,
    "analyse": ANALYSIS | {"state": "running", "done": 0, "of": 0, "by": "", "positions": [], "pgn": ""},
    "analyse-stop": ANALYSIS | {"state": "stopped", "done": 2, "pgn": ""},
    "analysis": _analysis,
    "status": STATUS,
    "games": {"games": [GAME, WITHOUT_NAMES], "more": False},
    "game": _game,
    "export": [Part(PGN), Done(None)],
    "import": [Progress(1, 2), Done(IMPORTED)],
    "players": [WHITE | {"games": 3}, BLACK | {"games": 1}],
    "pairings": None,
    "pairings-set": PAIRINGS,
    "rounds": [ROUND],
    "play": PLAY,
    "play-do": PLAY | {"state": "seeking"},
}


@asynccontextmanager
async def told_desk(path: Path, desk: ToldDesk) -> AsyncIterator[ToldDesk]:
    """Answer at this socket."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        desk.callers += 1
        try:
            question = read_question(await reader.readline())
            for answer in await desk.carried_out(question):
                writer.write(answer_line(answer))
            await writer.drain()
            await reader.read()  # who asked hangs up
        except (ConnectionError, ValueError):
            pass
        finally:
            desk.callers -= 1
            writer.close()

    server = await asyncio.start_unix_server(talk, path, limit=LONGEST_ASK)
    try:
        yield desk
    finally:
        server.close()
