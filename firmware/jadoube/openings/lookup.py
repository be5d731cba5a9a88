"""The name of a game's opening, by the positions of the game.

It decides which position names the game: the last one that the table has. So a line that was reached by
other moves has its name, too, and a game keeps the name with which it left the list. Only a game from the
usual start position has an opening. It refuses to know where the names come from (`build.py`) and where
they are shown.

The table is a sorted file that is searched where it lies: no dictionary of it is ever in memory. A position
stands in it as the first 8 bytes of the BLAKE2b hash of its EPD: pieces, side to move, castling rights, and
the square of a capture en passant if one is legal. Two positions with the same hash would only show a game
under a wrong name. No two of the table have it (`build.py` refuses them). Of a game 36 positions are looked
up at most, among 3,810, so a wrong name is expected in one of 10^14 games (2^64 / (36 * 3,810)).
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import islice
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

import chess

from jadoube.core.rules.game_line import positions_after

TABLE = Path(__file__).with_name("table.tsv")
"""One line a position, sorted: hash, ECO code, name, with a tab between them."""

LONGEST = 36
"""The number of plies of the longest line in the list: no later position is looked up."""

_HASH_BYTES = 8
_HASH_DIGITS = 2 * _HASH_BYTES
_PLACED = 4
"""The fields of a FEN that are the position; the two others count moves."""

_USUAL_START = chess.STARTING_FEN.split()[:_PLACED]


class Opening(NamedTuple):
    """An opening: its code in the Encyclopaedia of Chess Openings (`B33`), and its English name."""

    eco: str
    name: str


def opening_of(start_fen: str, moves: Iterable[chess.Move]) -> Opening | None:
    """The opening of a game with these legal moves; None if it has no name or began elsewhere."""
    if start_fen.split()[:_PLACED] != _USUAL_START:
        return None
    return _last_named(tuple(islice(moves, LONGEST)))


def position_hash(board: chess.Board) -> str:
    """The position as the table has it: 16 hexadecimal digits."""
    return blake2b(board.epd(en_passant="legal").encode(), digest_size=_HASH_BYTES).hexdigest()


@lru_cache(maxsize=2)  # a longer game asks for the same beginning at each ply
def _last_named(moves: tuple[chess.Move, ...]) -> Opening | None:
    found = None
    for board in positions_after(chess.STARTING_FEN, moves):
        found = _named(position_hash(board).encode()) or found
    return found


def _named(key: bytes) -> Opening | None:
    """The opening of the position with this hash, by binary search over the lines."""
    table = _table()
    low, high = 0, len(table)  # both at the beginning of a line, or at the end
    while low < high:
        begin = table.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = table.find(b"\n", begin)
        here = table[begin : begin + _HASH_DIGITS]
        if here == key:
            _, eco, name = table[begin:end].decode().split("\t")
            return Opening(eco, name)
        low, high = (end + 1, high) if here < key else (low, begin)
    return None


@cache
def _table() -> mmap:
    with TABLE.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)
