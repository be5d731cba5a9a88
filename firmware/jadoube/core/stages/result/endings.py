"""How a game ends, and how the next begins.

The law: a ply that ends the game does so when it is confirmed: by a press, by `ok`, or by one
second of quiet. Its instant is its last settling edge; a flag that falls after that instant does not count.
A promotion whose piece can still be chosen ends nothing, until a flag falls: then the shown piece stands.
Three things must stand for two seconds without being a move. Both kings on the centre give the result, at the
instant at which they were placed. An empty board closes the game. The start position is a new game, unless
legal play explains it. The last two have no effect while a clock runs. A new game that a player asks for
begins wherever the pieces stand. While a server keeps the game, no pieces end it.
"""

from jadoube.core.messages.effects import Effect, FlagFell, GameBegun
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Cause, Phase, follow
from jadoube.core.reading import game_end
from jadoube.core.reading.beam import Tracker
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.stages.clock.periods import begun_next
from jadoube.core.stages.hands import takebacks
from jadoube.core.stages.hands.presses import has_press_before, judge_all
from jadoube.core.stages.hands.reeds import accept_promotion, freeze, look_for_last_ply
from jadoube.core.stages.result.adjudication import finish_game, lose, stop_clock
from jadoube.core.state.board import EMPTY_WAITS_MS, KINGS_WAIT_MS, RESTS_MS, SET_UP_WAITS_MS
from jadoube.core.state.hands.kings_result import find_kings_result
from jadoube.core.state.play import ENDING_WAITS_MS, NEXT_GAME_WAITS_MS
from jadoube.core.state.table import (
    Stepped,
    Table,
    cleared,
    clock_runs,
    is_confirmed,
    is_kept_elsewhere,
    lacks_last_ply,
    promotion_waits,
    waits_for_position,
)


def flag_due_ms(table: Table) -> int | None:
    """When the running side's time, or its current period's, is used up; None if no clock runs."""
    clock = table.play.clock
    return clock.zero_at_ms() if clock and clock.running is not None else None


def let_flag_fall(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Let a flag fall, or the next period begin, once nothing before that instant is undecided."""
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
    """Begin the next period; without one, the flag falls."""
    clock, rule_set = table.play.clock, table.terms.rules
    if clock is None or clock.running is None:
        return table, ()
    if following := begun_next(table, flag_ms):
        return table._replace(play=table.play.set_clock(following)), ()
    side, fallen = clock.running, clock.fall()
    if rule_set.flag_ends:
        table, last = look_for_last_ply(table, flag_ms)
        if last and ending_due_ms(table) is not None:
            return table, last  # it was made in time, and ends the game
        table = table._replace(play=table.play.set_clock(fallen))
        table, ended = lose(table, side, Termination.FLAG_FELL, rule_set.flag_saves)
        return table, (*last, FlagFell(side, flag_ms), *ended)
    return table._replace(play=table.play.set_clock(fallen.start(side, flag_ms))), (FlagFell(side, flag_ms),)


def ending_due_ms(table: Table) -> int | None:
    """When a ply that ends the game counts as confirmed; None if there is no such ply."""
    if table.play.phase is Phase.OVER or table.play.ends is None:
        return None
    if table.terms.server_game and lacks_last_ply(table):
        return None  # it is sent first, or nobody else would know of the end
    waits = promotion_waits(table)
    if is_confirmed(table) and not waits:
        return table.play.made_ms
    if not _last_ply_stands(table):
        return None
    quiet_ms = table.board.quiet_since_ms + ENDING_WAITS_MS
    return _choice_ends_ms(table, quiet_ms) if waits else quiet_ms


def _choice_ends_ms(table: Table, quiet_ms: int) -> int | None:
    """When the shown piece of a waiting promotion stands, as the flag has fallen after it; None if never."""
    flag_ms = flag_due_ms(table)
    if flag_ms is None or flag_ms < table.play.made_ms or not table.terms.rules.flag_ends:
        return None
    return max(flag_ms, quiet_ms) if begun_next(table, flag_ms) is None else None


def end_game(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """End the game when a ply that ends it is confirmed."""
    due_ms, outcome = ending_due_ms(table), table.play.ends
    if due_ms is None or outcome is None or now_ms < due_ms:
        return table, ()
    table, accepted = accept_promotion(table)
    table, ended = finish_game(stop_clock(table, table.play.made_ms), outcome)
    return table, accepted + ended


def end_by_pieces_due_ms(table: Table) -> int | None:
    """When the kings on the centre, or an empty board, end the game; None if neither will."""
    if not table.occupancy:
        return empty_board_due_ms(table)
    return table.board.quiet_since_ms + KINGS_WAIT_MS if find_kings_result(table) else None


def end_by_pieces(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """End the game by the kings on the centre, or by an empty board."""
    due_ms = end_by_pieces_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    return _end_by_kings(table) if table.occupancy else close_empty_board(table)


def empty_board_due_ms(table: Table) -> int | None:
    """When the game closes because the board is empty and no clock runs; None if it does not.

    While a clock runs the game goes on, whatever happens to the pieces, unless its last ply ends it.
    """
    if table.occupancy or table.play.phase not in (Phase.PLAYING, Phase.PAUSED) or is_kept_elsewhere(table):
        return None
    if (clock_runs(table) and not table.play.ends) or waits_for_position(table):
        return None
    return max(table.board.quiet_since_ms, _clock_since_ms(table)) + EMPTY_WAITS_MS


def close_empty_board(table: Table) -> Stepped:
    """Close the game if the board is empty: without a result, unless its last ply had ended it."""
    return (table, ()) if empty_board_due_ms(table) is None else _close(stop_clock(table, table.play.made_ms))


def next_game_due_ms(table: Table) -> int | None:
    """When a new game begins: by the start position on the board, or by request; None if none will."""
    if table.play.phase is Phase.OVER and table.play.anew_ms is not None:
        return None if table.play.adjudication else table.play.anew_ms
    if table.board.start_since_ms is None or table.play.phase is Phase.SETTING_UP:
        return None
    if table.play.phase is not Phase.OVER and (table.best.fits or clock_runs(table)):
        return None
    if table.play.phase is Phase.OVER:
        return None if table.play.adjudication else table.board.start_since_ms + SET_UP_WAITS_MS
    if waits_for_position(table) or is_kept_elsewhere(table):
        return None
    return max(table.board.start_since_ms, _clock_since_ms(table)) + SET_UP_WAITS_MS


def begin_next_game(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Close the game and, a moment later, begin a new one: after a set-up of the start, or on request."""
    due_ms = next_game_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    if table.play.phase is not Phase.OVER:
        next_ms = max(due_ms + NEXT_GAME_WAITS_MS, now_ms + 1)
        table, effects = _close(table)
        return table._replace(board=table.board.stand_at_start(next_ms - SET_UP_WAITS_MS)), effects
    closed = table.play.outcome or Outcome(Termination.UNFINISHED)
    follow(table.play.phase, Cause.SET_UP_AGAIN)
    return cleared(table), (GameBegun(closed),)


def close_for_new_game(table: Table, at_ms: int) -> Stepped:
    """Close the game at a player's request; the new one begins a moment later, wherever the pieces stand."""
    table, effects = judge_all(table)
    if table.play.phase is not Phase.OVER:
        table, closed = _close(table)
        effects += closed
    return table._replace(play=table.play.begin_anew(at_ms + NEXT_GAME_WAITS_MS)), effects


def _end_by_kings(table: Table) -> Stepped:
    """End the game with the result that the kings show, unless its last ply had ended it.

    Kings that show a win say that the other side resigns: what saves it then, saves it here (FIDE 5.1.2).
    """
    centred = find_kings_result(table)
    if centred is None:
        return table, ()
    table = stop_clock(table, table.board.quiet_since_ms)
    table, kept = freeze(table, centred.seen)
    winner = centred.outcome.winner
    if table.play.ends or winner is None:
        table, ended = finish_game(table, table.play.ends or centred.outcome)
    else:  # the other side has resigned
        table, ended = lose(table, not winner, Termination.KINGS, table.terms.rules.resignation_saves)
    return table, kept + ended


def _close(table: Table) -> Stepped:
    """End the game with the reading of when the board last fitted."""
    playing = table.play.phase
    table, frozen = freeze(table, _before_sweep(table))  # this may leave no ply, and so change the phase
    outcome = table.play.ends or Outcome(Termination.UNFINISHED)
    table, ended = finish_game(table._replace(play=table.play.stay_in(playing)), outcome, Cause.PUT_AWAY)
    return table, frozen + ended


def _before_sweep(table: Table) -> Tracker | None:
    """The tracker without plies that only pieces on their way off seemed to make; None if there are none.

    Such a ply continues a game that had lasted on the board, but did not last itself, and nobody pressed.
    """
    if not table.board.lasted or table.seen.held:
        return None
    line, seen = table.board.lasted[0].line, game_end.freeze(table.seen)
    continues = seen.best.line is not line and seen.best.line.goes_on_from(line)
    if not continues or line.ply < max(table.play.completed, table.play.confirmed):
        return None
    return seen._replace(hypotheses=table.board.lasted, stood=table.board.lasted, past=())


def _clock_since_ms(table: Table) -> int:
    """The instant of the clock's last change; 0 without a clock."""
    return table.play.clock.since_ms if table.play.clock else 0


def _last_ply_stands(table: Table) -> bool:
    """Whether the last ply stands: nothing is astray except pieces that the opponent has lifted.

    A lifted opponent's piece takes no ply back. Flickering reeds are ignored.
    """
    lifted = table.line.board.occupied_co[table.line.side_to_move]
    return not table.best.change & ~(lifted | table.board.flicks.flickering)


def _is_undecided_before(table: Table, flag_ms: int, now_ms: int) -> bool:
    """Whether a reed, a press, a takeback or an ending from before this instant is still undecided."""
    if any(change.since_ms <= flag_ms for change in table.board.reeds.changing):
        return True
    if has_press_before(table, flag_ms, now_ms):
        return True
    if table.board.quiet_since_ms <= flag_ms and find_kings_result(table):
        return True
    since_ms = takebacks.shown_since_ms(table)
    if since_ms is not None and since_ms <= flag_ms and now_ms < since_ms + RESTS_MS:
        return True
    return table.play.made_ms <= flag_ms and _may_end(table)


def _may_end(table: Table) -> bool:
    """Whether the last ply ends the game and may still be confirmed.

    While pieces are only lifted this stays open, until the board is at rest.
    """
    if ending_due_ms(table) is not None:
        return True
    if table.play.ends is None:
        return False
    placed = table.best.placed & ~table.board.flicks.flickering
    in_the_air = not (placed or table.board.rested or promotion_waits(table))
    return in_the_air or empty_board_due_ms(table) is not None
