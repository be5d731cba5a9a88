"""Bad reeds: players are told once which reed to repair, and the game goes on.

A dead reed is reported when every reading close to the best takes it for dead. It is trusted again when the
best reading no longer does. A flickering reed is reported when it stands out (`flicker.py`).
"""

from jadoube.core.messages.effects import BadReed, Effect, Fault, ReedTrusted
from jadoube.core.messages.events import Scanned
from jadoube.core.reading import weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.table import Table


def name_reeds(table: Table, _event: Scanned, _now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
    """Report the reeds that prove bad, and those that prove good after all."""
    best = table.best
    if not (best.bad or table.flicks.flickering or table.named):
        return table, ()
    bad = _surely_dead_reeds(table.seen) | table.named & best.bad | table.flicks.flickering
    named, table = table.named, table._replace(named=bad)
    trusted: tuple[Effect, ...] = tuple(ReedTrusted(square) for square in squares(named & ~bad))
    return table, trusted + tuple(BadReed(square, fault(table, square)) for square in squares(bad & ~named))


def fault(table: Table, square: int) -> Fault:
    """The fault of a reported reed."""
    if table.flicks.flickering >> square & 1:
        return Fault.FLICKERS
    return Fault.STUCK_CLOSED if table.seen.occupancy >> square & 1 else Fault.STUCK_OPEN


def _surely_dead_reeds(seen: Tracker) -> Occupancy:
    """The reeds that are dead in the best reading and in every rival close to it."""
    dead = seen.best.bad
    for each in seen.hypotheses:
        if each.rank < seen.best.rank + weights.DOUBTFUL:
            dead &= each.bad
    return dead
