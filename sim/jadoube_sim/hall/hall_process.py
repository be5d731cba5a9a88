"""The hall's own program on the desk: `jadoube hall` with a folder of its own.

The law: it is started as an arbiter starts it, and ended as a service is ended. It refuses to know what the
hall does.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from jadoube.config.problems import BadInput
from jadoube.config.settings import BrokerSettings
from jadoube.hall.page.pin import kept_pin
from jadoube.local.own_process import words_of
from jadoube_sim.hall.with_us import ending_with_us

KEPT: Final = "kept"
"""The hall's own folder in that of the plan."""

GOES_S: Final = 5.0

NAMES: Final = (
    *("Albers, Ina", "Brandt, Ole", "Castaing, Rose", "Duval, Remi", "Ebert, Greta", "Fuchs, Emil"),
    *("Girard, Lise", "Hansen, Nils", "Iversen, Maja", "Jansen, Piet", "Keller, Ruth", "Lambert, Hugo"),
    *("Moreau, Anouk", "Nilsson, Arne", "Olsen, Frida", "Petit, Luc", "Quist, Lena", "Roth, Jonas"),
    *("Simon, Zoe", "Thiel, Kurt", "Ulrich, Vera", "Vogel, Hans", "Weber, Clara", "Zander, Felix"),
)
"""Made up."""


@dataclass(frozen=True, slots=True)
class HallPlan:
    """What the hall begins with."""

    folder: Path
    broker: BrokerSettings
    port: int
    """Of its page; 0: any."""
    say: Callable[[str], None]


def player_name(number: int) -> str:
    """Return the name of a player, counted from 0; after the last come those with a number."""
    turn, at = divmod(number, len(NAMES))
    return f"{NAMES[at]}{f' {turn + 1}' if turn else ''}"


def write_config(plan: HallPlan) -> Path:
    """Write the configuration of the hall, and return its file."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    broker = plan.broker
    file = plan.folder / "hall.toml"
    file.write_text(
        f"[broker]\nhost = {json.dumps(broker.host)}\nport = {broker.port}\n"
        f"tls = {json.dumps(broker.tls)}\nhall = {json.dumps(broker.hall)}\n"
        f"[hall]\ndirectory = {json.dumps(str(plan.folder / KEPT))}\n"
        f'address = "127.0.0.1"\nport = {plan.port}\n',
        encoding="utf-8",
    )
    return file


@dataclass(slots=True)
class RunningHall:
    """A hall that runs."""

    pid: int
    url: str
    """The address of its page, here."""
    pin: str
    """With which arbiters act at its page."""
    process: asyncio.subprocess.Process

    async def ends(self) -> NoReturn:
        """Wait until it ends by itself, which it never does: BadInput then."""
        status = await self.process.wait()
        raise BadInput("jadoube hall", f"it has ended with status {status}, expected it to run on")


@asynccontextmanager
async def hall_process(plan: HallPlan) -> AsyncIterator[RunningHall]:
    """Run the hall while this lasts. BadInput if it ends before it has a page."""
    file = write_config(plan)
    process = await asyncio.create_subprocess_exec(
        *ending_with_us(words_of("jadoube.cli.main", "hall", "--config", str(file))),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        start_new_session=True,
    )
    listening: asyncio.Task[None] | None = None
    try:
        url = await _said_url(process, plan)
        listening = asyncio.create_task(_listen(process, plan.say))
        yield RunningHall(process.pid, url, kept_pin(plan.folder / KEPT), process)
    finally:
        await _end(process)
        if listening:
            await listening


async def _said_url(process: asyncio.subprocess.Process, plan: HallPlan) -> str:
    """Read what it says up to the line that says where its page is."""
    said = []
    while process.stdout and (line := (await process.stdout.readline()).decode()):
        said.append(line.strip())
        if found := _SAYS_WHERE.search(line):
            return f"http://127.0.0.1:{found[1]}/"
        if line.startswith("page: "):  # it tries again and again, as a service does
            raise BadInput(f"--port {plan.port}", f"{line.strip()}; expected a port that is free")
        plan.say(line.rstrip())
    raise BadInput("jadoube hall", f"it ended without a page: {' / '.join(said[-3:])}")


_SAYS_WHERE: Final = re.compile(r"page: http://[^/]*:(\d+)/")


async def _listen(process: asyncio.subprocess.Process, say: Callable[[str], None]) -> None:
    """Hand on what it says until it ends."""
    while process.stdout and (line := await process.stdout.readline()):
        say(line.decode().rstrip())


async def _end(process: asyncio.subprocess.Process) -> None:
    """End it as a service is ended; kill it if it takes too long."""
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(GOES_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
