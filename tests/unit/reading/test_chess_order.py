"""The order of readings beside a bad reed: the less surprising game first, found out in slices."""

import random

import chess
import pytest

from jadoube.core.reading.alternatives import declare_reading
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.chess_order import sort_readings
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.surprise import weigh
from jadoube.core.reading.searching import Answers, Unfinished
from jadoube.core.reading.weights import MOST_SURPRISING
from jadoube.core.rules.game_line import Line, begin
from shared.hands.played_lines import played

FREE_QUEEN = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(("bad", "shown"), [(1, 1), (0, 0)], ids=["a bad reed", "no bad reed"])
def test_beside_a_bad_reed_the_less_surprising_game_is_shown(bad: int, shown: int) -> None:
    """Where a reading believes all reeds, nothing but its rank decides."""
    readings = [Hypothesis(played(FREE_QUEEN, moves), bad=bad) for moves in ("e1e2", "e4d5")]
    ranked = [readings[0], readings[1]._replace(cost=1.0)]
    assert prune(ranked)[0] is ranked[shown]
    assert len(prune(ranked)) == 2


def test_chess_outweighs_no_more_than_its_bound() -> None:
    """The queen is left alone seven times."""
    left = played(FREE_QUEEN, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1")
    taken = played(FREE_QUEEN, "e4d5 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2")
    for behind, shown in ((MOST_SURPRISING - 0.1, taken), (MOST_SURPRISING + 0.1, left)):
        assert prune([Hypothesis(left, bad=1), Hypothesis(taken, behind, bad=1)])[0].line is shown


def test_chess_says_nothing_against_what_a_person_has_confirmed() -> None:
    """The queen was left alone before his word; when she is left alone after it, that counts."""
    word = Hypothesis(played(FREE_QUEEN, "e1e2"), bad=1).at_rank(0)
    other = Hypothesis(played(FREE_QUEEN, "e4d5 e8e7 e1e2"), bad=1)
    for moves, shown in (("e1e2 d5e4 e2f2", "e1e2"), ("e1e2 e8e7 e2e1", "e4d5")):
        told = word.at(played(FREE_QUEEN, moves), 0)
        assert prune([told, other])[0].line.back_to(1).move == chess.Move.from_uci(shown)


def test_a_declared_reading_stays_first_though_it_is_more_surprising() -> None:
    """The one beside it fits as well, and took the queen."""
    left, taken = (Hypothesis(played(FREE_QUEEN, moves), bad=1) for moves in ("e1e2", "e4d5"))
    seen = Tracker((taken, left), occupancy=taken.line.occupancy, ready=True)
    assert prune(declare_reading(seen, left).hypotheses)[0].line is left.line


def random_games() -> list[Line]:
    """Six random games of twenty plies, the same at each call; nothing has been found out about them."""
    start, rng, games = begin(chess.STARTING_FEN), random.Random(5), list[Line]()
    for _ in range(6):
        line = start
        for _ in range(20):
            line = line.after(rng.choice(list(line.board.legal_moves)))
        games.append(line)
    return games


def weighed(games: list[Line]) -> int:
    """How many plies of these games have been weighed."""
    return len({line for game in games for line in game.plies() if line.likelihood is not None})


def in_order(games: list[Line], answers: Answers | None) -> list[int]:
    """The places of games that cost the same beside a bad reed, in the order of the readings."""
    ranked = sort_readings([Hypothesis(line, bad=1) for line in games], answers)
    return [place for _, _, place, _ in ranked]


def test_games_of_many_plies_are_compared_in_slices() -> None:
    """A slice weighs one ply; when all are weighed, the order is the one that is found at once."""
    games = random_games()
    with pytest.raises(Unfinished) as raised:
        in_order(games, ())
    search, slices = raised.value.search, 1
    while search.tasks:
        assert weighed(games) == slices
        search, slices = search.next_slice(), slices + 1
    assert slices > 100
    assert in_order(games, ()) == in_order(random_games(), None) != [0, 1, 2, 3, 4, 5]


def test_one_ply_that_is_left_to_weigh_counts_at_once() -> None:
    """It fits into the first slice, so that no step is made again: the queen is left alone."""
    start = begin(FREE_QUEEN)
    left, taken = (start.after(chess.Move.from_uci(move)) for move in ("e1e2", "e4d5"))
    weigh(taken)
    assert in_order([left, taken], ()) == [1, 0]
