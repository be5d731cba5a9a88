"""Takebacks: when it is certain that a ply is taken back, and what that does to the clock.

The law (behaviour.md): both clocks keep their values, increments stay, and the clock of the side that takes
back runs, if one was running. A silent correction of the scoresheet is no takeback.

So what was said of a ply, that it is completed, confirmed, accepted, is not forgotten when the best reading
loses it, for it may come back: a piece is drawn home and set out again, a slide crosses the square that it
came from. It is forgotten when it is certain that the ply was taken back: the board has shown the earlier
position for a second, or another ply is made from it, or somebody presses a lever, `play` or `back`. The
instant of the takeback is that of the edge with which the board showed the earlier position. Where the ply
comes back before, or the reading passes over to other plies without that position ever having stood there,
nothing has happened.

This file refuses to know why a reading is the best.
"""

import chess

from jadoube.core.messages.effects import ClockStarted
from jadoube.core.messages.events import Scanned
from jadoube.core.rules.game_line import Line, have_same_move, parting_ply
from jadoube.core.state.table import RESTS_MS, Act, Retreat, Stamp, Stepped, Table


def shown_since_ms(table: Table) -> int | None:
    """Since when the board shows an earlier position that is not certain yet; None if it shows none."""
    retreat = table.retreat
    if retreat is None or retreat.earlier is None or retreat.earlier.occupancy != table.seen.occupancy:
        return None
    return retreat.since_ms


def takeback_due_ms(table: Table) -> int | None:
    """When the earlier position will have stood for long enough; None if none stands."""
    since_ms = shown_since_ms(table) if table.retreat else None
    return None if since_ms is None else since_ms + RESTS_MS


def decide_in_time(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Be certain of a takeback when the earlier position has stood for a second."""
    due_ms = takeback_due_ms(table) if table.retreat else None
    return (table, ()) if due_ms is None or now_ms < due_ms else decide(table)


def decide(table: Table) -> Stepped:
    """Be certain of a takeback now, if it is the best reading."""
    retreat = table.retreat
    if retreat is None or table.line is not retreat.earlier:
        return table, ()
    return carry_out_takeback(table, retreat.earlier, retreat.since_ms)


def decide_by_play(table: Table) -> Stepped:
    """Decide by the best reading, a new one: it has the plies again, or it goes on without them."""
    retreat, line, said = table.retreat, table.line, _last_asserted_ply(table)
    if retreat is None:
        return table, ()
    if line.back_to(said) is retreat.line.back_to(said):
        return table._replace(retreat=None), ()
    earlier = retreat.earlier
    if earlier and line is not earlier and line.back_to(earlier.ply) is earlier:
        return carry_out_takeback(table, earlier, retreat.since_ms)
    return table, ()


def watch(table: Table, before: Line, at_ms: int) -> Table:
    """Note whether plies that were said to be made stand on the board; `before` was the best reading."""
    retreat, said = table.retreat, _last_asserted_ply(table)
    if table.line.ply >= said and (table.best.fits or not said):
        return table if retreat is None else table._replace(retreat=None)
    left = retreat.line if retreat else before if before.ply >= said else table.line
    earlier = _find_earlier(table, left, said)
    if earlier and not (retreat and retreat.earlier is earlier):
        return table._replace(retreat=Retreat(left, earlier, at_ms))
    return table if retreat or table.line.ply >= said else table._replace(retreat=Retreat(left))


def carry_out_takeback(table: Table, earlier: Line, at_ms: int) -> Stepped:
    """Go on from an earlier game: what was said of later plies is forgotten, and so is every reading of them.

    The side that takes back is on its time from this instant.
    """
    ply, pressed = earlier.ply, table.completed > earlier.ply
    table = table._replace(
        completed=min(table.completed, ply),
        confirmed=min(table.confirmed, ply),
        accepted=min(table.accepted, ply),
        stamps=_drop_later_stamps(ply, table.stamps),
        acts=_move_acts_behind(ply, table.acts),
    )
    table = _drop_taken_back(table)._replace(retreat=None)
    table = table._replace(seen=table.seen._replace(known=table.seen.known.up_to(ply)))
    return _turn_clock(table, earlier.side_to_move, at_ms) if pressed else (table, ())


def _find_earlier(table: Table, left: Line, said: int) -> Line | None:
    """The latest game before `left` that is a reading of the board, without the last ply said to be made."""
    games = [each.line for each in table.seen.hypotheses if each.fits and each.line.ply < said]
    before = [line for line in games if left.back_to(line.ply) is line]
    return max(before, key=lambda line: line.ply, default=None)


def _drop_taken_back(table: Table) -> Table:
    """Drop the readings that have the plies which were taken back."""
    retreat, seen = table.retreat, table.seen
    if retreat is None:
        return table
    ply = parting_ply(table.line, retreat.line)
    kept = tuple(each for each in seen.hypotheses if not have_same_move(ply, each.line, retreat.line))
    return table._replace(seen=seen._replace(hypotheses=kept, stood=kept))


def _turn_clock(table: Table, side: chess.Color, at_ms: int) -> Stepped:
    """Let the clock of this side run instead. A flag that has fallen by then is left to fall."""
    clock = table.clock
    if clock is None or clock.running == side or clock.used_up(at_ms):
        return table, ()
    runs = clock.running is not None
    table = table._replace(clock=clock.turn(side, max(at_ms, clock.since_ms)))
    return table, (ClockStarted(side),) if runs else ()


def _last_asserted_ply(table: Table) -> int:
    """The last ply of which somebody has said that it is made."""
    return max(table.completed, table.confirmed, table.accepted)


def _drop_later_stamps(ply: int, stamp: Stamp | None) -> Stamp | None:
    while stamp and stamp.ply > ply:
        stamp = stamp.earlier
    return stamp


def _move_acts_behind(ply: int, act: Act | None) -> Act | None:
    """What was told behind later plies is told behind this one: others will have their numbers."""
    told = []
    while act and act.ply > ply:
        told.append(act.what)
        act = act.earlier
    for what in reversed(told):
        act = Act(ply, what, act)
    return act
