"""Spectators in a process of their own: `python -m jadoube_sim.benchmarks.onlookers PORT N`.

The first of them is dead: it asks for the socket and never reads. All look until standard input ends; then it
is said how many messages the others have had together.
"""

import asyncio
import socket
import sys
from collections import Counter

import aiohttp

ASKS = (
    "GET /api/v1/socket HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def look(port: int, number: int) -> int:
    """Look on until standard input ends; give how many messages came."""
    came: Counter[str] = Counter()
    if not number:
        await asyncio.to_thread(sys.stdin.read)
        return 0
    with socket.create_connection(("127.0.0.1", port)) as dead:
        dead.sendall(ASKS.format(port=port).encode())
        async with aiohttp.ClientSession() as session:
            readers = [asyncio.create_task(_read(session, port, came)) for _ in range(number - 1)]
            await asyncio.to_thread(sys.stdin.read)
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
    return came.total()


async def _read(session: aiohttp.ClientSession, port: int, came: Counter[str]) -> None:
    async with session.ws_connect(f"http://127.0.0.1:{port}/api/v1/socket") as live:
        async for _ in live:
            came["messages"] += 1


if __name__ == "__main__":
    print(asyncio.run(look(int(sys.argv[1]), int(sys.argv[2]))))
