"""What the settings are on a table, and the table with other values.

It decides what a new value changes in the table, and which time controls can be chosen. Which settings there
are, `messages/settings.py` says. This file knows nothing of when a setting may change
(`permissions/refusal.py`), nor of whether a key or an order asks.
"""

from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.lichess_speeds import suits_computer, suits_strangers
from jadoube.core.clock.presets import BIG, OFFERS, SLOW, name_of
from jadoube.core.clock.time_control import TimeControl, parse_time_control, time_control_text
from jadoube.core.messages.names import NOBODY, Names, Player
from jadoube.core.messages.opponents import Sought, Whom
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import NAMES, SETTINGS, Entry, Place, Value
from jadoube.core.rules import rule_sets
from jadoube.core.rules.rule_sets import CASUAL, CLUB, RULE_SETS, RuleSet
from jadoube.core.state.panel.menu import AS_THE_PAGE, REMEMBERS
from jadoube.core.state.table import Table, Terms, agree, set_names

ENGINE: Final = "Chess engine"
"""How an engine is named in the PGN, in every language."""

NONE: Final = Value.NONE
"""The control's name for no clock."""

MINUTES: Final = Value.MINUTES
"""A choice: minutes, and seconds a move, that are set by hand."""

BY_HAND: Final = Value.BY_HAND
"""A choice: any control, set by hand."""


class Offered(NamedTuple):
    """A choice of the menu's list of controls."""

    name: str
    """A preset's name, a control as people write it, `NONE`, `MINUTES` or `BY_HAND`."""
    control: TimeControl | None = None
    """None: no clock, or one that is set by hand."""


def offered_controls(table: Table) -> tuple[Offered, ...]:
    """The controls that can be chosen, in their order: offers, those that were set by hand, none, by hand."""
    return offered(table.comfort.by_hand, table.terms.own_controls, table.terms.menu)


def control_choice(table: Table) -> int:
    """The index of the present control; one that is not offered counts as set by hand."""
    control, there = table.terms.control, offered_controls(table)
    if control is None:
        return choice_named(table, NONE)
    by_hand = choice_named(table, BY_HAND)
    return next((at for at, each in enumerate(there) if each.control == control), by_hand)


def offered_speeds(table: Table, sought: Sought) -> tuple[Offered, ...]:
    """The controls at which this opponent can be looked for on a server."""
    there, control = offered_controls(table), table.terms.control
    if control and control not in [each.control for each in there]:
        there = (*there, _named(control))
    suits = suits_strangers if sought.whom is Whom.SOMEBODY else suits_computer
    return tuple(each for each in there if (each.control or each.name == NONE) and suits(each.control))


def speed_choice(table: Table, sought: Sought) -> int:
    """The index of the present control among these; the first if it is none of them."""
    there, control = offered_speeds(table, sought), table.terms.control
    return next((at for at, each in enumerate(there) if each.control == control), 0)


def choice_named(table: Table, name: str) -> int:
    """The index of the offered control of this name."""
    return next(at for at, each in enumerate(offered_controls(table)) if each.name == name)


def offered_players(table: Table) -> tuple[Player, ...]:
    """The players that can be chosen: those that are remembered, and nobody."""
    return (*table.comfort.players, NOBODY)


def player_choice(table: Table, side: chess.Color) -> int:
    """The index of the present player of this side; one who is not offered counts as nobody."""
    there, name = offered_players(table), table.names.player(side).name
    return next((at for at, each in enumerate(there) if each.name == name), len(there) - 1)


@lru_cache(maxsize=16)  # the few lists of an evening
def offered(
    by_hand: tuple[TimeControl, ...], own_controls: tuple[TimeControl, ...], menu: int
) -> tuple[Offered, ...]:
    """The list of controls, from those set by hand, the owner's and the menu's version."""
    if not (by_hand or own_controls):
        return _USUAL[menu]
    if menu >= AS_THE_PAGE:
        own = dict.fromkeys(each for each in (*by_hand, *own_controls) if each not in BIG)
        rest = [each for each in _USUAL[menu] if each.control not in own]
        behind = len(BIG) + len((MINUTES, NONE))
        return (*rest[:behind], *map(_named, own), *rest[behind:])
    first = dict.fromkeys((*by_hand, *own_controls))
    rest = [each for each in _USUAL[menu] if each.control not in first]
    return (*map(_named, first), *rest)


def _named(control: TimeControl) -> Offered:
    return Offered(name_of(control) or control_text(control), control)


def _usual(menu: int) -> tuple[Offered, ...]:
    """The list without what was set by hand and without the owner's.

    From `AS_THE_PAGE` on it is a ring: the big four, of which `plus` leads on to minutes and seconds, no
    clock and the quick ones, and `minus` to the long ones; what is rare lies farthest away.
    """
    offers = tuple(map(_named, OFFERS[menu]))
    if menu < AS_THE_PAGE:
        return (*offers, Offered(NONE), Offered(BY_HAND))
    others, slow = offers[len(BIG) : -len(SLOW)], offers[-len(SLOW) :]
    return (*offers[: len(BIG)], Offered(MINUTES), Offered(NONE), *others, Offered(BY_HAND), *slow)


_USUAL: Final = {menu: _usual(menu) for menu in OFFERS}


_WITH_HINTS: Final = (CLUB.name, CASUAL.name)
"""The rule sets that allow hints (lit legal squares); the Laws have no such help."""


def has_hints(rule_set: RuleSet) -> bool:
    """Whether this rule set allows hints (lit legal squares)."""
    return rule_set.name in _WITH_HINTS


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


def agree_by_hand(table: Table, control: TimeControl) -> Table:
    """The table with a time control that was set by hand, which is remembered unless it is an offer."""
    terms = table.terms
    if terms.menu >= REMEMBERS and control not in (*terms.own_controls, *OFFERS[terms.menu]):
        table = table._replace(comfort=table.comfort.remember(control))
    return set_control(table, control)


def kept_values(table: Table) -> dict[str, bool | int | str]:
    """The present value of each setting by its name, as the table keeps it; a time control in seconds."""
    terms, comfort = table.terms, table.comfort
    values: dict[str, bool | int | str] = {}
    for name, setting in SETTINGS.items():
        match setting.place:
            case Place.CONTROL:
                values[name] = time_control_text(terms.control)
            case Place.RULE_SET:
                values[name] = terms.rules.name
            case Place.RULE:
                values[name] = getattr(terms.rules, name)
            case Place.TERMS:
                kept = getattr(terms, name)
                values[name] = kept.value if isinstance(kept, StrEnum) else kept
            case Place.COMFORT:
                values[name] = getattr(comfort, name)
    return values


def chosen(table: Table, entry: Entry) -> str:
    """The text of a setting's present value, one of its choices; not for the time control."""
    name = NAMES[entry]
    return SETTINGS[name].text_of(kept_values(table)[name])


def put(table: Table, entry: Entry, value: str) -> Table:
    """The table with this setting at a value, given as text; for a control any text in seconds."""
    name = NAMES[entry]
    setting = SETTINGS[name]
    if setting.place is Place.CONTROL:
        return set_control(table, parse_time_control(value))
    kept: Any = setting.choices[value].kept
    match setting.place:
        case Place.RULE_SET:
            return _set_rules(table, kept)
        case Place.RULE:
            rule_set = replace(table.terms.rules, **{name: kept})
            return table._replace(terms=replace(table.terms, rules=rule_set))
        case Place.TERMS:
            return _choose(table, name, kept)
        case Place.COMFORT:
            return table._replace(comfort=replace(table.comfort, **{name: kept}))


def _choose(table: Table, name: str, kept: Any) -> Table:
    """The table with a term that players choose; who chooses an opponent wants no program's."""
    terms = replace(table.terms, **{name: kept})
    return set_opponent(table, replace(terms, program=terms.program and name != NAMES[Entry.OPPONENT]))


def set_opponent(table: Table, terms: Terms) -> Table:
    """The table on terms with another opponent, who knows the game as it is read now.

    A move that was told, and that no hand has made, is none: its side has the move again.
    """
    table = set_names(table, name_opponent(table.names, terms))
    if terms.opponent is table.terms.opponent:
        return table._replace(terms=terms)
    told, clock = table.seen.agreed and table.seen.agreed.told, table.play.clock
    if told and clock:
        turned = clock.turn(table.line.side_to_move, clock.since_ms)
        table = table._replace(play=table.play.set_clock(turned))
    return table._replace(terms=terms, seen=table.seen._replace(agreed=agree(terms, table.line)))


def name_opponent(names: Names, terms: Terms) -> Names:
    """The names with the engine and its strength on its side; a name that somebody has given stays."""
    for side in chess.COLORS:
        player, plays = names.player(side), side == terms.opponent.side and not terms.program
        if plays and not (player.name and not player.name.startswith(ENGINE)):
            names = names.seat(side, Player(f"{ENGINE} ({terms.level})"))
        elif not plays and player.name.startswith(ENGINE):
            names = names.seat(side, NOBODY)
    return names


def _set_rules(table: Table, name: str) -> Table:
    """The table under this rule set; choosing the present one again keeps its changed options."""
    if name == table.terms.rules.name:
        return table
    return set_terms(table, replace(table.terms, rules=RULE_SETS[name]))
