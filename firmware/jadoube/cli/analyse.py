"""`jadoube analyse GAME`: evaluations, better lines and glyphs in the PGN of a game, by a UCI engine.

The law: the PGN goes to standard output or whole into a file; how far it is, and the sum, to standard error.
Ctrl-C ends it at once, and the same command goes on from there. A game that the board still plays is refused:
no engine helps anybody who is playing.

It refuses to know engines, and how a PGN is written.
"""

import asyncio
import sys
from argparse import ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final, NamedTuple

import chess
import chess.pgn

from jadoube.archive.pgn_games import read_games
from jadoube.archive.store import Archive
from jadoube.cli.common.parser import Parser
from jadoube.cli.common.progress import Progress
from jadoube.cli.games.doings import archive_path, is_running_game, running_game
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import load_settings
from jadoube.config.worded_input import WordedInput
from jadoube.engines.engine_process import EngineProcess, Thinking, engine_process
from jadoube.engines.evaluation import Assessed, Assessment, assess_plies
from jadoube.engines.game_analysis import USUAL, analyse_positions, thinking_of
from jadoube.engines.kept_analysis import usual_folder
from jadoube.engines.known_engines import find_engine
from jadoube.formats.analysed_pgn import annotate, positions, read_parts, text_of
from jadoube.local.named_output import check_output, write_output
from jadoube.online.analysis.fair_play import may_analyse

EXAMPLES: Final = """\
examples:  jadoube analyse 42 > analysed.pgn
           jadoube analyse games.pgn --nodes 1000000 --output analysed.pgn
           jadoube analyse 3f2a --engine gnuchess --seconds 2"""

STDIN: Final = "standard input"

_WORDS: Final = {
    Assessment.INACCURACY: ("inaccuracy", "inaccuracies"),
    Assessment.MISTAKE: ("mistake", "mistakes"),
    Assessment.BLUNDER: ("blunder", "blunders"),
}


class _Text(NamedTuple):
    """A game to analyse: where it stands, and its PGN."""

    place: str
    pgn: str


def main(argv: Sequence[str]) -> int:
    """Analyse games; exit status 2 for bad input, 130 if it was interrupted."""
    parser = Parser(
        prog="jadoube analyse",
        description="Write what an engine thinks of a game into its PGN. A game that was interrupted goes on "
        "where it was.",
        formatter_class=RawDescriptionHelpFormatter,
        epilog=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="a game's number or id in the archive, or a PGN file")
    parser.add_argument(
        "--engine", metavar="NAME", help="a UCI engine; otherwise the strongest that is there"
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", metavar="N", type=_nodes, help=f"a position; otherwise {USUAL.nodes:,}")
    limits.add_argument("--seconds", metavar="S", type=_seconds, help="a position")
    parser.add_argument("--output", metavar="FILE", type=Path, help="otherwise standard output")
    parser.add_argument(
        "--kept", metavar="DIR", type=Path, help="what was done so far; otherwise in ~/.cache"
    )
    parser.add_argument("--archive", metavar="FILE", type=Path, help="otherwise that of the configuration")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
    asked = parser.parse_args(argv)
    asked.thinking = Thinking(asked.nodes, asked.seconds) if asked.nodes or asked.seconds else None
    if asked.output:
        check_output(asked.output)
    written = asyncio.run(_analyse_all(asked, _texts(asked)))
    if asked.output:
        write_output(asked.output, written.encode())
    else:
        sys.stdout.write(written)
    return 0


def _nodes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000_000:
        raise ArgumentTypeError(f"{text!r} found, expected 1 to 1000000000")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0.01 <= seconds <= 3600:
        raise ArgumentTypeError(f"{text!r} found, expected 0.01 to 3600")
    return seconds


def _texts(asked: Namespace) -> list[_Text]:
    """Return the games that are meant. BadInput for one with a fault, before anything is analysed."""
    if asked.game == "-" or asked.game.endswith(".pgn") or Path(asked.game).is_file():
        return list(_in_file(asked.game))
    with Archive(archive_path(asked), reads_only=True) as archive:
        row, settings = archive.game(asked.game), load_settings(asked.config)
        if refused := may_analyse(row.entry.game_id, running_game(settings)):
            raise BadInput(f"game {asked.game}", refused["en"])
        if row.entry.result == "*" and is_running_game(row.entry.number, settings):
            raise BadInput(
                f"game {asked.game}", "the board may still play it, expected a game that has ended"
            )
        return [_Text(f"game {asked.game}", archive.pgn(row))]


def _in_file(file: str) -> Iterator[_Text]:
    name = STDIN if file == "-" else file
    found = 0
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
            for game in read_games(source, name):
                found += 1
                if game.problem:
                    raise WordedInput(f"{name}:{game.line}", game.problem)
                yield _Text(f"{name}:{game.line}", game.text)
    except OSError as problem:
        cause = os_words(problem)
        raise BadInput(name, f"{cause}, expected a file with games as PGN") from problem
    if not found:
        raise BadInput(name, "no game found, expected PGN")


async def _analyse_all(asked: Namespace, texts: Sequence[_Text]) -> str:
    read = [(text.place, part) for text in texts for part in read_parts(text.pgn, text.place)]
    written = []
    found = find_engine(asked.engine)
    asked.thinking = thinking_of(found, asked.thinking)
    async with engine_process(found) as engine:
        for place, game in read:
            await _analyse(asked, engine, place, game)
            written.append(text_of(game))
    return "".join(written)


async def _analyse(asked: Namespace, engine: EngineProcess, place: str, game: chess.pgn.Game) -> None:
    progress = Progress(f"{place}: {{}} positions")
    boards = positions(game)
    if not boards[0].is_valid():
        progress.say(f"{place}: it begins with a position that no legal play leads to; it is not analysed")
        return
    try:
        evaluations = await analyse_positions(
            engine, boards, asked.thinking, asked.kept or usual_folder(), progress.show, progress.say
        )
    except asyncio.CancelledError:
        progress.say("interrupted; the same command goes on from here")
        raise
    finally:
        progress.end()
    assessed = assess_plies([*game.mainline_moves()], evaluations, boards[0].turn)
    by = f"{await engine.title()}, {asked.thinking.text} a position"
    annotate(game, evaluations, assessed, by)
    _tell_sum(place, by, boards[0].turn, assessed)


def _tell_sum(place: str, by: str, first: chess.Color, assessed: Sequence[Assessed]) -> None:
    """Say how well each side played."""
    print(f"{place}: {by}", file=sys.stderr)
    for name, side in (("White", chess.WHITE), ("Black", chess.BLACK)):
        plies = assessed[0 if side == first else 1 :: 2]
        if plies:
            counts = Counter(ply.assessment for ply in plies)
            assessments = ", ".join(
                f"{counts[each]} {words[counts[each] != 1]}" for each, words in _WORDS.items()
            )
            lost = sum(ply.lost for ply in plies) / len(plies) / 100
            print(f"  {name}: {assessments}; {lost:.2f} pawns lost a move", file=sys.stderr)
