"""A state of a game: what the watch sees, and archive, live folder and broadcast take.

The law: it is the newest text of a game, whole; it replaces all states before it. It refuses to know where it
goes.
"""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from jadoube.online.game_text import is_over, read_parts


class GameState(NamedTuple):
    """A game as it stands: `pgn` has all its parts, `over` says that it is not played on."""

    game_id: str
    pgn: str
    over: bool


def state_of(pgn: str, *, left: bool, otherwise: Callable[[], str]) -> GameState | None:
    """Read a state; None if there is no game. `left`: another game runs, so that this one is over.

    A game of an earlier version has no id: `otherwise` is asked what names it, and one is made of that.
    """
    try:
        parts = read_parts(pgn)
    except ValueError:
        return None
    return GameState(parts[0].tags.get("GameId") or made_id(otherwise()), pgn, left or is_over(parts))


def without(state: GameState, name: str) -> GameState:
    """Return a state without a person."""
    from jadoube.games.forgetting import forget_in_pgn  # noqa: PLC0415 - seldom, and not at rest

    return state._replace(pgn=forget_in_pgn(state.pgn, name))


def made_id(name: str) -> str:
    """An id as the board draws them, for a game that has none."""
    return hashlib.sha256(name.encode()).hexdigest()[:12]
