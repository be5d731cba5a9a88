"""How strong an engine plays: an Elo number, and what an engine makes of it.

The law: where the engine itself can play at that strength (`UCI_LimitStrength` and `UCI_Elo`), it does. Below
its range it plays at its weakest with a number of nodes, which is equal on every machine. Above its range, or
where the engine knows no such option, it is limited by nodes alone, and by nothing from `FULL_ELO` on.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from chess.engine import ConfigMapping, Option

FULL_ELO: Final = 2850
"""From here on an engine plays as well as it can: Stockfish 15.1 has no higher `UCI_Elo`."""

_NODES: Final = ((600, 1), (900, 50), (1200, 500), (1500, 2_000), (1800, 8_000), (2100, 30_000))
"""So many nodes a move up to an Elo, for engines without a strength of their own, and below the range of
others (guesses: each step of 300 Elo is a factor of four, as two doublings are worth 100 to 150 each at high
strength and more at low)."""

MOST_NODES: Final = 200_000
"""The nodes between the last of these and full strength (a guess)."""


class Strength(NamedTuple):
    """What an engine is told, so that it plays at an Elo."""

    options: ConfigMapping
    nodes: int | None
    """The limit for a move; None: only its time limits it."""


def strength_of(elo: int, offered: Mapping[str, Option]) -> Strength:
    """Return how an engine with these options plays at this Elo."""
    limit, own = offered.get("UCI_LimitStrength"), offered.get("UCI_Elo")
    if limit and own and own.min is not None and own.max is not None:
        if own.min <= elo <= own.max:
            return Strength({"UCI_LimitStrength": True, "UCI_Elo": elo}, None)
        if elo > own.max:
            return Strength({"UCI_LimitStrength": False}, _nodes(elo))
        return Strength({"UCI_LimitStrength": True, "UCI_Elo": own.min, **_weakest(offered)}, _nodes(elo))
    return Strength(_weakest(offered) if elo < _NODES[-1][0] else {}, _nodes(elo))


def _weakest(offered: Mapping[str, Option]) -> ConfigMapping:
    skill = offered.get("Skill Level")
    return {"Skill Level": skill.min} if skill and skill.min is not None else {}


def _nodes(elo: int) -> int | None:
    if elo >= FULL_ELO:
        return None
    return next((nodes for most, nodes in _NODES if elo <= most), MOST_NODES)
