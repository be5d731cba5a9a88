"""Messages as they come, to all who look: the newest to each, and nobody waits for the slow or the dead."""

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import pytest

from jadoube.core.messages.opponents import Sought, Whom
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.others.seek import Seek
from jadoube.core.state.table import Terms, new_table
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.maker import Maker
from jadoube.glances.messages import Message
from jadoube.web.guard.budget import Limits
from jadoube.web.spectators.broadcaster import EACH_MOST, SPECTATORS_MOST, Hub, Spectator
from jadoube.web.spectators.deltas import Told
from jadoube.web.spectators.streams import SAYS
from shared.board.served import Served, message_of, on_served_board, served_board, until
from shared.messages.served import ASKS, EVENTS, SOCKET, board_of, never, soon, with_messages

MOST = Limits().connections


def plies(message: dict[str, dict[str, list[dict[str, str]]]]) -> list[str]:
    """The moves of the game that a message shows."""
    return [ply["san"] for ply in message["game"]["plies"]]


def test_who_comes_sees_the_board_and_then_each_change() -> None:
    """The first message without being asked for, the next when a move is made."""

    async def act(served: Served) -> None:
        async with served.client.ws_connect(SOCKET) as live:
            assert plies(await message_of(live)) == []
            await served.play("e4")
            while plies(message := await message_of(live)) != ["e4"]:
                pass
            assert message["version"] == 1

    on_served_board(act)


def test_twenty_see_the_same_and_it_is_computed_once() -> None:
    """Each change costs one message, however many look: the same bytes go to all."""
    glances = [Glance(new_table(Terms(), settled_contacts(reeds)), 0) for reeds in (0, 1)]

    async def run() -> None:
        with ThreadPoolExecutor(1) as executor:
            faults = Faults(print, never)
            maker = Maker(lambda: glances[0], executor, faults, pause=soon)
            hub = Hub(board_of(maker, executor), executor, faults)
            spectators = [hub.join() for _ in range(20)]
            first = [await each.next() for each in spectators]
            glances.pop(0)
            second = [await each.next() for each in spectators]
            assert maker.made == 2
            assert [len({id(each) for each in texts}) for texts in (first, second)] == [1, 1]
            for each in spectators:
                hub.leave(each)
            await until(lambda: not maker.looks)

    asyncio.run(run())


def test_events_are_the_same_messages() -> None:
    """A line of JSON each, for programs that have no WebSocket."""

    async def act(served: Served) -> None:
        async with served.client.get(EVENTS) as stream:
            assert stream.content_type == "text/event-stream"
            found: list[str] = []
            await served.play("e4")
            while found != ["e4"]:
                line = await stream.content.readline()
                assert line.startswith(b"data: {")
                assert await stream.content.readline() == b"\n"
                found = plies(json.loads(line.removeprefix(b"data: ")))

    on_served_board(act)


def test_nothing_is_computed_when_nobody_looks() -> None:
    """Before somebody comes and after he has gone the board is played and not looked at."""

    async def act(served: Served) -> None:
        await served.play("e4")
        assert served.glances == []
        live = await served.client.ws_connect(SOCKET)
        await message_of(live)
        await live.close()
        await until(lambda: not served.maker.looks)
        seen = len(served.glances)
        await served.play("e5")
        await asyncio.sleep(0.1)
        assert len(served.glances) == seen

    on_served_board(act)


def test_a_clock_that_runs_makes_no_message_by_itself() -> None:
    """But where a face shows another time: once a second, not twenty times."""

    async def act(served: Served) -> None:
        await served.play("e4")
        await served.desk.run_to(served.desk.pace.now_ms() + 3000)  # nothing is open any more
        async with served.client.ws_connect(SOCKET) as live:
            await message_of(live)
            made = served.maker.made
            for _ in range(4):
                await served.desk.run_to(served.desk.pace.now_ms() + 250)
                await asyncio.sleep(0.06)
            await until(lambda: served.maker.made > made)
            assert served.maker.made - made <= 2

    on_served_board(act)


def test_the_newest_message_wins() -> None:
    """Who has not taken one has the next in its place."""

    async def look() -> None:
        spectator = Spectator()
        spectator.offer(Told(1, b"old"))
        spectator.offer(Told(2, b"new"))
        assert await spectator.next() == b"new"
        spectator.offer(Told(3, b"late"))
        spectator.dismiss()
        assert await spectator.next() is None

    asyncio.run(look())


def test_what_a_spectator_says_is_ignored() -> None:
    """Words, orders, bytes: nothing comes of it; more than 4 kB at once and he is closed out."""

    async def act(served: Served) -> None:
        async with served.client.ws_connect(SOCKET) as live:
            await live.send_str('{"order": "resign white"}')
            await live.send_bytes(b"\x00" * 4000)
            await message_of(live)
            await served.play("e4")
            assert served.desk.table.play.outcome is None
            served.now_ms[0] += 60_000
            await live.send_str("x" * 5000)
            while (await live.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
            assert live.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG

    on_served_board(act)


def test_who_says_too_much_is_dropped() -> None:
    """However little at a time; who says a little less is not."""

    async def act(served: Served) -> None:
        async with served.client.ws_connect(SOCKET) as live:
            for _ in range(SAYS.at_once):
                await live.send_str("")
            await message_of(live)
            await served.play("e4")
            await message_of(live)
            await live.send_str("")
            while (await live.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
            assert live.close_code == aiohttp.WSCloseCode.ABNORMAL_CLOSURE

    on_served_board(act)


def test_there_is_room_for_so_many() -> None:
    """The next is told so, by either way, until one goes."""

    async def act(served: Served) -> None:
        async with served.visitor(2) as two, served.visitor(3) as three:
            lives = [await each.ws_connect(SOCKET) for each in (two, three) for _ in range(EACH_MOST)]
            assert len(lives) == SPECTATORS_MOST
            for path in (SOCKET, EVENTS):
                async with served.client.get(path) as answer:
                    assert answer.status == 503
                    assert answer.headers["Retry-After"]
            await lives[0].close()
            async with served.client.get(EVENTS) as answer:
                assert answer.status == 200
            for live in lives:
                await live.close()

    on_served_board(act)


def test_one_address_takes_half_of_the_room() -> None:
    """By either way; of another address one still looks."""

    async def act(served: Served) -> None:
        async with served.visitor(2) as crowd:
            lives = [await crowd.ws_connect(SOCKET) for _ in range(EACH_MOST)]
            for path in (SOCKET, EVENTS):
                async with crowd.get(path) as answer:
                    assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
                    assert "from this address" in await answer.text()
            async with served.client.ws_connect(SOCKET) as live:
                await message_of(live)
            for live in lives:
                await live.close()

    on_served_board(act)


def test_the_end_is_said() -> None:
    """Each socket is closed as going away, each stream ends, and a dead one delays nobody."""

    async def run() -> None:
        async with served_board() as served:
            live = await served.client.ws_connect(SOCKET)
            stream = await served.client.get(EVENTS)
            with socket.create_connection(("127.0.0.1", served.port)) as dead:
                dead.sendall(ASKS)
                await message_of(live)
                async with asyncio.timeout(30):
                    closing = asyncio.create_task(served.serving.close())
                    while (await live.receive()).type is aiohttp.WSMsgType.TEXT:
                        pass
                    assert live.close_code == aiohttp.WSCloseCode.GOING_AWAY
                    await stream.content.read()
                    await closing

    asyncio.run(run())


async def _asking(
    port: int, said: bytes, number: int = 0
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection from one of eight addresses, and say something over it."""
    source = (f"127.0.0.{number % 8 + 2}", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
    writer.write(said)
    return reader, writer


def test_who_asks_for_nothing_makes_room() -> None:
    """Connections that say nothing, or not all of it, keep nobody out, however many they are."""

    async def act(served: Served) -> None:
        halves = [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"]
        there = [await _asking(served.port, halves[each % 2], each) for each in range(2 * MOST)]
        for _ in range(3):
            assert (await served.view())["phase"] == "setting up"
        async with served.client.ws_connect(SOCKET) as live:
            await message_of(live)
            there += [await _asking(served.port, b"", each) for each in range(MOST)]
            assert live.close_code is None
            await served.play("e4")
            await message_of(live)
        for _, writer in there:
            writer.close()

    on_served_board(act)


def test_so_many_connections_and_no_more() -> None:
    """Where all have asked for something the next is not let in: the board has files of its own to open."""

    async def act(served: Served) -> None:
        asked = b"POST /api/v1/unlock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        asked += b"Content-Length: 20\r\nExpect: 100-continue\r\n\r\n"  # and the body does not come
        there = [await _asking(served.port, asked, each) for each in range(MOST)]
        for reader, _ in there:
            assert b"100 Continue" in await reader.readuntil(b"\r\n\r\n")
        reader, writer = await _asking(served.port, b"")
        assert await reader.read() == b""
        for _, each in [*there, (reader, writer)]:
            each.close()

    on_served_board(act)


@pytest.mark.parametrize("nonsense", [b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b"GET\r\n\r\n", b"\r\n" * 99])
def test_what_is_no_http_is_nobodys_business(nonsense: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    """It is answered, or not, and closed; nothing is printed."""

    async def act(served: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(nonsense)
        writer.write_eof()
        await reader.read()
        writer.close()

    on_served_board(act)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("path", [SOCKET, EVENTS])
def test_who_is_dead_is_dropped_and_holds_up_nobody(path: str) -> None:
    """He never reads: what the kernel keeps for him fills up, and he is out; another sees all the while."""

    async def act(port: int, hub: Hub) -> None:
        with socket.create_connection(("127.0.0.1", port)) as dead:
            dead.sendall(ASKS.replace(SOCKET.encode(), path.encode()))
            async with (
                aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client,
                client.ws_connect(SOCKET, max_msg_size=0) as live,
            ):
                seen = 0
                while len(hub) < 2:
                    await live.receive()
                while len(hub) == 2:
                    assert (await live.receive()).type is aiohttp.WSMsgType.TEXT
                    seen += 1
                assert seen > 5

    with_messages(50_000, act)


def test_who_answers_no_ping_is_dropped() -> None:
    """He takes what is sent, and says nothing; who answers stays."""

    async def act(port: int, hub: Hub) -> None:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            answers = await client.ws_connect(SOCKET)
            hung = await client.ws_connect(SOCKET, autoping=False)
            answering = asyncio.create_task(_take_all(answers))
            while not hung.closed:
                assert (await hung.receive()).type is not aiohttp.WSMsgType.ERROR
            await until(lambda: len(hub) == 1)
            assert not answers.closed
            answering.cancel()
            await asyncio.wait([answering])
            await answers.close()

    with_messages(10, act, ping_s=0.2, again_ms=None)


async def _take_all(live: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in live:
        pass


def test_what_cannot_be_encoded_is_said_once() -> None:
    """The page stays as it was, and the board goes on."""
    said: list[str] = []
    tries: list[Glance] = []
    glance = Glance(new_table(Terms(), settled_contacts(0)), 0)

    def encode(glance: Glance) -> Message:
        tries.append(glance)
        raise RuntimeError("no words")

    async def run() -> None:
        with ThreadPoolExecutor(1) as executor:
            faults = Faults(said.append, never)
            maker = Maker(lambda: glance, executor, faults, encode, soon)
            hub = Hub(board_of(maker, executor), executor, faults)
            spectator = hub.join()
            await until(lambda: len(tries) >= 5)
            hub.leave(spectator)
            await until(lambda: not maker.looks)

    asyncio.run(run())
    assert said == ["page: RuntimeError('no words') on encoding; what it shows stays as it is"]


def test_a_board_that_is_not_there_for_a_moment_is_looked_at_again() -> None:
    """Who looked before sees it again, without coming anew."""
    said: list[str] = []
    tables = [new_table(Terms(), settled_contacts(reeds)) for reeds in (0, 1)]
    gone = [False]

    def glance() -> Glance:
        if gone[0]:
            raise RuntimeError("no board")
        return Glance(tables[0], 0)

    async def run() -> None:
        with ThreadPoolExecutor(1) as executor:
            faults = Faults(said.append, never)
            maker = Maker(glance, executor, faults, pause=soon)
            hub = Hub(board_of(maker, executor), executor, faults)
            spectator = hub.join()
            first = await spectator.next()
            gone[0] = True
            await until(lambda: bool(said))
            tables.pop(0)
            gone[0] = False
            async with asyncio.timeout(30):
                assert await spectator.next() != first
            hub.leave(spectator)
            await until(lambda: not maker.looks)

    asyncio.run(run())
    assert len(said) == 1


def test_who_heeds_a_board_hears_of_servers_only() -> None:
    """One message first; then none of games here, those of a search, and the one that ends it."""
    quiet = [new_table(Terms(), settled_contacts(reeds)) for reeds in range(3)]
    seeks = quiet[2]._replace(seek=Seek(Sought(Whom.SOMEBODY), None))
    looked, tables = [0], iter((*quiet, seeks, *quiet))
    now = [next(tables)]

    async def look_twice(_seconds: float) -> None:
        looked[0] += 1
        if looked[0] % 2 == 0:
            now[0] = next(tables, now[0])
        await soon(0)

    async def run() -> None:
        heard: list[bytes] = []
        with ThreadPoolExecutor(1) as executor:
            maker = Maker(lambda: Glance(now[0], 0), executor, Faults(print, never), pause=look_twice)
            maker.heed(heard.append)
            await until(lambda: now[0] is quiet[2] and looked[0] > 20)
            maker.leave(heard.append)
            await until(lambda: not maker.looks)
            assert maker.made == len(heard) == 3
        wished = [json.loads(text)["seek"] is not None for text in heard]
        assert wished == [False, True, False]

    asyncio.run(run())
