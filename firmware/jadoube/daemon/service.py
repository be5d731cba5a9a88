"""The service: puts the loop together with a board and a folder of games, and ends it cleanly.

It runs the one event loop. The order of its start is the order of what a player notices: first the reeds,
whose first scan comes before anything heavy is imported; lamps and faces open when they are first shown.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from jadoube import __version__
from jadoube.config.problems import BadInput
from jadoube.config.settings import GameSettings, Settings, rules_of
from jadoube.core.debounce import still
from jadoube.core.events import Event
from jadoube.core.orientation import ORIENTATIONS
from jadoube.core.scoresheet import scoresheet
from jadoube.core.table import Table, Terms, new_table
from jadoube.core.troubles import Trouble
from jadoube.daemon.adjudicator import Adjudicator
from jadoube.daemon.board import outlets_for
from jadoube.daemon.control import obeying, open_control
from jadoube.daemon.fold import Folded
from jadoube.daemon.journal import header_for
from jadoube.daemon.keeper import Keeper
from jadoube.daemon.lateness import Lateness
from jadoube.daemon.loop import Daemon
from jadoube.daemon.pace import MonotonicPace, Pace, today
from jadoube.daemon.power import Power, switch_off, watch
from jadoube.daemon.supervise import Supervisor
from jadoube.drivers.assemble import assemble_scanner
from jadoube.drivers.late import LateScanner
from jadoube.drivers.parts import Electronics
from jadoube.web.access import Glance

if TYPE_CHECKING:
    from jadoube.daemon.companion import Companion

Say = Callable[[str], None]
_T = TypeVar("_T")

THREADS = 7
"""One for the disk, the lamps, each face, the buzzer, what the system tells, and what the page imports."""

GIVES_WAY_S = 0.001
"""After so long a thread that computes lets the loop have its scan. Python's own 5 ms are a whole period:
while another module is imported, or a message encoded, scans would come so late."""

PATIENCE_S = 10.0
"""For how long a part that does not answer keeps the page from being served."""


def serve(settings: Settings, electronics: Electronics, say: Say) -> None:
    """Run a board until SIGTERM or SIGINT, or until the players switch it off: then the machine, too.

    BadInput without a folder of its own.
    """
    if asyncio.run(_serve(settings, electronics, say)):
        switch_off(settings.power.off_command, say)


def run_until_stopped(doing: Callable[[asyncio.Event], Awaitable[_T]]) -> _T:
    """Run something else than the daemon on the one loop; SIGTERM and SIGINT set the event it is given."""

    async def run() -> _T:
        return await doing(_stop_on_signals())

    return asyncio.run(run())


def terms_of_settings(settings: Settings) -> Terms:
    """Give the terms of a new game."""
    return Terms(
        control=settings.game.time_control,
        rules=rules_of(settings),
        debounce_ms=settings.board.debounce_ms,
        tenths_below_s=settings.faces.tenths_below_s,
        low_time_s=settings.sound.low_time_s,
        turned=ORIENTATIONS[settings.board.orientation],
        language=settings.board.language,
    )


class GameKeeper:
    """The loop's keeper: writes its games down in files, under the names that the settings give them."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self._keeper = keeper
        self._settings = settings
        self._tags: dict[str, str] = {}

    def tags(self) -> dict[str, str]:
        """Give what the PGN of the running game says of it."""
        return self._tags

    def resume(self) -> Folded | None:
        """Give the game that was left unfinished, if there is one."""
        folded = self._keeper.resume()
        if folded:
            self._tags = folded.header.tags
        return folded

    def begin(self, table: Table, now_ms: int) -> None:
        """Open the journal of a game that begins with this table."""
        self._tags = tags_of(self._settings.game)
        period_ms = self._settings.board.scan_period_ms
        self._keeper.begin(header_for(table, now_ms, period_ms, self._tags))

    def append(self, event: Event, now_ms: int) -> None:
        """Journal one event."""
        self._keeper.append(event, now_ms)

    def write_down(self, table: Table) -> None:
        """Write the PGN as it is now; the scoresheet is worked out off the loop."""
        self._keeper.write_pgn(partial(scoresheet, table), self._tags)


def tags_of(game: GameSettings) -> dict[str, str]:
    """Give what a PGN says of a game that begins today."""
    return {
        "Event": game.event,
        "Site": game.site,
        "Date": today(),
        "Round": game.round,
        "White": game.white,
        "Black": game.black,
    }


async def _serve(settings: Settings, electronics: Electronics, say: Say) -> bool:
    """Run the board; say at its end whether the players have switched it off."""
    stop = _stop_on_signals()
    sys.setswitchinterval(GIVES_WAY_S)
    period_ms = settings.board.scan_period_ms
    folder = settings.archive.directory
    if folder.exists() and not folder.is_dir():
        raise BadInput("archive.directory", f"{folder} is a file, expected a folder for the games")
    scanner = LateScanner(lambda: assemble_scanner(settings.pins, electronics, settings.reeds, wary=True))
    with ThreadPoolExecutor(THREADS, "jadoube") as executor:
        keeper = Keeper(folder, executor, say)
        say(f"jadoube {__version__}: scanning every {period_ms} ms")
        games = GameKeeper(keeper, settings)
        left = games.resume()
        table = left.table if left else new_table(terms_of_settings(settings), still(0))
        pace = MonotonicPace(period_ms, left.last_ms if left else 0, Lateness(period_ms, say).note)
        outlets = outlets_for(settings, electronics, executor, say)
        adjudicator = Adjudicator()
        daemon = Daemon(table, scanner, pace, outlets, keeper=games, answering=adjudicator, say=say)
        if left:
            say(f"an unfinished game is taken up again (plies: {left.table.line.ply})")
            daemon.resume(left.last_ms)
        else:
            games.begin(table, 0)
        beside = [asyncio.create_task(_stop_when(stop, daemon))]
        if settings.power.watch:
            beside.append(asyncio.create_task(watch(Power(say).look, partial(_take_in, daemon), executor)))
        control = await _control(settings.control.socket, daemon, say)
        if settings.web.enabled:
            make = partial(_companion, settings.web, daemon, partial(_glance, daemon, pace, games), say)
            beside.append(asyncio.create_task(_serve_page(daemon, executor, make, say)))
        try:
            await _supervised(daemon)
        finally:
            await _end(beside)
            if control:
                control.close()
                settings.control.socket.unlink(missing_ok=True)
            adjudicator.close()
            keeper.close()
            scanner.close()
    return daemon.switched_off


def _take_in(daemon: Daemon, troubles: tuple[Trouble, ...]) -> None:
    daemon.troubled.power = troubles


async def _serve_page(daemon: Daemon, executor: Executor, make: Callable[[], "Companion"], say: Say) -> None:
    """Serve the page when the board is up."""
    await daemon.up(PATIENCE_S)
    try:
        companion = await asyncio.get_running_loop().run_in_executor(executor, make)
        await companion.run()
    except ImportError as missing:
        found = f"{missing.name or missing} is not installed"
        say(f"page: {found}, expected: pip install 'jadoube[web]'; the board serves none")
    except Exception as problem:  # noqa: BLE001 - whatever the page stumbles over, the game goes on
        say(f"page: {problem!r}; the board serves none")


def _glance(daemon: Daemon, pace: Pace, games: GameKeeper) -> Glance:
    return Glance(daemon.table, pace.now_ms(), daemon.troubled.wrong, games.tags())


def _companion(*beside: Any) -> "Companion":
    """Make what serves the page, in a thread: what it imports takes longer than the board's first scan."""
    from jadoube.daemon.companion import Companion  # noqa: PLC0415 - as above

    return Companion(*beside)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel what runs beside the board, and wait until it has ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _supervised(daemon: Daemon) -> None:
    """Run the board, and tell systemd of it where systemd asks."""
    supervisor = Supervisor(os.environ, os.getpid())
    daemon.scan_watchers.append(supervisor.scanned)
    supervisor.ready()
    try:
        await daemon.run()
    finally:
        supervisor.stopping()


async def _control(path: Path, daemon: Daemon, say: Say) -> asyncio.Server | None:
    """Take orders from now on; a board without a place for that goes on without."""
    try:
        return await open_control(path, obeying(daemon))
    except OSError as problem:
        say(f"control: {path}: {problem.strerror or problem}; the board takes no orders")
        return None


def _stop_on_signals() -> asyncio.Event:
    """Give what is set by SIGTERM and SIGINT from now on: also before there is anything to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _stop_when(stop: asyncio.Event, daemon: Daemon) -> None:
    await stop.wait()
    daemon.stop()
