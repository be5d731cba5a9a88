"""A stored game as the page shows one: each ply with the squares that it changes, as in the board's message.

The law: set up the start position and apply each ply's changes in order. A game with an irregular ply has
several parts in its PGN: between two parts is one irregular ply. What cannot be read ends the game there.

It refuses to know the archive: it reads PGN.
"""

import re
from functools import lru_cache
from io import StringIO
from typing import Any, Final

import chess
import chess.pgn

from jadoube.core.messages.roles import PEOPLE
from jadoube.core.pages.game_view import changed_squares
from jadoube.formats.corrected_pgn import read_in

PLIES_MOST: Final = 2000
"""More than any game has had: the longest one of a tournament has 538 (Belgrade 1989)."""

Ply = dict[str, Any]


@lru_cache(maxsize=8)
def replayed(pgn: str) -> dict[str, Any]:
    """Return start, plies, tags and result of a game in all its parts; the last few games are kept."""
    source = StringIO(pgn)
    whole: _Part | None = None
    while (part := chess.pgn.read_game(source, Visitor=_Part)) is not None:
        if whole is None:
            whole = part
        else:
            whole.go_on(part)
    whole = whole or _Part()
    return {
        "start": whole.start,
        "plies": whole.plies[:PLIES_MOST],
        "tags": whole.tags,
        "result": whole.tags.get("Result", "*"),
    }


def main_line(pgn: str) -> str:
    """Return a game without the variations and the comments that others have written, our own as it is."""
    if "(" not in pgn and ";" not in pgn:
        return pgn
    source, parts = StringIO(pgn), list[str]()
    while (game := chess.pgn.read_game(source)) is not None:
        parts.append(game.accept(chess.pgn.StringExporter(columns=80, comments=False, variations=False)))
    return "".join(f"{part}\n\n" for part in parts)


class _Part(chess.pgn.BaseVisitor["_Part"]):
    """Takes a part's tags, and the main line's plies."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.start = chess.STARTING_FEN
        self.plies: list[Ply] = []
        self._board = chess.Board()

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = tagvalue

    def visit_board(self, board: chess.Board) -> None:
        if not self.plies:
            self.start = board.fen() if not board.move_stack else self.start
        else:
            self.plies[-1]["squares"] = changed_squares(self._board, board)
        self._board = board.copy(stack=False)

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.plies.append(
            {
                "san": board.san(move),
                "number": board.fullmove_number,
                "side": chess.COLOR_NAMES[board.turn],
                "move": move.uci(),
                "irregular": False,
                "squares": {},
                "left_ms": None,
                "corrected": None,
            }
        )

    def visit_comment(self, comment: str) -> None:
        found = _CLOCK.search(comment)
        if found and self.plies:
            hours, minutes, seconds = found.groups()
            self.plies[-1]["left_ms"] = round((int(hours) * 3600 + int(minutes) * 60 + float(seconds)) * 1000)

        if self.plies and (read := read_in(" ".join(comment.split()))):
            self.plies[-1]["corrected"] = {"read": read[0], "by": _ROLES.get(read[1], read[1])}

    def handle_error(self, error: Exception) -> None:
        """Leave out what cannot be read."""

    def result(self) -> "_Part":
        return self

    def go_on(self, part: "_Part") -> None:
        """Add a further part, with one ply for what lies between."""
        there = chess.Board(part.start)
        squares = changed_squares(self._board, there)
        side = chess.COLOR_NAMES[not there.turn]
        number = there.fullmove_number - (1 if there.turn else 0)
        self.plies.append(
            {
                "san": "--",
                "number": max(1, number),
                "side": side,
                "move": "",
                "irregular": True,
                "squares": squares,
                "left_ms": None,
                "corrected": None,
            }
        )
        self.plies += part.plies
        self.tags["Result"] = part.tags.get("Result", "*")
        self.tags["Termination"] = part.tags.get("Termination", "")
        self._board = part._board  # noqa: SLF001 - of the same class


_CLOCK: Final = re.compile(r"\[%clk (\d{1,3}):(\d\d):(\d\d(?:\.\d+)?)\]")

_ROLES: Final = {role.value: role.name.lower() for role in PEOPLE}
