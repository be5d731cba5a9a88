"""The available orders: what a page may offer now, and the values of the settings.

The law: an order that is listed here is carried out if it is given at this instant, once every press has been
judged: `refusal` lets it pass. A page offers no more than the panel does (`menu_entries.py`). Of the
arbiter's orders only three are listed: `stands`, with the answers to its questions, the verdict, and
`reopen`.

This file only asks the table. It makes no new line, so another thread may call it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages.orders import (
    Alternative,
    Hint,
    NewGame,
    Order,
    Pause,
    Play,
    Promote,
    Reopen,
    TakeBack,
    Undo,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import SETTINGS, Entry
from jadoube.core.permissions.menu_entries import offers_stands, sides_offered
from jadoube.core.permissions.refusal import Asked, setting_refusal
from jadoube.core.state.settings import BY_HAND, MINUTES, kept_values, offered
from jadoube.core.state.table import Table


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
    undo: bool = False
    """True for five seconds after an order that can be undone."""
    pause: bool = False
    play: bool = False
    hint: bool = False
    """True if a good move can be asked for."""
    promote: bool = False
    verdict: bool = False
    """True if the arbiter is asked about an illegal move."""
    reopen: bool = False
    """True if the game is over, or if the one before is and nothing was played in this one (FIDE 6.10.2)."""
    alternative: bool = False
    """True if there is another reading to show and take."""
    stands: bool = False
    """True if the position on the board, with answers about its pieces, can become the game's."""
    settings: tuple[str, ...] = ()
    """The names of the settings that can be changed."""


_VALUES: Final[Mapping[str, tuple[int | str, ...]]] = {
    name: tuple(
        choice.kept.value if isinstance(choice.kept, StrEnum) else choice.kept
        for choice in setting.choices.values()
    )
    for name, setting in SETTINGS.items()
    if setting.choices and not any(choice.kept is True for choice in setting.choices.values())
}


def choices(table: Table) -> Mapping[str, tuple[int | str, ...]]:
    """Return the values of settings other than yes and no, by their names.

    A control that has no name is there as people write it; a control may also be typed.
    """
    return _choices(table.comfort.by_hand, table.terms.own_controls, table.terms.menu)


@lru_cache(maxsize=16)
def _choices(
    by_hand: tuple[TimeControl, ...], own_controls: tuple[TimeControl, ...], menu: int
) -> Mapping[str, tuple[int | str, ...]]:
    there = offered(by_hand, own_controls, menu)
    return {"control": tuple([str(name) for name, _ in there if name not in (BY_HAND, MINUTES)]), **_VALUES}


def settings(table: Table) -> Mapping[str, bool | int | str]:
    """Return the current settings by their names.

    The control is in seconds, as in files (`-`: no clock); beside it `control_text` has it in minutes, as
    people write it.
    """
    values = kept_values(table)
    return {"control": values["control"], "control_text": control_text(table.terms.control), **values}


def orders_available(table: Table, now_ms: int) -> Can:
    """Return the orders that would be carried out at this instant."""
    asked = Asked(table, now_ms)
    barred = [needs for needs, entry in _ENTRY_OF.items() if setting_refusal(table, entry)]

    def side_names(entry: Entry) -> tuple[str, ...]:
        return _SIDES[sides_offered(asked, entry)]

    def can(order: Order) -> bool:
        return asked.refusal(order) is None

    return Can(
        resign=side_names(Entry.RESIGN),
        offer=side_names(Entry.OFFER),
        accept=side_names(Entry.ACCEPT),
        decline=side_names(Entry.DECLINE),
        claim=side_names(Entry.CLAIM),
        new_game=can(_NEW_GAME),
        take_back=can(_TAKE_BACK),
        undo=table.undoable is not None and can(_UNDO),
        pause=can(_PAUSE),
        play=can(_PLAY),
        hint=asked.refusal(_HINT) is None,
        promote=can(_PROMOTE),
        verdict=table.play.ruling is not None and table.play.ruling.open,
        reopen=(table.play.phase is Phase.OVER or table.before is not None) and can(_REOPEN),
        alternative=can(_ALTERNATIVE),
        stands=offers_stands(asked),
        settings=tuple([name for name, setting in SETTINGS.items() if setting.needs not in barred]),
    )


_ENTRY_OF: Final = {setting.needs: setting.entry for setting in SETTINGS.values() if setting.needs}
"""A setting for each set of needs: those with the same needs are asked about once."""

_NEW_GAME, _TAKE_BACK, _UNDO, _PAUSE, _PLAY = NewGame(), TakeBack(), Undo(), Pause(), Play()
_PROMOTE, _ALTERNATIVE, _REOPEN, _HINT = Promote(chess.QUEEN), Alternative(), Reopen(), Hint()

_SIDES: Final[dict[tuple[chess.Color, ...], tuple[str, ...]]] = {
    sides: tuple(chess.COLOR_NAMES[side] for side in sides)
    for sides in ((), (chess.WHITE,), (chess.BLACK,), (chess.WHITE, chess.BLACK))
}
"""The names of some sides."""
