"""What plies cost for the order in which hands made them, and for not having been seen.

The weights are those of `weights.py`; here is told how often each is charged. This file knows a ply and when
squares settled, and refuses to know which reading the ply belongs to.
"""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, squares


def unseen_price(guessed: int) -> float:
    """What a capture costs whose victim was never seen, in a game in which these plies were guessed."""
    learned = weights.UNSEEN_LEARNED * guessed.bit_count()
    return max(weights.UNSEEN_AT_LEAST, weights.UNSEEN - learned)


def order_price(line: Line, before: int, move: chess.Move, touched: Occupancy, known: SettleOrder) -> float:
    """What it costs that a ply was made in an order in which plies are not made; the one `before` has begun.

    Its piece was lifted before that of the ply before, or after its target had closed and something else had
    settled. (A target that closes just before the source opens is cheaper: `SET_FIRST`.) A square that was
    not touched tells no order, and castling has any.
    """
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if not source & touched:
        return 0.0
    lifted = known.opened[move.from_square]
    placed = known.closed[move.to_square] if target & touched and not target & line.occupancy else None
    price = 0.0
    if lifted < before:
        price += weights.AHEAD if placed and placed > before else weights.OUT_OF_ORDER
    if placed and placed < lifted - 1 and not line.board.is_castling(move):
        price += weights.OUT_OF_ORDER
    return price


def ahead_price(ahead: Occupancy, begun: int, known: SettleOrder) -> float:
    """What it costs that pieces are in the air for the reply that were lifted before the ply had begun."""
    return weights.OUT_OF_ORDER * sum(known.opened[square] < begun for square in squares(ahead))
