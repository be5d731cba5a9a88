"""What the code of now makes of a stored log and of a stored journal, as text; and how many calls that takes.

The text is all that `jadoube replay --explain` and `jadoube journal export` write, on both streams, with the
exit status. A journal is folded, too: its PGN, and each step that decided something. An exception is text
like everything else: a log on which the code fails differs, and the others are still compared.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from types import FrameType

from jadoube.cli.main import main
from jadoube.core.display.effect_text import clock_text, effect_text, readings_text, seconds
from jadoube.core.display.scoresheet import scoresheet
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import read_sensor_log
from jadoube.games.journal.fold import fold, steps
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import read_journal
from jadoube.games.replay import replay


def said_of_log(name: str) -> bytes:
    """Replay a log, and give all that is said."""
    return encode_text(_of_command("replay", "--explain", name))


def said_of_journal(name: str) -> bytes:
    """Export and fold a journal, and give all that is said."""
    folded = _or_problem(lambda: _of_fold(name))
    return encode_text(f"{_of_command('journal', 'export', name)}\n== fold\n{folded}")


def calls_and_plies(names: Sequence[str]) -> tuple[int, int]:
    """Count the Python functions that are called while logs are replayed, and the plies that are read.

    The first log is replayed once before that: what happens only once in a process is not counted.
    """
    logs = [read_sensor_log(name) for name in names]
    calls = plies = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    for log in logs[:1]:
        replay(log)
    for log in logs:
        sys.setprofile(count)
        try:
            table = replay(log).table
        finally:
            sys.setprofile(None)
        plies += len(scoresheet(table).plies)
    return calls, plies


def _of_command(*words: str) -> str:
    """Run a command of ours in this process: its exit status and both streams."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = _or_problem(lambda: str(main(words)))
    streams = (("standard output", out), ("standard error", err))
    texts = [f"\n== {name}\n{stream.getvalue()}" for name, stream in streams]
    return "".join([f"exit status {status}\n", *texts])


def _of_fold(name: str) -> str:
    """Fold a journal: the PGN that is left in the end, then step after step what was decided."""
    journal = read_journal(name)
    pgn = write_pgn(scoresheet(fold(journal).table), journal.header.tags)
    lines = []
    for done in steps(journal):
        if done.effects:
            lines += [f"{seconds(done.at_ms):>10}  {effect_text(each, done.after)}" for each in done.effects]
            lines += [f"{'':10}    clock {clock_text(done.after, done.at_ms)}"]
            lines += [f"{'':10}    reading {each}" for each in readings_text(done.after)]
    return "\n".join([pgn, *lines, ""])


def _or_problem(run: Callable[[], str]) -> str:
    """Give what comes of it, or the exception that is raised."""
    try:
        return run()
    except Exception as problem:  # noqa: BLE001 - whatever the code fails by is a difference
        return f"raised {problem!r}"
