"""Lamps that cannot be opened: what their owner is told to do depends on why."""

from dataclasses import replace
from typing import Any

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.pi import PiElectronics


def no_platform_library() -> RuntimeError:
    """What Blinka raises on a Pi without the library for its lamps."""
    problem = RuntimeError("The platform library '_rpi_ws281x' was not found. To install, try typing: ...")
    problem.__cause__ = ModuleNotFoundError("No module named '_rpi_ws281x'")
    return problem


PACKAGE = (
    'set lamps.driver to "spi", or install jadoube[adafruit], beside the Debian package by `sudo pip install '
    "--target /usr/local/lib/jadoube adafruit-circuitpython-neopixel rpi_ws281x`"
)


class Refusing:
    """Electronics whose wire to the lamps does not open."""

    def __init__(self, problem: Exception) -> None:
        self._problem = problem

    def lamp_wire(self, _pin: int) -> Any:
        """Refuse."""
        raise self._problem

    def spi(self, _device: str, _hz: int) -> Any:
        """Refuse."""
        raise self._problem


@pytest.mark.parametrize(
    ("problem", "todo"),
    [
        (
            NotImplementedError("Board not supported"),
            "Adafruit's library",
        ),
        (
            AttributeError("module 'board' has no attribute 'D10'"),
            "Adafruit's library",
        ),
        (ModuleNotFoundError("No module named 'board'"), PACKAGE),
        (no_platform_library(), PACKAGE),
        (RuntimeError("ws2811_init failed with code -13"), "check the lamps' plug, and that SPI is switched"),
        (OSError(13, "Permission denied"), "check the lamps' plug, and that SPI is switched on"),
    ],
    ids=["no Pi", "no such pin", "no Blinka", "no library for this Pi", "no SPI", "not in the group"],
)
def test_what_to_do_about_adafruits_library_is_what_helps(problem: Exception, todo: str) -> None:
    """A machine that is no Pi, a package that is missing, SPI that is off: one line each."""
    electronics: Any = Refusing(problem)
    with pytest.raises(PartFailed) as failure:
        assemble_lamps(load_pinmap(), electronics, driver="neopixel")
    assert str(failure.value).startswith("lamps: cannot be opened, ")
    assert failure.value.todo.startswith(todo)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (
            OSError(2, "Opening SPI device: No such file or directory"),
            "/dev/spidev0.0 does not open, No such file or directory; switch SPI on: dtparam=spi=on in",
        ),
        (
            OSError(13, "Opening SPI device: Permission denied"),
            "/dev/spidev0.0 does not open, Permission denied; check that this user is in the group spi",
        ),
        (
            OSError(16, "Setting SPI mode: Device or resource busy"),
            "/dev/spidev0.0 does not open, Device or resource busy; check that SPI is switched on, and",
        ),
        (
            ModuleNotFoundError("No module named 'periphery'", name="periphery"),
            "need a package that is not installed, periphery; install jadoube with its extra `pi`",
        ),
    ],
    ids=["SPI is off", "not in the group", "busy", "no package"],
)
def test_what_to_do_about_spi_is_what_helps(problem: Exception, told: str) -> None:
    """SPI that is off, a user who may not, a package that is missing: one line each."""
    electronics: Any = Refusing(problem)
    with pytest.raises(PartFailed) as failure:
        assemble_lamps(load_pinmap(), electronics)
    assert str(failure.value).startswith(f"lamps: {told}")
    assert "\n" not in str(failure.value)


def test_a_machine_without_spi_is_told_through_the_real_library() -> None:
    """The real python-periphery, where there is no such device."""
    with pytest.raises(PartFailed, match=r"^lamps: /dev/spidev0\.0 does not open, .*; switch SPI on"):
        assemble_lamps(load_pinmap(), PiElectronics())


def test_lamps_that_spi_cannot_reach_are_told() -> None:
    """A pin map whose lamps hang on another pin than SPI's data wants the other driver, or is wrong."""
    pinmap = load_pinmap()
    elsewhere = replace(pinmap, lamps=replace(pinmap.lamps, signal=pinmap.buzzer))
    with pytest.raises(PartFailed, match=r"^lamps: are on GPIO18 in the pin map, but SPI sends on GPIO10"):
        assemble_lamps(elsewhere, PiElectronics())
