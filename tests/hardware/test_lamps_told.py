"""Lamps that cannot be opened: what their owner is told to do depends on why."""

from typing import Any

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.interfaces import PartFailed


def no_platform_library() -> RuntimeError:
    """What Blinka raises on a Pi without the library for its lamps."""
    problem = RuntimeError("The platform library '_rpi_ws281x' was not found. To install, try typing: ...")
    problem.__cause__ = ModuleNotFoundError("No module named '_rpi_ws281x'")
    return problem


class Refusing:
    """Electronics whose wire to the lamps does not open."""

    def __init__(self, problem: Exception) -> None:
        self._problem = problem

    def lamp_wire(self, _pin: int) -> Any:
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
        (ModuleNotFoundError("No module named 'board'"), "install jadoube with its extra `lamps`"),
        (no_platform_library(), "install jadoube with its extra `lamps`"),
        (RuntimeError("ws2811_init failed with code -13"), "check the lamps' plug, and that SPI is switched"),
        (OSError(13, "Permission denied"), "check the lamps' plug, and that SPI is switched on"),
    ],
    ids=["no Pi", "no such pin", "no Blinka", "no library for this Pi", "no SPI", "not in the group"],
)
def test_what_to_do_is_what_helps(problem: Exception, todo: str) -> None:
    """A machine that is no Pi, a package that is missing, SPI that is off: one line each."""
    electronics: Any = Refusing(problem)
    with pytest.raises(PartFailed) as failure:
        assemble_lamps(load_pinmap(), electronics)
    assert str(failure.value).startswith("lamps: cannot be opened, ")
    assert failure.value.todo.startswith(todo)
    assert "\n" not in str(failure.value)
