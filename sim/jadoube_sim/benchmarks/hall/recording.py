"""Recordings of a hall: who plays at which board, each ply and its instant; made by lot, kept as JSON.

The law: the same seed gives the same recording. Games are legal and of a usual length; thinking times are
those of blitz. It refuses to know how a recording is played (`played.py`).
"""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import chess

CONTROL: Final = "3+2"
BEGINS_WITH_MS: Final = 180_000
INCREMENT_MS: Final = 2_000

THINKS_MS: Final = (800, 9_000)
"""Of one ply; hands of blitz think for some 3 s (a guess)."""
PAUSE_MS: Final = (30_000, 180_000)
"""Between two games of a board."""
PLIES: Final = (30, 130)
LINES: Final = 80
"""Different games; boards share them, as only their sizes matter."""

CALLED: Final = 0.15
"""In so many games there is a call for the arbiter, which lasts for a minute."""
NEEDS: Final = ("illegal", "help", "claim", "doubt", "flag", "machine")

GIVEN: Final = [
    "Ana",
    "Boris",
    "Chen",
    "Dara",
    "Emil",
    "Fatou",
    "Georg",
    "Hana",
    "Igor",
    "Jun",
    "Kofi",
    "Lena",
    "Mika",
    "Nora",
    "Omar",
    "Pia",
]
FAMILY: Final = [
    "Álvarez",
    "Bergström",
    "Čapek",
    "Dubois",
    "Eriksen",
    "Fernández",
    "Grünfeld",
    "Hořejší",
    "Ivanova",
    "Jørgensen",
    "Kowalski",
    "Lefèvre",
    "Müller",
    "Nakamura",
    "Okafor",
    "Pálfi",
    "Quispe",
    "Rossi",
    "Šimić",
    "Takahashi",
    "Ünal",
    "Vasquez",
    "Weiß",
    "Xu",
    "Yildirim",
    "Žižka",
]


@dataclass(frozen=True, slots=True)
class Line:
    """A game without its times: SAN and UCI of each ply, and the position after it as a FEN."""

    san: tuple[str, ...]
    uci: tuple[str, ...]
    fens: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game at a board: which line is played, by whom, and the instant of each ply in ms."""

    line: int
    white: str
    black: str
    begins_ms: int
    at_ms: tuple[int, ...]
    need: str = ""
    """A call for the arbiter in its middle; empty: none."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The lines, and the games of each board by its id, in their order."""

    lines: tuple[Line, ...]
    boards: dict[str, tuple[RecordedGame, ...]]


def record(boards: int, minutes: int, seed: int = 0, different: int = LINES) -> Recording:
    """Make a recording of so many boards, minutes and different games by lot."""
    lots = random.Random(seed)
    lines = tuple(_line(lots) for _ in range(different))
    until_ms = minutes * 60_000
    return Recording(lines, {f"b{n:03}": _games(lots, lines, until_ms) for n in range(1, boards + 1)})


def write(recording: Recording, path: Path) -> None:
    """Keep a recording as JSON."""
    path.write_text(json.dumps(asdict(recording), separators=(",", ":")), encoding="utf-8")


def read(path: Path) -> Recording:
    """Read one that was kept."""
    found = json.loads(path.read_text(encoding="utf-8"))
    lines = (
        Line(tuple(each["san"]), tuple(each["uci"]), tuple(each["fens"]), each["result"])
        for each in found["lines"]
    )
    games = {
        board: tuple(RecordedGame(**{**each, "at_ms": tuple(each["at_ms"])}) for each in games)
        for board, games in found["boards"].items()
    }
    return Recording(tuple(lines), games)


def _line(lots: random.Random) -> Line:
    board = chess.Board()
    san, uci, fens = [], [], []
    for _ in range(lots.randint(*PLIES)):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = max(lots.sample(moves, min(3, len(moves))), key=lambda each: _worth(board, each))
        san.append(board.san(move))
        uci.append(move.uci())
        board.push(move)
        fens.append(board.fen())
    result = board.result(claim_draw=False)
    result = lots.choice(("1-0", "0-1", "1/2-1/2")) if result == "*" else result
    return Line(tuple(san), tuple(uci), tuple(fens), result)


def _worth(board: chess.Board, move: chess.Move) -> int:
    """Of a few moves by lot the one that looks most like a game."""
    rank = chess.square_rank(move.to_square)
    return 3 * board.is_capture(move) + 2 * board.is_castling(move) + (2 <= rank <= 5)


def _games(lots: random.Random, lines: tuple[Line, ...], until_ms: int) -> tuple[RecordedGame, ...]:
    games: list[RecordedGame] = []
    at_ms = lots.randint(0, 20_000)
    while at_ms < until_ms:
        line = lots.randrange(len(lines))
        begins_ms, plies = at_ms, []
        for _ in lines[line].san:
            at_ms += lots.randint(*THINKS_MS)
            plies.append(at_ms)
        need = lots.choice(NEEDS) if lots.random() < CALLED else ""
        games.append(RecordedGame(line, _name(lots), _name(lots), begins_ms, tuple(plies), need))
        at_ms += lots.randint(*PAUSE_MS)
    return tuple(games)


def _name(lots: random.Random) -> str:
    return f"{lots.choice(FAMILY)}, {lots.choice(GIVEN)}"
