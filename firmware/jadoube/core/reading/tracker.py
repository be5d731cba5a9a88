"""The tracker: a multi-hypothesis tracker with beam pruning, from settled occupancies to games.

The model
---------
A *hypothesis* (a reading) is a game so far (a `Line`), the reeds that it does not believe, and a cost, the
negative logarithm of its weight. Its *change* is the set of squares on which the reeds that it believes
differ from its position. Their settlings since its last ply that undid each other are counted in pairs, as
detours: a piece lifted and *put back*, or a square *tried* (a piece was set on an empty square and taken off
again). What the other reeds do costs a little each time, whether a piece stands there or not.
Its *rank* is

    rank = cost + ASTRAY * |change| + SURPLUS * pieces too many + RETURNED * put back + TRIED * tried

The reading with the lowest rank is the best and is shown at once. Only the cost is final. The other terms are
a debt, and a later ply may explain it. So the price of an adjustment does not depend on when it is noticed.

Extend: when squares settle, each reading is extended by every legal ply that flips exactly its change and
whose target was touched. The longer one fits the board, and pays for whatever else the gesture touched. The
old one stays. If the piece travels on, the longer change of the old one fits another ply; the premature
reading no longer fits and falls behind. So rook-first castling and second thoughts need no code of their own;
nor do slides, unless the piece ends on a reed that does not close (`rank_if_sliding`).

Search further, in `explanations/`: if nothing fits, several plies at once are sought (`sequences.py`), and
plies taken back (`taken_back.py`). A *call for a ply* is a press, `ok`, the opponent's lift, or the end. A
ply was made, then; it may be one that nobody saw whole:

- a capture whose victim never opened its reed (if that was glimpsed, a rest is enough);
- a ply through a reed that the reading stops believing: it is dead, has stuck, or lies (`dead_reeds.py`). Its
  price falls with what it has contradicted (`reed_record.py`). One that agrees with a ply is believed again;
- a ply beside or within a line of the matrix that is off (`lost_lines.py`, `hidden_plies.py`);
- a ply against the laws, seen whole (`irregular.py`). It is not shown before two later plies prove it, one of
  each side. Until then the reading without it is shown, and the board shows an illegal try (`beam.py`).

At a press, plies since the last one may turn out to be shown, not played (`shown_plies.py`).

A board at rest that no reading fits is lost. It is searched wider (`lost.py`), and what is found is a doubt.
If it stays dear, what happened in the last plies is read again, and less is dropped (`second_reading.py`).

Charge: order and time are evidence too. A ply whose piece left its square out of the order of play costs
`OUT_OF_ORDER`; this tells transpositions apart. A reading that does not fit pays when the opponent lifts a
piece and when the board comes to rest. It pays `UNPRESSED` when a player presses and his ply does not stand
on the board.

A capture with an unseen victim is *guessed*, and so are hidden plies and each of several plies at once.
Guesses of equal rank are ordered by how good they are as chess (`prior.py`). Where the first reading does
not believe a reed, so is all later play: by what its players gave away. This *prior* is never part of the
rank. The rank alone decides what is a doubt: a rival within `DOUBTFUL`, or, where the best reading
guessed, every rival alive. The likeliest `MOST_NAMED` of them are named.

Prune: a reading is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better
(`beam.py`). The number alive stays small: every square astray is two e-folds, and every reply two more. A
reading that does not fit a finished move is four behind, and eight after the reply.

A search that needs more than one slice raises `Unfinished` out of every function here that searches
(`searching.py`): `take_in_change`, `call_for_ply`, `settle`, `rest`, `consider_unseen`,
`consider_replied_to`, `consider_hidden`, `end`, `end_early`.

This file refuses to know instants, levers, clocks and the rules of ending. It takes sets of squares and
gives readings.
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import hypotheses, weights
from jadoube.core.reading.beam import Press, TakenIn, Tracker, What, prune, replace_readings
from jadoube.core.reading.explanations import dead_reeds, lost, rare_plies, shown_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.second_reading import read_past_again, remember
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line, last_ply_of, parting_ply
from jadoube.core.squares import Occupancy

MOST_REFUSED = 4
"""So many of the last refused presses count as presses for plies (a bound on the work)."""

RARELY_FORGOTTEN = 10
"""Presses are rarely forgotten where fewer than one ply of so many was not pressed for (a guess)."""

USED_TO_PRESSES = 20
"""After so many completed plies players are known to press (a guess)."""


def begin(line: Line, occupancy: Occupancy) -> Tracker:
    """Start a tracker that expects the position of `line` on a board that shows `occupancy`."""
    expected = Hypothesis(line, change=occupancy ^ line.occupancy)
    alive = (expected, *dead_reeds.suspicions(expected))
    return Tracker(alive, occupancy, ready=expected.fits, stood=alive)


def expect(seen: Tracker, occupancy: Occupancy) -> Tracker:
    """Expect the same games on a board that now shows `occupancy`."""
    expected = [
        each.at(each.line, each.cost)._replace(change=(occupancy ^ each.line.occupancy) & ~each.bad)
        for each in seen.hypotheses
        if not each.unproved
    ]
    ready = expected[0].fits
    alive = prune(expected, seen) if ready else tuple(expected)
    return Tracker(
        alive,
        occupancy,
        ready=ready,
        stood=alive,
        known=seen.known,
        answers=seen.answers,
        agreed=seen.agreed,
        replaced=tuple(each for each in seen.replaced if each.ply <= alive[0].line.ply),
        said=seen.said,
    )


def take_in_change(seen: Tracker, squares: Occupancy) -> Tracker:
    """Take in that these squares have flipped and settled in one scan; what is lifted calls for a ply."""
    lifted = squares & seen.occupancy
    called = consider_unseen(seen, lifted) if lifted else seen
    return remember(seen, settle(called, squares), TakenIn(What.CHANGE, squares))


def call_for_ply(
    seen: Tracker, side: chess.Color, completed: int, *, rested: bool, asserted: int = 0
) -> Tracker:
    """Take in that this side says that it has made a ply.

    `completed` is the last ply that was completed before, `asserted` the last one that a person stands by.
    `rested`: the board is at rest.
    """
    before, best = seen, seen.best
    unseen = best.bad and best.fits and best.line.side_to_move == side
    explained = not unseen and is_explained(seen)
    if not explained:
        seen = consider_replied_to(seen, side, completed)
    if not explained or best.touched:
        seen = consider_unseen(seen, again=rested, explained=explained)
    seen = _consider_shown(consider_hidden(seen, side), side, completed, asserted)
    seen = complete(seen, side, completed)
    called = TakenIn(What.CALL, side=side, completed=completed, asserted=asserted, rested=rested)
    return read_past_again(remember(before, seen, called), _take_in_again)


def _take_in_again(seen: Tracker, happened: TakenIn) -> Tracker:
    """Take in once more what has happened, for a second reading."""
    match happened.what:
        case What.CHANGE:
            return take_in_change(seen, happened.squares)
        case What.GLITCH:
            return glimpse(seen, happened.squares)
        case What.REST:
            return rest(seen)
        case What.LONG_STAND:
            return linger(seen)
        case What.CALL:
            return call_for_ply(
                seen,
                happened.side,
                happened.completed,
                rested=happened.rested,
                asserted=happened.asserted,
            )


def settle(seen: Tracker, squares: Occupancy) -> Tracker:
    """Extend and prune the hypotheses after these squares have flipped and settled, all in one scan."""
    occupancy = seen.occupancy ^ squares
    seen = seen._replace(known=seen.known.after(squares, occupancy))
    if not seen.ready:
        return _set_up(seen, squares, occupancy)
    before = hypotheses.add_trusting(seen.hypotheses, squares)
    readings = [hypotheses.take_in_settling(each, squares, occupancy) for each in before]
    if all(map(hypotheses.is_swept, readings)):
        return _without_takebacks(seen._replace(asked=(), occupancy=occupancy), readings)
    plies = [
        ply
        for each in readings
        if each.change or each.bad
        for ply in hypotheses.plies_seen(each, squares, seen.known)
    ]
    if plies:
        told = {
            (each.line, each.bad): each.rank - weights.OFFERED  # a ply cheaper than this was made again
            for each, was in zip(readings, before, strict=True)
            if each.fits and each.bad == was.bad and hypotheses.has_been_seen(each)
        }
        readings += rare_plies.takebacks_like_plies(readings, plies, seen.known)
        readings += [ply for ply in plies if ply.cost < told.get((ply.line, ply.bad), ply.cost + 1)]
    if before[0].line.irregular_ply or (before[1:] and before[1].unproved):
        readings += lost.pieces_put_right(seen, readings)
    alive = prune(readings, seen)
    if alive[0].line is not before[0].line and before[0].fits:
        unchanged = dead_reeds.distrust_last_change(before[0], readings[0], squares, seen.known)
        alive = prune([*alive, *unchanged], seen) if unchanged else alive
    if _is_poor(alive[0], seen) or squares.bit_count() > weights.MOST_AT_ONCE:
        alive = rare_plies.look_further(seen, alive, squares, occupancy)
    if alive[0].fits and alive[0].guessed & ~seen.best.guessed:
        alive = prune([*alive, *rare_plies.plies_against_laws(seen, alive, within=weights.DOUBTFUL)], seen)
    if seen.asked:
        seen, alive = rare_plies.consider_landing(seen, alive, squares, occupancy)
    return replace_readings(seen, alive, occupancy)


def rest(seen: Tracker) -> Tracker:
    """Charge and extend the hypotheses after the board has stood still for a while."""
    if not seen.ready:
        return _suspect_at_rest(seen)
    known, best = seen.known.come_to_rest(seen.occupancy), seen.best
    explained, theirs = best.fits, best.theirs
    readings = [_take_in_rest(each, best) for each in seen.hypotheses]
    if theirs and best.placed and any(each.bad and each.fits for each in seen.hypotheses):
        # The opponent has replied to a ply through a bad reed: nobody waits with that reply on the board.
        readings[0] = readings[0]._replace(cost=readings[0].cost + weights.RESTED)
    readings += rare_plies.captures_at_rest(seen, known)
    if theirs:
        readings += rare_plies.sequences(seen, seen.hypotheses)
    if theirs or best.placed:
        near = [each for each in seen.hypotheses if each.rank < best.rank + weights.OFFERED]
        readings += dead_reeds.distrust_lone_change(near, known)
        readings += rare_plies.suspected_plies(seen, theirs, rested=True)
        readings += rare_plies.plies_asked_about(seen, theirs)
    if theirs or (best.change and any(each.placed for each in seen.hypotheses)):
        readings += rare_plies.plies_against_laws(seen, seen.hypotheses)
    if not (hypotheses.is_under_way(best) or any(each.fits for each in readings)):
        readings += lost.find_back(seen, min(each.rank for each in readings))
    if not explained:
        seen = seen._replace(held=_held_readings(seen, readings, known) or seen.held)
    alive = prune(readings, seen, called=bool(hypotheses.put_back(best)))
    after = replace_readings(seen._replace(known=known), alive)
    return read_past_again(remember(seen, after, TakenIn(What.REST)), _take_in_again)


def _take_in_rest(reading: Hypothesis, best: Hypothesis) -> Hypothesis:
    """A reading after a rest. Plies of it behind the best one, which fits, were taken back: they pay more.

    Else a piece that is lifted again, to move otherwise, would make its ply anew.
    """
    rested = hypotheses.take_in_rest(reading, explained=not best.change)
    if best.change or reading.line.ply <= best.line.ply or not reading.placed:
        return rested
    taken_back = reading.line.back_to(best.line.ply) is best.line
    return rested.pay(weights.LINGERED) if taken_back else rested


def linger(seen: Tracker) -> Tracker:
    """Charge the readings that may miss a whole ply, and in which a piece has stood astray for long."""
    if not (seen.ready and seen.best.hidden and any(each.placed for each in seen.hypotheses)):
        return seen
    readings = [
        each.pay(weights.LINGERED) if each.hidden and each.placed else each for each in seen.hypotheses
    ]
    after = replace_readings(seen, prune(readings, seen))
    return remember(seen, after, TakenIn(What.LONG_STAND))


def glimpse(seen: Tracker, squares: Occupancy) -> Tracker:
    """Note a glitch: these squares changed for less than the debounce time."""
    readings = tuple(each._replace(glimpsed=each.glimpsed | squares) for each in seen.hypotheses)
    return remember(seen, replace_readings(seen, readings), TakenIn(What.GLITCH, squares))


def is_explained(seen: Tracker) -> bool:
    """Whether the best reading fits, and nothing near it contradicts that.

    A reading that does not fit contradicts it, if the best one has paid to replace its last ply. If the best
    one does not believe a reed, so does any that is a doubt beside it.
    """
    best = seen.best
    if not best.fits:
        return False
    dear, rank = best.cost - weights.OFFERED, best.rank
    for each in seen.hypotheses:
        if not each.change:
            continue
        if best.bad and each.rank < rank + weights.DOUBTFUL:
            return False
        if each.cost <= dear and each.rank < rank + weights.SUSPICIOUS and not _is_begun_by(best, each):
            return False
    return True


def _is_begun_by(best: Hypothesis, other: Hypothesis) -> bool:
    """Whether the other reading's game is the beginning of the best one's."""
    return best.line.back_to(other.line.ply) is other.line


def consider_unseen(
    seen: Tracker,
    lifted: Occupancy = 0,
    *,
    again: bool = False,
    ended: bool = False,
    explained: bool | None = None,
) -> Tracker:
    """Add hypotheses with plies that were not fully seen: a ply is called for.

    `lifted` is what the opponent lifts now, if that lift is the call. `again`: this is a repeated call, and
    the board has rested since the first; a missing piece is in no hand. `ended`: no hand holds a piece.
    `explained` is `is_explained`, where the caller has asked it.
    """
    if not seen.ready:
        return _begin_with_plies(seen, list(rare_plies.plies_at_dead_reeds(seen, lifted)))
    unseen = list(rare_plies.plies_unseen(seen, lifted))
    if not seen.best.fits:
        unseen += rare_plies.plies_against_laws(seen, seen.hypotheses, lifted)
    explained = not ended and is_explained(seen) if explained is None else explained
    if not explained:
        unseen += rare_plies.suspected_plies(
            seen, lifted, asked=seen.asked if again else (), in_hand=not ended
        )
        seen = seen._replace(asked=_with_older(dead_reeds.readings_to_ask(seen.hypotheses), seen))
        if not lifted:
            unseen += rare_plies.sequences(seen, seen.hypotheses)
    elif lifted and seen.asked and seen.best.guessed == 1 << seen.best.line.ply:
        unseen += rare_plies.plies_asked_about(seen, lifted)  # the other explanation of the first guess
    return _add(seen, [*unseen, *_beside_rivals(seen, lifted, explained=explained)])


def _beside_rivals(seen: Tracker, lifted: Occupancy, *, explained: bool) -> Iterator[Hypothesis]:
    """Yield what explains the board from readings with another last ply than the best, or without that."""
    line, (_, twos, fours, eights) = seen.best.line, seen.known.record
    before = line.before
    for each in seen.hypotheses[1:]:
        rival = each.line.before is before and each.line is not line
        if rival and each.change & (twos | fours | eights):
            yield from rare_plies.lies_beside(seen, each)
        alone = each.change and not each.change & each.change - 1
        if explained and rival and alone and lifted & ~line.opponents & each.line.opponents:
            yield from rare_plies.plies_of_rival(seen, each, lifted)
        if explained and each.line is before and each.touched & ~each.change & before.opponents:
            yield from rare_plies.plies_beside_lies(seen, each, lifted)


def _with_older(asked: tuple[Hypothesis, ...], seen: Tracker) -> tuple[Hypothesis, ...]:
    """These readings to ask about, and those asked about before that are a ply behind the best at most."""
    least = seen.best.line.ply - 1
    return tuple(dict.fromkeys((*asked, *(each for each in seen.asked if each.line.ply >= least))))


def look_again(seen: Tracker) -> Tracker:
    """Look again for one seen ply that explains the board: another one is allowed now (`agreed_plies.py`)."""
    plies = (
        ply
        for each in seen.hypotheses
        if each.change and seen.ready
        for ply in hypotheses.plies_seen(each, each.change, seen.known)
    )
    return replace_readings(seen, prune([*seen.hypotheses, *plies], seen))


def consider_replied_to(seen: Tracker, side: chess.Color, completed: int) -> Tracker:
    """Add hypotheses with a ply through a bad reed: this side says that it has replied to one.

    `completed` is the last ply that was completed before.
    """
    return _add(seen, rare_plies.plies_replied_to(seen, side, completed) if seen.ready else ())


def consider_hidden(seen: Tracker, side: chess.Color) -> Tracker:
    """Add hypotheses with a ply of this side that the reeds cannot show: this side says that it made one."""
    hidden = rare_plies.plies_hidden(seen, side) if seen.ready else ()
    return _add(seen, hidden)


def _add(seen: Tracker, readings: Sequence[Hypothesis]) -> Tracker:
    """The tracker with these readings besides; a ply is called for."""
    if not readings:
        return seen
    return seen._replace(hypotheses=prune([*seen.hypotheses, *readings], seen, called=True))


def _consider_shown(seen: Tracker, side: chess.Color, completed: int, asserted: int) -> Tracker:
    """Add readings in which plies since the last press were only shown, if presses are rarely forgotten.

    They cost more while few plies have been completed: nobody knows yet whether presses are forgotten.
    """
    known = seen.known
    if not seen.ready or known.unpressed.bit_count() * RARELY_FORGOTTEN >= completed:
        return seen
    price = weights.SHOWN + weights.SHOWN_EARLY * max(0.0, 1 - completed / USED_TO_PRESSES)
    since = max(completed, asserted, known.stays)
    shown = [
        shorter
        for each in seen.hypotheses
        for shorter in shown_plies.without_shown_plies(
            each, side, max(since, each.pressed, each.confirmed), known, price
        )
    ]
    return _add(seen, shown)


def complete(seen: Tracker, side: chess.Color, completed: int) -> Tracker:
    """Charge readings after this side has pressed; `completed` is the last ply completed before.

    A reading that does not believe a reed counts its own plies, as it may have fewer than the best one; and
    so does one that has more. A reading pays if no new ply of this side stands in it; less if the ply is
    irregular in another reading that comes from it, for then an illegal try was pressed. And it pays for each
    ply that was skipped: it is later than any that stood in a reading when a press was last refused.
    """
    if not seen.ready:
        return seen
    last = seen.pressed[-1:]
    refused = seen.pressed[-MOST_REFUSED:] if last and last[0].completed == completed else ()
    before = [_last_completed(each, seen.best, completed) for each in seen.hypotheses]
    new = [_new_ply(each, side, last) for each, last in zip(seen.hypotheses, before, strict=True)]
    prices = [
        _press_price(each, side, ply, max(completed, own), refused)
        for each, ply, own in zip(seen.hypotheses, new, before, strict=True)
    ]
    seen = seen._replace(pressed=(*refused, Press(side, completed, seen.hypotheses)))
    charged = tuple(
        each._replace(
            cost=each.cost + price,
            paid=each.paid + price,
            pressed=ply or last,
            touched=_touched_since(each, ply) if ply else each.touched,
        )
        for each, price, ply, last in zip(
            seen.hypotheses, _spare_tries(seen.hypotheses, prices), new, before, strict=True
        )
    )
    after = replace_readings(seen, prune(charged, seen) if any(prices) else charged)
    if (pressed := after.best.pressed) <= completed + 1:
        return after
    unpressed = after.known.unpressed | (1 << pressed) - (2 << completed)
    return after._replace(known=after.known._replace(unpressed=unpressed))


def _touched_since(hypothesis: Hypothesis, ply: int) -> Occupancy:
    """What counts as touched for the reply to a ply whose hand has pressed, or chosen its piece.

    Not the ply's target: that hand adjusted the piece there, or exchanged a pawn for it. It was no victim.
    """
    line = hypothesis.line
    if ply != line.ply or line.move is None or hypothesis.change:
        return hypothesis.touched
    return hypothesis.touched & ~chess.BB_SQUARES[line.move.to_square]


def _last_completed(hypothesis: Hypothesis, best: Hypothesis, completed: int) -> int:
    """The last ply that was completed before in this reading, if in the `best` one it was `completed`.

    A reading that believes all reeds counts as the best one does: it may have been found by a search for
    several plies at once (`sequences.py`), after presses that it has not paid for. But what was pressed for
    in it is skipped by no later press.
    """
    if not hypothesis.bad:
        return hypothesis.pressed if best.line.ply < hypothesis.pressed < hypothesis.line.ply else completed
    if parting_ply(hypothesis.line, best.line) > completed:
        return completed
    return min(completed, hypothesis.pressed)


def _new_ply(hypothesis: Hypothesis, side: chess.Color, completed: int) -> int:
    """The last ply of this side, if it is after `completed` and stands on the board; else 0."""
    ply = last_ply_of(hypothesis.line, side)
    return ply if ply > completed and hypotheses.is_on_board(hypothesis, ply) else 0


def _spare_tries(readings: tuple[Hypothesis, ...], prices: list[float]) -> list[float]:
    """Lower the prices of readings that are only as good as those in which their next ply is irregular."""
    tries = [each for each, price in zip(readings, prices, strict=True) if each.unproved and not price]
    ranks = {(each.line.back_to(each.unproved - 1), each.bad): each.rank for each in tries}
    for number, each in enumerate(readings):
        if (each.line, each.bad) in ranks:
            prices[number] = min(prices[number], max(0.0, ranks[each.line, each.bad] - each.rank))
    return prices


def end(seen: Tracker) -> Tracker:
    """Close the game: no event follows, and a piece in the air is gone for good."""
    if seen.ready and seen.best.change.bit_count() > weights.MOST_ASTRAY:
        seen = _without_takebacks(seen, seen.hypotheses)
    elif not seen.best.fits or not hypotheses.is_ply_seen(seen.best):
        seen = consider_unseen(seen, again=True, ended=True)
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


def _held_readings(seen: Tracker, readings: list[Hypothesis], known: SettleOrder) -> tuple[Hypothesis, ...]:
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


def choose(seen: Tracker, piece: chess.PieceType) -> Tracker:
    """Set the promotion piece of the best reading's last ply, as the player chose it.

    So he says that the pawn has promoted: no other reading ranks better. An opponent who knows the ply,
    because he was seated after it, knows it with this piece then.
    """
    line, agreed = seen.best.line, seen.agreed
    if agreed and agreed.heard is line:
        agreed = agreed.hear(line.promoting_to(piece))
    least = min(each.rank for each in seen.hypotheses)
    shown = seen.best.at_rank(least)._replace(prior=min(each.prior for each in seen.hypotheses))
    readings = [
        each._replace(line=each.line.promoting_to(piece), touched=_touched_since(each, line.ply))
        if _promotes_at(each.line, line.ply)
        else each
        for each in (shown, *seen.hypotheses[1:])
    ]
    return replace_readings(seen, prune(readings, seen._replace(agreed=agreed)))._replace(
        agreed=agreed, known=seen.known._replace(choice=Choice(line.ply, piece))
    )


def charge_replies(seen: Tracker, ply: int) -> Tracker:
    """Charge every reading with a reply to this ply: its promotion piece is still being chosen."""
    readings = [
        each._replace(cost=each.cost + weights.UNPRESSED * (each.line.ply > ply)) for each in seen.hypotheses
    ]
    return replace_readings(seen, prune(readings, seen))


def _promotes_at(line: Line, ply: int) -> bool:
    """Whether a line ends with this ply, and it is a promotion."""
    return line.ply == ply and line.move is not None and line.move.promotion is not None


def _set_up(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Tracker:
    """Wait for the start position, or for a ply on a board that differs from it only by dead reeds."""
    if seen.best.line.ply or seen.best.bad:
        return expect(seen, occupancy)
    expected = begin(seen.best.line, occupancy)
    if expected.ready:
        return expected._replace(known=seen.known, answers=seen.answers, agreed=seen.agreed)
    held = seen.hypotheses
    suspicions = dead_reeds.remaining_suspicions(held, squares, occupancy)
    seen = seen._replace(hypotheses=(expected.best, *suspicions), occupancy=occupancy)
    plies = [ply for each in suspicions for ply in hypotheses.plies_seen(each, squares, seen.known)]
    if suspicions and squares & occupancy:
        plies += rare_plies.replies_to_dead(seen, held[1:], squares, occupancy)
    return _begin_with_plies(seen, [ply for ply in plies if _may_begin(ply)])


def _may_begin(ply: Hypothesis) -> bool:
    """Whether the first ply of a game was made on the board: at most the reply is in the air."""
    return not (ply.placed or ply.theirs) and dead_reeds.has_left_square(ply)


def _suspect_at_rest(seen: Tracker) -> Tracker:
    """Suspect the reeds that differ from the start position; never while a takeback is expected."""
    if seen.best.line.ply or seen.best.bad:
        return seen
    return seen._replace(hypotheses=dead_reeds.add_suspicions(seen.hypotheses))


def _begin_with_plies(seen: Tracker, plies: list[Hypothesis]) -> Tracker:
    """Begin the game with these plies, made on a board with dead reeds; change nothing if there are none."""
    if seen.agreed:
        plies = [ply for ply in plies if seen.agreed.allows(ply.line)]
    if not plies or seen.best.line.ply:
        return seen
    return replace_readings(seen._replace(ready=True), prune([*plies, *seen.hypotheses[1:]], seen))


def _without_takebacks(seen: Tracker, readings: Sequence[Hypothesis]) -> Tracker:
    """Keep of these readings only those of the last fit, and those with plies seen since.

    The board was swept, or is set up anew: that takes nothing back, and no ply is guessed in it.
    """
    stood = {each.line for each in seen.stood if each.line.ply >= seen.stood[0].line.ply}
    kept = [each for each in readings if each.line in stood or _is_seen_since(seen.stood[0], each)]
    return seen._replace(hypotheses=prune(kept or readings, seen))


def _is_seen_since(stood: Hypothesis, after: Hypothesis) -> bool:
    """Whether a reading goes on from this one by plies that were seen whole."""
    if after.line.back_to(stood.line.ply) is not stood.line:
        return False
    plies = range(stood.line.ply + 1, after.line.ply + 1)
    return all(hypotheses.was_seen_whole(after, ply) for ply in plies)


def _press_price(
    hypothesis: Hypothesis, side: chess.Color, new: int, completed: int, refused: Sequence[Press]
) -> float:
    line = hypothesis.line
    if not new:
        owed = line.mover != side or line.ply > completed
        early = owed and hypotheses.may_hold_piece(hypothesis, side)
        return weights.PRESSED_EARLY if early else weights.UNPRESSED
    if new > completed + 1:
        completed = max([completed, *(_last_pressed(each, line.ply) for each in refused)])
    return weights.SKIPPED * max(0, min(weights.MOST_SKIPPED, new - completed - 1))


def _last_pressed(press: Press, most: int) -> int:
    """The last ply, not after `most`, that stood on the board in a reading at this press; 0 if none did."""
    stood = (
        ply
        for each in press.readings
        if (ply := last_ply_of(each.line, press.side)) <= most and hypotheses.is_on_board(each, ply)
    )
    return max(stood, default=0)


def _take_in_end(hypothesis: Hypothesis, best: Hypothesis) -> Hypothesis:
    """Charge a reading at the end for its missing pieces and for what is unconfirmed.

    That is a guess, and that the `best` reading's last plies were taken back: nobody has gone on from there.
    One piece that was lifted nowhere is there for good now, so a reed has stuck or lies, whatever else is
    read. That it is no piece, and its own reed lies, is unconfirmed, too.
    """
    lost, alone = hypothesis.missing.bit_count(), _lone_piece(hypothesis)
    guessed = hypothesis.fits and not hypotheses.is_ply_seen(hypothesis)
    undone = hypothesis.fits and hypothesis.line.ply < best.line.ply and _is_begun_by(best, hypothesis)
    lies = hypothesis.line is best.line and _lone_piece(best) & hypothesis.bad
    unconfirmed = guessed or (undone and not best.bad) or bool(lies)
    cost = weights.LOST * lost + weights.UNCONFIRMED * unconfirmed + weights.UNRELIABLE * bool(alone)
    prior = weights.MOST_IMPLAUSIBLE * bool(lost)
    return hypothesis._replace(cost=hypothesis.cost + cost, prior=hypothesis.prior + prior)


def _lone_piece(hypothesis: Hypothesis) -> Occupancy:
    """The only square astray, if a piece stands there and none is missing; else 0."""
    placed = hypothesis.placed
    return placed if placed == hypothesis.change and not placed & placed - 1 else 0


def _is_poor(best: Hypothesis, seen: Tracker) -> bool:
    """Whether the best reading does not fit, or fits only at a price: a search may find a better one."""
    return not best.fits or bool(best.bad) or best.rank > seen.stood[0].rank + weights.DOUBTFUL
