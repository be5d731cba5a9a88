"""The arbiter's level of the menu: how many keys a correction takes, what is there, what is ordered."""

import random
import re
from pathlib import Path

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import ArbiterActed, OrderRefused
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import SECONDS_MOST
from jadoube.core.messages.orders import ChangeTime, Penalise, Play, Resign, SetTime
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import ARBITERS, DECISIONS, NUMBERS, Entry
from jadoube.core.permissions.arbiter_entries import decisions, number_asked
from jadoube.core.permissions.menu_entries import arbiters, entries
from jadoube.core.rules.rule_sets import CASUAL, FIDE, Judge
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Level
from jadoube.core.state.table import Terms, clock_runs, find_open_menu
from shared.hands.panel import Hands, at_start, hands_at, paused

DOC = (Path(__file__).parents[3] / "docs" / "panel.md").read_text("utf-8")
CORRECTIONS = 20
AT_MOST = 120
"""A minute at two presses a second."""

MORE = {chess.WHITE: Entry.MORE_FOR_WHITE, chess.BLACK: Entry.MORE_FOR_BLACK}
TIME = {chess.WHITE: Entry.TIME_OF_WHITE, chess.BLACK: Entry.TIME_OF_BLACK}


class Counting(Hands):
    """Hands that count their presses of keys."""

    presses = 0

    def hold(self, name: str, ms: int = 100) -> None:
        """Press a button, and count it."""
        self.presses += 1
        super().hold(name, ms)


def running(control: str = "300+3") -> Counting:
    """Hands at a game whose clock runs, at its second ply."""
    hands = at_start(control)
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white")
    counting = Counting(hands.table, hands.now_ms)
    counting.wait(700)
    return counting


def go_to(hands: Hands, entry: Entry) -> None:
    """Pause, open the menu, and go to an entry of the arbiter's level by single presses."""
    hands.tap("play ok minus ok")
    assert hands.menu.level is Level.ARBITER
    while hands.menu.entry is not entry:
        hands.tap("plus")


def set_digits(hands: Hands, wanted: int) -> None:
    """Set a number digit by digit, each by the shorter way round."""
    entry = hands.menu.entry
    asked = number_asked(hands.table, entry)
    for cursor, digit in enumerate(control_questions.digits(asked, wanted)):
        round_ = asked.digits[cursor].most + 1
        shown = control_questions.digits(asked, hands.menu.choice)[cursor]
        up = (int(digit) - int(shown)) % round_
        hands.tap(" ".join(["plus"] * up if up <= round_ - up else ["minus"] * (round_ - up)))
        hands.tap("ok")


def counted(words: str) -> int:
    """The number of keys that the document gives in these words."""
    found = re.search(words.replace("N", "([0-9]+)"), DOC)
    assert found
    return int(found.group(1))


# How many keys


@pytest.mark.parametrize(
    ("side", "says"),
    [(chess.WHITE, "N keys for White"), (chess.BLACK, "N for Black, from the running clock")],
)
def test_a_bonus_of_two_minutes_takes_few_keys(side: chess.Color, says: str) -> None:
    """From the running clock, its pause included, to the new time: as the document says, eight at most."""
    hands = running()
    hands.tap("play")
    before_ms = [hands.table.play.clock.remaining_ms(each, hands.now_ms) for each in chess.COLORS]  # type: ignore[union-attr]
    hands = running()
    go_to(hands, MORE[side])
    hands.tap("ok ok")
    clock = hands.table.play.clock
    assert clock is not None
    given_ms = [120_000 * (each == side) for each in chess.COLORS]
    after_ms = [clock.remaining_ms(each, hands.now_ms) for each in chess.COLORS]
    assert [after - before for after, before in zip(after_ms, before_ms, strict=True)] == given_ms
    print(f"{chess.COLOR_NAMES[side]}: {hands.presses} keys")
    assert hands.presses == counted(says) <= 8


def test_a_time_is_set_anew_within_a_minute() -> None:
    """Twenty drawn corrections, of any time to any time under a day; the document has the largest count."""
    drawn, presses = random.Random(21), []
    for _ in range(CORRECTIONS):
        hands = running(str(drawn.randrange(60, 36_000)))
        side, seconds = drawn.random() < 0.5, drawn.randrange(1, SECONDS_MOST + 1)
        go_to(hands, TIME[side])
        hands.tap("ok")
        set_digits(hands, seconds)
        clock = hands.table.play.clock
        assert clock is not None
        assert clock.remaining_ms(side, hands.now_ms) == seconds * 1000
        presses.append(hands.presses)
    print(f"largest of {CORRECTIONS}: {max(presses)} keys; all: {sorted(presses)}")
    assert max(presses) == counted("over twenty drawn corrections N keys at most") <= AT_MOST


def test_no_time_takes_more_keys_than_a_minute_has() -> None:
    """The way to Black's time, and each digit by half its round and one `ok`."""
    digits = control_questions.CLOCK_TIME
    most = len(["play", "ok", "minus", "ok", "plus", "plus", "plus", "ok"]) + sum(
        (each.most + 1) // 2 + 1 for each in digits
    )
    assert most == counted("from any time to any other N") <= AT_MOST


# What is there


def test_which_entries_the_arbiter_has() -> None:
    """By what can be ordered: with a clock, without, with periods, after a penalty, asked, and at the end."""
    times = (Entry.MORE_FOR_WHITE, Entry.MORE_FOR_BLACK, Entry.TIME_OF_WHITE, Entry.TIME_OF_BLACK)
    moves = (Entry.MOVES_OF_WHITE, Entry.MOVES_OF_BLACK)
    after = (Entry.COUNTER, Entry.PENALTY_OF_WHITE, Entry.PENALTY_OF_BLACK)
    assert arbiters(paused().table) == (*times, *moves, *after, Entry.RESULT)
    periods = (Entry.PERIOD_OF_WHITE, Entry.PERIOD_OF_BLACK)
    assert arbiters(paused(control="40/300:60").table) == (*times, *moves, *periods, *after, Entry.RESULT)
    assert arbiters(paused(control="^").table) == (*moves, Entry.COUNTER, Entry.RESULT)
    fined = paused()
    fined.feed(Ordered(Penalise(chess.BLACK, 60)))
    assert arbiters(fined.table) == (*times, *moves, *after, Entry.PARDON_OF_BLACK, Entry.RESULT)
    without = at_start("-", rules=CASUAL)
    without.touch("e2 e4")
    assert arbiters(without.table) == (Entry.COUNTER, Entry.RESULT)
    over = paused()
    over.feed(Ordered(Resign(chess.WHITE)))
    assert arbiters(over.table) == (Entry.REOPEN, Entry.RESULT)


def test_before_a_game_the_game_before_can_be_reopened() -> None:
    """Before the first game it is not there; before the next one its one entry reopens the last."""
    hands = at_start()
    assert Entry.ARBITER not in entries(hands.table)
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white")
    hands.feed(Ordered(Resign(chess.WHITE)))
    hands.touch("e4 e2")
    hands.wait(5000)
    assert hands.table.play.phase is Phase.SETTING_UP
    assert arbiters(hands.table) == (Entry.REOPEN,)
    hands.tap("ok minus ok ok ok")
    assert hands.table.line.ply == 1
    assert find_open_menu(hands.table) is None


def test_every_entry_sets_a_number_or_decides() -> None:
    """None is both, none is neither, and each decision has letters of its own."""
    assert set(NUMBERS) | set(DECISIONS) == ARBITERS
    assert len(NUMBERS) + len(DECISIONS) == len(ARBITERS)
    for entry in DECISIONS:
        letters = [each.letters for each in decisions(entry)]
        assert len(set(letters)) == len(letters) > 0


def test_journals_without_a_menu_have_no_arbiters_level() -> None:
    """Their keys mean the entries of their time: `minus` goes from the first entry to the last of old."""
    hands = hands_at(Terms(control=parse_time_control("300"), menu=1))
    hands.tap("black play ok minus")
    assert Entry.ARBITER not in entries(hands.table)
    assert hands.menu.entry is Entry.OFF


# What is ordered


def test_a_correction_is_written_down_as_the_arbiters() -> None:
    """As the same order from a page would be."""
    hands = running()
    go_to(hands, Entry.MORE_FOR_BLACK)
    hands.tap("ok ok")
    acts = [effect for effect in hands.told if isinstance(effect, ArbiterActed)]
    ordered = running()
    ordered.tap("play")
    ordered.feed(Ordered(ChangeTime(chess.BLACK, 120)))
    assert acts == [effect for effect in ordered.told if isinstance(effect, ArbiterActed)]
    assert len(acts) == 1


def test_more_than_is_left_is_not_offered() -> None:
    """Of a clock with two minutes at most one is taken away: `minus` goes on behind what would be refused."""
    hands = running("120")
    go_to(hands, Entry.MORE_FOR_BLACK)
    hands.tap("ok")
    shown = []
    for _ in range(4):
        shown.append(decisions(hands.menu.entry)[hands.menu.choice].letters)
        hands.tap("minus")
    assert shown == ["+2:00", "+1:00", "-1:00", "+9:00"]


def test_keys_alone_change_nothing() -> None:
    """`ok` through all digits of all numbers gives no order, and none that is refused."""
    hands = running("40/300+5:60")
    hands.tap("play")
    clock = hands.table.play.clock
    for entry in NUMBERS:
        hands.enter(entry)
        hands.tap(" ".join(["ok"] * len(number_asked(hands.table, entry).digits)))
        assert (hands.menu.level, hands.menu.entry) == (Level.ARBITER, entry)
        hands.tap("back back")
    assert hands.table.play.clock == clock
    assert not [effect for effect in hands.told if isinstance(effect, (ArbiterActed, OrderRefused))]


def test_after_a_verdict_the_menu_is_closed() -> None:
    """`play` then goes on at once, once the pieces stand."""
    control = parse_time_control("300+3")
    hands = hands_at(Terms(control=control, rules=FIDE, illegal_verdict=Judge.ARBITER))
    hands.tap("black")
    hands.touch("g1 g4")
    hands.tap("white")
    hands.enter(Entry.VERDICT)
    hands.tap("plus ok")
    assert find_open_menu(hands.table) is None
    hands.touch("g4 g1")
    hands.tap("play")
    assert clock_runs(hands.table)


def test_a_held_key_runs_through_the_digits() -> None:
    """In a second it steps more than twice."""
    hands = running()
    go_to(hands, Entry.TIME_OF_WHITE)
    hands.tap("ok ok")
    before = hands.menu.choice
    hands.hold("plus", 1200)
    assert hands.menu.choice >= before + 3 * 3600


def test_a_correction_from_elsewhere_voids_what_was_being_set() -> None:
    """The page sets the time while the menu is closed: what was begun from another time is not offered."""
    hands = running()
    go_to(hands, Entry.TIME_OF_WHITE)
    hands.tap("ok plus")
    hands.wait(31_000)
    hands.feed(Ordered(SetTime(chess.WHITE, 77)))
    hands.tap("ok")
    assert hands.menu.level is Level.ENTRIES


def test_the_level_is_left_when_the_clock_starts() -> None:
    """Whatever is shown of it."""
    hands = running()
    go_to(hands, Entry.TIME_OF_WHITE)
    hands.tap("ok plus")
    hands.feed(Ordered(Play()))
    assert find_open_menu(hands.table) is None
