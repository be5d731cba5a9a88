"""The same work for each of many things, in several processes."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_processes(make: Callable[[Given], Made], given: Iterable[Given], jobs: int) -> Iterator[Made]:
    """Do something with each, and give what comes of it in their order; one job stays in this process."""
    if jobs == 1:
        yield from map(make, given)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(make, given, chunksize=4)
