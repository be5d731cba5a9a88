"""RPi.GPIO over the circuit: the functions that a scanner uses, by their names and arguments.

Constants are those of RPi.GPIO 0.7.1, argument names those of rpi-lgpio 0.6, which takes the same; a test
compares them where rpi-lgpio is installed.

Both set the pull with every `setup`: off for an output, and for an input that asks for none. At `cleanup`
RPi.GPIO switches it off; rpi-lgpio leaves that of an input, which is not modelled (RPi.GPIO 0.7.1,
source/py_gpio.c; rpi-lgpio 0.6, RPi/GPIO/__init__.py, on lgpio 0.2.2).
"""

from collections.abc import Sequence
from typing import Final

from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.pads import Pads


class TwinRpiGpio:
    """What stands in the place of the module `RPi.GPIO`."""

    BCM, IN, OUT, LOW, HIGH, PUD_OFF, PUD_DOWN, PUD_UP = 11, 1, 0, 0, 1, 20, 21, 22
    _PULLS: Final = {PUD_OFF: Drive.RELEASED, PUD_DOWN: Drive.PULLED_DOWN, PUD_UP: Drive.PULLED_UP}

    def __init__(self, pads: Pads) -> None:
        self._pads = pads
        self._mode: int | None = None
        self._set_up: set[int] = set()

    def setwarnings(self, value: bool) -> None:
        """Say whether to warn of pins in use; nothing here warns."""

    def setmode(self, new_mode: int) -> None:
        """Say how pins are counted: by their BCM numbers."""
        if new_mode != self.BCM:
            raise ValueError("An invalid mode was passed to setmode()")
        self._mode = new_mode

    def setup(
        self,
        chanlist: int | Sequence[int],
        direction: int,
        pull_up_down: int = PUD_OFF,
        initial: int | None = None,
    ) -> None:
        """Make pins inputs with this pull, or outputs at a level."""
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        for line in _listed(chanlist):
            self._set_up.add(line)
            if direction == self.OUT:
                self._pads.drive(line, initial or 0, Drive.RELEASED)
            else:
                self._pads.let_go(line, self._PULLS[pull_up_down])

    def input(self, channel: int) -> int:
        """Read a pin."""
        if channel not in self._set_up:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self._pads.circuit.level(channel))

    def cleanup(self, chanlist: Sequence[int]) -> None:
        """Make pins floating inputs, and forget them."""
        for line in chanlist:
            self._set_up.discard(line)
            self._pads.clean_up(line)


def _listed(chanlist: int | Sequence[int]) -> Sequence[int]:
    return (chanlist,) if isinstance(chanlist, int) else chanlist
