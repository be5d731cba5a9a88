"""Costs of a ply for its order of settlings, and for a victim that was not seen.

The weights stand in `weights.py`; this file says how often each is charged. It knows one ply and the order of
the settlings. It refuses to know which reading the ply belongs to.
"""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, squares


def unseen_price(guessed: int) -> float:
    """The price of a capture with an unseen victim; `guessed` are the game's guessed plies (bit n: ply n)."""
    learned = weights.UNSEEN_LEARNED * guessed.bit_count()
    return max(weights.UNSEEN_AT_LEAST, weights.UNSEEN - learned)


def order_price(line: Line, before: int, move: chess.Move, touched: Occupancy, known: SettleOrder) -> float:
    """The price of an unusual order; `before` is the settling in which the ply before began.

    A ply pays if its piece was lifted before that of the ply before it. It also pays if its piece was lifted
    after its target had closed and something else had settled. (A target that closes just before the source
    opens is cheaper: `SET_FIRST`. Not if another piece was in the air just then and put back: it looks as if
    that one went to the target.) An untouched square says nothing about order; castling may have any order.
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
    elif placed and placed < lifted:
        others = squares(touched & line.occupancy & ~source)
        passing = any(known.opened[each] < placed and known.closed[each] > lifted for each in others)
        price += weights.AHEAD * passing
    return price


def ahead_price(ahead: Occupancy, begun: int, landed: int, known: SettleOrder) -> float:
    """The price of pieces in the air for the reply that were lifted too early.

    Each pays that was lifted before the ply began. All together pay if one was lifted after a rest, while the
    ply, begun before that rest, had not `landed`: a player who thinks with a piece in his hand is waited for.
    """
    price = overlap = 0.0
    for square in squares(ahead):
        lifted = known.opened[square]
        if lifted < begun:
            price += weights.OUT_OF_ORDER
        elif begun <= known.rested < lifted < landed:
            overlap = weights.AHEAD
    return price + overlap
