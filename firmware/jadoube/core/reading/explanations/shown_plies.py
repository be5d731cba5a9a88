"""Shown plies in a hypothesis: a player shows a line on the board, presses for nothing, and puts all back.

Put back in some orders the pieces make legal plies, or a few plies that come to the same position. Only the
presses tell then: players who press do not forget it four times in a row.

The law: a press is for one ply, and the board shows it, with all plies since the last press taken away. This
file knows one hypothesis. It refuses to know whether presses are often forgotten (`tracker.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line

FEWEST_SHOWN = 4
"""The fewest plies of a line that is shown, with those that put it back: two by each side."""

MOST_FORGOTTEN = 2
"""The most plies between a press and a line that is shown: their presses were forgotten (a guess)."""


def without_shown_plies(hypothesis: Hypothesis, since: int, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the readings in which plies after ply `since` were only shown; nobody has pressed for them."""
    last = hypothesis.line
    for ply in range(since, min(since + MOST_FORGOTTEN, last.ply - FEWEST_SHOWN) + 1):
        start = last.back_to(ply)
        for line in _as_on_board(start, hypothesis):
            shorter = hypothesis.at(start, hypothesis.cost + weights.SHOWN)
            guessed = shorter.guessed | (hypothesis.guessed >> last.ply & 1) << line.ply
            after = shorter.at(line, shorter.cost, 0, known.lifted(line))
            yield after._replace(guessed=guessed, prior=hypothesis.prior if guessed else 0.0)


def _as_on_board(start: Line, hypothesis: Hypothesis) -> Iterator[Line]:
    """Yield the line up to before the plies shown, if the board shows it; or with one ply more.

    That ply ends on the target of the reading's last ply; or, if that does not fit, where hands were since.
    """
    last, change = hypothesis.line, hypothesis.change
    flipped = (start.occupancy ^ last.occupancy ^ change) & ~hypothesis.bad
    if not change and start.side_to_move == last.side_to_move:
        if not flipped:
            yield start
        return
    ends = chess.BB_SQUARES[last.move.to_square] if last.move and not change else hypothesis.touched
    for move in start.plies_flipping(flipped, ends):
        yield start.after(move)
