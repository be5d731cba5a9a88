"""Games that come late, or from elsewhere than the board of their pairing."""

from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.formats.pairings import read_pairings
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.mqtt.payloads import KeptGame, Person, Seating
from jadoube.mqtt.topics import Kind
from shared.hall.in_one_loop import pgn_of
from shared.hall.rounds import Hall, named_game, read_again, told_lines

SAN = ("e4", "e5", "Nf3", "Nc6")
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
"""After `SAN`."""


def _hall(*boards: str, at: str = "b1") -> Hall:
    """Round 1 of Anna - Bert, at this board."""
    hall = Hall("b1", "b2", *boards)
    hall.unix_s = 1_779_300_000
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.rounds.assign("1", at)
    return hall


def _bring(hall: Hall, board: str, game_id: str, white: str = "Anna", result: str = "0-1") -> None:
    """A board brings a game that it has kept."""
    text = pgn_of(game_id, SAN, result, round="1").replace('White "?"', f'White "{white}"')
    text = text.replace('Black "?"', 'Black "Bert"').replace('Event "?"', 'Event ""')
    hall.rounds.games.take_kept(board, f"m-{board}", KeptGame(game_id, 4, result, "1"), text)


def _result(hall: Hall) -> tuple[str, str]:
    row = hall.rounds.results.of()[0]
    return row.result, " ".join(row.game_ids)


@pytest.mark.parametrize("plies", [2, 30])
def test_what_is_played_for_fun_while_the_hall_was_away_takes_no_result(plies: int) -> None:
    """It was seen before the game that had ended, of which the hall knew that it was set up."""
    hall = _hall()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    fun = named_game("g2", 60, "Anna", "Bert", *("Nf3", "Nf6", "Ng1", "Ng8") * 8, round="", board="1")
    fun = replace(fun, san=fun.san[:plies])
    hall.play("b1", fun)
    _bring(hall, "b1", "g1")
    assert _result(hall) == ("0-1", "g1")
    hall.play("b1", replace(fun, seq=61, result="1-0", over=True))
    assert _result(hall) == ("0-1", "g1")


def test_a_result_without_a_ply_stands_and_what_is_played_then_is_told() -> None:
    """White's flag fell before he came; he comes, and they play: an arbiter says whether that counts."""
    hall = _hall()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", result="0-1", over=True))
    game = named_game("g2", 2, "Anna", "Bert", "e4", round="", board="1")
    hall.play("b1", game)
    hall.play("b1", replace(game, seq=3, result="1-0", over=True))
    assert _result(hall) == ("0-1", "g1")
    assert [line for line in told_lines(hall) if "has the result 0-1 without a move" in line]


def test_an_end_at_the_spare_board_without_a_ply_there_keeps_the_first_part() -> None:
    """The position was entered, and they agreed to a draw; then somebody plays for fun."""
    hall = _hall("spare")
    hall.play("spare", named_game("g2", 1, "?", "?", round=""))
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *SAN))
    hall.rounds.assign("1", "spare")
    entered = named_game("g2", 2, "Anna", "Bert", start_fen=FEN)
    hall.play("spare", entered)
    hall.play("spare", replace(entered, seq=3, result="1/2-1/2", over=True))
    assert _result(hall) == ("1/2-1/2", "g1 g2")
    assert hall.rounds.results.of()[0].plies == len(SAN)
    hall.play("spare", named_game("g3", 4, "Anna", "Bert", "d4", round="", board="1"))
    assert _result(hall) == ("1/2-1/2", "g1 g2")


def test_a_result_at_the_spare_board_counts_where_nobody_entered_the_position() -> None:
    """They have played on at a board of wood, and enter the result at the spare one."""
    hall = _hall("spare")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *SAN))
    hall.rounds.assign("1", "spare")
    hall.play("spare", named_game("g2", 1, "Anna", "Bert"))
    hall.play("spare", named_game("g2", 2, "Anna", "Bert", result="1-0", over=True))
    assert _result(hall) == ("1-0", "g1 g2")
    text = _text(hall)
    assert "2. Nf3 2... Nc6 1-0" in text
    assert text.count("[Result") == 1


def _text(hall: Hall) -> str:
    """The text of pairing 1, on one line."""
    games = RoundGames(hall.store, hall.rounds, lambda: hall.unix_s)
    return " ".join(games.state(hall.boards.round, hall.rounds.pairing("1")).pgn.split())


@pytest.mark.parametrize(("white", "counts"), [("N. N.", True), ("Emil", False)])
def test_a_private_players_game_that_comes_after_the_next_round_counts(white: str, *, counts: bool) -> None:
    """His board was cut off; it is that of the pairing, and the other name says the rest."""
    hall = _hall()
    _next_round(hall)
    _bring(hall, "b1", "g1", white)
    row = hall.rounds.results.of("1")[0]
    assert (row.result, row.game_ids) == (("0-1", ("g1",)) if counts else ("*", ()))


def _next_round(hall: Hall) -> None:
    """A list brings round 2, with Bert and Anna, and it is chosen."""
    hall.rounds.lists.take(read_pairings(b"round,board,white,black\n2,1,Bert,Anna\n", "two.csv"))
    hall.rounds.choose("2")


def test_a_board_gives_no_result_to_a_pairing_of_another_one_that_is_there() -> None:
    """Whoever can write its topics says names as he likes; a line says so."""
    hall = _hall("spare")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert"))
    ended = named_game("g9", 1, "Anna", "Bert", *SAN, result="0-1", over=True)
    hall.play("spare", ended)
    assert _result(hall) == ("*", "g1")
    (line,) = told_lines(hall)
    assert line.startswith("Board spare brings a game of the players of pairing 1, which board b1 plays")
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "d4", result="1-0", over=True))
    assert _result(hall) == ("1-0", "g1")


@pytest.mark.parametrize("restarted", [False, True])
def test_a_board_that_had_the_pairing_brings_its_game(tmp_path: Path, *, restarted: bool) -> None:
    """It was cut off while a list moved the pairing to another number, with the board of that."""
    hall = _hall()
    hall.keep(tmp_path)
    read_again(hall, "1,Cleo,Dirk 2,Anna,Bert")
    hall.rounds.propose()
    assert hall.at() == {"1": "b1", "2": "b2"}
    if restarted:
        hall = hall.restarted("b1", "b2")
    _bring(hall, "b1", "g1")
    row = hall.rounds.results.of()[1]
    assert (row.white, row.result, told_lines(hall)) == ("Anna", "0-1", [])
    hall.store.close()


def test_a_private_players_game_comes_from_the_board_that_had_the_pairing() -> None:
    """It was cut off while a list gave the pairing another number, with the board of that."""
    hall = _hall()
    read_again(hall, "1,Cleo,Dirk 2,Anna,Bert")
    hall.rounds.propose()
    _bring(hall, "b1", "g1", "N. N.")
    row = hall.rounds.results.of()[1]
    assert (row.black, row.result, told_lines(hall)) == ("Bert", "0-1", [])


def test_a_board_gives_no_result_to_a_round_that_comes() -> None:
    """Its boards are not known yet; once they are, what it says is compared with them."""
    hall = _hall("spare")
    _next_round(hall)
    hall.rounds.choose("1")
    hall.play("spare", named_game("g9", 1, "Bert", "Anna", *SAN, round="2", result="0-1", over=True))
    assert [each.result for each in hall.rounds.results.of("2")] == ["*"]
    hall.rounds.choose("2")
    assert _result(hall) == ("*", "")


def test_games_of_rounds_before_count_in_whatever_order_lists_come() -> None:
    """The file of the hall is new: the round that is played is known first, those before are read then."""
    hall = Hall("b1", "b2")
    lines = "round,board,white,black\n{},1,{}\n"
    for each in (lines.format("3", "Cleo,Anna"), lines.format("1", "Anna,Bert")):
        hall.rounds.lists.take(read_pairings(each.encode(), "list.csv"))
        hall.rounds.choose("3")
    hall.play("b2", named_game("g1", 1, "Anna", "Bert", *SAN, result="0-1", over=True))
    assert [each.result for each in hall.rounds.results.of("1")] == ["0-1"]


@pytest.mark.parametrize("first_ply", [(), ("e4",)])
def test_a_hall_that_starts_after_an_exchange_has_both_parts(first_ply: tuple[str, ...]) -> None:
    """The spare board has read a ply while the position was set up, or none, and shows its game first."""
    hall = _hall("spare", at="spare")
    start = {} if first_ply else {"start_fen": FEN}
    more = named_game("g2", 7, "Anna", "Bert", *first_ply, "Bb5", **start)
    part = pgn_of("g2", ("Bb5",), fen=FEN)
    first = pgn_of("g2", first_ply) if first_ply else ""
    seating = Seating("s1", Person("Anna"), Person("Bert"), "", "", "1", "1")
    hall.boards.take("b1", Kind.TABLE, seating, retained=True)
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *SAN))
    hall.play("spare", replace(more, pgn=first + ("\n" if first else "") + part))
    assert _result(hall) == ("*", "g1 g2")
    assert hall.rounds.results.of()[0].plies == len(SAN) + 1
    assert "2. Nf3 2... Nc6 3. Bb5 *" in _text(hall)


def test_a_board_that_is_left_to_nobody_says_nothing_more() -> None:
    """Its wire is broken, and they play on at a board of wood: the arbiter gives the result."""
    hall = _hall()
    game = named_game("g1", 1, "Anna", "Bert", *SAN)
    hall.play("b1", game)
    hall.rounds.assign("1", "")
    hall.rounds.record("1", "1/2-1/2")
    hall.play("b1", replace(game, seq=2, result="1-0", over=True))
    assert _result(hall) == ("1/2-1/2", "g1")
    (line,) = told_lines(hall)
    assert line.startswith("Board b1, from which pairing 1 was taken, says 1-0: that does not count.")
    hall.rounds.record("1", "")
    hall.rounds.assign("1", "b1")
    assert _result(hall) == ("1-0", "g1")


def test_a_file_older_than_what_its_board_plays_now_changes_nothing() -> None:
    """The board's file is written now and then: it has an end, or plies, that were taken back since."""
    hall = _hall()
    hall.play("b1", named_game("g1", 5, "Anna", "Bert", "e4", "e5"))
    _bring(hall, "b1", "g1")
    row = hall.rounds.results.of()[0]
    assert (row.result, row.plies, row.over) == ("*", 2, False)
    hall.play("b1", named_game("g1", 6, "Anna", "Bert", "e4", "e5", result="1-0", over=True))
    assert _result(hall) == ("1-0", "g1")


@pytest.mark.parametrize(
    ("white", "black", "counts"),
    [("Berg", "M. Tal", True), ("Berk, Johannes", "?", True), ("Peter Lund", "Mia Tal", False)],
)
def test_a_game_that_says_no_round_is_of_those_whom_it_names(white: str, black: str, *, counts: bool) -> None:
    """Players have typed their names, in short; one that has the names of before is an analysis of others."""
    hall = Hall("b1")
    lines = b'round,board,white,black\n1,1,"Berg, Johannes","Tal, Mia"\n'
    hall.rounds.lists.take(read_pairings(lines, "list.csv"))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, white, black, "e4", round=""))
    assert hall.games() == {"1": "g1" if counts else ""}


def test_who_is_nobody_in_a_game_of_before_hides_no_opponent() -> None:
    """Anna's opponent of the round before was private; they look at their game on her board."""
    hall = _hall()
    hall.play("b1", named_game("g0", 1, "Anna", "N. N.", *SAN, round=""))
    hall.play("b1", named_game("g1", 2, "Anna", "Bert", "d4", result="0-1", over=True))
    row = hall.rounds.results.of()[0]
    assert (row.black, row.result, row.others) == ("Bert", "0-1", ())


def test_a_spare_board_that_is_chosen_after_its_first_moves_goes_on() -> None:
    """Names and moves come first there, and the arbiter says so then."""
    hall = _hall("spare")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *SAN))
    again = named_game("g2", 1, "Anna", "Bert", *SAN, "Bb5")
    hall.play("spare", again)
    hall.rounds.assign("1", "spare")
    hall.play("spare", replace(again, seq=2, result="1-0", over=True))
    assert _result(hall)[0] == "1-0"
    assert hall.rounds.results.of()[0].plies == len(SAN) + 1
    assert not [line for line in told_lines(hall) if "does not count" in line]


def test_a_copied_card_takes_no_game() -> None:
    """Another machine says that it is this board, and its game has no names."""
    hall = _hall()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", *SAN))
    copied = named_game("g7", 1, "?", "?", "f3", "e5", "g4", "Qh4#", round="", result="0-1", over=True)
    hall.boards.take("b1", Kind.GAME, copied, retained=False)
    hall.rounds.games.take("b1", "m-other", copied)
    hall.rounds.games.take("b1", "m-other", replace(copied, game_id="g8", over=False, result="*"))
    assert _result(hall) == ("*", "g1")
