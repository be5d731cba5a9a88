"""Starts the sampling process, and is the program's end of the line to it.

The law: it is a new interpreter, not a fork: a fork would copy threads' locks and all memory of the program.
The line is the process's standard input, so nobody else can have it. Signals of a terminal or of systemd to
all processes do not reach it: it ends with its line. This module is imported before all others, so that the
process starts while the program still imports; it refuses to know what passes over the line.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

ON_A_PI: Final = "jadoube.daemon.sampling"
"""The module that is run: the sampling process with the pins of a Pi."""

_RUN: Final = (
    "import runpy, sys; module, *sys.path = sys.argv[1:]; runpy.run_module(module, None, '__main__', True)"
)
"""What `python -m` does, but with the folders from which the program itself imports: it may have been started
from a folder or an archive that is not installed."""

_LEFT_ALONE: Final = (signal.SIGINT, signal.SIGTERM)

_DIES_S: Final = 0.05
"""A process that has closed its line is gone so soon (a guess)."""

_CLOSES_S: Final = 1.0
"""Closing the pins takes 0.1 s through lgpio."""


class Child:
    """A running sampling process, and the line to it. It begins when it is given its task."""

    def __init__(self, module: str = ON_A_PI) -> None:
        """Start it. Raises OSError. Call this in the main thread, where the signals are blocked."""
        self._module = module
        self._task = b""
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # The process inherits the blocked signals, and keeps them blocked.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _LEFT_ALONE)
            try:
                self._process = subprocess.Popen(  # noqa: S603 - ourselves
                    [sys.executable, "-P", "-c", _RUN, module, *map(os.path.abspath, sys.path)],
                    stdin=theirs.fileno(),
                )
            except BaseException:
                self.line.close()
                raise
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def give(self, task: bytes) -> None:
        """Give it its task, a packet; a process that has ended already gets none."""
        self._task = task
        with suppress(OSError):
            self.line.send(task)

    def start_another(self) -> "Child":
        """Start another process with the same task. Raises OSError."""
        another = Child(self._module)
        another.give(self._task)
        return another

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def status(self) -> int | None:
        """Return its exit status, negative for a signal; None while it runs."""
        return self._process.poll()

    def how_it_ended(self) -> str:
        """Return its status in words, once its end of the line is closed."""
        try:
            status = self._process.wait(_DIES_S)
        except subprocess.TimeoutExpired:
            return "or has closed its line"
        return f"status {status}" if status >= 0 else f"killed by signal {-status}"

    def close(self) -> None:
        """Close the line, and wait until it has ended."""
        self._hang_up()
        self._process.wait()

    def end(self) -> None:
        """Close the line, and wait until it has ended; end one that hangs."""
        self._hang_up()
        try:
            self._process.wait(_CLOSES_S)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        self.line.close()

    def kill(self) -> None:
        """End it at once."""
        self._hang_up()
        self._process.kill()

    def _hang_up(self) -> None:
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
