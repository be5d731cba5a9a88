"""Engines are found by name or path, also where only games are."""

from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.engines import known_engines
from jadoube.engines.known_engines import find_engine


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games, which is not on the path; nothing else is there."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(known_engines, "FURTHER_FOLDERS", (str(tmp_path),))
    return tmp_path


def installed(folder: Path, name: str) -> str:
    """Install a program; return its path."""
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_strongest_known_engine_is_taken(games: Path) -> None:
    """GNU Chess alone is taken with the word that it needs; beside Stockfish it is not."""
    weak = installed(games, "gnuchess")
    assert find_engine().command == (weak, "--uci")
    strong = installed(games, "stockfish")
    assert find_engine().command == (strong,)
    assert find_engine("gnuchess").command == (weak, "--uci")


def test_any_program_may_be_named_by_its_path(games: Path) -> None:
    """It gets no arguments, as nothing is known of it."""
    assert find_engine(installed(games, "mine")).command == (str(games / "mine"),)


@pytest.mark.usefixtures("games")
def test_no_engine_is_said_with_a_package() -> None:
    """One line with the command that brings one."""
    with pytest.raises(
        BadInput, match=r"engine: none is installed, expected one: sudo apt install stockfish"
    ):
        find_engine()
    with pytest.raises(
        BadInput, match=r"engine gnuchess: no such program, expected sudo apt install gnuchess"
    ):
        find_engine("gnuchess")


def test_what_may_not_be_run_is_refused(games: Path) -> None:
    """A file without the right to be run, and a name that nothing has."""
    (games / "text").write_text("no program")
    with pytest.raises(BadInput, match="no program that may be run, expected the name or path"):
        find_engine(str(games / "text"))
    with pytest.raises(BadInput, match="no such program, expected the name or path of a UCI engine"):
        find_engine("nothing")
