"""Lamps that move, through the whole board: frames on the wire, scans in virtual time, faces left alone."""

import asyncio
from collections.abc import Callable
from itertools import pairwise

import chess
import pytest

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.seven_segment import Segments, read
from jadoube.core.messages.events import Button
from jadoube.core.messages.lamps import FRAME_MS, Lamp, Light, frame
from jadoube.core.state.table import Terms
from jadoube.daemon.displays import REWRITE_MS
from jadoube.drivers.display import SevenSegment
from jadoube.drivers.interfaces import Part
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import Desk, Shown
from jadoube_sim.virtual import VirtualPace

SETTINGS = default_settings()
CHECKED = "4k3/8/8/8/8/8/4q3/7K b - - 0 1"


class Watched:
    """A board that is looked at after every scan: what its lamps show, from when on."""

    def __init__(self, start: str = chess.STARTING_FEN, *, smooth: bool = False, astray: int = 0) -> None:
        self.pace = VirtualPace(5, smooth=smooth, until_ms=0, after_scan=self._look)
        closed = chess.Board(start).occupied ^ astray
        self.desk = Desk(SETTINGS, Terms(start), closed=closed, pace=self.pace)
        self.scans = 0
        self.frames: list[tuple[int, Shown]] = []
        self._writes = 0

    def _look(self) -> None:
        self.scans += 1
        if self.desk.twin.wire.frames > self._writes:
            self._writes = self.desk.twin.wire.frames
            self.frames.append((self.pace.now_ms(), self.desk.shown()))

    def run(self, until_ms: int, *edges: Edge, after: Callable[["Watched"], None] | None = None) -> "Watched":
        """Let the edges happen, and time run."""

        async def story() -> None:
            async with self.desk:
                self.desk.act(edges)
                await self.desk.run_to(until_ms)
                if after:
                    after(self)

        asyncio.run(story())
        return self

    def frames_ms(self, from_ms: int) -> list[int]:
        """When frames were written from an instant on."""
        return [at_ms for at_ms, _ in self.frames if at_ms >= from_ms]


def moved(source: str, target: str, at_ms: int = 1000) -> tuple[Edge, Edge]:
    """A piece is taken and set down half a second later."""
    return Edge(at_ms * 1000, "open", source), Edge((at_ms + 500) * 1000, "close", target)


CHECK = moved("e2", "e1", 60)


def test_nothing_is_written_while_nothing_moves() -> None:
    """A steady board is written when it changes, and every five seconds anew."""
    seen = Watched().run(21_000, *moved("e2", "e4", 1000))
    assert seen.frames_ms(2000) == [5000, 10_000, 15_000, 20_000]
    assert len(seen.frames_ms(0)) <= 8


def test_a_new_state_shows_at_once() -> None:
    """Between two edges of what blinks there is no waiting: the lift is lit a debounce after it."""
    seen = Watched(CHECKED).run(3000, *CHECK, Edge(2_110_000, "open", "h1"))
    lifted = frame((Lamp.LIFTED,) * 64, 0, Light(0.4, 0.6))[chess.H1]
    at_ms = next(at_ms for at_ms, shown in seen.frames if shown.lamps[chess.H1] == lifted)
    assert at_ms == 2130


def test_what_blinks_wakes_the_loop_at_its_edges_alone() -> None:
    """In check there are two frames a second, and no scan but theirs."""
    seen = Watched(CHECKED)
    scans: list[int] = []
    seen.run(2000, *CHECK, after=lambda watched: scans.append(watched.scans))
    assert seen.frames_ms(1200)[:2] == [1520, 2000]
    later = Watched(CHECKED)
    later.run(12_000, *CHECK, after=lambda watched: scans.append(watched.scans))
    assert later.frames_ms(2100) == [second * 1000 + half for second in range(2, 12) for half in (520, 1000)]
    assert scans[1] - scans[0] <= 21


@pytest.mark.parametrize("smooth", [False, True])
def test_breathing_is_held_to_its_frames(*, smooth: bool) -> None:
    """25 frames a second, in smooth time as in jumping time, each a little otherwise than the last."""
    seen = Watched(smooth=smooth, astray=chess.BB_E2).run(4000)
    frames_ms = seen.frames_ms(2000)
    assert {later - sooner for sooner, later in pairwise(frames_ms)} == {FRAME_MS}
    assert len(frames_ms) == 51


def test_faces_are_not_written_for_the_lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    """While lamps blink for ten seconds, the faces are asked for nothing new."""
    asked: list[Segments] = []
    show = SevenSegment.show

    def noted(face: SevenSegment, segments: Segments, *, anew: bool = False, **look: bool) -> None:
        if not anew:
            asked.append(segments)
        show(face, segments, anew=anew, **look)

    monkeypatch.setattr(SevenSegment, "show", noted)
    seen = Watched(CHECKED).run(12_000, *CHECK)
    assert len(seen.frames_ms(2000)) > 20
    assert len(asked) <= 8


def test_lamps_that_had_no_power_light_by_themselves() -> None:
    """The wire cannot tell that a plug was pulled: within five seconds all is lit again."""
    lit: list[bool] = []

    async def story() -> None:
        async with Desk(SETTINGS) as desk:
            desk.act(moved("e2", "e4"))
            await desk.run_to(6000)
            for plugged in (False, True):
                desk.plug(Part.LAMPS, plugged=plugged)
                await desk.run_to(desk.pace.now_ms() + 1000)
                lit.append(any(map(any, desk.shown().lamps)))
            await desk.run_to(6000 + REWRITE_MS)
            lit.append(any(map(any, desk.shown().lamps)))

    asyncio.run(story())
    assert lit == [False, False, True]


@pytest.mark.parametrize("edges", [(), CHECK])
def test_a_run_does_not_wait_for_the_end_of_blinking(edges: tuple[Edge, ...]) -> None:
    """Told that no more will come, the desk runs out, though its lamps would go on for ever."""

    async def story() -> int:
        async with Desk(SETTINGS, Terms(CHECKED)) as desk:
            desk.act(edges)
            await desk.run_out()
            return desk.pace.now_ms()

    assert asyncio.run(asyncio.wait_for(story(), 30)) < 10_000


def test_a_clock_is_shown_as_before_while_lamps_breathe() -> None:
    """The frames of the lamps take nothing from the faces: each second is shown when it is due."""
    seen: list[tuple[str, int]] = []

    async def story() -> None:
        async with Desk(SETTINGS, Terms(control=parse_time_control("60"))) as desk:
            desk.press(Button.BLACK, 1_000_000)
            desk.act(moved("e2", "e5", 2000))
            for at_ms in (3995, 4005, 4995, 5005):
                await desk.run_to(at_ms)
                seen.append((read(desk.shown().white), desk.twin.wire.frames))

    asyncio.run(story())
    assert [face for face, _ in seen] == ["00:58.", "00:57.", "00:57.", "00:56."]
    assert seen[3][1] - seen[1][1] == 25
