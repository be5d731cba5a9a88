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
explain it, were a reed dead that has never changed (`dead_reeds.py`)?

Order and time are evidence too. Plies whose pieces left their squares in another order than they were
played are charged `OUT_OF_ORDER` each: it is what tells transpositions apart. A reading is charged when the
opponent lifts a piece, or the board comes to rest, while it is not satisfied. And so is a press: a reading
in which the presser's ply does not stand on the board is charged `UNPRESSED`. A capture whose victim was
never seen to leave is considered only when a ply is called for: by a press, by `ok`, by the opponent's lift,
or by the end; if the victim was glimpsed, also by a rest.

Such a capture, and each of several plies at once, is *guessed*: nobody saw it being made. Between guesses
that are level decides how good they are as chess (`prior.py`), a *prior* that stands beside the rank
and is never part of it. What is a doubt is decided by the rank alone: a rival within `DOUBTFUL`, and where
the best reading only guessed, every rival that is still alive.

A hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better. The
number alive stays small because every square astray is two e-folds, and every reply two more: a reading that
a finished move does not fit is four behind, and eight after the reply.

What this file refuses to know: instants, levers, clocks, the rules of ending. It takes sets of squares and
gives readings.
"""

import chess

from jadoube.core.reading import dead_reeds, hypotheses, rare_plies, weights
from jadoube.core.reading.beam import Tracker, prune, replace_readings
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy


def begin(line: Line, occupancy: Occupancy) -> Tracker:
    """Expect `line` on a board that shows `occupancy`."""
    expected = Hypothesis(line, change=occupancy ^ line.occupancy)
    alive = (expected, *dead_reeds.suspicions(expected))
    return Tracker(alive, occupancy, ready=expected.fits, stood=alive)


def expect(seen: Tracker, occupancy: Occupancy) -> Tracker:
    """Go on expecting the same games on a board that shows `occupancy` now."""
    expected = [
        each.at(each.line, each.cost)._replace(change=(occupancy ^ each.line.occupancy) & ~each.bad)
        for each in seen.hypotheses
    ]
    ready = expected[0].fits
    alive = prune(expected) if ready else tuple(expected)
    return Tracker(alive, occupancy, ready=ready, stood=alive, known=seen.known)


def settle(seen: Tracker, squares: Occupancy) -> Tracker:
    """Take in that these squares settled in their other state, all in one scan."""
    occupancy = seen.occupancy ^ squares
    seen = seen._replace(known=seen.known.after(squares, occupancy))
    if not seen.ready:
        return _set_up(seen, squares, occupancy)
    readings = [hypotheses.take_in_settling(each, squares, occupancy) for each in seen.hypotheses]
    if all(hypotheses.is_swept(each) for each in readings):
        return _expect_after_sweep(seen, readings, occupancy)
    told = {
        (each.line, each.bad): each.rank - weights.OFFERED  # much cheaper than this, it was made anew
        for each, was in zip(readings, seen.hypotheses, strict=True)
        if each.fits and each.bad == was.bad and hypotheses.is_ply_seen(each)
    }
    for each in readings[:]:
        if each.change or each.bad:
            plies = hypotheses.plies_seen(each, squares, seen.known)
            readings += [ply for ply in plies if ply.cost < told.get((ply.line, ply.bad), ply.cost + 1)]
    alive = prune(readings)
    if _is_poor(alive[0], seen) or squares.bit_count() > weights.MOST_AT_ONCE:
        alive = rare_plies.look_further(seen, alive, squares, occupancy)
    if seen.asked:
        seen, alive = rare_plies.consider_landing(seen, alive, squares, occupancy)
    return replace_readings(seen, alive, occupancy)


def rest(seen: Tracker) -> Tracker:
    """Take in that the board has stood still for a while."""
    if not seen.ready:
        return _suspect_at_rest(seen)
    known = seen.known.after(0, seen.occupancy)
    readings = [hypotheses.take_in_rest(each, explained=seen.best.fits) for each in seen.hypotheses]
    for each in seen.hypotheses:
        if each.glimpsed & ~each.touched:
            readings += hypotheses.captures_unseen(each, known, glimpsed=True)
    readings += dead_reeds.captures_from_dead(seen.best, known)
    if seen.best.theirs:
        readings += rare_plies.sequences(seen, seen.hypotheses)
    if seen.best.theirs or seen.best.placed:
        readings += rare_plies.suspected_plies(seen, seen.best.theirs)
    if not seen.best.fits:
        seen = seen._replace(held=_held_readings(seen, readings, known) or seen.held)
    return replace_readings(seen._replace(known=known), prune(readings))


def glimpse(seen: Tracker, squares: Occupancy) -> Tracker:
    """Take in that these squares moved for less than a debounce."""
    return replace_readings(
        seen, tuple(each._replace(glimpsed=each.glimpsed | squares) for each in seen.hypotheses)
    )


def consider_unseen(
    seen: Tracker, lifted: Occupancy = 0, *, again: bool = False, ended: bool = False
) -> Tracker:
    """Consider plies that were not seen whole: somebody says that a ply has been made.

    `lifted` is what the opponent lifts now, if that is what says so. `again`: it was said before, and the
    board has rested since, so that what is missing is in no hand. `ended`: nothing is in any hand.
    """
    if not seen.ready:
        return _begin_with_plies(seen, list(rare_plies.plies_at_dead_reeds(seen, lifted)))
    unseen = list(rare_plies.plies_unseen(seen, lifted))
    if ended or not seen.best.fits:
        unseen += rare_plies.suspected_plies(
            seen, lifted, asked=seen.asked if again else (), in_hand=not ended
        )
        if not seen.asked and (unseen or not lifted):
            seen = seen._replace(asked=dead_reeds.readings_to_ask(seen.hypotheses))
        if not lifted:
            unseen += rare_plies.sequences(seen, seen.hypotheses)
    return seen._replace(hypotheses=prune([*seen.hypotheses, *unseen])) if unseen else seen


def complete(seen: Tracker, side: chess.Color, completed: int) -> Tracker:
    """Take in that this side says its ply is made, after the one that was `completed` last.

    A reading in which none of its plies stands is charged, and one in which there were others between.
    """
    if not seen.ready:
        return seen
    readings = [
        each._replace(cost=each.cost + _press_price(each, side, completed)) for each in seen.hypotheses
    ]
    return replace_readings(seen, prune(readings))


def end(seen: Tracker) -> Tracker:
    """Take in that nothing more will come: what is in the air in a reading is gone for good."""
    if not seen.best.fits or not hypotheses.is_ply_seen(seen.best):
        seen = consider_unseen(seen, again=True, ended=True)
    if not seen.ready:
        return seen
    return replace_readings(seen, prune(map(_take_in_end, seen.hypotheses)))


def freeze(seen: Tracker) -> Tracker:
    """Go back to when the board last fitted: what came since is no play, but pieces that are put away.

    Unless it came to rest since then with a piece in the air: that may have been a last capture.
    """
    return seen._replace(hypotheses=seen.held or seen.stood)


def _held_readings(seen: Tracker, readings: list[Hypothesis], known: SettleOrder) -> tuple[Hypothesis, ...]:
    """What explains a board that rests with pieces in the air, if they stay away; or they are lost."""
    worst = readings[0].rank + weights.DOUBTFUL
    explained = [each for each in readings if each.fits]
    for each in readings:
        if each.change.bit_count() == 1 and each.rank < worst:
            explained += hypotheses.captures_unseen(each, known)
    stood = [each._replace(cost=each.cost + _loss_price(each, seen.occupancy)) for each in seen.stood]
    return prune([*stood, *explained]) if explained else ()


def _loss_price(hypothesis: Hypothesis, occupancy: Occupancy) -> float:
    """What it costs that no piece comes back that was missing in this reading while another fitted."""
    missing = (hypothesis.line.occupancy & ~(occupancy | hypothesis.bad)).bit_count()
    return (weights.ASTRAY + weights.LOST) * missing + weights.RESTED * bool(missing)


def choose(seen: Tracker, piece: chess.PieceType) -> Tracker:
    """Take in the player's choice for the promotion that is the best reading's last ply."""
    line = seen.best.line
    readings = [
        each._replace(line=each.line.promoting_to(piece)) if _promotes_at(each.line, line.ply) else each
        for each in seen.hypotheses
    ]
    return replace_readings(seen, prune(readings))._replace(
        known=seen.known._replace(choice=Choice(line.ply, piece))
    )


def charge_replies(seen: Tracker, ply: int) -> Tracker:
    """Take in that the piece of the promotion at this ply is being chosen: nobody has replied to it."""
    readings = [
        each._replace(cost=each.cost + weights.UNPRESSED * (each.line.ply > ply)) for each in seen.hypotheses
    ]
    return replace_readings(seen, prune(readings))


def _promotes_at(line: Line, ply: int) -> bool:
    """Whether the last ply of a line is a promotion, and this one."""
    return line.ply == ply and line.move is not None and line.move.promotion is not None


def _set_up(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Tracker:
    """Expect the game to begin, if a ply is made on a board that stands but for dead reeds, with that ply."""
    if seen.best.line.ply or seen.best.bad:
        return expect(seen, occupancy)
    expected = begin(seen.best.line, occupancy)
    if expected.ready:
        return expected._replace(known=seen.known)
    suspicions = dead_reeds.remaining_suspicions(seen.hypotheses, squares, occupancy)
    seen = seen._replace(hypotheses=(expected.best, *suspicions), occupancy=occupancy)
    plies = (ply for each in suspicions for ply in hypotheses.plies_seen(each, squares, seen.known))
    return _begin_with_plies(seen, [ply for ply in plies if ply.fits and dead_reeds.has_left_square(ply)])


def _suspect_at_rest(seen: Tracker) -> Tracker:
    """Suspect the reeds that keep the start position from standing; a ply that is taken back is put back."""
    if seen.best.line.ply or seen.best.bad:
        return seen
    return seen._replace(hypotheses=dead_reeds.add_suspicions(seen.hypotheses))


def _begin_with_plies(seen: Tracker, plies: list[Hypothesis]) -> Tracker:
    """The game has begun, on a board with dead reeds, if these plies were made on it."""
    if not plies or seen.best.line.ply:
        return seen
    return replace_readings(seen._replace(ready=True), prune([*plies, *seen.hypotheses[1:]]))


def _expect_after_sweep(seen: Tracker, moved: list[Hypothesis], occupancy: Occupancy) -> Tracker:
    """Expect nothing but what stood when the board last fitted: who sweeps pieces away takes nothing back."""
    stood = {each.line for each in seen.stood if each.line.ply >= seen.stood[0].line.ply}
    expected = [each for each in moved if each.line in stood]
    return seen._replace(hypotheses=prune(expected or moved), occupancy=occupancy)


def _press_price(hypothesis: Hypothesis, side: chess.Color, completed: int) -> float:
    line = hypothesis.line
    pressed = line.ply if line.mover == side else line.ply - 1
    if pressed <= completed or not hypotheses.is_on_board(hypothesis, pressed):
        owed = line.mover != side or line.ply > completed
        early = owed and hypotheses.may_hold_piece(hypothesis, side)
        return weights.PRESSED_EARLY if early else weights.UNPRESSED
    return weights.SKIPPED * (pressed - completed - 1)


def _take_in_end(hypothesis: Hypothesis) -> Hypothesis:
    """The same game, when nothing more comes."""
    lost = hypothesis.missing.bit_count()
    guessed = hypothesis.fits and not hypotheses.is_ply_seen(hypothesis)
    cost = weights.LOST * lost + weights.UNCONFIRMED * guessed
    prior = weights.MOST_IMPLAUSIBLE * bool(lost)
    return hypothesis._replace(cost=hypothesis.cost + cost, prior=hypothesis.prior + prior)


def _is_poor(best: Hypothesis, seen: Tracker) -> bool:
    """Whether a reading explains the board not at all, or only at a price: there may be a better one."""
    return not best.fits or bool(best.bad) or best.rank > seen.stood[0].rank + weights.DOUBTFUL
