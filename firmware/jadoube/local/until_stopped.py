"""A process that does its work until it is told to stop.

The law: SIGTERM and SIGINT stop it, and as a child the end of its standard input. What is being done is
cancelled then, and waited for. If a part of the work ends by itself, all of it ends, and a fault comes out.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from typing import Any


async def until_stopped(*doing: Coroutine[Any, Any, object], ends_with_input: bool) -> None:
    """Do all of this at once until stopped. `ends_with_input`: this process is a child of `jadoube run`."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if ends_with_input:
        try:
            loop.add_reader(sys.stdin.fileno(), _hear_input, stop)
        except PermissionError:  # a file, which has an end: epoll takes none
            stop.set()
    tasks = {asyncio.create_task(each) for each in (stop.wait(), *doing)}
    ended, running = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for task in ended:
        task.result()  # a fault comes out here


def _hear_input(stop: asyncio.Event) -> None:
    """Stop at the end of standard input; nothing else is expected there."""
    if not os.read(sys.stdin.fileno(), 1024):
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        stop.set()
