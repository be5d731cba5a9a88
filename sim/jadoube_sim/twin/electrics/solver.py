"""Direct currents in a network of resistors and diodes: the voltage of every node.

It knows nodes by number, what ties a node to a fixed voltage, and branches between two nodes. It knows no
pin, no row and no chess, and no time: nothing has capacitance.

Every part here lets more current through at more voltage. So the sum of the parts' co-contents (the integral
of the current over the voltage) is a convex function of the node voltages, and its minimum is where
Kirchhoff's current law holds at every node. Newton's method looks for it. A step that would not lower the
sum is halved until it does, so the method converges from any start (Boyd and Vandenberghe, Convex
Optimization, section 9.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log1p
from typing import Final, NamedTuple, Protocol

#: A leak of each node to ground, siemens: no node is without a voltage. 100 Gohm is far above every real
#: leak.
_LEAST_SIEMENS: Final = 1e-11
#: Done when no node moves by more than this.
_CLOSE_ENOUGH_V: Final = 1e-7
_MOST_STEPS: Final = 200
#: The current of a diode with which a search begins.
_USUAL_A: Final = 5e-5
#: A step is taken if it brings this part of what the slope promises; a usual value for a line search.
_ARMIJO: Final = 1e-4


class Flow(NamedTuple):
    """What a branch does at a voltage: its current, how fast that grows, and the integral from 0 V."""

    ampere: float
    siemens: float
    watt: float


class Part(Protocol):
    """A part with two ends."""

    def flow(self, volts: float) -> Flow:
        """Say what flows from the one end to the other, if it is so many volts higher."""


@dataclass(frozen=True, slots=True)
class Resistor:
    """A resistor, a contact or a wire."""

    ohm: float

    def flow(self, volts: float) -> Flow:
        """Ohm's law."""
        ampere = volts / self.ohm
        return Flow(ampere, 1 / self.ohm, ampere * volts / 2)


@dataclass(frozen=True, slots=True)
class Diode:
    """A diode by Shockley's equation, in series with a resistance, and with a leak beside both, or none."""

    saturation_a: float
    emission_v: float
    """The emission coefficient times the thermal voltage."""
    series_ohm: float
    leak_ohm: float | None = None

    def flow(self, volts: float) -> Flow:
        """Shockley's equation behind the series resistance."""
        junction_v = self._junction_v(volts)
        growth = exp(junction_v / self.emission_v)
        ampere = self.saturation_a * (growth - 1)
        siemens = self.saturation_a * growth / self.emission_v
        watt = (
            self.saturation_a * (self.emission_v * (growth - 1) - junction_v)
            + self.series_ohm * ampere**2 / 2
        )
        siemens /= 1 + self.series_ohm * siemens
        if self.leak_ohm is not None:
            leak = volts / self.leak_ohm
            return Flow(ampere + leak, siemens + 1 / self.leak_ohm, watt + leak * volts / 2)
        return Flow(ampere, siemens, watt)

    def _junction_v(self, volts: float) -> float:
        """Say how much of the voltage is the junction's, by Newton's method from above."""
        if volts <= 0:
            return volts  # the current is the saturation current at most, and drops nothing
        junction_v = min(volts, self.emission_v * log1p(volts / (self.series_ohm * self.saturation_a)))
        for _ in range(_MOST_STEPS):
            growth = exp(junction_v / self.emission_v)
            too_much = junction_v + self.series_ohm * self.saturation_a * (growth - 1) - volts
            step = too_much / (1 + self.series_ohm * self.saturation_a * growth / self.emission_v)
            junction_v -= step
            if step < _CLOSE_ENOUGH_V / 100:
                break
        return junction_v


class Tie(NamedTuple):
    """A resistance between a node and a fixed voltage."""

    node: int
    volts: float
    siemens: float


class Branch(NamedTuple):
    """A part from one node to another."""

    one: int
    other: int
    part: Part


def solve(nodes: int, ties: Sequence[Tie], branches: Sequence[Branch]) -> list[float]:
    """Give the voltage of each node. Nodes with few branches are best numbered first: it is faster."""
    network = _Network(nodes, ties, branches)
    here = network.at(network.guess())
    for _ in range(_MOST_STEPS):
        step = _solve_linear(here.matrix, [-out for out in here.surplus])
        slope = sum(out * by for out, by in zip(here.surplus, step, strict=True))
        part = 1.0
        while True:
            volts = [at + part * by for at, by in zip(here.volts, step, strict=True)]
            if max(map(abs, step)) * part < _CLOSE_ENOUGH_V:
                return volts
            ahead = network.at(volts)
            if ahead.content <= here.content + _ARMIJO * part * slope:
                break
            part /= 2
        here = ahead
    raise ArithmeticError(f"no solution for {nodes} nodes after {_MOST_STEPS} steps")


class _Point(NamedTuple):
    """What the network is like at these voltages."""

    volts: list[float]
    content: float
    """The sum of the co-contents."""
    surplus: list[float]
    """The current out of each node."""
    matrix: list[list[float]]
    """How fast the current out of each node grows with each node's voltage."""


class _Network:
    """The nodes' ties in sum, and the branches between them."""

    def __init__(self, nodes: int, ties: Sequence[Tie], branches: Sequence[Branch]) -> None:
        self._branches = branches
        self._siemens = [_LEAST_SIEMENS] * nodes
        self._ampere = [0.0] * nodes
        for tie in ties:
            self._siemens[tie.node] += tie.siemens
            self._ampere[tie.node] += tie.siemens * tie.volts

    def guess(self) -> list[float]:
        """Begin with each node at what ties it, but no diode with more than a usual voltage over it."""
        volts = [into / by for into, by in zip(self._ampere, self._siemens, strict=True)]
        for one, other, part in self._branches:
            if isinstance(part, Diode):
                volts[one] = min(
                    volts[one], volts[other] + part.emission_v * log(_USUAL_A / part.saturation_a)
                )
        return volts

    def at(self, volts: list[float]) -> _Point:
        """Add up what all parts do at these voltages."""
        content = 0.0
        surplus = []
        matrix = [[0.0] * len(volts) for _ in volts]
        for node, (here, by, into) in enumerate(zip(volts, self._siemens, self._ampere, strict=True)):
            content += (by / 2 * here - into) * here
            surplus.append(by * here - into)
            matrix[node][node] = by
        for one, other, part in self._branches:
            ampere, siemens, watt = part.flow(volts[one] - volts[other])
            content += watt
            surplus[one] += ampere
            surplus[other] -= ampere
            matrix[one][one] += siemens
            matrix[other][other] += siemens
            matrix[one][other] -= siemens
            matrix[other][one] -= siemens
        return _Point(volts, content, surplus, matrix)


def _solve_linear(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Eliminate by Gauss, and pass over zeros.

    The matrix is symmetric and its diagonal dominates (each node has a leak to ground), so no pivot is
    sought. It and the right side are used up.
    """
    size = len(right)
    ahead: list[list[int]] = []
    for column in range(size):
        pivot = matrix[column]
        below = [other for other in range(column + 1, size) if pivot[other]]
        ahead.append(below)
        for line in below:
            factor = pivot[line] / pivot[column]
            row = matrix[line]
            for other in below:
                row[other] -= factor * pivot[other]
            right[line] -= factor * right[column]
    for column in reversed(range(size)):
        pivot = matrix[column]
        known = sum(pivot[other] * right[other] for other in ahead[column])
        right[column] = (right[column] - known) / pivot[column]
    return right
