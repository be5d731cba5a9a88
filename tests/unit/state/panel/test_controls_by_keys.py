"""Time controls at the panel: how many keys each costs, what is remembered, and what is never lost."""

import re
from pathlib import Path

import chess
import pytest

from jadoube.core.clock.presets import OFFERS, PRESETS, find_preset
from jadoube.core.clock.time_control import TimeControl, parse_time_control
from jadoube.core.messages.events import BUTTONS
from jadoube.core.messages.settings import SLOTS, Comfort, Entry
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import MENU, REPEATS_AFTER_MS, REPEATS_MS, Level
from jadoube.core.state.settings import BY_HAND, MINUTES, NONE, choice_named, control_choice, offered_controls
from jadoube.core.state.table import Terms, find_open_menu, new_table
from shared.hands.panel import Hands, at_start

DEFAULT = "900+10"
DOC = (Path(__file__).parents[4] / "docs" / "time-controls.md").read_text("utf-8")
ROWS = DOC.partition("\n## Which preset")[2].partition("\n## ")[0]
COUNTED = {
    name: int(keys)
    for name, keys in re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([0-9]+) \|$", ROWS, re.MULTILINE)
}


def control(text: str) -> TimeControl:
    """Read a control in seconds."""
    read = parse_time_control(text)
    assert read is not None
    return read


def hands_at(terms: Terms, by_hand: tuple[TimeControl, ...] = ()) -> Hands:
    """Hands at a board before a game on these terms, where these controls were set by hand before."""
    reeds = settled_contacts(chess.Board().occupied)
    hands = Hands(new_table(terms, reeds, comfort=Comfort(by_hand=by_hand)))
    hands.wait(1500)
    return hands


def choose(hands: Hands, name: str) -> int:
    """Choose an offered control by single keys, the shorter way round; return how many keys it took."""
    offered = offered_controls(hands.table)
    wanted, now = [each.name for each in offered].index(name), control_choice(hands.table)
    up = (wanted - now) % len(offered)
    steps = ["plus"] * up if up <= len(offered) - up else ["minus"] * (len(offered) - up)
    keys = ["ok", "plus", "ok", *steps, "ok"]
    hands.tap(" ".join(keys))
    return len(keys)


def set_by_hand(hands: Hands, minutes: int, seconds: int) -> None:
    """Set so many minutes and seconds a ply by hand, from the closed menu, and close the menu."""
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, BY_HAND))
    hands.tap("ok")
    for answer in ("+", 0, minutes, 0, seconds, "last", "both"):
        hands.say(answer)
    hands.tap("back")


# How many keys


@pytest.mark.parametrize("name", COUNTED)
def test_a_club_control_takes_as_many_keys_as_the_document_says(name: str) -> None:
    """Counted on a panel, from the default control, with a press for every step: 17 at the most."""
    hands = at_start(DEFAULT)
    assert choose(hands, name) == COUNTED[name] <= 17
    assert hands.table.terms.control == PRESETS[name]


def test_every_control_of_clubs_and_leagues_is_counted() -> None:
    """The document has a row for each preset with an increment, and for those of several periods."""
    assert {name for name in PRESETS if name.split()[0] in ("blitz", "rapid", "classical")} <= set(COUNTED)
    assert {"match", "old classical"} <= set(COUNTED)


@pytest.mark.parametrize(
    "text",
    [
        *("600+3", "900+10", "1500+10", "2700+15", "3600+15", "3600+30", "7200+30", "40/5400+30:900+30"),
        *("40/6000+30:20/3000+30:900+30", "40/7200:20/3600:900"),
    ],
)
def test_what_clubs_and_leagues_play_is_offered(text: str) -> None:
    """Each with a name."""
    assert control(text) in OFFERS[MENU]


def test_no_control_is_called_as_a_rule_set_is() -> None:
    """`fide` was both; as a control it is understood still, and means what it meant."""
    assert not set(PRESETS) & set(RULE_SETS)
    assert find_preset("fide") == control("40/5400+30:1800+30")


def test_the_first_list_of_the_menu_is_as_it_was() -> None:
    """Journals that name no controls were made with this list: their keys mean its entries."""
    assert " | ".join(each.text for each in OFFERS[1]) == (
        "60 | 60+1 | 120+1 | 180 | 180+2 | 300 | 300+3 | 600 | 600+5 | 900+10 | 1500+10 | 3600+30 | "
        "5400+30 | 40/5400+30:1800+30 | 40/7200:1800+30 | 40/7200:20/3600 | 3600:900 | 1800d5 | 5400d5 | "
        "300b3 | 1500b10 | *180 | 600y3x30 | ^"
    )


def test_the_present_list_of_the_menu_has_its_version() -> None:
    """Whoever changes the list gives the menu a new version, and keeps the list of this one."""
    assert max(OFFERS) == MENU
    assert OFFERS[3] == OFFERS[2]  # what came with version 3 is no control
    assert " | ".join(each.text for each in OFFERS[2]) == (
        "60 | 60+1 | 120+1 | 180 | 180+2 | 300 | 300+3 | 600 | 600+3 | 600+5 | 900+10 | 1500+10 | 2700+15 | "
        "3600+15 | 3600+30 | 5400+30 | 7200+30 | 40/5400+30:900+30 | 40/5400+30:1800+30 | "
        "40/6000+30:3000+30 | 40/6000+30:20/3000+30:900+30 | 40/7200:20/3600:900 | 40/7200:1800+30 | "
        "40/7200:20/3600 | 3600:900 | 1800d5 | 5400d5 | 300b3 | 1500b10 | *180 | 600y3x30 | ^"
    )
    assert " | ".join(each.text for each in OFFERS[7]) == (
        "180+2 | 600+5 | 900+10 | 5400+30 | 60 | 60+1 | 120+1 | 180 | 300 | 300+3 | 600 | 600+3 | 1500+10 | "
        "3600:900 | 1800d5 | 5400d5 | 300b3 | 1500b10 | *180 | 600y3x30 | ^ | 40/7200:20/3600 | "
        "40/7200:1800+30 | 40/7200:20/3600:900 | 40/6000+30:20/3000+30:900+30 | 40/6000+30:3000+30 | "
        "40/5400+30:1800+30 | 40/5400+30:900+30 | 7200+30 | 3600+30 | 3600+15 | 2700+15"
    )


def test_the_list_is_a_ring_that_begins_with_the_four_big_ones() -> None:
    """Then minutes and seconds, and no clock; the quick ones lie one way, the long ones the other."""
    names = [each.name for each in offered_controls(at_start(DEFAULT).table)]
    assert names[:7] == [
        "blitz 3+2",
        "rapid 10+5",
        "rapid 15+10",
        "classical 90+30",
        MINUTES,
        NONE,
        "bullet 1+0",
    ]
    assert names[-2:] == ["classical 60+15", "classical 45+15"]
    assert names.index(BY_HAND) == names.index("old classical") - 1 == names.index("count-up") + 1


@pytest.mark.parametrize(
    ("minutes", "seconds", "text"), [(20, 7, "1200+7"), (45, 0, "2700"), (0, 900, "60+600")]
)
def test_minutes_and_seconds_are_two_numbers(minutes: int, seconds: int, text: str) -> None:
    """Nothing else is asked for; what cannot be becomes the nearest, and is shown once more."""
    hands = at_start(DEFAULT)
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, MINUTES))
    hands.tap("ok")
    for number in (minutes, seconds):
        hands.say(number)
        if hands.menu.level is Level.BY_HAND and hands.menu.cursor == 0 and number in (0, 900):
            hands.tap("ok ok ok")
    assert hands.menu.level is Level.ENTRIES
    assert hands.table.terms.control == control(text)


def test_back_from_minutes_leads_to_the_list() -> None:
    """From the seconds to the minutes, and from these to the list, where they stand."""
    hands = at_start(DEFAULT)
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, MINUTES))
    hands.tap("ok")
    hands.say(20)
    hands.tap("back")
    assert control_questions.question(hands.menu.answers) == control_questions.question(("min",))
    assert hands.menu.choice == 20
    hands.tap("back")
    assert (hands.menu.level, hands.menu.choice) == (Level.CONTROL, choice_named(hands.table, MINUTES))


# What is remembered


def test_the_last_five_set_by_hand_are_offered_the_last_first() -> None:
    """They stand behind no clock and before the usual ones; a sixth takes the place of the oldest."""
    hands = at_start(DEFAULT)
    for minutes in range(31, 37):
        set_by_hand(hands, minutes, 7)
    first = [each.name for each in offered_controls(hands.table)[6 : SLOTS + 7]]
    assert first == ["36+7", "35+7", "34+7", "33+7", "32+7", "bullet 1+0"]


def test_what_is_set_again_comes_first_once() -> None:
    """No control is offered twice."""
    hands = at_start(DEFAULT)
    for minutes in (31, 32, 31):
        set_by_hand(hands, minutes, 7)
    assert [each.text for each in hands.table.comfort.by_hand] == ["1860+7", "1920+7"]
    names = [each.name for each in offered_controls(hands.table)]
    assert len(set(names)) == len(names)


def test_a_usual_control_set_by_hand_takes_no_slot() -> None:
    """Ten minutes and five seconds are offered anyway."""
    hands = at_start(DEFAULT)
    set_by_hand(hands, 10, 5)
    assert hands.table.terms.control == control("600+5")
    assert hands.table.comfort.by_hand == ()


def test_the_next_game_remembers_them() -> None:
    """As it keeps sound and brightness."""
    hands = at_start(DEFAULT)
    set_by_hand(hands, 31, 7)
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white play")
    hands.enter(Entry.NEW_GAME)
    hands.tap("ok")
    hands.touch("e4 e2")
    hands.wait(5000)
    assert hands.table.line.ply == 0
    assert offered_controls(hands.table)[6].control == control("1860+7")


def test_the_last_one_is_taken_again_by_few_keys() -> None:
    """From the default after a restart: fewer than setting it again."""
    hands = hands_at(Terms(control=control(DEFAULT)), (control("1500+7"),))
    assert choose(hands, "25+7") == 8
    assert hands.table.terms.control == control("1500+7")


def test_the_owners_controls_stand_before_the_usual_ones() -> None:
    """Behind what was set by hand, in the owner's order; none twice, and the big ones stay in place."""
    own = (control("1200+5"), control("5400+20"), control("180+2"))
    terms = Terms(control=control(DEFAULT), own_controls=own)
    hands = hands_at(terms, (control("1500+7"), own[1]))
    names = [each.name for each in offered_controls(hands.table)]
    assert names[:10] == [
        *("blitz 3+2", "rapid 10+5", "rapid 15+10", "classical 90+30", MINUTES, NONE),
        *("25+7", "90+20", "20+5", "bullet 1+0"),
    ]
    assert len(names) == 3 + len(PRESETS) + len((NONE, MINUTES, BY_HAND))


def test_more_slots_than_five_are_refused() -> None:
    """A journal that has them is not to be trusted."""
    with pytest.raises(ValueError, match="found 6 controls set by hand, expected 5 at most"):
        Comfort(by_hand=tuple(control(str(60 * minutes)) for minutes in range(1, 7)))


# What is never lost


@pytest.mark.parametrize("leaving", ["wait", "chord", "reed"])
def test_what_was_being_set_is_there_again(leaving: str) -> None:
    """Half a minute without a key, two keys at once, a piece that is moved: `ok` asks the same again."""
    hands = at_start(DEFAULT)
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, BY_HAND))
    hands.tap("ok")
    for answer in ("d", 40, 25):
        hands.say(answer)
    hands.tap("ok plus")
    before = hands.menu
    if leaving == "wait":
        hands.wait(31_000)
    elif leaving == "chord":
        hands.buttons = BUTTONS["ok"]
        hands.hold("plus")
        hands.buttons = 0
        hands.wait(200)
    else:
        hands.touch("e2 e2")
    assert find_open_menu(hands.table) is None
    hands.wait(3000)
    hands.tap("ok")
    assert hands.menu == before._replace(since_ms=hands.menu.since_ms)


def test_a_game_that_begins_forgets_what_was_being_set() -> None:
    """In its pause `ok` opens the menu as ever: there no control is set."""
    hands = at_start(DEFAULT)
    set_up_half(hands)
    hands.tap("black play ok")
    assert hands.menu.level is Level.ENTRIES


def test_back_to_the_list_gives_it_up() -> None:
    """Who steps back to the controls and leaves begins at the first question the next time."""
    hands = at_start(DEFAULT)
    set_up_half(hands)
    hands.tap("ok back back back ok")
    assert hands.menu.level is Level.ENTRIES


def set_up_half(hands: Hands) -> None:
    """Begin to set a control by hand, and wait until the menu is closed."""
    hands.enter(Entry.CONTROL)
    hands.step_to(choice_named(hands.table, BY_HAND))
    hands.tap("ok plus")
    hands.wait(31_000)


# Held keys


@pytest.mark.parametrize("times", [1, 2, 7])
def test_a_held_key_repeats_at_its_pace(times: int) -> None:
    """After half a second, then five times a second; the release adds none."""
    hands = at_start(DEFAULT)
    hands.enter(Entry.CONTROL)
    before = hands.menu.choice
    hands.hold("plus", REPEATS_AFTER_MS + (times - 1) * REPEATS_MS + REPEATS_MS // 2)
    assert hands.menu.choice == before + times


def test_a_late_scan_misses_no_repetition() -> None:
    """A board that was busy for a second catches up, to the same choice."""
    hands = at_start(DEFAULT)
    hands.enter(Entry.CONTROL)
    before = hands.menu.choice
    hands.buttons = BUTTONS["plus"]
    hands.wait(10)
    hands.now_ms += 1600
    hands.wait(0)
    assert hands.menu.choice == before + 6


def test_keys_of_journals_without_a_menu_do_what_they_did() -> None:
    """A held key steps nothing, what was being set is lost, and what was set is not remembered."""
    hands = hands_at(Terms(control=control(DEFAULT), menu=1))
    hands.enter(Entry.CONTROL)
    before = hands.menu.choice
    hands.hold("plus", 3000)
    assert hands.menu.choice == before
    hands.tap("play")
    set_up_half(hands)
    hands.tap("ok")
    assert hands.menu.level is Level.ENTRIES
    hands.tap("play")
    set_by_hand(hands, 31, 7)
    assert hands.table.comfort.by_hand == ()
