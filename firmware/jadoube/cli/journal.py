"""`jadoube journal export FILE`: exports a game's journal as a sensor log."""

import sys
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.daemon.games.export import export_losses, to_sensor_log
from jadoube.daemon.games.journal import read_journal
from jadoube.formats.sensorlog import format_sensor_log


def main(argv: Sequence[str]) -> int:
    """Write the sensor log to standard output; a torn last line is reported and left out."""
    parser = Parser(prog="jadoube journal", description="Work with the journals of games.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    export = actions.add_parser(
        "export",
        help="write a journal as a sensor log",
        description="Write the journal of a game as a sensor log on standard output; `jadoube replay -` "
        "makes a PGN of it. A last line that was not written whole is said and left out.",
    )
    export.add_argument("file", metavar="JOURNAL", type=Path)
    file: Path = parser.parse_args(argv).file
    journal = read_journal(file)
    if journal.torn:
        print(f"{file}: the last line was not written whole, and is left out", file=sys.stderr)
    for left_out in export_losses(journal):
        print(f"{file}: {left_out}: a sensor log has no word for it, and it is left out", file=sys.stderr)
    sys.stdout.write(format_sensor_log(to_sensor_log(journal)))
    return 0
