"""Rounds, boards and which game is whose."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest

from jadoube.core.messages.phrases import UnfitText
from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.file.schema import made as value_of
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.kept_text import read_rounds
from jadoube.hall.rounds.lists.questions import Choice, Meant, QuestionError
from jadoube.hall.rounds.pairings import TWICE_MOST, number_key, own_id, pairing_id, rounds_of
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.troubles import PASSES_MS
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import About, PairedBoard, Person, Presence, Round, Seating
from jadoube.mqtt.topics import Kind
from shared.hall.in_one_loop import played
from shared.hall.rounds import (
    LIST,
    Hall,
    chosen_hall,
    evening_hall,
    named_game,
    read_again,
    take_anyway,
    take_list,
    told_lines,
)

LONG = 5000
"""So many pairings a list may have."""

CALLS_MOST = 40_000
"""So many calls of functions take some 20 ms; without that there were some hundred thousand."""


AGAIN_MOST = 120_000
"""A list that is read again is compared with the one before, in 15 ms; 146,000 longer ones took 60 ms."""


def _calls(act: Callable[[], object]) -> int:
    """Count the calls of Python functions in an act."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def test_a_long_list_holds_nothing_up() -> None:
    """What takes long of it is done in other threads: reading, making its rounds, writing them."""
    places = ((each // 500, each % 500) for each in range(LONG))
    lines = (f"{name},{board},White{board},Black{board}\n" for name, board in places)
    found = read_pairings(f"round,board,white,black\n{''.join(lines)}".encode(), "list.csv")
    made = rounds_of(found)
    assert sum(len(each.boards) for each in made.rounds) == LONG
    hall = Hall("b1")
    acts: list[Callable[[], object]] = [
        lambda: hall.rounds.lists.take(found, made=made),
        lambda: hall.rounds.choose("1"),
        hall.rounds.results.present,
        lambda: hall.rounds.record("3", "1-0"),
        hall.store.begin,
    ]
    calls = [_calls(act) for act in acts]
    assert max(calls) < CALLS_MOST, calls
    again = _calls(lambda: hall.rounds.lists.take(found, made=made))
    assert again < AGAIN_MOST, again


def test_many_seatings_hold_nothing_up(tmp_path: Path) -> None:
    """Each is one more, and not all of them once more; they are written in another thread."""
    seatings = {
        f"b{at}": Seating(f"s{at}", Person(f"White{at}"), Person(f"Black{at}"), "", "", "1", str(at))
        for at in range(1000)
    }
    hall = Hall()
    hall.keep(tmp_path)

    def seat() -> None:
        for board, each in seatings.items():
            hall.rounds.tables.put(board, each)

    calls = _calls(seat)
    assert calls < CALLS_MOST, calls
    again = hall.restarted()
    boards = tuple(PairedBoard(each.board, board, each.white, each.black) for board, each in seatings.items())
    assert again.rounds.tables.of_round(Round("", "", "1", boards)) == seatings
    again.store.close()


def test_rounds_are_written_as_they_were_when_something_was_done() -> None:
    """And read as they were written; what comes later is written with the next."""
    hall = chosen_hall("b1")
    batch = hall.store.begin()
    hall.rounds.record("1", "1-0")
    assert [each.boards[0].result for each in read_rounds(value_of(batch.kept["rounds"]))] == ["", ""]
    batch = hall.store.begin()
    again = read_rounds(value_of(batch.kept["rounds"]))
    assert again == [hall.rounds.round("1"), hall.rounds.round("2")]
    assert again[0].boards[0].result == "1-0"
    assert read_rounds("{\n\n" + value_of(batch.kept["rounds"])) == again


def test_boards_are_proposed_by_the_figures_of_their_names() -> None:
    """Board-002 plays pairing 2, if no other board is called so."""
    assert chosen_hall("board-001", "board-002").at() == {"1": "board-001", "2": "board-002"}
    assert chosen_hall("a1", "b1", "c2").at() == {"1": "", "2": "c2"}


def test_a_number_that_is_endless_is_no_number() -> None:
    """Whatever a board says that it is, boards are proposed."""
    hall = chosen_hall()
    hall.play("x", played("g1", 1, board="1" * 5000))
    hall.boards.take("x", Kind.ONLINE, Presence("on", 1), retained=False)
    hall.boards.take("b2", Kind.ABOUT, About("", "1", "m"), retained=False)
    hall.rounds.propose()
    assert hall.at()["2"] == "b2"


def test_a_board_that_comes_later_is_proposed_unless_a_person_has_said_otherwise() -> None:
    """What a person has set stays, also where it is nothing."""
    hall = chosen_hall("b1")
    hall.rounds.assign("1", "")
    hall.boards.take("b2", Kind.ABOUT, About("b2", "1", "m"), retained=False)
    hall.rounds.propose()
    assert hall.at() == {"1": "", "2": "b2"}


def test_a_board_that_was_taken_off_stays_so(tmp_path: Path) -> None:
    """In the program that is started anew, in one that takes over, and when the list is read again."""
    hall, other = chosen_hall("b1", "b2"), Hall("b1", "b2")
    hall.keep(tmp_path)
    hall.rounds.assign("2", "")
    hall.rounds.lists.take(read_pairings(LIST, "list.csv"))
    hall.rounds.choose("2")
    hall.rounds.choose("1")
    assert hall.at() == {"1": "b1", "2": ""}
    other.rounds.adopt(hall.rounds.results.present())
    other.rounds.propose()
    assert other.at() == {"1": "b1", "2": ""}
    again = hall.restarted("b1", "b2")
    again.rounds.propose()
    assert again.at() == {"1": "b1", "2": ""}
    again.rounds.assign("2", "b2")
    assert again.at() == {"1": "b1", "2": "b2"}
    again.store.close()


def test_boards_stand_where_they_stood() -> None:
    """In the next round, also those that a person has set otherwise."""
    hall = chosen_hall("b1", "b2", "b7")
    hall.rounds.assign("2", "b7")
    hall.rounds.choose("2")
    assert hall.at() == {"1": "b1", "2": "b7"}


def test_a_board_plays_one_pairing() -> None:
    """Where it gets another one, the first has none."""
    hall = chosen_hall("b1", "b2")
    hall.rounds.assign("2", "b1")
    assert hall.at() == {"1": "", "2": "b1"}


def test_a_game_is_of_the_pairing_of_its_board() -> None:
    """From its first state on, and also in the next round."""
    hall = chosen_hall("b1", "b2")
    hall.play("b1", played("g1", 1))
    hall.play("b1", played("g1", 2, "e4"))
    hall.play("b2", played("g2", 1, "d4", round="9"))
    assert hall.games() == {"1": "g1", "2": ""}
    hall.rounds.choose("2")
    hall.play("b1", played("g1", 3, "e4", "e5"))
    assert hall.games() == {"1": "", "2": ""}
    assert hall.rounds.results.of("1")[0].plies == 2


def test_a_game_that_was_set_up_before_the_round_was_chosen_is_of_the_next() -> None:
    """A board begins a new game as soon as the pieces stand."""
    hall = chosen_hall("b1")
    hall.play("b1", played("g1", 1, "e4", result="1-0", over=True, round="1"))
    hall.play("b1", played("g2", 2))
    hall.play("b1", played("g2", 3, "d4"))
    assert hall.rounds.results.of()[0].others == ("g2",)
    hall.rounds.choose("2")
    assert hall.games()["1"] == "g2"
    assert hall.rounds.results.of("1")[0].game_ids == ("g1",)


def test_a_spare_board_brings_no_game_of_yesterday() -> None:
    """What stood there when it came in the place of another is of no pairing."""
    hall = chosen_hall("b1", "spare")
    hall.play("b1", played("g1", 1, "e4"))
    hall.play("spare", played("old", 1, "d4", "d5", "c4"))
    hall.rounds.assign("1", "spare")
    hall.play("spare", played("old", 2, "d4", "d5", "c4", "e6"))
    assert hall.games()["1"] == "g1"
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    hall.play("spare", played("g2", 3, "e5", start_fen=fen))
    assert hall.games()["1"] == "g1 g2"
    state = hall.boards.board("spare")
    assert state
    assert {each.kind for each in state.troubles} >= {Trouble.MOVED, Trouble.IN_PARTS}


def test_an_ended_game_counts_only_if_it_names_its_round_and_players() -> None:
    """It may be one of last week."""
    hall = chosen_hall("b1", "b2")
    hall.play("b1", played("old", 1, "e4", result="1-0", over=True))
    hall.play("b2", played("g2", 1, "e4", result="0-1", over=True, round="1"))
    assert hall.games() == {"1": "", "2": "g2"}
    assert [each.result for each in hall.rounds.results.of()] == ["*", "0-1"]


def test_no_two_pairings_have_one_number() -> None:
    """However many a list gives one: each is a pairing of its own."""
    lines = "".join(f"1,A,White{each},Black{each}\n" for each in range(30))
    hall = Hall("b1")
    hall.rounds.lists.take(
        read_pairings(f"round,board,white,black\n{lines}1,Az,Xa,Ya\n".encode(), "list.csv")
    )
    boards = hall.rounds.choose("1").boards
    assert len({each.number for each in boards}) == len(set(hall.rounds.ids.values())) == 31
    hall.rounds.record("Az27", "1-0")
    assert [each.number for each in hall.boards.round.boards if each.result] == ["Az27"]


def test_a_number_that_is_twice_is_told_and_both_are_kept() -> None:
    """The second is called otherwise."""
    hall = Hall()
    hall.rounds.lists.take(read_pairings(b"round,board,white,black\n1,1,A,B\n1,1,C,D\n1,2,E,F\n", "list.csv"))
    hall.rounds.choose("1")
    assert list(hall.at()) == ["1", "1b", "2"]
    assert [each.said["en"] for each in hall.boards.troubles] == [
        "The list has board 1 twice: the second pairing is 1b here."
    ]


def test_who_has_two_pairings_of_a_round_is_told() -> None:
    """By the FIDE id where there is one: two players of one name are two. Who is nobody is not named."""
    hall = Hall()
    heads = "round,board,white,white fide,black,black fide\n"
    first = "1,1,Ada,,Bo,\n1,2,Cy,1600047,N. N.,\n1,3,Ada,,N. N.,\n1,4,Cy,1600055,Di,\n2,1,Bo,,Ada,\n"
    hall.rounds.lists.take(read_pairings(f"{heads}{first}".encode(), "list.csv"))
    assert [each.said["en"] for each in hall.boards.notices] == [
        "Round 1 of the list has Ada twice: at board 1 and at board 3."
    ]
    again = "".join(f"1,{number},Ada,,Bo,\n" for number in range(1, 99))
    hall.rounds.lists.take(read_pairings(f"{heads}{again}".encode(), "list.csv"))
    assert len(hall.boards.notices) == len(hall.boards.troubles) == TWICE_MOST


def test_two_boards_that_claim_one_pairing_are_told() -> None:
    """Both say that they play it; when one does not any more, it is over. Each pairing has its own line."""
    hall = chosen_hall("b1", "b2", "b3", "b4")
    hall.play("b1", played("g1", 1, "e4", round="1", board="1"))
    hall.play("b2", played("g2", 1, "e4", round="1", board="1"))
    hall.rounds.look()
    for board in ("b3", "b4"):
        hall.play(board, played(f"g-{board}", 1, "e4", round="1", board="2"))
    hall.rounds.look()
    assert {each.kind for each in hall.boards.troubles} == {Trouble.CLAIMED}
    lines = [
        f"Boards {one} and {other} both say that they play pairing {number}."
        for one, other, number in (("b1", "b2", 1), ("b3", "b4", 2))
    ]
    assert [each.said["en"] for each in hall.boards.troubles] == told_lines(hall)[-2:] == lines
    hall.play("b2", played("g2", 2, "e4", round="1", board="3"))
    hall.rounds.look()
    assert [each.said["en"] for each in hall.boards.troubles] == lines[1:]
    hall.play("b3", played("g-b3", 2, "e4", round="1", board="4"))
    hall.rounds.look()
    assert hall.boards.troubles == ()


def test_results_come_of_games_and_of_what_was_recorded() -> None:
    """A game's result counts, whatever was recorded."""
    hall = chosen_hall("b1", "b2")
    hall.rounds.record("1", "1-0")
    hall.rounds.record("2", "1/2-1/2")
    hall.play("b2", played("g2", 1, "e4", result="0-1", over=True, round="1"))
    assert [each.result for each in hall.rounds.results.present().boards] == ["1-0", "0-1"]
    assert hall.changed == {pairing_id(hall.boards.round, number) for number in ("1", "2")}


def test_a_corrected_list_keeps_boards_and_games() -> None:
    """The pairing is the same one by its number."""
    hall = chosen_hall("b1", "b2")
    hall.play("b1", played("g1", 1, "e4"))
    hall.rounds.assign("2", "b1")
    hall.rounds.lists.take(read_pairings(LIST.replace(b"Berg", b"Bergh"), "list.csv"))
    assert hall.at() == {"1": "", "2": "b1"}
    assert hall.games()["1"] == "g1"
    assert hall.boards.round.boards[0].white.name == "Bergh"


def test_what_is_kept_comes_back() -> None:
    """Rounds, boards and the chosen one."""
    hall = chosen_hall("b1", "b2")
    hall.rounds.assign("1", "b2")
    again = RoundKeeper(Boards(lambda: 0, lambda: 0, lambda _: None), hall.store, lambda _: None)
    again.load()
    assert again.names == ("1", "2")
    assert again.chosen() == hall.boards.round


def test_rounds_of_a_file_that_opens_late_are_joined(tmp_path: Path) -> None:
    """A round that came from the broker meanwhile does not replace the others."""
    kept = Store(tmp_path / "hall.db", lambda _: None)
    kept.open()
    first = RoundKeeper(Boards(lambda: 0, lambda: 0, lambda _: None), kept, lambda _: None)
    first.lists.take(read_pairings(LIST, "list.csv"))
    first.choose("2")
    kept.write(kept.begin())
    kept.close()
    late, other = Hall("b1"), chosen_hall("b1")
    late.store.path = tmp_path / "hall.db"
    late.rounds.adopt(other.boards.round)
    late.store.open()
    late.rounds.load()
    assert late.rounds.names == ("1", "2")
    assert late.boards.round.round == "1"
    assert late.at()["1"] == "b1"
    again = late.restarted()
    assert again.rounds.names == ("1", "2")
    again.store.close()


def test_a_list_that_is_read_before_the_file_opens_keeps_boards_given_by_hand(tmp_path: Path) -> None:
    """Also where one was proposed elsewhere meanwhile; what was said since counts more than the file."""
    hall = chosen_hall("b1", "b2", "b3", "b7")
    hall.keep(tmp_path)
    for number, board in (("1", "b2"), ("2", "b7")):
        hall.rounds.assign(number, board)
    hall.store.write(hall.store.begin())
    hall.store.close()
    for does, found in (
        (lambda _: None, {"1": "b2", "2": "b7"}),
        (lambda late: late.rounds.assign("1", "b7"), {"1": "b7", "2": "b2"}),
        (lambda late: late.rounds.assign("1", ""), {"1": "", "2": "b7"}),
    ):
        late = chosen_hall("b1", "b2", "b3", "b7")
        does(late)
        late.keep(tmp_path)
        late.rounds.load()
        assert late.at() == found
        late.store.close()


def test_a_round_of_another_hall_is_taken_over() -> None:
    """With its boards; results of games that are kept here come of them."""
    hall, other = chosen_hall("b1", "b2"), Hall("b1", "b2")
    hall.rounds.record("2", "1-0")
    other.rounds.adopt(hall.rounds.results.present())
    other.play("b1", played("g1", 1, "e4"))
    assert other.at() == hall.at()
    assert [each.result for each in other.rounds.results.of()] == ["*", "1-0"]


def test_a_result_by_hand_is_the_same_at_every_hall() -> None:
    """Also where a game was begun and has none; one of the game counts more, and may be taken back there."""
    hall, other = chosen_hall("b1", "b2"), chosen_hall("b1", "b2")
    for each in (hall, other):
        each.play("b1", played("g1", 1, "e4"))
        each.play("b2", played("g2", 1, "e4", result="0-1", round="1", over=True))
    hall.rounds.record("1", "1-0")
    other.rounds.adopt(hall.rounds.results.present())
    assert [each.result for each in other.rounds.results.of()] == ["1-0", "0-1"]
    hall.rounds.adopt(other.rounds.results.present())
    assert [each.result for each in hall.rounds.results.of()] == ["1-0", "0-1"]
    other.play("b2", played("g2", 2, "e4", round="1"))
    assert [each.result for each in other.rounds.results.of()] == ["1-0", "*"]
    hall.rounds.record("1", "")
    other.rounds.adopt(hall.rounds.results.present())
    assert [each.result for each in other.rounds.results.of()] == ["*", "*"]


def test_a_result_that_is_told_is_not_one_by_hand(tmp_path: Path) -> None:
    """A second hall without the game shows and tells it until the game is here, also after a restart."""
    hall, other = evening_hall(), Hall("b1", "b2")
    other.keep(tmp_path)
    other.rounds.adopt(hall.rounds.results.present())
    again = other.restarted("b1", "b2")
    for each in (other, again):
        shown = each.rounds.results.present().boards
        assert [(one.result, one.given) for one in shown] == [("1-0", ""), ("0-1", "")]
        assert [one.result for one in each.boards.round.boards] == ["", ""]
        assert '[Result "1-0"]' in RoundGames(each.store, each.rounds, lambda: 0).pgn()
    third = Hall("b1", "b2")
    third.rounds.adopt(again.rounds.results.present())
    assert [each.result for each in third.rounds.results.of()] == ["1-0", "0-1"]
    again.play("b1", named_game("g1", 3, "Anna", "Bert", "e4", "e5"))  # taken back at the board
    assert [each.result for each in again.rounds.results.of()] == ["*", "0-1"]
    with pytest.raises(QuestionError, match="takes games or results from round 1"):
        again.rounds.lists.take(read_pairings(b"round,board,white,black\n1,2,Eva,Fred\n", "list.csv"))
    read_again(again, "1,Anna,Bert 2,Eva,Fred")
    assert [each.result for each in again.rounds.results.of()] == ["*", "*"]
    read_again(again, "1,Anna,Bert 5,Cleo,Dirk")
    assert [each.result for each in again.rounds.results.of()] == ["*", "0-1"]
    again.store.close()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (lambda hall: hall.rounds.choose("9"), "There is no round 9 here, expected one of 1, 2."),
        (lambda hall: hall.rounds.assign("9", "b1"), "This round has no pairing 9."),
        (lambda hall: hall.rounds.assign("1", "b9"), "No board b9 is known here."),
        (lambda hall: hall.rounds.record("9", "1-0"), "This round has no pairing 9."),
    ],
)
def test_what_cannot_be_is_refused(does: object, why: str) -> None:
    """In one sentence."""
    hall = chosen_hall("b1")
    with pytest.raises(UnfitText) as refused:
        does(hall)  # type: ignore[operator]
    assert str(refused.value) == why


def test_without_a_round_nothing_is_chosen() -> None:
    """And that is said."""
    with pytest.raises(UnfitText, match="No round is chosen"):
        Hall().rounds.chosen()


def test_numbers_are_sorted_as_people_do() -> None:
    """2 before 10, and what is no number last; so are tables of a match, and those of a group."""
    assert sorted(["10", "2", "A", "12b", "12"], key=number_key) == ["2", "10", "12", "12b", "A"]
    assert sorted(["2.1", "1.10", "1.2", "1"], key=number_key) == ["1", "1.2", "1.10", "2.1"]
    assert sorted(["B1", "A10", "A2", "12z27", "12c"], key=number_key) == ["12c", "12z27", "A2", "A10", "B1"]


def test_no_board_changes_the_game_of_another() -> None:
    """What it says of it is kept apart and counts nowhere else; where the pairing was moved, it may."""
    hall = chosen_hall("b1", "b2")
    hall.play("b1", played("g1", 1, "e4", "e5"))
    hall.play("b2", played("g1", 99, "f3", "e5", "g4", "Qh4#", result="0-1", over=True, round="1"))
    hall.play("b1", played("g1", 2, "e4", "e5", "Nf3", result="1-0", over=True))
    assert [each.result for each in hall.rounds.results.of()] == ["1-0", "0-1"]
    assert hall.games() == {"1": "g1", "2": "g1@b2"}
    (trouble,) = (each for each in hall.boards.all()[1].troubles if each.kind == Trouble.ANOTHERS)
    assert (
        trouble.said["en"] == "Board b2 says that game g1 of board b1 is its own: what it says is kept apart."
    )
    hall.rounds.assign("1", "b2")
    hall.play("b2", played("g1", 100, "e4", "e5", "Nf3", "Nc6"))
    assert hall.rounds.results.of()[0].plies == 4


def test_who_comes_first_with_a_foreign_game_harms_only_himself() -> None:
    """The true game is kept apart then, and counts for its own pairing."""
    hall = chosen_hall("b1", "b2")
    hall.play("b2", played("g1", 99, "f3", result="0-1", over=True, round="1"))
    hall.play("b1", played("g1", 1, "e4"))
    hall.play("b1", played("g1", 2, "e4", result="1-0", over=True))
    assert next(each.result for each in hall.rounds.results.of()) == "1-0"


def test_who_has_no_name_at_the_board_has_none_anywhere() -> None:
    """Not in the round that pages see, in results, or in a game; the list keeps the name for seatings."""
    hall = chosen_hall("b1", "b2")
    shown = hall.rounds.results.present()
    assert [each.white.name for each in shown.boards] == ["Berg", "Lund"]
    hall.play("b1", played("g1", 1, round="1", white=Person("N. N."), black=Person("Tal")))
    shown = hall.rounds.results.present()
    assert [(each.white, each.black.name) for each in shown.boards] == [
        (Person("N. N."), "Tal"),
        (Person("Lund"), "Wolf"),
    ]
    assert hall.rounds.results.of()[0].white == "N. N."
    games = RoundGames(hall.store, hall.rounds, lambda: 0)
    assert "Berg" not in games.pgn()
    assert "Berg" not in games.state(hall.boards.round, hall.boards.round.boards[0]).pgn
    assert hall.boards.round.boards[0].white.name == "Berg"
    hall.rounds.adopt(shown)
    assert hall.boards.round.boards[0].white.name == "Berg"
    assert hall.rounds.results.present().boards[0].white.name == "N. N."


@pytest.mark.parametrize(
    ("white", "black", "shown"),
    [
        ("Tal", "N. N.", ("N. N.", "Tal")),
        ("N. N.", "Berg", ("Berg", "N. N.")),
        ("Berg", "N. N.", ("Berg", "N. N.")),
        ("N. N.", "N. N.", ("N. N.", "N. N.")),
    ],
)
def test_who_has_no_name_has_none_with_the_other_colour(
    white: str, black: str, shown: tuple[str, str]
) -> None:
    """Colours were exchanged at the board: it is he who is hidden, and not his opponent."""
    hall = chosen_hall("b1")
    hall.play("b1", named_game("g1", 1, white, black, "e4"))
    found = hall.rounds.results.present().boards[0]
    assert (found.white.name, found.black.name) == shown


def test_games_of_last_week_are_not_those_of_this_week() -> None:
    """Also where event, round and numbers are the same: other players have other games."""
    hall = evening_hall()
    ids = {each.number: each.game_ids for each in hall.rounds.results.of()}
    before = hall.boards.round
    assert ids == {"1": ("g1",), "2": ("g2",)}
    read_again(hall, "1,Dirk,Anna 2,Emil,Cleo")
    hall.rounds.choose("1")
    assert hall.games() == {"1": "", "2": ""}
    assert [each.result for each in hall.rounds.results.present().boards] == ["", ""]
    pgn = RoundGames(hall.store, hall.rounds, lambda: 0).pgn()
    assert "e4" not in pgn
    own = [own_id(hall.boards.round, each) for each in hall.boards.round.boards]
    assert not {own_id(before, each) for each in before.boards} & set(own)
    (said,) = told_lines(hall)
    assert said.startswith("Round 1 has other players now than before, pairings 1, 2: games and results of")
    hall.play("b1", named_game("g3", 3, "Dirk", "Anna", "c4", result="0-1", over=True))
    hall.play("b2", named_game("g4", 4, "Emil", "Cleo", "c4", result="1/2-1/2", over=True))
    assert [each.result for each in hall.rounds.results.of()] == ["0-1", "1/2-1/2"]


def test_who_reads_the_right_list_again_has_its_games_again() -> None:
    """After that of another week, or a wrong one."""
    hall = evening_hall()
    read_again(hall, "1,Dirk,Anna 2,Emil,Cleo")
    hall.play("b1", named_game("g3", 3, "Dirk", "Anna", "c4"))
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    assert hall.games() == {"1": "g1", "2": "g2"}
    read_again(hall, "1,Dirk,Anna 2,Emil,Cleo")
    assert hall.games() == {"1": "g3", "2": ""}


@pytest.mark.parametrize(
    ("names", "over", "stays"),
    [
        ("Anna,Bert", True, True),
        ("Anna,Berta", True, True),
        ("Annah,Berta", False, True),
        ("Anna,Emil", False, True),
        ("Anna,Emil", True, False),
        ("Anna,Dirk", False, False),
        ("Bert,Anna", False, False),
        ("Emil,Fred", False, False),
    ],
)
def test_a_corrected_name_keeps_the_game(names: str, *, over: bool, stays: bool) -> None:
    """Spelled nearly as before, or one of two while it is played; who sits elsewhere is no correction."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5", result="1-0" if over else "*", over=over))
    read_again(hall, f"1,{names} 2,Cleo,Gerd")
    assert hall.games()["1"] == ("g1" if stays else "")
    told = [] if names == "Anna,Bert" else ["has corrected names" if stays else "has other players now"]
    assert len(told_lines(hall)) == len(told)
    assert all(words in line for words, line in zip(told, told_lines(hall), strict=True))


def test_a_game_goes_to_who_is_seated_at_it() -> None:
    """Where the list was wrong, and the names at the board are those of the new one: it is their game."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    read_again(hall, "1,Cleo,Anna 2,Bert,Dirk")
    assert hall.games()["1"] == ""
    hall.play("b1", named_game("g1", 2, "Cleo", "Anna", "e4", "e5"))
    assert hall.games()["1"] == "g1"


def test_a_game_under_other_names_counts_for_nobody_and_is_told() -> None:
    """Until the board has the names: a seating was not sent, or another list was read."""
    hall = Hall("b1")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Emil", "Fred", "e4"))
    assert hall.games()["1"] == ""
    state = hall.boards.board("b1")
    assert state
    (said,) = (each.said["en"] for each in state.troubles)
    assert said.startswith("Board b1 plays Emil - Fred, and pairing 1 has other players: the game does not")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", "e5"))
    assert hall.games()["1"] == "g1"
    state = hall.boards.board("b1")
    assert state
    assert state.troubles == ()


def test_results_given_by_hand_survive_a_list() -> None:
    """Of the same players; one that the list has counts more, and other players have none."""
    hall = Hall()
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Emil,Fred")
    hall.rounds.choose("1")
    for number in ("1", "2", "3"):
        hall.rounds.record(number, "0-1")
    lines = "round,board,white,black,result\n1,1,Anna,Bert,\n1,2,Cleo,Dirk,1-0\n1,3,Gerd,Hugo,\n"
    take_anyway(hall.rounds, read_pairings(lines.encode(), "list.csv"))
    assert [each.result for each in hall.rounds.results.of()] == ["0-1", "1-0", "*"]
    assert ["pairings 3:" in each for each in told_lines(hall)] == [True, False]


def test_two_halls_keep_the_games_of_a_pairing_under_one_id() -> None:
    """Also where other players were at its place: the round that is published says it."""
    hall, other = evening_hall(), Hall("b1", "b2")
    read_again(hall, "1,Dirk,Anna 2,Emil,Cleo")
    told = read_payload(Round, write_payload(hall.rounds.results.present()))
    other.rounds.adopt(told)
    ids = [[own_id(each.boards.round, one) for one in each.boards.round.boards] for each in (hall, other)]
    assert ids[0] == ids[1]


@pytest.mark.parametrize("name", ["", "Round robin of the veterans " * 9])
def test_a_row_without_a_round_drops_no_other(name: str) -> None:
    """It is of the round of the row before it, as where a table names each round once; that is told."""
    hall = Hall()
    lines = f"event,round,board,white,black\nE,1,1,A,B\nE,1,2,C,D\nE,1,3,E,F\nE,{name},4,G,H\nE,2,1,A,C\n"
    hall.rounds.lists.take(read_pairings(lines.encode(), "list.csv"))
    assert hall.rounds.names == ("1", "2")
    assert [each.number for each in hall.rounds.round("1").boards] == ["1", "2", "3", "4"]
    (said,) = told_lines(hall)
    assert said.startswith("Pairings of the list that name no round: 1, taken as of round 1.")


def test_a_list_that_names_no_round_has_one() -> None:
    """Which is the first, and nothing is told."""
    hall = Hall()
    hall.rounds.lists.take(read_pairings(b"board,white,black\n1,A,B\n2,C,D\n", "list.csv"))
    assert [len(hall.rounds.round(each).boards) for each in hall.rounds.names] == [2]
    assert hall.rounds.names == ("1",)
    assert told_lines(hall) == []


def test_another_event_is_elsewhere() -> None:
    """The site of the one before is not its own; a list that names no event is of the same one."""
    found = read_pairings(b"event,round,board,white,black\nWalk Open,1,1,A,B\n", "list.csv")
    assert rounds_of(found, "Repair", "Lyon").rounds[0].site == ""
    assert rounds_of(found, "Walk Open", "Lyon").rounds[0].site == "Lyon"
    assert rounds_of(found._replace(event=""), "Repair", "Lyon").rounds[0].site == "Lyon"


def test_rounds_kept_by_the_version_before_go_on() -> None:
    """Their pairings name no id: it is the usual one, under which their games are."""
    hall = chosen_hall("b1")
    hall.play("b1", played("g1", 1, "e4", at=0))
    text = value_of(hall.store.begin().kept["rounds"]).replace(',"id":""', "")
    assert '"id"' not in text
    assert read_rounds(text) == [hall.rounds.round("1"), hall.rounds.round("2")]
    assert own_id(*_first(read_rounds(text)[0])) == pairing_id(hall.boards.round, "1")
    assert hall.games()["1"] == "g1"


def _first(found: Round) -> tuple[Round, PairedBoard]:
    return found, found.boards[0]


WALK = "event,round,board,white,black\nWalk,1,1,Anna,Bert\nWalk,2,1,Cleo,Dirk\n"
REPAIR = "event,round,board,white,black\nRepair,1,1,Emil,Fred\n"


def _walk() -> Hall:
    """Round 1 of an event, played."""
    hall = Hall("b1")
    hall.rounds.lists.take(read_pairings(WALK.encode(), "walk.csv"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True, event="Walk"))
    return hall


def test_a_list_of_another_event_is_asked_about() -> None:
    """Where rounds have games; else it is told, and there is nothing to lose."""
    hall = _walk()
    repair = read_pairings(REPAIR.encode(), "repair.csv")
    with pytest.raises(QuestionError, match="is of another event, Repair, and rounds of Walk have"):
        hall.rounds.lists.take(repair)
    assert len(hall.rounds.names) == 2
    assert hall.rounds.lists.last.event == "Walk"
    take_anyway(hall.rounds, repair)
    assert len(hall.rounds.names) == 1
    assert hall.rounds.round("1").boards[0].white.name == "Emil"
    fresh = Hall()
    fresh.rounds.lists.take(read_pairings(WALK.encode(), "walk.csv"))
    fresh.rounds.lists.take(repair)
    assert fresh.rounds.names == ("1",)
    for told, ends in ((hall, "--event: 1."), (fresh, "of Walk.")):
        assert told_lines(told)[-1].startswith(
            "The list is of another event: Repair is in the place of Walk."
        )
        assert told_lines(told)[-1].endswith(ends)


def test_the_round_that_is_played_goes_on_beside_a_list_of_another_event() -> None:
    """Until a round of that one is chosen; neither takes the place of the other, also after a restart."""
    hall = _walk()
    take_anyway(hall.rounds, read_pairings(REPAIR.encode(), "repair.csv"))
    hall.rounds.record("1", "1-0")
    again = RoundKeeper(Boards(lambda: 0, lambda: 0, lambda _: None), hall.store, lambda _: None)
    again.load()
    for rounds in (hall.rounds, again):
        assert rounds.chosen().event == "Walk"
        assert rounds.round("1").event == "Repair"
        assert [each.result for each in rounds.results.of()] == ["1-0"]
    assert hall.rounds.place(own_id(*_first(hall.boards.round))) == _first(hall.boards.round)
    hall.rounds.choose("1")
    assert hall.boards.round.event == "Repair"
    again.turn_to("Walk")
    assert [each.result for each in again.results.of("1")] == ["1-0"]
    with pytest.raises(UnfitText, match=r"There is no event Open here, expected one of Walk, Repair\."):
        again.turn_to("Open")


def test_another_event_leaves_little_of_the_one_before() -> None:
    """Texts are made anew if somebody asks; what was said of pairings without a game or result goes."""
    hall = Hall("b1", "b2")
    games = RoundGames(hall.store, hall.rounds, lambda: 0)
    for event in ("Alpha", "Beta", "Gamma"):
        for row in ("1,Anna,Bert", "2,Cleo,Dirk"):
            lines = f"event,round,board,white,black\n{event},1,{row}\n"
            take_anyway(hall.rounds, read_pairings(lines.encode(), "list.csv"))
            hall.rounds.choose("1")
            hall.rounds.assign(row[0], "b2")
            games.pgn()
    assert {made.event for made in games._made.values()} == {"Gamma"}
    assert set(hall.rounds.left) == {("Beta", "1"), ("Gamma", "1")}


def test_an_event_that_comes_back_has_its_games() -> None:
    """Its rounds with games were kept; those without are read anew."""
    hall = _walk()
    take_anyway(hall.rounds, read_pairings(REPAIR.encode(), "repair.csv"))
    hall.rounds.choose("1")
    hall.rounds.lists.take(read_pairings(WALK.encode(), "walk.csv"))
    hall.rounds.choose("1")
    assert [each.result for each in hall.rounds.results.of()] == ["1-0"]
    assert hall.rounds.names == ("1", "2")


def test_each_round_has_its_results_without_being_chosen() -> None:
    """As pages see it; what is played stays as it is."""
    hall = chosen_hall("b1")
    hall.play("b1", played("g1", 1, "e4", at=0, result="1-0", over=True, round="1"))
    hall.rounds.choose("2")
    assert [each.result for each in hall.rounds.results.joined(hall.rounds.round("1")).boards] == ["1-0", ""]
    assert [each.result for each in hall.rounds.results.present().boards] == ["", ""]


OLD = b"event,round,board,white,black\nOld,1,1,Berg,Tal\nOld,1,2,Lund,Wolf\n"
NEW = b"event,round,board,white,black\nNew,1,1,Xa,Ya\nNew,2,1,Ya,Za\n"


def _old_and_new() -> Hall:
    """Old's round 1 is played, with a game and a result by hand; the list of New was read after it."""
    hall = Hall("b1", "b2")
    hall.rounds.lists.take(read_pairings(OLD, "old.csv"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Berg", "Tal", "e4", "e5"))
    hall.rounds.record("2", "1-0")
    take_anyway(hall.rounds, read_pairings(NEW, "new.csv"))
    return hall


def test_a_list_without_an_event_is_of_the_one_that_was_read_last() -> None:
    """Also while a round of another event is played: that one stays as it is."""
    hall = _old_and_new()
    assert hall.rounds.lists.event_and_site() == ("New", "")
    hall.rounds.lists.take(read_pairings(b"round,board,white,black\n1,1,Xa,Yaa\n", "new.csv"))
    assert hall.rounds.names == ("1", "2")
    assert [(each.event, each.boards[0].black.name) for each in [hall.rounds.round("1")]] == [("New", "Yaa")]
    assert (hall.boards.round.event, hall.games()) == ("Old", {"1": "g1", "2": ""})
    assert [each.result for each in hall.rounds.results.of()] == ["*", "1-0"]


@pytest.mark.parametrize(
    "lines", ["1,1,Xa,Ya\n1,2,Lund,Wolf\n", "1,1,Berg,Tal\n1,2,Xa,Ya\n", "1,1,Berg,Tal\n"]
)
def test_a_list_that_takes_something_from_the_round_played_is_asked_about(lines: str) -> None:
    """A game or a result by hand, be it of other players or not in the list; nothing is changed before."""
    hall = Hall("b1", "b2")
    hall.rounds.lists.take(read_pairings(OLD, "old.csv"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Berg", "Tal", "e4", "e5"))
    hall.rounds.record("2", "1-0")
    before = hall.boards.round
    found = read_pairings(f"round,board,white,black\n{lines}".encode(), "list.csv")
    with pytest.raises(QuestionError, match="takes games or results from round 1, which is played"):
        hall.rounds.lists.take(found)
    assert hall.boards.round == hall.rounds.round("1") == before
    take_anyway(hall.rounds, found)
    assert hall.boards.round != before


def test_what_people_said_comes_back_with_the_players(tmp_path: Path) -> None:
    """After a list in whose place others are, and after one that lacks them; also after a restart."""
    hall = Hall("b1", "b2")
    hall.keep(tmp_path)
    right = "1,Anna,Bert 2,Cleo,Dirk"
    read_again(hall, right)
    hall.rounds.choose("1")
    hall.rounds.record("1", "1-0")
    read_again(hall, "1,Eva,Fred 2,Cleo,Dirk")
    assert [each.result for each in hall.rounds.results.of()] == ["*", "*"]
    read_again(hall, right)
    hall.rounds.assign("1", "b2")
    read_again(hall, "3,Eva,Fred")
    again = hall.restarted("b1", "b2")
    for each in (hall, again):
        read_again(each, right)
        assert [row.result for row in each.rounds.results.of()] == ["1-0", "*"]
        assert each.at() == {"1": "b2", "2": ""}
        assert each.boards.round.boards[0].by_hand
    again.store.close()


@pytest.mark.parametrize(("board", "other"), [("b2", ""), ("", "b2")])
def test_a_board_that_a_person_gave_comes_back(board: str, other: str) -> None:
    """Also where another pairing was proposed for it meanwhile, and where he said that none plays it."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.rounds.assign("1", board)
    read_again(hall, "2,Cleo,Dirk")
    hall.rounds.propose()
    assert hall.at() == {"2": "b2"}
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.propose()
    assert hall.at() == {"1": board, "2": other}


def test_a_pairing_that_a_list_lacks_is_told() -> None:
    """If it has a game or a result; in one line."""
    hall = evening_hall()
    read_again(hall, "3,Eva,Fred")
    (said,) = told_lines(hall)
    assert said.startswith("The list of round 1 has pairings 1, 2 no more: their games and results come back")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    assert hall.games() == {"1": "g1", "2": "g2"}
    assert len(told_lines(hall)) == 1


@pytest.mark.parametrize("wrong", ["1,Eva,Fred 2,Cleo,Dirk", "2,Cleo,Dirk"])
@pytest.mark.parametrize("white", ["", "Anna"])
def test_a_game_of_a_board_without_names_comes_back(white: str, wrong: str) -> None:
    """Nobody was seated there: it is the game of who had the pairing when it was played."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, white, "", "e4", "e5", result="1-0", over=True))
    read_again(hall, wrong)
    assert hall.games().get("1", "") == ""
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    assert hall.games() == {"1": "g1", "2": ""}


def test_games_follow_their_players_to_another_table() -> None:
    """Two that were exchanged, and one that is put before all; results by hand, too; nothing is asked."""
    hall = evening_hall()
    read_again(hall, "1,Cleo,Dirk 2,Anna,Bert")
    assert hall.games() == {"1": "g2", "2": "g1"}
    hall.rounds.record("2", "1/2-1/2")
    lines = b"round,board,white,black\n1,1,Eva,Fred\n1,2,Cleo,Dirk\n1,3,Anna,Bert\n"
    hall.rounds.lists.take(read_pairings(lines, "list.csv"))
    assert hall.games() == {"1": "", "2": "g2", "3": "g1"}
    assert [each.result for each in hall.boards.round.boards] == ["", "", "1/2-1/2"]
    assert len({own_id(hall.boards.round, each) for each in hall.boards.round.boards}) == 3
    assert told_lines(hall) == []


def test_a_board_goes_along_with_the_game_that_is_played_there(tmp_path: Path) -> None:
    """Where a list exchanges two numbers in mid-game; in the next round boards stand where they stood."""
    hall, other = Hall("b1", "b2", "b7"), Hall("b1", "b2", "b7")
    hall.keep(tmp_path)
    found = (
        "round,board,white,black\n1,{},Anna,Bert\n1,{},Cleo,Dirk\n1,3,Eva,Fred\n2,1,A,B\n2,2,C,D\n2,3,E,F\n"
    )
    lists = [read_pairings(found.format(*each).encode(), "list.csv") for each in ((1, 2), (2, 1))]
    hall.rounds.lists.take(lists[0])
    hall.rounds.choose("1")
    hall.rounds.assign("2", "b7")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1"))
    hall.play("b7", named_game("g2", 2, "Cleo", "Dirk", "d4", board="2", result="0-1", over=True))
    for _ in range(2):
        hall.rounds.lists.take(lists[1])
        assert hall.at() == {"1": "b7", "2": "b1", "3": ""}
        assert hall.games() == {"1": "g2", "2": "g1", "3": ""}
        hall = hall.restarted("b1", "b2", "b7")
    other.rounds.adopt(read_payload(Round, write_payload(hall.rounds.results.present())))
    hall.rounds.choose("2")
    assert hall.at() == {"1": "b1", "2": "b7", "3": ""}
    hall.rounds.choose("1")
    for each in (hall, other):
        take_anyway(each.rounds, lists[0])
        assert each.at()["1"] in ("b1", "")
    assert hall.at() == {"1": "b1", "2": "b7", "3": ""}
    assert hall.boards.round.boards[1].by_hand
    hall.store.close()


def test_a_board_is_had_in_exchange_for_one_that_went_along() -> None:
    """Of the number to which that went, also over several; it counts as the board of its own table."""
    hall = Hall("b1", "b2", "b3", "b7")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred")
    hall.rounds.choose("1")
    hall.rounds.propose()
    hall.rounds.assign("2", "b7")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1"))
    for _ in range(2):
        read_again(hall, "1,Cleo,Dirk 2,Anna,Bert 3,Eva,Fred")
        assert hall.at() == {"1": "b7", "2": "b1", "3": "b3"}
        assert [each.table for each in hall.boards.round.boards] == ["2", "1", ""]
        assert hall.boards.round.boards[0].by_hand
    hall.play("b7", named_game("g2", 2, "Cleo", "Dirk", "d4", board="2"))
    assert hall.games() == {"1": "g2", "2": "g1", "3": ""}
    read_again(hall, "1,Eva,Fred 2,Anna,Bert 3,Cleo,Dirk")
    assert hall.at() == {"1": "b3", "2": "b1", "3": "b7"}
    assert told_lines(hall) == []
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred")
    assert hall.at() == {"1": "b1", "2": "b7", "3": "b3"}
    assert {each.table for each in hall.boards.round.boards} == {""}


def test_a_spare_board_comes_to_the_table_of_its_pairing() -> None:
    """In mid-game; one that another pairing had stands at its own number."""
    hall = Hall("b1", "b2", "b9")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.rounds.propose()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1"))
    read_again(hall, "1,Cleo,Dirk 2,Anna,Bert")
    hall.rounds.assign("2", "b9")
    assert [(each.board, each.table) for each in hall.boards.round.boards] == [("b2", "2"), ("b9", "1")]
    hall.rounds.assign("2", "b2")
    assert [(each.board, each.table) for each in hall.boards.round.boards] == [("", ""), ("b2", "")]


@pytest.mark.parametrize("number", ["2", ""])
def test_a_game_at_a_board_that_nobody_has_is_told(number: str) -> None:
    """Its pairing has taken its own along, and the one that was there is in the list no more."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.rounds.propose()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1"))
    read_again(hall, "2,Anna,Bert")
    assert hall.at() == {"2": "b1"}
    hall.play("b2", named_game("g2", 2, "Cleo", "Dirk", "d4", board=number))
    (notice,) = (each for each in hall.boards.notices if "plays" in each.said["en"])
    assert "pairing 2 has other players" in notice.said["en"]


def test_a_game_follows_the_names_at_its_board_where_two_exchange_numbers() -> None:
    """Who was seated at it since then plays it."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", played("g1", 1, "e4", at=0, round="1"))
    hall.play("b2", named_game("g2", 2, "Cleo", "Dirk", "d4"))
    hall.rounds.assign("2", "b1")
    hall.play("b1", named_game("g1", 3, "Cleo", "Dirk", "e4", "e5"))
    assert hall.games() == {"1": "", "2": "g1"}


def test_a_game_that_was_begun_wrongly_gives_way() -> None:
    """A board says in any case from which position a game began: from the usual one none goes on."""
    hall = Hall("b1")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "d4", "d5"))
    hall.play("b1", named_game("g2", 2, "Anna", "Bert", "e4", result="1-0", over=True))
    assert (hall.games(), _results(hall)) == ({"1": "g2"}, ["1-0"])
    pgn = RoundGames(hall.store, hall.rounds, lambda: 0).pgn()
    assert "d4" not in pgn
    assert pgn.count("[Event ") == 1


def test_the_second_hall_remembers_pairings_that_left_the_list(tmp_path: Path) -> None:
    """What the first was told of them comes back with their players after a take-over; names stay hidden."""
    hall, other = Hall("b1", "b2"), Hall("b1", "b2")
    right = "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred"
    read_again(hall, right)
    hall.rounds.choose("1")
    hall.rounds.record("1", "1-0")
    hall.rounds.assign("3", "b2")
    hall.play("b2", named_game("g1", 1, "N. N.", "Fred", "e4"))
    read_again(hall, "2,Cleo,Dirk")
    assert not hall.boards.round.left
    told = write_payload(hall.rounds.results.present())
    assert b"Eva" not in told
    other.keep(tmp_path)
    for _ in range(2):
        other.rounds.adopt(read_payload(Round, told))
    other = other.restarted("b1", "b2")
    read_again(other, right)
    assert _results(other)[0] == "1-0"
    other.store.close()


def test_a_pairing_with_a_hidden_name_comes_back_after_a_take_over() -> None:
    """What is published tells no such name; a hall that has read the list knows it."""
    hall = Hall("b1", "b2")
    right = "1,Anna,Bert 2,Cleo,Dirk"
    read_again(hall, right)
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "N. N.", "Bert", "e4", result="1-0", over=True))
    read_again(hall, "2,Cleo,Dirk")
    told = write_payload(hall.rounds.results.present())
    assert b"Anna" not in told
    hall.rounds.adopt(read_payload(Round, told))
    read_again(hall, right)
    assert (hall.games(), _results(hall)[0]) == ({"1": "g1", "2": ""}, "1-0")


def test_what_another_hall_has_told_of_a_game_comes_back_with_its_pairing() -> None:
    """Also where the list that drops it is read by that hall, and the game is not here."""
    hall, other = Hall("b1"), Hall("b1")
    right = "1,Anna,Bert 2,Cleo,Dirk"
    for each in (hall, other):
        read_again(each, right)
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    for rows in (right, "2,Cleo,Dirk"):
        read_again(hall, rows)
        other.rounds.adopt(hall.rounds.results.present())
    read_again(other, right)
    assert _results(other)[0] == "1-0"


def test_a_board_that_was_taken_away_ends_no_game() -> None:
    """What it says afterwards is told, and changes neither moves nor result."""
    hall = Hall("b1", "spare")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.rounds.assign("1", "spare")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    after = {"result": "1/2-1/2", "over": True, "start_fen": fen}
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", "e5", **after))
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", "e4", "d5", result="0-1", over=True))
    assert (hall.games(), _results(hall)) == ({"1": "g1 g2"}, ["1/2-1/2"])
    assert told_lines(hall)[-1].startswith(
        "Board b1, from which pairing 1 was taken, says 0-1: that does not"
    )


def test_a_flag_at_the_board_that_was_taken_away_ends_nothing_before_the_spare_shows_the_position() -> None:
    """The game goes on where it was moved to, whichever of both comes first."""
    hall = Hall("b1", "spare")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.rounds.assign("1", "spare")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", result="0-1", over=True))
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    hall.play("spare", named_game("g2", 3, "Anna", "Bert", "e5", result="1-0", over=True, start_fen=fen))
    assert (hall.games(), _results(hall)) == ({"1": "g1 g2"}, ["1-0"])


def test_a_result_stands_whatever_is_set_up_on_a_spare_board() -> None:
    """A position that somebody looks at once the game has ended is no part of it."""
    hall = Hall("b1", "spare")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    hall.rounds.assign("1", "spare")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    for san in ((), ("e5",)):
        hall.play("spare", named_game("g2", 2 + len(san), "Anna", "Bert", *san, start_fen=fen))
    assert (hall.games(), _results(hall)) == ({"1": "g1"}, ["1-0"])
    assert "spare" in told_lines(hall)[-1]


def test_the_second_hall_has_the_games_of_a_list_that_came_back() -> None:
    """An id that is published empty is the usual one."""
    hall, other = Hall("b1", "b2"), Hall("b1", "b2")
    right = "1,Anna,Bert 2,Cleo,Dirk"
    read_again(hall, right)
    hall.rounds.choose("1")
    other.rounds.adopt(hall.rounds.results.present())
    for each in (hall, other):
        each.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
        each.play("b1", played("g2", 2, "d4", round="2", board="7"))
    for names, game in (("1,Eva,Fred 2,Cleo,Dirk", ""), (right, "g1")):
        read_again(hall, names)
        other.rounds.adopt(hall.rounds.results.present())
        assert hall.games() == other.games() == {"1": game, "2": ""}


WEEK_S = 7 * 24 * 3600


def _club(event: str) -> Hall:
    """An evening of a club, played; it is a week later."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000
    hall.rounds.lists.take(_club_list(event))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True, event=event))
    hall.rounds.record("2", "1/2-1/2")
    hall.unix_s += WEEK_S
    return hall


def _club_list(event: str, result: str = "") -> Pairings:
    lines = f"{event},1,1,Anna,Bert,{result}\n{event},1,2,Cleo,Dirk,{result}\n"
    return read_pairings(f"event,round,board,white,black,result\n{lines}".encode(), "club.csv")


def _results(hall: Hall) -> list[str]:
    return [each.result for each in hall.rounds.results.of()]


@pytest.mark.parametrize("event", ["", "Club"])
def test_the_same_round_of_another_week_is_asked_about(event: str) -> None:
    """It begins anew as another event; lists of the same name are of that one until the next week."""
    hall = _club(event)
    before, lists = hall.boards.round, hall.rounds.lists
    with pytest.raises(
        QuestionError, match=r"Round 1 of .* was begun on an earlier day, .* as of .*2026-05-27"
    ):
        lists.take(_club_list(event))
    assert hall.boards.round == before
    take_list(hall.rounds, _club_list(event), Choice.ANEW)
    hall.rounds.choose("1")
    assert hall.boards.round.event == f"{event} 2026-05-27".strip()
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", result="1-0", over=True, event=event))
    assert (hall.games(), _results(hall)) == ({"1": "", "2": ""}, ["*", "*"])
    hall.play("b1", named_game("g2", 3, "Anna", "Bert", "d4", result="0-1", over=True))
    for named in (event, ""):
        lists.take(_club_list(named))
        assert (hall.games(), _results(hall)) == ({"1": "g2", "2": ""}, ["0-1", "*"])
    hall.unix_s += WEEK_S
    with pytest.raises(QuestionError, match="2026-06-03"):
        lists.take(_club_list(event))
    hall.rounds.turn_to(event)
    assert [each.result for each in hall.rounds.results.of("1")] == ["1-0", "1/2-1/2"]


def test_a_round_of_an_earlier_day_may_go_on() -> None:
    """If somebody says so; nobody is asked where the list has its results, or its event is played today."""
    hall = _club("Club")
    take_list(hall.rounds, _club_list("Club"), Choice.GOES_ON)
    assert _results(hall) == ["1-0", "1/2-1/2"]
    hall.unix_s += 3600
    hall.rounds.lists.take(_club_list("Club"))
    hall.unix_s += WEEK_S
    take_list(hall.rounds, _club_list("Club"), Choice.GOES_ON)
    hall.rounds.lists.take(_club_list("Club", "1-0"))
    hall.rounds.lists.take(read_pairings(b"event,round,board,white,black\nClub,2,1,Bert,Cleo\n", "2.csv"))
    hall.rounds.choose("2")
    hall.play("b1", played("g3", 3, "e4", at=0, round="2"))
    hall.rounds.lists.take(_club_list("Club"))
    hall.rounds.choose("1")
    assert _results(hall) == ["1-0", "1-0"]


@pytest.mark.parametrize("wrong", ["Xa,Ya", "Xa,Ya Alpha"])
def test_a_wrong_list_does_not_begin_a_round_anew(tmp_path: Path, wrong: str) -> None:
    """Nor does a list of another event after it: what comes back was begun when it was."""
    hall = Hall("b1", "b2")
    hall.keep(tmp_path)
    hall.unix_s = 1_779_300_000
    right = _club_list("Club")
    hall.rounds.lists.take(right)
    hall.rounds.choose("1")
    hall.rounds.record("1", "1-0")
    names, *other = wrong.split()
    wrong_list = read_pairings(f"event,round,board,white,black\nClub,1,1,{names}\n".encode(), "wrong.csv")
    take_anyway(hall.rounds, wrong_list)
    assert hall.boards.round.begun_s == hall.unix_s
    for event in other:
        hall.rounds.lists.take(_club_list(event))
        hall.rounds.choose("1")
        hall.rounds.lists.take(_club_list(f"{event} 2"))
        hall.rounds.turn_to("Club")
        hall.rounds.choose("1")
    again = hall.restarted("b1", "b2")
    again.unix_s = hall.unix_s + WEEK_S
    with pytest.raises(QuestionError, match="earlier day"):
        again.rounds.lists.take(right)
    again.unix_s = hall.unix_s + 60
    again.rounds.lists.take(right)
    assert (_results(again), again.boards.round.begun_s) == (["1-0", "*"], hall.unix_s)
    again.store.close()


def test_two_events_of_one_day_have_two_names() -> None:
    """The second one is counted."""
    hall = _club("Club")
    for event in ("Club 2026-05-27", "Club 2026-05-27 2"):
        hall.rounds.turn_to("Club")
        take_list(hall.rounds, _club_list("Club"), Choice.ANEW)
        assert hall.rounds.known.event == event
    assert hall.rounds.lists.named(_club_list("Clubs")).event == "Clubs"


def test_a_second_hall_asks_about_another_week_too() -> None:
    """The round says when it was begun."""
    hall, other = _club("Club"), Hall("b1", "b2")
    other.rounds.adopt(read_payload(Round, write_payload(hall.rounds.results.present())))
    other.unix_s = hall.unix_s
    with pytest.raises(QuestionError, match="earlier day"):
        other.rounds.lists.take(_club_list("Club"))


def test_a_game_of_a_pairing_whose_game_has_ended_is_told() -> None:
    """Who is seated plays for it once more: nobody was asked, as the hall's date was wrong, perhaps."""
    hall = _club("Club")
    hall.play("b1", played("a1", 3, "e4", "e5", at=0))
    assert [each for each in told_lines(hall) if "ended" in each] == []
    hall.play("b1", named_game("g2", 4, "Anna", "Bert", "d4"))
    hall.play("b1", named_game("g2", 5, "Anna", "Bert", "d4", "d5"))
    (said,) = [each for each in told_lines(hall) if "ended" in each]
    assert said.startswith("Board b1 plays pairing 1, whose game has ended already: this one does not count.")


def _unnamed(text: str) -> Pairings:
    return read_pairings(f"board,white,black\n{text}".encode(), "list.csv")


def test_a_list_that_names_no_round_is_of_the_one_that_is_played_or_of_the_next() -> None:
    """It is asked where something would be taken from the round that is played."""
    hall = Hall("b1", "b2")
    lists = hall.rounds.lists
    lists.take(_unnamed("1,Anna,Bert\n2,Cleo,Dirk\n"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    second = _unnamed("1,Cleo,Anna\n2,Bert,Dirk\n")
    with pytest.raises(QuestionError, match=r"names no round. Is it round 2\?.* these pairings: 1\."):
        lists.take(second)
    take_list(hall.rounds, second, Choice.NEXT)
    assert (hall.rounds.names, hall.games()) == (("1", "2"), {"1": "g1", "2": ""})
    hall.rounds.choose("2")
    lists.take(_unnamed("1,Cleo,Anna\n2,Bert,Dirka\n"))
    assert [each.black.name for each in hall.boards.round.boards] == ["Anna", "Dirka"]
    assert [each.result for each in hall.rounds.results.of("1")] == ["1-0", "*"]


def _evenings() -> Hall:
    """Two rounds without names, played; round 1 is chosen once more."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000
    for name, lines, *answers in (
        ("1", "1,Anna,Bert\n2,Cleo,Dirk\n"),
        ("2", "1,Cleo,Anna\n2,Bert,Dirk\n", Choice.NEXT),
    ):
        take_list(hall.rounds, _unnamed(lines), *map(Choice, answers))
        hall.rounds.choose(name)
        hall.rounds.record("1", "1-0")
    hall.rounds.choose("1")
    return hall


def test_the_next_round_is_none_that_is_known() -> None:
    """Whichever is chosen; the others keep what they have."""
    hall = _evenings()
    lists, third = hall.rounds.lists, _unnamed("1,Anna,Dirk\n2,Cleo,Bert\n")
    with pytest.raises(QuestionError, match=r"Is it round 3\? Or round 1"):
        lists.take(third)
    take_list(hall.rounds, third, Choice.NEXT)
    assert hall.rounds.names == ("1", "2", "3")
    results = [hall.rounds.results.of(name)[0].result for name in hall.rounds.names]
    assert results == ["1-0", "1-0", "*"]


def test_a_list_without_a_round_is_of_the_one_that_has_its_pairs() -> None:
    """It is asked, as the next one may have them, too; yes is said to the round that has them."""
    hall = _evenings()
    lists, second = hall.rounds.lists, _unnamed("1,Cleo,Anna\n2,Bert,Dirka\n3,Eva,Fred\n")
    take_list(hall.rounds, _unnamed("1,Cleo,Anna\n2,Bert,Dirk\n3,Eva,Fred\n"), Choice.SAME)
    before = hall.rounds.round("1")
    with pytest.raises(QuestionError, match=r"Is it round 3\? Or round 2"):
        lists.take(second)
    take_list(hall.rounds, second, Choice.SAME)
    assert hall.rounds.round("1") == before
    assert [each.black for each in hall.rounds.results.of("2")] == ["Anna", "Dirka", "Fred"]


def test_a_list_without_a_round_is_asked_about_where_it_takes_nothing() -> None:
    """Nothing was played yet, and its pairs are others."""
    hall = Hall()
    hall.rounds.lists.take(_unnamed("1,Anna,Bert\n2,Cleo,Dirk\n"))
    with pytest.raises(
        QuestionError, match=r"Is it round 2\? Or round 1 all the same\?.* these pairings: -\."
    ):
        hall.rounds.lists.take(_unnamed("1,Cleo,Anna\n2,Bert,Dirk\n"))
    hall.rounds.lists.take(_unnamed("1,Anna,Berta\n2,Cleo,Dirkk\n"))
    assert hall.rounds.names == ("1",)


def test_a_round_a_week_without_a_name_may_be_the_next() -> None:
    """The question about an earlier day has that answer, too."""
    hall = _evenings()
    hall.unix_s += WEEK_S
    lists, third = hall.rounds.lists, _unnamed("1,Anna,Dirk\n2,Cleo,Bert\n")
    with pytest.raises(QuestionError, match=r"Is it round 3\? Round 1 of - was begun on an earlier day"):
        lists.take(third)
    take_list(hall.rounds, third, Choice.NEXT)
    assert hall.rounds.names == ("1", "2", "3")


def test_that_a_round_goes_on_does_not_say_that_it_loses_results() -> None:
    """That is another question."""
    hall = _club("Club")
    others = read_pairings(b"event,round,board,white,black\nClub,1,1,Emil,Fred\n", "club.csv")
    with pytest.raises(QuestionError, match="earlier day") as asked:
        hall.rounds.lists.take(others)
    with pytest.raises(QuestionError, match="takes games or results from round 1"):
        hall.rounds.lists.take(others, asked.value.answers[Choice.GOES_ON])
    assert _results(hall) == ["1-0", "1/2-1/2"]
    take_list(hall.rounds, _club_list("Club"), Choice.GOES_ON)
    assert _results(hall) == ["1-0", "1/2-1/2"]


def test_an_event_of_the_day_is_found_by_its_plain_name_after_another_one() -> None:
    """The newest of that name: not last week's."""
    hall = _club("Club")
    for count in range(2):
        hall.rounds.turn_to("Club")
        take_list(hall.rounds, _club_list("Club"), Choice.ANEW)
        hall.rounds.choose("1")
        hall.play("b1", named_game(f"g{count + 9}", 5, "Anna", "Bert", "d4", result="0-1", over=True))
    blitz = read_pairings(b"event,round,board,white,black\nBlitz,1,1,X,Y\n", "b.csv")
    take_list(hall.rounds, blitz, Choice.YES)
    hall.rounds.lists.take(_club_list("Club"))
    assert (hall.rounds.known.event, _results(hall)) == ("Club 2026-05-27 2", ["0-1", "*"])


def test_a_round_that_does_not_say_when_it_was_begun_is_of_an_earlier_day(tmp_path: Path) -> None:
    """That of an older file, or of an older hall program."""
    hall, other = _club("Club"), Hall("b1", "b2")
    hall.keep(tmp_path)
    hall.rounds.known.put(replace(hall.boards.round, begun_s=0))
    hall.boards.set_round(hall.rounds.round("1"))
    hall.rounds.keep()
    told = read_payload(Round, write_payload(hall.rounds.results.present()))
    again = hall.restarted("b1", "b2")
    other.rounds.adopt(told)
    for each in (again, other):
        each.unix_s = hall.unix_s
        with pytest.raises(QuestionError, match="earlier day"):
            each.rounds.lists.take(_club_list("Club"))
    again.store.close()


def test_a_game_that_is_retained_begins_no_round_today() -> None:
    """It is over since last week; one that is played now does."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000
    hall.rounds.lists.take(_club_list("Club"))
    hall.rounds.choose("1")
    retained = named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True, event="Club")
    hall.play("b1", replace(retained, at=1000 * (hall.unix_s - WEEK_S)))
    assert hall.boards.round.begun_s == hall.unix_s - WEEK_S
    with pytest.raises(QuestionError, match="earlier day"):
        hall.rounds.lists.take(_club_list("Club"))


def test_results_of_a_list_begin_its_round() -> None:
    """It is asked next week, as if they had been given by hand."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000
    hall.rounds.lists.take(_club_list("Club", "1-0"))
    assert hall.rounds.round("1").begun_s == hall.unix_s
    hall.unix_s += WEEK_S
    with pytest.raises(QuestionError, match="earlier day"):
        hall.rounds.lists.take(_club_list("Club"))


def test_a_result_that_another_hall_has_told_can_be_taken_away() -> None:
    """Also after another one was given."""
    hall = Hall("b1", "b2")
    hall.rounds.adopt(evening_hall().rounds.results.present())
    assert _results(hall) == ["1-0", "0-1"]
    hall.rounds.record("1", "")
    hall.rounds.record("2", "1-0")
    hall.rounds.record("2", "")
    assert _results(hall) == ["*", "*"]


@pytest.mark.parametrize(
    ("played_now", "next_one"), [("9", "10"), ("final", "final 2"), ("final 2", "final 3")]
)
def test_the_round_after_one(played_now: str, next_one: str) -> None:
    """It is counted, also where the one before has a name."""
    hall = Hall()
    hall.rounds.lists.take(read_pairings(f"round,board,white,black\n{played_now},1,A,B\n".encode(), "l.csv"))
    hall.rounds.choose(played_now)
    with pytest.raises(QuestionError, match="names no round") as asked:
        hall.rounds.lists.take(_unnamed("1,C,D\n"))
    rounds = [meant.round for meant in asked.value.answers.values()]
    assert rounds == [next_one, played_now]


def test_an_answer_does_what_was_asked_about() -> None:
    """Two read a list, and are asked the same: the second one makes no other round, and no other event."""
    for before, found, choice, known in (
        (_evenings(), _unnamed("1,Anna,Dirk\n2,Cleo,Bert\n"), Choice.NEXT, ("", ("1", "2", "3"))),
        (_club("Club"), _club_list("Club"), Choice.ANEW, ("Club 2026-05-27", ("1",))),
    ):
        asked = []
        for _ in range(2):
            with pytest.raises(QuestionError) as question:
                before.rounds.lists.take(found)
            asked.append(question.value.answers[choice])
        for meant in asked:
            before.rounds.lists.take(found, meant)
        assert (before.rounds.known.event, before.rounds.names) == known


def test_what_has_changed_since_it_was_asked_is_asked_anew() -> None:
    """The games that a list takes are others by now, or it is another event that it leaves."""
    hall = evening_hall()
    found = read_pairings(b"round,board,white,black\n1,1,Eva,Fred\n1,3,Xa,Ya\n1,2,Cleo,Dirk\n", "list.csv")
    with pytest.raises(QuestionError, match=r"round 1, which is played: pairings 1\.") as asked:
        hall.rounds.lists.take(found)
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Gerd,Hans")
    hall.rounds.record("3", "1-0")
    meant = asked.value.answers[Choice.YES]
    with pytest.raises(QuestionError, match=r"pairings 1, 3\.") as asked:
        hall.rounds.lists.take(found, meant)
    blitz = read_pairings(b"event,round,board,white,black\nBlitz,1,1,X,Y\n", "b.csv")
    take_list(hall.rounds, blitz, Choice.YES)
    hall.rounds.record("1", "0-1")
    hall.rounds.choose("1")
    hall.rounds.record("1", "0-1")
    with pytest.raises(QuestionError, match="is of another event, -, and rounds of Blitz have"):
        hall.rounds.lists.take(found, asked.value.answers[Choice.YES])


def test_each_answer_is_that_of_its_own_question() -> None:
    """That a list is of the same round does not say that its event may take another one's place."""
    hall = _walk()
    beta = read_pairings(b"event,round,board,white,black\nBeta,1,1,Xa,Ya\n", "beta.csv")
    take_list(hall.rounds, beta, Choice.YES)
    hall.rounds.choose("1")
    hall.rounds.record("1", "1-0")
    hall.rounds.turn_to("Walk")
    hall.rounds.choose("1")
    found = read_pairings(b"event,board,white,black\nBeta,1,Ya,Xa\n", "beta.csv")
    with pytest.raises(QuestionError, match=r"The list of Beta names no round\. Is it round 2\?") as asked:
        hall.rounds.lists.take(found)
    same = asked.value.answers[Choice.SAME]
    assert (same.event, same.round) == ("Beta", "1")
    with pytest.raises(QuestionError, match="is of another event, Beta, and rounds of Walk have") as asked:
        hall.rounds.lists.take(found, same)
    hall.rounds.lists.take(found, asked.value.answers[Choice.YES])
    assert hall.rounds.round("1").boards[0].white.name == "Ya"


def test_a_list_may_be_said_to_be_of_a_round() -> None:
    """By a program that knows it: nothing is asked."""
    hall = _evenings()
    hall.rounds.lists.take(_unnamed("1,Anna,Dirk\n"), Meant("", "5"))
    assert (hall.rounds.known.event, hall.rounds.names) == ("", ("1", "2", "5"))


def test_that_a_game_goes_on_in_another_one_is_told_once() -> None:
    """Also where what was told has passed, and something else is done in the round."""
    hall = Hall("b1", "b2", "spare")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.rounds.assign("1", "spare")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", "e5", start_fen=fen))
    for result in ("1-0", "0-1"):
        hall.now_ms += PASSES_MS
        hall.boards.pass_time()
        hall.rounds.record("2", result)
        hall.play("spare", named_game("g2", 3, "Anna", "Bert", "e5", "Nf3", start_fen=fen))
    assert len([each for each in told_lines(hall) if each.startswith("The game of pairing 1 goes on")]) == 1


def test_results_that_a_list_replaces_are_told() -> None:
    """In one line, be they given by hand or by the list before; not where a game has the result."""
    hall = Hall("b1")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Eva,Fred 4,Gerd,Hans")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    for number in ("1", "2", "3"):
        hall.rounds.record(number, "1-0")
    lines = "".join(
        f"1,{at},{names},0-1\n" for at, names in enumerate(("Anna,Bert", "Cleo,Dirk", "Gerd,Hans"), start=1)
    )
    found = read_pairings(f"round,board,white,black,result\n{lines}1,4,Eva,Fred,1-0\n".encode(), "list.csv")
    hall.rounds.lists.take(found)
    assert [each.result for each in hall.rounds.results.of()] == ["1-0", "0-1", "0-1", "1-0"]
    assert [each.partition(": ")[0] for each in told_lines(hall)] == [
        "The list of round 1 gives other results than before, pairings 2",
        "The list of round 1 gives other results than count here, pairings 1",
    ]
    hall.rounds.lists.take(found)
    assert len(told_lines(hall)) == 2


def test_a_game_that_a_list_puts_before_the_given_result_is_told() -> None:
    """Two numbers were exchanged, and one of them has the board where the other's game has ended."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b2", named_game("g1", 1, "Cleo", "Dirk", "e4"))
    hall.rounds.assign("2", "")
    hall.play("b2", named_game("g1", 2, "Cleo", "Dirk", "e4", result="0-1", over=True))
    hall.rounds.assign("1", "b2")
    hall.rounds.record("2", "1-0")
    assert [each.result for each in hall.rounds.results.of()] == ["*", "1-0"]
    read_again(hall, "1,Cleo,Dirk 2,Anna,Bert")
    assert [each.result for each in hall.rounds.results.of()] == ["0-1", "*"]
    assert any(each.startswith("The list of round 1 gives pairings 1 the games") for each in told_lines(hall))


@pytest.mark.parametrize(("begun_s", "now_s"), [(100, 1_779_300_000), (100, 90_000), (1_779_300_000, 90_000)])
def test_a_clock_that_is_not_set_makes_no_other_day(begun_s: int, now_s: int) -> None:
    """A computer without a battery begins in 1970, and gets the date from the network, if there is one."""
    hall = Hall("b1", "b2")
    hall.unix_s = begun_s
    hall.rounds.lists.take(_club_list("Club"))
    hall.rounds.choose("1")
    hall.rounds.record("1", "1-0")
    assert hall.boards.round.begun_s == begun_s
    hall.unix_s = now_s
    hall.rounds.lists.take(_club_list("Club"))
    assert _results(hall) == ["1-0", "*"]


THREE = "1,Anna,Bert 2,Cleo,Dirk 3,Emil,Fred"
EXCHANGED = "1,Emil,Fred 2,Cleo,Dirk 3,Anna,Bert"


def _in_play() -> Hall:
    """A round of three pairings. Board b1 plays pairing 1, to which a list has then given the number 3."""
    hall = Hall("b1", "b2", "b3", "spare")
    read_again(hall, THREE)
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5", board="1"))
    read_again(hall, EXCHANGED)
    return hall


def test_a_board_that_was_taken_away_in_mid_game_is_not_proposed_to_others(tmp_path: Path) -> None:
    """It bears the number that others have now: its game would be theirs. So after another round."""
    hall = _in_play()
    hall.keep(tmp_path)
    assert hall.at() == {"1": "b3", "2": "b2", "3": "b1"}
    hall.rounds.assign("3", "spare")
    read_again(hall, EXCHANGED.split(" ", 1)[1])
    read_again(hall, EXCHANGED)
    hall.rounds.propose()
    assert hall.at() == {"1": "", "2": "b2", "3": "spare"}
    take_anyway(hall.rounds, read_pairings(b"round,board,white,black\n2,1,Bert,Cleo\n", "list.csv"))
    hall.rounds.choose("2")
    hall.rounds.assign("1", "b1")
    hall.rounds.choose("1")
    assert hall.at() == {"1": "", "2": "b2", "3": "spare"}
    again = hall.restarted("b1", "b2", "b3", "spare")
    again.rounds.look()
    assert again.at() == {"1": "", "2": "b2", "3": "spare"}
    again.rounds.assign("1", "b1")
    assert again.at()["1"] == "b1"
    again.store.close()


def test_a_board_at_which_a_game_goes_on_is_not_proposed_to_others() -> None:
    """Also while a list lacks the pairing for which it is played; once it has ended, the board is free."""
    hall = _in_play()
    read_again(hall, "2,Cleo,Dirk 3,Emil,Fred")
    hall.rounds.assign("3", "spare")
    read_again(hall, "1,Gerd,Hugo 2,Cleo,Dirk 3,Emil,Fred")
    hall.rounds.propose()
    assert hall.at() == {"1": "", "2": "b2", "3": "spare"}
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", "e5", board="1", result="1-0", over=True))
    hall.rounds.propose()
    assert hall.at() == {"1": "b1", "2": "b2", "3": "spare"}


def test_a_board_that_was_taken_away_by_a_slip_is_proposed_to_those_who_play_there() -> None:
    """Nobody has said that it is not to be theirs; their game goes on."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b2", named_game("g2", 1, "Cleo", "Dirk", "d4", board="2"))
    hall.rounds.assign("1", "b2")
    hall.rounds.assign("1", "b1")
    hall.rounds.propose()
    assert hall.at() == {"1": "b1", "2": "b2"}
    assert hall.games() == {"1": "", "2": "g2"}
