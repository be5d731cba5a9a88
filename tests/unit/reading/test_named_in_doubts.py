"""Which moves a doubt names where more than four are possible."""

import chess
import pytest

from jadoube.core.reading import weights
from jadoube.core.reading.alternatives import declare_position
from jadoube.core.reading.beam import MOST_DEAD_ALIVE, Replaced, Tracker, prune
from jadoube.core.reading.doubts import MOST_NAMED, doubts, keep_doubts
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


def test_a_guess_through_a_stuck_reed_is_named_as_any_move_to_one() -> None:
    """The victim was not unseen, then: its square never opened, as the reed has stuck."""
    best = Hypothesis(START.after(chess.Move.from_uci("b1c3")))
    odd = [through_bad(move, 1.0) for move in ("a2a3", "h2h3", "a2a4", "h2h4", "g1h3")]
    guess = through_bad("e2e4", 2.9, stuck=True)._replace(guessed=1 << 1, prior=1.0)
    (named,) = doubts(Tracker((best, *odd, guess), START.occupancy, ready=True)).values()
    assert "e4" in named


def test_two_squares_of_which_one_lies_are_in_doubt() -> None:
    """The piece went to the one, and the other's reed lies: each of the two readings blames the other's."""
    best = Hypothesis(START.after(chess.Move.from_uci("e2e4")), bad=chess.BB_E3)
    rival = Hypothesis(START.after(chess.Move.from_uci("e2e3")), weights.DOUBTFUL + 1, bad=chess.BB_E4)
    stands = best.line.occupancy
    assert doubts(Tracker((best, rival), stands, ready=True)) == {1: ("e3",)}
    other = rival._replace(bad=chess.BB_A5)
    assert doubts(Tracker((best, other), stands, ready=True)) == {}


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


def test_rivals_are_named_before_what_may_have_been_made_instead() -> None:
    """A reading that is alive says more than a legal ply that nobody has read."""
    board = chess.Board("4k3/8/8/8/8/2p5/8/R2QK2R w KQ - 0 1")
    start, move = begin(board.fen()), chess.Move.from_uci("d1e4")
    irregular = start.standing(moved_anyhow(board, move), move)
    best = Hypothesis(irregular, bad=chess.BB_H7)
    rival = Hypothesis(start.after(chess.Move.from_uci("a1a3")), 0.5, bad=chess.BB_H7)
    (named,) = doubts(Tracker((best, rival), irregular.occupancy, ready=True)).values()
    assert named[0] == "Ra3"
    assert len(named) == MOST_NAMED


def test_an_irregular_ply_that_was_said_is_in_no_doubt() -> None:
    """The arbiter has seen the board."""
    move = chess.Move.from_uci("g1g4")
    board = moved_anyhow(START.board, move)
    stands = START.standing(board, move).occupancy
    blaming = Tracker((Hypothesis(START, bad=chess.BB_H3),), stands, ready=True)
    assert doubts(declare_position(blaming, board, move)) == {}


@pytest.mark.parametrize(("guessed", "is_doubt"), [(2, True), (3, False)])
def test_a_guess_is_in_doubt_against_a_bad_reed_once_enough_victims_were_seen(
    guessed: int, *, is_doubt: bool
) -> None:
    """Five captures were seen whole since the last guess, or only four: this player takes victims off."""
    line = START
    for move in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5g2", "f1g2", "c8h3", "g2b7"]:
        line = line.after(chess.Move.from_uci(move))
    best = Hypothesis(line.after(chess.Move.from_uci("b8c6")), guessed=1 << guessed | 1 << 10)
    rival = Hypothesis(line.after(chess.Move.from_uci("b8d7")), 7.0, bad=chess.BB_D7)
    found = doubts(Tracker((best, rival), best.line.occupancy, ready=True))
    assert found == ({10: ("Nd7",)} if is_doubt else {})


def test_rivals_that_are_alive_are_named_before_what_was_replaced() -> None:
    """They explain all that has happened since. What was replaced has explained it up to then."""
    best = Hypothesis(START.after(chess.Move.from_uci("b1c3")), bad=chess.BB_C3)
    likely = ("e2e4", "d2d4", "g1f3", "e2e3")
    stood = tuple(Replaced(START.after(chess.Move.from_uci(move)), blaming=True) for move in likely)
    rival = through_bad("g1h3", 2.9)
    seen = Tracker((best, rival), START.occupancy, ready=True, replaced=stood)
    (named,) = doubts(seen).values()
    assert "Nh3" in named
    assert len(named) == MOST_NAMED


def test_readings_with_one_bad_reed_push_out_none_with_two() -> None:
    """A queen that came down unseen has many squares to go to, and each is a reading with one reed."""
    one = [Hypothesis(START, 1.0, bad=1 << square) for square in range(8, 8 + 2 * MOST_DEAD_ALIVE)]
    two = Hypothesis(START.after(chess.Move.from_uci("e2e4")), 5.0, bad=chess.BB_A1 | chess.BB_E4)
    assert two in prune([*one, two])
    assert len(prune([*one, two])) == MOST_DEAD_ALIVE + 1


def test_a_double_step_is_named_that_a_line_that_is_off_hides() -> None:
    """Captured en passant, it comes to the position of the single step; also when the line is back."""
    start = begin("4k3/1p6/8/P7/8/8/8/4K3 b - - 0 1")
    line = start.after(chess.Move.from_uci("b7b6")).after(chess.Move.from_uci("a5b6"))
    off = Tracker((Hypothesis(line, bad=chess.BB_RANK_5),), line.occupancy, ready=True)
    assert doubts(off) == {1: ("b5",)}
    back = Tracker((Hypothesis(line),), line.occupancy, ready=True)
    assert doubts(keep_doubts(off, back)) == {1: ("b5",)}
    elsewhere = Tracker((Hypothesis(line, bad=chess.BB_RANK_4),), line.occupancy, ready=True)
    assert doubts(elsewhere) == {}
