"""The lines of the desk: how the page and the command line ask the process that has the archive.

One JSON object a line, in ASCII. A question is `{"ask": NAME, ...}` with the fields of its row in `ASKS`. The
answer is any number of `{"progress": {"done": N, "of": M}}` and `{"part": TEXT}`, then one `{"ok": VALUE}` or
`{"refused": {"en": WORDS, ...}}`, the words of each language by its two letters. The parts of a long text,
joined, are its value; the last line is `{"ok": null}` then.

The law: both ends take no line that is not exactly one of these. It refuses to know what is done.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from jadoube.core.messages.phrases import LANGUAGES

LONGEST_ASK: Final = 4 << 20
"""Maximum bytes of a question; the longest is `import` with the text of about 1,500 games."""

LONGEST_ANSWER: Final = 4 << 20
"""Maximum bytes of a line of an answer; a longer text comes in parts."""

PART: Final = 64 << 10
"""Characters of a part."""

CALLERS_MOST: Final = 16
"""Connections at once."""

PATIENCE_S: Final = 10.0
"""Timeout of a connection that sends nothing, or does not read its answer."""

ALIVE_S: Final = 5.0
"""While something takes long, a line of progress comes at least as often."""

ANSWERS_S: Final = 30.0
"""An asker gives up when no line has come for so long."""

Words = Mapping[str, str]
"""What is said to people, by a language's two letters; `en` is always there."""

Kinds = tuple[type, ...]

TEXT: Final[Kinds] = (str,)
TEXT_OR_NONE: Final[Kinds] = (str, type(None))
WHOLE: Final[Kinds] = (int,)
FIELDS: Final[Kinds] = (dict,)
TRUTH: Final[Kinds] = (bool,)
WHOLE_OR_NONE: Final[Kinds] = (int, type(None))

ASKS: Final[Mapping[str, Mapping[str, Kinds]]] = {
    "status": {},
    "token": {"token": TEXT},
    "token-forget": {},
    "rounds": {},
    "broadcast": {"round": TEXT_OR_NONE, "delay_min": WHOLE, "delay_plies": WHOLE, "parts": TEXT},
    "play": {},
    "play-do": {"do": TEXT, "given": FIELDS},
    "games": {"search": TEXT, "before": TEXT_OR_NONE, "limit": WHOLE_OR_NONE},
    "game": {"id": TEXT},
    "export": {"search": TEXT},
    "import": {"pgn": TEXT},
    "correct": {"id": TEXT, "plies": FIELDS, "by": TEXT, "save": TRUTH},
    "delete": {"id": TEXT},
    "forget": {"name": TEXT},
    "rebuild": {},
    "players": {"prefix": TEXT},
    "pairings": {},
    "pairings-set": {"text": TEXT},
    "pairings-clear": {},
    "analyse": {"id": TEXT},
    "analysis": {"id": TEXT},
    "analyse-stop": {"id": TEXT},
}
"""Every question with its fields, all of which it has. `search` is `""` for everything. `before` is the id of
the last game that was shown, None for the newest; `limit` None is the archive's own. `plies` has
the SAN of each corrected ply by its number, `""` where it is not known what was played."""


class DeskError(ValueError):
    """A question that cannot be carried out, in words of each language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words[LANGUAGES[0]])
        self.words = words


class Question(NamedTuple):
    """A question: its name, and its fields."""

    ask: str
    fields: Mapping[str, Any]


class Progress(NamedTuple):
    """How far something is that takes long; `of` is 0 if that is not known."""

    done: int
    of: int


class Part(NamedTuple):
    """A part of a long text."""

    text: str


class Done(NamedTuple):
    """The value of a question that was carried out."""

    value: Any


class Refused(NamedTuple):
    """Why a question was not carried out."""

    words: Words


Answer = Progress | Part | Done | Refused


def question_line(ask: str, **fields: object) -> bytes:
    """Return the line of a question; ValueError if its fields are not those of its row, or it is too long."""
    _checked(ask, fields)
    line = _line({"ask": ask, **fields})
    if len(line) > LONGEST_ASK:
        raise ValueError(f"{len(line)} bytes found, expected {LONGEST_ASK} at most")
    return line


def read_question(line: bytes) -> Question:
    """Read a question; ValueError says what was found and what was expected."""
    found = _object(line)
    ask = found.pop("ask", None)
    if not isinstance(ask, str):
        raise ValueError('a line without "ask" found, expected {"ask": NAME, ...}')  # noqa: TRY004 - as above
    _checked(ask, found)
    return Question(ask, found)


def answer_line(answer: Answer) -> bytes:
    """Return the line of an answer."""
    match answer:
        case Progress(done, of):
            return _line({"progress": {"done": done, "of": of}})
        case Part(text):
            return _line({"part": text})
        case Done(value):
            return _line({"ok": value})
        case Refused(words):
            return _line({"refused": dict(words)})


def read_answer(line: bytes) -> Answer:
    """Read a line of an answer; ValueError if it is none."""
    match _object(line):
        case {"progress": {"done": int(done), "of": int(of), **others}, **more} if not (others or more):
            return Progress(done, of)
        case {"part": str(text), **more} if not more:
            return Part(text)
        case {"ok": value, **more} if not more:
            return Done(value)
        case {"refused": dict() as words, **more} if not more and is_words(words):
            return Refused(words)
    raise ValueError(f"{line[:80]!r} found, expected progress, part, ok or refused")


def is_words(found: object) -> bool:
    """Whether this is what is said to people: texts by languages, English among them.

    The languages may be others than this program's: its other process may be of another version.
    """
    return (
        isinstance(found, dict)
        and LANGUAGES[0] in found
        and all(isinstance(each, str) for each in (*found, *found.values()))
    )


def parts_of(text: str) -> Iterator[Part]:
    """A long text in parts."""
    yield from (Part(text[at : at + PART]) for at in range(0, len(text), PART))


def _checked(ask: str, fields: Mapping[str, object]) -> None:
    if ask not in ASKS:
        raise ValueError(f"{ask[:40]!a} found, expected {', '.join(ASKS)}")
    expected = ASKS[ask]
    if set(fields) != set(expected):
        named = ", ".join(expected) or "no fields"
        raise ValueError(f"{ask} with {', '.join(fields)[:80] or 'no fields'} found, expected {named}")
    for name, value in fields.items():
        if type(value) not in expected[name]:
            kinds = " or ".join(_IN_WORDS[kind] for kind in expected[name])
            raise ValueError(f"{ask}: {name} is {str(value)[:40]!a}, expected {kinds}")


_IN_WORDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "an object",
    type(None): "null",
}


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"{line[:80]!r} found, expected a JSON object")  # noqa: TRY004 - all refusals are
    return found
