"""What the drivers stand on where there are real pins.

It opens things when they are asked for and not before, and imports what is heavy only then. It asks no
library which board this is, but for the two that have to know: gpiozero's factory for the names of the pins,
and Blinka for the lamps.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, Final

from jadoube.drivers.interfaces import I2C, Part, PartFailed, PinFactory
from jadoube.drivers.smbus import open_bus

#: The only factory of gpiozero that works on every Pi; named, because gpiozero falls back in silence.
DEFAULT_FACTORY: Final = "lgpio"
_FACTORIES: Final = "gpiozero_pin_factories"
#: gpiozero's error for a machine that it does not know, named, as gpiozero may not be there to be asked.
_FOREIGN: Final = "PinUnknownPi"
_FOREIGN_TODO: Final = "gpiozero wants a Raspberry Pi: use one"
#: Where lgpio makes its pipe.
_LGPIO_FOLDER: Final = "LG_WD"


class PiElectronics:
    """The Electronics of a Raspberry Pi; `factory` is the name of one of gpiozero's pin factories."""

    def __init__(self, factory: str = DEFAULT_FACTORY) -> None:
        self._factory = factory
        self._pins: PinFactory | None = None
        self._buses: dict[int, I2C] = {}

    def pin_factory(self) -> PinFactory:
        """Give gpiozero's factory of pins. Raises PartFailed."""
        if self._pins is None:
            try:
                with _make_lgpio_folder():
                    self._pins = _load_factory(self._factory)
            except Exception as problem:
                what = f"the pins do not open through {self._factory}, {problem}"
                todo = _FOREIGN_TODO if type(problem).__name__ == _FOREIGN else _pins_todo(self._factory)
                raise PartFailed(Part.REEDS, what, todo) from problem
        return self._pins

    def lgpio(self) -> Any:
        """Give the module lgpio. Raises PartFailed."""
        return _load_module("lgpio", "install the package python3-lgpio, or jadoube with its extra `pi`")

    def rpi_gpio(self) -> Any:
        """Give the module RPi.GPIO, which may be rpi-lgpio's. Raises PartFailed."""
        return _load_module("RPi.GPIO", "install the package python3-rpi.gpio or python3-rpi-lgpio")

    def serial(self, port: str, baud: int) -> Any:
        """Open a serial line: a device, or a URL such as `loop://`. Raises PartFailed without pyserial."""
        serial = _load_module("serial", "install pyserial, or jadoube with its extra `pi`")
        return serial.serial_for_url(port, baudrate=baud, timeout=0)

    def i2c(self, bus: int) -> I2C:
        """Give the I2C bus of `/dev/i2c-BUS`, one for all who ask. OSError if it does not open."""
        if bus not in self._buses:
            self._buses[bus] = open_bus(bus)
        return self._buses[bus]

    def lamp_wire(self, pin: int) -> Any:
        """Give Blinka's pin of this BCM number."""
        # Without this Blinka asks the terminal whether it may install packages, and waits for an answer.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        import board  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and only works on a Pi

        return getattr(board, f"D{pin}")

    def settle(self, duration_us: int) -> None:
        """Let the lines of the matrix come to rest. Linux sleeps some 60 us longer than it is asked to."""
        time.sleep(duration_us / 1_000_000)


def _pins_todo(factory: str) -> str:
    return f"check that {factory} is installed and that this user is in the group gpio"


@contextmanager
def _make_lgpio_folder() -> Iterator[None]:
    """Keep lgpio, which makes a pipe in the current folder when it is imported, from doing so.

    Where that folder cannot be written, as in a hardened service, it would not load (joan2937/lg #12). Once
    the pipe is open its name is wanted no more.
    """
    if _LGPIO_FOLDER in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="jadoube-") as folder:
        os.environ[_LGPIO_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[_LGPIO_FOLDER]


def _load_module(name: str, todo: str) -> Any:
    try:
        with _make_lgpio_folder():
            return import_module(name)
    except (ImportError, OSError, RuntimeError) as problem:  # RuntimeError: RPi.GPIO found no Pi
        raise PartFailed(Part.REEDS, f"{name} does not load, {problem}", todo) from problem


def _load_factory(name: str) -> PinFactory:
    from importlib.metadata import entry_points  # noqa: PLC0415 - the twin does without

    known = entry_points(group=_FACTORIES)
    if name not in known.names:
        raise LookupError(f"expected one of {', '.join(sorted(known.names))}")
    factory: PinFactory = known[name].load()()
    return factory
