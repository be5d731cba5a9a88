"""The electronics of a Raspberry Pi, with real pins.

It opens a part, and makes heavy imports, only when the part is needed. Only two libraries detect the board:
gpiozero's factory, for the names of the pins, and Blinka, where Adafruit's library drives the lamps.
"""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, Final

from jadoube.drivers.buses.smbus import open_bus
from jadoube.drivers.buses.spidev import open_spi
from jadoube.drivers.interfaces import I2C, Part, PartFailed, PinFactory, Spi
from jadoube.drivers.reeds.gpio_chip import find_chip, read_labels

#: The only factory of gpiozero that works on every Pi; named, as gpiozero falls back silently.
DEFAULT_FACTORY: Final = "lgpio"
_FACTORIES: Final = "gpiozero_pin_factories"
#: gpiozero's error for an unknown machine, by name, as gpiozero may not be installed.
_FOREIGN: Final = "PinUnknownPi"
_FOREIGN_TODO: Final = "gpiozero wants a Raspberry Pi: use one"
_GPIOD_TODO: Final = "install gpiod 2.2 or later with pip, or python3-libgpiod of Debian 13 or later"
#: Where lgpio makes its pipe.
_LGPIO_FOLDER: Final = "LG_WD"


class PiElectronics:
    """The Electronics of a Raspberry Pi; `factory` is the name of one of gpiozero's pin factories."""

    def __init__(self, factory: str = DEFAULT_FACTORY) -> None:
        self._factory = factory
        self._pins: PinFactory | None = None

    def pin_factory(self) -> PinFactory:
        """Return gpiozero's pin factory. Raises PartFailed."""
        if self._pins is None:
            try:
                with _make_lgpio_folder():
                    self._pins = _load_factory(self._factory, self.gpio_chips())
            except Exception as problem:
                what = f"the pins do not open through {self._factory}, {problem}"
                todo = _FOREIGN_TODO if type(problem).__name__ == _FOREIGN else _pins_todo(self._factory)
                raise PartFailed(Part.REEDS, what, todo) from problem
        return self._pins

    def gpio_chips(self) -> Mapping[int, str]:
        """Return the label of each GPIO chip of this machine, by its number."""
        return read_labels()

    def lgpio(self) -> Any:
        """Return the module lgpio. Raises PartFailed."""
        return _load_module("lgpio", "install the package python3-lgpio, or jadoube with its extra `pi`")

    def gpiod(self) -> Any:
        """Return the package gpiod of libgpiod 2. Raises PartFailed, also for libgpiod 1."""
        gpiod = _load_module("gpiod", _GPIOD_TODO)
        if not hasattr(gpiod, "request_lines"):  # libgpiod 1 has neither that nor __version__
            version = gpiod.version_string() if hasattr(gpiod, "version_string") else "1"
            what = f"gpiod is that of libgpiod {version}, expected 2 or later"
            raise PartFailed(Part.REEDS, what, _GPIOD_TODO)
        return gpiod

    def rpi_gpio(self) -> Any:
        """Return the module RPi.GPIO, which may be rpi-lgpio's. Raises PartFailed."""
        return _load_module("RPi.GPIO", "install python3-rpi-lgpio, or python3-rpi.gpio up to a Pi 4")

    def serial(self, port: str, baud: int) -> Any:
        """Open a serial line: a device, or a URL such as `loop://`. Raises PartFailed without pyserial."""
        serial = _load_module("serial", "install pyserial, or jadoube with its extra `pi`")
        return serial.serial_for_url(port, baudrate=baud, timeout=0)

    def i2c(self, bus: int) -> I2C:
        """Open `/dev/i2c-BUS` for this caller alone. OSError if it does not open."""
        return open_bus(bus)

    def spi(self, device: str, hz: int) -> Spi:
        """Open the SPI bus of this device file with this clock. OSError if it does not open."""
        return open_spi(device, hz)

    def lamp_wire(self, pin: int) -> Any:
        """Return Blinka's pin of this BCM number."""
        # Without this Blinka asks the terminal whether it may install packages, and waits for an answer.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        import board  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and only works on a Pi

        return getattr(board, f"D{pin}")

    def settle(self, duration_us: int) -> None:
        """Wait until the lines of the matrix have settled. Linux sleeps some 60 us longer than asked."""
        time.sleep(duration_us / 1_000_000)


def _pins_todo(factory: str) -> str:
    return f"check that {factory} is installed and that this user is in the group gpio"


@contextmanager
def _make_lgpio_folder() -> Iterator[None]:
    """Let lgpio make its pipe in a temporary folder; by default its import makes one in the current folder.

    If that folder cannot be written, as in a hardened service, lgpio does not load (joan2937/lg #12). Once
    the pipe is open, its name is not needed.
    """
    with _stay_here():
        if _LGPIO_FOLDER in os.environ:
            yield
            return
        with TemporaryDirectory(prefix="jadoube-") as folder:
            os.environ[_LGPIO_FOLDER] = folder
            try:
                yield
            finally:
                del os.environ[_LGPIO_FOLDER]


@contextmanager
def _stay_here() -> Iterator[None]:
    """Come back to the current folder: lgpio goes into its own, which would then be gone."""
    here = os.open(".", os.O_PATH)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


def _load_module(name: str, todo: str) -> Any:
    try:
        with _make_lgpio_folder():
            return import_module(name)
    except (ImportError, OSError, RuntimeError) as problem:  # RuntimeError: RPi.GPIO found no Pi
        raise PartFailed(Part.REEDS, f"{name} does not load, {problem}", todo) from problem


def _load_factory(name: str, chips: Mapping[int, str]) -> PinFactory:
    """Make the factory; the one over lgpio looks only for chips 0 and 4 itself (gpiozero 2.0.1.post3)."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - the twin does without

    known = entry_points(group=_FACTORIES)
    if name not in known.names:
        raise LookupError(f"expected one of {', '.join(sorted(known.names))}")
    make = known[name].load()
    factory: PinFactory
    try:
        factory = make(chip=find_chip(chips)) if name == "lgpio" else make()
    except PartFailed:  # no Pi, or not one that we know: as gpiozero finds it
        factory = make()
    return factory
