"""Effects and hypotheses as text: one line each.

The words are the glossary's, in English only. They are values: the same effect on the same table always gives
the same line. Transcripts and `replay --explain` print `effect_text`; the terminal
prints `answer_text`. An effect's phrase stands at the effect (`messages/effects.py`); this file decides what
stands in its braces. What players see is the view's (`view.py`).
"""

from collections.abc import Callable
from typing import Any, Final

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, Scoresheet, scoresheet
from jadoube.core.language.render import put_in_words, reason_words, side_name
from jadoube.core.messages.effects import Effect, SettingChanged
from jadoube.core.messages.settings import Entry
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import move_number, number_text, numbered_san
from jadoube.core.rules.outcome import Outcome
from jadoube.core.rules.rule_sets import Repeated
from jadoube.core.signals import lines
from jadoube.core.squares import Occupancy, names
from jadoube.core.state.table import Table, read_clock

IRREGULAR = " (irregular)"
"""Marks an irregular ply."""

NO_PLY = "no ply"
"""Stands for a reading without plies."""


def effect_text(effect: Effect, table: Table) -> str:
    """Return an effect as one line; `table` is the table after the step that gave the effect."""
    return effect.phrase.format_map(_Parts(effect, table))


def answer_text(effect: Effect, table: Table) -> str:
    """Return an effect as the answer to an order: as `effect_text`, but a time control is in minutes."""
    match effect:
        case SettingChanged(Entry.CONTROL, text):
            return f"set {effect.what}: {control_text(parse_time_control(text))}"
    return effect_text(effect, table)


class _Parts(dict[str, str]):
    """The texts for the braces of an effect's phrase, by their names."""

    def __init__(self, effect: Effect, table: Table) -> None:
        super().__init__()
        self._effect, self._table = effect, table

    def __missing__(self, name: str) -> str:
        write = PARTS.get(name)
        if write:
            return write(self._effect, self._table)
        return put_in_words(getattr(self._effect, name))


def readings_text(table: Table) -> tuple[str, ...]:
    """Return a line for each hypothesis, the best first: last ply, rank, astray and dead squares."""
    return tuple(_reading_text(each) for each in table.seen.hypotheses)


def game_text(table: Table) -> str:
    """Return the game as it is read now, in one line: the moves, their doubts, the result."""
    sheet = scoresheet(table)
    words = [_ply_text(table, sheet, number, ply) for number, ply in enumerate(sheet.plies, start=1)]
    return " ".join([*words, sheet.result])


def clock_text(table: Table, now_ms: int) -> str:
    """Return both sides' times at an instant, in seconds with three decimals; `none` without a clock."""
    clock = read_clock(table, now_ms)
    if clock is None:
        return "none"
    left = (f"{side_name(side)} {seconds(clock.sides[side].ms)}" for side in chess.COLORS)
    return ", ".join(left)


def seconds(ms: int) -> str:
    """Return whole milliseconds as seconds: 61234 is `61.234`."""
    return f"{ms // 1000}.{ms % 1000:03}"


def _reading_text(hypothesis: Hypothesis) -> str:
    last = numbered_san(hypothesis.line) or NO_PLY
    astray = f", astray {_square_list(hypothesis.change)}" if hypothesis.change else ""
    dead = f", dead {_square_list(hypothesis.bad)}" if hypothesis.bad else ""
    last += IRREGULAR if hypothesis.line.irregular else ""
    return f"{last}, rank {hypothesis.rank:.1f}{astray}{dead}"


def _ply_text(table: Table, sheet: Scoresheet, number: int, ply: Ply) -> str:
    """Say a ply as a PGN does, where the number of a Black move stands at the beginning only."""
    written = _move_number(table, number)
    follows = number > 1 and not sheet.plies[number - 2].doubts
    if follows and move_number(table.line, number - 1) == (move_number(table.line, number)[0], chess.WHITE):
        written = ""
    doubts = f"{{doubt: {', '.join(ply.doubts)}}}" if ply.doubts else ""
    return " ".join(filter(None, (written, f"{ply.san}{IRREGULAR if ply.stands else ''}", doubts)))


def _ply_name(table: Table, ply: int) -> str:
    line = table.line.back_to(ply)
    return f"{_move_number(table, ply)} {line.san}".rstrip() if line.ply == ply else _move_number(table, ply)


def _move_number(table: Table, ply: int) -> str:
    """The move number before a ply, `12.` for White's and `12...` for Black's."""
    return number_text(*move_number(table.line, ply))


def _irregular_text(table: Table, ply: int) -> str:
    return IRREGULAR if table.line.back_to(ply).irregular else ""


def _doubt_text(rivals: tuple[str, ...]) -> str:
    return f", doubt: {', '.join(rivals)}" if rivals else ""


def _left_text(table: Table, ply: int) -> str:
    """What the mover's clock showed at the press that completed the ply; empty without a stamp."""
    stamp = table.play.stamps
    while stamp and stamp.ply > ply:
        stamp = stamp.earlier
    if stamp is None or stamp.ply != ply:
        return ""
    mover = table.line.back_to(ply).mover
    used = table.play.clock is not None and table.play.clock.counts_up(mover)
    return f", {seconds(stamp.remaining_ms)} {'used' if used else 'left'}"


def _claim_text(table: Table) -> str:
    """What the rule set makes of a position in which a draw may be claimed."""
    return "draw claimable" if table.terms.rules.repeated is Repeated.CLAIM else "shown only"


def _since_text(table: Table, side: chess.Color) -> str:
    clock = table.play.clock
    return f" at {seconds(clock.since_ms)}" if clock and clock.running == side else ""


def _outcome_text(outcome: Outcome) -> str:
    return f"{outcome.result}: {outcome.termination}"


def _penalty_text(side: chess.Color, penalty_s: int) -> str:
    """The time that the opponent gets as a penalty; empty if none."""
    return f": {penalty_s} s for {side_name(not side)}" if penalty_s else ""


def _away_text(seconds_left: int | None) -> str:
    return "is back" if seconds_left is None else f"has left; victory can be claimed in {seconds_left} s"


def _reach_text(lacks: int | None) -> str:
    if lacks is None:
        return "is reached"
    return f"is cut off, and lacks the plies from {lacks} on" if lacks else "is cut off"


def _square_list(occupancy: Occupancy) -> str:
    return " ".join(names(occupancy)) or "nothing"


PARTS: Final[dict[str, Callable[[Any, Table], str]]] = {
    # Fields that are not written as they are
    "serves": lambda effect, _: "yes" if effect.serves else "no",
    "sought": lambda effect, _: effect.sought.text,
    "asks": lambda effect, _: "yes" if effect.asks else "no",
    "at_ms": lambda effect, _: seconds(effect.at_ms),
    "closed": lambda effect, _: _outcome_text(effect.closed),
    "earlier": lambda effect, _: "; the one that had begun is void" if effect.earlier else "",
    "extra": lambda effect, _: _square_list(effect.extra),
    "line": lambda effect, _: lines.NAMES[effect.line],
    "missing": lambda effect, _: _square_list(effect.missing),
    "outcome": lambda effect, _: _outcome_text(effect.outcome),
    "penalty_s": lambda effect, _: _penalty_text(effect.side, effect.penalty_s),
    "piece": lambda effect, _: chess.piece_name(effect.piece),
    "ply": lambda effect, table: _move_number(table, effect.ply),
    "reason": lambda effect, _: reason_words(effect.reason),
    "rivals": lambda effect, _: _doubt_text(effect.rivals),
    "san": lambda effect, _: effect.san or NO_PLY,
    "square": lambda effect, _: chess.SQUARE_NAMES[effect.square],
    "seat": lambda effect, _: "nobody" if effect.seat.side is None else side_name(effect.seat.side),
    "squares": lambda effect, _: _square_list(effect.squares),
    "turned": lambda effect, _: "turned" if effect.turned else "not turned",
    "written": lambda effect, _: effect.text or "nothing",
    # What the table knows besides
    "claim": lambda _, table: _claim_text(table),
    "clock": lambda effect, table: _left_text(table, effect.ply),
    "away": lambda effect, _: _away_text(effect.seconds),
    "reach": lambda effect, _: _reach_text(effect.ply),
    "opponent": lambda effect, _: side_name(effect.side),
    "irregular": lambda effect, table: _irregular_text(table, effect.ply),
    "period": lambda effect, _: str(effect.number + 1),
    "played": lambda effect, table: _ply_name(table, effect.ply),
    "since": lambda effect, table: _since_text(table, effect.side),
}
"""What stands in the braces of phrases, where it is not simply the field of that name in words."""
