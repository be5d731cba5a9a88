"""Orders: what players and the arbiter tell the board in words, because no reed can show it.

Players give those up to `ClaimDraw`. The arbiter gives those from `Pause` to `Reopen`. The others do what the
panel does, too; `Wrong` tells the developers something, and a `Naming` who plays. In whose name an order is
given, `roles.py` says; the text of each, `order_text.py`. This file knows nothing of what an order does.
"""

from dataclasses import dataclass

import chess

from jadoube.core.messages.names import GameName, Player
from jadoube.core.messages.opponents import Seat, Sought, Unfound
from jadoube.core.squares import Occupancy

DECIDED = ("1-0", "0-1", "1/2-1/2")
"""The results of a game that is decided, as PGN writes them."""

RESULTS = (*DECIDED, "*")


@dataclass(frozen=True, slots=True)
class Resign:
    """This side resigns."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """This side offers a draw."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """This side accepts the opponent's draw offer."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """This side declines the opponent's draw offer."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """This side claims a draw: in this position, or by the move `san` that it intends."""

    side: chess.Color
    san: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clocks."""


@dataclass(frozen=True, slots=True)
class Play:
    """Start or resume the clock."""


@dataclass(frozen=True, slots=True)
class ChangeTime:
    """Give this side seconds, or take them away (negative)."""

    side: chess.Color
    seconds: int


@dataclass(frozen=True, slots=True)
class SetTime:
    """Set what this side's clock shows, in seconds."""

    side: chess.Color
    seconds: int


@dataclass(frozen=True, slots=True)
class SetMoves:
    """Set how many moves this side has made, for periods with a move count."""

    side: chess.Color
    moves: int


@dataclass(frozen=True, slots=True)
class SetPeriod:
    """Set in which period of the time control this side is, from 1; its time is kept."""

    side: chess.Color
    period: int


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set the number of the next move."""

    move: int


@dataclass(frozen=True, slots=True)
class Restore:
    """Go back to the position after this ply; 0 is the start."""

    ply: int


@dataclass(frozen=True, slots=True)
class Stands:
    """The position on the board is the game's, whatever led to it.

    In text: `stands`, and where the board cannot tell `stands black e5=N d4=p`: who is to move, and the
    pieces of squares as FEN letters (capitals are White's).
    """

    side: chess.Color | None = None
    """Who is to move; None: the board finds out."""
    pieces: tuple[tuple[chess.Square, str], ...] = ()
    """The pieces of these squares, a1 first."""


@dataclass(frozen=True, slots=True)
class Penalise:
    """Give this side's opponent seconds, for this side's fault.

    Without seconds it is the rule set's penalty for an illegal move, and counts as one.
    """

    side: chess.Color
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Pardon:
    """Take this side's last penalty back, its time and its count."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class Decide:
    """Decide about the illegal move for which the clocks stand: a penalty, or none."""

    penalty: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """Give the game this result, whatever the board shows."""

    result: str


@dataclass(frozen=True, slots=True)
class Reopen:
    """Go on with the game that has ended, from the position and the clocks of its end."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last ply back."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last order, as if it had not been given."""


@dataclass(frozen=True, slots=True)
class Promote:
    """Choose this piece for the waiting promotion."""

    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class Alternative:
    """Show the next other reading of the board."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the reading that is shown, or the one that differs from the best by the move `san`."""

    san: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """The opponent who plays from elsewhere makes this move, the game's ply of this number."""

    ply: int
    move: str
    """In UCI notation; castling as the king's move or as king takes rook."""


@dataclass(frozen=True, slots=True)
class Join:
    """The board plays this game of a server, in which the opponent has this side."""

    game: str
    """Such as `lichess:AbCdEfGh`."""
    side: chess.Color
    control: str
    """The time control in seconds, as text; `-`: no clock."""


@dataclass(frozen=True, slots=True)
class SetClocks:
    """The server's clocks show so many ms, and this side's runs; None: none does."""

    white_ms: int
    black_ms: int
    running: chess.Color | None


@dataclass(frozen=True, slots=True)
class Shorten:
    """The server's game has only so many plies: later ones were taken back."""

    ply: int


@dataclass(frozen=True, slots=True)
class AskBack:
    """The opponent asks for a takeback, or does so no longer."""

    asks: bool


@dataclass(frozen=True, slots=True)
class Declined:
    """What the player asked of the server was declined."""


@dataclass(frozen=True, slots=True)
class Away:
    """The opponent has left, and the victory can be claimed in so many seconds; None: he is back."""

    seconds: int | None


@dataclass(frozen=True, slots=True)
class CutOff:
    """The server cannot be reached, and lacks the player's plies from this one on, 0: none; None: it can."""

    ply: int | None


@dataclass(frozen=True, slots=True)
class EndElsewhere:
    """The server's game has ended with this result, for a reason in the server's word."""

    result: str
    status: str


ServerOrder = Join | SetClocks | Shorten | AskBack | Declined | Away | CutOff | EndElsewhere
"""What the server of a game says, besides moves, offers and resignations."""


@dataclass(frozen=True, slots=True)
class SeekOpponent:
    """Look for this opponent on a server, with the time control that is chosen."""

    sought: Sought


@dataclass(frozen=True, slots=True)
class StopSeeking:
    """Look for nobody any more."""


@dataclass(frozen=True, slots=True)
class TakeUp:
    """The program that speaks with the server looks for whom the player wishes."""


@dataclass(frozen=True, slots=True)
class NotFound:
    """Nobody was found on the server, for this reason."""

    why: Unfound


@dataclass(frozen=True, slots=True)
class Serve:
    """Opponents can be looked for on a server, as an account is connected; or they cannot any more."""

    serves: bool


Seeking = SeekOpponent | StopSeeking | TakeUp | NotFound | Serve
"""The orders about who is looked for on a server."""


@dataclass(frozen=True, slots=True)
class LightSquares:
    """A program on a link points at these squares (a 64-bit set, a1 = bit 0), and at no others."""

    squares: Occupancy


@dataclass(frozen=True, slots=True)
class WriteText:
    """A program on a link, or the arbiter, writes this on the faces; empty: takes back what is written."""

    text: str


@dataclass(frozen=True, slots=True)
class SeatProgram:
    """A program on a link has a move for this side, of the game as it is read now."""

    seat: Seat


Linking = LightSquares | WriteText | SeatProgram
"""The orders of a program on a link, besides moves and clocks, none part of play; the arbiter writes, too."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for a good move of the side to move."""


@dataclass(frozen=True, slots=True)
class Advise:
    """The answer to a hint: a good move as the game's ply of this number."""

    ply: int
    move: str = ""
    """In UCI notation; empty: nobody can say one."""


@dataclass(frozen=True, slots=True)
class Assess:
    """The teacher's word on a player's ply: a blunder, or none."""

    ply: int
    better: str = ""
    """The move that was better, in UCI notation; empty: the ply is no blunder."""


Helping = Hint | Advise | Assess
"""The orders about help with a move, which change nothing in play."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Close this game and begin a new one."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The board has read something wrong: mark this instant for a bug report. It changes nothing in play."""


@dataclass(frozen=True, slots=True)
class NamePlayer:
    """Say who plays this side; an empty player: nobody knows."""

    side: chess.Color
    player: Player


@dataclass(frozen=True, slots=True)
class NameGame:
    """Give the game its event, site, round or board; an empty text: unknown."""

    what: GameName
    text: str


@dataclass(frozen=True, slots=True)
class SwapNames:
    """The players have the other colours."""


@dataclass(frozen=True, slots=True)
class Remember:
    """Remember a player, so that a few keys can choose him."""

    player: Player


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget who has this name: among the players remembered, and in the games of the past."""

    name: str


Naming = NamePlayer | NameGame | SwapNames | Remember | Forget
"""The orders that change names, and nothing in play."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Give a setting a value: its name and the value as text."""

    setting: str
    value: str


Order = (
    Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | ClaimDraw
    | Pause
    | Play
    | ChangeTime
    | SetTime
    | SetMoves
    | SetPeriod
    | SetCounter
    | Restore
    | Stands
    | Penalise
    | Pardon
    | Decide
    | Declare
    | Reopen
    | TakeBack
    | Undo
    | Promote
    | Alternative
    | Take
    | Tell
    | Join
    | SetClocks
    | Shorten
    | AskBack
    | Declined
    | Away
    | CutOff
    | EndElsewhere
    | SeekOpponent
    | StopSeeking
    | TakeUp
    | NotFound
    | Serve
    | LightSquares
    | WriteText
    | SeatProgram
    | Hint
    | Advise
    | Assess
    | NewGame
    | Wrong
    | NamePlayer
    | NameGame
    | SwapNames
    | Remember
    | Forget
    | Choose
)
