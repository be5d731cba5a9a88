"""What shows the View on the board: its lamps and faces, each as an outlet that opens its driver late."""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

import chess

from jadoube.config.settings import LampSettings, Settings
from jadoube.core.lamps import LOOKS
from jadoube.core.view import View
from jadoube.daemon.outlets import Outlet, Shower
from jadoube.drivers.assemble import assemble_face, assemble_lamps
from jadoube.drivers.display import Levels
from jadoube.drivers.parts import Colour, Electronics, FaceDisplay, LampChain, Part

Say = Callable[[str], None]


def outlets_for(settings: Settings, electronics: Electronics, executor: Executor, say: Say) -> list[Outlet]:
    """Make an outlet for each part that the settings have switched on."""
    openers: dict[Part, Callable[[], Shower]] = {}
    if settings.faces.enabled:
        openers[Part.WHITE_FACE] = partial(_open_face, chess.WHITE, settings, electronics)
        openers[Part.BLACK_FACE] = partial(_open_face, chess.BLACK, settings, electronics)
    if settings.lamps.enabled:
        openers[Part.LAMPS] = partial(_open_lamps, settings, electronics)
    return [Outlet(part, opener, executor, say) for part, opener in openers.items()]


class Lamps:
    """Shows a view's lamps in their colours, dimmed to the configured brightness."""

    def __init__(self, chain: LampChain, settings: LampSettings) -> None:
        self._chain = chain
        self._colours = {lamp: _dimmed(look.colour, settings.brightness) for lamp, look in LOOKS.items()}

    def show(self, view: View) -> None:
        """Light the lamps. Raises PartFailed."""
        self._chain.show([self._colours[lamp] for lamp in view.lamps])

    def close(self) -> None:
        """Go dark."""
        self._chain.close()


class ClockFace:
    """Shows one side's face of a view."""

    def __init__(self, side: chess.Color, display: FaceDisplay) -> None:
        self._side = side
        self._display = display

    def show(self, view: View) -> None:
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


def _dimmed(colour: Colour, brightness: float) -> Colour:
    red, green, blue = (round(level * brightness) for level in colour)
    return red, green, blue
