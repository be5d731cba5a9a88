"""Levers and panel keys.

The law (behaviour.md): a lever acts when it is pressed, a panel key when it is released; a second key that
comes down before makes a chord, and no chord means anything yet. `play` starts, pauses and resumes. While a
promotion waits, `plus` and `minus` choose its piece and `ok` accepts it; `ok` also confirms a ply that ends
the game.
"""

from collections.abc import Callable

from jadoube.core import debounce, reconstruct
from jadoube.core.effects import ClockPaused, ClockStarted, Effect, PromotionOffered
from jadoube.core.events import PANEL, Button, Scanned
from jadoube.core.phases import Cause, Phase, follow
from jadoube.core.position import PROMOTIONS
from jadoube.core.presses import judge_all, start_clock
from jadoube.core.readings import Told, accept_promotion, call_for_ply, reread
from jadoube.core.table import Press, Table, promotion_waits

HOLD_MS = 1000
"""A panel key held for so long is a hold, and none means anything yet."""


def take_buttons(table: Table, event: Scanned, now_ms: int) -> Told:
    """Take in the buttons of one scan."""
    if event.buttons == table.buttons.raw and not table.buttons.changing:
        return table, ()
    held = table.buttons.settled
    settling = debounce.scan(table.buttons, event.buttons, now_ms, table.terms.debounce_ms, eager=True)
    table = table._replace(buttons=settling.contacts)
    effects: tuple[Effect, ...] = ()
    for change in settling.settled:
        table, more = _changed(table, held, change.contacts & ~held, change.since_ms)
        effects += more
        if released := change.contacts & held:
            table, more = _released(table, released, change.since_ms)
            effects += more
        held ^= change.contacts
    return table, effects


def pause(table: Table, now_ms: int) -> Told:
    """Stop the clock until `play`, once the presses that came before are judged.

    A flag that has fallen by now is left to fall: a pause cannot save it.
    """
    table, effects = judge_all(table)
    clock = table.clock
    flag_ms = clock.flag_at_ms() if clock else None
    if table.phase is not Phase.PLAYING or clock is None or flag_ms is None or flag_ms <= now_ms:
        return table, effects
    phase = follow(table.phase, Cause.PAUSED)
    clock = clock.stop(max(now_ms, clock.since_ms))
    return table._replace(clock=clock, phase=phase), (*effects, ClockPaused())


def _changed(table: Table, held: int, pressed: int, at_ms: int) -> Told:
    """Note levers that came down, to be judged, and chords of panel keys.

    A key that is still held when a lever comes down was meant before it: it acts now, and not again.
    """
    sides = [side for side, lever in ((True, Button.WHITE), (False, Button.BLACK)) if pressed & lever]
    sides.sort(key=lambda side: side != table.line.mover)
    presses = table.presses + tuple(Press(side, at_ms) for side in sides)
    down = (held | pressed) & PANEL
    chord = bool(down) and (table.chord or down.bit_count() > 1)
    key_since_ms = at_ms if pressed & PANEL else table.key_since_ms
    table = table._replace(chord=chord, key_since_ms=key_since_ms)
    effects: tuple[Effect, ...] = ()
    if sides and held & PANEL in (Button.PLUS, Button.MINUS):
        table, effects = _released(table, held & PANEL, at_ms)
        table = table._replace(chord=True)
    return table._replace(presses=presses), effects


def _released(table: Table, released: int, at_ms: int) -> Told:
    """Let a key act that went up alone, and soon enough to be no hold."""
    action = ACTIONS.get(released & PANEL)
    if table.chord or action is None or at_ms - table.key_since_ms >= HOLD_MS:
        still_down = table.buttons.settled & PANEL
        return table._replace(chord=table.chord and bool(still_down)), ()
    return action(table, at_ms)


def _choose(table: Table, steps: int) -> Told:
    move = table.line.move
    if not promotion_waits(table) or not move or not move.promotion:
        return table, ()
    piece = PROMOTIONS[(PROMOTIONS.index(move.promotion) + steps) % len(PROMOTIONS)]
    table, _ = reread(table, reconstruct.choose(table.seen, piece), table.made_ms)
    return table, (PromotionOffered(table.line.ply, piece),)


def _plus(table: Table, _now_ms: int) -> Told:
    return _choose(table, +1)


def _minus(table: Table, _now_ms: int) -> Told:
    return _choose(table, -1)


def _ok(table: Table, _now_ms: int) -> Told:
    table, asked = (table, ()) if table.best.fits else call_for_ply(table, table.line.side_to_move)
    table, accepted = accept_promotion(table)
    return table._replace(confirmed=table.line.ply), asked + accepted


def _play(table: Table, now_ms: int) -> Told:
    clock = table.clock
    if clock is None or table.phase is Phase.OVER:
        return table, ()
    if table.phase is Phase.PAUSED:
        phase = follow(table.phase, Cause.RESUMED)
        side = table.line.side_to_move if clock.resumes is None else clock.resumes
        return table._replace(clock=clock.resume(now_ms), phase=phase), (ClockStarted(side),)
    if clock.running is not None:
        return pause(table, now_ms)
    if not table.seen.ready:
        return table, ()
    return start_clock(table, clock, table.line.side_to_move, now_ms)


ACTIONS: dict[int, Callable[[Table, int], Told]] = {
    Button.PLUS: _plus,
    Button.MINUS: _minus,
    Button.OK: _ok,
    Button.PLAY: _play,
}
"""What a panel key does when it is released."""
