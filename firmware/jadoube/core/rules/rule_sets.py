"""Rule sets: when a game is over, and what its players may claim.

A `RuleSet` is one frozen value with every choice in which the rules of chess differ from table to table.
`club` is the customer's French text, `fide` and `fide-blitz` are the FIDE Laws of 2023, and `casual` is for
play at home. Legality comes from python-chess and is the same everywhere.

This file judges games and positions. It refuses to know what happened on the board, whose hands did it, and
when.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

import chess

from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome, Termination


class Saves(StrEnum):
    """What saves a player who would lose on time, by resigning or by illegal moves: it is a draw then."""

    NOTHING = "nothing"
    BARE_KING = "bare-king"
    """The opponent has only his king (the customer's text)."""
    NO_MATE = "no-mate"
    """The opponent cannot mate by any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5)."""


class Dead(StrEnum):
    """Which dead positions end the game at once."""

    LISTED = "listed"
    """K-K, K-KB, K-KN, and KB-KB with both bishops on one colour (the customer's text)."""
    PROVED = "proved"
    """These, and any position in which it is proved that neither side can mate (FIDE 5.2.2)."""


class Repeated(StrEnum):
    """The effect of a threefold repetition, and of fifty moves by each side without progress."""

    CLAIM = "claim"
    """The side to move may claim a draw (FIDE 9.2, 9.3)."""
    SHOWN = "shown"
    """It is shown, and nobody may claim."""


class Judge(StrEnum):
    """Who judges a press without a legal ply where the rule set counts illegal moves."""

    ARBITER = "arbiter"
    """The board stops both clocks and waits for the arbiter's verdict (FIDE 7.5.1)."""
    BOARD = "board"
    """The board gives the penalty at once."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The choices in which rules differ. The PGN has the name."""

    name: str
    flag_ends: bool = True
    """Whether a flag fall ends the game; otherwise it is shown, and the game goes on."""
    flag_saves: Saves = Saves.BARE_KING
    resignation_saves: Saves = Saves.NOTHING
    dead: Dead = Dead.LISTED
    repeated: Repeated = Repeated.CLAIM
    automatic_draws: bool = False
    """Whether the fifth repetition, and 75 moves by each side without progress, draw (FIDE 9.6)."""
    illegal_penalty_s: int = 0
    """The seconds that the opponent gets for a press without a legal ply; 0: the press is refused."""
    illegal_loses: int = 0
    """The number of presses without a legal ply that loses the game; 0: none does."""
    touch_move: bool = False
    """Whether the board shows that a touched piece was not moved, or not captured (FIDE 4.3)."""
    rook_first: bool = False
    """Whether castling with the rook touched first is noted (FIDE 4.4.2)."""
    agreed_after: int = 0
    """How many plies must be played before a draw can be agreed: 2 is one move each (FIDE 5.2.3)."""
    takeback: bool = False
    """Whether the players may take plies back; otherwise only the arbiter may."""
    hints: bool = False
    """Whether lamps show the legal targets of a lifted piece."""

    @property
    def penalises(self) -> bool:
        """Whether an illegal move costs anything: time, or after some of them the game."""
        return bool(self.illegal_penalty_s or self.illegal_loses)

    @property
    def text(self) -> str:
        """The name, then each choice that differs from the preset: `fide touch_move=no`."""
        preset = RULE_SETS[self.name]
        choices = ((each.name, getattr(self, each.name)) for each in fields(self))
        changed = [
            f"{key}={_choice_text(choice)}" for key, choice in choices if choice != getattr(preset, key)
        ]
        return " ".join([self.name, *changed])


CLUB = RuleSet("club", takeback=True)
FIDE = RuleSet(
    "fide",
    flag_saves=Saves.NO_MATE,
    resignation_saves=Saves.NO_MATE,
    dead=Dead.PROVED,
    automatic_draws=True,
    illegal_penalty_s=120,
    illegal_loses=2,
    touch_move=True,
    rook_first=True,
    agreed_after=2,
)
FIDE_BLITZ = RuleSet(
    "fide-blitz",
    flag_saves=Saves.NO_MATE,
    resignation_saves=Saves.NO_MATE,
    dead=Dead.PROVED,
    automatic_draws=True,
    illegal_penalty_s=60,
    illegal_loses=2,
    touch_move=True,
    rook_first=True,
    agreed_after=2,
)
CASUAL = RuleSet("casual", flag_ends=False, repeated=Repeated.SHOWN, takeback=True, hints=True)

RULE_SETS: dict[str, RuleSet] = {each.name: each for each in (CLUB, FIDE, FIDE_BLITZ, CASUAL)}
"""The presets by name."""


def parse_rules(text: str) -> RuleSet:
    """Parse a rule set as `RuleSet.text` writes it; ValueError says what was found and what was expected."""
    name, *choices = text.split(" ")
    if name not in RULE_SETS:
        raise ValueError(f"{name[:40]!a} found, expected one of: {', '.join(RULE_SETS)}")
    changes: dict[str, Any] = dict(_parse_choice(choice) for choice in choices)
    return replace(RULE_SETS[name], **changes)


FIFTY = 100
"""Plies without a capture or pawn move after which a draw may be claimed (FIDE 9.3)."""

SEVENTY_FIVE = 150
"""The same for the automatic draw (FIDE 9.6.2)."""


def _parse_choice(text: str) -> tuple[str, bool | int | StrEnum]:
    """Parse one choice, such as `touch_move=no`."""
    key, _, word = text.partition("=")
    kinds = {each.name: type(getattr(CLUB, each.name)) for each in fields(RuleSet) if each.name != "name"}
    if key not in kinds:
        raise ValueError(f"{key[:40]!a} found, expected one of: {', '.join(kinds)}")
    kind, wanted = kinds[key], "a whole number"
    if issubclass(kind, StrEnum):
        if word in list(kind):
            return key, kind(word)
        wanted = f"one of: {', '.join(kind)}"
    elif kind is bool:
        if word in _YES_NO:
            return key, _YES_NO[word]
        wanted = f"one of: {', '.join(_YES_NO)}"
    elif word.isascii() and word.isdigit():
        return key, int(word[:9])
    raise ValueError(f"{key}={word[:40]!a} found, expected {wanted}")


def _choice_text(choice: bool | int | StrEnum) -> str:
    return ("no", "yes")[choice] if isinstance(choice, bool) else str(choice)


_YES_NO = {"no": False, "yes": True}


def game_outcome(line: Line, rules: RuleSet) -> Outcome | None:
    """How a game ends automatically with its last ply; None if play goes on. Mate comes before any draw."""
    outcome = position_outcome(line.board)
    if outcome or not rules.automatic_draws:
        return outcome
    if repetitions(line) >= 5:
        return Outcome(Termination.FIVEFOLD)
    return Outcome(Termination.SEVENTY_FIVE) if line.board.halfmove_clock >= SEVENTY_FIVE else None


def position_outcome(board: chess.Board) -> Outcome | None:
    """How a position ends the game under every rule set; None if play goes on."""
    if is_dead(board):
        return Outcome(Termination.DEAD_POSITION)
    if any(board.generate_legal_moves()):
        return None
    if board.is_check():
        return Outcome(Termination.CHECKMATE, not board.turn)
    return Outcome(Termination.STALEMATE)


def claimable_draw(line: Line) -> Termination | None:
    """The draw that the side to move may claim in this position; None if there is none."""
    if line.board.halfmove_clock >= FIFTY:
        return Termination.FIFTY
    return Termination.THREEFOLD if repetitions(line) >= 3 else None


def repetitions(line: Line) -> int:
    """How often the last position of a game has occurred, this time included (FIDE 9.2.3).

    Castling rights and a possible capture en passant belong to a position. Only the plies since the last
    capture or pawn move are searched.
    """
    count, earlier = 1, line
    for _ in range(line.board.halfmove_clock // 2):
        if earlier.before is None or earlier.before.before is None:
            break
        earlier = earlier.before.before
        count += earlier.occupancy == line.occupancy and earlier.key == line.key  # a key is costly
    return count


def has_only_king(board: chess.Board, side: chess.Color) -> bool:
    """Whether this side has only its king."""
    return board.occupied_co[side] == board.kings & board.occupied_co[side]


def is_dead(board: chess.Board) -> bool:
    """Whether the position is dead by material: K-K, K-KB, K-KN, or KB-KB with bishops on one colour."""
    if board.pawns | board.rooks | board.queens:
        return False
    minor = board.knights | board.bishops
    if minor.bit_count() <= 1:
        return True
    one_each = all((minor & board.occupied_co[side]).bit_count() == 1 for side in chess.COLORS)
    one_colour = not minor & chess.BB_LIGHT_SQUARES or not minor & chess.BB_DARK_SQUARES
    return one_each and minor == board.bishops and one_colour
