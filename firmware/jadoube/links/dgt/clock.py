"""The clock of a DGT board: what it says of times and levers, and what a program may tell it.

The clock is one of the kind that shows eight letters. White has its left side. Its lever is what the program
is told of a press: where the program runs the clocks by itself, a press is none of its business, and the
lever rests. Source: dgtbrd13.h.

It refuses to know modes: when the clock speaks is `session.py`'s.
"""

from enum import IntEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.links.translation import RunClocks, Wish, Write

NO_CLOCK: Final = bytes((0, 0, 0, 0, 0, 0, 0x20))
"""What a board says that has no clock."""

_UNSET: Final = bytes(7)
"""What a clock says that is not set: programs take no times from it, and go on to write on it."""
_RUNS, _RIGHT_HIGH, _RIGHT_TURN, _LEFT_TURN = 0x01, 0x02, 0x08, 0x10
"""Bits of the status, as the header has them. A board that was recorded (`1.inbytes` of dgtdriver) has the
last two the other way round; programs were seen to take the side from the lever, or from the times."""
_FLAG: Final = 0x10
"""Of the hours: the flag has fallen, and the clock stands at zero."""
_LONGEST_S: Final = 10 * 3600 - 1
_SECOND_MS: Final = 1000


def clock_times(view: LinkView, lever: chess.Color) -> bytes:
    """The clock of this view, as seven bytes: right hours, minutes, seconds; left ones; its status.

    `lever` is the side whose lever is up.
    """
    clock = view.clock
    if clock is None:
        return _UNSET
    running = {"white": chess.WHITE, "black": chess.BLACK}.get(clock.running)
    turn = lever if running is None else running
    status = (_LEFT_TURN if turn else _RIGHT_TURN) | (0 if lever else _RIGHT_HIGH)
    times = _time(clock.black_ms, has_run=clock.started) + _time(clock.white_ms, has_run=clock.started)
    return times + bytes((status | (0 if running is None else _RUNS),))


def up_lever(view: LinkView, before: chess.Color | None) -> chess.Color:
    """The side whose lever is up: that of the running clock; else it stays, at first that of the turn."""
    if view.clock is not None and view.clock.running:
        return view.clock.running == "white"
    return before if before is not None else view.turn == "white"


def _time(ms: int, *, has_run: bool) -> bytes:
    """Hours, minutes and seconds, rounded up as on the faces; at most 9:59:59."""
    minutes, seconds = divmod(min(max(-(-ms // _SECOND_MS), 0), _LONGEST_S), 60)
    hours, minutes = divmod(minutes, 60)
    return bytes((hours | (_FLAG if has_run and ms <= 0 else 0), _bcd(minutes), _bcd(seconds)))


def _bcd(number: int) -> int:
    return number // 10 << 4 | number % 10


def stored_time(view: LinkView, side: chess.Color) -> bytes:
    """The time of a side that was halted, as the board stores it: three bytes; none without a clock."""
    if view.clock is None:
        return b""
    hours, minutes, seconds = _time(view.clock.white_ms if side else view.clock.black_ms, has_run=False)
    return bytes((0x60 | (0x10 if side else 0) | hours, minutes, seconds))


class ClockAnswer(NamedTuple):
    """What comes of a clock message."""

    ack: bytes
    """The data of the acknowledgement, seven bytes."""
    wishes: tuple[Wish, ...] = ()
    text: str | None = None
    """The text that the clock shows from now on; None: the same as before."""
    toggles: bool | None = None
    """Whether a press is to start the other side's clock, where clocks are set; None: they are not."""


class Tell(IntEnum):
    """What a program tells the clock."""

    DISPLAY = 0x01
    ICONS = 0x02
    CLEAR = 0x03
    BUTTONS = 0x08
    VERSION = 0x09
    SET_AND_RUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C
    ASCII_LONG = 0x0D


_START, _END = 0x03, 0x00
_LENGTHS: Final = {
    Tell.DISPLAY: 11,
    Tell.ICONS: 11,
    Tell.CLEAR: 3,
    Tell.BUTTONS: 3,
    Tell.VERSION: 3,
    Tell.SET_AND_RUN: 10,
    Tell.BEEP: 4,
    Tell.ASCII: 12,
    Tell.ASCII_LONG: 15,
}
"""The length of each message with its start, its end and what it tells."""
_CLOCK_VERSION: Final = 0x22
"""Version 2.2: from 2 on, programs send letters."""


def read_clock_message(data: bytes, text: str) -> ClockAnswer | None:
    """Read a clock message without its head; `text` is what the clock shows. None: it is none.

    As a clock does, it refuses times that are none: the acknowledgement says so, and nothing is done.
    """
    if len(data) < 3 or data[0] != _START or data[-1] != _END or _LENGTHS.get(data[1]) != len(data):  # type: ignore[call-overload]
        return None
    tell, rest = Tell(data[1]), data[2:-1]
    match tell:
        case Tell.SET_AND_RUN:
            return _set_and_run(rest)
        case Tell.ASCII | Tell.ASCII_LONG:
            return _write(tell, _letters(rest[:-1]), beeps=rest[-1] > 0)
        case Tell.DISPLAY:
            return _write(tell, _seven_segments(rest), beeps=bool(rest[7] & 0x02))
        case Tell.BEEP:
            return ClockAnswer(acknowledge(tell), (Write(text, beeps=rest[0] > 0),))
        case _:
            return _ACKNOWLEDGED[tell]


def _write(tell: Tell, text: str, *, beeps: bool) -> ClockAnswer:
    return ClockAnswer(acknowledge(tell), (Write(text, beeps),), text)


def _set_and_run(rest: bytes) -> ClockAnswer:
    hours, minutes, seconds = (rest[0] & 0x0F, rest[3] & 0x0F), (rest[1], rest[4]), (rest[2], rest[5])
    if max(minutes + seconds) > 59 or max(hours) > 9:
        return ClockAnswer(acknowledge(Tell.SET_AND_RUN, error=True))
    left, right = ((h * 60 + m) * 60 + s for h, m, s in zip(hours, minutes, seconds, strict=True))
    runs = {0x01: chess.WHITE, 0x02: chess.BLACK}.get(rest[6] & 0x07)
    wish = RunClocks(left * _SECOND_MS, right * _SECOND_MS, runs)
    return ClockAnswer(acknowledge(Tell.SET_AND_RUN), (wish,), toggles=bool(rest[6] & 0x08))


def acknowledge(command: int, second: int = 0, third: int = 0, *, error: bool = False) -> bytes:
    """The data of an acknowledgement: four bytes, whose highest bits are kept in the hours."""
    first = 0x40 if error else 0x10
    return bytes(
        (
            0x0A | (second & 0x80) >> 3 | (third & 0x80) >> 2,
            *(first, command & 0x7F),
            0x0A | (command & 0x80) >> 2,
            *(second & 0x7F, third & 0x7F, 0),
        )
    )


_ACKNOWLEDGED: Final = {
    Tell.CLEAR: ClockAnswer(acknowledge(Tell.CLEAR), (Write(""),), ""),
    Tell.VERSION: ClockAnswer(acknowledge(Tell.VERSION, _CLOCK_VERSION)),
    Tell.ICONS: ClockAnswer(acknowledge(Tell.ICONS)),
    Tell.BUTTONS: ClockAnswer(acknowledge(Tell.BUTTONS)),
}
"""What is answered to messages that say no more than what they are."""


def _letters(data: bytes) -> str:
    """The text of ASCII letters; others are blanks. Blanks at the ends are left out."""
    return "".join(chr(each) if 0x20 < each < 0x7F else " " for each in data).strip()


_PATTERNS: Final = (
    "3F0 061 5B2 4F3 664 6D5 7D6 077 7F8 6F9 "
    "77A 5Fa 7Cb 39C 58c 5Ed 79E 7Be 71f 3Dg "
    "76H 74h 10i 1Ej 75k 38l 55m 54n 5Co 73p "
    "67q 50r 78t 3Eu 2Av 7Ew 64x 6Ey 40- 52/ "
    "36| 53? 65@ 48= 08_ "
)
"""The patterns of segments that programs draw, each with its letter: `s` is drawn as 5, and `z` as 2."""
_SEGMENTS: Final = {int(each[:2], 16): each[2] for each in _PATTERNS.split()}


def _seven_segments(rest: bytes) -> str:
    """The text of six patterns, which come as the third, second and first of each side."""
    return "".join(_SEGMENTS.get(rest[at], " ") for at in (2, 1, 0, 5, 4, 3)).strip()
