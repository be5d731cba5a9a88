"""A snapshot: the whole table at an instant, as a line of the journal holds it.

The law: a program that knows the schema goes on with exactly that table. Another one goes on with the
outline, or, where nothing was done yet, with the table of the header. Either way nothing that was decided
before the snapshot is decided again.

The text is compressed (LZMA2; zlib made a quarter more of it) and in base 85: a game's first table has 1 kB,
one after 80 plies with a clock 4.7 kB. It refuses to know where in a journal it stands (`journal/text.py`).
"""

import json
import lzma
from base64 import b85decode, b85encode
from contextlib import suppress
from typing import Any, Final, NamedTuple

from jadoube import __version__
from jadoube.config.problems import BadInput
from jadoube.core.reading.setting_up import expect
from jadoube.core.state.table import Table
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.header import Header, encode_text, format_header, header_for, parse_header
from jadoube.games.snapshots.nodes import Unreadable, from_nodes, schema, to_nodes
from jadoube.games.snapshots.outline import Outline, outline_of, parse_outline, plain, restore

UNPACKED_MOST: Final = 4 << 20
"""The most bytes of one snapshot unpacked. A game of 600 plies needs 60 kB (measured)."""

_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 18, "lc": 4, "lp": 0, "pb": 0}]
"""The best for short texts of ASCII (tried); the dictionary bounds what reading takes, to 256 kB. It is part
of the format and never changes."""


_NO_SNAPSHOT: Final = (
    *(BadInput, lzma.LZMAError, LookupError, TypeError, ValueError, AttributeError, RecursionError),
    *(OverflowError, AssertionError),
)
"""What reading a text that is no snapshot raises; the last two by an infinite number, and by python-chess."""


class Snapshot(NamedTuple):
    """A table at an instant. `header` has its terms, its contacts and the PGN's tags at that instant."""

    header: Header
    outline: Outline
    reopened: bool
    """Whether the game had ended before, see `Folded.reopened`."""
    program: str = __version__
    """The version of the program that wrote it."""
    schema: str = ""
    nodes: Any = None
    """The table itself, see `nodes.py`."""

    @property
    def exact(self) -> bool:
        """Whether it was written by a program that knows the same tables."""
        return self.schema == schema()

    def whole(self) -> Table | None:
        """Return the table itself; None if this program cannot go on with it."""
        if self.exact:
            with suppress(Unreadable):
                return from_nodes(self.nodes)
        return None

    def table(self, now_ms: int) -> Table:
        """Return the table that the next event follows: itself, or what header and outline give of it.

        The contacts are those of the header, so a position that stands there is read on from at once.
        """
        if table := self.whole():
            return table
        first = first_table(self.header)
        if self.outline == outline_of(first, now_ms):  # nothing was done
            return first
        table = restore(first, self.outline, now_ms)
        return table._replace(seen=expect(table.seen, table.seen.occupancy))

    def outlined(self, now_ms: int) -> Table:
        """Return what the outline gives at this instant."""
        return restore(first_table(self.header), self.outline, now_ms)


def take_snapshot(
    table: Table, now_ms: int, scan_period_ms: int, tags: dict[str, str], *, reopened: bool = False
) -> Snapshot:
    """Return the snapshot of a table at this instant. ValueError while a search is going on."""
    if table.thinking:
        raise ValueError("a search found, expected a table that waits for an event")
    header = header_for(table, now_ms, scan_period_ms, tags)
    return Snapshot(header, outline_of(table, now_ms), reopened, schema=schema(), nodes=to_nodes(table))


def snapshot_text(snapshot: Snapshot) -> str:
    """Return a snapshot as one line of ASCII without a line break: PROGRAM SCHEMA TABLE."""
    packed = {
        "header": format_header(snapshot.header),
        "outline": plain(snapshot.outline),
        "reopened": snapshot.reopened,
        "nodes": snapshot.nodes,
    }
    text = json.dumps(packed, separators=(",", ":")).encode()
    return f"{snapshot.program} {snapshot.schema} {pack(text).decode()}"


def parse_snapshot(text: str) -> Snapshot:
    """Return the snapshot that this text describes. ValueError if it describes none."""
    program, written_by, packed = text.split(" ")
    try:
        found = json.loads(unpack(packed))
        lines = [encode_text(line) for line in found["header"]]
        header = parse_header(enumerate([*lines, b""], start=1), "header")
        outline = parse_outline(found["outline"])
        return Snapshot(header, outline, bool(found["reopened"]), program, written_by, found["nodes"])
    except _NO_SNAPSHOT as problem:
        raise ValueError(f"snapshot: {problem!a:.200} found, expected a table") from problem


def pack(text: bytes) -> bytes:
    """Return this text compressed, in base 85."""
    return b85encode(lzma.compress(text, lzma.FORMAT_RAW, filters=_FILTERS))


def unpack(packed: str | bytes) -> bytes:
    """Return the text that was packed. ValueError or LZMAError if none was, or more than `UNPACKED_MOST`."""
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS)
    text = unpacking.decompress(b85decode(packed), UNPACKED_MOST)
    if not unpacking.eof:
        raise ValueError(f"more than {UNPACKED_MOST} bytes found, or no end")
    return text
