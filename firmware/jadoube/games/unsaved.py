"""What of a game is not on the disk: its lines that wait, and the table that can stand for them.

The law: a line is kept until it is flushed, and no longer. Where lines are lost, with their file or because
too many waited, a snapshot of the newest table stands for all before it. It refuses to know files and
threads: who calls it holds the lock (`game_files.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.state.table import Table
from jadoube.games.journal.header import Header, encode_text
from jadoube.games.journal.text import format_start
from jadoube.local.runtime_folder import Identity

MOST_BYTES = 1 << 20
"""If more waits than this, it is dropped, and a gap and a snapshot stand for it: hours of play, or ten
minutes of a reed that never rests."""

NOTHING_NEW_MS = 28_000
"""So much later a line is flushed that only says how late it is while a clock runs. A program that is killed
loses none; a power cut may cost half a minute of the running clock (a decision: each would be a flush)."""


class Origin(NamedTuple):
    """What a game began with."""

    header: Header
    reopened: bool = False
    """Whether the game had ended before."""


class LineMakers(NamedTuple):
    """What makes the journal lines that are no events, as text with the line's end."""

    snapshot: Callable[[Origin, Table, int], str]
    """The whole table of a game at an instant, in ms. Called in the writer's thread."""
    gap: Callable[[int], str]
    """Lines are missing up to this instant, in ms. Called in the writer's thread."""
    plies: Callable[[Table, Table, int], str]
    """What has been read between two tables of a game, at an instant, in ms; empty if nothing new. Called in
    the loop."""


@dataclass(eq=False, slots=True)
class Line:
    """One line that is not flushed, or the header's lines."""

    at_ms: int
    text: bytes = b""
    table: Table | None = None
    """The table, if this is a snapshot that is no text yet."""
    new: bool = True
    """Whether something has changed; else it only says how late it is."""

    @property
    def since_ms(self) -> int:
        """From when on it waits for its flush, in ms."""
        return self.at_ms if self.new else self.at_ms + NOTHING_NEW_MS


@dataclass(eq=False, slots=True)
class Sheet:
    """A PGN, and where it is written."""

    make: Callable[[], Scoresheet]
    """Called in the writer's thread."""
    tags: dict[str, str]
    at_ms: int
    """The instant of the change that made it."""
    at_once: bool
    """Whether it goes to the disk without a rest: the game is over."""
    text: bytes | None = None
    copied: bool = False
    """Whether it is in the runtime folder."""
    kept: bool = False
    """Whether it is on the disk."""
    again_ms: int = 0
    """When it is tried again, after it could not be written."""


@dataclass(eq=False, slots=True)
class Game:
    """A game in memory."""

    origin: Origin
    header: Line
    lines: list[Line] = field(default_factory=list)
    """The lines that are not flushed, the oldest first."""
    taken: int = 0
    """So many of them the writer has taken, and writes now or has written."""
    written: int = 0
    """So many of them are written."""
    sound: int = 0
    """The number of bytes in the file before these lines, all flushed."""
    waiting: int = 0
    """The number of bytes of these lines."""
    dropped: int = 0
    """The number of bytes for which a gap stands."""
    missing: int = 0
    """The number of bytes for which a gap was noted, until that is logged."""
    flush: bool = False
    """Whether somebody waits for the flush of these lines."""
    begun: bool = False
    """Whether the file is there with its header."""
    number: int | None = None
    """None until a free number is found on the disk."""
    file: Identity | None = None
    """The file with this number, if it is ours."""
    last_ms: int = 0
    """The instant of the last line."""
    newest: Line | None = None
    """A snapshot of the newest table that is decided."""
    later: list[Line] = field(default_factory=list)
    """The lines since that table."""
    before: tuple[Line | None, list[Line]] = (None, [])
    """The two as they were before the newest table."""
    gap: bool = False
    """Whether lines were dropped, and the gap is not noted yet."""
    lost: str = ""
    """Why the game goes on in another file, until it does."""
    sheet: Sheet | None = None
    """The newest PGN."""
    pgn_ms: int = 0
    """Not before this instant a PGN is written while the game runs."""

    @classmethod
    def new(cls, origin: Origin) -> "Game":
        """A game that begins with this header."""
        at_ms = origin.header.from_ms
        header = Line(at_ms, encode_text(format_start(origin.header)))
        return cls(origin, header, [header], waiting=len(header.text), flush=True, last_ms=at_ms)

    @classmethod
    def left(cls, origin: Origin, table: Table, last_ms: int, size: int) -> "Game":
        """A game with a journal of so many bytes, whose last line led to this table."""
        header = Line(last_ms, encode_text(format_start(origin.header)))
        game = cls(origin, header, sound=size, begun=True, last_ms=last_ms)
        game.decided(table)
        return game

    @property
    def done(self) -> bool:
        """Whether nothing waits for the disk."""
        return not self.lines and not self.gap and (self.sheet is None or self.sheet.kept)

    @property
    def since_ms(self) -> int | None:
        """From when on the oldest line waits for its flush; None if there is none."""
        if self.lines:
            first = next((line.at_ms for line in self.lines if line.new), self.lines[0].since_ms)
            return min(first, self.lines[0].since_ms)
        return self.last_ms if self.gap else None

    # In the loop

    def add(self, text: str, at_ms: int, *, new: bool = True) -> None:
        """Add a line. If too much waits, it is dropped with all that the writer has not taken."""
        line = Line(at_ms, encode_text(text), new=new)
        self.later.append(line)
        self.last_ms = at_ms
        if self.gap:
            self.dropped += len(line.text)
            return
        self._queue(line)
        if self.waiting > MOST_BYTES:
            self._drop()

    def decided(self, table: Table) -> None:
        """Take the table after all lines so far; it can stand for them."""
        if self.newest is None or self.newest.table is not table:
            self.before = self.newest, self.later
        elif not self.later:
            return
        self.newest, self.later = (
            Line(self.last_ms, table=table),
            [],
        )  # the lines since may have changed nothing

    def void(self, table: Table) -> None:
        """Take back the newest table if it is this one: it is that of the next game."""
        if self.newest and self.newest.table is table:
            self.newest, self.later = self.before

    def ask_snapshot(self) -> None:
        """Add a snapshot of the newest table, if it stands for all lines."""
        if self.newest and not self.later and not self.gap:
            self._queue(Line(self.last_ms, table=self.newest.table))

    # In the writer's thread

    def take(self, gap: Callable[[int], str]) -> list[Line]:
        """Take the lines that are not taken; if some were dropped, what stands for them is among these."""
        if self.gap:
            stands = self._stands()
            at_ms = stands[0].at_ms if stands else self.last_ms
            self.missing += self.dropped
            self.gap, self.dropped = False, 0
            for line in [Line(at_ms, encode_text(gap(at_ms))), *stands]:
                self._queue(line)
        taken = self.lines[self.taken :]
        self.taken = len(self.lines)
        return taken

    def put_back(self, written: int) -> None:
        """Note that of the lines taken only so many stand in the file."""
        self.taken = self.written = written

    def flushed(self, count: int) -> None:
        """Forget so many lines: they are on the disk."""
        size = self.size_of(count)
        del self.lines[:count]
        self.sound += size
        self.waiting -= size
        self.written -= count
        self.taken -= count

    def size_of(self, count: int) -> int:
        """The number of bytes of the first lines."""
        return sum(len(line.text) for line in self.lines[:count])

    def made(self, line: Line, text: str) -> None:
        """Note the text of a snapshot."""
        line.text, line.table = encode_text(text), None
        self.waiting += len(line.text)

    def begin_anew(self, lost: str) -> None:
        """Go on in another file: with the header, the newest table, and the lines since. `lost` says why."""
        since_ms = self.since_ms
        self.lost = lost
        self.number = self.file = None
        self.begun = self.gap = False
        self.sound = self.taken = self.written = self.waiting = self.dropped = 0
        self.flush = True
        self.lines = []
        header = Line(self.last_ms if since_ms is None else since_ms, self.header.text)
        for line in [header, *self._stands()]:
            self._queue(line)
        if self.sheet:
            self.sheet.kept = False

    def _stands(self) -> list[Line]:
        """What stands for all lines so far."""
        newest = [Line(self.newest.at_ms, table=self.newest.table)] if self.newest else []
        return [*newest, *self.later]

    def _queue(self, line: Line) -> None:
        self.lines.append(line)
        self.waiting += len(line.text)

    def _drop(self) -> None:
        """Drop all lines that the writer has not taken, but never the header of a file that is not there."""
        keep = max(self.taken, 0 if self.begun else 1)
        size = self.size_of(keep)
        self.dropped += self.waiting - size
        self.waiting = size
        del self.lines[keep:]
        self.gap = True
