"""Sequences: several plies at once that explain a board that no single ply explains.

Hands may be faster than the scanner. Or victims were pushed out, and replies came before a ply was called
for. Then several plies follow each other unread. This file finds such sequences: each ply is legal, and its
piece has left its square. It compares no hypotheses and drops none. It refuses to know how far a search goes
at once (`searching.py`).
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import chess

from jadoube.core.reading import bounds, weights
from jadoube.core.reading.costs import ahead_price, order_price, unseen_price
from jadoube.core.reading.hypotheses import Hypothesis, ply_start
from jadoube.core.reading.prior.attraction import oddness, prior_of
from jadoube.core.reading.searching import Worked
from jadoube.core.reading.seen_plies import play_move
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, distinct_moves, flipped_squares
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy, squares

MOST_PLIES = 8
"""The most plies in a sequence."""

MOST_SEQUENCES = 24
"""The most sequences of each length that are kept: the work of an event stays bounded."""


RANK = 8
"""The distance from a square to the next on its file, in bits."""


class Sequence(NamedTuple):
    """Plies in a row that extend a hypothesis; the fields are those of `Hypothesis`."""

    line: Line
    cost: float
    guessed: int
    prior: float
    begun: int
    stopped: Line | None = None
    """The game up to the ply with which one of its pieces stopped between two of its plies, if one has."""


class SeveralPlies(NamedTuple):
    """The search for plies in a row that extend one reading: a task, which looks at one sequence at a time.

    All sequences of a length are extended before the longer ones. Those that cost more than `worst` are
    pruned, and of each length the cheapest are kept.
    """

    hypothesis: Hypothesis
    known: SettleOrder
    worst: float
    at_once: Occupancy
    """The squares that have just settled in one scan, if there were several: their order was not seen."""
    plies: int
    """How many plies the sequences have that are still to be extended."""
    sequences: tuple[Sequence, ...]
    longer: tuple[Sequence, ...] = ()
    """What extending the others of this length has given."""
    stops: bool = False
    """Whether one piece may have made two plies, with a square between that the reeds do not show."""
    in_one_scan: bool = False
    """Whether one scan showed all, and no order of any two plies could be seen."""

    def work(self) -> Worked:
        """Extend one sequence by each ply that may follow."""
        sequence, *others = self.sequences
        more = list(_extend_sequence(self, sequence))
        longer = (*self.longer, *(each for each in more if each.cost <= self.worst))
        if others:
            return Worked((), 1 + len(more), self._replace(sequences=tuple(others), longer=longer))
        if len(longer) > MOST_SEQUENCES:
            longer = _most_promising(self.hypothesis, longer)
        kept = tuple(sorted(longer, key=lambda each: each.cost))
        found: list[Hypothesis] = []
        for each in kept if self.plies else ():
            found += _fitting_hypothesis(self.hypothesis, each, self.known)
        plies = self.plies + 1
        left = self._replace(plies=plies, sequences=kept, longer=()) if kept and plies < MOST_PLIES else None
        return Worked(tuple(found), 1 + len(more), left)


def several_plies(
    hypothesis: Hypothesis,
    known: SettleOrder,
    worst: float,
    at_once: Occupancy = 0,
    *,
    stops: bool = False,
) -> SeveralPlies | None:
    """The search for hypotheses longer by two or more plies that fit; the next mover may have lifted pieces.

    None if there are none: the second ply is the opponent's, and none of his pieces has left its square.
    """
    if not (hypothesis.change | hypothesis.touched | hypothesis.hidden) & hypothesis.line.opponents:
        return None
    start = hypothesis.cost + hypothesis.detours()
    begun = ply_start(hypothesis, known)
    first = Sequence(hypothesis.line, start, hypothesis.guessed, hypothesis.prior, begun)
    in_one_scan = _settled_in_one_scan(at_once, known)
    return SeveralPlies(hypothesis, known, worst, at_once, 0, (first,), stops=stops, in_one_scan=in_one_scan)


def _settled_in_one_scan(changed: Occupancy, known: SettleOrder) -> bool:
    """Whether one scan showed all these, and they are more squares than one ply usually changes at once."""
    if changed.bit_count() <= bounds.MOST_AT_ONCE:
        return False
    return len({known.changed(square) for square in squares(changed)}) == 1


def _most_promising(hypothesis: Hypothesis, sequences: tuple[Sequence, ...]) -> tuple[Sequence, ...]:
    """Those of these sequences that are extended: the cheapest with what the squares left will cost at least.

    Those in which a piece has stopped take no other's place.
    """

    def at_least(each: Sequence) -> float:
        return each.cost + weights.TWO_PLIES / 2 * _change(hypothesis, each.line).bit_count()

    direct = sorted((each for each in sequences if not each.stopped), key=at_least)
    stopped = sorted((each for each in sequences if each.stopped), key=at_least)
    return (*direct[:MOST_SEQUENCES], *stopped[:MOST_SEQUENCES])


def _extend_sequence(search: SeveralPlies, sequence: Sequence) -> Iterator[Sequence]:
    """Yield the sequences one ply longer whose new ply explains some squares astray, or stops beside them."""
    hypothesis = search.hypothesis
    change = _change(hypothesis, sequence.line)
    explained = change | _en_passant_victims(change) | hypothesis.bad
    for move in _candidates(hypothesis, sequence.line, change, search.at_once):
        if not flipped_squares(sequence.line.board, move) & ~(explained | chess.BB_SQUARES[move.from_square]):
            yield _append_ply(search, sequence, move)
    if search.stops and not sequence.stopped:
        for move in _stops(sequence.line, change, explained):
            longer = _append_ply(search, sequence, move)
            yield longer._replace(stopped=longer.line)


def _stops(line: Line, change: Occupancy, explained: Occupancy) -> Iterator[chess.Move]:
    """Yield the legal moves of pieces that have left, to a square where none stands, from where they go on.

    The piece goes on to a square that was filled, or it captures there what nobody saw leave.
    """
    board = line.board
    gone, ends = change & board.occupied_co[line.side_to_move], change & ~line.occupancy | line.opponents
    for move in line.legal_moves(gone, ~(board.occupied | explained) & chess.BB_ALL):
        if not (move.promotion or board.is_castling(move)) and _reaches(board, move, ends):
            yield move


def _reaches(board: chess.Board, move: chess.Move, targets: Occupancy) -> bool:
    """Whether the moved piece can go on to one of the targets, as far as the squares between are known."""
    piece, at = board.piece_type_at(move.from_square) or chess.PAWN, move.to_square
    reached = attacks_from(at, piece, board.turn)
    if piece == chess.PAWN:
        reached |= chess.BB_FILES[chess.square_file(at)]
    return bool(targets & reached)


def _stop_prior(stopped: Line | None) -> float:
    """How implausible it is as chess that a piece goes on from there; a check is a reason. 0 without one."""
    line, move = (stopped.before, stopped.move) if stopped else (None, None)
    if line is None or move is None or line.board.gives_check(move):
        return 0.0
    half = weights.MOST_IMPLAUSIBLE / 2
    return half + max(-half, min(half, oddness(line.board, move)))


def _candidates(
    hypothesis: Hypothesis, line: Line, change: Occupancy, at_once: Occupancy
) -> Iterator[chess.Move]:
    """Yield the legal moves of pieces that have left their squares; another piece may stand there by now.

    If both happened between two scans, the square never opened. Then the move's target has closed, or the
    move captured. A move ends on a square that differs or whose reed is dead, or it captures, or it is a
    double step whose pawn was captured en passant at once.
    """
    board = line.board
    own = board.occupied_co[line.side_to_move]
    taken = _replaced_pieces(line, change)
    gone, closed = own & (change | hypothesis.touched | hypothesis.hidden), change & at_once & ~line.occupancy
    if gone | closed | taken:
        moves = chain(
            line.legal_moves(gone, change | hypothesis.bad | line.opponents),
            line.legal_moves(own & ~gone, closed) if closed else (),
            line.legal_moves(taken & ~gone, line.opponents) if taken & ~gone else (),
            double_steps(
                board,
                gone,
                _en_passant_victims(change) & _rank_neighbours(board.pawns & line.opponents & change),
            ),
        )
        yield from distinct_moves(moves)


def _replaced_pieces(line: Line, change: Occupancy) -> Occupancy:
    """The pieces of the side to move that may have left for a piece of the opponent to take their square.

    Such a piece has captured; otherwise its target would have closed.
    """
    board, left, taken = line.board, change & line.opponents, 0
    for square in squares(left & ~board.pawns):
        taken |= board.attacks_mask(square)
    if pawns := left & board.pawns:
        taken |= _pawn_pushes(board, pawns, not line.side_to_move)
    return taken & board.occupied_co[line.side_to_move]


def _pawn_pushes(board: chess.Board, pawns: Occupancy, side: chess.Color) -> Occupancy:
    """The squares that pawns of a side can be pushed to, once the piece in front has gone."""
    if side == chess.WHITE:
        one = pawns << RANK
        return one | (one & ~board.occupied & chess.BB_RANK_3) << RANK
    one = pawns >> RANK
    return one | (one & ~board.occupied & chess.BB_RANK_6) >> RANK


def double_steps(board: chess.Board, pieces: Occupancy, targets: Occupancy) -> Iterator[chess.Move]:
    """Yield the legal double steps of these pawns to one of the targets."""
    pawns = pieces & board.pawns
    if pawns and targets:
        steps = board.generate_legal_moves(pawns, targets)
        yield from (step for step in steps if abs(step.to_square - step.from_square) == 2 * RANK)


def _en_passant_victims(change: Occupancy) -> Occupancy:
    """The squares of pawns that were captured en passant on one of these squares, after a double step."""
    return (change & chess.BB_RANK_3) << RANK | (change & chess.BB_RANK_6) >> RANK


def _rank_neighbours(pieces: Occupancy) -> Occupancy:
    """The squares next to these on the same rank."""
    return (pieces & ~chess.BB_FILE_H) << 1 | (pieces & ~chess.BB_FILE_A) >> 1


def _append_ply(search: SeveralPlies, sequence: Sequence, move: chess.Move) -> Sequence:
    """Extend a sequence by this ply and charge it."""
    hypothesis, known, before = search.hypothesis, search.known, sequence.line
    target, victim = chess.BB_SQUARES[move.to_square], chess.BB_SQUARES[move.to_square] & before.occupancy
    unseen = _unseen_price(search, sequence, move)
    cost = sequence.cost + order_price(before, sequence.begun, move, hypothesis.touched, known)
    prior = sequence.prior
    stop = sequence.stopped.move if sequence.stopped else None
    goes_on = stop is not None and move.from_square == stop.to_square
    if not (hypothesis.touched >> move.from_square & 1 or goes_on):
        cost += unseen
    if not victim:
        placed = known.closed[move.to_square] if target & hypothesis.touched else known.settlings
        cost += weights.SET_FIRST * (placed < known.opened[move.from_square])
        cost += weights.TWO_PLIES * (before is not hypothesis.line)
        cost += weights.AHEAD * _is_reply_early(hypothesis, before, placed, known)
    elif not _has_victim_left(hypothesis, sequence, move, known):
        if hypothesis.touched >> move.from_square & 1 or goes_on:  # else it is charged above
            cost += weights.GLIMPSED if victim & hypothesis.glimpsed else unseen
        prior += prior_of(before, move)
    line = play_move(before, move, known.choice)
    begun = known.begun(move, hypothesis.touched, sequence.begun)
    return Sequence(line, cost, sequence.guessed | 1 << line.ply, prior, begun, sequence.stopped)


def _unseen_price(search: SeveralPlies, sequence: Sequence, move: chess.Move) -> float:
    """The price if the ply's piece, or its victim, was not seen to leave its square.

    It is lower if the ply before began in the same scan, or all plies did: nothing between could be seen.
    """
    hypothesis, known = search.hypothesis, search.known
    price = unseen_price(hypothesis.guessed)
    if hypothesis.hidden >> move.from_square & 1:
        return weights.TWO_PLIES
    in_row = sequence.line is not hypothesis.line
    together = in_row and known.opened[move.from_square] == sequence.begun
    return min(price, weights.TWO_PLIES) if together or search.in_one_scan else price


def _is_reply_early(hypothesis: Hypothesis, before: Line, placed: int, known: SettleOrder) -> bool:
    """Whether a ply's piece was set down before the piece of the ply before it."""
    move = before.move if before is not hypothesis.line else None
    return move is not None and placed < known.closed[move.to_square]


def _has_victim_left(
    hypothesis: Hypothesis, sequence: Sequence, move: chess.Move, known: SettleOrder
) -> bool:
    """Whether the victim was seen to leave its square since it arrived there; True also at a dead reed.

    If it had just captured there, its own victim left by the last opening, unless a piece landed since.
    """
    source, target, before = move.from_square, move.to_square, sequence.line.move
    if hypothesis.bad >> target & 1:
        return True
    if not hypothesis.touched >> target & 1 or known.opened[target] < sequence.begun:
        return False
    recaptures = sequence.line is not hypothesis.line and before and before.to_square == target
    return not recaptures or known.closed[target] >= known.opened[source]


def _fitting_hypothesis(
    hypothesis: Hypothesis, sequence: Sequence, known: SettleOrder
) -> Iterator[Hypothesis]:
    """Yield the hypothesis with these plies, if only pieces of the side to move are astray then."""
    line = sequence.line
    ahead = _change(hypothesis, line)
    if not ahead & ~line.board.occupied_co[line.side_to_move]:
        landed = known.closed[line.move.to_square] if line.move else 0
        cost = sequence.cost + ahead_price(ahead, sequence.begun, landed, known)
        longer = hypothesis.at(line, cost, ahead, sequence.begun)
        yield longer._replace(guessed=sequence.guessed, prior=sequence.prior + _stop_prior(sequence.stopped))


def _change(hypothesis: Hypothesis, line: Line) -> Occupancy:
    """The squares on which the board differs from a line that extends the hypothesis's line."""
    return (hypothesis.line.occupancy ^ hypothesis.change ^ line.occupancy) & ~hypothesis.bad
