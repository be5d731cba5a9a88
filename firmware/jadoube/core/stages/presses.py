"""Judging presses: which ply a lever completes, what it does to the clock, and when it is refused.

The law (behaviour.md): a press is judged when the reeds have been quiet for a debounce, at most 200 ms after
it, and counts from its first sample. It completes the presser's ply, even when the opponent has already
replied (FIDE 6.2.2). If the opponent replies and presses while it is still missing, both plies stand and
the first side's clock runs on. A lever whose clock is not running does nothing else, except that before the
game it starts the opponent's clock.
"""

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import (
    ClockPaused,
    ClockStarted,
    Effect,
    IllegalPress,
    MoveCompleted,
    PressRefused,
    ReasonTold,
    Refusal,
)
from jadoube.core.messages.events import LEVERS, PANEL, Scanned
from jadoube.core.messages.phases import Cause, Phase, follow
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.reading.hypotheses import is_on_board, puts_back
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Termination
from jadoube.core.stages.adjudication import lose
from jadoube.core.stages.illegal_reason import reason_of
from jadoube.core.stages.periods import moves_made, penalty_s
from jadoube.core.stages.reeds import accept_promotion, ask_for_takeback, call_for_ply, expect, record_note
from jadoube.core.state import touch_move
from jadoube.core.state.table import (
    PRESS_WAITS_MS,
    REFUSAL_SHOWS_MS,
    Press,
    Refused,
    Stamp,
    Stepped,
    Table,
    owed_ply,
    record_act,
)


def judging_due_ms(table: Table) -> int | None:
    """When the oldest press will be judged; None if there is none."""
    if not table.presses:
        return None
    at_ms = table.presses[0].at_ms
    quiet_ms = max(table.quiet_since_ms, _key_since_ms(table, at_ms)) + table.terms.debounce_ms
    return min(at_ms + PRESS_WAITS_MS, max(at_ms, quiet_ms))


def _key_since_ms(table: Table, at_ms: int) -> int:
    """When a panel key went up before a press and is not believed yet: it may choose what is accepted."""
    up = PANEL & ~table.buttons.raw
    since = (change.since_ms for change in table.buttons.changing if change.contacts & up)
    return max((since_ms for since_ms in since if since_ms < at_ms), default=0)


def judge_presses(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Judge the presses whose time has come, the oldest first."""
    effects: tuple[Effect, ...] = ()
    while (due_ms := judging_due_ms(table)) is not None and due_ms <= now_ms:
        table, more = _judge_first(table)
        effects += more
    return table, effects


def has_press_before(table: Table, at_ms: int) -> bool:
    """Whether a lever went down before this instant, and its press is not judged or not even believed yet."""
    down = int(LEVERS) & table.buttons.raw
    closing = (change.since_ms for change in table.buttons.changing if change.contacts & down)
    return any(since_ms < at_ms for since_ms in (*closing, *(press.at_ms for press in table.presses)))


def judge_all(table: Table) -> Stepped:
    """Judge every press now: nothing more will come."""
    effects: tuple[Effect, ...] = ()
    while table.presses:
        table, more = _judge_first(table)
        effects += more
    return table, effects


def start_clock(table: Table, clock: ChessClock, side: chess.Color, at_ms: int) -> Stepped:
    """Run this side's clock from an instant on; before the game this begins it."""
    if table.phase is Phase.SETTING_UP:
        table = table._replace(phase=follow(table.phase, Cause.CLOCK_STARTED))
    return table._replace(clock=clock.start(side, at_ms)), (ClockStarted(side),)


def is_set_up(table: Table) -> bool:
    """Whether the start position stands; or it has come to rest, and would stand were some reeds dead."""
    return table.best.fits or (table.rested and any(each.fits for each in table.seen.hypotheses))


def _judge_first(table: Table) -> Stepped:
    press, *later = table.presses
    table = table._replace(presses=tuple(later))
    if table.phase in (Phase.OVER, Phase.PAUSED) or _means_nothing(table, press):
        return table, ()
    waited = table.retreat
    table, effects = ask_for_takeback(table, press.at_ms)
    if waited and not table.retreat:
        return table, effects
    if owed_ply(table, press.side) is not None or _calls_for_ply(table, press.side):
        table, called = call_for_ply(table, press.side, table.completed)
        effects += called
    ply = owed_ply(table, press.side)
    if ply is not None and is_on_board(table.best, ply):
        table, more = _complete_ply(table, press, ply)
    else:
        table, more = _judge_without_ply(table, press)
    return table, effects + more


def _means_nothing(table: Table, press: Press) -> bool:
    """Whether the lever went down after the flag had fallen, or not later than the clock last changed.

    A period that began by itself at that instant is no such change: the ply has been under way before.
    """
    clock = table.clock
    if clock is None or clock.running is None:
        return False
    too_soon = press.at_ms < clock.since_ms or (press.at_ms == clock.since_ms and not clock.spent_ms)
    return too_soon or clock.used_up(press.at_ms)


def _calls_for_ply(table: Table, side: chess.Color) -> bool:
    """Whether a press of this side says that it has made a ply: it is its turn, and something has moved.

    Or it is not its turn, and a piece of its own has moved: then both sides have made one that was not seen.
    Or the board fits without a ply of this side, but with one as well: from a square whose reed is dead.
    """
    if table.line.side_to_move != side:
        return bool(table.best.theirs)
    clock = table.clock
    runs = clock is None or not clock.started or clock.running == side
    return runs and (not table.best.fits or _may_have_played(table))


def _may_have_played(table: Table) -> bool:
    """Whether the side to move may have made a ply on a board that fits without one."""
    next_ply = table.line.ply + 1
    fits_too = (each.fits and each.line.ply == next_ply for each in table.seen.hypotheses)
    return puts_back(table.best) or any(fits_too)


def _complete_ply(table: Table, press: Press, ply: int) -> Stepped:
    table, accepted = accept_promotion(table) if table.line.ply == ply else (table, ())
    table = _make_ply_final(table._replace(completed=ply, refused=None), ply)
    table, started = _press_clock(table, press, ply)
    effects: tuple[Effect, ...] = (*accepted, MoveCompleted(ply, press.at_ms), *started)
    noted = (
        touch_move.find_breach(table.touched, table.line, table.terms.rules)
        if ply == table.line.ply
        else None
    )
    return (record_note(table, noted), (*effects, noted)) if noted else (table, effects)


def _make_ply_final(table: Table, ply: int) -> Table:
    """Where players take nothing back, hands that put a completed ply back have only moved pieces."""
    if table.terms.rules.takeback:
        return table
    return table._replace(seen=table.seen._replace(known=table.seen.known._replace(stays=ply)))


def _press_clock(table: Table, press: Press, ply: int) -> Stepped:
    """What a completed ply does to the clock; a ply that ends the game stops it, which is not done here."""
    clock = table.clock
    if clock is None or (table.ends and ply == table.line.ply):
        return table, ()
    if not clock.started:
        return start_clock(table, clock, not press.side, press.at_ms)
    if clock.running != press.side:
        return table, ()
    clock = clock.press(press.side, press.at_ms, moves_made(table, press.side, ply))
    left_ms, used_ms = clock.read(press.side, press.at_ms)
    stamp = Stamp(ply, left_ms, table.stamps, used_ms)
    return table._replace(clock=clock, stamps=stamp), ()


def _judge_without_ply(table: Table, press: Press) -> Stepped:
    """A press that completes nothing: it starts the game, or does nothing, or is refused."""
    clock = table.clock
    if clock is None:
        ours = table.phase is Phase.PLAYING and _has_turn(table.line, press.side)
        return _refuse(table, press) if ours else (table, ())
    if not clock.started:
        if _has_turn(table.line, press.side) or table.line.ply:
            return table, ()
        if not is_set_up(table):
            return _refuse(table, press)
        return start_clock(table, clock, not press.side, press.at_ms)
    return _refuse(table, press) if clock.running == press.side else (table, ())


def _has_turn(line: Line, side: chess.Color) -> bool:
    return line.side_to_move == side


def _refuse(table: Table, press: Press) -> Stepped:
    why = Refusal.UNREADABLE if table.illegal or not table.seen.ready else Refusal.NO_PLY
    clock = table.clock
    rules = table.terms.rules
    counts = rules.illegal_penalty_s or rules.illegal_loses
    if counts and clock and clock.running == press.side:
        return _count_illegal_move(table, clock, press, why)
    return _show_refusal(table, press, why), (PressRefused(press.side, why),)


def _show_refusal(table: Table, press: Press, why: Refusal) -> Table:
    return table._replace(refused=Refused(press.side, why, press.at_ms + REFUSAL_SHOWS_MS))


def _count_illegal_move(table: Table, clock: ChessClock, press: Press, why: Refusal) -> Stepped:
    """A press without a legal ply, where that is an illegal move: both clocks stop, the opponent gets time.

    The position before is expected, and `play` runs the presser's clock again (behaviour.md, FIDE 7.5).
    """
    side, rules, clock = press.side, table.terms.rules, clock.stop(press.at_ms)
    black, white = table.illegal_presses
    presses = (black, white + 1) if side == chess.WHITE else (black + 1, white)
    number = presses[side]
    reason = reason_of(table)
    told: tuple[Effect, ...] = (ReasonTold(reason),) if reason else ()
    table = _show_refusal(table, press, why)._replace(clock=clock, illegal_presses=presses, reason=reason)
    table = record_act(table, sentence(Phrase.ILLEGAL_MOVE, number=number, side=side, why=reason or why))
    if number == rules.illegal_loses:
        table, lost = lose(table, side, Termination.ILLEGAL_MOVES, rules.flag_saves)
        return table, (IllegalPress(side, number, 0), *told, *lost)
    seconds = penalty_s(table, side)
    if seconds:
        clock = clock.give(not side, seconds * 1000, press.at_ms)
    paused = table._replace(clock=clock, phase=follow(table.phase, Cause.PAUSED), illegal=False)
    table, expected = expect(paused)
    penalised = IllegalPress(side, number, seconds)
    return table, (penalised, *told, *expected, ClockPaused())
