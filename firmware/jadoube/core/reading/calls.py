"""A call for a ply: a press, `ok`, the opponent's lift, or the end. What is searched for then.

The law: in a game a call adds readings, and charges none: a press does that (`press_prices.py`). Where the
board is explained, little is searched. A search that needs more than one slice raises `Unfinished`
(`searching.py`).

This file refuses to know how a call is noticed (`tracker.py`, `game_end.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import setting_up, weights
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.explanations import dead_reeds, rare_plies, shown_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.squares import Occupancy

RARELY_FORGOTTEN = 10
"""Presses are rarely forgotten where fewer than one ply of so many was not pressed for (a guess)."""

USED_TO_PRESSES = 20
"""After so many completed plies players are known to press (a guess)."""


def is_explained(seen: Tracker) -> bool:
    """Whether the best reading fits, and nothing near it contradicts that.

    A reading that does not fit contradicts it, if the best one has paid to replace its last ply. If the best
    one does not believe a reed, so does any that is a doubt beside it.
    """
    best = seen.best
    if not best.fits:
        return False
    line, dear, rank = best.line, best.cost - weights.NEAR, best.rank
    for each in seen.hypotheses:
        if not each.change:
            continue
        if best.bad and each.rank < rank + weights.DOUBTFUL:
            return False
        if each.cost <= dear and each.rank < rank + weights.SUSPICIOUS and not line.goes_on_from(each.line):
            return False
    return True


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
        return setting_up.begin_with_plies(seen, list(rare_plies.plies_at_dead_reeds(seen, lifted)))
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
    line, before = seen.best.line, seen.best.line.before
    for each in seen.hypotheses[1:]:
        rival = each.line.before is before and each.line is not line
        if rival and each.change & seen.known.record.more_than_once:
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


def consider_replied_to(seen: Tracker, side: chess.Color, completed: int) -> Tracker:
    """Add hypotheses with a ply through a bad reed: this side says that it has replied to one.

    `completed` is the last ply that was completed before.
    """
    return _add(seen, rare_plies.plies_replied_to(seen, side, completed) if seen.ready else ())


def consider_hidden(seen: Tracker, side: chess.Color) -> Tracker:
    """Add hypotheses with a ply of this side that the reeds cannot show: this side says that it made one."""
    hidden = rare_plies.plies_hidden(seen, side) if seen.ready else ()
    return _add(seen, hidden)


def consider_shown(seen: Tracker, side: chess.Color, completed: int, asserted: int) -> Tracker:
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


def _add(seen: Tracker, readings: Sequence[Hypothesis]) -> Tracker:
    """The tracker with these readings besides; a ply is called for."""
    if not readings:
        return seen
    return seen._replace(hypotheses=prune([*seen.hypotheses, *readings], seen, called=True))
