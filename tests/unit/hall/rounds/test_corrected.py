"""A result that an arbiter corrects stands instead of the game's, until the game says another one."""

from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.core.messages.phrases import UnfitText
from jadoube.formats.pairings import read_pairings
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.troubles import PASSES_MS
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Round
from shared.hall.rounds import (
    LIST,
    Hall,
    chosen_hall,
    evening_hall,
    named_game,
    read_again,
    take_anyway,
    told_lines,
)

PAIRS = "1,Anna,Bert 2,Cleo,Dirk"


def results(hall: Hall, name: str = "") -> dict[str, str]:
    """The results of a round's pairings."""
    return {each.number: each.result for each in hall.rounds.results.of(name)}


def test_a_corrected_result_counts_everywhere() -> None:
    """In the table, in the text of the game, and where Lichess is told that the pairing has changed."""
    hall = evening_hall()
    hall.changed.clear()
    hall.rounds.record("1", "1/2-1/2")
    assert results(hall) == {"1": "1/2-1/2", "2": "0-1"}
    assert hall.changed >= {hall.rounds.ids["1"]}
    pgn = RoundGames(hall.store, hall.rounds, lambda: 0).pgn()
    assert '[Result "1/2-1/2"]' in pgn
    assert '[Result "1-0"]' not in pgn
    hall.rounds.record("1", "")
    assert results(hall) == {"1": "1-0", "2": "0-1"}


def test_what_the_game_says_next_counts_again() -> None:
    """The newest counts: what was said instead of a result is over when the board says another one."""
    hall = evening_hall()
    hall.rounds.record("1", "0-1")
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", "e4", result="1-0", over=True))
    assert results(hall)["1"] == "0-1"
    hall.play("b1", named_game("g1", 4, "Anna", "Bert", "e4"))
    assert results(hall)["1"] == "*"
    hall.play("b1", named_game("g1", 5, "Anna", "Bert", "e4", result="1-0", over=True))
    assert results(hall)["1"] == "1-0"


def test_a_corrected_result_is_kept_and_published(tmp_path: Path) -> None:
    """It stands after a restart, and at another hall program that has the game, or gets it later."""
    hall = evening_hall()
    hall.keep(tmp_path)
    hall.rounds.record("1", "0-1")
    published = read_payload(Round, write_payload(hall.rounds.results.present()))
    again = hall.restarted("b1", "b2")
    assert results(again) == {"1": "0-1", "2": "0-1"}
    again.store.close()
    other = Hall("b1", "b2")
    other.rounds.adopt(published)
    assert results(other)["1"] == "0-1"
    other.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    assert results(other)["1"] == "0-1"
    assert other.rounds.results.present().boards[0] == published.boards[0]


def test_a_list_leaves_a_corrected_result() -> None:
    """Also one that has the game's, and one that has left the pairing out before."""
    hall = evening_hall()
    hall.rounds.record("1", "0-1")
    found = read_pairings(b"round,board,white,black,result\n1,1,Anna,Bert,1-0\n1,2,Cleo,Dirk,\n", "a.csv")
    hall.rounds.lists.take(found)
    assert results(hall)["1"] == "0-1"
    read_again(hall, "2,Cleo,Dirk")
    read_again(hall, PAIRS)
    assert results(hall)["1"] == "0-1"


def test_a_result_of_an_earlier_round_is_corrected() -> None:
    """The round that is played stays as it is."""
    hall = chosen_hall("b1", "b2")
    hall.play("b1", named_game("g1", 1, "Berg", "Tal", "e4", result="1-0", over=True))
    first, own = hall.boards.round, hall.rounds.ids["1"]
    hall.rounds.choose("2")
    hall.changed.clear()
    hall.rounds.record("1", "0-1", first)
    assert results(hall, "1") == {"1": "0-1", "2": "*"}
    assert results(hall) == {"1": "*", "2": "*"}
    assert hall.changed == {own}
    with pytest.raises(UnfitText, match="no pairing 9"):
        hall.rounds.record("9", "0-1", first)
    hall.rounds.lists.take(read_pairings(LIST, "list.csv"))
    assert results(hall, "1")["1"] == "0-1"


def test_a_round_of_another_event_is_the_one_that_is_meant() -> None:
    """Two events may have rounds of one name."""
    hall = chosen_hall("b1")
    first = hall.boards.round
    other = replace(first, event="Other")
    hall.rounds.known.put(other)
    hall.rounds.record("1", "0-1", other)
    assert results(hall)["1"] == "*"
    found = hall.rounds.known.get("1", "Other")
    assert found is not None
    assert found.boards[0].result == "0-1"


def test_a_list_with_another_result_than_a_game_says_so() -> None:
    """In one line, each time that it is read; where it has the same result it says nothing."""
    hall = evening_hall()
    hall.rounds.record("2", "1/2-1/2")
    text = "round,board,white,black,result\n1,1,Anna,Bert,{}\n1,2,Cleo,Dirk,{}\n"
    for one, two, numbers in (
        ("1-0", "1/2-1/2", ""),
        ("0-1", "1/2-1/2", "1"),
        ("1-0", "0-1", "2"),
        ("0-1", "1-0", "1, 2"),
    ):
        hall.now_ms += PASSES_MS
        before = len(told_lines(hall))
        hall.rounds.lists.take(read_pairings(text.format(one, two).encode(), "list.csv"))
        said = told_lines(hall)[before:]
        assert [f"pairings {numbers}: those of the games stay" in each for each in said] == [True][
            : len(numbers)
        ]
        assert results(hall) == {"1": "1-0", "2": "1/2-1/2"}


def test_what_a_list_changes_in_an_earlier_round_is_sent_on() -> None:
    """A corrected name, or a result; where a list is the same nothing is."""
    hall = chosen_hall("b1")
    own = hall.rounds.ids["1"]
    hall.play("b1", named_game("g1", 1, "Berg", "Tal", "e4", result="1-0", over=True))
    hall.rounds.choose("2")
    hall.play("b1", named_game("g2", 2, "Tal", "Lund", round="2"))
    head = "round,board,white,black,result\n"
    for lines, is_sent in (
        ("1,1,Berg,Tall,\n1,2,Lund,Wolf,\n", True),
        ("1,1,Berg,Tall,\n1,2,Lund,Wolf,\n", False),
        ("1,1,Berg,Tall,\n1,2,Lund,Wolf,0-1\n", True),
    ):
        hall.changed.clear()
        take_anyway(hall.rounds, read_pairings((head + lines).encode(), "list.csv"))
        assert (own in hall.changed) == is_sent
