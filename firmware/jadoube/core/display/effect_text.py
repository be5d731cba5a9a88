"""Effects and hypotheses as text: one line each.

The words are the glossary's, in English only. They are values: the same effect on the same table always gives
the same line. Transcripts and `replay --explain` print `effect_text`; the terminal and the answers to orders
print `answer_text`. This file decides only the wording. What players see is the view's (`view.py`).
"""

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, Scoresheet, scoresheet
from jadoube.core.language.render import put_in_words, reason_words, side_name
from jadoube.core.messages.effects import (
    Adjudicating,
    Adjusted,
    AlternativeOffered,
    AlternativeTaken,
    ArbiterActed,
    BadReed,
    BoardReady,
    BoardTurned,
    ByoYomiBegun,
    ClaimRefused,
    ClockPaused,
    ClockStarted,
    DrawClaimable,
    DrawOffered,
    Effect,
    FlagFell,
    GameBegun,
    GameOver,
    Glitched,
    IllegalMove,
    IllegalPress,
    Lifted,
    LineFaulty,
    LineMended,
    MoveCompleted,
    MoveMade,
    MoveUnmade,
    NoAlternative,
    Noted,
    OfferEnded,
    OrderRefused,
    PeriodBegun,
    Placed,
    PressRefused,
    PromotionAccepted,
    PromotionOffered,
    PutRight,
    ReasonTold,
    ReedTrusted,
    SettingChanged,
    SwitchOff,
    TimeLow,
)
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import move_number, number_text, numbered_san
from jadoube.core.rules.outcome import Outcome
from jadoube.core.rules.rule_sets import Repeated
from jadoube.core.signals import lines
from jadoube.core.squares import Occupancy, names
from jadoube.core.state.menu import Entry
from jadoube.core.state.table import Table, read_clock

_WiringEffect = BadReed | ReedTrusted | LineFaulty | LineMended

_BoardEffect = (
    Lifted | Placed | Glitched | Adjusted | BoardReady | BoardTurned | IllegalMove | PutRight | _WiringEffect
)

_ClockEffect = ClockStarted | ClockPaused | FlagFell | TimeLow | PeriodBegun | ByoYomiBegun

_RulesEffect = (
    DrawOffered
    | OfferEnded
    | DrawClaimable
    | ClaimRefused
    | IllegalPress
    | Noted
    | Adjudicating
    | ArbiterActed
    | OrderRefused
)

_PanelEffect = SettingChanged | SwitchOff

IRREGULAR = " (irregular)"
"""Marks an irregular ply."""

NO_PLY = "no ply"
"""Stands for a reading without plies."""


def effect_text(effect: Effect, table: Table) -> str:  # noqa: C901, PLR0911, PLR0912 - a row for each effect
    """Return an effect as one line; `table` is the table after the step that gave the effect."""
    match effect:
        case MoveMade(ply, san, rivals):
            marked = f"{san}{_irregular_text(table, ply)}"
            return f"move made {_move_number(table, ply)} {marked}{_doubt_text(rivals)}"
        case MoveUnmade(ply, san):
            return f"move unmade {_move_number(table, ply)} {san}"
        case MoveCompleted(ply, at_ms):
            return f"move completed {_ply_name(table, ply)} at {seconds(at_ms)}{_left_text(table, ply)}"
        case PressRefused(side, why):
            return f"press refused {side_name(side)}: {why}"
        case ReasonTold(reason):
            return f"reason: {reason_words(reason)}"
        case PromotionOffered(_, piece):
            return f"promotion offered: {chess.piece_name(piece)}"
        case PromotionAccepted(_, piece):
            return f"promotion accepted: {chess.piece_name(piece)}"
        case AlternativeOffered() | NoAlternative() | AlternativeTaken():
            return _alternative_text(table, effect)
        case ClockStarted() | ClockPaused() | FlagFell() | TimeLow() | PeriodBegun() | ByoYomiBegun():
            return _clock_effect_text(effect, table)
        case GameOver(outcome):
            return f"game over {_outcome_text(outcome)}"
        case GameBegun(closed):
            return f"game begun; the one before is closed {_outcome_text(closed)}"
        case SettingChanged() | SwitchOff():
            return _panel_effect_text(effect)
        case _:
            return (
                _board_effect_text(effect)
                if isinstance(effect, _BoardEffect)
                else _rules_effect_text(effect, table)
            )


def answer_text(effect: Effect, table: Table) -> str:
    """Return an effect as the answer to an order: as `effect_text`, but a time control is in minutes."""
    match effect:
        case SettingChanged(Entry.CONTROL, text):
            return f"set {effect.what}: {control_text(parse_time_control(text))}"
    return effect_text(effect, table)


def _clock_effect_text(effect: _ClockEffect, table: Table) -> str:
    """Return an effect of the clock as one line."""
    match effect:
        case ClockStarted(side):
            return f"clock started {side_name(side)}{_since_text(table, side)}"
        case ClockPaused():
            return "clock paused"
        case FlagFell(side, at_ms):
            return f"flag fell {side_name(side)} at {seconds(at_ms)}"
        case TimeLow(side, left_s, at_ms):
            return f"time low {side_name(side)}: {left_s} s at {seconds(at_ms)}"
        case PeriodBegun(side, number):
            return f"period {number + 1} begun {side_name(side)}"
        case ByoYomiBegun(side, left):
            return f"byo-yomi {side_name(side)}: {left} left"


def _panel_effect_text(effect: _PanelEffect) -> str:
    """Return an effect of the menu as one line."""
    match effect:
        case SettingChanged(what, text):
            return f"set {what}: {text}"
    return "switch off"


def _rules_effect_text(effect: _RulesEffect, table: Table) -> str:  # noqa: PLR0911 - a row for each effect
    """Return an effect of a claim, an order or the rules as one line."""
    match effect:
        case DrawOffered(side):
            return f"draw offered by {side_name(side)}"
        case OfferEnded(side):
            return f"offer ended: {side_name(side)}'s"
        case DrawClaimable(why):
            claims = table.terms.rules.repeated is Repeated.CLAIM
            return f"draw claimable: {why}" if claims else f"shown only: {why}"
        case ClaimRefused(side, penalty_s):
            return f"claim refused {side_name(side)}{_penalty_text(side, penalty_s)}"
        case IllegalPress(side, number, penalty_s):
            return f"illegal move {number} by {side_name(side)}{_penalty_text(side, penalty_s)}"
        case Noted(side, note, square):
            return f"noted {side_name(side)}: {chess.SQUARE_NAMES[square]} {note}"
        case Adjudicating(side):
            return f"adjudicating whether {side_name(side)} can mate"
        case ArbiterActed(act):
            return f"arbiter: {put_in_words(act)}"
        case OrderRefused(why):
            return f"order refused: {put_in_words(why)}"


def _board_effect_text(effect: _BoardEffect) -> str:  # noqa: PLR0911 - a row for each effect
    """Return an effect of the reeds as one line."""
    match effect:
        case Lifted(square):
            return f"lifted {chess.SQUARE_NAMES[square]}"
        case Placed(square):
            return f"placed {chess.SQUARE_NAMES[square]}"
        case Glitched(squares):
            return f"glitch {_square_list(squares)}"
        case Adjusted():
            return "adjusted"
        case BoardReady():
            return "board ready"
        case BoardTurned(turned):
            return "board turned" if turned else "board not turned"
        case IllegalMove(extra, missing):
            return f"illegal move: too much {_square_list(extra)}, missing {_square_list(missing)}"
        case PutRight():
            return "put right"
    return _wiring_effect_text(effect)


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


def _wiring_effect_text(effect: _WiringEffect) -> str:
    """Return an effect of a bad reed or line as one line."""
    match effect:
        case BadReed(square, fault):
            return f"bad reed {chess.SQUARE_NAMES[square]}: {fault}"
        case ReedTrusted(square):
            return f"reed trusted {chess.SQUARE_NAMES[square]}"
        case LineFaulty(line, line_fault):
            return f"line {lines.NAMES[line]} {line_fault}"
        case LineMended(line):
            return f"line {lines.NAMES[line]} is sound again"


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


def _alternative_text(table: Table, effect: AlternativeOffered | NoAlternative | AlternativeTaken) -> str:
    match effect:
        case AlternativeOffered(ply, san):
            return f"alternative offered {_move_number(table, ply)} {san or NO_PLY}"
        case AlternativeTaken(ply, san):
            return f"alternative taken {_move_number(table, ply)} {san or NO_PLY}"
    return "no alternative"


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


def _since_text(table: Table, side: chess.Color) -> str:
    clock = table.play.clock
    return f" at {seconds(clock.since_ms)}" if clock and clock.running == side else ""


def _outcome_text(outcome: Outcome) -> str:
    return f"{outcome.result}: {outcome.termination}"


def _penalty_text(side: chess.Color, penalty_s: int) -> str:
    """The time that the opponent gets as a penalty; empty if none."""
    return f": {penalty_s} s for {side_name(not side)}" if penalty_s else ""


def _square_list(occupancy: Occupancy) -> str:
    return " ".join(names(occupancy)) or "nothing"
