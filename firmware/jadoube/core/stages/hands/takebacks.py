"""Takebacks: when a takeback is certain, and its effect on the clock.

The law: both clocks keep their values and increments stay. If a clock was running, the clock
of the side that takes back runs now. A silent correction of the scoresheet is no takeback.

The best reading may lose a completed, confirmed or accepted ply, and get it back: a piece returns to its
square and sets out again, or a slide crosses its own starting square. So these marks stay until the takeback
is certain. It is certain when the board has shown the earlier position for a second, when another ply is made
from that position, or when somebody presses a lever, `play` or `back`. Its instant is that of the edge from
which the board showed the earlier position. Nothing has happened if the ply comes back before, or if the
reading changes to other plies and the earlier position never stood on the board.

This file knows nothing of why a reading is the best.
"""

import chess

from jadoube.core.messages.effects import ClockStarted
from jadoube.core.messages.events import Scanned
from jadoube.core.reading.beam import Tracker
from jadoube.core.rules.game_line import Line, have_same_move, parting_ply
from jadoube.core.state.board import RESTS_MS
from jadoube.core.state.play_parts import Retreat
from jadoube.core.state.table import Stepped, Table


def shown_since_ms(table: Table) -> int | None:
    """Since when the board shows an earlier position, with the takeback not certain; None if it does not."""
    retreat = table.play.retreat
    if retreat is None or retreat.earlier is None or retreat.earlier.occupancy != table.seen.occupancy:
        return None
    return retreat.since_ms


def takeback_due_ms(table: Table) -> int | None:
    """When a takeback will be certain by time; None if the board shows no earlier position."""
    since_ms = shown_since_ms(table) if table.play.retreat else None
    return None if since_ms is None else since_ms + RESTS_MS


def decide_in_time(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Carry out a takeback once the earlier position has stood for a second."""
    due_ms = takeback_due_ms(table) if table.play.retreat else None
    return (table, ()) if due_ms is None or now_ms < due_ms else decide(table)


def decide(table: Table) -> Stepped:
    """Carry out a takeback now, if the earlier game is the best reading."""
    retreat = table.play.retreat
    if retreat is None or table.line is not retreat.earlier:
        return table, ()
    return carry_out_takeback(table, retreat.earlier, retreat.since_ms)


def decide_by_play(table: Table) -> Stepped:
    """Decide an open takeback by a new best reading: it has the plies again, or goes on without them."""
    retreat, line, said = table.play.retreat, table.line, table.play.asserted
    if retreat is None:
        return table, ()
    if line.back_to(said) is retreat.line.back_to(said):
        return table._replace(play=table.play.retreat_to(None)), ()
    earlier = retreat.earlier
    if earlier and line is not earlier and line.goes_on_from(earlier):
        return carry_out_takeback(table, earlier, retreat.since_ms)
    return table, ()


def watch(table: Table, before: Line, at_ms: int) -> Table:
    """Begin, change or end the `Retreat`, by whether the asserted plies are on the board.

    A ply is asserted if it is completed, confirmed or accepted. `before` was the best reading until now.
    """
    retreat, said, line = table.play.retreat, table.play.asserted, table.line
    if line.ply >= said and (not said or table.best.fits):
        return table if retreat is None else table._replace(play=table.play.retreat_to(None))
    left = retreat.line if retreat else before if before.ply >= said else line
    earlier = _find_earlier(table, left, said)
    if earlier and not (retreat and retreat.earlier is earlier):
        return table._replace(play=table.play.retreat_to(Retreat(left, earlier, at_ms)))
    if retreat or line.ply >= said:
        return table
    return table._replace(play=table.play.retreat_to(Retreat(left)))


def carry_out_takeback(table: Table, earlier: Line, at_ms: int) -> Stepped:
    """Go on from an earlier game: drop all marks of later plies, and every reading that has them.

    The clock of the side that takes back runs from this instant.
    """
    ply, pressed = earlier.ply, table.play.completed > earlier.ply
    seen = _drop_taken_back(table)
    seen = seen._replace(known=seen.known.up_to(ply), pressed=())
    table = table._replace(seen=seen, play=table.play.take_back(ply))
    return _turn_clock(table, earlier.side_to_move, at_ms) if pressed else (table, ())


def carry_out_shortening(table: Table, at_ms: int) -> Stepped:
    """Carry out a takeback if the arbiter has chosen a reading without the last asserted ply."""
    if table.line.ply >= table.play.asserted:
        return table, ()
    return carry_out_takeback(table, table.line, at_ms)


def _find_earlier(table: Table, left: Line, said: int) -> Line | None:
    """The longest game before `left` that fits the board and lacks the asserted ply `said`; None if none."""
    games = [each.line for each in table.seen.hypotheses if each.fits and each.line.ply < said]
    before = [line for line in games if left.goes_on_from(line)]
    return max(before, key=lambda line: line.ply, default=None)


def _drop_taken_back(table: Table) -> Tracker:
    """The tracker without the readings that have the plies taken back."""
    retreat, seen = table.play.retreat, table.seen
    if retreat is None:
        return seen
    ply = parting_ply(table.line, retreat.line)
    kept = tuple(each for each in seen.hypotheses if not have_same_move(ply, each.line, retreat.line))
    return seen._replace(hypotheses=kept, stood=kept, past=())


def _turn_clock(table: Table, side: chess.Color, at_ms: int) -> Stepped:
    """Turn the clock to this side. A flag that has fallen by this instant is left to fall."""
    clock = table.play.clock
    if clock is None or clock.running == side or clock.used_up(at_ms):
        return table, ()
    runs = clock.running is not None
    table = table._replace(play=table.play.set_clock(clock.turn(side, max(at_ms, clock.since_ms))))
    return table, (ClockStarted(side),) if runs else ()
