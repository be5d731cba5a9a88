"""Mutations: from a valid example, bytes that are nearly valid.

The law: the same lot gives the same bytes, on every machine. What stands behind a checksum, a compression or
a length is mutated too: it is taken out first and put back in soundly, else no reader would look at it.
"""

import gzip
import json
from binascii import crc_hqx
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any, Final
from zlib import crc32

from jadoube.drivers.reeds.serial_frames import BEGINS, LENGTH
from jadoube.games.snapshots.snapshot import pack, unpack

Mutator = Callable[[Random, bytes, Sequence[bytes]], bytes]
"""Gets a lot, an example, and all examples; returns the mutated bytes."""

LONGEST: Final = 1 << 18
"""No input is longer, before it is packed: what readers take in a moment. Longer ones are refused by size."""

WORDS: Final = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", "é𝟛٣²\u2028\u202e".encode(), b"\r\n"),
    *(b"-1", b"0", b"1e999", b"NaN", b"9" * 20, b"9" * 5000, b"1" + b"0" * 400, b"0x7f", b"1_000", b"-0.0"),
    *(b" ", b"\t", b"\n\n", b"#", b'"', b"'", b"\\", b"/", b":", b";", b"+", b"%s", b"%n", b"{}", b"--"),
    *(b"[" * 3000, b'{"a":' * 3000, b"(" * 3000, b"a." * 2000, b"null", b"true", b"[]", b"{", b"}"),
)

_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 64, 1 << 31, 1 << 63, 10**40, -(10**18), 0.5, 1e308),
    *("", "e4", "a" * 2000, "\0", "\ud800", "é\n", "none", [], {}, [[]], [0], [-1], {"a": 1}, [None] * 500),
)
"""What a value of JSON becomes."""


def mangle(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change some bytes, words or lines, up to six times."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(_CHANGES)(rng, data, others)[:LONGEST]
    return data


def _flip(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    bad = bytearray(data or b"\0")
    for _ in range(rng.choice((1, 1, 2, 8))):
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
    return bytes(bad)


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    begin = rng.randint(0, len(data))
    return begin, min(len(data), begin + rng.choice((1, 1, 2, 4, 16, 200)))


def _cut(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, data)
    return data[:begin] if rng.random() < 0.2 else data[:begin] + data[end:]


def _repeat(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, data)
    return data[:end] + data[begin:end] * rng.choice((1, 2, 30, 3000)) + data[end:]


def _insert(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    begin, end = _span(rng, data)
    return data[:begin] + rng.choice(WORDS) + data[rng.choice((begin, end)) :]


def _splice(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    begin, end = _span(rng, other)
    at = rng.randint(0, len(data))
    return data[:at] + (other[begin:] if rng.random() < 0.5 else other[begin:end]) + data[at:]


def _of_lines(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Swap, drop, repeat or bring in a line."""
    lines = data.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines[first], lines[second] = lines[second], lines[first]
        case 1:
            del lines[first]
        case 2:
            lines.insert(first, lines[second])
        case _:
            strange = rng.choice(others).split(b"\n")
            lines.insert(first, rng.choice(strange))
    return b"\n".join(lines)


def _of_words(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put another word in the place of one: from an example, or a strange one."""
    words = data.split(b" ")
    others_words = rng.choice(others).split()
    strange = rng.choice(others_words) if others_words and rng.random() < 0.6 else rng.choice(WORDS)
    words[rng.randrange(len(words))] = strange
    return b" ".join(words)


def _number(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Put another number in the place of a run of digits."""
    places = [at for at, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if not places:
        return data
    begin = end = rng.choice(places)
    while end < len(data) and 0x30 <= data[end] <= 0x39:
        end += 1
    number = rng.choice((0, 1, 63, 64, 255, 1 << 16, 1 << 31, 1 << 63, 10**14, 10 ** rng.randrange(300)))
    return data[:begin] + str(number).encode() + data[end:]


_CHANGES: Final[tuple[Mutator, ...]] = (
    *(_flip, _cut, _repeat, _insert, _splice, _of_lines, _of_words, _of_words, _number, _number),
)


# JSON


def mangle_json(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change a value of JSON, or the bytes of it; it may be no JSON any more."""
    if rng.random() < 0.3:
        return mangle(rng, data, others)
    with suppress(ValueError):
        value = json.loads(data)
        for _ in range(rng.choice((1, 1, 2, 5))):
            value = change_value(rng, value)
        return json.dumps(value).encode()
    return mangle(rng, data, others)


def change_value(rng: Random, value: Any) -> Any:
    """Change one of the values of which a value of JSON consists."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.1:
        return deepcopy(rng.choice(_VALUES))
    places: Any = list(value) if isinstance(value, dict) else range(len(value))
    place = rng.choice(places)
    match rng.randrange(8):
        case 0:
            del value[place]
        case 1 if isinstance(value, list):
            value.insert(rng.randrange(len(value)), deepcopy(value[place]))
        case 1 if isinstance(value, dict):
            value[rng.choice(("", "a", "do", "\ud800"))] = deepcopy(value[place])
        case 2 if isinstance(value[place], int):
            value[place] += rng.choice((-1, 1, 64, 1 << 40))
        case 3 if isinstance(value, list):
            other = rng.randrange(len(value))
            value[place], value[other] = value[other], value[place]
        case _:
            value[place] = change_value(rng, value[place])
    return value


# Journals


def mangle_journal(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change a journal: its bytes, its lines behind their checksums, or a table in its snapshots."""
    lot = rng.random()
    if lot < 0.15:
        return mangle(rng, data, others)
    bare = [_without_checksums(each) for each in (data, rng.choice(others))]
    if lot < 0.65:
        return _with_checksums(mangle(rng, bare[0], bare))
    lines = bare[0].split(b"\n")
    places = [number for number, line in enumerate(lines) if b" snapshot " in line]
    for place in rng.sample(places, min(len(places), rng.choice((1, 1, 3)))):
        lines[place] = _change_snapshot(rng, lines[place])
    if lot > 0.9:
        return _with_checksums(mangle(rng, b"\n".join(lines), bare))
    return _with_checksums(b"\n".join(lines))


def _without_checksums(data: bytes) -> bytes:
    return b"\n".join(line[:-10] for line in data.split(b"\n"))


def _with_checksums(data: bytes) -> bytes:
    return b"".join(b"%b *%08x\n" % (line, crc32(line)) for line in data.removesuffix(b"\n").split(b"\n"))


def _change_snapshot(rng: Random, line: bytes) -> bytes:
    head, _, packed = line.rpartition(b" ")
    return head + b" " + mangle_snapshot(rng, packed, (packed,))


def mangle_snapshot_text(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change the text of a snapshot, or the table in it."""
    return mangle(rng, data, others) if rng.random() < 0.3 else _change_snapshot(rng, data)


def mangle_snapshot(rng: Random, packed: bytes, _others: Sequence[bytes]) -> bytes:
    """Change the table in the packed part of a snapshot."""
    text = unpack(packed)
    return pack(bytes(80 << 20) if rng.random() < 0.005 else mangle_json(rng, text, (text,)))


# What is packed otherwise


def mangle_packed(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change a journal and pack it; or change its packed bytes; or pack what unpacks to far too much."""
    lot = rng.random()
    if lot < 0.01:
        return gzip.compress(bytes(80 << 20), 9, mtime=0)
    if lot < 0.5:
        return gzip.compress(mangle_journal(rng, data, others), 6, mtime=0)
    return mangle(rng, gzip.compress(data, 6, mtime=0), others)


def mangle_frames(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change the frames of a serial board: their bytes, or their content behind a sound checksum."""
    if rng.random() < 0.4:
        return mangle(rng, data, others)
    frames = [data[at : at + LENGTH] for at in range(0, len(data), LENGTH)]
    at = rng.randrange(len(frames))
    content = _flip(rng, frames[at][len(BEGINS) : -2], others)
    frames[at] = BEGINS + content + crc_hqx(content, 0xFFFF).to_bytes(2, "big")
    return b"".join(frames)
