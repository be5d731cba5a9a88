"""The time control: how much time the two sides have agreed on, and its text in seconds.

This file decides which time controls are valid, and their one text in seconds, which files hold. The text in
minutes, for people, is in `control_text.py`. It refuses to know clocks and the time left (`chess_clock.py`).

    300                   five minutes a side
    300+3                 and three seconds a ply (Fischer)
    300d5, 300b5          with a delay of five seconds a ply: US delay, Bronstein
    40/5400+30:1800+30    periods; 40 moves are to be made in the first
    40/7200:20/3600       a last period with a move count repeats
    3600:1800             a period without a move count, before another, ends when its time is used up
    *180                  hourglass
    1800y3x30             byo-yomi: main time, then three periods of 30 s
    ^                     counts up, and no flag falls
    300 ; 60+1            White ; Black
    -                     no clock

All times are whole seconds. Senseless controls are refused: `*` and `^` stand without other periods; no
period follows byo-yomi, and none with a move count follows one without; an hourglass is for both sides, and
so is `-`.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, Self

import chess

CANONICAL: Final = "pgn:"
"""The prefix of a control in seconds, in places where a control in minutes is also allowed."""

#: Under a hundred hours: four digits can show it in some form (`59:59`, ` 9:59`, ` 99h`).
MAIN_S: Final = range(1, 100 * 3600)
#: Byo-yomi may begin at once, without main time.
MAIN_BEFORE_BYO_YOMI_S: Final = range(MAIN_S.stop)
#: An hour a ply is more than any control in use grants.
INCREMENT_S: Final = range(3600 + 1)
#: The limits of a delay, and of the length of a byo-yomi period.
DELAY_S: Final = range(1, INCREMENT_S.stop)
BYO_YOMI_PERIODS: Final = range(1, 100)
#: The limit is above any move count in use; the longest games on record have fewer moves.
MOVES: Final = range(1, 1000)
#: More periods than any control has, and few enough to add them up at any time.
PERIODS: Final = range(1, 9 + 1)

#: How often a last period may have begun again by the arbiter's word.
MOST_TIMES: Final = 99

_DIGITS: Final = frozenset("0123456789")
_MOVE_COUNT: Final = ("move count", "")
_BYO_YOMI_COUNT: Final = ("number of byo-yomi periods", "")


class Kind(StrEnum):
    """How a period's time is counted; the value is the sign in the text."""

    FISCHER = "+"
    """Each completed ply earns the increment; the first ply has it from the start."""
    DELAY = "d"
    """US delay: in each ply the main time runs only after the delay."""
    BRONSTEIN = "b"
    """Each completed ply gives back the time it took, at most the delay: `DELAY` with both shown as one."""
    HOURGLASS = "*"
    """The time that one side uses is added to the other's."""
    BYO_YOMI = "y"
    """A number of periods follow the main time; a ply completed within a period keeps that period."""
    COUNT_UP = "^"
    """The time used is counted, and no flag falls."""


_EXTRAS: Final = (Kind.FISCHER, Kind.DELAY, Kind.BRONSTEIN)
_ALONE: Final = (Kind.HOURGLASS, Kind.COUNT_UP)


class _Limits(NamedTuple):
    """The limits of a period's numbers; `extra` names the number beside the main time."""

    main_s: range = MAIN_S
    extra_s: range = range(1)
    extra: str = "increment"
    moves: range = range(1)
    byo_yomi: range = range(1)


_COUNTED: Final = range(MOVES.stop)
_LIMITS: Final = {
    Kind.FISCHER: _Limits(extra_s=INCREMENT_S, moves=_COUNTED),
    Kind.DELAY: _Limits(extra_s=DELAY_S, extra="delay", moves=_COUNTED),
    Kind.BRONSTEIN: _Limits(extra_s=DELAY_S, extra="delay", moves=_COUNTED),
    Kind.HOURGLASS: _Limits(),
    Kind.BYO_YOMI: _Limits(MAIN_BEFORE_BYO_YOMI_S, DELAY_S, "byo-yomi period", byo_yomi=BYO_YOMI_PERIODS),
    Kind.COUNT_UP: _Limits(main_s=range(1)),
}


@dataclass(frozen=True, slots=True)
class Period:
    """One part of a side's time, in seconds: the main time, and an extra that depends on its kind."""

    main_s: int
    extra_s: int = 0
    """The increment or delay of a ply; in byo-yomi the length of a period."""
    kind: Kind = Kind.FISCHER
    moves: int = 0
    """How many moves are to be made in it; 0: it has no move count."""
    byo_yomi: int = 0
    """The number of byo-yomi periods."""

    def __post_init__(self) -> None:
        limits = _LIMITS[self.kind]
        _check(self.main_s, limits.main_s, "main time")
        _check(self.extra_s, limits.extra_s, limits.extra)
        _check(self.moves, limits.moves, *_MOVE_COUNT)
        _check(self.byo_yomi, limits.byo_yomi, *_BYO_YOMI_COUNT)

    @property
    def main_ms(self) -> int:
        """The main time, in ms."""
        return self.main_s * 1000

    @property
    def increment_ms(self) -> int:
        """The increment of each completed ply, in ms."""
        return self.extra_s * 1000 if self.kind is Kind.FISCHER else 0

    @property
    def delay_ms(self) -> int:
        """How long the main time stands in each ply, in ms, for US delay and Bronstein alike."""
        return self.extra_s * 1000 if self.kind in (Kind.DELAY, Kind.BRONSTEIN) else 0

    @property
    def byo_yomi_ms(self) -> int:
        """The length of a byo-yomi period, in ms; 0 if there are none."""
        return self.extra_s * 1000 if self.kind is Kind.BYO_YOMI else 0

    @property
    def text(self) -> str:
        """The text of the period, such as `300`, `40/5400+30` or `1800y3x30`."""
        match self.kind:
            case Kind.COUNT_UP:
                return "^"
            case Kind.HOURGLASS:
                return f"*{self.main_s}"
            case Kind.BYO_YOMI:
                return f"{self.main_s}y{self.byo_yomi}x{self.extra_s}"
        count = f"{self.moves}/" if self.moves else ""
        return f"{count}{self.main_s}{self.kind}{self.extra_s}" if self.extra_s else f"{count}{self.main_s}"


Side = tuple[Period, ...]
"""The periods of one side, in order."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The whole agreement: the periods of each side, equal unless played at odds. ValueError if invalid."""

    white: Side
    black: Side
    text: str = field(init=False, repr=False, compare=False)
    """The canonical text in seconds; `parse_time_control` reads it back to an equal value."""

    def __post_init__(self) -> None:
        white, black = _side_text(self.white), _side_text(self.black)
        object.__setattr__(self, "text", white if white == black else f"{white} ; {black}")
        for side in (self.white, self.black):
            text = _side_text(side)
            _need(len(side) in PERIODS, f"found {len(side)} periods, expected 1 to {PERIODS.stop - 1}")
            alone = len(side) == 1 or not any(each.kind in _ALONE for each in side)
            _need(alone, f"found {text}, expected '*' and '^' without other periods")
            behind = any(each.kind is Kind.BYO_YOMI for each in side[:-1])
            _need(not behind, f"found {text}, expected no period behind byo-yomi")
            counted = [each.moves > 0 for each in side]
            in_order = counted == sorted(counted, reverse=True)
            _need(in_order, f"found {text}, expected no move count behind a period without one")
        hourglass = {side[0].kind is Kind.HOURGLASS for side in (self.white, self.black)}
        _need(len(hourglass) == 1, f"found {self.text}, expected an hourglass for both sides or neither")

    def __hash__(self) -> int:
        return hash(self.text)

    @classmethod
    def both(cls, *periods: Period) -> Self:
        """Return the control that gives both sides the same periods."""
        return cls(periods, periods)

    def periods(self, side: chess.Color) -> Side:
        """Return the periods of `side`, in order."""
        return self.white if side == chess.WHITE else self.black

    def period(self, side: chess.Color, number: int = 0) -> Period:
        """Return the period of `side` with this number, from 0; beyond the end the last one repeats."""
        periods = self.white if side == chess.WHITE else self.black
        return periods[min(number, len(periods) - 1)]

    def is_last(self, side: chess.Color, number: int) -> bool:
        """Whether no period of `side` follows this one: it is the last and does not repeat."""
        return number >= len(self.periods(side)) - 1 and not self.periods(side)[-1].moves

    def most_periods(self, side: chess.Color) -> int:
        """Return the highest number of a period of `side`, from 1: `MOST_TIMES` if the last one repeats."""
        periods = self.periods(side)
        return MOST_TIMES if periods[-1].moves else len(periods)

    def due(self, side: chess.Color, number: int) -> int | None:
        """Return the move that ends this period, counted from the game's first; None: no move does."""
        if not self.period(side, number).moves:
            return None
        periods = self.periods(side)
        repeated = max(0, number + 1 - len(periods))
        return sum([period.moves for period in periods[: number + 1]]) + repeated * periods[-1].moves

    def main_ms(self, side: chess.Color) -> int:
        """Return the main time of the first period of `side`, in ms."""
        return self.period(side).main_ms

    def increment_ms(self, side: chess.Color) -> int:
        """Return the increment of `side` in its first period, in ms."""
        return self.period(side).increment_ms


def _side_text(side: Side) -> str:
    return ":".join(each.text for each in side)


def parse_time_control(text: str) -> TimeControl | None:
    """Parse a time control in seconds; None for `-`, no clock.

    Spaces are allowed at both ends and around the `;`. ValueError names the column (from 1), what was found
    there and what was expected.
    """
    read = _Reader(text)
    read.spaces()
    if read.takes("-"):
        read.end()
        return None
    white = _parse_side(read, alone=_ALONE)
    if read.takes(";"):
        read.spaces()
        hourglass = white[0].kind is Kind.HOURGLASS
        black = _parse_side(
            read, alone=(Kind.HOURGLASS,) if hourglass else (Kind.COUNT_UP,), digits=not hourglass
        )
    else:
        black = white
    read.end()
    return TimeControl(white, black)


def time_control_text(control: TimeControl | None) -> str:
    """Write a time control in seconds, or `-` for no clock."""
    return control.text if control else "-"


class _Number(NamedTuple):
    """Digits and their position; the sign after them decides their limits."""

    at: int
    digits: str

    def within(self, limits: range, name: str, unit: str = " s") -> int:
        """The value; ValueError if it is outside the limits. Any number of digits is safe."""
        short = self.digits.lstrip("0") or "0"
        if len(short) > len(str(limits.stop)) or int(short) not in limits:
            expected = _describe_limits(limits, name, unit)
            raise ValueError(f"column {self.at + 1}: found {self.digits[:20]}{unit}, expected {expected}")
        return int(short)


class _Reader:
    """A scanner of single signs; at each position it knows what it would have accepted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._tried: list[str] = []

    def takes(self, sign: str) -> bool:
        """Skip this sign if it comes next; return whether it did."""
        if self._text[self._at : self._at + 1] == sign:
            self._at += 1
            self._tried = []
            return True
        self._tried.append(f"'{sign}'")
        return False

    def number(self) -> _Number:
        """Read digits; ValueError if none come next."""
        end = self._at
        while end < len(self._text) and self._text[end] in _DIGITS:
            end += 1
        if end == self._at:
            self._tried.insert(0, "digits")
            raise self.refusal()
        number = _Number(self._at, self._text[self._at : end])
        self._at, self._tried = end, []
        return number

    def spaces(self) -> None:
        """Skip spaces; after a space, signs that must follow the last one directly are no longer expected."""
        while self._text[self._at : self._at + 1] == " ":
            self._at += 1
            self._tried = []

    def end(self) -> None:
        """Skip spaces and expect the end; ValueError if anything else follows."""
        self.spaces()
        if self._at < len(self._text):
            self._tried.append("the end")
            raise self.refusal()

    def refusal(self) -> ValueError:
        """Build the error: the column, what was found, and what was expected."""
        found = repr(self._text[self._at]) if self._at < len(self._text) else "the end"
        *first, last = self._tried
        expected = f"{', '.join(first)} or {last}" if first else last
        return ValueError(f"column {self._at + 1}: found {found}, expected {expected}")


def _parse_side(read: _Reader, alone: tuple[Kind, ...], *, digits: bool = True) -> Side:
    """Parse the periods of a side; `alone` are the kinds allowed here that stand without other periods."""
    for kind in alone:
        if read.takes(kind):
            main_s = read.number().within(MAIN_S, "main time") if kind is Kind.HOURGLASS else 0
            read.spaces()
            return (Period(main_s, kind=kind),)
    if not digits:
        raise read.refusal()
    periods = [_parse_period(read, counted=True)]
    while periods[-1].kind is not Kind.BYO_YOMI and len(periods) < PERIODS.stop - 1 and read.takes(":"):
        periods.append(_parse_period(read, counted=periods[-1].moves > 0))
    read.spaces()
    return tuple(periods)


def _parse_period(read: _Reader, *, counted: bool) -> Period:
    """Parse a period that begins with digits; `counted`: it may begin with a move count."""
    number, moves = read.number(), 0
    if counted and read.takes("/"):
        moves, number = number.within(MOVES, *_MOVE_COUNT), read.number()
    for kind in _EXTRAS:
        if read.takes(kind):
            main_s, name = number.within(MAIN_S, "main time"), "increment" if kind == "+" else "delay"
            extra_s = read.number().within(INCREMENT_S, name)
            return Period(main_s, extra_s, kind if extra_s else Kind.FISCHER, moves)
    if not moves and read.takes(Kind.BYO_YOMI):
        return _parse_byo_yomi(read, number.within(MAIN_BEFORE_BYO_YOMI_S, "main time"))
    return Period(number.within(MAIN_S, "main time"), moves=moves)


def _parse_byo_yomi(read: _Reader, main_s: int) -> Period:
    """Parse what follows the `y` of a byo-yomi period."""
    periods = read.number().within(BYO_YOMI_PERIODS, *_BYO_YOMI_COUNT)
    if not read.takes("x"):
        raise read.refusal()
    period_s = read.number().within(DELAY_S, "byo-yomi period")
    return Period(main_s, period_s, Kind.BYO_YOMI, byo_yomi=periods)


def _check(value: int, limits: range, name: str, unit: str = " s") -> None:
    _need(value in limits, f"found {value}{unit}, expected {_describe_limits(limits, name, unit)}")


def _describe_limits(limits: range, name: str, unit: str) -> str:
    article = "an" if name[0] in "aeiou" else "a"
    most = limits.stop - 1
    return f"{article} {name} of {limits.start} to {most}{unit}" if most else f"no {name} of such a period"


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
