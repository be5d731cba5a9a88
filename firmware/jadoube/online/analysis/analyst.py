"""The analyst: has one game at a time analysed by a process of its own, and knows how far that is.

The law: the process has the lowest priority, and ends when it is told to, with this one, or by itself. Who
asks for another game meanwhile is told which one is in work. What goes wrong is said once in the log, and
kept to be told. It refuses to know what is found (`found.py`), and whether a game may be analysed.
"""

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import DeskError, Words
from jadoube.local.own_process import words_of

NICENESS: Final = "19"
"""The lowest priority: it takes what others leave."""

END_S: Final = 5.0
"""So long a process may take to end its engine and itself."""

LONGEST_LINE: Final = 64 << 10

BROKEN: Final[Words] = worded(EdgePhrase.ANALYSIS_BROKEN)

Say = Callable[[str], None]


class Doing(NamedTuple):
    """The game that is analysed now, and how far: positions that are done, and all; 0 of 0 at first."""

    game_id: str
    done: int = 0
    of: int = 0


class Analyst:
    """At most one analysis. `folder` is where it is kept, `engine` a name or path; None: the strongest."""

    def __init__(self, folder: Path, say: Say, engine: str | None = None) -> None:
        self.folder = folder
        self._say = say
        self._engine = engine
        self._task: asyncio.Task[None] | None = None
        self._trouble: tuple[str, Words] | None = None
        self.doing: Doing | None = None
        """What is done now."""

    def trouble_of(self, game_id: str) -> Words | None:
        """Why the last analysis of this game ended before its end; None if it did not."""
        return self._trouble[1] if self._trouble and self._trouble[0] == game_id else None

    def begin(self, game_id: str, pgn: str) -> None:
        """Have a game analysed; it may be in work. DeskError without an engine, or if another game is."""
        if self.doing:
            if self.doing.game_id != game_id:
                raise DeskError(_busy(self.doing))
            return
        _expect_engine(self._engine)
        self._trouble = None
        self.doing = Doing(game_id)
        self._task = asyncio.create_task(self._analyse(game_id, pgn))

    async def stop(self, game_id: str | None = None) -> None:
        """Stop the analysis of this game, or of any; what is done is kept."""
        if self._task and self.doing and game_id in (None, self.doing.game_id):
            self.close()
            await asyncio.gather(self._task, return_exceptions=True)

    def close(self) -> None:
        """Give up what is being done; nobody waits for it."""
        if self._task and not self._task.cancelling():  # a second time would cut its end short
            self._task.cancel()

    async def _analyse(self, game_id: str, pgn: str) -> None:
        try:
            await self._hear(game_id, pgn)
        except (OSError, ValueError) as problem:
            self._fail(game_id, worded(EdgePhrase.ANALYSIS_BROKEN_BY, problem=str(problem)))
        finally:
            self.doing = None

    async def _hear(self, game_id: str, pgn: str) -> None:
        """Start the process, and hear it to its end."""
        arguments = json.dumps({"folder": str(self.folder), "engine": self._engine})
        command = ["nice", "-n", NICENESS, *words_of("jadoube.online.analysis.process", arguments)]
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
        try:
            if not (process.stdin and process.stdout):
                raise OSError("no pipes found, expected two")
            process.stdin.write(json.dumps({"pgn": pgn}).encode() + b"\n")
            trouble = None
            async for line in process.stdout:
                told = json.loads(line)
                trouble = told.get("trouble")
                if not trouble:
                    self.doing = Doing(game_id, int(told["done"]), int(told["of"]))
            if trouble or await process.wait():
                by = worded(EdgePhrase.ANALYSIS_BROKEN_BY, problem=str(trouble))
                self._fail(game_id, by if trouble else BROKEN)
        finally:
            await _end(process)

    def _fail(self, game_id: str, words: Words) -> None:
        self._trouble = (game_id, words)
        self._say(f"analysis: game {game_id}: {words['en']}")


async def _end(process: Process) -> None:
    """End it by the end of its input; kill it if that takes long."""
    if process.stdin:
        process.stdin.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(END_S):
            await process.wait()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _expect_engine(named: str | None) -> None:
    from jadoube.engines.known_engines import PACKAGE, find_engine  # noqa: PLC0415 - when it is asked for

    try:
        find_engine(named)
    except BadInput as problem:
        raise DeskError(worded(EdgePhrase.ANALYSIS_NO_ENGINE, package=PACKAGE)) from problem


def _busy(doing: Doing) -> Words:
    return worded(EdgePhrase.ANALYSIS_OF_ANOTHER, done=doing.done, of=doing.of)
