"""The twin's lgpio with the functions for single lines, so that gpiozero and rpi-lgpio themselves run on it.

Pulls and levels are treated as by lgpio 0.2.2 (src/lgGpio.c): to claim a line in the direction that it has
already changes nothing, the other direction frees it first, and a claim without a pull leaves the pull as it
is. A PWM writes to its line in each cycle (src/lgPthTx.c): twice, or once where the duty is 0 or 100.
"""

import sys
from collections import Counter, defaultdict
from importlib.util import find_spec, module_from_spec
from typing import Any, Final

import pytest
from gpiozero.pins.local import LocalPiFactory  # type: ignore[import-untyped]  # gpiozero has no types

from jadoube_sim.twin.lgpio import TwinLgpio, error
from jadoube_sim.twin.pads import Pads

_IS_OUTPUT: Final = 1 << 1
_HAS_INPUT, _HAS_OUTPUT = 1 << 8, 1 << 9
_ZERO_2_W: Final = 0x902120


class WholeLgpio(TwinLgpio):
    """What stands in the place of the module lgpio. `writes` counts what a program writes to a line."""

    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    GPIO_BUSY = -79

    def __init__(self, pads: Pads) -> None:
        super().__init__(pads)
        self._levels: dict[int, int] = {}  # of the outputs
        self._inputs: set[int] = set()
        self._pwm: dict[int, tuple[float, float]] = {}
        self.writes: Counter[int] = Counter()

    def gpio_claim_input(self, handle: int, gpio: int, lFlags: int = 0) -> int:  # noqa: N803 - lgpio's name
        """Claim a line as an input, unless it is one."""
        if gpio not in self._inputs:
            self._free(handle, gpio)
            self.group_claim_input(handle, [gpio], lFlags)
            self._inputs.add(gpio)
        return 0

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:  # noqa: N803
        """Claim a line as an output at a level, unless it is one."""
        if gpio not in self._levels:
            self._free(handle, gpio)
            self.group_claim_output(handle, [gpio], [level], lFlags)
            self._levels[gpio] = level
        return 0

    def gpio_free(self, handle: int, gpio: int) -> int:
        """Give a line back."""
        if gpio not in self._inputs and gpio not in self._levels:
            raise error("GPIO not allocated")
        self._free(handle, gpio)
        return 0

    def gpio_get_mode(self, handle: int, gpio: int) -> int:  # noqa: ARG002 - lgpio's argument
        """Say what a line is: what the kernel says, and what this program has claimed it as."""
        if gpio in self._levels:
            return _IS_OUTPUT | _HAS_OUTPUT
        return _HAS_INPUT if gpio in self._inputs else 0

    def gpio_read(self, handle: int, gpio: int) -> int:  # noqa: ARG002 - lgpio's argument
        """Read a line."""
        self.calls += 1
        return self._levels[gpio] if gpio in self._levels else int(self._pads.circuit.level(gpio))

    def gpio_write(self, handle: int, gpio: int, level: int) -> int:
        """Set the level of an output."""
        self.group_write(handle, gpio, level)
        self._levels[gpio] = level
        self.writes[gpio] += 1
        return 0

    def tx_pwm(
        self,
        handle: int,  # noqa: ARG002 - lgpio's argument
        gpio: int,
        pwm_frequency: float,
        pwm_duty_cycle: float,
        pulse_offset: int = 0,
        pulse_cycles: int = 0,
    ) -> int:
        """Begin a PWM that has no end, change it, or end it (0 Hz).

        A change waits for the next cycle, and the end for nothing: so the line may stay high, and does here.
        """
        assert (pulse_offset, pulse_cycles) == (0, 0)
        assert gpio in self._levels
        if pwm_frequency:
            self._pwm[gpio] = pwm_frequency, pwm_duty_cycle
            self._levels[gpio] |= int(pwm_duty_cycle > 0)
        else:
            self._pwm.pop(gpio, None)
        return 0

    def is_output(self, gpio: int) -> bool:
        """Say whether a line is claimed as an output."""
        return gpio in self._levels

    def writes_per_second(self, gpio: int) -> float:
        """Say how often lgpio's thread writes to a line in a second."""
        frequency, duty = self._pwm.get(gpio, (0.0, 0.0))
        return frequency * (2 if 0 < duty < 100 else 1)

    def _free(self, handle: int, gpio: int) -> None:
        if gpio in self._inputs or gpio in self._levels:
            self.group_free(handle, gpio)
        self._inputs.discard(gpio)
        self._levels.pop(gpio, None)
        self._pwm.pop(gpio, None)


class RealLibraries:
    """Electronics over one WholeLgpio: gpiozero's own pins, rpi-lgpio's own functions."""

    def __init__(self, pads: Pads, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chip = WholeLgpio(pads)
        self._monkeypatch = monkeypatch
        monkeypatch.setitem(sys.modules, "lgpio", self.chip)

    def lgpio(self) -> WholeLgpio:
        """Give lgpio's functions."""
        return self.chip

    def rpi_gpio(self) -> Any:
        """Give rpi-lgpio's module, fresh."""
        self._monkeypatch.setenv("RPI_LGPIO_REVISION", f"{_ZERO_2_W:x}")
        self._monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
        return _fresh("RPi.GPIO")

    def pin_factory(self) -> Any:
        """Give gpiozero's factory over lgpio, fresh, on a board that is named for it."""
        self._monkeypatch.setattr(LocalPiFactory, "pins", {})
        self._monkeypatch.setattr(LocalPiFactory, "_reservations", defaultdict(list))
        self._monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _self: _ZERO_2_W)
        return _fresh("gpiozero.pins.lgpio").LGPIOFactory(chip=0)


def _fresh(name: str) -> Any:
    """Load a module once more, beside the one that others have."""
    spec = find_spec(name)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
