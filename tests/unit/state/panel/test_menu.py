"""The menu: its levels, its letters, what is taken in it, and what stays when it is left."""

from itertools import pairwise

import chess
import pytest

from jadoube.core.clock.presets import PRESETS
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.menu_view import LETTERS, changes_at_ms
from jadoube.core.display.seven_segment import segments
from jadoube.core.display.status_line import words
from jadoube.core.display.view import view
from jadoube.core.messages.effects import GameBegun, GameOver, SettingChanged, SwitchOff, TakebackProposed
from jadoube.core.messages.events import BUTTONS, Adjudicated, Ordered, Page, Reachable, Restarted
from jadoube.core.messages.names import Player
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import NamePlayer, Play, Resign, Serve
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import BRIGHTNESS, CHOSEN, SETTINGS, Comfort, Entry, setting_at
from jadoube.core.permissions.menu_entries import entries
from jadoube.core.rules.outcome import Termination
from jadoube.core.rules.rule_sets import CASUAL, FIDE, RULE_SETS, parse_rules
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import TRANSITIONS, Cause, Level, Menu, follow
from jadoube.core.state.settings import BY_HAND, MINUTES, NONE, choice_named, offered_controls
from jadoube.core.state.table import Terms, clock_runs, find_open_menu, new_table
from shared.hands.panel import Hands, at_start, paused

NO_WAYS = [
    (level, means) for level in Level for means in (*Entry, *Cause) if (level, means) not in TRANSITIONS
]
INNER = [level for level in Level if level is not Level.CLOSED]


@pytest.mark.parametrize(("level", "means"), NO_WAYS)
def test_what_means_nothing_at_a_level_is_refused(level: Level, means: Entry | Cause) -> None:
    """The refusal names both."""
    with pytest.raises(ValueError, match=f"where {level}, nothing comes of: {means}"):
        follow(level, means)


@pytest.mark.parametrize("level", INNER)
def test_back_leads_out_of_every_level(level: Level) -> None:
    """By the table alone: a few times `back`, and the menu is closed."""
    for _ in range(4):
        level = follow(level, Cause.BACK) if level is not Level.CLOSED else level
    assert level is Level.CLOSED
    assert follow(INNER[0], Cause.LEFT) is Level.CLOSED


def test_every_entry_leads_somewhere() -> None:
    """No entry is shown on which `ok` would do nothing."""
    assert {means for _, means in TRANSITIONS if isinstance(means, Entry)} == set(Entry)


# Letters


def said() -> list[str]:
    """All that the menu can put on a face, but for times and numbers."""
    asks = [control_questions.question(way) for way in ((), ("+",), ("+", 0), ("+", 0, 5), ("+", 0, 5, 0))]
    options = [option for ask in asks if ask for option in ask.options]
    letters = [letter for pair in LETTERS.values() for letter in pair if letter]
    return [
        *letters,
        *(part for setting in SETTINGS.values() for each in setting.choices.values() for part in each.parts),
        *(option.face for option in options),
        *(ask.face for ask in asks if ask),
    ]


@pytest.mark.parametrize("letters", sorted(set(said())))
def test_seven_bars_can_show_it(letters: str) -> None:
    """Four letters, all of them in the font."""
    assert len(letters) == 4
    assert segments(letters)


@pytest.mark.parametrize("entry", CHOSEN)
def test_every_value_has_letters_of_its_own(entry: Entry) -> None:
    """The values of a setting are told apart on a face."""
    letters = [choice.letters for choice in setting_at(entry).choices.values()]
    assert len(set(letters)) == len(letters) > 1


def test_no_two_controls_look_alike() -> None:
    """What both faces show of each control that can be chosen, part by part, is shown of no other."""
    hands = at_start()
    hands.enter(Entry.CONTROL)
    shown = set()
    controls = offered_controls(hands.table)
    for _ in controls:
        parts = []
        for _ in range(6):
            parts.append(hands.faces)
            hands.wait(1000)
        shown.add(tuple(parts))
        hands.tap("plus")
    assert len(shown) == len(controls) == len(PRESETS) + len((NONE, MINUTES, BY_HAND))


def test_the_next_part_is_shown_when_it_is_said() -> None:
    """The view is made anew at the very instant at which a face changes, and not before."""
    hands = paused()
    hands.enter(Entry.RESIGN)
    for _ in range(4):
        before, at_ms = view(hands.table, hands.now_ms), changes_at_ms(hands.table, hands.now_ms)
        assert at_ms is not None
        assert before.changes_at_ms == at_ms
        assert view(hands.table, at_ms - 1).white == before.white
        assert view(hands.table, at_ms).white != before.white
        hands.now_ms = at_ms


# What is there


def test_which_entries_there_are() -> None:
    """Entries without effect are absent: before a game, in a pause, under other rules, after the end."""
    resigned = paused()
    resigned.feed(Ordered(Resign(chess.WHITE)))
    comfort = (Entry.SOUND, Entry.BRIGHTNESS, Entry.CLICK, Entry.OFF)
    always, helped = (Entry.OPPONENT, *comfort), (Entry.HINT, Entry.TEACHER, *comfort)
    before = (Entry.OPPONENT, Entry.CONTROL, Entry.RULES, Entry.HINTS)
    assert entries(at_start().table) == (*before, *helped)
    in_a_game = (Entry.NEW_GAME, Entry.RESIGN, Entry.OFFER)
    assert entries(paused().table) == (*in_a_game, Entry.OPPONENT, Entry.HINTS, *helped, Entry.ARBITER)
    assert entries(paused(rules=FIDE).table) == (*in_a_game, *always, Entry.ARBITER)
    assert entries(paused("e2 e4", rules=FIDE).table) == (*in_a_game[:2], *always, Entry.ARBITER)
    assert entries(resigned.table) == (Entry.NEW_GAME, *always, Entry.ARBITER)


def test_the_page_is_there_when_a_browser_finds_the_board() -> None:
    """Address and PIN come in parts, one after the other, or by plus; when they are gone so is the entry."""
    hands = at_start()
    hands.feed(Reachable(Page("192.168.1.20:8080", "471138")))
    hands.enter(Entry.PAGE)
    parts = [hands.faces]
    for _ in range(4):
        hands.wait(1000)
        parts.append(hands.faces)
    assert parts == [(" 192", "4711"), (" 168", "  38"), ("   1", "4711"), ("  20", "  38"), ("8080", "4711")]
    hands.tap("back ok plus")
    assert hands.faces == (" 168", "  38")
    assert words(hands.table) == "page 192.168.1.20:8080, PIN 471138"
    hands.feed(Reachable(None))
    assert Entry.PAGE not in entries(hands.table)
    hands.tap("back plus")
    assert hands.menu.entry in entries(hands.table)


def test_letters_that_no_face_has_are_dashes() -> None:
    """A name instead of numbers is shown as far as it can be."""
    hands = at_start()
    hands.feed(Reachable(Page("kermit", "")))
    hands.enter(Entry.PAGE)
    assert hands.faces == ("-Er-", "----")


# What is taken


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_set_is_taken(name: str) -> None:
    """With all its choices, and the words of what was taken."""
    hands = at_start()
    hands.enter(Entry.RULES)
    while list(setting_at(Entry.RULES).choices)[hands.menu.choice] != name:
        hands.tap("minus")
    hands.tap("ok")
    assert hands.table.terms.rules == RULE_SETS[name]
    assert hands.told[-1] == SettingChanged("rules", name)


def test_a_rule_set_that_is_agreed_on_keeps_its_single_choices() -> None:
    """Taking the present rule set again keeps its options, such as hints; another one comes with its own."""
    rules = parse_rules("club touch_move=yes hints=yes")
    hands = at_start(rules=rules)
    hands.enter(Entry.RULES)
    hands.tap("ok")
    assert hands.table.terms.rules == rules
    hands.tap("ok plus ok")
    assert hands.table.terms.rules == FIDE


def test_brightness_is_seen_before_it_is_taken() -> None:
    """The view has what is being chosen; `back` gives the old one again."""
    hands = at_start()
    hands.enter(Entry.BRIGHTNESS)
    hands.tap("plus plus")
    assert view(hands.table, hands.now_ms).comfort == Comfort(brightness=BRIGHTNESS[-1])
    hands.tap("back")
    assert view(hands.table, hands.now_ms).comfort == Comfort()


def test_what_was_chosen_holds_for_the_games_that_follow() -> None:
    """Control, rules, hints, sound, brightness and page are there in the next game."""
    hands = at_start("300")
    hands.feed(Reachable(Page("10.0.0.2", "1234")))
    hands.tap("ok plus ok plus ok")  # 5+3
    hands.enter(Entry.SOUND)
    hands.tap("plus ok back black play")
    hands.enter(Entry.NEW_GAME)
    hands.tap("ok")
    assert isinstance(hands.told[-1], GameBegun)
    table = hands.table
    assert table.play.phase is Phase.SETTING_UP
    assert table.terms.control == parse_time_control("300+3")
    assert table.comfort == Comfort(sound=False)
    assert table.page == Page("10.0.0.2", "1234")
    assert table.other is not None
    assert table.other.page == table.page


def test_switching_off_is_asked_for_once_more() -> None:
    """Only the second `ok` switches off, once; what is shown then does not time out after half a minute."""
    hands = at_start()
    hands.enter(Entry.OFF)
    assert SwitchOff() not in hands.told
    hands.tap("ok ok")
    hands.wait(60_000)
    assert hands.told.count(SwitchOff()) == 1
    assert hands.faces == ("0FF ", "0FF ")


# A new game


def test_a_new_game_has_the_result_that_the_last_ply_brought() -> None:
    """Mated, and a new game asked for within the second: the mate stands."""
    hands = paused("f2 f3|e7 e5|g2 g4", control="300+3")
    hands.tap("play")
    hands.touch("d8 h4")
    hands.hold("ok", 1200)  # while the clock runs it opens nothing
    hands.wait(1500)
    hands.enter(Entry.NEW_GAME)
    hands.tap("ok")
    outcomes = [effect.outcome for effect in hands.told if isinstance(effect, GameOver)]
    assert [outcome.termination for outcome in outcomes] == [Termination.CHECKMATE]
    assert hands.told[-1] == GameBegun(outcomes[0])


def test_a_new_game_waits_for_the_answer_that_the_result_hangs_on() -> None:
    """Under FIDE rules it may take a while to know whether the opponent can mate: the game waits for it."""
    start = "8/8/8/3k4/8/3n4/8/K6R w - - 0 1"
    terms = Terms(start_fen=start, control=parse_time_control("300"), rules=FIDE)
    hands = Hands(new_table(terms, settled_contacts(chess.Board(start).occupied)))
    hands.wait(1500)
    hands.tap("black play")
    hands.feed(Ordered(Resign(chess.WHITE)))
    asked = hands.table.play.adjudication
    assert asked is not None
    hands.enter(Entry.NEW_GAME)
    hands.tap("ok")
    hands.wait(5000)
    assert hands.table.play.phase is Phase.OVER
    hands.feed(Adjudicated(asked.fen, can_mate=True))
    hands.wait(100)
    assert isinstance(hands.told[-1], GameBegun)


# Keys that are held


@pytest.mark.parametrize("key", ["back", "minus", "plus", "ok"])
def test_a_key_that_is_held_while_the_clock_starts_does_nothing(key: str) -> None:
    """The arbiter starts the clock with the menu open and a key down: the key does nothing."""
    hands = paused()
    hands.tap("ok")
    hands.buttons = BUTTONS[key]
    hands.wait(50)
    hands.feed(Ordered(Play()))
    hands.wait(300)
    said = len(hands.told)
    hands.buttons = 0
    hands.wait(100)
    assert hands.told[said:] == []
    assert find_open_menu(hands.table) is None
    assert hands.table.line.ply == 2


def test_a_restart_leaves_the_menu() -> None:
    """After a restart the board shows the game, whatever was open; the daemon sends the page again."""
    hands = paused()
    hands.feed(Reachable(Page("10.0.0.2", "1234")))
    hands.enter(Entry.RESIGN)
    hands.feed(Restarted())
    assert (hands.table.panel.menu, hands.table.page) == (None, None)


def test_back_in_a_clockless_game_takes_back_only_outside() -> None:
    """In the menu `back` leads out; the next one proposes to take the ply back."""
    hands = at_start("-", rules=CASUAL)
    hands.touch("e2 e4")
    hands.hold("ok", 1200)
    hands.tap("plus back")
    assert hands.table.play.proposal is None
    hands.tap("back")
    assert TakebackProposed(1) in hands.told


# How few presses


def paused_among_friends() -> Hands:
    """Hands at a paused game of two players who are remembered, on a board with an account of Lichess."""
    hands = at_start()
    hands.feed(Ordered(Serve(True)))
    for side, name in ((chess.WHITE, "Carlsen, Magnus"), (chess.BLACK, "Polgár, Judit")):
        hands.feed(Ordered(NamePlayer(side, Player(name))))
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white play")
    return hands


def walk_to(hands: Hands, entry: Entry) -> int:
    """Open the menu and go to an entry the shorter way; return how many presses it takes."""
    hands.tap("ok")
    there = entries(hands.table)
    steps = there.index(entry)
    back = len(there) - steps
    hands.tap(" ".join(["plus"] * steps if steps <= back else ["minus"] * back))
    assert hands.menu.entry is entry
    return 1 + min(steps, back)


def test_the_same_opponent_again_takes_three_presses() -> None:
    """Whatever the board remembers: a new game is the first entry."""
    hands = paused_among_friends()
    hands.tap("ok ok ok")
    assert isinstance(hands.told[-1], GameBegun)


def test_an_engine_instead_takes_twelve_presses_at_most() -> None:
    """From the pause until the game goes on against it."""
    hands = paused_among_friends()
    presses = walk_to(hands, Entry.OPPONENT)
    hands.tap("ok minus ok play play")
    assert (hands.table.terms.opponent, clock_runs(hands.table)) == (Seat.BLACK, True)
    assert presses + 5 <= 12


def test_somebody_on_lichess_instead_takes_twelve_presses_at_most() -> None:
    """From the pause to the wish: the pieces are put up after the first three."""
    hands = paused_among_friends()
    hands.tap("ok ok ok")
    hands.touch("e4 e2")
    hands.wait(3000)
    presses = 3 + walk_to(hands, Entry.LICHESS)
    hands.tap("ok ok ok")
    assert hands.table.seek is not None
    assert presses + 3 <= 12


# Set by hand


def test_a_number_that_cannot_be_becomes_the_nearest() -> None:
    """9003 seconds a ply are an hour, asked for again from the first digit."""
    hands = at_start()
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, BY_HAND))
    hands.tap("ok")
    for answer in ("+", 0, 5, 0):
        hands.say(answer)
    hands.tap("minus")
    assert hands.menu.choice == 9003
    hands.tap("ok ok ok ok")
    assert (hands.menu.choice, hands.menu.cursor) == (3600, 0)


def test_back_shows_the_answer_that_was_given() -> None:
    """Digit by digit and question by question; from the first one back to the controls."""
    hands = at_start()
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, BY_HAND))
    hands.tap("ok")
    hands.say("d")
    hands.tap("ok back back")
    assert hands.menu == Menu(
        Phase.SETTING_UP, hands.menu.since_ms, Entry.CONTROL, Level.BY_HAND, choice=2, answers=()
    )
    hands.tap("back")
    assert hands.menu.level is Level.CONTROL
    assert offered_controls(hands.table)[hands.menu.choice].name == BY_HAND


def test_the_numbers_of_a_question_go_up_with_its_digits() -> None:
    """Each digit is worth more than the next."""
    asked = control_questions.question(("+", 0))
    assert asked is not None
    assert all(one.worth > other.worth for one, other in pairwise(asked.digits))
