"""Alternatives: readings that a player may choose instead of the best one, and takebacks by a player.

The law: an alternative fits the board square for square, and about as well as the best reading does. Games
that part from the best one at the same ply by the same move count once: only the likeliest is an
alternative. One choice settles one ply; what is still open after it is asked again.

A player who takes a reading says what was played at the ply where it parts from the others. No evidence
outweighs his word, so it has no weight in `weights.py`: every reading with another move there, or with none,
is dropped. If he changes his mind he takes the ply back; what follows is a new ply, not an old reading.

This file refuses to know keys, lamps, words and instants.
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import Line, differing_squares, have_same_move, parting_ply
from jadoube.core.squares import Occupancy


def alternatives(seen: Tracker) -> tuple[Hypothesis, ...]:
    """The alternatives to the best reading, likeliest first; none while the board does not fit it."""
    ways: dict[Line, Hypothesis] = {}
    for ply, each in _close_readings(seen):
        ways.setdefault(each.line.back_to(ply), each)
    return tuple(ways.values())


def has_alternative(seen: Tracker) -> bool:
    """Whether there is an alternative to the best reading."""
    return next(_close_readings(seen), None) is not None


def _close_readings(seen: Tracker) -> Iterator[tuple[int, Hypothesis]]:
    """The readings that fit about as well as the best one, each with the ply at which it parts from it."""
    best = seen.best
    if not seen.ready or best.change:
        return
    rank = best.rank
    for each in seen.hypotheses:
        if each.change or each.line is best.line or each.unproved:
            continue
        ply = parting_ply(best.line, each.line)
        margin = weights.DROPPED if best.guessed >> ply & 1 else weights.OFFERED
        if each.rank < rank + margin:
            yield ply, each


def level_alternatives(seen: Tracker) -> tuple[Line, ...]:
    """The alternatives within `DOUBTFUL` of the best reading and with another position: worth a question.

    All part from the best reading at the same ply, the one at which the likeliest parts.
    """
    best = seen.best
    level_with = [each for each in alternatives(seen) if each.rank < best.rank + weights.DOUBTFUL]
    close = [each.line for each in level_with if each.bad == best.bad]
    other = [line for line in close if not _is_same_position(line.board, best.line.board)]
    return tuple(line for line in other if parting_ply(best.line, line) == parting_ply(best.line, other[0]))


def choices(seen: Tracker) -> tuple[Line, ...]:
    """The readings that a player may take: the best, then its alternatives; empty without any alternative."""
    others = alternatives(seen)
    return (seen.best.line, *(each.line for each in others)) if others else ()


def next_reading(seen: Tracker, shown: Line | None) -> Line | None:
    """The reading to show after `shown`: each alternative, then the best, in a circle; None without any."""
    circle = choices(seen)
    if not circle:
        return None
    at = circle.index(shown) if shown in circle else 0
    return circle[(at + 1) % len(circle)]


def settled_plies(seen: Tracker, line: Line) -> tuple[int, ...]:
    """The plies that are settled when a player takes this reading, in order.

    An alternative settles the ply where it parts from the best. The best settles every ply where an
    alternative parts from it.
    """
    best = seen.best.line
    others = [line] if line is not best else [each.line for each in alternatives(seen)]
    return tuple(sorted({parting_ply(best, other) for other in others}))


def first_settled_move(seen: Tracker, line: Line) -> tuple[int, str]:
    """The first ply that this reading settles, and its move there in SAN; empty if the game is shorter."""
    ply = settled_plies(seen, line)[0]
    return ply, line.back_to(ply).san if line.ply >= ply else ""


def take_reading(seen: Tracker, line: Line) -> Tracker:
    """Make this reading the best, on the player's word, and drop every reading that contradicts it.

    The reading was shown: it fits the board, and there is an alternative. Readings that agree at the settled
    plies stay, but rank no better than the one that he took.
    """
    plies = settled_plies(seen, line)
    took = next(each for each in seen.hypotheses if each.line is line and each.fits)
    agree = [each for each in seen.hypotheses if all(have_same_move(ply, each.line, line) for ply in plies)]
    least = min(each.rank for each in agree if each.fits)
    others = [each for each in agree if each is not took and each.rank >= least]
    told = took.at_rank(least)._replace(
        guessed=took.guessed & ~sum(1 << ply for ply in plies),
        prior=min(each.prior for each in agree),
    )
    kept = tuple(
        each._replace(others=tuple(other for other in each.others if other.ply not in plies))
        for each in (told, *others)
    )
    replaced = tuple(each for each in seen.replaced if each.ply not in plies)
    return seen._replace(hypotheses=kept, stood=kept, asked=(), replaced=replaced, past=())


def take_back_to(seen: Tracker, ply: int) -> Tracker:
    """Take back to this ply of the best reading and expect that position, whatever the board shows.

    Every reading with at least `ply` plies goes back as far. So doubts about earlier plies stay, in order;
    the best stays so, also where one that is not shown ranks better.
    """
    earlier: dict[tuple[Line, Occupancy], Hypothesis] = {}
    for each in seen.hypotheses:
        line = each.line.back_to(ply)
        if line.ply == ply:
            astray = (seen.occupancy ^ line.occupancy) & ~each.bad
            earlier.setdefault((line, each.bad), each.at(line, each.rank)._replace(change=astray))
    best, *others = earlier.values()
    least = min(each.rank for each in (best, *others))
    alive = (best.at_rank(least), *others)
    return seen._replace(
        hypotheses=alive,
        ready=best.fits,
        stood=alive,
        known=seen.known.up_to(ply),
        asked=(),
        held=(),
        pressed=(),
        replaced=tuple(each for each in seen.replaced if each.ply <= ply),
        said=seen.said & (2 << ply) - 1,
        past=(),
    )


def declare_position(seen: Tracker, board: chess.Board, move: chess.Move | None) -> Tracker:
    """Make this position, which stands on the board, that of the game after one irregular ply.

    Every reading as long as the best is extended by it, so doubts about earlier plies stay, in order.
    """
    best = seen.best
    lines = [each for each in seen.hypotheses if each.line.ply == best.line.ply and each.bad == best.bad]
    stood = [each._replace(unproved=0) for each in lines]
    stands = tuple(each.at(each.line.standing(board, move), each.rank) for each in stood)
    known, said = seen.known._replace(choice=None), seen.said | 1 << best.line.ply + 1
    return seen._replace(
        hypotheses=stands, ready=True, stood=stands, known=known, asked=(), held=(), said=said, past=()
    )


def declare_reading(seen: Tracker, told: Hypothesis) -> Tracker:
    """Make a reading that fits the board the best; the others that fit stay, but rank no better."""
    others = tuple(each for each in seen.hypotheses if each.fits and each is not told)
    least = min(each.rank for each in (told, *others))
    kept = (told.at_rank(least)._replace(unproved=0), *others)
    return seen._replace(hypotheses=kept, ready=True, stood=kept, asked=(), held=(), past=())


def declare_line(seen: Tracker, line: Line) -> Tracker:
    """Make this game, one ply longer than the best reading, the only one: the board looks like it.

    An opponent from elsewhere has told the ply (`agreed_plies.py`).
    """
    best = seen.best
    told = best.at(line, best.cost)._replace(change=(seen.occupancy ^ line.occupancy) & ~best.bad)
    return seen._replace(hypotheses=(told,), stood=(told,), asked=(), held=(), past=())


def _is_same_position(one: chess.Board, other: chess.Board) -> bool:
    """Whether two boards have the same pieces on the same squares and the same side to move."""
    return one.turn == other.turn and not differing_squares(one, other)
