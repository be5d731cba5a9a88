"""Illegal moves that are pressed, and penalties.

The law: where the rule set counts illegal moves, such a press stops both clocks, and the board leads back to
the position before. Who judges is among the terms. The arbiter decides by one key, or by an order: a penalty,
or none. The board gives the penalty at once. A penalty is the rule set's time for the opponent, and one more
illegal move of the side; the last of them loses the game (FIDE 7.5.5). The clocks stand until `play`, and
`play` waits for the verdict. The arbiter may give a penalty at any time, and take the last one back.

This file knows nothing of which press is an illegal move (`presses.py`, `early_presses.py`).
"""

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import (
    ArbiterActed,
    ClockPaused,
    Effect,
    IllegalPress,
    PenaltyRemoved,
    ReasonTold,
    Refusal,
    VerdictAsked,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Part, Phrase, sentence
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Termination
from jadoube.core.rules.rule_sets import Judge
from jadoube.core.stages.clock.periods import penalty_s
from jadoube.core.stages.hands.reeds import expect, look_for_last_ply
from jadoube.core.stages.result.adjudication import lose, stop_clock
from jadoube.core.state.hands import touch_move
from jadoube.core.state.play_parts import Ruling
from jadoube.core.state.table import Stepped, Table, record_act


def stop_for_illegal_move(
    table: Table, clock: ChessClock, side: chess.Color, why: Part, reason: Reason | None
) -> Stepped:
    """Stop both clocks for an illegal move that this side has pressed; `clock` stands already.

    The board then expects the position before; `play` resumes the presser's clock (FIDE 7.5).
    """
    told: tuple[Effect, ...] = (ReasonTold(reason),) if reason else ()
    ruling = Ruling(side, reason or why)
    bound = touch_move.touched_in(table.play.touched, table.line)
    play = table.play.set_clock(clock).stop_for(ruling).bind(bound)
    table = table._replace(play=play, notices=table.notices.give_reason(reason))
    found: Stepped = table, (VerdictAsked(side),)
    if table.terms.illegal_verdict is Judge.BOARD:
        found = _penalise_illegal_move(table, ruling, clock.since_ms)
    table, decided = found
    if table.play.phase is Phase.OVER:
        return table, (decided[0], *told, *decided[1:])
    table = table._replace(play=table.play.pause(), notices=table.notices.expect_position())
    table, expected = expect(table)
    return table, (*decided, *told, *expected, ClockPaused())


def decide(table: Table, now_ms: int, *, penalty: bool) -> Stepped:
    """Carry out the arbiter's verdict; nothing if none is asked for."""
    ruling = table.play.ruling
    if ruling is None or not ruling.open:
        return table, ()
    if penalty:
        return _penalise_illegal_move(table, ruling, now_ms)
    act = sentence(Phrase.NO_PENALTY, side=ruling.side)
    play = table.play.stop_for(ruling.decided())
    return record_act(table._replace(play=play), sentence(Phrase.ARBITER, act=act)), (ArbiterActed(act),)


def penalise(table: Table, side: chess.Color, now_ms: int) -> Stepped:
    """Give the rule set's penalty to this side, as the arbiter orders; an open verdict is decided by it."""
    ruling = table.play.ruling
    if ruling and ruling.open and ruling.side == side:
        return decide(table, now_ms, penalty=True)
    loses = table.play.illegal_presses[side] + 1 == table.terms.rules.illegal_loses
    table, last = look_for_last_ply(table, now_ms, side) if loses else (table, ())
    table, seconds = _count(table, side, now_ms)
    number = table.play.illegal_presses[side]
    act = sentence(Phrase.PENALTY_GIVEN, side=side, number=number)
    table = record_act(table, sentence(Phrase.ARBITER, act=act))
    lost: tuple[Effect, ...] = ()
    if number == table.terms.rules.illegal_loses:
        table, lost = _lose(stop_clock(table, now_ms), side)
    return table, (*last, ArbiterActed(act), IllegalPress(side, number, seconds), *lost)


def pardon(table: Table, side: chess.Color, now_ms: int) -> Stepped:
    """Take this side's last penalty back: its time, and its count."""
    last, clock = table.play.last_penalty(side), table.play.clock
    if last is None:
        return table, ()
    play, ruling = table.play.pardon(side), table.play.ruling
    if last.counts and ruling and ruling.side == side and not ruling.open:
        play = play.stop_for(ruling.decided())
    if clock and last.seconds:
        play = play.set_clock(clock.give(not side, -last.seconds * 1000, now_ms))
    act = sentence(Phrase.PENALTY_REMOVED, side=side)
    table = record_act(table._replace(play=play), sentence(Phrase.ARBITER, act=act))
    return table, (ArbiterActed(act), PenaltyRemoved(side, last.seconds))


def _penalise_illegal_move(table: Table, ruling: Ruling, at_ms: int) -> Stepped:
    """Give the penalty for the illegal move for which the clocks stand."""
    side, why = ruling.side, ruling.why
    table, seconds = _count(table, side, at_ms)
    number = table.play.illegal_presses[side]
    play, refused = table.play.stop_for(ruling.decided(number, seconds)), Refusal.NO_PLY
    table = table._replace(play=play, notices=table.notices.refuse(side, refused, at_ms))
    table = record_act(table, sentence(Phrase.ILLEGAL_MOVE, number=number, side=side, why=why))
    lost: tuple[Effect, ...] = ()
    if number == table.terms.rules.illegal_loses:
        table, lost = _lose(table, side)
    return table, (IllegalPress(side, number, seconds), *lost)


def _count(table: Table, side: chess.Color, at_ms: int) -> tuple[Table, int]:
    """Count one more illegal move of this side; the opponent gets these seconds, unless the game is lost."""
    clock, number = table.play.clock, table.play.illegal_presses[side] + 1
    seconds = 0 if number == table.terms.rules.illegal_loses else penalty_s(table, side)
    play = table.play.penalise(side, seconds, counts=True)
    if clock and seconds:
        play = play.set_clock(clock.give(not side, seconds * 1000, at_ms))
    return table._replace(play=play), seconds


def _lose(table: Table, side: chess.Color) -> Stepped:
    return lose(table, side, Termination.ILLEGAL_MOVES, table.terms.rules.flag_saves)
