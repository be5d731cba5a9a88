"""The shutdown: the program ends within a deadline after the stop signal, whatever hangs.

The law: the whole shutdown has one deadline, which all parts share. They close at the same time, so a part
that hangs keeps no other from going dark or from being written. What did not close in time is logged and
left, and the process ends without waiting for its threads. If the loop itself hangs, the guard ends the
process: a thread that receives the signals itself.

It refuses to know what closing means, and reads no clock: it only uses timeouts.
"""

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final

END_S: Final = 5.0
"""Deadline of the shutdown: a flush to a slow SD card takes a second or two (a guess), and people pull the
plug after longer (a guess, too)."""

HANGS_S: Final = 1.0
"""The guard ends a program with a hung loop so long after the deadline."""

DOUBLED_S: Final = 0.3
"""Signals within this time after the first one belong to it: `timeout` sends each signal twice. A later
signal ends the process at once."""

JOIN_S: Final = 0.2
"""Timeout for joining a thread that should be done: an idle one ends in milliseconds (a guess)."""

UNFINISHED: Final = 3
"""The exit status if something was not written or not closed in time."""

CRASHED: Final = 1

_BEGIN, _OVER = b"\0", b"\xff"
"""Bytes that the program sends to the guard. Signals arrive as their numbers, which lie between these."""

Say = Callable[[str], None]


async def close_in_time(closing: Mapping[str, Awaitable[object]], within_s: float, say: Say) -> bool:
    """Close these at the same time; log which did not close in time, and return whether all did."""
    tasks = {name: asyncio.ensure_future(each) for name, each in closing.items()}
    if tasks:
        await asyncio.wait(tasks.values(), timeout=within_s)
    whole = True
    for name, task in tasks.items():
        if not task.done():
            task.cancel()
            say(f"{name}: not closed within {within_s:g} s, left as it is")
            whole = False
        elif not task.cancelled() and (problem := task.exception()):
            say(f"{name}: {problem!r} on closing")
            whole = False
    return whole


def do_within(doing: Callable[[], object], within_s: float) -> None:
    """Call `doing` in a thread, and return when it is done or after `within_s`."""
    thread = threading.Thread(target=doing, daemon=True)
    thread.start()
    thread.join(within_s)


class EndGuard:
    """Receives SIGTERM and SIGINT; ends the process if its shutdown takes too long, or at a second signal.

    It is a thread with its own wakeup socket, as Python handles signals in the main thread, which may hang in
    a driver. Before it ends the process with `status`, it calls `give_up`.
    """

    def __init__(self, end_s: float = END_S, leave: Callable[[int], object] = os._exit) -> None:
        self.status = CRASHED
        self._end_s = end_s
        self._leave = leave
        self._hears, self._tells = socket.socketpair()
        self._tells.setblocking(False)  # so that a signal never waits
        self._begun = threading.Event()
        self._over = threading.Event()
        self._listening = False

    def listen(self, stop: Callable[[], object], give_up: Callable[[], object]) -> None:
        """Call `stop` at the first signal from now on. Call this in the main thread."""
        self._stop, self._give_up = stop, give_up
        self._listening = True
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _ignore_signal)
        signal.set_wakeup_fd(self._tells.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._watch, name="guard", daemon=True).start()

    def begin(self) -> None:
        """Note that the shutdown has begun, with or without a signal."""
        if not self._begun.is_set():
            self._tells.send(_BEGIN)

    def over(self) -> None:
        """Stop guarding, and restore the default signal handlers."""
        self._over.set()
        if self._listening:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self._tells.send(_OVER)

    def _watch(self) -> None:
        told = self._heard(None)
        if told == _OVER:
            return
        if told != _BEGIN:
            self.status = UNFINISHED
        self._begun.set()
        with suppress(RuntimeError):  # the loop is closed already
            self._stop()
        doubled_s = min(DOUBLED_S, self._end_s)
        if self._over.wait(doubled_s) or _OVER in self._drained():
            return
        while (told := self._heard(self._end_s + HANGS_S - doubled_s)) == _BEGIN:
            pass
        if told != _OVER:
            self._give_up()
            self._leave(self.status)

    def _drained(self) -> bytes:
        """Return and drop what has come by now: signals that belong to the first one."""
        self._hears.setblocking(False)
        try:
            return self._hears.recv(1024)
        except BlockingIOError:
            return b""

    def _heard(self, within_s: float | None) -> bytes:
        """Return the next byte; empty after `within_s`."""
        self._hears.settimeout(within_s)
        try:
            return self._hears.recv(1)
        except TimeoutError:
            return b""


def leave(status: int, threads: Iterable[threading.Thread]) -> None:
    """End the process now if a thread hangs that is not in `threads`; else return.

    Otherwise Python would wait for that thread.
    """
    started = set(threading.enumerate()) - set(threads)
    waited_for = [thread for thread in started if not thread.daemon]
    for thread in waited_for:
        thread.join(JOIN_S)
    if any(thread.is_alive() for thread in waited_for):
        _kill_children()
        os._exit(status)


def _kill_children() -> None:
    """Kill the child processes, which nobody else would end."""
    if multiprocessing := sys.modules.get("multiprocessing"):
        for child in multiprocessing.active_children():
            child.kill()


def _ignore_signal(*_: object) -> None:
    """Do nothing: Python writes the signal's number to the guard's socket."""
