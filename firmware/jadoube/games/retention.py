"""Retention: what becomes of the games in the archive once they are finished.

The law: the journals of finished games are packed, oldest first. If all games together take more than the
budget, packed journals are removed, the oldest first, and only if that is not enough, the oldest PGN files of
games without a journal. If the disk is nearly full, packed journals are removed until it has room; a PGN file
would make none. Without a budget nothing is ever removed.

Never touched are the two newest games, games that the keeper may still write, journals of games that are not
finished or that cannot be read, and files that are no game's. Each removal is said in one line.

A person who is to be forgotten is forgotten at the same leisure, in all games that are not held.

It decides what is packed and removed, does it at leisure, one file at a time, and stops when asked. It
refuses to know what a journal means (`journal/finished.py`), how it is packed (`packing.py`), and reads no
clock.
"""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from threading import Event
from typing import Final, Protocol

from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import ArchiveSettings
from jadoube.games.forgotten_files import forget_noted, has_noted, note_to_forget
from jadoube.games.game_names import Kind, game_of, game_path
from jadoube.games.journal.finished import is_finished
from jadoube.games.packing import Rest, pack, packed_size
from jadoube.local.pausing import Pause

FULL_PERCENT: Final = 95.0
"""From here on a file system counts as nearly full."""
ENOUGH_PERCENT: Final = 90.0
"""Down to here room is made."""

_KEPT: Final = 2
"""The newest games, which are never touched: a reopened game is the newest but one."""
_BLOCK: Final = 4096
"""Bytes; files take whole blocks, of this size on ext4, the file system of Raspberry Pi OS."""
_MB: Final = 1_000_000

REST_S: Final = 0.02
"""Seconds between two small pieces of work, so that the loop is never late for them."""

LOOK_S: Final = 60.0
"""Seconds between two looks: so long a game may be over, or the disk nearly full, before anything is done."""

Say = Callable[[str], None]
Statvfs = Callable[[Path], os.statvfs_result]


class StoppedError(Exception):
    """The work was stopped: what it had begun is as before."""


class Deeds(Protocol):
    """What is done to files: for real, or only tried."""

    done: str
    """How it is said that something was done."""

    def pack(self, plain: Path, packed: Path, rest: Rest) -> int:
        """Pack a journal; return the packed one's size."""

    def remove(self, path: Path) -> None:
        """Remove a file."""


class ForReal:
    """Packs and removes."""

    done = ""

    def pack(self, plain: Path, packed: Path, rest: Rest) -> int:
        """Pack a journal; return the packed one's size."""
        return pack(plain, packed, rest)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink(missing_ok=True)


class DryRun:
    """Changes nothing."""

    done = "would be "

    def pack(self, plain: Path, packed: Path, rest: Rest) -> int:
        """Return the size that the journal would have."""
        del packed
        return packed_size(plain, rest)

    def remove(self, path: Path) -> None:
        """Do nothing."""


class Archive:
    """The sizes of the files of all games in a folder, in bytes, as they are on the disk or would be."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._sizes: dict[int, dict[Kind, int]] = {}
        self.freed = 0
        with os.scandir(directory) as entries:
            for entry in entries:
                game = game_of(entry.name)
                regular = game and entry.is_file(follow_symlinks=False)
                if game and regular and game_path(directory, *game).name == entry.name:
                    self._sizes.setdefault(game[0], {})[game[1]] = _taken(entry.stat().st_size)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games, the oldest first."""
        return sorted(self._sizes)

    @property
    def total(self) -> int:
        """What all games take."""
        return sum(sum(files.values()) for files in self._sizes.values())

    def kinds(self, number: int) -> set[Kind]:
        """The kinds of files that a game has."""
        return {*self._sizes[number]}

    def size(self, number: int, kind: Kind) -> int:
        """What a file takes."""
        return self._sizes[number][kind]

    def replace(self, number: int, gone: Kind, come: Kind | None = None, size: int = 0) -> None:
        """Note that a file is gone, and another one of the same game has come in its place."""
        before = self.total
        del self._sizes[number][gone]
        if come:
            self._sizes[number][come] = _taken(size)
        self.freed += before - self.total


class Retention:
    """Packs and removes the finished games of a folder. `tidy` runs in one thread; `stop` is for any thread.

    `held` returns the numbers of the games that the keeper may still write. `left` is told why a journal is
    not packed. `wait` gets seconds, and returns true once it is to stop.
    """

    def __init__(
        self,
        settings: ArchiveSettings,
        say: Say,
        *,
        held: Callable[[], frozenset[int]] = frozenset,
        deeds: Deeds | None = None,
        left: Say | None = None,
        statvfs: Statvfs = os.statvfs,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._directory = settings.directory
        self._budget = settings.size_mb * _MB
        self._say = say
        self._held = held
        self._deeds = deeds or ForReal()
        self._left = left
        self._statvfs = statvfs
        self._stop = Event()
        self._wait = wait or self._stop.wait
        self._stays: dict[int, tuple[int, int]] = {}  # journals that are not finished: size and time of each
        self._tidied: frozenset[int] | None = None  # the held games at the last tidying
        self._was_full = False
        self._failed = ""
        self._names: deque[str] = deque()  # who is to be forgotten and is not noted yet
        self._waits: frozenset[int] | None = None  # the held games for which forgetting waits

    def forget(self, name: str) -> None:
        """Have a person forgotten in all games that there are now, once they are not held. For any thread."""
        self._names.append(name)

    def stop(self) -> None:
        """Stop the work soon; what is under way stays as it was before."""
        self._stop.set()

    def look(self) -> None:
        """Tidy up if a game has begun since the last time, or if the disk is nearly full."""
        held = self._held()
        try:
            self._forget(held)
            full = self._percent() >= FULL_PERCENT
            self._was_full = self._was_full and full
            if full or held != self._tidied:
                self.tidy()
        except StoppedError:
            return
        except OSError as problem:
            self._say_failed(f"{problem.filename or self._directory}: {os_words(problem)}")
        except Exception as problem:  # noqa: BLE001 - a fault here must not be silent, nor stop the game
            self._say_failed(f"{self._directory}: {problem!r}")
        else:
            self._failed = ""
        self._tidied = held

    def _forget(self, held: frozenset[int]) -> None:
        """Note who is to be forgotten, and forget who is noted, in all games but those that are held."""
        while self._names:
            note_to_forget(self._directory, self._names[0])
            self._names.popleft()
            self._waits = None
        if held != self._waits and has_noted(self._directory):
            done = forget_noted(self._directory, held, self._rest, self._say)
            self._waits = None if done else held

    def tidy(self) -> Archive:
        """Pack what is finished, and remove what is too much; return what there is then.

        StoppedError if it is stopped. OSError if the folder cannot be read, or a file not packed or removed.
        """
        archive = Archive(self._directory)
        full = self._begin_full(archive)
        failure = self._pack_all(archive)  # also a disk without room for a packed one: room is made now
        self._remove_enough(archive, full=full)
        self._end_full(archive)
        if failure:
            raise failure
        return archive

    def percent(self, archive: Archive) -> float:
        """Return how full the disk is, in percent, or would be."""
        return self._percent(archive.freed if isinstance(self._deeds, DryRun) else 0)

    def _pack_all(self, archive: Archive) -> OSError | None:
        """Pack what is finished; return the first failure, which keeps nothing else from being packed."""
        failure = None
        for number in self._free(archive):
            path = self._path(number, Kind.JOURNAL)
            try:
                if Kind.JOURNAL in archive.kinds(number) and self._is_finished(number):
                    self._pack(archive, number)
            except OSError as problem:
                failure = failure or OSError(problem.errno, os_words(problem), str(path))
        return failure

    def _pack(self, archive: Archive, number: int) -> None:
        plain, packed = self._path(number, Kind.JOURNAL), self._path(number, Kind.PACKED)
        before = plain.stat().st_size
        size = self._deeds.pack(plain, packed, self._rest)
        archive.replace(number, Kind.JOURNAL, Kind.PACKED, size)
        self._say(f"{plain}: {self._deeds.done}packed, {before:,} to {size:,} bytes")

    def _is_finished(self, number: int) -> bool:
        """Whether a journal may be packed. Of one that may not it is remembered until it changes."""
        path = self._path(number, Kind.JOURNAL)
        status = path.stat()
        state = (status.st_size, status.st_mtime_ns)
        if self._stays.get(number) == state:
            return False
        why = "its game is not finished"
        try:
            if is_finished(path, self._rest):
                return True
        except (OSError, StoppedError):
            raise
        except BadInput as problem:
            why = problem.problem
        except Exception as problem:  # noqa: BLE001 - as at a start: whatever a fold raises
            why = f"{problem!r} on folding it"
        self._stays[number] = state
        if self._left:
            self._left(f"{path}: stays as it is, {why}")
        return False

    def _remove_enough(self, archive: Archive, *, full: bool) -> None:
        """Remove what is too much for the budget, or for a disk that is nearly full."""
        if not self._budget:
            return
        for number in self._free(archive):
            if Kind.PACKED in archive.kinds(number) and Kind.JOURNAL not in archive.kinds(number):
                too_full = full and self.percent(archive) > ENOUGH_PERCENT
                if not too_full and archive.total <= self._budget:
                    return
                self._remove(archive, number, Kind.PACKED, "the disk is nearly full" if too_full else "")
        for number in self._free(archive):
            if archive.total <= self._budget:
                return
            if archive.kinds(number) == {Kind.PGN}:
                self._remove(archive, number, Kind.PGN, "")

    def _remove(self, archive: Archive, number: int, kind: Kind, why: str) -> None:
        self._rest()
        path = self._path(number, kind)
        self._deeds.remove(path)
        archive.replace(number, kind)
        why = why or f"the games took over {self._budget // _MB:,} MB (archive.size_mb)"
        self._say(f"{path}: {self._deeds.done}removed, {why}")

    def _free(self, archive: Archive) -> Iterator[int]:
        """The games that may be touched, the oldest first; asked anew for each, as a game may go on."""
        for number in archive.numbers[:-_KEPT]:
            if number not in self._held():
                yield number

    def _begin_full(self, archive: Archive) -> bool:
        percent = self.percent(archive)
        full = percent >= FULL_PERCENT
        if full and not self._was_full:
            what = "old games are packed, and their journals removed" if self._budget else "games are packed"
            self._say(f"{self._directory}: the disk is {percent:.0f} % full; {what}")
        return full

    def _end_full(self, archive: Archive) -> None:
        percent = self.percent(archive)
        full = percent >= FULL_PERCENT
        if full and not self._was_full:
            self._say(f"{self._directory}: the disk is still {percent:.0f} % full; no more games may go")
        self._was_full = full

    def _percent(self, freed: int = 0) -> float:
        """How full the file system is, in percent of what all but root may use, as `df` tells it."""
        status = self._statvfs(self._directory)
        used = (status.f_blocks - status.f_bfree) * status.f_frsize
        available = status.f_bavail * status.f_frsize
        return 100 * (used - freed) / max(1, used + available)

    def _rest(self) -> None:
        if self._wait(REST_S):
            raise StoppedError

    def _path(self, number: int, kind: Kind) -> Path:
        return game_path(self._directory, number, kind)

    def _say_failed(self, line: str) -> None:
        """Say a failure once, until it is over."""
        if line != self._failed:
            self._failed = line
            self._say(f"{line}; old games are not packed")


async def tidy_at_leisure(
    up: Awaitable[object],
    retention: Retention,
    executor: Executor,
    wait: Pause = asyncio.sleep,
) -> None:
    """Once the board is `up`, look every minute, off the loop; for as long as nobody cancels it."""
    await up
    try:
        while True:
            await asyncio.get_running_loop().run_in_executor(executor, retention.look)
            await wait(LOOK_S)
    finally:
        retention.stop()


def _taken(size: int) -> int:
    """What a file of this size takes on the disk."""
    return -(-size // _BLOCK) * _BLOCK
