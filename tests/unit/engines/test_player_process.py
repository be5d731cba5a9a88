"""The process that plays, as it is started: lines of JSON in, lines of JSON out, whatever the lines are."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import chess
import pytest

from shared.board.scripted_engine import pipe_of_first_go, scripted_program

WAITS_S = 60
"""Longer than anything here takes on a busy machine."""


class Player:
    """The process, and what is asked of it."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def say(self, line: bytes) -> None:
        """Send it a line."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, number: int, *moves: str, **more: Any) -> None:
        """Ask a question; the time for the move is the shortest."""
        question = {"number": number, "start": chess.STARTING_FEN, "moves": moves, "elo": 1500}
        question |= {"clock_ms": None, "increment_ms": [0, 0], "move_ms": 1}
        self.say(json.dumps(question | more).encode())

    def answer(self) -> dict[str, Any]:
        """The next line that it says."""
        assert self.process.stdout
        told = json.loads(self.process.stdout.readline())
        assert isinstance(told, dict)
        return told

    def end(self) -> bytes:
        """End its input; return what it says before it ends, which is soon."""
        said, _ = self.process.communicate(timeout=WAITS_S)
        assert self.process.returncode == 0
        return said


@contextmanager
def player(engine: object) -> Iterator[Player]:
    """A process that plays with this engine."""
    words = [sys.executable, "-m", "jadoube.engines.player_process"]
    arguments = json.dumps({"engine": str(engine), "niceness": 0})
    with subprocess.Popen([*words, arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield Player(process)
        finally:
            process.kill()


def engine_pid(folder: Path) -> int:
    """The process of the scripted engine."""
    return int((folder / "pid").read_text())


def test_a_question_is_answered_and_the_end_leaves_nothing(tmp_path: Path) -> None:
    """One line each; the end of its input ends it and its engine."""
    with player(scripted_program("answers", tmp_path)) as playing:
        playing.ask(7, "e2e4")
        expected = {
            "number": 7,
            "move": "g8h6",
            "resigns": False,
            "offers_draw": False,
            "accepts_draw": False,
        }
        assert playing.answer() == expected
        playing.ask(8, "e2e4", "g8h6", "d2d4", clock_ms=[5000, 5000], move_ms=None)
        assert playing.answer()["number"] == 8
        assert playing.end() == b""
    with pytest.raises(ProcessLookupError):
        os.kill(engine_pid(tmp_path), 0)


def test_only_the_newest_question_is_answered(tmp_path: Path) -> None:
    """The one before is given up, though its engine hangs; so is one at the end of the input."""
    begun = pipe_of_first_go(tmp_path)
    with player(scripted_program("hangs", tmp_path)) as playing:
        playing.ask(1)
        begun.read_text()
        playing.ask(2, "e2e4", "e7e5")
        told = playing.answer()
        assert (told["number"], told["move"]) == (2, "g1h3")
        assert playing.end() == b""


def test_an_engine_that_hangs_does_not_outlive_the_input(tmp_path: Path) -> None:
    """It is killed, and not asked to end."""
    begun = pipe_of_first_go(tmp_path)
    with player(scripted_program("hangs", tmp_path)) as playing:
        playing.ask(1)
        begun.read_text()
        assert playing.end() == b""
    with pytest.raises(ProcessLookupError):
        os.kill(engine_pid(tmp_path), 0)


def test_an_unknown_engine_is_a_trouble_and_no_end() -> None:
    """Each question is answered with the same line."""
    with player("nonesuch") as playing:
        for number in (1, 2):
            playing.ask(number)
            told = playing.answer()
            assert told["number"] == number
            assert told["trouble"].startswith("engine nonesuch: no such program, expected ")
            assert len(told["trouble"].splitlines()) == 1
            assert "fails" not in told
        assert playing.end() == b""


def test_an_engine_that_always_dies_is_a_trouble(tmp_path: Path) -> None:
    """So is a question with an illegal move: whoever waits for an answer gets one."""
    with player(scripted_program("always-dies", tmp_path)) as playing:
        playing.ask(1)
        told = playing.answer()
        assert told["trouble"].startswith("engine scripted: it fails (")
        assert told["fails"] is True
        playing.ask(2, "e2e5")
        assert playing.answer()["trouble"].startswith("question: ")


def test_a_line_that_is_no_question_is_passed_over(tmp_path: Path) -> None:
    """Whatever it is, the process goes on living."""
    with player(scripted_program("answers", tmp_path)) as playing:
        for line in (b"", b"{", b"\xff", b"7", b"[]", b"{}", b'{"number": 1}', b"[" * 100_000):
            playing.say(line)
        playing.ask(1, elo="strong")
        playing.ask(2, clock_ms=[1])
        playing.ask(3)
        assert playing.answer()["number"] == 3


def test_an_engine_that_is_killed_is_replaced(tmp_path: Path) -> None:
    """The next question is answered by another one."""
    with player(scripted_program("answers", tmp_path)) as playing:
        playing.ask(1)
        playing.answer()
        first = engine_pid(tmp_path)
        os.kill(first, 9)
        playing.ask(2, "e2e4", "e7e5")
        assert playing.answer()["move"] == "g1h3"
        assert engine_pid(tmp_path) != first
