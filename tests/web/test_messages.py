"""What a message says of the board, and what it does not."""

import json
from typing import Any

from jadoube.core.messages.events import Page, Reachable
from jadoube.core.messages.settings import Entry
from jadoube.glances.glance import Glance
from jadoube.glances.messages import encode_json, message
from shared.hands.panel import at_start


def _shown(glance: Glance) -> tuple[str, dict[str, Any]]:
    text = message(glance).text.decode("ascii")
    return text, json.loads(text)


def test_the_pin_is_never_told() -> None:
    """While the board's own faces show it, no message has it, not even in parts: looking is free."""
    hands = at_start()
    hands.feed(Reachable(Page("192.168.1.20:8064", "4713")))
    hands.enter(Entry.PAGE)
    for _ in range(6):
        assert "4713" in hands.faces
        text, shown = _shown(Glance(hands.table, hands.now_ms))
        assert "4713" not in text
        assert shown["faces"]["black"]["text"] == "----"
        assert shown["words"]["en"].startswith("page 192.168.1.20:8064, PIN ----")
        hands.wait(1000)


def test_a_message_is_one_line_of_ascii() -> None:
    """Whatever a name has in it: an event stream breaks at line ends, and bytes may be any encoding's."""
    glance = Glance(at_start().table, 0, (), {"White": "Sándor\r\ndata: {} \ud800", "Event": "\x00"})
    text, shown = _shown(glance)
    assert "\n" not in text
    assert "\r" not in text
    assert shown["game"]["tags"]["White"].startswith("Sándor\r\ndata")


def test_texts_that_are_no_texts_are_written_too() -> None:
    """A name from a command line may hold what is no Unicode."""
    assert json.loads(encode_json({"a": "\udcff"})) == {"a": "\udcff"}
