"""An analysis that was interrupted goes on, and gives what it would have given in one go."""

import asyncio
import json
from pathlib import Path

import chess
import pytest
from chess.engine import Cp, Mate, MateGiven

from jadoube.config.problems import BadInput
from jadoube.engines import kept_analysis
from jadoube.engines.engine_process import Care, Thinking, engine_process
from jadoube.engines.evaluation import Assessment, Evaluation, assess_plies
from jadoube.engines.game_analysis import analyse_positions, thinking_of
from jadoube.engines.kept_analysis import KeptAnalysis, usual_folder
from jadoube.engines.known_engines import Engine, find_engine
from shared.board.scripted_engine import scripted

LITTLE = Thinking(nodes=1)


def boards(*moves: str) -> list[chess.Board]:
    """The start and the positions after these moves."""
    found = [chess.Board()]
    for move in moves:
        found.append(found[-1].copy())
        found[-1].push_san(move)
    return found


GAME = boards("e4", "e5", "Nf3", "Nc6")


def analysed(tmp_path: Path, *, until: int | None = None, said: list[str] | None = None) -> list[Evaluation]:
    """Analyse the game; cancel it when so many positions are done."""

    async def analyse() -> list[Evaluation]:
        task = asyncio.current_task()
        assert task is not None

        def tell(done: int, of: int) -> None:
            assert of == len(GAME)
            if done == until:
                task.cancel()

        async with engine_process(scripted("answers", tmp_path), Care(niceness=0)) as engine:
            say = pytest.fail if said is None else said.append
            return await analyse_positions(engine, GAME, LITTLE, tmp_path / "kept", tell, say)

    return asyncio.run(analyse())


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Cancelled after two of five positions, it asks for the other three only, and for none a third time."""
    with pytest.raises(asyncio.CancelledError):
        analysed(tmp_path, until=2)
    whole = analysed(tmp_path)
    assert len(whole) == len(GAME)
    assert (tmp_path / "asked").read_text().split() == ["0", "1", "2", "3", "4"]
    assert analysed(tmp_path) == whole
    assert len((tmp_path / "asked").read_text().split()) == len(GAME)


DAMAGED = [
    "",
    "{",
    "[]",
    '{"version": 1}',
    '{"version": 2, "positions": []}',
    '{"version": 1, "positions": [["0"]]}',
    '{"version": 1, "positions": [["0", "e2e5"]]}',
    '{"version": 1, "positions": [["x", ""]]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("damage", DAMAGED, ids=lambda text: text[:40])
def test_a_damaged_file_costs_time_only(damage: str, tmp_path: Path) -> None:
    """What cannot be read, or is not of these moves, is analysed anew."""
    whole = analysed(tmp_path)
    (file,) = (tmp_path / "kept").iterdir()
    file.write_text(damage)
    assert analysed(tmp_path) == whole
    assert json.loads(file.read_text())["version"] == 1


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    """The analysis is made all the same."""
    (tmp_path / "kept").write_text("a file where the folder should be")
    said: list[str] = []
    assert len(analysed(tmp_path, said=said)) == len(GAME)
    assert said == [f"{tmp_path}/kept: file exists; the analysis cannot go on later, if it is interrupted"]


def test_every_score_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """Also mates for either side, given and to come."""
    kept = KeptAnalysis(tmp_path, "engine", "1 node", GAME)
    scores = [Cp(0), Cp(-31), Mate(4), Mate(-4), MateGiven]
    kept.write([Evaluation(score, ()) for score in scores])
    assert [each.score for each in kept.read()] == scores
    kept.write([Evaluation(Mate(0), ())])
    assert kept.read() == [Evaluation(Mate(0), ())]


def test_another_engine_limit_or_game_is_another_analysis(tmp_path: Path) -> None:
    """None finds what another has kept."""
    paths = {
        KeptAnalysis(tmp_path, title, limit, positions).path
        for title, limit, positions in (
            ("a", "1 node", GAME),
            ("b", "1 node", GAME),
            ("a", "2 nodes", GAME),
            ("a", "1 node", GAME[:-1]),
            ("a", "1 node", [chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]),
        )
    }
    assert len(paths) == 5


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder does not grow without limit."""
    monkeypatch.setattr(kept_analysis, "KEPT_MOST", 3)
    for number in range(5):
        KeptAnalysis(tmp_path, f"engine {number}", "1 node", GAME).write([Evaluation(Cp(number))])
    assert len(list(tmp_path.iterdir())) == 3
    assert KeptAnalysis(tmp_path, "engine 4", "1 node", GAME).read() == [Evaluation(Cp(4))]


def test_it_is_kept_among_what_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is not taken, as the specification says."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/caches")
    assert usual_folder() == Path("/var/caches/jadoube/analysis")
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert usual_folder() == Path("/home/somebody/.cache/jadoube/analysis")


def test_a_real_engine_finds_the_blunder(tmp_path: Path) -> None:
    """Fool's mate: 2. g4 allows a mate in one, and what it should have been is named."""
    try:
        stockfish = find_engine("stockfish")
    except BadInput:
        pytest.skip("stockfish is missing (package stockfish): no real engine analyses")
    game = boards("f3", "e5", "g4", "Qh4#")

    async def analyse() -> list[Evaluation]:
        async with engine_process(stockfish, Care(niceness=0)) as engine:
            thinking = Thinking(nodes=3000)
            return await analyse_positions(engine, game, thinking, tmp_path, lambda *_: None, pytest.fail)

    found = asyncio.run(analyse())
    assessed = assess_plies(game[-1].move_stack, found, chess.WHITE)
    assert [each.score for each in found[-2:]] == [Mate(-1), Mate(0)]
    assert assessed[2].assessment is Assessment.BLUNDER
    assert assessed[2].better[0] in game[2].legal_moves
    assert assessed[3].assessment is None


def test_an_engine_that_counts_no_nodes_gets_time() -> None:
    """GNU Chess would think for ever; nodes that somebody asks of it are refused."""
    plain, other = Engine("plain", ("plain",)), Engine("gnuchess", ("gnuchess",), counts_nodes=False)
    assert thinking_of(plain, None).nodes
    assert thinking_of(other, None) == Thinking(seconds=0.5)
    assert thinking_of(other, Thinking(seconds=2)) == Thinking(seconds=2)
    with pytest.raises(
        BadInput, match="engine gnuchess: it does not count nodes, expected a number of seconds"
    ):
        thinking_of(other, LITTLE)
