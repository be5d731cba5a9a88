"""`jadoube links --config FILE`: serves other chess programs, in a process of its own.

`jadoube links check FOLDER` reads recorded streams of bytes instead.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO

from jadoube.cli.common.beside_board import TICK_MS, Beside, read_arguments
from jadoube.cli.common.parser import Parser
from jadoube.cli.common.say import say
from jadoube.config.settings import Settings
from jadoube.daemon.real_time import Slots, unix_s

CHECK: Final = "check"


def _lacks(settings: Settings) -> str:
    return "" if settings.link else "no [[link]] found, expected one: this board has no links (docs/links.md)"


LINKS: Final = Beside(
    command="links",
    lacks=_lacks,
    does="Serve other chess programs on the links of the configuration",
    reads="reaches the board over its sockets (control.socket)",
)


def main(argv: Sequence[str]) -> int:
    """Serve programs until SIGTERM or Ctrl-C, or check recorded streams; exit status 2 if that cannot be."""
    if argv[:1] == [CHECK]:
        return _check(argv[1:])
    asked = read_arguments(argv, LINKS)
    from jadoube.links.process import run_links  # noqa: PLC0415 - after what may be refused

    run_links(asked.settings, Slots(TICK_MS, 0).now_ms, unix_s, say, ends_with_input=asked.is_child)
    return 0


def _check(argv: Sequence[str]) -> int:
    parser = Parser(
        prog="jadoube links check",
        description="Read recorded streams of bytes of boards (docs/links.md), and print for each file what "
        "messages it has, what is none, and the positions and moves.",
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    folder: Path = parser.parse_args(argv).folder
    check: Callable[[Path, TextIO], int] = import_module("jadoube.links.check").check
    return check(folder, sys.stdout)
