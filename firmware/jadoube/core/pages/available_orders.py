"""What can be said now: which orders would be carried out, and which settings have which values.

The law: what stands here is carried out when it is said at this instant, on a table of which every press is
judged. It is what a page offers, and no more than the panel offers: an offer of a draw while none is open, a
claim where there is something to be claimed. What the arbiter may say is not listed.

This file asks the table and tries nothing: it makes no new line, so that it can be asked beside the loop.
"""

from dataclasses import dataclass

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.preferences import BRIGHTNESS
from jadoube.core.stages import choices
from jadoube.core.stages.menu_entries import confirmers
from jadoube.core.stages.pauses import may_play
from jadoube.core.stages.settings import BY_HAND, CONTROLS, SETTABLE, SETTINGS, refusal
from jadoube.core.state.menu import Entry
from jadoube.core.state.table import Table, clock_runs


@dataclass(frozen=True, slots=True)
class Settings:
    """What is agreed on and chosen now."""

    control: str
    """In seconds, as files have it; `-`: no clock."""
    control_text: str
    """As people write it, in minutes."""
    rules: str
    hints: bool
    sound: bool
    brightness: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen where there is more than yes and no; a control can be written otherwise, too."""

    control: tuple[str, ...]
    rules: tuple[str, ...]
    brightness: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Can:
    """Which orders would be carried out now; of those that a side says, for which sides."""

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
    """Whether there is another reading, which can be shown and taken."""
    settings: tuple[str, ...] = ()
    """The names of those that can be changed."""


CHOICES = Choices(
    control=tuple(str(name) for name in CONTROLS if name != BY_HAND),
    rules=SETTINGS[Entry.RULES].values,
    brightness=tuple(BRIGHTNESS),
)


def settings(table: Table) -> Settings:
    """What is agreed on and chosen now."""
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
    """Which orders would be carried out at this instant."""
    table = table._replace(presses=())
    fell = table.clock is not None and table.clock.used_up(now_ms)
    if fell:
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
        settings=_changeable_settings(table),
    )


def _side_names(table: Table, entry: Entry) -> tuple[str, ...]:
    return tuple(chess.COLOR_NAMES[side] for side in confirmers(table, entry))


def _changeable_settings(table: Table) -> tuple[str, ...]:
    return tuple(name for name, entry in SETTABLE.items() if not refusal(table, entry))
