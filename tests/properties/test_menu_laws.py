"""The menu, whatever is pressed: nothing hangs, every path leads back, and no clock runs under it."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.clock.time_control import TimeControl, parse_time_control
from jadoube.core.display.seven_segment import read
from jadoube.core.display.view import view
from jadoube.core.messages.events import BUTTONS, Page, Reachable
from jadoube.core.messages.order_text import SECONDS_MOST
from jadoube.core.messages.orders import Play
from jadoube.core.messages.settings import Entry
from jadoube.core.panel.menu_keys import act
from jadoube.core.permissions.arbiter_entries import number_asked
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Level, Menu
from jadoube.core.state.settings import BY_HAND, MINUTES, choice_named
from jadoube.core.state.table import Table, clock_runs, find_open_menu
from shared.drawn.controls_to_set import CONTROLS, answers
from shared.hands.panel import Hands, at_start, paused
from shared.hands.panel_deeds import DEEDS, KEYS, STARTED, board, do


@given(STARTED, st.lists(DEEDS, max_size=40))
def test_every_path_leads_back(started: str, deeds: list[object]) -> None:
    """Whatever was done, nothing hangs; then `back`, again and again, leaves the menu and does no more."""
    hands = board(started)
    for deed in deeds:
        do(hands, deed)
    plies = hands.table.line.ply
    for _ in range(40):
        if find_open_menu(hands.table) is None:
            break
        hands.tap("back")
    assert find_open_menu(hands.table) is None
    assert hands.table.line.ply == plies


@given(STARTED, st.lists(DEEDS, max_size=30))
def test_nothing_is_shown_over_a_running_clock(started: str, deeds: list[object]) -> None:
    """While a clock runs both faces show its times: what they show without a menu."""
    hands = board(started)
    for deed in [*deeds, Play()]:
        do(hands, deed)
        if clock_runs(hands.table):
            assert view(hands.table, hands.now_ms) == view(
                hands.table._replace(panel=hands.table.panel._replace(menu=None)), hands.now_ms
            )


@given(STARTED, st.lists(DEEDS, max_size=20), st.sampled_from(("play", "chord", "wait", "restart")))
def test_it_can_be_left_at_once(started: str, deeds: list[object], leaving: str) -> None:
    """`play`, two keys at once and half a minute leave the menu from anywhere; and they do nothing else."""
    hands = board(started)
    for deed in deeds:
        do(hands, deed)
    menu = find_open_menu(hands.table)
    if menu is None or (menu.level is Level.OFF and leaving == "wait"):
        return
    said = len(hands.told)
    do(hands, leaving)
    assert find_open_menu(hands.table) is None
    assert hands.told[said:] == []


@given(st.lists(st.sampled_from(KEYS), max_size=60))
def test_every_view_of_it_can_be_shown(names: list[str]) -> None:
    """At each step the faces show something, and no lamp is lit otherwise than without the menu."""
    hands = at_start()
    hands.feed(Reachable(Page("kermit.example", "0042")))
    for name in names:
        hands.tap(name)
        seen = view(hands.table, hands.now_ms)
        if find_open_menu(hands.table):
            assert seen.words
            assert all("?" not in read(face.segments) for face in (seen.white, seen.black))
            closed = hands.table._replace(panel=hands.table.panel._replace(menu=None))
            assert seen.lamps == view(closed, hands.now_ms).lamps
        if seen.changes_at_ms is not None:
            assert seen.changes_at_ms > hands.now_ms


# A control set by hand


def at_first_question(hands: Hands, name: str = BY_HAND) -> tuple[Table, Menu]:
    """A table whose menu asks the first question."""
    by_hand = choice_named(hands.table, name)
    menu = Menu(hands.table.play.phase, hands.now_ms, Entry.CONTROL, Level.CONTROL, by_hand)
    return pressed(hands.table._replace(panel=hands.table.panel._replace(menu=menu)), "ok")


def pressed(table: Table, name: str, now_ms: int = 0) -> tuple[Table, Menu]:
    """The table after a key of the menu, and its menu."""
    assert table.panel.menu is not None
    table, _ = act(table, table.panel.menu, BUTTONS[name], now_ms)
    assert table.panel.menu is not None
    return table, table.panel.menu


@given(CONTROLS)
def test_every_control_can_be_set_by_keys(control: TimeControl) -> None:
    """Whatever the grammar can say is said by `plus` and `ok`, and comes to that very text."""
    table, menu = at_first_question(AT_START)
    for answer in answers(control):
        asked = control_questions.question(menu.answers)
        assert asked is not None
        for cursor in range(len(asked.digits) or 1):
            wanted = control_questions.choice_of(asked, answer)
            while not same(asked, menu, wanted, cursor):
                table, menu = pressed(table, "plus")
            table, menu = pressed(table, "ok")
    assert menu.level is Level.ENTRIES
    assert table.terms.control is not None
    assert table.terms.control.text == control.text
    assert table.play.clock is not None
    assert table.play.clock.control == control


def same(asked: control_questions.Ask, menu: Menu, wanted: int, cursor: int) -> bool:
    """Whether the option, or the digit that is being set, is the one that is wanted."""
    if asked.options:
        return menu.choice == wanted
    return (
        control_questions.digits(asked, menu.choice)[cursor]
        == control_questions.digits(asked, wanted)[cursor]
    )


@given(
    st.sampled_from((MINUTES, BY_HAND)),
    st.lists(st.sampled_from(("plus", "minus", "ok", "ok", "back")), max_size=150),
)
def test_what_is_set_by_hand_is_always_a_control(begun: str, names: list[str]) -> None:
    """No way through the questions comes to anything that the grammar refuses."""
    table, menu = at_first_question(AT_START, begun)
    for name in names:
        if menu.level is not Level.BY_HAND:
            break
        table, menu = pressed(table, name)
    for _ in range(200):
        if menu.level is not Level.BY_HAND:
            break
        table, menu = pressed(table, "ok")
    assert menu.level in (Level.ENTRIES, Level.CONTROL)
    control = table.terms.control
    assert control is not None
    assert parse_time_control(control.text) == control


AT_START = at_start()


# A number at the arbiter's level


@given(st.integers(1, 35_999), st.integers(1, SECONDS_MOST), st.booleans())
def test_every_time_can_be_set_by_keys(before_s: int, wanted_s: int, side: chess.Color) -> None:
    """From any time to any time, by `plus` and `ok` alone; and the other side keeps its own."""
    clock = PAUSED.table.play.clock
    assert clock is not None
    other_ms = clock.remaining_ms(not side, PAUSED.now_ms)
    clock = clock.give(side, before_s * 1000 - clock.remaining_ms(side, PAUSED.now_ms), PAUSED.now_ms)
    table = PAUSED.table._replace(play=PAUSED.table.play.set_clock(clock))
    entry = Entry.TIME_OF_WHITE if side else Entry.TIME_OF_BLACK
    menu = Menu(table.play.phase, PAUSED.now_ms, entry, Level.ARBITER)
    table, menu = pressed(table._replace(panel=table.panel._replace(menu=menu)), "ok", PAUSED.now_ms)
    asked = number_asked(table, entry)
    wanted = control_questions.digits(asked, wanted_s)
    for cursor, digit in enumerate(wanted):
        while control_questions.digits(asked, menu.choice)[cursor] != digit:
            table, menu = pressed(table, "plus", PAUSED.now_ms)
        table, menu = pressed(table, "ok", PAUSED.now_ms)
    assert menu.level is Level.ARBITER
    after = table.play.clock
    assert after is not None
    assert after.remaining_ms(side, PAUSED.now_ms) == wanted_s * 1000
    assert after.remaining_ms(not side, PAUSED.now_ms) == other_ms


PAUSED = paused()
