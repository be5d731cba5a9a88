"""The available orders: what a page may offer now, and the values of the settings.

The law: an order that is listed here is carried out if it is given at this instant, once every press has been
judged. A page offers no more than the panel does: an offer of a draw while none is open, a claim where there
is a draw to claim. Of the arbiter's orders only `stands` is listed, with the answers to its questions.

This file only asks the table. It makes no new line, so another thread may call it.
"""

from dataclasses import dataclass

import chess

from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.preferences import BRIGHTNESS
from jadoube.core.stages import choices
from jadoube.core.stages.menu_entries import confirmers
from jadoube.core.stages.pauses import may_play
from jadoube.core.stages.settings import BY_HAND, CONTROLS, SETTABLE, SETTINGS, refusal
from jadoube.core.state.as_it_stands import may_stand
from jadoube.core.state.menu import Entry
from jadoube.core.state.table import Table, clock_runs


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


CHOICES = Choices(
    control=tuple(str(name) for name in CONTROLS if name != BY_HAND),
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


def orders_available(table: Table, clock: ClockReading | None) -> Can:
    """Return the orders that would be carried out now; `clock` is the clock's reading, None without one."""
    table = table._replace(presses=())
    if clock is not None and clock.used_up:
        return Can(settings=_changeable_settings(table))
    runs, goes_on = clock_runs(table), table.phase is not Phase.OVER
    return Can(
        resign=_side_names(table, Entry.RESIGN),
        offer=_side_names(table, Entry.OFFER),
        accept=_side_names(table, Entry.ACCEPT),
        decline=_side_names(table, Entry.DECLINE),
        claim=_side_names(table, Entry.CLAIM),
        new_game=table.phase is not Phase.SETTING_UP and not runs,
        take_back=choices.may_take_back(table),
        pause=runs,
        play=goes_on and not runs and may_play(table),
        promote=choices.shown_piece(table) is not None,
        alternative=bool(choices.readings(table)),
        stands=may_stand(table),
        settings=_changeable_settings(table),
    )


def _side_names(table: Table, entry: Entry) -> tuple[str, ...]:
    return tuple(chess.COLOR_NAMES[side] for side in confirmers(table, entry))


def _changeable_settings(table: Table) -> tuple[str, ...]:
    return tuple(name for name, entry in SETTABLE.items() if not refusal(table, entry))
