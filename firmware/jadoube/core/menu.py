"""The menu: its entries, where in it one can be, and the only ways from one place to another.

The law (behaviour.md): `ok` opens it while no clock runs, `plus` and `minus` walk, `ok` enters and takes,
`back` goes one level up and out at the top. `play`, two keys at once, hands on the pieces, a lever that
confirms nothing and half a minute without a key leave it from anywhere, and so does whatever else moves the
game: nothing of it is ever shown over a running clock.

The diagram in docs/panel.md is drawn from `TRANSITIONS`. This file refuses to know the table: which entries
there are just now is decided in `entries.py`, what the keys do in `menu_keys.py`, what the faces show in
`menu_screens.py`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from jadoube.core.phases import Phase

LEAVES_MS: Final = 30_000
"""The menu is left when no key was pressed for so long (a guess): enough to read four letters and think."""


class Place(StrEnum):
    """Where in the menu one is."""

    CLOSED = "no menu"
    ENTRIES = "an entry is shown"
    CONTROL = "a time control is chosen"
    BY_HAND = "a time control is set by hand"
    CHOICE = "a value is chosen"
    SURE = "ok is asked for once more"
    LEVER = "a player's lever is asked for"
    PAGE = "address and PIN are shown"
    OFF = "switched off"


class Entry(StrEnum):
    """What the menu has, in the order in which one walks through it."""

    CONTROL = "time control"
    RULES = "rule set"
    NEW_GAME = "new game"
    RESIGN = "resign"
    OFFER = "draw offer"
    ACCEPT = "accept the draw"
    DECLINE = "decline the draw"
    CLAIM = "claim a draw"
    HINTS = "hints"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    PAGE = "page"
    OFF = "switch off"


class Cause(StrEnum):
    """What moves one from place to place, besides `ok` on an entry."""

    OPENED = "ok while no clock runs"
    WALKED = "plus, minus"
    BACK = "back"
    TAKEN = "ok takes it"
    BY_HAND = "ok on by hand"
    NEXT = "ok, to the next digit or question"
    BEFORE = "back, to the digit or question before"
    SURE = "ok, the game is closed and a new one begins"
    SURE_OFF = "ok, the board is switched off"
    READ = "ok"
    CONFIRMED = "the player's own lever"
    LEFT = "play, two keys, hands, another lever, half a minute"


Move = Entry | Cause
"""What moves one: a cause, or `ok` on an entry."""

TRANSITIONS: dict[tuple[Place, Move], Place] = {
    (Place.CLOSED, Cause.OPENED): Place.ENTRIES,
    (Place.ENTRIES, Cause.WALKED): Place.ENTRIES,
    (Place.ENTRIES, Entry.CONTROL): Place.CONTROL,
    (Place.ENTRIES, Entry.RULES): Place.CHOICE,
    (Place.ENTRIES, Entry.NEW_GAME): Place.SURE,
    (Place.ENTRIES, Entry.RESIGN): Place.LEVER,
    (Place.ENTRIES, Entry.OFFER): Place.LEVER,
    (Place.ENTRIES, Entry.ACCEPT): Place.LEVER,
    (Place.ENTRIES, Entry.DECLINE): Place.LEVER,
    (Place.ENTRIES, Entry.CLAIM): Place.LEVER,
    (Place.ENTRIES, Entry.HINTS): Place.CHOICE,
    (Place.ENTRIES, Entry.SOUND): Place.CHOICE,
    (Place.ENTRIES, Entry.BRIGHTNESS): Place.CHOICE,
    (Place.ENTRIES, Entry.PAGE): Place.PAGE,
    (Place.ENTRIES, Entry.OFF): Place.SURE,
    (Place.ENTRIES, Cause.BACK): Place.CLOSED,
    (Place.CONTROL, Cause.WALKED): Place.CONTROL,
    (Place.CONTROL, Cause.TAKEN): Place.ENTRIES,
    (Place.CONTROL, Cause.BY_HAND): Place.BY_HAND,
    (Place.CONTROL, Cause.BACK): Place.ENTRIES,
    (Place.BY_HAND, Cause.WALKED): Place.BY_HAND,
    (Place.BY_HAND, Cause.NEXT): Place.BY_HAND,
    (Place.BY_HAND, Cause.BEFORE): Place.BY_HAND,
    (Place.BY_HAND, Cause.TAKEN): Place.ENTRIES,
    (Place.BY_HAND, Cause.BACK): Place.CONTROL,
    (Place.CHOICE, Cause.WALKED): Place.CHOICE,
    (Place.CHOICE, Cause.TAKEN): Place.ENTRIES,
    (Place.CHOICE, Cause.BACK): Place.ENTRIES,
    (Place.SURE, Cause.SURE): Place.CLOSED,
    (Place.SURE, Cause.SURE_OFF): Place.OFF,
    (Place.SURE, Cause.BACK): Place.ENTRIES,
    (Place.LEVER, Cause.CONFIRMED): Place.CLOSED,
    (Place.LEVER, Cause.BACK): Place.ENTRIES,
    (Place.PAGE, Cause.WALKED): Place.PAGE,
    (Place.PAGE, Cause.READ): Place.ENTRIES,
    (Place.PAGE, Cause.BACK): Place.ENTRIES,
    (Place.OFF, Cause.BACK): Place.CLOSED,
    **{(place, Cause.LEFT): Place.CLOSED for place in Place if place is not Place.CLOSED},
}


def follow(place: Place, move: Move) -> Place:
    """The next place; a ValueError if this means nothing here."""
    try:
        return TRANSITIONS[place, move]
    except KeyError:
        raise ValueError(f"where {place} nothing is moved by: {move}") from None


Answer = str | int
"""To a question of `setting.py`: one of its words, or a number."""


class Menu(NamedTuple):
    """An open menu: where one is, and what was said so far."""

    phase: Phase
    """Of the game when it was opened; in another phase it means nothing."""
    since_ms: int
    """When a key was pressed last."""
    entry: Entry
    place: Place = Place.ENTRIES
    choice: int = 0
    """Which value is shown; while a number is set, the number; of the page, which part came first."""
    answers: tuple[Answer, ...] = ()
    """Those that were given while a control is set by hand."""
    cursor: int = 0
    """Which digit of a number is being set, the first is 0."""

    def moved(self, move: Move, choice: int = 0) -> "Menu":
        """The menu at the next place, where this value is shown first."""
        return self._replace(place=follow(self.place, move), choice=choice, answers=(), cursor=0)


class Page(NamedTuple):
    """Where a browser finds the board, and what it is asked for there; empty as far as it is not told."""

    address: str = ""
    pin: str = ""
