"""A lost board: it rests, no reading fits it, and no legal ply is under way; and a piece that is put right.

The law: what is found fits, at a price, and is in doubt while the lost reading or a rival is close. It is
several plies whose order nobody saw, or a piece put right: an earlier ply went to where it stands now. If it
was read as an irregular one, it is sought at once, and no other ply is.
This file refuses to know when the board rests (`tracker.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import bounds, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.explanations import rare_plies, taken_back
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.seen_plies import plies_seen
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy, squares


def find_back(seen: Tracker, lost: float) -> list[Hypothesis]:
    """Find readings that fit, none more than one square astray better than `lost`, the best rank without."""
    near = [each for each in seen.hypotheses if each.change.bit_count() <= bounds.MOST_ASTRAY]
    right = rare_plies.find_in(seen, _put_right, near)
    bases = (seen.best, *right, *seen.hypotheses[1:])
    several = rare_plies.sequences(seen, bases, seen.best.change, width=2)
    return _not_much_better([each for each in (*right, *several) if each.fits], lost)


def _not_much_better(fitting: list[Hypothesis], lost: float) -> list[Hypothesis]:
    surcharge = max(0.0, lost - weights.ASTRAY - min((each.rank for each in fitting), default=lost))
    return [each._replace(cost=each.cost + surcharge) for each in fitting]


def pieces_put_right(seen: Tracker, readings: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Find readings that fit because a piece is put right whose ply was read as an irregular one.

    It could have gone where it stands now, so it came down beside that square. If the irregular ply is not
    proved yet, the ply that takes it there would be the later one that proves it; play on decides between the
    two. None ranks more than one square astray better than what it puts right.
    """
    asked = [each for each in readings if each.line.irregular_ply and each.placed]
    fitting = [each for each in rare_plies.find_in(seen, _irregular_put_right, asked) if each.fits]
    return _not_much_better(fitting, min(each.rank for each in asked)) if fitting else []


def _irregular_put_right(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy
) -> Iterator[Hypothesis]:
    """Yield those in which the last irregular ply is the one that is put right: no other is in question."""
    irregular = hypothesis.line.irregular_ply
    yield from (each for each in _put_right(hypothesis, known, lifted) if each.line.irregular_ply < irregular)


def _put_right(hypothesis: Hypothesis, known: SettleOrder, _lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the readings in which a piece missing now went to a square filled now; and one more ply each."""
    plies = hypothesis.line.plies()[-taken_back.MOST_TAKEN_BACK :]
    for number, ply in enumerate(plies):
        move, *later = (each.move or chess.Move.null() for each in plies[number:])
        for square in squares(hypothesis.placed if move and hypothesis.missing >> move.to_square & 1 else 0):
            line = ply.before
            for each in (chess.Move(move.from_square, square, move.promotion), *later):
                line = line.after(each) if line and line.board.is_legal(each) else None
            if line:
                cost = hypothesis.cost + hypothesis.detours() + weights.TRIED
                change = (hypothesis.line.occupancy ^ hypothesis.change ^ line.occupancy) & ~hypothesis.bad
                right = hypothesis.at(line, cost, change)._replace(unproved=0)
                yield from (right, *plies_seen(right, change, known))
