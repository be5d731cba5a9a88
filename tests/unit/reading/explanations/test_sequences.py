"""Sequences: which are found, what they cost, and which of their plies count as guessed."""

from collections.abc import Iterator

import chess
import pytest

from jadoube.core.reading import hypotheses, settlings, weights
from jadoube.core.reading.explanations.sequences import (
    MOST_PLIES,
    MOST_SEQUENCES,
    SeveralPlies,
    several_plies,
)
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.attraction import prior_of
from jadoube.core.reading.searching import find_all
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line, begin
from shared.hands.named_squares import squares_of

START = chess.STARTING_FEN
DEFENDED = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1"
TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
PROMOTES = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
ROOKS = "7k/4p3/8/8/8/8/8/3RR2K w - - 0 1"
PASSES = "4k3/4p3/8/3P4/8/8/8/5K2 b - - 0 1"
FOLLOWS = "8/8/1Pk5/8/8/8/8/4K3 w - - 0 1"
EXCHANGE = "3rk3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1"
SHUFFLE = "e2 e4 e7 e5 g1 f3 b8 c6"


def followed(fen: str, gesture: str, choice: Choice | None = None) -> tuple[Hypothesis, SettleOrder]:
    """A start without plies, after squares have settled one after the other (`&`: in one scan)."""
    hypothesis, known = Hypothesis(begin(fen)), SettleOrder(choice=choice)
    for squares in map(squares_of, gesture.split()):
        occupancy = hypothesis.line.occupancy ^ hypothesis.change ^ squares
        known = known.after(squares, occupancy)
        hypothesis = settlings.take_in_settling(hypothesis, squares, occupancy)
    return hypothesis, known


def found_by(search: SeveralPlies | None) -> tuple[Hypothesis, ...]:
    """All that a search finds."""
    return find_all((search,), None) if search else ()


def text(line: Line) -> str:
    """A line's moves, in SAN."""
    return " ".join(each.san for each in line.plies())


def several(fen: str, gesture: str, worst: float = 30.0) -> dict[str, Hypothesis]:
    """The plies that explain a gesture at once, in SAN."""
    found = found_by(several_plies(*followed(fen, gesture), worst))
    games = {text(each.line): each for each in found}
    assert len(games) == len(found)
    return games


def costs(fen: str, gesture: str) -> dict[str, float]:
    """The costs of the games that explain a gesture, above the cost and the debts before it."""
    before, _ = followed(fen, gesture)
    return {san: each.cost - before.cost - before.detours() for san, each in several(fen, gesture).items()}


def transposed(gesture: str) -> Iterator[tuple[str, float]]:
    """The games that explain a gesture, the cheapest first."""
    yield from sorted(costs(START, gesture).items(), key=lambda each: each[1])


def test_a_reply_that_is_set_down_first_costs_more() -> None:
    """Both pieces were in the air; usually a ply is over before its reply."""
    waited, hurried = (costs(START, gesture)["Nf3 e5"] for gesture in ("g1 e7 f3 e5", "g1 e7 e5 f3"))
    assert hurried - waited == weights.AHEAD


def test_two_plies_in_one_scan_are_found() -> None:
    """Both sides have moved; the scanner missed the second victim together with the ply."""
    assert costs(START, "e2&e4&e7&e5") == {"e4 e5": weights.TWO_PLIES}
    assert costs(DEFENDED, "e4&e6")["exd5 exd5"] == weights.UNSEEN + weights.TWO_PLIES


def test_a_pawn_taken_in_passing_at_once_never_stood_where_it_went() -> None:
    """The board also fits a single step and a capture; both games are found."""
    hypothesis, known = followed(PASSES, "e7&d5&e6")
    found = {text(each.line): each for each in found_by(several_plies(hypothesis, known, 30.0))}
    assert set(found) == {"e5 dxe6", "e6 dxe6"}
    assert found["e5 dxe6"].cost == weights.TWO_PLIES == found["e6 dxe6"].cost


def test_only_a_pawn_beside_it_takes_a_pawn_in_passing() -> None:
    """If no such pawn has left its square, no double step is tried."""
    assert set(several(PASSES, "e7&f1&e6&f2")) == {"e6 Kf2"}


def test_a_piece_may_go_where_one_came_from_between_two_scans() -> None:
    """The source never opened: another piece stood there at the next scan."""
    hypothesis, known = followed(FOLLOWS, "b7&c6")
    assert found_by(several_plies(hypothesis, known, 30.0)) == ()
    (found,) = found_by(several_plies(hypothesis, known, 30.0, squares_of("b7&c6")))
    assert text(found.line) == "b7 Kb6"


TAKEN_OVER = {
    "a pawn goes on": ("4k3/8/8/4p3/3PP3/8/8/4K3 b - - 0 1", "e4", "exd4 e5"),
    "a pawn goes on by two": ("4k3/8/8/8/4p3/5N2/4P3/4K3 b - - 0 1", "e2", "exf3 e4"),
    "a pawn of Black's goes on": ("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1", "e5", "exd5 e4"),
    "a queen takes the king's place": ("8/8/5Pk1/8/8/8/2Q5/K7 b - - 0 1", "c2", "Kxf6 Qg6+"),
    "no such piece reaches it": ("8/8/5Pk1/8/8/2N5/8/K7 b - - 0 1", "c3", ""),
}


@pytest.mark.parametrize(("fen", "gesture", "read"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_the_square_of_a_piece_that_captures_is_taken_over_between_two_scans(
    fen: str, gesture: str, read: str
) -> None:
    """Only the second piece's square opened; that the first one did not is charged once."""
    price = weights.UNSEEN + weights.TWO_PLIES
    assert costs(fen, gesture) == ({read: pytest.approx(price)} if read else {})


def test_several_plies_fit_the_board_or_are_not_found() -> None:
    """With one square more than the plies explain, nothing is found."""
    assert several(START, "e2&e4&e7&e5&a6") == {}


def test_one_ply_is_not_several() -> None:
    """A single ply is read elsewhere."""
    assert several(START, "e2 e4") == {}
    assert several(START, "e2&e4") == {}
    assert several(START, "d1 d1") == {}


def test_the_scanner_may_have_been_blind_for_long() -> None:
    """Four plies in one scan: each after the first costs the same, in every legal order."""
    found = costs(START, SHUFFLE.replace(" ", "&"))
    assert found["e4 e5 Nf3 Nc6"] == found["Nf3 Nc6 e4 e5"] == 3 * weights.TWO_PLIES


def test_the_order_of_the_hands_tells_transpositions_apart() -> None:
    """The game in the order of the lifts is the cheapest, by a clear margin."""
    (first, price), (_, next_price), *_ = transposed(SHUFFLE)
    assert (first, price) == ("e4 e5 Nf3 Nc6", 3 * weights.TWO_PLIES)
    assert next_price >= price + weights.OUT_OF_ORDER
    (first, price), *_ = transposed("g1 f3 b8 c6 e2 e4 e7 e5")
    assert (first, price) == ("Nf3 Nc6 e4 e5", 3 * weights.TWO_PLIES)


def test_both_hands_may_be_up_at_once() -> None:
    """The reply's piece leaves before the ply's has landed; leaving before it has left costs more."""
    assert costs(START, "e2 e7 e4 e5")["e4 e5"] == weights.TWO_PLIES
    assert costs(START, "e7 e2 e4 e5")["e4 e5"] == weights.TWO_PLIES + weights.AHEAD


def test_a_target_that_closed_first_is_set_first() -> None:
    """The charge is the same as in a single ply."""
    assert costs(START, "e4 e2 e7 e5")["e4 e5"] == weights.TWO_PLIES + weights.SET_FIRST


EXCHANGES = {
    "every victim seen": ("d5 e4 d5 d5 e6 d5", "exd5 exd5", 0.0),
    "the last one pushed out": ("d5 e4 d5 e6", "exd5 exd5", weights.UNSEEN),
    "all pushed out": ("e4 e6", "exd5 exd5", 2 * weights.UNSEEN),
    "three pushed out": ("e4 e6 d1", "exd5 exd5 Rxd5", 3 * weights.UNSEEN),
    "two, then two in one scan": (
        "e4 e6 d1&d8",
        "exd5 exd5 Rxd5 Rxd5",
        3 * weights.UNSEEN + weights.TWO_PLIES,
    ),
}


@pytest.mark.parametrize(("gesture", "read", "price"), EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_on_one_square_is_found_ply_by_ply(gesture: str, read: str, price: float) -> None:
    """Each victim that was not seen to leave has its price, at any place in the sequence."""
    assert costs(EXCHANGE, gesture)[read] == pytest.approx(price)


def test_a_glimpse_of_a_victim_is_worth_as_much_as_elsewhere() -> None:
    """A victim that opened for less than the debounce time was pushed out."""
    hypothesis, known = followed(DEFENDED, "e4 e6")
    glimpsed = hypothesis._replace(glimpsed=chess.BB_D5)
    (found,) = found_by(several_plies(glimpsed, known, 30.0))
    assert (text(found.line), found.cost) == ("exd5 exd5", 2 * weights.GLIMPSED)


def test_every_ply_of_a_sequence_is_guessed() -> None:
    """Nobody saw the plies one by one, whatever squares settled; earlier guesses stay guesses."""
    found = several(START, SHUFFLE)["e4 e5 Nf3 Nc6"]
    assert found.guessed == 0b11110
    assert not hypotheses.is_ply_seen(found)
    hypothesis, known = followed(START, "e2 e4 e7 e5")
    (later, *_) = found_by(several_plies(hypothesis._replace(guessed=1 << 9), known, 30.0))
    assert later.guessed == 1 << 9 | 0b110


def test_the_worth_as_chess_stands_beside_the_cost() -> None:
    """Each unseen capture adds its own prior; seen captures add none."""
    first = begin(DEFENDED)
    second = first.after(chess.Move.from_uci("e4d5"))
    captures = (first, "e4d5"), (second, "e6d5")
    worth = sum(prior_of(line, chess.Move.from_uci(uci)) for line, uci in captures)
    found = several(DEFENDED, "e4 e6")["exd5 exd5"]
    assert found.prior == pytest.approx(worth)
    assert found.rank == found.cost
    assert several(START, "e2 e4 e7 e5")["e4 e5"].prior == 0.0


def test_the_side_to_move_may_be_ahead() -> None:
    """White has lifted his next piece: it is missing, and its gesture has begun."""
    gesture = "e2 e4 e7 e5 g1"
    found = several(START, gesture)["e4 e5"]
    assert (found.change, found.touched, found.settled_on) == (chess.BB_G1, chess.BB_G1, 1)
    assert costs(START, gesture)["e4 e5"] == weights.TWO_PLIES


def test_what_is_ahead_was_lifted_after_the_last_ply() -> None:
    """A piece that was lifted earlier belongs to no reply: it is out of order."""
    assert costs(START, "g1 e2 e4 e7 e5")["e4 e5"] == weights.TWO_PLIES + weights.OUT_OF_ORDER


def test_the_opponent_is_never_ahead() -> None:
    """No sequence fits if pieces of the side that has just moved are astray."""
    assert "e4 e5" not in several(START, "e2 e4 e7 e5 d7")


def test_a_square_may_be_taken_again_between_two_scans() -> None:
    """e1 never opened when its rook left, for another piece stood there at the next scan; but e3 closed."""
    hypothesis, known = followed(ROOKS, "e3&d1&e7&e6")
    assert found_by(several_plies(hypothesis, known, 30.0)) == ()
    (found,) = found_by(several_plies(hypothesis, known, 30.0, squares_of("e3&d1&e7&e6")))
    assert (text(found.line), found.guessed) == ("Re3 e6 Rde1", 0b1110)
    assert found.cost == 3 * weights.TWO_PLIES  # nothing between the plies could be seen


def test_castling_is_found_among_several_plies() -> None:
    """Both sides castle: king and rook, four squares each."""
    assert costs(CASTLES, "e1&g1&h1&f1 e8&g8&h8&f8")["O-O O-O"] == weights.TWO_PLIES


@pytest.mark.parametrize(("ply", "san"), [(1, "a8=R+"), (2, "a8=Q+")])
def test_a_promotion_among_them_becomes_what_was_chosen_for_it(ply: int, san: str) -> None:
    """A choice counts for its own ply; every other promotion is to a queen."""
    hypothesis, known = followed(PROMOTES, "a7 a8 e8 e7", Choice(ply, chess.ROOK))
    assert [text(each.line) for each in found_by(several_plies(hypothesis, known, 30.0))] == [f"{san} Ke7"]


def test_what_is_too_dear_is_left_out() -> None:
    """The bound includes the hypothesis's own cost and its detours."""
    price = 2 * weights.UNSEEN
    assert several(DEFENDED, "e4 e6", worst=price)
    assert several(DEFENDED, "e4 e6", worst=price - 0.1) == {}
    hypothesis, known = followed(DEFENDED, "e1 e1 e4 e6")
    (found,) = found_by(several_plies(hypothesis, known, 30.0))
    assert found.cost == price + hypothesis.detours() > price
    assert found_by(several_plies(hypothesis, known, price)) == ()


def test_nothing_is_sought_beyond_so_many_plies() -> None:
    """The longest sequence is found in any order; one ply more is not."""
    pawns = ["a2&a3", "a7&a6", "b2&b3", "b7&b6", "c2&c3", "c7&c6", "d2&d3", "d7&d6", "e2&e3", "e7&e6"]
    assert {each.line.ply for each in several(START, " ".join(pawns[:MOST_PLIES])).values()} == {MOST_PLIES}
    assert several(START, " ".join(pawns)) == {}


def test_the_work_is_bounded() -> None:
    """Only a limited number of sequences of each length are kept, however many plies explain a change."""
    hypothesis, known = followed("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "a2&b2&c2&d2&a7&b7&c7&d7")
    gone = hypothesis._replace(glimpsed=chess.BB_ALL)
    lengths = [each.line.ply for each in found_by(several_plies(gone, known, 1000.0))]
    assert all(lengths.count(length) <= MOST_SEQUENCES for length in set(lengths))
    assert len(lengths) <= MOST_SEQUENCES * (MOST_PLIES - 1)


STOPS = "4k3/7p/8/8/8/8/8/4K1N1 w - - 0 1"


def stopped(fen: str, gesture: str) -> dict[str, float]:
    """The games with a stop that explain a gesture of one scan, with the prior of each."""
    hypothesis, known = followed(fen, gesture)
    found = found_by(several_plies(hypothesis, known, 30.0, squares_of(gesture), stops=True))
    return {text(each.line): each.prior for each in found}


def test_a_piece_may_make_two_plies_between_two_scans() -> None:
    """The square where the knight stopped shows nothing; without a stop no knight comes there."""
    gesture = "g1&e5&h7&h6"
    hypothesis, known = followed(STOPS, gesture)
    assert found_by(several_plies(hypothesis, known, 30.0, squares_of(gesture))) == ()
    (found,) = found_by(several_plies(hypothesis, known, 30.0, squares_of(gesture), stops=True))
    assert (text(found.line), found.guessed) == ("Nf3 h6 Ne5", 0b1110)
    assert found.cost == 2 * weights.TWO_PLIES


def test_a_piece_that_stopped_may_capture_what_nobody_saw_leave() -> None:
    """The knight took on e5, where its reed stayed closed."""
    assert "Nf3 h6 Nxe5" in stopped("4k3/7p/8/4p3/8/8/8/4K1N1 w - - 0 1", "g1&h7&h6")


def test_a_check_is_a_reason_to_stop() -> None:
    """Of two squares on the bishop's way the one with check is the less odd."""
    found = stopped("4kb2/8/8/8/8/8/8/2B1K3 b - - 0 1", "f8&e7&c1&d2")
    del found["Be7 Bd2"]  # no stop
    assert min(found, key=found.__getitem__) == "Bb4+ Bd2 Be7"


def test_many_orders_push_no_game_out_that_explains_more() -> None:
    """Ten squares in one scan: both castle, and a pawn goes on. Many plies of kings explain less."""
    found = several_at_once(
        "r2qk2r/ppp2ppp/2n2n2/4p3/4P3/2N2N2/PPP2PPP/R2QK2R w KQkq - 0 1", "e1&f1&g1&h1&a2&a4&e8&f8&g8&h8"
    )
    assert "O-O O-O a4" in found


def several_at_once(fen: str, gesture: str) -> set[str]:
    """The games that explain a gesture of one scan."""
    hypothesis, known = followed(fen, gesture)
    found = found_by(several_plies(hypothesis, known, 30.0, squares_of(gesture)))
    return {text(each.line) for each in found}
