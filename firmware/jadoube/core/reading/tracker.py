"""The tracker: a multi-hypothesis tracker with beam pruning, from settled occupancies to games.

The model
---------
A *hypothesis* (a reading) is a game so far (a `Line`), the reeds that it does not believe, and a cost, the
negative logarithm of its weight. Its *change* is the set of squares on which the reeds that it believes
differ from its position. Their settlings since its last ply that undid each other are counted in pairs, as
detours: a piece lifted and *put back*, a square *tried* (a piece was set on an empty square and taken off
again) or *crossed* (by a slid piece). What the other reeds do costs a little each time, whether a piece
stands there or not.
Its *rank* is

    rank = cost + ASTRAY * |change| + SURPLUS * pieces too many
           + RETURNED * put back + TRIED * tried + CROSSED * crossed

The reading with the lowest rank is the best and is shown at once. Only the cost is final. The other terms are
a debt, and a later ply may explain it. So the price of an adjustment does not depend on when it is noticed.

Extend: when squares settle, each reading is extended by every legal ply that flips exactly its change and
whose target was touched. The longer one fits the board, and pays for whatever else the gesture touched. The
old one stays. If the piece travels on, the longer change of the old one fits another ply; the premature
reading no longer fits and falls behind. So rook-first castling and second thoughts need no code of their own;
nor do slides, unless the piece ends on a reed that does not close (`rank_if_sliding`).

Search further, in `explanations/`: if nothing fits, several plies at once are sought (`sequences.py`), and
plies taken back (`taken_back.py`). A *call for a ply* is a press, `ok`, the opponent's lift, or the end. A
ply was made, then; it may be one that nobody saw whole (`calls.py`):

- a capture whose victim never opened its reed (if that was glimpsed, a rest is enough);
- a ply through a reed that the reading stops believing: it is dead, has stuck, or lies (`dead_reeds.py`). Its
  price (`distrust.py`) falls with what it has contradicted (`reed_record.py`). One that agrees with a ply is
  believed again. Cheaper is a piece off its centre (`Hypothesis.off_centre`): that passes;
- a ply beside or within a line of the matrix that is off (`lost_lines.py`, `hidden_plies.py`);
- a ply against the laws, seen whole (`irregular.py`). It is not shown before two later plies prove it, one of
  each side. Until then the reading without it is shown, and the board shows an illegal try (`beam.py`).

At a press, plies since the last one may turn out to be shown, not played (`shown_plies.py`).

Until the expected position has stood the tracker waits (`setting_up.py`). At the end what is missing was
captured, or is lost at a price (`game_end.py`).

A board at rest that no reading fits is lost. It is searched wider (`lost.py`), and what is found is a doubt.
If it stays dear, what happened in the last plies is read again, and less is dropped (`second_reading.py`).

Charge: order and time are evidence too. A ply whose piece left its square out of the order of play costs
`OUT_OF_ORDER`; this tells transpositions apart. A reading that does not fit pays when the opponent lifts a
piece and when the board comes to rest. It pays `UNPRESSED` when a player presses and his ply does not stand
on the board (`press_prices.py`).

A capture with an unseen victim is *guessed*, and so are hidden plies and each of several plies at once.
Guesses of equal rank are ordered by how good they are as chess (`prior/`). Where the first reading does not
believe a reed, so is all later play: by how surprising it is (`chess_order.py`). This *prior* is never part
of the rank. The rank alone decides what is a doubt: a rival within `DOUBTFUL`, or, where the best reading
guessed, every rival alive. The likeliest `MOST_NAMED` of them are named.

Prune: a reading is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better
(`beam.py`). The number alive stays small: every square astray is two e-folds, and every reply two more. A
reading that does not fit a finished move is four behind, and eight after the reply.

A search that needs more than one slice raises `Unfinished` (`searching.py`) out of `take_in_change`,
`call_for_ply`, `settle`, `rest`, `game_end.end`, `game_end.end_early`, `blind_squares.hide` and
`blind_squares.reveal`; the order beside a bad reed, out of all that prunes.

This file refuses to know instants, levers, clocks and the rules of ending. It takes sets of squares and
gives readings.
"""

import chess

from jadoube.core.reading import (
    bounds,
    calls,
    game_end,
    hypotheses,
    press_prices,
    seen_plies,
    setting_up,
    settlings,
    weights,
)
from jadoube.core.reading.beam import TakenIn, Tracker, What, prune, replace_readings
from jadoube.core.reading.explanations import distrust, lost, rare_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.second_reading import read_past_again, remember
from jadoube.core.reading.settle_order import Choice
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy


def take_in_change(seen: Tracker, squares: Occupancy, *, soon: bool = False) -> Tracker:
    """Take in that these squares have flipped and settled in one scan; what is lifted calls for a ply.

    `soon`: so soon after those before that one piece may have closed both.
    """
    lifted = squares & seen.occupancy
    called = calls.consider_unseen(seen, lifted) if lifted else seen
    return remember(seen, settle(called, squares, soon=soon), TakenIn(What.CHANGE, squares, soon=soon))


def call_for_ply(
    seen: Tracker, side: chess.Color, completed: int, *, rested: bool, asserted: int = 0
) -> Tracker:
    """Take in that this side says that it has made a ply.

    `completed` is the last ply that was completed before, `asserted` the last one that a person stands by.
    `rested`: the board is at rest.
    """
    before, best = seen, seen.best
    unseen = best.bad and best.fits and best.line.side_to_move == side
    explained = not unseen and calls.is_explained(seen)
    if not explained:
        seen = calls.consider_replied_to(seen, side, completed)
    if not explained or best.touched:
        seen = calls.consider_unseen(seen, again=rested, explained=explained)
    seen = calls.consider_shown(calls.consider_hidden(seen, side), side, completed, asserted)
    seen = press_prices.complete(seen, side, completed)
    called = TakenIn(What.CALL, side=side, completed=completed, asserted=asserted, rested=rested)
    return read_past_again(remember(before, seen, called), _take_in_again)


def _take_in_again(seen: Tracker, happened: TakenIn) -> Tracker:
    """Take in once more what has happened, for a second reading."""
    match happened.what:
        case What.CHANGE:
            return take_in_change(seen, happened.squares, soon=happened.soon)
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


def settle(seen: Tracker, squares: Occupancy, *, soon: bool = False) -> Tracker:
    """Extend and prune the hypotheses after these squares have flipped and settled, all in one scan."""
    occupancy = seen.occupancy ^ squares
    seen = seen._replace(known=seen.known.after(squares, occupancy, soon=soon))
    if not seen.ready:
        return setting_up.set_up(seen, squares, occupancy)
    before = settlings.add_trusting(seen.hypotheses, squares)
    readings = [settlings.take_in_settling(each, squares, occupancy) for each in before]
    if all(map(hypotheses.is_swept, readings)):
        return game_end.without_takebacks(seen._replace(asked=(), occupancy=occupancy), readings)
    plies = [
        ply
        for each in readings
        if each.change or each.bad
        for ply in seen_plies.plies_seen(each, squares, seen.known)
    ]
    if plies:
        told = {
            (each.line, each.bad): each.rank - weights.MADE_AGAIN  # a ply cheaper than this was made again
            for each, was in zip(readings, before, strict=True)
            if each.fits and each.bad == was.bad and hypotheses.has_been_seen(each)
        }
        readings += rare_plies.takebacks_like_plies(readings, plies, seen.known)
        readings += [ply for ply in plies if ply.cost < told.get((ply.line, ply.bad), ply.cost + 1)]
    if before[0].line.irregular_ply or (before[1:] and before[1].unproved):
        readings += lost.pieces_put_right(seen, readings)
    alive = prune(readings, seen)
    if alive[0].line is not before[0].line and before[0].fits:
        unchanged = distrust.distrust_last_change(before[0], readings[0], squares, seen.known)
        alive = prune([*alive, *unchanged], seen) if unchanged else alive
    if _is_poor(alive[0], seen) or squares.bit_count() > bounds.MOST_AT_ONCE:
        alive = rare_plies.look_further(seen, alive, squares, occupancy)
    if alive[0].fits and alive[0].guessed & ~seen.best.guessed:
        alive = prune([*alive, *rare_plies.plies_against_laws(seen, alive, within=weights.DOUBTFUL)], seen)
    if seen.asked:
        seen, alive = rare_plies.consider_landing(seen, alive, squares, occupancy)
    return replace_readings(seen, alive, occupancy)


def rest(seen: Tracker) -> Tracker:
    """Charge and extend the hypotheses after the board has stood still for a while."""
    if not seen.ready:
        return setting_up.suspect_at_rest(seen)
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
        near = [each for each in seen.hypotheses if each.rank < best.rank + weights.NEAR]
        readings += distrust.distrust_lone_change(near, known)
        readings += rare_plies.suspected_plies(seen, theirs, rested=True)
        readings += rare_plies.plies_asked_about(seen, theirs)
    if theirs or (best.change and any(each.placed for each in seen.hypotheses)):
        readings += rare_plies.plies_against_laws(seen, seen.hypotheses)
    if not (hypotheses.is_under_way(best) or any(each.fits for each in readings)):
        readings += lost.find_back(seen, min(each.rank for each in readings))
    if not explained:
        seen = seen._replace(held=game_end.held_readings(seen, readings, known) or seen.held)
    alive = prune(readings, seen, called=bool(hypotheses.put_back(best)))
    after = replace_readings(seen._replace(known=known), alive)
    return read_past_again(remember(seen, after, TakenIn(What.REST)), _take_in_again)


def _take_in_rest(reading: Hypothesis, best: Hypothesis) -> Hypothesis:
    """A reading after a rest. Plies of it behind the best one, which fits, were taken back: they pay more.

    Else a piece that is lifted again, to move otherwise, would make its ply anew.
    """
    rested = settlings.take_in_rest(reading, explained=not best.change)
    if best.change or reading.line.ply <= best.line.ply or not reading.placed:
        return rested
    taken_back = reading.line.goes_on_from(best.line)
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


def look_again(seen: Tracker) -> Tracker:
    """Look again for one seen ply that explains the board: another one is allowed now (`agreed_plies.py`)."""
    plies = (
        ply
        for each in seen.hypotheses
        if each.change and seen.ready
        for ply in seen_plies.plies_seen(each, each.change, seen.known)
    )
    return replace_readings(seen, prune([*seen.hypotheses, *plies], seen))


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
        each._replace(line=each.line.promoting_to(piece), touched=press_prices.touched_since(each, line.ply))
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


def _is_poor(best: Hypothesis, seen: Tracker) -> bool:
    """Whether the best reading does not fit, or fits only at a price: a search may find a better one."""
    return not best.fits or bool(best.bad) or best.rank > seen.stood[0].rank + weights.DOUBTFUL
