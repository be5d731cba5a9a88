"""How a game ended, and why."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import chess


class Termination(StrEnum):
    """Why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    FIVEFOLD = "fivefold repetition"
    SEVENTY_FIVE = "75 moves"
    THREEFOLD = "threefold repetition"
    FIFTY = "fifty moves"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    FLAG_FELL = "flag fell"
    ILLEGAL_MOVES = "illegal moves"
    KINGS = "kings on the centre"
    ARBITER = "the arbiter's word"
    LEFT = "left the game"
    """The opponent left a game on a server, and victory was claimed."""
    SERVER = "the server's word"
    UNFINISHED = "unfinished"


WINNERS: Final = {"1-0": chess.WHITE, "0-1": chess.BLACK}
"""Who has won by a result; the others have no winner."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is None for a draw and for a game that was not finished."""

    termination: Termination
    winner: chess.Color | None = None

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2 or *, as PGN writes it."""
        if self.winner is not None:
            return "1-0" if self.winner else "0-1"
        return "*" if self.termination is Termination.UNFINISHED else "1/2-1/2"
