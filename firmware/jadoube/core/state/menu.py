"""The menu: its entries, where in it one can be, and the only ways from one level to another.

The law (behaviour.md): `ok` opens it while no clock runs, `plus` and `minus` walk, `ok` enters and takes,
`back` goes one level up and out at the top. `play`, two keys at once, hands on the pieces, a lever that
confirms nothing and half a minute without a key leave it from anywhere, and so does whatever else moves the
game: nothing of it is ever shown over a running clock.

The diagram in docs/panel.md is drawn from `TRANSITIONS`. This file refuses to know the table: which entries
there are just now is decided in `menu_entries.py`, what the keys do in `menu_keys.py`, what the faces show in
`menu_view.py`.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from jadoube.core.messages.phases import Phase

LEAVES_MS: Final = 30_000
"""The menu is left when no key was pressed for so long (a guess): enough to read four letters and think."""


class Level(StrEnum):
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
    """What brings one from level to level, besides `ok` on an entry."""

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


Means = Entry | Cause
"""What brings one on: a cause, or `ok` on an entry."""

TRANSITIONS: dict[tuple[Level, Means], Level] = {
    (Level.CLOSED, Cause.OPENED): Level.ENTRIES,
    (Level.ENTRIES, Cause.WALKED): Level.ENTRIES,
    (Level.ENTRIES, Entry.CONTROL): Level.CONTROL,
    (Level.ENTRIES, Entry.RULES): Level.CHOICE,
    (Level.ENTRIES, Entry.NEW_GAME): Level.SURE,
    (Level.ENTRIES, Entry.RESIGN): Level.LEVER,
    (Level.ENTRIES, Entry.OFFER): Level.LEVER,
    (Level.ENTRIES, Entry.ACCEPT): Level.LEVER,
    (Level.ENTRIES, Entry.DECLINE): Level.LEVER,
    (Level.ENTRIES, Entry.CLAIM): Level.LEVER,
    (Level.ENTRIES, Entry.HINTS): Level.CHOICE,
    (Level.ENTRIES, Entry.SOUND): Level.CHOICE,
    (Level.ENTRIES, Entry.BRIGHTNESS): Level.CHOICE,
    (Level.ENTRIES, Entry.PAGE): Level.PAGE,
    (Level.ENTRIES, Entry.OFF): Level.SURE,
    (Level.ENTRIES, Cause.BACK): Level.CLOSED,
    (Level.CONTROL, Cause.WALKED): Level.CONTROL,
    (Level.CONTROL, Cause.TAKEN): Level.ENTRIES,
    (Level.CONTROL, Cause.BY_HAND): Level.BY_HAND,
    (Level.CONTROL, Cause.BACK): Level.ENTRIES,
    (Level.BY_HAND, Cause.WALKED): Level.BY_HAND,
    (Level.BY_HAND, Cause.NEXT): Level.BY_HAND,
    (Level.BY_HAND, Cause.BEFORE): Level.BY_HAND,
    (Level.BY_HAND, Cause.TAKEN): Level.ENTRIES,
    (Level.BY_HAND, Cause.BACK): Level.CONTROL,
    (Level.CHOICE, Cause.WALKED): Level.CHOICE,
    (Level.CHOICE, Cause.TAKEN): Level.ENTRIES,
    (Level.CHOICE, Cause.BACK): Level.ENTRIES,
    (Level.SURE, Cause.SURE): Level.CLOSED,
    (Level.SURE, Cause.SURE_OFF): Level.OFF,
    (Level.SURE, Cause.BACK): Level.ENTRIES,
    (Level.LEVER, Cause.CONFIRMED): Level.CLOSED,
    (Level.LEVER, Cause.BACK): Level.ENTRIES,
    (Level.PAGE, Cause.WALKED): Level.PAGE,
    (Level.PAGE, Cause.READ): Level.ENTRIES,
    (Level.PAGE, Cause.BACK): Level.ENTRIES,
    (Level.OFF, Cause.BACK): Level.CLOSED,
    **{(level, Cause.LEFT): Level.CLOSED for level in Level if level is not Level.CLOSED},
}


def follow(level: Level, means: Means) -> Level:
    """The next level; a ValueError if this means nothing here."""
    try:
        return TRANSITIONS[level, means]
    except KeyError:
        raise ValueError(f"where {level}, nothing comes of: {means}") from None


Answer = str | int
"""To a question of `control_questions.py`: one of its words, or a number."""


class Menu(NamedTuple):
    """An open menu: where one is, and what was said so far."""

    phase: Phase
    """Of the game when it was opened; in another phase it means nothing."""
    since_ms: int
    """When a key was pressed last."""
    entry: Entry
    level: Level = Level.ENTRIES
    choice: int = 0
    """Which value is shown; while a number is set, the number; of the page, which part came first."""
    answers: tuple[Answer, ...] = ()
    """Those that were given while a control is set by hand."""
    cursor: int = 0
    """Which digit of a number is being set, the first is 0."""

    def after(self, means: Means, choice: int = 0) -> "Menu":
        """The menu at the next level, where this value is shown first."""
        return self._replace(level=follow(self.level, means), choice=choice, answers=(), cursor=0)
