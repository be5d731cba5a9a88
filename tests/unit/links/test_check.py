"""`jadoube links check`: recorded streams of boards, sound and damaged."""

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.pages.link_view import LinkView
from jadoube.links.check import check
from jadoube.links.chesslink import link as chesslink
from jadoube.links.chesslink.framing import message
from jadoube.links.dgt import link as dgt
from jadoube.links.livechess import link as livechess
from jadoube.links.translation import Link
from jadoube_sim.benchmarks.played.reading import Job, Row
from jadoube_sim.hands.games import Game
from shared.drawn.games import drawn_moves
from shared.links.shown_views import view_after
from shared.links.views_of_hands import Audience, views_of

MOVES = drawn_moves(chess.STARTING_FEN, 30, 7, queens_only=True)

SUBSCRIBE = b'{"id":1,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"10064"}}}'


def _views() -> list[LinkView]:
    return views_of(Job(Game(1, chess.STARTING_FEN, MOVES), Row("any-order", "pressed"), 5))


def _stream(link: Link, begins: bytes) -> bytes:
    """What a board says to a program that begins like this, over a game."""
    views, audience = _views(), Audience(link)
    said = list(audience.hear(begins, views[0]))
    for _, more in audience.watch(views):
        said += more
    return b"".join(said)


def _checked(folder: Path) -> tuple[int, str]:
    out = io.StringIO()
    return check(folder, out), out.getvalue()


def _played() -> str:
    board = chess.Board()
    return board.variation_san(MOVES)


STREAMS: dict[str, Callable[[], bytes]] = {
    "game.dgt": lambda: _stream(dgt.begin(), b"\x4d\x45\x42\x4b"),
    "game.chesslink": lambda: _stream(chesslink.begin(), message("V") + message("S")),
    "game.jsonl": lambda: _stream(livechess.begin(), SUBSCRIBE),
}


@pytest.mark.parametrize("name", STREAMS)
def test_what_this_board_says_is_read_back(name: str, tmp_path: Path) -> None:
    """No byte is left over, and the game is the one that was played; the protocol of `.bin` is found."""
    data = STREAMS[name]()
    (tmp_path / name).write_bytes(data)
    if not name.endswith("jsonl"):
        (tmp_path / "raw.bin").write_bytes(data)
    status, text = _checked(tmp_path)
    assert status == 0
    assert text.count(f"  game 1: {_played()}\n") == (1 if name.endswith("jsonl") else 2)
    assert "no message" not in text


def test_bytes_that_are_no_message_are_named(tmp_path: Path) -> None:
    """With their offsets; the messages around them are read."""
    _, said = dgt.begin().hear(b"\x42\x4d", view_after())
    board, version = said.to_program
    (tmp_path / "noise.dgt").write_bytes(b"\x00\x01" + board + b"\x8e\x00\x05\xff" + version + board[:10])
    status, text = _checked(tmp_path)
    assert status == 1
    assert "noise.dgt: DGT, 88 bytes of the board\n" in text
    assert "  messages: board 1, version 1\n" in text
    assert "  no message: 2 at 0, 4 at 69, 10 at 78 (bytes)\n" in text


def test_hex_has_both_directions(tmp_path: Path) -> None:
    """What the program sent is framed, too, and comments and instants are left out."""
    _, said = dgt.begin().hear(b"\x42", view_after())
    lines = [
        "# picochess",
        "0.5 > 4B 42",
        f"0.6 < {said.to_program[0].hex(' ')}",
        "> 2B 03 03 09 00",
        "",
        "< ",
    ]
    (tmp_path / "both.hex").write_text("\n".join(lines))
    status, text = _checked(tmp_path)
    assert status == 0
    assert "  of the program: board 1, clock message 1, update nice 1\n" in text


def test_a_last_position_that_is_no_move_is_told(tmp_path: Path) -> None:
    """The game before it is printed, and the position."""
    board = chess.Board()
    board.remove_piece_at(chess.E2)
    lines = [
        {"response": "feed", "id": 1, "param": {"board": each}}
        for each in (chess.STARTING_BOARD_FEN, board.board_fen())
    ]
    (tmp_path / "air.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\nnonsense\n")
    status, text = _checked(tmp_path)
    assert status == 1
    assert f"    no legal move leads to its last position: {board.board_fen()}\n" in text
    assert "  no message: 1 at 3 (lines)\n" in text


def test_a_game_may_begin_in_the_middle_and_another_follow(tmp_path: Path) -> None:
    """Whoever has the move; a piece that was pushed on, and a takeback, leave the last move only."""
    fens = [
        "8/8/8/3k4/3pB3/3K4/8/8",
        "8/8/8/2k5/3pB3/3K4/8/8",
        "8/8/8/2k5/3p1B2/3K4/8/8",
        "8/8/8/2k5/3p2B1/3K4/8/8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR",
    ]
    lines = [{"response": "feed", "id": 1, "param": {"board": each}} for each in fens]
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, lines)))
    _, text = _checked(tmp_path)
    assert "  game 1: from 8/8/8/3k4/3pB3/3K4/8/8 1... Kc5\n" in text
    assert "  game 2: 1. e4 c5\n" in text


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("bad.hex", "< 86 zz", "bad.hex:1: '< 86 zz' found, expected bytes in hex"),
        ("empty.dgt", "", "empty.dgt"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(name: str, content: str, says: str, tmp_path: Path) -> None:
    """And the others are still checked."""
    (tmp_path / name).write_text(content)
    (tmp_path / "good.dgt").write_bytes(STREAMS["game.dgt"]()[:200])
    status, text = _checked(tmp_path)
    assert status == 2
    assert says in text
    assert "good.dgt: DGT" in text


def test_a_folder_without_streams_is_refused(tmp_path: Path) -> None:
    """In one line that says which files are looked for."""
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(BadInput, match=r"no recorded stream found, expected files \.bin"):
            check(folder, io.StringIO())


def test_any_bytes_are_read(tmp_path: Path) -> None:
    """Whatever was recorded, each byte is in a message or named as none, and nothing raises."""
    rng = random.Random(3)
    for number, ending in enumerate((".dgt", ".chesslink", ".bin", ".jsonl") * 5):
        (tmp_path / f"{number}{ending}").write_bytes(rng.randbytes(400))
    status, _ = _checked(tmp_path)
    assert status == 1
