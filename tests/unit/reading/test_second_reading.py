"""The second reading: what happened in the last plies is read again, wider, where the board is lost."""

from collections.abc import Callable

import chess
import pytest

from jadoube.core.reading import alternatives, setting_up, tracker, weights
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.reading.beam import Past, ReadAgain, TakenIn, Tracker, What
from jadoube.core.reading.blind_squares import hide
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.second_reading import (
    FIRST_PAUSE,
    MOST_KEPT,
    PLIES_KEPT,
    read_past_again,
    remember,
)
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, begin, moved_anyhow
from jadoube.core.squares import Occupancy
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import game, settle_each, tracker_of

QUEEN = "3r2k1/p5pp/8/4n3/8/8/P3Q1PP/6K1 w - - 0 1"
CAPTURE, STICKS = "e2 e5 e5 ", "d2 . "
PLAY = "g8 f8 . h2 h3 . a7 a6 . e5 e3 . f8 g8 . a2 a3 ."
START = begin()


def watched(fen: str, gesture: str) -> Tracker:
    """The tracker after these gestures on a board that was at rest in this position."""
    return settle_each(tracker.rest(tracker_of(fen)), gesture)


def test_a_capture_is_found_again_after_a_reed_beside_it_has_stuck() -> None:
    """Qxe5 stands, and d2 closes by itself. That is Qd2, until White lifts the queen from e5 later."""
    assert game(watched(QUEEN, CAPTURE)) == "Qxe5"
    assert game(watched(QUEEN, CAPTURE + STICKS + "g8 f8 .")) == "Qd2 Kf8"
    found = watched(QUEEN, CAPTURE + STICKS + PLAY)
    assert (game(found), found.best.bad) == ("Qxe5 Kf8 h3 a6 Qe3 Kg8 a3", squares_of("d2"))


def test_what_it_finds_is_in_doubt_against_what_was_read() -> None:
    """While the reading that it replaces is alive, the ply where they part names the other move."""
    found = watched(QUEEN, CAPTURE + STICKS + PLAY.removesuffix("a2 a3 ."))
    assert doubts(found)[1] == ("Qd2",)


def test_it_changes_nothing_that_a_person_has_said() -> None:
    """White has confirmed Qd2: it stands, and the board is lost."""
    said = alternatives.take_back_to(watched(QUEEN, CAPTURE + STICKS), 1)
    assert not said.past
    after = settle_each(said, PLAY)
    assert game(after).startswith("Qd2")
    assert not after.best.fits


@pytest.mark.parametrize(
    "change",
    [
        lambda seen: tracker.choose(seen, chess.QUEEN),
        tracker.look_again,
        lambda seen: setting_up.expect(seen, seen.occupancy),
        lambda seen: hide(seen, chess.BB_RANK_7),
        lambda seen: tracker.settle(seen, chess.BB_A2),
    ],
)
def test_the_past_is_forgotten_where_something_else_changes_the_readings(
    change: Callable[[Tracker], Tracker],
) -> None:
    """What was not taken in with the rest cannot be read again."""
    seen = watched(QUEEN, CAPTURE + "g8 f8 .")
    assert seen.past
    assert not change(seen).past


def test_a_past_begins_where_the_board_fits_and_two_are_kept() -> None:
    """The knights go out and back. After each `PLIES_KEPT` plies a past begins, and the first is dropped."""
    seen, plies = watched(chess.STARTING_FEN, "e2 ."), ("g1 f3", "g8 f6", "f3 g1", "f6 g8")
    assert [past.start.best.line.ply for past in seen.past] == [0]
    seen = settle_each(seen, "e2 .")
    for number in range(3 * PLIES_KEPT):
        seen = settle_each(seen, plies[number % 4] + " .")
    assert [past.start.best.line.ply for past in seen.past] == [2 * PLIES_KEPT, 3 * PLIES_KEPT]
    assert not any(past.start.past or past.start.hypotheses[1:] for past in seen.past)


def test_no_past_begins_while_a_piece_slides() -> None:
    """The rook's first halt on its way is no ply that stands: only a rest, or Black's lift, shows that."""
    seen = watched("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1 a2")
    slid = remember(seen._replace(past=()), seen, TakenIn(What.CHANGE, chess.BB_A2))
    assert not slid.past
    assert remember(seen._replace(past=()), seen, TakenIn(What.CHANGE, chess.BB_E8)).past
    assert not remember(seen._replace(past=()), seen, TakenIn(What.GLITCH, chess.BB_E8)).past


def test_a_start_that_was_taken_back_is_no_past() -> None:
    """White takes back the ply after which the past began: another one begins."""
    seen = watched(chess.STARTING_FEN, "e2 e4 . e4 e2 .")
    later = seen._replace(past=(Past(watched(chess.STARTING_FEN, "d2 d4 .")),))
    (past,) = remember(later, later, TakenIn(What.REST)).past
    assert not past.start.best.line.ply


def test_a_long_past_is_forgotten() -> None:
    """A piece is lifted and put back for ever: no more is kept than `MOST_KEPT`."""
    seen = Tracker((Hypothesis(START),), START.occupancy, ready=True)
    lengths = set()
    for _ in range(2 * MOST_KEPT):
        seen = remember(seen, seen, TakenIn(What.CHANGE, chess.BB_E2))
        lengths.add(sum(len(past.taken_in) for past in seen.past))
    assert lengths == set(range(MOST_KEPT))


def lost(start: Line, *, before: bool, settling: int = 30) -> Tracker:
    """A lost tracker: d2 changed, then e5. `before`: it was lost at the second reading before, too."""
    happened = tuple(TakenIn(What.CHANGE, square) for square in (chess.BB_D2, chess.BB_E5))
    first = Tracker((Hypothesis(start),), start.occupancy, ready=True)
    best = Hypothesis(start, weights.READ_AGAIN, change=chess.BB_A3 | chess.BB_B6)
    again = ReadAgain(30 - FIRST_PAUSE, best.rank, lost=True, bad=0, pause=FIRST_PAUSE) if before else None
    return first._replace(
        hypotheses=(best,),
        past=(Past(first, happened),),
        known=SettleOrder(settlings=settling),
        read_again=again,
    )


def tried(seen: Tracker) -> list[int]:
    """The reeds that are not believed where a second reading begins, in order."""
    begun = list[int]()

    def take_in(again: Tracker, happened: TakenIn) -> Tracker:
        if happened.squares == chess.BB_D2:
            begun.append(again.best.bad)
        return again._replace(hypotheses=(again.best._replace(change=chess.BB_A3),))

    read_past_again(seen, take_in)
    return begun


def test_each_reed_is_distrusted_only_if_the_board_stays_lost() -> None:
    """First the past is only read wider. Then come the reeds, those that changed last first."""
    assert tried(lost(START, before=False)) == [0]
    again = tried(lost(START, before=True))
    assert again[:3] == [0, chess.BB_E5, chess.BB_D2]
    assert sorted(again) == sorted([0, *chess.BB_SQUARES])


def test_each_reed_is_distrusted_where_one_is_blamed_after_the_other() -> None:
    """The pieces are only missing, as in a gesture. But the best reading has paid half a bad reed since."""
    seen = lost(START, before=True)
    again = seen.read_again
    assert again
    for paid, more in ((weights.PAID_AGAIN, True), (weights.PAID_AGAIN - 1, False)):
        missing = seen.best._replace(change=chess.BB_E2, bad=chess.BB_A3)
        paid_before = again._replace(lost=False, rank=missing.rank - paid)
        paying = seen._replace(hypotheses=(missing,), read_again=paid_before)
        assert (len(tried(paying)) > 1) is more
        in_vain = read_past_again(paying, lambda again, _: again).read_again
        assert in_vain
        assert in_vain.pause == (2 if more else 1) * FIRST_PAUSE


def test_a_lost_board_that_is_read_again_for_the_first_time_is_not_yet_in_vain() -> None:
    """The next one comes as early as usual."""
    once = read_past_again(lost(START, before=False), lambda again, _: again).read_again
    assert once
    assert once.pause == FIRST_PAUSE


def test_a_board_that_is_understood_again_need_not_wait() -> None:
    """How long an earlier second reading was in vain counts no more once a past begins anew."""
    (start,) = (each.start for each in watched(chess.STARTING_FEN, "e2 e4 .").past)
    late = ReadAgain(0, 0.0, lost=True, bad=0, pause=100 * FIRST_PAUSE)
    before = start._replace(read_again=late, past=())
    taken_in = TakenIn(What.REST)
    assert remember(before, before, taken_in).read_again is None
    astray = before._replace(hypotheses=(before.best._replace(change=chess.BB_A3),))
    assert remember(astray, astray, taken_in).read_again == late


def test_the_latest_start_is_tried_first_with_each_reed() -> None:
    """It is the least to read. What began before it is read from the first start."""
    seen = lost(START, before=True)
    (past,) = seen.past
    begun = list[int]()

    def take_in(again: Tracker, happened: TakenIn) -> Tracker:
        if again.best.bad and happened.squares in (chess.BB_D2, chess.BB_H6):
            begun.append(happened.squares)
        return again._replace(hypotheses=(again.best._replace(change=chess.BB_A3),))

    later = Past(past.start, (TakenIn(What.CHANGE, chess.BB_H6),))
    read_past_again(seen._replace(past=(past, later)), take_in)
    assert begun[0] == chess.BB_H6
    assert begun.index(chess.BB_D2) == len(chess.SQUARES)
    dear = later.start._replace(hypotheses=(later.start.best._replace(cost=9.0),))
    begun.clear()
    read_past_again(seen._replace(past=(past, later._replace(start=dear))), take_in)
    assert begun[0] == chess.BB_D2


def test_a_reed_that_changes_later_is_not_distrusted_as_dead() -> None:
    """A reed that has never changed costs less. But d2 and e5 do change: they stick later, or lie."""
    costs = dict[int, float]()

    def take_in(again: Tracker, happened: TakenIn) -> Tracker:
        if happened.squares == chess.BB_D2:
            costs[again.best.bad] = again.best.cost
        return again

    read_past_again(lost(START, before=True), take_in)
    assert costs[chess.BB_D2] == costs[chess.BB_E5] == weights.UNRELIABLE
    assert costs[chess.BB_H8] == weights.DEAD


def test_a_reading_with_a_piece_in_the_air_at_a_rest_is_not_given_up() -> None:
    """It is where a piece stands that no ply explains."""
    end = list[Occupancy]()
    for change in (chess.BB_E2, chess.BB_A3 | chess.BB_B6):

        def take_in(again: Tracker, happened: TakenIn, change: Occupancy = change) -> Tracker:
            if happened.squares == chess.BB_H6 and again.best.bad == chess.BB_D2:
                end.append(change)
            dear = again.best._replace(change=change, cost=again.best.bad and weights.UNRELIABLE + 10)
            return again._replace(hypotheses=(dear,))

        seen = lost(START, before=True)
        (past,) = seen.past
        rest_and_more = (*past.taken_in, TakenIn(What.REST), TakenIn(What.CHANGE, chess.BB_H6))
        read_past_again(seen._replace(past=(past._replace(taken_in=rest_and_more),)), take_in)
    assert end == [chess.BB_E2]


def test_only_near_readings_go_on_where_a_reed_is_distrusted() -> None:
    """Where all reeds are believed, far ones go on, too."""
    kept = list[tuple[bool, int]]()

    def take_in(again: Tracker, happened: TakenIn) -> Tracker:
        if happened.squares == chess.BB_E5:
            kept.append((bool(again.best.bad), len(again.hypotheses)))
        far = again.best._replace(cost=again.best.cost + weights.NARROW + 1)
        return again._replace(hypotheses=(again.best, far))

    read_past_again(lost(START, before=True), take_in)
    assert kept[0] == (False, 2)
    assert set(kept[1:]) == {(True, 1)}


def test_it_is_not_made_again_at_once_nor_against_an_opponent_from_elsewhere() -> None:
    """`FIRST_PAUSE` settlings lie between two; what is agreed is never read again."""
    assert not tried(lost(START, before=True, settling=30 - 1))
    seen = lost(START, before=True)
    agreed = seen._replace(agreed=Agreed(chess.BLACK, START))
    assert not remember(agreed, agreed, TakenIn(What.REST)).past


def test_a_reading_that_fits_is_added_and_a_ply_against_the_laws_is_not() -> None:
    """A second reading ends in Nf3, or in a pawn that went from e2 to e6."""
    seen = lost(START, before=False)
    for uci, is_found in (("g1f3", True), ("e2e6", False)):
        line = START.after(chess.Move.from_uci(uci)) if is_found else strayed(uci)

        def take_in(again: Tracker, _: TakenIn, line: Line = line) -> Tracker:
            return again._replace(hypotheses=(Hypothesis(line),))

        found = read_past_again(seen, take_in)
        assert (found.best.line is line) is is_found
        assert found.past == seen.past
        assert found.read_again == ReadAgain(30, seen.best.rank, lost=True, bad=0, pause=FIRST_PAUSE)


def test_the_pause_doubles_while_a_lost_board_is_read_again_in_vain() -> None:
    """Once it has helped, or the board is no longer lost, the next one comes as early as the first."""
    in_vain = lost(START, before=True)
    pauses = list[int]()
    for _ in range(4):
        in_vain = read_past_again(in_vain, lambda again, _: again)
        assert in_vain.read_again
        pauses.append(in_vain.read_again.pause)
        earliest = in_vain.read_again.settling + in_vain.read_again.pause
        too_early = in_vain._replace(known=SettleOrder(settlings=earliest - 1))
        assert not tried(too_early)
        in_vain = in_vain._replace(known=SettleOrder(settlings=earliest))
        assert len(tried(in_vain)) == 1 + len(chess.SQUARES)
    assert pauses == [2 * FIRST_PAUSE, 4 * FIRST_PAUSE, 8 * FIRST_PAUSE, 16 * FIRST_PAUSE]

    def knight_moved(again: Tracker, _: TakenIn) -> Tracker:
        return again._replace(hypotheses=(Hypothesis(START.after(chess.Move.from_uci("g1f3"))),))

    helped = read_past_again(in_vain, knight_moved).read_again
    assert helped
    assert helped.pause == FIRST_PAUSE
    under_way = in_vain._replace(hypotheses=(in_vain.best._replace(change=chess.BB_E2, bad=chess.BB_A3),))
    explained = read_past_again(under_way, lambda again, _: again).read_again
    assert explained
    assert explained.pause == FIRST_PAUSE


def test_another_ply_against_the_laws_at_the_same_place_is_not_found() -> None:
    """The later start has e2-e6. A second reading may keep that, but not find d2-d6."""
    seen = lost(START, before=False)
    (past,) = seen.past
    played = {name: strayed(name) for name in ("e2e6", "d2d6")}
    later = past.start._replace(hypotheses=(Hypothesis(played["e2e6"]),))
    best = seen.best._replace(line=played["e2e6"].after(chess.Move.from_uci("g8f6")))
    seen = seen._replace(hypotheses=(best,), past=(past, Past(later)))
    for name, line in played.items():

        def take_in(again: Tracker, _: TakenIn, line: Line = line) -> Tracker:
            return again._replace(hypotheses=(Hypothesis(line),))

        assert (read_past_again(seen, take_in).best.line is line) is (name == "e2e6")


def strayed(uci: str) -> Line:
    """The start, and a ply against the laws."""
    move = chess.Move.from_uci(uci)
    return START.standing(moved_anyhow(START.board, move), move)
