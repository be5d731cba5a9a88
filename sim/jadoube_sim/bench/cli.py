"""`jadoube bench`: what this version promises, measured here."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from jadoube.config.problems import BadInput
from jadoube_sim.bench import hands, latency, speed, start
from jadoube_sim.hands.games import Game, read_games

BUILT_IN = Path(str(files("jadoube_sim.hands").joinpath("games.pgn")))
"""Four games: three famous short ones, and one with every special move."""


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for; all of it when nothing is."""
    given = _parser().parse_args(argv)
    games = _games(given)
    for name in given.what or MEASURES:
        MEASURES[name](games, given)
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="jadoube bench",
        description="Measure what this version promises. Figures depend on the machine and on what else it "
        "does; the counts of hands do not.",
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", choices=tuple(MEASURES), help=", ".join(MEASURES))
    parser.add_argument("--pgn", metavar="FILE", type=Path, help="play the games of this file")
    parser.add_argument("--games", metavar="N", type=int, help="play the first N of its games only")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of all that hands draw by lot")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes for hands")
    return parser


def _games(given: Namespace) -> list[Game]:
    """The games to play: standard chess from the start position, as far as they can be read."""
    read = [game for game in read_games(given.pgn or BUILT_IN) if not isinstance(game, BadInput)]
    if not read:
        raise BadInput(str(given.pgn), "no game that can be played, expected standard chess")
    return read[: given.games]


def _idle(_games: list[Game], _given: Namespace) -> None:
    print(f"idle     {speed.idle_us():8.2f} us a scan that shows nothing new (at most 10)")


def _replay(games: list[Game], _given: Namespace) -> None:
    plies = speed.replay_plies_per_s(games)
    print(f"replay   {plies:8.0f} plies/s from log to PGN, one core (at least 2500)")


def _latency(_games: list[Game], _given: Namespace) -> None:
    worst = latency.worst()
    print(
        f"latency  {worst.latency_ms:8.1f} ms at the most from a reed's last bounce to the lamps' frame, "
        f"virtual time, {worst.trials} trials (at most {worst.allowed_ms}: debounce and two scans)"
    )


def _start(_games: list[Game], _given: Namespace) -> None:
    print(f"start    {start.first_scan_s() * 1000:8.0f} ms from the start of the process to its first scan (500)")


def _hands(games: list[Game], given: Namespace) -> None:
    print(f"{'hands':24} {'':10} {'games':>11} {'plies exact':>15} {'doubts':>7} {'silent':>7}")
    for manner, levers, total in hands.table(games, given.seed, given.jobs):
        exact = f"{total.exact}/{total.games}"
        plies = f"{total.plies_exact}/{total.plies}"
        print(f"{manner:24} {levers:10} {exact:>11} {plies:>15} {total.doubts:>7} {total.silent:>7}")


MEASURES: dict[str, Callable[[list[Game], Namespace], None]] = {
    "idle": _idle,
    "replay": _replay,
    "latency": _latency,
    "start": _start,
    "hands": _hands,
}
