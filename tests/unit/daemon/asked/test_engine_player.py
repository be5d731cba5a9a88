"""An engine in a process of its own: asked without waiting, replaced when killed, gone when closed."""

import os
import select
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path

import chess
import pytest

from jadoube.core.rules.game_line import Line, begin
from jadoube.core.state.others.help_question import HelpAsked
from jadoube.core.state.others.opponent_question import MoveAnswer, MoveAsked
from jadoube.daemon.asked.engine_player import EnginePlayer
from jadoube.daemon.asked.opponents import NoOpponentError
from shared.board.scripted_engine import heard_by, pipe_of_first_go, scripted_program

WAITS_S = 60
"""Longer than anything here takes on a busy machine."""


def after(*moves: str) -> MoveAsked:
    """The question for a move after these."""
    line: Line = begin()
    for move in moves:
        line = line.after(chess.Move.from_uci(move))
    return MoveAsked(line, 1500, offered=False)


@pytest.fixture
def players() -> Iterator[list[EnginePlayer]]:
    """Those that a test makes; they are closed at its end."""
    made: list[EnginePlayer] = []
    yield made
    for each in made:
        each.close()


def playing(players: list[EnginePlayer], engine: object) -> EnginePlayer:
    """Play with this engine, with the shortest time for a move."""
    players.append(EnginePlayer(str(engine), move_ms=1, niceness=0))
    return players[-1]


def pid(player: EnginePlayer) -> int:
    """The process of a player."""
    assert player._process
    return player._process.pid


def is_gone(process: int) -> bool:
    """Whether there is no such process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_it_answers_and_leaves_no_process(tmp_path: Path, players: list[EnginePlayer]) -> None:
    """Two questions go to one process; closed, it and its engine are gone, and nothing more is asked."""
    player = playing(players, scripted_program("answers", tmp_path))
    assert player(after()).result(WAITS_S) == MoveAnswer("g1h3")
    first = pid(player)
    assert player(after("e2e4")).result(WAITS_S) == MoveAnswer("g8h6")
    assert pid(player) == first
    engine = int((tmp_path / "pid").read_text())
    player.close()
    player.close()
    assert is_gone(first)
    _wait_for_end(engine)
    with pytest.raises(NoOpponentError, match="it has ended"):
        player(after()).result(WAITS_S)


def test_it_advises_too(tmp_path: Path, players: list[EnginePlayer]) -> None:
    """The same process and engine say a good move, between two moves of their own."""
    player = playing(players, scripted_program("answers", tmp_path))
    for ask in (after("e2e4"), HelpAsked(after("e2e4").line), after("e2e4")):
        assert player(ask).result(WAITS_S) == MoveAnswer("g8h6")
    assert len(heard_by(tmp_path, "go")) == 3


def test_one_that_hangs_leaves_no_process(tmp_path: Path, players: list[EnginePlayer]) -> None:
    """Closed while its engine thinks for ever, it is gone, and what was asked has failed."""
    begun = pipe_of_first_go(tmp_path)
    player = playing(players, scripted_program("hangs", tmp_path))
    answer = player(after())
    begun.read_text()
    process, engine = pid(player), int((tmp_path / "pid").read_text())
    player.close()
    assert is_gone(process)
    _wait_for_end(engine)
    with pytest.raises(NoOpponentError, match="ended"):
        answer.result(WAITS_S)


def test_no_engine_is_said_in_one_line(players: list[EnginePlayer]) -> None:
    """With the package that brings one; it can be asked again."""
    player = playing(players, "nonesuch")
    for _ in range(2):
        with pytest.raises(NoOpponentError) as told:
            player(after()).result(WAITS_S)
        assert str(told.value) == (
            "engine nonesuch: no such program, expected the name or path of a UCI engine, such as stockfish"
            " (sudo apt install stockfish)"
        )


def test_a_process_that_was_killed_is_replaced(tmp_path: Path, players: list[EnginePlayer]) -> None:
    """Killed while it thinks, its question fails; the next one is answered by another process."""
    begun = pipe_of_first_go(tmp_path)
    player = playing(players, scripted_program("hangs", tmp_path))
    answer = player(after())
    begun.read_text()
    first, engine = pid(player), int((tmp_path / "pid").read_text())
    os.kill(first, 9)
    with suppress(ProcessLookupError):
        os.kill(engine, 9)  # it hangs, and nobody is left to end it
    with pytest.raises(NoOpponentError, match="its process has ended"):
        answer.result(WAITS_S)
    assert player(after("e2e4", "e7e5")).result(WAITS_S) == MoveAnswer("g1h3")
    assert pid(player) != first
    assert player._process
    player._process.kill()
    player._process.wait(WAITS_S)
    assert player(after()).result(WAITS_S) == MoveAnswer("g1h3")  # killed while nothing was asked of it


def test_the_newest_question_only_is_answered(tmp_path: Path, players: list[EnginePlayer]) -> None:
    """The one before is cancelled at once."""
    player = playing(players, scripted_program("answers", tmp_path))
    old, new = player(after()), player(after("e2e4"))
    assert new.result(WAITS_S) == MoveAnswer("g8h6")
    with pytest.raises(CancelledError):
        old.result(WAITS_S)


def _wait_for_end(process: int) -> None:
    """Wait until a process that is no child of ours has ended."""
    try:
        end = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        assert select.select([end], [], [], WAITS_S)[0]
    finally:
        os.close(end)
