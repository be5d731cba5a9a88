"""A DGT board on a serial line, as programs see it: commands are answered in order, changes are told.

What the program has been told is kept, and a field is told when its code is another one: so a field is
never told twice, never told empty twice, and a piece that is recognised late is told again. Without a mode
the board says nothing by itself. The beginning of a command is kept for a second: then a program that has
died in the middle of one takes nothing of the next one's. Source: dgtbrd13.h, and what programs were seen to
need.
"""

from enum import Enum
from typing import Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.core.squares import Occupancy
from jadoube.links.dgt.bus import BusBoard
from jadoube.links.dgt.clock import (
    NO_CLOCK,
    ClockAnswer,
    clock_times,
    read_clock_message,
    up_lever,
)
from jadoube.links.dgt.codes import board_dump, field_changes, square_of
from jadoube.links.dgt.framing import Ask, Command, OnBus, message, take_commands
from jadoube.links.dgt.storage import Storage
from jadoube.links.shown_moves import Shown
from jadoube.links.translation import Light, Play, Said, Wish

TRADEMARK: Final = "jadoube: an open chessboard with reed switches"
"""What the board says of itself: its own text, and none of DGT's, as their header asks for. At most 64
letters, as some programs read no more."""
VERSION: Final = bytes((1, 8))
"""Version 1.8 of the protocol's boards: they have long numbers, batteries and clock messages."""
MOST_NUMBER: Final = 0x3FFF
"""The highest number that is also an address of 14 bits."""
_BATTERY: Final = bytes((*(0x7F, 0x7F, 0x7F), *(0, 0, 0, 0, 0, 0)))
"""Percent, hours and minutes that are left: not known."""
_EVERY_MS: Final = 1000
"""How often the clock is told in the mode that always tells it."""
_REST_MS: Final = 1000
"""How long the rest of a command may take. The longest has 74 bytes: 77 ms at 9600 bits a second."""


class Mode(Enum):
    """What the board tells by itself."""

    IDLE = "nothing"
    UPDATE = "changes; the clock each second"
    UPDATE_BOARD = "changes"
    UPDATE_NICE = "changes; the clock when it shows something else"
    BUS = "nothing, and commands have an address"


_MODES: Final = {
    Ask.RESET: Mode.IDLE,
    Ask.UPDATE: Mode.UPDATE,
    Ask.UPDATE_BOARD: Mode.UPDATE_BOARD,
    Ask.UPDATE_NICE: Mode.UPDATE_NICE,
    Ask.TO_BUS: Mode.BUS,
}
_TELLS_FIELDS: Final = (Mode.UPDATE, Mode.UPDATE_BOARD, Mode.UPDATE_NICE)
_TELLS_CLOCK: Final = (Mode.UPDATE, Mode.UPDATE_NICE)

_DUMP, _TIMES, _FIELD, _STORED, _ADDRESS, _NUMBER = 0x06, 0x0D, 0x0E, 0x0F, 0x10, 0x11
_TRADEMARK, _VERSION, _BATTERY_STATE, _LONG_NUMBER = 0x12, 0x13, 0x20, 0x22


class DgtLink(NamedTuple):
    """A program's session with the board."""

    number: int = 1
    """The board's number, 1 to `MOST_NUMBER`: by it programs tell boards apart."""
    has_clock: bool = True
    """Whether the program may use our clock. Without one it shows no texts either."""
    mode: Mode = Mode.IDLE
    rest: bytes = b""
    """The beginning of a command."""
    rest_ms: int = 0
    """When its first byte came; means nothing without one."""
    told: str = ""
    """The letters of all squares as the program knows them, a1 first; empty: it was told none."""
    times: bytes = NO_CLOCK
    """The clock now."""
    told_times: bytes = b""
    """The clock as it was told last."""
    told_ms: int = 0
    """When that was."""
    lever: chess.Color | None = None
    """The side whose lever is up; None: not known yet."""
    is_pressed: bool = True
    """Whether the lever shows presses; not while the program runs the clocks by itself."""
    text: str = ""
    """What the program has written on the clock."""
    shown: Shown = Shown()
    storage: Storage = Storage()
    ignores_ping: bool = False

    def hear(self, data: bytes, view: LinkView) -> tuple["DgtLink", Said]:
        """Take in bytes, and answer each command in order; what is no command is dropped."""
        link, said = self.show(view)
        messages, wishes = list(said.to_program), list(said.wishes)
        commands, rest = take_commands(link.rest + data)
        is_longer = bool(link.rest) and len(rest) == len(link.rest) + len(data)
        link = link._replace(rest=rest, rest_ms=link.rest_ms if is_longer else view.at_ms)
        for command in _without_repeated_stores(commands):
            link, said = _answer(link, command, view)
            messages += said.to_program
            wishes += said.wishes
        return link, Said(tuple(messages), tuple(wishes))

    def show(self, view: LinkView) -> tuple["DgtLink", Said]:
        """Tell what has changed, as far as the mode wants it."""
        shown, play = self.shown.look(view)
        link = _look(self, view)._replace(shown=shown)
        messages = list[bytes]()
        if link.mode in _TELLS_FIELDS:
            messages += _field_messages(link.told, view.pieces)
            link = link._replace(told=view.pieces)
        if link.mode in _TELLS_CLOCK and (
            link.times != link.told_times or view.at_ms >= (_again_ms(link) or view.at_ms + 1)
        ):
            messages.append(message(_TIMES, link.times))
            link = _times_told(link, view)
        return link, Said(tuple(messages), (play,) if play else ())

    def due_ms(self) -> int | None:
        """When the clock is to be told again, or a shown move counts. Another second is a new view."""
        return min((ms for ms in (_again_ms(self), self.shown.due_ms()) if ms is not None), default=None)


def begin() -> DgtLink:
    """The board as a program finds it."""
    return DgtLink()


def _again_ms(link: DgtLink) -> int | None:
    """When the clock is to be told although it shows the same; None: never."""
    return link.told_ms + _EVERY_MS if link.mode is Mode.UPDATE else None


def _look(link: DgtLink, view: LinkView) -> DgtLink:
    """Take in what the board stores, and what its clock shows; forget half a command that is old."""
    rest = link.rest if view.at_ms - link.rest_ms <= _REST_MS else b""
    lever = up_lever(view, link.lever) if link.is_pressed or link.lever is None else link.lever
    times = clock_times(view, lever) if link.has_clock else NO_CLOCK
    return link._replace(rest=rest, storage=link.storage.seen(view), lever=lever, times=times)


def _field_messages(before: str, after: str) -> list[bytes]:
    return [message(_FIELD, bytes(change)) for change in field_changes(before, after)]


def _times_told(link: DgtLink, view: LinkView) -> DgtLink:
    return link._replace(told_times=link.times, told_ms=view.at_ms)


def _without_repeated_stores(commands: list[Command]) -> list[Command]:
    """Of several wishes for all that is stored, which is long, the last one."""
    asks = [at for at, command in enumerate(commands) if command.code is Ask.STORED_MOVES]
    return [command for at, command in enumerate(commands) if at not in asks[:-1]]


def _answer(link: DgtLink, command: Command, view: LinkView) -> tuple[DgtLink, Said]:
    """Answer one command."""
    code = command.code
    if isinstance(code, OnBus):
        return _answer_on_bus(link, command, view)
    if link.mode is Mode.BUS:
        link = link._replace(mode=Mode.IDLE)
    if code in _MODES:
        return _set_mode(link, _MODES[code], view)
    if code is Ask.LIGHTS:
        return _light(link, command.data, view)
    if code is Ask.CLOCK_MESSAGE:
        return _hear_clock_message(link, command.data, view)
    return _tell(link, code, view)


def _tell(link: DgtLink, code: Ask, view: LinkView) -> tuple[DgtLink, Said]:
    """Answer a command that wants to know something."""
    match code:
        case Ask.BOARD:
            told = link._replace(told=view.pieces)
            return told, Said((message(_DUMP, board_dump(view.pieces)),))
        case Ask.CLOCK:
            return _times_told(link, view), Said((message(_TIMES, link.times),))
        case Ask.STORED_MOVES:
            return link, Said((message(_STORED, link.storage.whole()),))
        case _:
            return link, Said((message(*_about(link, code)),))


def _about(link: DgtLink, code: Ask) -> tuple[int, bytes]:
    """What the board says of itself: the answer's code, and its data."""
    number = link.number
    answers = {
        Ask.SERIAL_NUMBER: (_NUMBER, f"{number:05}".encode()),
        Ask.LONG_SERIAL_NUMBER: (_LONG_NUMBER, f"{number:010}".encode()),
        Ask.BUS_ADDRESS: (_ADDRESS, bytes((number >> 7, number & 0x7F))),
        Ask.TRADEMARK: (_TRADEMARK, TRADEMARK.encode()),
        Ask.VERSION: (_VERSION, VERSION),
        Ask.BATTERY: (_BATTERY_STATE, _BATTERY),
    }
    return answers[code]


def _set_mode(link: DgtLink, mode: Mode, view: LinkView) -> tuple[DgtLink, Said]:
    """Begin a mode; the board as it stands is what the program knows, unless it was told another one."""
    if mode not in _TELLS_FIELDS:
        return link._replace(mode=mode, told="", told_times=b""), Said()
    if mode in _TELLS_CLOCK and link.mode is not mode:
        link = _times_told(link, view)
    messages = _field_messages(link.told or view.pieces, view.pieces)
    return link._replace(mode=mode, told=view.pieces), Said(tuple(messages))


def _light(link: DgtLink, data: bytes, view: LinkView) -> tuple[DgtLink, Said]:
    """Light two squares, or darken all; other patterns are those of other boards."""
    if len(data) != 4 or data[3]:
        return link, Said()
    squares: Occupancy = 0
    for square in map(square_of, data[1:3]) if data[0] else ():
        squares |= 0 if square is None else chess.BB_SQUARES[square]
    shown, play = link.shown.light(view, squares)
    return link._replace(shown=shown), _with_play((), (Light(squares),), play)


def _hear_clock_message(link: DgtLink, data: bytes, view: LinkView) -> tuple[DgtLink, Said]:
    """Do what a clock message asks for; it is acknowledged where the clock is told."""
    answer = read_clock_message(data, link.text) if link.has_clock else None
    if answer is None:
        return link, Said()
    messages = (message(_TIMES, answer.ack),) if link.mode in _TELLS_CLOCK else ()
    if answer.toggles is not None:
        link = link._replace(is_pressed=answer.toggles)
    return _write(link, answer, view, messages)


def _write(
    link: DgtLink, answer: ClockAnswer, view: LinkView, messages: tuple[bytes, ...]
) -> tuple[DgtLink, Said]:
    if answer.text is None:
        return link, Said(messages, answer.wishes)
    shown, play = link.shown.write(view, answer.text)
    return link._replace(text=answer.text, shown=shown), _with_play(messages, answer.wishes, play)


def _with_play(messages: tuple[bytes, ...], wishes: tuple[Wish, ...], play: Play | None) -> Said:
    return Said(messages, (*wishes, play) if play else wishes)


def _answer_on_bus(link: DgtLink, command: Command, view: LinkView) -> tuple[DgtLink, Said]:
    """Answer as one board of several; the board says nothing by itself from now on."""
    board = BusBoard(
        *(link.number, VERSION, view.pieces, link.times, link.storage), ignores_ping=link.ignores_ping
    )
    board, messages = board.answer(command)
    mode = Mode.IDLE if command.code is OnBus.LEAVE_BUS else Mode.BUS
    link = link._replace(mode=mode, storage=board.storage, ignores_ping=board.ignores_ping)
    return link, Said(messages)
