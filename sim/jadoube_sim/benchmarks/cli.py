"""`jadoube bench`: what this version promises, measured here."""

import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from jadoube.cli.common.control_argument import control_argument
from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.stages.result.adjudication import AT_LEISURE
from jadoube_sim.benchmarks import memory
from jadoube_sim.benchmarks.boot import measure as boot
from jadoube_sim.benchmarks.fuzz import command as fuzz_command
from jadoube_sim.benchmarks.hall import page as hall_page
from jadoube_sim.benchmarks.hard import known_table
from jadoube_sim.benchmarks.hard import shown as hard_shown
from jadoube_sim.benchmarks.hard.rows import BLIND_ROWS, HARD_ROWS, MANNER_ROWS, HardJob, hard_rows
from jadoube_sim.benchmarks.hard.scores import hard_table
from jadoube_sim.benchmarks.played import chatter, clocks, likelihood, reading, results, shown
from jadoube_sim.benchmarks.soak import week
from jadoube_sim.benchmarks.times import latency, link_latency, mating, speed
from jadoube_sim.benchmarks.visitors import spectators, strangers
from jadoube_sim.corpus import command
from jadoube_sim.cost.command import measure_steps, measure_yardsticks
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import Game, playable_games
from jadoube_sim.hands.habits import HABITS

BUILT_IN = Path(str(files("jadoube_sim.hands").joinpath("games.pgn")))
"""Four games: three famous short ones, and one with every special move."""

SOAK_GAMES = 30
"""So many games a soak has when nobody says otherwise: less than a minute."""

SPECTATORS = ((0, True), (20, False), (100, True)) * 2
"""Nobody; a club evening's with clients of before; a tournament's. One of them is always dead."""


def main(argv: Sequence[str]) -> int:
    """Measure what is asked for; all of it when nothing is."""
    if argv[:1] == ["corpus"]:
        return command.main(argv[1:], BUILT_IN)
    if argv[:1] == ["fuzz"]:
        return fuzz_command.main(argv[1:])
    if argv[:1] in (["hall"], ["hall-evening"]):
        from jadoube_sim.benchmarks.hall import command as hall_command  # noqa: PLC0415 - it needs an extra

        measure = hall_command.main if argv[0] == "hall" else hall_command.evening_main
        return measure(argv[1:])
    given = _parser().parse_args(argv)
    games = _games(given)
    return max(MEASURES[name](games, given) or 0 for name in given.what or MEASURES)


def _parser() -> Parser:
    parser = Parser(
        prog="jadoube bench",
        description="Measure what this version promises. Figures depend on the machine and on what else it "
        "does; the counts of hands do not.",
        epilog="`jadoube bench corpus FOLDER` compares how hands are read with how they were read before; "
        "`jadoube bench fuzz` gives every reader bad bytes; `jadoube bench hall` has many boards in one "
        "hall, and `jadoube bench hall-evening` plays whole rounds there; `--help` behind each explains it.",
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", choices=tuple(MEASURES), help=", ".join(MEASURES))
    parser.add_argument("--pgn", metavar="FILE", type=Path, help="play the games of this file")
    parser.add_argument(
        "--games", metavar="N", type=int, help="play the first N of its games only; soak: N in all"
    )
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of all that hands draw by lot")
    parser.add_argument("--game", metavar="N", type=int, help="play game N of the file only, counted from 1")
    parser.add_argument_group("yardsticks, steps").add_argument(
        "--accept", action="store_true", help="keep what is measured now, in the checkout"
    )
    _add_hands(parser)
    parser.add_argument_group("soak").add_argument(
        "--days", metavar="D", type=float, help="play until so many days of virtual time have passed"
    )
    parser.add_argument_group("results").add_argument(
        "--rules", metavar="NAME", default="club", choices=tuple(RULE_SETS), help=", ".join(RULE_SETS)
    )
    real = parser.add_argument_group("clocks")
    real.add_argument(
        "--control",
        metavar="TC",
        type=control_argument,
        help="the time control of games that do not say theirs, such as 3+2",
    )
    real.add_argument("--event", metavar="TEXT", default="", help="only of those whose event begins so")
    able = parser.add_argument_group("mating")
    able.add_argument("--epd", metavar="FILE", type=Path, help="positions whose c0 says which sides can mate")
    able.add_argument(
        "--nodes", metavar="N", type=int, default=AT_LEISURE, help="look at N positions at the most for each"
    )
    return parser


def _add_hands(parser: Parser) -> None:
    """Add how hands play, and in how many processes."""
    only = parser.add_argument_group("hands, steps")
    only.add_argument("--jobs", metavar="N", type=int, default=1, help="processes")
    for name, choices in (("manner", HABITS), ("levers", reading.LEVERS), ("fault", FAULTS)):
        only.add_argument(
            f"--{name}", nargs="+", default=(), metavar="NAME", choices=choices, help=", ".join(choices)
        )
    only.add_argument(
        "--hard",
        nargs="*",
        metavar="NAME",
        choices=HARD_ROWS,
        help=f"hands: hard rows; those of faults and of irregular plies also with --manner: "
        f"{', '.join(HARD_ROWS)}",
    )
    only.add_argument(
        "--could-be-known",
        action="store_true",
        help="hands: beside hard rows of lines and of stuck reeds, in how many games the others told",
    )
    only.add_argument("--show", action="store_true", help="for each game not exact the command that plays it")
    only.add_argument(
        "--write", metavar="DIR", type=Path, help="write the logs, and the moves of their games"
    )


def _games(given: Namespace) -> list[Game]:
    """The games to play: standard chess from the start position, as far as they can be read."""
    path = given.pgn or BUILT_IN
    read = playable_games(path)
    if given.game is not None:
        read = [game for game in read if game.number == given.game]
    if not read:
        raise BadInput(str(path), f"game {given.game} cannot be played, expected the number of one that can")
    return read[: given.games]


def _idle(_games: list[Game], _given: Namespace) -> None:
    print(f"idle     {speed.idle_us():8.2f} us a scan that shows nothing new (at most 10)")


def _replay(games: list[Game], _given: Namespace) -> None:
    plies = speed.replay_plies_per_s(games)
    print(f"replay   {plies:8.0f} plies/s of CPU time from log to PGN")
    plies = speed.mixtures_plies_per_s(games)
    print(f"mixtures {plies:8.0f} plies/s, the same for club and blitz")
    times = speed.ply_500_to_ply_5()
    print(f"long     {times:8.2f} times what ply 5 costs, for ply 500 of a game (about 1)")


def _latency(games: list[Game], _given: Namespace) -> None:
    worst = latency.worst()
    print(
        f"latency  {worst.latency_ms:8.1f} ms at the most from a reed's last bounce to the lamps' frame, "
        f"virtual time, {worst.trials} trials (at most {worst.allowed_ms}: debounce and two scans)"
    )
    for protocol in link_latency.PROGRAMS:
        linked = link_latency.waits(games[0].moves, protocol=protocol)
        print(
            f"links    {linked.p99_ms:8} ms from a settled piece to a program's line, 99 of 100, virtual "
            f"time, {len(linked.sorted_ms)} changes, {protocol} (at most {link_latency.ALLOWED_MS})"
        )


def _start(_games: list[Game], _given: Namespace) -> None:
    for line in boot.report(boot.best(), boot.imports()):
        print(f"start    {line}")


def _spectators(_games: list[Game], _given: Namespace) -> None:
    for number, deltas in SPECTATORS:
        cost = spectators.cost(number, deltas=deltas)
        print(
            f"looked at by {number:3} {'with deltas' if deltas else 'without    '}: scans "
            f"{cost.median_ms:.2f} ms late in the middle, 99 of 100 up to {cost.p99_ms:.2f}, the worst "
            f"{cost.worst_ms:.1f}; at most {cost.worst_cpu_ms:.1f} ms of CPU between two; {cost.scans} "
            f"scans, up to ply {cost.plies}; {cost.messages} messages, "
            f"{cost.each_bytes_a_second / 1000:.2f} kB/s each; board {cost.board_percent:.1f} % of a core, "
            f"page {cost.page_percent:.1f} % and {cost.page_mb} MB",
            flush=True,
        )


def _strangers(_games: list[Game], _given: Namespace) -> None:
    for kind in strangers.ALL:
        print(strangers.line(kind), flush=True)


def _memory(_games: list[Game], _given: Namespace) -> int:
    sizes = memory.measure()
    for line in memory.report(sizes):
        print(line)
    return 1 if memory.off(sizes) else 0


def _hall_page(_games: list[Game], given: Namespace) -> int:
    if not given.what and (package := hall_page.missing()):
        print(f"hall-page is left out: it needs the package {package}")
        return 0
    seen = hall_page.measure(), hall_page.measure_as_fast()
    for line in hall_page.report(*seen):
        print(line)
    return 1 if hall_page.wrong(*seen) else 0


def _chatter(games: list[Game], given: Namespace) -> None:
    for line in chatter.report(games, given.seed):
        print(line, flush=True)


def _mating(_games: list[Game], given: Namespace) -> None:
    positions = mating.read_positions(given.epd or mating.BUILT_IN)
    for line in mating.report(list(mating.ask(positions, given.nodes))):
        print(f"mating   {line}")


def _likelihood(games: list[Game], _given: Namespace) -> None:
    for line in likelihood.report(games):
        print(f"likelihood  {line}")


def _hands(games: list[Game], given: Namespace) -> None:
    if given.hard is not None:
        _hard(games, given)
        return
    asked = reading.rows(given.manner, given.levers, given.fault)
    print(shown.HEAD)
    for row, total in reading.table(
        games, asked, given.seed, given.jobs, shown.progress(len(asked) * len(games))
    ):
        print(shown.line(row, total), flush=True)
        for job in total.failed if given.show else ():
            print("   ", shown.again("hands", job, given.pgn, "--write", "DIR"))
    if given.write:
        for row in asked:
            for game in games:
                shown.write(reading.Job(game, row, given.seed), given.write)


def _hard(games: list[Game], given: Namespace) -> None:
    if given.fault:
        raise BadInput("--hard", "--fault found beside it, expected none: a hard row has its own")
    if given.manner and (others := [name for name in given.hard if name not in MANNER_ROWS]):
        raise BadInput("--manner", f"--hard {others[0]} found, expected rows of {', '.join(MANNER_ROWS)}")
    asked = hard_rows(given.hard, given.levers, given.manner)
    if given.could_be_known:
        _known(games, given, asked)
        return
    print(hard_shown.HEAD)
    show = shown.progress(len(asked) * len(games))
    for name, levers, total in hard_table(games, asked, given.seed, given.jobs, show):
        print(hard_shown.line(name, levers, total), flush=True)
        for job in total.failed if given.show else ():
            print("   ", hard_shown.again(job, given.pgn))
    for name, levers in asked if given.write else ():
        for game in games:
            hard_shown.write(HardJob(game, name, levers, given.seed), given.write)


def _known(games: list[Game], given: Namespace, asked: list[tuple[str, str]]) -> None:
    if others := [name for name, _ in asked if name not in BLIND_ROWS]:
        raise BadInput("--could-be-known", f"{others[0]} found, expected rows of {', '.join(BLIND_ROWS)}")
    print(known_table.HEAD)
    show = shown.progress(len(asked) * len(games))
    for name, levers, total in known_table.known_table(games, asked, given.seed, given.jobs, show):
        print(known_table.line(name, levers, total), flush=True)


def _results(games: list[Game], given: Namespace) -> None:
    for line in results.report(games, given.rules):
        print(line)


def _clocks(games: list[Game], given: Namespace) -> None:
    asked = clocks.Asked(given.control, given.event)
    for line in clocks.report(games, asked, given.jobs):
        print(line)


def _soak(games: list[Game], given: Namespace) -> int:
    number = given.games if given.games or given.days else SOAK_GAMES
    began_s = time.process_time()
    soaked = week.soak(games, week.Limits(number, given.days), given.seed, shown.progress(number or 0))
    for line in week.report(soaked, given.seed, time.process_time() - began_s):
        print(line)
    return 1 if week.wrong(soaked) else 0


MEASURES: dict[str, Callable[[list[Game], Namespace], int | None]] = {
    "idle": _idle,
    "yardsticks": measure_yardsticks,
    "steps": measure_steps,
    "replay": _replay,
    "latency": _latency,
    "start": _start,
    "spectators": _spectators,
    "strangers": _strangers,
    "memory": _memory,
    "chatter": _chatter,
    "mating": _mating,
    "likelihood": _likelihood,
    "hands": _hands,
    "results": _results,
    "clocks": _clocks,
    "soak": _soak,
    "hall-page": _hall_page,
}
