"""What boards and halls have told each other: each name is there for ever, with its value."""

import json
from pathlib import Path
from typing import Any

import pytest

from jadoube.mqtt import payloads
from jadoube.mqtt.payload_json import read_payload, write_payload
from shared.disk.kept_corpus import kept

KINDS = {
    "presence": payloads.Presence,
    "about": payloads.About,
    "game": payloads.PlayedGame,
    "clock": payloads.ClockState,
    "alarm": payloads.Alarm,
    "seating": payloads.Seating,
    "round": payloads.Round,
    "lease": payloads.Lease,
    "request": payloads.Request,
    "answer": payloads.Answer,
}
KEPT = kept("payloads", "json")


def lacks(before: Any, now: Any) -> bool:
    """Whether a reader of an earlier payload misses something in the present one, or finds it otherwise."""
    if isinstance(before, dict):
        return any(name not in now or lacks(value, now[name]) for name, value in before.items())
    if isinstance(before, list):
        return len(before) != len(now) or any(map(lacks, before, now))
    return bool(before != now)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_payload_is_read_and_written_still(path: Path) -> None:
    """New names may come."""
    kind: Any = KINDS[path.stem.split("-")[1]]
    now = json.loads(write_payload(read_payload(kind, path.read_bytes())))
    assert not lacks(json.loads(path.read_bytes()), now)


def test_each_payload_is_kept() -> None:
    """Every kind of version 1; what has got more names since has another file."""
    assert {"-".join(path.stem.split("-")[:2]) for path in KEPT} == {f"1-{name}" for name in KINDS}
