"""Who comes in numbers, asks for much or takes nothing: the board goes on, and nothing of him stays."""

import asyncio
import gc
import socket
import sys
from contextlib import ExitStack, suppress

import pytest
from aiohttp import web

from jadoube.web.guard.budget import Limits
from jadoube.web.listener import TCP_USER_TIMEOUT_MS, listen
from shared.board.served import Served, on_served_board, until

EVENTS = "/api/v1/events"


def _requests() -> int:
    """How many requests are still in memory."""
    gc.collect()
    return sum(isinstance(each, web.Request) for each in gc.get_objects())


def test_who_is_turned_away_leaves_nothing_behind() -> None:
    """Not even in the board's memory: he may come again and again."""

    async def act(served: Served) -> None:
        served.site.hub.close()
        before = _requests()
        for _ in range(20):
            async with served.client.get(EVENTS) as answer:
                assert answer.status == 503
        assert _requests() - before < 5

    on_served_board(act)


def test_who_asks_for_much_at_once_lets_the_board_scan() -> None:
    """Between any two answers the loop goes round, whatever the Python."""
    rounds = 0

    async def go_round() -> None:
        nonlocal rounds
        while True:
            await asyncio.sleep(0)
            rounds += 1

    async def act(served: Served) -> None:
        going = asyncio.create_task(go_round())
        asked = b"GET /static/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(asked * 100)
        before = rounds
        for _ in range(100):
            await reader.readuntil(b"nothing at this path")
        assert rounds - before >= 100
        going.cancel()
        writer.close()

    on_served_board(act)


def _comes(port: int, number: int) -> socket.socket:
    """Open a connection from one of eight addresses without waiting until it is there."""
    comes = socket.socket()
    comes.bind((f"127.0.0.{number % 8 + 2}", 0))
    comes.setblocking(False)
    with suppress(BlockingIOError):
        comes.connect(("127.0.0.1", port))
    return comes


def _is_open(there: socket.socket) -> bool:
    try:
        return there.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_who_come_all_at_once_are_no_more() -> None:
    """However many: what is over is closed at once, and not when it has been counted."""

    async def act(served: Served) -> None:
        with ExitStack() as ends:
            there = []
            for _ in range(4):  # fewer at once than the kernel keeps waiting
                there += [ends.enter_context(_comes(served.port, each)) for each in range(100)]
                async with served.visitor(20) as last, last.get("/api/v1/view") as answer:
                    assert answer.status == 200  # and all before him have been let in, or not
            await until(lambda: sum(map(_is_open, there)) <= Limits().connections)
            assert (await served.view())["phase"] == "setting up"

    on_served_board(act)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux knows how")
def test_what_nobody_takes_is_given_up() -> None:
    """Whatever it was asked for: each connection that is let in has inherited for how long."""

    async def act() -> None:
        with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
            there, _ = await asyncio.get_running_loop().sock_accept(listening)
            with there:
                assert there.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == TCP_USER_TIMEOUT_MS

    asyncio.run(act())
