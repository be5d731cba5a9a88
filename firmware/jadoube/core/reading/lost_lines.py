"""Lost lines: a reading may assume that a line of the matrix has come off, and so hides its eight squares.

A line with three pieces or more is found by its contacts, which open in one scan (`signals/lines.py`). One
with fewer pieces looks like a hand. So when a ply is called for and no reading explains the board with one
reed more that it does not believe, each line all of whose contacts read open is a suspect: a legal ply
explains the board beside that line. The assumption is paid once (`weights.LINE_OFF`), and a contact of that
line that closes speaks against it. A reading that holds a reed of such a line dead has paid most of it.

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


def plies_beside_lines(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits if one more line of the matrix is off.

    `lifted` is what the opponent lifts now, if that lift calls for a ply. A ply within the line is a guess.
    """
    if has_no_sign_of_ply(hypothesis, lifted):
        return
    closed = (hypothesis.line.occupancy ^ hypothesis.change) & ~hypothesis.bad
    parts = part_off(hypothesis, known) if hypothesis.bad else []
    for line in LINES:
        hidden, held = line & ~hypothesis.bad, (hypothesis.bad & line).bit_count()
        if hidden and not closed & line and (hypothesis.change & line or held):
            paid = (weights.UNRELIABLE if hypothesis.lying else weights.DEAD) * held
            paid = paid if held > 1 or line in parts else 0.0
            cost = hypothesis.cost + max(weights.BLIND, weights.LINE_OFF - paid)
            without = hypothesis._replace(cost=cost, bad=hypothesis.bad | hidden)
            yield from _plies_beside(without, hidden, known)


def part_off(hypothesis: Hypothesis, known: SettleOrder) -> list[Occupancy]:
    """The lines that may have hidden the last ply through the only reed that this reading holds dead.

    The other end of that ply was seen. No contact of the line is closed, or has opened since then.
    """
    bad, last = hypothesis.bad, hypothesis.line
    if not bad or bad & bad - 1:
        return []
    while last.move and not bad & (BB_SQUARES[last.move.from_square] | BB_SQUARES[last.move.to_square]):
        last = last.before or last
    if last.move is None:
        return []
    source, target = last.move.from_square, last.move.to_square
    since, end = (known.closed[target], target) if bad >> source & 1 else (known.opened[source], source)
    closed = (hypothesis.line.occupancy ^ hypothesis.change) & ~bad | BB_SQUARES[end]
    lines = (line for line in LINES if line & bad and not line & closed)
    return [line for line in lines if max(known.opened[each] for each in squares(line)) <= since]


def _plies_beside(without: Hypothesis, hidden: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits without these squares, and not with them."""
    change = without.change & ~hidden
    for own in dict.fromkeys((change, change & ~without.theirs)):
        plies = [
            assume_ply(without, move, known, 0.0, change & ~own)
            for move in without.line.plies_flipping(own, without.touched | without.bad, without.bad)
            if hidden & (without.change | BB_SQUARES[move.from_square] | BB_SQUARES[move.to_square])
            if all(known.opened[move.from_square] < known.opened[each] for each in squares(change & ~own))
        ]
        if own or without.change & hidden:
            yield from as_guesses(without, plies) if len(plies) > 1 or not own else plies
