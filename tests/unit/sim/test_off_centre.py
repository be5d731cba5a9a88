"""Faults of pieces off their centres: which reeds are wrong, and for how long."""

import random
from itertools import pairwise

import chess
import pytest

from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.hard.off_centre import APART_US, STANDS_US, between, off_centre
from jadoube_sim.hands.player import play_habit

PLAYED = play_habit(playable_games(BUILT_IN)[0], HABITS["plain"], seed=1)


def times(log: SensorLog, name: str) -> list[tuple[int, str]]:
    """When this reed changes, and how."""
    return [(each.at_us, each.word) for each in log.edges if each.name == name]


@pytest.mark.parametrize("seed", range(5))
def test_each_reed_closes_and_opens_in_turn(seed: int) -> None:
    """No fault invents a change of a reed to what it shows already, or one after the end."""
    for log, _ in (
        off_centre(PLAYED, random.Random(seed), 0.2, (1, 10)),
        between(PLAYED, random.Random(seed), 0.2),
    ):
        for name in chess.SQUARE_NAMES:
            words = [word for _, word in times(log, name)]
            assert all(one != other for one, other in pairwise(words)), name
        assert max(each.at_us for each in log.edges) <= log.lasts_us


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_off_its_centre_closes_its_reed_late_or_never(seed: int) -> None:
    """Until it is put right, after one to ten seconds. The fault names the reeds that it has changed."""
    log, bad = off_centre(PLAYED, random.Random(seed), 0.2, (1, 10))
    changed = {name for name in chess.SQUARE_NAMES if times(log, name) != times(PLAYED, name)}
    assert {chess.SQUARE_NAMES[each.square] for each in bad} == changed
    assert changed
    for name in changed:
        closings = [at_us for at_us, word in times(PLAYED, name) if word == "close"]
        for at_us in {at_us for at_us, word in times(log, name) if word == "close"} - set(closings):
            assert 1e6 <= at_us - max(each for each in closings if each < at_us) <= 10e6


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_between_two_squares_closes_an_empty_one_beside_it(seed: int) -> None:
    """At about the same instant, and opens it as it leaves."""
    log, bad = between(PLAYED, random.Random(seed), 0.2)
    assert bad
    landed = [each for each in PLAYED.edges if each.word == "close"]
    for square, from_us in bad:
        assert any(
            chess.square_manhattan_distance(square, chess.parse_square(each.name)) == 1
            and APART_US[0] <= from_us - each.at_us <= APART_US[1]
            for each in landed
            if each.name in chess.SQUARE_NAMES
        )
        assert (from_us, "close") in times(log, chess.SQUARE_NAMES[square])


def test_a_piece_that_passes_is_no_piece_that_stands() -> None:
    """What crosses a square, or tries it for a moment, is left as it was."""
    log, _ = off_centre(PLAYED, random.Random(0), 1.0, (1, 10))
    for name in chess.SQUARE_NAMES:
        short = [
            one[0]
            for one, other in pairwise(times(PLAYED, name))
            if one[1] == "close" and other[0] - one[0] < STANDS_US
        ]
        assert {(at_us, "close") for at_us in short} <= set(times(log, name))
