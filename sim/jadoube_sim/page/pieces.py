"""A set of pieces: what it holds, where they stand for a position, and the box beside the board.

The law: pieces are moved, and none is thrown away; where a position wants one that no set has left, another
is fetched. A set is what is sold as one: thirty-two pieces and two queens more. It knows no moves.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import chess

from jadoube_sim.page.world import Piece, World, middle

UNKNOWN: Final = "?"
"""The letter of a piece of which only its reed is known."""

_SET: Final = "KQQRRBBNNPPPPPPPP"
_COLUMNS: Final = {True: (-0.72, -1.38), False: (8.72, 9.38)}
"""Where the box has its places for White's pieces, left of the board, and for Black's: two trays."""

_ROWS: Final = tuple(round(0.25 + 0.88 * row, 2) for row in range(8))

QUEENS: Final = 7.7
"""The row of queens, apart from what was taken: there one looks for the queen of a promotion."""


def new_set(board: chess.Board, *, turned: bool = False) -> World:
    """Give a set of pieces that stands as a position says; the rest lies in the box."""
    pieces = [Piece(kind, 0.0, 0.0, up=True) for kind in (*_SET, *_SET.lower())]
    world = World(tuple(pieces))
    return arranged(world, board, turned=turned)


def strangers(closed: int) -> World:
    """Give as many pieces as reeds are closed, of which nothing more is known."""
    return World(tuple(Piece(UNKNOWN, *middle(square)) for square in chess.scan_forward(closed)))


def arranged(world: World, board: chess.Board, *, turned: bool = False) -> World:
    """The same pieces, set as a position says, each by the shortest way; the rest goes into the box."""
    wanted = _wanted(board, turned=turned)
    placed: dict[int, chess.Square] = {}
    for nearest in (0.5, 20.0):  # what stands where it belongs stays; then the others are chosen
        for square, kind in wanted.items():
            if square not in placed.values():
                number = _nearest(world, kind, middle(square), nearest, placed)
                if number is not None:
                    placed[number] = square
    pieces = list(world.pieces)
    for number, square in placed.items():
        x, y = middle(square)
        pieces[number] = Piece(wanted[square], x, y)
    fetched = [(square, kind) for square, kind in wanted.items() if square not in placed.values()]
    world = boxed(World(tuple(pieces)), set(range(len(pieces))) - set(placed))
    return World((*world.pieces, *(Piece(kind, *middle(square)) for square, kind in fetched)))


def boxed(world: World, numbers: set[int]) -> World:
    """These pieces are laid into the box, where they do not lie beside the board already."""
    pieces = list(world.pieces)
    for number in sorted(numbers):
        piece = pieces[number]
        if piece.up or piece.on_board:
            x, y = _free_place(piece.kind, pieces)
            pieces[number] = replace(piece, x=x, y=y, up=False, by=None)
    return World(tuple(pieces))


def spare(world: World, kind: str) -> tuple[World, int]:
    """Give a piece of this kind that lies beside the board, and the world in which there is one."""
    beside = (
        number
        for number, piece in enumerate(world.pieces)
        if piece.kind == kind and not piece.on_board and piece.by is None
    )
    number = next(beside, None)
    if number is not None:
        return world, number
    x, y = _free_place(kind, list(world.pieces))
    return World((*world.pieces, Piece(kind, x, y))), len(world.pieces)


def _wanted(board: chess.Board, *, turned: bool) -> dict[chess.Square, str]:
    return {
        63 - square if turned else square: piece.symbol()
        for square, piece in sorted(board.piece_map().items())
    }


def _nearest(
    world: World, kind: str, at: tuple[float, float], within: float, but: dict[int, chess.Square]
) -> int | None:
    """The nearest piece of a kind; one that is not known will do where it stands already."""
    found = [
        (piece.distance(*at), number)
        for number, piece in enumerate(world.pieces)
        if number not in but
        and (piece.kind == kind or (piece.kind == UNKNOWN and within < 1))
        and (within >= 1 or not piece.up)
        and piece.distance(*at) < within
    ]
    return min(found)[1] if found else None


def _free_place(kind: str, pieces: list[Piece]) -> tuple[float, float]:
    places = list(_places(kind))
    free = (place for place in places if all(each.distance(*place) > 0.3 for each in pieces))
    return next(free, places[-1])


def _places(kind: str) -> Iterator[tuple[float, float]]:
    """The places of the box for a piece of this kind, the first first; the other colour's come last."""
    for white in (kind.isupper(), not kind.isupper()):
        tray = product(_COLUMNS[white], (*_ROWS, QUEENS))
        yield from sorted(tray, key=lambda place: (place[1] == QUEENS) != (kind in "Qq"))
