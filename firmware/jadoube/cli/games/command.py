"""`jadoube games list|show|search|export|import|delete|forget|rebuild`: the games of the archive.

It decides which archive is meant, and how games are printed. It refuses to know what is in a game.
"""

import json
import shutil
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

from jadoube.archive.as_json import game_json, known_json
from jadoube.archive.imports import import_games
from jadoube.archive.query import parse_query
from jadoube.archive.store import LIMIT, Archive
from jadoube.cli.common.parser import Parser
from jadoube.cli.common.progress import Progress
from jadoube.cli.games.doings import archive_path, build, changed, delete, forget
from jadoube.cli.games.table import game_lines, player_lines
from jadoube.config.problems import BadInput, os_words
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import Sentence

EXAMPLES: Final = """\
what is searched for:    every word begins a word of the game: of players, event, round, opening or date
                         player:carlsen  event:"club evening"  opening:sicilian  eco:B90
                         result:1-0      since:2026-11         until:2026
examples:                jadoube games search carlsen eco:B since:2024
                         jadoube games show 42
                         jadoube games export player:carlsen > games.pgn
                         jadoube games import games.pgn"""


def main(argv: Sequence[str]) -> int:
    """Do one of the actions; exit status 2 for bad input."""
    parser = Parser(
        prog="jadoube games",
        description="Work with the archive of games.",
        formatter_class=RawDescriptionHelpFormatter,
        epilog=EXAMPLES,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for name, help_, do, arguments in _ACTIONS:
        action = actions.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
        action.add_argument(
            "--archive", metavar="FILE", type=Path, help="otherwise that of the configuration"
        )
        action.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
        for add in arguments:
            add(action)
        action.set_defaults(do=do)
    asked = parser.parse_args(argv)
    return int(asked.do(asked))


@contextmanager
def _reading(asked: Namespace) -> Iterator[Archive]:
    with Archive(archive_path(asked), reads_only=True) as archive:
        yield archive


# The actions


def _list(asked: Namespace) -> int:
    """Print games, the newest first."""
    query = parse_query(" ".join(asked.words))
    with _reading(asked) as archive:
        found = archive.search(query, asked.before, asked.limit)
        if asked.json:
            for row in found.rows:
                print(json.dumps(game_json(row), ensure_ascii=False))
            return 0
        for line in game_lines(found.rows, _width()):
            print(line)
        if found.more:
            last = found.rows[-1].entry.game_id
            rest = archive.count(query) if asked.before is None else None
            of = f"{len(found.rows)} of {rest:,} games" if rest else f"{len(found.rows)} games"
            print(f"{of}; --limit shows more, --before {last} the next ones", file=sys.stderr)
    return 0


def _show(asked: Namespace) -> int:
    """Print one game."""
    with _reading(asked) as archive:
        row = archive.game(asked.game)
        pgn = archive.pgn(row)
    if asked.json:
        print(json.dumps({**game_json(row), "pgn": pgn}, ensure_ascii=False))
    else:
        sys.stdout.write(pgn)
    return 0


def _players(asked: Namespace) -> int:
    """Print players, who play most first."""
    with _reading(asked) as archive:
        players = archive.players(" ".join(asked.words), asked.limit)
    if asked.json:
        for each in players:
            print(json.dumps(known_json(each), ensure_ascii=False))
        return 0
    for line in player_lines(players, _width()):
        print(line)
    return 0


def _export(asked: Namespace) -> int:
    """Write the PGN of games to standard output."""
    with _reading(asked) as archive:
        for pgn in archive.export(parse_query(" ".join(asked.words))):
            sys.stdout.write(pgn)
    return 0


def _import(asked: Namespace) -> int:
    """Take the games of PGN files; status 2 if a game was refused."""
    refused = False
    with changed(asked) as archive:
        for file in asked.files:
            refused |= _import_one(archive, file)
    return 2 if refused else 0


def _import_one(archive: Archive, file: str) -> bool:
    name = "standard input" if file == "-" else file
    progress = Progress(f"{name}: {{}} games")

    def refuse(line: int, why: Sentence) -> None:
        progress.say(f"{name}:{line}: {put_in_words(why)}")

    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
            done = import_games(archive, source, name, refuse, progress.show)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(name, f"{found}, expected a file with games as PGN") from problem
    finally:
        progress.end()
    there = f", {done.there:,} there already" if done.there else ""
    refused = f", {done.refused:,} refused" if done.refused else ""
    print(f"{name}: {done.taken:,} games taken{there}{refused}")
    return bool(done.refused)


def _width() -> int | None:
    """The width of the terminal; None if standard output is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


# The arguments


def _limit(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 1_000_000:
        raise ValueError(text)
    return int(text)


_limit.__name__ = "number from 1 to 1000000"


def _with_json(action: ArgumentParser) -> None:
    action.add_argument("--json", action="store_true", help="for programs: one JSON object a line")


def _with_page(action: ArgumentParser) -> None:
    action.add_argument("--limit", metavar="N", type=_limit, default=LIMIT, help=f"otherwise {LIMIT}")
    action.add_argument("--before", metavar="GAME", help="only games that come after this one in the list")


def _with_words(action: ArgumentParser) -> None:
    action.add_argument("words", metavar="WORD", nargs="*", help="what is searched for")


def _with_some_words(action: ArgumentParser) -> None:
    action.add_argument("words", metavar="WORD", nargs="+", help="what is searched for")


def _with_no_words(action: ArgumentParser) -> None:
    action.set_defaults(words=())


def _with_game(action: ArgumentParser) -> None:
    action.add_argument("game", metavar="GAME", help="its number, its id, or the beginning of its id")


def _with_name(action: ArgumentParser) -> None:
    action.add_argument("words", metavar="NAME", nargs="+", help="the whole name")


def _with_files(action: ArgumentParser) -> None:
    action.add_argument("files", metavar="FILE", nargs="+", help="PGN; - is standard input")


_Add = Callable[[ArgumentParser], None]
_Action = tuple[str, str, Callable[[Namespace], int], tuple[_Add, ...]]

_ACTIONS: Final[tuple[_Action, ...]] = (
    ("list", "list the newest games", _list, (_with_no_words, _with_page, _with_json)),
    ("search", "list the games that have all these words", _list, (_with_some_words, _with_page, _with_json)),
    ("show", "write one game as PGN", _show, (_with_game, _with_json)),
    ("players", "list the players", _players, (_with_words, _with_page, _with_json)),
    ("export", "write games as PGN on standard output", _export, (_with_words,)),
    ("import", "take games of PGN files into the archive", _import, (_with_files,)),
    ("delete", "delete a game from the archive, and its files on the board", delete, (_with_game,)),
    ("forget", "forget a person: the name becomes N. N. everywhere", forget, (_with_name,)),
    ("rebuild", "build the archive anew from the board's journals", build, ()),
)
