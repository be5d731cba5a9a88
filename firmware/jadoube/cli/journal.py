"""`jadoube journal export|check|repair JOURNAL`: a journal as a sensor log, its faults, a sound one of it.

`jadoube journal pack` packs old games.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from jadoube.cli.common.parser import Parser
from jadoube.cli.common.pins import refuse_beside_the_daemon
from jadoube.config.files import read_packed
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.formats.sensorlog import format_sensor_log
from jadoube.games.journal.export import export_losses, to_sensor_log
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.mending import contents, differences, faults, repaired
from jadoube.games.journal.text import Journal, mend_journal, read_journal
from jadoube.games.retention import DryRun, ForReal, Retention
from jadoube.local.local_socket import reachable
from jadoube.local.runtime_folder import Claim, RuntimeFolder

PACKS = "pack the journals of finished games, and keep to the budget of the archive"
PACKS_TOO = (
    "pack the journals of finished games, and if all games take over archive.size_mb, or the disk is nearly "
    "full, remove the oldest packed ones. The two newest games and games that are not finished stay as they "
    "are. The board has to be stopped, except for --dry-run."
)


def main(argv: Sequence[str]) -> int:
    """Do one of the actions; 1 if a check has found something."""
    parser = Parser(prog="jadoube journal", description="Work with the journals of games.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    export = actions.add_parser(
        "export",
        help="write a journal as a sensor log",
        description="Write the journal of a game as a sensor log on standard output; `jadoube replay -` "
        "makes a PGN of it. A last line that was not written whole is said and left out.",
    )
    check = actions.add_parser(
        "check",
        help="say what a journal holds and what is damaged",
        description="Say what a journal holds and what is damaged. The exit status is 1 if something is.",
    )
    check.add_argument(
        "--redecide",
        action="store_true",
        help="read the game anew from its first event, and show where this version reads it otherwise",
    )
    repair = actions.add_parser(
        "repair",
        help="write a sound journal of what can be read of a damaged one",
        description="Write what can be read of a damaged journal as a new one; the damaged one stays.",
    )
    repair.add_argument("-o", "--output", type=Path, help="the new file; otherwise JOURNAL.repaired")
    for action, do in ((export, _export), (check, _check), (repair, _repair)):
        action.add_argument("file", metavar="JOURNAL", type=Path, help="plain, or packed: 000042.journal.gz")
        action.set_defaults(do=do)
    _add_pack(
        actions.add_parser("pack", help=PACKS, description=f"Do by hand what the board does: {PACKS_TOO}")
    )
    asked = parser.parse_args(argv)
    return int(asked.do(asked))


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


def _check(asked: Namespace) -> int:
    file: Path = asked.file
    journal, size = _mended(file)
    for line in contents(journal):
        print(line)
    found = [*faults(journal, size), *(differences(journal) if asked.redecide else ())]
    for line in found:
        print(f"{file}: {line}")
    return int(bool(found))


def _repair(asked: Namespace) -> int:
    file: Path = asked.file
    journal, size = _mended(file)
    for line in faults(journal, size):
        print(f"{file}: {line}")
    output: Path = asked.output or file.with_name(f"{file.name}.repaired")
    try:
        with output.open("xb") as new:
            new.write(encode_text(repaired(journal)))
    except OSError as problem:
        raise BadInput(str(output), f"{problem.strerror}, expected a new file".lower()) from problem
    print(f"{output}: written")
    return 0


def _mended(file: Path) -> tuple[Journal, int]:
    data = read_packed(file, "a journal")
    return mend_journal(data, str(file)), len(data)


def _add_pack(action: ArgumentParser) -> None:
    action.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    action.add_argument("--dry-run", action="store_true", help="only say what would be done")
    action.set_defaults(do=_pack)


def _pack(asked: Namespace) -> int:
    """Pack and remove, or say what would be; then say what the games take."""
    settings = load_settings(asked.config)
    archive = settings.archive
    deeds = DryRun() if asked.dry_run else ForReal()
    retention = Retention(archive, print, deeds=deeds, left=print, wait=lambda _: False)
    try:
        with nullcontext() if asked.dry_run else _locked(settings):
            games = retention.tidy()
    except OSError as problem:
        found = os_words(problem)
        place = str(problem.filename or archive.directory)
        raise BadInput(place, f"{found}, expected a folder of games that may be written") from problem
    limit = f" of {archive.size_mb:,} MB" if archive.size_mb else ", without a limit"
    full = f"the disk is {retention.percent(games):.0f} % full"
    print(f"{archive.directory}: the games take {games.total / 1e6:,.1f} MB{limit}; {full}")
    return 0


@contextmanager
def _locked(settings: Settings) -> Iterator[None]:
    """Keep the board out of its games. Its unit has its own runtime folder: so its socket is asked, too."""
    folder = settings.archive.directory
    refuse_beside_the_daemon("jadoube journal pack", reachable(settings).control.socket)
    claim, status = Claim(RuntimeFolder()), folder.stat()
    claim.take(folder, (status.st_dev, status.st_ino))
    try:
        yield
    finally:
        claim.release()
