"""How play over a server stands, as people's programs read it: one shape, whether anybody plays or not.

It refuses to know how it is found out.
"""

from collections.abc import Sequence
from typing import Any, Final

from jadoube.local.desk_lines import Words

Shown = dict[str, Any]
"""In types of JSON."""


def standing(
    state: str,
    problem: Words | None = None,
    game: Shown | None = None,
    chat: Sequence[Shown] = (),
    challenges: Sequence[Shown] = (),
) -> Shown:
    """Return how it stands: the state in a word, what is the matter, the game, its chat, who challenges."""
    return {
        "state": state,
        "problem": problem,
        "game": game,
        "chat": list(chat),
        "challenges": list(challenges),
    }


UNCONNECTED: Final = "no-token"
"""The state without an account."""
