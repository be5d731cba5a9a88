"""How a game ends, and how the next begins.

The law (behaviour.md): a ply that ends the game does so when it is confirmed, by a press, by `ok`, or by one
second of quiet; its instant is its last settling edge, and a flag that falls after that instant does not
count. When the board is emptied the game is closed. The start position, set up again while no clock runs
and standing for two seconds, is a new game unless legal play explains it.
"""

from jadoube.core import rules
from jadoube.core.effects import Effect, FlagFell, GameBegun, GameOver, Outcome, Termination
from jadoube.core.events import Scanned
from jadoube.core.phases import Cause, Phase, follow
from jadoube.core.readings import Told, freeze
from jadoube.core.table import (
    ENDING_WAITS_MS,
    SET_UP_WAITS_MS,
    Table,
    clock_runs,
    confirmed,
    new_table,
    promotion_waits,
)


def flag_falls_ms(table: Table) -> int | None:
    """When the running side's time is used up; None if no clock runs."""
    return table.clock.flag_at_ms() if table.clock else None


def let_flag_fall(table: Table, _event: Scanned, now_ms: int) -> Told:
    """End the game when a flag has fallen and nothing that came before it is still undecided."""
    flag_ms = flag_falls_ms(table)
    if table.clock is None or flag_ms is None or flag_ms > now_ms or _comes_before(table, flag_ms):
        return table, ()
    side = table.clock.running
    if side is None:
        return table, ()
    outcome = rules.flag_fall(table.line.board, side)
    table = table._replace(clock=table.clock.fall())
    table, over = _over(table, outcome)
    return table, (FlagFell(side, flag_ms), *over)


def ends_ms(table: Table) -> int | None:
    """When a ply that ends the game will be confirmed by quiet; None if there is none."""
    if table.phase is Phase.OVER or table.ends is None or promotion_waits(table):
        return None
    if confirmed(table):
        return table.made_ms
    return table.quiet_since_ms + ENDING_WAITS_MS if table.best.fits else None


def end_game(table: Table, _event: Scanned, now_ms: int) -> Told:
    """End the game when a ply that ends it is confirmed."""
    quiet_ms, outcome = ends_ms(table), table.ends
    if quiet_ms is None or outcome is None:
        return table, ()
    if now_ms < quiet_ms:
        return table, ()
    if table.clock and clock_runs(table):
        clock = table.clock.stop(max(table.made_ms, table.clock.since_ms))
        table = table._replace(clock=clock)
    return _over(table, outcome)


def close_game(table: Table, _event: Scanned, _now_ms: int) -> Told:
    """Close the game when the board is empty: without a result, unless its last ply had ended it.

    A running clock is a game that goes on, whatever happens to the pieces.
    """
    playing = table.phase in (Phase.PLAYING, Phase.PAUSED)
    if not playing or table.occupancy or (clock_runs(table) and not table.ends):
        return table, ()
    table, frozen = freeze(table)
    if table.clock and clock_runs(table):
        table = table._replace(clock=table.clock.stop(max(table.made_ms, table.clock.since_ms)))
    table, over = _over(table, table.ends or Outcome(Termination.UNFINISHED), Cause.PUT_AWAY)
    return table, frozen + over


def begins_again_ms(table: Table) -> int | None:
    """When the start position will have stood long enough to be a new game; None if it cannot be one."""
    if table.start_since_ms is None or table.phase is Phase.SETTING_UP:
        return None
    if table.phase is not Phase.OVER and (table.best.fits or clock_runs(table)):
        return None
    return table.start_since_ms + SET_UP_WAITS_MS


def begin_again(table: Table, _event: Scanned, now_ms: int) -> Told:
    """Close the game and begin a new one when the start position has been set up again."""
    due_ms = begins_again_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    if table.phase is not Phase.OVER:
        return _put_away(table, now_ms)
    closed = table.outcome or Outcome(Termination.UNFINISHED)
    follow(table.phase, Cause.SET_UP_AGAIN)
    return new_table(table.terms, table.reeds, table.buttons), (GameBegun(closed),)


def _put_away(table: Table, now_ms: int) -> Told:
    """Close the game whose pieces were set up again; the next scan begins the new one."""
    table, frozen = freeze(table)
    table, over = _over(table, table.ends or Outcome(Termination.UNFINISHED), Cause.PUT_AWAY)
    return table._replace(start_since_ms=now_ms - SET_UP_WAITS_MS + 1), frozen + over


def _over(table: Table, outcome: Outcome, cause: Cause = Cause.ENDED) -> Told:
    phase = follow(table.phase, cause)
    effects: tuple[Effect, ...] = (GameOver(outcome),)
    return table._replace(phase=phase, outcome=outcome, refused=None, start_since_ms=None), effects


def _comes_before(table: Table, flag_ms: int) -> bool:
    """Whether something before this instant is still undecided: a reed, a press, an ending."""
    if any(change.since_ms <= flag_ms for change in table.reeds.changing):
        return True
    if any(press.at_ms < flag_ms for press in table.presses):
        return True
    return ends_ms(table) is not None and table.made_ms <= flag_ms
