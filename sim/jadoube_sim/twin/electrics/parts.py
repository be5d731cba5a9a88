"""The parts between the Pi's pins and the squares, and what one board of all possible ones is made of.

It decides numbers, each with its source: resistors, reed, wire, the diodes by temperature, and the *corners*,
which are combinations of what tolerances allow. `board_values` puts a Pi, a corner and a diode together. It
knows no state: nothing here is open or closed.
"""

from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from jadoube_sim.twin.electrics.pi_models import SUPPLY_V, ZERO_2_W, PiModel, Threshold, Tolerance
from jadoube_sim.twin.electrics.solver import Diode

#: R1 to R8, between a row's pin and its wire, and the nine resistors of the columns. hardware/rev_a has the
#: same.
ROW_OHM: Final = 220.0
COLUMN_OHM: Final = 470.0
#: Of both (hardware/rev_a/BOM.csv).
RESISTORS_WITHIN: Final = 0.05

#: MDSR-7 data sheet (Littelfuse, 2015): contact, initial, at most.
_REED_OHM: Final = 0.1
#: Copper of 0.14 mm2 is 0.13 ohm a metre; a metre of it, and as much again for joints and connectors (a
#: guess).
_WIRE_OHM: Final = 0.3
#: A wire that touches ground, 3.3 V or another wire, and a bridge in the place of a diode. A guess.
CONTACT_OHM: Final = 0.1

#: What holds the level of a pin that nothing draws: the charge of some 50 pF, looked at half a millisecond
#: later, behaves as 10 Mohm to that level would. A guess.
HOLD_OHM: Final = 10e6

_BOLTZMANN_V_PER_K: Final = 8.617333e-5
_ZERO_CELSIUS_K: Final = 273.15
_MODELLED_AT_K: Final = _ZERO_CELSIUS_K + 27  # SPICE's nominal temperature
ROOM_C: Final = 25.0


@dataclass(frozen=True, slots=True)
class DiodeType:
    """A diode as SPICE describes it."""

    name: str
    saturation_a: float
    emission: float
    series_ohm: float
    gap_v: float
    exponent: float
    """How fast the saturation current grows with temperature (XTI)."""

    def at(self, celsius: float, more_ohm: float = 0.0) -> Diode:
        """Give the diode at a temperature, with more resistance in series (SPICE's own temperature law)."""
        kelvin = _ZERO_CELSIUS_K + celsius
        thermal_v = self.emission * _BOLTZMANN_V_PER_K * kelvin
        warmth = kelvin / _MODELLED_AT_K
        grown = warmth ** (self.exponent / self.emission) * exp(self.gap_v / thermal_v * (warmth - 1))
        return Diode(self.saturation_a * grown, thermal_v, self.series_ohm + more_ohm)


#: A usual SPICE model of it (LTspice's); NXP's (4.352 nA, 1.906, 0.646 ohm) has 15 mV more at 0.1 mA. It has
#: 0.66 V at 5 mA; a 1N4448, the same diode with a narrower promise, has 0.62 to 0.72 V there (Diotec data
#: sheet). Nobody promises anything at the 0.1 mA of this board.
D_1N4148: Final = DiodeType("1N4148", 2.52e-9, 1.752, 0.568, gap_v=1.11, exponent=3)
#: Through the greatest forward voltages of the data sheet (Philips, 1996, page 3: 240 mV at 0.1 mA, 320 mV
#: at 1 mA, 400 mV at 10 mA): the worst BAT85 that there is. Gap and exponent are usual ones of Schottky
#: diodes.
D_BAT85: Final = DiodeType("BAT85", 1.0e-7, 1.344, 0.1, gap_v=0.69, exponent=2)


@dataclass(frozen=True, slots=True)
class Corner:
    """One combination of what tolerances allow."""

    name: str
    pull_ups: Tolerance
    pull_downs: Tolerance
    outputs: Tolerance
    supply: float
    """Of the Pi's 3.3 V; within 3 % (a guess)."""
    resistors: float
    celsius: float
    """10 to 40 degrees: where people play (a guess)."""
    leaky: bool
    """Whether every pin leaks to ground, as much as its maker allows; else none leaks."""


_LEAST, _MOST = Tolerance.LEAST, Tolerance.MOST
TYPICAL: Final = Corner(
    "typical", Tolerance.TYPICAL, Tolerance.TYPICAL, Tolerance.TYPICAL, 1.0, 1.0, ROOM_C, leaky=False
)
#: Where a closed reed reads highest: strong pull-ups, weak outputs, cold diodes. Cold pins hardly leak.
HIGHEST_LOW: Final = Corner("highest low", _LEAST, _MOST, _MOST, 1.03, 1 + RESISTORS_WITHIN, 10, leaky=False)
#: Where an open one reads lowest: weak pull-ups, strong pull-downs, every pin leaks to ground.
LOWEST_HIGH: Final = Corner("lowest high", _MOST, _LEAST, _LEAST, 0.97, 1 - RESISTORS_WITHIN, 40, leaky=True)
CORNERS: Final = (TYPICAL, HIGHEST_LOW, LOWEST_HIGH)


@dataclass(frozen=True, slots=True)
class BoardValues:
    """One board: what every part of it is worth."""

    supply_v: float
    threshold_v: float
    """From this level on an input reads high."""
    pull_up_ohm: float
    pull_down_ohm: float
    output_ohm: float
    leak_ohm: float | None
    """From each pin to ground."""
    row_ohm: float
    column_ohm: float
    diode: Diode
    """With reed and wire in series."""


@cache
def board_values(
    model: PiModel = ZERO_2_W,
    corner: Corner = TYPICAL,
    threshold: Threshold = Threshold.TYPICAL,
    diode: DiodeType = D_1N4148,
) -> BoardValues:
    """Put one board together."""
    return BoardValues(
        supply_v=SUPPLY_V * corner.supply,
        threshold_v=model.threshold(threshold),
        pull_up_ohm=model.pull_ohm.at(corner.pull_ups),
        pull_down_ohm=model.pull_ohm.at(corner.pull_downs),
        output_ohm=model.output_ohm.at(corner.outputs),
        leak_ohm=SUPPLY_V / model.leak_a if corner.leaky else None,
        row_ohm=ROW_OHM * corner.resistors,
        column_ohm=COLUMN_OHM * corner.resistors,
        diode=diode.at(corner.celsius, _REED_OHM + _WIRE_OHM),
    )
