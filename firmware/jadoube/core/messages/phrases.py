"""What can be said to people, whatever the language: sentences by name, and what stands in them.

A `Sentence` is a value: a phrase and what stands in its braces. So what was said once can be read in every
language, and the same table says the same in all of them. The phrases' words are in one file a language
(`english.py`, `french.py`), with the same names and the same braces in each; `render.py` puts both together.
This file refuses to know any language, and when something is said.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple, TypeAlias

import chess

from jadoube.core.messages.lamps import Lamp
from jadoube.core.rules.illegality import Kind, Reason

LANGUAGES: Final = ("en", "fr")
"""The languages in which the board can speak, the default first."""


class Phrase(StrEnum):
    """The phrases, each by its name; what it says stands in the files of the languages."""

    # How things stand
    TO_MOVE = auto()
    TO_MOVE_IN_CHECK = auto()
    CLAIMABLE = auto()
    PAUSED = auto()
    STARTS_THE_CLOCK = auto()
    REED = auto()
    REED_TOO = auto()
    PRESS_REFUSED = auto()
    CHOOSE_PIECE = auto()
    STILL_MATE = auto()
    SWITCHED_OFF = auto()
    # The pieces
    KINGS_SAY = auto()
    SET_UP_AGAIN = auto()
    SET_UP_ONE = auto()
    SET_UP = auto()
    PUT_RIGHT = auto()
    PUT_RIGHT_FOR = auto()
    NO_LEGAL_MOVE = auto()
    TAKEN_BACK = auto()
    TAKE_AWAY = auto()
    PUT_BACK = auto()
    # How a game ended
    CLOSED = auto()
    ENDED = auto()
    FLAG_FELL = auto()
    RESIGNS = auto()
    ILLEGAL_MOVES = auto()
    CHECKMATED = auto()
    FLAG_SAVED = auto()
    RESIGNATION_SAVED = auto()
    ILLEGAL_SAVED = auto()
    ONLY_KING = auto()
    CANNOT_MATE = auto()
    # What the board asks
    WHICH = auto()
    TAKE_IT = auto()
    TAKE_INSTEAD = auto()
    NO_OTHER = auto()
    NO_MOVE = auto()
    # The menu
    MENU = auto()
    VALUE = auto()
    CHOOSE = auto()
    BY_HAND = auto()
    BY_HAND_NUMBER = auto()
    SURE = auto()
    LEVER_DOES = auto()
    OWN_LEVER_DOES = auto()
    NOBODY = auto()
    PAGE = auto()
    SWITCHES_OFF = auto()
    # What the PGN tells behind a ply
    OFFERS = auto()
    DECLINES = auto()
    CLAIMS = auto()
    CLAIMS_BY = auto()
    CLAIMS_WRONGLY = auto()
    ILLEGAL_MOVE = auto()
    NOTED = auto()
    ARBITER = auto()
    CLOCKS_STOPPED = auto()
    CLOCK_STARTED = auto()
    MORE_TIME = auto()
    LESS_TIME = auto()
    PENALTY = auto()
    COUNTER_SET = auto()
    RESTORED = auto()
    RESULT_IS = auto()
    # Why an order is refused
    IS_OVER = auto()
    FLAG_HAS_FALLEN = auto()
    NOT_BEGUN = auto()
    PLY_ENDS = auto()
    NO_OFFER = auto()
    OFFERED_ALREADY = auto()
    AGREED_LATER = auto()
    NO_CLAIMS = auto()
    NOT_THE_MOVE = auto()
    NO_SUCH_MOVE = auto()
    NO_CLOCK = auto()
    NOT_RUNNING = auto()
    RUNS_ALREADY = auto()
    NOT_STANDING = auto()
    COUNTS_UP = auto()
    TOO_LITTLE_LEFT = auto()
    NO_SUCH_PLY = auto()
    AT_PLY_ALREADY = auto()
    A_CLOCK_RUNS = auto()
    BEFORE_A_GAME = auto()
    NO_HINTS = auto()
    NO_TAKEBACKS = auto()
    NO_MOVE_MADE = auto()
    NO_PROMOTION = auto()
    NONE_SHOWN = auto()
    NO_SUCH_READING = auto()
    # What a time control gives
    NO_TIME_KEPT = auto()
    EACH_HAS = auto()
    BOTH_HAVE = auto()
    NO_LIMIT = auto()
    HOURGLASS_TIME = auto()
    TIME_TO_MOVE = auto()
    TIME_AGAIN = auto()
    THEN = auto()
    THEN_AT_ZERO = auto()
    WITH_INCREMENT = auto()
    WITH_DELAY = auto()
    WITH_BRONSTEIN = auto()
    BYO_YOMI_PERIODS = auto()
    # Why a time control is not taken
    CONTROL_NO_PRESET = auto()
    CONTROL_UNREAD = auto()
    CONTROL_UNFINISHED = auto()
    CONTROL_TWO_READINGS = auto()
    CONTROL_MANY_MINUTES = auto()
    CONTROL_IN_SECONDS = auto()
    CONTROL_TIME_OF_DAY = auto()
    CONTROL_TIME_OR_PERIODS = auto()
    CONTROL_JOINED = auto()
    CONTROL_COUNT_LATE = auto()
    CONTROL_BYO_YOMI = auto()
    CONTROL_HOURGLASS = auto()
    CONTROL_LIMIT = auto()
    CONTROL_WHOLE = auto()


class Sentence(NamedTuple):
    """Something that is said: which phrase, and what stands in its braces."""

    phrase: Phrase
    parts: "tuple[tuple[str, Part], ...]" = ()


Part: TypeAlias = str | int | Lamp | Reason | Sentence | tuple["Part", ...]
"""What stands in a phrase's braces. A side is a `chess.Color`, and nothing else is true or false. A member of
an enumeration is said by its name, if a language has names for that. Between several parts stand commas."""


def sentence(phrase: Phrase, **parts: Part) -> Sentence:
    """Make a sentence of a phrase and what stands in its braces, by name."""
    return Sentence(phrase, tuple(parts.items()))


class Language(NamedTuple):
    """A language: all that it needs to say everything."""

    phrases: Mapping[Phrase, str]
    reasons: Mapping[Kind, str]
    """Why a ply is illegal."""
    names: Mapping[type[StrEnum], Mapping[StrEnum, str]]
    """What the members of these enumerations are called."""
    lamps: Mapping[Lamp, str]
    """What the lamps say."""
    sides: Mapping[chess.Color, str]
    a_piece: Mapping[chess.PieceType, str]
    the_piece: Mapping[chess.PieceType, str]
    own_piece: Mapping[chess.PieceType, str]
    on: str
    """Between a piece and its square."""
    both: str
    """Between two pieces."""
    then: str
    """Between two sentences."""
    agrees: Mapping[chess.PieceType, str]
    """What a word that agrees with a piece ends with."""
