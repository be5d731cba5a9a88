"""The orientation of the board: a young game is read in both, until one of them is known to be wrong.

The law: the start occupancy is the same from both sides. If the first ply can be explained
only on the board turned by 180 degrees, squares, lamps and levers are turned for that game. The
configuration can fix the orientation.

So a young game has two tables, and each scan goes to both. One is shown; its `other` is the same game on the
turned board. Each is complete and has its own clock.

The lever that starts the clock decides: only Black's lever starts White's clock, so who presses it is Black.
From then on there is one table, and a ply that only the other orientation explains is out of turn. It may
have been the wrong lever. If it has turned the board, and the other one is pressed at the start position, the
board turns back at once, White's clock runs there, and the first ply has the last word. If a person pauses
the clock at the start position, the orientation is open again.

Without such a lever the first ply decides. That is not final: if the ply is put back, or was no ply, the
orientation turns back. At the start of the game it is open again.

This file decides which of two tables is shown, and how long there are two. It knows nothing of reeds, squares
and levers: one place each turns them (`reeds.py`, `levers_and_keys.py`, `view.py`).
"""

from collections.abc import Callable

import chess

from jadoube.core.messages.effects import BadReed, BoardTurned, ClockStarted, Effect, PutRight
from jadoube.core.messages.events import Event
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import weights
from jadoube.core.squares import squares, turn_squares
from jadoube.core.stages.clock.periods import tell_new_periods
from jadoube.core.stages.hands.presses import start_clock
from jadoube.core.stages.hands.reeds import difference
from jadoube.core.state.others.opponent_question import told_move
from jadoube.core.state.table import Lies, Stepped, Table, add_turned_table, reed_fault

ORIENTATIONS: dict[str, bool | None] = {"auto": None, "white-below": False, "black-below": True}
"""The configuration's values: which side sits at the first rank, and so whether the board lies turned."""

Step = Callable[[Table, Event, int], Stepped]


def is_known(table: Table) -> bool:
    """Whether the orientation is decided: there is no other table, and a ply was made."""
    return table.lies.other is None and table.line.ply > 0


def step_both(step: Step, table: Table, event: Event, now_ms: int) -> Stepped:
    """Take in one event; in both orientations while the orientation is open."""
    table = _add_turned_at_start(table)
    lies = table.lies
    shown, effects = step(table, event, now_ms)
    if any(isinstance(effect, BoardTurned) for effect in effects):
        return _show_other(shown), effects
    if lies.other is None or shown.lies is not lies:
        return shown, effects
    return _take_in_both(table, lies.other, (shown, effects), step(lies.other, event, now_ms))


def _take_in_both(table: Table, other: Table, ours: Stepped, theirs: Stepped) -> Stepped:
    """The table that is shown after a step of both orientations: what a lever, or the first ply, has told."""
    shown, effects = ours
    hidden, untold = theirs
    if _has_lever_started(table, shown, hidden):
        return shown._replace(lies=Lies(shown.turned, by_lever=True)), effects
    if _has_lever_started(table, hidden, shown):
        hidden = _copy_choices(shown, hidden)._replace(lies=Lies(hidden.turned, by_lever=True))
        return hidden, (BoardTurned(hidden.turned), *untold)
    if hidden.terms != shown.terms and not shown.line.ply:
        return add_turned_table(shown), effects
    shown, hidden = _start_both_clocks(shown, _copy_choices(shown, hidden))
    if not _should_turn(shown, hidden):
        return _keep_or_drop_other(shown, hidden, table.lies.odds), effects
    effects = (BoardTurned(hidden.turned), *_tell_missed(table, other), *untold)
    return _keep_or_drop_other(hidden, shown, -table.lies.odds), effects


def _show_other(table: Table) -> Table:
    """The other orientation of a game at its start, by the word of a lever against what was said before.

    Who is right, its first ply tells.
    """
    other = add_turned_table(table).lies.other
    return table if other is None else _join_other(other, table._replace(lies=Lies(table.turned)), 0.0)


def _has_lever_started(before: Table, started: Table, other: Table) -> bool:
    """Whether a lever has started the clock of the side to move in this table, and none in the other one.

    `play` starts both; a ply that is pressed for starts the opponent's clock. An orientation in which the
    start position does not stand is none that a lever can choose.
    """
    clocks = before.play.clock, started.play.clock, other.play.clock
    was, now, others = (clock is not None and clock.started for clock in clocks)
    if was or others or not now or started.line.ply or other.line.ply:
        return False
    return other.best.rank > started.best.rank - weights.TURNED


def _start_both_clocks(shown: Table, hidden: Table) -> tuple[Table, Table]:
    """Both tables; if a press for the first ply has started one's clock, it starts the other's, too.

    The same player's time runs, whichever side he has: it is not lost if the board is turned after all.
    """
    return _start_clock_with(hidden, shown), _start_clock_with(shown, hidden)


def _start_clock_with(other: Table, table: Table) -> Table:
    ours, theirs = table.play.clock, other.play.clock
    if ours is None or theirs is None or ours.started or not (theirs.started and other.line.ply):
        return table
    return start_clock(table, ours, theirs.running == chess.BLACK, theirs.since_ms)[0]


def _copy_choices(shown: Table, hidden: Table) -> Table:
    """The hidden table with the menu, preferences, terms, names, wish and game before of the shown one.

    Nobody sees the hidden table's menu, so it must match the shown one.
    """
    alike = hidden.panel.shares_menu(shown.panel) and hidden.comfort == shown.comfort
    same = hidden.terms is shown.terms and hidden.before is shown.before and hidden.names is shown.names
    if alike and same and hidden.seek is shown.seek and hidden.serves is shown.serves:
        return hidden
    return hidden._replace(
        panel=hidden.panel.share_menu(shown.panel),
        comfort=shown.comfort,
        terms=shown.terms,
        names=shown.names,
        before=shown.before,
        seek=shown.seek,
        serves=shown.serves,
    )


def _should_turn(shown: Table, hidden: Table) -> bool:
    """Whether the hidden orientation explains the board and the shown one does not.

    If only the hidden one has seen its start position, its first ply decides, whatever its dead reeds cost.
    If both explain the board by plies, the hidden one must be better beyond doubt. After two plies one more
    that is illegal is not enough: an explanation in another order is dear. At the start nothing decides, nor
    while the shown one expects that a ply is put back, or a told move: the lamps say where that is made, and
    the same gesture of the other side, a reply made too early, looks like it on the turned board.
    """
    if not hidden.best.fits or shown.play.phase is Phase.OVER:
        return False
    if not shown.seen.ready and shown.board.stood:  # a ply is being taken back by `back`
        return False
    if hidden.seen.ready and hidden.line.ply and not shown.seen.ready:
        return True
    if told_move(shown):
        return False
    lead = _lead(shown, hidden, shown.lies.odds)
    if not shown.best.fits:
        return lead <= -weights.TURNED or (
            shown.notices.illegal and shown.line.ply < 2 and hidden.line.ply > 0
        )
    return bool(shown.line.ply and hidden.line.ply) and lead <= -weights.DOUBTFUL


def _lead(shown: Table, hidden: Table, odds: float) -> float:
    """How much less the shown reading costs, counted since the start position last stood on the board."""
    return hidden.best.rank - shown.best.rank - odds


def _tell_missed(before: Table, other: Table) -> tuple[Effect, ...]:
    """The effects that make up for what was told of the shown table instead of the other one."""
    effects = difference(before.line, other.seen, other.play.accepted)
    if before.notices.illegal and not other.notices.illegal:
        effects = (PutRight(), *effects)
    running = other.play.clock.running if other.play.clock else None
    if running is not None and before.play.clock and before.play.clock.running != running:
        effects += (ClockStarted(running),)
    effects += tell_new_periods(before.play.clock, other.play.clock)
    fresh = other.board.named & ~turn_squares(before.board.named)
    return effects + tuple(BadReed(square, reed_fault(other, square)) for square in squares(fresh))


def _keep_or_drop_other(shown: Table, hidden: Table, odds: float) -> Table:
    """The shown table, with its other while that may be right.

    Nobody sees the other's clock. A key that pauses it was meant to start the shown one, and its flag must
    not end a game. In both cases the other begins again from the shown table; after a ply it is dropped.
    """
    plies = shown.line.ply
    paused = hidden.play.phase is Phase.PAUSED
    astray = hidden.play.phase is Phase.OVER or paused != (shown.play.phase is Phase.PAUSED)
    if shown.play.phase is Phase.OVER or (plies and (astray or _is_ruled_out(shown, hidden, odds))):
        return shown._replace(lies=Lies(shown.turned))
    return add_turned_table(shown) if astray else _join_other(shown, hidden, odds)


def _is_ruled_out(shown: Table, hidden: Table, odds: float) -> bool:
    """Whether to give up the hidden orientation: it has seen no start position, or two plies are against it.

    One ply alone may be an illegal try that will be put right. So may the first of two that the hidden
    orientation explains, too, in the other order.
    """
    if not shown.best.fits:
        return False
    explained = shown.line.ply > 1 and _lead(shown, hidden, odds) >= weights.GIVEN_UP
    fits = any(each.fits for each in hidden.seen.hypotheses)
    return (explained and not fits) or not hidden.seen.ready


def _add_turned_at_start(table: Table) -> Table:
    """The table with its other, if the game is at its start and the start is the same from both sides.

    What a lever has said is open again once a person has stopped the clock, but not by an illegal move.
    """
    if table.other or table.line.ply or table.terms.turned is not None:
        return table
    if table.lies.by_lever and not (table.play.phase is Phase.PAUSED and table.play.is_paused_by_hand):
        return table
    alike = len(table.board.homes) == 1 and table.best.fits and table.play.phase is not Phase.OVER
    return add_turned_table(table) if alike else table


def _join_other(shown: Table, hidden: Table, odds: float) -> Table:
    """The shown table with its other; its deadline is the earlier of both.

    While both fit their start, `odds` stores their difference in cost, so that it decides nothing later.
    """
    best, others = shown.best, hidden.best
    if best.fits and others.fits and not (best.line.ply or others.line.ply):
        odds = others.rank - best.rank
    hidden = hidden._replace(lies=Lies(hidden.turned)) if hidden.other else hidden
    wake_ms = hidden.wake_ms
    if wake_ms is None or (shown.wake_ms is not None and shown.wake_ms < wake_ms):
        wake_ms = shown.wake_ms
    return shown._replace(lies=Lies(shown.turned, hidden, odds), wake_ms=wake_ms)
