"""The store: every game of the hall with its newest text, what arbiters did, and the rounds.

The law: a state of a game replaces the one before it if its `seq` is higher, so that what comes twice or late
changes nothing. What is new stays in memory until it is written; one thread writes it, a batch at a time, and
a batch that could not be written is tried again. So a full disk loses nothing while the program runs. It
reads no clock, and refuses to know the broker.
"""

import math
import secrets
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.hall.file.kept_game import KeptRow, PairingGame, game_of_pairing, start_of
from jadoube.hall.file.schema import (
    OF_FILE,
    Act,
    Batch,
    Found,
    Identity,
    Value,
    checkpoint,
    expect_same,
    identity,
    made,
    opened,
    opened_to_read,
    read_all,
    read_text,
    singles,
    write_batch,
)
from jadoube.local.set_aside import set_aside
from jadoube.mqtt.payloads import PlayedGame
from jadoube.online.game_text import RUNS, is_over, plies_of, read_parts
from jadoube.online.publishing.states import PAUSED, PLAYING

ACTS_MOST: Final = 1000
"""So many of the last acts are in memory."""

LACKING: Final = "lacking"

SHOWN: Final = 60
"""So many characters of what is left out are said."""

Say = Callable[[str], None]


class Store:
    """The store in one file. `say` gets a line if the file was damaged and set aside."""

    def __init__(self, path: Path, say: Say) -> None:
        self.path = path
        self.aside = ""
        """What a damaged file is called that was set aside as this one was opened."""
        self._say = say
        self._base: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._file: Identity = (0, 0)
        self._unread: tuple[str, sqlite3.Error] | None = None  # the game that could not be read, and why
        self._rows: dict[str, KeptRow] = {}
        self._of_pairing: dict[str, set[str]] = {}
        self._texts: dict[str, str] = {}
        self._last: dict[str, str] = {}  # the last game of each board
        self._lacking = set[str]()  # games whose text is older than what is known of them
        self._kept: dict[str, Value] = {}
        self._acts: deque[Act] = deque(maxlen=ACTS_MOST)
        self._new_games: set[str] = set()
        self._new_acts: list[Act] = []
        self._new_kept: set[str] = set()
        self._first = 0
        self._found: dict[str, str] = {}
        self._opening: tuple[sqlite3.Connection, ...] = ()  # until what the file has is taken in
        self._mark, self._noted = secrets.token_hex(8), 0

    @property
    def is_open(self) -> bool:
        """Whether the file is open."""
        return self._base is not None

    def open(self) -> None:
        """Open the file, and take what it has. sqlite3.Error or OSError if it cannot be: try again later."""
        self.take_in(self.find())

    def open_to_read(self) -> None:
        """Take what a file has, with all acts, and change nothing. sqlite3.Error if it cannot be read."""
        reader = opened_to_read(self.path)
        self._acts = deque()
        self.take_in(self._read(reader, reader, -1))

    def find(self) -> Found:
        """Open the file and read it, in any thread; give it to `take_in`. Errors as those of `open`."""
        base = self._opened()
        self._file = identity(self.path)
        reader = sqlite3.connect(self.path, timeout=0, check_same_thread=False)
        return self._read(base, reader, ACTS_MOST)

    def find_to_read(self) -> Found:
        """Read a file that cannot be written now, but for acts, in any thread; errors as those of `open`.

        Give it to `take_in`, and try again later to open it.
        """
        reader = opened_to_read(self.path)
        return self._read(reader, reader, 0)._replace(base=None)

    def let_go(self) -> None:
        """Read no more from a file that could only be read: before it is opened, as it would stay so."""
        if self._reader:
            self._reader.close()

    def _read(self, base: sqlite3.Connection, reader: sqlite3.Connection, acts_most: int) -> Found:
        self._opening = base, reader
        try:
            return read_all(base, reader, acts_most)
        except BaseException:
            self.close()
            raise

    def take_in(self, found: Found) -> None:
        """Take what a file has; what has come since is newer, and comes after it."""
        last = max((row.first for row in found.rows), default=0)
        for row in tuple(self._rows.values()):
            self._put_row(row._replace(first=row.first + math.ceil(last)))
        self._first += math.ceil(last)
        for row in found.rows:
            self._join(row)
        self._lack(self._lacking | set(found.kept.get(LACKING, "").split()))
        self._found, self._kept = found.kept, {**found.kept, **self._kept}
        self._acts = deque((*found.acts, *self._acts), self._acts.maxlen)
        self.let_go()
        self._base, self._reader, self._opening = found.base, found.reader, ()

    def _join(self, row: KeptRow) -> None:
        """Take a game of the file: what came since replaces it if it is newer, but for where it belongs."""
        now = self._rows.get(row.game_id)
        if now is None:
            self._put_row(row)
            return
        is_newer = now.seq >= row.seq if now.seq and row.seq else now.plies >= row.plies
        joined = (now if is_newer else row)._replace(
            board=row.board,
            machine=row.machine,
            first=row.first,
            pairing=row.pairing or now.pairing,
            left=row.left if row.pairing else now.left,
        )
        self._put_row(joined)
        if not (is_newer and self._texts.get(row.game_id)):
            self._texts.pop(row.game_id, None)

    def close(self) -> None:
        """Close the file."""
        for each in (self._base, self._reader, *self._opening):
            if each:
                each.close()
        self._base, self._reader, self._opening = None, None, ()

    def _opened(self) -> sqlite3.Connection:
        try:
            return opened(self.path)
        except (sqlite3.OperationalError, sqlite3.NotSupportedError):
            raise  # locked, full, read-only, away, or of another version: the file is sound
        except sqlite3.DatabaseError as problem:
            self.aside = set_aside(self.path).name
            self._say(f"{self.path}: {problem}, expected the games of a hall; set aside as {self.aside}")
            return opened(self.path)

    # Games

    def row(self, game_id: str) -> KeptRow | None:
        """Return what is kept of a game besides its text."""
        return self._rows.get(game_id)

    def rows(self) -> tuple[KeptRow, ...]:
        """Return all games, in the order in which they were first seen."""
        return tuple(sorted(self._rows.values(), key=lambda each: each.first))

    def text(self, game_id: str) -> str:
        """Return the PGN of a game; empty if there is none. sqlite3.Error if the file cannot be read now."""
        if game_id in self._texts:
            return self._texts[game_id]
        try:
            found = read_text(self._reader, game_id) if self._reader else ""
        except sqlite3.Error as problem:
            self._unread = game_id, problem
            raise
        self._unread = None
        return found

    def text_now(self, game_id: str) -> str:
        """Return the PGN of a game; empty if there is none, or if the file cannot be read now."""
        with suppress(sqlite3.Error):
            return self.text(game_id)
        return ""

    def why_unread(self) -> sqlite3.Error | None:
        """Return why games cannot be read from the file now, where one could not be; None: they can."""
        if self._unread:
            self.text_now(self._unread[0])
        return self._unread[1] if self._unread else None

    def lacks_text(self, game_id: str) -> bool:
        """Return whether the text of a game is older than what is known of it: it was too long to come."""
        return game_id in self._lacking

    def _lack(self, games: set[str]) -> None:
        if games != self._lacking:
            self._lacking = games
            self.put(LACKING, " ".join(sorted(games)))

    def game_of(self, pairing: str) -> PairingGame:
        """Return the game of a pairing, by its id."""
        return game_of_pairing(self._rows[each] for each in self._of_pairing.get(pairing, ()))

    def bound(self, pairing: str) -> tuple[KeptRow, ...]:
        """Return all games of a pairing, by its id, as they are."""
        games = self._of_pairing.get(pairing)
        return tuple([self._rows[each] for each in games]) if games else ()

    def played(self, pairing: str) -> tuple[KeptRow, ...]:
        """Return the games that were begun for a pairing, by its id, be it that nobody has moved yet."""
        games = self._of_pairing.get(pairing)
        if not games:
            return ()
        rows = [self._rows[each] for each in games]
        return tuple([row for row in rows if row.plies or (row.begun and not row.over)])

    def take(self, board: str, machine: str, game: PlayedGame) -> bool:
        """Take a state; return whether it is newer than what is kept."""
        before = self._rows.get(game.game_id)
        if before and before.seq >= game.seq:
            return False
        row = KeptRow(
            game.game_id,
            before.board if before else board,
            before.machine if before else machine,
            self._first_of(before, bool(game.san or start_of(game.start_fen) or game.over)),
            game.seq,
            len(game.san),
            game.over,
            game.result,
            game.white.name,
            game.black.name,
            before.start if before and before.skip is not None else start_of(game.start_fen),
            before.pairing if before else "",
            before.left if before else None,
            game.event,
            game.round,
            before.skip if before else None,
            bool(game.san) or game.phase in (PLAYING, PAUSED) or bool(before and before.begun),
        )
        self._keep(row, game.pgn if game.pgn or not before else None)
        if before is None:
            self._put_away(self._last.get(board, ""))
            self._last[board] = game.game_id
        self._lack(self._lacking - {game.game_id} if game.pgn else self._lacking | {game.game_id})
        return True

    def take_text(self, board: str, machine: str, game_id: str, pgn: str, *, over: bool) -> bool:
        """Take a game that a board has kept, if it tells more than ours; ValueError if it is no game."""
        parts, before = read_parts(pgn), self._rows.get(game_id)
        plies, result = plies_of(parts), parts[-1].result
        over = over or is_over(parts)
        is_known = before and (plies, over) <= (before.plies, before.over) and result == before.result
        if is_known and game_id not in self._lacking:
            return False
        if before and plies < before.plies and not over:
            return False
        tags = parts[0].tags
        row = KeptRow(
            game_id,
            before.board if before else board,
            before.machine if before else machine,
            self._first_of(before, bool(plies or over)),
            before.seq if before else 0,
            plies,
            over,
            result,
            tags.get("White", ""),
            tags.get("Black", ""),
            before.start if before and before.skip is not None else start_of(tags.get("FEN", "")),
            before.pairing if before else "",
            before.left if before else None,
            tags.get("Event", ""),
            tags.get("Round", ""),
            before.skip if before else None,
            bool(plies) or bool(before and before.begun),
        )
        self._keep(row, pgn)
        self._lack(self._lacking - {game_id})
        return True

    def bind(self, game_id: str, pairing: str) -> None:
        """A game is played for a pairing; empty: for none."""
        row = self._rows[game_id]
        if row.pairing != pairing and row.plies and self.game_of(pairing).result != RUNS:
            self._first += 1
            row = row._replace(first=self._first)  # a result stands: this game comes after it
        if row.pairing != pairing:
            self._put_row(row._replace(pairing=pairing, left=None))
            self._new_games.add(game_id)

    def leave(self, game_id: str, plies: int | None) -> None:
        """A game's board was taken away from its pairing after so many plies; None: it was given back."""
        row = self._rows[game_id]
        if row.left != plies:
            self._put_row(row._replace(left=plies))
            self._new_games.add(game_id)

    def go_on(self, game_id: str, fen: str, skip: int) -> None:
        """A game goes on in a position to which its first plies, so many, have led only."""
        row = self._rows[game_id]
        if (row.start, row.skip) != (start_of(fen), skip):
            self._put_row(row._replace(start=start_of(fen), skip=skip))
            self._new_games.add(game_id)

    def come_before(self, game_id: str, other_id: str) -> None:
        """A game was played just before another one."""
        at = self._rows[other_id].first
        below = max((row.first for row in self._rows.values() if row.first < at), default=at - 2)
        self._put_row(self._rows[game_id]._replace(first=(below + at) / 2))
        self._new_games.add(game_id)

    def _first_of(self, before: KeptRow | None, is_played: bool) -> float:
        """The place of a game: as it was first seen, and anew at its first ply, position or result."""
        if before and (before.plies or before.start or before.over or not is_played):
            return before.first
        self._first += 1
        return self._first

    def _keep(self, row: KeptRow, text: str | None) -> None:
        """Keep a game with its text; None: with the one that it has."""
        self._put_row(row)
        if text is not None:
            self._texts[row.game_id] = text
        self._new_games.add(row.game_id)

    def _put_away(self, game_id: str) -> None:
        """A board has begun another game: the text of the one before leaves memory once it is written."""
        if game_id in self._texts:
            self._new_games.add(game_id)

    def _put_row(self, row: KeptRow) -> None:
        before = self._rows.get(row.game_id)
        if before and before.pairing != row.pairing:
            self._of_pairing.get(before.pairing, set()).discard(row.game_id)
        self._rows[row.game_id] = row
        if row.pairing:
            self._of_pairing.setdefault(row.pairing, set()).add(row.game_id)

    # Acts and other values

    def note(self, act: Act) -> None:
        """Keep what somebody did."""
        self._acts.append(act)
        self._noted += 1
        self._new_acts.append(act._replace(id=f"{self._mark}-{self._noted}"))

    def acts(self) -> tuple[Act, ...]:
        """Return the last acts, the oldest first."""
        return tuple(self._acts)

    def value(self, name: str) -> str:
        """Return a value that is kept by name; empty if there is none."""
        return made(self._kept.get(name, ""))

    def found(self, name: str) -> str:
        """Return a value as the file had it when it was opened; before, and if it had none, as it is kept."""
        return self._found.get(name, self.value(name))

    def put_made(self, name: str, make: Callable[[], str]) -> None:
        """Keep a value by name that is made when it is written, in the thread that writes."""
        self._kept[name] = make
        self._new_kept.add(name)

    def put(self, name: str, value: str) -> None:
        """Keep a value by name."""
        if self._kept.get(name) != value:
            self._kept[name] = value
            self._new_kept.add(name)

    # Writing

    def begin(self) -> Batch:
        """Return what is to be written now: give it to `write`, then to `written` or `give_back`."""
        batch = Batch(
            {game_id: (self._rows[game_id], self._texts.get(game_id)) for game_id in self._new_games},
            tuple(self._new_acts),
            {name: self._kept[name] for name in self._new_kept},
        )
        self._new_games, self._new_acts, self._new_kept = set(), [], set()
        return batch

    def write(self, batch: Batch) -> list[str]:
        """Write a batch, in one thread at a time, once the file is open. sqlite3.Error if it cannot be.

        A value that no file takes is left out; return a line about each. GoneError: the file is gone.
        """
        if self._base is None:
            return []
        expect_same(self.path, self._file)
        try:
            write_batch(self._base, batch)
        except OF_FILE:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it comes from one value
            return self._write_singly(self._base, batch)
        return []

    def _write_singly(self, base: sqlite3.Connection, batch: Batch) -> list[str]:
        said = []
        for each in singles(batch):
            try:
                write_batch(base, each)
            except OF_FILE:
                raise
            except Exception as problem:  # noqa: BLE001 - as above
                what = ", ".join((*each.games, *(act.what for act in each.acts), *each.kept))
                said.append(f"{self.path}: {problem!r} on {what[:SHOWN]!r}; it is left out")
        return said

    def checkpoint(self) -> None:
        """Bring what was written from its log into the file itself, in the thread that writes.

        What is kept in between is safe in the log; so is what cannot be brought now.
        """
        if self._base:
            with suppress(sqlite3.Error):
                checkpoint(self._base)

    def written(self, batch: Batch) -> None:
        """A batch is written: the texts of games that are played no more leave memory."""
        for game_id, (row, _) in batch.games.items():
            is_last = not row.over and self._last.get(row.board, game_id) == game_id
            if not is_last and game_id not in self._new_games:
                self._texts.pop(game_id, None)

    def give_back(self, batch: Batch) -> None:
        """A batch could not be written: it is part of the next."""
        self._new_games |= batch.games.keys()
        self._new_acts = [*batch.acts, *self._new_acts]
        self._new_kept |= batch.kept.keys()
