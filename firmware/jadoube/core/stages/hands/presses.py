"""Judging presses: the ply that a lever completes, its effect on the clock, and refusals.

The law: a press is judged when the reeds have been quiet for a debounce, at most 200 ms after it; with a
piece in the air it waits for the landing (`early_presses.py`). It counts from its first sample, but not
before its ply stands. It completes the presser's ply, even after the opponent's reply (FIDE
6.2.2). If the opponent replies and presses while this press is still missing, both plies stand and the first
side's clock runs on. The lever of a side whose clock does not run does nothing else, except that before the
game it starts the opponent's clock. Where only a lever has turned the board, a press without a ply at the
start position is no fault: who presses may be Black, and the board is turned back (`orientation.py`). In a
pause no press counts, and who presses is told.
"""

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import (
    BoardTurned,
    ClockStarted,
    Effect,
    MoveCompleted,
    PressIgnored,
    PressRefused,
    Refusal,
)
from jadoube.core.messages.events import LEVERS, PANEL, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.reading import weights
from jadoube.core.reading.explanations.hidden_plies import may_hide_ply
from jadoube.core.reading.hypotheses import is_on_board, put_back
from jadoube.core.rules.game_line import Line
from jadoube.core.stages.clock.periods import count_again
from jadoube.core.stages.hands import early_presses
from jadoube.core.stages.hands.illegal_presses import stop_for_illegal_move
from jadoube.core.stages.hands.illegal_reason import reason_of
from jadoube.core.stages.hands.reeds import accept_promotion, ask_for_takeback, record_note
from jadoube.core.stages.others import opponents
from jadoube.core.stages.wiring import call_for_ply_or_line
from jadoube.core.state.hands import touch_move
from jadoube.core.state.play_parts import Press
from jadoube.core.state.table import (
    Stepped,
    Table,
    has_open_orientation,
    is_set_up,
    moves_made,
    owed_ply,
    record_act,
)


def judging_due_ms(table: Table) -> int | None:
    """When the oldest press is due to be judged; None if there is none."""
    if not table.play.presses:
        return None
    press = table.play.presses[0]
    latest_ms, lands = early_presses.latest_ms(table, press)
    if lands:
        return latest_ms
    quiet_ms = max(table.board.quiet_since_ms, _key_since_ms(table, press.at_ms)) + table.terms.debounce_ms
    return min(latest_ms, max(press.at_ms, quiet_ms))


def _key_since_ms(table: Table, at_ms: int) -> int:
    """When a panel key was released before a press and has not settled; 0 if none was.

    The press waits for it: the key may choose the promotion piece that the press accepts.
    """
    up = PANEL & ~table.panel.buttons.raw
    since = (change.since_ms for change in table.panel.buttons.changing if change.contacts & up)
    return max((since_ms for since_ms in since if since_ms < at_ms), default=0)


def judge_presses(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Judge the presses that are due, the oldest first."""
    effects: tuple[Effect, ...] = ()
    while (due_ms := judging_due_ms(table)) is not None and due_ms <= now_ms:
        table, more = _judge_first(table)
        effects += more
    return table, effects


def has_press_before(table: Table, at_ms: int, now_ms: int) -> bool:
    """Whether a lever went down before `at_ms` and its press is not judged, or not even believed, by now.

    A press counts from its first sample, so a lever that bounces at this moment may still turn out to be one.
    """
    levers, hold_ms = int(LEVERS), table.terms.debounce_ms
    closings = table.panel.buttons.unbelieved(now_ms, hold_ms)
    down_ms = [change.since_ms for change in closings if change.contacts & levers]
    return any(since_ms < at_ms for since_ms in (*down_ms, *(press.at_ms for press in table.play.presses)))


def judge_all(table: Table) -> Stepped:
    """Judge every open press now, without waiting for quiet."""
    effects: tuple[Effect, ...] = ()
    while table.play.presses:
        table, more = _judge_first(table)
        effects += more
    return table, effects


def start_clock(table: Table, clock: ChessClock, side: chess.Color, at_ms: int) -> Stepped:
    """Start this side's clock at this instant; before the game this begins the game."""
    return table._replace(play=table.play.start_clock(clock, side, at_ms)), (ClockStarted(side),)


def _judge_first(table: Table) -> Stepped:
    press = table.play.presses[0]
    table = table._replace(play=table.play.drop_press())
    if table.play.phase is Phase.PAUSED:
        return table, (PressIgnored(press.side),)
    if table.play.phase is Phase.OVER or _means_nothing(table, press):
        return table, ()
    press, waited = Press(press.side, press.counts_ms), table.play.retreat
    table, effects = ask_for_takeback(table, press.at_ms)
    if waited and not table.play.retreat:
        return table, effects
    if owed_ply(table, press.side) is not None or _calls_for_ply(table, press.side):
        table, called = call_for_ply_or_line(table, press.side, table.play.completed, press.at_ms)
        effects += called
        if table.seen.agreed:
            table, made = opponents.take_in_told(table)
            effects += made
    ply = owed_ply(table, press.side)
    if ply is not None and is_on_board(table.best, ply):
        table, more = _complete_ply(table, press, ply)
    else:
        table, more = _judge_without_ply(table, press)
    return table, effects + more


def _means_nothing(table: Table, press: Press) -> bool:
    """Whether the press is void: after the flag fell, or not later than the clock's last change.

    So is an early press whose flag fell before the landing. The beginning of a period at that instant is no
    such change: the ply was under way before.
    """
    clock = table.play.clock
    if clock is None or clock.running is None:
        return False
    too_soon = press.at_ms < clock.since_ms or (press.at_ms == clock.since_ms and not clock.spent_ms)
    return too_soon or clock.used_up(press.counts_ms)


def _calls_for_ply(table: Table, side: chess.Color) -> bool:
    """Whether a press of this side means that it made a ply which is not read yet.

    There are three cases:

    - It is this side's turn and something has moved.
    - It is not this side's turn and one of its pieces has moved: both sides made a ply that was not seen.
    - The board fits both without and with a ply of this side, from a square that is not believed.
    """
    if table.line.side_to_move != side:
        return bool(table.best.theirs)
    clock = table.play.clock
    runs = clock is None or not clock.started or clock.running == side
    return runs and (not table.best.fits or _may_have_played(table))


def _may_have_played(table: Table) -> bool:
    """Whether the side to move may have made a ply although the board fits without one."""
    next_ply, best = table.line.ply + 1, table.best
    fits_too = (each.fits and each.line.ply == next_ply for each in table.seen.hypotheses)
    return bool(put_back(best)) or any(fits_too) or best.bad != 0 or _may_have_hidden_ply(table)


def _may_have_hidden_ply(table: Table) -> bool:
    """Whether in a reading level with the best the side to move may have made a ply that no reed shows."""
    side, worst = table.line.side_to_move, table.best.rank + weights.DOUBTFUL
    return any(each.rank < worst and may_hide_ply(each, side) for each in table.seen.hypotheses)


def _complete_ply(table: Table, press: Press, ply: int) -> Stepped:
    table, accepted = accept_promotion(table) if table.line.ply == ply else (table, ())
    table = table._replace(play=table.play.complete(ply), notices=table.notices.hide_refusal())
    table = _make_ply_final(table, ply)
    table, started = _press_clock(table, press, ply)
    effects: tuple[Effect, ...] = (*accepted, MoveCompleted(ply, press.at_ms), *started)
    noted = (
        touch_move.find_breach(table.play.touched, table.line, table.terms.rules)
        if ply == table.line.ply
        else None
    )
    return (record_note(table, noted), (*effects, noted)) if noted else (table, effects)


def _make_ply_final(table: Table, ply: int) -> Table:
    """Make a completed ply final where the rule set has no takebacks: putting it back only moves pieces."""
    if table.terms.rules.takeback:
        return table
    return table._replace(seen=table.seen._replace(known=table.seen.known._replace(stays=ply)))


def _press_clock(table: Table, press: Press, ply: int) -> Stepped:
    """Press the clock for a completed ply; after a ply that ends the game leave it to `end_game` to stop.

    A ply before that nobody pressed for is completed with it, and the moves of both sides are counted.
    """
    clock = table.play.clock
    if clock is None or (table.play.ends and ply == table.line.ply):
        return table, ()
    if not clock.started:
        return start_clock(table, clock, not press.side, press.at_ms)
    if clock.running == press.side and not opponents.waits_for_answer(table):
        moves = moves_made(table, press.side, ply)
        table = table._replace(play=table.play.press_clock(press.side, ply, press.at_ms, moves))
    return (count_again(table, press.at_ms) if table.play.passed_over else table), ()


def _judge_without_ply(table: Table, press: Press) -> Stepped:
    """Judge a press that completes no ply: it starts the game, does nothing, or is refused."""
    clock = table.play.clock
    if clock is None:
        ours = table.play.phase is Phase.PLAYING and _has_turn(table.line, press.side)
        return _refuse(table, press) if ours else (table, ())
    if not clock.started:
        if _has_turn(table.line, press.side) or table.line.ply:
            return table, ()
        if not is_set_up(table):
            return _refuse(table, press)
        return start_clock(table, clock, not press.side, press.at_ms)
    if clock.running != press.side or _waits_for_server(table, press.side):
        return table, ()
    return _turn_board(table, clock, press) if _may_be_black(table) else _refuse(table, press)


def _may_be_black(table: Table) -> bool:
    """Whether who presses without a ply may be Black on a board that lies the other way round.

    Nothing has moved, two people play, and only a lever has said that the board lies turned; or nothing has
    said how it lies, or levers have said both.
    """
    is_open = has_open_orientation(table) and (table.turned or table.other is not None)
    return is_open and table.best.fits and table.seen.agreed is None


def _turn_board(table: Table, clock: ChessClock, press: Press) -> Stepped:
    """Take who presses for Black: the board is to be turned (`orientation.py`), and White's clock runs there.

    What the clock has run stays: whoever has pressed first, the game has begun.
    """
    table, started = start_clock(table, clock, press.side, press.at_ms)
    return table, (BoardTurned(not table.turned), *started)


def _waits_for_server(table: Table, side: chess.Color) -> bool:
    """Whether this side's ply is made, and only a server that is cut off lacks it: its clock runs."""
    return bool(table.play.afar.cut_off) and not _has_turn(table.line, side)


def _has_turn(line: Line, side: chess.Color) -> bool:
    return line.side_to_move == side


def _refuse(table: Table, press: Press) -> Stepped:
    """Refuse a press without a legal ply, or count it as an illegal move where the rule set does.

    A press that is no illegal move and would be counted is noted for the arbiter, unless it was allowed. If
    the presser has pressed again meanwhile, the later press counts.
    """
    why, clock, rules = early_presses.refusal_of(table, press.side), table.play.clock, table.terms.rules
    if why is Refusal.NOT_LANDED and any(later.side == press.side for later in table.play.presses):
        return table, ()
    if why is not Refusal.TOO_LATE and rules.penalises and clock and clock.running == press.side:
        reason = reason_of(table)
        if early_presses.is_illegal(table, reason):
            return stop_for_illegal_move(table, clock.stop(press.at_ms), press.side, why, reason)
        table = record_act(table, sentence(Phrase.PRESS_REFUSED, side=press.side, why=why))
    return _show_refusal(table, press, why), (PressRefused(press.side, why),)


def _show_refusal(table: Table, press: Press, why: Refusal) -> Table:
    waited_ms = table.terms.landing_ms if why is Refusal.NOT_LANDED else 0
    return table._replace(notices=table.notices.refuse(press.side, why, press.at_ms + waited_ms))
