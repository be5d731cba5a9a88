"""The jobs of the keeper: what is due when, what fails, and how long the disk takes.

The law: one job at a time runs in the executor, and does all that is due: the oldest game first, its journal
before its PGN. What fails is logged once, kept, and tried again a second later. Success is logged, too. It
reads no clock: the loop says what time it is, and is told when it should come again.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Lock

from jadoube.games.save_status import BATCH_MS, FLUSHES_MS, HANGS_MS, SaveStatus
from jadoube.games.unsaved import Game, Sheet
from jadoube.games.writer import Writer, error_text

RETRY_MS = 1000
"""After a failure, so much later it is tried again."""

REST_MS = 10_000
"""A PGN goes to the disk after so long without a change of it: a game of blitz costs the card one PGN."""

APART_MS = 1_800_000
"""A running game's PGN goes there only so long after the last one, as a slow game rests at every ply (a
decision: the journal has all of it)."""

LOOK_MS = 250
"""While something is wrong, the loop looks so often whether it still is."""

KEPT = "the game goes on, and what is not written is kept and tried again"


class Work(StrEnum):
    """The kinds of work."""

    CHECK = "check"
    """Trying whether the folder can be written, once at the start."""
    JOURNAL = "journal"
    COPY = "copy"
    """The PGN of now in the runtime folder."""
    PGN = "pgn"


SAVES = (Work.JOURNAL, Work.CHECK)
"""The work without which a game is not being saved. What fails both for one reason is logged once."""

_Kept = tuple[Work, Game | None]
"""The work that fails as one: each game's PGN by itself, and all of any other kind."""


def _kept(work: Work, game: Game | None) -> _Kept:
    return work, game if work is Work.PGN else None


class Jobs:
    """The games with work left, and the job that does it. `lock` guards the games and the fields."""

    def __init__(
        self, writer: Writer, executor: Executor, lock: Lock, say: Callable[[str], None], *, watches: bool
    ) -> None:
        self.games: list[Game] = []
        self.now_ms = 0
        self.job: Future[None] | None = None
        self._writer = writer
        self._executor = executor
        self._lock = lock
        self._say = say
        self._watches = watches
        self._busy = False
        self._seen_ms: int | None = None  # the first look that found the present work under way
        self._checked = False
        self._check_ms: int | None = None
        self._closing = False
        self._failed: dict[_Kept, int] = {}  # the work that fails, and when it is tried again
        self._problems: dict[Work, str] = {}  # why no game is being saved, in words
        self._told: set[_Kept] = set()  # of which of it that was logged
        self._told_hang = False
        self._saving = True

    def note_failed(self, problem: Exception) -> None:
        """Note that the folder could not even be made or locked."""
        self._fail(Work.JOURNAL, self._writer.folder, problem)

    def go_on(self) -> None:
        """Start the job if there is work and no job runs."""
        with self._lock:
            if self._busy or self._due() is None:
                return
            self._busy, self._seen_ms = True, None
        self.job = self._executor.submit(self._work)

    def finish(self) -> "Future[None]":
        """Start writing all that waits, and trying once more what failed."""
        return self._executor.submit(partial(self._work_last, self.job))

    def whole(self) -> bool:
        """Whether nothing waits and no job runs."""
        with self._lock:
            return all(game.done for game in self.games) and not self._busy

    # The status

    def look(self, now_ms: int) -> SaveStatus:
        """Do what is due by now; return what is not saved. A disk that hangs is logged once."""
        with self._lock:
            self.now_ms = max(self.now_ms, now_ms)
            if self._check_ms is None:
                self._check_ms = self.now_ms
        self.go_on()
        with self._lock:
            if self._busy and self._seen_ms is None:
                self._seen_ms = self.now_ms
            status = self._status()
            self._saving = status.saving
            was, self._told_hang = self._told_hang, status.hangs
            name = self._name(self.games[-1] if self.games else None, Work.JOURNAL)
        if status.hangs and not was:
            self._say(f"{name}: not written for {HANGS_MS // 1000} s, the disk hangs; {KEPT}")
        elif was and status.saving:
            self._say(f"{name}: written again, nothing is missing")
        return status

    def wake_ms(self) -> int | None:
        """When `look` is wanted next; None if not at all."""
        with self._lock:
            if not self._saving:
                return self.now_ms + LOOK_MS
            return min((at_ms for at_ms in self._wakes() if at_ms > self.now_ms), default=None)

    def _wakes(self) -> Iterator[int]:
        yield from self._failed.values()
        since_ms = self._since_ms()
        if since_ms is not None:
            yield since_ms + BATCH_MS
            yield since_ms + HANGS_MS + 1
        if self._busy and self._seen_ms is not None:
            yield self._seen_ms + FLUSHES_MS
        for game in self.games:
            if game.sheet and not game.sheet.kept:
                yield max(game.sheet.at_ms + REST_MS, game.pgn_ms)

    def _status(self) -> SaveStatus:
        waiting = sum(game.waiting for game in self.games)
        since_ms = self._since_ms()
        problem = next(filter(None, map(self._problems.get, SAVES)), None)
        late = since_ms is not None and self.now_ms - since_ms > HANGS_MS
        stuck = self._busy and self._seen_ms is not None and self.now_ms - self._seen_ms >= FLUSHES_MS
        return SaveStatus(waiting, since_ms, problem, self._watches and problem is None and late and stuck)

    def _since_ms(self) -> int | None:
        """The instant of the oldest that is not on the disk, be it the check at the start."""
        since = [game.since_ms for game in self.games]
        if not self._checked:
            since.append(self._check_ms)
        return min((at_ms for at_ms in since if at_ms is not None), default=None)

    # The job

    def _work(self) -> None:
        """Do the due work until there is none. The one job; runs in the executor."""
        while True:
            with self._lock:
                due = self._due()
                self._busy, self._seen_ms = due is not None, None
            if due is None:
                return
            self._do(*due)

    def _work_last(self, before: "Future[None] | None") -> None:
        """Wait for the job before, then do all remaining work, and try failed work once more."""
        if before:
            before.result()
        with self._lock:
            self.now_ms = max([self.now_ms, *self._failed.values()])
            self._closing = self._checked = self._busy = True
        self._work()

    def _due(self) -> tuple[Game | None, Work, Sheet | None] | None:
        """The next work."""
        while len(self.games) > 1 and self.games[0].done:
            del self.games[0]
        failed = self._failed  # a PGN that fails has its own instant
        ready = {work for work in Work if failed.get((work, None), self.now_ms) <= self.now_ms}
        if not self._checked and Work.CHECK in ready:
            return None, Work.CHECK, None
        for game in self.games:
            for work in self._wanted(game):
                if work in ready:
                    return game, work, game.sheet
        return None

    def _wanted(self, game: Game) -> Iterator[Work]:
        """What is wanted for a game, in order."""
        if game.taken < len(game.lines) or game.gap or (game.lines and self._flush_due(game)):
            yield Work.JOURNAL
        sheet = game.sheet
        if sheet is None or sheet.kept:
            return
        runs = game is self.games[-1] and not self._closing
        if not game.begun:
            return
        if runs and not sheet.copied:
            yield Work.COPY
        rests = max(sheet.at_ms + REST_MS, game.pgn_ms) <= self.now_ms
        if sheet.again_ms <= self.now_ms and (not runs or sheet.at_once or rests):
            yield Work.PGN

    def _flush_due(self, game: Game) -> bool:
        runs = game is self.games[-1] and not self._closing
        since_ms = game.since_ms
        return game.flush or not runs or (since_ms is not None and since_ms + BATCH_MS <= self.now_ms)

    def _do(self, game: Game | None, work: Work, sheet: Sheet | None) -> None:
        try:
            self._write(game, work, sheet)
        except Exception as problem:  # noqa: BLE001 - if the job died, nothing would be written any more
            if work is Work.COPY and not isinstance(problem, OSError):
                work = Work.PGN  # it cannot even be made
            with self._lock:
                name = self._name(game, work)
                if sheet and work is Work.PGN:  # one that cannot be written keeps no other back
                    sheet.again_ms = self.now_ms + RETRY_MS
            self._fail(work, name, problem, game)
        else:
            self._heal(work, game)

    def _write(self, game: Game | None, work: Work, sheet: Sheet | None) -> None:
        match work:
            case Work.CHECK:
                self._writer.check()
                self._checked = True
            case Work.JOURNAL if game:
                with self._lock:
                    flush = self._flush_due(game)
                    taken = {other.number for other in self.games if other is not game and other.number}
                self._writer.journal(game, taken, flush=flush)
            case Work.COPY if sheet:
                sheet.copied = True  # the next change tries again
                self._writer.copy(sheet)
            case Work.PGN if game and sheet:
                self._writer.pgn(game.number or 0, sheet)
                sheet.kept, game.pgn_ms = True, self.now_ms + APART_MS

    def _fail(self, work: Work, name: Path, problem: Exception, game: Game | None = None) -> None:
        words, kept = error_text(problem), _kept(work, game)
        with self._lock:
            known = kept in self._failed or (work in SAVES and words in self._problems.values())
            self._failed[kept] = self.now_ms + RETRY_MS
            if work in SAVES:
                self._problems[work] = words
            if not known:
                self._told.add(kept)
        if not known:
            self._say(f"{name}: {words}; {KEPT}")

    def _heal(self, work: Work, game: Game | None) -> None:
        kept = _kept(work, game)
        with self._lock:
            self._failed.pop(kept, None)
            self._problems.pop(work, None)
            told = kept in self._told
            self._told.discard(kept)
            name = self._name(game, work)
            missing = game.missing if game and work is Work.JOURNAL else 0
            if game and missing:
                game.missing = 0
        if missing:
            self._say(f"{name}: written again; {missing} bytes are missing, and how the game stands is there")
        elif told:
            self._say(f"{name}: written again, nothing is missing")

    def _name(self, game: Game | None, work: Work) -> Path:
        if work is Work.COPY:
            return self._writer.runtime_path
        if game is None or game.number is None:
            return self._writer.folder
        return self._writer.path(game.number, "pgn" if work is Work.PGN else "journal")

    def unwritten(self) -> list[str]:
        """What is not on the disk by now, one line each."""
        with self._lock:
            games = [
                (self._name(game, Work.JOURNAL), self._name(game, Work.PGN), game) for game in self.games
            ]
            found = []
            for journal, pgn, game in games:
                if game.lines or game.gap:
                    found.append(f"the last {game.waiting + game.dropped} bytes of {journal} are not written")
                if game.sheet and not game.sheet.kept:
                    found.append(f"{pgn} is not written as the game stands")
        return found
