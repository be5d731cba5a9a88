"""The bench behind its page, from the first scan to Ctrl-C.

The law: it says where the page is when it can be opened, and not before; it ends in order whatever ends it,
and what was played is then given back. A port that nobody asked for by name and that is taken is no reason
to stop: any other does. Other machines reach it only if that was asked for, and then it is said what they
may.
"""

import asyncio
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import Any

from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import live_folder
from jadoube.daemon.asked.adjudicator import Adjudicator
from jadoube.daemon.asked.engine_player import engine_player
from jadoube.web.guard.budget import Limits, Rate
from jadoube.web.handlers.live import LiveFiles
from jadoube.web.listener import listen, serve
from jadoube_sim.linked import linked
from jadoube_sim.page.app import App
from jadoube_sim.page.archive_process import beside, kept_archive
from jadoube_sim.page.asked import FASTEST
from jadoube_sim.page.lan import EVERYWHERE, addresses, tell_lan
from jadoube_sim.page.own_sockets import OwnSockets
from jadoube_sim.page.workbench import Bench, Plan
from jadoube_sim.terminal.start import Start

PORT = 8064
ADDRESS = "127.0.0.1"

FREE = Rate(1 << 30, 1 << 30)
OWN_BROWSER = Limits(each_connections=Limits().connections, each_address=FREE, http=FREE, frames=FREE)
"""Of the browser on this machine: a hand that drags a piece says a lot."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where the page is to be found, and whether a browser is to be opened there."""

    port: int | None = None
    """None: the usual one, or where that is taken any."""
    opens: bool = True
    lan: bool = False
    """Whether the machines of this network reach it, too."""


async def run_page(start: Start, where: Where, stop: asyncio.Event) -> Bench:
    """Run a bench until `stop` is set, and give it as it was then; BadInput where it cannot be served."""
    listening = door(where.port, EVERYWHERE if where.lan else ADDRESS)
    phones = addresses(listening) if where.lan else []
    with TemporaryDirectory(prefix="jadoube-") as nowhere:
        plan = _plan(start, Path(nowhere))
        async with (
            kept_archive(plan.settings, Path(nowhere)),
            served(
                plan,
                listening,
                resumes=start.directory is not None,
                control=plan.settings.control.socket,
                reached=phones[0] if phones else None,
            ) as (bench, address),
            linked(plan.settings.control.socket, start.links, _say),
        ):
            tell(address, where)
            if where.lan:
                tell_lan(phones, sys.stdout)
            await _until(stop, bench)
    return bench


@asynccontextmanager
async def served(
    plan: Plan,
    listening: socket,
    *,
    resumes: bool = False,
    control: Path | None = None,
    reached: str | None = None,
) -> AsyncIterator[tuple[Bench, str]]:
    """A bench that is served at this socket, and its address here.

    `control`: where its board takes orders. `reached`: HOST:PORT at which other machines find it, if they do.
    """
    at = f"{ADDRESS}:{listening.getsockname()[1]}"
    with ThreadPoolExecutor(2, "page") as executor:
        adjudicator, player = Adjudicator(), engine_player(plan.settings.opponent)
        bench = Bench(plan, adjudicator, player)
        online = plan.settings.online
        app = App(bench, executor, reached or at, online.socket if online.enabled else None)
        app.site.sharing.reached = reached
        live = live_folder(plan.settings) if plan.settings.live.enabled else None
        app.site.app.add_routes(LiveFiles(live).routes())
        sockets = OwnSockets(bench, control, app.page, executor, _say)

        def power_changed() -> None:
            app.power_changed()
            sockets.power_changed()

        bench.on_power, bench.on_line = power_changed, _say
        await bench.begin(resumes=resumes)
        serving = await serve(app.site.app, listening, app.now_ms, here=OWN_BROWSER)
        try:
            yield bench, f"http://{at}/"
        finally:
            await serving.close()
            await sockets.close()
            await bench.end()
            adjudicator.close()
            player.close()


def _plan(start: Start, nowhere: Path) -> Plan:
    """What was asked for; without a folder for the games they are kept in one that goes with the program."""
    games = start.directory or nowhere
    return Plan(
        beside(start.settings, games, nowhere),
        start.terms(),
        games,
        start.seed,
        start.speed or FASTEST,
        start.manner,
    )


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


async def _until(stop: asyncio.Event, bench: Bench) -> None:
    """Wait for the end; what goes wrong in the daemon comes out here."""
    stopping = asyncio.ensure_future(stop.wait())
    ends: set[asyncio.Future[Any]] = {stopping, bench.failed}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if bench.failed.done():
        bench.failed.result()


def door(port: int | None, address: str = ADDRESS) -> socket:
    """Open the socket at which the page is served; BadInput for a port that was asked for and is taken."""
    try:
        return listen(address, PORT if port is None else port)
    except OSError as problem:
        if port is not None:
            found = os_words(problem)
            raise BadInput(f"--port {port}", f"{found}, expected a port that is free; 0 is any") from problem
        print(f"port {PORT} is taken, another is used", file=sys.stderr)
        return listen(address, 0)


def tell(address: str, where: Where, open_browser: Callable[[str], bool] = webbrowser.open) -> None:
    """Say where the page is, and open it where somebody sits before a desktop."""
    print(f"the board is at {address}", flush=True)
    if where.opens and _has_desktop():
        open_browser(address)


def _has_desktop() -> bool:
    """Whether somebody sits here before a desktop."""
    seen = (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(seen) and sys.stdout.isatty()
