"""Effects: what the arbiter has decided, and what it asks of the players.

The core writes no log and does nothing outside. Each of its decisions is one of these values. Transcripts
consist of them, and sounds and notices follow from them.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from jadoube.core.messages.phrases import Sentence
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.signals.lines import LineFault
from jadoube.core.squares import Occupancy


class Refusal(StrEnum):
    """Why a press completes nothing."""

    NO_PLY = "no legal ply on the board"
    UNREADABLE = "the board shows no legal position of this game"


class Note(StrEnum):
    """A breach of the touch-move rules, which no ply shows."""

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
    """This square settled as empty: its piece was lifted."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Placed:
    """This square settled as occupied: a piece was placed."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Glitched:
    """These squares changed for less than a debounce."""

    squares: Occupancy


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The board fits the same game again after a detour."""


@dataclass(frozen=True, slots=True)
class BoardReady:
    """The start position stands on the board."""


@dataclass(frozen=True, slots=True)
class BoardTurned:
    """The assumed orientation was wrong: the board is turned by 180 degrees, or is not turned after all."""

    turned: bool


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The best reading has one more ply (FIDE art. 4); `rivals`: other readings of it, still in doubt."""

    ply: int
    san: str
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveUnmade:
    """The best reading lost a ply: by later evidence, or because players took it back."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class MoveCompleted:
    """The mover pressed the clock for this ply (FIDE art. 6.2.1); `at_ms`: the press's first sample."""

    ply: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PressRefused:
    """A lever was pressed without a ply to complete."""

    side: chess.Color
    why: Refusal


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The board shows what no legal play of this game explains: the squares too many and those missing."""

    extra: Occupancy
    missing: Occupancy


@dataclass(frozen=True, slots=True)
class ReasonTold:
    """The reason why the one tried ply is illegal."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class PutRight:
    """The board no longer shows what was illegal."""


@dataclass(frozen=True, slots=True)
class BadReed:
    """This square's reed is bad; the state of a dead reed is ignored from now on."""

    square: chess.Square
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReedTrusted:
    """This square's reed was reported as dead, and is not."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class LineFaulty:
    """This line of the matrix has a fault: its contacts, or some of them, are not believed (`lines.py`)."""

    line: int
    fault: LineFault


@dataclass(frozen=True, slots=True)
class LineMended:
    """This line of the matrix is sound again."""

    line: int


@dataclass(frozen=True, slots=True)
class PromotionOffered:
    """A pawn has reached the last rank and becomes this piece, unless a player chooses another."""

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class PromotionAccepted:
    """The piece of this promotion is final."""

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class AlternativeOffered:
    """Another reading is shown, which `ok` takes; its move where it differs from the best, or empty."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class NoAlternative:
    """A player asked for another reading; there is none."""


@dataclass(frozen=True, slots=True)
class AlternativeTaken:
    """A player took this reading as the game that was played."""

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """This side's clock runs from now on."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """Both clocks stand until `play`."""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """This side's time was used up at this instant."""

    side: chess.Color
    at_ms: int


@dataclass(frozen=True, slots=True)
class TimeLow:
    """This side's running time has fallen to `left_s` seconds, at this instant."""

    side: chess.Color
    left_s: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PeriodBegun:
    """This side has entered a period of its time control; 0 is the first."""

    side: chess.Color
    number: int


@dataclass(frozen=True, slots=True)
class ByoYomiBegun:
    """A byo-yomi period of this side begins, one of `left`: its main time or the last period is used up."""

    side: chess.Color
    left: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has its result."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A new game begins, by set-up or on request; `closed` is the outcome of the game before."""

    closed: Outcome


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """This side offers a draw (FIDE 9.1)."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class OfferEnded:
    """This side's draw offer has ended: the opponent has declined, or played on; or the arbiter went back."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class DrawClaimable:
    """The side to move may claim a draw in this position (FIDE 9.2, 9.3)."""

    why: Termination


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """This side's claim of a draw was wrong; `penalty_s` seconds go to the opponent (FIDE 9.5.3)."""

    side: chess.Color
    penalty_s: int


@dataclass(frozen=True, slots=True)
class IllegalPress:
    """This side has pressed without a legal ply, for the `number`-th time (FIDE 7.5)."""

    side: chess.Color
    number: int
    penalty_s: int


@dataclass(frozen=True, slots=True)
class Noted:
    """This side broke touch-move with the piece of this square (FIDE 4.3, 4.4)."""

    side: chess.Color
    note: Note
    square: chess.Square


@dataclass(frozen=True, slots=True)
class Adjudicating:
    """A search has begun for whether this side can mate by any series of legal moves."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ArbiterActed:
    """An act of the arbiter."""

    act: Sentence


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order cannot be carried out now."""

    why: Sentence


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting has a new value, from the menu or an order."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """A player asks to switch the board off."""


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
    | LineFaulty
    | LineMended
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
