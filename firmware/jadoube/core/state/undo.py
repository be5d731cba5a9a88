"""Undoing the last order: for five seconds, and while nothing else has happened.

The law: an order that is undone was never given. The table is as it was, and a clock that ran then has run
ever since, so no time is lost or won. Once a hand, a press, another order or the clock has changed anything,
there is nothing to undo: what happened then was meant for the game as it is now.

A game that an order has ended is another matter: it is opened again, paused (`reopen`).
"""

from typing import Final

from jadoube.core.messages.orders import (
    ChangeTime,
    Order,
    Penalise,
    Restore,
    SetCounter,
    Stands,
    Take,
    TakeBack,
    order_text,
)
from jadoube.core.state.table import Table, Undoable

UNDO_MS: Final = 5000
"""How long an order can be undone: long enough to see what it did, and too short to play on it (a choice)."""

_UNDONE: Final = (TakeBack, Take, Restore, Stands, ChangeTime, SetCounter, Penalise)
"""The orders that can be undone. A pause, a piece or a setting is changed back by another order."""


def keep(before: Table, after: Table, order: Order, now_ms: int) -> Table:
    """The table after an order, with what is needed to undo it; a further order forgets the one before."""
    if not isinstance(order, _UNDONE):
        return after._replace(undoable=None) if after.undoable else after
    after = after._replace(undoable=None)
    undoable = Undoable(order_text(order), before._replace(undoable=None), after, now_ms + UNDO_MS)
    return after._replace(undoable=undoable)


def can_undo(table: Table, now_ms: int) -> bool:
    """Whether the last order can be undone at this instant."""
    return table.undoable is not None and now_ms < table.undoable.until_ms and not _has_gone_on(table)


def revert(table: Table) -> Table:
    """The table as it was before the last order, with the contacts as they are now; it must be undoable."""
    if table.undoable is None:
        raise ValueError("no order can be undone, expected a table with `undoable`")
    before = table.undoable.before
    return before._replace(
        board=before.board.settle(table.board.reeds),
        seen=before.seen._replace(answers=table.seen.answers),
        panel=table.panel.hide_reading(),
        comfort=table.comfort,
        lies=table.lies,
        page=table.page,
        wake_ms=table.wake_ms,
    )


def _has_gone_on(table: Table) -> bool:
    """Whether anything has changed since the order: pieces, presses, the clock, the phase, a line."""
    after = table.undoable.after if table.undoable else table
    return _what_counts(table) != _what_counts(after)


def _what_counts(table: Table) -> tuple[object, ...]:
    """What must not change for the last order to be undoable."""
    board, play = table.board, table.play
    running = play.clock.running if play.clock else None
    return (
        board.reeds.settled,
        board.quiet_since_ms,
        board.wires.blind,
        table.line,
        play.phase,
        play.completed,
        play.presses,
        running,
        table.terms,
    )
