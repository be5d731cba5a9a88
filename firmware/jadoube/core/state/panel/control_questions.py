"""A time control set by hand, question by question. Every control of the grammar can be set.

This file decides which questions are asked, which answers each takes, and the resulting text: always one that
`time_control.py` reads. `ask_control` asks the questions in order. It knows nothing of keys. A question holds
its name in the letters of a face; `menu_keys.py` says which keys set the answer.
"""

from collections.abc import Generator
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from jadoube.core.clock.time_control import BYO_YOMI_PERIODS, DELAY_S, MAIN_S, MOVES, PERIODS
from jadoube.core.messages.settings import Entry
from jadoube.core.state.panel.menu import Answer


class Asked(StrEnum):
    """The questions, and the answers that are words."""

    KIND = "the kind of time"
    SIDES = "the sides"
    PERIODS = "the periods"
    MOVES = "moves of the period, or none"
    TIME = "hours and minutes"
    SECONDS = "seconds"
    INCREMENT = "seconds that each ply earns"
    MINUTES = "minutes each"
    SECONDS_A_MOVE = "seconds a move"
    DELAY = "seconds of delay"
    BYO_YOMIS = "byo-yomi periods"
    BYO_YOMI_SECONDS = "seconds of a byo-yomi period"
    PLAIN = "main time only"
    PLUS = "an increment each ply"
    US_DELAY = "US delay"
    BRONSTEIN = "Bronstein"
    BYO_YOMI = "byo-yomi"
    HOURGLASS = "hourglass"
    COUNT_UP = "counts up"
    LAST = "the last period"
    MORE = "another period follows"
    BOTH = "both sides have the same"
    DIFFERENT = "Black has another time"


class Digit(NamedTuple):
    """One digit of a number: the value of its 1, and the highest digit."""

    worth: int
    most: int = 9


class Option(NamedTuple):
    """An answer that is a word: its sign in the grammar (or none), its letters on a face, its meaning."""

    answer: str
    face: str
    words: Asked


class Ask(NamedTuple):
    """A question: a choice of options, or a number set digit by digit."""

    face: str
    """Its name on a face, in four letters."""
    words: Asked | Entry
    options: tuple[Option, ...] = ()
    digits: tuple[Digit, ...] = ()
    limits: range = range(0)
    default: int = 0
    """The number, or the option's index, that is shown first."""


_PLAIN: Final = Option("", "SUdd", Asked.PLAIN)
_PLUS: Final = Option("+", "FISC", Asked.PLUS)
_DELAY: Final = Option("d", "dLAY", Asked.US_DELAY)
_BRONSTEIN: Final = Option("b", "bron", Asked.BRONSTEIN)
_BYO_YOMI: Final = Option("y", "bYo ", Asked.BYO_YOMI)
_HOURGLASS: Final = Option("*", "HOUr", Asked.HOURGLASS)
COUNT_UP: Final = Option("^", "UP  ", Asked.COUNT_UP)

KINDS: Final = (_PLUS, _PLAIN, _DELAY, _BRONSTEIN, _BYO_YOMI, _HOURGLASS, COUNT_UP)
"""The ways to count a period's time."""

_FOLLOWED: Final = (_PLUS, _PLAIN, _DELAY, _BRONSTEIN)
"""The kinds that another period may follow, and that may have a move count."""
_LATER: Final = (*_FOLLOWED, _BYO_YOMI)
_BLACKS: Final = tuple(kind for kind in KINDS if kind is not _HOURGLASS)

_LAST: Final = Option("last", "LASt", Asked.LAST)
_MORE: Final = Option("more", "norE", Asked.MORE)
_BOTH: Final = Option("both", "bOtH", Asked.BOTH)
_DIFFERENT: Final = Option("different", "dIFF", Asked.DIFFERENT)

TWO: Final = (Digit(10), Digit(1))
_THREE: Final = (Digit(100), *TWO)
FOUR: Final = (Digit(1000), *_THREE)
HOURS_MINUTES: Final = (Digit(600), Digit(60), Digit(10, most=5), Digit(1))
CLOCK_TIME: Final = (
    Digit(36_000, most=2),
    Digit(3600),
    Digit(600, most=5),
    Digit(60),
    Digit(10, most=5),
    Digit(1),
)
_MINUTES: Final = range(MAIN_S.stop // 60)
_SECONDS: Final = range(60)

_MINUTES_EACH: Final = Ask("nin ", Asked.MINUTES, (), _THREE, range(1, 601), 10)
_SECONDS_A_MOVE: Final = Ask("SEC ", Asked.SECONDS_A_MOVE, (), _THREE, range(601), 5)

MINUTES_ONLY: Final[tuple[Answer, ...]] = ("min",)
"""The answer that stands before minutes and seconds a move, where nothing else is asked for."""

_MOVES_ASK: Final = Ask("noUE", Asked.MOVES, (), _THREE, range(MOVES.stop))
_MINUTES_ASK: Final = Ask("tInE", Asked.TIME, (), HOURS_MINUTES, _MINUTES, 5)
_EXTRAS: Final = {
    "+": Ask("PLUS", Asked.INCREMENT, (), FOUR, DELAY_S, 3),
    "d": Ask("dLAY", Asked.DELAY, (), FOUR, DELAY_S, 5),
    "b": Ask("dLAY", Asked.DELAY, (), FOUR, DELAY_S, 5),
}
_BYO_YOMI_ASK: Final = Ask("bYo ", Asked.BYO_YOMIS, (), TWO, BYO_YOMI_PERIODS, 3)
_BYO_YOMI_SECONDS: Final = Ask("SEC ", Asked.BYO_YOMI_SECONDS, (), FOUR, DELAY_S, 30)

Script = Generator[Ask, Answer, str]
"""A generator: yields the questions, receives the answers, returns the control's text."""


@lru_cache(maxsize=16)  # both faces and the status line show the one that is open
def question(answers: tuple[Answer, ...]) -> Ask | None:
    """The question after these answers; None if there is none."""
    asked, _ = _run(answers)
    return asked


def answered_control(answers: tuple[Answer, ...]) -> str | None:
    """The control's text, given by these answers; None while a question is open."""
    _, said = _run(answers)
    return said


def ask_control() -> Script:
    """Ask for a whole time control."""
    first = Ask("tYPE", Asked.KIND, KINDS)
    kind = yield first
    if kind in MINUTES_ONLY:
        minutes = int((yield _MINUTES_EACH))
        seconds = int((yield _SECONDS_A_MOVE))
        return f"{minutes * 60}" + (f"+{seconds}" if seconds else "")
    white = yield from _ask_side("tYPE", KINDS, str(kind))
    alike = yield Ask("SIdE", Asked.SIDES, (_BOTH, _DIFFERENT))
    if alike == _BOTH.answer:
        return white
    hourglass = white.startswith(_HOURGLASS.answer)
    black = yield from _ask_side("bLAC", (_HOURGLASS,) if hourglass else _BLACKS)
    return f"{white} ; {black}"


def _ask_side(face: str, kinds: tuple[Option, ...], first: str | None = None) -> Script:
    """Ask for the periods of a side, up to the last one; `first` is the kind of the first, if it is known."""
    periods: list[str] = []
    counted = more = True
    while more:
        kind, first = (yield Ask(face, Asked.KIND, kinds)) if first is None else first, None
        moves: Answer = 0
        if counted and kind in _signs(_FOLLOWED):
            moves = yield _MOVES_ASK
        periods.append((f"{moves}/" if moves else "") + (yield from _ask_period(str(kind))))
        counted, face, kinds = bool(moves), "tYPE", _LATER
        more = False
        if kind in _signs(_FOLLOWED) and len(periods) < PERIODS.stop - 1:
            more = (yield Ask("PErI", Asked.PERIODS, (_LAST, _MORE))) == _MORE.answer
    return ":".join(periods)


def _ask_period(kind: str) -> Script:
    """Ask for the numbers of a period."""
    if kind == COUNT_UP.answer:
        return kind
    main_s = yield from _ask_main_s(least=0 if kind == _BYO_YOMI.answer else 1)
    if kind == _HOURGLASS.answer:
        return f"{kind}{main_s}"
    if kind == _BYO_YOMI.answer:
        periods = yield _BYO_YOMI_ASK
        period_s = yield _BYO_YOMI_SECONDS
        return f"{main_s}y{periods}x{period_s}"
    if kind == _PLAIN.answer:
        return main_s
    extra_s = yield _EXTRAS[kind]
    return f"{main_s}{kind}{extra_s}"


def _ask_main_s(least: int) -> Script:
    """Ask for hours, minutes and seconds; some of them at the least."""
    minutes = yield _MINUTES_ASK
    limits = _SECONDS if minutes else range(least, _SECONDS.stop)
    seconds = yield Ask("SEC ", Asked.SECONDS, (), (Digit(10, most=5), Digit(1)), limits, limits.start)
    return str(int(minutes) * 60 + int(seconds))


def _signs(kinds: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(kind.answer for kind in kinds)


def _run(answers: tuple[Answer, ...]) -> tuple[Ask | None, str | None]:
    """Run the script with these answers: its next question, or its text."""
    running = ask_control()
    asked = next(running)
    for answer in answers:
        try:
            asked = running.send(answer)
        except StopIteration as end:
            return None, str(end.value)
    return asked, None


# How to set an answer


def choice_of(asked: Ask, given: Answer) -> int:
    """The choice (an option's index, or the number) that gave this answer."""
    signs = [option.answer for option in asked.options]
    return signs.index(str(given)) if signs else int(given)


def answer(asked: Ask, choice: int) -> Answer:
    """The answer of this choice: the option's sign, or the number."""
    return asked.options[choice].answer if asked.options else choice


def step_choice(asked: Ask, choice: int, cursor: int, steps: int) -> int:
    """The choice this many steps on, among the options or at one digit; it wraps around."""
    if asked.options:
        return (choice + steps) % len(asked.options)
    worth, most = asked.digits[cursor]
    above = asked.digits[cursor - 1].worth if cursor else worth * (most + 1)
    digit = choice % above // worth
    return choice + ((digit + steps) % (most + 1) - digit) * worth


def digits(asked: Ask, choice: int) -> str:
    """All digits of the number that is being set."""
    if asked.digits == HOURS_MINUTES:
        return f"{choice // 60:02}{choice % 60:02}"
    if asked.digits == CLOCK_TIME:
        return f"{choice // 3600:02}{choice // 60 % 60:02}{choice % 60:02}"
    return f"{choice:0{len(asked.digits)}}"


def nearest(asked: Ask, choice: int) -> int:
    """The choice, limited to the numbers that the question takes."""
    if asked.options:
        return choice
    return min(max(choice, asked.limits.start), asked.limits.stop - 1)
