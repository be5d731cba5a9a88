"""What the tests of the keeper share: a short game, a disk that is at once, a folder with a game in it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chess

from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.messages.events import Event, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms
from jadoube.daemon.games.game_files import GameFiles
from jadoube.daemon.games.header import Header

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


def feed(keeper: GameFiles, events: list[tuple[int, Event]]) -> None:
    """Journal these events."""
    for at_ms, event in events:
        keeper.append(event, at_ms)


@contextmanager
def keeping(
    directory: Path, said: list[str] | None = None, executor: Executor | None = None
) -> Iterator[GameFiles]:
    """A keeper whose jobs are done at once, closed in the end."""
    keeper = GameFiles(directory, executor or AtOnce(), (said if said is not None else []).append)
    yield keeper
    keeper.close()


def begun(directory: Path, events: list[tuple[int, Event]]) -> Path:
    """A folder with one game in it, and the path of its journal."""
    with keeping(directory) as keeper:
        keeper.begin(HEADER)
        feed(keeper, events)
    return directory / "000001.journal"


def sheet(*sans: str, start: str = chess.STARTING_FEN) -> Callable[[], Scoresheet]:
    """What gives a scoresheet with these moves."""
    board = chess.Board()
    plies = tuple(Ply(board.push_san(san), san) for san in sans)
    return lambda: Scoresheet(start, plies, None, Terms().rules, None)
