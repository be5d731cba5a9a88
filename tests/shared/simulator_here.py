"""`jadoube sim` as its user starts it: a process of its own, whose printed line says where the page is.

When it is left it must end by itself: status 0, nothing on standard error, the PGN on standard output.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.request import urlopen

SAYS_WHERE = re.compile(r"the board is at (http://127\.0\.0\.1:\d+)/")
ENDS_WITHIN_S = 20


@dataclass
class Simulator:
    """One that runs: where its page is; when it was left, also the games that it printed."""

    url: str
    process: subprocess.Popen[str] = field(repr=False)
    pgn: str = ""
    said: str = ""

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
        self.process.send_signal(signal.SIGTERM)
        self.pgn, self.said = self.process.communicate(timeout=ENDS_WITHIN_S)
        assert (self.process.returncode, self.said) == (0, "")
        return self.pgn


@contextmanager
def simulator(*options: str, port: int = 0) -> Iterator[Simulator]:
    """Run the simulator with these options, on any free port; leave it at the end, if nobody did."""
    words = [sys.executable, "-m", "jadoube_sim.cli", "--port", str(port), "--no-open", *options]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            running = Simulator(_said_url(process), process)
            yield running
            if process.returncode is None:
                running.leave()
        finally:
            process.kill()


def _said_url(process: subprocess.Popen[str]) -> str:
    """Read what it prints up to the line that says where the page is; its end is a failure."""
    assert process.stdout is not None
    for line in process.stdout:
        if said := SAYS_WHERE.search(line):
            return said[1]
    assert process.stderr is not None
    raise AssertionError(f"the simulator ended without a page: {process.stderr.read()}")
