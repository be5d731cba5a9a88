"""What the hall asks: it is written down before it is done."""

import asyncio
from pathlib import Path

from jadoube.mqtt.connection import Told
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Answer, KeptGame, Request
from jadoube.mqtt.topics import Command, answer_topic
from jadoube.online.publishing.asking_back import AskingBack
from jadoube.online.publishing.commands import Commands
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.memory import NAME, Memory
from jadoube.online.publishing.orders import Done
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.wanting import Times, Wanting

BOARD = Identity("hall", "b01", "0a1b")


async def _nowhere(topic: str, payload: bytes) -> None:
    raise AssertionError(topic, payload)


class Noting:
    """A board that notes what was written down when it got its order; it has no games."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.found = ""

    async def order(self, text: str, by: str, _seconds: int = 0) -> Done:
        """Obey."""
        self.found = self._file.read_text()
        return Done(ok=True, words={"en": f"{text} {by}"})

    def listed(self) -> tuple[KeptGame, ...]:
        """None."""
        return ()

    def pgn(self, game_id: str) -> str | None:
        """None."""
        return game_id and None


def test_an_order_is_written_down_before_it_is_given(tmp_path: Path) -> None:
    """So a power cut while it is carried out does not have it carried out twice."""
    board, memory = Noting(tmp_path / NAME), Memory(tmp_path, lambda _: None)
    wanting = Wanting(Outgoing(), memory, Times(lambda: 0, lambda: 0))
    commands = Commands(BOARD, board, board, memory, wanting, print, AskingBack(_nowhere, lambda: 0))
    told = Told("", write_payload(Request("id7", order="pause")), False, answer_topic("hall", "b01", "h"))
    assert asyncio.run(commands.carry_out(Command.ORDER, told))
    assert '"id7"' in board.found


def test_what_comes_up_while_the_hall_is_asked_refuses_the_order(tmp_path: Path) -> None:
    """A second machine with this board's id may be heard in those seconds: no order is carried out then."""
    board, memory = Noting(tmp_path / NAME), Memory(tmp_path, lambda _: None)
    wanting = Wanting(Outgoing(), memory, Times(lambda: 0, lambda: 0))

    async def hall(topic: str, _payload: bytes) -> None:
        commands.refusal = {"en": "two machines"}
        asking.hear(Told(topic, write_payload(Request("id7", holds_ms=4000)), False))

    asking = AskingBack(hall, lambda: 0)
    commands = Commands(BOARD, board, board, memory, wanting, print, asking)
    asked = write_payload(Request("id7", order="play", asks_back=True))
    told = Told("", asked, False, answer_topic("hall", "b01", "h"))
    answered = asyncio.run(commands.carry_out(Command.ORDER, told))
    assert answered
    answer = read_payload(Answer, answered[1])
    assert (answer.ok, answer.why) == (False, {"en": "two machines"})
    assert board.found == ""
