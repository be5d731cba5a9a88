"""Works out whether a side can still mate, in a process of its own, so that no scan waits for it.

The law: an answer that does not come (the process was killed, there was no memory for it) is the answer
"undecided", which counts as a position in which he can mate. The process is started when it is first needed.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future

from jadoube.core.stages.adjudication import answer
from jadoube.core.state.table import Adjudication

BeginAnswer = Callable[[Adjudication], "Future[bool | None]"]
"""Begins to work out an answer."""


def answer_now(asked: Adjudication) -> "Future[bool | None]":
    """Work out the answer here and now: for virtual time, in which nothing waits."""
    future: Future[bool | None] = Future()
    future.set_result(answer(asked))
    return future


class Adjudicator:
    """Answers in another process, one question after the other."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._answer: Future[bool | None] = Future()

    def __call__(self, asked: Adjudication) -> "Future[bool | None]":
        """Begin to work out the answer; after a process that was killed, in a new one."""
        try:
            return self._begun(asked)
        except BrokenExecutor:
            self._pool = None
            return self._begun(asked)

    def _begun(self, asked: Adjudication) -> "Future[bool | None]":
        if self._pool is None:
            # Heavy, and early in boot it waits for the kernel to have gathered its first random numbers.
            import signal  # noqa: PLC0415
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
            from multiprocessing import get_context  # noqa: PLC0415

            # Ctrl-C goes to all processes of a terminal, and this one ends with us.
            deaf = (signal.SIGINT, signal.SIG_IGN)
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=signal.signal, initargs=deaf
            )
        self._answer = self._pool.submit(answer, asked)
        return self._answer

    def close(self) -> None:
        """Answer no more; a search that is under way is ended with its process."""
        if self._pool:
            from multiprocessing import active_children  # noqa: PLC0415 - heavy, and imported with the pool

            searching = [] if self._answer.done() else active_children()
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in searching:
                process.kill()
