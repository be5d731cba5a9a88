"""`jadoube journal export` makes a sensor log of a game's journal; `jadoube journal pack` packs old games."""

import fcntl
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.daemon.games.export import export_losses, to_sensor_log
from jadoube.daemon.games.journal import read_journal
from jadoube.daemon.games.retention import DryRun, ForReal, Retention
from jadoube.formats.sensorlog import format_sensor_log


def main(argv: Sequence[str]) -> int:
    """Do the action that is named; status 0, or 2 if it is refused."""
    parser = Parser(prog="jadoube journal", description="Work with the journals of games.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    export = actions.add_parser(
        "export",
        help="write a journal as a sensor log",
        description="Write the journal of a game as a sensor log on standard output; `jadoube replay -` "
        "makes a PGN of it. A last line that was not written whole is said and left out.",
    )
    export.add_argument(
        "file", metavar="JOURNAL", type=Path, help="000042.journal, or packed 000042.journal.gz"
    )
    export.set_defaults(action=_export)
    packs = actions.add_parser(
        "pack",
        help="pack the journals of finished games, and keep to the budget of the archive",
        description="Do by hand what the board does at leisure: pack the journals of finished games, and if "
        "all games take over archive.size_mb, or the disk is nearly full, remove the oldest packed ones. The "
        "two newest games and games that are not finished stay as they are. The board has to be stopped, "
        "except for --dry-run.",
    )
    packs.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    packs.add_argument("--dry-run", action="store_true", help="only say what would be done")
    packs.set_defaults(action=_pack)
    asked = parser.parse_args(argv)
    status: int = asked.action(asked)
    return status


def _export(asked: Namespace) -> int:
    """Write the sensor log to standard output; a torn last line is reported and left out."""
    file: Path = asked.file
    journal = read_journal(file)
    if journal.torn:
        print(f"{file}: the last line was not written whole, and is left out", file=sys.stderr)
    for left_out in export_losses(journal):
        print(f"{file}: {left_out}: a sensor log has no word for it, and it is left out", file=sys.stderr)
    sys.stdout.write(format_sensor_log(to_sensor_log(journal)))
    return 0


def _pack(asked: Namespace) -> int:
    """Pack and remove, or say what would be; then say what the games take."""
    settings = load_settings(asked.config).archive
    deeds = DryRun() if asked.dry_run else ForReal()
    retention = Retention(settings, print, deeds=deeds, left=print, wait=lambda _: False)
    try:
        with nullcontext() if asked.dry_run else _locked(settings.directory):
            archive = retention.tidy()
    except OSError as problem:
        found = (problem.strerror or str(problem)).lower()
        place = str(problem.filename or settings.directory)
        raise BadInput(place, f"{found}, expected a folder of games that may be written") from problem
    limit = f" of {settings.size_mb:,} MB" if settings.size_mb else ", without a limit"
    full = f"the disk is {retention.percent(archive):.0f} % full"
    print(f"{settings.directory}: the games take {archive.total / 1e6:,.1f} MB{limit}; {full}")
    return 0


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Keep the board out of its games. It makes the lock: where there is none, none has ever run."""
    try:
        fd = os.open(directory / "lock", os.O_RDONLY)
    except FileNotFoundError:
        yield
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as problem:
        found = "in use by the running board, which packs its games by itself"
        raise BadInput(str(directory), f"{found}; expected --dry-run, or the board stopped") from problem
    finally:
        os.close(fd)
