"""What of a game is shared: by a code, by an address, at Lichess, and what is said of the rest."""

import io
import re
from urllib.parse import unquote

import chess
import chess.pgn
import pytest

from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.rules.rule_sets import parse_rules
from jadoube.formats.pgn import write_pgn
from jadoube.formats.shared_game import ANALYSIS, CODE_MOST, IMPORTS_MOST, OPENS_MOST, Share, game_id, share

PAGE = "http://board.local:8064/game/0123456789ab"
ENDGAME = "4k3/4P3/4K3/8/8/8/7r/8 b - - 0 1"
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")
IRREGULAR = "rnbqkbnr/pppp1ppp/8/4p3/4P1N1/8/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def pgn(*moves: str, start: str = chess.STARTING_FEN) -> str:
    """The PGN of these moves with clocks and doubts, as the board writes it; `stands` is an irregular ply."""
    board, plies = chess.Board(start), list[Ply]()
    for san in moves:
        if san == "stands":
            board = chess.Board(IRREGULAR)
            plies.append(Ply(chess.Move.from_uci("g1g4"), "Ng1-g4", 1000, (), 900, IRREGULAR))
        else:
            plies.append(Ply(board.push_san(san), san, 59_000, ("d4",), 500))
    sheet = Scoresheet(start, tuple(plies), None, parse_rules("fide"), None)
    return write_pgn(sheet, {"White": 'O\'Neill, "Bob"', "Black": "1-0"})


def moves_at(address: str) -> list[str]:
    """The moves that Lichess reads in an address: `_` and `+` are spaces, moves may follow tags in a line."""
    text = (
        unquote(address.removeprefix(ANALYSIS))[:OPENS_MOST]
        .replace("_", " ")
        .replace("+", " ")
        .replace('"] ', '"]\n\n')
    )
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return [move.uci() for move in game.mainline_moves()]


def whole(shared: Share) -> str:
    """The one game that is imported."""
    assert shared.pgn is not None
    return shared.pgn


def test_a_game_is_a_code_that_opens_it() -> None:
    """Moves without clocks and doubts, as Lichess documents the address."""
    shared = share(pgn("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "Bxf7+"), PAGE)
    assert shared.kind == "moves"
    assert shared.text == shared.opens == f"{ANALYSIS}e4_e5_Nf3_Nc6_Bc4_Bc5_Bxf7"
    assert shared.notes == ()
    assert "Bxf7+" in whole(shared)
    assert "%clk" in whole(shared)


def test_castling_and_promotion_are_read_back() -> None:
    """What has signs of its own in an address."""
    start = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
    shared = share(pgn("a8=Q+", "Kd7", "O-O", start=start), PAGE)
    assert moves_at(shared.text) == ["a7a8q", "e8d7", "e1g1"]


def test_a_game_from_a_position_has_it_in_its_address() -> None:
    """Black may be to move."""
    shared = share(pgn("Rh6+", "Kd5", "Kxe7", start=ENDGAME), PAGE)
    assert shared.kind == "moves"
    assert moves_at(shared.text) == ["h2h6", "e6d5", "e8e7"]
    assert ENDGAME.split(maxsplit=1)[0] in unquote(shared.text)


@pytest.mark.parametrize("plies", [0, 1])
def test_without_a_move_there_is_nothing_to_share(plies: int) -> None:
    """It is said."""
    shared = share(pgn(*SHUFFLE[:plies]), PAGE)
    assert (shared.kind == "none") == (plies == 0)
    assert [note["en"] for note in shared.notes] == ["No move has been played yet."] * (1 - plies)


def test_a_long_game_has_its_page_in_the_code() -> None:
    """Over 1,000 bytes; Lichess still opens and imports it."""
    shared = share(pgn(*SHUFFLE * 70), PAGE)
    assert (shared.kind, shared.text) == ("address", PAGE)
    assert shared.opens is not None
    assert len(shared.opens) > CODE_MOST
    assert len(moves_at(shared.opens)) == 280
    assert shared.notes == ()


def test_the_code_ends_at_a_thousand_bytes() -> None:
    """The last game that fits, and the first that does not."""
    kinds = {}
    for plies in range(230, 260):
        shared = share(pgn(*(SHUFFLE * 80)[:plies]), PAGE)
        assert shared.opens is not None
        kinds[len(shared.opens)] = shared.kind
    assert {kind for size, kind in kinds.items() if size <= CODE_MOST} == {"moves"}
    assert {kind for size, kind in kinds.items() if size > CODE_MOST} == {"address"}


def test_what_is_too_long_for_an_address_is_imported() -> None:
    """Lichess cuts an address at 5,000 characters, and a game at 600 plies: that is said."""
    shared = share(pgn(*SHUFFLE * 400), PAGE)
    assert shared.opens is None
    assert whole(shared).count("Nf3") == 400
    assert [note["en"] for note in shared.notes] == [
        f"Lichess imports the first {IMPORTS_MOST} plies of 1600."
    ]


def test_a_long_game_of_a_board_without_network_has_no_code() -> None:
    """It is said, and the PGN is there."""
    shared = share(pgn(*SHUFFLE * 70), None)
    assert (shared.kind, shared.text) == ("none", "")
    assert "no network" in shared.notes[-1]["en"]
    assert whole(shared)


def test_of_an_irregular_game_lichess_gets_the_legal_part() -> None:
    """The code leads to the whole of it, and how much Lichess gets is said in both languages."""
    shared = share(pgn("e4", "e5", "stands", "d5"), PAGE)
    assert (shared.kind, shared.text) == ("address", PAGE)
    assert shared.opens == f"{ANALYSIS}e4_e5"
    assert "Continues" not in whole(shared)
    assert whole(shared).count("[Event ") == 1
    assert "plies 1 to 2 of 4" in shared.notes[0]["en"]
    assert "1 à 2 sur 4" in shared.notes[0]["fr"]


def test_an_irregular_first_ply_leaves_the_part_after_it() -> None:
    """The first part with plies is what Lichess can show."""
    shared = share(pgn("stands", "d5", "Ne5"), PAGE)
    assert shared.opens is not None
    assert moves_at(shared.opens) == ["d7d5", "g4e5"]
    assert "plies 2 to 3 of 3" in shared.notes[0]["en"]


def test_the_id_is_the_games_own() -> None:
    """Of the first part that has one; empty if there is none."""
    assert game_id('[Event "?"]\n[GameId "0123456789ab"]\n\n1. e4 *\n\n') == "0123456789ab"
    assert game_id(pgn("e4")) == ""


def test_names_are_no_moves() -> None:
    """Nor are results, numbers and comments."""
    moves = "{ e4 } 1. d4 { [%clk 0:01:00] } 1... d5 { doubt: e5 } 2. c4 1-0"
    text = f'[White "e4 d5"]\n[Black "1-0"]\n\n{moves}\n\n'
    assert re.sub(r".*/", "", share(text, None).text) == "d4_d5_c4"
