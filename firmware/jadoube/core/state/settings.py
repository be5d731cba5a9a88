"""The settings with values: the time control, the rule set, hints, sound and brightness.

This file decides which values there are, and what a new value changes in the table. It knows nothing of when
a setting may change (`permissions/refusal.py`), nor of whether a key or an order asks.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import PRESETS, TimeControl, parse_time_control
from jadoube.core.messages.orders import Value
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.preferences import BRIGHTNESS, Comfort
from jadoube.core.rules import rule_sets
from jadoube.core.rules.rule_sets import CASUAL, CLUB, RULE_SETS, RuleSet
from jadoube.core.state.menu import Entry
from jadoube.core.state.table import Table, Terms

NONE: Final = Value.NONE
"""The control's name for no clock."""

BY_HAND: Final = Value.BY_HAND
"""The last choice: a control set by hand."""

CONTROLS: Final = (*PRESETS, NONE, BY_HAND)
"""The controls that can be chosen, by name."""

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
    if table.play.phase is not Phase.SETTING_UP:
        return table._replace(terms=terms)
    clock = ChessClock.new(terms.control) if terms.control else None
    return table._replace(
        terms=terms,
        play=table.play.agree(clock, rule_sets.game_outcome(table.line, terms.rules)),
    )


def set_control(table: Table, control: TimeControl | None) -> Table:
    """The table with another time control."""
    return set_terms(table, replace(table.terms, control=control))


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


def control_name(control: TimeControl | None) -> str:
    """The control's name in `CONTROLS`; a control without a name counts as set by hand."""
    names = (name for name, preset in PRESETS.items() if preset == control)
    return NONE if control is None else next(names, BY_HAND)


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
