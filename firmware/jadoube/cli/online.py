"""`jadoube online --config FILE`: keeps the archive and sends games, in a process of its own."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.cli.parser import Parser
from jadoube.cli.say import say
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.daemon.real_time import Slots
from jadoube.local.local_socket import reachable

TICK_MS: Final = 1


def main(argv: Sequence[str]) -> int:
    """Keep the archive until SIGTERM or Ctrl-C; the exit status is 2 if that cannot be."""
    parser = Parser(
        prog="jadoube online",
        description="Keep the archive, the live folder and what is to be sent, until SIGTERM or Ctrl-C. It "
        "reads what the running board writes, and waits for it while it does not run. `jadoube run` starts "
        "it by itself, unless a systemd unit does.",
    )
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
    if not settings.online.enabled:
        raise BadInput(str(given.config), "online.enabled is false, expected true: this board has no archive")
    from jadoube.online.process import run_online  # noqa: PLC0415 - after what may be refused

    run_online(settings, Slots(TICK_MS, 0).now_ms, say, ends_with_input=given.child)
    return 0
