"""The table: everything that the arbiter knows at one instant, as one frozen value.

What is agreed (`Terms`), what the contacts show, what the reconstruction makes of it, the clock, and the few
open questions of the moment: a press not yet judged, a promotion not yet accepted, an ending not yet
confirmed. Questions about the table that several stages ask are answered here; nothing is decided here.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages import phrases
from jadoube.core.messages.effects import Effect, Refusal
from jadoube.core.messages.events import PANEL, Page
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.preferences import AT_EASE, Comfort
from jadoube.core.reading import tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis, is_ply_seen
from jadoube.core.rules import rule_sets as rules
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome
from jadoube.core.rules.rule_sets import CLUB, RuleSet
from jadoube.core.signals import debounce, flicker
from jadoube.core.signals.debounce import Contacts
from jadoube.core.signals.flicker import Flicks
from jadoube.core.squares import Occupancy, turn_squares
from jadoube.core.state.menu import LEAVES_MS, Level, Menu
from jadoube.core.state.notices import Moment
from jadoube.core.state.sounds import Heard
from jadoube.core.state.touch_move import Touched

PRESS_WAITS_MS = 200
"""A press is judged when the reeds are quiet, but this long after it at the latest (behaviour.md)."""

RESTS_MS = 1000
"""A board that has stood still for so long is at rest: nobody has a move half made, unless in the air."""

ENDING_WAITS_MS = 1000
"""A ply that ends the game does so after this much quiet, if nobody confirms it: a piece that slides
through a mating square ends nothing."""

SET_UP_WAITS_MS = 2000
"""The start position has to stand this long before it is a new game."""

NEXT_GAME_WAITS_MS = 100
"""When a set-up has closed a game, the next begins so much later: every scanner sees one after the other."""

EMPTY_WAITS_MS = 2000
"""An empty board has to stand this long before the game is closed: a matrix that is unplugged for a moment
shows one too."""

KINGS_WAIT_MS = 2000
"""Both kings have to stand this long on the centre before that is the result: pieces that are being put away
pass through every picture."""

HANDS_HOLD = 4
"""Pieces that both players' hands may have lifted in play: a capture and its reply, or two captures."""

REFUSAL_SHOWS_MS = 1500
"""For how long it is shown that a press was refused, or that no other reading explains the board."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the game."""

    start_fen: str = chess.STARTING_FEN
    control: TimeControl | None = None
    """None: there is no clock."""
    rules: RuleSet = CLUB
    debounce_ms: int = 20
    tenths_below_s: int = 20
    """The faces show tenths of a second below this; 0 never."""
    low_time_s: int = 0
    """A side is warned when its running time comes down to this; 0 never."""
    turned: bool | None = None
    """Whether the board lies turned by 180 degrees, Black at the first rank; None: the first ply tells."""
    language: str = LANGUAGES[0]
    """In which the board says how things stand."""


class Press(NamedTuple):
    """A lever's press that is not judged yet, at the instant of its first sample."""

    side: chess.Color
    at_ms: int


class Stamp(NamedTuple):
    """What the mover's clock showed when a ply was completed, and the stamps before."""

    ply: int
    remaining_ms: int
    earlier: "Stamp | None"
    used_ms: int = 0
    """What of his time the mover had used by then, all in all."""


class Made(NamedTuple):
    """What the mover had left when a ply was made, at its last settling edge; and the plies before."""

    ply: int
    left_ms: int
    earlier: "Made | None"
    used_ms: int = 0
    """What of his time the mover had used by then, all in all."""


class Act(NamedTuple):
    """Something that the PGN tells behind a ply, because no move shows it; and what was told before."""

    ply: int
    what: phrases.Sentence
    earlier: "Act | None"


def links_oldest_first(last: Any) -> list[Any]:
    """All stamps, plies made or acts that are linked by `earlier`, the earliest first; none from None."""
    links = []
    while last:
        links.append(last)
        last = last.earlier
    return links[::-1]


class Retreat(NamedTuple):
    """Plies that were said to be made and do not stand on the board: for now they may come back."""

    line: Line
    """The game with them."""
    earlier: Line | None = None
    """The game without them that the board has shown; None while it has not."""
    since_ms: int = 0
    """The instant of the edge with which the board showed it first."""


class Candidate(NamedTuple):
    """The reading that is shown because a player asked for another one."""

    line: Line | None
    """The game that `ok` takes; None: there is no other."""
    until_ms: int | None = None
    """How long it is shown that there is none."""


class Refused(NamedTuple):
    """A refused press, as long as it is shown."""

    side: chess.Color
    why: Refusal
    until_ms: int


class ToPlay(NamedTuple):
    """The move that a player is to make for an engine, and the game in which it is its turn."""

    line: Line
    move: chess.Move


class Adjudication(NamedTuple):
    """A question that takes too long to be answered in a step: whether a side can mate by any legal play."""

    side: chess.Color | None
    """The side that is asked for; None: either, and if neither can the position is dead."""
    fen: str
    outcome: Outcome | None = None
    """The outcome that hangs on it, if the side can or that stays undecided; else it is a draw."""
    ply: int = 0
    """The ply after which the position stood."""


class Lies(NamedTuple):
    """How the board is taken to lie."""

    turned: bool = False
    """Whether by 180 degrees."""
    other: "Table | None" = None
    """The same game the other way round, as long as the board may lie so; it has no other itself."""
    odds: float = 0.0
    """What the other's best reading cost more when the start stood on the board last."""


class Table(NamedTuple):
    """The whole state. Made by `new_table`; changed only by `arbiter.step`.

    A named tuple because it is replaced at every step, and that is three times as fast as for a dataclass.
    """

    terms: Terms
    reeds: Contacts
    """By the board's own squares, however it lies."""
    buttons: Contacts
    """By the board's own levers."""
    seen: Tracker
    """By the squares as the players say them."""
    homes: tuple[Occupancy, ...]
    """The squares that have a piece when a game begins, and the same turned where that tells how it lies."""
    clock: ChessClock | None
    phase: Phase = Phase.SETTING_UP
    made_ms: int = 0
    """The instant of the last ply: its last settling edge."""
    quiet_since_ms: int = 0
    """When a reed last changed, raw."""
    rested: bool = False
    """Whether the board has come to rest since then."""
    completed: int = 0
    """The last ply that a press completed."""
    confirmed: int = 0
    """The last ply that `ok`, or the log's end, confirmed."""
    accepted: int = 0
    """The last ply up to which promotions are accepted."""
    presses: tuple[Press, ...] = ()
    chord: bool = False
    """Whether what is held has done what it does, and releasing it does nothing more: a second panel key came
    down while one was held, a hold has acted, or it was held when the game began."""
    key_since_ms: int = 0
    """When the last panel key came down."""
    illegal: bool = False
    """Whether the board shows something that no legal play explains."""
    reason: Reason | None = None
    """Why the ply is illegal that was tried, as long as the board shows it."""
    ends: Outcome | None = None
    """How the best reading's position ends the game, once it is confirmed."""
    outcome: Outcome | None = None
    start_since_ms: int | None = None
    """Since when the start occupancy stands; None while it does not."""
    refused: Refused | None = None
    adjudication: Adjudication | None = None
    """What still waits for its answer: the outcome of a game that is over, or whether a position is dead."""
    offer: chess.Color | None = None
    """The side that offers a draw."""
    illegal_presses: tuple[int, int] = (0, 0)
    """How often the sides have pressed without a legal ply where that is counted: [black, white]."""
    counter: int = 0
    """How many moves more than on the board the arbiter has set the move counter to."""
    acts: Act | None = None
    touched: Touched | None = None
    retreat: Retreat | None = None
    candidate: Candidate | None = None
    to_play: ToPlay | None = None
    """Shown for as long as the game is the one that it was found for."""
    stamps: Stamp | None = None
    made: Made | None = None
    """None without a clock."""
    wake_ms: int | None = None
    """When the arbiter wants to be shown a scan even if nothing changes."""
    lies: Lies = Lies()

    named: Occupancy = 0
    """The squares whose reeds the players were told to be bad."""
    flicks: Flicks = Flicks()
    comfort: Comfort = AT_EASE
    warned_ms: int = 0  # up to this instant a running clock was looked at for time that runs low
    moments: tuple[Moment, ...] = ()
    heard: Heard | None = None
    menu: Menu | None = None
    page: Page | None = None
    """Where a browser finds the board; None while it does not."""
    anew_ms: int | None = None
    """When a new game begins because a player has asked for one; None if nobody has."""

    @property
    def best(self) -> Hypothesis:
        """The best reading."""
        return self.seen.hypotheses[0]

    @property
    def line(self) -> Line:
        """The game as it is read now."""
        return self.seen.hypotheses[0].line

    @property
    def turned(self) -> bool:
        """Whether the board is taken to lie turned by 180 degrees."""
        return self.lies.turned

    @property
    def other(self) -> "Table | None":
        """The same game the other way round, as long as the board may lie so."""
        return self.lies.other

    @property
    def occupancy(self) -> Occupancy:
        """The board's own squares on which a piece stands, settled; dead reeds say nothing."""
        bad = self.best.bad
        return self.reeds.settled & ~(turn_squares(bad) if bad and self.turned else bad)


def new_table(
    terms: Terms, reeds: Contacts, buttons: Contacts | None = None, comfort: Comfort = AT_EASE
) -> Table:
    """Expect a game on these terms, on a board whose reeds are as given."""
    start = begin(terms.start_fen)
    homes = (start.occupancy,) if terms.turned is not None else _homes(start.occupancy)
    lies_turned = terms.turned if terms.turned is not None else reeds.settled in homes[1:]
    table = Table(
        terms=terms,
        reeds=reeds,
        buttons=replace(buttons, bounced=()) if buttons else debounce.settled_contacts(0),
        chord=bool(buttons and buttons.settled & PANEL),
        seen=tracker.begin(start, turn_squares(reeds.settled) if lies_turned else reeds.settled),
        homes=homes,
        ends=rules.game_outcome(start, terms.rules),
        clock=ChessClock.new(terms.control) if terms.control else None,
        lies=Lies(lies_turned),
        comfort=comfort,
    )
    return add_turned_table(table) if terms.turned is None else table


def add_turned_table(table: Table) -> Table:
    """The table with its other: the game that begins on this board if it lies the other way round."""
    other = table._replace(
        seen=tracker.begin(table.line.back_to(0), turn_squares(table.seen.occupancy)),
        presses=tuple(Press(not side, at_ms) for side, at_ms in table.presses),
        lies=Lies(not table.turned),
        reason=None,
        touched=None,
        candidate=None,
        named=turn_squares(table.named),
        flicks=flicker.turn_flicks(table.flicks),
    )
    return table._replace(lies=Lies(table.turned, other))


def _homes(home: Occupancy) -> tuple[Occupancy, ...]:
    """The squares of the start, and those of the board turned where they differ."""
    return tuple(dict.fromkeys((home, turn_squares(home))))


Stepped = tuple[Table, tuple[Effect, ...]]
"""The table after a stage, and what was decided in it."""


def promotion_waits(table: Table) -> bool:
    """Whether the last ply is a promotion whose piece can still be chosen."""
    move = table.line.move
    open_ = table.line.ply > table.accepted and table.phase is not Phase.OVER
    return open_ and bool(move and move.promotion)


def is_strewn(table: Table) -> bool:
    """Whether more pieces were handled than hands hold, and not all stand: the board is to be set up."""
    best = table.best
    return not best.fits and (best.touched & best.line.occupancy).bit_count() > HANDS_HOLD


def owed_ply(table: Table, side: chess.Color) -> int | None:
    """The ply that a press of this side's lever would complete; None if it has none to complete."""
    line = table.line
    ply = line.ply if line.mover == side else line.ply - 1
    return ply if ply > table.completed else None


def clock_runs(table: Table) -> bool:
    """Whether a clock is running now."""
    return table.clock is not None and table.clock.running is not None


def set_page(table: Table, page: Page | None) -> Table:
    """The table, whichever way round the board lies, that knows where a browser finds it."""
    other = table.lies.other
    lies = table.lies._replace(other=other._replace(page=page)) if other else table.lies
    return table._replace(page=page, lies=lies)


def find_open_menu(table: Table) -> Menu | None:
    """The menu, if it is open and means something: over a running clock it does not."""
    menu = table.menu
    return None if menu is None or clock_runs(table) or menu.phase is not table.phase else menu


def leave_menu(table: Table) -> Table:
    """The table with its menu left; a key that is still held does nothing more."""
    if table.menu is None:
        return table
    return table._replace(menu=None, chord=bool(table.buttons.settled & PANEL))


def menu_timeout_ms(table: Table) -> int | None:
    """When the menu will be left because no key is pressed; None if it is not open, or the board is off."""
    menu = table.menu
    return None if menu is None or menu.level is Level.OFF else menu.since_ms + LEAVES_MS


def record_act(table: Table, what: phrases.Sentence) -> Table:
    """Note an act behind the ply that is the last one now."""
    return table._replace(acts=Act(table.line.ply, what, table.acts))


def is_confirmed(table: Table) -> bool:
    """Whether somebody has said that the last ply is made: a press, `ok`, or the end of the log.

    A press says so of a ply that was seen. One that was only guessed may be another, still in the air.
    """
    by_press = table.completed if is_ply_seen(table.best) else 0
    return table.line.ply <= max(by_press, table.confirmed)
