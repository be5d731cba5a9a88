"""Pairings as in a Swiss tournament: who has as many points meets, nobody twice, colours in turn.

The law: pure, and simple: no pairing program's rules (FIDE C.04), only lists that look like theirs. Players
are numbers from 0, and as many as there are places at the boards.
"""

from collections.abc import Mapping, Sequence
from typing import Final

POINTS: Final[Mapping[str, tuple[float, float]]] = {
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    "1/2-1/2": (0.5, 0.5),
}
"""What White and Black get."""

Pair = tuple[int, int]
"""White and Black."""


def points(players: int, played: Sequence[tuple[Pair, str]]) -> list[float]:
    """Return the points of each player."""
    found = [0.0] * players
    for pair, result in played:
        for player, got in zip(pair, POINTS[result], strict=True):
            found[player] += got
    return found


def next_pairs(players: int, played: Sequence[tuple[Pair, str]]) -> list[Pair]:
    """Return the pairings of the next round, the best first: nobody meets anybody twice, if that can be."""
    met = {frozenset(pair) for pair, _ in played}
    scored = points(players, played)
    left = sorted(range(players), key=lambda player: (-scored[player], player))
    pairs = []
    while left:
        first = left.pop(0)
        other = next((each for each in left if frozenset((first, each)) not in met), left[0])
        left.remove(other)
        pairs.append(_coloured(first, other, played))
    return pairs


def pairs(boards: int, number: int) -> list[Pair]:
    """Return who plays whom in a round, counted from 1, whatever the results: in each round others."""
    met = [(board, boards + (board + number - 1) % boards) for board in range(boards)]
    return [(black, white) if number % 2 == 0 else (white, black) for white, black in met]


def _coloured(one: int, other: int, played: Sequence[tuple[Pair, str]]) -> Pair:
    """Who has had White less often has it."""
    whites = [white for (white, _), _ in played]
    return (one, other) if whites.count(one) <= whites.count(other) else (other, one)
