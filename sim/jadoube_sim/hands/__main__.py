"""`python -m jadoube_sim.hands`: games of a PGN file, played by a tidy hand, as sensor logs."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.common.control_argument import control_in_seconds
from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput, os_words
from jadoube.formats.sensorlog import format_sensor_log
from jadoube_sim.hands.games import Game, read_games
from jadoube_sim.hands.gestures import MANNERS
from jadoube_sim.hands.tidy import play


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; returns the exit status: 2, with one line on stderr, for bad input."""
    asked = _parser().parse_args(arguments)
    try:
        games = _asked_for(asked)
        return _write(games, asked) if asked.out else _print(games, asked)
    except BadInput as problem:
        return _refuse(problem)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m jadoube_sim.hands", description=_DESCRIPTION)
    parser.add_argument("pgn", metavar="GAME.pgn", help="the games; standard chess, from any legal start")
    parser.add_argument("--manner", choices=MANNERS, default="tidy", metavar="NAME", help=_MANNER_HELP)
    parser.add_argument(
        "--presses", action=argparse.BooleanOptionalAction, default=True, help="the clock levers"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="of all that is drawn by lot; default 0"
    )
    parser.add_argument(
        "--time-control",
        type=control_in_seconds,
        default="-",
        metavar="TC",
        help="such as 3+2, in minutes and seconds; default -, no clock",
    )
    parser.add_argument("--game", type=int, metavar="N", help="only the file's game N, counted from 1")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write a file for each game into this folder")
    return parser


_DESCRIPTION = (
    "Play games of a PGN file with a tidy hand, and print what a board's sensors see as a sensor log."
)
_MANNER_HELP = f"the order of the gestures: {', '.join(MANNERS)}; default tidy"


def _asked_for(asked: argparse.Namespace) -> list[Game | BadInput]:
    """Read the games to play, all of them before anything is written."""
    games = list(read_games(asked.pgn))
    if asked.game is not None:
        if not 1 <= asked.game <= len(games):
            raise BadInput(asked.pgn, f"game {asked.game} asked for, expected 1 to {len(games)}")
        return games[asked.game - 1 : asked.game]
    if asked.out is None and len(games) > 1:
        raise BadInput(asked.pgn, f"{len(games)} games found, expected one, --game N or --out DIR")
    return games


def _log(game: Game, asked: argparse.Namespace) -> str:
    log = play(
        game.moves,
        game.start_fen,
        MANNERS[asked.manner],
        seed=asked.seed + game.number,  # the same game has the same log, alone or among others
        presses=asked.presses,
        time_control=asked.time_control,
    )
    return format_sensor_log(log)


def _print(games: Sequence[Game | BadInput], asked: argparse.Namespace) -> int:
    (game,) = games
    if isinstance(game, BadInput):
        return _refuse(game)
    try:
        sys.stdout.write(_log(game, asked))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read it has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _write(games: Sequence[Game | BadInput], asked: argparse.Namespace) -> int:
    """Write what can be played, and say for each of the others why not."""
    status = 0
    for done, game in enumerate(games, start=1):
        if isinstance(game, BadInput):
            status = _refuse(game)
        else:
            _write_whole(asked.out / f"{Path(asked.pgn).stem}-{game.number:04d}.log", _log(game, asked))
        if sys.stderr.isatty():
            print(f"{done} of {len(games)} games", end="\r" if done < len(games) else "\n", file=sys.stderr)
    return status


def _refuse(problem: BadInput) -> int:
    print(problem, file=sys.stderr)
    return 2


def _write_whole(path: Path, text: str) -> None:
    """Write the file whole or not at all."""
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="ascii")
        part.replace(path)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(path), f"{found}, expected a file that can be written") from problem


if __name__ == "__main__":
    sys.exit(main())
