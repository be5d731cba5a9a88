"""A board's whole game on the hall's page: each ply with the squares that it changes."""

from dataclasses import replace
from typing import Any

import chess
from hypothesis import given
from hypothesis import strategies as st

from jadoube.hall.page.sheets import KEPT, Sheets
from jadoube.mqtt.payloads import DoubtedPly, PlayedGame
from jadoube_sim.benchmarks.hall.recording import Line
from shared.hall.served import small_recording

GAME = PlayedGame("g1", 1, 0, san=("e4", "e5"), clk=(60_000, None), doubt=(DoubtedPly(2, ("e6",)),))
IRREGULAR = """[Event "?"]
[Result "*"]

1. e4 e5 *

[Event "?"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 0 2"]
[Result "*"]

2... Nc6 *
"""


def _standing(sheet: dict[str, Any], plies: int) -> str:
    """The position after so many plies, as the page works it out."""
    board = chess.Board(sheet["start"])
    for ply in sheet["plies"][:plies]:
        for square, letter in ply["squares"].items():
            piece = chess.Piece.from_symbol(letter) if letter else None
            board.set_piece_at(chess.parse_square(square), piece)
    return board.board_fen()


def _of_line(line: Line, plies: int) -> PlayedGame:
    return PlayedGame("g", plies, 0, san=line.san[:plies])


@given(
    st.sampled_from(small_recording().lines),
    st.lists(st.integers(0, 130), min_size=1, max_size=6),
)
def test_each_ply_leads_to_its_position(line: Line, asked: list[int]) -> None:
    """However far the game is each time that somebody asks, also after plies were taken back."""
    sheets = Sheets()
    for plies in [min(each, len(line.san)) for each in asked]:
        sheet = sheets.of(_of_line(line, plies))
        assert [each["move"] for each in sheet["plies"]] == list(line.uci[:plies])
        for ply in range(1, plies + 1):
            assert _standing(sheet, ply) == line.fens[ply - 1].split()[0]


def test_a_ply_says_what_is_known_of_it() -> None:
    """Number, side, time and doubts; what nobody knows is left out."""
    first, second = Sheets().of(GAME)["plies"]
    assert first == {
        "san": "e4",
        "number": 1,
        "side": "white",
        "move": "e2e4",
        "left_ms": 60_000,
        "squares": {"e2": "", "e4": "P"},
    }
    assert second["doubts"] == ["e6"]
    assert "left_ms" not in second


def test_an_irregular_ply_is_read_from_the_pgn() -> None:
    """What it changed lies between two parts of the file."""
    sheet = Sheets().of(replace(GAME, san=("e4", "e5", "--", "Nc6"), pgn=IRREGULAR))
    assert sheet["plies"][2]["irregular"]
    assert sheet["plies"][2]["squares"] == {"f1": "", "c4": "B"}
    assert sheet["plies"][3]["move"] == "b8c6"


def test_what_nobody_can_read_changes_nothing() -> None:
    """It is marked, and so is all after it: numbers and sides go on."""
    for pgn in ("", "1. d4 *", '[FEN "x'):
        sheet = Sheets().of(replace(GAME, san=("e4", "??", "Nf3"), start_fen="x", pgn=pgn))
        assert [each.get("irregular", False) for each in sheet["plies"]] == [False, True, True]
        assert [(each["number"], each["side"]) for each in sheet["plies"]] == [
            (1, "white"),
            (1, "black"),
            (2, "white"),
        ]
        assert _standing(sheet, 3) == _standing(sheet, 1)


def test_of_many_games_the_last_are_kept() -> None:
    """What was forgotten is read anew."""
    sheets = Sheets()
    for number in range(KEPT + 2):
        sheets.of(replace(GAME, game_id=f"g{number}"))
    assert len(sheets._read) == KEPT
    assert len(sheets.of(replace(GAME, game_id="g0"))["plies"]) == 2
