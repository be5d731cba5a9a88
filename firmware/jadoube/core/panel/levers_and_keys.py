"""Levers and panel keys.

The law: a lever acts when it is pressed, a panel key when it is released. A second key that
comes down before the release makes a chord. A chord does nothing, but for one: `back` and `ok` held together
say that the board has read something wrong. `play` starts, pauses and resumes the
clock. While the arbiter is asked about an illegal move, `plus` gives the penalty and `minus` none; `play`
waits for it. While a promotion waits, `plus` and `minus` choose its piece and `ok` accepts it; otherwise they
show the exact times and the moves. `ok` also confirms a ply that ends the game. `back` proposes to take the
last ply back: the pieces do it, and a lever, `ok` or a held `back` withdraws it.

A held key acts after one second, before its release. `plus` and `minus` repeat while they are held in a list
of controls or over a digit. `back` held shows the other readings in turn; `ok` takes
the reading shown. `play` held does the same as `play`. Any other action takes no reading and hides the one
shown: a reed that settles, a lever, another key.

While no clock runs, `ok` opens the menu if it has nothing else to do, and `ok` held opens it always.
`menu_keys.py` says what the keys do in the menu. There a chord marks nothing: it closes the menu. A key that
is down when the menu closes does nothing more.
"""

from collections.abc import Callable

from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import PANEL, Button, Scanned
from jadoube.core.messages.orders import TakeBack
from jadoube.core.messages.phases import Phase
from jadoube.core.panel import menu_keys
from jadoube.core.permissions.refusal import decided_refusal
from jadoube.core.signals import debounce
from jadoube.core.signals.debounce import PRESS_HOLD_MS
from jadoube.core.stages.clock.pauses import play
from jadoube.core.stages.hands import choices, illegal_presses
from jadoube.core.stages.hands.presses import judge_all
from jadoube.core.stages.hands.reeds import accept_promotion
from jadoube.core.stages.marking import mark_wrong
from jadoube.core.stages.others import seeking, server_games
from jadoube.core.state.announced.notices import Looked
from jadoube.core.state.hands.open_choices import offered_reading
from jadoube.core.state.others.opponent_question import is_doubtful, is_in_doubt
from jadoube.core.state.panel.menu import (
    MARKS,
    REMEMBERS,
    REPEATING,
    REPEATS_AFTER_MS,
    REPEATS_MS,
    Level,
    Menu,
)
from jadoube.core.state.table import (
    Stepped,
    Table,
    clock_runs,
    find_open_menu,
    is_confirmed,
    leave_menu,
    promotion_waits,
)

HOLD_MS = 1000
"""A panel key down for this long is held, and no short press."""

_WHITE, _BLACK = int(Button.WHITE), int(Button.BLACK)  # plain ints, as PANEL is: an enum is slower
_STEPS = (int(Button.PLUS), int(Button.MINUS))
_CHOOSE = int(Button.BACK | Button.OK)  # any other button hides the reading shown
_MARKING = int(Button.BACK | Button.OK)  # the outermost keys: no finger hits both by mistake


def read_buttons(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Take in the buttons of one scan."""
    buttons = table.panel.buttons
    if event.buttons == buttons.raw:
        if not (buttons.changing or buttons.bounced):
            return table, ()
        due_ms = settling_due_ms(table)
        if due_ms is None or now_ms < due_ms:
            return table, ()
    debounce_ms = table.terms.debounce_ms
    return _settle(
        table, debounce.scan(buttons, event.buttons, now_ms, debounce_ms, closing_ms=PRESS_HOLD_MS)
    )


def believe_last_press(table: Table, now_ms: int) -> Stepped:
    """Settle the buttons of the last scan at once: no further scan follows. A bounced press began before."""
    buttons, debounce_ms = table.panel.buttons, table.terms.debounce_ms
    table, pressed = _settle(table, debounce.scan(buttons, buttons.raw, now_ms, debounce_ms, closing_ms=0))
    table, released = _settle(table, debounce.settle_now(table.panel.buttons))
    return table, pressed + released


def settling_due_ms(table: Table) -> int | None:
    """When the next press or release settles; None while no button changes."""
    return table.panel.buttons.settles_ms(table.terms.debounce_ms, PRESS_HOLD_MS)


def _settle(table: Table, settling: debounce.Settling) -> Stepped:
    """Take in the buttons that settle now, the oldest change first."""
    held = table.panel.buttons.settled
    table = table._replace(panel=table.panel.settle(settling.contacts))
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
    """When the key that is down acts as a held key, or repeats; None if it will not."""
    panel = table.panel
    held = panel.buttons.settled & PANEL
    if not held or not held & panel.buttons.raw:
        return None
    if menu := _repeating_menu(table, held):
        return menu.since_ms + REPEATS_MS if panel.chord else panel.key_since_ms + REPEATS_AFTER_MS
    if panel.chord:
        marks = panel.marks and held == held & panel.buttons.raw == _MARKING
        return panel.key_since_ms + HOLD_MS if marks else None
    return panel.key_since_ms + HOLD_MS if held in _hold_actions(table) else None


def _repeating_menu(table: Table, held: int) -> Menu | None:
    """The menu, if the held key repeats in it: each time is that of the menu's last key. None if not."""
    menu = find_open_menu(table)
    repeats = menu and menu.level in REPEATING and held in _STEPS and table.terms.menu >= REMEMBERS
    return menu if repeats else None


def act_on_hold(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Act on a key that is held, as often as is due; its release is then ignored."""
    effects: tuple[Effect, ...] = ()
    while (due_ms := hold_due_ms(table)) is not None and due_ms <= now_ms:
        held, acted = table.panel.buttons.settled & PANEL, table._replace(panel=table.panel.use_up_keys())
        if menu := _repeating_menu(table, held):
            table, more = menu_keys.act(acted, menu, held, due_ms)
        elif held == _MARKING:
            table, more = mark_wrong(acted, now_ms)
        else:
            table, more = _hold_actions(table)[held](acted, now_ms)
        effects += more
    return table, effects


def _note_presses(table: Table, held: int, pressed: int, at_ms: int) -> Stepped:
    """Record pressed levers, to be judged later, and chords of panel keys.

    `plus` or `minus` still down when a lever comes down was meant before it: it acts now, and not again. A
    lever that the menu asks for confirms only if it is pressed alone.
    """
    if not pressed and not held & PANEL:  # a lever went up
        return table, ()
    levers = ((not table.turned, _WHITE), (table.turned, _BLACK))
    sides = [side for side, lever in levers if pressed & lever]
    sides.sort(key=lambda side: side != table.line.mover)
    down = (held | pressed) & PANEL
    menu = find_open_menu(table)
    if menu and sides and menu.level is Level.LEVER:
        alone = len(sides) == 1 and not down
        return menu_keys.confirm(table, menu, sides[0], at_ms) if alone else (leave_menu(table), ())
    if menu and (sides or down.bit_count() > 1):
        table = leave_menu(table)
    panel = table.panel.hide_reading() if pressed & ~_CHOOSE else table.panel
    chord = bool(down) and (panel.chord or down.bit_count() > 1)
    if pressed & PANEL:
        marks = down == _MARKING and not (panel.chord or menu) and table.terms.menu >= MARKS
        panel = panel.press_key(at_ms, chord=chord, marks=marks)
    else:
        panel = panel.press_key(panel.key_since_ms, chord=chord, marks=panel.marks)
    withdrawn: tuple[Effect, ...] = ()
    if sides and table.play.proposal:
        table, withdrawn = choices.withdraw_takeback(table)
    play = table.play.add_presses(sides, at_ms)
    table = table._replace(panel=panel, play=play)
    if not (sides and held & PANEL in (Button.PLUS, Button.MINUS)):
        return table, withdrawn
    table, effects = _act_on_release(table, held & PANEL, at_ms)
    return table._replace(panel=table.panel.use_up_keys()), withdrawn + effects


def _act_on_release(table: Table, released: int, at_ms: int) -> Stepped:
    """Act on a key that was released alone, and before it counts as held."""
    action = ACTIONS.get(released & PANEL)
    panel = table.panel
    if panel.chord or action is None or at_ms - panel.key_since_ms >= HOLD_MS:
        all_up = panel.chord and not panel.is_key_held
        return (table._replace(panel=panel.release_keys()) if all_up else table), ()
    if menu := find_open_menu(table):
        return menu_keys.act(table, menu, released & PANEL, at_ms)
    return action(table, at_ms)


def _step_up(table: Table, now_ms: int) -> Stepped:
    if _is_verdict_asked(table):
        return illegal_presses.decide(table, now_ms, penalty=True)
    return _step_or_look(table, +1, Looked.TIMES, now_ms)


def _step_down(table: Table, now_ms: int) -> Stepped:
    if _is_verdict_asked(table):
        return illegal_presses.decide(table, now_ms, penalty=False)
    return _step_or_look(table, -1, Looked.MOVES, now_ms)


def _step_or_look(table: Table, steps: int, what: Looked, now_ms: int) -> Stepped:
    """Step to another piece of a promotion; if none waits, show what a player looks up, or hide it.

    After the flag no other piece is chosen.
    """
    if promotion_waits(table) and decided_refusal(table, now_ms):
        return table, ()
    table, effects = choices.step_piece(table, steps)
    is_on = table.play.clock is not None and table.play.phase in (Phase.PLAYING, Phase.PAUSED)
    if promotion_waits(table) or not is_on:
        return table, effects
    return table._replace(notices=table.notices.look_up(what, now_ms)), effects


def _is_verdict_asked(table: Table) -> bool:
    """Whether `plus` gives a penalty, and `minus` none."""
    return table.play.ruling is not None and table.play.ruling.open


def _confirm_or_open(table: Table, now_ms: int) -> Stepped:
    if table.play.proposal:
        return choices.withdraw_takeback(table)
    if shown := offered_reading(table):
        return choices.take(table, shown, now_ms)
    called, asked = (table, ()) if table.best.fits else choices.call_for_ply_by_key(table, now_ms)
    if called.line is table.line and not (clock_runs(table) or _may_be_confirmed(table)):
        return menu_keys.open_menu(table, now_ms), ()
    if called.line is not table.line and is_doubtful(called):
        return called, asked  # it is to be seen first: an opponent from elsewhere hears what is confirmed
    table, accepted = accept_promotion(called)
    return table._replace(play=table.play.confirm(table.line.ply)), asked + accepted


def _may_be_confirmed(table: Table) -> bool:
    """Whether `ok` has a ply to confirm: any ply in play; otherwise only one that ends the game."""
    asks = table.play.phase is Phase.PLAYING or (
        table.play.ends is not None and table.play.phase is not Phase.OVER
    )
    return promotion_waits(table) or (asks and not is_confirmed(table)) or is_in_doubt(table)


def _open(table: Table, now_ms: int) -> Stepped:
    return menu_keys.open_menu(table, now_ms), ()


def _leave(table: Table, _now_ms: int) -> Stepped:
    left = leave_menu(table)
    return left._replace(panel=left.panel.drop_draft()), ()


def _go_back(table: Table, now_ms: int) -> Stepped:
    """Hide the reading that is shown, or look for nobody any more; else take back, or ask the server for it.

    A takeback is only proposed.
    """
    table, effects = judge_all(table)
    if offered_reading(table):
        return table._replace(panel=table.panel.hide_reading()), effects
    if table.seek:
        table, ended = seeking.stop(table)
        return table, (*effects, *ended)
    if asked := server_games.ask(table, TakeBack()):
        return asked[0], (*effects, *asked[1])
    take_back = choices.propose_takeback if table.terms.menu >= REMEMBERS else choices.take_back
    table, more = take_back(table, now_ms)
    return table, effects + more


def _show_next(table: Table, now_ms: int) -> Stepped:
    return choices.withdraw_takeback(table) if table.play.proposal else choices.show_next(table, now_ms)


ACTIONS: dict[int, Callable[[Table, int], Stepped]] = {
    Button.PLUS: _step_up,
    Button.MINUS: _step_down,
    Button.OK: _confirm_or_open,
    Button.PLAY: play,
    Button.BACK: _go_back,
}
"""What a panel key does when it is released."""

HOLDS: dict[int, Callable[[Table, int], Stepped]] = {
    Button.BACK: _show_next,
    Button.PLAY: play,  # players press long to stop a clock
    Button.OK: _open,
}
"""What a panel key does after it was held for a second."""

_HOLDS_IN_MENU: dict[int, Callable[[Table, int], Stepped]] = {Button.BACK: _leave}
"""The same while the menu is open."""


def _hold_actions(table: Table) -> dict[int, Callable[[Table, int], Stepped]]:
    return _HOLDS_IN_MENU if find_open_menu(table) else HOLDS
