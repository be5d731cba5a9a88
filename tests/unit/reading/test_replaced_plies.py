"""Plies that stood with a reply, until the game was read otherwise and a reed is not believed."""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.alternatives import take_back_to
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts, keep_doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.replaced_plies import note_replaced
from jadoube.core.rules.game_line import Line, begin

START = begin()


def game(*moves: str) -> Line:
    """The game with these moves in UCI."""
    line = START
    for move in moves:
        line = line.after(chess.Move.from_uci(move))
    return line


E4, E3 = game("e2e4", "e7e5"), game("e2e3", "e7e5")
BAD = Hypothesis(E3, bad=chess.BB_E3, lying=chess.BB_E3)
BELIEVING = BAD._replace(bad=0, lying=0)


def shown(*readings: Hypothesis) -> Tracker:
    """The tracker after these readings were the best, one after the other, and each the only one."""
    seen = None
    for each in readings:
        before, alive = seen, (each,)
        seen = Tracker(alive, each.line.occupancy, ready=True, stood=alive)
        if before:
            seen = note_replaced(before, seen._replace(replaced=before.replaced))
    assert seen
    return seen


def test_a_ply_that_takes_the_place_of_one_with_a_reply_is_in_doubt() -> None:
    """The doubt names what stood there, also when no reading alive has it any more, and in later plies."""
    assert doubts(shown(Hypothesis(E4), BAD)) == {1: ("e4",)}
    longer = BAD._replace(line=game("e2e3", "e7e5", "g1f3"))
    assert doubts(shown(Hypothesis(E4), BAD, longer)) == {1: ("e4",)}


def test_the_reed_may_be_distrusted_later() -> None:
    """While all reeds are believed, hands have put the ply right. A bad reed explains it otherwise."""
    believing = shown(Hypothesis(E4), BELIEVING)
    assert doubts(believing) == {}
    longer = BAD._replace(line=game("e2e3", "e7e5", "g1f3"))
    assert doubts(shown(Hypothesis(E4), BELIEVING, longer)) == {1: ("e4",)}


def test_what_comes_back_is_in_doubt_no_more() -> None:
    """Later play has decided between both, whether all reeds are believed or not."""
    assert doubts(shown(Hypothesis(E4), BAD, Hypothesis(E4))) == {}
    assert doubts(shown(Hypothesis(E4), BELIEVING, Hypothesis(E4))) == {}
    assert doubts(shown(Hypothesis(E4), BAD, BAD._replace(line=E4))) == {}


def test_what_comes_back_beside_a_bad_reed_may_be_replaced_once_more() -> None:
    """Then it is named again, also where it stood for a moment only."""
    moment = BAD._replace(line=E4.back_to(1))
    assert doubts(shown(Hypothesis(E4), BAD, moment, BAD)) == {1: ("e4",)}


def test_a_doubt_stays_where_the_reed_is_believed_again() -> None:
    """What was replaced while a reed was not believed may have been right, whatever is believed later."""
    longer = BELIEVING._replace(line=game("e2e3", "e7e5", "g1f3"))
    assert doubts(shown(Hypothesis(E4), BAD, longer)) == {1: ("e4",)}


def test_each_ply_with_a_reply_leaves_its_doubt() -> None:
    """Games that part early and come together again may part once more later."""
    first = BAD._replace(line=game("e2e3", "e7e5", "g1f3", "b8c6", "f1b5"))
    other = BAD._replace(line=game("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"))
    later = BAD._replace(line=game("e2e3", "e7e5", "g1e2", "b8c6", "a2a3"))
    assert doubts(shown(first, other, later)) == {3: ("Nf3",)}


def test_what_stood_in_one_game_is_named_in_another_that_has_come_to_that_ply() -> None:
    """Both were played on alike, and parted again: the later ply was as sure in the one as in the other."""
    other = BAD._replace(line=game("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"))
    later = BAD._replace(line=game("e2e3", "e7e5", "g1e2", "b8c6", "a2a3"))
    assert doubts(shown(other, later)) == {1: ("e4",), 3: ("Nf3",)}
    apart = BAD._replace(line=game("e2e3", "d7d5", "g1e2", "b8c6", "a2a3"))
    assert doubts(shown(other, apart)) == {1: ("e4",)}
    only_there = BAD._replace(line=game("e2e4", "e7e5", "f1c4", "b8c6", "a2a3"))
    assert doubts(shown(only_there, BAD._replace(line=game("d2d3", "e7e5", "g1f3", "b8c6")))) == {1: ("e4",)}


def test_a_ply_that_is_gone_on_a_board_that_does_not_fit_leaves_its_doubt() -> None:
    """It was not taken back: no reading fits the board, and what is read there later is another guess."""
    lost = BAD._replace(line=START, change=chess.BB_E4)
    assert doubts(shown(BAD._replace(line=E4), lost, BAD)) == {1: ("e4",)}


def test_a_ply_taken_back_leaves_no_doubt_to_another_one_there() -> None:
    """What is played in its place later is another ply."""
    taken_back = shown(Hypothesis(E4), BAD, BAD._replace(line=START))
    assert taken_back.replaced == ()
    assert take_back_to(shown(Hypothesis(E4), BAD), 0).replaced == ()
    assert doubts(shown(Hypothesis(E4), BAD, BAD._replace(line=START), BAD._replace(line=game("d2d4")))) == {}


def test_a_guess_leaves_a_doubt_only_where_a_reed_is_not_believed() -> None:
    """It was never seen, and had its own doubts. But it may have been a ply through the bad reed."""
    guess = Hypothesis(E4, guessed=1 << 1)
    assert doubts(shown(guess, BAD)) == {}
    assert doubts(shown(guess._replace(bad=chess.BB_E4), BAD)) == {1: ("e4",)}


def test_a_ply_that_was_seen_leaves_a_doubt_to_a_guess() -> None:
    """Hands that put a ply right are seen to do so."""
    guess = BELIEVING._replace(guessed=1 << 1)
    assert doubts(shown(Hypothesis(E4), guess)) == {1: ("e4",)}
    assert doubts(shown(Hypothesis(E4, guessed=1 << 1), guess)) == {}


def test_plies_into_a_line_that_is_off_leave_no_doubt() -> None:
    """Most of them are guesses, with their own doubts. What stood beside the line leaves one."""
    off = Hypothesis(E4, bad=chess.BB_FILE_E)
    assert doubts(shown(off, BAD)) == {}
    assert doubts(shown(off._replace(bad=chess.BB_FILE_H, guessed=1 << 1), BAD)) == {}
    assert doubts(shown(off._replace(bad=chess.BB_FILE_H), BAD)) == {1: ("e4",)}
    assert doubts(shown(Hypothesis(E4), BAD._replace(bad=BAD.bad | chess.BB_FILE_H))) == {1: ("e4",)}


def test_plies_into_a_line_leave_a_doubt_where_another_line_is_taken_for_off() -> None:
    """Then it is no line that is known to be off: both explain bad reeds, and one of them does so wrongly."""
    guess = Hypothesis(E4, bad=chess.BB_FILE_E, guessed=1 << 1)
    assert doubts(shown(guess, BAD._replace(bad=chess.BB_FILE_H))) == {1: ("e4",)}
    assert doubts(shown(guess, BAD._replace(bad=chess.BB_FILE_E))) == {}


def test_a_guess_is_in_doubt_against_bad_reeds_where_one_is_blamed() -> None:
    """One bad reed makes another one likelier than a victim that nobody saw leave its square."""
    rival = Hypothesis(E4, 7.0, bad=chess.BB_E4, lying=chess.BB_E4)
    before = Tracker((Hypothesis(E3, guessed=1 << 1), rival), E3.occupancy, ready=True)
    blaming = Hypothesis(game("e2e3", "e7e5", "g1f3"), bad=chess.BB_F3, guessed=1 << 1)
    after = Tracker((blaming,), blaming.line.occupancy, ready=True)
    assert doubts(keep_doubts(before, after)) == {1: ("e4",)}
    assert doubts(keep_doubts(before, after._replace(hypotheses=(blaming._replace(guessed=0),)))) == {}


def test_a_doubt_stays_where_one_more_reed_is_blamed() -> None:
    """The search that blames it was not made in the rival, which may be gone then."""
    best, rival = Hypothesis(E3), Hypothesis(E4, 1.0)
    before = Tracker((best, rival), E3.occupancy, ready=True)
    longer = game("e2e3", "e7e5", "g1f3")
    alone = [
        Tracker((Hypothesis(longer, bad=bad),), longer.occupancy, ready=True) for bad in (0, chess.BB_F3)
    ]
    assert doubts(before) == {1: ("e4",)}
    assert [doubts(keep_doubts(before, each)) for each in alone] == [{}, {1: ("e4",)}]


def test_a_doubt_stays_where_another_reed_is_blamed_instead() -> None:
    """All that stood beside the former reading at that ply is as likely as it was."""
    d4 = game("d2d4", "e7e5")
    best, rival = Hypothesis(E3, bad=chess.BB_E3), Hypothesis(E4, 1.0, bad=chess.BB_E4)
    before = Tracker((best, rival), E3.occupancy, ready=True)
    after = Tracker((Hypothesis(d4, bad=chess.BB_D4),), d4.occupancy, ready=True)
    assert doubts(keep_doubts(before, after)) == {1: ("e4",)}
    less = after._replace(hypotheses=(Hypothesis(d4),))
    assert doubts(keep_doubts(before, less)) == {}


def test_a_ply_with_a_reply_in_the_air_is_in_doubt_while_a_bad_reed_would_explain_it() -> None:
    """White's pawn goes on while Black holds his, or the reed of e4 is bad and White's pawn stayed on e3."""
    held = Hypothesis(game("e2e3"), change=chess.BB_E7)
    best = Hypothesis(E4, cost=weights.LEFT_THERE)
    stuck = Hypothesis(E3, cost=weights.SUSPICIOUS, bad=chess.BB_E4, lying=chess.BB_E4)
    before = shown(held, best)
    assert (doubts(before), doubts(before._replace(hypotheses=(best, stuck)))) == ({}, {1: ("e3",)})
    idle = stuck._replace(cost=weights.LEFT_THERE + weights.SUSPICIOUS)
    assert doubts(before._replace(hypotheses=(best, idle))) == {}


def test_a_doubt_stays_that_stood_when_the_board_last_fitted() -> None:
    """While nothing fits, the rival may have gone, or ranks worse for a moment; then a reed is blamed."""
    best, rival = Hypothesis(E3), Hypothesis(E4, 1.0)
    lost = (best._replace(change=chess.BB_H4),)
    before = Tracker(lost, E3.occupancy, ready=True, stood=(best, rival))
    after = Tracker((best._replace(bad=chess.BB_H4),), E3.occupancy, ready=True)
    assert doubts(keep_doubts(before, after)) == {1: ("e4",)}


ASIDE = chess.BB_A1
"""A square that no ply of these games uses; its reed is bad."""


def test_a_second_thought_is_no_doubt_although_a_reed_is_bad() -> None:
    """White's pawn is taken up again from e3 and goes on to e4: nobody had replied to e3."""
    lifted = Hypothesis(E3.back_to(1), change=chess.BB_E3, bad=ASIDE)
    assert doubts(shown(lifted, Hypothesis(E4.back_to(1), bad=ASIDE))) == {}


def test_a_second_thought_over_a_reply_in_the_air_is_a_doubt_if_a_reed_is_bad() -> None:
    """Black holds his pawn when White's goes on from e3 to e4: he may have replied to e3."""
    held = Hypothesis(E3.back_to(1), change=chess.BB_E3 | chess.BB_E7, bad=ASIDE)
    assert doubts(shown(held, Hypothesis(E4.back_to(1), change=chess.BB_E7, bad=ASIDE))) == {1: ("e3",)}


def test_a_ply_to_a_bad_reed_is_no_doubt_once_its_piece_lands_elsewhere() -> None:
    """Black holds his pawn, and White's seemed to stand on e3, whose reed is bad; then it lands on e4."""
    held = Hypothesis(E3.back_to(1), change=chess.BB_E7, bad=chess.BB_E3)
    assert doubts(shown(held, Hypothesis(E4.back_to(1), change=chess.BB_E7, bad=chess.BB_E3))) == {}
