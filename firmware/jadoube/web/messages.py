"""The one message: all that a page shows, as JSON, version 1.

Decides names and shapes, which docs/web-api.md and openapi.json promise to other programs. What they say is
computed in the core; nothing is in a message that is not in it. Encoding takes milliseconds on a small Pi and
is done in a thread: it reads values that nobody changes.
"""

import json
from typing import Any, Final, NamedTuple

from jadoube import __version__
from jadoube.core.view import View, view
from jadoube.web.access import Glance

VERSION: Final = 1
"""Goes up when a reader of the old messages could misread the new. New names are no such change."""


class Message(NamedTuple):
    """A message as it goes over the wire, and when it must be made anew although nothing happens."""

    text: bytes
    again_ms: int | None


def message(glance: Glance) -> Message:
    """Encode what is shown at a glance."""
    shown = view(glance.table, glance.now_ms, glance.wrong)
    return Message(as_json(_view(glance, shown)), shown.changes_at_ms)


def as_json(value: object) -> bytes:
    """Write JSON in ASCII without a line break, as an event stream wants it; it cannot fail on any text."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _view(glance: Glance, shown: View) -> dict[str, Any]:
    return {
        "version": VERSION,
        "program": f"jadoube {__version__}",
        "at_ms": glance.now_ms,
        "phase": str(glance.table.phase),
        "words": {"en": shown.words, "fr": shown.words},
        "turned": glance.table.turned,
        "game": {
            "start": glance.table.terms.start_fen,
            "fen": shown.fen,
            "plies": [],
            "tags": {**glance.tags},
        },
        "lamps": [lamp.name.lower().replace("_", "-") for lamp in shown.lamps],
    }
