"""The words that one types, and the line-by-line face: through a pipe, as scripts drive it."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import chess
import pytest

from jadoube.core.messages.events import Button
from jadoube.core.messages.lamps import Lamp
from jadoube.drivers.interfaces import Part
from jadoube.formats.sensorlog import read_sensor_log
from jadoube.games.replay import replay
from jadoube_sim.cli import main
from jadoube_sim.hands import Key, Lift, Place, Wait
from jadoube_sim.terminal.picture import MARKS
from jadoube_sim.terminal.session import parse_move
from jadoube_sim.terminal.words import (
    HELP,
    Ask,
    Do,
    Hold,
    InManner,
    Make,
    Plug,
    Presses,
    Quit,
    Release,
    SetUp,
    Word,
    parse_line,
)

SIM = [sys.executable, "-m", "jadoube_sim.cli", "--terminal"]
PGN = """\
[Event "one"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "two"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]

1. a8=R+ Kd7 2. O-O *
"""


def sim(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real command on a script."""
    return subprocess.run(
        [*SIM, *arguments], input=script, capture_output=True, text=True, timeout=60, check=False
    )


def moves_in(pgn: str) -> str:
    """The movetext of the last game in one line: its moves and result."""
    return " ".join(pgn.rstrip().rsplit("\n\n", 1)[-1].split())


# The words


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("open e2", [Do(Lift(chess.E2))]),
        ("lift e2 , place e4", [Do(Lift(chess.E2)), Do(Place(chess.E4))]),
        ("close e4, press white", [Do(Place(chess.E4)), Do(Key(Button.WHITE))]),
        ("release black", [Release(Button.BLACK)]),
        ("hold back", [Hold(Button.BACK)]),
        (
            "plus, minus, ok, play, back",
            [Do(Key(Button[name])) for name in ("PLUS", "MINUS", "OK", "PLAY", "BACK")],
        ),
        ("wait 2.5", [Do(Wait(2500))]),
        ("Nf3", [Make("Nf3")]),
        ("e2e4, O-O, e8=N, 0-0, Qh4#", [*map(Make, ("e2e4", "O-O", "e8=N", "0-0", "Qh4#"))]),
        ("pgn, fen, show, help", [Ask.PGN, Ask.FEN, Ask.SHOW, Ask.HELP]),
        ("new, clear", [SetUp.NEW, SetUp.CLEAR]),
        ("presses on, manner two-hands", [Presses(on=True), InManner("two-hands")]),
        (
            "unplug white-face, plug reeds",
            [Plug(Part.WHITE_FACE, plugged=False), Plug(Part.REEDS, plugged=True)],
        ),
        ("quit", [Quit()]),
        ("  ,, ", []),
    ],
)
def test_a_line_says(line: str, expected: Sequence[Word]) -> None:
    """Every word is understood, several on a line too."""
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        ("hello", "'hello'", "help"),
        ("e4, knight", "'knight'", "a move such as Nf3 or e2e4"),
        ("open", "nothing", "a1 to h8"),
        ("open e9", "'e9'", "a1 to h8"),
        ("close e2 e4", "'e2 e4'", "a1 to h8"),
        ("press red", "'red'", "white, black"),
        ("hold white", "'white'", "back, minus"),
        ("wait long", "'long'", "seconds"),
        ("wait 999999", "'999999'", "at most"),
        ("presses maybe", "'maybe'", "on or off"),
        ("manner wild", "'wild'", "two-hands"),
        ("unplug it", "'it'", "white-face"),
        ("Nf3 Nf6", "'Nf6'", "a comma"),
        ("quit now", "'now'", "a comma"),
        ("\x1b[2J", r"'\x1b[2J'", "help"),
    ],
)
def test_a_line_is_refused(line: str, found: str, expected: str) -> None:
    """A refusal is one line, names what was found and says what was expected."""
    with pytest.raises(ValueError, match="expected") as refusal:
        parse_line(line)
    assert found in str(refusal.value)
    assert expected in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_help_names_every_word() -> None:
    """Whatever can be typed stands in the help, which fits on a page."""
    words = "open lift close place press back minus plus ok play wait new clear presses manner pgn fen show"
    for word in [*words.split(), "quit", "unplug", "plug", "reeds", "lamps", "white-face", "black-face"]:
        assert word in HELP
    assert max(map(len, HELP.split("\n"))) <= 80
    assert HELP.count("\n") < 20


def test_a_move_is_san_or_uci() -> None:
    """Both name the same move; what is not legal, or not one move, is told with what was expected."""
    board = chess.Board("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1")
    assert parse_move(board, "Nc3") == parse_move(board, "b1c3") == chess.Move.from_uci("b1c3")
    with pytest.raises(ValueError, match="more than one piece can, expected which"):
        parse_move(board, "Nd2")
    with pytest.raises(ValueError, match="no legal move of White's, expected one"):
        parse_move(board, "Nf6")


def test_every_lamp_has_a_mark_of_its_own() -> None:
    """No two lamps are marked alike, and a dark one has none."""
    assert set(MARKS) == set(Lamp) - {Lamp.DARK}
    assert len(set(MARKS.values())) == len(MARKS)


# Scripts


def test_a_script_ends_with_its_pgn() -> None:
    """Moves in, PGN on standard output, and nothing else there; the words are on standard error."""
    done = sim("e4\ne5\nNf3\n")
    assert done.returncode == 0
    assert moves_in(done.stdout) == "1. e4 e5 2. Nf3 *"
    assert done.stdout.startswith("[Event ")
    assert "1... e5; White to move" in done.stderr


def test_raw_hands_play_a_game() -> None:
    """Reeds and levers alone: a capture, and the clock that the levers drive."""
    script = """\
# Black's lever starts White's clock
press black
open e2, close e4, press white
open d7, close d5, press black
open d5, open e4, close d5, press white
wait 10
"""
    done = sim(script, "--time-control", "5+3")
    moves = moves_in(done.stdout)
    assert [word for word in moves.split() if word[0].isalpha()] == ["e4", "d5", "exd5"]
    assert moves.count("%clk 0:05:0") == 3
    assert done.returncode == 0


def test_every_kind_of_move_can_be_typed() -> None:
    """Castling, en passant and a promotion to a knight, by SAN and UCI, with a clock: the hand presses."""
    script = "e4\nh5\ne5\nd7d5\ne5d6\nNf6\ndxc7\ne6\nc7b8n\nBc5\nNf3\n0-0\nBe2\nRxb8\ne1g1\n"
    done = sim(script, "--time-control", "5+3", "--manner", "rook-first")
    sans = [word for word in moves_in(done.stdout).split() if word[0].isalpha()]
    assert " ".join(sans) == "e4 h5 e5 d5 exd6 Nf6 dxc7 e6 cxb8=N Bc5 Nf3 O-O Be2 Rxb8 O-O"
    assert done.stderr.count("move completed") == 15


def test_bad_words_are_told_and_nothing_is_lost() -> None:
    """Each bad line is told with its number, is left out whole, and makes the exit status 2."""
    done = sim("e4\nhello\ne5, Nf9\nopen e2\nNf6\ne5\n")
    told = [line.split(": ")[0] for line in done.stderr.split("\n") if line.startswith("stdin:")]
    assert told == ["stdin:2", "stdin:3", "stdin:4"]
    assert moves_in(done.stdout) == "1. e4 Nf6 2. e5 *"
    assert done.returncode == 2


def test_what_is_asked_is_answered_on_standard_output() -> None:
    """The FEN, and the picture: letters, lamps as marks with their legend, faces and moves, in 80 columns."""
    done = sim("e4\nd5\nopen e4\nfen\nshow\nquit\nNf3\n", "--time-control", "5+3")
    fen, *picture = done.stdout.split("[Event ")[0].split("\n")
    assert fen == "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert picture[3].startswith(" 5   .    .    .  [ p ]  .    .    .    .")
    assert picture[4].startswith(" 4   .    .    .    .  ^   ^  .    .    .")
    assert "  ^   ^ the piece of this square is in the air" in picture
    assert "  [   ] the last move went from here to here" in picture
    assert "1. e4 d5" in picture
    assert any("White  <<< clock runs" in line for line in picture)
    assert max(map(len, picture)) <= 80
    assert moves_in(done.stdout).endswith("*")
    assert "Nf3" not in done.stdout


def test_the_picture_in_the_documents_is_true() -> None:
    """docs/simulator.md shows what `show` draws."""
    page = (Path(__file__).parents[3] / "docs" / "simulator.md").read_text(encoding="utf-8")
    drawn = sim("e4\ne5\nQh5\nNc6\nQxf7\nshow\n", "--time-control", "5+3").stdout.split("[Event ")[0]
    assert textwrap.indent(drawn.rstrip(), "    ") in page


def test_the_hand_sets_the_pieces_up_again() -> None:
    """After a mate no move is taken; after `new` it is, and both games are printed."""
    done = sim("f3\ne5\ng4\nQh4\nNf3\nnew\nd4\n")
    assert "stdin:5: Nf3: the game is over, 0-1; expected new before it" in done.stderr
    assert done.stdout.count("[Event ") == 2
    assert "1. f3 e5 2. g4 Qh4# 0-1" in done.stdout
    assert moves_in(done.stdout) == "1. d4 *"


def test_a_new_game_pauses_the_clock_first() -> None:
    """Pieces never reset a running clock: the hand that sets up presses `play` before."""
    done = sim("e4\nnew\nd4\n", "--time-control", "1")
    assert "clock paused" in done.stderr
    assert "game begun" in done.stderr
    assert "d4" in moves_in(done.stdout)


def test_a_part_without_its_plug_is_told() -> None:
    """The face that does not answer is said once, and that it answers again."""
    done = sim("e4\nunplug black-face\nwait 3\nplug black-face\nwait 3\n", "--time-control", "1")
    assert done.stderr.count("black face: does not answer at 0x71") == 1
    assert done.stderr.count("black face answers again") == 1


def test_a_script_begins_where_it_is_told() -> None:
    """A FEN, and no presses though there is a clock."""
    done = sim("a8=N\n", "--fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "--time-control", "1", "--no-presses")
    assert '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]' in done.stdout
    assert "move completed" not in done.stderr
    assert "promotion offered: knight" in done.stderr


def test_a_record_is_the_game(tmp_path: Path) -> None:
    """The sensor log of a script gives the script's game when it is replayed."""
    file = tmp_path / "hands.log"
    done = sim("e4\nd5\nexd5\n", "--record", str(file), "--time-control", "1+5")
    assert done.returncode == 0
    assert [line.san for line in replay(read_sensor_log(file)).table.line.plies()] == ["e4", "d5", "exd5"]


def test_games_are_kept_and_taken_up_again(tmp_path: Path) -> None:
    """With a folder, the game that was left goes on the next time, and its PGN file is the one printed."""
    sim("e4\ne5\n", "--games", str(tmp_path))
    done = sim("Nf3\n", "--games", str(tmp_path))
    assert "taken up again after 2 plies" in done.stderr
    assert moves_in(done.stdout) == "1. e4 e5 2. Nf3 *"
    (kept,) = tmp_path.glob("*.pgn")
    assert moves_in(kept.read_text()) == "1. e4 e5 2. Nf3 *"


def test_whoever_reads_no_further_is_no_trouble() -> None:
    """`| head -1`: no traceback when the reader goes."""
    script = "e4\n" + "pgn\n" * 3000
    reader, writer = os.pipe()
    with subprocess.Popen(
        SIM, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(writer)
        os.close(reader)
        _, told = process.communicate(script, timeout=60)
    assert "Traceback" not in told
    assert process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_script_prints_its_pgn(number: signal.Signals) -> None:
    """Ctrl-C, or SIGTERM, while it waits for the next line: what was played is printed."""
    with subprocess.Popen(
        SIM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("e4\n")
        process.stdin.flush()
        while "move made 1. e4" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(number)
        assert process.stdout is not None
        printed = process.stdout.read()  # with standard input still open: it is the signal that ends it
        told = process.stderr.read()
    assert moves_in(printed) == "1. e4 *"
    assert "Traceback" not in told
    assert process.returncode == 130


# Games that play themselves


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two games, one from a start of its own."""
    path = tmp_path / "games.pgn"
    path.write_text(PGN, encoding="utf-8")
    return path


def test_games_play_themselves(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, each from its start, the PGN of each."""
    assert main(["--play", str(games), "--speed", "max"]) == 0
    printed = capsys.readouterr().out
    assert "1. f3 e5 2. g4 Qh4# 0-1" in printed
    assert moves_in(printed) == "1. a8=R+ Kd7 2. O-O *"


def test_one_game_of_a_file_plays_itself(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game that is named, at a speed and with a clock; the clock's times are in its PGN."""
    assert main(["--play", str(games), "--game", "1", "--speed", "1000", "--time-control", "1+1"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("[Event ") == 1
    assert "Qh4#" in moves_in(printed)
    assert printed.count("%clk 0:00:5") == 4


def test_a_game_ends_with_its_flag(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With too little time the flag falls, and the rest is not played."""
    assert main(["--play", str(games), "--game", "1", "--time-control", "3s"]) == 0
    printed = capsys.readouterr().out
    assert '[Termination "time forfeit"]' in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--play", "nowhere.pgn"], "nowhere.pgn: no such file or directory, expected"),
        (["--play", "{games}", "--game", "3"], "game 3 asked for, expected 1 to 2"),
        (["--play", "{games}", "--record", "out.log"], "--record: 2 games to be played found, expected one"),
        (["--play", "{games}", "--fen", chess.STARTING_FEN], "--fen: found beside --play, expected one"),
        (["--record", "out.log", "--games", "."], "--record: found beside --games, expected one"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], told: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error, nothing on standard output, exit status 2."""
    assert main([word.format(games=games) for word in arguments]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--speed", "fast"], "--speed: 'fast' found, expected 0.01 to 1000, or max"),
        (["--game", "0"], "--game: '0' found, expected a number from 1"),
        (["--fen", "8/8/8/8 w"], "--fen: 2 fields in the FEN found, expected 6"),
        (["--time-control", "soon"], "--time-control"),
        (["--manner", "wild"], "--manner"),
        (["--rules", "mine"], "--rules: invalid choice: 'mine' (choose from"),
        (["--language", "la"], "--language: invalid choice: 'la' (choose from"),
        (["--record", "nowhere/out.log"], "--record: 'nowhere/out.log' found, expected a file in a folder"),
        (["--loud"], "--loud"),
    ],
)
def test_a_bad_option_is_refused(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that names the option, exit status 2."""
    with pytest.raises(SystemExit) as left:
        main(arguments)
    told_in_full = capsys.readouterr().err
    assert left.value.code == 2
    assert told in told_in_full
    assert told_in_full.count("\n") == 1


def test_a_game_that_cannot_be_played_is_told_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chess960 and an illegal move: a line each, the rest is played, exit status 2."""
    path = tmp_path / "odd.pgn"
    path.write_text('[Variant "Chess960"]\n\n1. e4 *\n\n[Event "x"]\n\n1. e5 *\n\n[Event "y"]\n\n1. d4 *\n')
    assert main(["--play", str(path)]) == 2
    printed = capsys.readouterr()
    assert [line.split(": ")[1] for line in printed.err.strip().split("\n")] == ["game 1", "game 2"]
    assert moves_in(printed.out) == "1. d4 *"
