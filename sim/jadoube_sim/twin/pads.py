"""The Pi's pins that the matrix hangs on: what each one drives, and which pull it keeps.

A pin has a direction, a level and a *pull*. The pull is a setting of its own: it is there from the reset on
and stays through every change of direction, until somebody states another. The twin's three libraries set the
same pads: what one does not state stays as the reset, or another one, has left it.

At reset GPIO 0 to 8 are pulled up and GPIO 9 to 27 down (BCM2835 ARM Peripherals, page 102).
"""

from typing import Final

from jadoube_sim.twin.circuit import Drive, MatrixCircuit

#: The last GPIO that is pulled up at reset.
_LAST_PULLED_UP: Final = 8


class Pads:
    """Pins by their BCM numbers. A pull is PULLED_UP, PULLED_DOWN or RELEASED (no pull); None: as it is.

    OSError while the chip fails, unless a pin is freed or let go without a pull. Pins that are not on the
    matrix are passed over.
    """

    def __init__(self, circuit: MatrixCircuit) -> None:
        self.circuit = circuit
        self._pulls = {line: _at_reset(line) for line in circuit.lines}
        for line in self._pulls:
            self.let_go(line)

    @property
    def pulls(self) -> dict[int, Drive]:
        """The pull of each pin, whether it drives or not."""
        return dict(self._pulls)

    def drive(self, line: int, level: int, pull: Drive | None = None) -> None:
        """Make a pin an output at this level."""
        if line in self._pulls:
            if pull:
                self._pulls[line] = pull
            self.circuit.drive(line, Drive.HIGH if level else Drive.LOW)

    def let_go(self, line: int, pull: Drive | None = None) -> None:
        """Make a pin an input: it does what its pull does."""
        if line in self._pulls:
            if pull:
                self._pulls[line] = pull
            self.circuit.drive(line, self._pulls[line])

    def free(self, line: int, pull: Drive | None = None) -> None:
        """Make a pin an input that nobody uses any more, even while the chip fails."""
        if line in self._pulls:
            if pull:
                self._pulls[line] = pull
            self.circuit.free(line, self._pulls[line])


def _at_reset(line: int) -> Drive:
    return Drive.PULLED_UP if line <= _LAST_PULLED_UP else Drive.PULLED_DOWN
