"""The keeper: the games on the disk, `NNNNNN.journal` and `NNNNNN.pgn`. Only it writes them.

The law: the game never waits for the disk, and the disk never holds a journal that cannot be read. What is
new goes to a queue. The jobs (`jobs.py`) write it in a thread (`writer.py`), and flush it when somebody
relies on it (`journal/moments.py`), else in batches. The keeper holds no journal in memory, only what is not
flushed yet, and the newest table, which stands for the rest. A journal without play is overwritten by the
next game.

It refuses to know what an event means, and reads no clock: its instants are the loop's.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from jadoube.core.clock.time_control import TimeControl
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.messages.events import Event, Restarted
from jadoube.core.messages.names import NO_NAMES, Names, Player
from jadoube.core.state.table import Table, forget_before
from jadoube.formats.pgn_tags import tags_with_names
from jadoube.games.jobs import Jobs
from jadoube.games.journal.fold import Folded
from jadoube.games.journal.header import Header
from jadoube.games.journal.moments import LAST_LINES, Moments, relies_on
from jadoube.games.journal.recording import ply_lines, snapshot_line
from jadoube.games.journal.resume import Left, resume_from
from jadoube.games.journal.text import Gap, format_event, format_record
from jadoube.games.save_status import SaveStatus
from jadoube.games.storage import Disk, Storage
from jadoube.games.unsaved import Game, LineMakers, Origin, Sheet
from jadoube.games.writer import Writer, error_text
from jadoube.local.runtime_folder import Identity, RuntimeFolder


def _gap_line(now_ms: int) -> str:
    return format_record(Gap(), now_ms)


LINE_MAKERS = LineMakers(snapshot=snapshot_line, gap=_gap_line, plies=ply_lines)
"""What makes the lines of a journal that are no events."""


class Means(NamedTuple):
    """What a keeper works with, where it is not as on a board."""

    storage: Storage = Disk()
    runtime: RuntimeFolder | None = None
    """By default that of the environment."""
    lines: LineMakers = LINE_MAKERS
    watches: bool = True
    """Whether a disk that takes long counts as hanging. Virtual time may run away from it."""


ON_BOARD = Means()

CLOSES_S: Final = 5.0
"""How long the end of the program waits for the disk."""


class GameFiles:
    """Keeps the games of one folder. Call it from the loop; its jobs run in the executor.

    `say` gets problems, one line each, also from the executor's thread. BadInput if another program keeps its
    games in this folder. If the folder cannot be made, that is logged and tried again.
    """

    def __init__(
        self,
        directory: Path,
        executor: Executor,
        say: Callable[[str], None],
        means: Means = ON_BOARD,
    ) -> None:
        self._say = say
        self._storage = means.storage
        runtime = means.runtime or RuntimeFolder()
        self._lock = Lock()  # guards games and jobs; held for moments, never during file access
        self._writer = Writer(directory, self._storage, runtime, self._lock, means.lines, say)
        self._jobs = Jobs(self._writer, executor, self._lock, say, watches=means.watches)
        self._moments = Moments()
        self._lines = means.lines
        self._recorded: Table | None = None  # the running game's table whose plies are recorded
        self._unused: tuple[int, Identity] | None = None  # the newest journal, if nothing was played in it
        self._ended: Game | None = None  # the game before the running one: it may be reopened
        self.ended: Folded | None = None
        """The game that `resume` found to be over, before a next one was played; None if there is none."""
        self.by_hand: tuple[TimeControl, ...] = ()
        """The controls that were set by hand, as the newest journal remembers them."""
        self.players: tuple[Player, ...] = ()
        """The players, as the newest journal remembers them."""
        self.names: Names = NO_NAMES
        """The names that the next game keeps from that of the newest journal."""
        try:
            self._writer.claim()
        except OSError as problem:
            self._jobs.note_failed(problem)

    # Before the loop runs

    def resume(self) -> Folded | None:
        """Resume the game of the newest journal if it is unfinished; later events are appended to it.

        None if there is no such game; then call `begin`, which reuses the number of a journal without play. A
        journal that cannot be read is logged and left as it is. Call this before the loop runs, as it waits
        for the disk. If nothing was played in it, the game before is the one that counts: it may have been
        reopened since, and if it is over it may still be (`ended`).
        """
        try:
            number = max(self._writer.numbers(), default=0)
            left = self._read(number)
            before = self._read(number - 1) if left and not left.folded.table.line.ply else None
        except OSError as problem:
            self._say(f"{self._writer.folder}: {error_text(problem)}; a new game begins")
            return None
        if left and before and before.folded.reopened and before.folded.unfinished:
            self._unused = (number, left.file)
            return self._take_up(number - 1, before)
        folded = self._take_up(number, left) if left else None
        self._keep_ended(*((number - 1, before) if before else (number, left)))
        if folded and folded.table.before and not self._ended:
            return replace(folded, table=forget_before(folded.table))
        return folded

    def _read(self, number: int) -> Left | None:
        """Read and fold the journal with this number; None if there is none, or it cannot be read."""
        path = self._writer.path(number, "journal")
        return resume_from(path, self._say, self._storage) if self._writer.has(path) else None

    def _keep_ended(self, number: int, left: Left | None) -> None:
        """Keep the game that has ended, for `go_back`. The board began anew since: its journal says so."""
        if left and left.folded.over:
            self._ended = _game_left(number, left)
            self._ended.add(format_event(Restarted(), left.folded.last_ms), left.folded.last_ms)
            self.ended = left.folded
            self._write_last_pgn(number, left.folded)

    def _write_last_pgn(self, number: int, folded: Folded) -> None:
        """Write the PGN of a game that has ended, if it has none: the program was killed before that.

        One whose names were changed is written again: nobody knows whether that was done.
        """
        named = folded.table.names != folded.header.names
        if not folded.written_down or (self._writer.has(self._writer.path(number, "pgn")) and not named):
            return
        tags = tags_with_names(folded.header.tags, folded.table.names)
        sheet = Sheet(partial(scoresheet, folded.table), tags, folded.last_ms, at_once=True)
        try:
            self._writer.pgn(number, sheet)
        except Exception as problem:  # noqa: BLE001 - the board must start
            self._say(f"{self._writer.path(number, 'pgn')}: {error_text(problem)}")

    def _take_up(self, number: int, left: Left) -> Folded | None:
        """Go on with the game that a journal leaves, if it is unfinished; note a journal without play."""
        folded = left.folded
        comfort, names = folded.table.comfort, folded.table.names
        self.by_hand, self.players = comfort.by_hand, comfort.players
        played = folded.begun or folded.written_down
        self.names = names._replace(round="") if played else names
        if not played and not left.damaged and not self._writer.has(self._writer.path(number, "pgn")):
            self._unused = (number, left.file)
        if not folded.unfinished:
            return None
        self._jobs.games = [_game_left(number, left)]
        self._recorded = folded.table
        self._jobs.now_ms = folded.last_ms
        return folded

    # From the loop

    def begin(self, header: Header, table: Table | None = None) -> None:
        """Begin the journal of a new game, with this table, under the next unused number. Never blocks."""
        with self._lock:
            game = Game.new(Origin(header))
            if self._unused:
                (game.number, game.file), self._unused = self._unused, None
            games = self._jobs.games
            if games:
                self._ended = games[-1]
                if table:
                    games[-1].void(table)
            games.append(game)
            self._moments.begin()
            self._recorded = table
            if table:
                game.decided(table)
                self._snapshot(game)
            self._jobs.now_ms = header.from_ms
        self._jobs.go_on()

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Journal one event of the running game, which led to this table. Never blocks.

        ValueError if no game was begun.
        """
        with self._lock:
            game = self._running()
            new = table.thinking is not None or game.newest is None or game.newest.table is not table
            game.add(format_event(event, now_ms), now_ms, new=new)
            self._moments.count()
            if relies_on(event):
                game.flush = True
            if not table.thinking:
                game.decided(table)
                game.flush = self._moments.decides(table) or game.flush
                if isinstance(event, Restarted):
                    self._snapshot(game)
            self._jobs.now_ms = now_ms
        self._jobs.go_on()

    def look(self, table: Table, now_ms: int) -> SaveStatus:
        """Take in the table after a scan, do what is due, and return what is not saved. Never blocks."""
        with self._lock:
            if self._jobs.games and not table.thinking:
                game = self._running()
                self._record_plies(game, table)
                game.decided(table)
                game.flush = self._moments.decides(table) or game.flush
                if self._moments.wants_snapshot(table):
                    self._snapshot(game)
        return self._jobs.look(now_ms)

    def wake_ms(self) -> int | None:
        """When `look` is wanted next, even if nothing happens; None if not at all."""
        return self._jobs.wake_ms()

    def go_back(self) -> None:
        """Go on with the game before the running one, in which nothing was played: its number is free again.

        Never blocks. ValueError if there is none.
        """
        with self._lock:
            if self._ended is None:
                raise ValueError("no game before found, expected one that had ended")
            void, before, self._ended = self._running(), self._ended, None
            if void.number is not None and void.file is not None:
                self._unused = (void.number, void.file)
            self._jobs.games = [*(game for game in self._jobs.games if game not in (before, void)), before]
            before.origin = before.origin._replace(reopened=True)
            before.flush = True
            self._moments.begin()
            self._recorded = None

    def write_pgn(
        self, sheet: Callable[[], Scoresheet], tags: dict[str, str], *, at_once: bool = False
    ) -> None:
        """Write the running game's PGN: to the runtime folder now, to the disk after a rest, or `at_once`.

        Never blocks; of several waiting sheets only the newest is written. `sheet` returns the scoresheet; it
        is called in the executor's thread.
        """
        with self._lock:
            self._running().sheet = Sheet(sheet, tags, self._jobs.now_ms, at_once)
        self._jobs.go_on()

    def _record_plies(self, game: Game, table: Table) -> None:
        """Add lines for what has been read since the last time."""
        if self._recorded is not None and self._recorded is not table:
            text = self._lines.plies(self._recorded, table, game.last_ms)
            if text:
                game.add(text, game.last_ms)
        self._recorded = table

    def _running(self) -> Game:
        if not self._jobs.games:
            raise ValueError("no game found, expected one begun or resumed")
        return self._jobs.games[-1]

    def _snapshot(self, game: Game) -> None:
        game.ask_snapshot()
        self._moments.snapshot_taken(self._recorded)

    def held(self) -> frozenset[int]:
        """Return the numbers of the games that may still be written. For any thread."""
        with self._lock:
            games = [game.number for game in (*self._jobs.games, self._ended) if game]
            unused = self._unused[0] if self._unused else None
            return frozenset(number for number in (*games, unused) if number is not None)

    # At the end

    def close(self, within_s: float = CLOSES_S) -> None:
        """Wait for the queue and one retry of failed work, `within_s` seconds at most; then `leave`."""
        if not self._jobs.whole():
            with suppress(TimeoutError):
                self.finish().result(within_s)
        self.leave()

    def wait(self, within_s: float) -> bool:
        """Wait until no job runs, so many seconds at most; return whether none does."""
        job = self._jobs.job
        return job is None or not wait([job], within_s).not_done

    def finish(self) -> "Future[None]":
        """Start writing the queue, with a last snapshot, and retrying failed work once."""
        with self._lock:
            if self._jobs.games and self._moments.counted >= LAST_LINES:
                self._snapshot(self._running())
        return self._jobs.finish()

    def leave(self) -> bool:
        """Unlock the folder; log what is not written by now; return whether everything is."""
        whole = self.say_unwritten()
        self._writer.release(whole=whole)
        return whole

    def say_unwritten(self) -> bool:
        """Log what is not written by now; return whether everything is. For any thread."""
        unwritten = self._jobs.unwritten()
        for line in unwritten:
            self._say(line)
        return not unwritten

    def abandon(self, within_s: float = CLOSES_S) -> None:
        """Unlock the folder as after a power cut: what is not on the disk by now is never written."""
        with self._lock:
            self._jobs.games.clear()
        self.wait(within_s)
        self._writer.release(whole=False)


def _game_left(number: int, left: Left) -> Game:
    folded = left.folded
    origin = Origin(folded.header, folded.reopened)
    game = Game.left(origin, folded.table, folded.last_ms, left.sound_bytes)
    game.number, game.file = number, left.file
    return game
