"""`jadoube bench yardsticks` and `jadoube bench steps`: measure, say it, compare it with what is kept.

With all built-in games, by all hands, the figures are compared. Others are only said; ceilings hold for them,
too.
"""

import platform
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from jadoube_sim.benchmarks.played import reading, shown
from jadoube_sim.benchmarks.played.reading import Job
from jadoube_sim.cost import counts, steps, yardsticks
from jadoube_sim.cost.doing import look_at
from jadoube_sim.cost.figures import Figures, Section, Verdict, read_figures, write_figures
from jadoube_sim.cost.showing import count_shown
from jadoube_sim.cost.steps import OVER_5_MS, Long, Steps
from jadoube_sim.cost.yardsticks import Spread, Work
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import Game

SHOWING = "calls to show the board"
"""The section of what showing costs."""

SHOWN = 3
"""So many of the longest steps are looked at."""

YARDSTICKS: dict[str, Callable[[Sequence[Game]], list[Work]]] = {
    "levers and clock": lambda games: yardsticks.replays(yardsticks.levers_and_clock(games)),
    "mixed": lambda games: yardsticks.replays(yardsticks.mixed(games)),
    "club and blitz": lambda games: yardsticks.replays(yardsticks.hurried(games)),
    "settle alone": yardsticks.settlings,
}


def counted_jobs(games: Sequence[Game]) -> dict[str, list[Job]]:
    """The replays in which calls and positions are counted; the same every time."""
    mixed = yardsticks.mixed(games)
    faults = list(FAULTS)
    return {
        "levers and clock": yardsticks.levers_and_clock(games, seeds=1),
        "mixed": mixed,
        "every second habit, faults in turn": [
            replace(job, row=replace(job.row, fault=faults[turn % len(faults)]))
            for turn, job in enumerate(mixed[1::2])
        ],
    }


def count_sections(replays: dict[str, list[Job]]) -> dict[str, Section]:
    """Count during these replays, and give the sections that are kept of it."""
    made = {name: counts.count(jobs) for name, jobs in replays.items()}
    return {
        of_this_python("calls a ply"): {name: count.calls_per_ply for name, count in made.items()},
        "positions a ply": {name: count.positions_per_ply for name, count in made.items()},
        "positions in a step": {name: count.most for name, count in made.items()},
    }


def shown_section(games: Sequence[Game]) -> dict[str, Section]:
    """Count what it takes to show the board, and give the section that is kept of it."""
    return {of_this_python(SHOWING): count_shown(yardsticks.levers_and_clock(games, seeds=1))}


def of_this_python(what: str) -> str:
    """The name of a section whose figures differ between versions of Python: calls and yardsticks."""
    return f"{what}, Python {'.'.join(platform.python_version_tuple()[:2])}"


def measure_yardsticks(games: Sequence[Game], given: Namespace) -> int:
    """Measure plies in yardsticks, and count; exit status 1 if a ceiling is broken or a count got worse."""
    kept = read_figures()
    found: dict[str, float] = {}
    for name, works in YARDSTICKS.items():
        spread = _measured(works(games), kept.ceiling(name))
        found[name] = round(spread.median, 2)
        ceiling = kept.ceiling(name)
        limit = "" if ceiling is None else f", at most {ceiling:g}"
        print(
            f"yardsticks {name:34} {spread.median:6.2f} a ply ({min(spread.rounds):.2f} to "
            f"{max(spread.rounds):.2f}{limit})",
            flush=True,
        )
    counted = count_sections(counted_jobs(games)) | shown_section(games)
    for section, figures in counted.items():
        for name, value in figures.items():
            print(f"counts     {name:34} {value:10,g} {section}", flush=True)
    measured = {of_this_python("yardsticks a ply"): found, **counted}
    verdicts = _over_ceilings(kept, measured)
    if _is_usual(given):
        verdicts += kept.compare(of_this_python("yardsticks a ply"), found, exact=False)
        for section, figures in counted.items():
            verdicts += kept.compare(section, figures, exact=True)
    return _conclude(kept, measured, verdicts, given)


def _measured(works: list[Work], ceiling: float | None) -> Spread:
    """Measure; once more what seems to be over its ceiling, as it may be the machine's doing."""
    spread = yardsticks.measure(works)
    if ceiling is None or spread.median <= ceiling:
        return spread
    return min(spread, yardsticks.measure(works), key=lambda each: each.median)


def measure_steps(games: Sequence[Game], given: Namespace) -> int:
    """Time every step of many games, and say what the longest were doing."""
    if given.manner or given.levers or given.fault:
        asked = reading.rows(given.manner, given.levers, given.fault)
        jobs = [Job(game, row, given.seed) for row in asked for game in games]
    else:
        jobs = steps.dealt(games, given.seed)
    total, progress = Steps(), shown.progress(len(jobs))
    for done, one in enumerate(steps.measure(jobs, given.jobs), start=1):
        total += one
        progress(done)
    print(
        f"steps      {total.steps:,} steps of {total.plies:,} plies in {total.logs:,} logs: "
        f"{total.share_under_1_ms:.3%} under 1 ms, {total.over_1_ms:,} over, "
        f"{total.over_5_ms:,} over {OVER_5_MS // 1_000_000} ms"
    )
    for long in total.longest[:SHOWN]:
        for line in describe(long, given.pgn):
            print(f"steps      {line}", flush=True)
    section, found = of_this_python("yardsticks a step"), {"the longest": round(total.longest_yardsticks, 1)}
    kept = read_figures()
    verdicts = list[Verdict]()
    if _is_usual(given):
        verdicts = kept.compare(section, found, exact=False)
    return _conclude(kept, {section: found}, verdicts, given)


def describe(long: Long, pgn: Path | None) -> list[str]:
    """Say of a long step how long it took, where it was, what it was doing, and how to see it again."""
    doing, row = look_at(long), long.job.row
    where = f"{doing.at_ms / 1000:.3f} s of game {long.job.game.number} ({row.name}, levers: {row.levers})"
    return [
        f"{long.took_ns / 1e6:.1f} ms at {where}: {doing.event}, {doing.readings} readings",
        f"    {doing.search_share:.0%} of it in {doing.search}",
        f"    largest own share: {doing.own}, {doing.own_share:.0%}",
        f"    {shown.again('steps', long.job, pgn)}",
    ]


def _is_usual(given: Namespace) -> bool:
    """Whether what was measured is what the kept figures are of: the built-in games, by all hands."""
    chosen = (given.pgn, given.game, given.games, given.seed, given.manner, given.levers, given.fault)
    return not any(chosen)


def _over_ceilings(kept: Figures, measured: dict[str, Section]) -> list[Verdict]:
    """Say which figures are over their ceilings, in the sections that have some."""
    limited = [measured.get(of_this_python(what), {}) for what in ("yardsticks a ply", SHOWING)]
    return [verdict for figures in limited for verdict in kept.break_ceilings(figures)]


def _conclude(kept: Figures, measured: dict[str, Section], verdicts: list[Verdict], given: Namespace) -> int:
    """Say what differs from the kept figures, and accept it if that is asked for."""
    for verdict in verdicts:
        print(verdict.line)
    if given.accept and _is_usual(given):
        write_figures(kept.with_measured(measured))
        print("accepted: these figures are kept now; ceilings stay")
    broken = _over_ceilings(kept, measured)
    failing = broken if given.accept else [verdict for verdict in verdicts if verdict.fails]
    return 1 if failing else 0
