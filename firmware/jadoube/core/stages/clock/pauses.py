"""Starting, pausing and resuming the clock without a lever.

The law: `play` starts, pauses and resumes. After reopening a game whose last ply ends it, `play` says that
this ply stands: the game is over. This file knows nothing of which key or order asks.
"""

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import ClockPaused, ClockStarted, OrderRefused
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.roles import Role
from jadoube.core.permissions.refusal import play_refusal
from jadoube.core.stages.hands.presses import judge_all, start_clock
from jadoube.core.stages.hands.reeds import ask_for_takeback
from jadoube.core.stages.result.adjudication import finish_game
from jadoube.core.state.table import Stepped, Table, is_kept_elsewhere


def pause(table: Table, now_ms: int, by: Role | None = None) -> Stepped:
    """Stop the clock until `play`, and record who did it; None: a player, with the key.

    The PGN tells every pause. A player may stop the clocks only to call the arbiter (FIDE 6.11.2): why he did
    it no board knows, so it refuses no pause.
    """
    after, effects = stop(table, now_ms)
    if after.play.phase is not Phase.PAUSED or table.play.phase is Phase.PAUSED:
        return after, effects
    return after._replace(play=after.play.record_pause(after.line.ply, by)), effects


def stop(table: Table, now_ms: int) -> Stepped:
    """Judge all open presses, then stop the clock until `play`.

    A flag that has fallen by `now_ms` falls all the same: a pause cannot save it.
    """
    table, effects = judge_all(table)
    table, turned = ask_for_takeback(table, now_ms)
    effects += turned
    clock = table.play.clock
    if (
        table.play.phase is not Phase.PLAYING
        or clock is None
        or clock.running is None
        or clock.used_up(now_ms)
    ):
        return table, effects
    paused = table.play.stop_clock(now_ms).pause()
    table = table._replace(play=paused, panel=table.panel.hide_reading())
    return table, (*effects, ClockPaused())


def play(table: Table, now_ms: int) -> Stepped:
    """Start, pause or resume the clock; those of a server are not ours."""
    clock = table.play.clock
    if clock is None or table.play.phase is Phase.OVER or is_kept_elsewhere(table):
        return table, ()
    if table.play.phase is Phase.PAUSED:
        return _resume(table, clock, now_ms)
    if clock.running is not None:
        return pause(table, now_ms)
    if play_refusal(table):
        return table, ()
    return start_clock(table, clock, table.line.side_to_move, now_ms)


def _resume(table: Table, clock: ChessClock, now_ms: int) -> Stepped:
    """Let the clock run again, unless a side has no time or the last ply ends the game after all."""
    if why := play_refusal(table):
        return table, (OrderRefused(why),)
    if table.play.overruled:
        return finish_game(table, table.play.overruled)
    side = table.line.side_to_move if clock.resumes is None else clock.resumes
    resumed, notices = table.play.resume(clock.resume(now_ms)), table.notices.hide_refusal()
    return table._replace(play=resumed, notices=notices), (ClockStarted(side),)
