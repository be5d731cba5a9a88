"""Doubts: the plies at which a hypothesis alive has another move than the best reading.

The law (docs/reading-hands.md): a doubt stands at every ply where a surviving rival has another move. The
rank decides it, without the prior: bad chess silences no doubt. A ply that took the place of one that stood
with a reply is in doubt, too (`Tracker.replaced`): that no search found that game again refutes nothing. For
the same reason the doubts stay that stood when the best reading came to blame one reed more, or another one.
Rivals that are alive are named before such plies. An irregular ply is in doubt while a single reed is not
believed, unless a person has said it. Where a line is off, a single step of a pawn is in doubt whose
capture may have been one en passant.
"""

from collections.abc import Iterator, Mapping, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.beam import Replaced, Tracker
from jadoube.core.reading.explanations.lost_lines import holds_line
from jadoube.core.reading.explanations.sequences import double_steps
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.attraction import oddness
from jadoube.core.reading.replaced_plies import add_replaced, replaced_plies
from jadoube.core.rules.game_line import Line, distinct_moves, ends_of, parting_ply
from jadoube.core.squares import Occupancy

MOST_NAMED = 4
"""The most moves that a doubt names, those that rank best (a decision: a longer list helps nobody)."""


Doubts = Mapping[int, tuple[str, ...]]
"""For each ply in doubt the moves of doubtful rivals, in SAN."""


def doubts(seen: Tracker) -> Doubts:
    """The moves of doubtful rivals, in SAN, for each ply at which one parts from the best reading.

    The work grows with the plies since then, or since an irregular ply that is in doubt. Beside a line that
    is off it grows with the plies of the game.
    """
    best, first, found = seen.best, seen.first.rank, dict[int, dict[str, Hypothesis]]()
    for each in seen.hypotheses[1:]:
        ply = parting_ply(best.line, each.line)
        if ply <= min(best.line.ply, each.line.ply) and _is_doubt(best, each, ply, first):
            found.setdefault(ply, {}).setdefault(each.line.back_to(ply).san, each)
    for stood in replaced_plies(seen) if seen.replaced else ():
        gone = Hypothesis(stood, first + weights.DOUBTFUL, prior=_oddness(stood))
        found.setdefault(stood.ply, {}).setdefault(stood.san, gone)
    if best.guessed:
        _add_guesses_of_others(seen, found)
    named = {ply: _likeliest(each, ply) for ply, each in found.items()} if found else {}
    for ply, sans in _instead_of_the_best(seen) if best.bad else ():
        if together := tuple(dict.fromkeys((*named.get(ply, ()), *sans))):
            named[ply] = together[:MOST_NAMED]
    return named


def keep_doubts(before: Tracker, after: Tracker) -> Tracker:
    """Return `after`, with the doubts of `before` at plies that stand in both if another reed is blamed.

    While the board fits nothing, those that stood when it last did count, too. The search that found this
    bad reed did not seek it in each of the rivals. If another reed is blamed in the place of one, the ply at
    which the games part keeps its doubts, too. Where the best reading guessed, any rival is a doubt from now
    on that goes through a reed which only that one does not believe: one bad reed makes another one likelier
    than a victim that nobody saw. Beside a line that is off most plies are guesses, whose doubts later play
    decides; only the double steps of pawns that it hid stay in doubt when it is back.
    """
    line, was = after.best.line, before.best.line
    is_line = holds_line(after.best.bad | before.best.bad)
    was_bad, bad = before.best.bad, after.best.bad
    if is_line and not holds_line(bad):
        return _with_replaced(after, [*_hidden_double_steps(before)])
    if is_line or not bad & ~was_bad or bad.bit_count() < was_bad.bit_count():
        return after
    kept, common = list[Line](), parting_ply(line, was) - (not was_bad & ~bad)
    for shown in (before, *_when_last_fitting(before)):
        for ply, sans in doubts(shown).items():
            if ply <= common:
                stands = line.back_to(ply)
                beside = (each.line.back_to(ply) for each in shown.hypotheses)
                others = (each for each in beside if each.before is stands.before and each is not stands)
                kept += [each for each in others if each.san in sans]
    return _with_replaced(after, [*kept, *_rivals_of_guesses(before, after)])


def _with_replaced(after: Tracker, kept: Sequence[Line]) -> Tracker:
    """Return the tracker with a doubt at each of these plies, whatever is read now."""
    blamed = [Replaced(each, blaming=True) for each in kept]
    return after._replace(replaced=add_replaced(after.replaced, blamed)) if kept else after


def _when_last_fitting(seen: Tracker) -> Iterator[Tracker]:
    """Yield the tracker with the readings of when the board last fitted one, if it fits none now."""
    if seen.stood and not seen.best.fits:
        yield seen._replace(hypotheses=seen.stood)


def _rivals_of_guesses(before: Tracker, after: Tracker) -> Iterator[Line]:
    """Yield what rivals have, through their bad reeds, in the place of guesses that have a reply."""
    best = after.best
    for each in (*before.hypotheses, *after.hypotheses) if best.guessed else ():
        ply = parting_ply(best.line, each.line)
        guessed = ply < best.line.ply and ply <= each.line.ply and best.guessed >> ply & 1
        if guessed and _ends(each, ply) & each.bad & ~best.bad:
            yield each.line.back_to(ply)


def _hidden_double_steps(seen: Tracker) -> Iterator[Line]:
    """Yield the double step in place of each single step of a pawn that may have been captured en passant.

    Its square is blind. Both come to the same position, so that no later ply tells them apart.
    """
    line, bad = seen.best.line, seen.best.bad
    while step := line.before:
        before, capture = step.before, line.move
        if before and step.move and capture and capture.to_square == step.move.to_square:
            pawn = 0 if seen.said >> step.ply & 1 else chess.BB_SQUARES[step.move.from_square]
            for twice in map(before.after, double_steps(before.board, pawn, bad)):
                if twice.board.is_en_passant(capture):
                    yield twice
        line = step


def _instead_of_the_best(seen: Tracker) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield what may have been made instead of plies of the best reading, through reeds that are bad.

    Beside a line that is off, double steps of pawns; else anything instead of an irregular ply.
    """
    if holds_line(seen.best.bad):
        yield from ((each.ply, (each.san,)) for each in _hidden_double_steps(seen))
        return
    line = seen.best.line
    while ply := line.irregular_ply:
        stands = line.back_to(ply)
        if not seen.said >> ply & 1:
            yield ply, _instead_of(stands, seen.best.bad)
        line = line.back_to(ply - 1)


def _instead_of(stands: Line, bad: Occupancy) -> Sequence[str]:
    """The legal plies that may have been made instead of an irregular one: another reed may be bad.

    The same piece went elsewhere, or another piece went there. Those through a reed that is not believed are
    the likeliest, then the least odd.
    """
    before, move = stands.before, stands.move
    if before is None or move is None:
        return ()

    def likeliest(line: Line) -> tuple[bool, float, str]:
        return not ends_of(line.move) & bad, _oddness(line), line.san

    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    moves = {*before.legal_moves(source), *before.legal_moves(targets=target)}
    return [each.san for each in sorted(map(before.after, distinct_moves(moves)), key=likeliest)]


def _add_guesses_of_others(seen: Tracker, found: dict[int, dict[str, Hypothesis]]) -> None:
    """Add what was guessed in the place of a ply that the best reading guessed, if it came to one position.

    The best reading has joined with those guesses itself, or a doubtful rival has (`Hypothesis.others`).
    """
    best, first, agreed = seen.best, seen.first.rank, seen.agreed
    for each in seen.hypotheses:
        if each.others and _is_doubt(best, each, parting_ply(best.line, each.line), first):
            for other in each.others:
                stands = best.line.back_to(other.ply)
                beside = other is not stands and other.before is stands.before
                if beside and best.guessed >> other.ply & 1 and not (agreed and not agreed.allows(other)):
                    odder = _oddness(other) - _oddness(each.line.back_to(other.ply))
                    guess = Hypothesis(other, each.rank, prior=each.prior + odder)
                    found.setdefault(other.ply, {}).setdefault(other.san, guess)


def _likeliest(named: dict[str, Hypothesis], ply: int) -> tuple[str, ...]:
    """Those of these moves, each with its best reading, that a doubt names: all, if they are few."""
    if len(named) <= MOST_NAMED:
        return tuple(named)
    return tuple(sorted(named, key=lambda san: _unlikeliness(named[san], ply))[:MOST_NAMED])


def _unlikeliness(rival: Hypothesis, ply: int) -> float:
    """The rank of a rival with its prior, to choose those that are named.

    Through a reed that is not believed it matters more how odd the move is as chess than whether the reed
    died before the game or has stuck since: the one costs as much as the other here. The prior of a guess
    has its oddness already.
    """
    blamed = _ends(rival, ply) & rival.bad
    if not blamed or (rival.guessed >> ply & 1 and holds_line(rival.bad)):
        return rival.rank + rival.prior
    stuck = (weights.UNRELIABLE - weights.DEAD) * bool(blamed & rival.lying)
    return rival.rank - stuck + _oddness(rival.line.back_to(ply))


def _oddness(line: Line) -> float:
    """How odd the last move of a game is as chess; 0 for an irregular ply."""
    return 0.0 if line.irregular or not (line.move and line.before) else oddness(line.before.board, line.move)


def _is_doubt(best: Hypothesis, rival: Hypothesis, ply: int, first: float) -> bool:
    """Whether a rival is a doubt at a ply: it is close, or the best guessed there and both fit equally.

    `first` is the rank of the reading that ranks first. A rival with an irregular ply from there on must be
    close, and so must one that stays alive only for the sake of an irregular ply (`beam.py`).
    """
    if rival.rank < first + weights.DOUBTFUL:
        return True
    guessed = best.guessed >> ply & 1 and (rival.change, rival.bad) == (best.change, best.bad)
    if guessed:
        return rival.line.irregular_ply < ply and rival.rank <= first + weights.DROPPED
    if best.bad == rival.bad:
        return False
    return rival.rank < first + weights.SUSPICIOUS and _blame_differs(best, rival, ply)


def _blame_differs(best: Hypothesis, rival: Hypothesis, ply: int) -> bool:
    """Whether a ply not seen whole goes through a reed that only one of both readings believes.

    Otherwise both explain the board. A capture that nobody saw is such a ply only if it is the last guess, or
    its recapture is, and victims since the guess before were seen: this player pushes none out.
    """
    if (best.change ^ rival.change) & ~(best.bad | rival.bad):
        return False
    ours = _ends(best, ply)
    if ours & best.bad & ~rival.bad:
        return True
    if ours & rival.bad & ~best.bad and _ends(rival, ply) & best.bad & ~rival.bad:
        return True
    if best.guessed >> ply not in (0b1, 0b11) or not _ends(rival, ply) & rival.bad & ~best.bad:
        return False
    since = (best.guessed & (1 << ply) - 1).bit_length()
    first, before = best.line.back_to(max(0, since - 1)).occupancy, best.line.back_to(ply - 1).occupancy
    least = weights.VICTIMS_SEEN_SINCE if since else weights.VICTIMS_SEEN
    return first.bit_count() - before.bit_count() >= least


def _ends(hypothesis: Hypothesis, ply: int) -> Occupancy:
    """The squares where this ply of a reading begins and ends."""
    return ends_of(hypothesis.line.back_to(ply).move)
