"""The program `jadoube`: dispatches to a command, and prints every refusal.

Every command is a function `main(argv) -> exit status`. Other packages add commands by the entry point group
`jadoube.commands`. A command is imported only when it is called, and the group is read only if the command is
not one of ours, as the daemon must make its first scan before any heavy import.

Exit status: 0 for success, 2 for bad input, 130 if the user stopped it. Bad input is one line on standard
error that names the place, what was found and what was expected; never a traceback.
"""

import errno
import os
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jadoube import __version__
from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Command = Callable[[Sequence[str]], int]

OURS: Final = {
    "run": "the daemon: run the board until it is stopped",
    "page": "serve the page of the running board",
    "online": "keep the archive, and send games",
    "hall": "keep and show all boards of a tournament, beside an MQTT broker",
    "links": "serve other chess programs, which see a board that they know; check recorded streams",
    "order": "tell the running board what players and arbiter say",
    "pairings": "show a pairing list, and take the names of the game from it",
    "selftest": "try every lamp, segment, button and reed, and write a report",
    "report": "pack what a bug report needs into one file; --bench leads through the first measurements",
    "pinout": "draw the Pi's header: which wire goes on which pin",
    "check-config": "say what is wrong with a configuration",
    "replay": "turn sensor logs into PGN",
    "journal": "work with the journals of games",
    "games": "list, search, show, export, import and delete games; forget a person",
    "analyse": "write what a chess engine thinks of a game into its PGN",
    "lichess": "play on Lichess: find an opponent, answer challenges, write to the opponent",
    "token": "store or forget the token with which games are sent to Lichess",
}
"""Our commands and their help; each is the module of its name in this package."""

THEIRS: Final = "jadoube.commands"
"""The entry point group in which other packages, such as the simulator, add commands."""

THEIR_HELP: Final = {"sim": "the board on the desk, without hardware", "bench": "measure how fast it is"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = sys.argv[1:] if argv is None else list(argv)
    _open_what_is_closed()
    try:
        status = _run(words)
        sys.stdout.flush()
    except BadInput as refusal:
        print(refusal, file=sys.stderr)
        return refusal.status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output is gone: write nothing more, not even when the interpreter ends.
        _say_no_more()
        return 0
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise
        _say_no_more()
        print("standard output: no space left on device, expected room for what was asked", file=sys.stderr)
        return 2
    return status


def _open_what_is_closed() -> None:
    """Open the null device in place of missing standard streams."""
    nowhere = Path(os.devnull)  # open as long as the program runs
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def _say_no_more() -> None:
    """Send remaining output to the null device."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if words and words[0] in OURS:
        return _ours(words[0])(words[1:])
    theirs = _theirs()
    parser = _parser(theirs)
    if not words:
        parser.print_help()
        return 2
    parser.parse_args(words[:1])
    return _loaded(words[0], theirs)(words[1:])


def _theirs() -> "dict[str, EntryPoint]":
    """The commands of other packages, by name."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - heavy, and it reads all packages

    return {point.name: point for point in entry_points(group=THEIRS)}


def _parser(theirs: "dict[str, EntryPoint]") -> Parser:
    helps = OURS | {name: THEIR_HELP.get(name, "added by another package") for name in sorted(theirs)}
    width = max(map(len, helps))
    lines = [f"  {name:{width}}  {help_}" for name, help_ in helps.items()]
    parser = Parser(
        prog="jadoube",
        usage="jadoube COMMAND ...",
        formatter_class=RawDescriptionHelpFormatter,
        description="The firmware of a reed-switch chessboard: reads hands, keeps the clock, writes games.",
        epilog="\n".join(["commands:", *lines, "", "`jadoube COMMAND --help` explains a command."]),
    )
    parser.add_argument("--version", action="version", version=f"jadoube {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=tuple(helps), help="one of those below")
    return parser


def _ours(name: str) -> Command:
    command: Command = import_module(f"jadoube.cli.{name.replace('-', '_')}").main
    return command


def _loaded(name: str, theirs: "dict[str, EntryPoint]") -> Command:
    try:
        command: Command = theirs[name].load()
    except ImportError as missing:
        found = f"{missing.name or missing} is not installed"
        raise BadInput(f"jadoube {name}", f"{found}, expected: pip install 'jadoube[sim]'") from missing
    return command


if __name__ == "__main__":
    sys.exit(main())
