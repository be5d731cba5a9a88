"""An analysis at the desk: begun, told, stopped, gone on with, and refused while somebody plays."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.problems import BadInput
from jadoube.engines.known_engines import find_engine
from jadoube.local.desk_lines import DeskError
from jadoube.online.analysis.analyst import Analyst, Doing
from jadoube.online.analysis.fair_play import AGAINST_PEOPLE, RUNS, may_analyse
from jadoube.online.analysis.found import By, note_by, read_by
from jadoube.online.analysis.questions import AnalysisQuestions
from jadoube.online.game_state import GameState
from shared.board.scripted_engine import pipe_of_first_go, scripted_program
from shared.board.served import until

PGN = '[Event "?"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 {[%clk 0:05:00]} e5 2. g4 Qh4# 0-1\n\n'
IN_PARTS = (
    '[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    '[Event "?"]\n[Result "0-1"]\n[SetUp "1"]\n'
    '[FEN "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"]\n[Continues "x"]\n\n2. d4 0-1\n\n'
)
OTHER = '[Event "?"]\n[Result "*"]\n\n1. d4 d5 *\n\n'
LONG_S = 40
"""More than a process takes to start, on a machine that does ten things at once."""

VARIANT = '[Event "?"]\n[Variant "Atomic"]\n[Result "*"]\n\n1. e4 *\n\n'
GAMES = {"atomic": VARIANT, "mate": PGN, "parts": IN_PARTS, "other": OTHER}


class Desk:
    """The questions about analyses, asked in the loop."""

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        self.questions = AnalysisQuestions(analyst, _kept)
        self._handlers = self.questions.handlers()

    async def ask(self, name: str, game_id: str) -> dict[str, Any]:
        """Ask about a game."""
        answer = await self._handlers[name]({"id": game_id}, lambda *_: None)
        assert isinstance(answer, dict)
        return answer

    async def analysed(self, game_id: str) -> dict[str, Any]:
        """Have a game analysed to its end; return how it stands then."""
        assert (await self.ask("analyse", game_id))["state"] == "running"
        await until(lambda: self.analyst.doing is None, LONG_S)
        return await self.ask("analysis", game_id)


async def _kept(game_id: str) -> Mapping[str, Any]:
    return {"id": game_id, "pgn": GAMES[game_id]}


def at_desk(folder: Path, engine: str, act: Callable[[Desk], Awaitable[None]]) -> list[str]:
    """Ask for analyses by this engine; return what was said in the log."""
    said: list[str] = []

    async def run() -> None:
        analyst = Analyst(folder / "kept", said.append, engine)
        try:
            async with asyncio.timeout(2 * LONG_S):
                await act(Desk(analyst))
        finally:
            await analyst.stop()

    asyncio.run(run())
    return said


def engine_in(folder: Path, deed: str = "answers") -> str:
    """An engine that does this."""
    return str(scripted_program(deed, folder))


def test_a_game_is_analysed(tmp_path: Path) -> None:
    """Each position has its figure and its line, and the PGN has them when all is done."""

    async def act(desk: Desk) -> None:
        assert (await desk.ask("analysis", "mate"))["state"] == "none"
        told = await desk.analysed("mate")
        assert (told["state"], told["done"], told["of"], told["problem"]) == ("done", 5, 5, None)
        assert told["by"] == "Scripted 1.0"
        first, *_, last = told["positions"]
        assert first == {"cp": 13, "mate": None, "chances_permille": 24, "mark": "", "line": ["1.", "Nh3"]}
        assert last == {"cp": None, "mate": 0, "chances_permille": -1000, "mark": "", "line": []}
        assert "[%clk 0:05:00]" in told["pgn"]
        assert "[%eval 0.13]" in told["pgn"]
        assert '[Annotator "Scripted 1.0, 200,000 nodes a position"]' in told["pgn"]

    assert at_desk(tmp_path, engine_in(tmp_path), act) == []


def test_it_is_stopped_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """What is done is shown and kept; the next analysis asks the engine for the rest only."""

    async def first(desk: Desk) -> None:
        await desk.ask("analyse", "mate")
        await until(lambda: desk.analyst.doing == Doing("mate", 2, 5), LONG_S)
        told = await desk.ask("analyse-stop", "mate")
        assert (told["state"], told["done"], told["of"], told["pgn"]) == ("stopped", 2, 5, "")
        assert [each is None for each in told["positions"]] == [False, False, True, True, True]

    async def then(desk: Desk) -> None:
        assert (await desk.ask("analysis", "mate"))["state"] == "stopped"
        assert (await desk.analysed("mate"))["state"] == "done"

    at_desk(tmp_path, engine_in(tmp_path, "hangs-from 2"), first)
    at_desk(tmp_path, engine_in(tmp_path), then)
    asked = (tmp_path / "asked").read_text().split()
    assert (asked[:2], asked[-2:], len(asked) <= 5) == (["0", "1"], ["2", "3"], True)


def test_one_game_at_a_time(tmp_path: Path) -> None:
    """Another one is refused in both languages; the same one again changes nothing."""
    begun = pipe_of_first_go(tmp_path)

    async def act(desk: Desk) -> None:
        await desk.ask("analyse", "mate")
        await asyncio.to_thread(begun.read_text)
        assert (await desk.ask("analyse", "mate"))["state"] == "running"
        with pytest.raises(DeskError, match="another game is being analysed") as refused:
            await desk.ask("analyse", "other")
        assert "une à la fois" in refused.value.words["fr"]
        await desk.ask("analyse-stop", "other")
        assert (await desk.ask("analysis", "mate"))["state"] == "running"

    at_desk(tmp_path, engine_in(tmp_path, "always-hangs"), act)


def test_its_processes_end_with_it(tmp_path: Path) -> None:
    """Who stops an analysis leaves no engine behind."""
    begun = pipe_of_first_go(tmp_path)

    async def act(desk: Desk) -> None:
        await desk.ask("analyse", "mate")
        await asyncio.to_thread(begun.read_text)
        engine = int((tmp_path / "pid").read_text())
        os.kill(engine, 0)
        await desk.ask("analyse-stop", "mate")
        await until(lambda: not Path(f"/proc/{engine}").exists(), LONG_S)

    at_desk(tmp_path, engine_in(tmp_path, "always-hangs"), act)


def test_a_game_in_parts_is_one_row(tmp_path: Path) -> None:
    """As the page counts its plies: the irregular ply leads to the first position of the second part."""

    async def act(desk: Desk) -> None:
        told = await desk.analysed("parts")
        assert (told["done"], told["of"], len(told["positions"])) == (5, 5, 5)
        assert told["positions"][3]["line"][0] == "2."
        assert told["pgn"].count("[Annotator ") == 2

    at_desk(tmp_path, engine_in(tmp_path), act)


def test_without_an_engine_a_package_is_named(tmp_path: Path) -> None:
    """In one line of each language."""

    async def act(desk: Desk) -> None:
        with pytest.raises(DeskError, match="sudo apt install stockfish") as refused:
            await desk.ask("analyse", "mate")
        assert refused.value.words["fr"].startswith("aucun moteur d'échecs n'est installé")
        assert (await desk.ask("analysis", "mate"))["state"] == "none"

    at_desk(tmp_path, str(tmp_path / "nothing"), act)


def test_another_variant_is_refused(tmp_path: Path) -> None:
    """It is said before anybody asks for an analysis."""

    async def act(desk: Desk) -> None:
        told = await desk.ask("analysis", "atomic")
        assert told["state"] == "refused"
        assert "the variant 'Atomic' found" in told["problem"]["en"]

    at_desk(tmp_path, engine_in(tmp_path), act)


def test_an_engine_that_fails_is_said(tmp_path: Path) -> None:
    """With the position, to who asks and in the log; it can be tried again."""

    async def act(desk: Desk) -> None:
        told = await desk.analysed("mate")
        assert told["state"] == "none"
        assert "3 times at rnbqkbnr" in told["problem"]["en"]

    (said,) = at_desk(tmp_path, engine_in(tmp_path, "always-dies"), act)
    assert said.startswith("analysis: game mate: engine scripted: it fails")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """At once, and not after an hour."""
    (tmp_path / "kept").write_text("a file where the folder should be")

    async def act(desk: Desk) -> None:
        told = await desk.analysed("mate")
        assert told["problem"]["en"].endswith("kept: file exists")

    at_desk(tmp_path, engine_in(tmp_path), act)


def state(game_id: str, tags: str = "", *, over: bool = False) -> GameState:
    """The board's game."""
    return GameState(game_id, f'[Event "?"]\n[Result "*"]\n{tags}\n1. e4 *\n\n', over)


def test_nobody_who_plays_is_helped() -> None:
    """Not the running game, and none while the board plays against people elsewhere."""
    assert may_analyse("mine", None) is None
    assert may_analyse("mine", state("mine")) == RUNS
    assert may_analyse("mine", state("mine", over=True)) is None
    assert may_analyse("mine", state("other")) is None
    assert may_analyse("mine", state("other", '[Mode "OTB"]\n')) is None
    assert may_analyse("mine", state("other", '[Mode "ICS"]\n')) == AGAINST_PEOPLE
    assert may_analyse("mine", state("other", '[Mode "ICS"]\n', over=True)) is None
    assert may_analyse("mine", GameState("other", "no game", over=False)) is None


def test_a_reopened_game_is_analysed_no_further(tmp_path: Path) -> None:
    """What runs is given up, and what was found is not shown until the game is over again."""

    async def act(desk: Desk) -> None:
        assert (await desk.analysed("mate"))["state"] == "done"
        desk.questions.runs(state("mate"))
        assert (await desk.analysed("other"))["state"] == "done"
        told = await desk.ask("analysis", "mate")
        assert (told["state"], told["positions"], told["pgn"], told["problem"]) == ("refused", [], "", RUNS)
        with pytest.raises(DeskError, match="still played"):
            await desk.ask("analyse", "mate")
        desk.questions.runs(state("elsewhere", '[Mode "ICS"]\n'))
        assert (await desk.ask("analysis", "other"))["problem"] == AGAINST_PEOPLE
        desk.questions.runs(state("elsewhere", '[Mode "ICS"]\n', over=True))
        assert (await desk.ask("analysis", "mate"))["state"] == "done"

    at_desk(tmp_path, engine_in(tmp_path), act)


def test_an_analysis_that_may_not_go_on_is_given_up(tmp_path: Path) -> None:
    """Its game is reopened while the engine thinks."""
    begun = pipe_of_first_go(tmp_path)

    async def act(desk: Desk) -> None:
        await desk.ask("analyse", "mate")
        await asyncio.to_thread(begun.read_text)
        engine = int((tmp_path / "pid").read_text())
        desk.questions.runs(state("mate"))
        assert (await desk.ask("analysis", "mate"))["state"] == "refused"
        await until(lambda: not Path(f"/proc/{engine}").exists(), LONG_S)

    at_desk(tmp_path, engine_in(tmp_path, "always-hangs"), act)


def test_the_last_engines_are_remembered(tmp_path: Path) -> None:
    """Once each, eight at most, the last one first; damage costs time only."""
    for number in range(10):
        note_by(tmp_path, By(f"Engine {number}", "1 node"))
    note_by(tmp_path, By("Engine 5", "1 node"))
    assert [by.title[-1] for by in read_by(tmp_path)] == ["5", "9", "8", "7", "6", "4", "3", "2"]
    for damage in ("", "{}", "[1]", "[" * 100_000):
        (tmp_path / "engines").write_text(damage)
        assert read_by(tmp_path) == []


def test_a_real_engine_finds_the_mate(tmp_path: Path) -> None:
    """Fool's mate: 2. g4 is a blunder, and the mate is seen before it is given."""
    try:
        find_engine("stockfish")
    except BadInput:
        pytest.skip("stockfish is missing (package stockfish): no real engine analyses")

    async def act(desk: Desk) -> None:
        told = await desk.analysed("mate")
        assert told["by"].startswith("Stockfish")
        assert told["positions"][3] | {"mate": -1, "mark": "??", "line": ["2...Qh4#"]} == told["positions"][3]
        assert "2. g4 $4" in told["pgn"]

    at_desk(tmp_path, "stockfish", act)
