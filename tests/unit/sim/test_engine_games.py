"""A real engine plays whole games against hands of several manners, both colours, and is killed meanwhile."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.state.others.opponent_question import MoveAnswer, MoveAsked
from jadoube.daemon.asked.engine_player import EnginePlayer
from jadoube.engines.known_engines import find_engine
from jadoube_sim.benchmarks.played.opponents import play_drawn
from jadoube_sim.benchmarks.played.reading import Row

PLIES = 400
"""More than any of these games has: against moves drawn by lot Stockfish mates within a hundred."""
ANSWERS_WITHIN_S = 120


@pytest.fixture(scope="module")
def engine() -> Iterator[EnginePlayer]:
    """Stockfish, as the board plays against it; a machine without it cannot say anything."""
    try:
        find_engine("stockfish")
    except BadInput:
        if "JADOUBE_NO_SKIPS" in os.environ:
            raise
        pytest.skip("no stockfish here")
    player = EnginePlayer("stockfish", move_ms=50, niceness=0)
    yield player
    player.close()


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in tasks for child in each.read_text(encoding="ascii").split()]


@pytest.mark.parametrize("side", chess.COLORS, ids=["black", "white"])
@pytest.mark.parametrize("manner", ["plain", "any-order", "swap", "castling-rook-first"])
def test_a_game_against_stockfish(engine: EnginePlayer, manner: str, side: chess.Color) -> None:
    """Up to its end every ply stands in the game, his as he told them; a killed engine is replaced."""
    told: dict[int, str] = {}

    def answers(asked: MoveAsked) -> MoveAnswer:
        if asked.ply in (7, 8) and engine.pid:
            for child in _children(engine.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        answer = engine(asked).result(ANSWERS_WITHIN_S)
        told[asked.ply] = answer.move
        return answer

    played = play_drawn(Row(manner, "clock"), side, PLIES, seed=len(manner) + side, answers=answers)
    line = played.table.line
    assert played.table.play.outcome is not None
    moves = {each.ply: each.move.uci() for each in line.plies() if each.move}
    his = {ply: move for ply, move in moves.items() if (ply % 2 == 1) == (side == chess.WHITE)}
    assert his == {ply: move for ply, move in told.items() if ply in his}
    mine = [move for ply, move in moves.items() if ply not in his]
    assert list(played.sent) == mine
