"""Requests to boards, and who may answer them."""

import asyncio
from typing import Any

from jadoube.hall.exchange.requests import Requests
from jadoube.mqtt.payload_json import read_payload
from jadoube.mqtt.payloads import Answer, Request
from jadoube.mqtt.topics import Command


def test_only_the_board_that_was_asked_answers() -> None:
    """What another one says to the same id is dropped."""
    sent: list[Request] = []

    async def publish(topic: str, payload: bytes, **_others: Any) -> None:
        assert topic.endswith("/b1/cmd/games")
        sent.append(read_payload(Request, payload))

    async def run() -> None:
        requests = Requests("club", "hall", publish, lambda: 0)
        asked = asyncio.create_task(requests.ask("b1", Command.GAMES, Request))
        await asyncio.sleep(0)
        (request,) = sent
        requests.answered("b2", Answer(request.id, ok=False))
        await asyncio.sleep(0)
        assert not asked.done()
        requests.answered("b1", Answer(request.id, ok=True))
        answer = await asked
        assert answer
        assert answer.ok

    asyncio.run(run())


def test_ids_cannot_be_foreseen() -> None:
    """None says what the next one is."""

    async def publish(topic: str, payload: bytes, **_others: Any) -> None:
        raise AssertionError(topic, payload)

    requests = Requests("club", "hall", publish, lambda: 0)
    ids = [requests.new_id().removeprefix("hall-") for _ in range(100)]
    assert len(set(ids)) == 100
    assert all(len(each) == 16 and int(each, 16) >= 0 for each in ids)


def test_a_board_that_asks_back_is_told_how_long_its_request_holds() -> None:
    """It is counted here, from when the request was made. Of one that nobody waits for nothing is told."""
    now_ms, sent = [500], list[tuple[str, Request]]()

    async def publish(topic: str, payload: bytes, **_others: Any) -> None:
        sent.append((topic.rpartition("/")[2], read_payload(Request, payload)))

    async def run() -> list[int]:
        requests = Requests("club", "hall", publish, lambda: now_ms[0])
        asked = asyncio.create_task(requests.ask("b1", Command.ORDER, Request))
        await asyncio.sleep(0)
        request = sent.pop()[1].id
        for at_ms, board, name in ((1500, "b1", request), (7000, "b1", request), (1500, "b2", request)):
            now_ms[0] = at_ms
            requests.answered(board, Answer(name, ok=False, asks=True))
            await asyncio.sleep(0)
        assert not asked.done()
        requests.answered("b1", Answer(request, ok=True))
        assert await asked == Answer(request, ok=True)
        requests.answered("b1", Answer(request, ok=False, asks=True))
        await asyncio.sleep(0)
        assert {each for each, _ in sent} == {Command.HOLDS}
        assert {each.id for _, each in sent} == {request}
        return [each.holds_ms for _, each in sent]

    assert asyncio.run(run()) == [4000, 0]
