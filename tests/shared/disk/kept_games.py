"""What the tests of the keeper share: a short game, a disk that is at once, a folder with a game in it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chess

from jadoube.core.arbiter import step
from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.messages.events import Event, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms
from jadoube.games.game_files import ON_BOARD, GameFiles, Means
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import Folded
from jadoube.games.journal.header import Header
from jadoube.games.save_status import SaveStatus
from jadoube.games.storage import Disk, Storage

START = chess.Board().occupied
E2, E4 = chess.BB_SQUARES[chess.E2], chess.BB_SQUARES[chess.E4]
HEADER = Header(Terms(), settled_contacts(START), from_ms=100, tags={"White": "Zoë"})

#: e2 to e4, settled.
E4_MADE: list[tuple[int, Event]] = [
    (at_ms, Scanned(START ^ changed))
    for at_ms, changed in ((1000, E2), (1020, E2), (2000, E2 | E4), (2020, E2 | E4))
]


class AtOnce(Executor):
    """Does each job before `submit` returns."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do the job."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Later(Executor):
    """Does nothing until told: a disk that takes its time."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[..., Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *_args: Any, **_kwargs: Any) -> Future[Any]:
        """Keep the job for later."""
        self.jobs.append((Future(), fn))
        return self.jobs[-1][0]

    def work(self) -> None:
        """Do the jobs."""
        while self.jobs:
            future, fn = self.jobs.pop(0)
            future.set_result(fn())


class ToldFiles(GameFiles):
    """A keeper that is fed events alone: it works out their tables."""

    def __init__(
        self, directory: Path, executor: Executor, say: Callable[[str], None], means: Means = ON_BOARD
    ) -> None:
        self._table: Table | None = None
        super().__init__(directory, executor, say, means)

    def begin(self, header: Header, table: Table | None = None) -> None:
        """Begin a game with the header's table."""
        self._table = table or first_table(header)
        super().begin(header, self._table)

    def resume(self) -> Folded | None:
        """Go on with the table that the journal leads to."""
        folded = super().resume()
        if folded:
            self._table = folded.table
        return folded

    def append(self, event: Event, now_ms: int, table: Table | None = None) -> None:
        """Journal an event, with the table that it leads to from the one before."""
        if table is None and self._table:
            table, _ = step(self._table, event, now_ms)
        table = table or first_table(HEADER)
        self._table = table
        super().append(event, now_ms, table)

    def rest(self, now_ms: int) -> SaveStatus:
        """Let it be so late, while nothing happens."""
        return self.look(self._table or first_table(HEADER), now_ms)


def feed(keeper: ToldFiles, events: list[tuple[int, Event]]) -> None:
    """Journal these events."""
    for at_ms, event in events:
        keeper.append(event, at_ms)


@contextmanager
def keeping(
    directory: Path,
    said: list[str] | None = None,
    executor: Executor | None = None,
    disk: Storage | None = None,
) -> Iterator[ToldFiles]:
    """A keeper whose jobs are done at once, closed in the end."""
    keeper = ToldFiles(
        directory, executor or AtOnce(), (said if said is not None else []).append, Means(disk or Disk())
    )
    yield keeper
    keeper.close()


def begun(directory: Path, events: list[tuple[int, Event]]) -> Path:
    """A folder with one game in it, and the path of its journal."""
    with keeping(directory) as keeper:
        keeper.begin(HEADER)
        feed(keeper, events)
    return directory / "000001.journal"


def kept_said(said: list[str]) -> list[str]:
    """Why something was not written, of each time that this was said."""
    return [line.split(": ")[1].partition(";")[0] for line in said if "tried again" in line]


def sheet(*sans: str, start: str = chess.STARTING_FEN) -> Callable[[], Scoresheet]:
    """What gives a scoresheet with these moves."""
    board = chess.Board()
    plies = tuple(Ply(board.push_san(san), san) for san in sans)
    return lambda: Scoresheet(start, plies, None, Terms().rules, None)
