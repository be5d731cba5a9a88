"""Shown plies in a hypothesis: a player shows a line on the board, presses for nothing, and puts all back.

Put back in some orders the pieces make legal plies, or a few plies that come to the same position. Only the
presses tell then: players who press do not forget it four times in a row.

The law: a press is for one ply, and the board shows it, with all plies since the last press taken away. This
file knows one hypothesis. It refuses to know whether presses are often forgotten (`calls.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, differing_squares
from jadoube.core.squares import Occupancy

FEWEST_SHOWN = 4
"""The fewest plies of a line that is shown, with those that put it back: two by each side."""

MOST_FORGOTTEN = 2
"""The most plies between a press and a line that is shown: their presses were forgotten (a guess)."""


def without_shown_plies(
    hypothesis: Hypothesis, side: chess.Color, since: int, known: SettleOrder, price: float
) -> Iterator[Hypothesis]:
    """Yield the readings in which plies after ply `since` were only shown, at this price.

    This `side` has pressed; nobody has pressed for those plies. The opponent may hold his reply.
    """
    last, change = hypothesis.line, hypothesis.change
    made = last.side_to_move != side
    if made and change & (last.opponents | ~last.occupancy):
        return
    occupancy = last.occupancy if made else last.occupancy ^ change
    ends = chess.BB_SQUARES[last.move.to_square] if made and last.move else hypothesis.touched
    for ply in range(since, min(since + MOST_FORGOTTEN, last.ply - FEWEST_SHOWN) + 1):
        start = last.back_to(ply)
        for line in _pressed_for(start, side, (start.occupancy ^ occupancy) & ~hypothesis.bad, ends):
            if not differing_squares(line.board, last.board) & ~(change | hypothesis.bad):
                shorter = hypothesis.at(start, hypothesis.cost + price)
                guessed = shorter.guessed | (hypothesis.guessed >> last.ply & 1) << line.ply
                after = shorter.at(line, shorter.cost, change if made else 0, known.lifted(line))
                yield after._replace(guessed=guessed, prior=hypothesis.prior if guessed else 0.0)


def _pressed_for(start: Line, side: chess.Color, flipped: Occupancy, ends: Occupancy) -> Iterator[Line]:
    """Yield the lines that end with a ply of this side: this one, if nothing differs, or with one ply more.

    That ply flips these squares, and ends on one of the `ends`: the target of the reading's last ply, or
    where hands were since.
    """
    if start.side_to_move != side:
        if not flipped:
            yield start
        return
    for move in start.plies_flipping(flipped, ends):
        yield start.after(move)
