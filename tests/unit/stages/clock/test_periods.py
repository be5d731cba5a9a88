"""What a chess clock answers of each kind, and what begins a period at the board."""

import chess
import pytest
from chess import BLACK, WHITE

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.display.view import view
from jadoube.core.messages.effects import ByoYomiBegun, Effect, FlagFell, MoveCompleted, PeriodBegun
from jadoube.core.messages.events import Button, Ordered, Scanned
from jadoube.core.messages.orders import ChangeTime, SetCounter
from jadoube.core.messages.phases import Phase
from jadoube.core.signals.debounce import PRESS_HOLD_MS, settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from shared.hands.named_squares import squares_of

PAWNS = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"
LEVERS = {"w": Button.WHITE, "b": Button.BLACK}


def clock_of(control: str) -> ChessClock:
    """A clock of which White's side runs since 0."""
    agreed = parse_time_control(control)
    assert agreed is not None
    return ChessClock.new(agreed).start(WHITE, 0)


def left(clock: ChessClock, now_ms: int) -> list[int]:
    """What White and Black have left."""
    return [clock.remaining_ms(side, now_ms) for side in (WHITE, BLACK)]


class _Board:
    """A table, its reeds, and what was told of it."""

    def __init__(self, control: str) -> None:
        self.reeds = int(chess.Board(PAWNS).occupied)
        self.table: Table = new_table(
            Terms(PAWNS, parse_time_control(control), turned=False), settled_contacts(self.reeds)
        )
        self.told: list[tuple[int, Effect]] = []

    def at(self, now_ms: int, gesture: str = "") -> None:
        """Lift `-e2`, place `+e4`, press `w` or `b`, or nothing, in a scan at this instant."""
        lever = LEVERS.get(gesture, 0)
        self.reeds ^= 0 if lever or not gesture else squares_of(gesture[1:])
        self.take(Scanned(self.reeds, lever), now_ms)
        if lever:
            self.take(Scanned(self.reeds, lever), now_ms + PRESS_HOLD_MS)

    def take(self, event: Scanned | Ordered, now_ms: int) -> None:
        """Take in an event, and what it asks for in between."""
        while (wake_ms := deadline_ms(self.table)) is not None and wake_ms < now_ms:
            self._step(Scanned(self.table.board.reeds.raw, self.table.panel.buttons.raw), wake_ms)
        self._step(event, now_ms)

    def _step(self, event: Scanned | Ordered, now_ms: int) -> None:
        self.table, effects = step(self.table, event, now_ms)
        self.told += [(now_ms, effect) for effect in effects]

    def clock(self) -> ChessClock:
        """The clock."""
        assert self.table.play.clock is not None
        return self.table.play.clock

    def only(self, *kinds: type[Effect]) -> list[tuple[int, Effect]]:
        """What was told of these kinds."""
        return [(now_ms, effect) for now_ms, effect in self.told if isinstance(effect, kinds)]


def test_a_delay_is_told_apart_from_the_main_time() -> None:
    """The main time stands until the delay is over."""
    clock = clock_of("60d5")
    assert (clock.at(2_000).sides[WHITE].delay_ms, left(clock, 2_000)) == (3_000, [60_000, 60_000])
    assert clock.flag_at_ms() == 65_000
    assert (clock.at(2_000).sides[BLACK].delay_ms, clock.at(5_000).sides[WHITE].delay_ms) == (0, 0)
    assert left(clock, 5_001) == [59_999, 60_000]


def test_a_delay_begins_anew_with_a_takeback_and_not_after_a_pause() -> None:
    """A takeback begins a new ply; a pause lies within one."""
    clock = clock_of("60d5").press(WHITE, 3_000)
    assert clock.turn(WHITE, 4_000).at(6_000).sides[WHITE].delay_ms == 3_000
    assert clock.stop(4_000).resume(90_000).at(91_000).sides[BLACK].delay_ms == 3_000
    assert clock.stop(4_000).turn(WHITE, 5_000).resume(90_000).at(91_000).sides[WHITE].delay_ms == 4_000
    assert clock.stop(4_000).turn(BLACK, 5_000).resume(90_000).at(91_000).sides[BLACK].delay_ms == 3_000


def test_byo_yomi_counts_its_periods_down() -> None:
    """The main time first, then whole periods; the flag falls with the last, and it can be asked when."""
    clock = clock_of("10y2x5")
    assert (clock.flag_at_ms(), clock.zero_at_ms(), clock.accounts[WHITE].byo_yomi) == (20_000, 10_000, 2)
    later = clock.passed(16_000)
    assert (later.at(16_000).sides[WHITE].periods, left(later, 16_000)) == (1, [4_000, 10_000])
    assert later.at(16_000).sides[BLACK].periods is None
    assert left(clock.press(WHITE, 16_000), 16_000) == [5_000, 10_000]
    assert clock.press(WHITE, 20_000).fallen == WHITE


def test_the_arbiters_time_comes_to_what_is_under_way() -> None:
    """In byo-yomi it goes to the period, otherwise to the main time, never to a count-up; some must stay."""
    clock = clock_of("10y2x5 ; ^").passed(12_000)
    assert left(clock.give(WHITE, 60_000, 12_000), 12_000) == [63_000, 0]
    assert [clock.takes(WHITE, more_ms, 12_000) for more_ms in (-2_999, -3_000)] == [True, False]
    assert not clock.takes(BLACK, 60_000, 12_000)
    assert clock.give(BLACK, 60_000, 12_000).remaining_ms(BLACK, 12_000) == 0
    bronstein = clock_of("10b5")
    assert (left(bronstein, 0), bronstein.takes(WHITE, -10_000, 0)) == ([15_000, 15_000], False)
    with pytest.raises(ValueError, match="found 0 ms left for white"):
        bronstein.give(WHITE, -10_000, 0)


def test_the_count_ends_periods_and_takes_none_back() -> None:
    """By the arbiter's counter several may end at once; a lower count changes nothing."""
    clock = clock_of("2/10:2/20:60").count(WHITE, 4, 1_000)
    assert (clock.period_number(WHITE), left(clock, 1_000)) == (2, [89_000, 10_000])
    assert clock.count(WHITE, 1, 2_000) == clock
    assert clock_of("2/10:60").count(WHITE, 2, 10_000).fallen == WHITE


def test_a_press_at_the_very_end_of_a_period_counts() -> None:
    """A period that begins at the instant of a press does not void it; after the last the flag falls."""
    for control, told in (("2y2x5", ByoYomiBegun(WHITE, 2)), ("2:5", PeriodBegun(WHITE, 1))):
        board = _Board(control)
        for now_ms, gesture in (
            (1000, "b"),
            (1100, ""),
            (1500, "-e2"),
            (1600, "+e4"),
            (3000, "w"),
            (3300, ""),
        ):
            board.at(now_ms, gesture)
        assert [effect for _, effect in board.only(MoveCompleted)] == [MoveCompleted(1, 3000)]
        assert told in [effect for _, effect in board.only(ByoYomiBegun, PeriodBegun)]
        assert board.clock().running == BLACK


def test_a_press_before_the_end_of_a_period_is_judged_before_it() -> None:
    """It is judged later, as the reeds are not quiet; meanwhile the next period does not begin."""
    board = _Board("2y2x5")
    for now_ms, gesture in ((1000, "b"), (1100, ""), (2500, "-e2"), (2990, "+e4"), (2995, "w")):
        board.at(now_ms, gesture)
    for now_ms in (3000, 3005, 3010, 3015):
        board.take(Scanned(board.reeds, LEVERS["w"]), now_ms)
    assert board.only(ByoYomiBegun) == []
    board.at(3300)
    assert board.only(ByoYomiBegun) == []
    assert left(board.clock(), 3300)[0] == 5
    assert [effect for _, effect in board.only(MoveCompleted)] == [MoveCompleted(1, 2995)]


def test_a_scan_that_comes_late_begins_a_period_at_its_own_instant() -> None:
    """Whenever it is looked at: both sides have the time that they would have had."""
    board = _Board("5:20")
    board.at(1000, "b")
    board.table, effects = step(board.table, Scanned(board.reeds), 9_000)
    assert [effect for effect in effects if isinstance(effect, PeriodBegun | FlagFell)] == [
        PeriodBegun(WHITE, 1),
        PeriodBegun(BLACK, 1),
    ]
    assert left(board.clock(), 9_000) == [17_000, 25_000]


def test_the_arbiters_counter_saves_a_flag() -> None:
    """Set in time, it ends the period of a side with enough moves; a side with too few keeps its own."""
    board = _Board("2/10:60")
    for now_ms, gesture in ((1000, "b"), (1100, ""), (2000, "-e2"), (2100, "+e4"), (3000, "w"), (3100, "")):
        board.at(now_ms, gesture)
    board.take(Ordered(SetCounter(2)), 4_000)
    assert [effect for _, effect in board.only(PeriodBegun)] == [PeriodBegun(WHITE, 1)]
    board.at(14_000)
    assert [effect for _, effect in board.only(FlagFell)] == [FlagFell(BLACK, 13_000)]
    assert board.table.play.phase is Phase.OVER


def test_the_time_used_is_right_after_the_arbiter_gave_some() -> None:
    """%emt says for how long the clock ran, not by how much it went down; %clk what it showed."""
    board = _Board("60")
    for now_ms, gesture in ((1000, "b"), (1100, ""), (2000, "-e2"), (2100, "+e4")):
        board.at(now_ms, gesture)
    board.take(Ordered(ChangeTime(WHITE, 30)), 5_000)
    board.at(9_000, "w")
    board.at(9_300)
    (ply,) = scoresheet(board.table).plies
    assert (ply.elapsed_ms, ply.remaining_ms) == (8_000, 82_000)


@pytest.mark.parametrize(
    ("control", "now_ms", "changes_at_ms"),
    [
        ("60d5", 2_000, 6_000),
        ("60d5", 6_500, 7_000),
        ("60b5", 2_500, 3_000),
        ("^", 2_500, 3_000),
        ("*60", 2_500, 3_000),
        ("*60", 3_000, 3_001),
        ("30:60", 30_950, 31_000),
        ("30y2x5", 30_950, 31_000),
    ],
)
def test_the_view_says_when_a_face_reads_otherwise(control: str, now_ms: int, changes_at_ms: int) -> None:
    """It says so for the end of a delay, the end of a period, and each step of a time that counts up."""
    board = _Board(control)
    board.at(1000, "b")
    assert view(board.table, now_ms).changes_at_ms == changes_at_ms
