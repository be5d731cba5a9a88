"""What the arbiter asks of the table, and what it has decided.

The core does not log and does not act: whatever it has to say is one of these values. Transcripts are made
of them, and so is every word that a face shows.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from jadoube.core.messages.phrases import Sentence
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.squares import Occupancy


class Refusal(StrEnum):
    """Why a press completes nothing."""

    NO_PLY = "no legal ply on the board"
    UNREADABLE = "the board shows no legal position of this game"


class Note(StrEnum):
    """What a player did with the pieces that the Laws do not allow, and that no ply shows."""

    NOT_MOVED = "was touched first and not moved"
    NOT_TAKEN = "was touched first and not taken"
    ROOK_FIRST = "was touched before the king in castling"


class Fault(StrEnum):
    """What is wrong with a reed."""

    STUCK_OPEN = "does not close"
    STUCK_CLOSED = "does not open"
    FLICKERS = "flickers"


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece settled off this square."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece settled onto this square."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Glitched:
    """These squares moved for less than a debounce."""

    squares: Occupancy


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The board fits the same game again after a detour."""


@dataclass(frozen=True, slots=True)
class BoardReady:
    """The start position stands on the board."""


@dataclass(frozen=True, slots=True)
class BoardTurned:
    """The board lies otherwise than it was taken to lie: turned by 180 degrees, or not turned after all."""

    turned: bool


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The best reading has one ply more (FIDE art. 4): `rivals` are readings of it that stay in doubt."""

    ply: int
    san: str
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveUnmade:
    """Later evidence, or the hands, took a ply back out of the best reading."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class MoveCompleted:
    """The clock was pressed for this ply (FIDE art. 6.2.1), at the press's first sample."""

    ply: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PressRefused:
    """A lever was pressed and no ply was there to complete."""

    side: chess.Color
    why: Refusal


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """Something stands where no legal play of this game puts it: the squares too many and those missing."""

    extra: Occupancy
    missing: Occupancy


@dataclass(frozen=True, slots=True)
class ReasonTold:
    """Why the one ply that was tried is illegal."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class PutRight:
    """What stood illegally is gone."""


@dataclass(frozen=True, slots=True)
class BadReed:
    """This square's reed is bad; if it is dead, what it shows is not asked for any more."""

    square: chess.Square
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReedTrusted:
    """This square's reed was named dead, and is not."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class PromotionOffered:
    """A pawn has reached the last rank; this piece is what it becomes unless the panel says otherwise."""

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class PromotionAccepted:
    """The piece stands for good."""

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class AlternativeOffered:
    """A reading is shown that `ok` takes: its ply where it parts from the best; empty where it has none."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class NoAlternative:
    """Another reading was asked for, and there is none."""


@dataclass(frozen=True, slots=True)
class AlternativeTaken:
    """A player said that this is what was played."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """This side's clock runs from now on."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """No clock runs until `play`."""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """This side's time was used up at this instant."""

    side: chess.Color
    at_ms: int


@dataclass(frozen=True, slots=True)
class TimeLow:
    """This side's running time has come down to so many seconds, at this instant."""

    side: chess.Color
    left_s: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PeriodBegun:
    """This side has entered this period of its time control, counted from 0."""

    side: chess.Color
    number: int


@dataclass(frozen=True, slots=True)
class ByoYomiBegun:
    """This side's main time, or a byo-yomi period, is used up: of so many periods left another begins."""

    side: chess.Color
    left: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has its result."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The start position was set up again: the game before is closed, a new one begins."""

    closed: Outcome


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """This side offers a draw (FIDE 9.1)."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class OfferEnded:
    """The draw that this side has offered is declined, or its opponent has played on."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class DrawClaimable:
    """The side to move may claim a draw as the board stands (FIDE 9.2, 9.3)."""

    why: Termination


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """This side has claimed a draw that there is not; `penalty_s` seconds go to the opponent (FIDE 9.5.3)."""

    side: chess.Color
    penalty_s: int


@dataclass(frozen=True, slots=True)
class IllegalPress:
    """This side has pressed without a legal ply, for the so many-th time (FIDE 7.5)."""

    side: chess.Color
    number: int
    penalty_s: int


@dataclass(frozen=True, slots=True)
class Noted:
    """The piece of this square was touched, and the ply was another (FIDE 4.3, 4.4)."""

    side: chess.Color
    note: Note
    square: chess.Square


@dataclass(frozen=True, slots=True)
class Adjudicating:
    """It is being worked out whether this side can mate by any series of legal moves."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ArbiterActed:
    """The arbiter has done this."""

    act: Sentence


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order was given that cannot be carried out now."""

    why: Sentence


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """The players have chosen this in the menu."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """The players want the board switched off."""


Effect = (
    Lifted
    | Placed
    | Glitched
    | Adjusted
    | BoardReady
    | BoardTurned
    | MoveMade
    | MoveUnmade
    | MoveCompleted
    | PressRefused
    | IllegalMove
    | ReasonTold
    | PutRight
    | BadReed
    | ReedTrusted
    | PromotionOffered
    | PromotionAccepted
    | AlternativeOffered
    | NoAlternative
    | AlternativeTaken
    | ClockStarted
    | ClockPaused
    | FlagFell
    | TimeLow
    | PeriodBegun
    | ByoYomiBegun
    | GameOver
    | GameBegun
    | DrawOffered
    | OfferEnded
    | DrawClaimable
    | ClaimRefused
    | IllegalPress
    | Noted
    | Adjudicating
    | ArbiterActed
    | OrderRefused
    | SettingChanged
    | SwitchOff
)
