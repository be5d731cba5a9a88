"""A time control as people write it: main time in minutes, increment in seconds.

    3+2    15|10    90+30       minutes, and seconds of increment a move
    5      0.5      90 min      minutes alone
    180s+2     90 min + 30 s    with units; also 1 h 30 min, 3'+2" and 2m30s
    40/90+30:40/60+15           40 moves in the first period; each period has its own increment
    40/90+15+30                 after a move count + joins the next period; the last number is the increment
    60 min : 15 min             a period without a move count ends when its time is used up
    30 d5      5 b3             with a delay in seconds a move: US delay, Bronstein
    10+3x30                     byo-yomi: three periods of 30 s after the main time
    hourglass 3    count-up     what one side uses the other gets; the time used is counted, without a limit
    5 ; 3+2                     White ; Black
    blitz 3+2                   a preset, by its name
    -      none                 no clock

The law: `core/language/control_read.py` reads every control written here back to an equal control. This file
decides how a control is written. It also decides which numbers could be meant as seconds and so need a unit.
Other programs read the text in seconds (`time_control.py`).
"""

from functools import lru_cache
from typing import Final

from jadoube.core.clock.time_control import Kind, Period, Side, TimeControl

NO_CLOCK: Final = ("-", "none")
"""How people write that there is no clock; the first form is the one written here."""

COUNT_UP: Final = ("count-up", "count up", "^")
HOURGLASS: Final = ("hourglass", "*")

SURELY_MINUTES: Final = 240
"""No usual control has more minutes; every usual control of five minutes or more has more seconds."""

UNSURE_S: Final = range(1, 3 + 1)
"""With so many seconds of increment, 60, 120, 180 or 240 may be minutes or seconds: nobody plays hours with
so small an increment, and 1+1, 2+1 and 3+2 are usual (a guess, from what servers and clocks offer)."""

MINUTE_S: Final = 60


@lru_cache(maxsize=16)  # the few controls of an evening
def control_text(control: TimeControl | None) -> str:
    """Write a control as people do, such as `3+2` or `40/90+30+30`; `-` for no clock."""
    return text_in_unit(control) if control else NO_CLOCK[0]


def text_in_unit(control: TimeControl, unit: str = "") -> str:
    """Write a control with all main times in this unit, `min` or `s`; by default a unit only if needed."""
    white, black = _side_text(control.white, unit), _side_text(control.black, unit)
    return white if white == black else f"{white} ; {black}"


def is_unsure(period: Period, side: Side) -> bool:
    """Whether the main time of this period, in minutes without a unit, could be meant as seconds."""
    minutes, rest = divmod(period.main_s, MINUTE_S)
    if period.main_s > SURELY_MINUTES * MINUTE_S:
        return True
    if rest or period.moves or len(side) > 1:
        return False
    few = period.extra_s in UNSURE_S and minutes in (60, 120, 180, 240)
    return few or (minutes == 180 and not period.extra_s)


def _side_text(side: Side, unit: str) -> str:
    first = side[0]
    if first.kind is Kind.COUNT_UP:
        return COUNT_UP[0]
    if first.kind is Kind.HOURGLASS:
        return f"{HOURGLASS[0]} {_main_time_text(first, side, unit)}"
    if len(side) > 1 and _has_one_increment(side):
        return _join_parts("+", [*(_main_time_text(each, side, unit) for each in side), str(first.extra_s)])
    unit = unit or ("min" if any(map(_looks_like_clock_time, side[:-1])) else "")
    return _join_parts(":", [_period_text(each, side, unit) for each in side])


def _has_one_increment(side: Side) -> bool:
    """Whether a side's increment can be written once, after all its periods."""
    alike = {(each.kind, each.extra_s) for each in side}
    counted = all(each.moves for each in side[:-1])
    return counted and len(alike) == 1 and side[0].kind is Kind.FISCHER and side[0].extra_s > 0


def _looks_like_clock_time(period: Period) -> bool:
    """Whether this period and the next, without units, would look like a clock time: `1:30`."""
    return not period.extra_s and (not period.moves or period.main_s < 10 * MINUTE_S)


def _period_text(period: Period, side: Side, unit: str) -> str:
    main = _main_time_text(period, side, unit)
    if period.kind in (Kind.DELAY, Kind.BRONSTEIN):
        return f"{main} {period.kind}{period.extra_s}"
    if period.kind is Kind.BYO_YOMI:
        return _join_parts("+", [main, f"{period.byo_yomi}x{period.extra_s}"])
    if period.extra_s or (len(side) == 1 and main[-1].isdigit()):  # 5+0, because 5 alone is unclear
        return _join_parts("+", [main, str(period.extra_s)])
    return main


def _main_time_text(period: Period, side: Side, unit: str) -> str:
    """The main time with its move count: whole and half minutes; any other time in seconds."""
    count = f"{period.moves}/" if period.moves else ""
    minutes, rest = divmod(period.main_s, MINUTE_S)
    if unit == "s" or rest not in (0, MINUTE_S // 2):
        return f"{count}{period.main_s}s"
    needs_unit = unit or is_unsure(period, side)
    return f"{count}{minutes}{'.5' if rest else ''}{' min' if needs_unit else ''}"


def _join_parts(sign: str, parts: list[str]) -> str:
    """Join parts with a sign; it has spaces around it if a part contains one, before a unit."""
    spaced = any(" " in part for part in parts)
    return (f" {sign} " if spaced else sign).join(parts)
