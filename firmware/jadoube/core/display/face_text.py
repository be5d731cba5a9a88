"""What one side's face says: its time, or a word.

Decides the text of a time and when it next changes, and how the running side is told from the other.
Refuses to know the clock (it is given what remains), the game, and how a display is driven.

A time is rounded up to the unit that is shown, and only then is its form chosen, so that what is shown
never goes up while the time runs down, and 0 is shown only when nothing is left:

    10h     from 10:00:00 (only increments lead there)  1:00    from 1:00:00, hours and minutes
    59:59   minutes and seconds                          19.9    tenths, below the setting

So 1:00:00.001 is ` 1:01`; 1:00:00.000 and 59:59.001 are ` 1:00`; 59:59.000 is `59:59`. With tenths below
20 s, 19.901 is `00:20` and 19.900 is ` 19.9`. Hours leave the first digit dark and minutes never do:
` 5:00` is five hours, `05:00` five minutes.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import chess

from jadoube.core.display.seven_segment import Segments, segments

_TENTH_MS: Final = 100
_SECOND_MS: Final = 1000
_MINUTE_MS: Final = 60 * _SECOND_MS
_HOUR_MS: Final = 60 * _MINUTE_MS


class _Form(NamedTuple):
    """A way to write a time: counted in `unit_ms`, for times that are below `below_ms` when rounded up."""

    unit_ms: int
    below_ms: int

    @property
    def longest_ms(self) -> int:
        return self.below_ms - self.unit_ms


@dataclass(frozen=True, slots=True)
class Face:
    """One side's display: what it lights, whether brightly, and whether all of it blinks."""

    segments: Segments
    bright: bool
    blinks: bool = False


class Going(Enum):
    """What a side's clock does."""

    STANDS = "stands"
    RUNS = "runs"
    PAUSED = "paused"
    """It is stopped, and runs on when the pause is over."""


class Left(NamedTuple):
    """A side's time as its clock counts it at one instant."""

    ms: int
    """What is left of it; of one that counts up, what was used."""
    delay_ms: int = 0
    """What is left of the delay that goes before it."""
    periods: int = 0
    """In byo-yomi, the periods that are left; 0 while there are none to be counted."""
    rises: bool = False
    """Whether it counts up."""


def left_text(left: Left, tenths_below_s: int) -> str:
    """Return a side's time as up to four characters with their points and colon.

    While a delay runs the first digit has its point: the time stands still behind it. In byo-yomi the first
    digit is the number of periods and has its point, from 9:59 on: `3.0:30`. A time that counts up is rounded
    down.
    """
    if left.rises:
        return time_text(left.ms - left.ms % _unit_ms(left.ms), 0)
    text = time_text(left.ms, tenths_below_s)
    if left.periods and left.ms <= _COUNTED_MS:
        return f"{min(left.periods, 9)}.{text[1:]}"
    return f"{text[0]}.{text[1:]}" if left.delay_ms else text


def next_left_change_ms(left: Left, tenths_below_s: int) -> int | None:
    """Return how many ms of running change `left_text` next; None where nothing will."""
    if left.rises:
        return _next_rise_ms(left.ms)
    return left.delay_ms or next_change_ms(left.ms, tenths_below_s)


def next_gain_ms(left: Left, tenths_below_s: int) -> int | None:
    """Return how soon `left_text` says more, where a standing clock's time grows; None: never."""
    form, _ = _form(left.ms, tenths_below_s)
    count = _round_up(left.ms, form.unit_ms)
    return None if form.unit_ms == _HOUR_MS and count >= 999 else count * form.unit_ms - left.ms + 1


def time_text(remaining_ms: int, tenths_below_s: int) -> str:
    """Return the time left as four characters with their `:` or `.`; tenths below so many seconds (0: never).

    Beyond 999 hours it stays at `999h`.
    """
    form, _ = _form(remaining_ms, tenths_below_s)
    count = _round_up(remaining_ms, form.unit_ms)
    match form.unit_ms:
        case 100:
            return f"{count // 10:3}.{count % 10}"
        case 1000:
            return f"{count // 60:02}:{count % 60:02}"
        case 60_000:
            return f"{count // 60:2}:{count % 60:02}"
    return f"{min(count, 999):3}h"


def next_change_ms(remaining_ms: int, tenths_below_s: int) -> int | None:
    """Return how many ms of running change `time_text` next; None at 0, where nothing will."""
    if remaining_ms == 0:
        return None
    form, finer_longest_ms = _form(remaining_ms, tenths_below_s)
    count = _round_up(remaining_ms, form.unit_ms)
    if form.unit_ms == _HOUR_MS:
        count = min(count, 999)
    return remaining_ms - max((count - 1) * form.unit_ms, finer_longest_ms)


def clock_face(left: Left, going: Going, tenths_below_s: int) -> Face:
    """Show a side's time. Running, it is bright and its last point is lit; standing, dim and without it.

    Paused it keeps its point, and blinks dimly: the other side's stands, as before.
    """
    return timed_face(left_text(left, tenths_below_s), going)


def timed_face(text: str, going: Going) -> Face:
    """Show a text in the place of a time: who runs is told in the same way."""
    lit = _lit(text if going is Going.STANDS else text + ".")
    return Face(lit, bright=going is Going.RUNS, blinks=going is Going.PAUSED)


def words_face(text: str) -> Face:
    """Show a short word or a result, brightly: `FLAG`, `rEF`, `1-0`. ValueError for what cannot be shown."""
    return Face(_lit(text), bright=True)


def score_text(winner: chess.Color | None, side: chess.Color) -> str:
    """Return what `side` has scored, for its own face; `winner` None is a draw.

    ` 1  `, ` 0  `, ` 0.5 `: each side sees its own score, since 1/2-1/2 does not fit in four digits, `1-2`
    would read as a lost match, and a word for draw has a language. The last digit stays dark, which it
    never is in a time: half a point cannot be taken for half a second (`  0.5`).
    """
    if winner is None:
        return " 0.5 "
    return " 1  " if winner == side else " 0  "


def _form(remaining_ms: int, tenths_below_s: int) -> tuple[_Form, int]:
    """Return the finest form that can say this time, and the longest time that a finer one can (0: none)."""
    finer_longest_ms = 0
    for form in (_Form(_TENTH_MS, tenths_below_s * _SECOND_MS), *_FORMS):
        if remaining_ms <= form.longest_ms:
            return form, finer_longest_ms
        finer_longest_ms = max(0, form.longest_ms)
    return _Form(_HOUR_MS, 0), finer_longest_ms


def _unit_ms(used_ms: int) -> int:
    """The unit in which a time that counts up is said."""
    if used_ms < _HOUR_MS:
        return _SECOND_MS
    return _MINUTE_MS if used_ms < 10 * _HOUR_MS else _HOUR_MS


def _next_rise_ms(used_ms: int) -> int | None:
    """How soon a time that counts up says more; None at its largest."""
    return _unit_ms(used_ms) - used_ms % _unit_ms(used_ms) if used_ms < 999 * _HOUR_MS else None


def _round_up(remaining_ms: int, unit_ms: int) -> int:
    return -(-remaining_ms // unit_ms)


#: The longest time that leaves the first digit to the periods of byo-yomi: 9:59.
_COUNTED_MS: Final = 10 * _MINUTE_MS - _SECOND_MS
_FORMS: Final = (_Form(_SECOND_MS, _HOUR_MS), _Form(_MINUTE_MS, 10 * _HOUR_MS))
_lit: Final = lru_cache(maxsize=256)(segments)  # a face says the same few hundred things all evening
