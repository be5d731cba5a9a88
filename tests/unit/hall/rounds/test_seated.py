"""Whether a board has taken its seating: by what its game bears."""

from dataclasses import replace
from typing import Any

import pytest

from jadoube.core.messages.names import NAME_MOST, NO_NAME
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.rounds.pairings import is_of_another
from jadoube.hall.rounds.played.seated import Seat, bears, seat_of
from jadoube.mqtt.payloads import ClockState, PairedBoard, Person, PlayedGame, Presence, Round, Seating

VERA, PAUL = Person("Menchik, Vera", "WGM"), Person("Keres, Paul")
PAIRING = PairedBoard("7", "b1", VERA, PAUL)
ROUND = Round("Open", "", "2", (PAIRING,))
SEATING = Seating("s1", VERA, PAUL, "Open", "", "2", "7")
GAME = PlayedGame("g1", 1, 0, VERA, PAUL, "Open", "", "2", "7")
BOARD = BoardState("b1", Presence("on", 1), game=GAME, seating=SEATING)


def _seat(seating: Seating | None = SEATING, **game: Any) -> Seat:
    return seat_of(replace(BOARD, seating=seating, game=replace(GAME, **game)), ROUND, PAIRING)


def test_a_board_that_bears_all_of_it_has_taken_its_seat() -> None:
    """Event, round, number and names; who is nobody by his own wish is right there."""
    assert _seat() == Seat.TAKEN
    assert _seat(white=Person(NO_NAME)) == Seat.TAKEN


def test_a_seating_of_other_players_is_none_of_this_pairing() -> None:
    """A list has given the number to others since then: theirs is to be sent."""
    for pairing in (replace(PAIRING, white=Person("Tal, Mikhail")), replace(PAIRING, white=PAUL, black=VERA)):
        assert seat_of(BOARD, ROUND, pairing) == Seat.UNTOLD
    assert seat_of(BOARD, ROUND, replace(PAIRING, white=Person(NO_NAME))) == Seat.TAKEN


@pytest.mark.parametrize(
    ("shown", "is_another"),
    [
        ({"white": Person("Tal, Mikhail")}, True),
        ({"white": PAUL, "black": VERA}, True),
        ({"white": Person(NO_NAME), "black": Person("Tal, Mikhail")}, True),
        ({"white": Person("Mentschik, Vera"), "black": Person("")}, False),
        ({"white": Person("Tal, Mikhail"), "round": "2"}, False),
        ({"white": Person("Tal, Mikhail"), "san": ()}, False),
        ({"white": Person("Tal, Mikhail"), "over": True}, False),
    ],
)
def test_an_analysis_under_the_names_of_before_is_not_started(
    shown: dict[str, Any], *, is_another: bool
) -> None:
    """It says no round and has plies; what is meant for the pairing says its round, or is named so."""
    analysis = replace(GAME, **{"round": "", "san": ("e4",)} | shown)
    assert is_of_another(ROUND, PAIRING, analysis) == is_another
    long_name = replace(PAIRING, white=Person("Menchik, V"))  # another hall program has told so much of it
    assert not is_of_another(ROUND, long_name, replace(GAME, round="", san=("e4",)))


def test_a_pairing_that_keeps_its_board_is_seated_as_its_table_says() -> None:
    """A list gave it another number in mid-game: the board goes on under its own, and is started again."""
    moved = replace(PAIRING, number="9", table="7")
    assert seat_of(BOARD, ROUND, moved) == Seat.TAKEN
    assert not is_of_another(ROUND, moved, GAME)
    assert is_of_another(ROUND, moved, replace(GAME, board="9"))


@pytest.mark.parametrize(
    "shown",
    [{"event": "Other"}, {"round": "1"}, {"round": ""}, {"board": "8"}, {"white": Person("Tal")}],
)
def test_one_that_bears_something_else_waits(shown: dict[str, Any]) -> None:
    """As long as nothing was played, and when its game is over and of another round."""
    assert _seat(**shown) == Seat.WAITS
    assert seat_of(replace(BOARD, game=None), ROUND, PAIRING) == Seat.WAITS


@pytest.mark.parametrize(
    ("told", "clock", "seat"),
    [
        ("3 + 2", "3+2", Seat.TAKEN),
        ("blitz 3+2", "3+2", Seat.TAKEN),
        ("none", None, Seat.TAKEN),
        ("", "15+10", Seat.TAKEN),
        ("90+30", "3+2", Seat.WAITS),
        ("90+30", None, Seat.WAITS),
        ("90+3O", "3+2", Seat.WAITS),
    ],
)
def test_a_board_of_another_time_control_has_not_taken_its_seat(
    told: str, clock: str | None, seat: Seat
) -> None:
    """It has refused it, or has not set it yet; a game that has begun keeps its own."""
    there = ClockState(180_000, 180_000, "", 0, control=clock) if clock else None
    board = replace(BOARD, seating=replace(SEATING, control=told), clock=there)
    assert seat_of(board, ROUND, PAIRING) == seat
    assert seat_of(replace(board, game=replace(GAME, san=("e4",))), ROUND, PAIRING) == Seat.TAKEN


def test_a_game_that_is_played_keeps_the_board() -> None:
    """It is seated later; one that is away in the midst of it is not counted on."""
    before: dict[str, Any] = {"round": "1", "san": ("e4",)}
    assert _seat(**before) == Seat.LATER
    assert _seat(**before, over=True) == Seat.WAITS
    away = replace(BOARD, presence=Presence("off", 1), game=replace(GAME, round="1", san=("e4",)))
    assert seat_of(away, ROUND, PAIRING) == Seat.WAITS


def test_a_clock_that_runs_where_nobody_came_keeps_the_board() -> None:
    """The game before is over only once somebody stops it, or its flag has fallen."""
    before: dict[str, Any] = {"round": "1", "phase": "playing"}
    assert _seat(**before) == Seat.LATER
    assert _seat(**before | {"phase": "paused"}) == Seat.WAITS
    assert _seat(**before | {"phase": "over"}, over=True) == Seat.WAITS


def test_who_has_played_and_sets_up_again_is_not_waited_for() -> None:
    """The next game says nothing of a round; the pairing has its result."""
    done = replace(BOARD, game=replace(GAME, game_id="g2", round=""))
    assert seat_of(done, ROUND, replace(PAIRING, result="1-0")) == Seat.TAKEN
    assert seat_of(done, ROUND, replace(PAIRING, result="*")) == Seat.WAITS


def test_a_game_that_was_begun_before_its_seating_takes_the_names() -> None:
    """It says nothing of event, round and number then, but nothing else, either."""
    bare: dict[str, Any] = {"event": "", "round": "?", "board": "-", "san": ("e4",)}
    assert _seat(**bare) == Seat.TAKEN
    assert _seat(**{**bare, "round": "1"}) == Seat.LATER
    assert _seat(**bare, white=Person("Tal")) == Seat.LATER


def test_a_game_of_a_list_without_an_event_is_not_of_a_later_event() -> None:
    """Its round has the same name, and perhaps one of the players: its board is to begin another."""
    assert _seat(event="", san=("e4",), over=True, white=Person("Tal")) == Seat.WAITS


def test_a_game_that_was_begun_under_the_name_of_the_house_takes_the_names() -> None:
    """The board keeps the event of its game then; so it does after the end."""
    begun: dict[str, Any] = {"event": "Club evening", "round": "", "board": "", "san": ("e4",)}
    assert _seat(**begun) == Seat.TAKEN
    assert _seat(**begun, over=True) == Seat.TAKEN
    assert _seat(**{**begun, "board": "8"}) == Seat.LATER
    assert _seat(**begun, white=Person("Tal")) == Seat.LATER
    assert _seat(event="Club evening", round="", board="") == Seat.WAITS


def test_a_game_of_last_week_is_not_that_of_today() -> None:
    """The same pair, round and number in another event, and over: the board has not taken its seating."""
    assert _seat(event="Club evening 27", san=("e4",), over=True) == Seat.WAITS
    assert _seat(event="Club evening 27", board="", over=True) == Seat.WAITS
    assert _seat(event="Club evening 27", san=("e4",)) == Seat.TAKEN
    assert _seat(event="Club evening 27", round="", over=True) == Seat.TAKEN
    assert _seat(event="", san=("e4",), over=True) == Seat.TAKEN


def test_a_name_that_was_corrected_at_the_board_is_no_other_seating() -> None:
    """Once the first ply is played, round and number tell whose game it is."""
    assert _seat(white=Person("Menchikova, Vera"), san=("e4",)) == Seat.TAKEN
    assert _seat(white=Person("Menchikova, Vera"), over=True) == Seat.TAKEN


def test_who_was_told_nothing_is_not_waited_for() -> None:
    """Also where the table has the seating of another round, or of another pairing."""
    assert _seat(None) == Seat.UNTOLD
    assert _seat(replace(SEATING, round="1")) == Seat.UNTOLD
    assert _seat(replace(SEATING, board="8")) == Seat.UNTOLD


def test_names_are_compared_as_a_board_keeps_them() -> None:
    """Cut, and without what an order cannot have."""
    told = replace(SEATING, white=Person("Long " * 40), event='The "Open" | 2')
    shown = replace(GAME, white=Person(("Long " * 40)[:NAME_MOST].strip()), event="The 'Open' / 2")
    assert bears(shown, told)
    assert bears(shown, replace(told, black=Person("?")))
    assert not bears(replace(shown, white=Person("Long")), told)
