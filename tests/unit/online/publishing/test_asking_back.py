"""Whether a request holds yet: nobody compares clocks, and who hears nothing does nothing."""

import asyncio
from dataclasses import dataclass

import pytest

from jadoube.mqtt.connection import Away
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Answer, Request
from jadoube.online.publishing import asking_back
from jadoube.online.publishing.asking_back import AskingBack


@dataclass
class Hall:
    """Tells a board how long its request holds, after a while on the way."""

    holds_ms: int
    way_ms: int
    now_ms: int = 77
    of: str = "id7"

    async def holds(self) -> bool:
        """What the board makes of it."""
        asking = AskingBack(self._hear, lambda: self.now_ms)
        self._asking = asking
        return await asking.holds("id7", "answers")

    async def _hear(self, topic: str, payload: bytes) -> None:
        asked = read_payload(Answer, payload)
        assert (topic, asked.id, asked.asks, asked.ok) == ("answers", "id7", True, False)
        self.now_ms += self.way_ms
        self._asking.hear(write_payload(Request(self.of, holds_ms=self.holds_ms)))


@pytest.mark.parametrize(
    ("holds_ms", "way_ms", "it_does"),
    [(5000, 0, True), (5000, 4999, True), (5000, 5000, False), (5000, 22_000, False), (0, 0, False)],
)
def test_the_way_counts(holds_ms: int, way_ms: int, it_does: bool) -> None:
    """As if all of it were the way back: a request is never held for valid once it is void."""
    assert asyncio.run(Hall(holds_ms, way_ms).holds()) is it_does


def test_another_requests_word_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """And who hears nothing does nothing."""
    monkeypatch.setattr(asking_back, "TOLD_S", 0.01)
    assert not asyncio.run(Hall(5000, 0, of="id8").holds())


def test_a_broker_that_is_away_is_a_no() -> None:
    """Nothing is carried out without the hall's word."""

    async def away(_topic: str, _payload: bytes) -> None:
        raise Away

    assert not asyncio.run(AskingBack(away, lambda: 0).holds("id7", "answers"))
