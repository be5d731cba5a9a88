"""How a game ends, and how the next begins.

The law (behaviour.md): a ply that ends the game does so when it is confirmed, by a press, by `ok`, or by one
second of quiet; its instant is its last settling edge, and a flag that falls after that instant does not
count. What the pieces say without being played has to stand for two seconds: both kings on the centre are
the result, at the instant at which they stood there; an empty board closes the game; the start position is a
new game, unless legal play explains it. The last two mean nothing while a clock runs. A new game that
is asked for in the menu begins wherever the pieces are.
"""

from jadoube.core.messages.effects import Effect, FlagFell, GameBegun
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Cause, Phase, follow
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.stages import takebacks
from jadoube.core.stages.adjudication import finish_game, lose, stop_clock
from jadoube.core.stages.kings_result import find_kings_result
from jadoube.core.stages.presses import has_press_before, judge_all
from jadoube.core.stages.reeds import freeze
from jadoube.core.state.table import (
    EMPTY_WAITS_MS,
    ENDING_WAITS_MS,
    KINGS_WAIT_MS,
    NEXT_GAME_WAITS_MS,
    RESTS_MS,
    SET_UP_WAITS_MS,
    Stepped,
    Table,
    clock_runs,
    is_confirmed,
    new_table,
    promotion_waits,
    set_page,
)


def flag_due_ms(table: Table) -> int | None:
    """When the running side has used up what it has now; None if no clock runs."""
    return table.clock.zero_at_ms() if table.clock and table.clock.running is not None else None


def let_flag_fall(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Let a flag fall, or the next period begin, when nothing that came before it is still undecided."""
    if not clock_runs(table):
        return table, ()
    effects: tuple[Effect, ...] = ()
    while (zero_ms := flag_due_ms(table)) is not None and zero_ms <= now_ms:
        if _is_undecided_before(table, zero_ms, now_ms):
            break
        table, more = _end_period(table, zero_ms)
        effects += more
    return table, effects


def _end_period(table: Table, flag_ms: int) -> Stepped:
    """Begin what comes now that this is used up; the flag falls where nothing does."""
    clock, rule_set = table.clock, table.terms.rules
    if clock is None or clock.running is None:
        return table, ()
    if following := clock.begun_next():
        return table._replace(clock=following), ()
    side, fallen = clock.running, clock.fall()
    if rule_set.flag_ends:
        table, ended = lose(table._replace(clock=fallen), side, Termination.FLAG_FELL, rule_set.flag_saves)
        return table, (FlagFell(side, flag_ms), *ended)
    return table._replace(clock=fallen.start(side, flag_ms)), (FlagFell(side, flag_ms),)


def ending_due_ms(table: Table) -> int | None:
    """When a ply that ends the game will be confirmed by quiet; None if there is none."""
    if table.phase is Phase.OVER or table.ends is None or promotion_waits(table):
        return None
    if is_confirmed(table):
        return table.made_ms
    return table.quiet_since_ms + ENDING_WAITS_MS if _last_ply_stands(table) else None


def end_game(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """End the game when a ply that ends it is confirmed."""
    quiet_ms, outcome = ending_due_ms(table), table.ends
    if quiet_ms is None or outcome is None:
        return table, ()
    if now_ms < quiet_ms:
        return table, ()
    return finish_game(stop_clock(table, table.made_ms), outcome)


def end_by_pieces_due_ms(table: Table) -> int | None:
    """When what the pieces say without being played will have stood long enough; None if they say nothing."""
    if table.best.fits:
        return None
    return kings_due_ms(table) if table.occupancy else empty_board_due_ms(table)


def end_by_pieces(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """End the game by what stands on the board: the kings on the centre, or nothing at all."""
    due_ms = end_by_pieces_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    return _end_by_kings(table) if table.occupancy else close_empty_board(table)


def kings_due_ms(table: Table) -> int | None:
    """When the kings will have stood on the centre for long enough to be the result; None if they do not."""
    return table.quiet_since_ms + KINGS_WAIT_MS if find_kings_result(table) else None


def empty_board_due_ms(table: Table) -> int | None:
    """When the board will have been empty, with no clock running, for long enough to close the game.

    A running clock is a game that goes on, whatever happens to the pieces. None if nothing will be closed.
    """
    if table.occupancy or table.phase not in (Phase.PLAYING, Phase.PAUSED):
        return None
    if clock_runs(table) and not table.ends:
        return None
    return max(table.quiet_since_ms, _clock_since_ms(table)) + EMPTY_WAITS_MS


def close_empty_board(table: Table) -> Stepped:
    """Close the game of an empty board: without a result, unless its last ply had ended it."""
    return (table, ()) if empty_board_due_ms(table) is None else _close(stop_clock(table, table.made_ms))


def next_game_due_ms(table: Table) -> int | None:
    """When the start position will have stood long enough to be a new game; None if it cannot be one."""
    if table.phase is Phase.OVER and table.anew_ms is not None:
        return None if table.adjudication else table.anew_ms
    if table.start_since_ms is None or table.phase is Phase.SETTING_UP:
        return None
    if table.phase is not Phase.OVER and (table.best.fits or clock_runs(table)):
        return None
    if table.phase is Phase.OVER:
        return None if table.adjudication else table.start_since_ms + SET_UP_WAITS_MS
    return max(table.start_since_ms, _clock_since_ms(table)) + SET_UP_WAITS_MS


def begin_next_game(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Close the game and begin a new one when the start position has been set up again."""
    due_ms = next_game_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    if table.phase is not Phase.OVER:
        return _close_after_set_up(table, max(due_ms + NEXT_GAME_WAITS_MS, now_ms + 1))
    closed = table.outcome or Outcome(Termination.UNFINISHED)
    follow(table.phase, Cause.SET_UP_AGAIN)
    new = new_table(table.terms, table.reeds, table.buttons, table.comfort)
    return set_page(new, table.page), (GameBegun(closed),)


def close_for_new_game(table: Table, at_ms: int) -> Stepped:
    """Close the game, for a player asks for a new one: it begins a moment later, wherever the pieces are."""
    table, effects = judge_all(table)
    if table.phase is not Phase.OVER:
        table, closed = _close(table)
        effects += closed
    return table._replace(anew_ms=at_ms + NEXT_GAME_WAITS_MS), effects


def _end_by_kings(table: Table) -> Stepped:
    """End the game with the result that the kings show, unless its last ply had ended it."""
    centred = find_kings_result(table)
    if centred is None:
        return table, ()
    table = stop_clock(table, table.quiet_since_ms)
    table, kept = freeze(table, centred.seen)
    table, ended = finish_game(table, table.ends or centred.outcome)
    return table, kept + ended


def _close_after_set_up(table: Table, next_ms: int) -> Stepped:
    """Close the game whose pieces were set up again; the new one begins at this instant."""
    table, closed = _close(table)
    return table._replace(start_since_ms=next_ms - SET_UP_WAITS_MS), closed


def _close(table: Table) -> Stepped:
    """End the game as it stood when the board last fitted."""
    playing = table.phase
    table, frozen = freeze(table)  # which may leave no ply
    outcome = table.ends or Outcome(Termination.UNFINISHED)
    table, ended = finish_game(table._replace(phase=playing), outcome, Cause.PUT_AWAY)
    return table, frozen + ended


def _clock_since_ms(table: Table) -> int:
    """Since when the clock has stood or run as it does now."""
    return table.clock.since_ms if table.clock else 0


def _last_ply_stands(table: Table) -> bool:
    """Whether the last ply stands: nothing is astray but what the opponent has lifted.

    That takes nothing back, and what a flickering reed shows says nothing.
    """
    lifted = table.line.board.occupied_co[table.line.side_to_move]
    return not table.best.change & ~(lifted | table.flicks.flickering)


def _is_undecided_before(table: Table, flag_ms: int, now_ms: int) -> bool:
    """Whether something before this instant is still undecided: a reed, a press, a takeback, an ending."""
    if any(change.since_ms <= flag_ms for change in table.reeds.changing):
        return True
    if has_press_before(table, flag_ms):
        return True
    if table.quiet_since_ms <= flag_ms and kings_due_ms(table) is not None:
        return True
    since_ms = takebacks.shown_since_ms(table)
    if since_ms is not None and since_ms <= flag_ms and now_ms < since_ms + RESTS_MS:
        return True
    return table.made_ms <= flag_ms and _may_end(table)


def _may_end(table: Table) -> bool:
    """Whether a ply that ends the game is made and may still be confirmed.

    While pieces are only lifted nothing says otherwise yet; a board that rests so confirms it or never will.
    """
    if ending_due_ms(table) is not None:
        return True
    if table.ends is None:
        return False
    placed = table.best.placed & ~table.flicks.flickering
    in_the_air = not (placed or table.rested or promotion_waits(table))
    return in_the_air or empty_board_due_ms(table) is not None
