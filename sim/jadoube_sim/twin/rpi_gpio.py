"""RPi.GPIO over the circuit: the functions that a scanner uses, by their names and arguments.

Constants are those of RPi.GPIO 0.7.1, argument names those of rpi-lgpio 0.6, which takes the same; a test
compares them where rpi-lgpio is installed.
"""

from collections.abc import Sequence

from jadoube_sim.twin.circuit import Drive, MatrixCircuit


class TwinRpiGpio:
    """What stands in the place of the module `RPi.GPIO`."""

    BCM, IN, OUT, LOW, HIGH, PUD_OFF, PUD_UP = 11, 1, 0, 0, 1, 20, 22

    def __init__(self, circuit: MatrixCircuit) -> None:
        self._circuit = circuit
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
        """Make pins inputs, pulled up or not, or outputs at a level."""
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        for line in _listed(chanlist):
            self._set_up.add(line)
            self._drive(line, self._does(direction, pull_up_down, initial))

    def input(self, channel: int) -> int:
        """Read a pin."""
        if channel not in self._set_up:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self._circuit.level(channel))

    def cleanup(self, chanlist: Sequence[int]) -> None:
        """Make pins floating inputs, and forget them."""
        for line in chanlist:
            self._set_up.discard(line)
            self._drive(line, Drive.RELEASED)

    def _does(self, direction: int, pull: int, initial: int | None) -> Drive:
        if direction == self.OUT:
            return Drive.HIGH if initial else Drive.LOW
        return Drive.PULLED_UP if pull == self.PUD_UP else Drive.RELEASED

    def _drive(self, line: int, drive: Drive) -> None:
        if line in self._circuit.lines:
            self._circuit.drive(line, drive)


def _listed(chanlist: int | Sequence[int]) -> Sequence[int]:
    return (chanlist,) if isinstance(chanlist, int) else chanlist
