"""The available orders: what a page may offer now, and the values of the settings.

The law: an order that is listed here is carried out if it is given at this instant, once every press has been
judged: `refusal` lets it pass. A page offers no more than the panel does (`menu_entries.py`). Of the
arbiter's orders only `stands` is listed, with the answers to its questions.

This file only asks the table. It makes no new line, so another thread may call it.
"""

from dataclasses import dataclass
from functools import lru_cache

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import TimeControl, time_control_text
from jadoube.core.messages.orders import Alternative, NewGame, Order, Pause, Play, Promote, TakeBack
from jadoube.core.messages.preferences import BRIGHTNESS
from jadoube.core.permissions.menu_entries import offers_stands, sides_offered
from jadoube.core.permissions.refusal import refusal, setting_refusal
from jadoube.core.state.menu import Entry
from jadoube.core.state.settings import BY_HAND, SETTABLE, SETTINGS, offered
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class Settings:
    """The current settings."""

    control: str
    """In seconds, as in files; `-`: no clock."""
    control_text: str
    """In minutes, as people write it."""
    rules: str
    hints: bool
    sound: bool
    brightness: int


@dataclass(frozen=True, slots=True)
class Choices:
    """The values of settings other than yes and no; a control may also be typed."""

    control: tuple[str, ...]
    rules: tuple[str, ...]
    brightness: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Can:
    """The orders that would be carried out now; for an order that a side gives, the sides."""

    resign: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    decline: tuple[str, ...] = ()
    claim: tuple[str, ...] = ()
    new_game: bool = False
    take_back: bool = False
    pause: bool = False
    play: bool = False
    promote: bool = False
    alternative: bool = False
    """True if there is another reading to show and take."""
    stands: bool = False
    """True if the position on the board, with answers about its pieces, can become the game's."""
    settings: tuple[str, ...] = ()
    """The names of the settings that can be changed."""


def choices(table: Table) -> Choices:
    """Return the values of the settings; a control that has no name is there as people write it."""
    return _choices(table.comfort.by_hand, table.terms.own_controls, table.terms.menu)


@lru_cache(maxsize=16)
def _choices(by_hand: tuple[TimeControl, ...], own_controls: tuple[TimeControl, ...], menu: int) -> Choices:
    return Choices(
        control=tuple(str(name) for name, _ in offered(by_hand, own_controls, menu) if name != BY_HAND),
        rules=SETTINGS[Entry.RULES].values,
        brightness=tuple(BRIGHTNESS),
    )


def settings(table: Table) -> Settings:
    """Return the current settings."""
    terms, comfort = table.terms, table.comfort
    return Settings(
        control=time_control_text(terms.control),
        control_text=control_text(terms.control),
        rules=terms.rules.name,
        hints=terms.rules.hints,
        sound=comfort.sound,
        brightness=comfort.brightness,
    )


def orders_available(table: Table, now_ms: int) -> Can:
    """Return the orders that would be carried out at this instant."""

    def side_names(entry: Entry) -> tuple[str, ...]:
        return tuple(chess.COLOR_NAMES[side] for side in sides_offered(table, entry, now_ms))

    def can(order: Order) -> bool:
        return refusal(table, order, now_ms) is None

    return Can(
        resign=side_names(Entry.RESIGN),
        offer=side_names(Entry.OFFER),
        accept=side_names(Entry.ACCEPT),
        decline=side_names(Entry.DECLINE),
        claim=side_names(Entry.CLAIM),
        new_game=can(NewGame()),
        take_back=can(TakeBack()),
        pause=can(Pause()),
        play=can(Play()),
        promote=can(Promote(chess.QUEEN)),
        alternative=can(Alternative()),
        stands=offers_stands(table, now_ms),
        settings=tuple(name for name, entry in SETTABLE.items() if not setting_refusal(table, entry)),
    )
