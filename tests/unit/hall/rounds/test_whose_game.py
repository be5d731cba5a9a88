"""For which pairing a game is played that a board shows or has kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.formats.pairings import read_pairings
from jadoube.hall.rounds.lists.days import is_earlier
from jadoube.hall.rounds.lists.questions import QuestionError
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.rounds.played.text import goes_on_in
from jadoube.mqtt.payloads import KeptGame, Person
from jadoube.mqtt.topics import Kind
from shared.hall.rounds import Hall, named_game, read_again, told_lines

EVENT = "Club 12 May"
BEFORE = "Club 5 May"
KEPT = "it is kept, and counts for no pairing here."


def _hall() -> Hall:
    """A hall that knows nothing of the weeks before."""
    hall = Hall("b1", "spare")
    hall.unix_s = 1_779_300_000
    lines = f"event,round,board,white,black\n{EVENT},1,1,Anna,Bert\n"
    hall.rounds.lists.take(read_pairings(lines.encode(), "list.csv"))
    hall.rounds.choose("1")
    return hall


@pytest.mark.parametrize("player", ["Anna", "N. N."])
@pytest.mark.parametrize("over", [False, True])
def test_a_game_that_says_another_event_is_not_of_this_one(player: str, *, over: bool) -> None:
    """Whoever plays it, over or not: it is another week's, of a round of the same name."""
    hall = _hall()
    ends = {"result": "1-0", "over": True} if over else {}
    hall.play("b1", named_game("g1", 1, player, "Bert", "e4", event=BEFORE, board="1", **ends))
    assert hall.games() == {"1": ""}
    assert [line for line in told_lines(hall) if f"{BEFORE}, not of {EVENT}" in line] == [
        *([] if over else [f"Board b1 plays a game of {BEFORE}, not of {EVENT}: {KEPT}"])
    ]
    hall.play("b1", named_game("g2", 2, player, "Bert", "d4", event=EVENT, board="1"))
    assert hall.games() == {"1": "g2"}


@pytest.mark.parametrize(("event", "counts"), [(BEFORE, False), (EVENT, True), ("?", True)])
def test_a_kept_game_says_its_event_too(event: str, *, counts: bool) -> None:
    """It comes as a text only, after the hall was away."""
    hall = _hall()
    tags = f'[Event "{event}"]\n[Round "1"]\n[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n'
    hall.rounds.games.take_kept("b1", "m-b1", KeptGame("g1", 1, "0-1", "1"), f"{tags}\n1. e4 0-1\n")
    assert hall.games() == {"1": "g1" if counts else ""}
    assert bool(hall.boards.round.begun_s) == counts


def test_a_game_of_the_house_says_no_round_and_has_any_event() -> None:
    """It was begun before the board was seated."""
    hall = _hall()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", event="Club", round="?"))
    assert hall.games() == {"1": "g1"}


def test_a_game_that_a_list_has_left_out_before_its_first_ply_is_told() -> None:
    """Its board was seated, perhaps started; it counts once a list has its players again."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.assign("2", "spare")
    hall.play("spare", named_game("g2", 1, "Cleo", "Dirk", board="2"))
    read_again(hall, "1,Anna,Bert 3,Emil,Fred")
    assert told_lines(hall) == []
    hall.play("spare", named_game("g2", 2, "Cleo", "Dirk", "e4", board="2"))
    hall.play("spare", named_game("g2", 3, "Cleo", "Dirk", "e4", "e5", board="2"))
    (line,) = told_lines(hall)
    assert line.startswith(
        "Board spare plays Cleo - Dirk, and no pairing of round 1 has them: the game is kept"
    )
    hall.play("spare", named_game("g2", 4, "Cleo", "Dirk", "e4", "e5", board="2", result="1-0", over=True))
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Emil,Fred")
    assert (hall.games()["2"], _ended(hall)) == ("g2", ["*", "1-0", "*"])


@pytest.mark.parametrize(
    ("white", "black", "name"),
    [
        ("Anna", "Bert", "1"),  # of a pairing that another board has
        ("N. N.", "Dirk", "1"),  # who may be anybody
        ("Cleo", "Dirk", "?"),
        ("Cleo", "Dirk", "7"),
    ],
)
def test_a_game_that_may_be_anybodys_is_not_told(white: str, black: str, name: str) -> None:
    """It is of a pairing, of a hidden player, or says no round, or another one."""
    hall = _moved()
    hall.play("spare", named_game("g2", 2, white, black, "e4", round=name))
    assert told_lines(hall) == []


def test_players_may_begin_anew_at_the_spare_board_before_it_is_chosen() -> None:
    """What stands there under other names, or under none, is a trial."""
    for names, games in ((("Anna", "Bert"), "g2"), (("?", "?"), "g1"), (("Emil", "Bert"), "g1")):
        hall = Hall("b1", "spare")
        read_again(hall, "1,Anna,Bert")
        hall.rounds.choose("1")
        hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
        hall.play("spare", named_game("g2", 2, *names, "d4", "d5"))
        hall.rounds.assign("1", "spare")
        hall.play("spare", named_game("g2", 3, *names, "d4", "d5", "c4", result="1-0", over=True))
        assert hall.games() == {"1": games}, told_lines(hall)


EVENING = (
    f"event,round,board,white,black\n{EVENT},1,1,Anna,Bert\n{EVENT},2,1,Dirk,Anna\n{EVENT},2,2,Cleo,Bert\n"
)


def _bring(hall: Hall, date: str = "2026.05.20") -> None:
    """Boards bring the games that they have kept."""
    for at, (board, name, pair) in enumerate((("b1", "1", "Anna,Bert"), ("b1", "2", "Dirk,Anna"))):
        white, black = pair.split(",")
        tags = f'[Event "{EVENT}"]\n[Date "{date}"]\n[Round "{name}"]\n[White "{white}"]\n[Black "{black}"]\n'
        game = KeptGame(f"g{at}", 1, "1-0", name)
        hall.rounds.games.take_kept(board, "m-b1", game, f'{tags}[Result "1-0"]\n\n1. e4 1-0\n')


@pytest.mark.parametrize("list_comes_first", [False, True])
def test_what_boards_have_kept_comes_back_to_the_round_and_players_that_it_names(
    *, list_comes_first: bool
) -> None:
    """The hall's file is lost: whatever round is played then, and whether they come before the list."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000  # 2026-05-20
    if not list_comes_first:
        _bring(hall)
    hall.rounds.lists.take(read_pairings(EVENING.encode(), "list.csv"))
    hall.rounds.choose("2")
    if list_comes_first:
        _bring(hall)
    for name, results in (("1", ["1-0"]), ("2", ["1-0", "*"])):
        assert [each.result for each in hall.rounds.results.of(name)] == results
        assert hall.rounds.round(name).begun_s == hall.unix_s


@pytest.mark.parametrize("at_s", [60, 1_775_000_000])
@pytest.mark.parametrize("is_retained", [False, True])
def test_a_boards_clock_decides_no_day(at_s: int, *, is_retained: bool) -> None:
    """What comes now is of now; of what is retained nobody knows the day, where its clock was never set."""
    hall = Hall("b1")
    hall.unix_s = 1_779_300_000
    hall.rounds.lists.take(read_pairings(EVENING.encode(), "list.csv"))
    hall.rounds.choose("1")
    pair = hall.boards.round.boards[0]
    game = named_game("g1", 1, pair.white.name, pair.black.name, "e4", result="1-0", over=True)
    game = replace(game, at=1000 * at_s)
    hall.boards.take("b1", Kind.GAME, game, retained=is_retained)
    hall.rounds.games.take("b1", "m-b1", game, retained=is_retained)
    assert is_earlier(hall.boards.round, hall.unix_s) == is_retained


def test_what_a_board_has_kept_of_an_earlier_day_begins_the_round_then() -> None:
    """So it is asked about, if its list comes again."""
    hall = Hall("b1", "b2")
    hall.unix_s = 1_779_300_000
    hall.rounds.lists.take(read_pairings(EVENING.encode(), "list.csv"))
    hall.rounds.choose("2")
    _bring(hall, "2026.05.13")
    assert hall.rounds.round("1").begun_s < hall.unix_s - 12 * 3600


def test_a_game_that_is_known_already_is_offered_when_its_board_has_a_pairing(tmp_path: Path) -> None:
    """It came before the list, and is told again, unchanged, after a restart."""
    hall = Hall("b1")
    hall.keep(tmp_path)
    game = named_game("g1", 7, "?", "?", "e4")
    hall.play("b1", game)
    hall = hall.restarted("b1")
    read_again(hall, "1,Anna,Bert")
    hall.rounds.choose("1")
    hall.play("b1", game)
    assert hall.games() == {"1": "g1"}
    hall.store.close()


def test_a_trial_at_the_spare_board_is_of_no_pairing_at_the_second_hall_either() -> None:
    """It is longer than the game that goes on there."""
    halls = [_moved() for _ in range(2)]
    for each in halls:
        each.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
        each.play("spare", named_game("g2", 2, "?", "?", "d4", "d5", "c4", round="?"))
    halls[0].rounds.assign("1", "spare")
    halls[1].rounds.adopt(halls[0].rounds.results.present())
    for each in halls:
        each.play("spare", named_game("g2", 3, "?", "?", "d4", "d5", "c4", "e6", round="?"))
        assert each.games() == {"1": "g1"}


def test_a_game_of_others_of_the_round_is_theirs_whatever_board_it_stands_at() -> None:
    """Its board came in the place of another one, while a wrong list had left them out."""
    hall = _moved("1,Anna,Bert")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.play("spare", named_game("g2", 2, "Cleo", "Dirk", "d4", board="2"))
    hall.rounds.assign("1", "spare")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.play("spare", named_game("g2", 3, "Cleo", "Dirk", "d4", "d5", result="1-0", over=True, board="2"))
    assert (hall.games(), _ended(hall)) == ({"1": "g1", "2": "g2"}, ["*", "1-0"])


def _moved(text: str = "1,Anna,Bert") -> Hall:
    """Round 1, whose pairing 1 has board b1."""
    hall = Hall("b1", "spare")
    hall.unix_s = 1_779_300_000
    read_again(hall, text)
    hall.rounds.choose("1")
    return hall


def _ended(hall: Hall) -> list[str]:
    return [each.result for each in hall.rounds.results.of()]


def test_a_board_that_was_taken_away_says_nothing_more(tmp_path: Path) -> None:
    """Also where the moves were made again, or are not yet; a line says so, once; and after a restart."""
    hall = _moved()
    hall.keep(tmp_path)
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5"))
    hall.rounds.assign("1", "spare")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
    assert _ended(hall) == ["*"]
    hall.play("spare", named_game("g2", 3, "Anna", "Bert", "e4", "e5", "Nf3"))
    hall.play("b1", named_game("g1", 4, "Anna", "Bert", *["e4", "e5"] * 5, result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1 g2"}, ["*"])
    hall = hall.restarted("b1", "spare")
    hall.play("spare", named_game("g2", 5, "Anna", "Bert", "e4", "e5", "Nf3", result="0-1", over=True))
    hall.play("b1", named_game("g1", 6, "Anna", "Bert", *["e4", "e5"] * 6, result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1 g2"}, ["0-1"])
    hall.store.close()


def test_that_a_result_does_not_count_is_said_once() -> None:
    """Whatever comes of the boards afterwards, and whether the hall knows the board still."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.rounds.assign("1", "spare")
    for ply in range(3):
        hall.play("b1", named_game("g1", 2 + ply, "Anna", "Bert", "e4", result="1-0", over=True))
        hall.play("spare", named_game("g2", 2 + ply, "Anna", "Bert", *["e4", "e5"] * ply))
    assert len([line for line in told_lines(hall) if "says 1-0: that does not" in line]) == 1


def test_a_board_that_is_given_back_says_how_it_goes_on() -> None:
    """It was a slip: nothing has ended meanwhile."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.rounds.assign("1", "spare")
    hall.rounds.assign("1", "b1")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", "e5", result="1/2-1/2", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1/2-1/2"])


def test_a_result_stands_whatever_board_the_pairing_gets() -> None:
    """Given to another board, and back again."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    for board in ("spare", "b1"):
        hall.rounds.assign("1", board)
        hall.play(board, named_game(f"g-{board}", 2, "Anna", "Bert", "d4", "d5", result="0-1", over=True))
        assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1-0"])


def test_a_result_stands_where_the_board_that_was_taken_away_is_given_back() -> None:
    """Somebody has made moves there meanwhile, more than were played, and begun earlier; that is told."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    hall.rounds.assign("1", "spare")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "d4", "d5"))
    hall.play("spare", named_game("g2", 3, "Anna", "Bert", "e4", result="1-0", over=True))
    hall.rounds.assign("1", "b1")
    for ends in ({}, {"result": "0-1", "over": True}):
        hall.play("b1", named_game("g1", 4 + len(ends), "Anna", "Bert", "d4", "d5", "c4", **ends))
        assert (hall.games(), _ended(hall)) == ({"1": "g2"}, ["1-0"])
    assert any("whose game has ended already" in line for line in told_lines(hall))


def test_a_pairing_whose_game_goes_to_others_has_the_one_that_names_it() -> None:
    """At once, as after a restart."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.play("b7", named_game("g2", 2, "Anna", "Bert", "d4", result="0-1", over=True))
    assert hall.games() == {"1": "g1", "2": ""}
    hall.rounds.assign("2", "b1")
    hall.play("b1", named_game("g1", 3, "Cleo", "Dirk", "e4"))
    assert hall.games() == {"1": "g2", "2": "g1"}


def test_a_result_stands_where_a_game_that_is_played_gets_the_names_of_its_players() -> None:
    """It was begun before that of the result, by others, and is longer."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("spare", named_game("g1", 1, "Cleo", "Dirk", "e4"))
    hall.play("b1", named_game("g2", 2, "Anna", "Bert", "d4", result="0-1", over=True))
    hall.rounds.assign("1", "spare")
    for plies in (["e4"], ["e4", "e5"]):
        hall.play("spare", named_game("g1", 2 + len(plies), "Anna", "Bert", *plies))
        assert (hall.games()["1"], _ended(hall)[0]) == ("g2", "0-1")


def test_a_board_that_was_taken_away_before_the_first_ply_is_of_no_pairing() -> None:
    """Its names stand there still, and somebody plays on: longer than the pairing's game."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", "e4", result="1-0", over=True))
    for ends in ({}, {"result": "0-1", "over": True}):
        hall.play("b1", named_game("g1", 3 + len(ends), "Anna", "Bert", "d4", "d5", **ends))
        assert (hall.games(), _ended(hall)) == ({"1": "g2"}, ["1-0"])


@pytest.mark.parametrize("names", ["Emil,Fred", "Anna,Dirk"])
def test_whose_game_it_is_is_decided_at_its_first_ply(names: str) -> None:
    """A board that was seated for others before the list was corrected plays no game of the new ones."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    read_again(hall, f"1,{names} 2,Cleo,Bert")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4"))
    assert any(
        "Board b1 plays Anna - Bert, and pairing 1 has other players" in line for line in told_lines(hall)
    )
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
    assert (hall.games()["1"], _ended(hall)[0]) == ("", "*")


def test_a_name_may_be_corrected_on_the_list_alone() -> None:
    """The board has the other spelling still."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    read_again(hall, "1,Anna,Berta 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", result="1-0", over=True))
    assert (hall.games()["1"], _ended(hall)[0]) == ("g1", "1-0")


def test_a_clock_that_ran_down_where_nobody_came_takes_no_result_away() -> None:
    """The list says who won without a game; without such a word the clock does."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", result="0-1", over=True))
    assert _ended(hall) == ["0-1"]
    hall.rounds.record("1", "1-0")
    assert _ended(hall) == ["1-0"]
    assert '[Result "1-0"]' in RoundGames(hall.store, hall.rounds, lambda: hall.unix_s).pgn()
    hall.rounds.record("1", "")
    assert _ended(hall) == ["0-1"]


def test_a_clock_that_runs_down_for_others_at_the_board_is_not_the_pairings() -> None:
    """The board was seated anew by a hall whose list is not here yet; nothing was played."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    hall.play("b1", named_game("g1", 2, "Emil", "Fred"))
    hall.play("b1", named_game("g1", 3, "Emil", "Fred", result="0-1", over=True))
    assert (hall.games()["1"], _ended(hall)) == ("", ["*"])
    hall.play("b1", named_game("g1", 4, "Anna", "Bert"))
    assert hall.games()["1"] == "g1"


def test_a_clock_that_ran_down_is_not_that_of_other_players() -> None:
    """The list was corrected afterwards."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", result="0-1", over=True))
    read_again(hall, "1,Emil,Fred")
    assert _ended(hall) == ["*"]


def test_a_game_without_a_result_does_not_give_way_to_what_is_played_for_fun() -> None:
    """Nobody has entered that it was drawn; the pieces are set up, and the board gives the next its names."""
    hall = _moved()
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 10
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *moves))
    hall.play("b1", named_game("g2", 2, "Anna", "Bert", "e4"))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["*"])
    assert "The one before has 40 plies and no result" in told_lines(hall)[-1]
    hall.rounds.record("1", "1/2-1/2")
    hall.play("b1", named_game("g2", 3, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1/2-1/2"])


@pytest.mark.parametrize(
    ("corrected", "counts"),
    [
        ("1,Emil,Fred 2,Cleo,Dirk", False),
        ("1,Anna,Cleo 2,Bert,Dirk", False),
        ("1,Anna,Berta 2,Cleo,Dirk", True),
        ("1,Anna,Gerd 2,Cleo,Dirk", True),
    ],
)
@pytest.mark.parametrize("over", [False, True])
def test_the_second_hall_gives_nobody_a_game_of_others(corrected: str, *, counts: bool, over: bool) -> None:
    """The list was corrected while nothing was played there: the next pairing has the same id."""
    halls = [_moved("1,Anna,Bert 2,Cleo,Dirk") for _ in range(2)]
    for each in halls:
        each.play("b1", named_game("g1", 1, "Anna", "Bert"))
    first, second = halls
    read_again(first, corrected)
    ends = {"result": "1-0", "over": True} if over else {}
    second.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", **ends))
    second.rounds.adopt(first.rounds.results.present())
    first.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", **ends))
    for each in halls:
        assert each.games()["1"] == ("g1" if counts else "")
    assert any("pairing 1 has other players" in line for line in told_lines(second)) != counts


def test_an_ended_game_does_not_give_way_to_a_board_that_was_set_up_before_it() -> None:
    """Seen first, without a ply; it gets the pairing later, and somebody analyses there."""
    hall = _moved()
    hall.play("spare", named_game("g0", 1, "Anna", "Bert"))
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", result="1/2-1/2", over=True))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g0", 3, "Anna", "Bert", "d4", "d5", "c4"))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1/2-1/2"])


def test_a_game_at_a_board_without_a_pairing_counts_when_it_ends() -> None:
    """By its own word, once: what comes of other pairings changes nothing."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.assign("1", "")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    before = hall.games(), _ended(hall)
    assert before[1] == ["1-0", "*"]
    hall.rounds.record("2", "0-1")
    assert hall.games() == before[0]


def test_a_board_that_was_taken_away_before_its_first_ply_never_counts_by_its_names() -> None:
    """Unless it is given back."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    hall.rounds.assign("1", "spare")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "d4"))
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", "d4", "d5", result="1-0", over=True))
    assert [line for line in told_lines(hall) if "b1, from which pairing 1 was taken, says 1-0" in line]
    hall.rounds.record("2", "1-0")
    assert _ended(hall) == ["*", "1-0"]
    hall.rounds.assign("1", "b1")
    assert (hall.games()["1"], _ended(hall)) == ("g1", ["1-0", "1-0"])


def test_boards_that_are_swapped_before_the_first_ply_keep_their_games() -> None:
    """Whether the first ply is heard before the new names, or with them."""
    for first in (("Anna", "Bert"), ("Cleo", "Dirk")):
        hall = Hall("b1", "b2")
        read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
        hall.rounds.choose("1")
        hall.play("b1", named_game("g1", 1, "Anna", "Bert", board="1"))
        hall.rounds.assign("1", "b2")
        hall.rounds.assign("2", "b1")
        hall.play("b1", named_game("g1", 2, *first, "e4", board="2"))
        hall.play("b1", named_game("g1", 3, "Cleo", "Dirk", "e4", "e5", board="2", result="1-0", over=True))
        assert (hall.games()["2"], _ended(hall)) == ("g1", ["*", "1-0"])


def test_a_false_start_at_a_board_without_a_pairing_hides_no_game() -> None:
    """It ended without a result; the game that was played then did not."""
    hall = _moved()
    hall.rounds.assign("1", "")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", over=True))
    hall.play("b1", named_game("g2", 2, "Anna", "Bert", "d4", "d5", result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g2"}, ["1-0"])


def test_a_board_that_is_given_back_has_its_game_also_without_both_names() -> None:
    """The exchange was a slip, around the first move of a player who is private."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "N. N.", "Bert"))
    hall.rounds.assign("1", "spare")
    hall.play("b1", named_game("g1", 2, "N. N.", "Bert", "e4"))
    hall.rounds.assign("1", "b1")
    hall.play("b1", named_game("g1", 3, "N. N.", "Bert", "e4", "e5", result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1-0"])


def test_a_game_that_is_brought_late_was_played_before_the_one_that_is_shown() -> None:
    """It was begun wrongly, while the hall was away."""
    hall = _moved()
    hall.play("b1", named_game("g2", 9, "Anna", "Bert", "d4", "d5"))
    tags = '[Event "?"]\n[Round "1"]\n[White "Anna"]\n[Black "Bert"]\n[Result "*"]\n'
    late = KeptGame("g1", 3, "*", "1")
    hall.rounds.games.take_kept("b1", "m-b1", late, f"{tags}\n1. f3 e5 2. g4 *\n")
    assert hall.games() == {"1": "g2"}


def _parts(*parts: tuple[str, str]) -> str:
    """A game in parts, each with the FEN from which it goes on; empty: the start position."""
    texts = []
    for fen, moves in parts:
        setup = f'[SetUp "1"]\n[FEN "{fen}"]\n' if fen else ""
        texts.append(f'[Event "?"]\n[Round "1"]\n{setup}[Result "*"]\n\n{moves} *\n\n')
    return "".join(texts)


AFTER_5 = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5"
RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the moves are made again, or the position is entered, and another one later
        (_parts(("", f"{RUY} 5. O-O")), (8, True)),
        (_parts(("", ""), (AFTER_5, "5. O-O")), (0, True)),
        (_parts(("", "1. e4"), (AFTER_5, "5. O-O"), (AFTER_5, "5. d3")), (1, True)),
        # the position is one that nobody knows: the other board was played on unheard
        (_parts(("", "1. d4"), (AFTER_5.replace("B3P3", "4P3"), "5. O-O")), (1, False)),
        # a position that was entered later is one of the game
        (
            _parts(
                ("", "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4"), (AFTER_5.replace("B3P3", "4P3"), "5. O-O")
            ),
            None,
        ),
        (_parts(("", "1. d4 d5")), None),
    ],
)
def test_where_a_game_goes_on_at_the_spare_board(text: str, expected: tuple[int, bool] | None) -> None:
    """In the position in which the other board was left, after eight plies."""
    found = goes_on_in(f'[Event "?"]\n[Result "*"]\n\n{RUY} 5. O-O Be7 *\n', 8, text)
    assert (found and (found.skip, found.is_exact)) == expected


def test_a_game_that_goes_on_where_it_began_is_whole() -> None:
    """The board was repaired and given back: there the moves of the spare board are made again."""
    hall = _moved()
    moves = RUY.split()
    san = [each for each in moves if not each.endswith(".")]
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *san[:4]))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", *san[:6]))
    assert hall.games() == {"1": "g1 g2"}
    hall.rounds.assign("1", "b1")
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", *san, result="1-0", over=True))
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1-0"])


def test_a_game_whose_clock_has_run_is_something_that_a_list_takes_away() -> None:
    """White thinks over the first move: it is asked about, and the board goes along with the players."""
    hall = Hall("b1", "b2", "b3")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b2", named_game("g2", 1, "Cleo", "Dirk", phase="playing"))
    with pytest.raises(QuestionError):
        hall.rounds.lists.take(read_pairings(b"round,board,white,black\n1,1,Anna,Bert\n", "list.csv"))
    read_again(hall, "1,Anna,Bert 2,Zoe,Yves 3,Cleo,Dirk")
    assert hall.at()["3"] == "b2"
    hall.play("b2", named_game("g2", 2, "Cleo", "Dirk", "e4", "e5", result="1-0", over=True))
    assert _ended(hall) == ["*", "*", "1-0"]


def test_a_game_that_does_not_count_ends_no_correction() -> None:
    """An arbiter has corrected the result; then somebody plays for fun, and takes that back."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    hall.rounds.record("1", "0-1")
    hall.play("b1", named_game("g2", 2, "Anna", "Bert", "d4", result="1-0", over=True))
    hall.play("b1", named_game("g2", 3, "Anna", "Bert", "d4", result="1/2-1/2", over=True))
    assert _ended(hall) == ["0-1"]
    hall.play("b1", named_game("g1", 4, "Anna", "Bert", "e4", result="1/2-1/2", over=True))
    assert _ended(hall) == ["1/2-1/2"]


def test_a_game_that_is_brought_in_the_next_round_counts_beside_a_false_start() -> None:
    """The board was cut off in between."""
    hall = _moved("1,Anna,Bert")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "f3"))
    hall.rounds.lists.take(read_pairings(b"round,board,white,black\n2,1,Bert,Anna\n", "list.csv"))
    hall.rounds.choose("2")
    tags = '[Event "?"]\n[Round "1"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n'
    hall.rounds.games.take_kept("b1", "m-b1", KeptGame("g2", 3, "1-0", "1"), f"{tags}\n1. e4 e5 2. d4 1-0\n")
    assert [each.result for each in hall.rounds.results.of("1")] == ["1-0"]


def test_a_game_of_another_day_that_a_board_brings_changes_no_order() -> None:
    """The board that was taken away has played at home meanwhile."""
    hall = _moved()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5"))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", "e4", "e5", "Nf3", "Nc6"))
    tags = '[Event "Home"]\n[Round "?"]\n[White "Zoe"]\n[Black "Yan"]\n[Result "1-0"]\n'
    hall.rounds.games.take_kept("b1", "m-b1", KeptGame("g0", 1, "1-0"), f"{tags}\n1. d4 1-0\n")
    assert hall.games() == {"1": "g1 g2"}
    assert [row.game_id for row in hall.store.rows()] == ["g0", "g1", "g2"]


def test_a_result_stands_where_the_pairing_gets_the_board_that_was_taken_away() -> None:
    """Somebody has played on there meanwhile, longer than the game."""
    hall = _moved()
    hall.play("spare", named_game("g0", 1, "Anna", "Bert"))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g0", 2, "Anna", "Bert"))
    hall.rounds.assign("1", "b1")
    hall.play("spare", named_game("g0", 3, "Anna", "Bert", *["Nf3", "Nf6", "Ng1", "Ng8"] * 5))
    hall.play("b1", named_game("g1", 4, "Anna", "Bert", "e4", "e5", result="1/2-1/2", over=True))
    hall.rounds.assign("1", "spare")
    assert (hall.games(), _ended(hall)) == ({"1": "g1"}, ["1/2-1/2"])


def test_a_text_that_is_none_hides_no_game_of_the_next_board() -> None:
    """It is what the board that was taken away has published last."""
    hall = _moved()
    hall.play("b1", replace(named_game("g1", 1, "Anna", "Bert", "e4", "e5"), pgn="nothing"))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", "e4", "e5", "Nf3", result="1-0", over=True))
    assert _ended(hall) == ["1-0"]


def test_a_clock_that_was_started_begins_the_round_today(tmp_path: Path) -> None:
    """Also if the hall is started anew before the first move; one that was put away again does not count."""
    hall = _moved()
    hall.keep(tmp_path)
    hall.unix_s = 1_779_300_000
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", phase="playing"))
    hall = hall.restarted("b1")
    assert hall.rounds.round("1").begun_s == 1_779_300_000
    pairing = next(iter(hall.rounds.ids.values()))
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", over=True))
    assert hall.store.played(pairing) == ()
    hall.store.close()


def test_a_game_goes_on_where_it_began_however_long_it_was() -> None:
    """Thirty-six plies, two at the spare board, and back."""
    hall = _moved()
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 9
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *moves))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", *moves, "e4", "e5"))
    hall.rounds.assign("1", "b1")
    hall.play("b1", named_game("g1", 3, "Anna", "Bert", *moves, "e4", "e5", "d4"))
    assert hall.games() == {"1": "g1"}


def test_a_hall_that_comes_after_an_exchange_has_the_first_part_too() -> None:
    """It hears what both boards have retained; the round has the spare board."""
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    for over in (False, True):
        hall = _moved()
        hall.rounds.assign("1", "spare")
        hall.play("spare", named_game("g2", 2, "Anna", "Bert", "Nf3", start_fen=fen))
        hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", "e5", over=over))
        assert hall.games() == {"1": "g1 g2"}
        hall.play("spare", named_game("g2", 3, "Anna", "Bert", "Nf3", result="1-0", over=True, start_fen=fen))
        assert _ended(hall) == ["1-0"]


def test_boards_that_are_swapped_in_mid_game_keep_the_game_of_a_private_player() -> None:
    """Names are put right at the boards; one of them is hidden."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
    hall.play("b2", named_game("g2", 1, "Cleo", "Dirk", "d4"))
    hall.rounds.assign("1", "b2")
    hall.rounds.assign("2", "b1")
    hall.play("b1", named_game("g1", 2, "N. N.", "Dirk", "e4", "e5"))
    hall.play("b2", named_game("g2", 2, "Anna", "Bert", "d4", "d5"))
    assert hall.games() == {"1": "g2", "2": "g1"}


def test_a_result_stands_where_an_earlier_game_gets_the_names_of_its_players() -> None:
    """It was begun before, for others, at the board that the pairing gets later."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b2", named_game("g2", 1, "Cleo", "Dirk", "d4", "d5", "c4", "c6"))
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
    hall.rounds.assign("1", "b2")
    hall.play("b2", named_game("g2", 3, "Anna", "Bert", "d4", "d5", "c4", "c6", "Nf3"))
    assert _ended(hall)[0] == "1-0"


def test_a_name_that_was_corrected_in_play_keeps_the_result_when_its_board_begins_anew() -> None:
    """The seating came after the end: the board begins the next game with it, and the result stays."""
    hall = _moved("1,Anna,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1"))
    read_again(hall, "1,Zoe,Bert 2,Cleo,Dirk")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "e4", board="1", result="0-1", over=True))
    hall.play("b1", named_game("g2", 3, "Anna", "Bert", round="", board="1"))
    hall.play("b1", named_game("g2", 4, "Zoe", "Bert", board="1"))
    row = hall.rounds.results.of()[0]
    assert (row.white, row.result) == ("Zoe", "0-1")


@pytest.mark.parametrize("list_after", ["1,Bert,Anna 2,Cleo,Dirk", "1,Zoe,Bert 2,Cleo,Dirk"])
def test_a_game_that_is_over_stays_with_its_players_when_others_are_seated(list_after: str) -> None:
    """It comes back with their list; and counts for the others where its names are corrected at the board."""
    hall, pair = _moved("1,Anna,Bert 2,Cleo,Dirk"), list_after.split(maxsplit=1)[0].split(",")[1:]
    over = named_game("g1", 1, "Anna", "Bert", "e4", board="1", result="1-0", over=True)
    hall.play("b1", over)
    read_again(hall, list_after)
    assert "Round 1 has other players now than before, pairings 1" in told_lines(hall)[-1]
    named = replace(over, seq=2, white=Person(pair[0]), black=Person(pair[1]))
    hall.play("b1", named)
    assert _ended(hall) == ["1-0", "*"]
    hall.play("b1", replace(over, seq=3))
    hall.play("b1", named_game("g2", 4, *pair, board="1"))
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    assert _ended(hall) == ["1-0", "*"]
