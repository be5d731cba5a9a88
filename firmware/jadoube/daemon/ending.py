"""How the program ends: in so many seconds after the stop signal, whatever hangs.

The law: there is one deadline for the whole shutdown, and all parts share it. They close at the same time,
so that one that hangs keeps no other from going dark or from being written. What did not close in time is
said and left, and the process ends without waiting for its threads. A loop that hangs cannot do that: then
the guard does, a thread that hears the signals itself.

It refuses to know what closing means, and reads no clock: it only waits for so long.
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
"""For how long the shutdown may take: a flush to a slow SD card takes a second or two (a guess), and nobody
waits for longer before he pulls the plug (a guess, too)."""

HANGS_S: Final = 1.0
"""So much later the guard ends a program whose loop itself does not come back."""

AGAIN_S: Final = 1.0
"""A second signal counts from so long after the first: `timeout` sends each signal twice, and a clean end
takes less (0.1 to 0.3 s were measured)."""

JOIN_S: Final = 0.2
"""For how long a thread that should be done is waited for: one that idles ends in milliseconds (a guess)."""

UNFINISHED: Final = 3
"""The exit status where something was not written or not closed in time."""

CRASHED: Final = 1

_BEGIN, _OVER = b"\0", b"\xff"
"""What the program tells the guard; signals come as their own numbers, which are between."""

Say = Callable[[str], None]


async def close_in_time(closing: Mapping[str, Awaitable[object]], within_s: float, say: Say) -> bool:
    """Let these close at the same time; say which did not in time, and give whether all did."""
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
    """Do something in a thread, and go on when it is done or takes too long."""
    thread = threading.Thread(target=doing, daemon=True)
    thread.start()
    thread.join(within_s)


class Guard:
    """Hears SIGTERM and SIGINT; ends the process when its end takes too long, or at a second signal.

    It is a thread with a pipe of its own, as Python hands signals to the main thread, which may hang in a
    driver. `give_up` is called then, before the process ends with `status`.
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
        """Call `stop` at the first signal from now on. To be called in the main thread."""
        self._stop, self._give_up = stop, give_up
        self._listening = True
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _ignore_signal)
        signal.set_wakeup_fd(self._tells.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._watch, name="guard", daemon=True).start()

    def begin(self) -> None:
        """The shutdown has begun, with or without a signal."""
        if not self._begun.is_set():
            self._tells.send(_BEGIN)

    def over(self) -> None:
        """Nothing is left to be guarded; signals do again what they do to any program."""
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
        again_s = min(AGAIN_S, self._end_s)
        if self._over.wait(again_s):
            return
        while (told := self._heard(self._end_s + HANGS_S - again_s)) == _BEGIN:
            pass
        if told != _OVER:
            self._give_up()
            self._leave(self.status)

    def _heard(self, within_s: float | None) -> bytes:
        """Give what is told next; nothing if that takes too long."""
        self._hears.settimeout(within_s)
        try:
            return self._hears.recv(1)
        except TimeoutError:
            return b""


def leave(status: int, threads: Iterable[threading.Thread]) -> None:
    """End the process now if threads hang that were started since `threads` were all; else return.

    Python would wait for them before it ends.
    """
    started = set(threading.enumerate()) - set(threads)
    waited_for = [thread for thread in started if not thread.daemon]
    for thread in waited_for:
        thread.join(JOIN_S)
    if any(thread.is_alive() for thread in waited_for):
        _kill_children()
        os._exit(status)


def _kill_children() -> None:
    """Kill the processes that were started for computing: nobody would end them."""
    if multiprocessing := sys.modules.get("multiprocessing"):
        for child in multiprocessing.active_children():
            child.kill()


def _ignore_signal(*_: object) -> None:
    """Python writes the signal's number to the guard's pipe; there is nothing more to do."""
