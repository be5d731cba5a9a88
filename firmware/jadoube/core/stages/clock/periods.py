"""The periods of a time control: what begins them, and what is told of it.

The law: moves are counted on the board, not by presses: from the game's start, with the arbiter's correction
of the counter. A move is completed by its press, by the opponent's press for his reply, or by the side's own
next move (FIDE 6.2.1). A period with a move count ends when that many moves are completed: presses tell at
once, and where nobody has pressed the moves are counted when its time is used up. A period without one, if
another follows, ends when its time is used up. The first scan that shows it decides this, at its own instant.
As with a flag, nothing from before that instant may be undecided. The clock holds the time that a period
gives; this file knows nothing of how.
"""

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import ByoYomiBegun, Effect, PeriodBegun
from jadoube.core.rules.game_line import last_ply_of
from jadoube.core.state.table import Table, moves_made


def count_again(table: Table, now_ms: int) -> Table:
    """Count the moves of both sides that presses have completed: the periods that are due begin."""
    clock = table.play.clock
    if clock is None:
        return table
    for side in chess.COLORS:
        clock = clock.count(side, moves_made(table, side, table.play.completed), max(now_ms, clock.since_ms))
    return table._replace(play=table.play.set_clock(clock))


def begun_next(table: Table, zero_ms: int) -> ChessClock | None:
    """The clock with the period that begins when the running side's time is used up; None: its flag falls."""
    clock = table.play.clock
    if clock is None or clock.running is None:
        return None
    return clock.begun_next(_moves_completed(table, clock.running, zero_ms))


def _moves_completed(table: Table, side: chess.Color, at_ms: int) -> int:
    """How many moves this side has completed by this instant, also where nobody has pressed for them."""
    made = table.line if table.play.made_ms <= at_ms else table.line.back_to(max(0, table.line.ply - 1))
    before_last = moves_made(table, side, last_ply_of(made, side)) - 1
    return max(moves_made(table, side, table.play.completed), before_last)


def penalty_s(table: Table, side: chess.Color) -> int:
    """The seconds that the rule set gives this side's opponent for a fault; 0 if that clock counts up."""
    clock = table.play.clock
    return 0 if clock is None or clock.counts_up(not side) else table.terms.rules.illegal_penalty_s


def tell_new_periods(before: ChessClock | None, now: ChessClock | None) -> tuple[Effect, ...]:
    """Tell which periods began between two states of the clock."""
    if before is now or before is None or now is None or before.accounts == now.accounts:
        return ()
    return tuple(effect for side in chess.COLORS for effect in _tell_side_periods(before, now, side))


def _tell_side_periods(before: ChessClock, now: ChessClock, side: chess.Color) -> tuple[Effect, ...]:
    had, has = before.accounts[side], now.accounts[side]
    if has.period < had.period:  # another game's clock
        return ()
    periods = range(had.period + 1, has.period + 1)
    told: tuple[Effect, ...] = tuple(PeriodBegun(side, each) for each in periods)
    anew = (has.byo_yomi, True) != (had.byo_yomi, had.in_byo_yomi)
    if has.byo_yomi and has.in_byo_yomi and anew:
        return (*told, ByoYomiBegun(side, has.byo_yomi))
    return told
