"""The tracker: every clean order of settlings, what else hands do, doubts and bounds."""

from itertools import permutations

import chess
import pytest

from jadoube.core.reading import tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from jadoube.core.reading.hypotheses import Hypothesis, is_under_way
from jadoube.core.rules.game_line import begin
from named_squares import squares_of

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
EXCHANGED = "4r1k1/1p2r3/p1n2p2/2Rp3p/3P2pP/P7/1P3PP1/3R1KN1 b - - 0 1"
CORNERS = "7b/8/1k6/8/6K1/8/8/Q7 w - - 0 1"
PROMOTES = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def seen(fen: str, gesture: str) -> Tracker:
    """The tracker after squares have settled one after the other (`&`: in one scan); each flips."""
    start = begin(fen)
    reading = tracker.begin(start, start.occupancy)
    for squares in gesture.split():
        reading = tracker.settle(reading, squares_of(squares))
    return reading


def game(reading: Tracker) -> str:
    """The best reading's moves."""
    return " ".join(line.san for line in reading.best.line.plies())


def orders(*squares: str) -> list[str]:
    """Every order of these squares."""
    return [" ".join(order) for order in permutations(squares)]


GESTURES = {
    "a move": (chess.STARTING_FEN, ["e2 e4", "e4 e2", "e2&e4"], "e4"),
    "a capture": (TAKES, ["d5 e4 d5", "e4 d5 d5"], "exd5"),
    "the other capture": (TAKES, ["f5 e4 f5", "e4 f5 f5"], "exf5"),
    "castling kingside": (CASTLES, [*orders("e1", "g1", "h1", "f1"), "e1&h1 g1&f1", "e1&h1&g1&f1"], "O-O"),
    "castling queenside": (CASTLES, [*orders("e1", "c1", "a1", "d1"), "a1&e1 c1&d1"], "O-O-O"),
    "en passant": (EN_PASSANT, orders("d5", "e5", "d6"), "exd6"),
    "a promotion": (PROMOTES, ["a7 a8", "a8 a7", "a7 a8 a8 a8"], "a8=Q"),
    "a capture that promotes": (
        PROMOTES,
        ["b8 a7 b8", "a7 b8 b8", "b8 b8 a7", "b8 a7 b8 b8 b8", "a7 b8 b8 b8 b8"],
        "axb8=Q+",
    ),
}
CLEAN = [(fen, gesture, read) for fen, gestures, read in GESTURES.values() for gesture in gestures]


@pytest.mark.parametrize(("fen", "gesture", "read"), CLEAN)
def test_every_clean_order_is_read(fen: str, gesture: str, read: str) -> None:
    """In every order of settlings the best reading is the move, fits, and leaves no doubt."""
    reading = seen(fen, gesture)
    assert (game(reading), reading.best.fits, doubts(reading).get(1, ())) == (read, True, ())


def test_a_rook_move_is_shown_until_the_king_follows() -> None:
    """The rook move is shown at once, without waiting for the king."""
    assert game(seen(CASTLES, "h1 f1")) == "Rf1"
    assert game(seen(CASTLES, "h1 f1 e1")) == "Rf1"
    assert game(seen(CASTLES, "h1 f1 e1 g1")) == "O-O"


def test_a_piece_that_slides_is_read_where_it_stops() -> None:
    """Each square on its way is a reading while the piece stands there."""
    steps = {
        "a1 a2": "Ra2",
        "a1 a2 a2 a3": "Ra3",
        "a1 a2 a2 a3 a3 a4": "Ra4",
        "a1 a2 a2 a3 a3 a4 a4 a6": "Ra6",
    }
    assert {way: game(seen(ROOK, way)) for way in steps} == steps


def test_no_victim_no_capture() -> None:
    """A mover in the air threatens many pieces; no capture is read before another square changes."""
    reading = seen(TAKES, "e4")
    assert (game(reading), reading.best.change) == ("", chess.BB_E4)
    assert len(reading.hypotheses) == 1


DETOURS = {
    "adjusting": (chess.STARTING_FEN, "d1 d1"),
    "adjusting the opponent's piece": (chess.STARTING_FEN, "d8 d8"),
    "the wrong piece, put back": (TAKES, "e1 e1"),
    "two of one side at once": (chess.STARTING_FEN, "a1 b1 a1 b1"),
    "a move thought better of": (chess.STARTING_FEN, "e2 e4 e4 e2"),
    "an illegal try put right": (chess.STARTING_FEN, "e2 e5 e5 e2"),
    "an illegal capture put right": (chess.STARTING_FEN, "d7 d1 d7 d7 d1 d7"),
    "the king set where he castles, and back": (CASTLES, "e1 g1 g1 e1"),
}


@pytest.mark.parametrize(("fen", "gesture"), DETOURS.values(), ids=DETOURS)
def test_what_is_put_back_is_no_ply(fen: str, gesture: str) -> None:
    """The board fits the game as before, and no ply is read."""
    reading = seen(fen, gesture)
    assert (game(reading), reading.best.fits) == ("", True)


def test_a_detour_costs_but_leaves_the_move() -> None:
    """An adjustment before the move costs every reading the same, and makes no doubt about the move."""
    reading = seen(chess.STARTING_FEN, "d1 d1 e2 e4")
    assert (game(reading), doubts(reading).get(1, ())) == ("e4", ())
    assert reading.best.cost == pytest.approx(weights.RETURNED + weights.BUMPED)
    assert all(each.rank >= weights.RETURNED for each in reading.hypotheses[1:])


def test_a_recapture_on_the_same_square() -> None:
    """Two captures in a row are two plies, in either order of hands."""
    fen = "3rk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert game(seen(fen, "d5 e4 d5 d5 d8 d5")) == "exd5 Rxd5"
    assert game(seen(fen, "e4 d5 d5 d8 d5 d5")) == "exd5 Rxd5"


def test_en_passant_declined() -> None:
    """The pawn that could be captured is touched and left; the other pawn moves on."""
    assert game(seen(EN_PASSANT, "d5 d5 e5 e6")) == "e6"


def test_what_no_play_explains_stays_unread() -> None:
    """With a piece too many or a piece gone the reading stays, and shows how the board differs."""
    reading = seen(chess.STARTING_FEN, "e2 e5")
    assert (game(reading), reading.best.change) == ("", chess.BB_E2 | chess.BB_E5)
    assert not is_under_way(reading.best)


def test_a_gesture_begun_is_under_way() -> None:
    """Lifted pieces, and a part of castling, may still become a ply."""
    for fen, gesture in ((CASTLES, "e1 g1"), (TAKES, "e4 d5"), (EN_PASSANT, "e5 d6"), (PROMOTES, "a8")):
        assert is_under_way(seen(fen, gesture).best)


def test_nothing_is_read_before_the_start_position_has_stood() -> None:
    """While pieces are set up no move is read; then play begins."""
    start = begin()
    reading = tracker.begin(start, start.occupancy ^ squares_of("e2&d7"))
    for squares in ("e4", "e4", "e2"):
        reading = tracker.settle(reading, squares_of(squares))
        assert (reading.ready, game(reading)) == (False, "")
    reading = tracker.settle(reading, squares_of("d7"))
    assert reading.ready
    assert tracker.consider_unseen(reading) is reading


def test_a_victim_never_seen_is_read_only_when_a_ply_is_called_for() -> None:
    """Both captures are readings then, each the other's doubt."""
    reading = seen(TAKES, "e4")
    called = tracker.consider_unseen(reading)
    assert {each.line.san for each in called.hypotheses} == {"", "exd5", "exf5"}
    assert game(called) == ""
    pressed = tracker.complete(called, chess.WHITE, 0)
    assert game(pressed) in ("exd5", "exf5")
    assert len(doubts(pressed).get(1, ())) == 1


def test_a_victim_that_was_glimpsed_is_the_likely_one() -> None:
    """A victim that opened for less than the debounce time is likelier than one that never opened."""
    reading = tracker.glimpse(seen(TAKES, "e4"), chess.BB_F5)
    assert game(tracker.consider_unseen(reading)) == "exf5"


def test_a_rest_is_enough_to_believe_what_was_glimpsed() -> None:
    """No press is needed, and it is no guess; a victim that was not glimpsed needs a call."""
    reading = tracker.rest(tracker.glimpse(seen(TAKES, "e4"), chess.BB_F5))
    assert {each.line.san for each in reading.hypotheses} == {"", "exf5"}
    assert (game(reading), reading.best.fits, reading.best.guessed, doubts(reading).get(1, ())) == (
        "exf5",
        True,
        0,
        (),
    )
    assert game(tracker.rest(seen(TAKES, "e4"))) == ""


def test_between_guesses_that_are_level_the_better_chess_is_shown() -> None:
    """The knight is worth more than the pawn, defended or not; the other capture stays a doubt."""
    for victims, read, other in (("p1n", "exf5", "exd5"), ("n1p", "exd5", "exf5")):
        fen = f"4k3/8/4p3/3{victims}2/4P3/8/8/4K3 w - - 0 1"
        reading = tracker.end(seen(fen, "e4"))
        assert (game(reading), doubts(reading).get(1, ())[0]) == (read, other)
        assert reading.best.rank == reading.hypotheses[1].rank


def test_what_was_seen_stands_before_what_is_better_chess() -> None:
    """The pawn was seen to be captured, so an undefended queen does not matter."""
    reading = seen("4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1", "e4 d5 d5")
    assert (game(tracker.end(reading)), reading.best.prior) == ("exd5", 0.0)


def test_where_the_best_reading_is_a_guess_every_rival_is_a_doubt() -> None:
    """With a guess every rival alive is a doubt; with a seen ply only a close one."""
    reading = tracker.end(seen(TAKES, "e4"))
    best, other = (each for each in reading.hypotheses if each.line.ply and not each.bad)
    far = other._replace(cost=best.cost + weights.DOUBTFUL + 1)
    doubted = reading._replace(hypotheses=(best, far))
    assert doubts(doubted).get(1, ()) == (far.line.san,)
    sure = doubted._replace(hypotheses=(best._replace(guessed=0), far))
    assert doubts(sure).get(1, ()) == ()


def test_the_order_of_the_hands_is_the_order_of_the_plies() -> None:
    """Both hands lift and set down pieces; the order of the lifts is the order of the plies."""
    assert game(seen(chess.STARTING_FEN, "e2 e7 e4 e5")) == "e4 e5"
    quick = "g1&f3&b8&c6 e2&e4&e7&e5"
    assert game(seen(chess.STARTING_FEN, quick)) == "Nf3 Nc6 e4 e5"


def test_a_press_charges_who_has_made_no_ply() -> None:
    """The reading with the ply keeps its cost; the reading without it falls behind."""
    before = seen(CASTLES, "h1 f1")
    after = tracker.complete(before, chess.WHITE, 0)
    costs = {each.line.ply: each.cost for each in after.hypotheses}
    assert costs == {1: 0.0, 0: weights.UNPRESSED}


EARLY = {
    "the piece is in the air": (chess.STARTING_FEN, "e2", weights.PRESSED_EARLY),
    "nothing has moved": (chess.STARTING_FEN, "d1 d1", weights.UNPRESSED),
    "it stands where no ply puts it": (chess.STARTING_FEN, "e2 e5", weights.UNPRESSED),
}


@pytest.mark.parametrize(("fen", "gesture", "price"), EARLY.values(), ids=EARLY)
def test_a_press_with_the_piece_in_hand_costs_less(fen: str, gesture: str, price: float) -> None:
    """One hand may press before the other has set the piece down."""
    before = seen(fen, gesture)
    assert tracker.complete(before, chess.WHITE, 0).best.cost - before.best.cost == price


def test_a_press_completes_a_ply_that_was_replied_to() -> None:
    """White presses late: his ply stands below Black's, and its reading keeps its cost."""
    after = tracker.complete(seen(chess.STARTING_FEN, "e2 e4 e7 e5"), chess.WHITE, 0)
    assert (game(after), after.best.cost) == ("e4 e5", 0.0)


def test_a_press_charges_the_plies_that_nobody_pressed_for() -> None:
    """Each ply between the last completed one and the pressed one is charged, but no more than two."""
    five = seen(chess.STARTING_FEN, "e2 e4 e7 e5 g1 f3 b8 c6 f1 b5")
    costs = [tracker.complete(five, chess.WHITE, completed).best.cost for completed in (4, 3, 2, 1, 0)]
    assert costs == [0.0, weights.SKIPPED, *[2 * weights.SKIPPED] * 3]
    assert 2 * weights.SKIPPED < weights.UNPRESSED


def test_a_line_was_shown_where_presses_are_rarely_forgotten() -> None:
    """Four plies without a press led back: they were shown, unless one ply in ten has no press."""
    shown = seen(chess.STARTING_FEN, "e2 e4 e7 e5 b1 a3 d8 f6 a3 b1 f6 d8 g1 f3")
    after = tracker.call_for_ply(shown, chess.WHITE, 2, rested=False)
    assert (game(after), after.known.unpressed) == ("e4 e5 Nf3", 0)
    often = shown._replace(known=shown.known._replace(unpressed=0b10))
    after = tracker.call_for_ply(often, chess.WHITE, 2, rested=False)
    assert (game(after), after.known.unpressed) == ("e4 e5 Na3 Qf6 Nb1 Qd8 Nf3", 0b1111010)
    assert after.known.up_to(4).unpressed == 0b11010


def test_what_a_person_stands_by_was_not_shown() -> None:
    """Somebody has confirmed the last of the four plies: they were played."""
    played = seen(chess.STARTING_FEN, "e2 e4 e7 e5 b1 a3 d8 f6 a3 b1 f6 d8 g1 f3")
    after = tracker.call_for_ply(played, chess.WHITE, 2, rested=False, asserted=6)
    assert game(after) == "e4 e5 Na3 Qf6 Nb1 Qd8 Nf3"


def test_a_rest_sets_the_other_readings_back() -> None:
    """A piece that rests where one reading has it did not slide on, so the other readings pay."""
    before = seen(ROOK, "a1 a2 a2 a3")
    ranks = {each.line.san: each.rank for each in before.hypotheses}
    after = tracker.rest(before)
    behind = {each.line.san: each.rank - ranks[each.line.san] for each in after.hypotheses}
    assert behind.pop("Ra3") == 0.0
    assert behind
    assert set(behind.values()) == {weights.RESTED, weights.LEFT_THERE}


def test_at_the_end_no_piece_of_the_side_to_move_stays_in_the_air() -> None:
    """The pawn's victim was not seen, but the pawn is gone for good: it captured, or a reed is dead."""
    ended = tracker.end(seen(TAKES, "e4"))
    assert game(ended) in ("exd5", "exf5")
    assert {game(ended), *doubts(ended).get(1, ())} == {"exd5", "exf5", "e5"}


def test_a_doubt_names_the_best_readings_and_at_most_four() -> None:
    """The knight has left c3 for good: it took unseen, or a reed is dead. The two captures rank best."""
    ended = tracker.end(seen("4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1", "c3"))
    named = doubts(ended)[1]
    assert {game(ended), named[0]} == {"Nxb5", "Nxd5"}
    assert len({each.line.back_to(1).san for each in ended.hypotheses if each.line.ply}) > 1 + MOST_NAMED
    assert len(named) == MOST_NAMED


def test_at_the_end_bad_chess_explains_more_than_no_ply() -> None:
    """The queen captured a pawn and was lost: she left her square and landed nowhere."""
    ended = tracker.end(seen("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1"))
    assert game(ended) == "Qxd6"


def test_a_reading_is_frozen_at_when_the_board_last_fitted() -> None:
    """Pieces taken off the board later were no captures."""
    fitted = seen(TAKES, "d5 e4 d5")
    swept = fitted
    for square in ("e8", "d5", "f5", "e1"):
        swept = tracker.settle(swept, squares_of(square))
    frozen = tracker.freeze(swept)
    assert [each.line for each in frozen.hypotheses] == [each.line for each in fitted.hypotheses]
    assert (game(frozen), frozen.occupancy) == ("exd5", 0)


def test_a_reading_that_is_frozen_at_has_lost_every_piece_that_never_came_down() -> None:
    """A knight captured unseen, and the rook after it: no reading keeps one of them in the air for free."""
    reading = tracker.glimpse(seen(EXCHANGED, "c6"), chess.BB_D4)
    for square in ("d5", "d5"):
        reading = tracker.settle(reading, squares_of(square))
    reading = tracker.settle(tracker.consider_unseen(reading, chess.BB_C5), chess.BB_C5)
    assert (game(reading), reading.best.fits) == ("Nxd4", False)
    frozen = tracker.freeze(tracker.settle(tracker.rest(reading), chess.BB_G4))
    assert game(frozen) == "Nxd4 Rxd5"


def test_a_ply_that_is_taken_back_is_unread() -> None:
    """The piece is put back in a later gesture; the next plies are read from there."""
    reading = tracker.rest(seen(chess.STARTING_FEN, "e2 e4 e7 e5"))
    for square in ("e5", "e7", "c7", "c5"):
        reading = tracker.settle(reading, squares_of(square))
    assert (game(reading), reading.best.fits) == ("e4 c5", True)


@pytest.mark.parametrize(
    "back",
    ["a1 h8 h1 a1", "h1 a1 h8 a1", "a1 h1 h8 a1", "a1 h1 a1 h8", "h1 a1 a1 h8", "a1&h8 h1&a1", "a1 h8&h1 a1"],
)
def test_two_plies_taken_back_may_flip_the_squares_of_a_legal_ply(back: str) -> None:
    """Qh1 Ba1 are taken back; h1 and h8 differ as after Qh8, until the queen leaves a1 once more."""
    reading = tracker.rest(tracker.settle(tracker.rest(seen(CORNERS, "a1 h1")), chess.BB_H8))
    reading = tracker.rest(tracker.settle(reading, chess.BB_A1))
    for squares in back.split():
        reading = tracker.settle(reading, squares_of(squares))
    assert {"Qh8", ""} <= {each.line.san for each in reading.hypotheses if each.fits}
    reading = tracker.rest(tracker.settle(tracker.settle(reading, chess.BB_A1), chess.BB_A2))
    assert (game(reading), reading.best.fits) == ("Qa2", True)


def test_the_panel_chooses_what_a_promotion_becomes() -> None:
    """The choice holds while the pawn is exchanged for the piece."""
    reading = tracker.choose(seen(PROMOTES, "a7 a8"), chess.ROOK)
    assert game(reading) == "a8=R"
    for square in ("a8", "a8"):
        reading = tracker.settle(reading, squares_of(square))
    assert (game(reading), reading.best.fits) == ("a8=R", True)


def test_what_is_shown_and_what_is_alive_is_bounded() -> None:
    """However the squares flicker, at most 64 readings live, the best first, one a game and bad reeds."""
    reading = seen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e5")
    occupied = [square for square in chess.SQUARE_NAMES if squares_of(square) & reading.occupancy]
    for square in occupied * 4:
        reading = tracker.consider_unseen(tracker.settle(reading, squares_of(square)))
        ranks = [each.rank for each in reading.hypotheses]
        order = [each.rank + each.prior for each in reading.hypotheses]
        assert len(ranks) <= weights.MOST_ALIVE
        assert order[1:] == sorted(order[1:])
        assert order == sorted(order) or reading.first.unproved
        assert max(ranks) <= ranks[0] + weights.DROPPED
        assert len({(each.line, each.bad) for each in reading.hypotheses}) == len(ranks)


def test_what_settles_in_one_scan_has_no_order() -> None:
    """A whole ply in one scan, and both hands' squares written in any order."""
    assert game(seen(CASTLES, "e1&h1&f1&g1")) == game(seen(CASTLES, "g1&f1&h1&e1")) == "O-O"
    assert game(seen(chess.STARTING_FEN, "e2&e4 e7&e5")) == "e4 e5"


HANDS_OFF = {
    "a capture that nobody saw whole": (TAKES, "e4", True, "exf5"),
    "a piece that was just lifted": (TAKES, "e4", False, ""),
    "a king that is laid down": ("4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1", "e8", True, ""),
    "pieces put away one after the other": (TAKES, "e4 e1", True, ""),
    "a piece set down where it may not go": (TAKES, "e4 c5", True, ""),
}


@pytest.mark.parametrize(("fen", "gesture", "rested", "read"), HANDS_OFF.values(), ids=HANDS_OFF)
def test_an_early_end_asks_for_a_ply_that_no_hand_is_making(
    fen: str, gesture: str, rested: bool, read: str
) -> None:
    """One piece is missing since the board rested: it captured. Otherwise no ply is made up."""
    reading = seen(fen, gesture)
    laid_down = reading.best.line.board.kings & reading.best.line.board.occupied_co[chess.BLACK]
    ended = tracker.end_early(reading, rested=rested, laid_down=laid_down)
    assert game(ended) == read


def test_what_rested_before_the_pieces_are_put_away_was_a_ply() -> None:
    """The capture rested with its victim unseen; what is taken off after it changes nothing."""
    rested = tracker.rest(seen(TAKES, "e4"))
    swept = tracker.settle(rested, squares_of("e1"))
    ended = tracker.end_early(swept, rested=False)
    assert (game(ended), doubts(ended)) == ("exf5", {1: ("exd5",)})


def test_the_end_takes_back_no_plies_that_brought_a_position_back() -> None:
    """A pair of plies that one scan saw was guessed, or four were taken back: the end confirms neither."""
    start = begin("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    line = start
    for uci in ("e1d1", "e8d8", "d1e1", "d8e8"):
        line = line.after(chess.Move.from_uci(uci))
    readings = (Hypothesis(line, cost=6.0, guessed=0b11000), Hypothesis(start, cost=6.5))
    before = Tracker(readings, start.occupancy, ready=True, stood=readings)
    assert tracker.end(before).best.line is line


def test_a_ply_that_was_pressed_for_in_a_longer_reading_is_not_skipped() -> None:
    """The best reading has two plies, the right one four: its third was pressed for, and now its fourth."""
    reading = seen(chess.STARTING_FEN, "e2 e4 e7 e5 g1 f3 b8 c6")
    right = reading.best._replace(pressed=3)
    line = right.line.back_to(2)
    change = line.occupancy ^ reading.occupancy
    shorter = Hypothesis(line, cost=right.rank - 5, change=change, pressed=2)
    pressed = tracker.complete(reading._replace(hypotheses=(shorter, right)), chess.BLACK, 2)
    paid = {each.line.ply: each.paid for each in pressed.hypotheses}
    assert paid[4] == 0
