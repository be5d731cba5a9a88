"""Replaced plies: what stood with a reply, until the game was read otherwise.

A search that fails refutes nothing: it is bounded, and a second bad reed is sought in few readings. So where
a ply stood in the best reading, seen and with a reply, and another stands in its place now, that one is in
doubt while a reed is not believed. Where all are, hands have put it right. The doubts that stood when one
reed more was blamed stay like that, too (`doubts.py`). Beside a line that is off most plies are guesses,
which have their doubts already.

This file compares the reading shown before an event with the one shown after it. It refuses to know how
either came about, and what it costs.
"""

from collections.abc import Iterable, Iterator

from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.lost_lines import holds_line
from jadoube.core.rules.game_line import Line, parting_ply

MOST_REPLACED = 16
"""The most replaced plies that are kept, the latest (a guess): a game has one or two, if any."""


def note_replaced(before: Tracker, after: Tracker) -> Tracker:
    """The tracker `after`, with the ply of the best reading of `before` that it has replaced, if it has one.

    The game after is not the one before and a ply. One that comes back is in doubt no more: play has decided.
    A ply taken back leaves none.
    """
    was, best, replaced = before.best, after.best, after.replaced
    line = best.line
    ply = parting_ply(was.line, line)
    stood, stands = was.line.back_to(ply), line.back_to(ply)
    if ply > line.ply:  # the ply is taken back, or only gone until the board fits again
        kept = tuple(each for each in replaced if each.ply <= line.ply) if best.fits else replaced
    elif stands in replaced:
        kept = tuple(each for each in replaced if each is not stands)
    elif _was_seen_with_reply(was, ply, line) and not holds_line(was.bad | best.bad):
        kept = add_replaced(replaced, [stood])
    else:
        return after
    return after._replace(replaced=kept)


def add_replaced(replaced: tuple[Line, ...], more: Iterable[Line]) -> tuple[Line, ...]:
    """The replaced plies with these, the latest of them."""
    return tuple(dict.fromkeys((*replaced, *more)))[-MOST_REPLACED:]


def _was_seen_with_reply(was: Hypothesis, ply: int, line: Line) -> bool:
    """Whether this ply of a reading was seen, and a reply to it is read there or in the game after it."""
    return ply <= was.line.ply and max(was.line.ply, line.ply) > ply and not was.guessed >> ply & 1


def replaced_plies(seen: Tracker) -> Iterator[Line]:
    """Yield the games up to a ply that stood, for each such ply of the best reading that is in doubt."""
    best = seen.best
    if best.bad and not holds_line(best.bad):
        for stood in seen.replaced:
            stands = best.line.back_to(stood.ply)
            if stood is not stands and stood.before is stands.before:
                yield stood
