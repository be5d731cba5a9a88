"""Searches in slices: they find the same as at once, in the same order, and they end."""

from collections.abc import Iterator
from typing import NamedTuple

import chess
import pytest

from jadoube.core.reading import setting_up, tracker
from jadoube.core.reading.alternatives import take_back_to
from jadoube.core.reading.explanations.rare_plies import PliesUnseen, RepliesThroughDead
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.searching import (
    MOST_POSITIONS,
    SLICE,
    Answer,
    Search,
    Task,
    Unfinished,
    Worked,
    find_all,
)
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import begin
from jadoube.core.squares import Occupancy


class Counting(NamedTuple):
    """A task that looks at one position at a time and finds a hypothesis in each; its cost is its number."""

    first: int
    last: int

    def work(self) -> Worked:
        """Find the next one."""
        left = Counting(self.first + 1, self.last) if self.first < self.last else None
        return Worked((Hypothesis(LINE, cost=float(self.first)),), 1, left)


LINE = begin(chess.STARTING_FEN)
TASKS: tuple[Task, ...] = (Counting(1, 7), Counting(8, 2 * SLICE), Counting(2 * SLICE + 1, 3 * SLICE))


def costs(found: tuple[Hypothesis, ...]) -> list[float]:
    """What was found, in order."""
    return [each.cost for each in found]


@pytest.mark.parametrize("positions", [1, 5, SLICE, 1000])
def test_slices_find_what_is_found_at_once(positions: int) -> None:
    """Whatever the size of a slice, all tasks are worked on to their end, one after the other."""
    search, slices = Search(TASKS), 0
    while search.tasks:
        search, slices = search.go_on(positions), slices + 1
    assert costs(search.found) == costs(find_all(TASKS, None)) == list(range(1, 3 * SLICE + 1))
    assert slices == -(-3 * SLICE // positions)


def test_a_search_leaves_what_it_was_made_of_as_it_was() -> None:
    """A slice gives another search; the first one can be gone on with again."""
    search = Search(TASKS)
    assert search.next_slice() == search.next_slice() != search == Search(TASKS)


def test_a_long_search_is_kept_for_later_until_it_has_an_answer() -> None:
    """What is left is told with the whole search; with the answer nothing is searched."""
    with pytest.raises(Unfinished) as raised:
        find_all(TASKS, ())
    assert raised.value.tasks == TASKS
    assert raised.value.search.positions == SLICE
    answers = (Answer(TASKS[:1], ()), Answer(TASKS, (Hypothesis(LINE, cost=0.5),)))
    assert costs(find_all(TASKS, answers)) == [0.5]


def test_a_short_search_is_finished_at_once() -> None:
    """One slice suffices for it."""
    assert costs(find_all(TASKS[:1], ())) == list(range(1, 8))
    assert find_all([], ()) == ()


def test_an_endless_search_ends() -> None:
    """It ends with what it has found so far, in slices and at once, after the same position."""
    endless: tuple[Task, ...] = (Counting(1, 10 * MOST_POSITIONS), Counting(1, 1))
    search = Search(endless)
    while search.tasks:
        search = search.next_slice()
    assert search.found == find_all(endless, None)
    assert len(search.found) == search.positions == MOST_POSITIONS


def test_a_reply_is_sought_to_each_ply_through_a_dead_reed() -> None:
    """The first plies are found at once, and then the replies to one after the other: none is left out."""
    firsts = [LINE.after(chess.Move.from_uci(uci)) for uci in ("e2e4", "d2d4", "g1f3", "b1c3")]

    def find(_reading: Hypothesis, _known: SettleOrder, _lifted: Occupancy) -> Iterator[Hypothesis]:
        yield from (Hypothesis(line, bad=line.occupancy ^ LINE.occupancy) for line in firsts)

    settled = chess.BB_E7 | chess.BB_E5
    unseen = PliesUnseen(find, Hypothesis(LINE), SettleOrder(), 0)
    task = RepliesThroughDead(unseen, settled, LINE.occupancy ^ settled)
    reply = chess.Move.from_uci("e7e5")
    assert [each.line for each in find_all([task], None)] == [line.after(reply) for line in firsts]


def test_a_tracker_made_anew_keeps_the_answers() -> None:
    """Set up, expected or taken back, it is still the tracker of this step, whose searches were answered."""
    known = (Answer(TASKS, ()),)
    pawn, played = chess.BB_E2, LINE.after(chess.Move.from_uci("e2e4"))
    waiting = setting_up.begin(LINE, LINE.occupancy ^ pawn)._replace(answers=known)
    ready = tracker.settle(waiting, pawn)
    assert ready.ready
    assert ready.answers == known
    assert setting_up.expect(ready, LINE.occupancy ^ pawn).answers == known
    after = setting_up.begin(played, played.occupancy)._replace(answers=known)
    assert take_back_to(after, after.best.line.ply - 1).answers == known
