"""The journal: every input of a game, as text, and now and then what came of it.

The law: the journal is the truth, and the table is its fold (`fold.py`). The journal holds the table that the
game began with (the header), and every event that the arbiter was fed, with its instant. Beside them stand
records of what was decided: each ply, and snapshots of the whole table. What is missing is a gap.

Each line has a checksum. A last line that is not whole is dropped and reported. Damage anywhere else is
refused, or taken as a gap by a reader that makes the best of it (`mend`).

It refuses to know files (see the keeper, `games/game_files.py`), and what an event means (see the arbiter).
`docs/journal.md` describes the format.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from typing import NamedTuple, TypeGuard

import chess

from jadoube.config.files import read_packed
from jadoube.config.problems import BadInput
from jadoube.core.messages.events import (
    Adjudicated,
    Ended,
    Event,
    Ordered,
    Page,
    Reachable,
    Restarted,
    Scanned,
    parse_ordered,
)
from jadoube.core.rules.game_line import Line
from jadoube.games.journal.header import Header, encode_text, format_header, look_up, parse_header, quote
from jadoube.games.snapshots.outline import Times, parse_times_text, times_text
from jadoube.games.snapshots.snapshot import Snapshot, parse_snapshot, snapshot_text

NAME = "jadoube-journal"
VERSION = 2
VERSIONS = (b"1", b"2")
"""Version 1 has events only. A game of that version that goes on has all records from there on."""


class Ply(NamedTuple):
    """What was read: since this instant the last ply of the game is this one."""

    number: int
    """0: no ply is left, all were taken back."""
    uci: str | None
    """Its move; None if none is known, which only an irregular ply has."""
    times: Times | None
    key: str
    """The key of the whole game up to this ply, see `key_of`."""
    fen: str | None = None
    """The position after it if it is irregular."""


class Gap(NamedTuple):
    """Events are missing here: they could not be written, or cannot be read."""

    lines: int = 0
    """The number of damaged lines; 0 if they were never written."""


Record = Event | Ply | Snapshot | Gap


class Recorded(NamedTuple):
    """One record and its instant."""

    at_ms: int
    record: Record


class Entry(NamedTuple):
    """One event and its instant."""

    at_ms: int
    event: Event


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as it was read.

    `sound_bytes` is the length of its trusted part, from the start to the end of the last sound line. `torn`
    is true if something that is no line follows. `damaged` are the numbers of the lines before that which
    cannot be read; only a reader that mends finds any.
    """

    header: Header
    records: tuple[Recorded, ...]
    sound_bytes: int
    torn: bool
    damaged: tuple[int, ...] = ()
    played: bool = False
    """Whether a ply is recorded in it, also in a part that was not read."""

    @property
    def events(self) -> tuple[Entry, ...]:
        """The events, without what came of them."""
        return tuple(Entry(at_ms, each) for at_ms, each in self.records if is_event(each))


def is_event(record: Record) -> TypeGuard[Event]:
    """Whether this is an input of the arbiter."""
    return not isinstance(record, Ply | Snapshot | Gap)


# Write


def format_start(header: Header) -> str:
    """Return the first lines of a journal, up to the blank line that ends its header."""
    return "".join(map(_add_checksum, [f"{NAME} {VERSION}", *format_header(header), ""]))


def format_event(event: Event, now_ms: int) -> str:
    """Return one event as a line."""
    match event:
        case Scanned(reeds, buttons, grounded, powered, chattering):
            lines = f" {grounded:05x} {powered:05x}" if grounded or powered or chattering else ""
            unread = f" {chattering:016x}" if chattering else ""
            return _add_checksum(f"{now_ms} scan {reeds:016x} {buttons:02x}{lines}{unread}")
        case Restarted():
            return _add_checksum(f"{now_ms} restart")
        case Ended():
            return _add_checksum(f"{now_ms} end")
        case Ordered():
            return _add_checksum(f"{now_ms} order {event.text}")
        case Adjudicated(fen, can_mate):
            return _add_checksum(f"{now_ms} adjudicated {_VERDICTS[can_mate]} {fen}")
        case Reachable(page):
            return _add_checksum(f"{now_ms} page {'known' if page else 'unknown'}")


def record_of(line: Line, times: Times | None) -> Ply:
    """Return the record of a game's last ply."""
    uci = line.move.uci() if line.move else None
    return Ply(line.ply, uci, times, key_of(line), line.fen if line.irregular else None)


def key_of(line: Line) -> str:
    """Return a checksum of all plies of a game, 8 hex digits: a ply is recorded for these before it only."""
    plies = (f"{each.move} {each.fen}" if each.irregular else f"{each.move}" for each in line.plies())
    return f"{zlib.crc32(' '.join(plies).encode()):08x}"


def format_record(record: Record, now_ms: int) -> str:
    """Return a record as a line."""
    match record:
        case Ply(number, uci, times, key, fen):
            words = f"ply {number} {uci or '--'} {times_text(times)} {key}{f' {fen}' if fen else ''}"
        case Snapshot():
            words = f"snapshot {snapshot_text(record)}"
        case Gap(lines):
            words = f"gap {lines}"
        case _:
            return format_event(record, now_ms)
    return _add_checksum(f"{now_ms} {words}")


def _add_checksum(line: str) -> str:
    return f"{line}{_checksum(encode_text(line)).decode()}\n"


def _checksum(line: bytes) -> bytes:
    return b" *%08x" % zlib.crc32(line)


# Read


def read_journal(path: str | PathLike[str]) -> Journal:
    """Read a journal from a file, plain or packed; BadInput if it cannot be read or trusted."""
    return parse_journal(read_packed(path, "a journal"), str(path))


def parse_journal(data: bytes | str, name: str) -> Journal:
    """Parse a journal; BadInput(`name:LINE`, ...) for any fault except a torn last line."""
    data = encode_text(data) if isinstance(data, str) else data
    lines, sound_bytes = _split(data)
    _refuse_strangers(lines[0].content if lines else None, data, name)
    if b"\n" in data[sound_bytes:-1]:  # more than a last line
        lines.append(_read_line(len(lines) + 1, data[sound_bytes:].partition(b"\n")[0]))
    for line in lines:
        if line.content is None:
            raise BadInput(f"{name}:{line.number}", _damage_text(line))
    numbered = [(line.number, line.content or b"") for line in lines[1:]]
    header = parse_header(numbered, name)
    skip = 1 + [content for _, content in numbered].index(b"")
    records, last_ms = list[Recorded](), header.from_ms
    for number, content in numbered[skip:]:
        try:
            records.append(_parse_entry(content, last_ms))
        except ValueError as problem:
            raise BadInput(f"{name}:{number}", f"{problem!s:.600}") from problem
        last_ms = records[-1].at_ms
    played = any(isinstance(record, Ply) for _, record in records)
    return Journal(header, tuple(records), sound_bytes, sound_bytes < len(data), played=played)


def mend_journal(data: bytes, name: str) -> Journal:
    """Parse a journal as far as it can be read: what is damaged is a gap.

    If its header is damaged it begins with its first snapshot. BadInput if it has none, or is no journal.
    """
    lines, sound_bytes = _split(data)
    header, records, rest = _mend_header(lines, name)
    return _mend(data, sound_bytes, header, records, rest)


def newest_part(data: bytes, name: str) -> Journal:
    """Parse a journal from its newest sound snapshot on, as `mend_journal` does; the whole without one.

    So a start reads the last minutes of a game, however long it was.
    """
    first = _read_line(1, data.partition(b"\n")[0]).content
    if first is not None and first.startswith(NAME.encode()):
        _refuse_strangers(first, b"", name)
    end = data.rfind(b"\n") + 1
    while (end := data.rfind(b" snapshot ", 0, end)) >= 0:
        begin = data.rfind(b"\n", 0, end) + 1
        number = data.count(b"\n", 0, begin) + 1
        found = _read_snapshot(_read_line(number, data[begin : data.find(b"\n", end)]))
        if found:
            (_, *lines), sound_bytes = _split(data[begin:], number)
            return _mend(data, begin + sound_bytes, found[0], [found[1]], lines)
    return mend_journal(data, name)


def _mend(
    data: bytes, sound_bytes: int, header: Header, records: list[Recorded], lines: Iterable["_Raw"]
) -> Journal:
    """Return the journal of these records and those in the lines that follow; what is no record is a gap."""
    last_ms, damaged = records[-1].at_ms if records else header.from_ms, list[int]()
    for line in lines:
        found = _read_entry(line, last_ms)
        if found is None:
            damaged.append(line.number)
        records.append(found or Recorded(last_ms, Gap(1)))
        last_ms = records[-1].at_ms
    torn, played = sound_bytes < len(data), b" ply " in data
    return Journal(header, tuple(records), sound_bytes, torn, tuple(damaged), played)


class _Raw(NamedTuple):
    """One line of a file, with its checksum."""

    number: int
    raw: bytes
    content: bytes | None
    """The line without its checksum; None if it is damaged."""


def _read_line(number: int, raw: bytes) -> _Raw:
    content = raw[:-10]
    return _Raw(number, raw, content if raw[-10:] == _checksum(content) else None)


def _damage_text(line: _Raw) -> str:
    expected = f"the checksum {_checksum(line.raw[:-10]).decode().strip()} at its end"
    return f"damaged line {quote(line.raw)} found, expected {expected}"


def _split(data: bytes, first: int = 1) -> tuple[list[_Raw], int]:
    """Return the lines up to the last sound one, numbered from `first`, and their length in bytes."""
    lines = [_read_line(number, raw) for number, raw in enumerate(data.split(b"\n")[:-1], start=first)]
    while lines and lines[-1].content is None:
        lines.pop()
    return lines, sum(len(line.raw) + 1 for line in lines)


def _refuse_strangers(first: bytes | None, data: bytes, name: str) -> None:
    """Refuse what is no journal of a version that is known."""
    line = data.partition(b"\n")[0] if first is None else first
    kind, _, rest = line.partition(b" ")
    version = rest.partition(b" ")[0]
    if kind != NAME.encode():
        raise BadInput(f"{name}:1", f"{quote(line)} found, expected '{NAME} {VERSION}'")
    if version not in VERSIONS:
        raise BadInput(
            f"{name}:1", f"a journal of version {quote(version)} found, expected version {VERSION}"
        )


def _mend_header(lines: list[_Raw], name: str) -> tuple[Header, list[Recorded], list[_Raw]]:
    """Return the header, or the first snapshot and its header if it is damaged; and the lines from there on.

    Without a snapshot the header counts as far as it is sound, if nothing that is required is missing.
    """
    first = lines[0].content if lines else None
    problem = BadInput(f"{name}:1", "no sound header and no snapshot found, expected a journal")
    if first is not None and first.startswith(NAME.encode()):
        _refuse_strangers(first, b"", name)
        try:
            return _sound_header(lines[1:], name)
        except BadInput as damage:
            problem = damage
    for place, line in enumerate(lines):
        if (
            line.content is not None
            and b" snapshot " in line.content[:40]
            and (found := _read_snapshot(line))
        ):
            return found[0], [found[1]], lines[place + 1 :]
    read = next((place for place, line in enumerate(lines) if line.content is None), None)
    if not read:
        raise problem
    try:
        header, _, _ = _sound_header([*lines[1:read], _Raw(read + 1, b"", b"")], name)
    except BadInput:
        raise problem from None
    return header, [], lines[read:]


def _sound_header(lines: list[_Raw], name: str) -> tuple[Header, list[Recorded], list[_Raw]]:
    """Return the header of these lines, no record, and the rest; BadInput at the first damaged line."""
    read = 0

    def sound() -> Iterator[tuple[int, bytes]]:
        nonlocal read
        for read, line in enumerate(lines, start=1):  # noqa: B007 - the number of lines read is wanted
            if line.content is None:
                raise BadInput(f"{name}:{line.number}", _damage_text(line))
            yield line.number, line.content

    header = parse_header(sound(), name)
    return header, [], lines[read:]


def _read_snapshot(line: _Raw) -> tuple[Header, Recorded] | None:
    """Return the snapshot in a line, with its header; None if it holds none."""
    found = _read_entry(line, 0)
    if found and isinstance(found.record, Snapshot):
        return found.record.header, found
    return None


def _read_entry(line: _Raw, last_ms: int) -> Recorded | None:
    """Return the record in a line; None if it is damaged, or holds none."""
    with suppress(ValueError):
        return None if line.content is None else _parse_entry(line.content, last_ms)
    return None


# The records

_VERDICTS = {True: "yes", False: "no", None: "undecided"}
_ANSWERS = {word: can_mate for can_mate, word in _VERDICTS.items()}
_ENTRY = re.compile(
    rb"([0-9]{1,15}) "
    rb"(?:scan ([0-9a-f]{16}) ([0-7][0-9a-f])(?: ([01][0-9a-f]{4}) ([01][0-9a-f]{4})(?: ([0-9a-f]{16}))?)?"
    rb"|(restart|end)|order (.+)|adjudicated (\S+) (.+)|page (known|unknown)"
    rb"|ply ([0-9]{1,5} .+)|snapshot (.+)|gap ([0-9]{1,9}))"
).fullmatch
_FORMS = (
    "'MS scan REEDS BUTTONS [GROUNDED POWERED [CHATTERING]]', 'MS restart', 'MS order [by ROLE] ORDER', "
    "'MS adjudicated ANSWER FEN', 'MS page known', 'MS end', 'MS ply NUMBER MOVE TIMES KEY [FEN]', "
    "'MS snapshot PROGRAM SCHEMA TABLE' or 'MS gap LINES'"
)


def _parse_entry(line: bytes, last_ms: int) -> Recorded:
    """Return the record in a line. ValueError if it is none, or lies before `last_ms`."""
    found = _ENTRY(line)
    if found is None:
        raise ValueError(f"{quote(line)} found, expected {_FORMS}")
    at_ms = int(found[1])
    if at_ms < last_ms:
        raise ValueError(f"instant {at_ms} found, expected {last_ms} or later")
    return Recorded(at_ms, _parse_record(found))


def _parse_record(found: re.Match[bytes]) -> Record:  # noqa: PLR0911 - one for each kind
    if found[2]:
        return Scanned(*(int(each or b"0", 16) for each in found.group(2, 3, 4, 5, 6)))
    texts = ("" if text is None else text.decode("utf-8", "replace") for text in found.groups()[6:])
    word, order, answer, fen, page, ply, snapshot, gap = texts
    if order:
        return parse_ordered(order)
    if answer:
        return Adjudicated(fen, look_up(answer, _ANSWERS))
    if page:
        return Reachable(Page() if page == "known" else None)
    if ply:
        return _parse_ply(ply)
    if snapshot:
        return parse_snapshot(snapshot)
    return Gap(int(gap)) if gap else _WORDS[word]


_WORDS: dict[str, Event] = {"restart": Restarted(), "end": Ended()}


def _parse_ply(text: str) -> Ply:
    number, uci, times, key, *fen = text.split(" ", 4)
    if fen:
        chess.Board(fen[0])
    move = None if uci == "--" else chess.Move.from_uci(uci)
    return Ply(
        int(number), move.uci() if move else None, parse_times_text(times), key, fen[0] if fen else None
    )
