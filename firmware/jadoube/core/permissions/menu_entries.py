"""The present entries of the menu, and the sides that may confirm them; the page offers the same.

The law: an entry without effect now is not there. What `refusal` refuses is not offered. Of what it lets pass
some is not offered either: an offer of a draw while one is open, a claim that would be wrong (the board
claims nothing, and leads nobody into a wrong claim), and `stands` where too many squares differ.

The menu is open only while no clock runs. Then no flag can fall, and the instant decides nothing. This file
knows nothing of keys and faces, nor of the settings' values (`state/settings.py`).
"""

from collections.abc import Callable
from typing import Final

import chess

from jadoube.core.messages.orders import (
    AcceptDraw,
    ClaimDraw,
    DeclineDraw,
    NewGame,
    OfferDraw,
    Order,
    Resign,
    Stands,
)
from jadoube.core.messages.phrases import Phrase
from jadoube.core.messages.roles import PLAYERS
from jadoube.core.permissions.refusal import refusal, setting_refusal
from jadoube.core.rules import rule_sets
from jadoube.core.state.as_it_stands import MOST_ASTRAY, likeliest_answers
from jadoube.core.state.menu import Entry
from jadoube.core.state.settings import SETTABLE
from jadoube.core.state.table import Table


def entries(table: Table) -> tuple[Entry, ...]:
    """The present entries, in their order; never empty."""
    return tuple(entry for entry in Entry if _is_there(table, entry))


def _is_there(table: Table, entry: Entry) -> bool:
    match entry:
        case Entry.NEW_GAME:
            return refusal(table, NewGame(), _standing_ms(table)) is None
        case Entry.STANDS:
            return offers_stands(table, _standing_ms(table))
        case Entry.PAGE:
            return table.page is not None
        case Entry.OFF:
            return True
    if entry in SETTABLE.values():
        return setting_refusal(table, entry) is None
    return bool(confirmers(table, entry))


def _standing_ms(table: Table) -> int:
    """An instant at which a clock that stands can be asked: that of its last change."""
    return table.play.clock.since_ms if table.play.clock else 0


def offers_stands(table: Table, now_ms: int) -> bool:
    """Whether keys and pages offer `stands`: with answers to its questions it would be carried out."""
    best = table.best
    if (best.fits and table.seen.ready) or best.change.bit_count() > MOST_ASTRAY:
        return False
    why = refusal(table, Stands(), now_ms)
    if why and why.phrase is Phrase.STANDS_ASKS:
        why = refusal(table, Stands(None, likeliest_answers(table)), now_ms)
    return why is None


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
    return sides_offered(table, entry, _standing_ms(table)) if entry in ORDERS else ()


def sides_offered(table: Table, entry: Entry, now_ms: int) -> tuple[chess.Color, ...]:
    """The sides to which the order of an entry in `ORDERS` is offered at this instant."""
    if entry is Entry.OFFER and table.play.offer is not None:
        return ()
    if entry is Entry.CLAIM and rule_sets.claimable_draw(table.line) is None:
        return ()
    order = ORDERS[entry]
    return tuple(
        side
        for side in (chess.WHITE, chess.BLACK)
        if refusal(table, order(side), now_ms, PLAYERS[side]) is None
    )
