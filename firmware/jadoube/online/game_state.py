"""The state of a game, for those who send it on: its id, its PGN as it may be shown now, whether it is over.

The law: the PGN is whole, with all its parts; a newer state replaces an older one. It refuses to know where
it goes.
"""

from typing import NamedTuple


class GameState(NamedTuple):
    """A game as it may be shown at one instant."""

    game_id: str
    pgn: str
    over: bool
