"""The page, and what leaves the board, as children of the daemon where no units of their own start them.

The law: a child is a new interpreter, and all that joins it to the daemon are the files and sockets that any
such process uses, and its standard input, whose end tells it to go. It is started when the board is up. If it
ends by itself, that is said, and another is started: after a second, and after twice as long each time that
it has not lived a minute, up to a minute. One that says that it cannot serve (`CANNOT_SERVE`) is not started
again.
"""

import asyncio
import socket
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.config.problems import CANNOT_SERVE
from jadoube.local.own_process import start_own, words_of
from jadoube.local.pausing import Pause

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
LIVES_S: Final = 60.0
"""One that has lived for so long is started again after the first pause."""

GOES_S: Final = 1.5
"""Timeout for saying goodbye, to the browsers for one; then it is killed."""

LOOKS_S: Final = 0.02

Say = Callable[[str], None]


async def keep(
    command: str, config: Path | None, executor: Executor, say: Say, log: int | None = None
) -> None:
    """Keep a process of this command until cancelled. `config` is the file that the daemon has read.

    What it says goes to the open file `log`; None: to the standard output of this process.
    """
    await KeptProcess(command, config, executor, say, log=log).run()


class KeptProcess:
    """A process of a command of ours, `page` or `online`, and those that follow it.

    `config` is the file that the daemon has read. `executor` starts it: making a process takes milliseconds.
    """

    def __init__(
        self,
        command: str,
        config: Path | None,
        executor: Executor,
        say: Say,
        pause: Pause = asyncio.sleep,
        log: int | None = None,
    ) -> None:
        self._command = command
        self._words = [] if config is None else ["--config", str(config)]
        self._executor = executor
        self._say = say
        self._pause = pause
        self._log = log
        self.pid: int | None = None

    async def run(self) -> None:
        """Keep a process running until cancelled, or until one cannot serve; then end it."""
        pause_s = FIRST_PAUSE_S
        told = False
        while True:
            lived, status = await self._run_one()
            if status == CANNOT_SERVE:
                return
            if lived:
                pause_s, told = FIRST_PAUSE_S, False
            if not told:
                self._say(f"{self._command}: its process ended, {_in_words(status)}; another is started")
            told = True
            await self._pause(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _run_one(self) -> tuple[bool, int]:
        """Run one until it ends; return whether it has lived long enough, and its status."""
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            with theirs:
                process = await loop.run_in_executor(self._executor, self._start, theirs.fileno())
            self.pid = process.pid
            try:
                lived = await _lives(ours)
            finally:
                self.pid = None
                ours.close()
                await _end(process)
        return lived, process.returncode

    def _start(self, line: int) -> "subprocess.Popen[bytes]":
        words = words_of("jadoube.cli.main", self._command, "--child", *self._words)
        return start_own(words, line, self._log)


async def _lives(line: socket.socket) -> bool:
    """Wait until its end of the line is closed; return whether that took `LIVES_S` or longer."""
    loop = asyncio.get_running_loop()
    with suppress(TimeoutError):
        async with asyncio.timeout(LIVES_S):
            await _closed(loop, line)
            return False
    await _closed(loop, line)
    return True


async def _closed(loop: asyncio.AbstractEventLoop, line: socket.socket) -> None:
    with suppress(ConnectionError):
        await loop.sock_recv(line, 1)


async def _end(process: "subprocess.Popen[bytes]") -> None:
    """Wait until a process has ended whose line is closed; kill one that takes too long."""
    try:
        async with asyncio.timeout(GOES_S):
            while process.poll() is None:  # noqa: ASYNC110 - nothing tells it
                await asyncio.sleep(LOOKS_S)
    except BaseException as problem:
        process.kill()
        process.wait()
        if not isinstance(problem, TimeoutError):
            raise


def _in_words(status: int) -> str:
    return f"status {status}" if status >= 0 else f"killed by signal {-status}"
