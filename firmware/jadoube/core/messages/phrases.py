"""The sentences of the board, without their words: phrases by name, and the values in them.

A `Sentence` is a value: a phrase and the values in its braces. So every sentence can be read in every
language, later too. Each language has one file of words (`english.py`, `french.py`, `german.py`), with the
same names and the same braces. `render.py` puts both together. This file knows nothing of any language, nor
of when a sentence is used.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple, TypeAlias

import chess

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.lamps import Lamp
from jadoube.core.rules.illegality import Kind, Reason

LANGUAGES: Final = ("en", "fr", "de")
"""The languages of the board, the default first."""


class Phrase(StrEnum):
    """The phrases by name; their words are in the files of the languages."""

    # The state of the game
    TO_MOVE = auto()
    TO_MOVE_IN_CHECK = auto()
    CLAIMABLE = auto()
    PAUSED = auto()
    PAUSED_BY = auto()
    PAUSED_FOR_ARBITER = auto()
    A_PLAYER = auto()
    STARTS_THE_CLOCK = auto()
    LIES_TURNED = auto()
    REED = auto()
    REED_TOO = auto()
    LINE_AT = auto()
    LINE_OPEN = auto()
    LINE_GROUNDED = auto()
    LINE_POWERED = auto()
    LINE_MENDED = auto()
    CHATTERS = auto()
    LEVER_OF = auto()
    SO_MANY_MORE = auto()
    PRESS_REFUSED = auto()
    VERDICT_ASKED = auto()
    VERDICT_KEYS = auto()
    CHOOSE_PIECE = auto()
    MAKE_MOVE = auto()
    WISHED = auto()
    ASKS_BACK = auto()
    HAS_LEFT = auto()
    CUT_OFF = auto()
    NOT_SENT = auto()
    SEEK_ASKED = auto()
    SEEKS = auto()
    WHOM_SOMEBODY = auto()
    WHOM_COMPUTER = auto()
    WHOM_AGAIN = auto()
    WHOM_AT = auto()
    NOT_FOUND = auto()
    WITHOUT_CLOCK = auto()
    THINKS = auto()
    SEND_WHICH = auto()
    ADVICE_ASKED = auto()
    ADVICE = auto()
    NO_ADVICE = auto()
    BLUNDER = auto()
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
    AS_ON_SERVER = auto()
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
    # Questions of the board
    WHICH = auto()
    TAKE_IT = auto()
    TAKE_BACK_PROPOSED = auto()
    TAKE_INSTEAD = auto()
    NO_OTHER = auto()
    NOTHING_TO_UNDO = auto()
    MARKED_WRONG = auto()
    NO_MOVE = auto()
    WHICH_PIECE = auto()
    # The menu
    MENU = auto()
    VALUE = auto()
    CHOOSE = auto()
    BY_HAND = auto()
    BY_HAND_NUMBER = auto()
    SET_NUMBER = auto()
    SURE = auto()
    LEVER_DOES = auto()
    OWN_LEVER_DOES = auto()
    NOBODY = auto()
    PAGE = auto()
    SWITCHES_OFF = auto()
    # The PGN's comments after a ply
    OFFERS = auto()
    DECLINES = auto()
    CLAIMS = auto()
    CLAIMS_BY = auto()
    CLAIMS_WRONGLY = auto()
    ILLEGAL_MOVE = auto()
    NOTED = auto()
    NOT_MADE = auto()
    ARBITER = auto()
    CLOCKS_STOPPED = auto()
    CLOCK_STARTED = auto()
    TIME_SET = auto()
    MOVES_SET = auto()
    PERIOD_SET = auto()
    MORE_TIME = auto()
    LESS_TIME = auto()
    PENALTY = auto()
    PENALTY_GIVEN = auto()
    PENALTY_REMOVED = auto()
    NO_PENALTY = auto()
    COUNTER_SET = auto()
    RESTORED = auto()
    RESULT_IS = auto()
    REOPENED = auto()
    AS_IT_STANDS = auto()
    IRREGULAR = auto()
    # Names
    PLAYS = auto()
    EVENT_IS = auto()
    SITE_IS = auto()
    ROUND_IS = auto()
    BOARD_IS = auto()
    NAMES_SWAPPED = auto()
    REMEMBERED = auto()
    FORGOTTEN = auto()
    # Refused orders
    ROLE_MAY_NOT = auto()
    IS_OVER = auto()
    FLAG_HAS_FALLEN = auto()
    NOT_BEGUN = auto()
    PLY_ENDS = auto()
    NO_OFFER = auto()
    OFFERED_ALREADY = auto()
    AGREED_LATER = auto()
    NO_CLAIMS = auto()
    NOT_THE_MOVE = auto()
    IN_THE_HAND = auto()
    NO_SUCH_MOVE = auto()
    NO_CLOCK = auto()
    NOT_RUNNING = auto()
    RUNS_ALREADY = auto()
    TIME_IS_UP = auto()
    WITHIN_DELAY = auto()
    NO_SUCH_PERIOD = auto()
    IN_PERIOD_ALREADY = auto()
    NOTHING_TO_REOPEN = auto()
    NOT_STANDING = auto()
    VERDICT_FIRST = auto()
    NO_VERDICT = auto()
    NO_PENALTIES = auto()
    NOT_PENALISED = auto()
    COUNTS_UP = auto()
    TOO_LITTLE_LEFT = auto()
    NO_SUCH_PLY = auto()
    AT_PLY_ALREADY = auto()
    STANDS_ALREADY = auto()
    STANDS_ASKS = auto()
    STANDS_EMPTY = auto()
    STANDS_UNKNOWN = auto()
    STANDS_PAWN = auto()
    STANDS_KINGS = auto()
    STANDS_PIECES = auto()
    STANDS_CHECK = auto()
    A_CLOCK_RUNS = auto()
    BEFORE_A_GAME = auto()
    NO_HINTS = auto()
    FAIR_PLAY = auto()
    SERVER_KEEPS = auto()
    GAME_ON_BOARD = auto()
    NOT_SERVED = auto()
    NOT_SOUGHT = auto()
    NOTHING_AGAIN = auto()
    TOO_QUICK = auto()
    PRESS_IS_OPEN = auto()
    NO_SERVER_GAME = auto()
    NO_TAKEBACKS = auto()
    NO_MOVE_MADE = auto()
    NO_PROMOTION = auto()
    NONE_SHOWN = auto()
    NO_SUCH_READING = auto()
    NO_OPPONENT = auto()
    TOLD_ALREADY = auto()
    TELL_PLY = auto()
    NO_ADVICE_ASKED = auto()
    NOT_TO_ASSESS = auto()
    ENGINE_PLAYS = auto()
    # Texts that cannot be read
    NOT_AS_EXPECTED = auto()
    NOTHING_FOUND = auto()
    # What an order has done
    CLOCK_RUNS = auto()
    OFFER_ENDED = auto()
    NEW_GAME = auto()
    MOVE_TAKEN_BACK = auto()
    MOVE_IS_NOW = auto()
    UNDONE = auto()
    CLOCKS_AS_ON_SERVER = auto()
    JOINED = auto()
    SERVED = auto()
    SEEK_ENDED = auto()
    ASKS_NO_MORE = auto()
    IS_BACK = auto()
    REACHED = auto()
    WISH_DECLINED = auto()
    POINTED_AT = auto()
    NOTHING_POINTED_AT = auto()
    PROGRAM_WRITES = auto()
    NOTHING_WRITTEN = auto()
    ARBITER_WRITES = auto()
    ARBITER_WRITES_NOTHING = auto()
    PROGRAM_PLAYS = auto()
    PROGRAM_LEAVES = auto()
    # The terms of a time control
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
    # Refused time controls
    CONTROL_NO_PRESET = auto()
    CONTROL_UNREAD = auto()
    CONTROL_UNFINISHED = auto()
    CONTROL_TWO_READINGS = auto()
    CONTROL_MANY_MINUTES = auto()
    CONTROL_MOVES_OR_INCREMENT = auto()
    CONTROL_IN_SECONDS = auto()
    CONTROL_TIME_OF_DAY = auto()
    CONTROL_TIME_OR_PERIODS = auto()
    CONTROL_JOINED = auto()
    CONTROL_COUNT_LATE = auto()
    CONTROL_BYO_YOMI = auto()
    CONTROL_HOURGLASS = auto()
    CONTROL_LIMIT = auto()
    CONTROL_WHOLE = auto()


AnyPhrase: TypeAlias = Phrase | EdgePhrase | Expected


class Sentence(NamedTuple):
    """A phrase, and the values in its braces by name."""

    phrase: AnyPhrase
    parts: "tuple[tuple[str, Part], ...]" = ()


Part: TypeAlias = str | int | Lamp | Reason | Sentence | tuple["Part", ...]
"""A value in a phrase's braces. A side is a `chess.Color`; no other part is a bool. A member of an
enumeration is rendered by its name in the language, if it has one. A tuple is rendered with commas."""


_WITHOUT_PARTS: Final = {phrase: Sentence(phrase) for phrase in (*Phrase, *EdgePhrase, *Expected)}


def sentence(phrase: AnyPhrase, **parts: Part) -> Sentence:
    """Make a sentence of a phrase and the values in its braces, by name."""
    return Sentence(phrase, tuple(parts.items())) if parts else _WITHOUT_PARTS[phrase]


class UnfitText(ValueError):  # noqa: N818 - it names what was found, as its readers do
    """A text that somebody gave cannot be taken: `why` is the sentence, the string is English."""

    def __init__(self, english: str, why: Sentence) -> None:
        super().__init__(english)
        self.why = why


def changed_time(side: chess.Color, seconds: int) -> Sentence:
    """Say by how many seconds this side's time is changed: `1:00 more for White`."""
    minutes, rest = divmod(abs(seconds), 60)
    phrase = Phrase.MORE_TIME if seconds > 0 else Phrase.LESS_TIME
    return sentence(phrase, time=f"{minutes}:{rest:02}", side=side)


class Language(NamedTuple):
    """All words of one language."""

    phrases: Mapping[AnyPhrase, str]
    reasons: Mapping[Kind, str]
    """Why a ply is illegal."""
    names: Mapping[type[StrEnum], Mapping[StrEnum, str]]
    """The names of the members of these enumerations."""
    lamps: Mapping[Lamp, str]
    """The meanings of the lamps."""
    sides: Mapping[chess.Color, str]
    a_piece: Mapping[chess.PieceType, str]
    the_piece: Mapping[chess.PieceType, str]
    own_piece: Mapping[chess.PieceType, str]
    on: str
    """The word between a piece and its square."""
    both: str
    """The word between two pieces."""
    then: str
    """What joins two sentences."""
    agrees: Mapping[chess.PieceType, str]
    """The ending of a word that agrees with a piece."""
