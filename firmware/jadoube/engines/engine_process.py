"""An engine as a process of its own, with timeouts: one that dies or hangs is started again.

The law: whoever waits for an engine waits for a limited time. The process has the lowest priority, one thread
and little memory, as it may run beside a board. What it is asked does not depend on what it was asked before:
it begins each position with an empty memory, so the same engine gives the same answer on every machine where
the limit is a number of nodes.

It refuses to know games; it takes a position with the moves that led there.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from subprocess import DEVNULL
from typing import Any, Final, NamedTuple, TypeVar

import chess
from chess.engine import EngineError, InfoDict, Limit, Option, UciProtocol

from jadoube.config.problems import BadInput
from jadoube.engines.evaluation import Evaluation, over_score
from jadoube.engines.known_engines import Engine

_T = TypeVar("_T")

OPTIONS: Final = {"Threads": 1, "Hash": 16}
"""For a Pi with 512 MB (a guess; Stockfish 15.1 takes 136 MB with its defaults)."""

END_S: Final = 2.0

NODES_PER_S: Final = 2_000
"""The slowest that an engine searches, so that it is not held to hang: a tenth of a slow Pi's (a guess)."""

STARTS: Final = 3
"""How often it is tried to get an answer."""


class Thinking(NamedTuple):
    """How long an engine thinks about a position: a number of nodes, or seconds."""

    nodes: int | None = None
    seconds: float | None = None

    @property
    def text(self) -> str:
        """It in words, as in `200,000 nodes`."""
        return f"{self.nodes:,} nodes" if self.nodes else f"{self.seconds:g} s"

    @property
    def longest_s(self) -> float:
        """The longest that a working engine takes for it."""
        return (self.nodes or 0) / NODES_PER_S + 2 * (self.seconds or 0)


class Care(NamedTuple):
    """How an engine is kept: its priority, and the timeouts after which it is held to hang."""

    niceness: int = 19
    """The lowest priority: it takes what others leave."""

    start_s: float = 30.0
    """For a start: Stockfish loads its network, 0.8 s on a PC; ten times as long on a small Pi (a guess)."""
    answer_s: float = 30.0
    """For an answer, besides the longest that it may take."""


USUAL: Final = Care()


logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
"""What an engine does wrong is said by the caller; python-chess would also write it to standard error."""


class EngineProcess:
    """An engine that is started when it is first asked. Use `engine_process`."""

    def __init__(self, engine: Engine, care: Care) -> None:
        self._engine = engine
        self._care = care
        self._running: UciProtocol | None = None

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._running.transport.get_pid() if self._running and self._running.transport else None

    async def title(self) -> str:
        """Return what it calls itself, as in `Stockfish 15.1`. BadInput if it cannot be started."""
        try:
            return (await self.started()).id.get("name") or self._engine.name
        except (EngineError, TimeoutError, OSError) as problem:
            await self.kill()
            found = "gave no answer" if isinstance(problem, TimeoutError) else str(problem)
            raise BadInput(f"engine {self._engine.name}", f"{found}, expected a UCI engine") from problem

    async def evaluate(self, board: chess.Board, thinking: Thinking) -> Evaluation:
        """Evaluate a position. BadInput if the engine dies or hangs at it again and again."""
        if (over := over_score(board)) is not None:
            return Evaluation(over)
        limit = Limit(nodes=thinking.nodes, time=thinking.seconds)
        longest_s = self._care.answer_s + thinking.longest_s

        async def ask(engine: UciProtocol) -> Evaluation:
            info = await self.within(longest_s, _last_info(engine, board, limit))
            return Evaluation(info["score"].white(), tuple(info.get("pv", ())))

        return await self.persist(ask, f" at {board.fen()}, expected an answer")

    async def persist(self, ask: Callable[[UciProtocol], Awaitable[_T]], expected: str) -> _T:
        """Ask the engine something; again, of a new process, if it dies, hangs or answers wrongly.

        BadInput if it does so each time; `expected` ends its text.
        """
        for _ in range(STARTS):
            try:
                return await ask(await self.started())
            except (EngineError, TimeoutError, OSError) as raised:
                problem = raised
                await self.kill()
        found = "it hangs" if isinstance(problem, TimeoutError) else f"it fails ({problem})"
        raise BadInput(f"engine {self._engine.name}", f"{found}, {STARTS} times{expected}") from problem

    async def within(self, longest_s: float, answering: Coroutine[Any, Any, _T]) -> _T:
        """Return what the engine answers. TimeoutError if that takes so long; then it is killed."""
        asking = asyncio.ensure_future(answering)
        try:
            await asyncio.wait({asking}, timeout=longest_s)
            hangs = not asking.done()
        finally:
            if not asking.done():
                await self.kill()  # first: python-chess 1.11.2 fails if the question is cancelled before
                asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        if hangs:
            raise TimeoutError
        return asking.result()

    async def started(self) -> UciProtocol:
        """Return the engine, which is started if it is not running."""
        if self._running is None:
            # Of low priority from its first instruction on; Ctrl-C in a terminal does not reach its group.
            command = ["nice", "-n", str(self._care.niceness), *self._engine.command]
            _, self._running = await UciProtocol.popen(command, setpgrp=True, stderr=DEVNULL)
            async with asyncio.timeout(self._care.start_s):
                await self._running.initialize()
                await self._running.configure(_accepted(self._running.options))
        return self._running

    async def stop(self) -> None:
        """Let the process end, if there is one; kill it if that takes long."""
        if self._running:
            with suppress(EngineError, TimeoutError, OSError):
                async with asyncio.timeout(END_S):
                    await self._running.quit()
            await self.kill()

    async def kill(self) -> None:
        """Kill the process, if there is one, and wait for its end."""
        running, self._running = self._running, None
        if running and running.transport:
            with suppress(ProcessLookupError):
                running.transport.kill()
            await asyncio.shield(running.returncode)
            running.transport.close()


async def _last_info(engine: UciProtocol, board: chess.Board, limit: Limit) -> InfoDict:
    """Return what an engine says last with a score; with a bound of the score only if there is no other."""
    exact: InfoDict = {}
    bound: InfoDict = {}
    with await engine.analysis(board, limit, game=object()) as analysis:
        async for info in analysis:
            if "score" in info:
                if info.get("lowerbound") or info.get("upperbound"):
                    bound = info
                else:
                    exact = info
    if not (exact or bound):
        raise EngineError("gave no score")
    return exact or bound


def _accepted(offered: Mapping[str, Option]) -> dict[str, int]:
    """Those of our options that the engine has, within what it allows."""
    kept = {}
    for name, value in OPTIONS.items():
        if option := offered.get(name):
            least, most = option.min or 0, option.max if option.max is not None else value
            kept[name] = max(least, min(most, value))
    return kept


@asynccontextmanager
async def engine_process(engine: Engine, care: Care = USUAL) -> AsyncIterator[EngineProcess]:
    """Have an engine's process as long as this lasts."""
    process = EngineProcess(engine, care)
    try:
        yield process
    finally:
        await process.stop()
