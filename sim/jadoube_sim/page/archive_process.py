"""The process of the archive beside a simulated board, as `jadoube run` keeps it beside a real one.

The law: its folder is beside the games, its socket and its configuration are in a folder that goes with the
program. What it says goes to standard error, as standard output has the games. It
refuses to know the bench: all that joins them are the files of the games.
"""

import asyncio
import json  # its strings are TOML's, too
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from jadoube.config.settings import BrokerSettings, Settings
from jadoube.daemon.kept_process import keep

_STANDARD_ERROR: Final = 2


def beside(settings: Settings, games: Path, nowhere: Path) -> Settings:
    """Return the settings of a board with its games in a folder, and what need not last in another."""
    own = games.with_name(f"{games.name}-online") if games != nowhere else nowhere / "online"
    return replace(
        settings,
        archive=replace(settings.archive, directory=games.absolute()),
        control=replace(settings.control, socket=nowhere / "control"),
        live=replace(settings.live, enabled=True),
        online=replace(settings.online, directory=own.absolute(), socket=nowhere / "desk"),
    )


@asynccontextmanager
async def kept_archive(settings: Settings, nowhere: Path) -> AsyncIterator[None]:
    """Keep the process while this lasts."""
    file = nowhere / "board.toml"
    file.write_text(
        f"[archive]\ndirectory = {json.dumps(str(settings.archive.directory))}\n"
        f"[control]\nsocket = {json.dumps(str(settings.control.socket))}\n"
        f"[online]\ndirectory = {json.dumps(str(settings.online.directory))}\n"
        f"socket = {json.dumps(str(settings.online.socket))}\n"
        f"[live]\nenabled = true\n[web]\nport = {settings.web.port}\n" + _broker_table(settings.broker),
        encoding="utf-8",
    )
    with ThreadPoolExecutor(1, "online") as executor:
        keeping = asyncio.create_task(keep("online", file, executor, _say, log=_STANDARD_ERROR))
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


def _broker_table(broker: BrokerSettings) -> str:
    """Where it publishes; nothing where it does not."""
    if not broker.host:
        return ""
    return (
        f"[broker]\nhost = {json.dumps(broker.host)}\nport = {broker.port}\n"
        f"tls = {json.dumps(broker.tls)}\nhall = {json.dumps(broker.hall)}\n"
        f"board = {json.dumps(broker.board)}\n"
    )


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
