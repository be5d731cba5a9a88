"""The settings with values: the time control, the rule set, hints, sound and brightness.

This file decides which values there are, and what a new value changes in the table. It knows nothing of when
a setting may change (`permissions/refusal.py`), nor of whether a key or an order asks.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.presets import OFFERS, name_of
from jadoube.core.clock.time_control import TimeControl, parse_time_control
from jadoube.core.messages.orders import Value
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.preferences import BRIGHTNESS, Comfort
from jadoube.core.rules import rule_sets
from jadoube.core.rules.rule_sets import CASUAL, CLUB, RULE_SETS, RuleSet
from jadoube.core.state.menu import REMEMBERS, Entry
from jadoube.core.state.table import Table, Terms

NONE: Final = Value.NONE
"""The control's name for no clock."""

BY_HAND: Final = Value.BY_HAND
"""The last choice: a control set by hand."""


class Offered(NamedTuple):
    """A choice of the menu's list of controls."""

    name: str
    """A preset's name, a control as people write it, `NONE` or `BY_HAND`."""
    control: TimeControl | None = None
    """None: no clock, or any control, set by hand."""


def offered_controls(table: Table) -> tuple[Offered, ...]:
    """The controls that can be chosen: those that were set by hand, the offers, none, and by hand."""
    return offered(table.comfort.by_hand, table.terms.own_controls, table.terms.menu)


def control_choice(table: Table) -> int:
    """The index of the present control; one that is not offered counts as set by hand."""
    control, there = table.terms.control, offered_controls(table)
    if control is None:
        return len(there) - 2
    return next((at for at, each in enumerate(there) if each.control == control), len(there) - 1)


@lru_cache(maxsize=16)  # the few lists of an evening
def offered(
    by_hand: tuple[TimeControl, ...], own_controls: tuple[TimeControl, ...], menu: int
) -> tuple[Offered, ...]:
    """The list of controls, from those set by hand, the owner's and the menu's version."""
    controls = dict.fromkeys((*by_hand, *own_controls, *OFFERS[menu]))
    named = (Offered(name_of(control) or control_text(control), control) for control in controls)
    return (*named, Offered(NONE), Offered(BY_HAND))


_WITH_HINTS: Final = (CLUB.name, CASUAL.name)
"""The rule sets that allow hints (lit legal squares); the Laws have no such help."""


def has_hints(rule_set: RuleSet) -> bool:
    """Whether this rule set allows hints (lit legal squares)."""
    return rule_set.name in _WITH_HINTS


class Setting(NamedTuple):
    """A setting with a list of values."""

    values: tuple[str, ...]
    chosen: Callable[[Table], str]
    """Returns its present value."""
    put: Callable[[Table, str], Table]
    """Returns the table with another value."""


def set_terms(table: Table, terms: Terms) -> Table:
    """The table on other terms; before the game the clock and the ending follow from them."""
    if table.phase is not Phase.SETTING_UP:
        return table._replace(terms=terms)
    clock = ChessClock.new(terms.control) if terms.control else None
    return table._replace(terms=terms, clock=clock, ends=rule_sets.game_outcome(table.line, terms.rules))


def set_control(table: Table, control: TimeControl | None) -> Table:
    """The table with another time control."""
    return set_terms(table, replace(table.terms, control=control))


def agree_by_hand(table: Table, control: TimeControl) -> Table:
    """The table with a time control that was set by hand, which is remembered unless it is an offer."""
    terms = table.terms
    if terms.menu >= REMEMBERS and control not in (*terms.own_controls, *OFFERS[terms.menu]):
        table = table._replace(comfort=table.comfort.remember(control))
    return set_control(table, control)


def _set_rules(table: Table, name: str) -> Table:
    """The table under this rule set; choosing the present one again keeps its changed options."""
    if name == table.terms.rules.name:
        return table
    return set_terms(table, replace(table.terms, rules=RULE_SETS[name]))


def _set_hints(table: Table, value: str) -> Table:
    rule_set = replace(table.terms.rules, hints=value == _ON)
    return table._replace(terms=replace(table.terms, rules=rule_set))


def _set_comfort(table: Table, comfort: Comfort) -> Table:
    return table._replace(comfort=comfort)


_OFF, _ON = Value.OFF, Value.ON

SETTINGS: Final[dict[Entry, Setting]] = {
    Entry.RULES: Setting(tuple(RULE_SETS), lambda table: table.terms.rules.name, _set_rules),
    Entry.HINTS: Setting((_OFF, _ON), lambda table: (_OFF, _ON)[table.terms.rules.hints], _set_hints),
    Entry.SOUND: Setting(
        (_OFF, _ON),
        lambda table: (_OFF, _ON)[table.comfort.sound],
        lambda table, value: _set_comfort(table, replace(table.comfort, sound=value == _ON)),
    ),
    Entry.BRIGHTNESS: Setting(
        tuple(map(str, BRIGHTNESS)),
        lambda table: str(table.comfort.brightness),
        lambda table, value: _set_comfort(table, replace(table.comfort, brightness=int(value))),
    ),
}
"""The entries with a list of values; `plus` and `minus` step through it."""


# By orders


SETTABLE: Final[dict[str, Entry]] = {
    "control": Entry.CONTROL,
    "rules": Entry.RULES,
    "hints": Entry.HINTS,
    "sound": Entry.SOUND,
    "brightness": Entry.BRIGHTNESS,
}
"""The settings that an order can change, by its word."""


def put(table: Table, entry: Entry, value: str) -> Table:
    """The table with this setting at a value, given as text; for a control any text in seconds."""
    if entry is Entry.CONTROL:
        return set_control(table, parse_time_control(value))
    return SETTINGS[entry].put(table, value)
