"""The messages of LiveChess: JSON, one in each text frame.

The law: an `id` is given back as the very JSON text that came, a number as that number: programs compare it
so. What is no message is answered with an error, and never raises. It refuses to know boards and feeds.

Source: a session that was recorded, the board page of Lichess (`ui/dgt/src/play.ts`), and the documented
types in livechess-go.
"""

import json
from typing import Any, Final, NamedTuple, Self

LONGEST: Final = 4096
"""The most bytes of a message from a program; the longest that is known has some 200."""

NO_ID: Final = "null"


class Call(NamedTuple):
    """What a program asks."""

    id_text: str
    """Its id, as JSON."""
    name: str
    """`eboards`, `subscribe`, `unsubscribe` or `call`; empty if the message says none."""
    param: Any = None


class _Number(float):
    """A number that is no integer, and how it was written."""

    text: str

    def __new__(cls, text: str) -> Self:
        made = super().__new__(cls, text)
        made.text = text
        return made


def read_call(data: bytes) -> Call | None:
    """Read a message; None if it is no JSON object, or has no number or text as its id."""
    try:
        found = json.loads(data.decode("utf-8"), parse_float=_Number, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    text = id_text(found.get("id")) if isinstance(found, dict) else None
    if text is None:
        return None
    name = found.get("call")
    return Call(text, name if isinstance(name, str) else "", found.get("param"))


def _refuse(text: str) -> None:
    raise ValueError(f"{text} found, expected JSON")


def id_text(value: Any) -> str | None:
    """Return an id as the JSON that came; None for what is no id: a list, or an object."""
    if isinstance(value, _Number):
        return value.text
    return None if isinstance(value, dict | list) else json.dumps(value)


def answer(id_text: str, param: Any, at_ms: int) -> bytes:
    """The answer to a call. `at_ms` is Unix time in ms, here as in the others."""
    return _message("call", id_text, param, at_ms)


def error(id_text: str, why: str, at_ms: int) -> bytes:
    """The answer to a call that cannot be."""
    return _message("error", id_text, {"message": why}, at_ms)


def feed(id_text: str, param: Any, at_ms: int) -> bytes:
    """News of a feed."""
    return _message("feed", id_text, param, at_ms)


def _message(kind: str, id_text: str, param: Any, at_ms: int) -> bytes:
    """A message, and the end of a line behind it: none is within."""
    written = json_bytes(param).decode("ascii")
    return f'{{"response":"{kind}","id":{id_text},"param":{written},"time":{at_ms}}}\n'.encode("ascii")


def json_bytes(value: Any) -> bytes:
    """A value as JSON, in one line."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")
