"""Setting a clock as an arbiter does: the time it shows, the moves it has counted, its period (FIDE 6.10.2).

The law: each of the three is set alone and leaves the others as they are, as on the clocks of tournaments.
The number of moves may end periods at once; going into a period gives no time. This file knows nothing of who
may order it, nor of why it may be refused.
"""

from typing import assert_never

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.order_text import clock_time
from jadoube.core.messages.orders import SetMoves, SetPeriod, SetTime
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.stages.clock.periods import count_again
from jadoube.core.state.table import Table, moves_made


def set_clock(table: Table, order: SetTime | SetMoves | SetPeriod, now_ms: int) -> tuple[Table, Sentence]:
    """The table with the clock set at this instant, and what was done, in words; there must be a clock."""
    clock, side = table.play.clock, order.side
    if clock is None:
        raise ValueError("no clock found, expected one")
    match order:
        case SetTime(_, seconds):
            clock = _show(clock, order, now_ms)
            done = sentence(Phrase.TIME_SET, side=side, time=clock_time(seconds))
        case SetPeriod(_, period):
            clock = clock.set_period(side, period - 1, now_ms)
            done = sentence(Phrase.PERIOD_SET, side=side, period=period)
        case SetMoves(_, moves):
            by_moves = moves - moves_made(table, side, table.play.completed)
            table = table._replace(play=table.play.correct_moves(side, by_moves))
            return count_again(table, now_ms), sentence(Phrase.MOVES_SET, side=side, moves=moves)
        case _:
            assert_never(order)
    return table._replace(play=table.play.set_clock(clock)), done


def _show(clock: ChessClock, order: SetTime, now_ms: int) -> ChessClock:
    """The clock with this time on its side's face: what is left of a Bronstein delay is part of that."""
    more_ms = order.seconds * 1000 - clock.remaining_ms(order.side, now_ms)
    return clock.give(order.side, more_ms, now_ms)
