"""The end of a game, and pieces that leave the board for good: a last ply is read, pieces put away are none.

The law: at the end no hand holds a piece. What is missing then is captured, or lost at a price. A board that
is swept takes nothing back.

This file refuses to know how a game ends (`core/rules/`).
"""

from collections.abc import Sequence

from jadoube.core.reading import bounds, calls, hypotheses, weights
from jadoube.core.reading.beam import Tracker, prune, replace_readings
from jadoube.core.reading.explanations import rare_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy


def end(seen: Tracker) -> Tracker:
    """Close the game: no event follows, and a piece in the air is gone for good."""
    if seen.ready and seen.best.change.bit_count() > bounds.MOST_ASTRAY:
        seen = without_takebacks(seen, seen.hypotheses)
    elif not seen.best.fits or not hypotheses.is_ply_seen(seen.best):
        seen = calls.consider_unseen(seen, again=True, ended=True)
    if not seen.ready:
        return seen
    closed = [_take_in_end(each, seen.best) for each in seen.hypotheses]
    return replace_readings(seen, prune(closed, seen))


def end_early(seen: Tracker, *, rested: bool, laid_down: Occupancy = 0) -> Tracker:
    """Look for a last ply that nobody called for: a player, the arbiter or a flag ends the game.

    It is sought as at the end of a log, if one piece is missing that is in no hand: the board has `rested`
    since, and it is no king that was `laid_down`. If others are missing too, they are being put away; then
    what explained the last rest counts.
    """
    best = seen.best
    if not seen.ready or best.placed:
        return seen
    guessed = best.fits and not hypotheses.is_ply_seen(best)
    if guessed or (rested and best.change.bit_count() == 1 and not best.change & laid_down):
        return end(seen)
    return freeze(seen) if seen.held and best.change.bit_count() > 1 else seen


def freeze(seen: Tracker) -> Tracker:
    """Return to the hypotheses of the last fit: the changes since then are pieces put away, not play.

    If the board has rested since with a piece in the air, keep what explained that: a last capture, perhaps.
    """
    return seen._replace(hypotheses=seen.held or seen.stood)


def held_readings(seen: Tracker, readings: list[Hypothesis], known: SettleOrder) -> tuple[Hypothesis, ...]:
    """Explain a board at rest with pieces in the air that never return: captures, or pieces lost."""
    worst = readings[0].rank + weights.DOUBTFUL
    explained = [each for each in readings if each.fits and not each.unproved]
    lifted = [each for each in readings if each.change.bit_count() == 1 and each.rank < worst]
    explained += rare_plies.captures_by_lifted(seen, lifted, known)
    stood = [each._replace(cost=each.cost + _loss_price(each, seen.occupancy)) for each in seen.stood]
    return prune([*stood, *explained], seen) if explained else ()


def _loss_price(hypothesis: Hypothesis, occupancy: Occupancy) -> float:
    """The price if the pieces that this reading misses, while another fits, never come back."""
    missing = (hypothesis.line.occupancy & ~(occupancy | hypothesis.bad)).bit_count()
    return (weights.ASTRAY + weights.LOST) * missing + weights.RESTED * bool(missing)


def _take_in_end(hypothesis: Hypothesis, best: Hypothesis) -> Hypothesis:
    """Charge a reading at the end for its missing pieces and for what is unconfirmed.

    That is a guess, each of several that are made only now, and that the `best` reading's last plies were
    taken back: nobody has gone on from there.
    One piece that was lifted nowhere is there for good now, so a reed has stuck or lies, whatever else is
    read. That it is no piece, and its own reed lies, is unconfirmed, too.
    """
    line, lost, alone = hypothesis.line, hypothesis.missing.bit_count(), _lone_piece(hypothesis)
    guessed = hypothesis.fits and not hypotheses.is_ply_seen(hypothesis)
    undone = hypothesis.fits and line.ply < best.line.ply and best.line.goes_on_from(line)
    lies = line is best.line and _lone_piece(best) & hypothesis.bad
    made_now = (hypothesis.guessed >> best.line.ply + 1).bit_count() if hypothesis.fits else 0
    unconfirmed = max(made_now, guessed or (undone and not best.bad) or bool(lies))
    cost = weights.LOST * lost + weights.UNCONFIRMED * unconfirmed + weights.UNRELIABLE * bool(alone)
    prior = weights.MOST_IMPLAUSIBLE * bool(lost)
    return hypothesis._replace(cost=hypothesis.cost + cost, prior=hypothesis.prior + prior)


def _lone_piece(hypothesis: Hypothesis) -> Occupancy:
    """The only square astray, if a piece stands there and none is missing; else 0."""
    placed = hypothesis.placed
    return placed if placed == hypothesis.change and not placed & placed - 1 else 0


def without_takebacks(seen: Tracker, readings: Sequence[Hypothesis]) -> Tracker:
    """Keep of these readings only those of the last fit, and those with plies seen since.

    The board was swept, or is set up anew: that takes nothing back, and no ply is guessed in it.
    """
    stood = {each.line for each in seen.stood if each.line.ply >= seen.stood[0].line.ply}
    kept = [each for each in readings if each.line in stood or _is_seen_since(seen.stood[0], each)]
    return seen._replace(hypotheses=prune(kept or readings, seen))


def _is_seen_since(stood: Hypothesis, after: Hypothesis) -> bool:
    """Whether a reading goes on from this one by plies that were seen whole."""
    if not after.line.goes_on_from(stood.line):
        return False
    plies = range(stood.line.ply + 1, after.line.ply + 1)
    return all(hypotheses.was_seen_whole(after, ply) for ply in plies)
