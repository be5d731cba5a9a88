"""Which moves a doubt names where more than four are possible."""

import chess

from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import begin, moved_anyhow

START = begin()


def through_bad(move: str, cost: float, *, stuck: bool = False) -> Hypothesis:
    """The reading with this move, whose target's reed is not believed."""
    played = chess.Move.from_uci(move)
    target = chess.BB_SQUARES[played.to_square]
    return Hypothesis(START.after(played), cost, bad=target, lying=target * stuck)


def test_a_likely_move_to_a_stuck_reed_is_named_before_odd_ones_to_dead_reeds() -> None:
    """Whether a reed stuck, or died before the game, weighs less than how odd the move is."""
    best = Hypothesis(START.after(chess.Move.from_uci("b1c3")))
    odd = [through_bad(move, 1.0) for move in ("a2a3", "h2h3", "a2a4", "h2h4", "g1h3")]
    stuck = through_bad("e2e4", 2.9, stuck=True)
    (named,) = doubts(Tracker((best, *odd, stuck), START.occupancy, ready=True)).values()
    assert len(named) == MOST_NAMED
    assert "e4" in named


def test_an_irregular_ply_beside_a_bad_reed_is_in_doubt() -> None:
    """The square where its piece seems to stand may be another bad reed; those that are known come first."""
    move = chess.Move.from_uci("g1g4")
    board = moved_anyhow(START.board, move)
    irregular = START.standing(board, move)
    believing = Hypothesis(irregular)
    blaming = believing._replace(bad=chess.BB_H3)
    found = [doubts(Tracker((each,), irregular.occupancy, ready=True)) for each in (believing, blaming)]
    assert [set(each) for each in found] == [set(), {1}]
    assert found[1][1][0] == "Nh3"
    assert set(found[1][1]) == {"Nh3", "Nf3", "g4"}
