"""Undoing the last order: for five seconds, and while nothing else has happened.

The law: an order that is undone was never given. The table is as it was, and a clock that ran then has run
ever since, so no time is lost or won. Once a hand, a press, another order or the clock has changed anything,
there is nothing to undo: what happened then was meant for the game as it is now.

A game that an order has ended is opened again, paused (`stages/result/reopening.py`): its result was told
already.
"""

from typing import Final

from jadoube.core.messages.order_text import order_text
from jadoube.core.messages.orders import (
    AcceptDraw,
    ChangeTime,
    ClaimDraw,
    Declare,
    Helping,
    Linking,
    Naming,
    OfferDraw,
    Order,
    Penalise,
    Resign,
    Restore,
    Seeking,
    SetCounter,
    SetMoves,
    SetPeriod,
    SetTime,
    Stands,
    Take,
    TakeBack,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table, Undoable

UNDO_MS: Final = 5000
"""How long an order can be undone: long enough to see what it did, and too short to play on it (a choice)."""

_UNDONE: Final = (
    *(TakeBack, Take, Restore, Stands, ChangeTime, Penalise),
    *(SetCounter, SetTime, SetMoves, SetPeriod),
)
"""The orders that can be undone. A pause, a piece or a setting is changed back by another order."""

_ENDING: Final = (Resign, OfferDraw, AcceptDraw, ClaimDraw, Declare, Penalise)
"""The orders that can be undone if they have ended the game."""


def keep(before: Table, after: Table, order: Order, now_ms: int) -> Table:
    """The table after an order, with what is needed to undo it; a further order forgets the one before.

    Names, hints, who is looked for and what a program shows are no part of play: an order about them leaves
    the one before.
    """
    ended = after.play.phase is Phase.OVER and before.play.phase is not Phase.OVER
    if isinstance(order, Naming | Helping | Seeking | Linking):
        return after
    if not isinstance(order, _ENDING if ended else _UNDONE):
        return after._replace(undoable=None) if after.undoable else after
    before = before._replace(undoable=None)
    undoable = Undoable(order_text(order), before, _what_counts(after), now_ms + UNDO_MS)
    return after._replace(undoable=undoable)


def can_undo(table: Table, now_ms: int) -> bool:
    """Whether the last order can be undone at this instant."""
    undoable = table.undoable
    return undoable is not None and now_ms < undoable.until_ms and _what_counts(table) == undoable.mark


def revert(table: Table) -> Table:
    """The table as it was before the last order, with the contacts as they are now.

    ValueError if there is no such order. It must not have ended the game.
    """
    if table.undoable is None:
        raise ValueError("no order can be undone, expected a table with `undoable`")
    before = table.undoable.before
    other = before.lies.other
    lies = before.lies._replace(other=_bring(other, table)) if other else before.lies
    return _bring(before, table)._replace(lies=lies)


def _bring(before: Table, now: Table) -> Table:
    """An earlier table with what has changed beside the game since: contacts, page, names, search."""
    return before._replace(
        board=before.board.settle(now.board.reeds),
        seen=before.seen._replace(answers=now.seen.answers),
        panel=now.panel.hide_reading(),
        comfort=now.comfort,
        page=now.page,
        names=now.names,
        seek=now.seek,
        serves=now.serves,
        wake_ms=now.wake_ms,
    )


def _what_counts(table: Table) -> tuple[object, ...]:
    """What must not change for the last order to be undoable.

    After the end of the game the answer to a question (can the side still mate?) may change the outcome.
    """
    board, play = table.board, table.play
    return (
        board.reeds.settled,
        board.quiet_since_ms,
        board.wires.blind,
        table.line,
        play.phase if play.phase is Phase.OVER else play,
        table.terms,
    )
