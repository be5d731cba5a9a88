"""Two rounds in a hall, from a pairing list to the PGN: boards of the twin, the real hall."""

import io

import chess.pgn

from jadoube_sim.benchmarks.hall.evening import Evening, evening, faults
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
    """Names, results and moves are those that were played, of mates and of what was agreed; so are clocks."""
    games = [game for game in games_of(PGN, "here") if isinstance(game, Game)]
    found = evening(2, 2, games)
    assert found.wrong == []
    assert found.troubles == []
    assert (found.rounds, found.games) == (2, 4)


def test_other_clocks_are_a_fault_and_what_was_told_a_trouble() -> None:
    """What belongs to every evening is none."""
    (game,) = [
        each
        for each in games_of('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1', "here")
        if isinstance(each, Game)
    ]
    tags = '[Event "Evening on the desk"]\n[Round "1.2"]\n[Result "0-1"]\n\n'
    text = f"{tags}1. f3 {{[%clk 0:03:00]}} e5 2. g4 Qh4# 0-1"
    found = chess.pgn.read_game(io.StringIO(text))
    assert found
    assert list(faults(found, game, (180, None, None, None), 1)) == []
    assert len(list(faults(found, game, (179, None, None, None), 1))) == 1
    said = [
        "the broker is there",
        "Board b01 was lost: nothing is heard of it.",
        "Board b01 was switched off.",
    ]
    assert Evening(said=said).troubles == said[1:2]
