"""What `jadoube games` does to the archive and to the board's folder of games: delete, forget, rebuild.

The law: it is done wholly, or refused before anything is done. While the board runs, the games that it may
still write are its own: they are not deleted, and who is forgotten is forgotten in them by the board, later.
"""

import os
import socket
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from jadoube.archive.folder import files_of
from jadoube.archive.opening import open_archive
from jadoube.archive.rebuild import rebuild
from jadoube.archive.rows import Row
from jadoube.archive.sqlite_files import may_be_database
from jadoube.archive.store import Archive
from jadoube.archive.troubles import no_player, told_wholly
from jadoube.cli.common.give_order import give_order
from jadoube.cli.common.progress import Progress
from jadoube.cli.games.table import person_text, printable
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.games.forgotten_files import forget_in_files, note_to_forget, numbers_in
from jadoube.local.desk_call import ask_desk
from jadoube.local.desk_lines import DeskError
from jadoube.local.local_socket import reachable
from jadoube.local.runtime_folder import RuntimeFolder
from jadoube.online.forgetting import forget_at_rest
from jadoube.online.game_state import GameState
from jadoube.online.intake.watch import RunningGame

ARCHIVE: Final = "archive.db"

_MAY_RUN: Final = 2
"""The newest games: the board may still write them."""


def archive_path(asked: Namespace) -> Path:
    """Return the file of the archive that is meant."""
    named: Path | None = asked.archive
    return named or load_settings(asked.config).online.directory / ARCHIVE


@contextmanager
def changed(asked: Namespace, *, builds: bool = False) -> Iterator[Archive]:
    """Open the archive for changes; the board's own is built anew if it is damaged.

    `builds`: it is to be made from the board's games anyway, so another one is built anew as well, unless
    the file that was named never was an archive: BadInput.
    """
    if asked.archive and not builds:
        with Archive(asked.archive) as archive:
            yield archive
        return
    if asked.archive:
        _refuse_no_archive(asked.archive)
    progress = Progress("building the archive: {} games")
    try:
        archive = open_archive(
            archive_path(asked), load_settings(asked.config).archive.directory, progress.say, progress.show
        )
    finally:
        progress.end()
    with archive:
        yield archive


def _refuse_no_archive(path: Path) -> None:
    """Refuse a file named by mistake: it would be set aside, and forgetting a person removes that."""
    with told_wholly(path):
        if not may_be_database(path):
            raise BadInput(
                str(path), "no archive found, expected an archive, or a file that is not there yet"
            )


def delete(asked: Namespace) -> int:
    """Delete one game, and its files in the board's folder."""
    settings = load_settings(asked.config)
    folder = settings.archive.directory
    with _worded(folder), changed(asked) as archive:
        row = archive.game(asked.game)
        files = files_of(folder, row.entry)
        if files:
            _refuse_strangers(folder, "jadoube games delete")
            _refuse_running(row.entry.number, settings)
        archive.delete(row.entry.game_id)
        for path in files:
            path.unlink(missing_ok=True)
    told = f", and {', '.join(path.name for path in files)} in {folder}" if files else ""
    print(f"{_told(row)}: deleted{told}")
    return 0


def is_running_game(number: int | None, settings: Settings) -> bool:
    """Whether the board runs and may still write the game of this number."""
    return number in sorted(numbers_in(settings.archive.directory))[-_MAY_RUN:] and _runs(settings)


def running_game(settings: Settings) -> GameState | None:
    """Return the board's game as it stands; None if the board does not run, or shows none to this user."""
    if _runs(settings):
        runtimes = (reachable(settings).control.socket.parent, RuntimeFolder().path)
        with suppress(OSError):
            return RunningGame(runtimes, settings.archive.directory).look()
    return None


def _refuse_running(number: int | None, settings: Settings) -> None:
    """Refuse a game that the board may still write."""
    if is_running_game(number, settings):
        found = "the board may still write it, expected an older game, or a board that is stopped"
        raise BadInput(f"game {number}", found)


@contextmanager
def _worded(folder: Path) -> Iterator[None]:
    """Turn what the file system raises into one line about the folder of games."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        found = os_words(problem)
        expected = "expected a folder of games that this user may read and write"
        raise BadInput(str(problem.filename or folder), f"{found}, {expected}") from problem


def forget(asked: Namespace) -> int:
    """Forget a person in the archive, and in the files of the board's folder."""
    settings, name = load_settings(asked.config), " ".join(asked.words)
    folder = settings.archive.directory
    with _worded(folder):
        numbers = numbers_in(folder)
        if numbers:
            _refuse_strangers(folder, "jadoube games forget")
        games, pairings = _forget_in_archive(asked, settings, name)
        later = _runs(settings)
        if later:
            _tell_board(settings, folder, name, noted=bool(numbers))
        files = 0 if later else _forget_in_files(folder, name, numbers)
    if not (games or files or later or pairings):
        raise no_player(name)
    if pairings:
        print("the pairing list had the name, and was removed")
    print(f"forgotten in {games:,} games of the archive")
    told = "the board forgets the name in its files, in the last two once others follow"
    print(f"{folder}: {told if later else f'forgotten in {files:,} files'}")
    return 0


def _tell_board(settings: Settings, folder: Path, name: str, *, noted: bool) -> None:
    """Have the running board forget a person: by a note for its files, by an order for who is remembered."""
    if noted:
        note_to_forget(folder, name)
    try:
        give_order(settings, f"forget {name}", "jadoube games forget")
    except BadInput as problem:
        print(f"{problem}; the players that the board remembers may still have the name", file=sys.stderr)


def _forget_in_archive(asked: Namespace, settings: Settings, name: str) -> tuple[int, bool]:
    """Have the running process forget a person, or do it to its files.

    Return in how many games of the archive the name was, and whether it was in the pairing list.
    """
    if not asked.archive:
        try:
            done = ask_desk(settings.online.socket, "forget", name=name)
            return done["games"], done["pairings"]
        except DeskError as refusal:
            raise BadInput("jadoube games forget", refusal.words["en"]) from None
        except OSError:
            pass  # it does not run
    with changed(asked) as archive:
        games = archive.forget(name)
    return games, not asked.archive and forget_at_rest(settings, name, print)


def _forget_in_files(folder: Path, name: str, numbers: set[int]) -> int:
    progress = Progress("looking through the files of games: {}")
    done = 0

    def rest() -> None:
        nonlocal done
        done += 1
        progress.show(done)

    try:
        return forget_in_files(folder, name, numbers, rest, progress.say)
    finally:
        progress.end()


def build(asked: Namespace) -> int:
    """Build the archive anew."""
    folder = load_settings(asked.config).archive.directory
    progress = Progress("{} games")
    with changed(asked, builds=True) as archive:
        try:
            done = rebuild(archive, folder, progress.say, progress.show)
        finally:
            progress.end()
        path = archive.path
    kept = f", {done.kept:,} games kept that are not there" if done.kept else ""
    print(f"{path}: {done.from_folder:,} games from {folder}{kept}")
    return 0


def _told(row: Row) -> str:
    """A game in a few words."""
    entry = row.entry
    number = "" if entry.number is None else f" {entry.number}"
    people = " - ".join(map(person_text, (entry.white, entry.black)))
    return printable(f"game{number} {people}, {entry.date or 'without a date'}, {entry.result}")


def _refuse_strangers(folder: Path, command: str) -> None:
    """Refuse a user who may not write the folder of games."""
    if not os.access(folder, os.W_OK):
        raise BadInput(str(folder), f"may not be written by this user, expected: sudo {command}")


def _runs(settings: Settings) -> bool:
    """Whether the board runs: it listens at its socket."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(reachable(settings).control.socket))
        except OSError:
            return False
    return True
