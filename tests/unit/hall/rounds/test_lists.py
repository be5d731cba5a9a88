"""What a list makes of the rounds: event and site, numbers, and what is told of it."""

import pytest

from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.hall.rounds.lists.lists import NOTHING
from jadoube.hall.rounds.lists.questions import Choice, Meant, QuestionError
from shared.hall.rounds import Hall, evening_hall, named_game, read_again, take_anyway, take_list, told_lines

LYON_S = 1_779_300_000
WEEK_S = 7 * 86_400


def _list(*lines: str, head: str = "event,site,round,board,white,black") -> Pairings:
    return read_pairings("\n".join((head, *lines)).encode(), "list.csv")


def _lyon() -> Hall:
    """Round 1 of an event in Lyon, played."""
    hall = Hall("b1")
    hall.unix_s = LYON_S
    hall.rounds.lists.take(_list("Open,Lyon,1,1,Anna,Bert"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", event="Open"))
    return hall


def _sites(hall: Hall) -> dict[str, str]:
    return {each.event: each.site for each in hall.rounds.known.all()}


@pytest.mark.parametrize(
    ("line", "meant"),
    [("Rapid,,1,1,Cleo,Dirk", NOTHING), (",,1,1,Cleo,Dirk", Meant(event="Rapid", round="1"))],
)
def test_another_event_has_no_site_of_the_one_before(line: str, meant: Meant) -> None:
    """Whether it was asked about or said from the start; the one before has its own, also once it is back."""
    hall = _lyon()
    with pytest.raises(QuestionError) as asked:
        hall.rounds.lists.take(_list(line), meant)
    hall.rounds.lists.take(_list(line), asked.value.answers[Choice.YES])
    assert _sites(hall) == {"Open": "Lyon", "Rapid": ""}
    take_anyway(hall.rounds, _list("Open,,1,1,Anna,Bert"))
    assert hall.rounds.round("1").site == "Lyon"


@pytest.mark.parametrize("event", ["Open", ""])
def test_an_event_that_begins_anew_stays_where_it_was(event: str) -> None:
    """And so does a list that is said to be of the event that is known."""
    hall = _lyon()
    take_list(hall.rounds, _list(f"{event},,1,1,Emil,Fred"), Choice.YES)
    hall.unix_s += WEEK_S
    take_list(hall.rounds, _list(f"{event},,1,1,Emil,Fred"), Choice.ANEW)
    assert _sites(hall) == {"Open": "Lyon", "Open 2026-05-27": "Lyon"}


def _standing(hall: Hall) -> list[str]:
    """What stands on the page, without its end."""
    return [each.said["en"].partition(":")[0] for each in hall.boards.troubles]


OTHERS = "Round 1 has other players now than before, pairings 1"
GONE = "The list of round 1 has pairings 2 no more"


def test_each_line_of_a_list_stands_until_it_is_not_so_any_more() -> None:
    """Pairings that come back one after the other are told of as long as they are away; said once each."""
    hall = evening_hall()
    read_again(hall, "1,Bert,Anna 3,Eva,Fred 3,Gil,Hans")
    twice = "The list has board 3 twice"
    assert _standing(hall) == [OTHERS, GONE, twice]
    read_again(hall, "1,Bert,Anna 3,Eva,Fred 3,Gil,Hans")
    assert len(told_lines(hall)) == 3
    read_again(hall, "1,Bert,Anna 3,Eva,Fred")
    assert _standing(hall) == [OTHERS, GONE]
    read_again(hall, "1,Anna,Bert 3,Eva,Fred")
    assert _standing(hall) == [GONE]
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    assert _standing(hall) == []


def test_a_line_names_those_that_are_still_away() -> None:
    """Two were left out, and one is back."""
    hall = evening_hall()
    read_again(hall, "3,Eva,Fred")
    assert _standing(hall) == ["The list of round 1 has pairings 1, 2 no more"]
    read_again(hall, "1,Anna,Bert 3,Eva,Fred")
    assert _standing(hall) == [GONE]


def test_lines_of_a_list_end_with_their_event() -> None:
    """A list of another round leaves them."""
    hall = evening_hall()
    read_again(hall, "2,Cleo,Dirk 2,Eva,Fred")
    lines = ["The list of round 1 has pairings 1 no more", "The list has board 2 twice"]
    take_anyway(hall.rounds, _list("2,1,Anna,Cleo", head="round,board,white,black"))
    assert _standing(hall) == lines
    take_anyway(hall.rounds, _list("Rapid,,1,1,Anna,Cleo"))
    assert _standing(hall) == ["The list is of another event"]


def _trf(*pairs: str) -> Pairings:
    """A TRF of one round: players with their start numbers, in this order, two and two."""
    lines = []
    for at, name in enumerate(" ".join(pairs).split(), start=1):
        other, colour = (at + 1, "w") if at % 2 else (at - 1, "b")
        lines.append(f"001 {at:>4}".ljust(14) + name.ljust(77) + f"{other:>4} {colour}")
    return read_pairings("\n".join(lines).encode(), "list.trf")


def test_proposed_numbers_replace_no_known_ones() -> None:
    """Also where one of two is another; new pairings have those that are free, then new ones."""
    hall = Hall("b1", "b2", "b3")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred")
    hall.rounds.choose("1")
    hall.play("b3", named_game("g1", 1, "Eva", "Fred", "e4"))
    hall.rounds.lists.take(_trf("Eva Fred", "Cleo Dirk", "Anna Bert"))
    assert _pairs(hall) == {"1": "Anna Bert", "2": "Cleo Dirk", "3": "Eva Fred"}
    hall.rounds.lists.take(_trf("Gil Hans", "Eva Fred", "Cleo Ida", "Kai Lena"))
    assert _pairs(hall) == {"1": "Gil Hans", "2": "Cleo Ida", "3": "Eva Fred", "4": "Kai Lena"}
    assert hall.games()["3"] == "g1"
    take_anyway(hall.rounds, _list("1,1,Eva,Fred", "1,2,Gil,Hans", head="round,board,white,black"))
    assert _pairs(hall) == {"1": "Eva Fred", "2": "Gil Hans"}


def _pairs(hall: Hall) -> dict[str, str]:
    return {each.number: f"{each.white.name} {each.black.name}" for each in hall.boards.round.boards}


def test_forfeits_of_a_list_are_told() -> None:
    """Those that are new, each of its round, by the numbers that they have here."""
    hall = Hall()
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred")
    head = "round,board,white,black,result"
    rows = ["1,1,Anna,Bert,+ - -", "1,2,Cleo,Dirk,1-0", "1,3,Eva,Fred,0-1F"]
    hall.rounds.lists.take(_list(*rows, head=head))
    said = "The list of round 1 has forfeits, pairings"
    assert _standing(hall) == [f"{said} 1, 3"]
    assert [each.result for each in hall.rounds.round("1").boards] == ["1-0", "1-0", "0-1"]
    hall.rounds.lists.take(_list(*rows, "1,4,Gil,Hans,-:+", head=head))
    assert _standing(hall) == [f"{said} 4"]
