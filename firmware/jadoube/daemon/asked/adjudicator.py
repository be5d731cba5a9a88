"""Computes whether a side can still mate, in a process of its own, so that no scan waits for it.

The law: if no answer comes (the process was killed, or had no memory), the answer is "undecided", which
counts as a position in which the side can mate. The process starts when it is first needed.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future

from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.play_parts import Adjudication

BeginAnswer = Callable[[Adjudication], "Future[bool | None]"]
"""Starts computing an answer."""


def answer_now(asked: Adjudication) -> "Future[bool | None]":
    """Compute the answer at once, in this thread: for virtual time, in which nothing waits."""
    future: Future[bool | None] = Future()
    future.set_result(answer(asked))
    return future


class Adjudicator:
    """Answers questions in another process, one after the other."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._answer: Future[bool | None] = Future()

    def __call__(self, asked: Adjudication) -> "Future[bool | None]":
        """Start computing the answer; in a new process if the last one was killed."""
        try:
            return self._begun(asked)
        except BrokenExecutor:
            self._pool = None
            return self._begun(asked)

    def _begun(self, asked: Adjudication) -> "Future[bool | None]":
        if self._pool is None:
            # Heavy to import, and early in boot it waits for the kernel's random numbers.
            import signal  # noqa: PLC0415
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
            from multiprocessing import get_context  # noqa: PLC0415

            # Ctrl-C goes to all processes of a terminal; this one ends with the program.
            deaf = (signal.SIGINT, signal.SIG_IGN)
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=signal.signal, initargs=deaf
            )
        self._answer = self._pool.submit(answer, asked)
        return self._answer

    def close(self) -> None:
        """Stop answering; a running search is killed with its process."""
        if self._pool:
            from multiprocessing import active_children  # noqa: PLC0415 - heavy, and imported with the pool

            searching = [] if self._answer.done() else active_children()
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in searching:
                process.kill()
