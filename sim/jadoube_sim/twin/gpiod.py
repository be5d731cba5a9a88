"""libgpiod's Python package over the circuit: what a scanner uses of it, by its names, arguments and errors.

They are those of gpiod 2.2 to 2.5; a test compares them with the installed package. A request is one call of
the kernel, and so are each read, each write and each change of settings; they are counted, so that a scan can
be priced, and so is each line whose direction a write turns.

A bias AS_IS leaves the pull as it is. A line that is let go in an open-drain drive becomes an input, as the
kernel does it for a chip without open drain (`gpiod_set_open_drain_value_commit`, drivers/gpio/gpiolib.c). An
output that is given back stays one at its level where the kernel keeps it so (`pads.py`).
Names of lines, edges, debounce and active-low lines are not modelled.
"""

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace, TracebackType
from typing import Final, Self

from jadoube_sim.twin.circuit import Drive as OnLine
from jadoube_sim.twin.pads import Pads


class Value(Enum):
    """Logical levels."""

    INACTIVE = 0
    ACTIVE = 1


class Direction(Enum):
    """Input, output, or as it is."""

    AS_IS = 1
    INPUT = 2
    OUTPUT = 3


class Bias(Enum):
    """The pull of a line."""

    AS_IS = 1
    UNKNOWN = 2
    DISABLED = 3
    PULL_UP = 4
    PULL_DOWN = 5


class Drive(Enum):
    """How an output drives its line."""

    PUSH_PULL = 1
    OPEN_DRAIN = 2
    OPEN_SOURCE = 3


_PULLS: Final = {
    Bias.DISABLED: OnLine.RELEASED,
    Bias.PULL_UP: OnLine.PULLED_UP,
    Bias.PULL_DOWN: OnLine.PULLED_DOWN,
}


class ChipClosedError(Exception):
    """A closed chip was used."""

    def __init__(self) -> None:
        super().__init__("I/O operation on closed chip")


class RequestReleasedError(Exception):
    """A released request was used."""

    def __init__(self) -> None:
        super().__init__("GPIO lines have been released")


@dataclass
class LineSettings:
    """What a line is to be; of the real one only what is modelled."""

    direction: Direction = Direction.AS_IS
    bias: Bias = Bias.AS_IS
    drive: Drive = Drive.PUSH_PULL
    output_value: Value = Value.INACTIVE


@dataclass(frozen=True)
class LineInfo:
    """Who has a line."""

    offset: int
    used: bool
    consumer: str


@dataclass(frozen=True)
class ChipInfo:
    """What a chip says of itself."""

    name: str
    label: str
    num_lines: int


Config = Mapping[Iterable[int] | int, LineSettings | None]


class TwinGpiod:
    """What stands in the place of the package gpiod. One chip, with the lines of a Pi."""

    LineSettings = LineSettings
    ChipClosedError = ChipClosedError
    RequestReleasedError = RequestReleasedError
    line = SimpleNamespace(Value=Value, Direction=Direction, Bias=Bias, Drive=Drive)

    def __init__(self, pads: Pads) -> None:
        self.calls = 0
        """Calls of the kernel so far, on lines that are requested."""
        self.turned = 0
        """Lines whose direction a write has set so far."""
        self.pads = pads
        self.info = ChipInfo("gpiochip0", pads.pi.chip_label, 54)
        self.taken: dict[int, str] = {}
        """Who has which line."""

    def Chip(self, path: str) -> "TwinChip":  # noqa: N802 - gpiod's own name
        """Open a chip."""
        if path != f"/dev/{self.info.name}":
            raise _error(errno.ENOENT)
        return TwinChip(self)

    def request_lines(
        self,
        path: str,
        config: Config,
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: Mapping[int, Value] | None = None,
    ) -> "TwinRequest":
        """Open a chip, request lines and close the chip."""
        with self.Chip(path) as chip:
            return chip.request_lines(config, consumer, event_buffer_size, output_values)


class TwinChip:
    """An open chip."""

    def __init__(self, gpiod: TwinGpiod) -> None:
        self._gpiod = gpiod
        self._open = True

    def __enter__(self) -> Self:
        """Use the chip."""
        self._check_open()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the chip."""
        self.close()

    def close(self) -> None:
        """Close the chip; requests of its lines stay."""
        self._check_open()
        self._open = False

    def get_info(self) -> ChipInfo:
        """Say which chip this is."""
        self._check_open()
        return self._gpiod.info

    def get_line_info(self, line: int) -> LineInfo:
        """Say who has a line."""
        self._check_open()
        return LineInfo(line, line in self._gpiod.taken, self._gpiod.taken.get(line, ""))

    def request_lines(
        self,
        config: Config,
        consumer: str | None = None,
        event_buffer_size: int | None = None,  # noqa: ARG002 - gpiod's argument
        output_values: Mapping[int, Value] | None = None,
    ) -> "TwinRequest":
        """Request lines for nobody else to use."""
        self._check_open()
        settings = dict(_each_line(config))
        if set(settings) & set(self._gpiod.taken):
            raise _error(errno.EBUSY)
        for line, value in (output_values or {}).items():
            settings[line].output_value = value
        return TwinRequest(self._gpiod, settings, consumer or "?")

    def _check_open(self) -> None:
        if not self._open:
            raise ChipClosedError


class TwinRequest:
    """Lines that were requested."""

    def __init__(self, gpiod: TwinGpiod, settings: dict[int, LineSettings], consumer: str) -> None:
        self._gpiod, self._pads = gpiod, gpiod.pads
        self._settings = settings
        self._outputs: set[int] = set()
        self._released = False
        for line in settings:
            gpiod.taken[line] = consumer
        try:
            self._apply(settings)
        except OSError:  # the kernel gives all lines back when it cannot set one
            self._give_back()
            raise

    def get_values(self, lines: Iterable[int] | None = None) -> list[Value]:
        """Read lines, all of them if none is named."""
        self._call()
        wanted = list(self._settings if lines is None else lines)
        self._check_requested(wanted)
        return [Value.ACTIVE if self._pads.circuit.level(line) else Value.INACTIVE for line in wanted]

    def get_value(self, line: int) -> Value:
        """Read a line."""
        return self.get_values([line])[0]

    def set_values(self, values: Mapping[int, Value]) -> None:
        """Set outputs."""
        self._call()
        self._check_requested(values)
        if not self._outputs.issuperset(values):
            raise _error(errno.EPERM)
        for line, value in values.items():
            self._gpiod.turned += self._settings[line].drive is Drive.OPEN_DRAIN
            self._set(line, value, None)

    def set_value(self, line: int, value: Value) -> None:
        """Set an output."""
        self.set_values({line: value})

    def reconfigure_lines(self, config: Config) -> None:
        """Change what lines are; one that is not named is left as it is."""
        self._call()
        self._apply(dict(_each_line(config)))

    def release(self) -> None:
        """Give the lines back; they keep their pulls, and what they drive."""
        self._call()
        self._released = True
        self._give_back()

    def _give_back(self) -> None:
        for line in self._settings:
            del self._gpiod.taken[line]
            self._pads.free(line)

    def _call(self) -> None:
        if self._released:
            raise RequestReleasedError
        self._gpiod.calls += 1

    def _check_requested(self, lines: Iterable[int]) -> None:
        if not set(lines) <= set(self._settings):
            raise ValueError(os.strerror(errno.EINVAL))

    def _apply(self, settings: dict[int, LineSettings]) -> None:
        for line, wanted in settings.items():
            self._settings[line] = wanted
            if wanted.direction is Direction.OUTPUT:
                self._outputs.add(line)
                self._set(line, wanted.output_value, _PULLS.get(wanted.bias))
            elif wanted.direction is Direction.INPUT:
                self._outputs.discard(line)
                self._pads.let_go(line, _PULLS.get(wanted.bias))

    def _set(self, line: int, value: Value, pull: OnLine | None) -> None:
        if value is Value.ACTIVE and self._settings[line].drive is Drive.OPEN_DRAIN:
            self._pads.let_go(line, pull)
        else:
            self._pads.drive(line, value.value, pull)


def _each_line(config: Config) -> Iterator[tuple[int, LineSettings]]:
    for lines, settings in config.items():
        for line in (lines,) if isinstance(lines, int) else lines:
            yield line, settings or LineSettings()


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
