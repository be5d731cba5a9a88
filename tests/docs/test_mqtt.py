"""docs/mqtt.md: every payload has an example that is one, with all its names; every topic is there."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from jadoube.mqtt import payloads
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Need
from jadoube.mqtt.topics import (
    Command,
    Kind,
    answer_topic,
    command_topic,
    lease_topic,
    round_topic,
    state_topic,
)

pytestmark = pytest.mark.once

DOC = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^##+ (\w+)\n(?:(?!^##).)*?```json\n(.*?)```", DOC, re.MULTILINE | re.DOTALL))
KINDS = {
    "online": payloads.Presence,
    "about": payloads.About,
    "game": payloads.PlayedGame,
    "clock": payloads.ClockState,
    "alarm": payloads.Alarm,
    "table": payloads.Seating,
    "round": payloads.Round,
    "lease": payloads.Lease,
    "Commands": payloads.Request,
    "answers": payloads.Answer,
}


@pytest.mark.parametrize("name", KINDS)
def test_each_example_is_a_payload(name: str) -> None:
    """It is read, and written again it has the same names and values."""
    kind: Any = KINDS[name]
    value = read_payload(kind, EXAMPLES[name].encode())
    assert json.loads(write_payload(value)) == json.loads(EXAMPLES[name])
    assert set(json.loads(EXAMPLES[name])) == {"v", *(each.name for each in fields(kind))}


def test_each_payload_has_an_example() -> None:
    """And there is no other."""
    assert set(EXAMPLES) == set(KINDS)


def test_each_topic_is_listed() -> None:
    """As the program makes it."""
    listed = set(re.findall(r"^\| `(jadoube/v1/\S+)` \|", DOC, re.MULTILINE))
    assert listed == {
        *[state_topic("HALL", "BOARD", kind) for kind in Kind],
        command_topic("HALL", "BOARD", "COMMAND"),
        answer_topic("HALL", "BOARD", "ASKER"),
        round_topic("HALL"),
        lease_topic("HALL"),
    }


def test_each_need_and_each_command_is_explained() -> None:
    """In a row of its own."""
    rows = set(re.findall(r"^\| `([\w-]+)` \|", DOC, re.MULTILINE))
    assert rows == {*Need, *Command}
