"""The lines of the matrix through libgpiod 2: one request for rows and columns, one system call for a step.

A scan takes 17 calls: for each of the eight rows a write that releases the row before and drives this one,
and a read; and a write at the end. A write names only the lines that change, so the kernel turns the
direction of 16 lines in a scan (72 through lgpio, which writes all rows each time). But the package makes an
object of each level, and that takes more of the processor's time (docs/decisions.md has the figures).

Rows are open-drain outputs with a pull-up, as in `lines_lgpio.py`. libgpiod 1 has another interface;
`drivers/pi.py` refuses it.
"""

import errno
from collections.abc import Callable, Sequence
from typing import Any, Final

from jadoube.config.matrix import Matrix
from jadoube.drivers.interfaces import CHIP_ADVICE, LineLevels, Part, PartFailed, PinsTaken, Pull

#: Who has the lines, as `gpioinfo` shows it.
_CONSUMER: Final = "jadoube"


class GpiodLines:
    """MatrixLines over gpiod (the module, or an object with its names) and the chip `/dev/gpiochipN`.

    `wait` waits until a pull has moved a line.
    """

    def __init__(self, matrix: Matrix, gpiod: Any, chip: int, wait: Callable[[], None]) -> None:
        self._gpiod = gpiod
        self._wait = wait
        self._rows, self._columns = ([line.bcm for line in lines] for lines in (matrix.rows, matrix.columns))
        self._low, self._high = gpiod.line.Value.INACTIVE, gpiod.line.Value.ACTIVE
        self._pulls = {
            Pull.UP: gpiod.line.Bias.PULL_UP,
            Pull.DOWN: gpiod.line.Bias.PULL_DOWN,
            Pull.NONE: gpiod.line.Bias.DISABLED,
        }
        self._scanning = {
            tuple(self._rows): gpiod.LineSettings(
                direction=gpiod.line.Direction.OUTPUT,
                drive=gpiod.line.Drive.OPEN_DRAIN,
                bias=gpiod.line.Bias.PULL_UP,
                output_value=self._high,
            ),
            tuple(self._columns): self._make_input(Pull.UP),
        }
        self._driven: list[int] = []  # the rows that may be low
        self._request = self._take_lines(f"/dev/gpiochip{chip}")

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        line = self._rows[row]
        values = {**dict.fromkeys(self._driven, self._high), line: self._low}
        self._driven.append(line)  # until the call returns nobody knows which of them are low
        self._request.set_values(values)
        self._driven = [line]

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        return self._find_low(self._columns)

    def low_rows(self) -> int:
        """Return which rows are low: bit n is row n, from 0."""
        return self._find_low(self._rows)

    def release(self) -> None:
        """Release all rows."""
        if self._driven:
            self._request.set_values(dict.fromkeys(self._driven, self._high))
            self._driven = []

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Read every line as an input with this pull; then all are as for a scan again."""
        lines = (*self._rows, *self._columns)
        try:
            if charged:
                self._request.reconfigure_lines({lines: self._make_high()})
                self._wait()
            self._request.reconfigure_lines({lines: self._make_input(pull)})
            if pull is not Pull.NONE:  # without a pull nothing moves, and a charge may leak away
                self._wait()
            return LineLevels(self.low_rows(), self.low_columns())
        finally:
            self._request.reconfigure_lines(self._scanning)
            self._driven = []

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        A Pi's kernel may leave an output that is given back as it was (persist_gpio_outputs), so the rows are
        released first. All lines keep their pull-ups.
        """
        try:
            self.release()
        finally:
            self._request.release()

    def _take_lines(self, path: str) -> Any:
        try:
            chip = self._gpiod.Chip(path)
        except OSError as problem:
            what = f"{path} does not open, {problem.strerror}"
            raise PartFailed(Part.REEDS, what, CHIP_ADVICE) from problem
        with chip:
            try:
                return chip.request_lines(self._scanning, consumer=_CONSUMER)
            except OSError as problem:
                users = self._find_users(chip) if problem.errno == errno.EBUSY else []
                if not users:
                    raise
                raise PinsTaken(", ".join(users)) from problem

    def _find_users(self, chip: Any) -> list[str]:
        """Say who else has lines of the matrix: a pin of each program or driver, and how many it has."""
        pins: dict[str, list[int]] = {}
        for line in (*self._rows, *self._columns):
            info = chip.get_line_info(line)
            if info.used:
                pins.setdefault(info.consumer or "the kernel", []).append(line)
        others = {1: "", 2: " and another pin"}
        return [
            f"GPIO{has[0]}{others.get(len(has), f' and {len(has) - 1} other pins')} used by {who}"
            for who, has in pins.items()
        ]

    def _make_input(self, pull: Pull) -> Any:
        return self._gpiod.LineSettings(direction=self._gpiod.line.Direction.INPUT, bias=self._pulls[pull])

    def _make_high(self) -> Any:
        return self._gpiod.LineSettings(
            direction=self._gpiod.line.Direction.OUTPUT,
            bias=self._gpiod.line.Bias.DISABLED,
            output_value=self._high,
        )

    def _find_low(self, lines: Sequence[int]) -> int:
        low = 0
        for index, level in enumerate(self._request.get_values(lines)):
            if level is self._low:
                low |= 1 << index
        return low
