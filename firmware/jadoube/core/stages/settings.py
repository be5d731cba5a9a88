"""What can be chosen and has a value: the time control, the rule set, hints, sound and brightness.

Decides which values there are, what becomes of the table by another one, and when it can be changed: what is
agreed on before a game before it only, hints while no clock runs, and what makes the board pleasant at any
time. It refuses to know whether a key or an order asks.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import PRESETS, TimeControl, parse_time_control
from jadoube.core.messages.orders import Value
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.messages.preferences import BRIGHTNESS, Comfort
from jadoube.core.rules import rule_sets
from jadoube.core.rules.rule_sets import CASUAL, CLUB, RULE_SETS, RuleSet
from jadoube.core.state.menu import Entry
from jadoube.core.state.table import Table, Terms, clock_runs

NONE: Final = Value.NONE
"""What no clock at all is called among the controls."""

BY_HAND: Final = Value.BY_HAND
"""What stands behind the last control."""

CONTROLS: Final = (*PRESETS, NONE, BY_HAND)
"""What can be chosen, by name."""

_WITH_HINTS: Final = (CLUB.name, CASUAL.name)
"""The rule sets under which players may have the legal squares lit; the Laws know no such help."""


def has_hints(rule_set: RuleSet) -> bool:
    """Whether players may have the legal squares lit under this rule set."""
    return rule_set.name in _WITH_HINTS


class Setting(NamedTuple):
    """Something that has one of a few values."""

    values: tuple[str, ...]
    chosen: Callable[[Table], str]
    """Which it has now."""
    put: Callable[[Table, str], Table]
    """The table on which it has another one."""


def set_terms(table: Table, terms: Terms) -> Table:
    """The table on other terms; before the game there is nothing else that hangs on them."""
    if table.phase is not Phase.SETTING_UP:
        return table._replace(terms=terms)
    clock = ChessClock.new(terms.control) if terms.control else None
    return table._replace(terms=terms, clock=clock, ends=rule_sets.game_outcome(table.line, terms.rules))


def set_control(table: Table, control: TimeControl | None) -> Table:
    """The table with another time control."""
    return set_terms(table, replace(table.terms, control=control))


def _set_rules(table: Table, name: str) -> Table:
    """The table under this rule set; if it is the one that is agreed on, its single choices stay."""
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
"""The entries that have a value each, chosen among all with `plus` and `minus`."""


def control_name(control: TimeControl | None) -> str:
    """What a control is called among those that can be chosen; one that has no name is set by hand."""
    names = (name for name, preset in PRESETS.items() if preset == control)
    return NONE if control is None else next(names, BY_HAND)


# In words


SETTABLE: Final[dict[str, Entry]] = {
    "control": Entry.CONTROL,
    "rules": Entry.RULES,
    "hints": Entry.HINTS,
    "sound": Entry.SOUND,
    "brightness": Entry.BRIGHTNESS,
}
"""What can be set in words as well, by the word."""


def refusal(table: Table, entry: Entry) -> Sentence | None:
    """Why this cannot be changed now; None if it can be."""
    match entry:
        case Entry.CONTROL | Entry.RULES if table.phase is not Phase.SETTING_UP:
            return sentence(Phrase.BEFORE_A_GAME, entry=entry)
        case Entry.HINTS if table.phase is Phase.OVER:
            return sentence(Phrase.IS_OVER)
        case Entry.HINTS if not has_hints(table.terms.rules):
            return sentence(Phrase.NO_HINTS, rules=table.terms.rules.name)
        case Entry.HINTS if clock_runs(table):
            return sentence(Phrase.A_CLOCK_RUNS)
    return None


def put(table: Table, entry: Entry, value: str) -> Table:
    """The table with this setting at a value as it is written; of a control, any, in seconds."""
    if entry is Entry.CONTROL:
        return set_control(table, parse_time_control(value))
    return SETTINGS[entry].put(table, value)
