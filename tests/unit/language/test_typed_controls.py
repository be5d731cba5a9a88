"""A time control is in minutes wherever somebody types one: in the configuration, on every command line."""

from pathlib import Path

import pytest

from jadoube.cli.check_config import main as check_config
from jadoube.config.settings import problems
from jadoube_sim.benchmarks.cli import main as bench
from jadoube_sim.cli import main as sim
from jadoube_sim.hands.__main__ import main as hands

TWO_READINGS = "300+3: found 300 minutes or 300 seconds, expected '300 min + 3' or '300s+3' (5+3)"
GAME = "1. f3 e5 2. g4 Qh4# 0-1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A configuration of an owner's."""
    return tmp_path / "board.toml"


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    """A short game."""
    path = tmp_path / "game.pgn"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_the_check_says_how_it_reads_the_configuration(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside `ok`: who has written 3+2 sees that it is minutes."""
    file.write_text('[game]\ntime_control = "3+2"')
    assert check_config([str(file)]) == 0
    assert capsys.readouterr().out == (
        f"{file}: ok\n{file}: game.time_control is 3+2: each side has 3:00, and 2 s a move\n"
    )


def test_a_configuration_in_seconds_is_refused_with_both_readings(file: Path) -> None:
    """The key was in seconds once: who has written them is told how minutes and seconds are written now."""
    file.write_text('[game]\ntime_control = "300+3"')
    (refusal,) = map(str, problems(file))
    assert refusal == (
        f'{file}:2: game.time_control is "300+3", expected a time control such as "15+10" or "blitz 3+2", '
        f'or "-" for no clock ({TWO_READINGS})'
    )


def test_the_simulator_says_what_it_understood(pgn: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error, in the language that was asked for; the PGN has seconds."""
    assert sim(["--play", pgn, "--speed", "max", "--time-control", "3 min + 2", "--language", "fr"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("3+2: chaque camp a 3:00, et 2 s par coup\n".replace(": ", " : ", 1))
    assert '[TimeControl "180+2"]' in printed.out


def test_hands_write_seconds_into_their_log(pgn: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is typed is minutes, what programs read is seconds."""
    assert hands([pgn, "--time-control", "3+2"]) == 0
    assert "\ntime-control 180+2\n" in capsys.readouterr().out


def test_command_lines_refuse_what_may_be_seconds(pgn: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With both readings, in one line, and status 2."""
    for command, words in (
        (sim, ["--terminal", "--time-control", "300+3"]),
        (hands, [pgn, "--time-control", "300+3"]),
        (bench, ["clocks", "--pgn", pgn, "--control", "300+3"]),
    ):
        with pytest.raises(SystemExit, match="2"):
            command(words)
        said = capsys.readouterr().err
        assert TWO_READINGS in said
        assert said.count("\n") == 1
