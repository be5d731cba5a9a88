"""The pieces' names by their gender, for languages in which words before them agree with it."""

from collections.abc import Mapping
from typing import NamedTuple

import chess


class Genders(NamedTuple):
    """What the pieces are called, by gender."""

    masculine: Mapping[chess.PieceType, str]
    feminine: Mapping[chess.PieceType, str]

    def after(self, masculine: str, feminine: str) -> dict[chess.PieceType, str]:
        """Put a word before every piece, in the form of its gender."""
        return {piece: f"{masculine} {name}" for piece, name in self.masculine.items()} | {
            piece: f"{feminine} {name}" for piece, name in self.feminine.items()
        }
