"""An engine as the opponent: a process of ours that plays, asked over its standard input.

The law: the loop never waits for it. Whoever asks gets a future; the process is started when it is first
needed, by a thread. If it ends, what was asked of it fails, and the next question starts another. Only the
newest question is answered: the process gives up the one before.

This file refuses to know how an engine is played with (`engines/player_process.py`).
"""

import json
import subprocess
import threading
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from typing import Any, Final

from jadoube.config.settings import OpponentSettings
from jadoube.core.state.others.help_question import HelpAsked
from jadoube.core.state.others.opponent_question import MoveAnswer, legal_moves, legal_start
from jadoube.daemon.asked.opponents import NoOpponentError, Question
from jadoube.local.own_process import start_own, words_of

ENDS_S: Final = 0.5
"""The timeout for the process to end its engine; then it is killed."""


TRIES: Final = 2
"""How often a question is written: a process may have ended since the last one."""


class EnginePlayer:
    """Asks an engine for moves; `engine` is its name or path, empty for the strongest that is installed.

    `book` is an opening book, or empty; `move_ms` the time for each move, 0: by the level and the clock.
    """

    def __init__(self, engine: str = "", book: str = "", move_ms: int = 0, niceness: int = 19) -> None:
        self._arguments = json.dumps({"engine": engine, "book": book, "niceness": niceness})
        self._move_ms = move_ms
        self._writing: ThreadPoolExecutor | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._asked_of: subprocess.Popen[bytes] | None = None
        """The process that the newest question was written to; None: it is not written yet."""
        self._ended: subprocess.Popen[bytes] | None = None
        """The process that was found to say nothing more."""
        self._open: dict[int, Future[MoveAnswer]] = {}
        self._lock = threading.Lock()
        self._number = 0
        self._is_closed = False

    def __call__(self, asked: Question) -> "Future[MoveAnswer]":
        """Start thinking about a move; NoOpponentError in the future if no engine plays."""
        answer: Future[MoveAnswer] = Future()
        if self._is_closed:
            _fail(answer, "it has ended")
            return answer
        self._number += 1
        with self._lock:
            older, self._open, self._asked_of = self._open, {self._number: answer}, None
        for each in older.values():
            each.cancel()
        if self._writing is None:
            self._writing = ThreadPoolExecutor(1, "opponent")
        self._writing.submit(self._ask, question_of(asked, self._number, self._move_ms), answer)
        return answer

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._process.pid if self._process else None

    def close(self) -> None:
        """Stop playing: the process ends its engine and itself, or is killed."""
        self._is_closed = True
        if self._writing:
            self._writing.shutdown(cancel_futures=True)
        process, self._process = self._process, None
        if process:
            _end(process)
        with self._lock:
            left, self._open = self._open, {}
        for answer in left.values():
            _fail(answer, "it has ended")

    def _ask(self, question: dict[str, Any], answer: "Future[MoveAnswer]") -> None:
        for _ in range(TRIES):
            try:
                process = self._running()
                with self._lock:
                    if question["number"] not in self._open:
                        return  # a newer one was asked
                    self._asked_of, has_ended = process, self._ended is process
                if has_ended:
                    self._give_up(process)
                    process = self._asked_of = self._running()
                self._write(process, json.dumps(question).encode() + b"\n")
            except OSError as problem:
                why = str(problem)
            else:
                return
        _fail(answer, why)

    def _write(self, process: "subprocess.Popen[bytes]", line: bytes) -> None:
        """Write a question; a process that takes none is given up."""
        try:
            if process.stdin:
                process.stdin.write(line)
                process.stdin.flush()
        except OSError:
            with self._lock:
                self._asked_of = None  # its end fails no question that another process is asked
            self._give_up(process)
            raise

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._give_up(self._process)
        if self._process is None:
            words = words_of("jadoube.engines.player_process", self._arguments)
            self._process = start_own(words, subprocess.PIPE, subprocess.PIPE)
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        return self._process

    def _give_up(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = None
        process.kill()
        _end(process)

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        """Take in the answers of a process until it ends; then fail what it has not answered."""
        with process.stdout or nullcontext(()) as lines:
            for line in lines:
                with suppress(ValueError, KeyError, TypeError):
                    self._take_in(json.loads(line))
        with self._lock:
            self._ended = process
            if self._asked_of is not process:
                return
            left, self._open = self._open, {}
        for answer in left.values():
            _fail(answer, "its process has ended", fails=True)

    def _take_in(self, told: dict[str, Any]) -> None:
        with self._lock:
            answer = self._open.pop(told["number"], None)
        if answer is None:
            return
        if "trouble" in told:
            _fail(answer, str(told["trouble"]), fails=bool(told.get("fails")))
            return
        played = MoveAnswer(
            str(told["move"]),
            bool(told.get("resigns")),
            bool(told.get("offers_draw")),
            bool(told.get("accepts_draw")),
        )
        with suppress(InvalidStateError):  # nobody waits for it any more
            answer.set_result(played)


def engine_player(settings: OpponentSettings) -> EnginePlayer:
    """Return the player that these settings name."""
    return EnginePlayer(settings.engine, str(settings.book), settings.move_ms)


def question_of(asked: Question, number: int, move_ms: int) -> dict[str, Any]:
    """A question as JSON types, see `engines/player_process.py`."""
    game = {
        "number": number,
        "start": legal_start(asked.line).fen,
        "moves": list(legal_moves(asked.line)),
    }
    if isinstance(asked, HelpAsked):
        return {**game, "about": asked.about.value}
    return {
        **game,
        "about": "move",
        "elo": asked.level,
        "clock_ms": asked.clock_ms,
        "increment_ms": asked.increment_ms,
        "move_ms": move_ms or None,
    }


def _fail(answer: "Future[MoveAnswer]", why: str, *, fails: bool = False) -> None:
    with suppress(InvalidStateError):
        answer.set_exception(NoOpponentError(why, fails=fails))


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Close its input, which tells it to end its engine and itself; kill it if it takes long."""
    with suppress(OSError):
        if process.stdin:
            process.stdin.close()
    try:
        process.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
