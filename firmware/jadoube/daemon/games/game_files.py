"""The keeper: the games on the disk, `NNNNNN.journal` and `NNNNNN.pgn`. Only it writes them.

The law: the game never waits for the disk, and the disk never holds a journal that cannot be read. Writes go
to a queue; one job at a time, in the executor, brings the files up to date. It appends whole lines to the
journal and flushes them; it writes the PGN whole or not at all. A full, read-only or missing disk is logged
once, in one line. Unwritten data is kept and retried with a later event, and success is logged, too. The file
of another game is never touched. A journal without play is overwritten by the next game.

The whole journal of the running game stays in memory, so that a lost file can be written again. That is some
fifty bytes an event, without limit: a reed that never rests makes thirty megabytes in an hour.

It refuses to know what an event means, and reads no clock: its instants are the events'.
"""

import errno
import fcntl
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Lock

from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.messages.events import Event, Restarted
from jadoube.daemon.ending import END_S
from jadoube.daemon.games.fold import Folded
from jadoube.daemon.games.game_names import game_of
from jadoube.daemon.games.journal import Header, encode_text, format_event, format_header
from jadoube.daemon.games.resume import Left, file_identity, resume_from

RETRY_MS = 1000
"""After a failure the first event that comes so much later starts a retry."""


class _Work(StrEnum):
    """The kinds of work for a game, by file extension."""

    JOURNAL = "journal"
    PGN = "pgn"


@dataclass(eq=False, slots=True)
class _Game:
    """A game in memory."""

    text: bytearray
    """The whole journal."""
    sound: int = 0
    """The number of its bytes on the disk."""
    number: int | None = None
    """None until a free number is found on the disk."""
    file: tuple[int, int] | None = None
    """The device and inode of its journal, once that exists."""
    sheet: tuple[Callable[[], Scoresheet], dict[str, str]] | None = None
    """The source of the PGN that waits, and its tags; None once it is written."""

    @property
    def done(self) -> bool:
        """Whether nothing waits to be written."""
        return self.sound == len(self.text) and not self.sheet


class GameFiles:
    """Keeps the games of one folder. Call it from the loop; its jobs run in the executor.

    `say` gets problems, one line each, also from the executor's thread. BadInput if another program keeps its
    games in this folder. If the folder cannot be made, that is logged and retried.
    """

    def __init__(self, directory: Path, executor: Executor, say: Callable[[str], None]) -> None:
        self._directory = directory
        self._executor = executor
        self._say = say
        self._lock = Lock()  # guards the fields below; held for moments, never during file access
        self._games: list[_Game] = []
        self._unused: _Game | None = None  # the newest journal, if nothing was played in it
        self._ended: _Game | None = None  # the game before the running one: it may be reopened
        self.ended: Folded | None = None
        """The game that `resume` found to be over, before a next one was played; None if there is none."""
        self._now_ms = 0
        self._failed: dict[_Work, int] = {}  # the work that fails, and when it is retried
        self._job: Future[None] | None = None
        self._busy = False
        self._claim_fd: int | None = None
        self.by_hand: tuple[TimeControl, ...] = ()
        """The controls that were set by hand, as the newest journal remembers them."""
        try:
            self._claim()
        except OSError as problem:
            self._failed[_Work.JOURNAL] = 0
            self._say_failed(directory, problem)

    def resume(self) -> Folded | None:
        """Resume the game of the newest journal if it is unfinished; later events are appended to it.

        None if there is no such game; then call `begin`, which reuses the number of a journal without play. A
        journal that cannot be read is logged and left as it is. Call this before the loop runs, as it waits
        for the disk. If nothing was played in it, the game before is the one that counts: it may have been
        reopened since, and if it is over it may still be (`ended`).
        """
        try:
            number = max(self._numbers(), default=0)
            left = self._read(number)
            before = self._read(number - 1) if left and not left.folded.table.line.ply else None
        except OSError as problem:
            self._say(f"{self._directory}: {_error_text(problem)}; a new game begins")
            return None
        if left and before and before.folded.reopened and before.folded.unfinished:
            self._unused = _Game(bytearray(), number=number, file=left.file)
            return self._take_up(number - 1, before)
        folded = self._take_up(number, left) if left else None
        self._keep_ended(*((number - 1, before) if before else (number, left)))
        return folded

    def _read(self, number: int) -> Left | None:
        """Read and fold the journal with this number; None if there is none, or it cannot be read."""
        path = self._path(number, _Work.JOURNAL)
        return resume_from(path, self._say) if path.exists() else None

    def _keep_ended(self, number: int, left: Left | None) -> None:
        """Keep the game that has ended, for `go_back`. The board began anew since: its journal says so."""
        if left and left.folded.over:
            text = left.sound + encode_text(format_event(Restarted(), left.folded.last_ms))
            self._ended = _Game(bytearray(text), len(left.sound), number, left.file)
            self.ended = left.folded

    def begin(self, header: Header) -> None:
        """Begin the journal of a new game under the next unused number. Never blocks."""
        with self._lock:
            unused, self._unused = self._unused, None
            game = _Game(bytearray(encode_text(format_header(header))))
            if unused:
                game.number, game.file = unused.number, unused.file
            self._ended = self._games[-1] if self._games else self._ended
            self._games.append(game)
            self._now_ms = header.from_ms
        self._go_on()

    def append(self, event: Event, now_ms: int) -> None:
        """Journal one event of the running game. Never blocks. ValueError if no game was begun."""
        with self._lock:
            self._running().text += encode_text(format_event(event, now_ms))
            self._now_ms = now_ms
        self._go_on()

    def go_back(self) -> None:
        """Go on with the game before the running one, in which nothing was played: its number is free again.

        Never blocks. ValueError if there is none.
        """
        with self._lock:
            if self._ended is None:
                raise ValueError("no game before found, expected one that had ended")
            self._unused, before, self._ended = self._running(), self._ended, None
            self._games = [*(game for game in self._games if game is not before), before]

    def write_pgn(self, sheet: Callable[[], Scoresheet], tags: dict[str, str]) -> None:
        """Write the running game's PGN. Never blocks; of several waiting sheets only the newest is written.

        `sheet` returns the scoresheet; it is called in the executor's thread.
        """
        with self._lock:
            self._running().sheet = (sheet, tags)
        self._go_on()

    def held(self) -> frozenset[int]:
        """Return the numbers of the games that may still be written. For any thread."""
        with self._lock:
            games = (*self._games, self._unused, self._ended)
            return frozenset(game.number for game in games if game and game.number is not None)

    def close(self, within_s: float = END_S) -> None:
        """Wait for the queue and one retry of failed work, `within_s` seconds at most; then `leave`."""
        if not all(game.done for game in self._games) or (self._job and not self._job.done()):
            with suppress(TimeoutError):
                self.finish().result(within_s)
        self.leave()

    def finish(self) -> "Future[None]":
        """Start writing the queue, and retrying failed work once."""
        return self._executor.submit(partial(self._work_last, self._job))

    def leave(self) -> bool:
        """Unlock the folder; log what is not written by now; return whether everything is."""
        whole = self.say_unwritten()
        self._unclaim()
        return whole

    def say_unwritten(self) -> bool:
        """Log what is not written by now; return whether everything is. For any thread."""
        with self._lock:
            games = [(game, len(game.text) - game.sound, game.sheet) for game in self._games]
        for game, missing, sheet in games:
            if missing:
                self._say(f"the last {missing} bytes of {self._name(game, _Work.JOURNAL)} are not written")
            if sheet:
                self._say(f"{self._name(game, _Work.PGN)} is not written as the game stands")
        return not any(missing or sheet for _, missing, sheet in games)

    def abandon(self, within_s: float = END_S) -> None:
        """Unlock the folder as after a power cut: what is not on the disk by now is never written."""
        with self._lock:
            self._games.clear()
        if self._job:
            wait([self._job], within_s)
        self._unclaim()

    def _take_up(self, number: int, left: Left) -> Folded | None:
        """Go on with the game that a journal leaves, if it is unfinished; note a journal without play."""
        folded = left.folded
        self.by_hand = folded.table.comfort.by_hand
        if not folded.begun and not self._path(number, _Work.PGN).exists():
            self._unused = _Game(bytearray(), number=number, file=left.file)
        if not folded.unfinished:
            return None
        self._games = [_Game(bytearray(left.sound), len(left.sound), number, left.file)]
        self._now_ms = folded.last_ms
        return folded

    def _unclaim(self) -> None:
        if self._claim_fd is not None:
            os.close(self._claim_fd)
            self._claim_fd = None

    def _running(self) -> _Game:
        if not self._games:
            raise ValueError("no game found, expected one begun or resumed")
        return self._games[-1]

    # The queue

    def _go_on(self) -> None:
        """Start the job if there is work and no job runs."""
        with self._lock:
            if self._busy or self._due() is None:
                return
            self._busy = True
        self._job = self._executor.submit(self._work)

    def _work(self) -> None:
        """Do the due work until there is none. The one job; runs in the executor."""
        while True:
            with self._lock:
                due = self._due()
                self._busy = due is not None
            if due is None:
                return
            self._do(*due)

    def _work_last(self, before: "Future[None] | None") -> None:
        """Wait for the job before, then do all remaining work, and retry failed work once."""
        if before:
            before.result()
        with self._lock:
            self._now_ms = max([self._now_ms, *self._failed.values()])
            self._busy = True
        self._work()

    def _due(self) -> tuple[_Game, _Work] | None:
        """The next work: the oldest game first, its journal before its PGN."""
        while len(self._games) > 1 and self._games[0].done:
            del self._games[0]
        journal = self._failed.get(_Work.JOURNAL, self._now_ms) <= self._now_ms
        pgn = self._failed.get(_Work.PGN, self._now_ms) <= self._now_ms
        for game in self._games:
            if journal and game.sound < len(game.text):
                return game, _Work.JOURNAL
            if pgn and game.sheet:
                return game, _Work.PGN
        return None

    def _do(self, game: _Game, work: _Work) -> None:
        try:
            self._claim()
            if game.number is None:
                game.number = self._free_number()
            self._write(game, work, self._path(game.number, work))
        except Exception as problem:  # noqa: BLE001 - if the job died, nothing would be written any more
            with self._lock:
                known = work in self._failed
                self._failed[work] = self._now_ms + RETRY_MS
            if not known:
                self._say_failed(self._name(game, work), problem)
        else:
            with self._lock:
                known = self._failed.pop(work, None) is not None
            if known:
                self._say(f"{self._name(game, work)}: written again, nothing is missing")

    def _write(self, game: _Game, work: _Work, path: Path) -> None:
        match work:
            case _Work.JOURNAL:
                self._bring_up(game, path)
            case _Work.PGN:
                self._write_sheet(game, path)

    # The files

    def _claim(self) -> None:
        """Make the folder if it is missing, and lock it, so that no other program writes into its games."""
        self._directory.mkdir(parents=True, exist_ok=True)
        if self._claim_fd is not None:
            return
        fd = os.open(self._directory / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            os.close(fd)
            if not isinstance(problem, BlockingIOError):
                raise
            found = "in use by another jadoube, expected a folder of games of its own"
            raise BadInput(str(self._directory), found) from problem
        self._claim_fd = fd

    def _numbers(self) -> list[int]:
        """The numbers of the games in the folder."""
        if not self._directory.exists():
            return []
        return [found[0] for path in self._directory.iterdir() if (found := game_of(path.name))]

    def _free_number(self) -> int:
        """The next number: above all in the folder, and above those of games not on the disk yet."""
        with self._lock:
            taken = [game.number for game in self._games if game.number is not None]
        return max([0, *taken, *self._numbers()]) + 1

    def _path(self, number: int, work: _Work) -> Path:
        return self._directory / f"{number:06d}.{work}"

    def _name(self, game: _Game, work: _Work) -> Path:
        return self._directory if game.number is None else self._path(game.number, work)

    def _bring_up(self, game: _Game, path: Path) -> None:
        """Bring the journal's file up to date: cut an incomplete end, append the rest, flush.

        The file is opened again for every batch, so it may change or vanish in the meantime.
        """
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            status = os.fstat(fd)
            if status.st_size and file_identity(status) != game.file:
                game.number, game.sound = None, 0
                raise FileExistsError(errno.EEXIST, "another game's file found")
            game.file = file_identity(status)
            game.sound = min(game.sound, status.st_size)
            if not game.sound:
                self._flush_folder()
            if status.st_size > game.sound:
                os.ftruncate(fd, game.sound)
            self._append_rest(game, fd)
        finally:
            os.close(fd)

    def _append_rest(self, game: _Game, fd: int) -> None:
        with self._lock:
            batch = bytes(game.text[game.sound :])
        try:
            _write_all(fd, batch)
            os.fdatasync(fd)
        except OSError:
            with suppress(OSError):
                os.ftruncate(fd, game.sound)
            raise
        game.sound += len(batch)

    def _write_sheet(self, game: _Game, path: Path) -> None:
        """Write the newest sheet to a temporary file, and rename it once it is whole."""
        from jadoube.formats.pgn import write_pgn  # noqa: PLC0415 - heavy, and not needed for the first scan

        wanted = game.sheet
        if not wanted:
            return
        sheet, tags = wanted
        text = write_pgn(sheet(), tags).encode("utf-8", "replace")
        draft = path.with_suffix(".pgn.tmp")
        try:
            _write_whole(draft, text)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise
        self._flush_folder()
        with self._lock:
            if game.sheet is wanted:
                game.sheet = None

    def _flush_folder(self) -> None:
        fd = os.open(self._directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def _say_failed(self, path: Path, problem: Exception) -> None:
        kept = "the game goes on, and what is not written is kept and tried again"
        self._say(f"{path}: {_error_text(problem)}; {kept}")


def _error_text(problem: Exception) -> str:
    match problem:
        case OSError(strerror=str(words)):
            return words.lower()
        case BadInput(problem=words):
            return words
    return repr(problem)


def _write_whole(path: Path, text: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        _write_all(fd, text)
        os.fsync(fd)
    finally:
        os.close(fd)


def _write_all(fd: int, data: bytes) -> None:
    """Write everything; a full disk first takes a part, and fails at the next write."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
