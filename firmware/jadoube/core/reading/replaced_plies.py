"""Replaced plies: what stood with a reply, until the game was read otherwise.

A search that fails refutes nothing: it is bounded, and a second bad reed is sought in few readings. So where
a ply stood in the best reading with a reply, and another stands in its place now, that one is in doubt if
the best reading before or after did not believe a reed. Where both believed all reeds, hands have put the
ply right; it is in doubt only while a reed is not believed. The doubts that stood when one reed more was
blamed stay, too (`doubts.py`). Beside a line that is off most plies are guesses, which have their doubts
already: what such a reading has shown leaves none, unless another line is taken for off in its place.

This file compares the reading shown before an event with the one shown after it. It refuses to know how
either came about, and what it costs.
"""

from collections.abc import Iterable, Iterator

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Replaced, Tracker
from jadoube.core.reading.explanations.lost_lines import holds_line
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import Line, ends_of, parting_ply

MOST_REPLACED = 64
"""The most replaced plies that are kept, the latest (a guess): most games have one or two, if any."""


def note_replaced(before: Tracker, after: Tracker) -> Tracker:
    """The tracker `after`, with the ply of the best reading of `before` that it has replaced, if it has one.

    The game after is not the one before and a ply. One that comes back is in doubt no more against the one
    that had replaced it: play has decided. Where a reed is not believed it is kept, for it may be replaced
    again. A ply taken back leaves none.
    """
    was, best, replaced = before.best, after.best, after.replaced
    line = best.line
    ply = parting_ply(was.line, line)
    blaming = bool(was.bad | best.bad)
    if ply > line.ply and (best.fits or not was.bad):  # it is taken back, or gone until the board fits again
        kept = tuple(each for each in replaced if each.ply <= line.ply) if best.fits else replaced
        return after._replace(replaced=kept)
    stands = line.back_to(ply)
    comes_back = any(each.line is stands for each in replaced)
    if comes_back and not best.bad:
        return after._replace(replaced=tuple(each for each in replaced if each.line is not stands))
    last = max(ply, was.line.ply - 1) if was.bad else ply
    stood = [each for each in range(ply + comes_back, last + 1) if _stood_with_reply(was, each, best)]
    added = [
        Replaced(was.line.back_to(each), blaming or bool((best.guessed & ~was.guessed) >> each & 1))
        for each in stood
    ]
    return after._replace(replaced=add_replaced(replaced, added)) if added else after


def add_replaced(replaced: tuple[Replaced, ...], more: Iterable[Replaced]) -> tuple[Replaced, ...]:
    """The replaced plies with these, the latest of them."""
    return tuple(dict.fromkeys((*replaced, *more)))[-MOST_REPLACED:]


def _stood_with_reply(was: Hypothesis, ply: int, best: Hypothesis) -> bool:
    """Whether a reply to this ply of a reading is read there or in the best one after it, or had begun.

    It had begun if the ply was seen to land, and the side to move had lifted a piece that is not the victim
    of what the ply was replaced by.
    A guess counts where a reed is not believed, for it may have been a ply through that reed. Beside a line
    that is off only what was seen on other squares counts, unless another line is taken for off now.
    """
    if ply > was.line.ply:
        return False
    if max(was.line.ply, best.line.ply) == ply:
        lifted = was.missing & ~was.theirs & ~ends_of(best.line.back_to(ply).move)
        if not lifted or ends_of(was.line.move) & was.bad:
            return False
    guessed = was.guessed >> ply & 1
    other_line = holds_line(best.bad) and was.bad & ~best.bad
    if other_line or not holds_line(was.bad):
        return not guessed or bool(was.bad)
    return not guessed and not ends_of(was.line.back_to(ply).move) & was.bad


def replaced_plies(seen: Tracker) -> Iterator[Line]:
    """Yield the games up to a ply that stood, for each such ply of the best reading that is in doubt.

    If games have parted, come together in a ply and part again, what stood in the one may be the other's ply.
    Where the best reading believes all reeds, one is in doubt that a near reading has which blames a reed.
    """
    best = seen.best
    blaming = [each for each in seen.hypotheses if each.bad and not each.change]
    for each in seen.replaced:
        stands = best.line.back_to(each.ply)
        if each.line is not stands and (best.bad or each.blaming or _is_read_near(seen, blaming, each)):
            if each.line.before is stands.before:
                yield each.line
            elif other := _same_ply_after(each.line, stands):
                yield other


def _is_read_near(seen: Tracker, readings: Iterable[Hypothesis], ply: Replaced) -> bool:
    """Whether one of these readings has this ply, and ranks well enough for a doubt."""
    has = [each for each in readings if each.line.back_to(ply.ply) is ply.line] if readings else ()
    return bool(has) and min(each.rank for each in has) < seen.first.rank + weights.SUSPICIOUS


def _same_ply_after(stood: Line, stands: Line) -> Line | None:
    """The ply that stood, made in the place of `stands`; None if it is that one or cannot be made so."""
    was, before, move = stood.before, stands.before, stood.move
    if was is None or before is None or move is None or stood.irregular or move == stands.move:
        return None
    parts_again = was.move == before.move and before.board.is_legal(move)
    return before.after(move) if parts_again else None
