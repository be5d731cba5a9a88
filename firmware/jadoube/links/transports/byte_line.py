"""A byte line: an open file descriptor with a program at its other end.

The law: a program costs a bounded share of this process, whatever it does. So many bytes are read in a tenth
of a second and no more; those that wait, wait in the kernel, and hold the program up. What the program does
not read is kept up to a limit, and where the transport says so for so long, then it is dropped. It refuses to
know what the descriptor is: who opened it closes it.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Final

from jadoube.links.transports.programs import DOES_NOT_READ, Listener, Welcome

WINDOW_S: Final = 0.1
"""How long an amount of bytes counts."""

MOST_READ: Final = 400
"""Bytes read in a window. The fastest line of a real board, 38400 baud, brings 384 in that time."""

MOST_WAITING: Final = 64 * 1024
"""Bytes that wait for a program. A DGT position is 67, and a whole dump of the moves 8 kB."""


class ByteLine:
    """A program at the other end of a descriptor that does not block, from `begin` until `ended` is called.

    `ended` gets why it was dropped, or an empty text if the program has gone by itself. With `patience_s` it
    is also dropped when bytes have waited so many seconds and none of them was taken.
    """

    def __init__(self, handle: int, ended: Callable[[str], None], patience_s: float | None = None) -> None:
        self._handle = handle
        self._ended = ended
        self._patience_s = patience_s
        self._stuck: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        self._left = MOST_READ
        self._window: asyncio.TimerHandle | None = None
        self._waiting = bytearray()

    def begin(self, welcome: Welcome) -> None:
        """Begin to read."""
        self._listener = welcome(self)
        self._loop.add_reader(self._handle, self._read)

    def write(self, data: bytes) -> None:
        """Send these bytes after all before them; drop a program that lets too many wait."""
        if self._listener is None:
            return
        if self._waiting:
            self._waiting += data
        elif rest := self._sent(data):
            self._waiting += rest
            self._loop.add_writer(self._handle, self._write_on)
            self._be_patient()
        if len(self._waiting) > MOST_WAITING:
            self.drop(DOES_NOT_READ)

    def drop(self, why: str) -> None:
        """Have nothing more to do with the program."""
        if self._listener is None:
            return
        listener, self._listener = self._listener, None
        self._waiting.clear()
        self._loop.remove_reader(self._handle)
        self._loop.remove_writer(self._handle)
        for timer in (self._window, self._stuck):
            if timer:
                timer.cancel()
        listener.end()
        self._ended(why)

    def _read(self) -> None:
        try:
            data = os.read(self._handle, self._left)
        except BlockingIOError:
            return
        except OSError:  # EIO: the device or the other end of a pty has gone
            data = b""
        if not data or self._listener is None:
            self.drop("")
            return
        self._left -= len(data)
        if self._window is None:
            self._window = self._loop.call_later(WINDOW_S, self._read_again)
        if not self._left:
            self._loop.remove_reader(self._handle)
        self._listener.hear(data)

    def _read_again(self) -> None:
        self._window = None
        if not self._left and self._listener:
            self._loop.add_reader(self._handle, self._read)
        self._left = MOST_READ

    def _write_on(self) -> None:
        rest = self._sent(bytes(self._waiting))
        if self._listener is None:
            return
        if len(rest) < len(self._waiting):
            self._be_patient()
        self._waiting[:] = rest
        if not rest:
            self._loop.remove_writer(self._handle)

    def _be_patient(self) -> None:
        """Wait anew for the program to take something."""
        if self._stuck:
            self._stuck.cancel()
        if self._patience_s is not None and self._listener:
            self._stuck = self._loop.call_later(self._patience_s, self._drop_stuck)

    def _drop_stuck(self) -> None:
        """Drop a program that takes nothing; of a buffer that is half full the kernel does not tell."""
        waited = len(self._waiting)
        if waited:
            self._write_on()
        if waited and len(self._waiting) == waited:
            self.drop(DOES_NOT_READ)

    def _sent(self, data: bytes) -> bytes:
        """Send what can be sent now, and return the rest; drop a program that has gone."""
        try:
            return data[os.write(self._handle, data) :]
        except BlockingIOError:
            return data
        except OSError:
            self.drop("")
            return b""


async def until_gone(
    handle: int,
    welcome: Welcome,
    tidy: Callable[[], None] = lambda: None,
    patience_s: float | None = None,
) -> str:
    """Serve the program at a descriptor until it has gone or is dropped; return why, as `ended` gets it.

    `tidy` is called in the same turn of the loop, before the next program can have sent anything.
    `patience_s` is the one of `ByteLine`.
    """
    gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def ended(why: str) -> None:
        tidy()
        if not gone.done():
            gone.set_result(why)

    line = ByteLine(handle, ended, patience_s)
    line.begin(welcome)
    try:
        return await gone
    finally:
        line.drop("")
