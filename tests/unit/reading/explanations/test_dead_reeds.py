"""Dead reeds: when one is suspected, how a reading that holds one sees the board, and when it is wrong."""

import chess
import pytest

from jadoube.core.reading import calls, game_end, press_prices, setting_up, tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.explanations.dead_reeds import plies_beside_suspects, plies_to_suspects
from jadoube.core.reading.explanations.distrust import MOST_DEAD, distrust_last_change, suspicion_price
from jadoube.core.reading.explanations.lost_lines import A_LINE
from jadoube.core.reading.explanations.rare_plies import suspected_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.seen_plies import plies_seen
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.reading.settlings import take_in_settling
from jadoube.core.rules.game_line import begin
from jadoube.core.signals.lines import lines_in
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import settle_each, tracker_of

ROOK = "4k3/4p3/8/8/8/8/8/R2n2K1 w - - 0 1"
PAWN = "4k3/4p3/8/8/8/4P3/8/4K3 w - - 0 1"
CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def seen(fen: str, gesture: str, astray: int = 0) -> Tracker:
    """The tracker of a position after a gesture; `astray` are the squares that do not fit at the start."""
    start = begin(fen)
    return settle_each(setting_up.begin(start, start.occupancy ^ astray), gesture)


def worked(fen: str, gesture: str) -> Tracker:
    """The tracker of a position after a gesture, on a board on which every reed has worked before."""
    reading = tracker_of(fen)._replace(known=SettleOrder(alive=chess.BB_ALL))
    return settle_each(reading, gesture)


def suspected(reading: Tracker) -> set[str]:
    """The squares whose reeds some reading alive does not believe, without those of a line that is off."""
    bad = [each.bad for each in reading.hypotheses if not lines_in(each.bad)]
    return {name for name in chess.SQUARE_NAMES if any(each & squares_of(name) for each in bad)}


def game(reading: Tracker) -> str:
    """The best reading's moves."""
    return " ".join(line.san for line in reading.best.line.plies())


def test_a_piece_in_the_air_is_no_dead_reed() -> None:
    """No reed is suspected at a rest, at a lift by the opponent, or at a press."""
    resting = seen(PAWN, "e3 .")
    lifted = seen(PAWN, "e3 e7")
    pressed = press_prices.complete(calls.consider_unseen(resting), chess.WHITE, 0)
    assert [game(each) for each in (resting, lifted, pressed)] == ["", "", ""]


def test_the_second_press_believes_in_a_dead_reed() -> None:
    """The board rested between the two presses, so no hand holds the missing piece."""
    pressed = press_prices.complete(calls.consider_unseen(seen(PAWN, "e3")), chess.WHITE, 0)
    asked = calls.consider_unseen(tracker.rest(pressed), again=True)
    again = press_prices.complete(asked, chess.WHITE, 0)
    assert (game(again), again.best.bad) == ("e4", squares_of("e4"))


def test_a_reply_says_where_the_piece_must_be() -> None:
    """A reed is suspected once Black has set his king down; from then on the reading ignores it."""
    reading = seen(PAWN, "e3 e8 d7 . e5 .")
    assert (game(reading), reading.best.fits) == ("e4 Kd7 e5", True)


def test_a_piece_from_a_reed_stuck_closed_is_one_too_many() -> None:
    """Only the pawn's target is seen."""
    reading = seen(PAWN, "e4 . e8 d7 .")
    assert (game(reading), reading.best.bad) == ("e4 Kd7", squares_of("e3"))


def test_a_piece_that_has_landed_is_about_to_take_nothing() -> None:
    """The queen stands on g6, so the rook that Black lifts is no victim of hers: it replies."""
    reading = worked("k2r4/8/3Q4/8/8/8/8/K7 w - - 0 1", "g6 d8 c8")
    assert (game(reading), reading.best.bad) == ("Qg6 Rc8", squares_of("d6"))


def test_a_pawn_may_take_in_passing_and_land_on_a_dead_reed() -> None:
    """The captured pawn was lifted for the capture, not for a reply."""
    reading = seen("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2 a4 . b4 a4 . e1 e2 .")
    assert (game(reading), reading.best.bad) == ("a4 bxa3 Ke2", squares_of("a3"))


def test_what_is_taken_on_a_dead_reed_is_never_seen_to_leave() -> None:
    """Three plies in a row end on the dead reed; only the lifts are seen."""
    reading = seen("2r1k3/8/8/8/8/8/1N6/2R1K1n1 w - - 0 1", "b2 c8 c1 g1 . f3 . e1 e2 .")
    assert (game(reading), reading.best.bad) == ("Nc4 Rxc4 Rxc4 Nf3+ Ke2", squares_of("c4"))


def test_castling_may_end_on_a_dead_reed() -> None:
    """Three of the four squares of castling are enough."""
    reading = seen(CASTLES, "e1 h1 f1 e8 d7 .")
    assert (game(reading), reading.best.bad) == ("O-O Kd7", squares_of("g1"))


def test_a_victim_put_back_may_be_a_capture_from_a_dead_reed() -> None:
    """It is read as a capture once the opponent goes on."""
    reading = seen(ROOK, "d1 d1 . e7 e6 . d1 d4 .")
    assert (game(reading), reading.best.bad) == ("Rxd1 e6 Rd4", squares_of("a1"))


@pytest.mark.parametrize("rest", ["", ". "])
def test_a_victim_put_back_may_be_a_capture_from_a_reed_that_has_stuck_closed(rest: str) -> None:
    """The reed of a1 has worked; the reply and the next ply tell that the rook took from there."""
    reading = worked(ROOK, f"d1 d1 {rest}e7 e6 . d1 d4 . e6 e5")
    assert (game(reading), reading.best.bad) == ("Rxd1 e6 Rd4 e5", squares_of("a1"))


def test_a_second_dead_reed_is_found_in_play() -> None:
    """A second dead reed is found, but never a third: then the board is unreadable."""
    reading = seen("4k3/8/7p/8/8/P7/8/4K3 w - - 0 1", "a3 . e8 e7 . e1 e2 . h6 . e2 e1 . e7 e8 .")
    assert (game(reading), reading.best.bad) == ("a4 Ke7 Ke2 h5 Ke1 Ke8", squares_of("a4&h5"))
    single = [each.bad for each in reading.hypotheses if not lines_in(each.bad)]
    assert all(bad.bit_count() <= MOST_DEAD for bad in single)


HIDES_A_STEP = "4k3/7p/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("astray", ["h6", "h6&h7"], ids=["one reed is known", "both are known"])
def test_a_ply_whose_two_reeds_are_dead_shows_in_the_reply(astray: str) -> None:
    """White moves twice in a row, so Black has moved from one dead reed to the other in between."""
    reading = seen(HIDES_A_STEP, ". e1 d1 . d1 c1 . e8 e7 .", squares_of(astray))
    assert (game(reading), reading.best.bad) == ("Kd1 h6 Kc1 Ke7", squares_of("h6&h7"))


def test_a_press_asks_for_a_capture_from_a_dead_reed() -> None:
    """The victim is lifted and its square closes again; a press says that this was a ply."""
    pressed = calls.consider_unseen(seen(ROOK, "d1 d1"))
    assert {each.line.san for each in pressed.hypotheses if each.bad} == {"Rxd1"}
    adjusted = calls.consider_unseen(seen(ROOK, "a1 a1"))
    assert not any(each.bad for each in adjusted.hypotheses)


def test_a_reed_that_has_changed_is_suspected_less() -> None:
    """The rook may stand on a square whose reed has closed before, but that costs more."""
    reading = seen("4k3/4p3/8/8/8/8/8/R5K1 w - - 0 1", "a2 a2 a1 e7 e6 .")
    blaming = [each for each in reading.hypotheses if each.bad and not each.bad & each.bad - 1]
    costs = {each.line.back_to(1).san: each.cost for each in blaming}
    assert costs["Ra2"] > costs["Ra3"]


def test_a_reed_that_has_lied_is_suspected_more() -> None:
    """Each change without use makes it cheaper to stop believing a reed, down to a least price."""
    prices = []
    for lies in (1, 2, 5, 20):
        known = SettleOrder(alive=squares_of("a2"))
        for _ in range(lies):
            known = known.after(squares_of("a2"), 0)
        prices.append(suspicion_price(Hypothesis(begin(PAWN)), known, squares_of("a2")))
    assert prices == sorted(prices, reverse=True)
    assert prices[0] == weights.UNRELIABLE - weights.CONTRADICTED
    assert prices[-1] == weights.UNRELIABLE_AT_LEAST


def test_a_ply_beside_which_a_reed_has_changed_is_read() -> None:
    """The pawn's reed opens by itself; the king's ply stands when Black replies, and e3 is not believed."""
    reading = seen(PAWN, "e3 e1 d1 e8 d8")
    assert (game(reading), reading.best.bad) == ("Kd1 Kd8", squares_of("e3"))


def test_a_reed_that_changes_as_a_ply_needs_is_believed_again() -> None:
    """Its pawn leaves e3, which shows a piece again by then, and the reed opens."""
    reading = seen(PAWN, "e3 e1 d1 e8 d8 e3 e3 e4")
    assert game(reading) == "Kd1 Kd8 e4"
    assert {each.bad for each in reading.hypotheses if each.line is reading.best.line} >= {0}


def test_a_reading_pays_for_a_reed_that_it_wrongly_took_for_dead() -> None:
    """The reading lives on, but pays, and trusts that square again."""
    wrong = seen(chess.STARTING_FEN, "e2 e4", astray=squares_of("b1"))
    right = tracker.settle(wrong, squares_of("b1"))
    assert (game(wrong), wrong.best.bad) == ("e4", squares_of("b1"))
    assert (game(right), right.best.bad, right.best.fits) == ("e4", 0, True)
    assert right.best.cost == wrong.best.cost + weights.NOT_DEAD


@pytest.mark.parametrize("square", ["e3", "e5"])
def test_what_a_reed_does_that_is_not_believed_is_no_detour(square: str) -> None:
    """A reed that opens and closes by itself costs the same under a piece as on an empty square."""
    bad = squares_of(square)
    reading, occupancy = Hypothesis(begin(PAWN), bad=bad, lying=bad), begin(PAWN).occupancy
    for _ in range(6):
        occupancy ^= bad
        reading = take_in_settling(reading, bad, occupancy)
    assert (reading.rank, reading.fits) == (6 * weights.LIES, True)


def test_a_capture_on_a_square_that_is_not_believed_costs_no_less_for_its_lies() -> None:
    """The pawn on d4 is taken beside other squares that opened and closed; its own reed tells nothing."""
    start = begin("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1")
    d4 = squares_of("d4")
    reading, occupancy, known = Hypothesis(start, bad=d4, lying=d4), start.occupancy, SettleOrder()
    for name in ("e8", "e8", "d4", "e3", "d4"):
        occupancy ^= squares_of(name)
        known = known.after(squares_of(name), occupancy)
        reading = take_in_settling(reading, squares_of(name), occupancy)
    taken = next(plies_seen(reading, d4, known))
    assert taken.cost == 2 * weights.LIES + weights.RETURNED + weights.BUMPED


def test_a_second_dead_reed_is_sought_in_each_of_two_readings_as_likely() -> None:
    """White's pawn went to e4 or e3: the other reed is dead. Black's pawn goes to h5 before that is known."""
    reading = seen("4k3/8/7p/8/8/8/4P3/4K3 w - - 0 1", "e2 e8 d7 . e1 f1 . h6 . f1 f2 . d7 d6 .")
    found = {(each.line.back_to(1).san, each.bad) for each in reading.hypotheses if each.fits}
    assert found >= {("e3", squares_of("e3&h5")), ("e4", squares_of("e4&h5"))}


def test_a_game_begins_with_two_dead_reeds_at_most() -> None:
    """With more than two squares astray the pieces are not set up yet."""
    two, three = squares_of("a2&h2"), squares_of("a2&h2&h7")
    assert game(seen(chess.STARTING_FEN, "e2 e4", two)) == "e4"
    assert not seen(chess.STARTING_FEN, "e2 e4", three).ready


def test_a_victim_never_seen_is_likelier_than_a_dead_reed() -> None:
    """It is likelier by more than a doubt: victims are pushed out every day."""
    reading = seen("4k3/4p3/7p/8/8/8/8/2B3K1 w - - 0 1", "c1 e7 e6 .")
    assert game(reading) == "Bxh6 e6"
    assert doubts(reading).get(1, ()) == ()
    assert {each.line.back_to(1).san for each in reading.hypotheses if each.bad}


@pytest.mark.parametrize(("rook", "bad"), [("h1 f1", "e1&g1"), ("a1 d1", "e1&c1")])
def test_where_both_squares_of_the_king_are_bad_castling_is_read(rook: str, bad: str) -> None:
    """The rook alone is seen: its own ply is the doubt."""
    castling = {"e1&g1": "O-O", "e1&c1": "O-O-O"}[bad]
    start = begin("r3k2r/8/8/8/8/8/P6P/R3K2R w KQkq - 0 1")
    reading = Hypothesis(start, bad=squares_of(bad))
    found = settle_each(Tracker((reading,), start.occupancy, ready=True), rook)
    assert game(found) == castling
    assert doubts(found)[1] == (f"R{rook[-2:]}",)


NOTHING_MORE, A_REPLY, NO_REPLY, TWO_MEN = "e3", "e3&e8&d8", "e3&e8&c8", "e3&e8&h8&g8&f8"


@pytest.mark.parametrize(
    ("change", "alive", "blames"),
    [
        (NOTHING_MORE, chess.BB_ALL, True),
        (A_REPLY, chess.BB_ALL, True),
        (NO_REPLY, chess.BB_ALL, False),
        (NO_REPLY, 0, True),
        (TWO_MEN, chess.BB_ALL, False),
        (TWO_MEN, 0, True),
    ],
)
def test_a_reed_that_has_worked_is_blamed_only_for_the_whole_board(
    change: str, alive: int, *, blames: bool
) -> None:
    """The ply and one reply of one gesture leave nothing astray; a reed that never changed needs no reply."""
    line = begin("4k2r/4p3/8/8/8/4P3/8/4K3 w k - 0 1")
    astray = squares_of(change)
    found = list(
        plies_to_suspects(Hypothesis(line, change=astray, touched=astray), SettleOrder(alive=alive), 0)
    )
    assert any(each.line.san == "e4" and each.bad == squares_of("e4") for each in found) is blames
    assert all(each.lying == each.bad & alive for each in found)


@pytest.mark.parametrize("gesture", ["e1 h1 f1", "h1 e1 g1", "e1 g1 h1"])
def test_a_press_blames_no_reed_that_has_worked_while_castling_is_half_made(gesture: str) -> None:
    """One of the two pieces is set down, and the other is in a hand; it lands, and all reeds are believed."""
    pressed = press_prices.complete(calls.consider_unseen(worked(CASTLES, gesture)), chess.WHITE, 0)
    assert suspected(pressed) == set()
    last = squares_of("e1&h1&g1&f1") ^ sum(map(squares_of, gesture.split()))
    castled = tracker.settle(pressed, last)
    assert (game(castled), castled.best.bad, doubts(castled)) == ("O-O", 0, {})


@pytest.mark.parametrize("reed", ["e1", "f1", "g1", "h1"])
def test_castling_beside_a_dead_reed_blames_no_other(reed: str) -> None:
    """Whichever of the four reeds is stuck, Black's next ply leaves it alone under suspicion."""
    king_and_rook = " ".join(each for each in ("e1", "g1", "h1", "f1") if each != reed)
    reading = seen(CASTLES, f"{king_and_rook} . e8 d7 .")
    assert (game(reading), reading.best.bad) == ("O-O Kd7", squares_of(reed))


def test_a_ply_taken_back_counts_against_no_reed() -> None:
    """The knight is lifted and put down on the way home; what another reed did before is not forgotten."""
    knight = "4k3/7p/8/8/8/8/8/1N2K3 w - - 0 1"
    reading = seen(knight, "h7 h7 . b1 c3 . c3 c3 . c3 b1 .")
    assert (game(reading), reading.best.bad, doubts(reading)) == ("", 0, {})
    counts = [reading.known.record.count(squares_of(name)) for name in ("b1", "c3", "h7")]
    assert counts == [0, 0, 2]


@pytest.mark.parametrize(("lies", "blamed"), [(1, False), (2, False), (3, True), (15, True)])
def test_one_lone_change_blames_only_a_reed_that_has_lied(lies: int, *, blamed: bool) -> None:
    """A piece that was adjusted once is no reason to blame its reed."""
    e3, stood = squares_of("e3"), Hypothesis(begin(PAWN))
    known = SettleOrder(alive=e3)
    for _ in range(lies):
        known = known.after(e3, 0)
    found = distrust_last_change(stood, stood._replace(change=e3), e3, known)
    assert [(each.bad, each.lying, each.cost) for each in found] == [
        (e3, e3, suspicion_price(stood, known, e3))
    ] * blamed


@pytest.mark.parametrize(
    ("before", "after", "settled"),
    [("", "e3&e4", "e3&e4"), ("", "e3&e4", "e4"), ("e4", "e3", "e3"), ("", "", "e3")],
    ids=["two changed", "another is astray", "it did not fit before", "it fits now"],
)
def test_what_is_no_lone_change_blames_no_reed(before: str, after: str, settled: str) -> None:
    """Only a reading that fitted until one square alone went astray has a reed to blame."""
    known = SettleOrder(alive=chess.BB_ALL)
    for _ in range(15):
        known = known.after(chess.BB_ALL, 0)
    line = begin(PAWN)
    stood, astray = (Hypothesis(line, change=squares_of(names) if names else 0) for names in (before, after))
    assert distrust_last_change(stood, astray, squares_of(settled), known) == ()


def test_no_reading_stops_believing_a_fifth_reed() -> None:
    """Neither for a ply that fits but for one square, nor for a lone change."""
    line, e3, known = begin(PAWN), squares_of("e3"), SettleOrder(alive=squares_of("e3&e4"))
    for _ in range(15):
        known = known.after(e3, 0)
    found = []
    for bad in (squares_of("h1&h8&a8"), squares_of("h1&h8&a8&b8")):
        stood = Hypothesis(line, bad=bad)
        astray = stood._replace(change=e3, touched=e3)
        lone = distrust_last_change(stood, astray, e3, known)
        found.append((bool(lone), bool(list(plies_to_suspects(astray, known, 0)))))
    assert found == [(True, True), (False, False)]


def test_bad_reeds_are_fewer_than_a_line_has() -> None:
    """So a reading that ignores eight squares does so because of a line."""
    assert MOST_DEAD < A_LINE


def test_at_rest_a_ply_that_was_pressed_for_pays_no_press_without_a_ply() -> None:
    """White pressed, the king landed beside its reed, and Black has lifted a pawn: its ply was made then."""
    pressed = press_prices.complete(calls.consider_unseen(worked(PAWN, "e1")), chess.WHITE, 0)
    assert pressed.best.cost == weights.PRESSED_EARLY
    rested = settle_each(pressed, "e7 .")
    costs = [each.cost for each in rested.hypotheses if each.bad and not lines_in(each.bad)]
    assert weights.OFF_CENTRE <= min(costs) < weights.OFF_CENTRE + weights.DOUBTFUL


def test_a_reply_through_a_reed_that_has_worked_is_sought_only_after_a_call() -> None:
    """White's pawn is in the air when Black's king lands; only White's press asks about the pawn's reed."""
    lifted = worked(PAWN, "e3")
    called = calls.consider_unseen(lifted)
    replies = [
        tracker.settle(tracker.settle(each, squares_of("e8")), squares_of("d7")) for each in (lifted, called)
    ]
    plies = [
        {each.line.before.san for each in one.hypotheses if each.bad and each.line.before} for one in replies
    ]
    assert plies[0] == set()
    assert "e4" in plies[1]


def test_a_lift_by_the_opponent_asks_about_reeds_that_have_worked() -> None:
    """The bishop took the pawn, or went to a bad reed; with nothing to take, the same reeds are suspected."""
    target, none = "4k3/4p3/7p/8/8/8/8/2B3K1 w - - 0 1", "4k3/4p3/p7/8/8/8/8/2B3K1 w - - 0 1"
    guessed = worked(target, "c1 e7 e6")
    assert (game(guessed), suspected(guessed)) == ("Bxh6 e6", {"b2", "a3", "d2", "e3", "f4", "g5"})
    assert suspected(worked(none, "c1 e7 e6")) == {"b2", "a3", "d2", "e3", "f4", "g5", "h6"}


@pytest.mark.parametrize("reed", ["a5", "e7"])
def test_a_square_that_stays_astray_alone_is_suspected_at_rest(reed: str) -> None:
    """A piece that nobody lifted has appeared, or one of the side not to move is gone."""
    resting = worked(PAWN, f"{reed} .")
    assert reed in suspected(resting)
    assert game(settle_each(resting, "e3 e4 . e8 d7 .")) == "e4 Kd7"


def test_a_best_reading_that_paid_to_replace_a_ply_is_contradicted() -> None:
    """It fits, but the reading whose ply it replaced is near: a reed may be to blame for that."""
    start = begin(PAWN)
    pawn, king = start.after(chess.Move.from_uci("e3e4")), start.after(chess.Move.from_uci("e1d1"))
    replaced = Hypothesis(king, change=chess.BB_A5)
    for best, explained in (
        (Hypothesis(pawn, cost=weights.NEAR), False),
        (Hypothesis(pawn, cost=weights.NEAR - 1), True),
        (Hypothesis(king.after(chess.Move.from_uci("e8d8")), cost=weights.NEAR), True),
    ):
        assert calls.is_explained(Tracker((best, replaced), 0, ready=True)) is explained


def test_a_second_bad_reed_is_sought_in_a_reading_that_blames_one_if_the_best_finds_none() -> None:
    """The king came to b7 from a reed stuck closed; the best reading has a rook that attacks b7."""
    best = begin("2k4Q/p4p2/4q3/P1ppr3/1Rp5/6PP/2P3PK/8 b - - 0 1")
    other = begin("2k4Q/p4p2/4q3/P1ppr3/1pp5/6PP/2P3PK/3R4 b - - 0 1")
    king = squares_of("b7")
    blames = Hypothesis(other, weights.NEAR, king, king, bad=squares_of("d1"), lying=squares_of("d1"))
    alive = (Hypothesis(best, change=king, touched=king), blames)
    seen = Tracker(
        alive, best.occupancy ^ king, ready=True, stood=alive, known=SettleOrder(alive=chess.BB_ALL)
    )
    found = suspected_plies(seen, squares_of("a5"), in_hand=True)
    assert {(each.line.san, each.bad) for each in found} == {("Kb7", squares_of("c8") | squares_of("d1"))}


def test_a_second_reed_that_lies_while_a_piece_is_in_the_air_costs_no_more() -> None:
    """Beside the first one a hand's doing is the likelier explanation, which costs extra."""
    reading = seen("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4 a6 d5 d5")
    alone = next(each for each in reading.hypotheses if not each.line.ply)
    second = alone._replace(bad=chess.BB_H1, lying=chess.BB_H1)
    costs = [
        min(each.cost for each in plies_beside_suspects(base, reading.known, 0)) for base in (alone, second)
    ]
    assert costs[0] - costs[1] == pytest.approx(weights.AMID)


def test_a_quick_reply_says_that_castling_was_complete() -> None:
    """The king's square sticks open: he may be in a hand until the opponent's next piece has landed."""
    reading = worked("4k3/4p3/8/8/8/8/7P/4K2R w K - 0 1", "e1 h1 f1 e7 e6 . h2 h3 . e8 d8 .")
    assert (game(reading), reading.best.bad) == ("O-O e6 h3 Kd8", squares_of("g1"))


def test_a_piece_too_many_at_the_end_has_left_a_reed_that_stuck() -> None:
    """Nobody replies to the last ply, and its piece stands there for good."""
    reading = worked(PAWN, "e4 .")
    assert game(reading) == ""
    ended = game_end.end(reading)
    assert (game(ended), ended.best.bad) == ("e4", squares_of("e3"))


def test_a_rival_is_asked_for_a_ply_where_only_it_sees_the_opponent_lift_a_piece() -> None:
    """Qd6 fits better than Rd6 from a reed that has stuck, until White takes back with the queen on e5."""
    gesture = "e6 e5 e5 . d6 . e5 d6 d6 . h3 h4 . e1 d1 ."
    reading = worked("3r4/8/4Q3/4p3/8/7k/8/4K3 w - - 0 1", gesture)
    assert (game(reading), reading.best.bad) == ("Qxe5 Rd6 Qxd6 Kh4 Kd1", squares_of("d8"))


def test_a_reply_from_a_bad_reed_is_seen_to_land_only() -> None:
    """The queen came from e7, whose reed stays open; the pawn went to a reed that has stuck."""
    start = begin("4k3/4q3/8/8/8/8/1P6/6K1 w - - 0 1")
    bad, change = squares_of("e7"), squares_of("b2&e3")
    reading = Hypothesis(start, change=change, touched=change, bad=bad, lying=bad)
    found = plies_to_suspects(reading, SettleOrder(alive=chess.BB_ALL), 0)
    assert "b3" in {each.line.back_to(1).san for each in found if each.bad == bad | squares_of("b3")}


@pytest.mark.parametrize("bad", [0, squares_of("a8")], ids=["believing all", "beside a bad reed"])
def test_a_call_asks_about_what_is_read_now(bad: int) -> None:
    """An older question, still open, does not keep the present one from being asked."""
    start = begin(PAWN)
    now = Hypothesis(start.after(chess.Move.from_uci("e1d1")).after(chess.Move.from_uci("e8d8")), bad=bad)
    lifted = squares_of("e3")
    now = now._replace(change=lifted, touched=lifted)
    old = Hypothesis(start, change=lifted, touched=lifted)
    seen = Tracker((now,), now.line.occupancy ^ lifted, ready=True, stood=(now,), asked=(old,))
    assert calls.consider_unseen(seen).asked == (now,)
