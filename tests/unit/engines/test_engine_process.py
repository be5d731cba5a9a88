"""An engine that dies, hangs or says nothing is started again, and in the end named; a real one answers."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import chess
import pytest
from chess.engine import Cp, MateGiven

from jadoube.config.problems import BadInput
from jadoube.engines.engine_process import (
    Care,
    EngineProcess,
    Thinking,
    engine_process,
)
from jadoube.engines.evaluation import Evaluation
from jadoube.engines.known_engines import Engine, find_engine
from shared.board.scripted_engine import scripted, shell_engine

SHORT = Care(0, start_s=20.0, answer_s=0.2)
"""A start of Python takes long on a busy machine; an answer of the scripted engine does not."""
LITTLE = Thinking(nodes=1)

_T = TypeVar("_T")


def asked(engine: Engine, question: Callable[[EngineProcess], Awaitable[_T]], care: Care = SHORT) -> _T:
    """What comes of a question to an engine."""

    async def ask() -> _T:
        async with engine_process(engine, care) as process:
            return await question(process)

    return asyncio.run(ask())


@pytest.mark.parametrize("deed", ["answers", "dies", "hangs"])
def test_one_that_fails_once_is_started_again(deed: str, tmp_path: Path) -> None:
    """The answer is the same; it was asked once more."""
    found = asked(scripted(deed, tmp_path), lambda process: process.evaluate(chess.Board(), LITTLE))
    assert found == Evaluation(Cp(13), (chess.Move.from_uci("g1h3"),))
    assert (tmp_path / "asked").read_text().split() == ["0"] * (1 if deed == "answers" else 2)


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("always-hangs", r"engine scripted: it hangs, 3 times at rnbqkbnr/.+, expected an answer"),
        ("scoreless", r"engine scripted: it fails \(gave no score\), 3 times at rnbqkbnr/"),
    ],
)
def test_one_that_always_fails_is_named(deed: str, told: str, tmp_path: Path) -> None:
    """One line, with the position; no process is left."""
    started: list[int] = []

    async def ask(process: EngineProcess) -> Evaluation:
        await process.title()
        started.append(process.pid or 0)
        return await process.evaluate(chess.Board(), LITTLE)

    with pytest.raises(BadInput, match=told):
        asked(scripted(deed, tmp_path), ask)
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


def test_one_that_speaks_no_uci_is_named(tmp_path: Path) -> None:
    """Whether it is silent, ends, or is no program at all."""
    for engine, care, told in (
        (scripted("mute", tmp_path), Care(0, start_s=0.2), "gave no answer"),
        (Engine("true", ("/bin/true",)), SHORT, "engine process died unexpectedly"),
        (Engine("cat", ("/bin/cat",)), Care(0, start_s=0.2), "gave no answer"),
    ):
        with pytest.raises(BadInput, match=rf"engine {engine.name}: {told}.*, expected a UCI engine"):
            asked(engine, EngineProcess.title, care)


def test_a_finished_game_asks_no_engine(tmp_path: Path) -> None:
    """The position answers by itself, and no process is started."""
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")

    async def ask(process: EngineProcess) -> tuple[Evaluation, int | None]:
        return await process.evaluate(mated, LITTLE), process.pid

    assert asked(scripted("mute", tmp_path), ask) == (Evaluation(MateGiven), None)


def test_it_has_the_lowest_priority(tmp_path: Path) -> None:
    """From its first instruction on: whatever else runs comes first."""

    async def ask(process: EngineProcess) -> int:
        await process.title()
        assert process.pid is not None
        return os.getpriority(os.PRIO_PROCESS, process.pid)

    lowest = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 19)  # below that of who starts it
    assert asked(find_engine(str(shell_engine(tmp_path))), ask, Care()) == lowest


def test_a_real_engine_sees_a_mate() -> None:
    """Fool's mate in one; the answer to the same question is the same after others were asked."""
    try:
        engine = find_engine("stockfish")
    except BadInput:
        pytest.skip("stockfish is missing (package stockfish): no real engine is asked")
    board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")

    async def ask(process: EngineProcess) -> list[Evaluation]:
        positions = (board, chess.Board(), board, chess.Board())
        return [await process.evaluate(each, Thinking(nodes=2000)) for each in positions]

    found = asked(engine, ask, Care(niceness=0))
    assert found[:2] == found[2:]
    assert found[0].line == (chess.Move.from_uci("d8h4"),)
    assert found[0].score.mate() == -1
