"""The other end of the line to a sampling process, in the hands of a test, which sends what it wants."""

import socket
from contextlib import suppress
from typing import cast

from jadoube.core.messages.events import Scanned
from jadoube.daemon.sampling.child import Child
from jadoube.daemon.sampling.reports import Failed, Report, pack, unpack_wanted
from jadoube.daemon.watched.lateness import Tally


class ScriptedProcess:
    """A sampling process that sends these reports and no others. Its instants count from `began_ms`."""

    pid = 1

    def __init__(self) -> None:
        self.line, self.far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self.line, self.far):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
        self.far.setblocking(False)
        self.began_ms = 0
        self.ended: int | None = None
        self.others: list[ScriptedProcess] = []

    @property
    def as_child(self) -> Child:
        """It, in the place of a real one."""
        return cast("Child", self)

    def report(self, at_ms: int, found: Scanned | Failed | None, tally: Tally | None = None) -> None:
        """Report a scan."""
        self.far.send(pack(Report(self.began_ms + at_ms, found, tally)))

    def wanted_ms(self) -> list[int]:
        """Return the instants at which the program wanted scans, since the last call."""
        asked = []
        with suppress(BlockingIOError):
            while packet := self.far.recv(100):
                asked.append(unpack_wanted(packet) - self.began_ms)
        return asked

    def die(self, status: int) -> None:
        """End."""
        self.ended = status
        self.far.close()

    def status(self) -> int | None:
        """Return how it ended; None while it lives."""
        return self.ended

    def how_it_ended(self) -> str:
        """Return that in words."""
        return f"status {self.ended}"

    def start_another(self) -> "ScriptedProcess":
        """Start another one."""
        another = ScriptedProcess()
        another.others = self.others  # the first one knows all
        self.others.append(another)
        return another

    def close(self) -> None:
        """Close both ends."""
        self.line.close()
        self.far.close()

    def kill(self) -> None:
        """End at once."""
        if self.ended is None:
            self.die(-9)
