"""A board of the hall that is a recording; its publisher is the real one.

The law: it shows what was recorded at its instants, and notes when; it takes every order and carries out
none. It refuses to know the broker and the hall.
"""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

from jadoube.core.messages.phrases import LANGUAGES
from jadoube.mqtt.payloads import KeptGame
from jadoube.online.publishing.orders import Done
from jadoube.online.publishing.states import BoardNow
from jadoube_sim.hall.recording import Recording


class Shown(NamedTuple):
    """When a ply was shown first."""

    board: str
    ply: int
    at_ns: int
    """Of the machine's monotonic clock, which all processes share."""


class RecordedBoard:
    """A board with this recording; it shows what was there at `from_ms`, and goes on from there.

    `note` is told each ply that is shown for the first time, and how late it was, in ms.
    """

    def __init__(
        self, board: str, recording: Recording, from_ms: int, note: Callable[[Shown, float], None]
    ) -> None:
        self.board = board
        self.game_id = f"{board}-game"
        self._recording = recording
        self._from_ms = from_ms
        self._note = note
        self.last: BoardNow | None = None
        """What was shown last."""
        self._begun = asyncio.Event()
        self._begin_s = 0.0
        self._held = False

    @property
    def san(self) -> list[str]:
        """The plies that were shown last."""
        return [ply["san"] for ply in self.last.message["game"]["plies"]] if self.last else []

    def begin(self, begin_s: float) -> None:
        """Go on from now; what is shown until then stands."""
        self._begin_s = begin_s
        self._begun.set()

    def stop(self) -> None:
        """Show nothing new any more."""
        self._held = True

    async def run(self, told: Callable[[BoardNow | None], None]) -> None:
        """Show the recording until its end, and then its end."""
        instants = self._recording.instants
        first = next((n for n, each in enumerate(instants) if each.at_ms > self._from_ms), len(instants))
        plies = instants[max(first - 1, 0)].plies
        self.last = instants[max(first - 1, 0)].now(self.game_id)
        told(self.last)
        await self._begun.wait()
        for each in instants[first:]:
            due_s = self._begin_s + (each.at_ms - self._from_ms) / 1000
            await asyncio.sleep(max(0.0, due_s - time.monotonic()))
            if self._held:
                break
            self.last = each.now(self.game_id)
            if each.plies > plies:
                plies, now_ns = each.plies, time.monotonic_ns()
                self._note(Shown(self.board, plies, now_ns), now_ns / 1e6 - due_s * 1000)
            told(self.last)
        await asyncio.Event().wait()

    async def private_names(self) -> frozenset[str]:
        """Nobody is private."""
        return frozenset()

    async def order(self, _text: str, _by: str, _seconds: int = 0) -> Done:
        """Take an order."""
        return Done(ok=True, words=dict.fromkeys(LANGUAGES, "done"))

    def listed(self) -> tuple[KeptGame, ...]:
        """No game was kept."""
        return ()

    def pgn(self, _game_id: str) -> str | None:
        """None is there to be read."""
        return None
