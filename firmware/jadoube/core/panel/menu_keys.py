"""The keys and levers while the menu is open.

This file decides what a key does at each level of the menu, and which value or order it takes. The level that
follows comes from `TRANSITIONS` of `menu.py` alone. This file knows nothing of when a key acts
(`levers_and_keys.py`) and of what the faces show (`menu_view.py`).
"""

from collections.abc import Callable
from typing import Final

import chess

from jadoube.core.clock.time_control import TimeControl, parse_time_control, time_control_text
from jadoube.core.messages.effects import SettingChanged, SwitchOff
from jadoube.core.messages.events import Button
from jadoube.core.messages.orders import Hint, Stands
from jadoube.core.messages.roles import PLAYERS
from jadoube.core.messages.settings import CHOSEN, SEATS, Entry, setting_at
from jadoube.core.panel import arbiter_keys, player_keys, seek_keys
from jadoube.core.permissions.menu_entries import ORDERS, arbiters, confirmers, entries
from jadoube.core.stages.carry_out import carry_out
from jadoube.core.stages.result import endings
from jadoube.core.stages.setting_values import change_setting
from jadoube.core.state.as_it_stands import asked_in_turn, asked_piece, question_after
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import DRAFTED, Answer, Cause, Level, Means, Menu, follow
from jadoube.core.state.settings import (
    BY_HAND,
    MINUTES,
    agree_by_hand,
    choice_named,
    chosen,
    control_choice,
    offered_controls,
    player_choice,
    set_control,
)
from jadoube.core.state.table import Stepped, Table, clock_runs, leave_menu, show_menu

Handler = Callable[[Table, Menu, int], Stepped]


def open_menu(table: Table, now_ms: int) -> Table:
    """The table with its menu open at the first entry; unchanged while a clock runs.

    If a control, or in this pause a number, was being set by hand, the menu opens where it was left.
    """
    if clock_runs(table):
        return table
    there, draft = entries(table), table.panel.draft
    menu = Menu(table.play.phase, now_ms, there[0], Level.CLOSED).after(Cause.OPENED)
    if draft and draft.phase is table.play.phase and _may_resume(table, draft, there):
        menu = draft._replace(level=follow(Level.CLOSED, DRAFTED[draft.level]), since_ms=now_ms)
    return table._replace(
        panel=table.panel.hide_reading().drop_draft().show_menu(menu), notices=table.notices.hide_refusal()
    )


def _may_resume(table: Table, draft: Menu, there: tuple[Entry, ...]) -> bool:
    """Whether what was being set can still be set; a number only if no clock has changed since then."""
    if draft.level is not Level.NUMBER:
        return draft.entry in there
    clock = table.play.clock
    return draft.entry in arbiters(table) and (clock is None or draft.since_ms >= clock.since_ms)


def act(table: Table, menu: Menu, key: int, now_ms: int) -> Stepped:
    """Act on a key that was pressed and released."""
    menu = menu._replace(since_ms=now_ms)
    handler = KEY_HANDLERS.get((menu.level, key))
    return handler(table, menu, now_ms) if handler else (show_menu(table, menu), ())


def confirm(table: Table, menu: Menu, side: chess.Color, now_ms: int) -> Stepped:
    """Carry out the entry that this side's lever confirms; any other lever closes the menu."""
    if side not in confirmers(table, menu.entry):
        return leave_menu(table), ()
    table = _go_on(table, menu, Cause.CONFIRMED)
    return carry_out(table, ORDERS[menu.entry](side), now_ms, PLAYERS[side])


def _go_on(table: Table, menu: Menu, means: Means, choice: int = 0) -> Table:
    menu = menu.after(means, choice)
    return show_menu(table, menu)


def _leave(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    return _go_on(table, menu, Cause.LEFT), ()


def _go_back(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    return _go_on(table, menu, Cause.BACK), ()


# The entries


def _walk(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        there = entries(table)
        at = there.index(menu.entry) + steps if menu.entry in there else 0
        menu = menu.after(Cause.WALKED)._replace(entry=there[at % len(there)])
        return show_menu(table, menu), ()

    return handler


def _enter(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Enter the entry that is shown, at its present value."""
    entry, choice = menu.entry, 0
    if entry not in entries(table):  # it was valid when it was shown
        return _walk(0)(table, menu, now_ms)
    if entry is Entry.CONTROL:
        choice = control_choice(table)
    elif entry is Entry.ARBITER:
        return arbiter_keys.enter_level(table, menu), ()
    elif entry is Entry.SWAP_PLAYERS:
        return player_keys.swap(table, menu, now_ms)
    elif entry is Entry.HINT:
        return carry_out(_go_on(table, menu, entry), Hint(), now_ms)
    elif entry in SEATS:
        choice = player_choice(table, SEATS[entry])
    elif entry in CHOSEN:
        choice = tuple(setting_at(entry).choices).index(chosen(table, entry))
    return _go_on(table, menu, entry, choice), ()


# Entries with values


def _choose(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        by_control = menu.level is Level.CONTROL
        number = len(offered_controls(table) if by_control else setting_at(menu.entry).choices)
        return _go_on(table, menu, Cause.WALKED, (menu.choice + steps) % number), ()

    return handler


def _take_value(table: Table, menu: Menu, now_ms: int) -> Stepped:
    value = tuple(setting_at(menu.entry).choices)[menu.choice]
    changed, effects = change_setting(table, menu.entry, value, now_ms)
    return _go_on(changed, menu, Cause.TAKEN), effects


def _take_control(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    name, control = offered_controls(table)[menu.choice]
    if name in _SET_BY_HAND:
        asking = menu.after(Cause.BY_HAND)._replace(answers=_SET_BY_HAND[name])
        return _ask_next(table, asking), ()
    return _tell_control(set_control(table, control), menu, control)


def _tell_control(agreed: Table, menu: Menu, control: TimeControl | None) -> Stepped:
    return _go_on(agreed, menu, Cause.TAKEN), (SettingChanged(Entry.CONTROL, time_control_text(control)),)


# A time control set by hand


_SET_BY_HAND: Final[dict[str, tuple[Answer, ...]]] = {
    MINUTES: control_questions.MINUTES_ONLY,
    BY_HAND: (),
}
"""The choices at which a control is set by hand, and the answers with which that begins."""


def _ask_next(table: Table, menu: Menu) -> Table:
    """Show the next question, at its default and its first digit."""
    asked = control_questions.question(menu.answers)
    return show_menu(table, menu._replace(choice=asked.default if asked else 0, cursor=0))


def _step_answer(steps: int) -> Handler:
    """Make a handler that steps to another option, or changes the digit that is being set."""

    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        asked = control_questions.question(menu.answers)
        if asked is None:
            return table, ()
        choice = control_questions.step_choice(asked, menu.choice, menu.cursor, steps)
        return show_menu(table, _advance_control(menu, Cause.WALKED, choice=choice)), ()

    return handler


def _advance_control(menu: Menu, cause: Cause, *, choice: int, cursor: int | None = None) -> Menu:
    """The menu after a key, with the answers so far kept."""
    cursor = menu.cursor if cursor is None else cursor
    return menu.after(cause, choice)._replace(answers=menu.answers, cursor=cursor)


def _answer(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Go on to the next digit; after the last one, or an option, to the next question; at the end, agree.

    A number out of range becomes the nearest valid one, and is shown at its first digit.
    """
    asked = control_questions.question(menu.answers)
    if asked is None:
        return _leave(table, menu, now_ms)
    if menu.cursor < len(asked.digits) - 1:
        return show_menu(
            table, _advance_control(menu, Cause.NEXT, choice=menu.choice, cursor=menu.cursor + 1)
        ), ()
    nearest = control_questions.nearest(asked, menu.choice)
    if nearest != menu.choice:
        return show_menu(table, _advance_control(menu, Cause.NEXT, choice=nearest, cursor=0)), ()
    answers = (*menu.answers, control_questions.answer(asked, menu.choice))
    said = control_questions.answered_control(answers)
    if said is not None:
        control = parse_time_control(said)
        return _tell_control(agree_by_hand(table, control) if control else table, menu, control)
    return _ask_next(table, menu.after(Cause.NEXT)._replace(answers=answers)), ()


def _go_to_previous(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    """Go back to the previous digit or question; from the first one, to the list of controls."""
    if menu.cursor:
        return show_menu(
            table, _advance_control(menu, Cause.BEFORE, choice=menu.choice, cursor=menu.cursor - 1)
        ), ()
    for name, first in _SET_BY_HAND.items():
        if menu.answers == first:
            return _go_on(table, menu, Cause.BACK, choice_named(table, name)), ()
    *answers, last = menu.answers
    asked = control_questions.question(tuple(answers))
    choice = control_questions.choice_of(asked, last) if asked else 0
    return show_menu(table, menu.after(Cause.BEFORE, choice)._replace(answers=tuple(answers))), ()


# Entries that `ok` confirms once more


def _confirm_entry(table: Table, menu: Menu, now_ms: int) -> Stepped:
    if menu.entry is Entry.OFF:
        return _go_on(table, menu, Cause.SURE_OFF), (SwitchOff(),)
    if menu.entry is Entry.REMATCH:
        return seek_keys.seek_again(table, menu, now_ms)
    if menu.entry is Entry.STANDS:
        return _ask_or_stand(table, menu, (), now_ms)
    return endings.close_for_new_game(_go_on(table, menu, Cause.SURE), now_ms)


# The pieces of a position


def _ask_or_stand(table: Table, menu: Menu, answers: tuple[str, ...], now_ms: int) -> Stepped:
    """Ask for the next piece that cannot be told; if there is none, carry out the order."""
    said = asked_in_turn(table, answers)
    if question_after(table, said):
        means = Cause.NEXT if menu.level is Level.PIECE else Cause.ASKED
        return show_menu(table, menu.after(means)._replace(answers=answers)), ()
    return carry_out(_go_on(table, menu, Cause.SURE_STANDS), Stands(None, said), now_ms)


def _step_piece(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        asked = asked_piece(table, menu)
        choice = (menu.choice + steps) % len(asked.pieces) if asked else 0
        after = menu.after(Cause.WALKED, choice)._replace(answers=menu.answers)
        return show_menu(table, after), ()

    return handler


def _answer_piece(table: Table, menu: Menu, now_ms: int) -> Stepped:
    asked = asked_piece(table, menu)
    answer = (asked.pieces[menu.choice].symbol(),) if asked else ()
    return _ask_or_stand(table, menu, (*map(str, menu.answers), *answer), now_ms)


# The page


def _turn_page(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        return _go_on(table, menu, Cause.WALKED, menu.choice + steps), ()

    return handler


def _close_page(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    return _go_on(table, menu, Cause.READ), ()


_PLUS, _MINUS, _OK = int(Button.PLUS), int(Button.MINUS), int(Button.OK)

KEY_HANDLERS: Final[dict[tuple[Level, int], Handler]] = {
    (Level.ENTRIES, _PLUS): _walk(+1),
    (Level.ENTRIES, _MINUS): _walk(-1),
    (Level.ENTRIES, _OK): _enter,
    (Level.CONTROL, _PLUS): _choose(+1),
    (Level.CONTROL, _MINUS): _choose(-1),
    (Level.CONTROL, _OK): _take_control,
    (Level.BY_HAND, _PLUS): _step_answer(+1),
    (Level.BY_HAND, _MINUS): _step_answer(-1),
    (Level.BY_HAND, _OK): _answer,
    (Level.CHOICE, _PLUS): _choose(+1),
    (Level.CHOICE, _MINUS): _choose(-1),
    (Level.CHOICE, _OK): _take_value,
    (Level.SURE, _OK): _confirm_entry,
    (Level.PIECE, _PLUS): _step_piece(+1),
    (Level.PIECE, _MINUS): _step_piece(-1),
    (Level.PIECE, _OK): _answer_piece,
    (Level.PAGE, _PLUS): _turn_page(+1),
    (Level.PAGE, _MINUS): _turn_page(-1),
    (Level.PAGE, _OK): _close_page,
    **{(level, int(Button.BACK)): _go_back for level in Level},
    **arbiter_keys.KEY_HANDLERS,
    **player_keys.KEY_HANDLERS,
    **seek_keys.KEY_HANDLERS,
    (Level.BY_HAND, int(Button.BACK)): _go_to_previous,
    **{(level, int(Button.PLAY)): _leave for level in Level},
}
"""What a key does at each level when it is released; `ok` does nothing where a lever must confirm."""
