"""What a stranger sends without end is stopped, and nothing of it stays; who only looks is left alone."""

import asyncio
import gc
import struct
from collections import Counter
from contextlib import suppress

import aiohttp
import pytest

from jadoube.web.guard.budget import ARRIVAL_COSTS, REQUEST_COSTS, Limits, Rate
from jadoube.web.guard.gate import Gates
from jadoube.web.spectators.streams import SAYS
from shared.board.served import Served, message_of, on_served_board, until
from shared.messages.served import ASKS, SOCKET

VIEW = b"GET /api/v1/view HTTP/1.1\r\nHost: localhost\r\n\r\n"
MASK = b"\x00\x00\x00\x00"
PING = b"\x89\x81" + MASK + b"x"
LIMITS = Limits()

FLOODS = {
    "pings": (b"", PING),
    "pongs": (b"", b"\x8a\x80" + MASK),
    "empty texts": (b"", b"\x81\x80" + MASK),
    "fragments that never end": (b"\x01\x80" + MASK, b"\x00\x80" + MASK),
    "bytes of one message": (b"\x82\xfe" + struct.pack(">H", 4000) + MASK, b"x"),
}


async def _sent_until_dropped(served: Served, first: bytes, again: bytes) -> int:
    """Send the same again and again, each for itself; give how often that could be."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(ASKS)
    await reader.readuntil(b"\r\n\r\n")
    writer.write(first)
    gone = asyncio.create_task(reader.read())
    sent = 0
    while not gone.done():
        writer.write(again)
        sent += 1
        await asyncio.sleep(0)
    await asyncio.gather(gone, return_exceptions=True)
    writer.close()
    return sent


@pytest.mark.parametrize("kind", FLOODS)
def test_whatever_a_spectator_sends_too_much_of_ends_his_connection(kind: str) -> None:
    """Every kind of frame, also one that never ends a message, and bytes that are no whole frame."""

    async def act(served: Served) -> None:
        async with asyncio.timeout(30):
            await _sent_until_dropped(served, *FLOODS[kind])
            await until(lambda: not len(served.site.hub))

    on_served_board(act)


def test_who_only_looks_is_never_dropped() -> None:
    """Hours of pings in both directions, one in ten seconds, use no budget up; each ping has its pong."""

    async def act(served: Served) -> None:
        async with served.client.ws_connect(SOCKET, autoping=False) as live:
            await message_of(live)
            for number in range(10 * SAYS.at_once):
                served.now_ms[0] += 10_000
                await live.ping(str(number).encode())
                await live.pong()
                answer = await live.receive()
                assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, str(number).encode())

    on_served_board(act)


def test_of_many_pings_the_newest_is_answered() -> None:
    """RFC 6455, 5.5.3: who pings faster than he is answered gets fewer pongs, and the last one's."""

    async def act(served: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(ASKS)
        await reader.readuntil(b"\r\n\r\n")
        pings = [b"\x89\x81" + MASK + bytes([number]) for number in range(50)]
        writer.write(b"".join(pings))
        async with asyncio.timeout(30):
            came = await reader.readuntil(b"\x8a\x01\x31")
        assert sum(came.count(b"\x8a\x01" + bytes([number])) for number in range(50)) < 5
        writer.close()

    on_served_board(act)


def _kept() -> Counter[str]:
    """What is in memory of sockets and of what came over them."""
    gc.collect()
    kinds = {"WebSocketResponse", "WebSocketDataQueue", "WSMessage"}
    return Counter(name for each in gc.get_objects() if (name := type(each).__name__) in kinds)


def test_nothing_of_a_stranger_outlives_his_connection() -> None:
    """He sends 64 kB of pings, closes without reading, and again: no socket, queue or message stays."""

    async def act(served: Served) -> None:
        before = _kept()
        for _ in range(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(ASKS)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(PING * (65536 // len(PING)))
            await asyncio.sleep(0)
            writer.transport.abort()
            del reader, writer
        await until(lambda: not len(served.site.hub) and _kept() == before)

    on_served_board(act)


def test_one_address_keeps_nobody_else_out() -> None:
    """It has so many connections and no more; who comes from another is let in."""

    async def act(served: Served) -> None:
        half = b"POST /api/v1/unlock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        half += b"Content-Length: 20\r\n\r\n"  # the body does not come
        source = ("127.0.0.2", 0)
        there = []
        for _ in range(LIMITS.connections):
            there.append(await asyncio.open_connection("127.0.0.1", served.port, local_addr=source))
            there[-1][1].write(half)
        turned_away = LIMITS.connections - LIMITS.each_connections
        await until(lambda: sum(reader.at_eof() for reader, _ in there) >= turned_away)
        assert sum(not reader.at_eof() for reader, _ in there) == LIMITS.each_connections
        assert (await served.view())["phase"] == "setting up"
        for _, writer in there:
            writer.close()

    on_served_board(act)


def test_so_many_requests_of_one_address_and_no_more() -> None:
    """Then it is told to come later; another is answered meanwhile, and itself when it has waited."""

    async def act(served: Served) -> None:
        async with served.visitor(2) as hurried, asyncio.timeout(30):
            statuses = Counter[int]()
            while not statuses[429]:
                async with hurried.get("/static/nothing") as answer:
                    statuses[answer.status] += 1
            assert answer.headers["Retry-After"]
            at_once = LIMITS.each_address.at_once
            assert at_once / 2 < statuses[404] * REQUEST_COSTS < at_once
            assert await served.view()
            served.now_ms[0] += 1000 * int(answer.headers["Retry-After"])
            async with hurried.get("/static/nothing") as answer:
                assert answer.status == 404

    on_served_board(act)


def test_so_many_arrivals_from_one_address_and_no_more() -> None:
    """Who connects again and again is closed out at once, until he has waited."""

    async def act(served: Served) -> None:
        source = ("127.0.0.2", 0)
        most = LIMITS.each_address.at_once // (ARRIVAL_COSTS + REQUEST_COSTS)
        answered = 0
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=source)
            writer.write(VIEW)
            came = b""
            with suppress(ConnectionError):
                came = await reader.read(12)
            writer.close()
            if came != b"HTTP/1.1 200":
                break
            answered += 1
        assert most / 2 < answered <= most
        assert await served.view()

    on_served_board(act)


@pytest.mark.parametrize("name", ["Upgrade", "Connection", "Sec-WebSocket-Version", "Sec-WebSocket-Key"])
def test_a_byte_that_is_not_ascii_is_wrong_input(name: str) -> None:
    """400 for such a byte in a header of the handshake, and nothing in the log."""
    asks = ASKS.replace(f"{name}: ".encode(), f"{name}: ".encode() + b"\xa5")

    async def act(served: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(asks)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400")
        assert name.encode() in await reader.readuntil(b"}}")
        writer.close()

    on_served_board(act)


def test_this_machine_may_have_limits_of_its_own() -> None:
    """So a hand on the simulator's desk is not slowed down, and who comes from elsewhere still is."""
    here = Limits(each_connections=LIMITS.connections, each_address=Rate(1 << 30, 1 << 30))
    gates = Gates(asyncio.Protocol, LIMITS, lambda: 0, here)
    assert gates.limits_of("127.0.0.1") is gates.limits_of("::ffff:127.0.0.2") is here
    assert gates.limits_of("192.0.2.7") is gates.limits_of("") is LIMITS
    let_in = Counter[str]()
    for name in ("127.0.0.1", "192.0.2.7") * 100:
        gate = gates.let_in()
        gate.asked = True  # who has asked for something is not cut off for a newer one
        let_in[name] += gates.admit(gate, name) is not None
    assert let_in == {"127.0.0.1": 100, "192.0.2.7": LIMITS.each_connections}
    alike = Gates(asyncio.Protocol, LIMITS, lambda: 0)
    assert alike.limits_of("127.0.0.1") is LIMITS


def test_limits_leave_room() -> None:
    """No address can have all connections; a spectator can send the longest message that is passed over."""
    assert LIMITS.each_connections <= LIMITS.connections // 2
    assert LIMITS.frames.at_once > 4096
