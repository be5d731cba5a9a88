"""`jadoube analyse`, as an owner uses it."""

import io
import os
import socket
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest

from jadoube.archive.store import Archive
from jadoube.cli.main import main
from jadoube.engines import known_engines
from shared.board.scripted_engine import shell_engine
from shared.disk.archived_games import IRREGULAR, pgn_of

PLIES = 6
"""Of the usual game of the archive's tests."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """The exit status, and what is printed on standard output and error."""
    status = main(["analyse", *map(str, words)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def evaluated(pgn: str) -> list[int]:
    """How many plies of each game have an evaluation."""
    source, found = io.StringIO(pgn), []
    while game := chess.pgn.read_game(source):
        found.append(sum(node.eval() is not None for node in game.mainline()))
    return found


def test_every_ply_of_a_file_is_evaluated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two games, one of them with an irregular ply; the sum is said, and the PGN is all that is printed."""
    file = tmp_path / "games.pgn"
    file.write_text(pgn_of() + IRREGULAR)
    status, out, err = run(capsys, file, "--engine", shell_engine(tmp_path), "--nodes", 5)
    assert status == 0
    assert evaluated(out) == [6, 6, 2]
    assert '[Annotator "Shell, 5 nodes a position"]' in out
    assert err.splitlines()[:3] == [
        f"{file}:1: Shell, 5 nodes a position",
        "  White: 0 inaccuracies, 0 mistakes, 0 blunders; 0.26 pawns lost a move",
        "  Black: 0 inaccuracies, 0 mistakes, 0 blunders; 0.26 pawns lost a move",
    ]


def test_a_game_of_the_archive_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By its number, into a file; nothing else is printed."""
    with Archive(tmp_path / "archive.db") as archive:
        archive.add(pgn_of(GameId="0123456789ab"), 41)
    output = tmp_path / "analysed.pgn"
    words = ("--archive", tmp_path / "archive.db", "--engine", shell_engine(tmp_path), "--output", output)
    status, out, err = run(capsys, 41, *words)
    assert (status, out, err.partition("\n")[0]) == (0, "", "game 41: Shell, 200,000 nodes a position")
    assert evaluated(output.read_text()) == [PLIES]


def test_no_engine_helps_who_is_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game that the board still plays is refused; once it has ended, or the board is off, it is not."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "000041.pgn").write_text(pgn_of())
    config = tmp_path / "board.toml"
    config.write_text(
        f'[archive]\ndirectory = "{games}"\n[control]\nsocket = "{tmp_path}/control"\n'
        f'[online]\ndirectory = "{tmp_path}"\n'
    )
    words = (41, "--config", config, "--engine", shell_engine(tmp_path))
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(tmp_path / "control"))
        daemon.listen()
        for result, expected in (("*", 2), ("1-0", 0)):
            with Archive(tmp_path / "archive.db") as archive:
                archive.add(pgn_of(GameId="0123456789ab", Result=result), 41)
            status, _, err = run(capsys, *words)
            assert status == expected
            if expected:
                assert err == "game 41: the board may still play it, expected a game that has ended\n"
        (tmp_path / "game.pgn").write_text(pgn_of(GameId="fedcba987654", Result="*", Mode="ICS"))
        status, _, err = run(capsys, *words)
        assert (status, "against people elsewhere" in err) == (2, True)
        (tmp_path / "game.pgn").write_text(pgn_of(GameId="0123456789ab", Result="*"))
        status, _, err = run(capsys, *words)
        assert (status, "this game is still played" in err) == (2, True)


def test_an_output_that_is_no_file_stays_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A device, a pipe and a link are written to; what the link leads to is replaced, with its rights."""
    (tmp_path / "game.pgn").write_text(pgn_of())
    words = (tmp_path / "game.pgn", "--engine", shell_engine(tmp_path), "--output")
    null = tmp_path / "null"
    null.symlink_to("/dev/null")
    assert run(capsys, *words, null)[0] == 0
    assert null.is_symlink()
    assert null.is_char_device()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["/bin/cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        assert run(capsys, *words, pipe)[0] == 0
        assert evaluated(reader.communicate()[0]) == [PLIES]
    assert pipe.is_fifo()
    link, file = tmp_path / "link.pgn", tmp_path / "file.pgn"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run(capsys, *words, link)[0] == 0
    assert link.is_symlink()
    assert evaluated(file.read_text()) == [PLIES]
    assert file.stat().st_mode & 0o777 == 0o640


def test_standard_output_by_its_name_is_added_to(tmp_path: Path) -> None:
    """What stands in the file to which the shell leads it stays there.

    `/dev/stdout` is a link to this name. A fault that replaced that would spoil the machine of who tries it.
    """
    (tmp_path / "game.pgn").write_text(pgn_of())
    shell_engine(tmp_path)
    words = "-m jadoube analyse game.pgn --engine ./engine --output /proc/self/fd/1 >> all.pgn"
    (tmp_path / "all.pgn").write_text(pgn_of())
    subprocess.run(["/bin/sh", "-c", f"{sys.executable} {words}"], cwd=tmp_path, check=True)
    assert evaluated((tmp_path / "all.pgn").read_text()) == [0, PLIES]


@pytest.mark.parametrize("output", ["missing/a.pgn", "."])
def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    output: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line; no engine is asked, and nothing is left beside it."""
    (tmp_path / "game.pgn").write_text(pgn_of())
    words = (tmp_path / "game.pgn", "--engine", shell_engine(tmp_path), "--output", tmp_path / output)
    before = sorted(tmp_path.iterdir())
    status, _, err = run(capsys, *words)
    assert (status, err.count("\n")) == (2, 1)
    assert "expected a file that can be written" in err
    assert sorted(tmp_path.iterdir()) == before


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """Interrupted at the fourth of seven positions; the same command goes on with the fourth."""
    (tmp_path / "game.pgn").write_text(pgn_of())
    command = [sys.executable, "-m", "jadoube", "analyse", "game.pgn", "--engine", "./engine"]
    shell_engine(tmp_path, interrupts=4)
    ends = []
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        ends.append((done.returncode, evaluated(done.stdout), done.stderr.partition("\n")[0]))
    assert ends == [
        (130, [], "interrupted; the same command goes on from here"),
        (0, [PLIES], "game.pgn:1: Shell, 200,000 nodes a position"),
    ]
    assert len((tmp_path / "asked").read_text().splitlines()) == 3 + 1 + 4


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "{}: no such file or directory, expected a file with games as PGN"),
        (b"", "{}: no game found, expected PGN"),
        (b"\x00\x01" * 99, "{}:1: binary data found, expected PGN"),
        (b"1. e4 e5 2. Ke3 *\n", "{}:1: 'Ke3' at ply 3 found, expected a legal move"),
        (b'[Variant "Atomic"]\n\n1. Nf3 *\n', "{}:1: the variant 'Atomic' found, expected a game of chess"),
    ],
)
def test_bad_input_is_one_line(
    content: bytes | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The place, what was found, what was expected; nothing is printed as PGN, and no engine is asked."""
    file = tmp_path / "bad.pgn"
    if content is not None:
        file.write_bytes(content)
    status, out, err = run(capsys, file, "--engine", shell_engine(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(told.format(file))
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [("8/8/8/8/8/8/8/R7 w - - 0 1", "1. Ra2"), ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "1. Kf1+")],
)
def test_an_impossible_position_is_left_as_it_is(
    fen: str, moves: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No kings, or one that could be taken: Stockfish 15.1 crashes. The other games are analysed."""
    file = tmp_path / "games.pgn"
    file.write_text(pgn_of(moves=moves, SetUp="1", FEN=fen) + pgn_of())
    status, out, err = run(capsys, file, "--engine", shell_engine(tmp_path))
    assert (status, evaluated(out)) == (0, [0, PLIES])
    assert err.startswith(f"{file}:1: it begins with a position that no legal play leads to; it is not")


def test_no_engine_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that brings one."""
    (tmp_path / "game.pgn").write_text(pgn_of())
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr(known_engines, "FURTHER_FOLDERS", ())
    status, out, err = run(capsys, tmp_path / "game.pgn")
    assert (status, out) == (2, "")
    assert err == "engine: none is installed, expected one: sudo apt install stockfish\n"


def test_a_file_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The work is kept: written elsewhere, it costs nothing."""
    file, engine = tmp_path / "game.pgn", shell_engine(tmp_path)
    file.write_text(pgn_of())
    status, _, err = run(capsys, file, "--engine", engine, "--output", tmp_path / "no" / "out.pgn")
    assert status == 2
    assert err.splitlines()[-1].endswith("no such file or directory, expected a file that can be written")
    assert evaluated(run(capsys, file, "--engine", engine)[1]) == [PLIES]
    assert len((tmp_path / "asked").read_text().splitlines()) == PLIES + 1


@pytest.mark.parametrize(
    "words", [("--nodes", "0"), ("--nodes", "x"), ("--seconds", "nan"), ("--nodes", "5", "--seconds", "1")]
)
def test_a_limit_is_a_number(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """One of two; anything else is refused in one line."""
    with pytest.raises(SystemExit, match="2"):
        main(["analyse", "1", *words])
    assert capsys.readouterr().err.count("\n") == 1
