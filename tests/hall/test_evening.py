"""Two rounds in a hall, from a pairing list to the PGN: boards of the twin, the real hall."""

from jadoube_sim.benchmarks.hall.evening import evening
from jadoube_sim.hands.games import Game, games_of

PGN = """
[Event "Short"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Shorter"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Agreed"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
"""


def test_each_game_of_two_rounds_is_in_the_pgn() -> None:
    """Names, results and moves are those that were played, of mates and of what was agreed."""
    games = [game for game in games_of(PGN, "here") if isinstance(game, Game)]
    found = evening(2, 2, games)
    assert found.wrong == []
    assert (found.rounds, found.games) == (2, 4)
