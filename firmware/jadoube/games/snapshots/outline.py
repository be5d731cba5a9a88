"""The outline of a game: what every version of the program can read of a snapshot.

The law: a ply that was read stands. A version that knows the tables of a snapshot takes the table itself
(`nodes.py`). Any other takes the outline: the plies, what the clocks showed, what was agreed. Nothing is read
from the board before the position stands on it, and the clocks stand until `play`. What else the table knew
is gone: doubts, offers, penalties, the arbiter's counters.

This file refuses to know how an outline is stored.
"""

from typing import Any, Final, NamedTuple

import chess

from jadoube.core.clock.account import Account
from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.play_parts import Stamp
from jadoube.core.state.table import Table, restored
from jadoube.games.snapshots.nodes import play_on, start_fen

_SIDES: Final = {"white": chess.WHITE, "black": chess.BLACK}


class Times(NamedTuple):
    """Both clocks at an instant."""

    accounts: tuple[Account, Account]
    """[black, white]."""
    turn: chess.Color | None
    """The side whose clock runs, or resumes; None if none was started."""


class Outline(NamedTuple):
    """A game without its hypotheses."""

    line: Line
    times: Times | None
    """None without a clock."""
    completed: int
    """The last ply that a press completed."""
    stamps: tuple[tuple[int, int, int], ...]
    """For each completed ply its number, what the mover's clock showed then, and what it had used, in ms."""
    turned: bool
    """Whether Black sits at the board's first rank."""
    over: bool
    outcome: Outcome | None = None
    """How it ended, if it is over; a snapshot of 0.2.0 does not say it."""


def read_times(table: Table, now_ms: int) -> Times | None:
    """Return what both sides have at this instant; None without a clock."""
    clock = table.play.clock
    if clock is None:
        return None
    now = clock.advance(max(now_ms, clock.since_ms))
    turn = now.running if now.running is not None else now.resumes
    return Times(now.accounts, turn if now.started else None)


def outline_of(table: Table, now_ms: int) -> Outline:
    """Return the outline of a table at this instant."""
    play, stamps = table.play, list[tuple[int, int, int]]()
    stamp = play.stamps
    while stamp:
        stamps.append((stamp.ply, stamp.remaining_ms, stamp.used_ms))
        stamp = stamp.earlier
    over = play.phase is Phase.OVER
    times = read_times(table, now_ms)
    return Outline(
        table.line, times, play.completed, tuple(reversed(stamps)), table.turned, over, play.outcome
    )


def restore(table: Table, outline: Outline, now_ms: int) -> Table:
    """Return the table of this game, on the terms and the board of `table`, at an instant."""
    stamps: Stamp | None = None
    for ply, shown_ms, used_ms in outline.stamps:
        if ply <= outline.line.ply:
            stamps = Stamp(ply, shown_ms, stamps, used_ms)
    completed = min(outline.completed, outline.line.ply)
    clock = _set_clock(table, outline.times, now_ms)
    play = table.play.restore(clock, completed, stamps, outline.line.ply, outline.outcome)
    return restored(table, outline.line, play, turned=outline.turned)


def _set_clock(table: Table, times: Times | None, now_ms: int) -> ChessClock | None:
    """The clock of the table's terms with these times, stopped; its own times where none are known."""
    control = table.terms.control
    if control is None:
        return None
    if times is None:
        return table.play.clock.stop(now_ms) if table.play.clock else ChessClock.new(control)
    started = times.turn is not None
    return ChessClock(control, times.accounts, now_ms, started=started, resumes=times.turn)


# As text


def times_text(times: Times | None) -> str:
    """Return times as one word: Black's account, White's, and who has the turn; `-` without a clock."""
    if times is None:
        return "-"
    black, white, turn = plain_times(times)
    return ",".join([_account_text(black), _account_text(white), turn or "-"])


def _account_text(account: list[int]) -> str:
    """Its numbers with `/` between them; zeros at the end are left out, but for the time left."""
    numbers = [int(each) for each in account]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return "/".join(map(str, numbers))


def parse_times_text(word: str) -> Times | None:
    """Return the times that a word describes. ValueError if it describes none."""
    if word == "-":
        return None
    black, white, turn = word.split(",")
    if turn not in (*_SIDES, "-"):
        raise ValueError(f"{turn!r} found, expected white, black or -")
    return parse_times([_account_numbers(black), _account_numbers(white), None if turn == "-" else turn])


def _account_numbers(text: str) -> list[int]:
    numbers = [int(each) for each in text.split("/")]
    return numbers + [0] * (len(Account._fields) - len(numbers))


# As JSON


def plain(outline: Outline) -> dict[str, Any]:
    """Return an outline as JSON types."""
    return {
        "start": start_fen(outline.line),
        "plies": [_plain_ply(line) for line in outline.line.plies()],
        "times": plain_times(outline.times) if outline.times else None,
        "completed": outline.completed,
        "stamps": [list(each) for each in outline.stamps],
        "turned": outline.turned,
        "over": outline.over,
        **({"outcome": _plain_outcome(outline.outcome)} if outline.outcome else {}),
    }


def _plain_outcome(outcome: Outcome) -> list[str | None]:
    """The name of the termination, and the winner if there is one."""
    winner = next((name for name, side in _SIDES.items() if side is outcome.winner), None)
    return [outcome.termination.name, winner]


def _plain_ply(line: Line) -> str | list[str | None]:
    """A ply in UCI notation; with the position after it if it is irregular."""
    uci = line.move.uci() if line.move else None
    return [uci, line.fen] if line.irregular or uci is None else uci


def plain_times(times: Times) -> list[Any]:
    """Return times as JSON types: Black's account, White's, and the side that has the turn."""
    turn = next((name for name, side in _SIDES.items() if side is times.turn), None)
    return [*map(list, times.accounts), turn]


def parse_outline(found: Any) -> Outline:
    """Return the outline that these JSON types describe. ValueError, TypeError or KeyError if they do not."""
    line = begin(found["start"])
    for ply in found["plies"]:
        line = play_on(line, ply) if isinstance(ply, str) else play_on(line, *ply)
    stamps = tuple((int(ply), int(ms), int(used)) for ply, ms, used in found["stamps"])
    return Outline(
        line,
        parse_times(found["times"]),
        int(found["completed"]),
        stamps,
        bool(found["turned"]),
        bool(found["over"]),
        _parse_outcome(found.get("outcome")),
    )


def _parse_outcome(found: Any) -> Outcome | None:
    """How the game ended; None where it is not said, or where a later version has ends of its own."""
    if found is None:
        return None
    name, winner = found
    known = Termination.__members__.get(name)
    return Outcome(known, None if winner is None else _SIDES[winner]) if known else None


def parse_times(found: Any) -> Times | None:
    """Return the times that these JSON types describe. ValueError, TypeError or KeyError if they do not."""
    if found is None:
        return None
    black, white, turn = found
    return Times((_parse_account(black), _parse_account(white)), None if turn is None else _SIDES[turn])


def _parse_account(found: Any) -> Account:
    left_ms, used_ms, period, byo_yomi, in_byo_yomi = map(int, found)
    if min(left_ms, used_ms, period, byo_yomi) < 0:
        raise ValueError(f"{found} found, expected no number below 0")
    return Account(left_ms, used_ms, period, byo_yomi, bool(in_byo_yomi))
