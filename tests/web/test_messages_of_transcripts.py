"""The messages that pages are sent while each transcript happens: as described, and whole by their deltas.

The tests of one topic follow each other, and share its messages: to make them takes longest.
"""

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest

from jadoube.glances.messages import encode_json
from jadoube.web.spectators.broadcaster import Spectator
from jadoube.web.spectators.deltas import Chain
from shared.drawn.examples import some
from shared.messages.json_schema import faults
from shared.messages.of_transcripts import SCENARIOS, messages_of
from shared.messages.patched import told_to, whole

OPENAPI: dict[str, Any] = json.loads(
    files("jadoube.web").joinpath("openapi.json").read_text(encoding="utf-8")
)
VIEW = OPENAPI["components"]["schemas"]["View"]

every_topic = pytest.mark.parametrize(
    "topic", sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()), scope="module"
)


@lru_cache(maxsize=1)
def messages(topic: str) -> Mapping[str, list[dict[str, Any]]]:
    """The messages of a topic's transcripts, by their files' names."""
    return {path.name: messages_of(path) for path in some(sorted((SCENARIOS / topic).glob("*.txt")))}


def test_the_kept_scenarios_are_there() -> None:
    """The transcripts are read, not only looked for."""
    assert len(list(SCENARIOS.rglob("*.txt"))) > 50


@pytest.mark.once
@every_topic
def test_every_message_of_every_transcript_is_as_described(topic: str) -> None:
    """At each stimulus and each move: nothing is missing, nothing stands in it that is not described."""
    seen = {json.dumps(faults(each, VIEW, OPENAPI)) for some in messages(topic).values() for each in some}
    assert seen == {"[]"}


@every_topic
def test_all_deltas_make_the_whole_message(topic: str) -> None:
    """For each message of each transcript: to who takes all, and to who takes every third; none is longer."""

    async def follow() -> None:
        for name, each in messages(topic).items():
            await _follow(name, each)

    asyncio.run(follow())


async def _follow(name: str, sent: list[dict[str, Any]]) -> None:
    chain, all_of_them, some = Chain(), Spectator(deltas=True), Spectator(deltas=True)
    seen: dict[Spectator, Any] = {}
    for number, message in enumerate(sent):
        full = encode_json(message)
        told = chain.follow(full, deltas=True)
        for spectator in (all_of_them, some):
            spectator.offer(told)
            if spectator is all_of_them or number % 3 == 0:
                came = await told_to(spectator)
                assert len(came) <= len(full)
                seen[spectator] = whole(seen.get(spectator), json.loads(came))
                assert _in_order(seen[spectator]) == _in_order(message), name


def _in_order(value: Any) -> str:
    """The value with its names in order, which JSON leaves open."""
    return json.dumps(value, sort_keys=True)
