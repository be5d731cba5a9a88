"""The writer: brings the files of a game up to date. It runs in a thread of its own, one job at a time.

The law: a journal is never seen without its header, is only appended to, and only while it is the file that
we began. If it may not be appended to, or is another's, or has vanished or lost bytes, the game goes on in
the next number, with its header and a snapshot. The file of another game is never touched. It refuses to know
when something is due (`game_files.py`).
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from jadoube.config.problems import BadInput
from jadoube.games.game_names import game_of
from jadoube.games.storage import Storage, check, put_whole, write_all
from jadoube.games.unsaved import Game, Line, LineMakers, Sheet
from jadoube.local.runtime_folder import Claim, Identity, RuntimeFolder


class LostFileError(Exception):
    """The file of the running game cannot be gone on with; says why."""


class Writer:
    """Writes into one folder. `lock` guards the games; it is never held during file access."""

    def __init__(
        self,
        folder: Path,
        storage: Storage,
        runtime: RuntimeFolder,
        lock: Lock,
        lines: LineMakers,
        say: Callable[[str], None],
    ) -> None:
        self.folder = folder
        self._storage = storage
        self._runtime = runtime
        self._claimed = Claim(runtime)
        self._lock = lock
        self._lines = lines
        self._say = say
        self._games: Identity = (0, 0)
        self._unlocked = False
        self._copy: Path | None = None

    def claim(self) -> None:
        """Make the folder if it is missing, and lock it, so that no other program writes into its games.

        BadInput if another program has locked it. If the runtime folder cannot be used, that is logged once.
        """
        self._storage.make_folder(self.folder)
        self._games = self._storage.identity(self.folder)
        try:
            self._claimed.take(self.folder, self._games)
        except OSError as problem:
            if not self._unlocked:
                self._unlocked = True
                found = f"{self._runtime.path}: {error_text(problem)}"
                self._say(f"{found}; a second program with the same games would not be refused")

    def release(self, *, whole: bool) -> None:
        """Unlock the folder; if all is written, the copy of the PGN goes, too."""
        if whole and self._copy:
            with suppress(OSError):
                self._copy.unlink(missing_ok=True)
        self._claimed.release()

    def check(self) -> None:
        """Try whether the folder can be written; OSError or BadInput if not."""
        self.claim()
        check(self._storage, self.folder)

    def numbers(self) -> set[int]:
        """The numbers of the games in the folder; of none if it is missing."""
        try:
            names = self._storage.names(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return set()
        return {found[0] for name in names if (found := game_of(name))}

    def has(self, path: Path) -> bool:
        """Whether there is something of this name."""
        try:
            self._storage.identity(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def path(self, number: int, kind: str) -> Path:
        """The path of a game's file: its `journal` or `pgn`."""
        return self.folder / f"{number:06d}.{kind}"

    def journal(self, game: Game, taken: Iterable[int], *, flush: bool) -> None:
        """Write what is not written of a journal, and flush it if asked; other games have numbers `taken`."""
        self.claim()
        if game.begun and game.number is not None:
            path = self.path(game.number, "journal")
            try:
                self._append(game, path, flush=flush)
            except LostFileError as lost:
                with self._lock:
                    game.begin_anew(f"{path}: {lost}")
            else:
                return
        self._begin(game, taken)

    def _append(self, game: Game, path: Path, *, flush: bool) -> None:
        handle = self._open_ours(game, path)
        try:
            with self._lock:
                size = game.sound + game.size_of(game.written)
            found = self._storage.status(handle).size
            if found < size:
                raise LostFileError(f"{size - found} bytes are missing")
            if found > size:
                self._storage.truncate(handle, size)
            self._write_lines(game, handle, size)
            if flush:
                self._flush(game, handle)
        finally:
            self._storage.close(handle)

    def _open_ours(self, game: Game, path: Path) -> int:
        try:
            handle = self._storage.open(path)
        except (FileNotFoundError, PermissionError, IsADirectoryError) as problem:
            raise LostFileError(error_text(problem)) from problem
        if self._storage.status(handle).identity == game.file:
            return handle
        self._storage.close(handle)
        raise LostFileError("another game's file found")

    def _write_lines(self, game: Game, handle: int, size: int) -> None:
        """Write the lines that are not written; what a full disk took of them is cut off again."""
        with self._lock:
            batch, written = game.take(self._lines.gap), game.written
            asked, game.flush = game.flush, False  # who asks from now on waits for the next flush
        try:
            write_all(self._storage, handle, self._text(game, batch))
        except OSError:
            with self._lock:
                game.put_back(written)
                game.flush |= asked
            with suppress(OSError):
                self._storage.truncate(handle, size)
            raise
        with self._lock:
            game.written = game.taken

    def _flush(self, game: Game, handle: int) -> None:
        """Flush what is written. After a failure all of it is written again: the system has dropped it."""
        with self._lock:
            count = game.written
        try:
            self._storage.flush(handle)
        except OSError:
            with self._lock:
                game.flush = True
                game.put_back(0)
            raise
        with self._lock:
            game.flushed(count)

    def _text(self, game: Game, lines: list[Line]) -> bytes:
        """The text of lines; a table that cannot be put into text is logged and left out."""
        for line in lines:
            if line.table is not None:
                try:
                    text = self._lines.snapshot(game.origin, line.table, line.at_ms)
                except Exception as problem:  # noqa: BLE001 - the lines after it are worth more
                    self._say(f"{self.folder}: {problem!r} on a snapshot; it is left out")
                    text = ""
                with self._lock:
                    game.made(line, text)
        return b"".join(line.text for line in lines)

    def _begin(self, game: Game, taken: Iterable[int]) -> None:
        """Begin the file with all that waits, under the game's number or the next free one."""
        if game.number is None or not self._is_ours(game):
            game.number, game.file = max([0, *taken, *self.numbers()]) + 1, None
        with self._lock:
            game.put_back(0)
            batch = game.take(self._lines.gap)
            game.flush = False
        try:
            game.file = put_whole(self._storage, self.path(game.number, "journal"), self._text(game, batch))
            self._storage.flush_folder(self.folder)
        except OSError:
            with self._lock:
                game.put_back(0)
                game.flush = True
            raise
        with self._lock:
            game.begun, game.written = True, game.taken
            game.flushed(len(batch))
            lost, game.lost = game.lost, ""
        if lost:
            self._say(f"{lost}; the game goes on in {self.path(game.number, 'journal').name}")

    def _is_ours(self, game: Game) -> bool:
        """Whether the file with the game's number is the one that we know, so that it may be replaced."""
        try:
            path = self.path(game.number or 0, "journal")
            return game.file is not None and self._storage.identity(path) == game.file
        except FileNotFoundError:
            return False

    # The PGN

    def pgn(self, number: int, sheet: Sheet) -> None:
        """Write the PGN of a game into the folder, whole or not at all."""
        self.claim()
        put_whole(self._storage, self.path(number, "pgn"), _pgn_text(sheet))
        self._storage.flush_folder(self.folder)

    @property
    def runtime_path(self) -> Path:
        """Where the copy of the running game's PGN is."""
        return self._copy or self._runtime.path

    def copy(self, sheet: Sheet) -> None:
        """Write the running game's PGN into the runtime folder, without a flush."""
        name = self._runtime.pgn_name(self._games)
        path = self._runtime.made() / name
        text = _pgn_text(sheet)
        draft = path.with_name(f"{name}.tmp")
        draft.write_bytes(text)
        draft.replace(path)
        self._copy = path


def _pgn_text(sheet: Sheet) -> bytes:
    from jadoube.formats.pgn import write_pgn  # noqa: PLC0415 - heavy, and not needed for the first scan

    if sheet.text is None:
        sheet.text = write_pgn(sheet.make(), sheet.tags).encode("utf-8", "replace")
    return sheet.text


def error_text(problem: Exception) -> str:
    """What failed, in words."""
    match problem:
        case OSError(strerror=str(words)):
            return words.lower()
        case BadInput(problem=words):
            return words
    return repr(problem)
