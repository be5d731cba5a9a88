"""Levers and panel keys.

The law (behaviour.md): a lever acts when it is pressed, a panel key when it is released; a second key that
comes down before makes a chord, and no chord means anything yet. `play` starts, pauses and resumes. While a
promotion waits, `plus` and `minus` choose its piece and `ok` accepts it; `ok` also confirms a ply that ends
the game. `back` takes the last ply back. A key that is held acts after a second, while it is held: `back`
shows the other readings in turn, and `ok` takes the one shown; `play` does what it always does. Whatever else
is done takes none: a reed that settles, a lever, another key.

Where `ok` has nothing of that to do it opens the menu, and so does `ok` held, whenever no clock runs. What
the keys do in there is `menu_keys.py`'s; a key that was down when the menu was left does nothing more.
"""

from collections.abc import Callable

import chess

from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import PANEL, Button, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.panel import menu_keys
from jadoube.core.signals import debounce
from jadoube.core.signals.debounce import PRESS_HOLD_MS
from jadoube.core.stages import choices
from jadoube.core.stages.pauses import play
from jadoube.core.stages.presses import judge_all
from jadoube.core.stages.reeds import accept_promotion
from jadoube.core.state.menu import Level, Menu
from jadoube.core.state.table import (
    Press,
    Stepped,
    Table,
    clock_runs,
    find_open_menu,
    is_confirmed,
    leave_menu,
    promotion_waits,
)

HOLD_MS = 1000
"""A panel key held for so long is a hold, and no short press."""

_WHITE, _BLACK = int(Button.WHITE), int(Button.BLACK)  # plain numbers, as PANEL is: an enum takes its time
_CHOOSE = int(Button.BACK | Button.OK)  # what may be pressed while a reading is offered


def read_buttons(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Take in the buttons of one scan."""
    if event.buttons == table.buttons.raw and not table.buttons.changing:
        return table, ()
    return _settle(table, event.buttons, now_ms, PRESS_HOLD_MS)


def believe_last_press(table: Table, now_ms: int) -> Stepped:
    """Believe at once what is pressed in the last scan: there will be no further one."""
    return _settle(table, table.buttons.raw, now_ms, 0)


def settling_due_ms(table: Table) -> int | None:
    """When the next press or release will be believed; None while no button changes."""
    return table.buttons.settles_ms(table.terms.debounce_ms, PRESS_HOLD_MS)


def _settle(table: Table, raw: int, now_ms: int, press_hold_ms: int) -> Stepped:
    """Take in the buttons that are believed now, the oldest change first."""
    held = table.buttons.settled
    settling = debounce.scan(table.buttons, raw, now_ms, table.terms.debounce_ms, closing_ms=press_hold_ms)
    table = table._replace(buttons=settling.contacts)
    effects: tuple[Effect, ...] = ()
    for change in settling.settled:
        table, more = _note_presses(table, held, change.contacts & ~held, change.since_ms)
        effects += more
        if released := change.contacts & held:
            table, more = _act_on_release(table, released, change.since_ms)
            effects += more
        held ^= change.contacts
    return table, effects


def hold_due_ms(table: Table) -> int | None:
    """When the key that is held will be a hold that does something; None if there is none."""
    held = table.buttons.settled & PANEL
    if not held or table.chord or held not in _hold_actions(table) or not held & table.buttons.raw:
        return None
    return table.key_since_ms + HOLD_MS


def act_on_hold(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Let a key act that has been held for long enough; releasing it does nothing more."""
    due_ms = hold_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    return _hold_actions(table)[table.buttons.settled & PANEL](table._replace(chord=True), now_ms)


def _note_presses(table: Table, held: int, pressed: int, at_ms: int) -> Stepped:
    """Note levers that came down, to be judged, and chords of panel keys.

    A key that is still held when a lever comes down was meant before it: it acts now, and not again.
    """
    if not pressed and not held & PANEL:  # a lever went up
        return table, ()
    levers = ((not table.turned, _WHITE), (table.turned, _BLACK))
    sides = [side for side, lever in levers if pressed & lever]
    sides.sort(key=lambda side: side != table.line.mover)
    down = (held | pressed) & PANEL
    menu = find_open_menu(table)
    if menu and sides and menu.level is Level.LEVER:
        return _confirm(table, menu, sides if not down else [], at_ms)
    if menu and (sides or down.bit_count() > 1):
        table = leave_menu(table)
    presses = table.presses + tuple(Press(side, at_ms) for side in sides)
    chord = bool(down) and (table.chord or down.bit_count() > 1)
    key_since_ms = at_ms if pressed & PANEL else table.key_since_ms
    candidate = None if pressed & ~_CHOOSE else table.candidate
    table = table._replace(chord=chord, key_since_ms=key_since_ms, candidate=candidate)
    effects: tuple[Effect, ...] = ()
    if sides and held & PANEL in (Button.PLUS, Button.MINUS):
        table, effects = _act_on_release(table, held & PANEL, at_ms)
        table = table._replace(chord=True)
    return table._replace(presses=presses) if sides else table, effects


def _confirm(table: Table, menu: Menu, sides: list[chess.Color], at_ms: int) -> Stepped:
    """Take a lever for its side's word, where the menu asks for it. Together with others it says nothing."""
    return menu_keys.confirm(table, menu, sides[0], at_ms) if len(sides) == 1 else (leave_menu(table), ())


def _act_on_release(table: Table, released: int, at_ms: int) -> Stepped:
    """Let a key act that went up alone, and soon enough to be no hold."""
    action = ACTIONS.get(released & PANEL)
    if table.chord or action is None or at_ms - table.key_since_ms >= HOLD_MS:
        still_down = table.buttons.settled & PANEL
        return table._replace(chord=table.chord and bool(still_down)), ()
    if menu := find_open_menu(table):
        return menu_keys.act(table, menu, released & PANEL, at_ms)
    return action(table, at_ms)


def _step_up(table: Table, _now_ms: int) -> Stepped:
    return choices.step_piece(table, +1)


def _step_down(table: Table, _now_ms: int) -> Stepped:
    return choices.step_piece(table, -1)


def _confirm_or_open(table: Table, now_ms: int) -> Stepped:
    if table.candidate and table.candidate.line:
        return choices.take(table, table.candidate.line, now_ms)
    called, asked = (table, ()) if table.best.fits else choices.call_for_ply_by_key(table)
    if called.line is table.line and not (clock_runs(table) or _may_be_confirmed(table)):
        return menu_keys.open_at_first_entry(table, now_ms), ()
    table, accepted = accept_promotion(called)
    return table._replace(confirmed=table.line.ply), asked + accepted


def _may_be_confirmed(table: Table) -> bool:
    """Whether there is a ply that `ok` would say is made: in play any; else one that ends the game."""
    asks = table.phase is Phase.PLAYING or (table.ends is not None and table.phase is not Phase.OVER)
    return promotion_waits(table) or (asks and not is_confirmed(table))


def _open(table: Table, now_ms: int) -> Stepped:
    return menu_keys.open_at_first_entry(table, now_ms), ()


def _leave(table: Table, _now_ms: int) -> Stepped:
    return leave_menu(table), ()


def _go_back(table: Table, now_ms: int) -> Stepped:
    """Put away the reading that is shown; where none is, take the last ply back."""
    table, effects = judge_all(table)
    if table.candidate and table.candidate.line:
        return table._replace(candidate=None), effects
    table, more = choices.take_back(table, now_ms)
    return table, effects + more


ACTIONS: dict[int, Callable[[Table, int], Stepped]] = {
    Button.PLUS: _step_up,
    Button.MINUS: _step_down,
    Button.OK: _confirm_or_open,
    Button.PLAY: play,
    Button.BACK: _go_back,
}
"""What a panel key does when it is released."""

HOLDS: dict[int, Callable[[Table, int], Stepped]] = {
    Button.BACK: choices.show_next,
    Button.PLAY: play,  # who wants the clock to stand may press long
    Button.OK: _open,
}
"""What a panel key does when it has been held for a second."""

_HOLDS_IN_MENU: dict[int, Callable[[Table, int], Stepped]] = {Button.BACK: _leave}
"""The same while the menu is open."""


def _hold_actions(table: Table) -> dict[int, Callable[[Table, int], Stepped]]:
    return _HOLDS_IN_MENU if find_open_menu(table) else HOLDS
