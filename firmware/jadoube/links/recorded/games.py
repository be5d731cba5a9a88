"""The games that positions show, one after the other: legal moves, and what cannot be explained.

The law: a position that is a legal move after the last one continues the game; so do a piece that went on
along its way, and a takeback of some plies. What stands between is a hand. The start position begins a game.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import chess

from jadoube.core.rules.game_line import Line
from jadoube.links.livechess.following import KINGS, letters
from jadoube.links.livechess.link import placed

START: Final = letters(chess.Board())

MOST_BACK: Final = 8
"""How many plies a takeback has at most."""

MOST_CHANGED: Final = 4
"""The most squares that one move changes."""


class Game(NamedTuple):
    """A game that was seen, and what stood at its end."""

    lines: tuple[Line, ...]
    """The game; two if it is not known who has the move."""
    last: str = ""
    """The last position, if no legal move leads to it; else empty."""

    @property
    def line(self) -> Line:
        """The game."""
        return self.lines[0]


def follow(positions: Iterable[str]) -> list[Game]:
    """Follow positions, 64 letters each, a1 first."""
    games: list[Game] = []
    for pieces in positions:
        if pieces == START and not (games and games[-1].line.ply == 0 and _stands(games[-1].line, pieces)):
            games.append(Game((Line(chess.Board()),)))
        elif games and (lines := _continued(games[-1].lines, pieces)):
            games[-1] = Game(lines)
        elif not games:
            games += _begun_in(pieces)
        else:
            games[-1] = games[-1]._replace(last=pieces)
    return games


def _begun_in(pieces: str) -> list[Game]:
    """A game that begins in the middle; none if the position is none."""
    boards = [chess.Board(f"{placed(pieces)} {side} - - 0 1") for side in ("w", "b")]
    if boards[0].status() & KINGS:
        return []
    return [Game(tuple(Line(board) for board in boards))]


def _continued(lines: tuple[Line, ...], pieces: str) -> tuple[Line, ...]:
    """The games that these lines have become; none if the position does not continue one."""
    same = tuple(line for line in lines if _stands(line, pieces))
    return same or tuple(after for line in lines for after in _after(line, pieces)[:1])


def _after(line: Line, pieces: str) -> list[Line]:
    """The lines that lead to a position: a move on, another last move, or some plies back."""
    backs = [line.back_to(line.ply - plies) for plies in range(1, min(MOST_BACK, line.ply) + 1)]
    found = [after for before in (line, *backs[:1]) for after in _moves_to(before, pieces)]
    return found or [back for back in backs if _stands(back, pieces)]


def _stands(line: Line, pieces: str) -> bool:
    return letters(line.board) == pieces


def _moves_to(line: Line, pieces: str) -> list[Line]:
    before = letters(line.board)
    if sum(map(str.__ne__, before, pieces)) > MOST_CHANGED:
        return []
    return [after for move in line.legal_moves() if _stands(after := line.after(move), pieces)]
