"""Pages of this network may show the board; all that they get is what spectators see."""

import asyncio
from http import HTTPStatus

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.local.near_network import is_near_origin
from jadoube.web.guard.neighbours import FEED
from shared.board.served import PIN, Served, message_of, on_served_board

NEAR = (
    "http://192.168.1.20:8064",
    "http://10.0.0.7",
    "https://172.31.255.1",
    "http://169.254.3.4:8064",
    "http://127.0.0.1:8065",
    "http://[::1]:8064",
    "http://[fe80::1]",
    "http://[fd12:3456::7]:8064",
    "http://localhost:8065",
    "http://BOARD2.local:8064",
    "http://board2:8064",
    "http://hall.home.arpa",
    "http://club.internal",
)
FAR = (
    "http://evil.example",
    "http://board.local.evil.example",
    "http://8.8.8.8",
    "http://172.32.0.1",
    "http://[::ffff:8.8.8.8]",
    "http://[2001:0:53aa:64c::1]",
    "http://[2606:4700::1111]",
    "http://192.168.1.20.evil.example",
    "http://192.168.1.20@evil.example",
    "http://evil.example/.local",
    "http://0x7f.1",
    "http://[board]",
    "file://board.local",
    "null",
    "",
)


@pytest.mark.parametrize("origin", NEAR)
def test_a_page_of_this_network_is_near_origin(origin: str) -> None:
    """Addresses and names that nobody on the internet can have."""
    assert is_near_origin(origin)


@pytest.mark.parametrize("origin", FAR)
def test_a_page_of_the_internet_is_not(origin: str) -> None:
    """Whatever its name and address are written like."""
    assert not is_near_origin(origin)


def test_a_name_that_the_owner_knows_is_near_origin() -> None:
    """One of `web.names`: a club's own name server gives it out."""
    assert is_near_origin("http://hall.club.example:8064", {"hall.club.example"})


@given(st.text(max_size=40))
def test_no_origin_is_too_strange(origin: str) -> None:
    """Each is near or is not."""
    assert is_near_origin(origin) in (True, False)


@pytest.mark.parametrize("origin", ["http://192.168.1.20:8064", "http://board2.local:8064"])
def test_a_page_of_this_network_gets_the_feed(origin: str) -> None:
    """The message of now, which its browser lets it read, and messages as they come."""

    async def act(served: Served) -> None:
        async with served.client.get("/api/v1/view", headers={"Origin": origin}) as answer:
            assert answer.status == HTTPStatus.OK
            assert answer.headers["Access-Control-Allow-Origin"] == origin
            assert answer.headers["Vary"] == "Origin"
            assert "Access-Control-Allow-Credentials" not in answer.headers
        async with served.client.ws_connect("/api/v1/socket?deltas=1", origin=origin) as live:
            assert (await message_of(live))["game"]["plies"] == []

    on_served_board(act)


def test_a_page_of_this_network_gets_nothing_else() -> None:
    """Every other path and method of the server refuses it, with a token, too; no leave is given before."""

    async def act(served: Served) -> None:
        near = {"Origin": NEAR[0], "Authorization": f"Bearer {await served.token()}"}
        asked = set()
        for route in served.site.app.router.routes():
            assert route.resource is not None
            path = route.resource.canonical.replace("{", "").replace("}", "")
            if route.method == "GET" and path in FEED:
                continue
            asked.add((route.method, path))
            body = {"pin": PIN, "order": "resign white", "role": "owner"}
            async with served.client.request(route.method, path, json=body, headers=near) as answer:
                assert answer.status == HTTPStatus.FORBIDDEN, (route.method, path)
        for path in FEED:
            async with served.client.options(path, headers=near) as answer:
                assert answer.status == HTTPStatus.FORBIDDEN
                assert "Access-Control-Allow-Origin" not in answer.headers
        assert {("POST", "/api/v1/orders"), ("GET", "/api/v1/events"), ("GET", "/api/v1/game.pgn")} <= asked
        assert served.desk.table.play.outcome is None

    on_served_board(act)


def test_two_origins_are_both_looked_at() -> None:
    """A far one beside a near one is refused."""

    async def act(served: Served) -> None:
        headers = [("Origin", NEAR[0]), ("Origin", FAR[0])]
        async with served.client.get("/api/v1/view", headers=headers) as answer:
            assert answer.status == HTTPStatus.FORBIDDEN
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await asyncio.wait_for(served.client.ws_connect("/api/v1/socket", origin=FAR[0]), 30)

    on_served_board(act)


def test_the_page_of_boards_may_ask_those_that_its_address_names() -> None:
    """And no others: what is no host is not in its policy."""

    async def act(served: Served) -> None:
        at = "at=192.168.1.21:8064&at=board2.local&at=[fe80::1]:8064&at=x%20*&at=evil;script-src%20*&at=a/b"
        async with served.client.get(f"/boards?{at}") as answer:
            policy = answer.headers["Content-Security-Policy"]
        named = ("192.168.1.21:8064", "board2.local", "[fe80::1]:8064")
        connects = " ".join(f"ws://{host} http://{host}" for host in named)
        assert f"; connect-src 'self' {connects}; " in policy
        assert policy.count("script-src") == 1
        async with served.client.get("/") as answer:
            assert "ws:" not in answer.headers["Content-Security-Policy"]

    on_served_board(act)
