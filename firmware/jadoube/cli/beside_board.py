"""What the commands of the processes beside the board have in common: `jadoube page` and `jadoube online`."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.cli.parser import Parser
from jadoube.config.settings import Settings, load_settings
from jadoube.local.local_socket import reachable

TICK_MS: Final = 1


class Asked(NamedTuple):
    """How such a process is started."""

    config: Path | None
    settings: Settings
    is_child: bool
    """Whether it ends with standard input, as a child of `jadoube run`."""


def read_arguments(argv: Sequence[str], prog: str, description: str) -> Asked:
    """Read the arguments and the configuration; BadInput if it is wrong."""
    parser = Parser(prog=prog, description=description)
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    parser.add_argument(
        "--child", action="store_true", help="end with standard input, as a child of `jadoube run`"
    )
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    if given.child:
        with suppress(OSError):
            settings = reachable(settings, makes=True)
    return Asked(given.config, settings, given.child)
