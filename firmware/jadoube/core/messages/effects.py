"""Effects: what the arbiter has decided, and what it asks of the players.

The core writes no log and does nothing outside. Each of its decisions is one of these values. Transcripts
consist of them, and sounds and notices follow from them.

The law: an effect says all that is particular to it in class attributes (`Effect`). Scoresheet, sounds,
notices and transcripts read these attributes and list no effects of their own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import chess

from jadoube.core.messages.announcing import (
    DRAW,
    LINE,
    NOTED,
    PAUSE,
    PROMOTION,
    Faces,
    Notice,
    Sound,
    added_text,
    period_text,
)
from jadoube.core.messages.opponents import Seat, Sought, Unfound, Wish
from jadoube.core.messages.phrases import Sentence
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.signals import lines
from jadoube.core.signals.lines import LineFault
from jadoube.core.squares import Occupancy


class Effect:
    """What every effect says of itself; each has its own phrase, and the rest where it is not as here."""

    __slots__ = ()

    phrase: ClassVar[str]
    """Its line in a transcript. In braces: its fields, and what `effect_text.py` knows from the table."""
    on_scoresheet: ClassVar[bool] = False
    """Whether it changes the scoresheet; then the PGN is written."""
    sound: ClassVar[Sound | None] = None
    notice: ClassVar[Notice | None] = None
    """Its short text on the faces."""
    ends_notice: ClassVar[str] = ""
    """The text of the notices that it ends before their time; empty: none."""

    def is_heard(self) -> bool:
        """Whether it has its sound; asked only if there is one."""
        return True


class Refusal(StrEnum):
    """Why a press completes nothing."""

    NO_PLY = "no legal ply on the board"
    UNREADABLE = "the board shows no legal position of this game"
    NOT_LANDED = "a lifted piece stands on no square"
    TOO_LATE = "too late: the opponent's reply is completed"


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
    OFF_CENTRE = "does not show its piece: put it on its centre"
    BETWEEN = "is closed by a piece beside it: put that on its centre"


@dataclass(frozen=True, slots=True)
class Lifted(Effect):
    """This square settled as empty: its piece was lifted."""

    phrase = "lifted {square}"

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """This square settled as occupied: a piece was placed."""

    phrase = "placed {square}"

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Glitched(Effect):
    """These squares changed for less than a debounce."""

    phrase = "glitch {squares}"

    squares: Occupancy


@dataclass(frozen=True, slots=True)
class TakebackProposed(Effect):
    """The key `back` proposes to take this ply back; the lamps lead to the position before it."""

    phrase = "takeback proposed: {played}"

    ply: int


@dataclass(frozen=True, slots=True)
class TakebackWithdrawn(Effect):
    """The takeback that was proposed is none: a lever, `ok`, a held `back` or another ply says so."""

    phrase = "takeback withdrawn"


@dataclass(frozen=True, slots=True)
class Adjusted(Effect):
    """The board fits the same game again after a detour."""

    phrase = "adjusted"


@dataclass(frozen=True, slots=True)
class BoardReady(Effect):
    """The start position stands on the board."""

    phrase = "board ready"


@dataclass(frozen=True, slots=True)
class BoardTurned(Effect):
    """The assumed orientation was wrong: the board is turned by 180 degrees, or is not turned after all."""

    phrase = "board {turned}"

    turned: bool


@dataclass(frozen=True, slots=True)
class MoveMade(Effect):
    """The best reading has one more ply (FIDE art. 4); `rivals`: other readings of it, still in doubt."""

    phrase = "move made {ply} {san}{irregular}{rivals}"
    on_scoresheet = True
    sound = Sound.CHECK

    ply: int
    san: str
    rivals: tuple[str, ...] = ()

    def is_heard(self) -> bool:
        """Only a check is heard; a mate sounds when the game ends."""
        return self.san.endswith("+")


@dataclass(frozen=True, slots=True)
class MoveUnmade(Effect):
    """The best reading lost a ply: by later evidence, or because players took it back."""

    phrase = "move unmade {ply} {san}"
    on_scoresheet = True

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class MoveCompleted(Effect):
    """The mover pressed the clock for this ply (FIDE art. 6.2.1); `at_ms`: the press's first sample."""

    phrase = "move completed {played} at {at_ms}{clock}"
    on_scoresheet = True
    sound = Sound.PRESS

    ply: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class MoveTold(Effect):
    """The opponent who plays from elsewhere makes this move; a hand is to make it on the board."""

    phrase = "move told {ply} {san}"
    sound = Sound.NOTED

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class MoveSent(Effect):
    """The opponent who plays from elsewhere knows this ply from now on; it is never read otherwise."""

    phrase = "move sent {ply} {san}"

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class GameJoined(Effect):
    """The board plays this game of a server."""

    phrase = "joined {game}: {opponent} is played from there"

    game: str
    side: chess.Color


@dataclass(frozen=True, slots=True)
class ServerAsked(Effect):
    """The player asks this of the server that keeps the game; nothing has come of it yet."""

    phrase = "asked of the server: {wish}"
    sound = Sound.PRESS

    wish: Wish


@dataclass(frozen=True, slots=True)
class TakebackAsked(Effect):
    """The opponent on a server asks for a takeback, or does so no longer."""

    phrase = "takeback asked: {asks}"
    sound = Sound.NOTED

    asks: bool


@dataclass(frozen=True, slots=True)
class WishDeclined(Effect):
    """What the player asked of the server was declined."""

    phrase = "declined: {wish}"
    sound = Sound.REFUSED

    wish: Wish


@dataclass(frozen=True, slots=True)
class OpponentLeft(Effect):
    """The opponent on a server has left; None: he is back."""

    phrase = "opponent {away}"
    sound = Sound.NOTED

    seconds: int | None


@dataclass(frozen=True, slots=True)
class ServerCutOff(Effect):
    """The server cannot be reached, and lacks plies from this one on, 0: none; None: it can be again."""

    phrase = "server {reach}"
    sound = Sound.NOTED

    ply: int | None


@dataclass(frozen=True, slots=True)
class ClocksAgreed(Effect):
    """The clocks show what the server's do."""

    phrase = "clocks as on the server"


@dataclass(frozen=True, slots=True)
class ServerServes(Effect):
    """Opponents can be looked for on a server, or cannot any more."""

    phrase = "opponents on a server: {serves}"

    serves: bool


@dataclass(frozen=True, slots=True)
class SquaresLit(Effect):
    """A program on a link points at these squares; none: at nothing any more."""

    phrase = "program points at: {squares}"

    squares: Occupancy


@dataclass(frozen=True, slots=True)
class TextWritten(Effect):
    """A program on a link writes this; empty: nothing any more."""

    phrase = "program writes: {written}"

    text: str


@dataclass(frozen=True, slots=True)
class ArbiterWrote(Effect):
    """The arbiter writes this on the faces; empty: nothing any more."""

    phrase = "arbiter writes: {written}"

    text: str


@dataclass(frozen=True, slots=True)
class ProgramSeated(Effect):
    """A program on a link plays this side, or none any more."""

    phrase = "program plays: {seat}"

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeekBegun(Effect):
    """The player looks for this opponent on a server."""

    phrase = "looks for: {sought}"
    sound = Sound.PRESS

    sought: Sought


@dataclass(frozen=True, slots=True)
class SeekTakenUp(Effect):
    """The program that speaks with the server looks for him."""

    phrase = "is looked for"


@dataclass(frozen=True, slots=True)
class SeekEnded(Effect):
    """Nobody is looked for any more."""

    phrase = "looks for nobody any more"


@dataclass(frozen=True, slots=True)
class SeekFailed(Effect):
    """Nobody was found on the server."""

    phrase = "nobody was found: {why}"
    sound = Sound.REFUSED

    why: Unfound


@dataclass(frozen=True, slots=True)
class HintAsked(Effect):
    """A player asks for a good move: this ply."""

    phrase = "hint asked for move {ply}"

    ply: int


@dataclass(frozen=True, slots=True)
class Advised(Effect):
    """This is a good move, as a player has asked for one."""

    phrase = "advised {ply} {san}"
    sound = Sound.NOTED

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class NotAdvised(Effect):
    """A player has asked for a good move, and nobody can say one."""

    phrase = "not advised"
    sound = Sound.REFUSED


@dataclass(frozen=True, slots=True)
class Blundered(Effect):
    """The teacher warns: this ply of a player is a blunder."""

    phrase = "blunder {ply} {san}: better was {better}"
    sound = Sound.NOTED

    ply: int
    san: str
    better: str


@dataclass(frozen=True, slots=True)
class PressRefused(Effect):
    """A lever was pressed without a ply to complete."""

    phrase = "press refused {side}: {why}"
    sound = Sound.REFUSED

    side: chess.Color
    why: Refusal


@dataclass(frozen=True, slots=True)
class PressIgnored(Effect):
    """This side has pressed while the clock is paused; no press counts until `play`."""

    phrase = "press ignored {side}: the clock is paused"
    sound = Sound.REFUSED
    notice = Notice(Faces.SIDE, lambda _: PAUSE)

    side: chess.Color


@dataclass(frozen=True, slots=True)
class IllegalMove(Effect):
    """The board shows what no legal play of this game explains: the squares too many and those missing."""

    phrase = "illegal move: too much {extra}, missing {missing}"

    extra: Occupancy
    missing: Occupancy


@dataclass(frozen=True, slots=True)
class ReasonTold(Effect):
    """The reason why the one tried ply is illegal."""

    phrase = "reason: {reason}"
    sound = Sound.ILLEGAL

    reason: Reason


@dataclass(frozen=True, slots=True)
class PutRight(Effect):
    """The board no longer shows what was illegal."""

    phrase = "put right"


@dataclass(frozen=True, slots=True)
class BadReed(Effect):
    """This square's reed is bad; the state of a dead reed is ignored from now on."""

    phrase = "bad reed {square}: {fault}"
    notice = Notice(Faces.STANDING, lambda bad: f"r-{chess.SQUARE_NAMES[bad.square].upper()}")

    square: chess.Square
    fault: Fault


@dataclass(frozen=True, slots=True)
class ReedTrusted(Effect):
    """This square's reed was reported as dead, and is not."""

    phrase = "reed trusted {square}"

    square: chess.Square


@dataclass(frozen=True, slots=True)
class LineFaulty(Effect):
    """This line of the matrix has a fault: its contacts, or some of them, are not believed (`lines.py`)."""

    phrase = "line {line} {fault}"
    notice = Notice(Faces.STANDING, lambda faulty: LINE + lines.NAMES[faulty.line][0].upper())

    line: int
    fault: LineFault


@dataclass(frozen=True, slots=True)
class LineMended(Effect):
    """This line of the matrix is sound again."""

    phrase = "line {line} is sound again"

    line: int


@dataclass(frozen=True, slots=True)
class PromotionOffered(Effect):
    """A pawn has reached the last rank and becomes this piece, unless a player chooses another."""

    phrase = "promotion offered: {piece}"
    on_scoresheet = True
    notice = Notice(Faces.MOVER, lambda _: PROMOTION)

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class PromotionAccepted(Effect):
    """The piece of this promotion is final."""

    phrase = "promotion accepted: {piece}"
    on_scoresheet = True

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class AlternativeOffered(Effect):
    """Another reading is shown, which `ok` takes; its move where it differs from the best, or empty."""

    phrase = "alternative offered {ply} {san}"

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class NoAlternative(Effect):
    """A player asked for another reading; there is none."""

    phrase = "no alternative"
    sound = Sound.REFUSED


@dataclass(frozen=True, slots=True)
class AlternativeTaken(Effect):
    """A player took this reading as the game that was played."""

    phrase = "alternative taken {ply} {san}"

    ply: int
    san: str


@dataclass(frozen=True, slots=True)
class ClockStarted(Effect):
    """This side's clock runs from now on."""

    phrase = "clock started {side}{since}"
    sound = Sound.PRESS
    ends_notice = PAUSE

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ClockPaused(Effect):
    """Both clocks stand until `play`."""

    phrase = "clock paused"
    on_scoresheet = True


@dataclass(frozen=True, slots=True)
class FlagFell(Effect):
    """This side's time was used up at this instant."""

    phrase = "flag fell {side} at {at_ms}"
    sound = Sound.FLAG

    side: chess.Color
    at_ms: int


@dataclass(frozen=True, slots=True)
class TimeLow(Effect):
    """This side's running time has fallen to `left_s` seconds, at this instant."""

    phrase = "time low {side}: {left_s} s at {at_ms}"
    sound = Sound.LOW_TIME

    side: chess.Color
    left_s: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PeriodBegun(Effect):
    """This side has entered a period of its time control; 0 is the first."""

    phrase = "period {period} begun {side}"
    notice = Notice(Faces.SIDE, lambda begun: period_text(begun.number))

    side: chess.Color
    number: int


@dataclass(frozen=True, slots=True)
class ByoYomiBegun(Effect):
    """A byo-yomi period of this side begins, one of `left`: its main time or the last period is used up."""

    phrase = "byo-yomi {side}: {left} left"

    side: chess.Color
    left: int


@dataclass(frozen=True, slots=True)
class GameOver(Effect):
    """The game has its result."""

    phrase = "game over {outcome}"
    on_scoresheet = True
    sound = Sound.OVER

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GameReopened(Effect):
    """The game that had ended goes on; `earlier`: another one had begun since, without a ply."""

    phrase = "game reopened{earlier}"
    on_scoresheet = True
    ends_notice = DRAW

    earlier: bool = False


@dataclass(frozen=True, slots=True)
class GameBegun(Effect):
    """A new game begins, by set-up or on request; `closed` is the outcome of the game before."""

    phrase = "game begun; the one before is closed {closed}"

    closed: Outcome


@dataclass(frozen=True, slots=True)
class DrawOffered(Effect):
    """This side offers a draw (FIDE 9.1)."""

    phrase = "draw offered by {side}"
    on_scoresheet = True
    notice = Notice(Faces.OPPONENT, lambda _: DRAW)

    side: chess.Color


@dataclass(frozen=True, slots=True)
class OfferEnded(Effect):
    """This side's draw offer has ended: the opponent has declined, or played on; or the arbiter went back."""

    phrase = "offer ended: {side}'s"
    on_scoresheet = True
    ends_notice = DRAW

    side: chess.Color


@dataclass(frozen=True, slots=True)
class DrawClaimable(Effect):
    """The side to move may claim a draw in this position (FIDE 9.2, 9.3)."""

    phrase = "{claim}: {why}"

    why: Termination


@dataclass(frozen=True, slots=True)
class ClaimRefused(Effect):
    """This side's claim of a draw was wrong; `penalty_s` seconds go to the opponent (FIDE 9.5.3)."""

    phrase = "claim refused {side}{penalty_s}"
    on_scoresheet = True
    sound = Sound.REFUSED
    notice = Notice(Faces.OPPONENT, lambda refused: added_text(refused.penalty_s))

    side: chess.Color
    penalty_s: int


@dataclass(frozen=True, slots=True)
class IllegalPress(Effect):
    """This side has pressed without a legal ply, for the `number`-th time (FIDE 7.5)."""

    phrase = "illegal move {number} by {side}{penalty_s}"
    on_scoresheet = True
    sound = Sound.ILLEGAL
    notice = Notice(Faces.OPPONENT, lambda press: added_text(press.penalty_s))

    side: chess.Color
    number: int
    penalty_s: int


@dataclass(frozen=True, slots=True)
class VerdictAsked(Effect):
    """This side has pressed without a legal ply; both clocks stand until the arbiter decides (FIDE 7.5.1)."""

    phrase = "illegal move by {side}? the arbiter decides"
    sound = Sound.ILLEGAL

    side: chess.Color


@dataclass(frozen=True, slots=True)
class PenaltyRemoved(Effect):
    """This side's last penalty is taken back: `seconds` leave the opponent's clock."""

    phrase = "penalty removed {side}: {seconds} s"
    notice = Notice(Faces.OPPONENT, lambda removed: added_text(-removed.seconds))

    side: chess.Color
    seconds: int


@dataclass(frozen=True, slots=True)
class Noted(Effect):
    """This side broke touch-move with the piece of this square (FIDE 4.3, 4.4)."""

    phrase = "noted {side}: {square} {note}"
    on_scoresheet = True

    side: chess.Color
    note: Note
    square: chess.Square


@dataclass(frozen=True, slots=True)
class AnnouncedNotMade(Effect):
    """This side has made another move than it had announced with a wrong claim (FIDE 9.5.3)."""

    phrase = "noted {side}: {san} was announced and not made"
    on_scoresheet = True

    side: chess.Color
    san: str


@dataclass(frozen=True, slots=True)
class Adjudicating(Effect):
    """A search has begun for whether this side can mate by any series of legal moves."""

    phrase = "adjudicating whether {side} can mate"

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ArbiterActed(Effect):
    """An act of the arbiter."""

    phrase = "arbiter: {act}"
    on_scoresheet = True

    act: Sentence


@dataclass(frozen=True, slots=True)
class OrderUndone(Effect):
    """The last order is undone: it was never given."""

    phrase = "undone: {order}"
    on_scoresheet = True

    order: str
    """The one text of the order."""


@dataclass(frozen=True, slots=True)
class OrderRefused(Effect):
    """An order cannot be carried out now."""

    phrase = "order refused: {why}"
    sound = Sound.REFUSED

    why: Sentence


@dataclass(frozen=True, slots=True)
class SettingChanged(Effect):
    """A setting has a new value, from the menu or an order."""

    phrase = "set {what}: {text}"

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkedWrong(Effect):
    """Somebody says that the board has read something wrong; the game goes on as if nobody had."""

    phrase = "{said}"
    sound = Sound.NOTED
    notice = Notice(Faces.STANDING, lambda _: NOTED)

    said: Sentence


@dataclass(frozen=True, slots=True)
class NamesChanged(Effect):
    """Somebody said who plays, or what the game is called; nothing in play has changed."""

    phrase = "names: {said}"

    said: Sentence


@dataclass(frozen=True, slots=True)
class SwitchOff(Effect):
    """A player asks to switch the board off."""

    phrase = "switch off"
