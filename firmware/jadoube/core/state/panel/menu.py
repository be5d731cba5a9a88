"""The menu: its levels, and the only ways from one level to another.

The law: `ok` opens the menu while no clock runs. `plus` and `minus` step through it. `ok`
enters an entry and takes a value. `back` goes one level up, and closes the menu at the top. From every level
the menu closes by `play`, two keys at once, hands on the pieces, a lever that confirms nothing, half a minute
without a key, and anything else that moves the game. It is never shown while a clock runs.

The diagram in docs/panel.md is drawn from `TRANSITIONS`. This file knows nothing of the table.
`messages/settings.py` has the entries.
`menu_entries.py` decides which entries are there, `menu_keys.py` what the keys do, and `menu_view.py` what
the faces show.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import CHOSEN, DECISIONS, NUMBERS, SEATS, Entry

LEAVES_MS: Final = 30_000
"""The menu's timeout without a key (a guess): enough to read four letters and think."""


MENU: Final = 7
"""The version of what the keys of the menu do; a journal has it, so its keys are read as they were meant.

1: before journals named it. 2: what was being set by hand is kept when the menu closes, the last controls set
by hand are remembered, held keys repeat, `back` proposes a takeback, which the pieces carry out, and the
arbiter has a level of his own. 3: `back` and `ok`, held together, mark what the board has read wrong. 4: the
remembered players are chosen. 5: an engine plays a side. 6: a hint can be asked for, and a
teacher be switched on. 7: the entries and the time controls stand in the order of the page's sheet "New
game", minutes and seconds alone can be set, with an engine the sides are swapped, too, and an opponent on
Lichess is looked for."""

REMEMBERS: Final = 2
"""From this version on the keys do what 2 says."""

HAS_ARBITER: Final = 2
"""From this version on the arbiter has a level of the menu."""

MARKS: Final = 3
"""From this version on two keys that are held mark an instant."""

HAS_PLAYERS: Final = 4
"""From this version on a few keys choose who plays."""

HAS_OPPONENT: Final = 5
"""From this version on a few keys choose the side that an engine plays, and its strength."""

HELPS: Final = 6
"""From this version on a few keys ask for a hint, and switch a teacher on."""

AS_THE_PAGE: Final = 7
"""From this version on entries and time controls stand in the order of the page's sheet "New game"."""

REPEATS_AFTER_MS: Final = 500
"""A key that repeats does so after it was down for so long (as keyboards do)."""

REPEATS_MS: Final = 200
"""The time from one repetition to the next (a guess): one can still stop at a digit."""


class Level(StrEnum):
    """The levels of the menu."""

    CLOSED = "no menu"
    ENTRIES = "an entry is shown"
    CONTROL = "a time control is chosen"
    BY_HAND = "a time control is set by hand"
    CHOICE = "a value is chosen"
    PLAYER = "a player is chosen"
    WHOM = "an opponent on Lichess is chosen"
    SPEED = "a time control for Lichess is chosen"
    SURE = "ok is asked for once more"
    LEVER = "a player's lever is asked for"
    PIECE = "a piece of the position is asked for"
    ARBITER = "an entry of the arbiter is shown"
    NUMBER = "the arbiter sets a number"
    DECISION = "the arbiter decides"
    PAGE = "address and PIN are shown"
    OFF = "switched off"


class Cause(StrEnum):
    """What leads from level to level, besides `ok` on an entry."""

    OPENED = "ok while no clock runs"
    RESUMED = "ok, where a control was being set by hand"
    RESUMED_NUMBER = "ok, where the arbiter was setting a number in this pause"
    WALKED = "plus, minus"
    BACK = "back"
    TAKEN = "ok takes it"
    BY_HAND = "ok on by hand"
    NEXT = "ok, to the next digit or question"
    BEFORE = "back, to the digit or question before"
    SURE = "ok, the game is closed and a new one begins"
    SURE_OFF = "ok, the board is switched off"
    SURE_STANDS = "ok, the position on the board is the game's"
    ASKED = "ok, while a piece cannot be told"
    DECIDED = "ok, the verdict, the result, or the game is reopened"
    READ = "ok"
    SOUGHT = "ok, the opponent is looked for on Lichess"
    CONFIRMED = "the player's own lever"
    LEFT = "play, two keys, hands, another lever, half a minute"


Means = Entry | Cause
"""What leads to another level: a cause, or `ok` on an entry."""

TRANSITIONS: dict[tuple[Level, Means], Level] = {
    (Level.CLOSED, Cause.OPENED): Level.ENTRIES,
    (Level.CLOSED, Cause.RESUMED): Level.BY_HAND,
    (Level.CLOSED, Cause.RESUMED_NUMBER): Level.NUMBER,
    (Level.ENTRIES, Cause.WALKED): Level.ENTRIES,
    (Level.ENTRIES, Entry.CONTROL): Level.CONTROL,
    (Level.ENTRIES, Entry.NEW_GAME): Level.SURE,
    (Level.ENTRIES, Entry.RESIGN): Level.LEVER,
    (Level.ENTRIES, Entry.OFFER): Level.LEVER,
    (Level.ENTRIES, Entry.ACCEPT): Level.LEVER,
    (Level.ENTRIES, Entry.DECLINE): Level.LEVER,
    (Level.ENTRIES, Entry.CLAIM): Level.LEVER,
    (Level.ENTRIES, Entry.STANDS): Level.SURE,
    **{(Level.ENTRIES, entry): Level.CHOICE for entry in CHOSEN},
    **{(Level.ENTRIES, entry): Level.PLAYER for entry in SEATS},
    (Level.ENTRIES, Entry.SWAP_PLAYERS): Level.ENTRIES,
    (Level.ENTRIES, Entry.LICHESS): Level.WHOM,
    (Level.ENTRIES, Entry.REMATCH): Level.SURE,
    (Level.ENTRIES, Entry.HINT): Level.CLOSED,
    (Level.ENTRIES, Entry.PAGE): Level.PAGE,
    (Level.ENTRIES, Entry.OFF): Level.SURE,
    (Level.ENTRIES, Entry.ARBITER): Level.ARBITER,
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
    (Level.PLAYER, Cause.WALKED): Level.PLAYER,
    (Level.PLAYER, Cause.TAKEN): Level.ENTRIES,
    (Level.PLAYER, Cause.BACK): Level.ENTRIES,
    (Level.WHOM, Cause.WALKED): Level.WHOM,
    (Level.WHOM, Cause.NEXT): Level.SPEED,
    (Level.WHOM, Cause.BACK): Level.ENTRIES,
    (Level.SPEED, Cause.WALKED): Level.SPEED,
    (Level.SPEED, Cause.SOUGHT): Level.CLOSED,
    (Level.SPEED, Cause.BACK): Level.WHOM,
    (Level.SURE, Cause.SOUGHT): Level.CLOSED,
    (Level.SURE, Cause.SURE): Level.CLOSED,
    (Level.SURE, Cause.SURE_OFF): Level.OFF,
    (Level.SURE, Cause.SURE_STANDS): Level.CLOSED,
    (Level.SURE, Cause.ASKED): Level.PIECE,
    (Level.SURE, Cause.BACK): Level.ENTRIES,
    (Level.PIECE, Cause.WALKED): Level.PIECE,
    (Level.PIECE, Cause.NEXT): Level.PIECE,
    (Level.PIECE, Cause.SURE_STANDS): Level.CLOSED,
    (Level.PIECE, Cause.BACK): Level.ENTRIES,
    (Level.ARBITER, Cause.WALKED): Level.ARBITER,
    (Level.ARBITER, Cause.BACK): Level.ENTRIES,
    **{(Level.ARBITER, entry): Level.NUMBER for entry in NUMBERS},
    **{(Level.ARBITER, entry): Level.DECISION for entry in DECISIONS},
    (Level.NUMBER, Cause.WALKED): Level.NUMBER,
    (Level.NUMBER, Cause.NEXT): Level.NUMBER,
    (Level.NUMBER, Cause.BEFORE): Level.NUMBER,
    (Level.NUMBER, Cause.TAKEN): Level.ARBITER,
    (Level.NUMBER, Cause.BACK): Level.ARBITER,
    (Level.DECISION, Cause.WALKED): Level.DECISION,
    (Level.DECISION, Cause.TAKEN): Level.ARBITER,
    (Level.DECISION, Cause.DECIDED): Level.CLOSED,
    (Level.DECISION, Cause.BACK): Level.ARBITER,
    (Level.LEVER, Cause.CONFIRMED): Level.CLOSED,
    (Level.LEVER, Cause.BACK): Level.ENTRIES,
    (Level.PAGE, Cause.WALKED): Level.PAGE,
    (Level.PAGE, Cause.READ): Level.ENTRIES,
    (Level.PAGE, Cause.BACK): Level.ENTRIES,
    (Level.OFF, Cause.BACK): Level.CLOSED,
    **{(level, Cause.LEFT): Level.CLOSED for level in Level if level is not Level.CLOSED},
}


def follow(level: Level, means: Means) -> Level:
    """The next level; a ValueError if this cause means nothing at this level."""
    try:
        return TRANSITIONS[level, means]
    except KeyError:
        raise ValueError(f"where {level}, nothing comes of: {means}") from None


REPEATING: Final = frozenset(
    {Level.CONTROL, Level.BY_HAND, Level.PLAYER, Level.SPEED, Level.NUMBER, Level.DECISION}
)
"""The levels at which `plus` and `minus` repeat while they are held."""

DRAFTED: Final = {Level.BY_HAND: Cause.RESUMED, Level.NUMBER: Cause.RESUMED_NUMBER}
"""The levels at which what is being set is kept when the menu closes, and what leads back to them."""

Answer = str | int
"""An answer to a question of `control_questions.py`: one of its words, or a number; or a FEN letter."""


class Menu(NamedTuple):
    """An open menu: its level and entry, and the answers so far."""

    phase: Phase
    """The game's phase when the menu was opened; in another phase the menu is void."""
    since_ms: int
    """When a key last acted."""
    entry: Entry
    level: Level = Level.ENTRIES
    choice: int = 0
    """The index of the value shown; while a number is set, the number; on the page, the index of the part of
    address and PIN that was shown first."""
    answers: tuple[Answer, ...] = ()
    """The answers so far, while a control is set by hand, the pieces of a position are asked for, or a time
    control for Lichess is chosen."""
    cursor: int = 0
    """The digit that is being set; 0 is the first."""

    def after(self, means: Means, choice: int = 0) -> "Menu":
        """The menu at the next level; `choice` is what is shown there first."""
        return self._replace(level=follow(self.level, means), choice=choice, answers=(), cursor=0)
