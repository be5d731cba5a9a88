"""The message: all that a page shows, as JSON, version 1.

It decides names and shapes; docs/web-api.md and openapi.json promise them to other programs. The core
computes the values: a message has nothing that is not in its `FullView`, and never the PIN. Encoding takes
milliseconds on a small Pi and runs in a thread; it reads immutable values.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import takewhile
from typing import Any, Final, NamedTuple

from jadoube import __version__
from jadoube.core.messages.events import Page
from jadoube.core.pages.page_view import FullView, full_view
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.table import Table, set_page
from jadoube.glances.glance import Glance
from jadoube.openings.lookup import opening_of

VERSION: Final = 1
"""Goes up when a reader of the old messages could misread the new ones. New names alone do not count."""

_INSIDE: Final = {"said"}
"""Fields of the view whose entries the message has one level higher, beside the other fields."""

_OUTSIDE: Final = {"changes_at_ms"}
"""Fields that only the server needs."""

_SPOKEN: Final = {"new_game": "new game", "take_back": "take back"}
"""Orders of two words have the name under which they are given."""


HIDDEN: Final = "----"
"""Stands for the PIN. Only the board's faces show it, to people in front of the board."""


class Message(NamedTuple):
    """An encoded message, and when it must be made again without an event, in ms; None: never."""

    text: bytes
    again_ms: int | None


def message(glance: Glance) -> Message:
    """Encode what a page shows at a glance."""
    opening = _opening(glance.table)
    shown = full_view(_hide_pin(glance.table), glance.now_ms, glance.wrong, glance.tags, opening)
    return Message(encode_json(_add_head(shown)), shown.changes_at_ms)


def _opening(table: Table) -> dict[str, str] | None:
    """The opening of a game, by its plies before the first irregular one; None where it would be help."""
    if table.terms.server_game and not allows_help(table):
        return None
    legal = takewhile(lambda ply: not ply.irregular, table.line.plies())
    named = opening_of(table.terms.start_fen, [ply.move for ply in legal if ply.move])
    return named._asdict() if named else None


def _hide_pin(table: Table) -> Table:
    """The table without the PIN, as watching must not give the right to act."""
    return set_page(table, Page(table.page.address, HIDDEN)) if table.page else table


def encode_json(value: object) -> bytes:
    """Encode JSON in ASCII without a line break, as an event stream needs it; no text can make it fail."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _add_head(shown: FullView) -> dict[str, Any]:
    return {"version": VERSION, "program": f"jadoube {__version__}", **make_plain(shown)}


def make_plain(value: object) -> Any:
    """A value as JSON types: dicts, lists, strings, numbers, booleans and None."""
    if isinstance(value, Mapping):
        return {name: make_plain(below) for name, below in value.items()}
    if isinstance(value, tuple):
        return [make_plain(each) for each in value]
    if is_dataclass(value):
        return _plain_fields(value)
    return value


def _plain_fields(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for each in fields(value):
        below = make_plain(getattr(value, each.name))
        if each.name in _INSIDE:
            plain |= below
        elif each.name not in _OUTSIDE:
            plain[_SPOKEN.get(each.name, each.name)] = below
    return plain
