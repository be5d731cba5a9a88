"""What programs wish, as orders: few, the newest, none twice, and taken back when they go."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import chess
import pytest

from jadoube.links.orders import TRIES, Orders
from jadoube.links.translation import Light, Play, RunClocks, SetUp, Wish, Write
from shared.links.programs import VIEW, Pauses, SeenBoard, settled

Act = Callable[["Desk"], Awaitable[None]]


class Desk:
    """Orders of a board, with pauses that are ended by hand."""

    def __init__(self) -> None:
        self.board, self.pauses = SeenBoard(), Pauses()
        self.said: list[str] = []
        self.orders = Orders(self.board, self.said.append, self.pauses)

    async def wish(self, *wishes: Wish, by: object = "one") -> list[str]:
        """Wish all of this at once; return the orders so far."""
        for each in wishes:
            self.orders.wish(by, each)
        await settled()
        return self.board.orders


def on_desk(act: Act) -> None:
    """Act while orders are given."""

    async def run() -> None:
        desk = Desk()
        giving = asyncio.create_task(desk.orders.run())
        try:
            await act(desk)
        finally:
            giving.cancel()
            await asyncio.wait({giving})

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        (Light(chess.BB_E2 | chess.BB_E4), "lights e2 e4"),
        (Write("Nf3"), "writes Nf3"),
        (Write("  e4\x00\n\x07 é e5 "), "writes e4 e5"),
        (Write("by owner forget Ada\nnew game" * 9), "writes by owner forget"),
        (Write("off"), "writes OFF"),
        (RunClocks(1000, 2000, chess.BLACK), "clocks 1000 2000 black"),
        (RunClocks(-5, 1 << 40, chess.WHITE), "clocks 0 86399000 white"),
        (RunClocks(1000, 2000, None), "clocks 1000 2000 none"),
    ],
)
def test_each_wish_is_an_order(wish: Wish, order: str) -> None:
    """On one line, whatever a program writes; a text that would take it back is a text."""

    async def act(desk: Desk) -> None:
        assert await desk.wish(wish) == [order]

    on_desk(act)


@pytest.mark.parametrize("wish", [Light(0), Write(""), Write(" \n"), SetUp(chess.STARTING_FEN)])
def test_what_changes_nothing_is_not_ordered(wish: Wish) -> None:
    """No light is put out where none is lit, and what a program wants to see is its own."""

    async def act(desk: Desk) -> None:
        assert await desk.wish(wish) == []

    on_desk(act)


def test_of_many_lights_the_newest_is_ordered_after_the_pause() -> None:
    """The first at once; then one in 0.2 s at most, and none that is lit already."""

    async def act(desk: Desk) -> None:
        assert await desk.wish(Light(1)) == ["lights a1"]
        assert await desk.wish(Light(2), Light(4), Light(8)) == ["lights a1"]
        assert desk.pauses.wanted == [0.2]
        await desk.pauses.end()
        assert desk.board.orders == ["lights a1", "lights d1"]
        await desk.wish(Light(16), Light(8))
        await desk.pauses.end()
        assert desk.board.orders == ["lights a1", "lights d1"]

    on_desk(act)


def test_kinds_do_not_wait_for_one_another() -> None:
    """Lights, texts, clocks and moves have pauses of their own."""

    async def act(desk: Desk) -> None:
        ordered = await desk.wish(Light(1), Write("x"), RunClocks(1, 2, None), Light(2))
        assert sorted(ordered) == ["clocks 1 2 none", "lights b1", "writes x"]
        assert sorted(desk.pauses.wanted) == [0.2, 0.5, 0.5]

    on_desk(act)


def test_what_a_program_lit_and_wrote_goes_with_it() -> None:
    """And nothing of another one's."""

    async def act(desk: Desk) -> None:
        await desk.wish(Light(1), Write("x"))
        await desk.wish(Write("y"), by="two")
        await desk.pauses.end()
        desk.orders.leave("one")
        await desk.pauses.end()
        assert desk.board.orders == ["lights a1", "writes x", "writes y", "lights off"]
        desk.orders.leave("two")
        await desk.pauses.end()
        assert desk.board.orders[4:] == ["writes off"]
        desk.orders.leave("three")
        await desk.pauses.end()
        assert len(desk.board.orders) == 5

    on_desk(act)


def test_a_move_seats_the_program_first() -> None:
    """At the side to move, if none plays; a move that is shown again, as after a takeback, is told again."""

    async def act(desk: Desk) -> None:
        assert await desk.wish(Play(1, "e2e4"), Play(1, "e2e4")) == ["program white", "told 1 e2e4"]
        desk.board.show(replace(VIEW, program="black", fen=VIEW.fen.replace(" w ", " b ")))
        await desk.pauses.end()
        assert (await desk.wish(Play(2, "e7e5")))[2:] == ["told 2 e7e5"]
        await desk.pauses.end()
        desk.board.show(replace(VIEW, ply=2))
        await settled()
        desk.board.show(replace(VIEW, ply=1, program="black", fen=VIEW.fen.replace(" w ", " b ")))
        await settled()
        assert (await desk.wish(Play(2, "e7e5")))[3:] == ["told 2 e7e5"]

    on_desk(act)


def test_a_program_keeps_the_side_whose_move_was_made() -> None:
    """What it shows for the other side then is a hint; in the next game it may play either."""

    async def act(desk: Desk) -> None:
        await desk.wish(Play(1, "e2e4"))
        await desk.pauses.end()
        black = replace(VIEW, ply=1, fen=VIEW.fen.replace(" w ", " b "))
        desk.board.show(black)
        await settled()
        assert (await desk.wish(Play(2, "e7e5")))[2:] == []
        desk.board.show(replace(VIEW, ply=0))
        await settled()
        desk.board.show(black)
        assert (await desk.wish(Play(2, "e7e5")))[2:] == ["program black", "told 2 e7e5"]

    on_desk(act)


def test_a_program_that_goes_leaves_its_side() -> None:
    """The move that no hand has made is none any more."""

    async def act(desk: Desk) -> None:
        await desk.wish(Play(1, "e2e4"))
        await desk.pauses.end()
        desk.orders.leave("one")
        await settled()
        assert desk.board.orders[2:] == ["program off"]

    on_desk(act)


def test_what_an_earlier_process_left_is_taken_back() -> None:
    """Lights and text of a program that has gone with it."""

    async def act(desk: Desk) -> None:
        desk.board.show(replace(VIEW, shows=True))
        await settled()
        assert desk.board.orders == ["lights off", "writes off"]

    on_desk(act)


def test_a_move_that_is_refused_is_told_again_for_a_while() -> None:
    """A hand may be in the way; it is given up after some seconds, and for a newer one at once."""

    async def act(desk: Desk) -> None:
        desk.board.view = replace(VIEW, program="white")
        desk.board.refuses["told"] = "the board is not settled"
        await desk.wish(Play(1, "e2e4"))
        for _ in range(2 * TRIES):
            await desk.pauses.end()
        assert desk.board.orders == ["told 1 e2e4"] * TRIES
        assert desk.said == ["told: the board is not settled"]
        await desk.wish(Play(1, "d2d4"))
        await desk.wish(Play(1, "c2c4"))
        desk.board.refuses.clear()
        await desk.pauses.end()
        assert desk.board.orders[TRIES:] == ["told 1 d2d4"]
        await desk.pauses.end()
        assert desk.board.orders[TRIES:] == ["told 1 d2d4", "told 1 c2c4"]

    on_desk(act)


def test_a_refusal_is_said_once_and_what_was_refused_is_not_in_effect() -> None:
    """So the next wish of it is ordered."""

    async def act(desk: Desk) -> None:
        desk.board.refuses["lights"] = "a game on a server runs"
        for _ in range(3):
            await desk.wish(Light(1))
            await desk.pauses.end()
        assert desk.board.orders == ["lights a1"] * 3
        assert desk.said == ["lights: a game on a server runs"]

    on_desk(act)


def test_a_new_game_has_neither_lights_nor_a_text_of_before() -> None:
    """What is wished then is ordered, though it was in effect; nothing has to be put out."""

    async def act(desk: Desk) -> None:
        await desk.wish(Light(1))
        desk.board.show(replace(VIEW, ply=3))
        await desk.pauses.end()
        desk.board.show(VIEW)
        await settled()
        assert await desk.wish(Light(0)) == ["lights a1"]
        await desk.pauses.end()
        assert await desk.wish(Light(1)) == ["lights a1", "lights a1"]

    on_desk(act)


def test_a_board_that_was_away_may_show_anything() -> None:
    """So all is ordered anew when it is back; and once."""

    async def act(desk: Desk) -> None:
        await desk.wish(Light(1))
        desk.board.show(None)
        await desk.pauses.end()
        desk.board.show(VIEW)
        await settled()
        assert desk.board.orders == ["lights a1", "lights a1"]
        await desk.pauses.end()
        assert await desk.wish(Light(1)) == ["lights a1", "lights a1"]

    on_desk(act)
