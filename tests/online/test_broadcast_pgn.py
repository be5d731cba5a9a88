"""What is pushed of our PGN: tags, clocks, parts."""

import re

import pytest

from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcast_pgn import BOARDS, LEGAL, boards_of
from shared.lichess.pgn import read_game, split_games

WHOLE = """[Event "Club evening"]
[Site "Hall"]
[Date "2026.11.23"]
[Round "3"]
[White "Ada, B."]
[Black "?"]
[Result "1-0"]
[Board "2"]
[WhiteElo "1800"]
[WhiteFederation "AUT"]
[BlackFideId "1503014"]
[TimeControl "900+10"]
[RuleSet "club"]
[GameId "0123456789ab"]

{ by arbiter: time } 1. e4 { [%clk 0:14:59.7] } { [%emt 0:00:01] } 1... e5 { doubt: unseen

[Event "not a tag"] } { [%clk 0:14:58] } 2. Nf3 (2. f4 exf4) 2... Nc6 $1 1-0

"""

PARTS = """[Event "Club evening"]
[Round "1"]
[White "Ada"]
[Black "Bert"]
[Result "*"]
[Termination "unterminated"]
[GameId "0123456789ab"]

1. e4 e5 *

[Event "Club evening"]
[Round "1"]
[White "Ada"]
[Black "Bert"]
[Result "0-1"]
[Termination "normal"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2"]
[Variant "From Position"]
[Continues "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
[GameId "0123456789ab-2"]

{ irregular: Ke3 } 2... d5 0-1

"""


def test_a_game_as_it_is_pushed() -> None:
    """Known tags, round and board in one, no date, no comments but clocks, no variations."""
    (board,) = boards_of(GameState("0123456789ab", WHOLE, over=True))
    assert board.text.splitlines() == [
        '[Event "Club evening"]',
        '[Site "Hall, game 0123456789ab"]',
        '[Round "3.2"]',
        '[White "Ada, B."]',
        '[Result "1-0"]',
        '[GameId "0123456789ab"]',
        '[Board "2"]',
        '[WhiteFideId "0"]',
        '[BlackFideId "1503014"]',
        '[WhiteElo "1800"]',
        '[TimeControl "900+10"]',
        "",
        "1. e4 {[%clk 0:14:59]} e5 {[%clk 0:14:58]} 2. Nf3 Nc6 1-0",
        "",
    ]
    assert board.text.endswith("1-0\n\n")
    assert board.moves == "e2e4 e7e5 g1f3 b8c6"
    assert board.place == "0003.0002.001"


def test_lichess_reads_what_was_meant() -> None:
    """The model splits and reads it: one game, all plies, both clocks."""
    (board,) = boards_of(GameState("0123456789ab", WHOLE, over=True))
    (part,) = split_games(board.text)
    game = read_game(part)
    assert [ply.uci for ply in game.plies] == board.moves.split()
    assert [ply.clock for ply in game.plies] == [89900, 89800, None, None]
    assert game.outcome == "1-0"
    assert len(split_games(board.text * 3)) == 3


def test_parts_are_boards_of_their_own() -> None:
    """Each with its id, the further one with its position; the first stays without a result."""
    first, second = boards_of(GameState("0123456789ab", PARTS, over=True), BOARDS)
    assert [first.board_id, second.board_id] == ["0123456789ab", "0123456789ab-2"]
    assert (first.moves, second.moves) == ("e2e4 e7e5", "d7d5")
    assert '[Result "*"]' in first.text
    assert '[Result "0-1"]' in second.text
    assert '[Variant "From Position"]\n[SetUp "1"]\n[FEN "rnbqkbnr/' in second.text
    assert "2... d5 0-1" in second.text
    assert first.place < second.place


def test_the_legal_part_alone_has_the_result() -> None:
    """A round that allows no position in the middle still gets how the game ended."""
    (board,) = boards_of(GameState("0123456789ab", PARTS, over=True), LEGAL)
    assert board.moves == "e2e4 e7e5"
    assert '[Result "0-1"]' in board.text
    assert '[Termination "normal"]' in board.text
    assert "FEN" not in board.text


def test_the_site_tells_boards_apart() -> None:
    """Lichess takes boards of equal event, site and round for one as soon as they begin alike."""
    boards = boards_of(GameState("0123456789ab", PARTS, over=True))
    assert len({re.findall(r'\[Site "(.*)"\]', board.text)[0] for board in boards}) == 2


@pytest.mark.parametrize(
    ("number", "board", "expected"),
    [
        ("3", "2", "3.2"),
        ("3", "?", "3"),
        ("3.7", "2", "3.7"),
        ("?", "2", None),
        ("Final", "1", "Final"),
        ("-", "-", None),
    ],
)
def test_rounds(number: str, board: str, expected: str | None) -> None:
    """Round and board are joined where both are numbers; what is unknown is left out."""
    pgn = f'[Round "{number}"]\n[Board "{board}"]\n[Result "*"]\n\n*\n\n'
    (found,) = boards_of(GameState("a" * 12, pgn, over=False))
    rounds = re.findall(r'\[Round "(.*)"\]', found.text)
    assert rounds == ([expected] if expected else [])
    assert found.text.endswith("\n\n*\n\n")


@pytest.mark.parametrize("name", ['Q"uo\\te', "tab\there", "line\nend", "\u2028x", "x" * 5000, "½ № Ж"])
def test_no_name_breaks_the_tags(name: str) -> None:
    """Each tag stays one line, whatever a name holds."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    (board,) = boards_of(GameState("a" * 12, f'[White "{escaped}"]\n[Result "*"]\n\n1. e4 *\n\n', over=False))
    tags, _, moves = board.text.partition("\n\n")
    assert all(re.fullmatch(r'\[\w+ ".*"\]', line) for line in tags.splitlines())
    assert moves == "1. e4 *\n\n"
    assert len(split_games(board.text)) == 1


def test_what_is_no_game_is_no_board() -> None:
    """An empty file; plies that nobody can play end what is shown."""
    assert boards_of(GameState("a" * 12, "", over=False)) == ()
    (board,) = boards_of(GameState("a" * 12, "1. e4 e5 2. Ke3 Nc6 *", over=False))
    assert board.moves == "e2e4 e7e5"
