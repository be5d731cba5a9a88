"""The rounds to which a token may write, out of what Lichess answers.

The law: one JSON object a line; a line that is none, or a round that may not be written, is left out. Names
are one line each, and an address is one of https. It refuses to know which is chosen.
"""

import json
from typing import Any

from jadoube.local.desk_lines import DeskError
from jadoube.online.lichess.choice import Choice, Round
from jadoube.online.lichess.words import one_line


def read_rounds(body: bytes) -> list[Round] | None:
    """Return the writeable rounds; None if this is no list of rounds."""
    lines = [line for line in body.split(b"\n") if line.strip()]
    found = [_parsed(line) for line in lines]
    if any(each is None for each in found):
        return None
    return [each for each in map(_round, found) if each]


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _round(found: dict[str, Any] | None) -> Round | None:
    match found:
        case {
            "round": {"id": str(round_id), "name": str(name), "url": str(url)},
            "tour": {"name": str(tour)},
            "study": {"writeable": True},
        } if url.startswith("https://"):
            each = Round(round_id, one_line(name), one_line(tour), one_line(url))
        case _:
            return None
    try:
        Choice(each).checked()
    except DeskError:
        return None
    return each
