"""The real file system, with operations that fail or hang when a test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from jadoube_sim.benchmarks.soak.disk import TroubledDisk


class FaultyDisk(TroubledDisk):
    """A flush waits while `works` is not set."""

    def __init__(self) -> None:
        super().__init__()
        self.works = Event()
        self.works.set()
        self.hung = Event()
        """Whether a flush has begun to wait."""

    @contextmanager
    def failing(self, code: int, *operations: str) -> Iterator[None]:
        """For so long these operations fail."""
        self.fails = dict.fromkeys(operations, code)
        yield
        self.fails = {}

    def flush(self, handle: int) -> None:
        """Flush, if that works, when it works."""
        if not self.works.is_set():
            self.hung.set()
            self.works.wait()
        super().flush(handle)
