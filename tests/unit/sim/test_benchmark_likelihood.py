"""`jadoube bench likelihood`: the prior foresees what people play better than a guess does."""

from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.likelihood import report
from jadoube_sim.hands.games import playable_games


def test_a_ply_of_a_game_costs_less_than_a_guess() -> None:
    """Both are given in natural logarithms, for the plies of all games."""
    games = playable_games(BUILT_IN)
    plies, guessed, foreseen = (float(line.split()[-1]) for line in report(games))
    assert plies == sum(len(game.moves) for game in games)
    assert 0 < foreseen < guessed - 0.3


def test_no_games_have_no_average() -> None:
    """Only their number of plies is said."""
    assert [line.split() for line in report([])] == [["plies", "0"]]
