"""The process that analyses one game: its PGN comes in as a line, and how far it is goes out in lines.

    -> {"pgn": TEXT}
    <- {"done": 12, "of": 81}
    <- {"trouble": "engine stockfish: it hangs, 3 times at FEN, expected an answer"}

The law: each position is kept when it is done, in the folder of its argument `{"folder": PATH, "engine":
NAME}`, so another process goes on from there. The end of the input, or SIGTERM, ends it, and its engine with
it. Positions are counted, not plies: there is one more. A line of `trouble` is the last one.

It refuses to know which games there are, and who may have them analysed.
"""

import asyncio
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

from jadoube.config.problems import BadInput, os_words
from jadoube.engines.engine_process import engine_process
from jadoube.engines.game_analysis import analyse_positions, thinking_of
from jadoube.engines.known_engines import find_engine
from jadoube.local.until_stopped import until_stopped
from jadoube.online.analysis.found import By, Found, note_by, read_found

POSITIONS_MOST: Final = 2_000
"""As many as the page shows; the longest game of a tournament has 539 (Belgrade 1989)."""


async def analyse_line(arguments: dict[str, Any]) -> None:
    """Read the line of a game, and analyse that until it is done, or the input ends."""
    pgn = str(json.loads(sys.stdin.buffer.readline() or b'{"pgn": ""}')["pgn"])
    await until_stopped(_analyse(pgn, arguments), ends_with_input=True)


async def _analyse(pgn: str, arguments: dict[str, Any]) -> None:
    folder = Path(arguments["folder"])
    try:
        found = read_found(pgn, folder)
        await _analyse_parts(found, folder, arguments.get("engine"))
    except BadInput as problem:
        _say(trouble=str(problem))
    except OSError as problem:
        _say(trouble=f"{folder}: {os_words(problem)}")


async def _analyse_parts(found: Found, folder: Path, named: str | None) -> None:
    if not 0 < found.of <= POSITIONS_MOST:
        raise BadInput("PGN", f"{found.of:,} positions found, expected 1 to {POSITIONS_MOST:,}")
    engine = find_engine(named)
    thinking = thinking_of(engine, None)
    async with engine_process(engine) as process:
        note_by(folder, By(await process.title(), thinking.text))
        before = 0
        for part in found.parts:
            if not part.can_be:
                continue
            tell = partial(_tell, before, found.of)
            await analyse_positions(process, part.boards, thinking, folder, tell, _complain)
            before += len(part.boards)


def _tell(before: int, of: int, done: int, _of_part: int) -> None:
    _say(done=before + done, of=of)


def _complain(words: str) -> None:
    """What cannot be kept is lost with this process: an end now is better than one after an hour."""
    raise BadInput("analysis", f"{words.partition(';')[0]}, expected a folder that can be written")


def _say(**told: object) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(analyse_line(json.loads(sys.argv[1])))
