"""A serial line: a port of this machine, or the one that it is itself to a computer (USB gadget).

The law: a line that is not there is waited for, and one that vanishes is opened again. On a line nobody sees
that a program has closed it, so a session lasts until the line has gone, or until the program does not read;
then the next one begins on the same line, as closing a USB gadget's may take seconds. What waits is dropped
then, but not the last 8 kB at a gadget: its driver keeps them until the line is closed (Linux, u_serial.c).
"""

import asyncio
import os
import termios
import tty
from contextlib import suppress
from typing import Final

from jadoube.links.transports.byte_line import until_gone
from jadoube.links.transports.programs import RETRY_S, Say, Welcome
from jadoube.local.pausing import Pause

PATIENCE_S: Final = 5.0
"""How long bytes wait for a program that takes none; 9600 bits a second take 4800 in that time."""

_CONTROL: Final = 2
_IN_SPEED: Final = 4
_OUT_SPEED: Final = 5
"""Where these are in what `tcgetattr` returns."""


async def serve_serial(
    path: str, speed: int, welcome: Welcome, say: Say, pause: Pause = asyncio.sleep
) -> None:
    """Serve the programs on this device, at so many bits a second, until cancelled."""
    while True:
        try:
            handle = open_raw(path, speed)
        except (OSError, termios.error) as problem:
            say(f"{path}: {_in_words(problem)}; it is waited for")
        else:
            try:
                await _serve_open(handle, path, welcome, say, pause)
            finally:
                os.close(handle)
        await pause(RETRY_S)


async def _serve_open(handle: int, path: str, welcome: Welcome, say: Say, pause: Pause) -> None:
    """Serve one program after the other until the line has gone."""
    while why := await until_gone(handle, welcome, patience_s=PATIENCE_S):
        say(f"{path}: {why}")
        await pause(RETRY_S)
        with suppress(termios.error):
            termios.tcflush(handle, termios.TCIOFLUSH)


def open_raw(path: str, speed: int) -> int:
    """Open a serial line as a line of bytes; OSError or termios.error if it is none or cannot be opened."""
    handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        tty.setraw(handle, termios.TCSANOW)
        mode = termios.tcgetattr(handle)
        mode[_CONTROL] = (mode[_CONTROL] | termios.CLOCAL | termios.CREAD) & ~(
            termios.HUPCL | termios.CRTSCTS
        )
        mode[_IN_SPEED] = mode[_OUT_SPEED] = getattr(termios, f"B{speed}")
        termios.tcsetattr(handle, termios.TCSANOW, mode)
        termios.tcflush(handle, termios.TCIOFLUSH)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _in_words(problem: Exception) -> str:
    match problem:
        case OSError(strerror=str(words)):
            return words
        case termios.error(args=(_, str(words))):
            return words
    return str(problem)
