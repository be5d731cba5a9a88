"""The displays of the View on the board: lamps, faces and buzzer, each an outlet that opens its driver late.

It decides which parts there are, and when lamps and faces are written: at each new frame, and again every few
seconds, as a part that lost its power for a moment does not report it. The buzzer gets the view again when a
note ends. Parts open one after the other, the lamps first, and each shows the view before the next one opens:
imports for one part would delay the others, and players look for the lamps.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from threading import Event
from typing import Final

import chess

from jadoube.config.settings import LampSettings, Settings, SoundSettings
from jadoube.core.display.view import View
from jadoube.core.messages.announcing import Sound
from jadoube.core.messages.lamps import Light, frame, next_frame_ms
from jadoube.core.state.announced import sounds
from jadoube.daemon.outlets import AgainMs, Display, Outlet
from jadoube.drivers.assemble import assemble_buzzer, assemble_face, assemble_lamps
from jadoube.drivers.display import Levels
from jadoube.drivers.interfaces import Complaint, Electronics, FaceDisplay, LampChain, Part, Sounder

REWRITE_MS: Final = 5000
"""Lamps and faces are written at least this often, so a loose plug shows for no longer (a guess at
patience)."""

OPENING_S: Final = 5.0
"""How long a part waits for the part before it to open and to show the view (a guess): one that hangs keeps
no other dark."""

Say = Callable[[str], None]


def outlets_for(settings: Settings, electronics: Electronics, executor: Executor, say: Say) -> list[Outlet]:
    """Return an outlet for each part that the settings enable."""
    openers: dict[Part, Callable[[], Display]] = {}
    if settings.lamps.enabled:
        openers[Part.LAMPS] = partial(_open_lamps, settings, electronics)
    if settings.faces.enabled:
        openers[Part.WHITE_FACE] = partial(_open_face, chess.WHITE, settings, electronics)
        openers[Part.BLACK_FACE] = partial(_open_face, chess.BLACK, settings, electronics)
    if settings.sound.enabled:
        openers[Part.BUZZER] = partial(_open_buzzer, settings, electronics)
    turns = [Event() for _ in range(len(openers) + 1)]
    turns[0].set()
    return [
        Outlet(part, opener, executor, say, _AGAIN_MS.get(part), partial(_in_turn, turn, following))
        for (part, opener), (turn, following) in zip(openers.items(), pairwise(turns), strict=True)
    ]


class Lamps:
    """Shows a view's lamps with their patterns, and rewrites them every `REWRITE_MS`."""

    def __init__(self, chain: LampChain, settings: LampSettings) -> None:
        self._chain = chain
        self._light = Light(settings.brightness, settings.dark_squares)
        self._rewrite_ms = 0

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong although the lamps are lit."""
        return self._chain.complaint

    def show(self, view: View, now_ms: int) -> None:
        """Light the lamps. Raises PartFailed."""
        due = now_ms >= self._rewrite_ms
        light = self._light.at_step(view.comfort.brightness)
        self._chain.show(frame(view.lamps, now_ms, light), anew=due)
        if due:
            self._rewrite_ms = _next_rewrite_ms(now_ms)

    def close(self) -> None:
        """Go dark."""
        self._chain.close()


class ClockFace:
    """Shows one side's face of a view, and rewrites it every `REWRITE_MS`."""

    complaint = None

    def __init__(self, side: chess.Color, display: FaceDisplay) -> None:
        self._side = side
        self._display = display
        self._rewrite_ms = 0

    def show(self, view: View, now_ms: int) -> None:
        """Light the segments. Raises PartFailed."""
        due = now_ms >= self._rewrite_ms
        face = view.white if self._side == chess.WHITE else view.black
        self._display.show(face.segments, bright=face.bright, blinks=face.blinks, anew=due)
        if due:
            self._rewrite_ms = _next_rewrite_ms(now_ms)

    def close(self) -> None:
        """Go dark."""
        self._display.close()


class SoundOutput:
    """Plays the sounds of a view, unless the configuration switches a sound off."""

    complaint = None

    def __init__(self, sounder: Sounder, settings: SoundSettings) -> None:
        self._sounder = sounder
        self._wanted = {sound: bool(getattr(settings, sound)) for sound in Sound}

    def show(self, view: View, now_ms: int) -> None:
        """Play the note of this instant, or be silent. Raises PartFailed."""
        heard = view.sound
        wanted = heard is not None and self._wanted[heard.sound]
        self._sounder.sound(sounds.tone_hz(heard, now_ms) if wanted else 0)

    def close(self) -> None:
        """Be silent."""
        self._sounder.close()


@contextmanager
def _in_turn(turn: Event, following: Event) -> Iterator[None]:
    """Wait for the part before this one, for `OPENING_S` at most; the end is the next one's turn."""
    turn.wait(OPENING_S)
    try:
        yield
    finally:
        following.set()


def _open_lamps(settings: Settings, electronics: Electronics) -> Lamps:
    lamps = settings.lamps
    chain = assemble_lamps(settings.pins, electronics, driver=lamps.driver, budget_ma=lamps.budget_ma)
    return Lamps(chain, lamps)


def _open_face(side: chess.Color, settings: Settings, electronics: Electronics) -> ClockFace:
    faces = settings.faces
    levels = Levels(faces.brightness, faces.dim)
    return ClockFace(side, assemble_face(side, settings.pins, electronics, bus=faces.i2c_bus, levels=levels))


def _open_buzzer(settings: Settings, electronics: Electronics) -> SoundOutput:
    return SoundOutput(assemble_buzzer(settings.pins, electronics), settings.sound)


def _next_face_ms(_view: View, now_ms: int) -> int:
    return _next_rewrite_ms(now_ms)


def _next_note_ms(view: View, now_ms: int) -> int | None:
    return sounds.changes_at_ms(view.sound, now_ms)


def _next_lamps_ms(view: View, now_ms: int) -> int:
    """When a lamp next changes, or all lamps are rewritten."""
    rewrite_ms = _next_rewrite_ms(now_ms)
    return min(rewrite_ms, next_frame_ms(view.lamps, now_ms) or rewrite_ms)


def _next_rewrite_ms(now_ms: int) -> int:
    return (now_ms // REWRITE_MS + 1) * REWRITE_MS


_AGAIN_MS: Final[dict[Part, AgainMs]] = {
    Part.LAMPS: _next_lamps_ms,
    Part.WHITE_FACE: _next_face_ms,
    Part.BLACK_FACE: _next_face_ms,
    Part.BUZZER: _next_note_ms,
}
