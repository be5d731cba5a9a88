"""The process of links: one event loop, which serves programs on all links, and reads the board for them.

The law: it holds nothing of the game, and no program reaches the board but by an order in the role `program`:
if it is killed, the game goes on. It ends with SIGTERM or SIGINT, as a child also with its standard input. No
link is served before the board has shown itself, as a board that is switched off answers nobody. A link whose
place is not there is waited for, and holds up no other.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from jadoube.config.settings import LIVECHESS, LinkSettings, Settings
from jadoube.links.board import LinkedBoard
from jadoube.links.orders import Orders
from jadoube.links.protocols import SPEEDS, beginning
from jadoube.links.session import Host, Session
from jadoube.links.transports.programs import Line, Say, Welcome, once
from jadoube.links.transports.pty_line import serve_pty
from jadoube.links.transports.serial_line import serve_serial
from jadoube.links.transports.tcp_line import serve_tcp
from jadoube.local.until_stopped import until_stopped

Serve = Callable[[Host, Say], Awaitable[None]]
"""Serves the programs on one link until cancelled."""


def run_links(
    settings: Settings,
    now_ms: Callable[[], int],
    unix_s: Callable[[], int],
    say: Say,
    *,
    ends_with_input: bool = False,
) -> None:
    """Serve programs on the links of this configuration until stopped; `unix_s` is the date in seconds."""
    links = [configured(link, unix_s) for link in settings.link]
    serving = serve_links(links, settings.control.socket, now_ms, say)
    asyncio.run(until_stopped(serving, ends_with_input=ends_with_input))


async def serve_links(links: Sequence[Serve], control: Path, now_ms: Callable[[], int], say: Say) -> None:
    """Serve programs on these links, for the board with this control socket, until cancelled."""
    board = LinkedBoard(control, now_ms)
    orders = Orders(board, lambda line: say(f"links: {line}"))
    host = Host(board, orders)
    async with asyncio.TaskGroup() as together:
        together.create_task(board.run())
        together.create_task(orders.run())
        while host.look() is None:
            await board.changed()
        for serve in links:
            together.create_task(_guarded(serve, host, once(lambda line: say(f"links: {line}"))))


def configured(link: LinkSettings, unix_s: Callable[[], int]) -> Serve:
    """Return what serves a link of the configuration; `unix_s` is the date in seconds since 1970."""
    if link.protocol == LIVECHESS:
        return partial(_over_livechess, link, unix_s)
    if link.port:
        return partial(_over_serial, link.port, link.protocol)
    return partial(_over_tcp, link.listen, link.protocol)


def over_pty(path: Path, protocol: str) -> Serve:
    """Return what serves a link at a file of this machine."""
    return partial(_over_pty, path, protocol)


async def _guarded(serve: Serve, host: Host, say: Say) -> None:
    """Serve a link; a fault of it is said, and the others go on."""
    try:
        await serve(host, say)
    except OSError as problem:
        say(f"{problem.filename2 or problem.filename}: {problem.strerror}; nobody is served there")
    except Exception as problem:  # noqa: BLE001 - as above
        say(f"a fault: {problem!r}; nobody is served there")


async def _over_serial(path: str, protocol: str, host: Host, say: Say) -> None:
    await serve_serial(path, SPEEDS[protocol], _welcome(protocol, host), say)


async def _over_tcp(place: str, protocol: str, host: Host, say: Say) -> None:
    await serve_tcp(place, _welcome(protocol, host), say)


async def _over_pty(path: Path, protocol: str, host: Host, say: Say) -> None:
    await serve_pty(path, _welcome(protocol, host), say)


def _welcome(protocol: str, host: Host) -> Welcome:
    begin = beginning(protocol)

    def welcome(line: Line) -> Session:
        return Session(begin(), line, host)

    return welcome


async def _over_livechess(link: LinkSettings, unix_s: Callable[[], int], host: Host, say: Say) -> None:
    serve = import_module("jadoube.links.livechess.server").serve_livechess  # heavy, and most have none
    await serve(link.listen, host, say, unix_s=unix_s, pages=link.pages)
