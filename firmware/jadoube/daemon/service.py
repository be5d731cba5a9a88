"""The service: joins the loop with a board and a folder of games, and ends it in time (`ending.py`).

It runs the one event loop. It starts in the order in which a player notices the parts: first the reeds, whose
first scan comes before any heavy import. Lamps and faces open when they first show something. It decides who
scans: the sampling process that it is given, or without one the loop's own process.
"""

import asyncio
import os
import secrets
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from jadoube import __version__
from jadoube.config.problems import BadInput
from jadoube.config.settings import GameSettings, Settings, rules_of
from jadoube.core.clock.presets import OFFERS
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.names import NO_NAMES, Names, Player, clean_name
from jadoube.core.messages.opponents import Meanwhile, Seat
from jadoube.core.messages.orders import Forget
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import Comfort
from jadoube.core.rules.rule_sets import Judge
from jadoube.core.signals.debounce import Contacts, settled_contacts
from jadoube.core.stages.hands.orientation import ORIENTATIONS
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.panel.menu import MENU
from jadoube.core.state.settings import name_opponent
from jadoube.core.state.table import Table, Terms, new_table, set_names
from jadoube.daemon.asked.adjudicator import Adjudicator
from jadoube.daemon.asked.engine_player import engine_player
from jadoube.daemon.displays import outlets_for
from jadoube.daemon.ending import END_S, UNFINISHED, EndGuard, close_in_time, do_within, leave
from jadoube.daemon.garbage import freeze_start, remove_garbage, stop_looking
from jadoube.daemon.loop import Daemon
from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.real_time import start_time, today
from jadoube.daemon.sampling.child import Child
from jadoube.daemon.sampling.from_process import ProcessScans
from jadoube.daemon.sampling.source import PacedScans, ScanSource
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube.daemon.sockets.page_service import PATIENCE_S, BeginProcess, Kept, keep_beside, show_to_page
from jadoube.daemon.supervise import Supervisor
from jadoube.daemon.watched.health_watch import Troubled
from jadoube.daemon.watched.lateness import Lateness
from jadoube.daemon.watched.line_names import LineNames
from jadoube.daemon.watched.power import Power, switch_off, watch
from jadoube.drivers.assemble_reeds import assemble_scanner, faster_hint
from jadoube.drivers.interfaces import Electronics
from jadoube.drivers.reeds.reopening import LateScanner
from jadoube.formats.pgn_tags import GAME_ID, tags_with_names
from jadoube.games.game_files import GameFiles
from jadoube.games.journal.fold import Folded, keep_ended
from jadoube.games.journal.header import header_for
from jadoube.games.retention import Retention, tidy_at_leisure
from jadoube.games.save_status import SaveStatus
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket

Say = Callable[[str], None]
_T = TypeVar("_T")

THREADS = 10
"""One each for the disk, old games, the lamps, each face, the buzzer, the power watch and the page's start.
Two more close the reeds and write the rest of the games, even while all others hang."""

GIVES_WAY_S = 0.001
"""The interpreter's switch interval: after so long a computing thread gives way to the loop. Python's default
of 5 ms is a whole scan period: during an import or while a message is encoded, scans would be that late."""

ID_BYTES = 6
"""Bytes of a game's identity: of two thousand games two have the same once in a hundred million
(computed)."""

GOODBYE_S = 2.0
"""Timeout for closing the page, before the rest of the games is written."""

MOMENT_S = 0.2
"""Timeout for each part to close when the shutdown is given up (a guess)."""


class Begin(NamedTuple):
    """What keeps the processes beside the board running; None: somebody else does."""

    page: BeginProcess | None = None
    online: BeginProcess | None = None
    links: BeginProcess | None = None


NOBODY = Begin()


def serve(
    settings: Settings,
    electronics: Electronics,
    say: Say,
    end_s: float = END_S,
    child: Child | None = None,
    begin: Begin = NOBODY,
) -> int:
    """Run a board until SIGTERM or SIGINT, or until the players switch it off, and then the machine, too.

    `child` is the process that scans; without one the loop's own process does. `begin` keeps the processes
    beside it.

    Returns the exit status: UNFINISHED if something was not written or not closed within `end_s` seconds. If
    a thread hangs, it ends the process instead of returning. BadInput if the folder of games cannot be used.
    """
    threads = threading.enumerate()
    sys.setswitchinterval(GIVES_WAY_S)
    stop_looking()
    service = _Service(settings, electronics, say, child, begin)
    guard = EndGuard(end_s)
    try:
        whole = asyncio.run(service.run(guard, end_s))
    except BaseException:
        guard.begin()  # it guards until the process ends
        raise
    guard.over()
    if service.switched_off:
        switch_off(settings.power.off_command, say)
    status = 0 if whole else UNFINISHED
    leave(status, threads)
    return status


def run_until_stopped(doing: Callable[[asyncio.Event], Awaitable[_T]]) -> _T:
    """Run something else than the daemon on the one loop; SIGTERM and SIGINT set the event that it gets."""

    async def run() -> _T:
        return await doing(_stop_on_signals())

    return asyncio.run(run())


def terms_of_settings(settings: Settings) -> Terms:
    """Return the terms of a new game."""
    return Terms(
        control=settings.game.time_control,
        rules=rules_of(settings),
        debounce_ms=settings.board.debounce_ms,
        tenths_below_s=settings.faces.tenths_below_s,
        low_time_s=settings.sound.low_time_s,
        turned=ORIENTATIONS[settings.board.orientation],
        language=settings.board.language,
        own_controls=tuple(each for each in settings.game.presets if each not in OFFERS[MENU]),
        illegal_verdict=Judge(settings.game.illegal_verdict),
        round=clean_name(settings.game.round),
        opponent=Seat(settings.opponent.side),
        level=settings.opponent.level,
        teacher=settings.opponent.teacher,
        meanwhile=Meanwhile(settings.opponent.meanwhile),
    )


def names_of_settings(game: GameSettings) -> Names:
    """Return the names of a new game."""
    white, black = (Player(clean_name(name)) for name in (game.white, game.black))
    return Names(white, black, *map(clean_name, (game.event, game.site, game.round, game.board)))


class GameKeeper:
    """The loop's keeper: writes the games to files, with date and identity.

    `forget` is told a name that is to be forgotten in the games of the past. `trusted`: the machine's date is
    right, as on a desk computer, also where nobody says so.
    """

    def __init__(
        self,
        keeper: GameFiles,
        settings: Settings,
        forget: Callable[[str], None] = lambda _: None,
        *,
        trusted: bool = False,
    ) -> None:
        self._keeper = keeper
        self._forget = forget
        self._settings = settings
        self._trusted = trusted
        self._tags: dict[str, str] = {}
        self._tags_before: dict[str, str] = {}
        self._named: tuple[dict[str, str], Names, dict[str, str]] = ({}, NO_NAMES, {})

    def tags(self, table: Table) -> dict[str, str]:
        """Return the PGN tags of the running game, with the names of its table."""
        if self._named[0] is not self._tags or self._named[1] is not table.names:
            self._named = (self._tags, table.names, tags_with_names(self._tags, table.names))
        return self._named[2]

    def resume(self) -> Folded | None:
        """Return the game that was left unfinished; None if there is none."""
        folded = self._keeper.resume()
        if folded:
            self._tags = folded.header.tags
            if self._keeper.ended:
                self._tags_before = self._keeper.ended.header.tags
        elif self._keeper.ended:
            self._tags = self._keeper.ended.header.tags
        return folded

    def first_table(self, terms: Terms, reeds: Contacts) -> Table:
        """Return the table of a new game, which remembers players, and controls that were set by hand.

        Names that the configuration does not say are those of the game before.
        """
        comfort = Comfort(by_hand=self._keeper.by_hand, players=self._keeper.players)
        names = names_of_settings(self._settings.game).or_else(self._keeper.names)
        return set_names(new_table(terms, reeds, comfort=comfort), name_opponent(names, terms))

    @property
    def ended(self) -> Folded | None:
        """The game that was over when the board was switched off; None if there is none."""
        return self._keeper.ended

    def begin(self, table: Table, now_ms: int) -> None:
        """Open the journal of a game that begins with this table."""
        self._tags_before, self._tags = self._tags, new_tags(trusted=self._trusted)
        period_ms = self._settings.board.scan_period_ms
        self._keeper.begin(header_for(table, now_ms, period_ms, self._tags), table)

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Journal one event, which led to this table."""
        self._keeper.append(event, now_ms, table)
        if isinstance(event, Ordered) and isinstance(event.order, Forget):
            self._forget(event.order.name)

    def look(self, table: Table, now_ms: int) -> SaveStatus:
        """Take in the table after a scan, and return what is not saved."""
        return self._keeper.look(table, now_ms)

    def wake_ms(self) -> int | None:
        """When `look` is wanted next, even if nothing happens."""
        return self._keeper.wake_ms()

    def go_back(self) -> None:
        """Go on with the files and the tags of the game before."""
        self._tags = self._tags_before
        self._keeper.go_back()

    def write_down(self, table: Table) -> None:
        """Write the current PGN; the scoresheet is computed in the executor."""
        over = table.play.phase is Phase.OVER
        self._keeper.write_pgn(partial(scoresheet, table), self.tags(table), at_once=over)


def new_tags(*, trusted: bool = False) -> dict[str, str]:
    """Return the PGN tags of a game that begins now, besides its names: its date and its identity."""
    date = {"Date": today(trusted=trusted)}
    return date | {GAME_ID: secrets.token_hex(ID_BYTES)} | start_time(trusted=trusted)


def tags_of(game: GameSettings, *, trusted: bool = False) -> dict[str, str]:
    """Return the PGN tags of a game that begins today, with the names of the configuration."""
    return tags_with_names({"Date": today(trusted=trusted)}, names_of_settings(game))


class _Service:
    """A running board and its side tasks; BadInput if the folder of games cannot be used."""

    def __init__(
        self,
        settings: Settings,
        electronics: Electronics,
        say: Say,
        child: Child | None,
        begin: Begin,
    ) -> None:
        folder = settings.archive.directory
        if folder.exists() and not folder.is_dir():
            raise BadInput("archive.directory", f"{folder} is a file, expected a folder for the games")
        self._settings = settings
        self._say = say
        self._electronics = electronics
        self._child = child
        self._begin = begin
        self._scans: ScanSource | None = None
        self._troubled = Troubled()
        self._executor = ThreadPoolExecutor(THREADS, "jadoube")
        self._outlets = outlets_for(settings, electronics, self._executor, say)
        self._keeper = GameFiles(folder, self._executor, say)
        self._old = Retention(settings.archive, say, held=self._keeper.held)
        self._games = GameKeeper(self._keeper, settings, self._old.forget)
        self._adjudicator = Adjudicator()
        self._player = engine_player(settings.opponent)
        self._supervisor = Supervisor(os.environ, os.getpid())
        self._beside: list[asyncio.Task[None]] = []
        self._control: asyncio.Server | None = None
        self.switched_off = False

    async def run(self, guard: EndGuard, end_s: float) -> bool:
        """Run the board until it is stopped; close everything in time; return whether all was closed."""
        stop = asyncio.Event()
        guard.listen(partial(asyncio.get_running_loop().call_soon_threadsafe, stop.set), self._give_up)
        self._say(f"jadoube {__version__}: scanning every {self._settings.board.scan_period_ms} ms")
        supervisor = self._supervisor
        with supervisor.starting():
            daemon = self._made()
        self._beside.append(asyncio.create_task(_stop_when(stop, daemon)))
        self._control = await _take_orders(self._settings.control.socket, daemon, self._say)
        daemon.scan_watchers.append(supervisor.scanned)
        daemon.at_leisure.append(remove_garbage)
        self._beside.append(asyncio.create_task(_freeze_start(daemon)))
        leisure = tidy_at_leisure(daemon.up(PATIENCE_S), self._old, self._executor)
        self._beside.append(asyncio.create_task(leisure))
        try:
            await daemon.scan()
            guard.status = UNFINISHED
        finally:
            guard.begin()
            supervisor.stopping()
            self.switched_off = daemon.switched_off
            whole = await self._end(daemon, end_s)
        return whole

    def _made(self) -> Daemon:
        """Make the daemon, with the unfinished game or a new one, and start the side tasks."""
        settings, say = self._settings, self._say
        left = self._games.resume()
        ended = None if left else self._games.ended
        table = (
            left.table if left else self._games.first_table(terms_of_settings(settings), settled_contacts(0))
        )
        if ended:
            table = keep_ended(table, ended)
        last = left or ended
        begin_ms = last.last_ms if last else 0
        self._scans = scans = self._begin_scans(begin_ms)
        daemon = Daemon(
            table,
            scans,
            self._outlets,
            keeper=self._games,
            answering=self._adjudicator,
            playing=self._player,
            say=say,
        )
        if settings.reeds.scanner != "serial":
            daemon.line_names = LineNames(settings.pins.matrix)
        daemon.troubled = self._troubled
        if left:
            say(f"an unfinished game is taken up again (plies: {left.table.line.ply})")
            daemon.resume(left.last_ms)
            self._beside.append(asyncio.create_task(self._write_left(daemon)))
        else:
            self._games.begin(table, begin_ms)
        if settings.power.watch:
            looking = watch(Power(say).look, partial(_take_in_troubles, daemon), self._executor)
            self._beside.append(asyncio.create_task(looking))
        if settings.web.enabled or settings.link or settings.broker.host:
            self._show(daemon, partial(_glance, daemon, scans, self._games))
        for kept in self._kept():
            keeping = keep_beside(daemon, kept, self._executor, say)
            self._beside.append(asyncio.create_task(keeping))
        return daemon

    def _show(self, daemon: Daemon, looks: Callable[[], Glance]) -> None:
        """Show the board to other processes, and keep the page's."""
        path = glance_socket(self._settings.control.socket)
        begin_page = self._begin.page if self._settings.web.enabled else None
        showing = show_to_page(daemon, looks, path, self._executor, self._say, begin_page)
        self._beside.append(asyncio.create_task(showing))

    def _kept(self) -> Iterator[Kept]:
        """The processes beside the page's that are to be kept."""
        if self._settings.online.enabled and self._begin.online:
            yield Kept(self._begin.online, "online", "the board keeps no archive")
        if self._settings.link and self._begin.links:
            yield Kept(self._begin.links, "links", "no program is served")

    async def _write_left(self, daemon: Daemon) -> None:
        """Write the PGN of the game that was left once the board is up: what writes it is imported then."""
        try:
            await daemon.up(PATIENCE_S)
        finally:
            self._games.write_down(daemon.table)

    def _begin_scans(self, begin_ms: int) -> ScanSource:
        """Return the source of the scans; their instants count on from `begin_ms`."""
        settings, electronics = self._settings, self._electronics
        period_ms = settings.board.scan_period_ms
        lateness = Lateness(
            period_ms,
            self._say,
            partial(_take_in_pace, self._troubled),
            faster_hint(settings.reeds),
            self._supervisor.show,
        )
        if self._child:
            return ProcessScans(self._child, period_ms, begin_ms, lateness=lateness)
        scanner = LateScanner(lambda: assemble_scanner(settings.pins, electronics, settings.reeds, wary=True))
        return PacedScans(scanner, MonotonicPace(period_ms, begin_ms, lateness.note))

    async def _end(self, daemon: Daemon, end_s: float) -> bool:
        """Close everything at the same time; log what is not closed or written; return whether all is."""
        loop = asyncio.get_running_loop()
        closing: dict[str, Awaitable[object]] = {
            **daemon.finishing(),
            "games": self._write_rest(min(GOODBYE_S, end_s / 2)),
        }
        if self._scans:
            closing["reeds"] = loop.run_in_executor(self._executor, self._scans.close)
        closed = await close_in_time(closing, end_s, self._say)
        if self._scans:
            self._scans.kill()
        written = self._keeper.leave()
        self._executor.shutdown(wait=False, cancel_futures=True)
        return closed and written

    async def _write_rest(self, goodbye_s: float) -> None:
        """End all sources of orders, then write the rest of the games."""
        await close_in_time({"page": _end(self._beside)}, goodbye_s, self._say)
        if self._control:
            self._control.close()
            with suppress(OSError):  # the game is still to be written
                self._settings.control.socket.unlink(missing_ok=True)
        self._adjudicator.close()
        await asyncio.get_running_loop().run_in_executor(self._executor, self._player.close)
        await asyncio.wrap_future(self._keeper.finish())

    def _give_up(self) -> None:
        """Do what a moment allows: log what is not written, go dark, release the rows, switch off."""
        self._say("the shutdown is given up: what does not answer is left as it is")
        do_within(self._keeper.say_unwritten, MOMENT_S)
        for outlet in self._outlets:
            do_within(outlet.darken, MOMENT_S)
        if self._scans:
            do_within(self._scans.close, MOMENT_S)
            self._scans.kill()
        if self.switched_off:
            switch_off(self._settings.power.off_command, self._say)


def _take_in_troubles(daemon: Daemon, troubles: tuple[Trouble, ...]) -> None:
    daemon.troubled.power = troubles


def _take_in_pace(troubled: Troubled, slow: bool) -> None:
    troubled.slow = slow


async def _freeze_start(daemon: Daemon) -> None:
    """Freeze what there is once the board is up; the page freezes what it brings."""
    await daemon.up(PATIENCE_S)
    freeze_start()


def _glance(daemon: Daemon, scans: ScanSource, games: GameKeeper) -> Glance:
    return Glance(daemon.table, scans.now_ms(), daemon.troubled.wrong, games.tags(daemon.table))


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel the side tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _take_orders(path: Path, daemon: Daemon, say: Say) -> asyncio.Server | None:
    """Start taking orders; a board that cannot open the socket goes on without it."""
    try:
        return await open_control(path, make_order_handler(daemon))
    except OSError as problem:
        say(f"control: {path}: {problem.strerror or problem}; the board takes no orders")
        return None


def _stop_on_signals() -> asyncio.Event:
    """Return an event that SIGTERM and SIGINT set from now on, even before there is anything to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _stop_when(stop: asyncio.Event, daemon: Daemon) -> None:
    await stop.wait()
    daemon.stop()
