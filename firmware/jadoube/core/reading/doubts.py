"""What stays in doubt: the plies at which readings that are still alive read otherwise than the best.

The law (behaviour.md, sensor log): a doubt stands at every ply where a surviving rival has another move. It
is decided by the rank, without the prior: bad chess silences no doubt.
"""

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import parting_ply


def rivals(seen: Tracker, ply: int) -> tuple[str, ...]:
    """Name in SAN, best first, what doubtful rivals read at a ply where the best reads otherwise."""
    return doubts(seen).get(ply, ())


def doubts(seen: Tracker) -> dict[int, tuple[str, ...]]:
    """The same for every ply at which a rival parts from the best reading.

    The work is that of the plies since then, and not of the whole game.
    """
    best, found = seen.best, dict[int, tuple[str, ...]]()
    for each in seen.hypotheses[1:]:
        ply = parting_ply(best.line, each.line)
        if ply <= min(best.line.ply, each.line.ply) and _is_doubt(best, each, ply):
            named, san = found.get(ply, ()), each.line.back_to(ply).san
            found[ply] = named if san in named else (*named, san)
    return found


def _is_doubt(best: Hypothesis, rival: Hypothesis, ply: int) -> bool:
    """Whether a rival is a doubt at a ply: it is close, or the best guessed there and it fits as well."""
    guessed = best.guessed >> ply & 1 and (rival.change, rival.bad) == (best.change, best.bad)
    return bool(guessed) or rival.rank < best.rank + weights.DOUBTFUL
