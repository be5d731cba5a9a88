"""The board as links see it: over its real sockets, from the table to the view."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from jadoube.core.pages.link_view import LinkView, read_link_view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.daemon.sockets.glance_socket import GlanceSocket
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket
from jadoube.glances.link_maker import EVERY_S, LinkMaker
from jadoube.glances.maker import Maker
from jadoube.glances.near_board import NearBoard
from jadoube.links.board import LinkedBoard
from shared.board.served import until

START = 0xFFFF_0000_0000_FFFF
E2_LIFTED = START & ~(1 << 12)


def _table(reeds: int = START) -> Table:
    return new_table(Terms(), settled_contacts(START))._replace(
        seen=new_table(Terms(), settled_contacts(reeds)).seen
    )


def _with_board(folder: Path, act: Callable[[list[Table], LinkedBoard], Awaitable[None]]) -> None:
    """Act on a board that shows the table in the list, and is read over its socket."""

    async def run() -> None:
        shown, now_ms = [_table()], [1000]
        control = folder / "control"

        def glance() -> Glance:
            return Glance(shown[0], now_ms[0])

        async def unasked(*_: object) -> None:
            raise AssertionError

        async def tell(_page: object) -> None:
            pass

        with ThreadPoolExecutor(1) as executor:
            faults = Faults(print, lambda: 0)
            maker = Maker(glance, executor, faults)
            board = NearBoard(maker, glance, unasked, lambda _: "", executor)  # type: ignore[arg-type]
            serving = asyncio.create_task(GlanceSocket(glance_socket(control), board, tell, faults).run())
            await until(glance_socket(control).exists)
            linked = LinkedBoard(control, lambda: now_ms[0])
            reading = asyncio.create_task(linked.run())
            try:
                await act(shown, linked)
                assert not maker.made, "no message of a page is made for a link"
            finally:
                for task in (reading, serving):
                    task.cancel()
                await asyncio.gather(reading, serving, return_exceptions=True)

    asyncio.run(run())


def test_a_link_sees_each_change(tmp_path: Path) -> None:
    """The start position at once, a lifted pawn with the next view, nothing while nothing changes."""

    async def act(shown: list[Table], linked: LinkedBoard) -> None:
        await until(lambda: linked.view is not None)
        assert _view(linked).pieces == f"RNBQKBNR{'P' * 8}{'.' * 32}{'p' * 8}rnbqkbnr"
        assert _view(linked).settled
        coming = asyncio.create_task(linked.changed())
        await asyncio.sleep(EVERY_S * 3)
        assert not coming.done()
        shown[0] = _table(E2_LIFTED)
        async with asyncio.timeout(20):
            await coming
        assert _view(linked).letter(12) == "."
        assert not _view(linked).settled

    _with_board(tmp_path, act)


def test_a_board_that_is_away_has_no_view(tmp_path: Path) -> None:
    """An order to it gets a reason; so does one that it never answers."""

    async def run() -> None:
        linked = LinkedBoard(tmp_path / "nothing", lambda: 0)
        reading = asyncio.create_task(linked.run())
        await linked.changed()
        assert linked.view is None
        assert await linked.order("lights off") == "the board does not answer"
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize("view", [{}, {"clock": {"white": 1}}, {"clock": None, "moves": [], "lamps": "all"}])
def test_a_view_of_another_version_is_refused(view: dict[str, Any]) -> None:
    """As a line that is none, so that its board counts as away."""
    with pytest.raises(ValueError, match="expected a view of this version"):
        read_link_view(view)


def test_a_view_that_fails_is_said_once_and_play_goes_on() -> None:
    """The next one is told."""
    said: list[str] = []
    heard: list[bytes] = []
    broken = [True]

    def glance() -> Glance:
        if broken[0]:
            raise RuntimeError("no table")
        return Glance(_table(), 0)

    async def run() -> None:
        maker = LinkMaker(glance, Faults(said.append, lambda: 0), lambda _: asyncio.sleep(0))
        maker.link(heard.append)
        await until(lambda: bool(said))
        broken[0] = False
        await until(lambda: bool(heard))
        maker.leave(heard.append)

    asyncio.run(run())
    assert len(said) == 1
    assert said[0].startswith("links: RuntimeError('no table') on encoding")


def _view(linked: LinkedBoard) -> LinkView:
    assert linked.view is not None
    return linked.view
