"""The text of one side's face: its time, or a word.

It decides how a time is written, when that text next changes, and how a face shows that its side runs. It
refuses to know how a clock runs (the caller gives its reading), the game, and how a display is driven.

A time is first rounded up to the shown unit; then the form is chosen. So the shown time never goes up while
the time runs down, and 0 is shown only when no time is left:

    10h     from 10:00:00 (only increments lead there)  1:00    from 1:00:00, hours and minutes
    59:59   minutes and seconds                          19.9    tenths, below the setting

So 1:00:00.001 is ` 1:01`; 1:00:00.000 and 59:59.001 are ` 1:00`; 59:59.000 is `59:59`. With tenths below
20 s, 19.901 is `00:20` and 19.900 is ` 19.9`. With hours below ten the first digit is dark, with minutes it
never is: ` 5:00` is five hours, `05:00` five minutes.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import chess

from jadoube.core.clock.clock_reading import SideReading
from jadoube.core.display.seven_segment import Segments, segments

_TENTH_MS: Final = 100
_SECOND_MS: Final = 1000
_MINUTE_MS: Final = 60 * _SECOND_MS
_HOUR_MS: Final = 60 * _MINUTE_MS


class _Form(NamedTuple):
    """A form of a time: it counts `unit_ms`, for times of up to `longest_ms`."""

    unit_ms: int
    longest_ms: int


@dataclass(frozen=True, slots=True)
class Face:
    """One side's display: its lit segments, whether they are bright, and whether they blink."""

    segments: Segments
    bright: bool
    blinks: bool = False


class Going(Enum):
    """The state of a side's clock."""

    STANDS = "stands"
    RUNS = "runs"
    PAUSED = "paused"
    """It is stopped, and runs again after the pause."""


def left_text(left: SideReading, tenths_below_s: int) -> str:
    """Return a side's time as up to four characters, with points and a colon.

    During a delay the point of the first digit is lit. In byo-yomi, from 9:59 down, the first digit is the
    number of periods, with its point: `3.0:30`. More than nine periods take two digits, from 99 s down:
    `12.30`, and have no tenths. A time that counts up is rounded down.
    """
    if left.rises:
        return time_text(left.ms - left.ms % _unit_ms(left.ms), 0)
    if left.periods and left.periods > _ONE_DIGIT:
        seconds = _round_up(left.ms, _SECOND_MS)
        return f"{left.periods}.{seconds:02}" if left.ms <= _MANY_COUNTED_MS else time_text(left.ms, 0)
    text = time_text(left.ms, tenths_below_s)
    if left.periods and left.ms <= _COUNTED_MS:
        return f"{left.periods}.{text[1:]}"
    return f"{text[0]}.{text[1:]}" if left.delay_ms else text


def next_left_change_ms(left: SideReading, tenths_below_s: int) -> int | None:
    """Return after how many ms of running `left_text` changes; None if it never will."""
    if left.rises:
        return _next_rise_ms(left.ms)
    has_tenths = not left.periods or left.periods <= _ONE_DIGIT
    return left.delay_ms or next_change_ms(left.ms, tenths_below_s if has_tenths else 0)


# What is looked up


def exact_text(left: SideReading, part: int) -> str | None:
    """Return a part of a time from an hour to a hundred hours: 0 hours and minutes, 1 the seconds.

    None for other times: their usual form is as exact, or has no room. Together the parts are the time in
    seconds, rounded as on a face: `12:34`, then `  :56`.
    """
    count = _seconds(left)
    if not _HOUR_S <= count < 100 * _HOUR_S:
        return None
    return f"  :{count % 60:02}" if part else f"{count // _HOUR_S:2}:{count % _HOUR_S // 60:02}"


def next_exact_change_ms(left: SideReading, part: int) -> int:
    """Return after how many ms of running `exact_text` changes."""
    count, unit = _seconds(left), 1 if part else 60
    if left.rises:
        return (count // unit + 1) * unit * _SECOND_MS - left.ms
    return left.delay_ms + left.ms - (count // unit * unit - 1) * _SECOND_MS


def next_exact_gain_ms(left: SideReading, part: int) -> int:
    """Return after how many ms `exact_text` of a growing time (hourglass) changes."""
    count, unit = _seconds(left), 1 if part else 60
    return ((count // unit + 1) * unit - 1) * _SECOND_MS - left.ms + 1


def _seconds(left: SideReading) -> int:
    """A side's time in seconds, rounded up, or down if it rises."""
    return left.ms // _SECOND_MS if left.rises else _round_up(left.ms, _SECOND_MS)


def moves_text(number: int, to_go: int | None) -> str:
    """Return a move's number and the moves to go: `12.29`, without a period to come `  12`.

    Where one of them has three digits, only the moves to go: `105-`.
    """
    if to_go is None:
        return f"{min(number, 9999):4}"
    return f"{number:2}.{to_go:02}" if max(number, to_go) < 100 else f"{to_go:3}-"


def next_gain_ms(left: SideReading, tenths_below_s: int) -> int | None:
    """Return after how many ms the text of a growing time (hourglass) changes; None if it never will."""
    unit_ms, _ = _form(left.ms, tenths_below_s)
    count = _round_up(left.ms, unit_ms)
    return None if unit_ms == _HOUR_MS and count >= 999 else count * unit_ms - left.ms + 1


def time_text(remaining_ms: int, tenths_below_s: int) -> str:
    """Return the time left as four characters with `:` or `.`.

    Tenths are shown below `tenths_below_s` seconds; 0 means never. Above 999 hours it stays at `999h`.
    """
    unit_ms, _ = _form(remaining_ms, tenths_below_s)
    count = _round_up(remaining_ms, unit_ms)
    match unit_ms:
        case 100:
            return f"{count // 10:3}.{count % 10}"
        case 1000:
            return f"{count // 60:02}:{count % 60:02}"
        case 60_000:
            return f"{count // 60:2}:{count % 60:02}"
    return f"{min(count, 999):3}h"


def next_change_ms(remaining_ms: int, tenths_below_s: int) -> int | None:
    """Return after how many ms of running `time_text` changes; None at 0."""
    if remaining_ms == 0:
        return None
    unit_ms, finer_longest_ms = _form(remaining_ms, tenths_below_s)
    count = _round_up(remaining_ms, unit_ms)
    if unit_ms == _HOUR_MS:
        count = min(count, 999)
    return remaining_ms - max((count - 1) * unit_ms, finer_longest_ms)


def clock_face(left: SideReading, going: Going, tenths_below_s: int) -> Face:
    """Show a side's time. Running: bright, with the last point. Standing: dim, without the point.

    Paused: dim, blinking, with the last point.
    """
    return timed_face(left_text(left, tenths_below_s), going)


def timed_face(text: str, going: Going) -> Face:
    """Show a text in place of a time; brightness, point and blinking are those of `clock_face`."""
    lit = _lit(text if going is Going.STANDS else text + ".")
    return Face(lit, bright=going is Going.RUNS, blinks=going is Going.PAUSED)


def words_face(text: str) -> Face:
    """Show a short word or a result, bright: `FLAG`, `rEF`, `1-0`. ValueError if it cannot be shown."""
    return Face(_lit(text), bright=True)


def score_text(winner: chess.Color | None, side: chess.Color) -> str:
    """Return the score of `side`, for its own face; `winner` None is a draw.

    ` 1  `, ` 0  `, ` 0.5 `: each side sees its own score. 1/2-1/2 does not fit in four digits, `1-2` reads as
    a lost match, and a word for draw needs a language. The last digit stays dark. In a time it never is, so
    half a point does not look like half a second (`  0.5`).
    """
    if winner is None:
        return " 0.5 "
    return " 1  " if winner == side else " 0  "


def longest_tenths_ms(tenths_below_s: int) -> int:
    """Return the longest time that is shown with tenths, in ms; 0 if none is but 0."""
    return max(0, tenths_below_s * _SECOND_MS - _TENTH_MS)


def _form(remaining_ms: int, tenths_below_s: int) -> tuple[int, int]:
    """Return the unit of the finest form for this time, and the longest time of the next finer form.

    Both in ms; 0 if there is no finer form.
    """
    finer_longest_ms = max(0, tenths_below_s * _SECOND_MS - _TENTH_MS)
    if tenths_below_s and remaining_ms <= finer_longest_ms:
        return _TENTH_MS, 0
    for unit_ms, longest_ms in _FORMS:
        if remaining_ms <= longest_ms:
            return unit_ms, finer_longest_ms
        finer_longest_ms = longest_ms
    return _HOUR_MS, finer_longest_ms


def _unit_ms(used_ms: int) -> int:
    """The unit of a time that counts up."""
    if used_ms < _HOUR_MS:
        return _SECOND_MS
    return _MINUTE_MS if used_ms < 10 * _HOUR_MS else _HOUR_MS


def _next_rise_ms(used_ms: int) -> int | None:
    """After how many ms the text of a time that counts up changes; None at its largest value."""
    return _unit_ms(used_ms) - used_ms % _unit_ms(used_ms) if used_ms < 999 * _HOUR_MS else None


def _round_up(remaining_ms: int, unit_ms: int) -> int:
    return -(-remaining_ms // unit_ms)


_HOUR_S: Final = 3600
#: The most byo-yomi periods whose number takes one digit.
_ONE_DIGIT: Final = 9
#: The longest time with two digits, beside the two digits of many byo-yomi periods.
_MANY_COUNTED_MS: Final = 99 * _SECOND_MS
#: The longest time with three digits, so that the first digit is free for byo-yomi periods: 9:59.
_COUNTED_MS: Final = 10 * _MINUTE_MS - _SECOND_MS
_FORMS: Final = (_Form(_SECOND_MS, _HOUR_MS - _SECOND_MS), _Form(_MINUTE_MS, 10 * _HOUR_MS - _MINUTE_MS))
_lit: Final = lru_cache(maxsize=256)(segments)  # a face shows the same few hundred texts all evening
