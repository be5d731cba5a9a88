"""The files of a round as text: the games, the pairings, and the list of the rounds.

The law: the shapes are those of DGT LiveChess, as its readers take them: a name in its parts, a FIDE id that
is a number, null for what is not known. It opens no file.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from jadoube.online.game_text import RUNS, Part, write_parts

UNKNOWN: Final = ("", "?", "-")

Json = dict[str, Any]


class Row(NamedTuple):
    """A board of a round, as its pairing says."""

    white: Mapping[str, str]
    black: Mapping[str, str]
    result: str
    live: bool


NOBODY: Final[Mapping[str, str]] = {}
EMPTY: Final = Row(NOBODY, NOBODY, RUNS, live=False)
"""A board of which nothing is known."""

_FIELDS: Final = {"title": "Title", "federation": "Federation", "fide_id": "FideId"}


def game_text(parts: Sequence[Part]) -> str:
    """The file of a game: with all its parts, an empty line behind each."""
    return write_parts(parts)


def row_of(parts: Sequence[Part], *, live: bool) -> Row:
    """The pairing of a game; names are those of its first part, the result is that of the last."""
    tags = parts[0].tags
    return Row(_player(tags, "White"), _player(tags, "Black"), parts[-1].result, live)


def index_text(date: str, rows: Sequence[Row]) -> str:
    """The pairings of a round, in the order of the boards."""
    index: Json = {"date": _iso_date(date)} if _iso_date(date) else {}
    index["pairings"] = [
        {
            "white": _player_json(row.white),
            "black": _player_json(row.black),
            "result": row.result,
            "live": row.live,
        }
        for row in rows
    ]
    return _json_text(index)


def tournament_text(name: str, place: str, rounds: Sequence[tuple[int, int]]) -> str:
    """The list of the rounds: of each how many games there are, and how many of them are on."""
    event, site = _known(name), _known(place)
    return _json_text(
        {
            "id": hashlib.sha256(f"{event}|{site}".encode()).hexdigest()[:32],
            "name": event or "jadoube",
            "location": site,
            "rounds": [{"count": count, "live": live} for count, live in rounds],
        }
    )


def split_name(name: str) -> tuple[str | None, str | None]:
    """A first and a last name: `Last, First`, or the first word and the others; one word is a last name."""
    known = _known(name)
    if known is None:
        return None, None
    last, comma, first = known.partition(",")
    if not comma:
        first, _, last = known.partition(" ")
        return (first, last.strip()) if last else (None, first)
    return first.strip() or None, last.strip() or None


def _player(tags: Mapping[str, str], side: str) -> Mapping[str, str]:
    found = {field: tags.get(f"{side}{tag}", "") for field, tag in _FIELDS.items()}
    return {"name": tags.get(side, ""), **found}


def _player_json(player: Mapping[str, str]) -> Json:
    first, last = split_name(player.get("name", ""))
    fide_id = player.get("fide_id", "")
    return {
        "fname": first,
        "mname": None,
        "lname": last,
        "title": _known(player.get("title", "")),
        "federation": _known(player.get("federation", "")),
        "gender": None,
        "fideid": int(fide_id) or None if re.fullmatch(r"[0-9]{1,10}", fide_id) else None,
    }


def _known(value: str) -> str | None:
    return None if value.strip() in UNKNOWN else value.strip()


def _iso_date(date: str) -> str:
    """A date of PGN as 2026-11-23; empty if a part of it is not known."""
    return "" if "?" in date else date.replace(".", "-")


def _json_text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
