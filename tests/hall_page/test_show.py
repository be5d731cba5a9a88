"""What is sent to who looks on: all at first, then what is new; cards, calls and their ages."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from jadoube.glances.faults import Faults
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.page.calls import Calls
from jadoube.hall.page.cards import card
from jadoube.hall.page.parts import Parts
from jadoube.hall.page.show import Show
from jadoube.hall.rounds.played.seated import WITHIN_MS, Seat
from jadoube.hall.troubles import Kind, Trouble
from jadoube.mqtt.payloads import (
    About,
    Alarm,
    Call,
    ClockState,
    PairedBoard,
    Person,
    PlayedGame,
    Presence,
    Round,
    Seating,
)
from jadoube_sim.benchmarks.hall.played import PlayedHall
from jadoube_sim.benchmarks.hall.recording import record

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


def test_a_card_says_which_of_two_boards_with_one_number_plays() -> None:
    """A game of another round says so; a board that plays no pairing of the round stands apart."""
    board = replace(BOARD, game=replace(GAME, round="1", board="5"))
    pairing = PairedBoard("5", "b1", VERA, PAUL)

    def told(now: str, paired: PairedBoard | None) -> tuple[str, bool]:
        shown = card(board, paired, (), now=Round(round=now))
        return shown.get("of_round", ""), shown.get("apart", False)

    assert told("", None) == ("", False)
    assert told("1", pairing) == ("", False)
    assert told("1", None) == ("", True)
    assert told("2", None) == ("1", True)
    assert told("2", pairing) == ("1", False)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("http://10.0.0.7:8064/", True),
        ("https://b7.local/", True),
        ("javascript:alert(1)", False),
        ("//x", False),
    ],
)
def test_a_boards_page_is_a_link_only_if_it_is_one(said: str, *, shown: bool) -> None:
    """Whoever has a board's password may say what he likes there."""
    found = card(BoardState("b1", about=About("b1", "1", "m", said)), None, ())
    assert found.get("page", "") == (said if shown else "")


def test_names_are_the_games_then_those_who_are_to_sit_there() -> None:
    """And the number is that of the pairing."""
    seating = Seating("s", PAUL, VERA, board="7")
    pairing = PairedBoard("12", "b1", VERA, PAUL, "1-0")
    empty = BoardState("b1", seating=seating)
    assert card(empty, None, ())["white"]["name"] == PAUL.name
    assert card(empty, None, ())["number"] == "7"
    assert card(BoardState("b1"), pairing, ())["white"]["name"] == VERA.name
    assert card(BoardState("b1"), pairing, ())["result"] == "1-0"


@pytest.mark.parametrize(
    ("shown", "given", "result", "is_other"),
    [
        ({}, "", "1/2-1/2", False),
        ({}, "0-1", "0-1", False),
        ({"result": "*", "over": False}, "0-1", "0-1", False),
        ({"white": Person("Tal, Mikhail")}, "0-1", "1/2-1/2", True),
        ({"white": Person("Tal, Mikhail"), "result": "*", "over": False}, "0-1", "", True),
        ({"round": "1", "event": "Club"}, "0-1", "1/2-1/2", True),
        ({"round": "2"}, "0-1", "1/2-1/2", True),
        ({"white": Person("Tal, Mikhail"), "san": (), "result": "*", "over": False}, "0-1", "", True),
    ],
)
def test_a_result_stands_under_the_names_of_its_own_game(
    *, shown: dict[str, Any], given: str, result: str, is_other: bool
) -> None:
    """That of the pairing counts; a game of others, or of another round or event, has its own and a mark."""
    pairing = PairedBoard("5", "b1", VERA, PAUL, given)
    drawn = replace(GAME, result="1/2-1/2", over=True, round="1", event="Open", board="5")
    found = card(BoardState("b1", game=replace(drawn, **shown)), pairing, (), now=Round("Open", "", "1"))
    assert (found.get("result", ""), found.get("other", False)) == (result, is_other)


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


def test_a_board_that_does_not_take_its_seating_is_a_call_after_ten_seconds() -> None:
    """As old as it waits; another seating is waited for anew, one that was taken is no call."""
    told = replace(BOARD, seating=Seating("s1", VERA, PAUL, "Open", "", "2", "7"))
    calls = Calls()
    assert calls.follow(told, 1000, Seat.WAITS) == ()
    assert calls.due_ms() == 1000 + WITHIN_MS
    assert calls.late(WITHIN_MS) == set()
    assert calls.late(1000 + WITHIN_MS) == {"b1"}
    [call] = calls.follow(told, 1000 + WITHIN_MS, Seat.WAITS)
    assert (call.need, call.since_ms) == ("seat", 1000)
    assert (calls.late(60_000), calls.due_ms()) == (set(), None)
    assert calls.see("b1", call.key, "Vera")
    again = replace(told, seating=replace(told.seating, stamp="s2")) if told.seating else told
    assert calls.follow(again, 60_000, Seat.WAITS) == ()
    assert calls.follow(again, 60_001, Seat.TAKEN) == ()
    assert calls.due_ms() is None
    calls.follow(again, 60_002, Seat.WAITS)
    calls.forget("b1")
    assert calls.due_ms() is None


def test_pairings_without_a_board_are_a_call_that_is_seen_once() -> None:
    """A result that is given leaves it seen; another pairing, or another round, is a new one."""
    calls = Calls()
    [call] = calls.without_board("1", ["3", "4"], 1000)
    assert calls.see("", call.key, "Vera")
    [fewer] = calls.without_board("1", ["4"], 2000)
    assert (fewer.seen_by, fewer.since_ms, fewer.said["en"][-2:]) == ("Vera", 1000, "4.")
    [more] = calls.without_board("1", ["4", "5"], 3000)
    [another] = calls.without_board("2", ["4"], 4000)
    assert [(each.seen_by, each.since_ms) for each in (more, another)] == [("", 3000), ("", 4000)]
    [many] = calls.without_board("2", [str(number) for number in range(99)], 5000)
    assert many.said["en"].endswith("11, ….")
    assert calls.without_board("2", [], 6000) == ()


def test_who_has_taken_his_seating_is_shown() -> None:
    """On the cards; in time without anything new; pairings without a board are one call of the hall."""
    asyncio.run(_who_has_taken_his_seating(PlayedHall(record(4, 2, seed=1, different=2))))


async def _who_has_taken_his_seating(hall: PlayedHall) -> None:
    at = [0]
    show = Show(hall, hall, lambda: at[0], Faults(print, lambda: 0))
    spectator = show.join(deltas=True)

    async def told() -> dict[str, Any]:
        show.send()
        return dict(json.loads(await spectator.next() or b"")["parts"])

    show.change("")
    hall.assign("4", "", "Vera")
    await told()
    await hall.seat("Vera")
    other = hall.board("b002")
    assert other is not None
    assert other.game is not None
    hall.change("b002", game=replace(other.game, board="9"))
    parts = await told()
    assert (parts["board/b001"]["seat"], parts["board/b002"]["seat"]) == ("taken", "waits")
    assert [each["need"] for each in parts["calls"]] == ["nowhere"]
    assert parts["calls"][0]["said"]["en"].endswith("4.")
    at[0] = WITHIN_MS
    assert [each["need"] for each in (await told())["board/b002"]["calls"]] == ["seat"]
    hall.choose_round("2", "Vera")
    show.change("")
    parts = await told()
    assert "seat" not in parts["board/b002"]
    assert parts["calls"] == []
