"""`jadoube check-config FILE`: lists the faults of a configuration, or says how its clock is read."""

import sys
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.common.parser import Parser
from jadoube.config.settings import load_settings, problems
from jadoube.core.language.control_words import control_explanation
from jadoube.core.language.render import put_in_words


def main(argv: Sequence[str]) -> int:
    """Print each problem; exit status 2 if there is one."""
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
        control = load_settings(file).game.time_control
        print(f"{file}: game.time_control is {put_in_words(control_explanation(control))}")
    return 2 if found else 0
