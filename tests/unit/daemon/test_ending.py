"""How the program ends in time: what is closed together, and who is not waited for."""

import asyncio
import threading
from collections.abc import Awaitable

from jadoube.daemon.ending import close_in_time, do_within, leave

AT_ONCE_S = 0.01


async def closes() -> None:
    """Close at once."""


async def fails() -> None:
    """A library's own error."""
    raise RuntimeError("out of sorts")


def closed(**closing: Awaitable[object]) -> tuple[bool, list[str]]:
    """Close these, and give whether all are closed and what was said."""
    said: list[str] = []

    async def run() -> bool:
        return await close_in_time(closing, AT_ONCE_S, said.append)

    return asyncio.run(run()), said


def test_what_closes_is_not_spoken_of() -> None:
    """Nor where there is nothing to close."""
    assert closed(lamps=closes(), reeds=closes()) == (True, [])
    assert closed() == (True, [])


def test_what_does_not_close_is_named() -> None:
    """One that hangs and one that fails keep no other from closing."""

    async def hangs() -> None:
        await asyncio.Event().wait()

    whole, said = closed(lamps=hangs(), buzzer=fails(), reeds=closes())
    assert not whole
    assert said == [
        "lamps: not closed within 0.01 s, left as it is",
        "buzzer: RuntimeError('out of sorts') on closing",
    ]


def test_a_moment_is_a_moment() -> None:
    """What is done in time is done; what hangs is left to itself."""
    done: list[int] = []
    do_within(lambda: done.append(1), 10)
    assert done == [1]
    hanging = threading.Event()
    do_within(hanging.wait, AT_ONCE_S)
    hanging.set()


def test_a_process_without_hanging_threads_is_left_alone() -> None:
    """Those that were there before do not count, and who is about to end is waited for."""
    goes_on = threading.Event()
    before = threading.Thread(target=goes_on.wait)
    before.start()
    threads = threading.enumerate()
    ends = threading.Thread(target=lambda: None)
    ends.start()
    leave(7, threads)
    goes_on.set()
    before.join()
