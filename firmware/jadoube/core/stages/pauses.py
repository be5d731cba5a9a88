"""Starting, pausing and resuming the clock without a lever.

The law: `play` starts, pauses and resumes. This file knows nothing of which key or order asks.
"""

from jadoube.core.messages.effects import ClockPaused, ClockStarted
from jadoube.core.messages.phases import Phase
from jadoube.core.permissions.refusal import play_refusal
from jadoube.core.stages.presses import judge_all, start_clock
from jadoube.core.stages.reeds import ask_for_takeback
from jadoube.core.state.table import Stepped, Table


def pause(table: Table, now_ms: int) -> Stepped:
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
    """Start, pause or resume the clock."""
    clock = table.play.clock
    if clock is None or table.play.phase is Phase.OVER:
        return table, ()
    if table.play.phase is Phase.PAUSED:
        if play_refusal(table):
            return table, ()
        side = table.line.side_to_move if clock.resumes is None else clock.resumes
        resumed, notices = table.play.resume(clock.resume(now_ms)), table.notices.hide_refusal()
        return table._replace(play=resumed, notices=notices), (ClockStarted(side),)
    if clock.running is not None:
        return pause(table, now_ms)
    if play_refusal(table):
        return table, ()
    return start_clock(table, clock, table.line.side_to_move, now_ms)
