"""The one message: all that a page shows, as JSON, version 1.

Decides names and shapes, which docs/web-api.md and openapi.json promise to other programs. What they say is
computed in the core; nothing is in a message that is not in its `FullView`, and the PIN is in none.
Encoding takes milliseconds on a small Pi and is done in a thread: it reads values that nobody changes.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

from jadoube import __version__
from jadoube.core.messages.events import Page
from jadoube.core.pages.page_view import FullView, full_view
from jadoube.core.state.table import Table, set_page
from jadoube.web.access import Glance

VERSION: Final = 1
"""Goes up when a reader of the old messages could misread the new. New names are no such change."""

_INSIDE: Final = {"said"}
"""What stands in the message beside its fellows, and in the view in a value of its own."""

_OUTSIDE: Final = {"changes_at_ms"}
"""What the server wants to know, and a page does not."""

_SPOKEN: Final = {"new_game": "new game", "take_back": "take back"}
"""The orders of two words are called as they are said."""


HIDDEN: Final = "----"
"""Stands for the PIN: it is on the board's faces, and who reads it there stands before the board."""


class Message(NamedTuple):
    """A message as it goes over the wire, and when it must be made anew although nothing happens."""

    text: bytes
    again_ms: int | None


def message(glance: Glance) -> Message:
    """Encode what is shown at a glance."""
    shown = full_view(_hide_pin(glance.table), glance.now_ms, glance.wrong, glance.tags)
    return Message(encode_json(_add_head(shown)), shown.changes_at_ms)


def _hide_pin(table: Table) -> Table:
    """The table as all may see it: looking must not be a way to act."""
    return set_page(table, Page(table.page.address, HIDDEN)) if table.page else table


def encode_json(value: object) -> bytes:
    """Write JSON in ASCII without a line break, as an event stream wants it; it cannot fail on any text."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _add_head(shown: FullView) -> dict[str, Any]:
    return {"version": VERSION, "program": f"jadoube {__version__}", **_make_plain(shown)}


def _make_plain(value: object) -> Any:
    """A value in what JSON has: objects, lists, texts, numbers, true, false and null."""
    if isinstance(value, Mapping):
        return {name: _make_plain(below) for name, below in value.items()}
    if isinstance(value, tuple):
        return [_make_plain(each) for each in value]
    if is_dataclass(value):
        return _plain_fields(value)
    return value


def _plain_fields(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for each in fields(value):
        below = _make_plain(getattr(value, each.name))
        if each.name in _INSIDE:
            plain |= below
        elif each.name not in _OUTSIDE:
            plain[_SPOKEN.get(each.name, each.name)] = below
    return plain
