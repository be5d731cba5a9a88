"""A hall of a recording whose page is served on loopback, and a client that asks for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import aiohttp

from jadoube.hall.page.server import Site, build
from jadoube.web.guard.auth import Guard
from jadoube.web.listener import listen, own_names, serve
from jadoube_sim.benchmarks.hall.played import PlayedHall, now_ms
from jadoube_sim.benchmarks.hall.recording import Recording, record

PIN = "042742"


@dataclass(slots=True)
class ServedHall:
    """A hall, what serves its page, and a client."""

    hall: PlayedHall
    site: Site
    port: int
    client: aiohttp.ClientSession
    said: list[str] = field(default_factory=list)

    async def unlock(self, pin: str = PIN) -> str:
        """Say the PIN; the token."""
        async with self.client.post("/api/v1/unlock", json={"pin": pin}) as answer:
            return str((await answer.json()).get("token", ""))

    async def asked(self, method: str, path: str, token: str = "", **more: Any) -> tuple[int, Any]:
        """Ask for something of the hall; the status, and the JSON of the answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self.client.request(method, f"/api/v1/hall/{path}", headers=headers, **more) as answer:
            return answer.status, await answer.json()

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[Callable[[], Awaitable[dict[str, Any]]]]:
        """Look on; what is given returns the next message."""
        async with self.client.ws_connect("/api/v1/hall/socket?deltas=1") as socket:

            async def heard() -> dict[str, Any]:
                async with asyncio.timeout(5):
                    return dict(json.loads(await socket.receive_str()))

            yield heard


@cache
def small_recording(boards: int = 3) -> Recording:
    """Of a few boards, which have begun to play."""
    return record(boards, 2, seed=1, different=3)


@asynccontextmanager
async def served_hall(recording: Recording | None = None) -> AsyncIterator[ServedHall]:
    """Serve the page of a hall; its boards play when they are told to (`hall.advance`)."""
    hall = PlayedHall(recording or small_recording())
    said: list[str] = []
    site = build(hall, hall, Guard(own_names(), now_ms, PIN), said.append)
    listening = listen("127.0.0.1", 0)
    port = int(listening.getsockname()[1])
    serving = await serve(site.app, listening, now_ms)
    sending = asyncio.create_task(site.show.run())
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            yield ServedHall(hall, site, port, client, said)
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        await serving.close()


def on_served_hall(act: Callable[[ServedHall], Awaitable[None]], recording: Recording | None = None) -> None:
    """Serve a hall and act on it."""

    async def acted() -> None:
        async with served_hall(recording) as served:
            await act(served)
        assert served.said == []

    asyncio.run(acted())


class HallBeside:
    """A hall whose page is served beside the test, by a loop in a thread of its own."""

    def __init__(self, served: ServedHall, loop: asyncio.AbstractEventLoop) -> None:
        self.served, self._loop = served, loop
        self.host = f"127.0.0.1:{served.port}"
        self.url = f"http://{self.host}/"

    def do(self, act: Callable[[PlayedHall], Any]) -> Any:
        """Have something happen in the hall; returns once it has."""

        async def done() -> Any:
            return act(self.served.hall)

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(10)


@contextmanager
def hall_beside(recording: Recording | None = None) -> Iterator[HallBeside]:
    """Serve the page of a hall for a test that cannot run a loop, such as one with a browser."""
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(loop.run_forever)
        serving = served_hall(recording)
        try:
            served = asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result(10)
            try:
                yield HallBeside(served, loop)
            finally:
                asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result(10)
        finally:
            loop.call_soon_threadsafe(loop.stop)
            running.result(10)
            loop.close()
    assert served.said == []
