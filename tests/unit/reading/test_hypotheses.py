"""Single hypotheses: what each debt and charge stands for, and which plies explain a change of the board."""

import chess
import pytest

from jadoube.core.reading import costs, hypotheses, seen_plies, settlings, weights
from jadoube.core.reading.explanations import unseen_captures
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.attraction import prior_of
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line, begin
from shared.hands.named_squares import squares_of

START = chess.STARTING_FEN
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
ATTACKED = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1"
CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
PROMOTES = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
UNTOUCHED = SettleOrder()


def played(fen: str, *moves: str) -> Line:
    """The line after these moves, in SAN, from a start."""
    line = begin(fen)
    for move in moves:
        line = line.after(line.board.parse_san(move))
    return line


def followed(line: Line, gesture: str, known: SettleOrder = UNTOUCHED) -> tuple[Hypothesis, SettleOrder]:
    """A line after squares have settled one by one (`&`: in one scan), and the order of settlings."""
    hypothesis = Hypothesis(line)
    for squares in map(squares_of, gesture.split()):
        occupancy = line.occupancy ^ hypothesis.change ^ squares
        known = known.after(squares, occupancy)
        hypothesis = settlings.take_in_settling(hypothesis, squares, occupancy)
    return hypothesis, known


def handled(line: Line, gesture: str) -> Hypothesis:
    """A line after a gesture: each square that settles flips what it was."""
    return followed(line, gesture)[0]


def seen(line: Line, gesture: str, known: SettleOrder = UNTOUCHED) -> dict[str, Hypothesis]:
    """The plies that are seen when the last square of a gesture settles, in SAN."""
    last = squares_of(gesture.rsplit(maxsplit=1)[-1])
    hypothesis, known = followed(line, gesture, known)
    return {each.line.san: each for each in seen_plies.plies_seen(hypothesis, last, known)}


DEBTS = {
    "nothing has moved": (START, "", 0.0),
    "a piece in the air": (START, "e2", weights.ASTRAY),
    "two in the air": (START, "e2 d8", 2 * weights.ASTRAY),
    "a piece on another square": (START, "e2 e5", 2 * weights.ASTRAY),
    "a piece too many": (START, "e5", weights.ASTRAY + weights.SURPLUS),
    "the surplus goes when the source opens": (START, "e5 e2", 2 * weights.ASTRAY),
    "put back": (START, "e2 e2", weights.RETURNED),
    "put back, and in the air again": (START, "e2 e2 e2", weights.RETURNED + weights.ASTRAY),
    "two put back, one after the other": (START, "a1 a1 h8 h8", 2 * weights.RETURNED),
    "two put back, both in the air at once": (START, "a1 h8 h8 a1", 2 * weights.RETURNED),
    "a square tried": (START, "e5 e5", weights.TRIED),
    "tried with a piece that is put back": (START, "e2 e5 e5 e2", weights.TRIED + weights.RETURNED),
    "slid over two squares": (ROOK, "a1 a2 a2 a3 a3 a4", 2 * weights.ASTRAY + 2 * weights.CROSSED),
    "tried off its way": (ROOK, "a1 b2 b2 a4", 2 * weights.ASTRAY + weights.TRIED),
}


@pytest.mark.parametrize(("fen", "gesture", "rank"), DEBTS.values(), ids=DEBTS)
def test_what_is_open_is_a_debt(fen: str, gesture: str, rank: float) -> None:
    """A debt counts in the rank only while the board stands so; the cost does not change."""
    hypothesis = handled(begin(fen), gesture)
    assert hypothesis.rank == pytest.approx(rank)
    assert hypothesis.cost == 0.0


def test_what_fits_may_have_cost_something() -> None:
    """The board shows the position again, but the detour of the hands still costs."""
    hypothesis = handled(begin(), "d1 d1")
    assert (hypothesis.fits, hypothesis.placed, hypothesis.missing) == (True, 0, 0)
    assert hypothesis.touched == chess.BB_D1


def test_a_change_is_what_is_too_much_and_what_is_missing() -> None:
    """A placed piece stands on an empty square of the position, a missing one left an occupied square."""
    hypothesis = handled(begin(), "e2 e5 d8")
    assert hypothesis.placed == chess.BB_E5
    assert hypothesis.missing == chess.BB_E2 | chess.BB_D8


LEFT = {
    "the opponent lifts while a piece stands astray": ("e2 e5 d7", weights.LEFT_THERE),
    "and each time again": ("e2 e5 d7 c7", 2 * weights.LEFT_THERE),
    "the opponent puts back": ("d7 e2 e5 d7", 0.0),
    "one's own piece is lifted": ("e2 e5 d2", 0.0),
    "the opponent lifts while a piece is in the air": ("e2 d7", 0.0),
}


@pytest.mark.parametrize(("gesture", "cost"), LEFT.values(), ids=LEFT)
def test_a_reply_charges_what_was_left_there(gesture: str, cost: float) -> None:
    """When the opponent lifts a piece, the placed piece was meant as a ply."""
    assert handled(begin(), gesture).cost == cost


RESTS = {
    "one's own piece in the air": ("e2", False, 0.0),
    "one's own piece in the air, and a reading fits": ("e2", True, weights.RESTED),
    "a piece where none should be": ("e2 e5", False, weights.RESTED),
    "the opponent's piece gone": ("e2 d7", False, weights.LEFT_THERE),
    "the opponent's piece gone, and a reading fits": ("d7", True, weights.LEFT_THERE),
}


@pytest.mark.parametrize(("gesture", "explained", "charge"), RESTS.values(), ids=RESTS)
def test_a_rest_charges_what_was_left_there(gesture: str, explained: bool, charge: float) -> None:
    """Each rest charges once; a piece that the mover may hold is free, unless another reading fits."""
    hypothesis = handled(begin(), gesture)
    once = settlings.take_in_rest(hypothesis, explained=explained)
    twice = settlings.take_in_rest(once, explained=explained)
    assert (once.cost - hypothesis.cost, twice.cost - hypothesis.cost) == (charge, 2 * charge)
    assert once.touched == hypothesis.touched


def test_a_rest_that_fits_ends_the_gesture() -> None:
    """The touched squares are forgotten, the cost stays."""
    before = handled(begin(), "d1 d1")._replace(glimpsed=chess.BB_E7)
    for explained in (False, True):
        after = settlings.take_in_rest(before, explained=explained)
        assert (after.touched, after.glimpsed, after.rank) == (0, 0, before.rank)


PUT_BACK = weights.RETURNED + weights.BUMPED
SET_LONG_BEFORE = weights.SET_FIRST + weights.OUT_OF_ORDER
MANNERS = {
    "a move": (START, "e2 e4", "e4", 0.0),
    "both squares in one scan": (START, "e2&e4", "e4", 0.0),
    "the target first": (START, "e4 e2", "e4", weights.SET_FIRST),
    "the target first, something else, then the source": (
        START,
        "e4 d1 d1 e2",
        "e4",
        SET_LONG_BEFORE + PUT_BACK,
    ),
    "a capture, victim first": (TAKES, "d5 e4 d5", "exd5", 0.0),
    "a capture, mover first": (TAKES, "e4 d5 d5", "exd5", 0.0),
    "castling, king first": (CASTLES, "e1 g1 h1 f1", "O-O", 0.0),
    "castling, rook first": (CASTLES, "h1 f1 e1 g1", "O-O", 0.0),
    "a slide": (ROOK, "a1 a2 a2 a3 a3 a4", "Ra4", 2 * weights.CROSSED),
    "another square tried": (ROOK, "a1 b2 b2 a4", "Ra4", weights.TRIED),
    "a slide beyond the target": (ROOK, "a1 a5 a5 a4", "Ra4", weights.TRIED),
    "a piece knocked over on the way": (START, "e2 d1 d1 e4", "e4", PUT_BACK),
    "two knocked over": (START, "e2 d1 d1 f1 f1 e4", "e4", 2 * PUT_BACK),
    "a capture, and another victim put back": (TAKES, "f5 f5 d5 e4 d5", "exd5", PUT_BACK),
}


@pytest.mark.parametrize(("fen", "gesture", "san", "cost"), MANNERS.values(), ids=MANNERS)
def test_a_ply_costs_what_its_gesture_did_not_need(fen: str, gesture: str, san: str, cost: float) -> None:
    """The new hypothesis fits, starts a new gesture, and costs as much as the manner of its ply."""
    ply = seen(begin(fen), gesture)[san]
    assert ply.cost == pytest.approx(cost)
    assert ply == Hypothesis(ply.line, ply.cost, begun=ply.begun)


def test_a_piece_put_back_costs_less_in_a_ply_and_is_never_a_gain() -> None:
    """Hands bump pieces during a ply, so the charge is lower; yet no ply is cheaper for a bump."""
    idle = handled(begin(), "d1 d1").rank
    assert 0 < seen(begin(), "d1 d1 e2 e4")["e4"].rank < idle


OUT_OF_ORDER = {
    "the ply's piece is lifted after the reply's": ("e7 e2 e4 e5", "e5", weights.AHEAD),
    "the reply was over before": ("e7 e5 e2 e4", "e5", weights.OUT_OF_ORDER),
    "both in one scan": ("e2&e7 e4 e5", "e5", 0.0),
    "one after the other": ("e2 e7 e4 e5", "e5", 0.0),
    "the reply's target closed long ago": ("e2 e4 e5 d1 d1 e7", "e5", weights.OUT_OF_ORDER),
    "the reply's target closed just now": ("e2 e4 e5 e7", "e5", 0.0),
}


@pytest.mark.parametrize(("gesture", "san", "price"), OUT_OF_ORDER.values(), ids=OUT_OF_ORDER)
def test_the_order_in_which_pieces_are_lifted_has_its_price(gesture: str, san: str, price: float) -> None:
    """The piece of the ply before is lifted first; a target closes after its source, or just before it.

    A source that was not touched says nothing.
    """
    _, known = followed(begin(), gesture)
    line, begun = played(START, "e4"), known.opened[chess.E2]
    move = line.board.parse_san(san)
    assert costs.order_price(line, begun, move, chess.BB_ALL, known) == price
    assert costs.order_price(line, begun, move, ~chess.BB_SQUARES[move.from_square], known) == 0.0


def test_nothing_is_out_of_order_at_the_start_or_on_an_occupied_target() -> None:
    """No ply comes before the first; and a victim's square closed long before the capture."""
    _, known = followed(begin(TAKES), "d5 d5 f5 f5 e4")
    assert known.closed[chess.D5] < known.opened[chess.E4] - 1
    for move in begin(TAKES).changes()[chess.BB_E4]:
        assert costs.order_price(begin(TAKES), 0, move, chess.BB_ALL, known) == 0.0


UNREAD = {
    "nothing was set down": (START, "e2"),
    "no legal ply does that": (START, "e2 e5"),
    "the victim was not touched": (TAKES, "e4"),
    "the victim is in the air": (TAKES, "d5 e4"),
    "another piece of the mover's is in the air": (START, "d2 e2 e4"),
    "it is the opponent's turn": (START, "e7 e5"),
}


@pytest.mark.parametrize(("fen", "gesture"), UNREAD.values(), ids=UNREAD)
def test_what_is_no_ply_is_not_seen(fen: str, gesture: str) -> None:
    """A ply is seen only if its squares are exactly the change and its target was touched."""
    assert seen(begin(fen), gesture) == {}


def test_the_opponent_may_be_ahead() -> None:
    """The ply is seen although the opponent has lifted a piece; that piece is in the air afterwards."""
    ply = seen(begin(), "e2 e7 e4")["e4"]
    assert (ply.change, ply.missing, ply.touched) == (chess.BB_E7,) * 3
    assert ply.rank == weights.ASTRAY


def test_the_piece_that_is_captured_cannot_be_ahead() -> None:
    """f5 was touched and may be captured while d5 is in the air; d5 itself cannot."""
    assert set(seen(begin(TAKES), "f5 d5 e4 f5")) == {"exf5"}


def test_what_the_opponent_is_ahead_by_can_be_put_back_for_nothing_more_than_that() -> None:
    """Once the reply's piece is back on its square the ply fits; it costs one adjustment."""
    ply = seen(begin(), "e2 e7 e4")["e4"]
    back = settlings.take_in_settling(ply, chess.BB_E7, ply.line.occupancy)
    assert (back.fits, back.rank) == (True, weights.RETURNED)


@pytest.mark.parametrize(("ply", "san"), [(1, "a8=R+"), (2, "a8=Q+")])
def test_a_promotion_becomes_what_was_chosen_for_it(ply: int, san: str) -> None:
    """A choice counts for its own ply; every other promotion is to a queen."""
    assert set(seen(begin(PROMOTES), "a7 a8", SettleOrder(choice=Choice(ply, chess.ROOK)))) == {san}


def unseen(gesture: str, lifted: str = "", seen_briefly: str = "", *, rest: bool = False) -> dict[str, float]:
    """The captures without a seen victim that explain a gesture, and their costs."""
    hypothesis, known = followed(begin(TAKES), gesture)
    hypothesis = hypothesis._replace(glimpsed=squares_of(seen_briefly))
    found = unseen_captures.captures_unseen(hypothesis, known, squares_of(lifted), glimpsed=rest)
    return {each.line.san: each.cost for each in found}


def test_a_capture_unseen_may_be_of_any_victim() -> None:
    """Every victim is equally likely, except one that was glimpsed."""
    assert unseen("e4") == {"exd5": weights.UNSEEN, "exf5": weights.UNSEEN}
    assert unseen("e4", seen_briefly="f5") == {"exd5": weights.UNSEEN, "exf5": weights.GLIMPSED}


def test_without_a_call_only_a_glimpsed_victim_was_captured() -> None:
    """A rest alone does not call for a ply."""
    assert unseen("e4", rest=True) == {}
    assert unseen("e4", seen_briefly="f5", rest=True) == {"exf5": weights.GLIMPSED}


def test_a_piece_that_was_seen_to_come_back_was_not_captured_unseen() -> None:
    """d5 was adjusted before, so only f5 can have been pushed out."""
    assert set(unseen("d5 d5 e4")) == {"exf5"}


@pytest.mark.parametrize(("lifted", "says_so"), [("e8", True), ("d5&e8", True), ("d5", True), ("e1", False)])
def test_only_a_lift_that_may_be_a_reply_calls_for_a_capture(lifted: str, says_so: bool) -> None:
    """A lift of an opponent's piece calls for it, even of a possible victim; a lift of one's own does not."""
    assert bool(unseen("e4", lifted)) == says_so


def test_a_capture_unseen_is_guessed_and_has_its_worth_as_chess_beside_the_rank() -> None:
    """A glimpsed capture is not guessed; the prior is set for both and is no part of the rank."""
    hypothesis, known = followed(begin(TAKES), "e4")
    found = list(unseen_captures.captures_unseen(hypothesis._replace(glimpsed=chess.BB_F5), known))
    assert {each.line.san: (each.guessed, hypotheses.is_ply_seen(each)) for each in found} == {
        "exd5": (0b10, False),
        "exf5": (0, True),
    }
    moves = begin(TAKES).changes()[chess.BB_E4]
    assert [each.prior for each in found] == [prior_of(begin(TAKES), move) for move in moves]
    assert all(each.rank == each.cost for each in found)


def test_a_seen_ply_keeps_what_was_guessed_before_it() -> None:
    """A later ply is seen; the guess stays with its own ply."""
    hypothesis, known = followed(begin(TAKES), "e4")
    guess = next(unseen_captures.captures_unseen(hypothesis, known))
    for square in (chess.BB_E8, chess.BB_E7):
        occupancy = guess.line.occupancy ^ guess.change ^ square
        known = known.after(square, occupancy)
        guess = settlings.take_in_settling(guess, square, occupancy)
    ply = next(seen_plies.plies_seen(guess, chess.BB_E7, known))
    assert (ply.line.ply, ply.guessed, ply.prior, ply.cost) == (2, guess.guessed, guess.prior, guess.cost)
    assert hypotheses.is_ply_seen(ply)


LEARNED = {0: 0.0, 0b10: 1.0, 0b1010: 2.0, 0b101010: 3.0, 0b11111110: 3.0}


@pytest.mark.parametrize(("guessed", "times"), LEARNED.items())
def test_who_pushes_victims_out_does_it_again(guessed: int, times: float) -> None:
    """Each guess makes the next one cheaper, down to the price of one square astray."""
    price = weights.UNSEEN - times * weights.UNSEEN_LEARNED
    assert costs.unseen_price(guessed) == price >= weights.UNSEEN_AT_LEAST == weights.ASTRAY


def test_a_reply_may_be_in_the_air_when_a_capture_is_called_for() -> None:
    """With the opponent's king lifted, both captures are readings, and the king is missing in both."""
    found = list(unseen_captures.captures_unseen(*followed(begin(TAKES), "e4 e8")))
    assert {each.line.san for each in found} == {"exd5", "exf5"}
    assert {each.missing for each in found} == {chess.BB_E8}
    assert {each.rank for each in found} == {weights.UNSEEN + weights.ASTRAY}


def test_nothing_is_captured_unseen_where_the_board_fits() -> None:
    """With every piece in its place no capture is assumed."""
    assert unseen("") == unseen("e4 e4") == {}


STANDS = {
    "the board fits": (START, "", True),
    "the opponent's piece is in the air": (START, "e7", True),
    "the opponent has set it down": (START, "e7 e5", True),
    "the opponent has lifted what he captures": (ATTACKED, "e4", True),
    "the opponent has both in the air": (ATTACKED, "e4 d5", True),
    "the mover straightens another piece": (START, "d1", True),
    "the mover has set another piece astray": (START, "d2 d3", False),
    "the moved piece is in the air, and nothing attacks it": (START, "e4", False),
    "the moved piece goes on": (ATTACKED, "e4 e5", False),
}


@pytest.mark.parametrize(("fen", "gesture", "on_the_board"), STANDS.values(), ids=STANDS)
def test_a_ply_stands_while_only_a_reply_is_under_way(fen: str, gesture: str, on_the_board: bool) -> None:
    """The opponent may have lifted his own piece and his victim."""
    assert hypotheses.is_on_board(handled(played(fen, "e4"), gesture), 1) == on_the_board


@pytest.mark.parametrize("gesture", ["", "e5 e6"])
def test_every_ply_before_the_last_stands(gesture: str) -> None:
    """A ply that was replied to stands; a ply that the reading does not have does not."""
    hypothesis = handled(played(START, "e4", "e5"), gesture)
    assert hypotheses.is_on_board(hypothesis, 1)
    assert not hypotheses.is_on_board(hypothesis, 3)


IN_HAND = {
    "nothing has moved": ("", False, False),
    "the mover's piece is lifted": ("e7", True, False),
    "two of his are lifted": ("e7 d7", True, False),
    "it is set down astray": ("e7 e4", False, False),
    "it is put back": ("e7 e7", False, False),
    "the piece of the last ply is lifted": ("f3", False, True),
    "and something stands astray": ("f3 h3", False, False),
    "another piece of the last mover's is lifted": ("d1", False, False),
    "both hold a piece": ("e7 f3", True, True),
}


@pytest.mark.parametrize(("gesture", "mover", "other"), IN_HAND.values(), ids=IN_HAND)
def test_a_piece_in_hand_is_lifted_and_nothing_is_set_down(gesture: str, mover: bool, other: bool) -> None:
    """It may be any piece of the side to move; of the other side, only the piece of its last ply."""
    hypothesis = handled(played(START, "Nf3"), gesture)
    assert hypotheses.may_hold_piece(hypothesis, chess.BLACK) == mover
    assert hypotheses.may_hold_piece(hypothesis, chess.WHITE) == other
