"""Which board each pairing of a list has: who comes first where several would have the same."""

import pytest

from jadoube.formats.pairings import read_pairings
from jadoube.hall.rounds.lists.boards_of_list import GoneOn, with_boards
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from shared.hall.rounds import Hall, chosen_hall, named_game, read_again, take_anyway

NOBODY = Person("")


def _at(number: str, board: str = "", table: str = "", *, by_hand: bool = False) -> PairedBoard:
    return PairedBoard(number, board, NOBODY, NOBODY, by_hand=by_hand, table=table)


PLAYED = GoneOn(_at("1", "b"), is_played=True, is_back=False)
"""It was played at board b of number 1."""

BACK = GoneOn(_at("2", "b", by_hand=True), is_played=False, is_back=True)
"""A person gave it board b, and a list left it out."""


@pytest.mark.parametrize(
    ("new", "gone_on", "before", "found"),
    [
        ([_at("1"), _at("2", "b", by_hand=True)], {"1": PLAYED}, [_at("1", "b")], ["", "b"]),
        ([_at("1"), _at("2")], {"2": PLAYED}, [_at("1", "b", by_hand=True)], ["", "b 1"]),
        ([_at("1"), _at("2")], {"2": BACK}, [_at("1", "b", by_hand=True)], ["b", ""]),
        ([_at("1"), _at("2")], {"2": BACK}, [_at("1", "b")], ["", "b"]),
        ([_at("1", "b"), _at("2")], {"2": BACK}, [], ["", "b"]),
        ([_at("1"), _at("2", "b")], {}, [_at("1", "b")], ["", "b"]),
        ([_at("1"), _at("2")], {"2": PLAYED}, [_at("1", "b"), _at("2", "c")], ["c 2", "b 1"]),
        ([_at("1"), _at("2")], {}, [_at("1", by_hand=True), _at("2", "b")], ["", "b"]),
    ],
    ids=[
        "a person has said it since",
        "it was played there",
        "a person has said it of the number",
        "it comes back",
        "it comes back, and was proposed elsewhere",
        "it was proposed since",
        "in exchange",
        "where it stood",
    ],
)
def test_a_board_goes_to_who_comes_first(
    new: list[PairedBoard], gone_on: dict[str, GoneOn], before: list[PairedBoard], found: list[str]
) -> None:
    """And to nobody else."""
    made = with_boards(Round(boards=tuple(new)), gone_on, before)
    assert [f"{each.board} {each.table}".strip() for each in made.boards] == found


def _hall() -> Hall:
    """A hall where Anna and Bert have played at board b3, and a list has left them out."""
    hall = Hall("b1", "b2", "b3")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.rounds.assign("1", "b3")
    hall.play("b3", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    read_again(hall, "2,Cleo,Dirk")
    hall.rounds.assign("2", "b3")
    return hall


def test_a_board_that_was_given_to_another_pairing_stays_there() -> None:
    """Who played at it before comes back, at another number, without it."""
    hall = _hall()
    read_again(hall, "2,Cleo,Dirk 3,Anna,Bert")
    assert hall.at() == {"2": "b3", "3": ""}
    assert hall.games() == {"2": "", "3": "g1"}


def test_of_two_that_have_played_at_one_board_one_has_it() -> None:
    """Also if both come back at other numbers: a board plays one pairing."""
    hall = _hall()
    hall.play("b3", named_game("g2", 2, "Cleo", "Dirk", "d4"))
    read_again(hall, "3,Emil,Fred")
    read_again(hall, "4,Anna,Bert 5,Cleo,Dirk")
    assert sorted(hall.at().values()) == ["", "b3"]
    assert hall.games() == {"4": "g1", "5": "g2"}


@pytest.mark.parametrize("ends", [{}, {"result": "1-0", "over": True}], ids=["it is played", "it is over"])
def test_a_board_of_an_earlier_round_comes_back_with_its_pairing(ends: dict[str, object]) -> None:
    """Where a list left out in mid-game who plays at a spare board of the round before."""
    hall = chosen_hall("b1", "b2", "b9")
    hall.rounds.assign("2", "b9")
    hall.rounds.choose("2")
    hall.play("b9", named_game("g1", 1, "Wolf", "Berg", "e4", round="2"))
    head = b"round,board,white,black\n2,1,Tal,Lund\n"
    take_anyway(hall.rounds, read_pairings(head, "wrong.csv"))
    hall.rounds.propose()
    hall.play("b9", named_game("g1", 2, "Wolf", "Berg", "e4", "e5", round="2", **ends))
    take_anyway(hall.rounds, read_pairings(head + b"2,2,Wolf,Berg\n", "right.csv"))
    hall.rounds.propose()
    assert hall.at() == {"1": "b1", "2": "b9"}
    assert hall.games()["2"] == "g1"
    assert hall.rounds.results.of()[1].result == ends.get("result", "*")
