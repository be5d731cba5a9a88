"""`jadoube journal export|check|repair JOURNAL`: a journal as a sensor log, its faults, a sound one of it."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.config.files import read_bytes
from jadoube.config.problems import BadInput
from jadoube.daemon.games.export import export_losses, to_sensor_log
from jadoube.daemon.games.header import encode_text
from jadoube.daemon.games.journal import Journal, mend_journal, read_journal
from jadoube.daemon.games.mending import contents, differences, faults, repaired
from jadoube.formats.sensorlog import format_sensor_log


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
        action.add_argument("file", metavar="JOURNAL", type=Path)
        action.set_defaults(do=do)
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
    data = read_bytes(file, "a journal")
    return mend_journal(data, str(file)), len(data)
