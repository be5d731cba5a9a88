"""The analysis of a game: every position is evaluated, from the first to the last, and kept.

The law: what is done is kept after each position, so an interrupted analysis goes on where it was, and gives
what it would have given in one go. It refuses to know where games come from and how they are written.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import chess

from jadoube.config.problems import BadInput, os_words
from jadoube.engines.engine_process import EngineProcess, Thinking
from jadoube.engines.evaluation import Evaluation
from jadoube.engines.kept_analysis import KeptAnalysis
from jadoube.engines.known_engines import Engine

USUAL: Final = Thinking(nodes=200_000)
"""0.3 s a position by Stockfish 15.1 on a PC (measured), some seconds on a small Pi (a guess)."""

USUAL_TIME: Final = Thinking(seconds=0.5)
"""For an engine that does not count nodes."""

Tell = Callable[[int, int], None]
"""How far it is: positions that are done, and all."""

Say = Callable[[str], None]


def thinking_of(engine: Engine, asked: Thinking | None) -> Thinking:
    """Return how long an engine thinks: as asked, or as usual. BadInput for nodes if it counts none."""
    if asked and asked.nodes and not engine.counts_nodes:
        found = "it does not count nodes, expected a number of seconds"
        raise BadInput(f"engine {engine.name}", found)
    return asked or (USUAL if engine.counts_nodes else USUAL_TIME)


async def analyse_positions(
    engine: EngineProcess,
    boards: Sequence[chess.Board],
    thinking: Thinking,
    folder: Path,
    tell: Tell,
    say: Say,
) -> list[Evaluation]:
    """Evaluate the positions of a game in order. BadInput if the engine cannot.

    What it has come to is kept in `folder`; where that cannot be, it is said once.
    """
    kept = KeptAnalysis(folder, await engine.title(), thinking.text, boards)
    done, keeps = kept.read(), True
    tell(len(done), len(boards))
    for board in boards[len(done) :]:
        done.append(await engine.evaluate(board, thinking))
        if keeps:
            try:
                kept.write(done)
            except OSError as problem:
                found = os_words(problem)
                say(f"{folder}: {found}; the analysis cannot go on later, if it is interrupted")
                keeps = False
        tell(len(done), len(boards))
    return done
