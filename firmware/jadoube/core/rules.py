"""When a game is over, by the customer's rules of chess.

The rule set `club` is the customer's French text: mate, stalemate, and three material draws end the game at
once; a fallen flag loses, unless the opponent has only his king. Legality itself is python-chess's.

This file decides over positions. It refuses to know what happened on the board or when.
"""

from dataclasses import dataclass

import chess

from jadoube.core.effects import Outcome, Termination


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The choices in which rules differ; the name is written in the PGN."""

    name: str
    takeback: bool = False
    """Whether the players may take plies back by `back`."""


CLUB = RuleSet("club", takeback=True)
RULE_SETS: dict[str, RuleSet] = {CLUB.name: CLUB}


def ending(board: chess.Board) -> Outcome | None:
    """How the position ends the game by itself; None if play goes on."""
    if is_dead(board):
        return Outcome(Termination.DEAD_POSITION)
    if any(board.generate_legal_moves()):
        return None
    if board.is_check():
        return Outcome(Termination.CHECKMATE, not board.turn)
    return Outcome(Termination.STALEMATE)


def flag_fall(board: chess.Board, side: chess.Color) -> Outcome:
    """What a side's fallen flag means: the customer's text draws only against a bare king."""
    bare = board.occupied_co[not side] == board.kings & board.occupied_co[not side]
    return Outcome(Termination.FLAG_FELL, None if bare else not side)


def is_dead(board: chess.Board) -> bool:
    """King against king, king and bishop or knight, or king and bishop each with both on one colour."""
    if board.pawns | board.rooks | board.queens:
        return False
    minor = board.knights | board.bishops
    if minor.bit_count() <= 1:
        return True
    one_each = all((minor & board.occupied_co[side]).bit_count() == 1 for side in chess.COLORS)
    one_colour = not minor & chess.BB_LIGHT_SQUARES or not minor & chess.BB_DARK_SQUARES
    return one_each and minor == board.bishops and one_colour
