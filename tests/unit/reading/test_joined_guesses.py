"""Readings that guessed otherwise beside a line that is off, and came to the same position."""

import chess

from jadoube.core.reading.alternatives import take_back_to, take_reading
from jadoube.core.reading.beam import MOST_ALIVE, Tracker, prune
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import Line, begin

START = begin()
OFF = chess.BB_RANK_1


def game(*moves: str) -> Line:
    """The game with these moves in UCI."""
    line = START
    for move in moves:
        line = line.after(chess.Move.from_uci(move))
    return line


def guess(line: Line, cost: float) -> Hypothesis:
    """A reading in which White's plies are guesses."""
    return Hypothesis(line, cost, bad=OFF, guessed=0b1010)


ONE = guess(game("g1f3", "a7a6", "b1c3", "a6a5"), 0.0)
OTHER = guess(game("b1c3", "a7a6", "g1f3", "a6a5"), 0.5)
REST = [
    guess(START.after(white).after(black), 1.0)
    for white in START.legal_moves()
    for black in START.after(white).legal_moves()
]


def full() -> Tracker:
    """A tracker whose beam is full."""
    return Tracker(prune([ONE, OTHER, *REST]), START.occupancy, ready=True)


def test_in_a_full_beam_the_likeliest_keeps_the_guess_of_the_other() -> None:
    """One place of the beam holds both, and the guess of the other stays a doubt."""
    kept = full().hypotheses
    assert len(kept) == MOST_ALIVE
    assert OTHER.line not in {each.line for each in kept}
    assert kept[0].others == (OTHER.line.back_to(1),)
    assert "Nc3" in doubts(Tracker(kept[:1], START.occupancy, ready=True))[1]


def test_while_there_is_room_both_stay() -> None:
    """Nothing is joined that need not be."""
    assert prune([ONE, OTHER]) == (ONE, OTHER)


def test_what_was_seen_is_not_joined() -> None:
    """Where the likeliest has seen a ply, another one there is another game."""
    seen = ONE._replace(guessed=0b1000)
    kept = prune([seen, OTHER, *REST])
    assert {ONE.line, OTHER.line} <= {each.line for each in kept}


def test_a_takeback_and_a_players_word_end_that_doubt() -> None:
    """A guess that is taken back is none any more, and what a player takes is final."""
    assert take_back_to(full(), 0).best.others == ()
    seen = full()
    fitting = tuple(each._replace(change=0) for each in seen.hypotheses)
    taken = take_reading(seen._replace(hypotheses=fitting), fitting[0].line)
    assert taken.best.others == ()
