"""Corrections by the players: other readings of the board, the one that is taken, a ply that is taken back.

The law: an alternative explains the board that stands there, square for square, and about as well as the best
reading does. Of all games that part from the best one at the same ply by the same move only the likeliest is
an alternative: one choice settles one ply, and what is still open after it is asked again.

Who takes a reading has said what was played at the ply where it parts from the others. No evidence outweighs
his word, so it has no weight in `weights.py`: every reading that has another move there, or none, is
dropped. To think better of it he takes the ply back, which is a new ply and not an old reading.

This file refuses to know keys, lamps, words and instants.
"""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import Line, have_same_move, parting_ply
from jadoube.core.squares import Occupancy


def alternatives(seen: Tracker) -> tuple[Hypothesis, ...]:
    """The other readings that a player may choose, the likeliest first; none while the board does not fit."""
    best = seen.best
    if not seen.ready or not best.fits:
        return ()
    ways: dict[Line, Hypothesis] = {}
    others = (each for each in seen.hypotheses if each.fits and each.line is not best.line)
    for each in others:
        ply = parting_ply(best.line, each.line)
        margin = weights.DROPPED if best.guessed >> ply & 1 else weights.OFFERED
        if each.rank < best.rank + margin:
            ways.setdefault(each.line.back_to(ply), each)
    return tuple(ways.values())


def level_alternatives(seen: Tracker) -> tuple[Line, ...]:
    """The alternatives that stay level with the best reading and have another position: asking is worth it.

    Those that part from it at one ply, the one at which the likeliest does.
    """
    best = seen.best
    level_with = [each for each in alternatives(seen) if each.rank < best.rank + weights.DOUBTFUL]
    close = [each.line for each in level_with if each.bad == best.bad]
    other = [line for line in close if not _is_same_position(line.board, best.line.board)]
    return tuple(line for line in other if parting_ply(best.line, line) == parting_ply(best.line, other[0]))


def next_reading(seen: Tracker, shown: Line | None) -> Line | None:
    """The reading to show after this one: each alternative in turn, then the best, and round again.

    None if there is no alternative.
    """
    others = [each.line for each in alternatives(seen)]
    if not others:
        return None
    circle = [seen.best.line, *others]
    at = circle.index(shown) if shown in circle else 0
    return circle[(at + 1) % len(circle)]


def settled_plies(seen: Tracker, line: Line) -> tuple[int, ...]:
    """The plies that taking this reading settles, the first one first.

    That is where it parts from the best; for the best itself it is wherever an alternative does.
    """
    best = seen.best.line
    others = [line] if line is not best else [each.line for each in alternatives(seen)]
    return tuple(sorted({parting_ply(best, other) for other in others}))


def first_settled_move(seen: Tracker, line: Line) -> tuple[int, str]:
    """The first ply that taking this reading settles, and its move in SAN: empty if it has none there."""
    ply = settled_plies(seen, line)[0]
    return ply, line.back_to(ply).san if line.ply >= ply else ""


def take_reading(seen: Tracker, line: Line) -> Tracker:
    """Take the player's word for this reading: it is the best now, and what contradicts it is dropped.

    It is one that was shown: the board fits it, and there is another. What agrees with him may be doubtful
    elsewhere and stays, but is no likelier than what he took.
    """
    plies = settled_plies(seen, line)
    took = next(each for each in seen.hypotheses if each.line is line)
    agree = [each for each in seen.hypotheses if all(have_same_move(ply, each.line, line) for ply in plies)]
    least = min(each.rank for each in agree if each.fits)
    others = [each for each in agree if each is not took and each.rank >= least]
    told = took._replace(
        cost=took.cost + least - took.rank,
        guessed=took.guessed & ~sum(1 << ply for ply in plies),
        prior=min(each.prior for each in agree),
    )
    kept = (told, *others)
    return seen._replace(hypotheses=kept, stood=kept, asked=())


def take_back_ply(seen: Tracker) -> Tracker:
    """Expect the position before the best reading's last ply, whatever the board shows."""
    return take_back_to(seen, seen.best.line.ply - 1)


def take_back_to(seen: Tracker, ply: int) -> Tracker:
    """Expect the position after so many plies of the best reading, whatever the board shows.

    Every reading that has come as far goes back as far: the doubts about earlier plies stay, and their order.
    """
    earlier: dict[tuple[Line, Occupancy], Hypothesis] = {}
    for each in seen.hypotheses:
        line = each.line.back_to(ply)
        if line.ply == ply:
            astray = (seen.occupancy ^ line.occupancy) & ~each.bad
            earlier.setdefault((line, each.bad), each.at(line, each.rank)._replace(change=astray))
    alive = tuple(earlier.values())
    return Tracker(alive, seen.occupancy, ready=alive[0].fits, stood=alive, known=seen.known.up_to(ply))


def _is_same_position(one: chess.Board, other: chess.Board) -> bool:
    """Whether the same pieces stand on the same squares, and the same side is to move."""
    return one.turn == other.turn and one.board_fen() == other.board_fen()
