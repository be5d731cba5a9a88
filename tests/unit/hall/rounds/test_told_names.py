"""The names that a second hall knows of a round which another one has published."""

import pytest

from shared.hall.rounds import Hall, named_game, read_again


def _names(hall: Hall) -> list[str]:
    return [f"{each.white.name}-{each.black.name}" for each in hall.boards.round.boards]


def _hall(text: str) -> Hall:
    hall = Hall("b1", "b2")
    read_again(hall, text)
    hall.rounds.choose("1")
    return hall


@pytest.mark.parametrize("known", ["1,Anna,Carlsen", "1,Anna,Carlson"])
def test_who_is_hidden_is_known_beside_the_same_opponent(known: str) -> None:
    """Also if his name was spelled otherwise."""
    hall, other = _hall("1,Anna,Carlsen"), _hall(known)
    hall.play("b1", named_game("g1", 1, "N. N.", "Carlsen", "e4"))
    other.rounds.adopt(hall.rounds.results.present())
    assert _names(other) == ["Anna-Carlsen"]


def test_who_is_hidden_is_looked_up_by_the_pairing() -> None:
    """At its number there were others before two were exchanged."""
    hall, other = (_hall("1,Cleo,Dirk 2,Anna,Bert") for _ in range(2))
    hall.play("b2", named_game("g1", 1, "N. N.", "Bert", "e4", board="2"))
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    other.rounds.adopt(hall.rounds.results.present())
    assert _names(other) == ["Anna-Bert", "Cleo-Dirk"]


def test_who_is_hidden_is_none_of_those_who_were_there_before() -> None:
    """Nothing was played yet, so the next pairing has the same id."""
    before = "1,Anna,Bert 2,Cleo,Dirk"
    hall, other = _hall(before), _hall(before)
    read_again(hall, "1,Emil,Fred 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "N. N.", "Fred", "e4"))
    other.rounds.adopt(hall.rounds.results.present())
    assert _names(other) == ["N. N.-Fred", "Cleo-Dirk"]


def test_a_number_says_nothing_of_who_is_hidden() -> None:
    """Another pairing has it now, even if one of both players is the same."""
    before = "1,Anna,Bert 2,Cleo,Dirk"
    hall, other = _hall(before), _hall(before)
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    read_again(hall, "1,Emil,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g2", 2, "N. N.", "Bert", "e4"))
    other.rounds.adopt(hall.rounds.results.present())
    assert _names(other) == ["N. N.-Bert", "Cleo-Dirk"]


def test_a_pairing_that_left_the_list_has_its_names_again() -> None:
    """The list of the other hall has it once more."""
    before = "1,Anna,Bert 2,Cleo,Dirk"
    hall, other = _hall(before), _hall(before)
    for each in (hall, other):
        each.play("b1", named_game("g1", 1, "N. N.", "Bert", "e4"))
    for text in ("2,Cleo,Dirk", before):
        read_again(hall, text)
        other.rounds.adopt(hall.rounds.results.present())
    assert _names(other) == ["Anna-Bert", "Cleo-Dirk"]
