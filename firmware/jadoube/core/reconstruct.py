"""Reading moves from occupancy: every game that explains what was seen, with a weight.

The model
---------
A *hypothesis* is a game so far (a `Line`) and a cost, the negative logarithm of its weight. Its *change* is
the set of squares that stand otherwise than its position says. Of the squares' settlings since its last
ply, those that undid each other, two by two, were detours: a piece lifted and *put back*, or set on an
empty square and taken off again, *tried*. Its *rank* is

    rank = cost + ASTRAY * |change| + SURPLUS * pieces too many + RETURNED * put back + TRIED * tried

and the hypothesis with the lowest rank is the best reading, shown at once. Only the cost is settled; the
rest is a debt that a ply can explain. So what an adjustment costs does not depend on when it is noticed.

When squares settle, every hypothesis is asked: is your change now that of a legal ply, and was its target
touched? Then the game with that ply is a new hypothesis at its side, which fits; what the gesture touched
besides is charged to it. The old one stays. When the piece travels on, the longer change from the old one
will fit another ply, and the premature reading, which no longer fits, falls behind by itself. So rook-first
castling, slides and second thoughts need no code of their own.

When nothing fits, more questions are asked: have several plies been made of which none was read
(`sequences.py`), and does the board stand as it stood some plies ago (a takeback)? Last of all: would a ply
explain it, were a reed dead that has never changed (`badreeds.py`)?

Order and time are evidence too. Plies whose pieces left their squares in another order than they were
played are charged `OUT_OF_ORDER` each: it is what tells transpositions apart. A reading is charged when the
opponent lifts a piece, or the board comes to rest, while it is not satisfied. And so is a press: a reading
in which the presser's ply does not stand on the board is charged `UNPRESSED`. A capture whose victim was
never seen to leave is considered only when a ply is called for: by a press, by `ok`, by the opponent's lift,
or by the end; if the victim was glimpsed, also by a rest.

Such a capture, and each of several plies at once, is *guessed*: nobody saw it being made. Between guesses
that are level decides how good they are as chess (`plausibility.py`), a *prior* that stands beside the rank
and is never part of it. What is a doubt is decided by the rank alone: a rival within `DOUBTFUL`, and where
the best reading only guessed, every rival that is still alive.

A hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better. The
number alive stays small because every square astray is two e-folds, and every reply two more: a reading that
a finished move does not fit is four behind, and eight after the reply.

What this file refuses to know: instants, levers, clocks, the rules of ending. It takes sets of squares and
gives readings.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import chess

from jadoube.core import badreeds, evidence, hypotheses
from jadoube.core.hypotheses import Hypothesis
from jadoube.core.known import Choice, Known
from jadoube.core.occupancy import Occupancy
from jadoube.core.position import Line
from jadoube.core.sequences import several_plies


class Reconstruction(NamedTuple):
    """All hypotheses alive, the best first, and the settled occupancy that they explain."""

    hypotheses: tuple[Hypothesis, ...]
    occupancy: Occupancy
    ready: bool
    """Whether the position that is expected has stood on the board: that of the start, or the one before a
    ply that `back` took back. Before that nothing is read as a move."""
    stood: tuple[Hypothesis, ...] = ()
    """The hypotheses alive when the board last fitted the best of them."""
    known: Known = Known()
    asked: tuple[Hypothesis, ...] = ()
    """The readings as they were when a ply was called for with a piece in the air, while it is there."""
    held: tuple[Hypothesis, ...] = ()
    """The captures that were made if the piece which was in the air when the board last rested stays away."""

    @property
    def best(self) -> Hypothesis:
        """The reading to show."""
        return self.hypotheses[0]


def begin(line: Line, occupancy: Occupancy) -> Reconstruction:
    """Expect `line` on a board that shows `occupancy`."""
    expected = Hypothesis(line, change=occupancy ^ line.occupancy)
    alive = (expected, *badreeds.suspicions(expected))
    return Reconstruction(alive, occupancy, ready=expected.fits, stood=alive)


def expect(seen: Reconstruction, occupancy: Occupancy) -> Reconstruction:
    """Go on expecting the same games on a board that shows `occupancy` now."""
    expected = [
        each.at(each.line, each.cost)._replace(change=(occupancy ^ each.line.occupancy) & ~each.bad)
        for each in seen.hypotheses
    ]
    ready = expected[0].fits
    alive = _alive(expected) if ready else tuple(expected)
    return Reconstruction(alive, occupancy, ready=ready, stood=alive, known=seen.known)


def settle(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares settled in their other state, all in one scan."""
    occupancy = seen.occupancy ^ squares
    seen = seen._replace(known=seen.known.after(squares, occupancy))
    if not seen.ready:
        return _set_up(seen, squares, occupancy)
    readings = [hypotheses.moved(each, squares, occupancy) for each in seen.hypotheses]
    if all(hypotheses.is_swept(each) for each in readings):
        return _swept(seen, readings, occupancy)
    told = {
        (each.line, each.bad)
        for each, was in zip(readings, seen.hypotheses, strict=True)
        if each.fits and each.bad == was.bad and hypotheses.seen(each)
    }
    for each in readings[:]:
        if each.change or each.bad:
            plies = hypotheses.plies_seen(each, squares, seen.known)
            readings += [ply for ply in plies if (ply.line, ply.bad) not in told]
    alive = _alive(readings)
    if _is_poor(alive[0], seen) or squares.bit_count() > evidence.MOST_AT_ONCE:
        alive = _look_further(seen, alive, squares, occupancy)
    if seen.asked:
        seen, alive = _ask(seen, alive, squares, occupancy)
    return _with(seen, alive, occupancy)


def rest(seen: Reconstruction) -> Reconstruction:
    """Take in that the board has stood still for a while."""
    if not seen.ready:
        return _suspected_at_rest(seen)
    known = seen.known.after(0, seen.occupancy)
    readings = [hypotheses.rested(each, explained=seen.best.fits) for each in seen.hypotheses]
    for each in seen.hypotheses:
        if each.glimpsed & ~each.touched:
            readings += hypotheses.captures_unseen(each, known, glimpsed=True)
    readings += badreeds.captures_from_dead(seen.best, known)
    if seen.best.theirs:
        readings += _sequences(seen, seen.hypotheses)
    if seen.best.theirs or seen.best.placed:
        readings += _suspected(seen, seen.best.theirs)
    if seen.best.change.bit_count() == 1:
        seen = seen._replace(held=tuple(hypotheses.captures_unseen(seen.best, known)))
    return _with(seen._replace(known=known), _alive(readings))


def glimpse(seen: Reconstruction, squares: Occupancy) -> Reconstruction:
    """Take in that these squares moved for less than a debounce."""
    return _with(seen, tuple(each._replace(glimpsed=each.glimpsed | squares) for each in seen.hypotheses))


def consider_unseen(
    seen: Reconstruction, lifted: Occupancy = 0, *, again: bool = False, ended: bool = False
) -> Reconstruction:
    """Consider plies that were not seen whole: somebody says that a ply has been made.

    `lifted` is what the opponent lifts now, if that is what says so. `again`: it was said before, and the
    board has rested since, so that what is missing is in no hand. `ended`: nothing is in any hand.
    """
    if not seen.ready:
        return _begun(seen, list(_plies_at_dead(seen, lifted)))
    unseen = list(_plies_unseen(seen, lifted))
    if ended or not seen.best.fits:
        unseen += _suspected(seen, lifted, asked=seen.asked if again else (), in_hand=not ended)
        if not seen.asked and (unseen or not lifted):
            seen = seen._replace(asked=badreeds.to_be_asked(seen.hypotheses))
        if not lifted:
            unseen += _sequences(seen, seen.hypotheses)
    return seen._replace(hypotheses=_alive([*seen.hypotheses, *unseen])) if unseen else seen


def complete(seen: Reconstruction, side: chess.Color, completed: int) -> Reconstruction:
    """Take in that this side says its ply is made, after the one that was `completed` last.

    A reading in which none of its plies stands is charged, and one in which there were others between.
    """
    if not seen.ready:
        return seen
    readings = [
        each._replace(cost=each.cost + _press_cost(each, side, completed)) for each in seen.hypotheses
    ]
    return _with(seen, _alive(readings))


def end(seen: Reconstruction) -> Reconstruction:
    """Take in that nothing more will come: what the side to move has in the air is gone for good."""
    seen = consider_unseen(seen, again=True, ended=True)
    if not seen.ready:
        return seen
    return _with(seen, _alive(map(_ended, seen.hypotheses)))


def freeze(seen: Reconstruction) -> Reconstruction:
    """Go back to when the board last fitted: what came since is no play, but pieces that are put away.

    Unless it came to rest since then with a piece in the air: that may have been a last capture.
    """
    if not seen.held:
        return seen._replace(hypotheses=seen.stood)
    lost = evidence.ASTRAY + evidence.LOST
    stood = [each._replace(cost=each.cost + lost) for each in seen.stood]
    return seen._replace(hypotheses=_alive([*stood, *seen.held]))


def choose(seen: Reconstruction, piece: chess.PieceType) -> Reconstruction:
    """Take in the player's choice for the promotion that is the best reading's last ply."""
    line = seen.best.line
    readings = [
        each._replace(line=each.line.promoting_to(piece)) if _promotes_at(each.line, line.ply) else each
        for each in seen.hypotheses
    ]
    return _with(seen, _alive(readings))._replace(known=seen.known._replace(choice=Choice(line.ply, piece)))


def _promotes_at(line: Line, ply: int) -> bool:
    """Whether the last ply of a line is a promotion, and this one."""
    return line.ply == ply and line.move is not None and line.move.promotion is not None


def _set_up(seen: Reconstruction, squares: Occupancy, occupancy: Occupancy) -> Reconstruction:
    """Expect the game to begin, if a ply is made on a board that stands but for dead reeds, with that ply."""
    if seen.best.line.ply or seen.best.bad:
        return expect(seen, occupancy)
    expected = begin(seen.best.line, occupancy)
    if expected.ready:
        return expected._replace(known=seen.known)
    suspicions = badreeds.still_suspected(seen.hypotheses, squares, occupancy)
    seen = seen._replace(hypotheses=(expected.best, *suspicions), occupancy=occupancy)
    plies = (ply for each in suspicions for ply in hypotheses.plies_seen(each, squares, seen.known))
    return _begun(seen, [ply for ply in plies if ply.fits and badreeds.left_its_square(ply)])


def _suspected_at_rest(seen: Reconstruction) -> Reconstruction:
    """Suspect the reeds that keep the start position from standing; a ply that is taken back is put back."""
    if seen.best.line.ply or seen.best.bad:
        return seen
    return seen._replace(hypotheses=badreeds.suspects_at_rest(seen.hypotheses))


def _begun(seen: Reconstruction, plies: list[Hypothesis]) -> Reconstruction:
    """The game has begun, on a board with dead reeds, if these plies were made on it."""
    if not plies or seen.best.line.ply:
        return seen
    return _with(seen._replace(ready=True), _alive([*plies, *seen.hypotheses[1:]]))


def _plies_unseen(seen: Reconstruction, lifted: Occupancy) -> Iterator[Hypothesis]:
    """What somebody may have made although it was not seen whole."""
    for each in seen.hypotheses:
        yield from hypotheses.captures_unseen(each, seen.known, lifted)
        if each.touched and each.fits:
            yield from badreeds.captures_from_dead(each, seen.known)
    yield from _plies_at_dead(seen, lifted)


def _plies_at_dead(seen: Reconstruction, lifted: Occupancy) -> Iterator[Hypothesis]:
    """What somebody may have made through a reed that a reading holds dead."""
    for each in seen.hypotheses:
        if each.bad:
            yield from badreeds.plies_at_dead(each, seen.known, lifted)


def _suspected(
    seen: Reconstruction, lifted: Occupancy, *, asked: tuple[Hypothesis, ...] = (), in_hand: bool = False
) -> Iterator[Hypothesis]:
    """The plies that explain the board if a reed is dead; none with a piece that may be `in_hand`."""
    landed = (each for each in seen.hypotheses if not (in_hand and badreeds.may_be_in_hand(each)))
    for each in (*asked, *_suspicious(seen, landed)):
        yield from badreeds.plies_to_suspects(each, seen.known, lifted)


def _suspicious(seen: Reconstruction, readings: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Those of the readings that are good enough to be asked for plies through dead reeds.

    For a second one only where the best reading holds the same first.
    """
    worst, held = seen.best.rank + evidence.SUSPICIOUS, (0, seen.best.bad)
    return [each for each in readings if each.bad in held and each.rank < worst]


def _swept(seen: Reconstruction, moved: list[Hypothesis], occupancy: Occupancy) -> Reconstruction:
    """Expect nothing but what stood when the board last fitted: who sweeps pieces away takes nothing back."""
    stood = {each.line for each in seen.stood if each.line.ply >= seen.stood[0].line.ply}
    expected = [each for each in moved if each.line in stood]
    return seen._replace(hypotheses=_alive(expected or moved), occupancy=occupancy)


def _press_cost(hypothesis: Hypothesis, side: chess.Color, completed: int) -> float:
    line = hypothesis.line
    pressed = line.ply if line.mover == side else line.ply - 1
    if pressed <= completed or not hypotheses.stands(hypothesis, pressed):
        owed = line.mover != side or line.ply > completed
        early = owed and hypotheses.in_hand(hypothesis, side)
        return evidence.PRESSED_EARLY if early else evidence.UNPRESSED
    return evidence.SKIPPED * (pressed - completed - 1)


def _ended(hypothesis: Hypothesis) -> Hypothesis:
    """The same game, when nothing more comes."""
    lost = hypothesis.missing.bit_count()
    guessed = hypothesis.fits and not hypotheses.seen(hypothesis)
    cost = evidence.LOST * lost + evidence.UNCONFIRMED * guessed
    prior = evidence.MOST_IMPLAUSIBLE * bool(lost)
    return hypothesis._replace(cost=hypothesis.cost + cost, prior=hypothesis.prior + prior)


def _is_poor(best: Hypothesis, seen: Reconstruction) -> bool:
    """Whether a reading explains the board not at all, or only at a price: there may be a better one."""
    return not best.fits or bool(best.bad) or best.rank > seen.stood[0].rank + evidence.DOUBTFUL


def _look_further(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Ask for what is rarer than a ply, where no ply explains the board."""
    best, further = alive[0], list[Hypothesis]()
    worst = best.rank + evidence.WORTH_A_SEARCH
    for each in alive:
        if each.placed and each.rank < worst:
            further += hypotheses.taken_back(each)
    if best.placed or squares & occupancy:
        further += _sequences(seen, alive, squares if squares.bit_count() > 1 else 0)
    if squares & occupancy:
        further += _replies_through_dead(seen, squares, occupancy)
    return _alive([*alive, *further]) if further else alive


def _sequences(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], at_once: Occupancy = 0
) -> list[Hypothesis]:
    """Every reading of several plies at once that is worth keeping."""
    worst = alive[0].rank + evidence.WORTH_A_SEARCH
    told = {each.line for each in alive if each.fits and hypotheses.seen(each)}
    asked = [each for each in alive if not at_once or each.change & at_once & (each.change & at_once) - 1]
    return [
        longer
        for each in asked[: evidence.MOST_SEARCHED]
        if each.change.bit_count() <= evidence.MOST_ASTRAY
        for longer in several_plies(each, seen.known, worst, at_once)
        if longer.line not in told
    ]


def _replies_through_dead(
    seen: Reconstruction, squares: Occupancy, occupancy: Occupancy
) -> Iterator[Hypothesis]:
    """The readings in which what was just placed answers a ply through a dead reed."""
    readings = [each for each in seen.hypotheses if badreeds.may_be_answered(each, occupancy)]
    asked = [each for each in seen.asked if badreeds.may_be_answered(each, occupancy)]
    suspected = asked if seen.best.fits else [*_suspicious(seen, readings), *asked]
    at_dead = (badreeds.plies_at_dead(each, seen.known, 0) for each in readings if each.bad)
    to_suspects = (badreeds.plies_to_suspects(each, seen.known, 0) for each in suspected)
    for unseen in chain(*at_dead, *to_suspects):
        yield from hypotheses.plies_seen(hypotheses.moved(unseen, squares, occupancy), squares, seen.known)


def _ask(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Reconstruction, tuple[Hypothesis, ...]]:
    """Consider a ply that was called for with its piece in the air, when another piece lands."""
    if alive[0].fits and squares & occupancy:
        seen = seen._replace(asked=tuple(_not_landed(seen, squares, occupancy)))
        alive = _alive([*alive, *_replies_through_dead(seen, squares, occupancy)])
    asked = (hypotheses.moved(each, squares, occupancy) for each in seen.asked)
    return seen._replace(asked=tuple(filter(badreeds.may_be_in_hand, asked))), alive


def _not_landed(seen: Reconstruction, squares: Occupancy, occupancy: Occupancy) -> Iterator[Hypothesis]:
    """The readings asked about in which what settled now is not the piece that was in the air, landing."""
    for each in seen.asked:
        landed = hypotheses.plies_seen(hypotheses.moved(each, squares, occupancy), squares, seen.known)
        if not any(landed):
            yield each


def _with(
    seen: Reconstruction, alive: tuple[Hypothesis, ...], occupancy: Occupancy | None = None
) -> Reconstruction:
    """The reconstruction with these hypotheses."""
    return seen._replace(
        hypotheses=alive,
        occupancy=seen.occupancy if occupancy is None else occupancy,
        stood=alive if alive[0].fits else seen.stood,
        held=() if alive[0].fits else seen.held,
    )


def _alive(readings: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The readings worth keeping, the best first, one for each game and its dead reeds.

    Among equals the longer game is first.
    """
    numbered = enumerate(readings)
    ranked = sorted([(each.rank + each.prior, -each.line.ply, number, each) for number, each in numbered])
    worst = ranked[0][-1].rank + evidence.DROPPED
    kept: dict[tuple[Line, Occupancy], Hypothesis] = {}
    dead = 0
    for rank, _, _, each in ranked:
        if rank - each.prior <= worst and len(kept) < evidence.MOST_ALIVE:
            dead += bool(each.bad)
            if not each.bad or dead <= evidence.MOST_DEAD_ALIVE:
                kept.setdefault((each.line, each.bad), each)
    return tuple(kept.values())
