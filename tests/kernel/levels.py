"""The virtual board's own levels, read through the kernel's chip: what pulls and wires at fault make of them.

    levels

The other parts believe the module. This part proves it: a driver that forgets a pull must fail there. It uses
libgpiod, and nothing of the program under test.
"""

import sys
from collections.abc import Collection, Iterable
from typing import Final

import gpiod
from gpiod.line import Bias, Direction, Drive, Value

from board_wiring import WIRES
from checks import Checks
from virtual_board import lay_wire, look, tell, touch

_COLUMNS: Final = [name for name in WIRES if name.startswith("column_")]


class Levels:
    """The level of each line, with rows and columns requested in one way."""

    def __init__(self, rows: Bias, columns: Bias = Bias.PULL_UP, driven: Collection[str] = ()) -> None:
        released = gpiod.LineSettings(
            direction=Direction.OUTPUT, drive=Drive.OPEN_DRAIN, bias=rows, output_value=Value.ACTIVE
        )
        low = gpiod.LineSettings(direction=Direction.OUTPUT, drive=Drive.OPEN_DRAIN, bias=rows)
        read = gpiod.LineSettings(direction=Direction.INPUT, bias=columns)
        config: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {}
        for name, wire in WIRES.items():
            config[wire.bcm] = read if name in _COLUMNS else low if name in driven else released
        with gpiod.request_lines("/dev/gpiochip0", config=config, consumer="levels") as lines:
            values = lines.get_values([wire.bcm for wire in WIRES.values()])
        self.low = {name for name, value in zip(WIRES, values, strict=True) if value is Value.INACTIVE}


def _reset(checks: Checks) -> None:
    """Before any program: a reset pulls GPIO 0 to 8 up, the others down."""
    lines = look().lines()
    wrong = [name for name, wire in WIRES.items() if lines[name] != ("u1" if wire.bcm < 9 else "d0")]
    checks.expect(not wrong, f"after the reset: {lines}, expected u1 up to GPIO 8, d0 above it")


def _scans(checks: Checks, bias: Bias) -> None:
    """With e2 and a7 closed, row 2 driven: only column e is low, whatever the rows are pulled by."""
    found = Levels(bias, driven=["row_2"]).low
    checks.expect(found == {"row_2", "column_e"}, f"row_2 driven, {bias.name}: {found} read low")


def _pulled_down(checks: Checks) -> None:
    """A row that is pulled down draws a column through a closed reed: the column reads low in every row."""
    found = Levels(Bias.PULL_DOWN, driven=["row_1"]).low
    drawn = {"column_a", "column_e"}
    checks.expect(drawn <= found, f"rows pulled down: {found} read low, expected {drawn} among them")


def _as_is(checks: Checks) -> None:
    """A bias that is not asked for stays: after rows that were pulled down, so are those without a word."""
    found = Levels(Bias.AS_IS, driven=["row_1"]).low
    checks.expect(
        "column_e" in found, f"rows as they are, after pull-downs: {found} read low, expected column_e"
    )


def _faults(checks: Checks) -> None:
    """Each fault of a wire, with rows released and pulled up."""
    for name, fault, low in (
        ("row_3", "ground", {"row_3"}),  # no piece stands on it
        ("row_2", "ground", {"row_2", "column_e"}),
        ("column_e", "ground", {"column_e"}),
        ("column_e", "open", set()),
        ("column_e", "power", set()),
        ("row_2", "power", set()),
    ):
        lay_wire(name, fault)
        found = Levels(Bias.PULL_UP).low
        checks.expect(found == low, f"{name} {fault}: {found} read low, expected {low}")
        lay_wire(name, "whole")
    for name, fault, low in (
        ("column_e", "open", {"row_2"}),
        ("row_2", "open", {"row_2"}),
        ("column_e", "power", {"row_2"}),  # and the rail holds the wire of row 2 high through e2
    ):
        lay_wire(name, fault)
        found = Levels(Bias.PULL_UP, driven=["row_2"]).low
        checks.expect(found == low, f"row_2 driven, {name} {fault}: {found} read low, expected {low}")
        lay_wire(name, "whole")


def _charge(checks: Checks) -> None:
    """Without any pull a line keeps the level that it had."""
    Levels(Bias.PULL_UP)
    found = Levels(Bias.DISABLED, Bias.DISABLED).low
    checks.expect(not found, f"no pull, after pull-ups: {found} read low, expected none")
    lay_wire("column_c", "ground")
    found = Levels(Bias.DISABLED, Bias.DISABLED).low
    checks.expect(found == {"column_c"}, f"no pull, column_c grounded: {found} read low, expected column_c")
    lay_wire("column_c", "whole")


def main() -> int:
    """Read the levels; return the exit status."""
    checks = Checks()
    tell("bounce 0 0 200")
    _reset(checks)
    for square in ("e2", "a7"):
        touch(square, closed=True)
    for bias in (Bias.PULL_UP, Bias.DISABLED):
        _scans(checks, bias)
    _pulled_down(checks)
    _as_is(checks)
    _faults(checks)
    _charge(checks)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())
