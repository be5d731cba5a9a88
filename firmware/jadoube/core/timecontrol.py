"""The time control: how much time the two sides have agreed on, and how that is written.

Decides what a time control may be and its one canonical text. Refuses to know any clock: what is left of
the time, and since when it runs, is `clock.py`'s.

    300         five minutes a side
    300+3       five minutes and three seconds a ply
    300 ; 60+1  White ; Black
    -           no clock

Whole seconds. A side has one `Period` today; periods of so many moves, delays, hourglass, byo-yomi and
count-up will be further periods and further fields of a period. Their signs are known here only to say
so when they are met.
"""

from dataclasses import dataclass
from typing import Final

import chess

#: Under a hundred hours: what four digits can say in some form (`59:59`, ` 9:59`, ` 99h`).
MAIN_S: Final = range(1, 100 * 3600)
#: An hour a ply is more than any control in use grants.
INCREMENT_S: Final = range(3600 + 1)

_DIGITS: Final = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class Period:
    """One part of a side's time: main time, and the increment that each completed ply earns, in seconds."""

    main_s: int
    increment_s: int = 0

    def __post_init__(self) -> None:
        _check(self.main_s, MAIN_S, "main time")
        _check(self.increment_s, INCREMENT_S, "increment")

    @property
    def text(self) -> str:
        """The period as it is written, `300` or `300+3`."""
        return f"{self.main_s}+{self.increment_s}" if self.increment_s else f"{self.main_s}"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The whole agreement: a period for each side. Equal for both unless they play at odds."""

    white: Period
    black: Period

    def period(self, side: chess.Color) -> Period:
        """Return what `side` has."""
        return self.white if side == chess.WHITE else self.black

    def main_ms(self, side: chess.Color) -> int:
        """Return the main time of `side`, in ms."""
        return self.period(side).main_s * 1000

    def increment_ms(self, side: chess.Color) -> int:
        """Return what each completed ply earns `side`, in ms."""
        return self.period(side).increment_s * 1000

    @property
    def text(self) -> str:
        """The canonical text, which `parse_time_control` reads back to an equal value."""
        if self.white == self.black:
            return self.white.text
        return f"{self.white.text} ; {self.black.text}"


def parse_time_control(text: str) -> TimeControl | None:
    """Read a time control; None is `-`, no clock.

    Spaces are free at both ends and around the `;`. ValueError names the column (from 1), what was found
    there and what was expected.
    """
    if text.strip(" ") == "-":
        return None
    white, at = _period(text, 0, ("';'", "the end"))
    if at == len(text):
        return TimeControl(white, white)
    black, _ = _period(text, at + 1, ("the end",))
    return TimeControl(white, black)


def _period(text: str, at: int, then: tuple[str, ...]) -> tuple[Period, int]:
    """Read the period that begins at `at`, and go on to what follows it, which must be one of `then`."""
    main_s, at = _number(text, _past_spaces(text, at), MAIN_S, "main time")
    if text[at : at + 1] != "+":
        return Period(main_s), _follow(text, at, ("'+'", *then))
    increment_s, at = _number(text, at + 1, INCREMENT_S, "increment")
    return Period(main_s, increment_s), _follow(text, at, then)


def _number(text: str, at: int, limits: range, name: str) -> tuple[int, int]:
    """Read the digits at `at`: their value, and where they end."""
    end = at
    while end < len(text) and text[end] in _DIGITS:
        end += 1
    if end == at:
        raise _refusal(text, at, "digits", later="*^")
    digits = text[at:end].lstrip("0") or "0"
    if len(digits) > len(str(limits.stop)) or int(digits) not in limits:
        raise ValueError(f"column {at + 1}: found {digits} s, expected {_wanted(limits, name)}")
    return int(digits), end


def _follow(text: str, at: int, expected: tuple[str, ...]) -> int:
    """Return the place of what follows a period, past spaces: the end, or `;` where that is expected."""
    past = _past_spaces(text, at)
    if past == len(text) or (text[past] == ";" and "';'" in expected):
        return past
    if past > at:  # a `+` would have to stand right behind the digits
        expected = tuple(word for word in expected if word != "'+'")
    raise _refusal(text, past, " or ".join(expected), later="/:dby")


def _past_spaces(text: str, at: int) -> int:
    while text[at : at + 1] == " ":
        at += 1
    return at


def _refusal(text: str, at: int, expected: str, *, later: str) -> ValueError:
    """Say what is wrong at `at`; `later` are the signs of forms that a later version will read there."""
    if at == len(text):
        return ValueError(f"column {at + 1}: found the end, expected {expected}")
    if text[at] in later:
        expected = f"{expected}: this version keeps main time and increment only"
    return ValueError(f"column {at + 1}: found {text[at]!r}, expected {expected}")


def _check(value_s: int, limits: range, name: str) -> None:
    if value_s not in limits:
        raise ValueError(f"found {value_s} s, expected {_wanted(limits, name)}")


def _wanted(limits: range, name: str) -> str:
    article = "an" if name[0] in "aeiou" else "a"
    return f"{article} {name} of {limits.start} to {limits.stop - 1} s"
