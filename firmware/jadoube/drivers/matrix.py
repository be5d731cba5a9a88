"""Reads the matrix of reeds and buttons through gpiozero's pins.

One row after the other is driven low and the columns, pulled up, are read: a closed reed lets current run
from its column through its diode into the row. Every other row is *released*: an input that drives nothing,
as QMK does it. So no two outputs can ever fight over a wire, whatever the diodes do; a missing diode can make
the classic ghost, at the fourth corner of a rectangle of closed reeds, and nothing worse.

It knows pins and levels, no time but the settling of a row, and nothing of debounce: what it gives is raw.
No edge callback is used: gpiozero's edges are lost and merged where a reed bounces, levels are not.
"""

from typing import Final

from jadoube.config.pinmap import Matrix, Signal
from jadoube.core.events import Scanned
from jadoube.drivers.parts import Electronics, Part, PartFailed, Pin, PinFactory

_ADVICE: Final = "check that no other program uses the pins, and the pin map"


class MatrixScanner:
    """A Scanner over gpiozero pins. Takes the pins at once; raises PartFailed when it cannot have them."""

    def __init__(self, matrix: Matrix, electronics: Electronics, settle_us: int) -> None:
        factory = electronics.pin_factory()
        self._settle, self._settle_us = electronics.settle, settle_us
        try:
            rows = [_input(factory, line, "floating") for line in matrix.rows]
            columns = [_input(factory, line, "up") for line in matrix.columns]
        except Exception as problem:
            raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", _ADVICE) from problem
        self._pins = [*rows, *columns]
        # What each column adds to the scan while its row is low: the same objects every time, no lookups.
        self._lines: list[tuple[Pin, list[tuple[Pin, int, int]]]] = [
            (
                row,
                [(column, it.reeds, int(it.buttons)) for column, it in zip(columns, crossings, strict=True)],
            )
            for row, crossings in zip(rows, matrix.crossings, strict=True)
        ]

    def read(self) -> Scanned:
        """Read every reed and button once, raw."""
        try:
            return self._read()
        except Exception as problem:  # each pin library raises errors of its own
            raise PartFailed(Part.REEDS, f"cannot read a pin, {problem}", _ADVICE) from problem

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""
        for pin in self._pins:
            pin.close()

    def _read(self) -> Scanned:
        reeds = buttons = 0
        for row, crossings in self._lines:
            row.output_with_state(0)
            try:
                self._settle(self._settle_us)
                for column, reed, button in crossings:
                    if not column.state:
                        reeds |= reed
                        buttons |= button
            finally:  # a row left low would be read as closed reeds ever after
                row.function = "input"
        return Scanned(reeds, buttons)


def _input(factory: PinFactory, line: Signal, pull: str) -> Pin:
    pin = factory.pin(f"GPIO{line.bcm}")
    pin.input_with_pull(pull)
    return pin
