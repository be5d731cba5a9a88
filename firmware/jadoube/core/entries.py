"""What the menu has just now: its entries, the values of each, and who may confirm what.

The law: an entry that means nothing now is not there. What the players agree on before a game (time control,
rule set) is there before it only; resignation and draws are there when a player could say them in words, and
a claim when there is something to be claimed: the board claims nothing, and lures nobody into a wrong claim.

It refuses to know keys and faces.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import chess

from jadoube.core import rules
from jadoube.core.clock import ChessClock
from jadoube.core.comfort import BRIGHTNESS, Comfort
from jadoube.core.effects import OrderRefused
from jadoube.core.menu import Entry
from jadoube.core.orders import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw, Order, Resign
from jadoube.core.phases import Phase
from jadoube.core.rules import CASUAL, CLUB, RULE_SETS, Saves
from jadoube.core.table import Table, Terms, clock_runs
from jadoube.core.timecontrol import PRESETS, TimeControl
from jadoube.core.verdicts import carry_out

NONE: Final = "none"
"""What no clock at all is called among the controls."""

BY_HAND: Final = "by hand"
"""What stands behind the last control."""

CONTROLS: Final = (*PRESETS, NONE, BY_HAND)
"""What can be chosen, by name."""

_WITH_HINTS: Final = (CLUB.name, CASUAL.name)
"""The rule sets under which players may have the legal squares lit; the Laws know no such help."""


def entries(table: Table) -> tuple[Entry, ...]:
    """The entries that mean something now, in their order; there are always some."""
    return tuple(entry for entry in Entry if _is_there(table, entry))


def _is_there(table: Table, entry: Entry) -> bool:
    match entry:
        case Entry.CONTROL | Entry.RULES:
            return table.phase is Phase.SETTING_UP
        case Entry.NEW_GAME:
            return table.phase is not Phase.SETTING_UP
        case Entry.HINTS:
            return table.phase is not Phase.OVER and table.terms.rules.name in _WITH_HINTS
        case Entry.PAGE:
            return table.page is not None
        case Entry.SOUND | Entry.BRIGHTNESS | Entry.OFF:
            return True
    return bool(confirmers(table, entry))


# What a lever confirms


ORDERS: Final[dict[Entry, Callable[[chess.Color], Order]]] = {
    Entry.RESIGN: Resign,
    Entry.OFFER: OfferDraw,
    Entry.ACCEPT: AcceptDraw,
    Entry.DECLINE: DeclineDraw,
    Entry.CLAIM: ClaimDraw,
}
"""What a side's lever says where that entry asks for it."""


def confirmers(table: Table, entry: Entry) -> tuple[chess.Color, ...]:
    """The sides whose lever would confirm this entry: it would be carried out if they said it in words."""
    means_something = {
        Entry.OFFER: table.offer is None,
        Entry.CLAIM: rules.claimable(table.line) is not None,
    }
    if entry not in ORDERS or not means_something.get(entry, True):
        return ()
    return tuple(side for side in (chess.WHITE, chess.BLACK) if _would_do(table, ORDERS[entry](side)))


def _would_do(table: Table, order: Order) -> bool:
    """Whether an order would be carried out. What saves who resigns is not asked: that takes a search."""
    rule_set = replace(table.terms.rules, resignation_saves=Saves.NOTHING)
    table = table._replace(terms=replace(table.terms, rules=rule_set))
    _, effects = carry_out(table, order, table.clock.since_ms if table.clock else 0)
    return not any(isinstance(effect, OrderRefused) for effect in effects)


# What has values


class Setting(NamedTuple):
    """Something that has one of a few values."""

    values: tuple[str, ...]
    chosen: Callable[[Table], str]
    """Which it has now."""
    put: Callable[[Table, str], Table]
    """The table on which it has another one."""


def agreed(table: Table, terms: Terms) -> Table:
    """The table on other terms; before the game there is nothing else that hangs on them."""
    if table.phase is not Phase.SETTING_UP:
        return table._replace(terms=terms)
    clock = ChessClock.new(terms.control) if terms.control else None
    return table._replace(terms=terms, clock=clock, ends=rules.ends(table.line, terms.rules))


def with_control(table: Table, control: TimeControl | None) -> Table:
    """The table with another time control."""
    return agreed(table, replace(table.terms, control=control))


def _with_rules(table: Table, name: str) -> Table:
    """The table under this rule set; if it is the one that is agreed on, its single choices stay."""
    if name == table.terms.rules.name:
        return table
    return agreed(table, replace(table.terms, rules=RULE_SETS[name]))


def _with_hints(table: Table, value: str) -> Table:
    rule_set = replace(table.terms.rules, hints=value == _ON)
    return table._replace(terms=replace(table.terms, rules=rule_set))


def _with_comfort(table: Table, comfort: Comfort) -> Table:
    return table._replace(comfort=comfort)


_OFF, _ON = "off", "on"

SETTINGS: Final[dict[Entry, Setting]] = {
    Entry.RULES: Setting(tuple(RULE_SETS), lambda table: table.terms.rules.name, _with_rules),
    Entry.HINTS: Setting((_OFF, _ON), lambda table: (_OFF, _ON)[table.terms.rules.hints], _with_hints),
    Entry.SOUND: Setting(
        (_OFF, _ON),
        lambda table: (_OFF, _ON)[table.comfort.sound],
        lambda table, value: _with_comfort(table, replace(table.comfort, sound=value == _ON)),
    ),
    Entry.BRIGHTNESS: Setting(
        tuple(map(str, BRIGHTNESS)),
        lambda table: str(table.comfort.brightness),
        lambda table, value: _with_comfort(table, replace(table.comfort, brightness=int(value))),
    ),
}
"""The entries that have a value each, chosen among all with `plus` and `minus`."""


SETTABLE: Final = {
    "control": Entry.CONTROL,
    "rules": Entry.RULES,
    "hints": Entry.HINTS,
    "sound": Entry.SOUND,
    "brightness": Entry.BRIGHTNESS,
}
"""What can be set in words as well as in the menu, by the word."""


def can_set(table: Table, entry: Entry) -> bool:
    """Whether a setting can be changed now: it is in the menu, and the game's own not while a clock runs."""
    comfort = entry in (Entry.SOUND, Entry.BRIGHTNESS)
    return _is_there(table, entry) and (comfort or not clock_runs(table))


def control_name(control: TimeControl | None) -> str:
    """What a control is called among those that can be chosen; one that has no name is set by hand."""
    names = (name for name, preset in PRESETS.items() if preset == control)
    return NONE if control is None else next(names, BY_HAND)
