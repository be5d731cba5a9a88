"""The table: all that the arbiter knows at one instant, as one frozen value.

It holds the agreed terms (`Terms`), the contacts, the tracker's hypotheses, the clock and the open questions:
a press not yet judged, a promotion not yet accepted, an ending not yet confirmed. Functions that several
stages ask about the table are here. Nothing is decided here.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages import phrases
from jadoube.core.messages.effects import Effect, Fault, Refusal
from jadoube.core.messages.events import PANEL, Page, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.preferences import AT_EASE, Comfort
from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import blind_squares, tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis, is_ply_seen
from jadoube.core.rules import rule_sets as rules
from jadoube.core.rules.game_line import Line, begin, last_ply_of, moves_of
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome
from jadoube.core.rules.rule_sets import CLUB, RuleSet
from jadoube.core.signals import debounce, flicker
from jadoube.core.signals.debounce import Contacts
from jadoube.core.signals.flicker import Flicks
from jadoube.core.signals.lines import SOUND, Wires
from jadoube.core.squares import Occupancy, turn_squares
from jadoube.core.state.menu import LEAVES_MS, MENU, REMEMBERS, Level, Menu
from jadoube.core.state.notices import Look, Moment
from jadoube.core.state.sounds import Heard
from jadoube.core.state.thinking import Thinking
from jadoube.core.state.touch_move import Touched

PRESS_WAITS_MS = 200
"""A press is judged when the reeds are quiet, and at the latest this long after it (a decision)."""

LASTS_MS = 80
"""A ply by hand stands for so long before a hand touches the board again (a guess). Pieces that are pushed
over the board stand on a square for less."""

RESTS_MS = 1000
"""A board without a change for this long is at rest: no move is half made, except with a piece in the air."""

ENDING_WAITS_MS = 1000
"""A ply that ends the game does so after this much quiet, if nobody confirms it. So a piece that slides
through a mating square does not end the game."""

SET_UP_WAITS_MS = 2000
"""The start position must stand this long before a new game begins."""

NEXT_GAME_WAITS_MS = 100
"""The delay from the closing of a game, by set-up or on request, to the beginning of the next. So every
caller sees the one and then the other."""

EMPTY_WAITS_MS = 2000
"""The board must be empty this long before the game is closed: a matrix unplugged for a moment looks the
same."""

KINGS_WAIT_MS = 2000
"""Both kings must stand on the centre this long before they give the result. Pieces that are being cleared
away may show the same pattern for a moment."""

HANDS_HOLD = 4
"""The most pieces that both players may have lifted in play: a capture and its reply, or two captures."""

REFUSAL_SHOWS_MS = 1500
"""How long the board shows that a press was refused, or that there is no other reading."""

LEAST_LIES = 4
"""A bad reed flickers, and is not stuck, if it has changed so often of late without use (a guess: one that
sticks changes once, and hands may have adjusted its piece)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed before the game."""

    start_fen: str = chess.STARTING_FEN
    control: TimeControl | None = None
    """None: no clock."""
    rules: RuleSet = CLUB
    debounce_ms: int = 20
    tenths_below_s: int = 20
    """Below this many seconds the faces show tenths; 0: never."""
    low_time_s: int = 0
    """A side is warned when its running time falls to this; 0: never."""
    turned: bool | None = None
    """True if the board lies turned by 180 degrees (Black at its first rank). None: not agreed; the lever
    that starts the clock tells, or the first ply."""
    language: str = LANGUAGES[0]
    """The language of the status line."""
    own_controls: tuple[TimeControl, ...] = ()
    """The owner's time controls, which the menu offers beside the usual ones."""
    menu: int = MENU
    """What the keys of the menu do, see `MENU`."""


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


class Candidate(NamedTuple):
    """The other reading that the board shows at a player's request."""

    line: Line | None
    """The game that `ok` takes; None: there is no other reading."""
    until_ms: int | None = None
    """Until when the board shows that there is none."""


class Refused(NamedTuple):
    """A refused press, for as long as it is shown."""

    side: chess.Color
    why: Refusal
    until_ms: int


class ToPlay(NamedTuple):
    """A move that a player is to make for an engine, and the game that it continues."""

    line: Line
    move: chess.Move


class Stood(NamedTuple):
    """A reading that the board fitted at rest."""

    reading: Hypothesis
    since_ms: int
    """Since when the board had been quiet when it first rested after the reading's last ply."""
    settlings: int
    """The number of settlings by the last such rest."""


class Adjudication(NamedTuple):
    """The question whether a side can mate by any series of legal moves: it takes longer than a step."""

    side: chess.Color | None
    """The side in question; None: either side. If neither can mate, the position is dead."""
    fen: str
    outcome: Outcome | None = None
    """The outcome if the side can mate, or if that stays undecided; otherwise the game is drawn."""
    ply: int = 0
    """The ply after which the position stood."""


class Lies(NamedTuple):
    """The orientation that is assumed for the board."""

    turned: bool = False
    """True if turned by 180 degrees."""
    other: "Table | None" = None
    """The same game in the other orientation, while that is possible. It has no `other` itself."""
    odds: float = 0.0
    """How much more the other's best reading cost when the start position last stood on the board."""
    by_lever: bool = False
    """True if the lever that started the clock has decided the orientation; then there is no other."""


@quick_replace
class Table(NamedTuple):
    """The whole state. `new_table` makes it; only `arbiter.step` changes it.

    A named tuple: every step replaces it, and that is three times as fast as with a dataclass.
    """

    terms: Terms
    reeds: Contacts
    """By physical square, whatever the orientation."""
    buttons: Contacts
    """By physical lever, whatever the orientation."""
    seen: Tracker
    """The tracker: all hypotheses alive. By the squares as the players name them."""
    homes: tuple[Occupancy, ...]
    """The occupancy at the start of a game; then the same turned by 180 degrees, if the orientation is open
    and that differs."""
    clock: ChessClock | None
    phase: Phase = Phase.SETTING_UP
    made_ms: int = 0
    """The instant of the last ply: its last settling edge."""
    quiet_since_ms: int = 0
    """When a raw reed last changed; flickering reeds do not count."""
    rested: bool = False
    """True once the board has come to rest since then."""
    stood: Stood | None = None
    """What the board last fitted at rest; None if it has fitted nothing yet."""
    lasted: tuple[Hypothesis, ...] = ()
    """The hypotheses when hands last changed a board that had shown the best one for `LASTS_MS`."""
    completed: int = 0
    """The last ply that a press completed."""
    confirmed: int = 0
    """The last ply that `ok`, or the log's end, confirmed."""
    accepted: int = 0
    """Promotions up to this ply are accepted."""
    presses: tuple[Press, ...] = ()
    """The presses that are not judged yet, the oldest first."""
    chord: bool = False
    """True once the held panel keys have acted or lost their effect; releasing them then does nothing. So it
    is after a second key came down, after a hold acted, and for keys held when the game began."""
    key_since_ms: int = 0
    """When the last panel key came down."""
    illegal: bool = False
    """True while the board shows something that no legal play explains."""
    reason: Reason | None = None
    """Why the tried ply is illegal, as long as the board shows it."""
    ends: Outcome | None = None
    """How the last ply of the best reading ends the game, once it is confirmed; None if it does not."""
    outcome: Outcome | None = None
    start_since_ms: int | None = None
    """Since when the start occupancy stands; None while it does not."""
    refused: Refused | None = None
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
    candidate: Candidate | None = None
    to_play: ToPlay | None = None
    """Shown while the game is still the one for which it was found."""
    stamps: Stamp | None = None
    made: Made | None = None
    """None without a clock."""
    wake_ms: int | None = None
    """When the arbiter wants a scan even if nothing changes; None: not at all."""
    thinking: Thinking | None = None
    """The event that is not decided yet, because a search is not finished."""
    lies: Lies = Lies()

    wires: Wires = SOUND
    """The lines of the matrix that cannot be read, by physical square."""
    named: Occupancy = 0
    """The squares whose reeds were reported as bad to the players."""
    flicks: Flicks = Flicks()
    comfort: Comfort = AT_EASE
    warned_ms: int = 0  # low-time marks up to this instant are done
    moments: tuple[Moment, ...] = ()
    look: Look | None = None
    heard: Heard | None = None
    menu: Menu | None = None
    draft: Menu | None = None
    """The menu as it was left while a control was set by hand; `ok` returns to it."""
    page: Page | None = None
    """Where a browser finds the board; None if it cannot."""
    anew_ms: int | None = None
    """When the new game begins that a player asked for; None if nobody asked."""

    @property
    def best(self) -> Hypothesis:
        """The best reading."""
        return self.seen.hypotheses[0]

    @property
    def line(self) -> Line:
        """The game as it is read now."""
        return self.seen.hypotheses[0].line

    @property
    def last_scan(self) -> Scanned:
        """The contacts as the last scan showed them, also those that a faulty line hides."""
        wires = self.wires
        reeds = self.reeds.raw if wires is SOUND else wires.raw
        return Scanned(reeds, self.buttons.raw, *wires.shorts)

    @property
    def turned(self) -> bool:
        """Whether the board is assumed to lie turned by 180 degrees."""
        return self.lies.turned

    @property
    def other(self) -> "Table | None":
        """The same game in the other orientation, while that is possible."""
        return self.lies.other

    @property
    def occupancy(self) -> Occupancy:
        """The settled occupancy by physical square, without dead reeds."""
        bad = self.best.bad
        return self.reeds.settled & ~(turn_squares(bad) if bad and self.turned else bad)


def new_table(
    terms: Terms,
    reeds: Contacts,
    buttons: Contacts | None = None,
    comfort: Comfort = AT_EASE,
    wires: Wires = SOUND,
) -> Table:
    """A table before a game on these terms, on a board with these reeds, buttons and wires."""
    start = begin(terms.start_fen)
    homes = (start.occupancy,) if terms.turned is not None else _homes(start.occupancy)
    lies_turned = terms.turned if terms.turned is not None else reeds.settled in homes[1:]
    table = Table(
        terms=terms,
        reeds=reeds,
        buttons=buttons._replace(bounced=()) if buttons else debounce.settled_contacts(0),
        chord=bool(buttons and buttons.settled & PANEL),
        seen=_begin(start, turn_squares(reeds.settled) if lies_turned else reeds.settled, wires, lies_turned),
        homes=homes,
        ends=rules.game_outcome(start, terms.rules),
        clock=ChessClock.new(terms.control) if terms.control else None,
        lies=Lies(lies_turned),
        comfort=comfort,
        wires=wires,
    )
    return add_turned_table(table) if terms.turned is None else table


def add_turned_table(table: Table) -> Table:
    """The table with its `other`: the game that begins on this board in the other orientation."""
    seen = _begin(table.line.back_to(0), turn_squares(table.seen.occupancy), table.wires, not table.turned)
    other = table._replace(
        seen=seen._replace(answers=table.seen.answers),
        presses=tuple(Press(not side, at_ms) for side, at_ms in table.presses),
        lies=Lies(not table.turned),
        reason=None,
        touched=None,
        candidate=None,
        named=turn_squares(table.named),
        flicks=flicker.turn_flicks(table.flicks),
    )
    return table._replace(lies=Lies(table.turned, other))


def _begin(start: Line, occupancy: Occupancy, wires: Wires, turned: bool) -> Tracker:
    """A tracker that expects this start on a board that shows `occupancy`, without its blind squares."""
    seen = tracker.begin(start, occupancy)
    blind = wires.blind
    return blind_squares.hide(seen, turn_squares(blind) if turned else blind) if blind else seen


def _homes(home: Occupancy) -> tuple[Occupancy, ...]:
    """The start's occupancy, and the same turned if it differs."""
    return tuple(dict.fromkeys((home, turn_squares(home))))


Stepped = tuple[Table, tuple[Effect, ...]]
"""The table after a stage, and the effects that the stage decided."""


def promotion_waits(table: Table) -> bool:
    """Whether the last ply is a promotion whose piece can still be chosen."""
    line = table.line
    promotes = line.move is not None and line.move.promotion is not None
    return promotes and line.ply > table.accepted and table.phase is not Phase.OVER


def reed_fault(table: Table, square: int) -> Fault:
    """The fault of a reported reed."""
    changes = table.seen.known.record.count(chess.BB_SQUARES[square])
    if table.flicks.flickering >> square & 1 or changes >= LEAST_LIES:
        return Fault.FLICKERS
    return Fault.STUCK_CLOSED if table.seen.occupancy >> square & 1 else Fault.STUCK_OPEN


def is_strewn(table: Table) -> bool:
    """Whether more pieces were touched than two hands hold and the board does not fit: it must be set up."""
    best = table.best
    return not best.fits and (best.touched & best.line.occupancy).bit_count() > HANDS_HOLD


def is_set_up(table: Table) -> bool:
    """Whether the start position stands, or the board is at rest and fits it if some reeds are dead."""
    return table.best.fits or (table.rested and any(each.fits for each in table.seen.hypotheses))


def owed_ply(table: Table, side: chess.Color) -> int | None:
    """The ply that a press of this side's lever would complete; None if there is none."""
    ply = last_ply_of(table.line, side)
    return ply if ply > table.completed else None


def moves_made(table: Table, side: chess.Color, ply: int) -> int:
    """How many moves `side` has made up to this ply."""
    line = table.line
    if line.irregular_ply:  # the sides may not have moved in turn
        return moves_of(line.back_to(ply), side) + table.counter
    begins = line.back_to(0).side_to_move
    return (ply + (side == begins)) // 2 + table.counter


def clock_runs(table: Table) -> bool:
    """Whether a clock is running now."""
    return table.clock is not None and table.clock.running is not None


def read_clock(table: Table, now_ms: int) -> ClockReading | None:
    """The clock's reading at this instant; None without a clock."""
    return table.clock.at(now_ms) if table.clock else None


def set_page(table: Table, page: Page | None) -> Table:
    """The table with this page, in both orientations."""
    other = table.lies.other
    lies = table.lies._replace(other=other._replace(page=page)) if other else table.lies
    return table._replace(page=page, lies=lies)


def find_open_menu(table: Table) -> Menu | None:
    """The menu if it is open and valid. It is void while a clock runs, and in another phase of the game."""
    menu = table.menu
    return None if menu is None or clock_runs(table) or menu.phase is not table.phase else menu


def leave_menu(table: Table) -> Table:
    """The table with the menu closed; releasing a key that is still held then does nothing.

    What was being set by hand is kept.
    """
    menu = table.menu
    if menu is None:
        return table
    keeps = menu.level is Level.BY_HAND and table.terms.menu >= REMEMBERS
    chord = bool(table.buttons.settled & PANEL)
    return table._replace(menu=None, draft=menu if keeps else table.draft, chord=chord)


def menu_timeout_ms(table: Table) -> int | None:
    """When the menu closes by timeout; None if it is not open, or the board is switched off."""
    menu = table.menu
    return None if menu is None or menu.level is Level.OFF else menu.since_ms + LEAVES_MS


def record_act(table: Table, what: phrases.Sentence) -> Table:
    """The table with this act recorded after the last ply."""
    return table._replace(acts=Act(table.line.ply, what, table.acts))


def is_confirmed(table: Table) -> bool:
    """Whether the last ply is confirmed: by a press, by `ok`, or by the end of the log.

    A press confirms only a ply that was seen. A guessed ply may be another one, whose piece is in the air.
    """
    by_press = table.completed if is_ply_seen(table.best) else 0
    return table.line.ply <= max(by_press, table.confirmed)
