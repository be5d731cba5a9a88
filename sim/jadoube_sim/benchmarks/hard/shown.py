"""The table of the hard rows on paper: its lines, and how a game of it is played again."""

import shlex
from pathlib import Path

from jadoube_sim.benchmarks.hard.rows import HardJob, habit_and_row, hard_row
from jadoube_sim.benchmarks.hard.scores import HardScore
from jadoube_sim.benchmarks.played.shown import write_log

HEAD = (
    f"{'hard row':28} {'levers':8} {'exact':>9} {'silent':>6} {'plies right':>13} {'doubts':>9} {'>4':>4} "
    f"{'inv':>4} {'looks wrong':>12} {'silent':>6} {'named':>7} {'falsely':>7} {'else':28} goal"
)
"""`doubts`: of 1000 plies read right, those in doubt, and how many may be. `>4`: plies whose doubt names more
than four others. `inv`: games with a ply after the last. `looks`: instants at which other plies stood."""


def line(name: str, levers: str, total: HardScore) -> str:
    """One row of the table."""
    exact, plies = f"{total['exact']}/{total['games']}", f"{total['right']}/{total['plies']}"
    doubts = 1000 * total["doubted_right"] / max(1, total["right"])
    row = hard_row(name)
    looks = f"{total['wrong_looks']}/{total['looks']}" if total["looks"] else "-"
    silent = total["silent_looks"] if total["looks"] else "-"
    named = f"{total['named']}/{total['bad']}" if total["bad"] else "-"
    falsely = total["falsely"] if total["bad"] else "-"
    return (
        f"{name:28} {levers:8} {exact:>9} {total['silent']:>6} {plies:>13} {f'{doubts:.1f}/{row.doubts}':>9} "
        f"{total['wide']:>4} {total['invented']:>4} {looks:>12} {silent:>6} {named:>7} {falsely:>7} "
        f"{_also(total):28} {row.goal}"
    )


def _also(total: HardScore) -> str:
    """What only some rows count."""
    if total["irregular"]:
        share = 100 * total["later_right"] / max(1, total["later"])
        return f"later {share:.0f} %, marked {total['marked']}/{total['irregular']}"
    return f"first ply's time {total['times_right']}/{total['times']}" if total["times"] else ""


def again(job: HardJob, pgn: Path | None) -> str:
    """The command that plays one game again and writes its log."""
    habit, row = habit_and_row(job.name)
    words = ["jadoube", "bench", "hands", "--hard", row, *(["--manner", habit] if habit else [])]
    words += ["--levers", job.levers]
    words += ["--pgn", str(pgn)] if pgn else []
    return shlex.join([*words, "--game", str(job.game.number), "--seed", str(job.seed), "--write", "DIR"])


def write(job: HardJob, folder: Path) -> None:
    """Write the log of one game, and beside it the moves, in UCI, that it should be read as."""
    played = job.played()
    if played is None:
        return
    name = f"{job.name}-{job.levers}-{job.game.number:04d}"
    write_log(folder, name, played.log, " ".join(move.uci() for move in played.moves))
