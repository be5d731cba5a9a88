"""The same hands at the board turned by 180 degrees: other reeds, and the other lever."""

from collections.abc import Iterable

import chess

from jadoube.formats.sensorlog import Edge


def turned_edges(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Give the edges that the same hands make on the board turned; the panel keys stay what they are."""
    return tuple(Edge(at_us, word, _TURNED.get(name, name)) for at_us, word, name in edges)


_TURNED = {name: chess.SQUARE_NAMES[63 - square] for square, name in enumerate(chess.SQUARE_NAMES)}
_TURNED |= {"white": "black", "black": "white"}
