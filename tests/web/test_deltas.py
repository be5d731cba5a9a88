"""Deltas: whole messages are what all their patches make, and those who watch take them as they come."""

import asyncio
import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.glances.messages import encode_json
from jadoube.web.spectators.broadcaster import Spectator
from jadoube.web.spectators.deltas import STEPS_MOST, Chain, operations
from shared.board.served import Served, on_served_board
from shared.messages.patched import patched, told_to, whole
from shared.messages.served import EVENTS, SOCKET

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.text("a/~0é", max_size=3)
VALUES = st.recursive(
    LEAVES,
    lambda below: st.lists(below, max_size=5) | st.dictionaries(st.text("ab/~", max_size=2), below),
    max_leaves=20,
)
DOCUMENTS = st.dictionaries(st.sampled_from("abcdef"), VALUES, max_size=6)


def patch_of(before: Any, after: Any) -> Any:
    """The patch from one value to the other."""
    return json.loads(b"[" + b",".join(operations(before, after)) + b"]")


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=100, deadline=None)
def test_a_patch_makes_one_document_of_another(before: Any, after: Any) -> None:
    """Whatever both are, but that a number is not where a boolean was, as in no message."""
    if before == after:  # to Python, 1 is True
        assert operations(before, after) == []
        return
    assert patched(deepcopy(before), patch_of(before, after)) == after


def test_a_move_costs_what_is_new() -> None:
    """The ply is added at the end of its list; no ply before it is sent again."""
    plies = [{"san": "e4", "squares": {"e2": "", "e4": "P"}}] * 160
    before = {"game": {"plies": plies, "fen": "one"}, "at_ms": 1}
    after = {"game": {"plies": [*plies, {"san": "e5"}], "fen": "two"}, "at_ms": 2}
    patch = patch_of(before, after)
    assert {"op": "add", "path": "/game/plies/-", "value": {"san": "e5"}} in patch
    assert len(json.dumps(patch)) < 250


def test_plies_that_are_taken_back_are_removed_from_the_end() -> None:
    """The last one first, as each removal renumbers what follows."""
    assert patch_of({"a": [1, 2, 3]}, {"a": [1]}) == [
        {"op": "remove", "path": "/a/2"},
        {"op": "remove", "path": "/a/1"},
    ]


def test_who_missed_more_than_is_kept_gets_the_whole_message() -> None:
    """And so does one to whom all that was missed would be longer."""
    chain, late = Chain(), Spectator(deltas=True)
    long = "x" * 1000
    late.offer(chain.follow(encode_json({"n": 0, "long": long}), deltas=True))
    assert json.loads(asyncio.run(told_to(late)))["n"] == 0
    for number in range(1, STEPS_MOST + 1):
        late.offer(chain.follow(encode_json({"n": number, "long": long}), deltas=True))
    assert isinstance(json.loads(asyncio.run(told_to(late))), list)
    for number in range(STEPS_MOST + 1):
        late.offer(chain.follow(encode_json({"n": -number, "long": long}), deltas=True))
    assert isinstance(json.loads(asyncio.run(told_to(late))), dict)


def test_all_who_are_in_step_get_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """A whole message first, then a patch; who has not asked for patches gets whole messages as before."""

    async def act(served: Served) -> None:
        async with (
            served.client.ws_connect(f"{SOCKET}?deltas=1") as one,
            served.client.ws_connect(f"{SOCKET}?deltas=1") as other,
            served.client.ws_connect(SOCKET) as old,
            served.client.get(f"{EVENTS}?deltas=1") as stream,
        ):
            lives = (one, other, old)
            ends = [[(await live.receive()).data.encode()] for live in lives]
            await served.play("e4")
            for live, told in zip(lives, ends, strict=True):
                await _until_e4(live, told)
            assert ends[2][-1].startswith(b"{")
            assert not any(each.startswith(b"[") for each in ends[2])
            for told in ends[:2]:
                assert told[0].startswith(b"{")
                assert any(each.startswith(b"[") for each in told)
            assert [each for each in ends[0] if each in ends[1]]
            found: Any = None
            while not found or not found["game"]["plies"]:
                line = await stream.content.readline()
                if line.startswith(b"data: "):
                    found = whole(found, json.loads(line.removeprefix(b"data: ")))

    on_served_board(act)
    assert capsys.readouterr() == ("", "")


async def _until_e4(live: Any, told: list[bytes]) -> None:
    """Take messages until the game has a ply."""
    view: Any = json.loads(told[0])
    async with asyncio.timeout(30):
        while not view["game"]["plies"]:
            told.append((await live.receive()).data.encode())
            view = whole(view, json.loads(told[-1]))


@pytest.mark.parametrize("asked", ["deltas=2", "deltas=", "deltas=1&deltas=1"])
@pytest.mark.parametrize("path", [SOCKET, EVENTS])
def test_another_wish_is_refused(path: str, asked: str) -> None:
    """In one line that says what was expected."""

    async def act(served: Served) -> None:
        async with served.client.get(f"{path}?{asked}") as answer:
            assert answer.status == 400
            assert "?deltas=1" in (await answer.json())["error"]["fr"]

    on_served_board(act)
