"""`jadoube bench hall` and `hall-evening`: what is asked for, and the exit status.

The law: 1 if a ply was lost or out of order, or 99 of 100 were too late with a hall's usual boards; for an
evening, if a game in a round's PGN is another than was played, or has other clocks than its board, or if a
trouble was told.
"""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from jadoube.cli.common.parser import Parser
from jadoube_sim.benchmarks.hall.evening import evening
from jadoube_sim.benchmarks.hall.report import BOARDS, FARTHEST, LIMIT_MS, SECONDS, lines
from jadoube_sim.hall.recording import games

EVENING_BOARDS: Final = 30
ROUNDS: Final = 6

SECONDS_MOST: Final = 150
"""The games that are recorded last longer."""


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for."""
    asked = _parser().parse_args(argv)
    right = True
    prepared = asked.prepared or asked.until_saturated
    found = lines(asked.boards, asked.seconds, until_saturated=asked.until_saturated, prepared=prepared)
    for line, is_right in found:
        print(line, flush=True)
        right = right and is_right
    return 0 if right else 1


def _parser() -> Parser:
    parser = Parser(
        prog="jadoube bench hall",
        description="Have many boards play blitz in one hall: real publishers, a real mosquitto, the real "
        "hall and its page; the boards are recorded. Publishers, broker, hall and who looks on share this "
        "machine.",
    )
    usual = " ".join(map(str, BOARDS))
    parser.add_argument(
        "--boards", nargs="+", type=_number, default=BOARDS, metavar="N", help=f"how many; default {usual}"
    )
    parser.add_argument(
        "--seconds", type=_seconds, default=SECONDS, metavar="S", help=f"of each; default {SECONDS}"
    )
    parser.add_argument(
        "--until-saturated",
        action="store_true",
        help=f"prepared boards, and twice as many until 99 of 100 plies need more than {LIMIT_MS:.0f} ms",
    )
    parser.add_argument(
        "--prepared",
        action="store_true",
        help="boards whose payloads were made before, in place of real publishers: those are on the boards",
    )
    return parser


def evening_main(argv: Sequence[str]) -> int:
    """Have an evening, and say what became of it."""
    asked = _evening_parser().parse_args(argv)
    played = [replace(game, moves=game.moves[: asked.plies], clocks_ms=()) for game in games()]
    found = evening(asked.boards, asked.rounds, played, asked.jobs)
    for each in (*found.wrong, *found.troubles):
        print(f"evening  {each}")
    print(
        f"evening  {found.rounds} rounds with {asked.boards} boards, {found.games} games, {found.plies} "
        f"plies, in {found.took_s:.0f} s: {len(found.wrong)} faults in the PGN, "
        f"{len(found.troubles)} troubles"
    )
    return 1 if found.wrong or found.troubles else 0


def _evening_parser() -> Parser:
    parser = Parser(
        prog="jadoube bench hall-evening",
        description="Have an evening of several rounds in one hall, in fast time: boards of the twin, a real "
        "mosquitto and the real hall, from pairing lists to each round's PGN, which is compared with what "
        "was played.",
    )
    parser.add_argument(
        "--boards", type=_boards, default=EVENING_BOARDS, metavar="N", help=f"default {EVENING_BOARDS}"
    )
    parser.add_argument(
        "--plies", type=_plies, metavar="N", help="of each game only the first N; its result is told then"
    )
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=cores,
        metavar="N",
        help=f"the boards share N processes; default {cores}",
    )
    parser.add_argument("--rounds", type=_rounds, default=ROUNDS, metavar="N", help=f"default {ROUNDS}")
    return parser


def _boards(text: str) -> int:
    return _whole(text, 100)


def _rounds(text: str) -> int:
    return _whole(text, 20)


def _jobs(text: str) -> int:
    return _whole(text, 64)


def _plies(text: str) -> int:
    return _whole(text, 500)


def _number(text: str) -> int:
    return _whole(text, FARTHEST)


def _seconds(text: str) -> int:
    return _whole(text, SECONDS_MOST)


def _whole(text: str, most: int) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} found, expected 1 to {most}")
