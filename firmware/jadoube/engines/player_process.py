"""A process that plays and helps: questions come in as lines of JSON, answers go out the same way.

    -> {"number": 7, "about": "move", "start": FEN, "moves": ["e2e4"], "elo": 1500,
        "clock_ms": [300000, 300000] or null, "increment_ms": [2000, 2000], "move_ms": null}
    <- {"number": 7, "move": "e7e5", "resigns": false, "offers_draw": false, "accepts_draw": false}
    -> {"number": 8, "about": "hint", "start": FEN, "moves": ["e2e4", "e7e5"]}
    <- {"number": 8, "move": "g1f3"}
    -> {"number": 9, "about": "teacher", "start": FEN, "moves": ["e2e4", "e7e5", "d1h5", "e8e7"]}
    <- {"number": 9, "move": "b8c6"}
    <- {"number": 9, "trouble": "engine: none is installed, expected one: sudo apt install stockfish"}
       with "fails": true if there is an engine, and it does not answer as it should

The law: only the newest question is answered; the one before is given up. The end of the input ends the
process, and its engine with it. A line that is no question is passed over. An argument says how to play:
`{"engine": "", "book": "", "niceness": 19}`.

This file refuses to know how well the engine plays (`opponent_engine.py`).
"""

import asyncio
import json
import sys
from typing import Any

from jadoube.config.problems import BadInput
from jadoube.engines.engine_process import Care
from jadoube.engines.known_engines import find_engine
from jadoube.engines.opponent_engine import Asked, PlayingEngine


async def answer_lines(arguments: dict[str, Any]) -> None:
    """Answer questions until the input ends."""
    loop = asyncio.get_running_loop()
    player: PlayingEngine | None = None
    answering: asyncio.Task[None] | None = None
    try:
        while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
            question = _read(line)
            if question is None:
                continue
            await _give_up(answering)
            answering = None
            try:
                player = player or _player(arguments)
            except BadInput as problem:
                _say({"number": question["number"], "trouble": str(problem)})
                continue
            answering = asyncio.create_task(_answer(player, question))
    finally:
        await _give_up(answering)
        if player:
            await player.close()


def _read(line: bytes) -> dict[str, Any] | None:
    """A question; None if the line is none."""
    try:
        question = json.loads(line)
        return question if question["number"] is not None and _asked(question) else None
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None


def _player(arguments: dict[str, Any]) -> PlayingEngine:
    engine = find_engine(arguments.get("engine") or None)
    return PlayingEngine(
        engine, book=arguments.get("book") or None, care=Care(niceness=arguments.get("niceness", 19))
    )


async def _answer(player: PlayingEngine, question: dict[str, Any]) -> None:
    number = question["number"]
    try:
        told = await _find(player, question)
    except BadInput as problem:
        _say({"number": number, "trouble": str(problem), "fails": True})
        return
    except Exception as problem:
        _say({"number": number, "trouble": f"engine: {problem!r}", "fails": True})
        raise
    _say({"number": number, **told})


async def _find(player: PlayingEngine, question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question, without its number."""
    asked = _asked(question)
    if question.get("about") == "hint":
        return {"move": await player.advise(asked)}
    if question.get("about") == "teacher":
        return {"move": await player.assess(asked)}
    played = await player.play(asked)
    return {
        "move": played.move,
        "resigns": played.resigns,
        "offers_draw": played.offers_draw,
        "accepts_draw": played.accepts_draw,
    }


def _asked(question: dict[str, Any]) -> Asked:
    """What is asked; ValueError, KeyError, TypeError or IndexError if it is no question."""
    if question.get("about") in ("hint", "teacher"):
        return Asked(str(question["start"]), tuple(map(str, question["moves"])))
    clock, increment, move_ms = question["clock_ms"], question["increment_ms"], question["move_ms"]
    return Asked(
        start_fen=str(question["start"]),
        moves=tuple(map(str, question["moves"])),
        elo=int(question["elo"]),
        clock_ms=(int(clock[0]), int(clock[1])) if clock else None,
        increment_ms=(int(increment[0]), int(increment[1])),
        move_ms=int(move_ms) if move_ms else None,
        use_book=True,
    )


async def _give_up(answering: "asyncio.Task[None] | None") -> None:
    if answering:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


def _say(told: dict[str, Any]) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(answer_lines(json.loads(sys.argv[1])))
