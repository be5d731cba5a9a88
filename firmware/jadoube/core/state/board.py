"""The board as its contacts show it: the reeds, the wires, how long they have been quiet, what is suspect.

Everything here is by physical square, whatever the orientation, unless it says otherwise. The law: only this
file makes another `Board` out of one. It refuses to know the game, its clock and the players' keys.
"""

from typing import NamedTuple

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.signals import flicker
from jadoube.core.signals.debounce import Contacts
from jadoube.core.signals.flicker import Flicks
from jadoube.core.signals.lines import SOUND, Wires
from jadoube.core.squares import Occupancy, turn_squares

LASTS_MS = 80
"""A ply by hand stands for so long before a hand touches the board again (a guess). Pieces that are pushed
over the board stand on a square for less."""

RESTS_MS = 1000
"""A board without a change for this long is at rest: no move is half made, except with a piece in the air."""

LINGERS_MS = 3000
"""A hand that sets a piece down to look at it takes it up sooner. Where a ply may be hidden, by a line that
is off or by two bad reeds, a piece that stands longer has been played."""

SET_UP_WAITS_MS = 2000
"""The start position must stand this long before a new game begins."""

TOGETHER_MS = 60
"""Two reeds that close within this time may close by one piece, which comes down between two squares (a
judgement: some millimetres of its way, at the pace of a hand). Two pieces take longer."""

EMPTY_WAITS_MS = 2000
"""The board must be empty this long before the game is closed: a matrix unplugged for a moment looks the
same."""

KINGS_WAIT_MS = 2000
"""Both kings must stand on the centre this long before they give the result. Pieces that are being cleared
away may show the same pattern for a moment."""


class Stood(NamedTuple):
    """A reading that the board fitted at rest."""

    reading: Hypothesis
    since_ms: int
    """Since when the board had been quiet when it first rested after the reading's last ply."""
    settlings: int
    """The number of settlings by the last such rest."""


@quick_replace
class Board(NamedTuple):
    """The contacts below the squares, and how they have behaved."""

    reeds: Contacts
    homes: tuple[Occupancy, ...]
    """The occupancy at the start of a game; then the same turned by 180 degrees, if the orientation is open
    and that differs."""
    wires: Wires = SOUND
    """The lines of the matrix that cannot be read."""
    quiet_since_ms: int = 0
    """When a raw reed last changed; flickering reeds do not count."""
    rested: bool = False
    """True once the board has come to rest since then."""
    stood: Stood | None = None
    """What the board last fitted at rest; None if it has fitted nothing yet."""
    lasted: tuple[Hypothesis, ...] = ()
    """The hypotheses when hands last changed a board that had shown the best one for `LASTS_MS`."""
    start_since_ms: int | None = None
    """Since when the start occupancy stands; None while it does not."""
    named: Occupancy = 0
    """The squares whose reeds were reported as bad to the players, as the players name them."""
    flicks: Flicks = Flicks()
    changed_ms: int = 0
    """When the squares changed that settled last."""

    def cleared(self) -> "Board":
        """The board before the next game: what was learnt about its reeds is forgotten, its lines are not."""
        return Board(self.reeds, self.homes, self.wires.as_shown())

    def turned(self) -> "Board":
        """The same board with the squares named from the other side."""
        return self._replace(named=turn_squares(self.named), flicks=flicker.turn_flicks(self.flicks))

    def settle(self, reeds: Contacts) -> "Board":
        """Take over the reeds of a scan in which no hand did anything."""
        return self._replace(reeds=reeds)

    def disturb(self, reeds: Contacts, now_ms: int) -> "Board":
        """Take over the reeds of a scan in which a reed changed that a hand may have changed."""
        return self._replace(reeds=reeds, quiet_since_ms=now_ms, rested=False)

    def settle_at(self, changed_ms: int, flicks: Flicks) -> "Board":
        """Squares have settled that changed at this instant."""
        return self._replace(changed_ms=changed_ms, flicks=flicks)

    def take_in_hand(self, at_ms: int) -> "Board":
        """A hand turns out to have changed the board at this instant."""
        return self._replace(quiet_since_ms=max(self.quiet_since_ms, at_ms), rested=False)

    def come_to_rest(self) -> "Board":
        """The board has been quiet for `RESTS_MS`."""
        return self._replace(rested=True)

    def stand(self, reading: Hypothesis, settlings: int) -> "Board":
        """The board fits this reading at rest, after so many settlings."""
        before = self.stood
        same = before is not None and before.reading.line is reading.line
        since_ms = before.since_ms if before and same else self.quiet_since_ms
        return self._replace(stood=Stood(reading, since_ms, settlings))

    def last(self, hypotheses: tuple[Hypothesis, ...]) -> "Board":
        """The board had shown the best of these for `LASTS_MS` when a hand changed it."""
        return self._replace(lasted=hypotheses)

    def flick(self, flicks: Flicks) -> "Board":
        """Take over which reeds flicker."""
        return self._replace(flicks=flicks)

    def stand_at_start(self, since_ms: int | None) -> "Board":
        """The start occupancy stands since this instant; None: it does not stand."""
        return self if since_ms == self.start_since_ms else self._replace(start_since_ms=since_ms)

    def name(self, bad: Occupancy) -> "Board":
        """These reeds, and no others, are reported as bad."""
        return self._replace(named=bad)

    def rewire(self, wires: Wires, reeds: Contacts) -> "Board":
        """Other lines cannot be read now; `reeds` as they count with these."""
        return self._replace(wires=wires, reeds=reeds)
