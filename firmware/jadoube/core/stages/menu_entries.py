"""The present entries of the menu, and the sides that may confirm them.

The law: an entry without effect now is not there. Time control and rule set, which players agree on before a
game, are there only before it. Resignation and draws are there when a player could give them as orders. A
claim is there only when it would be right: the board claims nothing, and leads nobody into a wrong claim.

This file knows nothing of keys and faces, nor of the settings' values (`settings.py`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import chess

from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.orders import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw, Order, Resign
from jadoube.core.messages.phases import Phase
from jadoube.core.rules import rule_sets
from jadoube.core.rules.rule_sets import Saves
from jadoube.core.stages.carry_out import carry_out
from jadoube.core.state.as_it_stands import may_stand
from jadoube.core.state.menu import Entry
from jadoube.core.state.settings import has_hints
from jadoube.core.state.table import Table


def entries(table: Table) -> tuple[Entry, ...]:
    """The present entries, in their order; never empty."""
    return tuple(entry for entry in Entry if _is_there(table, entry))


def _is_there(table: Table, entry: Entry) -> bool:
    match entry:
        case Entry.CONTROL | Entry.RULES:
            return table.phase is Phase.SETTING_UP
        case Entry.NEW_GAME:
            return table.phase is not Phase.SETTING_UP
        case Entry.HINTS:
            return table.phase is not Phase.OVER and has_hints(table.terms.rules)
        case Entry.PAGE:
            return table.page is not None
        case Entry.SOUND | Entry.BRIGHTNESS | Entry.OFF:
            return True
    return may_stand(table) if entry is Entry.STANDS else bool(confirmers(table, entry))


# Entries that a lever confirms


ORDERS: Final[dict[Entry, Callable[[chess.Color], Order]]] = {
    Entry.RESIGN: Resign,
    Entry.OFFER: OfferDraw,
    Entry.ACCEPT: AcceptDraw,
    Entry.DECLINE: DeclineDraw,
    Entry.CLAIM: ClaimDraw,
}
"""The order that a side's lever gives for an entry."""


def confirmers(table: Table, entry: Entry) -> tuple[chess.Color, ...]:
    """The sides whose lever may confirm this entry: those whose order would be carried out."""
    means_something = {
        Entry.OFFER: table.offer is None,
        Entry.CLAIM: rule_sets.claimable_draw(table.line) is not None,
    }
    if entry not in ORDERS or not means_something.get(entry, True):
        return ()
    return tuple(side for side in (chess.WHITE, chess.BLACK) if _would_do(table, ORDERS[entry](side)))


def _would_do(table: Table, order: Order) -> bool:
    """Whether an order would be carried out.

    What saves a resigning side, and open presses, are left out: they take a search.
    """
    rule_set = replace(table.terms.rules, resignation_saves=Saves.NOTHING)
    table = table._replace(terms=replace(table.terms, rules=rule_set), presses=())
    _, effects = carry_out(table, order, table.clock.since_ms if table.clock else 0)
    return not any(isinstance(effect, OrderRefused) for effect in effects)
