"""The present entries of the menu, and the sides that may confirm them; the page offers the same.

The law: an entry without effect now is not there. What `refusal` refuses is not offered. Of what it lets pass
some is not offered either: an offer of a draw while one is open, a claim that would be wrong (the board
claims nothing, and leads nobody into a wrong claim), and `stands` where too many squares differ.

The menu is open only while no clock runs. Then no flag can fall, and the instant decides nothing. This file
knows nothing of keys and faces, nor of the settings' values (`messages/settings.py`).
"""

from collections.abc import Callable
from typing import Final

import chess

from jadoube.core.messages.opponents import Seat, Sought, Whom
from jadoube.core.messages.orders import (
    AcceptDraw,
    ClaimDraw,
    DeclineDraw,
    Hint,
    NewGame,
    OfferDraw,
    Order,
    Resign,
    SeekOpponent,
    Stands,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase
from jadoube.core.messages.roles import PLAYERS
from jadoube.core.messages.settings import ARBITERS, NAMES, Entry
from jadoube.core.permissions import arbiter_entries
from jadoube.core.permissions.refusal import Asked, seek_refusal, setting_refusal
from jadoube.core.permissions.roles import role_refusal
from jadoube.core.rules import rule_sets
from jadoube.core.state.as_it_stands import MOST_ASTRAY, likeliest_answers
from jadoube.core.state.panel.menu import AS_THE_PAGE, HAS_ARBITER, HAS_OPPONENT, HAS_PLAYERS, HELPS
from jadoube.core.state.table import Table

_ENTRIES: Final = tuple(entry for entry in Entry if entry not in ARBITERS)

_REMATCH: Final = SeekOpponent(Sought(Whom.AGAIN))

_FIRST_BEFORE: Final = (
    *(Entry.CONTROL, Entry.RULES, Entry.WHITE_PLAYER, Entry.BLACK_PLAYER, Entry.SWAP_PLAYERS),
    *(Entry.NEW_GAME, Entry.RESIGN, Entry.OFFER, Entry.ACCEPT, Entry.DECLINE, Entry.CLAIM, Entry.STANDS),
    *(Entry.HINTS, Entry.OPPONENT, Entry.LEVEL),
)
_ENTRIES_BEFORE: Final = (*_FIRST_BEFORE, *(entry for entry in _ENTRIES if entry not in _FIRST_BEFORE))
"""The order of menus before `AS_THE_PAGE`."""


def entries(table: Table) -> tuple[Entry, ...]:
    """The present entries, in their order; never empty."""
    asked = _ask_while_it_stands(table)
    there = _ENTRIES if table.terms.menu >= AS_THE_PAGE else _ENTRIES_BEFORE
    return tuple(entry for entry in there if _is_there(asked, entry))


def arbiters(table: Table) -> tuple[Entry, ...]:
    """The present entries of the arbiter's level, in their order."""
    return arbiter_entries.offered(_ask_while_it_stands(table))


def would_pass(table: Table, order: Order) -> bool:
    """Whether this order would be carried out while the menu is open."""
    return _ask_while_it_stands(table).refusal(order) is None


def _is_there(asked: Asked, entry: Entry) -> bool:  # noqa: C901, PLR0911 - a row for each kind of entry
    match entry:
        case Entry.NEW_GAME:
            return asked.refusal(NewGame()) is None
        case Entry.STANDS:
            return offers_stands(asked)
        case Entry.HINT:
            return asked.table.terms.menu >= HELPS and asked.refusal(Hint()) is None
        case Entry.TEACHER if asked.table.terms.menu < HELPS:
            return False
        case Entry.LICHESS | Entry.REMATCH:
            return _seeks_opponent(asked, entry)
        case Entry.PAGE:
            return asked.table.page is not None
        case Entry.WHITE_PLAYER | Entry.BLACK_PLAYER | Entry.SWAP_PLAYERS:
            return _names_players(asked.table, entry)
        case Entry.ARBITER:
            return asked.table.terms.menu >= HAS_ARBITER and bool(arbiter_entries.offered(asked))
    if entry in NAMES:
        if entry in (Entry.OPPONENT, Entry.LEVEL) and not _asks_for_opponent(asked.table, entry):
            return False
        return setting_refusal(asked.table, entry) is None
    return entry is Entry.OFF or bool(sides_offered(asked, entry))


def _seeks_opponent(asked: Asked, entry: Entry) -> bool:
    """Whether an opponent on a server can be looked for, or the last one there again."""
    table = asked.table
    if table.terms.menu < AS_THE_PAGE or not table.serves:
        return False
    if entry is Entry.REMATCH:
        return asked.refusal(_REMATCH) is None
    return table.play.phase is Phase.SETTING_UP and seek_refusal(table) is None


def _asks_for_opponent(table: Table, entry: Entry) -> bool:
    """Whether this menu chooses an opponent, and this entry has an effect: a strength needs an engine."""
    plays = table.terms.opponent is not Seat.NOBODY
    return table.terms.menu >= HAS_OPPONENT and (plays or entry is Entry.OPPONENT)


def _names_players(table: Table, entry: Entry) -> bool:
    """Whether there is a player to be chosen, or two sides to be swapped.

    An engine keeps its side before `AS_THE_PAGE`; an opponent on a server always does.
    """
    if table.terms.menu < HAS_PLAYERS:
        return False
    keeps = table.terms.menu >= HELPS and table.terms.opponent is not Seat.NOBODY
    if keeps and table.terms.menu >= AS_THE_PAGE:
        keeps = setting_refusal(table, Entry.OPPONENT) is not None
    swaps = table.names.white != table.names.black and not keeps
    return swaps if entry is Entry.SWAP_PLAYERS else bool(table.comfort.players)


def _ask_while_it_stands(table: Table) -> Asked:
    """Ask at an instant at which a clock that stands can be asked: that of its last change."""
    return Asked(table, table.play.clock.since_ms if table.play.clock else 0)


def offers_stands(asked: Asked) -> bool:
    """Whether keys and pages offer `stands`: with answers to its questions it would be carried out."""
    table = asked.table
    best = table.best
    if (best.fits and table.seen.ready) or best.change.bit_count() > MOST_ASTRAY:
        return False
    why = asked.refusal(Stands())
    if why and why.phrase is Phrase.STANDS_ASKS:
        why = asked.refusal(Stands(None, likeliest_answers(table)))
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

_ON_OFFERS: Final = {Entry.OFFER: False, Entry.ACCEPT: True, Entry.DECLINE: True}
"""Whether an entry about offers of a draw is of one that is open; otherwise it is of a new one."""

_GIVEN: Final = {
    entry: tuple(
        (side, order(side))
        for side in (chess.WHITE, chess.BLACK)
        if role_refusal(order(side), PLAYERS[side]) is None
    )
    for entry, order in ORDERS.items()
}
"""The same, with the orders made that the sides' players may give."""


def confirmers(table: Table, entry: Entry) -> tuple[chess.Color, ...]:
    """The sides whose lever may confirm this entry: those whose order would be carried out."""
    return sides_offered(_ask_while_it_stands(table), entry)


def sides_offered(asked: Asked, entry: Entry) -> tuple[chess.Color, ...]:
    """The sides to which the order of an entry is offered; none if a lever confirms no such entry."""
    table = asked.table
    if entry in _ON_OFFERS and _ON_OFFERS[entry] is (table.play.offer is None):
        return ()
    if entry is Entry.CLAIM and rule_sets.claimable_draw(table.line) is None:
        return ()
    return tuple([side for side, order in _GIVEN.get(entry, ()) if asked.refusal(order) is None])
