"""What is sent to who looks on: all at first, then what is new; cards, calls and their ages."""

import json
from dataclasses import replace
from typing import Any

from jadoube.glances.faults import Faults
from jadoube.hall.board_fold import BoardState
from jadoube.hall.page.calls import Calls
from jadoube.hall.page.cards import card
from jadoube.hall.page.parts import Parts
from jadoube.hall.page.show import Show
from jadoube.hall.troubles import Kind, Trouble
from jadoube.mqtt.payloads import (
    Alarm,
    Call,
    ClockState,
    PairedBoard,
    Person,
    PlayedGame,
    Presence,
    Seating,
)
from jadoube_sim.benchmarks.hall_played import PlayedHall
from jadoube_sim.benchmarks.hall_recording import record

VERA, PAUL = Person("Menchik, Vera", "WGM", 2300), Person("Keres, Paul")
GAME = PlayedGame("g1", 4, 0, VERA, PAUL, san=("e4", "e5"), move="e7e5", fen="8/8/8/8/8/8/8/8 w - - 0 2")
BOARD = BoardState("b1", Presence("on", 1), game=GAME)


def _told(parts: Parts, number: int) -> dict[str, Any]:
    return dict(json.loads(parts.since(number, 7)))


def test_only_what_is_new_is_told() -> None:
    """Who has seen nothing gets all; who has seen the first change gets the second; once."""
    parts = Parts()
    assert parts.put({"a": b"1", "b": b"2"})
    seen = parts.number
    assert not parts.put({"a": b"1"})
    assert parts.put({"b": b"3", "c": b"4"})
    assert _told(parts, 0) == {"at_ms": 7, "whole": True, "parts": {"a": 1, "b": 3, "c": 4}}
    assert _told(parts, seen) == {"at_ms": 7, "whole": False, "parts": {"b": 3, "c": 4}}
    assert _told(parts, parts.number)["parts"] == {}


def test_a_part_that_has_gone_is_told_to_who_has_seen_it() -> None:
    """As null; who comes later hears nothing of it."""
    parts = Parts()
    parts.put({"a": b"1"})
    seen = parts.number
    parts.put({"a": b"null"})
    assert _told(parts, seen)["parts"] == {"a": None}
    assert _told(parts, 0)["parts"] == {}


def test_a_card_says_what_is_known_and_no_more() -> None:
    """Names, position, last move; what a board has not said is left out."""
    shown = card(BOARD, None, ())
    assert shown == {
        "id": "b1",
        "state": "on",
        "white": {"name": "Menchik, Vera", "title": "WGM", "rating": 2300},
        "black": {"name": "Keres, Paul"},
        "seq": 4,
        "fen": "8/8/8/8/8/8/8/8",
        "move": "e7e5",
        "ply": 2,
        "san": "e5",
    }
    assert card(BoardState("b2"), None, ()) == {"id": "b2"}


def test_names_are_the_games_then_those_who_are_to_sit_there() -> None:
    """And the number is that of the pairing."""
    seating = Seating("s", PAUL, VERA, board="7")
    pairing = PairedBoard("12", "b1", VERA, PAUL, "1-0")
    empty = BoardState("b1", seating=seating)
    assert card(empty, None, ())["white"]["name"] == PAUL.name
    assert card(empty, None, ())["number"] == "7"
    assert card(BoardState("b1"), pairing, ())["white"]["name"] == VERA.name
    assert card(BoardState("b1"), pairing, ())["result"] == "1-0"
    drawn = replace(GAME, result="1/2-1/2", over=True)
    assert card(BoardState("b1", game=drawn), pairing, ())["result"] == "1/2-1/2"


def test_a_clock_is_counted_from_the_halls_own_instant() -> None:
    """Whatever the date of the board is."""
    clock = ClockState(60_000, 50_000, "white", at=1, white_rate=-1)
    shown = card(BoardState("b1", clock=clock, clock_ms=777), None, ())["clock"]
    assert (shown["at_ms"], shown["white_ms"], shown["running"]) == (777, 60_000, "white")


def test_moves_are_numbered_from_where_the_game_begins() -> None:
    """A game that was set up with Black to move in its 30th move."""
    late = replace(GAME, start_fen="8/8/8/8/8/8/8/8 b - - 0 30")
    assert card(BoardState("b1", game=late), None, ())["begins"] == 59
    for number in ("\u00b2", "1" * 90):
        odd = replace(GAME, start_fen=f"8/8/8/8/8/8/8/8 b - - 0 {number}")
        assert card(BoardState("b1", game=odd), None, ())["begins"] == 1


def test_calls_are_in_order_of_urgency_and_keep_their_age() -> None:
    """A call that stands has the age of its first appearance; another ply is another call."""
    calls, doubt, illegal = Calls(), Call("doubt", {}, 3), Call("illegal", {}, 5)
    calls.follow(replace(BOARD, alarm=Alarm((doubt,), "g1")), 100)
    found = calls.follow(replace(BOARD, alarm=Alarm((doubt, illegal), "g1")), 200)
    assert [(each.need, each.since_ms) for each in found] == [("illegal", 200), ("doubt", 100)]
    [again] = calls.follow(replace(BOARD, alarm=Alarm((replace(doubt, ply=9),), "g1")), 300)
    assert again.since_ms == 300


def test_a_call_that_is_seen_stays_seen() -> None:
    """As long as it stands; one that came back is a new one."""
    calls = Calls()
    board = replace(BOARD, alarm=Alarm((Call("help", {}, 2),), "g1"))
    [call] = calls.follow(board, 1)
    assert calls.see("b1", call.key, "Vera")
    assert not calls.see("b1", "another", "Vera")
    [call] = calls.follow(board, 2)
    assert call.seen_by == "Vera"
    assert calls.follow(BOARD, 3) == ()
    assert calls.follow(board, 4)[0].seen_by == ""


def test_a_board_that_is_lost_in_a_game_is_a_call() -> None:
    """One that is lost after its game is none."""
    lost = Presence("lost", 1)
    [call] = Calls().follow(replace(BOARD, presence=lost), 1)
    assert call.need == "lost"
    over = replace(GAME, over=True)
    assert Calls().follow(replace(BOARD, presence=lost, game=over), 1) == ()


def test_troubles_are_lines_on_the_card() -> None:
    """In every language."""
    troubled = replace(
        BOARD, troubles=(Trouble(Kind.TWO_MACHINES, {"en": "two machines", "fr": "deux machines"}),)
    )
    assert card(troubled, None, ())["troubles"] == [{"en": "two machines", "fr": "deux machines"}]


def test_the_delay_that_is_left_is_told() -> None:
    """The page counts a time on only after it."""
    board = BoardState("b1", clock=ClockState(5000, 9000, "white", 0, white_rate=-1, delay_ms=3000))
    assert card(board, None, ())["clock"]["delay_ms"] == 3000


def test_it_is_told_since_when_nothing_is_heard_of_boards() -> None:
    """And that something is heard again."""
    hall = PlayedHall(record(1, 1, seed=1))
    show = Show(hall, hall, lambda: 7, Faults(lambda _: None, lambda: 7))
    told = list[object]()
    for away_ms in (None, 5, None):
        hall.away_ms = away_ms
        show.change("")
        show.send()
        told.append(json.loads(show._parts.since(0, 7))["parts"].get("away"))
    assert told == [None, {"at_ms": 5}, None]
