"""`jadoube check-config FILE`: all that is wrong with a configuration, a line each."""

import sys
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.config.settings import problems


def main(argv: Sequence[str]) -> int:
    """Print each problem; exit status 2 when there is one."""
    parser = Parser(
        prog="jadoube check-config",
        description="Print each problem of a configuration as FILE:LINE: what was found, what was expected. "
        "Exit status 2 when there is one.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    file: Path = parser.parse_args(argv).file
    found = problems(file)
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print(f"{file}: ok")
    return 2 if found else 0
