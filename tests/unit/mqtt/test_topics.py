"""Topics: each is read back as what it was written for; nothing else is a board's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.kinds import is_topic_id
from jadoube.mqtt.topics import (
    Command,
    Kind,
    Place,
    answer_topic,
    command_topic,
    lease_topic,
    read_place,
    round_topic,
    state_topic,
)

IDS = st.from_regex(r"[a-z0-9-]{1,32}", fullmatch=True)


@given(hall=IDS, board=IDS)
def test_each_topic_is_read_back(hall: str, board: str) -> None:
    """States, commands and answers, of any hall and board."""
    for kind in Kind:
        assert read_place(state_topic(hall, board, kind)) == Place(board, kind)
    for command in Command:
        assert read_place(command_topic(hall, board, command)) == Place(board, command)
    assert read_place(answer_topic(hall, board, "hall-1")) == Place(board, None)


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "jadoube",
        round_topic("hall"),
        lease_topic("hall"),
        "jadoube/v1/hall/boards/b01",
        "jadoube/v1/hall/boards/b01/other",
        "jadoube/v1/hall/boards/b01/cmd/other",
        "jadoube/v1/hall/boards/b01/game/more",
        "jadoube/v2/hall/boards/b01/game",
        "homeassistant/status",
    ],
)
def test_what_is_no_boards_topic(topic: str) -> None:
    """It is passed over."""
    assert read_place(topic) is None


@pytest.mark.parametrize("text", ["", "+", "#", "b/1", "B01", "b 1", "b" * 33, "bé"])
def test_what_is_no_id(text: str) -> None:
    """No id has a wildcard or a level in it."""
    assert not is_topic_id(text)
