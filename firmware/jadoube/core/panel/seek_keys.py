"""The keys that look for an opponent on Lichess.

The law: first whom: somebody, or Lichess' computer at one of its levels; then how quick, among the time
controls that Lichess takes from a board for that. The control that is taken is the next game's. A rematch has
the speed of the game before. These are the orders about who is looked for. The levels follow from
`TRANSITIONS` of `menu.py` alone. This file knows nothing of what the faces show (`menu_view.py`).
"""

from collections.abc import Callable
from typing import Final

from jadoube.core.clock.time_control import time_control_text
from jadoube.core.messages.effects import Effect, SettingChanged
from jadoube.core.messages.events import Button
from jadoube.core.messages.opponents import Sought, Whom
from jadoube.core.messages.orders import SeekOpponent
from jadoube.core.messages.settings import Entry
from jadoube.core.stages.carry_out import carry_out
from jadoube.core.state.others.seek import OPPONENTS, chosen_opponent
from jadoube.core.state.panel.menu import Cause, Level, Menu
from jadoube.core.state.settings import offered_speeds, set_control, speed_choice
from jadoube.core.state.table import Stepped, Table, show_menu

Handler = Callable[[Table, Menu, int], Stepped]


def seek_again(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Look for the last opponent again."""
    return carry_out(show_menu(table, menu.after(Cause.SOUGHT)), SeekOpponent(Sought(Whom.AGAIN)), now_ms)


def _step_whom(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        return show_menu(table, menu.after(Cause.WALKED, (menu.choice + steps) % len(OPPONENTS))), ()

    return handler


def _ask_speed(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    choice = speed_choice(table, chosen_opponent(menu))
    return show_menu(table, menu.after(Cause.NEXT, choice)._replace(answers=(menu.choice,))), ()


def _step_speed(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        choice = (menu.choice + steps) % len(offered_speeds(table, chosen_opponent(menu)))
        return show_menu(table, menu.after(Cause.WALKED, choice)._replace(answers=menu.answers)), ()

    return handler


def _go_back(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    return show_menu(table, menu.after(Cause.BACK, int(menu.answers[0]))), ()


def _seek(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Take the time control, and look for the opponent."""
    sought = chosen_opponent(menu)
    control = offered_speeds(table, sought)[menu.choice].control
    agreed: tuple[Effect, ...] = ()
    if control != table.terms.control:
        table = set_control(table, control)
        agreed = (SettingChanged(Entry.CONTROL, time_control_text(control)),)
    table, effects = carry_out(show_menu(table, menu.after(Cause.SOUGHT)), SeekOpponent(sought), now_ms)
    return table, (*agreed, *effects)


KEY_HANDLERS: Final[dict[tuple[Level, int], Handler]] = {
    (Level.WHOM, int(Button.PLUS)): _step_whom(+1),
    (Level.WHOM, int(Button.MINUS)): _step_whom(-1),
    (Level.WHOM, int(Button.OK)): _ask_speed,
    (Level.SPEED, int(Button.PLUS)): _step_speed(+1),
    (Level.SPEED, int(Button.MINUS)): _step_speed(-1),
    (Level.SPEED, int(Button.OK)): _seek,
    (Level.SPEED, int(Button.BACK)): _go_back,
}
