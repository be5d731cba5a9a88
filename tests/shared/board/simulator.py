"""`jadoube sim` in a process of its own, whose printed line says where the page is.

A process that has imported the simulator is kept, and each simulator is forked from it: a new interpreter
would take longer to import than most tests take. tests/page/test_command.py starts it as its user does.

When it is left it must end by itself: status 0, nothing on standard error, the PGN on standard output.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import TextIO
from urllib.request import urlopen

SAYS_WHERE = re.compile(r"the board is at (http://127\.0\.0\.1:\d+)/")
ENDS_WITHIN_S = 20

FORKED = get_context("forkserver")
FORKED.set_forkserver_preload(["jadoube_sim.cli", "jadoube_sim.page.run", "gpiozero"])


@dataclass
class Simulator:
    """One that runs: where its page is; when it was left, also the games that it printed."""

    url: str
    process: ForkServerProcess = field(repr=False)
    out: TextIO = field(repr=False)
    err: TextIO = field(repr=False)
    pgn: str = ""
    said: str = ""
    may_say: tuple[str, ...] = ()
    """What each line of the board's log may begin with; with nothing broken it has none."""
    left: bool = False

    @property
    def host(self) -> str:
        """What stands in a request's Host: `127.0.0.1:8064`."""
        return self.url.removeprefix("http://")

    @property
    def port(self) -> int:
        """The port that it was given, or that it chose."""
        return int(self.url.rpartition(":")[2])

    def get(self, path: str) -> str:
        """What it gives to a program that asks."""
        with urlopen(self.url + path, timeout=ENDS_WITHIN_S) as answer:  # noqa: S310 - our own http URL
            return str(answer.read(), "utf-8")

    def leave(self) -> str:
        """End it as a service is ended; give the PGN that it prints."""
        self.left = True
        self.process.terminate()
        self.pgn, self.said = self.out.read(), self.err.read()
        self.process.join(ENDS_WITHIN_S)
        unexpected = [line for line in self.said.splitlines() if not line.startswith(self.may_say)]
        assert (self.process.exitcode, unexpected) == (0, [])
        return self.pgn


@contextmanager
def simulator(*options: str, port: int = 0) -> Iterator[Simulator]:
    """Run the simulator with these options, on any free port; leave it at the end, if nobody did."""
    words = ["--port", str(port), "--no-open", *options]
    (reads_out, out), (reads_err, err) = (FORKED.Pipe(duplex=False) for _ in range(2))
    process = FORKED.Process(target=_simulate, args=(words, out, err))
    process.start()
    out.close()
    err.close()
    with _text(reads_out) as said, _text(reads_err) as complained:
        try:
            running = Simulator(_said_url(said, complained), process, said, complained)
            yield running
            if not running.left:
                running.leave()
        finally:
            process.kill()
            process.join()
            process.close()


def _simulate(words: Sequence[str], out: Connection, err: Connection) -> None:
    """Be the program that was asked for, on these pipes."""
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    from jadoube_sim.cli import main  # in the tests' own processes it would only take time

    sys.exit(main(words))


def _text(end: Connection) -> TextIO:
    """What a program writes into a pipe."""
    with end:
        return os.fdopen(os.dup(end.fileno()), encoding="utf-8")


def _said_url(out: TextIO, err: TextIO) -> str:
    """Read what it prints up to the line that says where the page is; its end is a failure."""
    for line in out:
        if said := SAYS_WHERE.search(line):
            return said[1]
    raise AssertionError(f"the simulator ended without a page: {err.read()}")
