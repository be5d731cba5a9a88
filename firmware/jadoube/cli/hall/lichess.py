"""`jadoube hall lichess token|round|off --config FILE`: where the hall's games are sent.

The law: a token is read from standard input, on a terminal without being shown; never from the arguments,
which every user of the machine can see. The files are written, and a hall that runs heeds them.
"""

import sqlite3
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from jadoube.cli.common.parser import Parser
from jadoube.cli.hall.command import add_config
from jadoube.cli.token import ask_for_token
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.daemon.real_time import unix_s
from jadoube.hall.rounds.lichess_targets import Target, end_target, end_targets, keep_target
from jadoube.local.desk_lines import DeskError
from jadoube.online.secrets import TOKEN_NAME, Secrets, read_token

PLACE: Final = "jadoube hall lichess"
AGAIN: Final = "a hall that runs takes it within seconds"


def main(argv: Sequence[str]) -> int:
    """Store the token, or choose the round; exit status 2 if that cannot be."""
    parser = Parser(
        prog=PLACE,
        description="Have a round sent to a round of a broadcast on Lichess while it is played, all games "
        "together in the order of the boards (docs/tournament.md).",
    )
    deeds = parser.add_subparsers(dest="deed", metavar="WHAT", required=True, parser_class=Parser)
    add_config(deeds.add_parser("token", help="store the token; it is read from standard input"))
    round_ = deeds.add_parser("round", help="choose the round of Lichess for a round of the hall")
    round_.add_argument("id", metavar="ID", help="its eight letters, the end of its address")
    round_.add_argument("--of", metavar="ROUND", required=True, help="the hall's round that is sent there")
    round_.add_argument("--minutes", metavar="N", type=int, default=0, help="so old a state has to be")
    round_.add_argument("--plies", metavar="N", type=int, default=0, help="so many plies are held back")
    add_config(round_)
    off = deeds.add_parser("off", help="send a round of the hall, or all of them, to none any more")
    which = off.add_mutually_exclusive_group(required=True)
    which.add_argument("--of", metavar="ROUND", help="this round of the hall; late results of others go on")
    which.add_argument("--all", action="store_true", help="all rounds")
    add_config(off)
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    try:
        _do(given, settings)
    except DeskError as refusal:
        raise BadInput(PLACE, refusal.words["en"]) from None
    except OSError as problem:
        found = os_words(problem)
        place = str(problem.filename or settings.hall.directory)
        raise BadInput(place, f"{found}, expected a folder to write in; try `sudo -u jadoube-hall`") from None
    return 0


def _end(given: Namespace, folder: Path) -> None:
    if given.all:
        end_targets(folder)
        print(f"games are sent to no round; {AGAIN}")
    else:
        end_target(folder, given.of, unix_s())
        print(f"round {given.of} is sent to none; {AGAIN}{_yet(folder, given.of)}")


def _yet(folder: Path, name: str) -> str:
    """What is added where the hall's file is known to have no such round: a mistake, perhaps."""
    from jadoube.hall.file.schema import opened_to_read, read_kept  # noqa: PLC0415 - as above
    from jadoube.hall.process import STORE_FILE  # noqa: PLC0415 - heavy, after what may be refused
    from jadoube.hall.rounds.kept_text import read_rounds  # noqa: PLC0415 - as above
    from jadoube.hall.rounds.placed import ROUNDS  # noqa: PLC0415 - as above

    with suppress(sqlite3.Error, OSError), closing(opened_to_read(folder / STORE_FILE)) as base:
        if all(each.round != name for each in read_rounds(read_kept(base).get(ROUNDS, ""))):
            return f"; the hall has no round {name} yet"
    return ""


def _do(given: Namespace, settings: Settings) -> None:
    folder = settings.hall.directory
    if given.deed == "token":
        Secrets(folder / "secrets.json").put(TOKEN_NAME, read_token(ask_for_token(), PLACE))
        print(f"the token is stored; {AGAIN}")
        return
    if given.deed == "off":
        _end(given, folder)
        return
    target = Target(given.id, given.minutes, given.plies, unix_s())
    keep_target(folder, given.of, target)
    print(f"round {given.of} is sent to {given.id} while it is played; {AGAIN}{_yet(folder, given.of)}")
