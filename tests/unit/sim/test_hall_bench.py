"""`jadoube bench hall`: what is recorded, how it is shown, what counts as late, lost or out of order."""

import asyncio
import json
from pathlib import Path

import pytest

from jadoube.online.publishing.states import BoardNow, played_game
from jadoube_sim.benchmarks.hall.command import main
from jadoube_sim.benchmarks.hall.measure import Measured, Used
from jadoube_sim.benchmarks.hall.report import is_right, line, saturated
from jadoube_sim.benchmarks.hall.watching import Watching
from jadoube_sim.hall.recorded_board import RecordedBoard, Shown
from jadoube_sim.hall.recording import Recording, games, read_recordings, record, write_recordings
from jadoube_sim.hands.games import Game, games_of


@pytest.fixture(scope="module")
def mate() -> Recording:
    """A short game, recorded."""
    (game,) = [each for each in games_of("1. f3 e5 2. g4 Qh4# 0-1", "here") if isinstance(each, Game)]
    return record(game)


def test_a_game_is_recorded_whole(mate: Recording) -> None:
    """The recording goes from the start to the end, and what it shows can be published."""
    assert mate.san == ("f3", "e5", "g4", "Qh4#")
    states = [played_game(each.now("g1")) for each in mate.instants]
    assert [len(each.san) for each in states] == sorted(len(each.san) for each in states)
    last = states[-1]
    assert (last.game_id, last.result, last.over, last.san) == ("g1", "0-1", True, mate.san)
    assert '[GameId "g1"]' in last.pgn


def test_recordings_are_handed_on(mate: Recording, tmp_path: Path) -> None:
    """Another process reads what was written."""
    write_recordings([mate, mate], tmp_path / "recordings")
    assert read_recordings(tmp_path / "recordings") == [mate, mate]


def test_games_of_the_hall() -> None:
    """There are sixteen, of a usual length; they end in each of the three ways."""
    found = games()
    assert len(found) == 16
    assert all(59 <= len(game.moves) <= 110 for game in found)
    assert {game.result for game in found} == {"1-0", "0-1", "1/2-1/2"}


def test_a_recorded_board_shows_each_ply_once(mate: Recording) -> None:
    """It begins where it is told to, notes each ply that is new, and stands still when it is held."""
    noted: list[Shown] = []
    told: list[BoardNow | None] = []
    begins_ms = next(each.at_ms for each in mate.instants if each.plies == 2)

    async def run() -> None:
        board = RecordedBoard("b001", mate, begins_ms, lambda shown, _late: noted.append(shown))
        showing = asyncio.create_task(board.run(told.append))
        await asyncio.sleep(0)
        assert board.san == ["f3", "e5"]
        board.begin(-1e6)  # all is due
        while len(board.san) < 4:  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0)
        showing.cancel()

    asyncio.run(run())
    assert [each.ply for each in noted] == [3, 4]
    assert len(told) >= 3


def _card(ply: int, seq: int) -> dict[str, object]:
    return {"parts": {"board/b001": {"ply": ply, "seq": seq}, "round": {}}}


def test_who_looks_on_counts_what_comes() -> None:
    """A card with several new plies brings all of them; an older state after a newer one is out of order."""
    watching = Watching()
    watching.take(_card(2, 5), 10)
    watching.take(_card(4, 7), 20)
    watching.take(_card(3, 8), 30)  # a ply was taken back
    watching.take(_card(4, 9), 40)
    assert watching.came_ns == {("b001", 1): 10, ("b001", 2): 10, ("b001", 3): 20, ("b001", 4): 20}
    assert watching.fell_back == 0
    watching.take(_card(4, 8), 50)
    assert watching.fell_back == 1
    watching.take({"parts": {"board/b001": None}}, 60)


def _measured(latency_ms: float, boards: int = 200, lost: int = 0) -> Measured:
    used = {
        "broker": Used(0.5, 10),
        "hall": Used(20.0, 60),
        "publishers": Used(5.0, 200),
        "page": Used(1.0, 80),
    }
    return Measured(boards, 30.0, 1000, [latency_ms] * 1000, lost, 0, 0, [1.0, 2.0], used)


def test_what_is_right() -> None:
    """Nothing may be lost, and 200 boards have 300 ms; more may take longer."""
    assert is_right(_measured(100))
    assert not is_right(_measured(100, lost=1))
    assert not is_right(_measured(400))
    assert is_right(_measured(400, boards=400))
    assert "CPU s per 1,000 plies: broker 0.50, hall 20.00" in line(_measured(100))
    assert saturated(_measured(400)).endswith("the most: hall")


def test_words_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Too many boards are refused with what is expected."""
    with pytest.raises(SystemExit):
        main(["--boards", "99999"])
    assert json.dumps("99999").replace('"', "'") in capsys.readouterr().err
