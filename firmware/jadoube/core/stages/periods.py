"""The periods of a game's time: what begins them, and what is told of it.

The law (behaviour.md): moves are counted on the board, not by presses: from the game's start, and as the
arbiter has corrected the counter. A period with a move count ends when so many moves are completed; one
without, before another, when its time is used up. That is decided by the first scan that shows it, at its own
instant, and like a flag only when nothing that came before it is undecided. The clock keeps what that gives;
this file refuses to know how.
"""

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import ByoYomiBegun, Effect, PeriodBegun
from jadoube.core.state.table import Table


def moves_made(table: Table, side: chess.Color, ply: int) -> int:
    """How many moves `side` has made up to this ply."""
    begins = table.line.back_to(0).side_to_move
    return (ply + (side == begins)) // 2 + table.counter


def count_again(table: Table, now_ms: int) -> Table:
    """Let both clocks follow the move counter that the arbiter has set."""
    clock = table.clock
    if clock is None:
        return table
    for side in chess.COLORS:
        clock = clock.count(side, moves_made(table, side, table.completed), max(now_ms, clock.since_ms))
    return table._replace(clock=clock)


def penalty_s(table: Table, side: chess.Color) -> int:
    """What the rule set gives the opponent of this side for a fault; one whose time counts up needs none."""
    clock = table.clock
    return 0 if clock is None or clock.counts_up(not side) else table.terms.rules.illegal_penalty_s


def tell_new_periods(before: ChessClock | None, now: ChessClock | None) -> tuple[Effect, ...]:
    """Tell which periods have begun between two states of one clock."""
    if before is now or before is None or now is None or before.accounts == now.accounts:
        return ()
    return tuple(effect for side in chess.COLORS for effect in _tell_side_periods(before, now, side))


def _tell_side_periods(before: ChessClock, now: ChessClock, side: chess.Color) -> tuple[Effect, ...]:
    number, byo_yomi = now.period_number(side), now.byo_periods_left(side)
    if number < before.period_number(side):  # another game's clock
        return ()
    periods = range(before.period_number(side) + 1, number + 1)
    told: tuple[Effect, ...] = tuple(PeriodBegun(side, each) for each in periods)
    anew = (byo_yomi, True) != (before.byo_periods_left(side), before.in_byo_yomi(side))
    if byo_yomi and now.in_byo_yomi(side) and anew:
        return (*told, ByoYomiBegun(side, byo_yomi))
    return told
