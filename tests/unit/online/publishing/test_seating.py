"""Seatings: what keeps one waiting."""

import asyncio
from pathlib import Path

from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import KeptGame, Person, Seating
from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import Done
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.seating import Seats
from jadoube.online.publishing.states import BoardNow
from jadoube.online.publishing.wanting import Times, Wanting
from shared.board.served import until
from shared.messages.of_a_board import MESSAGE


class Noting:
    """A board that says who is private when it is asked for the second time, and notes its orders."""

    def __init__(self) -> None:
        self.asked = 0
        self.orders: list[str] = []

    async def private_names(self) -> frozenset[str] | None:
        """Who is private."""
        self.asked += 1
        return frozenset({"Menchik, Vera"}) if self.asked > 1 else None

    def listed(self) -> tuple[KeptGame, ...]:
        """No games."""
        return ()

    def pgn(self, _game_id: str) -> str | None:
        """No game."""

    async def order(self, text: str, by: str, _seconds: int = 0) -> Done:
        """Obey, but for one player's name."""
        self.orders.append(text)
        return Done(ok="Nobody" not in text, words={"en": f"{text} {by}"})


def test_nobody_is_named_as_long_as_it_is_not_known_who_is_private(tmp_path: Path) -> None:
    """The seating waits for the board's answer."""

    async def evening() -> list[str]:
        board, memory = Noting(), Memory(tmp_path, lambda _: None)
        wanting = Wanting(Outgoing(), memory, Times(lambda: 0, lambda: 0))
        wanting.take(BoardNow(MESSAGE, ""))
        waits = asyncio.Event()

        async def pause(_seconds: float) -> None:
            assert not board.orders
            await waits.wait()

        seats = Seats(board, board.private_names, board, memory, wanting, print, pause)
        seats.take(write_payload(Seating("s1", Person("Menchik, Vera"), Person("Graf, Sonja"))))
        running = asyncio.create_task(seats.run())
        await until(lambda: board.asked == 1)
        waits.set()
        await until(lambda: memory.was_seated("s1"))
        running.cancel()
        return board.orders

    orders = asyncio.run(evening())
    assert orders == ["name white Menchik, Vera | private", "name black Graf, Sonja"]


def test_a_name_that_is_refused_stands_in_no_log_and_no_call(tmp_path: Path) -> None:
    """Logs are passed on, and spectators read why the arbiter is called."""
    said: list[str] = []

    async def evening() -> bytes:
        board, memory, outgoing = Noting(), Memory(tmp_path, lambda _: None), Outgoing()
        board.asked = 1
        wanting = Wanting(outgoing, memory, Times(lambda: 0, lambda: 0))
        wanting.take(BoardNow(MESSAGE, ""))
        seats = Seats(board, board.private_names, board, memory, wanting, said.append)
        seats.take(b'{"v":1,"stamp":"s0","white":"Nobody, Ann"}')
        seats.take(write_payload(Seating("s1", Person("Nobody, Ann"))))
        running = asyncio.create_task(seats.run())
        await until(lambda: memory.was_seated("s1"))
        running.cancel()
        return outgoing.wanted(Kind.ALARM) or b""

    called = asyncio.run(evening())
    assert "Nobody" not in f"{said}{called!r}"
    assert said == [
        "hall: seating: white: something else found, expected an object",
        "hall: seating: the board does not take a player's name of the seating",
    ]
    assert b"does not take" in called
