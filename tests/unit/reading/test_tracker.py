"""The tracker: every clean order of settlings, what else hands do, doubts and bounds."""

from itertools import permutations

import chess
import pytest

from jadoube.core.reading import beam, calls, setting_up, tracker, weights
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.hypotheses import is_under_way
from jadoube.core.rules.game_line import begin
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import game, settled_from

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
CORNERS = "7b/8/1k6/8/6K1/8/8/Q7 w - - 0 1"
PROMOTES = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


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
    reading = settled_from(fen, gesture)
    assert (game(reading), reading.best.fits, doubts(reading).get(1, ())) == (read, True, ())


def test_a_rook_move_is_shown_until_the_king_follows() -> None:
    """The rook move is shown at once, without waiting for the king."""
    assert game(settled_from(CASTLES, "h1 f1")) == "Rf1"
    assert game(settled_from(CASTLES, "h1 f1 e1")) == "Rf1"
    assert game(settled_from(CASTLES, "h1 f1 e1 g1")) == "O-O"


def test_a_piece_that_slides_is_read_where_it_stops() -> None:
    """Each square on its way is a reading while the piece stands there."""
    steps = {
        "a1 a2": "Ra2",
        "a1 a2 a2 a3": "Ra3",
        "a1 a2 a2 a3 a3 a4": "Ra4",
        "a1 a2 a2 a3 a3 a4 a4 a6": "Ra6",
    }
    assert {way: game(settled_from(ROOK, way)) for way in steps} == steps


def test_no_victim_no_capture() -> None:
    """A mover in the air threatens many pieces; no capture is read before another square changes."""
    reading = settled_from(TAKES, "e4")
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
    reading = settled_from(fen, gesture)
    assert (game(reading), reading.best.fits) == ("", True)


def test_a_detour_costs_but_leaves_the_move() -> None:
    """An adjustment before the move costs every reading the same, and makes no doubt about the move."""
    reading = settled_from(chess.STARTING_FEN, "d1 d1 e2 e4")
    assert (game(reading), doubts(reading).get(1, ())) == ("e4", ())
    assert reading.best.cost == pytest.approx(weights.RETURNED + weights.BUMPED)
    assert all(each.rank >= weights.RETURNED for each in reading.hypotheses[1:])


def test_a_recapture_on_the_same_square() -> None:
    """Two captures in a row are two plies, in either order of hands."""
    fen = "3rk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert game(settled_from(fen, "d5 e4 d5 d5 d8 d5")) == "exd5 Rxd5"
    assert game(settled_from(fen, "e4 d5 d5 d8 d5 d5")) == "exd5 Rxd5"


def test_en_passant_declined() -> None:
    """The pawn that could be captured is touched and left; the other pawn moves on."""
    assert game(settled_from(EN_PASSANT, "d5 d5 e5 e6")) == "e6"


def test_what_no_play_explains_stays_unread() -> None:
    """With a piece too many or a piece gone the reading stays, and shows how the board differs."""
    reading = settled_from(chess.STARTING_FEN, "e2 e5")
    assert (game(reading), reading.best.change) == ("", chess.BB_E2 | chess.BB_E5)
    assert not is_under_way(reading.best)


def test_a_gesture_begun_is_under_way() -> None:
    """Lifted pieces, and a part of castling, may still become a ply."""
    for fen, gesture in ((CASTLES, "e1 g1"), (TAKES, "e4 d5"), (EN_PASSANT, "e5 d6"), (PROMOTES, "a8")):
        assert is_under_way(settled_from(fen, gesture).best)


def test_nothing_is_read_before_the_start_position_has_stood() -> None:
    """While pieces are set up no move is read; then play begins."""
    start = begin()
    reading = setting_up.begin(start, start.occupancy ^ squares_of("e2&d7"))
    for squares in ("e4", "e4", "e2"):
        reading = tracker.settle(reading, squares_of(squares))
        assert (reading.ready, game(reading)) == (False, "")
    reading = tracker.settle(reading, squares_of("d7"))
    assert reading.ready
    assert calls.consider_unseen(reading) is reading


def test_a_rest_is_enough_to_believe_what_was_glimpsed() -> None:
    """No press is needed, and it is no guess; a victim that was not glimpsed needs a call."""
    reading = tracker.rest(tracker.glimpse(settled_from(TAKES, "e4"), chess.BB_F5))
    assert {each.line.san for each in reading.hypotheses} == {"", "exf5"}
    assert (game(reading), reading.best.fits, reading.best.guessed, doubts(reading).get(1, ())) == (
        "exf5",
        True,
        0,
        (),
    )
    assert game(tracker.rest(settled_from(TAKES, "e4"))) == ""


def test_the_order_of_the_hands_is_the_order_of_the_plies() -> None:
    """Both hands lift and set down pieces; the order of the lifts is the order of the plies."""
    assert game(settled_from(chess.STARTING_FEN, "e2 e7 e4 e5")) == "e4 e5"
    quick = "g1&f3&b8&c6 e2&e4&e7&e5"
    assert game(settled_from(chess.STARTING_FEN, quick)) == "Nf3 Nc6 e4 e5"


def test_a_rest_sets_the_other_readings_back() -> None:
    """A piece that rests where one reading has it did not slide on, so the other readings pay."""
    before = settled_from(ROOK, "a1 a2 a2 a3")
    ranks = {each.line.san: each.rank for each in before.hypotheses}
    after = tracker.rest(before)
    behind = {each.line.san: each.rank - ranks[each.line.san] for each in after.hypotheses}
    assert behind.pop("Ra3") == 0.0
    assert behind
    assert set(behind.values()) == {weights.RESTED, weights.LEFT_THERE}


def test_a_ply_that_is_taken_back_is_unread() -> None:
    """The piece is put back in a later gesture; the next plies are read from there."""
    reading = tracker.rest(settled_from(chess.STARTING_FEN, "e2 e4 e7 e5"))
    for square in ("e5", "e7", "c7", "c5"):
        reading = tracker.settle(reading, squares_of(square))
    assert (game(reading), reading.best.fits) == ("e4 c5", True)


@pytest.mark.parametrize(
    "back",
    ["a1 h8 h1 a1", "h1 a1 h8 a1", "a1 h1 h8 a1", "a1 h1 a1 h8", "h1 a1 a1 h8", "a1&h8 h1&a1", "a1 h8&h1 a1"],
)
def test_two_plies_taken_back_may_flip_the_squares_of_a_legal_ply(back: str) -> None:
    """Qh1 Ba1 are taken back; h1 and h8 differ as after Qh8, until the queen leaves a1 once more."""
    reading = tracker.rest(tracker.settle(tracker.rest(settled_from(CORNERS, "a1 h1")), chess.BB_H8))
    reading = tracker.rest(tracker.settle(reading, chess.BB_A1))
    for squares in back.split():
        reading = tracker.settle(reading, squares_of(squares))
    assert {"Qh8", ""} <= {each.line.san for each in reading.hypotheses if each.fits}
    reading = tracker.rest(tracker.settle(tracker.settle(reading, chess.BB_A1), chess.BB_A2))
    assert (game(reading), reading.best.fits) == ("Qa2", True)


def test_the_panel_chooses_what_a_promotion_becomes() -> None:
    """The choice holds while the pawn is exchanged for the piece."""
    reading = tracker.choose(settled_from(PROMOTES, "a7 a8"), chess.ROOK)
    assert game(reading) == "a8=R"
    for square in ("a8", "a8"):
        reading = tracker.settle(reading, squares_of(square))
    assert (game(reading), reading.best.fits) == ("a8=R", True)


def test_what_is_shown_and_what_is_alive_is_bounded() -> None:
    """However the squares flicker, at most 64 readings live, the best first, one a game and bad reeds."""
    reading = settled_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e5")
    occupied = [square for square in chess.SQUARE_NAMES if squares_of(square) & reading.occupancy]
    for square in occupied * 4:
        reading = calls.consider_unseen(tracker.settle(reading, squares_of(square)))
        ranks = [each.rank for each in reading.hypotheses]
        order = [each.rank + each.prior for each in reading.hypotheses]
        assert len(ranks) <= beam.MOST_ALIVE
        assert order[1:] == sorted(order[1:])
        assert order == sorted(order) or reading.first.unproved
        assert max(ranks) <= ranks[0] + weights.DROPPED
        assert len({(each.line, each.bad) for each in reading.hypotheses}) == len(ranks)


def test_what_settles_in_one_scan_has_no_order() -> None:
    """A whole ply in one scan, and both hands' squares written in any order."""
    assert game(settled_from(CASTLES, "e1&h1&f1&g1")) == game(settled_from(CASTLES, "g1&f1&h1&e1")) == "O-O"
    assert game(settled_from(chess.STARTING_FEN, "e2&e4 e7&e5")) == "e4 e5"
