"""The companion at work: its address and PIN are on the board's faces, and the PIN opens it."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from socket import AF_INET6, create_connection, socket

import aiohttp
import pytest

from jadoube.config.settings import WebSettings
from jadoube.web.companion import LOOKS_UP_S, Companion
from jadoube.web.listener import ANY, listen, own_names, reachable_address
from shared.board.served import until
from shared.board.split import Split, far_board, on_split_board
from shared.messages.served import never

LOOPBACK = WebSettings(address="127.0.0.1", port=0)


class _Network:
    """A network that comes and goes: the address at each look, until the last one stays."""

    def __init__(self, *addresses: str | None) -> None:
        self._addresses = list(addresses)
        self.waited_s: list[float] = []
        self.looked = asyncio.Event()

    def reached(self, _listening: socket) -> str | None:
        if len(self._addresses) > 1:
            return self._addresses.pop(0)
        self.looked.set()
        return self._addresses[0]

    async def pause(self, seconds: float) -> None:
        self.waited_s.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def _companion(
    split: Split, said: list[str], network: _Network | None = None, asked: WebSettings = LOOPBACK
) -> AsyncIterator[None]:
    """Serve the page of a board, at this network or at that of the machine."""
    async with far_board(split.control, said) as board:
        more = (network.reached, network.pause) if network else ()
        serving = asyncio.create_task(Companion(asked, board, never, said.append, *more).run())
        try:
            yield
        finally:
            serving.cancel()
            await asyncio.wait({serving})


def test_the_pin_that_the_board_shows_opens_it(tmp_path: Path) -> None:
    """It is the one of the menu, and it is said nowhere else."""
    said: list[str] = []

    async def act(split: Split) -> None:
        async with _companion(split, said):
            await until(lambda: split.desk.table.page is not None)
            page = split.desk.table.page
            assert page is not None
            assert said == [f"page: http://{page.address}/, PIN in the board's menu"]
            assert re.fullmatch("[0-9]{4}", page.pin)
            asked = aiohttp.request("POST", f"http://{page.address}/api/v1/unlock", json={"pin": page.pin})
            async with asked as answer:
                assert answer.status == 200
        await until(lambda: split.desk.table.page is None)

    on_split_board(tmp_path, act)


def test_a_network_that_comes_and_goes_is_followed(tmp_path: Path) -> None:
    """What has changed is told to the board and said, each time in one line; what has not is not."""
    said: list[str] = []

    async def act(split: Split) -> None:
        network = _Network(None, None, "10.0.0.2:8064", "10.0.0.2:8064", None, "10.0.0.3:8064")
        async with _companion(split, said, network):
            await network.looked.wait()
            await until(lambda: split.desk.table.page is not None)
            assert split.desk.table.page is not None
            assert split.desk.table.page.address == "10.0.0.3:8064"
            assert set(network.waited_s) == {LOOKS_UP_S}

    on_split_board(tmp_path, act)
    assert said == [
        "page: no network leads here",
        "page: http://10.0.0.2:8064/, PIN in the board's menu",
        "page: no network leads here",
        "page: http://10.0.0.3:8064/, PIN in the board's menu",
    ]


def test_a_port_that_is_taken_is_asked_for_again(tmp_path: Path) -> None:
    """That is said once; when it is free the page is there."""
    said: list[str] = []

    async def act(split: Split) -> None:
        network = _Network("10.0.0.2:8064")
        with listen("127.0.0.1", 0) as taken:
            port = taken.getsockname()[1]
            companion = _companion(split, said, network, WebSettings(address="127.0.0.1", port=port))
            await companion.__aenter__()
            await until(lambda: len(network.waited_s) > 2)
        await until(lambda: split.desk.table.page is not None)
        await companion.__aexit__(None, None, None)
        why = "Address already in use; the board serves none yet"
        assert said == [
            f"page: 127.0.0.1, port {port}: {why}",
            "page: http://10.0.0.2:8064/, PIN in the board's menu",
        ]

    on_split_board(tmp_path, act)


@pytest.fixture
def anywhere() -> Iterator[socket]:
    """A socket that listens at all addresses."""
    with listen(ANY, 0) as listening:
        yield listening


def test_all_addresses_are_listened_at(anywhere: socket) -> None:
    """Of both kinds, where the machine has both."""
    port = anywhere.getsockname()[1]
    for address in ("127.0.0.1", "::1") if anywhere.family is AF_INET6 else ("127.0.0.1",):
        with create_connection((address, port), timeout=30) as there:
            assert there.getpeername()[1] == port


def test_the_address_is_one_that_others_can_use(anywhere: socket) -> None:
    """Never the one that means all addresses; none where there is no network."""
    address = reachable_address(anywhere)
    assert address is None or address.endswith(f":{anywhere.getsockname()[1]}")
    assert address is None or not ip_address(address.rpartition(":")[0].strip("[]")).is_unspecified


@pytest.mark.parametrize(("address", "named"), [("127.0.0.1", "127.0.0.1:"), ("::1", "[::1]:")])
def test_an_address_that_was_asked_for_is_told_as_it_is(address: str, named: str) -> None:
    """In brackets where it has colons."""
    try:
        listening = listen(address, 0)
    except OSError:
        assert address == "::1"  # a machine without IPv6
        return
    with listening:
        assert str(reachable_address(listening)).startswith(named)


def test_its_own_names_are_small() -> None:
    """As browsers send them; with `.local` too, as neighbours find it without a name server."""
    names = own_names(["board.lan"])
    assert {"localhost", "board.lan"} <= names
    assert all(name == name.lower() for name in names)
    assert any(name.endswith(".local") for name in names)
