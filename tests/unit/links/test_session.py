"""A session: what the board shows reaches the program in the same turn, what it wishes becomes orders."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from jadoube.links.orders import Orders
from jadoube.links.session import Host, Session
from shared.board.served import until
from shared.links.programs import VIEW, KeptLine, SeenBoard, letters, settled


class Desk:
    """A board with two programs."""

    def __init__(self) -> None:
        self.board = SeenBoard()
        self.said: list[str] = []
        self.orders = Orders(self.board, self.said.append)
        self.host = Host(self.board, self.orders)
        self.line, self.other = KeptLine(), KeptLine()
        self.session, self.second = (Session(letters(), line, self.host) for line in (self.line, self.other))


def on_desk(act: Callable[[Desk], Awaitable[None]]) -> None:
    """Act with two sessions that have begun."""

    async def run() -> None:
        desk = Desk()
        giving = asyncio.create_task(desk.orders.run())
        await settled()
        try:
            await act(desk)
        finally:
            giving.cancel()
            await asyncio.wait({giving})

    asyncio.run(run())


def test_the_program_is_answered_at_once() -> None:
    """What it asks for is written before anything else happens, and each answer whole."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"a?b")
        assert desk.line.written == [b"a" + VIEW.pieces.encode() + b"b"]
        assert desk.other.written == []

    on_desk(act)


def test_each_program_sees_each_change() -> None:
    """Without a pause: the change is written in the turn of the loop in which it has come."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"xyz")
        desk.board.show(replace(VIEW, pieces="." * 64))
        await settled(2)
        assert (desk.line.written, desk.other.written) == ([b"xyz", b"<3>"], [b"<0>"])

    on_desk(act)


def test_a_link_is_shown_the_board_when_it_is_due() -> None:
    """Although nothing has changed."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"D")
        assert desk.board.view
        desk.board.view = replace(desk.board.view, at_ms=1050)
        await until(lambda: b"<due>" in desk.line.written)

    on_desk(act)


def test_wishes_become_orders() -> None:
    """Of both programs."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"L")
        desk.second.hear(b"W")
        await settled()
        assert desk.board.orders == ["lights e2 e4", "writes Nf3"]

    on_desk(act)


def test_a_program_that_has_gone_wishes_and_hears_nothing_more() -> None:
    """What it lit goes out; the other one stays."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"L")
        await settled()
        desk.session.end()
        desk.board.show(replace(VIEW, pieces="." * 64))
        await until(lambda: desk.board.orders == ["lights e2 e4", "lights off"])
        assert (desk.line.written, desk.other.written) == ([], [b"<0>"])

    on_desk(act)


def test_a_fault_of_a_protocol_costs_its_program_alone() -> None:
    """It is dropped with the reason; the other one is served."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"!")
        assert desk.line.dropped == [
            "a fault: RuntimeError('it does not understand'); the program is dropped"
        ]
        desk.second.hear(b"a")
        assert desk.other.written == [b"a"]

    on_desk(act)


def test_a_board_that_is_away_is_seen_as_it_was_last() -> None:
    """A program that asks is answered; who comes meanwhile sees the same."""

    async def act(desk: Desk) -> None:
        desk.board.show(None)
        await settled()
        desk.session.hear(b"?")
        assert desk.line.written == [VIEW.pieces.encode()]

    on_desk(act)


def test_time_does_not_go_back_for_a_program() -> None:
    """A board that has started again counts its instants anew; what was due is due all the same."""

    async def act(desk: Desk) -> None:
        desk.session.hear(b"D")
        desk.board.show(None)
        desk.board.show(replace(VIEW, at_ms=10))
        assert desk.host.look() == VIEW
        desk.board.show(replace(VIEW, at_ms=60))
        await until(lambda: b"<due>" in desk.line.written)
        assert desk.host.look() == replace(VIEW, at_ms=1050)

    on_desk(act)
