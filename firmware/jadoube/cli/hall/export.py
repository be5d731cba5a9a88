"""`jadoube hall export --config FILE`: a round's games as PGN, its results as a table, or what was done.

The law: it reads the hall's file, whether the hall runs or not, and changes nothing that is kept.
"""

import sqlite3
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from jadoube.cli.common.parser import Parser
from jadoube.cli.common.say import say
from jadoube.cli.hall.command import add_config
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.core.messages.phrases import UnfitText
from jadoube.daemon.real_time import Slots, unix_s
from jadoube.formats.csv_table import csv_table

if TYPE_CHECKING:
    from jadoube.hall.file.store import Store

ACT_COLUMNS: Final = ("at", "who", "what", "boards", "answer")


def main(argv: Sequence[str]) -> int:
    """Print it; exit status 2 if there is no such round, or no hall."""
    parser = Parser(
        prog="jadoube hall export",
        description="Print the games of a round as PGN, in the order of the boards; or as CSV its results, "
        "or what arbiters have done in all rounds, and when (UTC).",
    )
    add_config(parser)
    parser.add_argument("--round", metavar="N", default="", help="the round; else the one that is played")
    parser.add_argument(
        "--event", metavar="NAME", help="an event before the one that is played, with one of its rounds"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--results", action="store_true", help="the results instead of the games")
    instead.add_argument("--acts", action="store_true", help="what arbiters have done")
    given = parser.parse_args(argv)
    if given.acts and given.event is not None:
        parser.error("argument --event: not allowed with argument --acts")
    from jadoube.hall.file.store import Store  # noqa: PLC0415 - as above
    from jadoube.hall.process import STORE_FILE  # noqa: PLC0415 - heavy, after what may be refused

    folder = load_settings(given.config).hall.directory
    path = folder / STORE_FILE
    store = Store(path, say)
    try:
        if not path.exists():
            raise BadInput(str(path), "no such file, expected the games of a hall")
        store.open_to_read()
        if given.acts:
            _print_acts(store)
        else:
            _print(store, given.round, given.event, results=given.results)
    except UnfitText as problem:
        raise BadInput("jadoube hall export", str(problem)) from None
    except (sqlite3.Error, OSError) as problem:
        raise BadInput(str(path), f"{problem}, expected the games of a hall") from None
    finally:
        store.close()
    return 0


def _print(store: "Store", name: str, event: str | None, *, results: bool) -> None:
    from jadoube.hall.boards import Boards  # noqa: PLC0415 - heavy
    from jadoube.hall.rounds.keeper import RoundKeeper  # noqa: PLC0415 - as above
    from jadoube.hall.rounds.played.games import RoundGames  # noqa: PLC0415 - as above
    from jadoube.hall.rounds.played.results_file import results_table  # noqa: PLC0415 - as above

    rounds = RoundKeeper(Boards(Slots(1).now_ms, unix_s, say), store, lambda _: None)
    rounds.load()
    if event is not None:
        rounds.turn_to(event)
    if results:
        found = rounds.round(name) if name else rounds.chosen()
        sys.stdout.write(results_table(rounds.results.joined(found), end="\n"))
    else:
        sys.stdout.write(RoundGames(store, rounds, unix_s).pgn(name))


def _print_acts(store: "Store") -> None:
    rows = [(_at(each.at_s), each.who, each.what, each.boards, each.answer) for each in store.acts()]
    sys.stdout.write(csv_table(ACT_COLUMNS, rows, end="\n"))


def _at(unix_s: int) -> str:
    return datetime.fromtimestamp(unix_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
