"""Lost lines: a reading may assume that a line of the matrix has come off, and so hides its eight squares.

A line with three pieces or more is found by its contacts, which open in one scan (`signals/lines.py`). One
with fewer pieces looks like a hand. So when a ply is called for and no reading explains the board with one
reed more that it does not believe, each line all of whose contacts read open is a suspect: a legal ply
explains the board beside that line. The assumption is paid once (`weights.LINE_OFF`), and a contact of that
line that closes speaks against it.

This file refuses to know wires and players' names for them (`stages/wiring.py`).
"""

from collections.abc import Iterator

from chess import BB_SQUARES

from jadoube.core.reading import weights
from jadoube.core.reading.dead_reeds import has_no_sign_of_ply
from jadoube.core.reading.hidden_plies import as_guesses
from jadoube.core.reading.hypotheses import Hypothesis, assume_ply
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.signals.lines import LINES
from jadoube.core.squares import Occupancy, squares


def lines_in(hidden: Occupancy) -> int:
    """The lines all of whose squares are among these: bit n for line n."""
    return sum(1 << number for number, line in enumerate(LINES) if not line & ~hidden)


def plies_beside_lines(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits if one more line of the matrix is off.

    `lifted` is what the opponent lifts now, if that lift calls for a ply. A ply within the line is a guess.
    """
    if has_no_sign_of_ply(hypothesis, lifted):
        return
    closed = (hypothesis.line.occupancy ^ hypothesis.change) & ~hypothesis.bad
    suspicious = hypothesis.change | hypothesis.bad
    for line in LINES:
        if suspicious & line and not closed & line and line & ~hypothesis.bad:
            paid = weights.DEAD * (hypothesis.bad & line).bit_count()
            weight = max(weights.BLIND, weights.LINE_OFF - paid)
            yield from _plies_beside(hypothesis, known, line & ~hypothesis.bad, weight)


def _plies_beside(
    hypothesis: Hypothesis, known: SettleOrder, hidden: Occupancy, weight: float
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits beside these squares, and not without them."""
    change, bad = hypothesis.change & ~hidden, hypothesis.bad | hidden
    without = hypothesis._replace(bad=bad)
    for own in dict.fromkeys((change, change & ~hypothesis.theirs)):
        if not own and not hypothesis.change & hidden:
            continue
        plies = [
            assume_ply(without, move, known, weight, change & ~own)
            for move in hypothesis.line.plies_flipping(own, hypothesis.touched | bad, bad)
            if hidden & (hypothesis.change | BB_SQUARES[move.from_square] | BB_SQUARES[move.to_square])
            if all(known.opened[move.from_square] < known.opened[each] for each in squares(change & ~own))
        ]
        yield from as_guesses(without, plies) if len(plies) > 1 or not own else plies
