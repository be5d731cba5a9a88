"""One life of the board in a soak: from power to no power, over a folder of games that outlives it.

It joins what the service joins: the loop and the drivers over the twin, the keeper, retention, the garbage
collector's moments, and one spectator's messages. All of it runs in virtual time, in one thread, so that the
same seed gives the same week. It knows no chess.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import chess

from jadoube.config.settings import ArchiveSettings, Settings
from jadoube.core.messages.events import BUTTONS, Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.signals.debounce import Contacts
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.garbage import remove_garbage
from jadoube.daemon.service import GameKeeper
from jadoube.formats.sensorlog import Edge
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.journal.fold import keep_ended
from jadoube.games.packing import Rest
from jadoube.games.retention import LOOK_S, ForReal, Retention
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.maker import Maker
from jadoube.local.runtime_folder import RuntimeFolder
from jadoube_sim.benchmarks.soak.disk import TroubledDisk
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.virtual import InlineExecutor, VirtualPace

BUDGET_MB = 2
"""What the folder of games may take: some 100 games, so that a soak soon has to remove the oldest."""

EVERY_MS = 250
"""A spectator gets a message so often at the most. On a board it is five times as often."""


class Deeds(ForReal):
    """Packs and removes; `allows` is asked before."""

    def __init__(self, allows: Callable[[Path], None]) -> None:
        self._allows = allows
        self.packed = self.removed = 0

    def pack(self, plain: Path, packed: Path, rest: Rest) -> int:
        """Pack a journal."""
        self._allows(plain)
        self.packed += 1
        return super().pack(plain, packed, rest)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        self._allows(path)
        self.removed += 1
        super().remove(path)


@dataclass(slots=True)
class Outlasting:
    """What outlasts a life: the folders, the disk, the reeds as the pieces close them, what is counted."""

    settings: Settings
    games: Path
    runtime: Path
    deeds: Deeds
    disk: TroubledDisk = field(default_factory=TroubledDisk)
    reeds: Occupancy = chess.Board().occupied
    now_ms: int = 0
    scans: int = 0
    messages: int = 0
    said: list[str] = field(default_factory=list)
    """What the board said since somebody looked."""


class Life:
    """A board with power; it takes up the game that was left. Call it inside a running event loop."""

    def __init__(self, outlasting: Outlasting) -> None:
        self._all = out = outlasting
        runtime = RuntimeFolder({"XDG_RUNTIME_DIR": str(out.runtime), "TMPDIR": ""})
        self.files = GameFiles(
            out.games, InlineExecutor(), self._say, Means(out.disk, runtime, watches=False)
        )
        self._keeper = GameKeeper(self.files, out.settings)
        left = self._keeper.resume()
        self._spectator: asyncio.Event = asyncio.Event()
        self._seen_ms = out.now_ms
        self._pace = VirtualPace(
            out.settings.board.scan_period_ms,
            begin_ms=out.now_ms,
            until_ms=out.now_ms,
            after_scan=self._after_scan,
        )
        beside = Beside(self._keeper, first_table=self._first_table)
        self.desk = Desk(
            out.settings,
            None,
            closed=out.reeds,
            left=left,
            pace=self._pace,
            beside=beside,
            ears=Ears(say=self._say),
        )
        if left:
            self.desk.daemon.resume(left.last_ms)
        else:
            self._keeper.begin(self.desk.table, out.now_ms)
        self.desk.daemon.at_leisure.append(remove_garbage)
        archive = ArchiveSettings(directory=out.games, size_mb=BUDGET_MB)
        self._retention = Retention(
            archive, self._say, held=self.files.held, deeds=out.deeds, wait=lambda _: False
        )
        self._tidy()
        faults = Faults(self._say, self._pace.now_ms)
        self._maker = Maker(self._glance, InlineExecutor(), faults, pause=self._pause)
        self._maker.watch(self._told)
        self.desk.begin()

    @property
    def table(self) -> Table:
        """How things stand."""
        return self.desk.table

    def act(self, edges: Iterable[Edge], from_us: int) -> None:
        """Let hands do this; the edges' instants count from this instant. No log is kept of it."""
        for edge in edges:
            self.at(edge.at_us + from_us, partial(self._do, edge))

    def show(self, reeds: Occupancy) -> None:
        """Let these reeds be closed from now on, and no others."""
        now_us = self._pace.now_ms() * 1000
        for square in chess.SquareSet(self._all.reeds ^ reeds):
            word = "close" if reeds >> square & 1 else "open"
            self.act([Edge(0, word, chess.SQUARE_NAMES[square])], now_us)

    def order(self, text: str, at_us: int) -> None:
        """Give an order at an instant."""
        self.at(at_us, partial(self._obey, text))

    def at(self, at_us: int, deed: Callable[[], object]) -> None:
        """Let something happen at an instant."""
        self._pace.schedule(at_us, deed)

    async def run_to(self, at_ms: int) -> None:
        """Let time pass up to an instant."""
        await self.desk.run_to(at_ms)
        self._all.now_ms = max(self._all.now_ms, self._pace.now_ms())

    async def leave(self) -> None:
        """Switch off in order."""
        self._turn_away()
        await self.desk.leave()
        self.files.close()

    async def cut(self) -> None:
        """Cut the power."""
        self._turn_away()
        await self.desk.cut()
        self.files.abandon()

    def _turn_away(self) -> None:
        """The spectator goes, and the retention stops."""
        self._retention.stop()
        self._maker.leave(self._told)
        self._spectator.set()

    def _do(self, edge: Edge) -> None:
        if edge.name in BUTTONS:
            self.desk.twin.set_button(BUTTONS[edge.name], edge.word == "press")
            return
        square, closes = chess.parse_square(edge.name), edge.word == "close"
        self.desk.twin.set_reed(square, closes)
        reed = chess.BB_SQUARES[square]
        self._all.reeds = self._all.reeds | reed if closes else self._all.reeds & ~reed

    def _obey(self, text: str) -> None:
        self.desk.daemon.feed(Ordered(parse_order(text)), self._pace.now_ms())

    def _first_table(self, terms: Terms, reeds: Contacts) -> Table:
        table = self._keeper.first_table(terms, reeds)
        return keep_ended(table, self._keeper.ended) if self._keeper.ended else table

    def _tidy(self) -> None:
        """Do what retention does each minute."""
        self._retention.look()
        self.at((self._pace.now_ms() + int(LOOK_S * 1000)) * 1000, self._tidy)

    def _after_scan(self) -> None:
        self._all.scans += 1
        now_ms = self._pace.now_ms()
        if now_ms - self._seen_ms >= EVERY_MS:
            self._seen_ms = now_ms
            self._spectator.set()

    async def _pause(self, _seconds: float) -> None:
        await self._spectator.wait()
        self._spectator.clear()

    def _glance(self) -> Glance:
        wrong = self.desk.daemon.troubled.wrong
        return Glance(self.desk.table, self._pace.now_ms(), wrong, self._keeper.tags(self.desk.table))

    def _told(self, _message: bytes) -> None:
        self._all.messages += 1

    def _say(self, line: str) -> None:
        self._all.said.append(line)


def soak_settings(settings: Settings, games: Path) -> Settings:
    """The settings of a board in a soak: as given, with this folder of games."""
    return replace(settings, archive=replace(settings.archive, directory=games))
