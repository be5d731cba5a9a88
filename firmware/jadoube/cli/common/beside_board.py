"""What the commands of processes beside the board have in common: `jadoube page`, `online` and `links`."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.cli.common.parser import Parser
from jadoube.config.problems import SwitchedOff
from jadoube.config.settings import Settings, load_settings
from jadoube.local.local_socket import reachable

TICK_MS: Final = 1


class Beside(NamedTuple):
    """A command whose process runs beside the board's."""

    command: str
    lacks: Callable[[Settings], str]
    """Why the board is without it, as the configuration says; empty if it is not."""
    does: str
    """What it does until SIGTERM or Ctrl-C."""
    reads: str
    """What it reads of the board."""


def switched_off(table: str, has: str) -> Callable[[Settings], str]:
    """Return what says why a board lacks what it `has` by this process: the table's `enabled` is false."""

    def lacks(settings: Settings) -> str:
        if getattr(settings, table).enabled:
            return ""
        return f"{table}.enabled is false, expected true: this board has no {has}"

    return lacks


class Asked(NamedTuple):
    """How such a process is started."""

    settings: Settings
    is_child: bool
    """Whether it ends with standard input, as a child of `jadoube run`."""


def read_arguments(argv: Sequence[str], beside: Beside) -> Asked:
    """Read the arguments and the configuration; BadInput if it is wrong, SwitchedOff: none is wanted."""
    parser = Parser(
        prog=f"jadoube {beside.command}",
        description=f"{beside.does} until SIGTERM or Ctrl-C. It {beside.reads}, and waits for it while it "
        "does not run. `jadoube run` starts it by itself, unless a systemd unit does.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    parser.add_argument(
        "--child", action="store_true", help="end with standard input, as a child of `jadoube run`"
    )
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    if found := beside.lacks(settings):
        raise SwitchedOff(str(given.config or parser.prog), found)
    if given.child:
        with suppress(OSError):
            settings = reachable(settings, makes=True)
    return Asked(settings, given.child)
