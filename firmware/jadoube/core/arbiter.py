"""The arbiter: `step(table, event, now_ms) -> (table, effects)`.

The law: the same table, event and instant always give the same table and effects. The arbiter reads no
clock; `deadline_ms(table)` says when it wants the next scan if nothing happens before. Between two calls
nothing is decided, so a caller may skip every scan that shows what the last one showed, up to that
deadline, and change no decision by it.

A scan passes through the stages below, in their order; each is a file or a function of its own:

    read the reeds    what settled is read as lifts, places and plies       (readings)
    come to rest      when they have stood still for a second               (readings)
    be certain        that a ply is taken back                              (takebacks)
    take the buttons  levers act when pressed, panel keys when released     (panel)
    act on a hold     when a panel key has been held for a second           (panel)
    judge presses     when the reeds are quiet: completed or refused        (presses)
    warn of low time  when a running clock comes down to a mark             (lowtime)
    tell the reason   why what was tried is illegal, at rest or at a press  (explain)
    use the time up   when nothing came before: a flag falls, a period ends (endings)
    end the game      when a ply that ends it is confirmed                  (endings)
    take the picture  when the kings say a result, or the board is empty    (endings)
    begin again       when the start position has been set up               (endings)
    name bad reeds    once each, when it is sure which they are             (naming)
"""

from collections.abc import Callable

from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered, Reachable, Restarted, Scanned
from jadoube.core.panel import buttons
from jadoube.core.signals.debounce import still
from jadoube.core.stages import (
    adjudication,
    bad_reeds,
    carry_out,
    endings,
    illegal_reason,
    low_time,
    orientation,
    pauses,
    periods,
    presses,
    reeds,
    takebacks,
)
from jadoube.core.state import notices, sounds
from jadoube.core.state.table import Table, Told, clock_runs, menu_leaves_ms, open_menu, without_menu

Stage = Callable[[Table, Scanned, int], Told]

STAGES: tuple[Stage, ...] = (
    reeds.read_reeds,
    reeds.come_to_rest,
    takebacks.decide_in_time,
    buttons.take_buttons,
    buttons.act_on_hold,
    presses.judge_presses,
    low_time.warn,
    illegal_reason.tell_reason,
    endings.let_flag_fall,
    endings.end_game,
    endings.take_picture,
    endings.begin_again,
    bad_reeds.name_reeds,
)


def step(table: Table, event: Event, now_ms: int) -> Told:
    """Take in one event at an instant (whole ms, never earlier than the last one's)."""
    table, effects = _decided(table, event, now_ms)
    return (_told(table, event, effects, now_ms) if effects else table), effects


def _decided(table: Table, event: Event, now_ms: int) -> Told:
    if isinstance(event, Scanned):
        if _nothing_new(table, event, now_ms):
            return table, ()
        if orientation.is_known(table):
            return _step(table, event, now_ms)
    return orientation.step_both(_step, table, event, now_ms)


def _step(table: Table, event: Event, now_ms: int) -> Told:
    """Take in one event, the board lying as the table has it; and tell which periods it has begun."""
    after, effects = _taken_in(table, event, now_ms)
    if after.clock is table.clock:
        return after, effects
    return after, effects + periods.begun(table.clock, after.clock)


def _taken_in(table: Table, event: Event, now_ms: int) -> Told:
    match event:
        case Scanned():
            return _scanned(table, event, now_ms)
        case Restarted():
            return _looked_at(_restarted(table, now_ms), now_ms)
        case Ordered(order):
            return _looked_at(carry_out.carry_out(table, order, now_ms), now_ms)
        case Adjudicated(fen, can_mate):
            return _looked_at(adjudication.adjudicated(table, fen, can_mate), now_ms)
        case Reachable(page):
            return _looked_at((table._replace(page=page), ()), now_ms)
        case Ended():
            return _ended(table, now_ms)


def _told(table: Table, event: Event, effects: tuple[Effect, ...], now_ms: int) -> Table:
    """The table with what is heard and shown for a moment because of what was decided."""
    sides = notices.Sides(table.line.mover, table.clock.running if table.clock else None)
    shown = notices.moments(table.moments, event, effects, sides, now_ms)
    if shown != table.moments:
        table = table._replace(moments=shown)
    sound = sounds.loudest(effects)
    return table._replace(heard=sounds.Heard(sound, now_ms)) if sound else table


def deadline_ms(table: Table) -> int | None:
    """When the arbiter wants a scan although nothing may have changed; None if never."""
    return table.wake_ms


def _nothing_new(table: Table, event: Scanned, now_ms: int) -> bool:
    return (
        event.reeds == table.reeds.raw
        and event.buttons == table.buttons.raw
        and (table.wake_ms is None or now_ms < table.wake_ms)
    )


def _scanned(table: Table, event: Scanned, now_ms: int) -> Told:
    effects: tuple[Effect, ...] = ()
    for stage in STAGES:
        table, more = stage(table, event, now_ms)
        effects += more
    table = _shown_long_enough(table, now_ms)
    wake_ms = _wake_ms(table, now_ms)
    return table if wake_ms == table.wake_ms else table._replace(wake_ms=wake_ms), effects


def _looked_at(told: Told, now_ms: int) -> Told:
    """What was told, on a table that wants a scan at once: what was said may make something due by now."""
    table, effects = told
    return table._replace(wake_ms=now_ms), effects


def _shown_long_enough(table: Table, now_ms: int) -> Table:
    """Show no longer what is shown for a moment only."""
    if table.refused and table.refused.until_ms <= now_ms:
        table = table._replace(refused=None)
    if table.candidate and table.candidate.until_ms is not None and table.candidate.until_ms <= now_ms:
        table = table._replace(candidate=None)
    return _left_menu(table, now_ms) if table.menu else table


def _left_menu(table: Table, now_ms: int) -> Table:
    leaves_ms = menu_leaves_ms(table)
    left = open_menu(table) is None or (leaves_ms is not None and leaves_ms <= now_ms)
    return without_menu(table) if left else table


def _wake_ms(table: Table, now_ms: int) -> int | None:
    """The earliest instant after now at which a stage may have something to do by itself."""
    hold_ms, runs = table.terms.debounce_ms, clock_runs(table)
    wakes = (
        table.reeds.settles_ms(hold_ms),
        buttons.settles_ms(table),
        reeds.rests_ms(table),
        takebacks.decides_ms(table) if table.retreat else None,
        buttons.holds_ms(table),
        presses.judges_ms(table),
        low_time.warns_ms(table) if runs else None,
        endings.used_up_ms(table) if runs else None,
        endings.ends_ms(table),
        endings.pictured_ms(table),
        endings.begins_again_ms(table),
        table.refused.until_ms if table.refused else None,
        table.candidate.until_ms if table.candidate else None,
        menu_leaves_ms(table) if table.menu else None,
    )
    return min([wake for wake in wakes if wake is not None and wake > now_ms], default=None)


def _restarted(table: Table, now_ms: int) -> Told:
    """Whatever was held is let go, and a running clock is paused: nobody loses time to a power cut.

    The menu is left; who knows where a browser finds the board tells it again.

    The instant is the last one that is known of the game, not that of the restart.
    """
    table, effects = pauses.pause(table, now_ms)
    table = table._replace(menu=None, page=None, candidate=None)
    return table._replace(buttons=still(0), chord=False), effects


def _ended(table: Table, now_ms: int) -> Told:
    """Believe what the reeds show, judge what is open, confirm what ends the game."""
    table, effects = reeds.read_last(table)
    table, pressed = buttons.believe_last_press(table, now_ms)
    table, judged = presses.judge_all(table)
    table, left = endings.leave(table)
    table, unseen = reeds.look_for_ply(table)
    table = table._replace(accepted=table.line.ply, confirmed=table.line.ply)
    last = Scanned(table.reeds.raw)
    table, fell = endings.let_flag_fall(table, last, now_ms)
    table, ended = endings.end_game(table, last, now_ms)
    return table._replace(wake_ms=None), effects + pressed + judged + left + unseen + fell + ended
