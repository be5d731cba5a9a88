"""The keys that choose who plays, from the remembered players.

The law: `plus` and `minus` step through the players, the last used first, and nobody; `ok` takes the one that
is shown. To swap both, one `ok` is enough: another one swaps them back; an engine has the other side then,
too. Else these are the orders about names, and change nothing in play. The levels follow from `TRANSITIONS`
of `menu.py` alone. This file knows nothing of what the faces show (`menu_view.py`).
"""

from collections.abc import Callable
from typing import Final

from jadoube.core.messages.events import Button
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import NamePlayer, SwapNames
from jadoube.core.messages.settings import SEATS, Entry
from jadoube.core.stages import naming
from jadoube.core.stages.setting_values import change_setting
from jadoube.core.state.panel.menu import AS_THE_PAGE, Cause, Level, Menu
from jadoube.core.state.settings import offered_players
from jadoube.core.state.table import Stepped, Table, show_menu

Handler = Callable[[Table, Menu, int], Stepped]


def swap(table: Table, menu: Menu, now_ms: int) -> Stepped:
    """Exchange the players, and the side of an engine; the menu stays at its entry."""
    table, effects = naming.name(show_menu(table, menu.after(Entry.SWAP_PLAYERS)), SwapNames())
    if table.terms.menu < AS_THE_PAGE or table.terms.opponent is Seat.NOBODY:
        return table, effects
    side = Seat.BLACK if table.terms.opponent is Seat.WHITE else Seat.WHITE
    table, changed = change_setting(table, Entry.OPPONENT, side, now_ms)
    return table, effects + changed


def _step(steps: int) -> Handler:
    def handler(table: Table, menu: Menu, _now_ms: int) -> Stepped:
        choice = (menu.choice + steps) % len(offered_players(table))
        return show_menu(table, menu.after(Cause.WALKED, choice)), ()

    return handler


def _take(table: Table, menu: Menu, _now_ms: int) -> Stepped:
    there = offered_players(table)
    player = there[menu.choice % len(there)]  # one may have been forgotten since
    return naming.name(show_menu(table, menu.after(Cause.TAKEN)), NamePlayer(SEATS[menu.entry], player))


KEY_HANDLERS: Final[dict[tuple[Level, int], Handler]] = {
    (Level.PLAYER, int(Button.PLUS)): _step(+1),
    (Level.PLAYER, int(Button.MINUS)): _step(-1),
    (Level.PLAYER, int(Button.OK)): _take,
}
