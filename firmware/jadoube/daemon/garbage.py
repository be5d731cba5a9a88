"""Garbage: when the interpreter looks for dead objects that refer to each other.

By itself Python looks for them whenever some hundred objects were made: also while a ply is being read. With
all that is imported, a full look takes 12 to 15 ms on a desktop computer, some ten times as long on a Zero
2 W (an estimate), and nothing else runs meanwhile.

The law: what is there after the start is frozen, that is, never looked at again. From then on there is a look
only while the board rests and no hand acts. A board that never rests has one after `MOST` new objects. Each
look is as far as Python's own would be. With all else frozen, a full look takes 0.3 to 3 ms after a game of
88 to 305 plies, and up to 5 ms if it removes that game (measured on a desktop computer).

This module decides nothing about the game, and refuses to know what the objects are.
"""

import gc
from typing import Final

from jadoube.core.messages.events import PANEL
from jadoube.core.state.table import Table

WORTH: Final = 700
"""New objects that are worth a look at rest: Python's own threshold."""

MOST: Final = 10_000
"""New objects after which there is a look in any case. It takes about a millisecond on a desktop computer
(measured). A game of 88 plies makes some 5,000 that last, so this comes up only where nothing ever rests."""

LOOKS: Final = 10
"""After so many looks at the newest objects comes one at those that had been new before, and so on for the
oldest: Python's own rule."""


def stop_looking() -> None:
    """Look for garbage only when asked, from now on."""
    gc.disable()


def freeze_start() -> None:
    """Remove the garbage that the start left, and never look at the rest again.

    A game that is running by then is frozen with it, some megabytes once.
    """
    gc.collect()
    gc.freeze()


def remove_garbage(table: Table) -> None:
    """Look for garbage if this is the moment: call it when nothing else is left to do."""
    new, looks, further_looks = gc.get_count()
    if new < (WORTH if is_at_rest(table) else MOST):
        return
    if looks < LOOKS:
        gc.collect(0)
    else:
        gc.collect(1 if further_looks < LOOKS else 2)


def is_at_rest(table: Table) -> bool:
    """Whether the board rests and nobody acts: no contact changes, nothing waits, no panel key is held."""
    held = table.panel.buttons.raw & PANEL
    changing = table.board.reeds.changing or table.panel.buttons.changing
    return table.board.rested and not (held or changing or table.play.presses or table.thinking)
