"""The bench counts which bad reeds were named: rightly, falsely, and only where a ply needs the square."""

from dataclasses import replace

import chess
import pytest

from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played import shown
from jadoube_sim.benchmarks.played.reading import Job, Named, Row, Score, bad_reed, log_of, score
from jadoube_sim.hands.games import Game, read_games

GAMES = [game for game in read_games(BUILT_IN) if isinstance(game, Game)]


def jobs(fault: str) -> list[Job]:
    """The built-in games, with this fault."""
    return [Job(game, Row("plain", "pressed", fault), seed) for game in GAMES for seed in range(3)]


@pytest.mark.parametrize("fault", ["stuck-open", "stuck-closed"])
def test_the_bad_reed_is_the_one_that_never_changes(fault: str) -> None:
    """It is drawn as the fault draws it, and shows one thing all game long."""
    for job in jobs(fault):
        square, log = bad_reed(job), log_of(job)
        assert square is not None
        assert chess.SQUARE_NAMES[square] not in {edge.name for edge in log.edges}
        assert bool(log.reeds >> square & 1) == (fault == "stuck-closed")


def test_most_are_named_and_no_good_one_is() -> None:
    """A game counts once, and is named rightly or not."""
    total = sum((score(job).named for job in jobs("stuck-closed")), Named())
    assert total.games == len(jobs("stuck-closed"))
    assert 0.8 * total.games <= total.rightly <= total.games
    assert total.falsely == 0


def test_a_square_that_no_ply_needs_is_not_counted() -> None:
    """Hands may touch it all the same: a piece is adjusted there and never moved."""
    game = replace(GAMES[0], moves=GAMES[0].moves[:2])
    adjusted = [Job(game, Row("adjusting", "none", "stuck-closed"), seed) for seed in range(30)]
    needed = [bad_reed(job) for job in adjusted]
    ends = {end for move in game.moves for end in (move.from_square, move.to_square)}
    assert set(needed) <= {None, *ends}
    assert None in needed
    assert score(adjusted[needed.index(None)]).named == Named()


def test_other_faults_name_nothing() -> None:
    """Ghosts are on many squares, and a whole board has no bad reed."""
    assert [bad_reed(job) for fault in ("ghosts", "none") for job in jobs(fault)] == [None] * 24


def test_the_table_shows_what_was_named() -> None:
    """In two columns, which are empty where no reed is bad."""
    row = Row("plain", "none", "stuck-open")
    named = shown.line(row, Score(games=9, named=Named(8, 7, 1))).split()
    assert shown.HEAD.split().index("named") == shown.HEAD.split().index("silent") + 1
    assert named[8:11] == ["0", "7/8", "1"]
    assert shown.line(row, Score(games=9)).split()[8:11] == ["0", "-", "-"]
