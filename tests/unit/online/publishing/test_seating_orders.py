"""Seats: the orders that seat players, as the board stands."""

from dataclasses import replace
from typing import Any

import pytest

from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.names import NO_NAME
from jadoube.mqtt.payloads import Person, Seating
from jadoube.online.publishing.seating_orders import NEW_GAME, person_text, seating_orders

SEATING = Seating("s", Person("Ada"), Person("Bo", "GM", 2500, "17", "FRA"), "Open", "", "3", "12", "3+2")
NOBODY = {"name": "", "title": "", "rating": None, "fide_id": "", "federation": ""}
NAMES = ["name white Ada", "name black Bo | GM | 2500 | 17 | FRA"]


def shown(
    phase: str,
    plies: int,
    round_: str = "",
    board: str = "",
    event: str = "Open",
    players: str = "Ada-Bo",
    running: str | None = None,
) -> dict[str, Any]:
    """What of a board's message decides."""
    white, black = [NOBODY | {"name": name} for name in players.split("-")]
    names = {"white": white, "black": black, "event": event, "round": round_, "board": board}
    return {
        "phase": phase,
        "game": {"plies": [{}] * plies},
        "clock": {"running": running},
        "names": names,
    }


def test_before_a_game_all_is_said() -> None:
    """Names, what the game is called, and the control; what the hall does not know is left as it is."""
    orders = seating_orders(SEATING, shown("setting up", 0))
    assert orders == [*NAMES, "event Open", "round 3", "board 12", "control 3+2"]
    for order in orders:
        read_ordered(f"by arbiter {order}")


def test_after_a_game_another_one_begins() -> None:
    """Else the game that is over would get the names; it is there for a moment after that order, too."""
    assert seating_orders(SEATING, shown("over", 40, "2", "12")) == [NEW_GAME]


@pytest.mark.parametrize("phase", ["playing", "paused"])
def test_a_game_of_another_round_is_left_alone(phase: str) -> None:
    """The seating waits until it is over."""
    assert seating_orders(SEATING, shown(phase, 3, "2", "12")) is None
    assert seating_orders(SEATING, shown(phase, 3, "3", "11")) is None


def test_a_game_of_another_event_is_left_alone() -> None:
    """Also one with the same round and number."""
    assert seating_orders(SEATING, shown("playing", 3, "3", "12", "Blitz")) is None


@pytest.mark.parametrize(
    ("round_", "board", "event"), [("2", "12", "Open"), ("3", "11", "Open"), ("3", "12", "Blitz")]
)
def test_a_clock_of_another_round_is_not_taken_over(round_: str, board: str, event: str) -> None:
    """Where nobody came it has run without a ply: while it runs the seating waits, then that game is over."""
    assert seating_orders(SEATING, shown("playing", 0, round_, board, event, running="white")) is None
    assert seating_orders(SEATING, shown("paused", 0, round_, board, event)) == [NEW_GAME]


@pytest.mark.parametrize(("phase", "running"), [("playing", "white"), ("paused", None)])
@pytest.mark.parametrize(("round_", "board"), [("3", "12"), ("", "")])
def test_a_clock_that_has_begun_for_this_seating_keeps_its_control(
    phase: str, running: str | None, round_: str, board: str
) -> None:
    """It would be refused; names and what the game is called change nothing in play."""
    orders = seating_orders(SEATING, shown(phase, 0, round_, board, running=running))
    assert orders == [*NAMES, "event Open", "round 3", "board 12"]


@pytest.mark.parametrize(
    ("event", "players", "waits"), [("", "Cy-Di", True), ("", "Ada-Di", False), ("", "Cy-", False)]
)
def test_a_game_that_was_seated_without_an_event_is_not_that_of_two_others(
    event: str, players: str, *, waits: bool
) -> None:
    """A list without an event was followed by another one: its rounds have the same names."""
    message = shown("playing", 3, "3", "12", players=players)
    message["names"]["event"] = event
    assert (seating_orders(SEATING, message) is None) == waits


@pytest.mark.parametrize(
    ("round_", "board", "players"),
    [
        ("3", "12", "Ada-Bo"),
        ("3", "12", "Cy-Di"),
        ("3", "", "Cy-Di"),
        ("", "", "Ada-Bo"),
        ("", "12", "Ada-?"),
        ("?", "?", "?-?"),
        ("", "12", f"{NO_NAME}-Bo"),
    ],
)
def test_the_game_that_is_played_gets_the_names(round_: str, board: str, players: str) -> None:
    """They change nothing in play."""
    assert seating_orders(SEATING, shown("playing", 3, round_, board, players=players)) == NAMES


@pytest.mark.parametrize("players", ["Cy-Di", "Ada-Di", "Bo-Ada"])
@pytest.mark.parametrize("phase", ["setting up", "playing"])
def test_an_analysis_under_the_names_of_before_is_left_alone(phase: str, players: str) -> None:
    """It says no round, and names others: were it taken, the round's own game would not count."""
    assert seating_orders(SEATING, shown(phase, 30, "", "12", players=players)) is None


@pytest.mark.parametrize("players", ["Cy-Di", "Ada-Di", "Bo-Ada"])
def test_a_game_that_was_begun_before_the_seatings_came_gets_the_names(players: str) -> None:
    """It has the names of before, and its clock has run, or there is none."""
    for message in (
        shown("playing", 3, "", "12", players=players, running="white"),
        shown("paused", 3, "", "12", players=players),
        shown("playing", 3, "", "12", players=players) | {"clock": None},
    ):
        assert seating_orders(SEATING, message) == NAMES


def test_a_surname_alone_is_a_name() -> None:
    """Players have typed theirs at the board."""
    assert seating_orders(OWN, shown("playing", 3, players="Menchik-graf")) == OWN_NAMES
    assert seating_orders(OWN, shown("playing", 3, players="Menchik-Vera")) is None


OWN = Seating("s", Person("Menchik, Vera"), Person("Graf, Sonja"), "Open", "", "3", "12")
OWN_NAMES = ["name white Menchik, Vera", "name black Graf, Sonja"]


@pytest.mark.parametrize(
    "players",
    ["Mentschik, Vera-Graf, Sonja", "Vera MENCHIK-Graff, Sonia", "?-Graf, Sonja", f"{NO_NAME}-Graf, Sonja"],
)
def test_a_name_is_corrected_after_the_end(players: str) -> None:
    """Of the same event, round and number, where each is spelled nearly so, or unknown."""
    assert seating_orders(OWN, shown("over", 3, "3", "12", players=players)) == OWN_NAMES


@pytest.mark.parametrize(
    ("event", "players"),
    [
        ("Blitz", "Menchik, Vera-Graf, Sonja"),
        ("", "Menchik, Vera-Graf, Sonja"),
        ("Open", "Keres, Paul-Tal, Mikhail"),
        ("Open", "Menchik, Vera-Tal, Mikhail"),
        ("Open", "Graf, Sonja-Menchik, Vera"),
        ("Open", "?-Tal, Mikhail"),
    ],
)
def test_a_game_keeps_its_names_after_the_end(event: str, players: str) -> None:
    """A game of another event, of none, of others, or with other colours: the next one is begun."""
    assert seating_orders(OWN, shown("over", 3, "3", "12", event, players)) == [NEW_GAME]


def test_two_names_that_are_nearly_the_same_are_not_exchanged_after_the_end() -> None:
    """Each is spelled nearly as the other: that is no correction. Nor are they two, whose FIDE ids differ."""
    pair = replace(OWN, white=Person("Meier, Jana", fide_id="1"), black=Person("Meier, Jan", fide_id="2"))
    assert seating_orders(pair, shown("over", 3, "3", "12", players="Meier, Jan-Meier, Jana")) == [NEW_GAME]
    message = shown("over", 3, "3", "12", players="Meier, Janna-Meier, Jan")
    assert seating_orders(pair, message) != [NEW_GAME]
    message["names"]["white"] = message["names"]["white"] | {"fide_id": "3"}
    assert seating_orders(pair, message) == [NEW_GAME]
    message["names"]["white"] = NOBODY | {"name": "Quite, Another", "fide_id": "1"}
    assert seating_orders(pair, message) != [NEW_GAME]


def test_who_is_hidden_after_the_end_is_nobody_who_is_not_private() -> None:
    """Else the game of a private player would become another's."""
    message = shown("over", 3, "3", "12", players=f"{NO_NAME}-Graf, Sonja")
    assert seating_orders(OWN, message, frozenset()) == [NEW_GAME]
    private = ["name white Menchik, Vera | private", "name black Graf, Sonja"]
    assert seating_orders(OWN, message, frozenset({"Menchik, Vera"})) == private


def test_no_name_is_taken_from_a_game_after_the_end() -> None:
    """Where the hall does not know one, what the board knows stays."""
    message = shown("over", 3, "3", "12", players="Menchik, Vera-Graf, Sonja")
    assert seating_orders(replace(OWN, white=Person("?")), message) == OWN_NAMES[1:]


@pytest.mark.parametrize(
    ("person", "text"),
    [
        (Person(), "-"),
        (Person("?"), "-"),
        (Person("Ada", "Prof. Dr.", 99999, "x", "France"), "Ada"),
        (Person("Ada\nby owner", rating=1800), "Ada by owner | - | 1800"),
        (Person("A|B"), "A/B"),
        (Person("x" * 300), "x" * 80),
    ],
)
def test_what_is_no_name_or_title_is_left_out(person: Person, text: str) -> None:
    """The board takes the order."""
    assert person_text(person, frozenset()) == text
    read_ordered(f"by arbiter name white {text}")


def test_who_is_private_stays_so() -> None:
    """Whatever the hall says of him."""
    assert person_text(Person("Ada", "GM"), frozenset({"Ada"})) == "Ada | GM | private"
