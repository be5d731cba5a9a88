"""Forgetting a person: in the PGN and in the journal of a game his name becomes `N. N.`.

The law: nothing that was said of him is left: his name in whatever way it is written, his titles, ratings and
ids; in tags and comments, in headers, orders and snapshots. In a text for people, such as an event or a
comment, only a name of two words or more is looked for: one word may mean anything. Nothing else changes: the
journal gives the same game, and each line has its checksum. A snapshot that cannot be read is left out;
nobody could go on with it.

It refuses to know files (`forgotten_files.py`) and what a journal means.
"""

import json
import lzma
import re
import zlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from jadoube.formats.plain_text import is_known, player_key
from jadoube.games.journal.header import encode_text
from jadoube.games.snapshots.snapshot import pack, unpack

NOBODY: Final = "N. N."
"""Stands in the place of the name."""

SIDES: Final = ("White", "Black")

_TAG: Final = re.compile(r'\[([A-Za-z0-9_]+)\s+"(.*)"\]\s*').fullmatch
_TAGS: Final = re.compile(r'(?:^[ \t]*\[[A-Za-z0-9_]+[ \t]+".*"\][ \t\r]*(?:\n|\Z))+', re.MULTILINE)
_CLOCK: Final = "Clock"
"""What a tag of a side tells that is not of the person."""

_NO_NAMES: Final = (
    *("Date", "UTCDate", "UTCTime", "Round", "Board", "Result", "Termination", "RuleSet", "TimeControl"),
    *("ClockControl", "FEN", "SetUp", "Variant", "Continues", "Pauses", "ECO", "Opening", "Variation"),
    "GameId",
)
"""The tags in which no person is named, whatever they say."""

_COMMENT: Final = re.compile(r"\{[^}]*\}|;[^\n]*")

_SEPARATOR: Final = " | "
_APART: Final = " || "
_BY: Final = r'(\d+ order (?:by \S+ (?:"[^"]*" )?)?'
_ORDER: Final = re.compile(rf"{_BY}(?:name (?:white|black)|remember|forget) )(.+)").fullmatch
_CALLED: Final = re.compile(rf"{_BY}(?:event|site) )(.+)").fullmatch
_GIVEN: Final = re.compile(r'(\d+ order by \S+ ")([^"]*)(" .*)').fullmatch
"""An order, and who gave it."""

_SNAPSHOT: Final = re.compile(r"(\d+ snapshot \S+ \S+ )(\S+)").fullmatch
_OF_A_PLAYER: Final = ("title", "rating", "fide_id", "federation")


class Whom:
    """The person to be forgotten, in all ways in which the name is written."""

    def __init__(self, name: str) -> None:
        self._key = player_key(name)
        self._said = {name}
        self._pattern = _anywhere(self._said)

    def is_named(self, text: str) -> bool:
        """Whether this is the name; it is then looked for in this spelling, too."""
        if not is_known(text) or player_key(text) != self._key:
            return False
        if text not in self._said:
            self._said.add(text)
            self._pattern = _anywhere(self._said)
        return True

    def out_of(self, text: str) -> str:
        """Return a text for people without the name."""
        return self._pattern.sub(NOBODY, text)


def _anywhere(names: Iterable[str]) -> re.Pattern[str]:
    """What finds these names in a text, `Last, First` and `First Last`, also over the end of a line."""
    orders = {order for name in names for order in _orders(name)}
    texts = (r"[\s,]+".join(map(re.escape, words)) for words in sorted(orders, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(texts) or '(?!)'})(?!\w)", re.IGNORECASE)


def _orders(name: str) -> Iterator[tuple[str, ...]]:
    words = tuple(re.findall(r"[^\s,]+", name))
    last = len(name.partition(",")[0].split())
    if len(words) > 1:  # one word may be any: `White`, `Fischer`
        yield from (words, (*words[last:], *words[:last]))


# PGN


def forget_in_pgn(text: str, name: str) -> str:
    """Return the PGN of games without a person."""
    whom = Whom(name)
    for _, tags in _tag_blocks(text):
        for value in tags.values():
            whom.is_named(value)
    return _rewritten(text, whom, ())


def hide_in_pgn(text: str, sides: Collection[str]) -> str:
    """Return the PGN of a game without who plays these sides, `White` or `Black`."""
    for name in {tags.get(side, "") for _, tags in _tag_blocks(text) for side in sides}:
        text = _rewritten(text, Whom(name), sides)
    return text


def _tag_blocks(text: str) -> Iterator[tuple[re.Match[str], dict[str, str]]]:
    for block in _TAGS.finditer(text):
        found = (_TAG(line.strip()) for line in block[0].splitlines())
        yield block, {tag[1]: _unescaped(tag[2]) for tag in found if tag}


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)


def _rewritten(text: str, whom: Whom, sides: Collection[str]) -> str:
    parts, end = [], 0
    for block, tags in _tag_blocks(text):
        hidden = [side for side in SIDES if side in sides or whom.is_named(tags.get(side, ""))]
        parts += [_moves(text[end : block.start()], whom), *_tag_lines(block[0], whom, hidden)]
        end = block.end()
    return "".join([*parts, _moves(text[end:], whom)])


def _moves(text: str, whom: Whom) -> str:
    """The moves of a game, without the name in their comments."""
    return _COMMENT.sub(lambda comment: whom.out_of(comment[0]), text)


def _tag_lines(block: str, whom: Whom, hidden: Collection[str]) -> Iterator[str]:
    """The tags of a game; of a side that is hidden only its name is left, which is none."""
    for line in block.splitlines(keepends=True):
        tag = _TAG(line.strip())
        side = next((each for each in hidden if tag and tag[1].startswith(each)), None)
        name = tag[1] if tag else ""
        free = tag and name not in (*SIDES, *_NO_NAMES)
        if tag and (name == side or (free and whom.is_named(_unescaped(tag[2])))):
            yield line.replace(f'"{tag[2]}"', f'"{NOBODY}"')
        elif not side or name == f"{side}{_CLOCK}":
            yield whom.out_of(line) if free else line


# Journals


def forget_in_journal(data: bytes, name: str) -> bytes:
    """Return a journal without a person; the same bytes if he is not in it."""
    whom = Whom(name)
    lines = [_Line(raw) for raw in data.split(b"\n")]
    for line in lines:
        _learn(line.text, whom)
    blank = next((number for number, line in enumerate(lines) if line.sound and not line.text), 0)
    texts = _header([line.text for line in lines[:blank]], whom)
    for line in lines[blank:]:
        text = _entry(line.text, whom)
        texts.append(text if line.sound or text is None else whom.out_of(text))
    kept = (line.with_text(text) for line, text in zip(lines, texts, strict=True) if text is not None)
    return b"\n".join(kept)


class _Line:
    """One line of a journal. One that is damaged stays so, whatever is changed in it."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        content = raw[:-_SUM_BYTES]
        self.sound = raw[-_SUM_BYTES:] == _checksum(content)
        self.text = (content if self.sound else raw).decode(
            "utf-8", "surrogatepass" if self.sound else "replace"
        )

    def with_text(self, text: str) -> bytes:
        """The line with this text."""
        if text == self.text:
            return self._raw
        encoded = encode_text(text)
        return encoded + _checksum(encoded) if self.sound else encoded


_SUM_BYTES: Final = 10


def _checksum(content: bytes) -> bytes:
    return b" *%08x" % zlib.crc32(content)


def _learn(text: str, whom: Whom) -> None:
    """Look for the spelling of the name that this line of a journal has, if it has one."""
    if given := _GIVEN(text):
        whom.is_named(given[2])
    if order := _ORDER(text):
        whom.is_named(order[2].partition(_SEPARATOR)[0])
    key, _, value = text.partition(" ")
    if key in _NAMES:
        whom.is_named(value)
    if key == _PLAYERS:
        for player in value.split(_APART):
            whom.is_named(player.partition(_SEPARATOR)[0])


_NAMES: Final = tuple(side.lower() for side in SIDES)
_PLAYERS: Final = "players"
_FREE: Final = ("event", "site")


def _header(lines: list[str], whom: Whom) -> list[str | None]:
    """The lines of a header; None for one that is left out."""
    values = dict(line.partition(" ")[::2] for line in lines)
    hidden = [side for side in _NAMES if whom.is_named(values.get(side, ""))]
    return [_header_line(*line.partition(" "), whom, hidden) for line in lines]


def _header_line(key: str, space: str, value: str, whom: Whom, hidden: Collection[str]) -> str | None:
    if key in hidden:
        return f"{key} {NOBODY}"
    if any(key.startswith(f"{side}-") for side in hidden):
        return None
    if key == _PLAYERS:
        others = [each for each in value.split(_APART) if not whom.is_named(each.partition(_SEPARATOR)[0])]
        return f"{key} {_APART.join(others)}" if others else None
    return f"{key}{space}{whom.out_of(value) if key in _FREE else value}"


def _entry(line: str, whom: Whom) -> str | None:
    """A line behind the header; None if it is left out."""
    if given := _GIVEN(line):
        line = given[1] + (NOBODY if whom.is_named(given[2]) else whom.out_of(given[2])) + given[3]
    if order := _ORDER(line):
        named = whom.is_named(order[2].partition(_SEPARATOR)[0])
        return f"{order[1]}{NOBODY}" if named else line
    if snapshot := _SNAPSHOT(line):
        return _snapshot(snapshot, whom)
    if called := _CALLED(line):
        return called[1] + whom.out_of(called[2])
    return line


def _snapshot(line: re.Match[str], whom: Whom) -> str | None:
    try:
        found = json.loads(unpack(line[2]))
        header = [text for text in _header(found["header"], whom) if text is not None]
        clean = {**_clean(found, whom), "header": header}
    except (ValueError, lzma.LZMAError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    if clean == found:
        return line[0]
    return line[1] + pack(json.dumps(clean, separators=(",", ":")).encode()).decode()


def _clean(value: Any, whom: Whom) -> Any:
    """A value of a snapshot without the person: of what has his name, only `N. N.` is left."""
    if isinstance(value, list):
        return [_clean(part, whom) for part in value]
    if not isinstance(value, dict):
        return value
    named = isinstance(name := value.get("name"), str) and whom.is_named(name)
    clean = {key: _clean(part, whom) for key, part in value.items()}
    texts = {key: whom.out_of(value[key]) for key in _FREE if isinstance(value.get(key), str)}
    if named:
        clean = {key: part for key, part in clean.items() if key not in _OF_A_PLAYER} | {"name": NOBODY}
    return clean | texts
