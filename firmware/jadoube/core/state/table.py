"""The table: all that the arbiter knows at one instant, as one frozen value.

It holds the agreed terms (`Terms`), the contacts, the tracker's hypotheses, the clock and the open questions:
a press not yet judged, a promotion not yet accepted, an ending not yet confirmed. Functions that several
stages ask about the table are here. Nothing is decided here.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages import phrases
from jadoube.core.messages.effects import Effect, Fault
from jadoube.core.messages.events import Page, Scanned
from jadoube.core.messages.names import NO_NAMES, NOBODY, Names, Player, forget, remember
from jadoube.core.messages.opponents import USUAL_LEVEL, Meanwhile, Seat
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.settings import AT_EASE, Comfort
from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import blind_squares, setting_up
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis, is_ply_seen
from jadoube.core.rules import rule_sets as rules
from jadoube.core.rules.game_line import Line, begin, last_ply_of, moves_of
from jadoube.core.rules.rule_sets import CLUB, Judge, RuleSet
from jadoube.core.signals import debounce
from jadoube.core.signals.debounce import Contacts
from jadoube.core.signals.lines import SOUND, Wires
from jadoube.core.squares import Occupancy, turn_squares
from jadoube.core.state.announced.notices import Notices
from jadoube.core.state.board import Board
from jadoube.core.state.others.linked import NOT_LINKED, Linked
from jadoube.core.state.others.seek import Seek
from jadoube.core.state.panel.buttons import Panel
from jadoube.core.state.panel.menu import LEAVES_MS, MENU, REMEMBERS, Level, Menu
from jadoube.core.state.play import LANDING_WAITS_MS, Play
from jadoube.core.state.thinking import Thinking

HANDS_HOLD = 4
"""The most pieces that both players may have lifted in play: a capture and its reply, or two captures."""

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
    landing_ms: int = LANDING_WAITS_MS
    """How long an early press waits for its piece to land; 0: not at all, and a piece in the air may be an
    illegal move (journals of earlier versions)."""
    illegal_verdict: Judge = Judge.BOARD
    """Who judges an illegal move. The configuration says the arbiter, unless the owner says otherwise; sensor
    logs and journals of earlier versions say nothing, and there it is the board."""
    round: str = ""
    """The round of a game for which nobody says another; that is the configuration's."""
    opponent: Seat = Seat.NOBODY
    """The side that is played from elsewhere."""
    level: int = USUAL_LEVEL
    """How strong the opponent plays, in Elo; one of `LEVELS`."""
    teacher: bool = False
    """Whether a player is warned after a blunder."""
    meanwhile: Meanwhile = Meanwhile.NEITHER
    """Whose clock runs while a hand makes the opponent's move."""
    program: bool = False
    """Whether a program on a link plays the opponent's side: it tells its moves, and no engine is asked."""
    server_game: str = ""
    """The game on a server that is played here against people, such as `lichess:AbCdEfGh`; empty: none."""


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


class Undoable(NamedTuple):
    """The last order, while it can be undone."""

    order: str
    """Its one text."""
    before: "Table"
    """The table as it was; it has no `undoable` itself."""
    mark: tuple[object, ...]
    """What must not change from here on."""
    until_ms: int


@quick_replace
class Table(NamedTuple):
    """The whole state. `new_table` makes it; only `arbiter.step` changes it.

    A named tuple: every step replaces it, and that is three times as fast as with a dataclass.
    """

    terms: Terms
    board: Board
    seen: Tracker
    """The tracker: all hypotheses alive. By the squares as the players name them."""
    play: Play
    panel: Panel
    notices: Notices = Notices()
    lies: Lies = Lies()
    comfort: Comfort = AT_EASE
    page: Page | None = None
    """Where a browser finds the board; None if it cannot."""
    before: "Table | None" = None
    """The table of the game that ended before this one, until the first ply; it has no `before` itself."""
    wake_ms: int | None = None
    """When the arbiter wants a scan even if nothing changes; None: not at all."""
    thinking: Thinking | None = None
    """The event that is not decided yet, because a search is not finished."""
    undoable: Undoable | None = None
    """The last order, while it can be undone (`state/undo.py`)."""
    names: Names = NO_NAMES
    """Who plays, and what the game is called."""
    serves: bool = False
    """Whether opponents can be looked for on a server; its program says so anew after each start."""
    seek: Seek | None = None
    """Who is looked for there; None: nobody."""
    link: Linked = NOT_LINKED
    """What a program on a link shows here."""
    house: Terms | None = None
    """The terms for the next game here, while a game of a server is played; None: those of this game."""

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
        wires = self.board.wires
        reeds = self.board.reeds.raw if wires is SOUND else wires.raw
        return Scanned(reeds, self.panel.buttons.raw, *wires.shown)

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
        bad = self.seen.hypotheses[0].bad
        return self.board.reeds.settled & ~(turn_squares(bad) if bad and self.turned else bad)


def new_table(
    terms: Terms,
    reeds: Contacts,
    buttons: Contacts | None = None,
    comfort: Comfort = AT_EASE,
    wires: Wires = SOUND,
) -> Table:
    """A table before a game on these terms, on a board with these reeds, buttons and wires."""
    home = begin(terms.start_fen).occupancy
    homes = (home,) if terms.turned is not None else tuple(dict.fromkeys((home, turn_squares(home))))
    panel = Panel(debounce.settled_contacts(0) if buttons is None else buttons)
    return _set_up(terms, Board(reeds, homes, wires), panel.cleared(), comfort)


def cleared(table: Table) -> Table:
    """The table before the next game, on the same terms; what play and notices held is gone.

    Only the game that ended is kept beside it, as it was: it may be reopened. Its names stay, but for the
    round, which is that of the terms. The law of early presses is today's: an earlier one was that of the
    game before. An opponent on a server or a link was that game's, too, and what a program shows.
    """
    terms = replace(table.house or table.terms, landing_ms=LANDING_WAITS_MS, server_game="")
    if terms.program or (table.terms.server_game and not table.house):
        terms = replace(terms, opponent=Seat.NOBODY, program=False)
    new = _set_up(terms, table.board.cleared(), table.panel.cleared(), table.comfort)
    new = set_names(new, _names_after(table)._replace(round=terms.round))
    new = set_seek(set_page(new, table.page), table.seek, serves=table.serves)
    return new._replace(before=table._replace(before=None, undoable=None))


def _names_after(table: Table) -> Names:
    """The names of a game without those of an opponent on a server: he is nobody here."""
    side = table.terms.opponent.side
    if not table.terms.server_game or side is None:
        return table.names
    return table.names.seat(side, NOBODY)


def restored(table: Table, line: Line, play: Play, *, turned: bool) -> Table:
    """The table of a game of which only this is known; no move is read until its position stands."""
    occupancy = turn_squares(table.board.reeds.settled) if turned else table.board.reeds.settled
    seen = _begin(table.terms, line, occupancy, table.board.wires, turned)._replace(ready=False)
    return table._replace(
        seen=seen,
        play=play,
        panel=table.panel.released().hide_reading(),
        notices=Notices(),
        lies=Lies(turned),
        before=None,
        undoable=None,
    )


def forget_before(table: Table) -> Table:
    """The table without the game before it, whose journal is gone: it cannot be reopened any more."""
    return table._replace(before=None)


def waits_for_position(table: Table) -> bool:
    """Whether the game was reopened and its position does not stand on the board yet."""
    return table.play.reopened and not table.seen.ready


def _set_up(terms: Terms, board: Board, panel: Panel, comfort: Comfort) -> Table:
    start, settled = begin(terms.start_fen), board.reeds.settled
    turned = terms.turned if terms.turned is not None else settled in board.homes[1:]
    clock = ChessClock.new(terms.control) if terms.control else None
    table = Table(
        terms,
        board,
        _begin(terms, start, turn_squares(settled) if turned else settled, board.wires, turned),
        Play(clock, ends=rules.game_outcome(start, terms.rules)),
        panel,
        lies=Lies(turned),
        comfort=comfort,
    )
    return add_turned_table(table) if terms.turned is None else table


def add_turned_table(table: Table) -> Table:
    """The table with its `other`: the game that begins on this board in the other orientation."""
    seen = _begin(
        table.terms,
        table.line.back_to(0),
        turn_squares(table.seen.occupancy),
        table.board.wires,
        not table.turned,
    )
    other = table._replace(
        board=table.board.turned(),
        seen=seen._replace(answers=table.seen.answers),
        play=table.play.turned(),
        panel=table.panel.hide_reading(),
        notices=table.notices.give_reason(None),
        lies=Lies(not table.turned),
        undoable=None,
    )
    return table._replace(lies=Lies(table.turned, other))


def agree(terms: Terms, line: Line) -> Agreed | None:
    """What an opponent from elsewhere knows of a game if he knows all of it; None without one."""
    side = terms.opponent.side
    return None if side is None else Agreed(side, line)


def _begin(terms: Terms, start: Line, occupancy: Occupancy, wires: Wires, turned: bool) -> Tracker:
    """A tracker that expects this start on a board that shows `occupancy`, without its blind squares."""
    seen = setting_up.begin(start, occupancy)._replace(agreed=agree(terms, start))
    blind = wires.blind
    return blind_squares.hide(seen, turn_squares(blind) if turned else blind) if blind else seen


Stepped = tuple[Table, tuple[Effect, ...]]
"""The table after a stage, and the effects that the stage decided."""


def promotion_waits(table: Table) -> bool:
    """Whether the last ply is a promotion whose piece can still be chosen."""
    line = table.line
    promotes = line.move is not None and line.move.promotion is not None
    return promotes and line.ply > table.play.accepted and table.play.phase is not Phase.OVER


def reed_fault(table: Table, square: int) -> Fault:
    """The fault of a reported reed."""
    best, reed = table.best, chess.BB_SQUARES[square]
    if reed & best.off_centre & (best.line.occupancy ^ table.seen.occupancy):
        return Fault.BETWEEN if reed & table.seen.occupancy else Fault.OFF_CENTRE
    changes = table.seen.known.record.count(reed)
    if table.board.flicks.flickering >> square & 1 or changes >= LEAST_LIES:
        return Fault.FLICKERS
    return Fault.STUCK_CLOSED if table.seen.occupancy >> square & 1 else Fault.STUCK_OPEN


def astray_squares(table: Table) -> Occupancy:
    """The squares on which the board differs from the position that is read, dead reeds apart."""
    return (table.seen.occupancy ^ table.line.occupancy) & ~table.best.bad


def is_strewn(table: Table) -> bool:
    """Whether more pieces were touched than two hands hold and the board does not fit: it must be set up."""
    best = table.best
    return not best.fits and (best.touched & best.line.occupancy).bit_count() > HANDS_HOLD


def is_set_up(table: Table) -> bool:
    """Whether the start position stands, or the board is at rest and fits it if some reeds are dead."""
    return table.best.fits or (table.board.rested and any(each.fits for each in table.seen.hypotheses))


def owed_ply(table: Table, side: chess.Color) -> int | None:
    """The ply that a press of this side's lever would complete; None if there is none."""
    ply = last_ply_of(table.line, side)
    return ply if ply > table.play.completed else None


def has_open_orientation(table: Table) -> bool:
    """Whether nothing but levers says how the board lies: the start position is the same from both sides."""
    return table.terms.turned is None and len(table.board.homes) == 1 and not table.line.ply


def was_turned_by_lever(table: Table) -> bool:
    """Whether the board lies turned by the word of a lever alone."""
    return table.lies.turned and has_open_orientation(table) and table.play.phase is not Phase.SETTING_UP


def moves_made(table: Table, side: chess.Color, ply: int) -> int:
    """How many moves `side` has made up to this ply."""
    line = table.line
    if line.irregular_ply:  # the sides may not have moved in turn
        return moves_of(line.back_to(ply), side) + table.play.counter + table.play.side_counters[side]
    begins = line.back_to(0).side_to_move
    return (ply + (side == begins)) // 2 + table.play.counter + table.play.side_counters[side]


def is_kept_elsewhere(table: Table) -> bool:
    """Whether a server keeps the game, and it goes on."""
    return bool(table.terms.server_game) and table.play.phase is not Phase.OVER


def last_server_game(table: Table) -> str:
    """The game of a server that was played last, if it is over: this one, or the one before; else empty."""
    over = table if table.play.phase is Phase.OVER else table.before
    return over.terms.server_game if over else ""


def lacks_last_ply(table: Table) -> bool:
    """Whether an opponent from elsewhere does not know the game as it is read now."""
    agreed = table.seen.agreed
    return agreed is not None and agreed.heard is not table.line


def clock_runs(table: Table) -> bool:
    """Whether a clock is running now."""
    return table.play.clock is not None and table.play.clock.running is not None


def read_clock(table: Table, now_ms: int) -> ClockReading | None:
    """The clock's reading at this instant; None without a clock."""
    return table.play.clock.at(now_ms) if table.play.clock else None


def set_page(table: Table, page: Page | None) -> Table:
    """The table with this page, in both orientations."""
    other = table.lies.other
    lies = table.lies._replace(other=other._replace(page=page)) if other else table.lies
    return table._replace(page=page, lies=lies)


def set_seek(table: Table, seek: Seek | None, *, serves: bool) -> Table:
    """The table on which this opponent is looked for, in both orientations."""
    other = table.lies.other
    lies = table.lies._replace(other=other._replace(seek=seek, serves=serves)) if other else table.lies
    return table._replace(seek=seek, serves=serves, lies=lies)


def set_names(table: Table, names: Names) -> Table:
    """The table with these names; in the other orientation they come with all that is chosen."""
    return table if names == table.names else table._replace(names=names)


def remember_player(table: Table, player: Player) -> Table:
    """The table that remembers this player as the last used one."""
    players = remember(table.comfort.players, player)
    return table._replace(comfort=replace(table.comfort, players=players))


def forget_player(table: Table, name: str) -> Table:
    """The table without the remembered player of this name."""
    players = forget(table.comfort.players, name)
    return table._replace(comfort=replace(table.comfort, players=players))


def find_open_menu(table: Table) -> Menu | None:
    """The menu if it is open and valid. It is void while a clock runs, and in another phase of the game."""
    menu = table.panel.menu
    return None if menu is None or clock_runs(table) or menu.phase is not table.play.phase else menu


def show_menu(table: Table, menu: Menu) -> Table:
    """The table with its menu at this level and entry; closed at the level `CLOSED`."""
    return table._replace(panel=table.panel.show_menu(menu))


def leave_menu(table: Table) -> Table:
    """The table with the menu closed; releasing a key that is still held then does nothing.

    What was being set by hand is kept.
    """
    if table.panel.menu is None:
        return table
    return table._replace(panel=table.panel.leave_menu(keeps_draft=table.terms.menu >= REMEMBERS))


def menu_timeout_ms(table: Table) -> int | None:
    """When the menu closes by timeout; None if it is not open, or the board is switched off."""
    menu = table.panel.menu
    return None if menu is None or menu.level is Level.OFF else menu.since_ms + LEAVES_MS


def expect_position(table: Table) -> Table:
    """The table whose pieces are to stand as in the game that it has now; no other reading is shown."""
    return table._replace(panel=table.panel.hide_reading(), notices=table.notices.expect_position())


def record_act(table: Table, what: phrases.Sentence) -> Table:
    """The table with this act recorded after the last ply."""
    return table._replace(play=table.play.record(table.line.ply, what))


def is_confirmed(table: Table) -> bool:
    """Whether the last ply is confirmed: by a press, by `ok`, or by the end of the log.

    A press confirms only a ply that was seen. A guessed ply may be another one, whose piece is in the air.
    """
    by_press = table.play.completed if is_ply_seen(table.best) else 0
    return table.line.ply <= max(by_press, table.play.confirmed)
