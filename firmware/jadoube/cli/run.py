"""`jadoube run --config FILE`: runs the daemon.

It starts the sampling process before it imports the rest, so that both import at the same time.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jadoube.cli.common.parser import Parser
from jadoube.cli.common.say import say
from jadoube.config.problems import BadInput
from jadoube.daemon.sampling.child import ON_A_PI, Child

if TYPE_CHECKING:
    from jadoube.config.settings import Settings
    from jadoube.drivers.interfaces import Electronics

KEPT: Final = ("page", "online", "links")
"""The commands whose processes may be kept as children."""

STARTED: Final = ("child", "separate")


def _a_pi(settings: "Settings") -> "Electronics":
    from jadoube.drivers.pi import PiElectronics  # noqa: PLC0415 - after the sampling process

    return PiElectronics(settings.reeds.pin_factory)


def main(
    argv: Sequence[str], stands_on: "Callable[[Settings], Electronics]" = _a_pi, sampling: str = ON_A_PI
) -> int:
    """Run the board until SIGTERM or Ctrl-C.

    `stands_on` supplies the electronics of what shows something, by default a Pi's; `sampling` is the module
    of the process that scans.
    """
    parser = Parser(
        prog="jadoube run",
        description="Run the board until SIGTERM or Ctrl-C. A game that was left unfinished is taken up "
        "again. A part that is missing or fails is said and done without until it answers. Exit status: 0 "
        "all went well, 2 bad input, 3 something could not be written or closed in five seconds.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the configuration; without it, its defaults"
    )
    parser.add_argument(
        "--page",
        choices=STARTED,
        default=STARTED[0],
        help="who starts the page's process (web.enabled): `child`, this program does; `separate`, somebody "
        "else does, such as its systemd unit",
    )
    for command, of_what in (
        ("--online", "the archive, and of what is sent (online.enabled)"),
        ("--links", "links to other programs ([[link]])"),
    ):
        starts = f"who starts the process of {of_what}, likewise"
        parser.add_argument(command, choices=STARTED, default=STARTED[0], help=starts)
    given = parser.parse_args(argv)
    try:
        child = Child(sampling)
    except OSError as problem:
        found = f"the sampling process does not start, {problem.strerror or problem}"
        raise BadInput(
            "reeds", f"{found}; expected room for one more process and some open files"
        ) from problem
    kept = [command for command in KEPT if getattr(given, command) == STARTED[0]]
    try:
        return _serve(given.config, stands_on, child, kept)
    finally:
        child.end()


def _serve(
    file: Path | None, stands_on: "Callable[[Settings], Electronics]", child: Child, kept: Sequence[str]
) -> int:
    """Run the board of this configuration, and the processes to be kept; the heavy imports are here."""
    from jadoube.config.settings import load_settings  # noqa: PLC0415 - as above
    from jadoube.daemon.sampling.reports import pack, task_for  # noqa: PLC0415 - as above

    settings = load_settings(file)
    child.give(pack(task_for(settings.pins, settings.reeds, settings.board.scan_period_ms)))
    from jadoube.daemon.kept_process import keep  # noqa: PLC0415 - as above
    from jadoube.daemon.service import Begin, serve  # noqa: PLC0415 - as above
    from jadoube.local.local_socket import reachable  # noqa: PLC0415 - as above

    with suppress(OSError):  # it is said where the socket is opened
        settings = reachable(settings, makes=bool(kept))
    begin = {each: partial(keep, each, file) for each in kept}
    return serve(settings, stands_on(settings), say, child=child, begin=Begin(**begin))
