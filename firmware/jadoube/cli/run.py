"""`jadoube run --config FILE`: runs the daemon."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.config.settings import Settings, load_settings
from jadoube.daemon.service import serve
from jadoube.drivers.interfaces import Electronics
from jadoube.drivers.pi import PiElectronics


def _a_pi(settings: Settings) -> Electronics:
    return PiElectronics(settings.reeds.pin_factory)


def main(argv: Sequence[str], stands_on: Callable[[Settings], Electronics] = _a_pi) -> int:
    """Run the board until SIGTERM or Ctrl-C; `stands_on` supplies the electronics, by default a Pi's."""
    parser = Parser(
        prog="jadoube run",
        description="Run the board until SIGTERM or Ctrl-C. A game that was left unfinished is taken up "
        "again. A part that is missing or fails is said and done without until it answers. Exit status: 0 "
        "all went well, 2 bad input, 3 something could not be written or closed in five seconds.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the configuration; without it, its defaults"
    )
    file: Path | None = parser.parse_args(argv).config
    settings = load_settings(file)
    return serve(settings, stands_on(settings), say=_say)


def _say(line: str) -> None:
    """Print a line; a full log must not end a game."""
    with suppress(OSError):
        print(line, flush=True)
