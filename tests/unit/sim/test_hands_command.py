"""`python -m jadoube_sim.hands`: games in, sensor logs out, and what it refuses."""

from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.formats.sensorlog import parse_sensor_log
from jadoube_sim.hands import MANNERS, play
from jadoube_sim.hands.__main__ import main
from jadoube_sim.hands.games import playable_games

PGN = """\
[Event "one"]

1. e4 {a comment} e5 (1... c5 2. Qxh9) 2. Nf3 Nc6 *

[Event "two"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. a8=N Kd7 1-0
"""


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    """A file of two games."""
    path = tmp_path / "games.pgn"
    path.write_text(PGN, encoding="utf-8")
    return path


def moves_of(start: str, line: str) -> list[chess.Move]:
    """The moves of a line in SAN."""
    board = chess.Board(start)
    return [board.push_san(san) for san in line.split()]


def test_the_command_prints_a_game_as_a_log(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game that is named, in the manner and with the clock that are asked for."""
    asked = ["--game", "2", "--manner", "mover-first", "--time-control", "1+1", "--seed", "4", str(pgn)]
    assert main(asked) == 0
    log = parse_sensor_log(capsys.readouterr().out, "out")
    start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    manner = MANNERS["mover-first"]
    assert log == play(moves_of(start, "a8=N Kd7"), start, manner, seed=6, time_control="60+1")


def test_the_command_writes_a_file_for_each_game(pgn: Path, tmp_path: Path) -> None:
    """The same as each alone, and nothing else."""
    assert main(["--no-presses", "--out", str(tmp_path / "a" / "b"), str(pgn)]) == 0
    written = sorted((tmp_path / "a" / "b").iterdir())
    assert [path.name for path in written] == ["games-0001.log", "games-0002.log"]
    log = parse_sensor_log(written[0].read_text(), "out")
    moves = moves_of(chess.STARTING_FEN, "e4 e5 Nf3 Nc6")
    assert log == play(moves, presses=False, seed=1)


def test_the_command_plays_what_it_can_and_refuses_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each refusal is one line with the line on which the game begins; the others are written."""
    chess960 = '\n\n[Event "?"]\n[Variant "Chess960"]\n\n1. e4 *\n\n'
    shuffled = '[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"]\n\n1. e4 *\n\n'
    atomic = '[Variant "Atomic"]\n\n1. e4 *\n\n'
    illegal = '[Event "?"]\n\n1. e4 e5 2. Ke3 *\n\n'
    path = tmp_path / "games.pgn"
    path.write_text(chess960 + shuffled + atomic + illegal + PGN)
    assert main(["--out", str(tmp_path), str(path)]) == 2
    refused = capsys.readouterr().err.splitlines()
    assert [line.removeprefix(str(path)).split(" found")[0] for line in refused[:3]] == [
        ":3: game 1: variant 'Chess960'",
        ":8: game 2: a castling right without king and rook on their squares",
        ":12: game 3: variant 'Atomic'",
    ]
    assert refused[3].startswith(f"{path}:16: game 4: illegal san: 'Ke3' in ")
    assert len(refused) == 4
    assert sorted(log.name for log in tmp_path.glob("*.log")) == ["games-0005.log", "games-0006.log"]


BAD_CALLS = [
    (["none.pgn"], "none.pgn: no such file or directory, expected a PGN file"),
    (["games.pgn"], "games.pgn: 2 games found, expected one, --game N or --out DIR"),
    (["games.pgn", "--game", "3"], "games.pgn: game 3 asked for, expected 1 to 2"),
    (["games.pgn", "--game", "0"], "games.pgn: game 0 asked for, expected 1 to 2"),
    (["text.pgn"], "text.pgn: no game found, expected PGN"),
    (["null.pgn"], "null.pgn:1: game 1: a null move found in"),
    (["games.pgn", "--out", "text.pgn"], "text.pgn/games-0001.log: file exists, expected a file that can be"),
    (["games.pgn", "--manner", "rude"], "argument --manner: invalid choice: 'rude'"),
    (
        ["games.pgn", "--time-control", "soon"],
        "argument --time-control: found 'soon', expected minutes and seconds a move",
    ),
    ([], "the following arguments are required: GAME.pgn"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD_CALLS)
def test_the_command_refuses_in_one_line(
    arguments: list[str],
    words: str,
    pgn: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exit status 2, nothing on standard output, one line that says what was found and expected."""
    monkeypatch.chdir(pgn.parent)
    Path("text.pgn").write_text("Dear diary,\n\nnothing happened.\n")
    Path("null.pgn").write_text("1. e4 -- 2. d4 *\n")
    try:
        status = main(arguments)
    except SystemExit as left:
        status = int(str(left.code))
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_an_endless_number_is_refused_in_one_line(tmp_path: Path) -> None:
    """Python reads no number of thousands of digits, and python-chess does not say so."""
    path = tmp_path / "a.pgn"
    path.write_text(f"1. e4 ${'9' * 5000} e5 *\n")
    with pytest.raises(BadInput, match=r"a\.pgn:1: a game with a number without end found, expected PGN$"):
        playable_games(path)
