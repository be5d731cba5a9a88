"""The keys at the arbiter's level of the menu.

The law: the arbiter's corrections and decisions are the orders of the same names, given in his role. After a
correction the level stays open at its entry, with the new value beside it: he may have more to correct. After
a verdict, a result and a reopened game the menu closes. The levels follow from `TRANSITIONS` of `menu.py`
alone. This file knows nothing of which entries are there (`permissions/arbiter_entries.py`) and of what the
faces show (`menu_view.py`).
"""

from collections.abc import Callable
from typing import Final

from jadoube.core.messages.events import Button
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import NUMBERS, Entry
from jadoube.core.permissions.arbiter_entries import FIRST_BONUS, decisions, number_asked, order_of
from jadoube.core.permissions.menu_entries import arbiters, would_pass
from jadoube.core.stages.carry_out import carry_out
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Cause, Level, Menu
from jadoube.core.state.table import Stepped, Table, find_open_menu, show_menu

Handler = Callable[[Table, Menu, int], Stepped]

_CLOSING: Final = (Entry.VERDICT, Entry.REOPEN, Entry.RESULT)
"""The entries after which the menu closes."""


def enter_level(table: Table, menu: Menu) -> Table:
    """The table with the first entry of the arbiter's level shown."""
    menu = menu.after(Entry.ARBITER)
    return show_menu(table, menu._replace(entry=arbiters(table)[0]))


def _walk(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, now_ms: int) -> Stepped:
        there = arbiters(table)
        if not there:  # it was there when it was shown
            return _go_back(table, menu, now_ms)
        at = there.index(menu.entry) + steps if menu.entry in there else 0
        return show_menu(table, menu.after(Cause.WALKED)._replace(entry=there[at % len(there)])), ()

    return handler


def _go_back(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    return show_menu(table, menu.after(Cause.BACK)._replace(entry=Entry.ARBITER)), ()


def _enter(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Enter the entry that is shown: a number at its present value, a decision at the first that can be."""
    entry = menu.entry
    if entry not in arbiters(table):
        return _walk(0)(table, menu, now_ms)
    if entry in NUMBERS:
        return show_menu(table, menu.after(entry, number_asked(table, entry).default)), ()
    first = FIRST_BONUS if entry in (Entry.MORE_FOR_WHITE, Entry.MORE_FOR_BLACK) else 0
    return show_menu(table, menu.after(entry, _next_decision(table, entry, first, +1))), ()


def _next_decision(table: Table, entry: Entry, choice: int, step: int) -> int:
    """This choice, or the next one on in whose order would be carried out; the same if there is none."""
    offered = decisions(entry)
    for further in range(len(offered)):
        at = (choice + further * step) % len(offered)
        if would_pass(table, offered[at].order):
            return at
    return choice % len(offered)


def _step_decision(step: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        choice = _next_decision(table, menu.entry, menu.choice + step, step)
        return show_menu(table, menu.after(Cause.WALKED, choice)), ()

    return handler


def _decide(table: Table, menu: Menu, now_ms: int) -> Stepped:
    order = decisions(menu.entry)[menu.choice].order
    return _give(table, menu, order, now_ms)


def _give(table: Table, menu: Menu, order: Order, now_ms: int) -> Stepped:
    """Give an order in the arbiter's role; an entry that it used up is left for the first one."""
    closes = menu.entry in _CLOSING
    shown = show_menu(table, menu.after(Cause.DECIDED if closes else Cause.TAKEN))
    table, effects = carry_out(shown, order, now_ms, Role.ARBITER)
    after = find_open_menu(table)
    if after and after.level is Level.ARBITER and after.entry not in arbiters(table):
        table, _ = _walk(0)(table, after, now_ms)
    return table, effects


# A number, digit by digit


def _step_number(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        asked = number_asked(table, menu.entry)
        choice = control_questions.step_choice(asked, menu.choice, menu.cursor, steps)
        return _show_number(table, menu, Cause.WALKED, choice, menu.cursor), ()

    return handler


def _show_number(table: Table, menu: Menu, cause: Cause, choice: int, cursor: int) -> Table:
    return show_menu(table, menu.after(cause, choice)._replace(cursor=cursor))


def _take_digit(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Go on to the next digit; after the last one carry out the order.

    A number out of range becomes the nearest valid one, and is shown at its first digit. The present
    one gives no order.
    """
    asked = number_asked(table, menu.entry)
    if menu.cursor < len(asked.digits) - 1:
        return _show_number(table, menu, Cause.NEXT, menu.choice, menu.cursor + 1), ()
    nearest = control_questions.nearest(asked, menu.choice)
    if nearest != menu.choice:
        return _show_number(table, menu, Cause.NEXT, nearest, 0), ()
    if nearest == asked.default:
        return show_menu(table, menu.after(Cause.TAKEN)), ()
    return _give(table, menu, order_of(menu.entry, nearest), now_ms)


def _to_digit_before(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    if menu.cursor:
        return _show_number(table, menu, Cause.BEFORE, menu.choice, menu.cursor - 1), ()
    return show_menu(table, menu.after(Cause.BACK)), ()


_PLUS, _MINUS, _OK, _BACK = int(Button.PLUS), int(Button.MINUS), int(Button.OK), int(Button.BACK)

KEY_HANDLERS: Final[dict[tuple[Level, int], Handler]] = {
    (Level.ARBITER, _PLUS): _walk(+1),
    (Level.ARBITER, _MINUS): _walk(-1),
    (Level.ARBITER, _OK): _enter,
    (Level.ARBITER, _BACK): _go_back,
    (Level.NUMBER, _PLUS): _step_number(+1),
    (Level.NUMBER, _MINUS): _step_number(-1),
    (Level.NUMBER, _OK): _take_digit,
    (Level.NUMBER, _BACK): _to_digit_before,
    (Level.DECISION, _PLUS): _step_decision(+1),
    (Level.DECISION, _MINUS): _step_decision(-1),
    (Level.DECISION, _OK): _decide,
}
"""What a key does at the levels of the arbiter; elsewhere and with the other keys as in `menu_keys.py`."""
