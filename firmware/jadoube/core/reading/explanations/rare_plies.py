"""The rarer explanations: which readings are searched for them.

They are plies that were not fully seen, several plies at once, takebacks, and plies through dead reeds. Each
search is bounded: it takes a limited number of readings of sufficient rank. `unseen_captures.py`,
`sequences.py`, `taken_back.py`, `dead_reeds.py` and `distrust.py` make and weigh the explanations.
`tracker.py` and `calls.py` say when to search, and `searching.py` how far at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import chess

from jadoube.core.reading import bounds, hypotheses, seen_plies, settlings, weights
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.explanations import dead_reeds, distrust, hidden_plies, lost_lines, unseen_captures
from jadoube.core.reading.explanations.irregular import irregular_plies
from jadoube.core.reading.explanations.sequences import several_plies
from jadoube.core.reading.explanations.taken_back import find_takebacks, may_be_taken_back
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.searching import Task, Worked, find_all
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import last_ply_of
from jadoube.core.squares import Occupancy
from jadoube.core.squares import squares as squares_of

FindsPlies = Callable[[Hypothesis, SettleOrder, Occupancy], Iterator[Hypothesis]]
"""How plies are looked for: from a reading, the order of the settlings, and what is `lifted` now."""

MOST_SEARCHED = 8
"""The most hypotheses that are searched for several plies at once."""


class PliesUnseen(NamedTuple):
    """A task: extend one reading by one ply that was not fully seen."""

    find: FindsPlies
    hypothesis: Hypothesis
    known: SettleOrder
    lifted: Occupancy
    """What the opponent lifts now, if that lift calls for a ply."""

    def work(self) -> Worked:
        """Find all such plies of the reading."""
        found = tuple(self.find(self.hypothesis, self.known, self.lifted))
        return Worked(found, 1 + len(found))


class RepliesThroughDead(NamedTuple):
    """A task: extend one reading by a ply through a dead reed and the reply that has just settled."""

    unseen: PliesUnseen
    squares: Occupancy
    """The squares that have just settled."""
    occupancy: Occupancy
    """The board now."""
    waiting: tuple[Hypothesis, ...] | None = None
    """The readings with the first ply whose reply is still sought; None: they are not found yet."""

    def work(self) -> Worked:
        """Find the first plies; then the replies to one of them at a time."""
        if self.waiting is None:
            worked = self.unseen.work()
            left = self._replace(waiting=worked.found) if worked.found else None
            return Worked((), worked.positions, left)
        first, *others = self.waiting
        settled = settlings.take_in_settling(first, self.squares, self.occupancy)
        found = tuple(seen_plies.plies_seen(settled, self.squares, self.unseen.known))
        found = tuple(self._charge(first, found)) if _went_unseen(first) else found
        left = self._replace(waiting=tuple(others)) if others else None
        return Worked(found, 1 + len(found), left)

    def _charge(self, first: Hypothesis, found: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """Yield these readings with a reply. It costs more if both plies may as well be one, or another two.

        They may be one if the piece of the first goes where the reply does. If the reply goes to the square
        that the first ply left, it may be a capture there after a ply that nobody saw.
        """
        before, move = self.unseen.hypothesis, first.line.move
        whole = before.line.plies_flipping(before.change ^ self.squares, self.squares) if found else ()
        split = any(move and one.from_square == move.from_square for one in whole)
        for each in found:
            follows = move and each.line.move and each.line.move.to_square == move.from_square
            yield each._replace(cost=each.cost + weights.HIDDEN * bool(split or follows))


def _went_unseen(reading: Hypothesis) -> bool:
    """Whether the last ply went to a square that is not believed: nothing but its lift was seen."""
    move = reading.line.move
    return bool(move and chess.BB_SQUARES[move.to_square] & reading.bad)


def look_further(
    seen: Tracker, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Add rarer explanations than one seen ply to the hypotheses alive, and prune them."""
    best, further = alive[0], list[Hypothesis]()
    worst = best.rank + weights.WORTH_A_SEARCH
    for each in alive:
        if each.placed and each.rank < worst:
            further += find_takebacks(each, seen.known, seen.agreed)
    if best.placed or best.fits or squares & occupancy:
        together = squares.bit_count()
        several = sequences(seen, alive, squares if together > 1 else 0)
        if together > bounds.MOST_AT_ONCE and not (best.fits or any(each.fits for each in several)):
            several += sequences(seen, alive, squares, stops=True)
        further += several
    if squares & occupancy:
        further += _replies_through_dead(seen, best, squares, occupancy)
        further += _plies_before_lift(seen, alive, squares & occupancy)
    return prune([*alive, *further], seen) if further else alive


def _plies_before_lift(
    seen: Tracker, alive: tuple[Hypothesis, ...], landed: Occupancy
) -> tuple[Hypothesis, ...]:
    """Find the plies through a bad reed whose piece has landed now, while the opponent holds his reply."""
    worst = alive[0].rank + weights.SUSPICIOUS
    tasks = [
        PliesUnseen(dead_reeds.plies_to_suspects, each, seen.known, each.theirs)
        for each in alive
        if each.theirs and each.placed == landed and not each.missing & ~each.theirs and each.rank < worst
    ]
    return find_all(tasks, seen.answers)


def takebacks_like_plies(
    readings: Iterable[Hypothesis], plies: Iterable[Hypothesis], known: SettleOrder
) -> list[Hypothesis]:
    """Find the takebacks that come to what the board shows, if a ply does, too.

    The last ply of a reading was made backwards then, while the ply before it was made backwards or not yet.
    """
    if not any(ply.fits for ply in plies):
        return []
    undone = (each for each in readings if may_be_taken_back(each))
    return [shorter for each in undone for shorter in find_takebacks(each, known)]


def sequences(
    seen: Tracker,
    alive: tuple[Hypothesis, ...],
    at_once: Occupancy = 0,
    width: int = 1,
    *,
    stops: bool = False,
) -> list[Hypothesis]:
    """Extend the readings by several plies at once, as far as they rank well enough (`WORTH_A_SEARCH`).

    `at_once`: only readings with at least two of these squares astray, which settled in one scan. `width`:
    search so many times as wide as usual. `stops`: one piece may have made two plies (`sequences.py`). Raises
    `Unfinished`, as all searches of this file do.
    """
    worst = alive[0].rank + width * weights.WORTH_A_SEARCH
    asked = [each for each in alive if not at_once or each.change & at_once & (each.change & at_once) - 1]
    extended = [
        several_plies(each, seen.known, worst, at_once, stops=stops)
        for each in asked[:MOST_SEARCHED]
        if each.change.bit_count() <= width * bounds.MOST_ASTRAY
    ]
    found = find_all([each for each in extended if each], seen.answers)
    if not found:
        return []
    told = {each.line for each in alive if each.fits and hypotheses.is_ply_seen(each)}
    return [longer for longer in found if longer.line not in told]


def find_in(
    seen: Tracker, find: FindsPlies, readings: Iterable[Hypothesis], lifted: Occupancy = 0
) -> tuple[Hypothesis, ...]:
    """Find plies that were not fully seen in each of these readings, by one way of looking for them."""
    return find_all([PliesUnseen(find, each, seen.known, lifted) for each in readings], seen.answers)


def plies_unseen(seen: Tracker, lifted: Occupancy) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one ply longer whose last ply was not fully seen."""
    tasks: list[Task] = []
    for each in seen.hypotheses:
        if unseen_captures.may_have_captured(each, seen.known, lifted):
            tasks.append(PliesUnseen(unseen_captures.captures_unseen, each, seen.known, lifted))
        if hypotheses.put_back(each):
            tasks.append(PliesUnseen(_captures_from_dead, each, seen.known, lifted))
    return find_all(tasks + _at_dead_reeds(seen, lifted), seen.answers)


def plies_at_dead_reeds(seen: Tracker, lifted: Occupancy) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one ply longer whose ply went through a reed that the reading holds dead."""
    return find_all(_at_dead_reeds(seen, lifted), seen.answers)


def plies_hidden(seen: Tracker, side: chess.Color) -> tuple[Hypothesis, ...]:
    """Find the hypotheses longer by a ply of this side of which the reeds show nothing."""
    asked = [each for each in seen.hypotheses if each.bad and hidden_plies.may_hide_ply(each, side)]
    return find_in(seen, hidden_plies.hidden_plies, asked)


def plies_replied_to(seen: Tracker, side: chess.Color, completed: int) -> tuple[Hypothesis, ...]:
    """Find the hypotheses longer by a ply through a bad reed, of which nothing shows where its piece landed.

    This side has pressed, and in the readings searched it owes no press. So it has replied, and no hand holds
    that piece. `completed` is the last ply that was completed before.
    """
    worst = seen.best.rank + weights.DOUBTFUL
    asked = (
        each
        for each in seen.hypotheses
        if each.line.side_to_move != side and last_ply_of(each.line, side) <= completed
        if dead_reeds.may_be_in_hand(each) and seen_plies.rank_if_sliding(each) < worst
    )
    return find_in(seen, dead_reeds.plies_to_suspects, asked)


def _at_dead_reeds(seen: Tracker, lifted: Occupancy) -> list[Task]:
    return [
        PliesUnseen(dead_reeds.plies_at_dead, each, seen.known, lifted)
        for each in seen.hypotheses
        if each.bad
    ]


def captures_at_rest(seen: Tracker, known: SettleOrder) -> tuple[Hypothesis, ...]:
    """Find captures whose victim was only glimpsed, or that the best reading makes through a dead reed."""
    glimpsed = [each for each in seen.hypotheses if each.glimpsed & ~each.touched]
    tasks: list[Task] = [PliesUnseen(_captures_glimpsed, each, known, 0) for each in glimpsed]
    if hypotheses.put_back(seen.best):
        tasks.append(PliesUnseen(_captures_from_dead, seen.best, known, 0))
    return find_all(tasks, seen.answers)


def captures_by_lifted(
    seen: Tracker, readings: Iterable[Hypothesis], known: SettleOrder
) -> tuple[Hypothesis, ...]:
    """Find captures by the pieces in the air whose victims were not seen to leave their squares."""
    tasks = [PliesUnseen(unseen_captures.captures_unseen, each, known, 0) for each in readings]
    return find_all(tasks, seen.answers)


def _captures_glimpsed(
    hypothesis: Hypothesis, known: SettleOrder, _lifted: Occupancy
) -> Iterator[Hypothesis]:
    return unseen_captures.captures_unseen(hypothesis, known, glimpsed=True)


def _captures_from_dead(
    hypothesis: Hypothesis, known: SettleOrder, _lifted: Occupancy
) -> Iterator[Hypothesis]:
    return dead_reeds.captures_from_dead(hypothesis, known)


def suspected_plies(
    seen: Tracker,
    lifted: Occupancy,
    *,
    asked: tuple[Hypothesis, ...] = (),
    in_hand: bool = False,
    rested: bool = False,
) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one ply longer that explain the board by no longer believing one more reed.

    If none does, and the opponent lifts a piece while one stands that should not, a second bad reed is
    sought in every near reading that blames one. Then two at once are sought, and a capture beside one that
    lies. Then a line of the matrix may have come off: that is sought in near readings that blame a reed,
    too, which may be the line's. Before a rest it is sought even if the board is explained, but only where
    pieces left one after the other. `asked` are readings to search in any case. `in_hand`: skip readings
    whose missing piece may be in a hand. `rested`: a rest is the call, and `lifted` calls for a ply only in
    a reading that misses a piece there.
    """
    landed = (each for each in seen.hypotheses if not (in_hand and dead_reeds.may_be_in_hand(each)))
    readings = (*asked, *_suspicious_readings(seen, landed))
    to_dead = (dead_reeds.plies_to_dead,)
    to_all = (dead_reeds.plies_to_suspects, dead_reeds.plies_beside_suspects)
    plies = [
        PliesUnseen(find, each, seen.known, lifted & each.theirs if rested else lifted)
        for each in readings
        for find in (to_dead if in_hand and dead_reeds.is_half_made(each) else to_all)
    ]
    found = find_all(plies, seen.answers)
    is_explained = _explain(found, lifted)
    if not is_explained and lifted and not rested and seen.best.placed:
        second = _plies_to_second_suspects(seen, lifted, readings)
        found += second
        is_explained = _explain(second, lifted)
    if not is_explained and (rested or not lifted):
        strays = _plies_beside_strays(seen, readings)
        found += strays
        is_explained = _explain(strays, lifted)
    if not is_explained:
        captures = find_in(seen, dead_reeds.captures_beside_strays, readings, 0 if rested else lifted)
        found += captures
        is_explained = _explain(captures, lifted)
    if is_explained and rested:
        return found
    if is_explained:
        readings = tuple(each for each in readings if _blames_in_turn(each, seen.known))
    in_turn = None if rested else seen.known
    readings += tuple(_blaming_readings(seen, readings, in_turn=in_turn))
    find = lost_lines.plies_beside_lines
    beside = [
        PliesUnseen(find, each, seen.known, lifted & each.theirs if rested else lifted) for each in readings
    ]
    found += find_all(beside, seen.answers)
    return found if rested else found + _further_into_line(seen, found)


def _explain(readings: Iterable[Hypothesis], lifted: Occupancy) -> bool:
    """Whether one of these readings fits, but for what the opponent lifts now."""
    return any(not each.change & ~lifted for each in readings)


def _plies_beside_strays(seen: Tracker, readings: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one ply longer that blame two reeds at once, as two pieces too many stand there."""
    asked = (each for each in readings if not each.bad and each.in_the_air <= -2)
    return find_in(seen, dead_reeds.plies_beside_strays, asked)


def _further_into_line(seen: Tracker, readings: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Go on from these readings, found now: more plies went into the line of the reed that they blame.

    One shows that the line is off, and one more may follow.
    """
    blaming = (each for each in readings if each.bad and _blames_in_turn(each, seen.known))
    found = find_in(seen, lost_lines.plies_beside_lines, blaming)
    return found + find_in(seen, dead_reeds.plies_at_dead, (each for each in found if each.change))


def plies_beside_lies(seen: Tracker, hypothesis: Hypothesis, lifted: Occupancy) -> tuple[Hypothesis, ...]:
    """Find the plies that explain the board but for a square beside them, though another reading fits.

    A piece of the opponent was lifted and put back in the gesture: it may have been captured. Then the square
    where the capturing piece seems to stand has changed by itself.
    """
    if not hypothesis.placed:
        return ()
    return find_in(seen, dead_reeds.plies_beside_suspects, [hypothesis], lifted)


def plies_of_rival(seen: Tracker, hypothesis: Hypothesis, lifted: Occupancy) -> tuple[Hypothesis, ...]:
    """Find the plies through a reed that has stuck, from a near reading with one square astray.

    Only there the piece that is lifted now is the opponent's, and a piece stands that was lifted nowhere.
    """
    if hypothesis.missing or hypothesis.rank >= seen.best.rank + weights.NEAR:
        return ()
    return find_in(seen, dead_reeds.plies_to_suspects, [hypothesis], lifted)


def lies_beside(seen: Tracker, hypothesis: Hypothesis) -> list[Hypothesis]:
    """Find the reading near the best that does not believe the only reed astray, which has lied before."""
    near = hypothesis.rank < seen.best.rank + weights.NEAR
    return list(distrust.distrust_lone_change([hypothesis], seen.known)) if near else []


def _plies_to_second_suspects(
    seen: Tracker, lifted: Occupancy, searched: Sequence[Hypothesis]
) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one ply longer that blame a second reed: from near ones that were not searched."""
    blaming = (each for each in _blaming_readings(seen, searched) if each.placed)
    return find_in(seen, dead_reeds.plies_to_suspects, blaming, lifted)


def _blames_in_turn(hypothesis: Hypothesis, known: SettleOrder) -> bool:
    """Whether a reading blames a reed, and misses pieces that all left after that of its last ply.

    Those that left in one scan were not moved: their line came off.
    """
    move, missing = hypothesis.line.move, hypothesis.change and hypothesis.missing
    if move is None or not missing or not lost_lines.blames_reed(hypothesis):
        return False
    left = known.opened[move.from_square]
    return all(left < known.opened[each] for each in squares_of(missing))


def plies_asked_about(seen: Tracker, lifted: Occupancy) -> tuple[Hypothesis, ...]:
    """Find plies through reeds that have worked, in the readings that a call asked about (`Tracker.asked`).

    Those through reeds that have never changed are found at the reply, at the same price.
    """
    tasks = [
        PliesUnseen(find, each, seen.known, lifted & each.theirs)
        for each in seen.asked
        for find in (dead_reeds.plies_to_worked, dead_reeds.plies_beside_suspects)
    ]
    return find_all(tasks, seen.answers)


def plies_against_laws(
    seen: Tracker, alive: Sequence[Hypothesis], lifted: Occupancy = 0, within: float = weights.NEAR
) -> tuple[Hypothesis, ...]:
    """Find the hypotheses one irregular ply longer, from those `within` so much of the best that do not fit.

    Within `DOUBTFUL` of the best none is sought in the place of a legal ply that was seen and still fits;
    further away, none in the place of any legal ply that was seen.
    """
    return find_all(_against_laws(seen, alive, lifted, within), seen.answers)


def _against_laws(
    seen: Tracker, alive: Sequence[Hypothesis], lifted: Occupancy, within: float
) -> list[PliesUnseen]:
    best = min(each.rank for each in alive)
    legal = [each for each in alive if not each.unproved and hypotheses.was_seen_whole(each, each.line.ply)]
    made, stands = {each.line.before for each in legal}, {each.line.before for each in legal if each.fits}
    near = [
        each
        for each in alive
        if each.change
        and each.rank < best + within
        and each.line not in (stands if each.rank < best + weights.DOUBTFUL else made)
    ]
    return [PliesUnseen(irregular_plies, each, seen.known, lifted) for each in near]


def _suspicious_readings(seen: Tracker, readings: Iterable[Hypothesis]) -> list[Hypothesis]:
    """The readings that rank well enough for a search through dead reeds.

    A second dead reed is sought only where the best reading, or one so near to it that it is a doubt, holds
    the same first one.
    """
    best = seen.best.rank
    worst, near = best + weights.SUSPICIOUS, best + weights.DOUBTFUL
    held = {0, *(each.bad for each in seen.hypotheses if each.rank < near)}
    ranked = ((each, seen_plies.rank_if_sliding(each)) for each in readings)
    return [each for each, rank in ranked if rank < (worst if each.bad in held else near)]


def _blaming_readings(
    seen: Tracker, searched: Sequence[Hypothesis], in_turn: SettleOrder | None = None
) -> Iterator[Hypothesis]:
    """Yield the other readings near the best that do not believe a reed; they may have blamed a line's.

    `in_turn`: only those that miss pieces which left one after the other (`_blames_in_turn`).
    """
    worst = seen.best.rank + weights.SUSPICIOUS
    for each in seen.hypotheses:
        is_blaming = each.bad and (
            _blames_in_turn(each, in_turn) if in_turn else lost_lines.blames_reed(each)
        )
        if is_blaming and each.rank < worst and each not in searched:
            yield each


def _replies_through_dead(
    seen: Tracker, best: Hypothesis, squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Find the readings in which the piece just placed is the reply to a ply that was not seen whole.

    A reed that has worked is a suspect only where a call for a ply asked about it, or if the `best` reading
    has just guessed: a capture that nobody saw is the other explanation. A line is one if nothing else fits;
    then the line of a reed that is blamed may hide a whole ply, too.
    """
    readings = [each for each in seen.hypotheses if dead_reeds.may_be_answered(each, occupancy)]
    asked = [each for each in seen.asked if dead_reeds.may_be_answered(each, occupancy)]
    suspected = [] if seen.best.fits else _suspicious_readings(seen, readings)
    guesses = best.guessed & ~seen.best.guessed
    find = dead_reeds.plies_to_suspects if guesses else dead_reeds.plies_to_dead
    unseen = chain(
        (PliesUnseen(dead_reeds.plies_at_dead, each, seen.known, 0) for each in readings if each.bad),
        (PliesUnseen(hidden_plies.hidden_plies, each, seen.known, 0) for each in readings if each.hidden),
        (PliesUnseen(find, each, seen.known, 0) for each in suspected),
        (PliesUnseen(dead_reeds.plies_to_suspects, each, seen.known, 0) for each in asked),
        (PliesUnseen(dead_reeds.plies_beside_suspects, each, seen.known, 0) for each in (*suspected, *asked)),
        _against_laws(seen, seen.hypotheses, 0, weights.DOUBTFUL) if seen.best.theirs else (),
    )
    found = find_all([RepliesThroughDead(each, squares, occupancy) for each in unseen], seen.answers)
    if seen.best.fits or any(each.fits and not each.unproved for each in found):
        return found
    beside = (
        PliesUnseen(lost_lines.plies_beside_lines, each, seen.known, 0) for each in (*suspected, *asked)
    )
    within: list[PliesUnseen] = []
    for each in seen.hypotheses:
        blames = each.bad and not each.bad & occupancy and lost_lines.may_move_within_line(each)
        if blames and each.rank < seen.best.rank + weights.SUSPICIOUS:
            within.append(PliesUnseen(lost_lines.plies_within_lines, each, seen.known, 0))
    tasks = [RepliesThroughDead(each, squares, occupancy) for each in (*beside, *within)]
    return found + find_all(tasks, seen.answers)


def replies_to_dead(
    seen: Tracker, suspicions: Sequence[Hypothesis], squares: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """Find the first ply of a game, through one dead reed more, with the reply that has just settled.

    The start position did not stand: `suspicions` are the readings before, each of which holds a reed dead.
    """
    beginning = [each for each in suspicions if each.change]
    unseen = [PliesUnseen(dead_reeds.plies_to_dead, each, seen.known, 0) for each in beginning]
    return find_all([RepliesThroughDead(each, squares, occupancy) for each in unseen], seen.answers)


def consider_landing(
    seen: Tracker, alive: tuple[Hypothesis, ...], squares: Occupancy, occupancy: Occupancy
) -> tuple[Tracker, tuple[Hypothesis, ...]]:
    """Go on with the readings asked about with a piece in the air, after these squares have settled.

    If a piece landed that is not the one in the air, it may be the reply to a ply through a dead reed.
    """
    if alive[0].fits and squares & occupancy:
        seen = seen._replace(asked=tuple(_readings_still_in_air(seen, squares, occupancy)))
        alive = prune([*alive, *_replies_through_dead(seen, alive[0], squares, occupancy)], seen)
    asked = (settlings.take_in_settling(each, squares, occupancy) for each in seen.asked)
    return seen._replace(asked=tuple(filter(dead_reeds.may_be_unfinished, asked))), alive


def _readings_still_in_air(seen: Tracker, squares: Occupancy, occupancy: Occupancy) -> Iterator[Hypothesis]:
    """Yield the readings asked about in which the piece in the air has not landed with this settling.

    If the opponent has a piece in the air, too, it may be his that has landed.
    """
    for each in seen.asked:
        settled = settlings.take_in_settling(each, squares, occupancy)
        if settled.theirs or not any(seen_plies.plies_seen(settled, squares, seen.known)):
            yield each
