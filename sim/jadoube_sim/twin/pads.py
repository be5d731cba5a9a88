"""The Pi's pins that the matrix hangs on: what each one drives, and which pull it keeps.

A pin has a direction, a level and a *pull*. The pull is a setting of its own: it is there from the reset on
and stays through every change of direction, until somebody states another. The twin's libraries set the same
pads: what one does not state stays as the reset, or another one, has left it.

At reset GPIO 0 to 8 are pulled up and GPIO 9 to 27 down, on every model (`electrics/pi_models.py` has the
sources).

Freeing a line through the kernel does not always make it an input. The kernels of Raspberry Pi OS leave an
output as it is, of a Pi 5, too (`persist_gpio_outputs`, on by default; raspberrypi/linux, pull requests 6117
and 6150). With `dtparam=strict_gpiod` in config.txt, and on other Linux kernels, it becomes an input.
"""

from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.electrics.pi_models import ZERO_2_W, PiModel

_OUTPUTS = (Drive.LOW, Drive.HIGH)


class Pads:
    """Pins by their BCM numbers. A pull is PULLED_UP, PULLED_DOWN or RELEASED (no pull); None: as it is.

    OSError while the chip fails, unless a pin is freed or let go without a pull. Pins that are not on the
    matrix are passed over.
    """

    def __init__(self, circuit: MatrixCircuit, pi: PiModel = ZERO_2_W, *, keeps_outputs: bool = True) -> None:
        self.circuit = circuit
        self.pi = pi
        self._keeps_outputs = keeps_outputs
        self._sets_pulls = True
        self._pulls = {line: _at_reset(line, pi) for line in circuit.lines}
        for line in self._pulls:
            self.let_go(line)

    @property
    def pulls(self) -> dict[int, Drive]:
        """The pull of each pin, whether it drives or not."""
        return dict(self._pulls)

    def keep_boot_pulls(self) -> None:
        """Let no pull be set any more: each pin has that of the reset, as where a library sets none."""
        self._sets_pulls = False
        self._pulls = {line: _at_reset(line, self.pi) for line in self._pulls}

    def drive(self, line: int, level: int, pull: Drive | None = None) -> None:
        """Make a pin an output at this level."""
        if line in self._pulls:
            self._set_pull(line, pull)
            self.circuit.drive(line, Drive.HIGH if level else Drive.LOW)

    def let_go(self, line: int, pull: Drive | None = None) -> None:
        """Make a pin an input: it does what its pull does."""
        if line in self._pulls:
            self._set_pull(line, pull)
            self.circuit.drive(line, self._pulls[line])

    def free(self, line: int) -> None:
        """Let the kernel take a pin back, even while the chip fails. An output may stay one."""
        if line in self._pulls and not (self._keeps_outputs and self.circuit.drives[line] in _OUTPUTS):
            self.circuit.free(line, self._pulls[line])

    def clean_up(self, line: int) -> None:
        """Make a pin a floating input through the registers, as RPi.GPIO does, even while the chip fails."""
        if line in self._pulls:
            self._set_pull(line, Drive.RELEASED)
            self.circuit.free(line, self._pulls[line])

    def _set_pull(self, line: int, pull: Drive | None) -> None:
        if pull and self._sets_pulls:
            self._pulls[line] = pull


def _at_reset(line: int, pi: PiModel) -> Drive:
    return Drive.PULLED_UP if line <= pi.last_pulled_up else Drive.PULLED_DOWN
