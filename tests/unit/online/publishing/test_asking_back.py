"""Whether a request holds yet: nobody compares clocks, and who hears nothing does nothing."""

import asyncio
from dataclasses import dataclass

import pytest

from jadoube.mqtt.connection import Away, Told
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Answer, Request
from jadoube.online.publishing import asking_back
from jadoube.online.publishing.asking_back import AskingBack


@dataclass
class Hall:
    """Tells a board how long its request holds; question and word are a while on the way."""

    holds_ms: int
    way_ms: int
    back_ms: int = 0
    now_ms: int = 77
    of: str = "id7"
    retained: bool = False

    async def holds(self) -> bool:
        """What the board makes of it."""
        asking = AskingBack(self._hear, lambda: self.now_ms)
        self._asking = asking
        return await asking.holds("id7", "answers")

    async def _hear(self, topic: str, payload: bytes) -> None:
        asked = read_payload(Answer, payload)
        assert (topic, asked.id, asked.asks, asked.ok) == ("answers", "id7", True, False)
        self.now_ms += self.way_ms
        asyncio.get_running_loop().call_later(0.01, self._tell)  # the board has published, and waits

    def _tell(self) -> None:
        self.now_ms += self.back_ms
        payload = write_payload(Request(self.of, holds_ms=self.holds_ms))
        self._asking.hear(Told("", payload, self.retained))


@pytest.mark.parametrize(
    ("holds_ms", "way_ms", "back_ms", "it_does"),
    [
        (5000, 0, 0, True),
        (5000, 4999, 0, True),
        (5000, 5000, 0, False),
        (5000, 0, 4999, True),
        (5000, 0, 5000, False),
        (100, 0, 2900, False),
        (5000, 2500, 2500, False),
        (5000, 22_000, 0, False),
        (0, 0, 0, False),
    ],
)
def test_the_way_counts(holds_ms: int, way_ms: int, back_ms: int, it_does: bool) -> None:
    """As if all of it were the way back: a request is never held for valid once it is void."""
    assert asyncio.run(Hall(holds_ms, way_ms, back_ms).holds()) is it_does


@pytest.mark.parametrize(("of", "retained"), [("id8", False), ("id7", True)])
def test_another_requests_word_is_none(monkeypatch: pytest.MonkeyPatch, of: str, retained: bool) -> None:
    """Nor is one of another day. And who hears nothing does nothing."""
    monkeypatch.setattr(asking_back, "TOLD_S", 0.05)
    assert not asyncio.run(Hall(5000, 0, of=of, retained=retained).holds())


def test_a_broker_that_is_away_is_a_no() -> None:
    """Nothing is carried out without the hall's word."""

    async def away(_topic: str, _payload: bytes) -> None:
        raise Away

    assert not asyncio.run(AskingBack(away, lambda: 0).holds("id7", "answers"))
