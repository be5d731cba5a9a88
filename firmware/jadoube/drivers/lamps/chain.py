"""Shows frames on the chain of lamps, whatever sends them: `lamps_spi.py` or `lamps_neopixel.py`.

It decides the order of the squares on the wire and keeps the current limit. It writes a frame only if it
differs from the last one, or if the caller asks for a rewrite: the wire is one-way, so lamps that lost their
power cannot report it. It refuses to know what colours mean, and how they become bits.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from jadoube.config.pinmap import LampString
from jadoube.drivers.interfaces import Colour, Complaint, Part, PartFailed
from jadoube.drivers.lamps.lamp_current import DEFAULT_BUDGET_MA, cap_current

_DARK: Final[Colour] = (0, 0, 0)
#: No plug is to blame: the wire is one-way.
_ADVICE: Final = "update the system and restart; journalctl -k may tell more"


class LampWriter(Protocol):
    """Sends colours to the lamps. Whatever it raises, the lamps have failed."""

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong although colours are sent."""

    def write(self, colours: Sequence[Colour]) -> None:
        """Send one colour for each lamp, the lamp next to the Pi first."""

    def close(self) -> None:
        """Release the wire."""


class CappedChain:
    """The LampChain over a writer; `budget_ma` limits the current of all lamps together."""

    def __init__(self, lamps: LampString, writer: LampWriter, budget_ma: int = DEFAULT_BUDGET_MA) -> None:
        self._chain = lamps.chain
        self._writer = writer
        self._budget_ma = budget_ma
        self._shown: tuple[Colour, ...] | None = None

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong although the lamps are lit."""
        return self._writer.complaint

    def show(self, colours: Sequence[Colour], *, anew: bool = False) -> None:
        """Light the squares a1 to h8 in these 64 colours, all dimmed if they would exceed the limit."""
        frame = tuple(colours)
        if frame == self._shown and not anew:
            return
        capped = cap_current(frame, self._budget_ma)
        try:
            self._writer.write([capped[square] for square in self._chain])
        except Exception as problem:
            self._shown = None
            raise PartFailed(Part.LAMPS, f"cannot be written, {first_line(problem)}", _ADVICE) from problem
        self._shown = frame

    def close(self) -> None:
        """Go dark and release the wire. Raises PartFailed."""
        try:
            self.show([_DARK] * len(self._chain), anew=True)
        finally:
            self._writer.close()


def first_line(problem: Exception) -> str:
    """Return the first line of an error: Blinka's messages are long."""
    return (str(problem) or type(problem).__name__).strip().splitlines()[0].strip()
