"""What shows the View on the board: its lamps and faces, each as an outlet that opens its driver late.

Decides which parts there are and when lamps are written: each new frame, and every few seconds the frame that
stands, because the wire goes one way and lamps that had no power for a moment cannot tell.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Final

import chess

from jadoube.config.settings import LampSettings, Settings
from jadoube.core.lamps import Light, frame, next_frame_ms
from jadoube.core.view import View
from jadoube.daemon.outlets import AgainMs, Outlet, Shower
from jadoube.drivers.assemble import assemble_face, assemble_lamps
from jadoube.drivers.display import Levels
from jadoube.drivers.parts import Electronics, FaceDisplay, LampChain, Part

REWRITE_MS: Final = 5000
"""Lamps are written at least this often: a loose plug is seen as long as that (a guess at patience)."""

Say = Callable[[str], None]


def outlets_for(settings: Settings, electronics: Electronics, executor: Executor, say: Say) -> list[Outlet]:
    """Make an outlet for each part that the settings have switched on."""
    openers: dict[Part, Callable[[], Shower]] = {}
    if settings.faces.enabled:
        openers[Part.WHITE_FACE] = partial(_open_face, chess.WHITE, settings, electronics)
        openers[Part.BLACK_FACE] = partial(_open_face, chess.BLACK, settings, electronics)
    if settings.lamps.enabled:
        openers[Part.LAMPS] = partial(_open_lamps, settings, electronics)
    return [Outlet(part, opener, executor, say, _AGAIN_MS.get(part)) for part, opener in openers.items()]


class Lamps:
    """Shows a view's lamps, each as its look is at the instant, and writes them anew now and then."""

    def __init__(self, chain: LampChain, settings: LampSettings) -> None:
        self._chain = chain
        self._light = Light(settings.brightness, settings.dark_squares)
        self._rewrite_ms = 0

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
    """Shows one side's face of a view."""

    def __init__(self, side: chess.Color, display: FaceDisplay) -> None:
        self._side = side
        self._display = display

    def show(self, view: View, now_ms: int) -> None:  # noqa: ARG002 - a face is the same until its view changes
        """Light the segments. Raises PartFailed."""
        face = view.white if self._side == chess.WHITE else view.black
        self._display.show(face.segments, bright=face.bright)

    def close(self) -> None:
        """Go dark."""
        self._display.close()


def _open_lamps(settings: Settings, electronics: Electronics) -> Lamps:
    chain = assemble_lamps(settings.pins, electronics, budget_ma=settings.lamps.budget_ma)
    return Lamps(chain, settings.lamps)


def _open_face(side: chess.Color, settings: Settings, electronics: Electronics) -> ClockFace:
    faces = settings.faces
    levels = Levels(faces.brightness, faces.dim)
    return ClockFace(side, assemble_face(side, settings.pins, electronics, bus=faces.i2c_bus, levels=levels))


def _lamps_again_ms(view: View, now_ms: int) -> int:
    """When a lamp moves, or all are to be written anew."""
    rewrite_ms = _next_rewrite_ms(now_ms)
    return min(rewrite_ms, next_frame_ms(view.lamps, now_ms) or rewrite_ms)


def _next_rewrite_ms(now_ms: int) -> int:
    return (now_ms // REWRITE_MS + 1) * REWRITE_MS


_AGAIN_MS: Final[dict[Part, AgainMs]] = {Part.LAMPS: _lamps_again_ms}
