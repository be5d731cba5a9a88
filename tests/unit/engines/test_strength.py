"""A strength in Elo becomes options and nodes, and more Elo never makes an engine weaker."""

import pytest
from chess.engine import Option

from jadoube.core.messages.opponents import LEVELS
from jadoube.engines.strength import FULL_ELO, MOST_NODES, Strength, strength_of


def offered(elo: tuple[int, int] | None = None, *, skill: bool = False) -> dict[str, Option]:
    """The options of an engine with this range of `UCI_Elo`, perhaps with a skill level."""
    options = [Option("Hash", "spin", 16, 1, 1024, None)]
    if elo:
        options.append(Option("UCI_LimitStrength", "check", False, None, None, None))
        options.append(Option("UCI_Elo", "spin", elo[0], *elo, None))
    if skill:
        options.append(Option("Skill Level", "spin", 20, 0, 20, None))
    return {option.name: option for option in options}


STOCKFISH = offered((1350, 2850), skill=True)
"""Of version 15.1."""


@pytest.mark.parametrize(
    ("elo", "expected"),
    [
        (600, Strength({"UCI_LimitStrength": True, "UCI_Elo": 1350, "Skill Level": 0}, 1)),
        (1200, Strength({"UCI_LimitStrength": True, "UCI_Elo": 1350, "Skill Level": 0}, 500)),
        (1350, Strength({"UCI_LimitStrength": True, "UCI_Elo": 1350}, None)),
        (2850, Strength({"UCI_LimitStrength": True, "UCI_Elo": 2850}, None)),
        (2851, Strength({"UCI_LimitStrength": False}, None)),
    ],
)
def test_an_engine_with_a_range_plays_in_it(elo: int, expected: Strength) -> None:
    """Below it, it plays at its weakest with few nodes; above it as well as it can."""
    assert strength_of(elo, STOCKFISH) == expected


@pytest.mark.parametrize(
    ("elo", "expected"),
    [(600, 1), (601, 50), (1500, 2_000), (2100, 30_000), (2101, MOST_NODES), (FULL_ELO, None)],
)
def test_an_engine_without_a_range_counts_nodes(elo: int, expected: int | None) -> None:
    """It is set nothing that it does not have; a skill level is at its lowest for the weaker half."""
    assert strength_of(elo, offered()) == Strength({}, expected)
    options = strength_of(elo, offered(skill=True)).options
    assert options == ({"Skill Level": 0} if elo < 2100 else {})


def test_above_a_low_range_nodes_limit_an_engine() -> None:
    """Somebody who asks for 2100 does not get the full strength of an engine that is set up to 2000 only."""
    assert strength_of(2100, offered((800, 2000))) == Strength({"UCI_LimitStrength": False}, 30_000)
    assert strength_of(3000, offered((800, 2000))) == Strength({"UCI_LimitStrength": False}, None)


def test_half_an_option_is_none() -> None:
    """Without both options, or without limits of the number, nodes limit the engine."""
    alone = {name: option for name, option in STOCKFISH.items() if name != "UCI_LimitStrength"}
    assert strength_of(2000, alone) == Strength({"Skill Level": 0}, 30_000)
    boundless = STOCKFISH | {"UCI_Elo": Option("UCI_Elo", "spin", 1350, None, None, None)}
    assert strength_of(2000, boundless) == Strength({"Skill Level": 0}, 30_000)


@pytest.mark.parametrize(
    "options",
    [
        offered(),
        offered(skill=True),
        STOCKFISH,
        offered((800, 2000)),
        offered((500, 3200)),
        offered((2500, 3200)),
    ],
    ids=["none", "skill", "stockfish", "low", "wide", "high"],
)
def test_more_elo_is_never_weaker(options: dict[str, Option]) -> None:
    """Below, in and above a range, nodes, `UCI_Elo` and skill only rise."""
    at = [_order(strength_of(elo, options), options) for elo in (*range(100, 3300, 50), *LEVELS)]
    assert at[: -len(LEVELS)] == sorted(at[: -len(LEVELS)])
    assert at[-len(LEVELS) :] == sorted(at[-len(LEVELS) :])


def _order(strength: Strength, options: dict[str, Option]) -> tuple[float, ...]:
    """What is compared: the part of the scale, and what is set in it."""
    told, nodes = strength.options, strength.nodes or float("inf")
    limited = told.get("UCI_LimitStrength")
    above = limited is False or (limited is None and "UCI_Elo" in options)
    return (above, float(told.get("UCI_Elo") or 0), float(told.get("Skill Level", 20) or 0), nodes)
