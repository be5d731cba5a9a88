"""What a game consists of besides its plies: presses, times, acts, penalties, open questions.

Each is a value that `Play` holds (`play.py`). Stamps, plies made, acts, pauses and penalties are linked
lists, the last one first: what is added shares all the rest. It refuses to know when any of these changes.
"""

from typing import Any, NamedTuple

import chess

from jadoube.core.messages import phrases
from jadoube.core.messages.opponents import Wish
from jadoube.core.messages.roles import Role
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome
from jadoube.core.squares import Occupancy


class Afar(NamedTuple):
    """What is open in a game on a server."""

    wish: Wish = Wish.NOTHING
    """What the player asks of the server."""
    asks_back: bool = False
    """Whether the opponent asks for a takeback."""
    left: bool = False
    """Whether the opponent has left."""
    cut_off: int | None = None
    """The first ply that the server lacks while it cannot be reached, 0: none; None: it can."""

    def after_ply(self) -> "Afar":
        """What is still open after a ply: who resigns does not stay for the next move."""
        wish = self.wish if self.wish is Wish.RESIGN else Wish.NOTHING
        return self._replace(wish=wish, asks_back=False)


class Press(NamedTuple):
    """A lever's press that is not judged yet; its instant is that of its first sample."""

    side: chess.Color
    at_ms: int
    landed_ms: int | None = None
    """The instant at which its ply came to stand on the board since the press; None: it has not."""

    def land(self, at_ms: int | None) -> "Press":
        """Its ply stands on the board, since this instant if it did not before; None: it does not."""
        if at_ms is None or self.landed_ms is None:
            return self if at_ms is self.landed_ms else self._replace(landed_ms=at_ms)
        return self

    @property
    def counts_ms(self) -> int:
        """From when it counts: an early press from the landing of its ply."""
        return self.at_ms if self.landed_ms is None else max(self.at_ms, self.landed_ms)


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


class Pause(NamedTuple):
    """A pause that somebody made, for the PGN's tags; linked to the pause before."""

    ply: int
    by: Role | None
    """None: with the key `play`, so one of the players."""
    left_ms: tuple[int, int]
    """What both clocks showed: [black, white]."""
    earlier: "Pause | None"


def links_oldest_first(last: Any) -> list[Any]:
    """All stamps, plies made, acts or pauses linked by `earlier`, the oldest first; empty for None."""
    links = []
    while last:
        links.append(last)
        last = last.earlier
    return links[::-1]


class Penalty(NamedTuple):
    """A penalty of `side`; linked to the one before."""

    side: chess.Color
    seconds: int
    """What the opponent got."""
    counts: bool
    """Whether it counts as one of the illegal moves that lose the game."""
    earlier: "Penalty | None" = None


class Ruling(NamedTuple):
    """An illegal move for which both clocks stand until `play`."""

    side: chess.Color
    why: phrases.Part
    open: bool = True
    """True until the arbiter has decided."""
    number: int = 0
    """Which illegal move of this side it is; 0 as long as it is none."""
    seconds: int = 0
    """What the opponent got."""

    def decided(self, number: int = 0, seconds: int = 0) -> "Ruling":
        """It is this illegal move of the side, and the opponent got so much; 0: it is none that counts."""
        return self._replace(open=False, number=number, seconds=seconds)


class Retreat(NamedTuple):
    """Plies that were completed, confirmed or accepted and are off the board; they may come back."""

    line: Line
    """The game with these plies."""
    earlier: Line | None = None
    """The earlier game, without them, that the board has shown; None if it has shown none."""
    since_ms: int = 0
    """The instant of the edge from which the board showed `earlier`."""


class Proposal(NamedTuple):
    """A takeback that `back` has proposed and no piece has carried out yet."""

    line: Line
    """The game when it was proposed."""
    ply: int
    """The last ply that stays; 0: the start position."""

    @property
    def earlier(self) -> Line:
        """The game that stays."""
        return self.line.back_to(self.ply)


class Adjudication(NamedTuple):
    """The question whether a side can mate by any series of legal moves: it takes longer than a step."""

    side: chess.Color | None
    """The side in question; None: either side. If neither can mate, the position is dead."""
    fen: str
    outcome: Outcome | None = None
    """The outcome if the side can mate, or if that stays undecided; otherwise the game is drawn."""
    ply: int = 0
    """The ply after which the position stood."""


class Men(NamedTuple):
    """The pawns where they stand, and how many pieces there are; a quiet move changes neither."""

    pawns: Occupancy
    pieces: int

    @classmethod
    def on(cls, board: chess.Board) -> "Men":
        """Those of a position."""
        return cls(board.pawns, (board.occupied & ~board.pawns).bit_count())
