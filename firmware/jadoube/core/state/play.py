"""The game as it is played: phase, clock, which plies stand, open questions, comments of the PGN.

It refuses to know how the plies were read (`reading/`) and what is shown.
"""

from typing import Any, NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages import phrases
from jadoube.core.messages.phases import Phase
from jadoube.core.named_tuples import quick_replace
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome
from jadoube.core.state.touch_move import Touched

PRESS_WAITS_MS = 200
"""A press is judged when the reeds are quiet, and at the latest this long after it (a decision)."""

ENDING_WAITS_MS = 1000
"""A ply that ends the game does so after this much quiet, if nobody confirms it. So a piece that slides
through a mating square does not end the game."""

NEXT_GAME_WAITS_MS = 100
"""The delay from the closing of a game, by set-up or on request, to the beginning of the next. So every
caller sees the one and then the other."""


class Press(NamedTuple):
    """A lever's press that is not judged yet; its instant is that of its first sample."""

    side: chess.Color
    at_ms: int


class Stamp(NamedTuple):
    """What the mover's clock showed when a ply was completed; linked to the stamp before."""

    ply: int
    remaining_ms: int
    earlier: "Stamp | None"
    used_ms: int = 0
    """The total time that the mover had used by then."""


class Made(NamedTuple):
    """What the mover had left when a ply was made (its last settling edge); linked to the ply before."""

    ply: int
    left_ms: int
    earlier: "Made | None"
    used_ms: int = 0
    """The total time that the mover had used by then."""


class Act(NamedTuple):
    """A comment of the PGN after a ply, on what no move shows; linked to the comment before."""

    ply: int
    what: phrases.Sentence
    earlier: "Act | None"


def links_oldest_first(last: Any) -> list[Any]:
    """All stamps, plies made or acts that are linked by `earlier`, the oldest first; empty for None."""
    links = []
    while last:
        links.append(last)
        last = last.earlier
    return links[::-1]


class Retreat(NamedTuple):
    """Plies that were completed, confirmed or accepted and are off the board; they may come back."""

    line: Line
    """The game with these plies."""
    earlier: Line | None = None
    """The earlier game, without them, that the board has shown; None if it has shown none."""
    since_ms: int = 0
    """The instant of the edge from which the board showed `earlier`."""


class ToPlay(NamedTuple):
    """A move that a player is to make for an engine, and the game that it continues."""

    line: Line
    move: chess.Move


class Adjudication(NamedTuple):
    """The question whether a side can mate by any series of legal moves: it takes longer than a step."""

    side: chess.Color | None
    """The side in question; None: either side. If neither can mate, the position is dead."""
    fen: str
    outcome: Outcome | None = None
    """The outcome if the side can mate, or if that stays undecided; otherwise the game is drawn."""
    ply: int = 0
    """The ply after which the position stood."""


@quick_replace
class Play(NamedTuple):
    """What has been played, decided and asked."""

    clock: ChessClock | None
    phase: Phase = Phase.SETTING_UP
    made_ms: int = 0
    """The instant of the last ply: its last settling edge."""
    completed: int = 0
    """The last ply that a press completed."""
    confirmed: int = 0
    """The last ply that `ok`, or the log's end, confirmed."""
    accepted: int = 0
    """Promotions up to this ply are accepted."""
    presses: tuple[Press, ...] = ()
    """The presses that are not judged yet, the oldest first."""
    ends: Outcome | None = None
    """How the last ply of the best reading ends the game, once it is confirmed; None if it does not."""
    outcome: Outcome | None = None
    adjudication: Adjudication | None = None
    """The open question: the outcome of a game that is over, or whether a position is dead."""
    offer: chess.Color | None = None
    """The side that offers a draw."""
    illegal_presses: tuple[int, int] = (0, 0)
    """How often each side has pressed without a legal ply, where the rule set counts that: [black, white]."""
    counter: int = 0
    """What the arbiter has added to the move counter: its value less the number of moves on the board."""
    acts: Act | None = None
    touched: Touched | None = None
    retreat: Retreat | None = None
    to_play: ToPlay | None = None
    """Shown while the game is still the one for which it was found."""
    stamps: Stamp | None = None
    made: Made | None = None
    """None without a clock."""
    anew_ms: int | None = None
    """When the new game begins that a player asked for; None if nobody asked."""
