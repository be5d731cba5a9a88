"""What the loop tells its keeper in a game, recorded once, so that a test can tell it to many keepers.

The real daemon plays over the twin in virtual time, by levers and a clock. The recorder is its keeper, and
passes everything on to a real one, whose wishes to be woken count.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import chess

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Event
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.service import GameKeeper
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.save_status import SaveStatus
from jadoube.local.runtime_folder import RuntimeFolder
from jadoube_sim.desk import Beside, Desk
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit
from jadoube_sim.hands.steps import Pace
from jadoube_sim.virtual import InlineExecutor, VirtualPace
from shared.disk.modelled import ModelledDisk

SETTINGS = default_settings()
FOLDER = Path("/games")

_runtime = TemporaryDirectory()
_devices = count(1)

#: Kasparov against Topalov, Wijk aan Zee 1999.
MOVES = """e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1
O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4
Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+
Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3"""

#: Three to six seconds a ply, about one, and sixteen.
BLITZ = Pace((1500, 4000))
SLOW = Pace((12_000, 18_000))
BULLET = Pace((300, 900), (50, 200), (60, 300), (40, 180), (40, 100))

Call = Callable[[GameKeeper], object]


def modelled(disk: ModelledDisk, say: Callable[[str], None]) -> GameFiles:
    """A keeper over a modelled disk, whose jobs are done at once. It alone knows its runtime folder."""
    runtime = RuntimeFolder({"XDG_RUNTIME_DIR": _runtime.name, "TMPDIR": ""})
    disk.device = next(_devices)
    return GameFiles(FOLDER, InlineExecutor(), say, Means(disk, runtime))


@dataclass
class Recorder(GameKeeper):
    """A keeper that notes every call, and the ply that was completed by then."""

    calls: list[tuple[Call, int]] = field(default_factory=list)

    def __init__(self, keeper: GameFiles) -> None:
        super().__init__(keeper, SETTINGS)
        self.calls = []

    def begin(self, table: Table, now_ms: int) -> None:
        """Note it, and begin."""
        self._note(lambda keeper: keeper.begin(table, now_ms), table)
        super().begin(table, now_ms)

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Note it, and append."""
        self._note(lambda keeper: keeper.append(event, now_ms, table), table)
        super().append(event, now_ms, table)

    def look(self, table: Table, now_ms: int) -> SaveStatus:
        """Note it, and look."""
        self._note(lambda keeper: keeper.look(table, now_ms), table)
        return super().look(table, now_ms)

    def write_down(self, table: Table) -> None:
        """Note it, and write down."""
        self._note(lambda keeper: keeper.write_down(table), table)
        super().write_down(table)

    def _note(self, call: Call, table: Table) -> None:
        self.calls.append((call, table.play.completed))


@dataclass(frozen=True)
class Recorded:
    """A game as its keeper was told it."""

    moves: tuple[chess.Move, ...]
    calls: tuple[tuple[Call, int], ...]
    lasts_ms: int

    def told(self, keeper: GameFiles) -> Iterator[int]:
        """Tell it to a keeper; after each call, the plies that presses have completed by then."""
        games = GameKeeper(keeper, SETTINGS)
        for call, completed in self.calls:
            call(games)
            yield completed


@cache
def recorded(plies: int, pace: Pace) -> Recorded:
    """The first plies of the game, with a lever pressed after each, at this pace."""
    board = chess.Board()
    moves = tuple(board.push_san(san) for san in MOVES.split()[:plies])
    habit = replace(HABITS["plain"], pace=pace)
    log = play_habit(Game(1, chess.STARTING_FEN, moves), habit, presses=True, time_control="600+5")

    async def run() -> Recorded:
        files = modelled(ModelledDisk(), print)
        keeper = Recorder(files)
        pace = VirtualPace(SETTINGS.board.scan_period_ms, until_ms=0)
        terms = Terms(control=parse_time_control("600+5"))
        desk = Desk(SETTINGS, terms, closed=log.reeds, pace=pace, beside=Beside(keeper))
        keeper.begin(desk.table, 0)
        desk.act(log.edges)
        desk.begin()
        await desk.run_to(log.lasts_us // 1000)
        await desk.leave()
        files.close()
        assert desk.table.line.ply == plies
        return Recorded(moves, tuple(keeper.calls), log.lasts_us // 1000)

    return asyncio.run(run())
