"""Lost lines: a reading may assume that a line of the matrix has come off, and so hides its eight squares.

A line with three pieces or more is found by its contacts, which open in one scan (`signals/lines.py`). One
with fewer pieces looks like a hand. So when a ply is called for and no reading explains the board with one
reed more that it does not believe, each line all of whose contacts read open is a suspect: a legal ply
explains the board beside that line. Where a reed is blamed already, a ply that nothing shows may have gone
from it to another square of its line: the opponent's next ply tells of that one, and a press alone does not.
The assumption is paid once (`weights.LINE_OFF`), and a contact of that line that closes speaks against it.

This file refuses to know wires and players' names for them (`stages/wiring.py`).
"""

from collections.abc import Iterator

from jadoube.core.reading import weights
from jadoube.core.reading.explanations.dead_reeds import has_no_sign_of_ply
from jadoube.core.reading.explanations.hidden_plies import as_guesses
from jadoube.core.reading.explanations.unseen_captures import assume_ply
from jadoube.core.reading.hypotheses import Hypothesis, disbelieve
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import ends_of, flipped_squares
from jadoube.core.signals.lines import LINES
from jadoube.core.squares import Occupancy, squares

A_LINE = 8
"""The squares of a line of the matrix; a reading that ignores so many does so because of a line."""


def holds_line(bad: Occupancy) -> bool:
    """Whether squares that a reading ignores are so many that a whole line is among them."""
    return bad.bit_count() >= A_LINE


def blames_reed(hypothesis: Hypothesis) -> bool:
    """Whether a reading blames a reed that may be a line's: it does not ignore a whole line already."""
    return 0 < hypothesis.bad.bit_count() < A_LINE


def plies_beside_lines(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy, *, within: bool = False
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits if one more line of the matrix is off.

    `lifted` is what the opponent lifts now, if that lift calls for a ply. A ply within the line is a guess.
    `within`: only such plies, also where nothing but a blamed reed speaks against the line.
    """
    if has_no_sign_of_ply(hypothesis, lifted):
        return
    closed = (hypothesis.line.occupancy ^ hypothesis.change) & ~hypothesis.bad
    reeds = hypothesis.bad and _lone_reeds(hypothesis.bad)
    for line in LINES:
        hidden = line & ~hypothesis.bad
        if hidden and not closed & line and (hypothesis.change | reeds) & line:
            blamed = (reeds & line).bit_count()
            price = max(weights.BLIND, weights.LINE_OFF - weights.DEAD * blamed)
            cost = hypothesis.cost + price + (weights.EMPTY_LINE if blamed else 0.0)
            without = disbelieve(hypothesis, line)._replace(cost=cost)
            yield from (_plies_within if within else _plies_beside)(without, hidden, known)


def _lone_reeds(bad: Occupancy) -> Occupancy:
    """Those of the squares ignored that are no part of a whole line: their reeds are blamed one by one."""
    lone = bad
    for line in LINES if holds_line(bad) else ():
        if not line & ~bad:
            lone &= ~line
    return lone


def may_move_within_line(hypothesis: Hypothesis) -> bool:
    """Whether a piece of the mover stands on a reed that is blamed, and the opponent has lifted one."""
    line, change = hypothesis.line, hypothesis.change
    own = hypothesis.bad & line.occupancy & ~line.opponents
    return bool(own and change) and not change & ~line.opponents and blames_reed(hypothesis)


def plies_within_lines(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply within the line of a reed that is blamed already.

    The reeds show nothing of it. But the opponent has made the next ply, and nobody moves twice in a row.
    """
    yield from plies_beside_lines(hypothesis, known, lifted, within=True)


def _plies_within(without: Hypothesis, hidden: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that begins or ends on these squares, and shows nothing."""
    change = without.change & ~hidden
    plies = [
        assume_ply(without, move, known, 0.0, change)
        for move in without.line.plies_flipping(0, without.bad, without.bad)
        if hidden & ends_of(move)
    ]
    yield from as_guesses(without, plies, known)


def _plies_beside(without: Hypothesis, hidden: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits without these squares, and not with them."""
    change = without.change & ~hidden
    for own in dict.fromkeys((change, change & ~without.theirs)):
        plies = [
            assume_ply(without, move, known, 0.0, change & ~own)
            for move in without.line.plies_flipping(own, without.touched | without.bad, without.bad)
            if hidden & (without.change | ends_of(move) | flipped_squares(without.line.board, move))
            if all(known.opened[move.from_square] < known.opened[each] for each in squares(change & ~own))
        ]
        if own or without.change & hidden:
            yield from as_guesses(without, plies, known) if len(plies) > 1 or not own else plies
