"""Spectators in a process of their own: `python -m jadoube_sim.benchmarks.visitors.onlookers PORT N DELTAS`.

The first of them is dead: it asks for the socket and never reads. They come from several addresses, as one
has half of the places only. With DELTAS 1 they ask for deltas. When all have had a message,
that is said; at the end of standard input, how many messages and bytes they have had since its first line.
"""

import asyncio
import socket
import sys
from collections import Counter

import aiohttp

ADDRESSES = 4
BYTES = -1
"""The key under which bytes are counted; spectators' messages are under their numbers."""

FRAME_BYTES = 4
"""What a WebSocket adds to a message of 126 bytes to 64 kB (RFC 6455, 5.2)."""

ASKS = (
    "GET /api/v1/socket HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def look(port: int, number: int, *, deltas: bool) -> Counter[int]:
    """Look on until standard input ends; give what came since its first line."""
    came: Counter[int] = Counter()
    if not number:
        print("there", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        return came
    with socket.create_connection(("127.0.0.1", port)) as dead:
        dead.sendall(ASKS.format(port=port).encode())
        readers = [asyncio.create_task(_read(each, port, came, deltas=deltas)) for each in range(number - 1)]
        while len(came) < number:  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0.01)
        print("there", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        came.clear()
        await asyncio.to_thread(sys.stdin.read)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    return came


async def _read(number: int, port: int, came: Counter[int], *, deltas: bool) -> None:
    connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{number % ADDRESSES + 2}", 0))
    url = f"http://127.0.0.1:{port}/api/v1/socket?deltas={int(deltas)}"
    async with aiohttp.ClientSession(connector=connector) as session, session.ws_connect(url) as live:
        async for message in live:
            came[number] += 1
            came[BYTES] += len(message.data) + FRAME_BYTES


if __name__ == "__main__":
    found = asyncio.run(look(int(sys.argv[1]), int(sys.argv[2]), deltas=sys.argv[3] == "1"))
    size = found.pop(BYTES, 0)
    print(found.total(), size)
