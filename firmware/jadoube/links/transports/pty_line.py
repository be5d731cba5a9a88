"""A pty: a serial line that is a file of this machine, for programs on the same desk.

The law: the file is there from the beginning to the end, whoever opens and closes it; each opening is a
session, and so is what comes after a program was dropped. What a program left unread reaches no other. A file
of somebody else at its place is kept.
"""

import asyncio
import os
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from jadoube.links.transports.byte_line import until_gone
from jadoube.links.transports.programs import RETRY_S, Say, Welcome
from jadoube.local.pausing import Pause

LOOK_S: Final = 0.02
"""How often it is looked whether a program has opened it: nothing tells that."""


async def serve_pty(path: Path, welcome: Welcome, say: Say, pause: Pause = asyncio.sleep) -> None:
    """Serve the programs that open this file until cancelled; OSError if it cannot be made."""
    with _made(path) as (handle, name):
        while True:
            while not _is_open(handle):
                await pause(LOOK_S)
            if why := await until_gone(handle, welcome, partial(_be_a_line, handle, name)):
                say(f"{path}: {why}")
                await pause(RETRY_S)


@contextmanager
def _made(path: Path) -> Iterator[tuple[int, str]]:
    """Make the pty, and a link to it at this place; give its end that is ours, and the name of the other."""
    ours, theirs = os.openpty()
    try:
        os.set_blocking(ours, False)
        name = os.ttyname(theirs)
        os.close(theirs)
        _be_a_line(ours, name)
        if path.is_symlink():
            path.unlink()
        path.symlink_to(name)
        try:
            yield ours, name
        finally:
            if path.is_symlink() and str(path.readlink()) == name:
                path.unlink()
    finally:
        os.close(ours)


def _be_a_line(ours: int, name: str) -> None:
    """Echo nothing and change no byte; what neither end has read is gone.

    What we wrote lies in the kernel where only our end can drop it, until the other end is opened again.
    """
    theirs = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        tty.setraw(theirs, termios.TCSANOW)
        termios.tcflush(ours, termios.TCIOFLUSH)
        termios.tcflush(theirs, termios.TCIOFLUSH)
    finally:
        os.close(theirs)


def _is_open(handle: int) -> bool:
    """Whether somebody has opened the other end."""
    poll = select.poll()
    poll.register(handle, 0)
    return not poll.poll(0)
