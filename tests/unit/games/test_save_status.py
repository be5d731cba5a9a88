"""A game that is not being saved: shown everywhere within five seconds, and for as long as it lasts."""

import asyncio
import errno
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.face_text import words_face
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.table import Terms
from jadoube.daemon.service import GameKeeper
from jadoube.formats.sensorlog import Edge
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.jobs import KEPT
from jadoube.games.journal.text import read_journal
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube_sim.desk import Beside, Desk
from jadoube_sim.virtual import InlineExecutor
from shared.disk.faulty import FaultyDisk
from shared.disk.kept_games import HEADER, Later, keeping, kept_said

SETTINGS = default_settings()
SHOWN = words_face("diSC")
TOO_LONG_MS = 5000
FAULTS = {
    "a medium that fails": (errno.EIO, ("flush",), "input/output error"),
    "a full disk": (errno.ENOSPC, ("write",), "no space left on device"),
    "a read-only disk": (errno.EROFS, ("open", "create"), "read-only file system"),
    "another owner": (errno.EACCES, ("open", "create"), "permission denied"),
}


class Board:
    """A desk that keeps its games in a folder, over a disk that can fail."""

    def __init__(self, folder: Path, executor: Executor | None = None) -> None:
        self.disk = FaultyDisk()
        self.said: list[str] = []
        self.folder = folder
        self.executor = executor or InlineExecutor()

    def live(self, story: Callable[["Board"], Awaitable[None]]) -> None:
        """Run the board; the story may let time pass."""

        async def run() -> None:
            self.files = GameFiles(self.folder, self.executor, self.said.append, Means(self.disk))
            keeper = GameKeeper(self.files, SETTINGS)
            terms = Terms(control=parse_time_control("300"), turned=False)
            self.desk = Desk(SETTINGS, terms, beside=Beside(keeper))
            keeper.begin(self.desk.table, 0)
            async with self.desk:
                await story(self)
            self.files.close()

        asyncio.run(run())

    @property
    def troubled(self) -> bool:
        """Whether the trouble is known."""
        return any(each.trouble is Trouble.UNSAVED for each in self.desk.daemon.troubled.wrong)

    async def shows_from(self, since_ms: int, until_ms: int) -> set[str]:
        """Where the trouble is shown between two instants."""
        where: set[str] = set()
        for at_ms in range(since_ms, until_ms + 1, 100):
            await self.desk.run_to(at_ms)
            daemon = self.desk.daemon
            assert daemon.shown is not None
            where |= {"white face"} if daemon.shown.white == SHOWN else set()
            where |= {"black face"} if daemon.shown.black == SHOWN else set()
            where |= {"words"} if Trouble.UNSAVED in daemon.shown.words else set()
            page = message(Glance(daemon.table, at_ms, daemon.troubled.wrong, {})).text.decode()
            where |= {"page"} if Trouble.UNSAVED in page and "pas enregistr" in page else set()
        return where

    def move(self, at_ms: int, start: str, target: str) -> None:
        """Move a piece."""
        edges = [Edge(at_ms * 1000, "open", start), Edge((at_ms + 400) * 1000, "close", target)]
        self.desk.act(edges)


EVERYWHERE = {"white face", "black face", "words", "page"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_is_not_saved_says_so_until_it_is(tmp_path: Path, fault: str) -> None:
    """Whatever fails. With no clock running it stands on both faces; in the end everything is written."""
    code, operations, words = FAULTS[fault]
    board = Board(tmp_path)

    async def story(board: Board) -> None:
        assert await board.shows_from(100, 2000) == set()
        with board.disk.failing(code, *operations):
            board.move(2000, "e2", "e4")
            assert await board.shows_from(2100, 2000 + TOO_LONG_MS) == EVERYWHERE
            assert await board.shows_from(120_000, 126_000) == EVERYWHERE
            status = board.files.look(board.desk.table, 126_000)
            assert (status.problem, status.since_ms) == (words, 2005)
            assert status.waiting_bytes > 100
        assert await board.shows_from(128_000, 134_000) == set()

    board.live(story)
    assert kept_said(board.said) in ([words], [words, words])  # the journal, and the PGN where it was due
    journal = read_journal(max(tmp_path.glob("*.journal")))
    assert len(journal.events) >= (0 if code == errno.EACCES else 4)  # then a snapshot stands for them


def test_while_a_clock_runs_the_face_that_stands_shows_it(tmp_path: Path) -> None:
    """The running one is never hidden."""
    board = Board(tmp_path)

    async def story(board: Board) -> None:
        board.desk.press(Button.BLACK, 1_000_000)
        await board.desk.run_to(3000)
        with board.disk.failing(errno.EIO, "flush"):
            board.move(3500, "e2", "e4")
            assert await board.shows_from(3600, 8500 + TOO_LONG_MS) == EVERYWHERE - {"white face"}

    board.live(story)


def test_a_folder_that_cannot_be_written_is_shown_before_a_game(tmp_path: Path) -> None:
    """A small file is tried at the start; nothing was played yet."""
    board = Board(tmp_path)

    async def story(board: Board) -> None:
        assert await board.shows_from(100, 1500) == EVERYWHERE
        board.disk.fails = {}
        assert await board.shows_from(3000, 9000) == set()

    board.disk.fails = {"flush": errno.EIO}
    board.live(story)
    assert board.said == [
        f"{tmp_path}: input/output error; {KEPT}",
        f"{tmp_path}: written again, nothing is missing",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["000001.journal"]


def test_what_was_written_is_read_back_at_the_start(tmp_path: Path) -> None:
    """A medium that answers with other bytes is no place for a game."""

    class Forgetful(FaultyDisk):
        def read(self, path: Path, expected: str) -> bytes:
            """Read zeros."""
            return bytes(len(super().read(path, expected)))

    board = Board(tmp_path)
    board.disk = Forgetful()

    async def story(board: Board) -> None:
        assert await board.shows_from(100, 1500) == EVERYWHERE

    board.live(story)
    assert "other bytes are read back than were written" in board.said[0]


def test_a_disk_that_hangs_is_shown_and_play_goes_on(tmp_path: Path) -> None:
    """Nothing failed, but a flush does not come back. It is said once, and when it is over, once."""
    with ThreadPoolExecutor(1) as executor:
        board = Board(tmp_path, executor)

        async def story(board: Board) -> None:
            await board.desk.run_to(1000)
            assert board.files.wait(30)
            board.disk.works.clear()
            board.move(2000, "e2", "e4")
            assert await board.shows_from(2100, 4000) == set()
            assert board.disk.hung.wait(30)  # its thread needs real time, of which these seconds take little
            assert await board.shows_from(4000, 2000 + TOO_LONG_MS) == EVERYWHERE
            assert await board.shows_from(60_000, 65_000) == EVERYWHERE
            assert board.desk.table.line.ply == 1
            board.disk.works.set()
            assert board.files.wait(30)
            for at_ms in range(66_000, 72_001, 500):
                assert await board.shows_from(at_ms, at_ms) == set()
                assert board.files.wait(30)

        try:
            board.live(story)
        finally:
            board.disk.works.set()
    path = tmp_path / "000001.journal"
    assert board.said == [
        f"{path}: not written for 3 s, the disk hangs; {KEPT}",
        f"{path}: written again, nothing is missing",
    ]
    assert read_journal(path).events[0].at_ms == 2000


def test_a_program_that_stood_still_does_not_accuse_its_disk(tmp_path: Path) -> None:
    """Its lines are old when they come to be written; only one that is seen to write for long hangs."""
    later = Later()
    with keeping(tmp_path, executor=later) as keeper:
        keeper.begin(HEADER)
        keeper.rest(100)
        later.work()
        keeper.append(Scanned(1), 1000)
        assert keeper.rest(60_000).saving
        assert keeper.rest(60_900).saving
        assert keeper.rest(61_100).hangs
        later.work()
        assert keeper.rest(61_350).saving
        keeper.append(Scanned(2), 62_000)
        assert keeper.rest(63_500).saving
        later.work()
