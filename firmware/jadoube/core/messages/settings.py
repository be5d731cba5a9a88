"""The settings: a row for each, and the menu's entries, among which they stand.

The law: a row says all that is particular to a setting. Orders, menu, faces, pages, the journal's header and
the examples of the command line read the rows, and list no settings of their own. A setting's words are in
the files of the languages, by its entry, and in those of the page, by its name.

This file knows nothing of the table: `state/settings.py` finds and puts values there, and
`permissions/refusal.py` asks the needs. It knows nothing of the real loudness and brightness, which are
settings of the drivers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages.names import REMEMBERED, Player
from jadoube.core.messages.opponents import LEVELS, Seat
from jadoube.core.rules.rule_sets import CASUAL, CLUB, FIDE, FIDE_BLITZ

#: The steps of brightness, the darkest first; the middle one is the configured brightness.
BRIGHTNESS: Final = range(1, 6)

SLOTS: Final = 5
"""How many controls set by hand are remembered: as many as a DGT 3000 does."""


@dataclass(frozen=True, slots=True)
class Comfort:
    """The players' choices that change nothing in a game. They are kept from game to game."""

    sound: bool = True
    brightness: int = 3
    """One of `BRIGHTNESS`."""
    click: bool = True
    """Whether a press is heard."""
    by_hand: tuple[TimeControl, ...] = ()
    """The controls that were last set by hand, the last first; `SLOTS` at most. This is no setting: it has no
    row, and the journal's header has it by itself."""
    players: tuple[Player, ...] = ()
    """The remembered players, the last used first; `REMEMBERED` at most. As `by_hand`, no setting."""

    def __post_init__(self) -> None:
        if self.brightness not in BRIGHTNESS:
            wanted = f"{BRIGHTNESS[0]} to {BRIGHTNESS[-1]}"
            raise ValueError(f"found brightness {self.brightness}, expected {wanted}")
        if len(self.by_hand) > SLOTS:
            raise ValueError(f"found {len(self.by_hand)} controls set by hand, expected {SLOTS} at most")
        if len(self.players) > REMEMBERED:
            raise ValueError(f"found {len(self.players)} remembered players, expected {REMEMBERED} at most")

    def remember(self, control: TimeControl) -> "Comfort":
        """The same with this control as the last one that was set by hand."""
        others = (each for each in self.by_hand if each != control)
        return replace(self, by_hand=(control, *others)[:SLOTS])


AT_EASE: Final = Comfort()
"""The defaults."""


class Entry(StrEnum):
    """The entries of the menu, in their order; behind `ARBITER` those of the arbiter's level.

    What is agreed before a game stands in the order of the page's sheet "New game": who plays, how much time,
    which rules, hints.
    """

    NEW_GAME = "new game"
    REMATCH = "rematch"
    RESIGN = "resign"
    OFFER = "draw offer"
    ACCEPT = "accept the draw"
    DECLINE = "decline the draw"
    CLAIM = "claim a draw"
    WHITE_PLAYER = "White's player"
    BLACK_PLAYER = "Black's player"
    SWAP_PLAYERS = "swap the players"
    OPPONENT = "side of the engine"
    LEVEL = "strength of the engine"
    LICHESS = "Lichess"
    CONTROL = "time control"
    RULES = "rules"
    HINTS = "hints"
    STANDS = "as it stands"
    HINT = "hint"
    TEACHER = "teacher"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    CLICK = "sound of a press"
    PAGE = "page"
    OFF = "switch off"
    ARBITER = "arbiter"
    VERDICT = "verdict on the illegal move"
    REOPEN = "reopen the game"
    MORE_FOR_WHITE = "more or less time for White"
    MORE_FOR_BLACK = "more or less time for Black"
    TIME_OF_WHITE = "White's time"
    TIME_OF_BLACK = "Black's time"
    MOVES_OF_WHITE = "White's moves made"
    MOVES_OF_BLACK = "Black's moves made"
    PERIOD_OF_WHITE = "White's period"
    PERIOD_OF_BLACK = "Black's period"
    COUNTER = "number of the next move"
    PENALTY_OF_WHITE = "penalty for White"
    PENALTY_OF_BLACK = "penalty for Black"
    PARDON_OF_WHITE = "take back White's last penalty"
    PARDON_OF_BLACK = "take back Black's last penalty"
    RESULT = "result"


NUMBERS: Final = (
    *(Entry.TIME_OF_WHITE, Entry.TIME_OF_BLACK, Entry.MOVES_OF_WHITE, Entry.MOVES_OF_BLACK),
    *(Entry.PERIOD_OF_WHITE, Entry.PERIOD_OF_BLACK, Entry.COUNTER),
)
"""The arbiter's entries at which a number is set."""

DECISIONS: Final = (
    *(Entry.VERDICT, Entry.REOPEN, Entry.MORE_FOR_WHITE, Entry.MORE_FOR_BLACK),
    *(Entry.PENALTY_OF_WHITE, Entry.PENALTY_OF_BLACK, Entry.PARDON_OF_WHITE, Entry.PARDON_OF_BLACK),
    Entry.RESULT,
)
"""The arbiter's entries at which one of a few orders is chosen."""

SEATS: Final[Mapping["Entry", chess.Color]] = {
    Entry.WHITE_PLAYER: chess.WHITE,
    Entry.BLACK_PLAYER: chess.BLACK,
}
"""The entries at which a side's player is chosen."""

ARBITERS: Final = frozenset((*NUMBERS, *DECISIONS))
"""The entries that stand under `ARBITER`."""


class Value(StrEnum):
    """Values of settings that need words in each language; names are the same in all."""

    OFF = "off"
    ON = "on"
    NONE = "none"
    """No time control."""
    MINUTES = "minutes and seconds"
    """A time control of minutes, and seconds a move, that is set by hand."""
    BY_HAND = "by hand"
    """Any time control, set by hand."""
    FIDE_BLITZ = "fide-blitz (rapid and blitz)"
    """The rule set's name, with what it is for: rapid games have the same penalties (FIDE A.3, B.2)."""
    OF_THE_RULES = "as the rule set has it"
    """The rule set's penalty for an illegal move."""
    PENALTY = "penalty"
    NO_PENALTY = "no penalty"


class Place(Enum):
    """Where the table keeps a setting."""

    CONTROL = "the time control of the terms; it has a part of the menu for itself"
    RULE_SET = "the rule set of the terms, by its name"
    RULE = "a single rule of the rule set: the field with the setting's name"
    TERMS = "the field of the terms with the setting's name"
    COMFORT = "the field of `Comfort` with the setting's name"


class Need(Enum):
    """What must hold for a setting to change."""

    AGREED_HERE = "no server has agreed on it with somebody"
    BEFORE_A_GAME = "the game has not begun"
    NOT_OVER = "the game is not over"
    HINTS_ALLOWED = "the rule set allows hints"
    FAIR_PLAY = "no game against people elsewhere goes on"
    CLOCK_STANDS = "no clock runs"


class Choice(NamedTuple):
    """A value of a setting: four letters for a face, and what the table keeps."""

    letters: str
    kept: bool | int | str
    more: str = ""
    """Four letters that a face shows by turns with the first, where these do not say enough."""
    said: str = ""
    """What it is called in the menu's words, where its text does not say enough."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What a face shows of it, one part after the other."""
        return (self.letters, self.more) if self.more else (self.letters,)


class Setting(NamedTuple):
    """A row: all that is particular to one setting."""

    entry: Entry
    """Its entry in the menu, by which it has its words."""
    letters: str
    """Its four letters on a face."""
    place: Place
    choices: Mapping[str, Choice]
    """Its values by their texts, as `plus` steps through them; none for the time control."""
    example: str
    """A value for the examples of orders."""
    needs: tuple[Need, ...] = ()
    """Asked in this order; without any it can change at any time."""
    arbiter: bool = False
    """Whether it belongs to the terms of a game, which the arbiter may set; the others are the owner's."""
    previewed: bool = False
    """Whether the board shows a value while it is being chosen."""

    def text_of(self, kept: bool | int | str) -> str:
        """The text of the value that the table keeps so; StopIteration if it is none of the choices."""
        return next(text for text, choice in self.choices.items() if choice.kept == kept)


_SWITCH: Final[Mapping[str, Choice]] = {
    Value.OFF: Choice("OFF ", kept=False),
    Value.ON: Choice("On  ", kept=True),
}

SETTINGS: Final[Mapping[str, Setting]] = {
    "control": Setting(
        Entry.CONTROL,
        "CLOC",
        Place.CONTROL,
        {},
        "pgn:180+2",
        (Need.AGREED_HERE, Need.BEFORE_A_GAME),
        arbiter=True,
    ),
    "rules": Setting(
        Entry.RULES,
        "rULE",
        Place.RULE_SET,
        {
            CLUB.name: Choice("CLUb", CLUB.name),
            FIDE.name: Choice("FIdE", FIDE.name),
            FIDE_BLITZ.name: Choice("bLIt", FIDE_BLITZ.name, more="rAPd", said=Value.FIDE_BLITZ),
            CASUAL.name: Choice("CASU", CASUAL.name),
        },
        "fide",
        (Need.AGREED_HERE, Need.BEFORE_A_GAME),
        arbiter=True,
    ),
    "hints": Setting(
        Entry.HINTS,
        "HInt",
        Place.RULE,
        _SWITCH,
        "on",
        (Need.NOT_OVER, Need.FAIR_PLAY, Need.HINTS_ALLOWED, Need.CLOCK_STANDS),
    ),
    "opponent": Setting(
        Entry.OPPONENT,
        "PLAY",
        Place.TERMS,
        {
            Seat.NOBODY: Choice("OFF ", Seat.NOBODY),
            Seat.WHITE: Choice("UHIt", Seat.WHITE),
            Seat.BLACK: Choice("bLAC", Seat.BLACK),
        },
        "black",
        (Need.AGREED_HERE, Need.CLOCK_STANDS),
        arbiter=True,
    ),
    "level": Setting(
        Entry.LEVEL,
        "ELo ",
        Place.TERMS,
        {str(elo): Choice(f"{elo:<4}", elo) for elo in LEVELS},
        "1500",
        (Need.AGREED_HERE,),
        arbiter=True,
    ),
    "teacher": Setting(
        Entry.TEACHER,
        "tEAC",
        Place.TERMS,
        _SWITCH,
        "on",
        (Need.NOT_OVER, Need.FAIR_PLAY, Need.HINTS_ALLOWED, Need.CLOCK_STANDS),
    ),
    "sound": Setting(Entry.SOUND, "bEEP", Place.COMFORT, _SWITCH, "off"),
    "brightness": Setting(
        Entry.BRIGHTNESS,
        "LItE",
        Place.COMFORT,
        {str(step): Choice(f"{step}   ", step) for step in BRIGHTNESS},
        "4",
        previewed=True,
    ),
    "click": Setting(Entry.CLICK, "CLIC", Place.COMFORT, _SWITCH, "off"),
}
"""The settings by the names that they have in orders, in messages of pages, and in journals."""

NAMES: Final[Mapping[Entry, str]] = {setting.entry: name for name, setting in SETTINGS.items()}
"""The settings' names by their entries."""

CHOSEN: Final = tuple(setting.entry for setting in SETTINGS.values() if setting.choices)
"""The entries with a list of values; `plus` and `minus` step through it."""

COMFORTS: Final[Mapping[str, Setting]] = {
    name: setting for name, setting in SETTINGS.items() if setting.place is Place.COMFORT
}
"""The settings that are kept in `Comfort`."""


def setting_at(entry: Entry) -> Setting:
    """Return the setting of this entry; KeyError if it is none."""
    return SETTINGS[NAMES[entry]]
