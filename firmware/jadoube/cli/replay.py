"""`jadoube replay LOG...`: turns sensor logs and journals into PGN."""

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence

from jadoube.cli.common.parser import Parser
from jadoube.config.files import decode_text, read_all, read_packed
from jadoube.config.problems import BadInput
from jadoube.core.display.effect_text import effect_text, readings_text, seconds
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import Effect
from jadoube.core.state.table import Table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import tags_with_names
from jadoube.formats.sensorlog import A_LOG, parse_sensor_log
from jadoube.games.journal.marks import mark_lines
from jadoube.games.journal.text import NAME, parse_journal
from jadoube.games.replay import Replayed, Watcher, replay, replay_journal

COLLECT_AFTER = 50_000
"""The garbage collector's threshold: a log makes many long-lived values; the default costs a tenth more
time."""


def main(argv: Sequence[str]) -> int:
    """Write one game per log, in order; exit status 2 if a log was refused."""
    given = _given(argv)
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    watch = _explain if given.explain else _tell_marks if given.marks else None
    status = 0
    for name in given.logs:
        try:
            result, tags = _replay(name, watch)
        except BadInput as refusal:
            print(refusal, file=sys.stderr)
            status = 2
            continue
        sys.stdout.write(write_pgn(scoresheet(result.table), tags))
        _say_ignored(name, result)
    return status


def _given(argv: Sequence[str]) -> Namespace:
    parser = Parser(
        prog="jadoube replay",
        description="Write one PGN game for each sensor log or journal, in their order, on standard output. "
        "A log that is refused is named on standard error with its line, leaves nothing on standard output, "
        "and makes the exit status 2.",
    )
    parser.add_argument(
        "logs", metavar="LOG", nargs="+", help="a sensor log, or the journal of a game; - is standard input"
    )
    parser.add_argument(
        "--explain", action="store_true", help="tell on standard error what was decided, instant by instant"
    )
    parser.add_argument(
        "--marks",
        action="store_true",
        help="tell on standard error what stood where somebody said that the board had read something wrong",
    )
    return parser.parse_args(argv)


def _replay(name: str, watch: Watcher | None) -> tuple[Replayed, dict[str, str]]:
    """Replay a log or a journal, and return the tags of the journal; BadInput if it is refused."""
    if name == "-":
        name = "standard input"
        data = read_all(sys.stdin.buffer, name, A_LOG)
    else:
        data = read_packed(name, A_LOG)
    if data.startswith(NAME.encode()):
        journal = parse_journal(data, name)
        if journal.torn:
            print(f"{name}: the last line was not written whole, and is left out", file=sys.stderr)
        result = replay_journal(journal, watch)
        return result, tags_with_names(journal.header.tags, result.table.names)
    return replay(parse_sensor_log(decode_text(data, name), name), watch), {}


def _explain(now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
    for effect in effects:
        print(f"{seconds(now_ms):>10}  {effect_text(effect, table)}", file=sys.stderr)
    for reading in readings_text(table):
        print(f"{'':10}    reading {reading}", file=sys.stderr)


def _tell_marks(now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
    for line in mark_lines(now_ms, table, effects):
        print(line, file=sys.stderr)


def _say_ignored(name: str, result: Replayed) -> None:
    if result.ignored:
        events = "event" if result.ignored == 1 else "events"
        print(f"{name}: {result.ignored} {events} after the game's end ignored", file=sys.stderr)
