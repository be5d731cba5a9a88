"""The text of a pairing's game."""

import io
import re
from dataclasses import replace

import chess.pgn

from jadoube.formats.pgn import CONTINUES
from jadoube.hall.rounds.played.text import GameText, pairing_text
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcast_pgn import boards_of
from shared.hall.in_one_loop import pgn_of

PAIRING = PairedBoard("3", "b3", Person("Berg, Anna", "FM", 2301, "123", "NOR"), Person("Tal"))
FOUND = Round("Open", "Riga", "2", (PAIRING,))
AFTER_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def _text(*texts: str, pairing: PairedBoard = PAIRING, left: int | None = None) -> str:
    """The text of a pairing with the result of its last game; the board of the first was taken away."""
    results = re.findall(r'\[Result "(.*)"\]', "".join(texts))
    pairing = (
        pairing if left is not None else replace(pairing, result=pairing.result or (results or [""])[-1])
    )
    games = [GameText(text, None if at else left) for at, text in enumerate(texts)]
    return pairing_text(FOUND, pairing, "0123456789ab", games, "2026.11.26")


def _read(text: str) -> list[chess.pgn.Game]:
    file, games = io.StringIO(text), []
    while game := chess.pgn.read_game(file):
        assert not game.errors
        games.append(game)
    return games


def _moves(game: chess.pgn.Game) -> str:
    return game.board().variation_san(game.mainline_moves())


def test_the_names_are_those_of_the_pairing() -> None:
    """Whatever the board was told; what the list does not know of a named player is unknown."""
    board = pgn_of("g1", ("e4", "e5"), "1-0", round="7").replace(
        "[Result", '[WhiteElo "9"]\n[BlackElo "8"]\n[TimeControl "180+2"]\n[Result'
    )
    (game,) = _read(_text(board))
    assert dict(game.headers) == {
        "Event": "Open",
        "Site": "Riga",
        "Date": "2026.11.26",
        "Round": "2",
        "White": "Berg, Anna",
        "Black": "Tal",
        "Result": "1-0",
        "Board": "3",
        "TimeControl": "180+2",
        "WhiteTitle": "FM",
        "WhiteElo": "2301",
        "WhiteFideId": "123",
        "WhiteFederation": "NOR",
        "GameId": "0123456789ab",
    }
    assert _moves(game) == "1. e4 e5"


def test_what_a_list_does_not_say_of_its_event_is_unknown() -> None:
    """The board keeps event and site of the seating before, and says them still."""
    board = pgn_of("g1", ("e4",), "1-0", round="2")
    board = board.replace('[Event "?"]', '[Event "Club"]').replace('[Site "?"]', '[Site "Lyon"]')
    text = pairing_text(Round("", "", "2"), PAIRING, "0123456789ab", [GameText(board)], "2026.11.26")
    (game,) = _read(text)
    assert [game.headers[name] for name in ("Event", "Site", "Round")] == ["?", "?", "2"]


def test_a_pairing_without_a_game_has_its_names_and_result() -> None:
    """So it stands in its place in the round."""
    (game,) = _read(_text())
    assert (game.headers["White"], game.headers["Result"], game.headers["Board"]) == ("Berg, Anna", "*", "3")
    (decided,) = _read(_text(pairing=PairedBoard("3", "", Person("A"), Person("B"), "0-1")))
    assert decided.headers["Result"] == "0-1"


def test_a_game_goes_on_from_a_position_that_it_had() -> None:
    """The ply after it, made on the broken board, has been taken back."""
    more = pgn_of("g2", ("Nf3", "Nc6"), "1/2-1/2", fen=AFTER_E5).replace("1. Nf3", "2. Nf3")
    (game,) = _read(_text(pgn_of("g1", ("e4", "e5", "f4")), more))
    assert _moves(game) == "1. e4 e5 2. Nf3 Nc6"
    assert game.headers["Result"] == "1/2-1/2"
    assert "FEN" not in game.headers


def test_from_another_position_it_is_a_further_part() -> None:
    """As after an irregular ply: the first part has no result, the next one bears a further id."""
    more = pgn_of("g2", ("Nc6",), "0-1", fen="rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
    first, second = _read(_text(pgn_of("g1", ("e4", "e5", "f4")), more.replace("1. Nc6", "2... Nc6")))
    assert (_moves(first), first.headers["Result"]) == ("1. e4 e5 2. f4", "*")
    assert (_moves(second), second.headers["Result"]) == ("2...Nc6", "0-1")
    assert second.headers["GameId"] == "0123456789ab-2"
    assert second.headers[CONTINUES] == "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"


def test_a_game_stands_as_it_was_when_its_board_was_taken_away() -> None:
    """Plies and result that come later are left out, but for plies after which the next one goes on."""
    taken = pgn_of("g1", ("e4", "e5", "f4", "d5"), "0-1")
    (game,) = _read(_text(taken, left=2))
    assert (_moves(game), game.headers["Result"]) == ("1. e4 e5", "*")
    elsewhere = pgn_of("g2", ("Nc6",), fen="rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
    first, _ = _read(_text(taken, elsewhere.replace("1. Nc6", "2... Nc6"), left=2))
    assert _moves(first) == "1. e4 e5"
    after_f4 = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
    (game,) = _read(
        _text(taken, pgn_of("g2", ("exf4",), fen=after_f4).replace("1. exf4", "2... exf4"), left=2)
    )
    assert _moves(game) == "1. e4 e5 2. f4 exf4"


def test_a_board_that_was_given_back_goes_on_in_its_own_game() -> None:
    """There the position is entered in which the spare board was left: its plies come in between."""
    own = pgn_of("g1", ("e4", "e5"))
    back = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    own += "\n" + pgn_of("g1-2", ("Bb5", "a6"), "1-0", fen=back).replace("1. Bb5", "3. Bb5")
    spare = pgn_of("g2", ("Nf3", "Nc6"), fen=AFTER_E5).replace("1. Nf3", "2. Nf3")
    games = [GameText(own), GameText(spare, left=2)]
    (game,) = _read(pairing_text(FOUND, replace(PAIRING, result="1-0"), "0123456789ab", games, "2026.11.26"))
    assert (_moves(game), game.headers["Result"]) == ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1-0")


def test_a_game_goes_on_from_the_last_position_of_a_part() -> None:
    """The moves were made again at the spare board up to there; then the position was entered once more."""
    own, spare = pgn_of("g1", ("e4", "e5")), pgn_of("g2", ("e4", "e5"))
    later = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    spare += "\n" + pgn_of("g2-2", ("Bb5",), "1-0", fen=later).replace("1. Bb5", "3. Bb5")
    games = [GameText(own, left=2), GameText(spare, skip=2, start=AFTER_E5)]
    text = pairing_text(FOUND, replace(PAIRING, result="1-0"), "0123456789ab", games, "2026.11.26")
    first, second = _read(text)
    assert (_moves(first), _moves(second)) == ("1. e4 e5", "3. Bb5")


def test_lichess_gets_round_and_board_and_the_id_of_the_pairing() -> None:
    """In the form that the broadcast makes of it."""
    (board,) = boards_of(GameState("0123456789ab", _text(pgn_of("g1", ("e4",))), over=False))
    assert '[Round "2.3"]' in board.text
    assert '[GameId "0123456789ab"]' in board.text
    assert board.moves == "e2e4"


def test_what_is_no_game_is_left_out() -> None:
    """The pairing has its names all the same."""
    (game,) = _read(_text("nothing", pgn_of("g1", ("e4",))))
    assert _moves(game) == "1. e4"
