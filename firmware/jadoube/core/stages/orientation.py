"""Which way round the board lies: a young game is read both ways, until one of them is known to be wrong.

The law (behaviour.md): the start occupancy is the same from both sides. When the first ply can be explained
only on the board turned by 180 degrees, squares, lamps and levers are turned for that game. The
configuration can fix it.

So a young game is two tables that are shown the same scans: the one that is shown, and its `other`, the same
game on the board turned. Each is whole and has a clock of its own. A lever that starts the game the one way
does nothing the other way; when the first ply tells that the board is turned, the clock has run since the
press. Nothing is final: a first ply that is put back, or that turns out to have been no ply, turns the
reading back. When the game is back at its start nothing is known any more.

This file decides which of two tables is shown, and how long there are two. It refuses to know reeds, squares
and levers: what they are on a turned board is said in one place each (`readings`, `panel`, `view`).
"""

from collections.abc import Callable

from jadoube.core.messages.effects import BadReed, BoardTurned, ClockStarted, Effect, PutRight
from jadoube.core.messages.events import Event
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import weights
from jadoube.core.squares import squares, turn_squares
from jadoube.core.stages.bad_reeds import fault
from jadoube.core.stages.periods import tell_new_periods
from jadoube.core.stages.reeds import difference
from jadoube.core.state.table import Lies, Stepped, Table, add_turned_table

ORIENTATIONS: dict[str, bool | None] = {"auto": None, "white-below": False, "black-below": True}
"""What the configuration can say: whether the board lies turned, by the side that sits at the first rank."""

Step = Callable[[Table, Event, int], Stepped]


def is_known(table: Table) -> bool:
    """Whether there is one way to read the game: it is well under way."""
    return table.lies.other is None and table.seen.best.line.ply > 0


def step_both(step: Step, table: Table, event: Event, now_ms: int) -> Stepped:
    """Take in one event; while it is not known how the board lies, both ways round."""
    table = _add_turned_at_start(table)
    lies = table.lies
    shown, effects = step(table, event, now_ms)
    if lies.other is None or shown.lies is not lies:
        return shown, effects
    hidden, untold = step(lies.other, event, now_ms)
    if hidden.terms != shown.terms and not shown.line.ply:
        return add_turned_table(shown), effects
    hidden = _copy_choices(shown, hidden)
    if not _should_turn(shown, hidden):
        return _keep_or_drop_other(shown, hidden, lies.odds), effects
    effects = (BoardTurned(hidden.turned), *_tell_missed(table, lies.other), *untold)
    return _keep_or_drop_other(hidden, shown, -lies.odds), effects


def _copy_choices(shown: Table, hidden: Table) -> Table:
    """The other with the menu of the one that is shown, and with all that was chosen there.

    Nobody sees the other's menu: it cannot be open elsewhere.
    """
    if (hidden.menu, hidden.comfort) == (shown.menu, shown.comfort) and hidden.terms is shown.terms:
        return hidden
    return hidden._replace(menu=shown.menu, comfort=shown.comfort, terms=shown.terms)


def _should_turn(shown: Table, hidden: Table) -> bool:
    """Whether the other way round explains what the board shows, and the one that is shown does not.

    A first ply tells it where the one that is shown has not seen a start position yet, whatever the dead
    reeds cost with which the other has. Where both explain it by plies the other has to be better beyond
    doubt; at the start nothing is explained.
    """
    if not hidden.best.fits or shown.phase is Phase.OVER:
        return False
    if hidden.seen.ready and hidden.line.ply and not shown.seen.ready:
        return True
    lead = _lead(shown, hidden, shown.lies.odds)
    if not shown.best.fits:
        return lead <= -weights.TURNED or (shown.illegal and hidden.line.ply > 0)
    return bool(shown.line.ply and hidden.line.ply) and lead <= -weights.DOUBTFUL


def _lead(shown: Table, hidden: Table, odds: float) -> float:
    """How much better the shown reading is, by what came after the start stood on the board last."""
    return hidden.best.rank - shown.best.rank - odds


def _tell_missed(before: Table, other: Table) -> tuple[Effect, ...]:
    """What was not told of the other table, or told otherwise of the one that was shown."""
    effects = difference(before.line, other.seen, other.accepted)
    if before.illegal and not other.illegal:
        effects = (PutRight(), *effects)
    running = other.clock.running if other.clock else None
    if running is not None and before.clock and before.clock.running != running:
        effects += (ClockStarted(running),)
    effects += tell_new_periods(before.clock, other.clock)
    fresh = other.named & ~turn_squares(before.named)
    return effects + tuple(BadReed(square, fault(other, square)) for square in squares(fresh))


def _keep_or_drop_other(shown: Table, hidden: Table, odds: float) -> Table:
    """The table that is shown, with its other as long as that may be right.

    Nobody sees the other's clock. If that was started, a key that pauses it was meant to start the one that
    is shown, and no flag can fall there: it begins again from what is shown.
    """
    plies = shown.line.ply
    paused = hidden.phase is Phase.PAUSED
    astray = hidden.phase is Phase.OVER or paused != (shown.phase is Phase.PAUSED)
    if shown.phase is Phase.OVER or (plies and (astray or _is_ruled_out(shown, hidden, odds))):
        return shown._replace(lies=Lies(shown.turned))
    return add_turned_table(shown) if astray else _join_other(shown, hidden, odds)


def _is_ruled_out(shown: Table, hidden: Table, odds: float) -> bool:
    """Whether the other way round is given up: it was never set up so, or two plies tell against it.

    One ply may have been an illegal try that is about to be put right.
    """
    if not shown.best.fits:
        return False
    explained = shown.line.ply > 1 and _lead(shown, hidden, odds) >= weights.GIVEN_UP
    return explained or not hidden.seen.ready


def _add_turned_at_start(table: Table) -> Table:
    """The table with its other, if the game is at its start and that does not tell how the board lies."""
    if table.other or table.line.ply or table.terms.turned is not None:
        return table
    alike = len(table.homes) == 1 and table.best.fits and table.phase is not Phase.OVER
    return add_turned_table(table) if alike else table


def _join_other(shown: Table, hidden: Table, odds: float) -> Table:
    """The table that is shown with its other, awake when either wants to be.

    While both see the start, what the one costs more than the other tells nothing of how the board lies.
    """
    best, others = shown.best, hidden.best
    if best.fits and others.fits and not (best.line.ply or others.line.ply):
        odds = others.rank - best.rank
    hidden = hidden._replace(lies=Lies(hidden.turned)) if hidden.other else hidden
    wake_ms = hidden.wake_ms
    if wake_ms is None or (shown.wake_ms is not None and shown.wake_ms < wake_ms):
        wake_ms = shown.wake_ms
    return shown._replace(lies=Lies(shown.turned, hidden, odds), wake_ms=wake_ms)
