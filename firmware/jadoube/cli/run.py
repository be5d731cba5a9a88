"""`jadoube run --config FILE`: the daemon."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from jadoube.cli.parser import Parser
from jadoube.config.settings import load_settings
from jadoube.daemon.service import serve
from jadoube.drivers.pi import PiElectronics


def main(argv: Sequence[str]) -> int:
    """Run the board until SIGTERM or Ctrl-C."""
    parser = Parser(
        prog="jadoube run",
        description="Run the board until SIGTERM or Ctrl-C. A game that was left unfinished is taken up "
        "again. A part that is missing or fails is said and done without until it answers.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the configuration; without it, its defaults"
    )
    file: Path | None = parser.parse_args(argv).config
    settings = load_settings(file)
    serve(settings, PiElectronics(settings.reeds.pin_factory), say=_say)
    return 0


def _say(line: str) -> None:
    """Say a line; a log that is full must not end a game."""
    with suppress(OSError):
        print(line, flush=True)
