"""The pins of the Raspberry Pis that the board is built for: thresholds, pulls, outputs, leaks, reset state.

It decides numbers, each with its source, and knows no matrix and no wire. Where makers give no number, it is
a guess and says so.

Sources, by the letters that stand beside the numbers:

- D: Raspberry Pi documentation, "GPIO and the 40-pin header", voltage specifications
  (raspberrypi/documentation, gpio-on-raspberry-pi.adoc; two tables since pull request 2461: BCM2835,
  BCM2836, BCM2837 and RP3A0; BCM2711).
- C: Compute Module 5 data sheet, table 8, RP1 at 3.3 V (as others cite it; the document itself was not read).
- P: BCM2835 ARM Peripherals, page 102 (BCM2837 and RP3A0 have the same pins); Raspberry Pi 4 Model B data
  sheet, table 5; for RP1 what `pinctrl` prints of a Pi 5 (raspberrypi/linux#5719): 0 to 8 `pu`, 9 to 27 `pd`.
- K: the core clock that docs/raspberry-pi.md sets (`core_freq` in config.txt); a Pi 5 has one of its own for
  SPI, of 200 MHz (rp1.dtsi).
- S: raspberrypi.stackexchange.com, question 29918: an older Pi reads low up to 1.19 V and high from 1.34 V.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

#: The level of an output that is set high (D).
SUPPLY_V: Final = 3.3


class Tolerance(StrEnum):
    """Which of a part's possible values is taken."""

    LEAST = "least"
    TYPICAL = "typical"
    MOST = "most"


class Threshold(StrEnum):
    """Where an input changes from low to high; no input does so outside the two guaranteed levels."""

    GUARANTEED_LOW = "guaranteed low"
    TYPICAL = "typical"
    GUARANTEED_HIGH = "guaranteed high"


class Spread(NamedTuple):
    """The values that something can have."""

    least: float
    typical: float
    most: float

    def at(self, tolerance: Tolerance) -> float:
        """Give one of them."""
        return {Tolerance.LEAST: self.least, Tolerance.TYPICAL: self.typical, Tolerance.MOST: self.most}[
            tolerance
        ]


@dataclass(frozen=True, slots=True)
class PiModel:
    """What a model's pins do."""

    name: str
    chip: str
    chip_label: str
    """How the kernel labels the chip of the header's pins."""
    threshold_v: Spread
    """What surely reads low, at most; where most inputs change; what surely reads high, at least."""
    pull_ohm: Spread
    """Of a pull-up and of a pull-down."""
    output_ohm: Spread
    """Of a pin that drives low or high."""
    leak_a: float
    """At 3.3 V and 85 degrees Celsius, the most."""
    spi_source_mhz: float
    """The clock that SPI0 divides (K)."""
    last_pulled_up: int = 8
    """At reset the GPIOs up to this one are pulled up, the others down (P)."""

    def threshold(self, where: Threshold) -> float:
        """Give the level from which on an input reads high."""
        return {
            Threshold.GUARANTEED_LOW: self.threshold_v.least,
            Threshold.TYPICAL: self.threshold_v.typical,
            Threshold.GUARANTEED_HIGH: self.threshold_v.most,
        }[where]


def _bcm2837(name: str, chip: str) -> PiModel:
    return PiModel(
        name,
        chip,
        "pinctrl-bcm2835",
        threshold_v=Spread(0.9, 1.27, 1.6),  # D, S (the middle of its two), D
        pull_ohm=Spread(50_000, 57_000, 65_000),  # D, the middle, D
        output_ohm=Spread(
            15, 25, 70
        ),  # guesses; D: at most 0.14 V at 2 mA, with the strength that a reset leaves
        leak_a=5e-6,  # D
        spi_source_mhz=250,
    )


ZERO_2_W: Final = _bcm2837("Zero 2 W", "RP3A0")
PI_3: Final = _bcm2837("3", "BCM2837")
PI_4: Final = PiModel(
    "4",
    "BCM2711",
    "pinctrl-bcm2711",
    threshold_v=Spread(0.8, 1.4, 2.0),  # D, a guess (the middle), D
    # D for the ends, the middle is a usual figure. The Raspberry Pi 4 Model B data sheet (table 3, as others
    # cite it) has 18 kohm for the least; `PI_4_BY_DATA_SHEET` below.
    pull_ohm=Spread(33_000, 47_000, 73_000),
    output_ohm=Spread(15, 40, 100),  # guesses; D: at most 0.4 V at 4 mA
    leak_a=10e-6,  # D
    spi_source_mhz=500,
)
PI_5: Final = PiModel(
    "5",
    "RP1",
    "pinctrl-rp1",
    threshold_v=Spread(0.8, 1.4, 2.0),  # C, a guess (the middle), C
    pull_ohm=Spread(37_000, 55_000, 86_000),  # C
    output_ohm=Spread(15, 40, 100),  # guesses, those of a Pi 4; C: at most 0.4 V
    leak_a=10e-6,  # a guess, that of a Pi 4
    spi_source_mhz=200,
)

MODELS: Final = (ZERO_2_W, PI_3, PI_4, PI_5)

#: A Pi 4 whose pull-ups are as strong as its own data sheet lets them be; the documentation promises 33 kohm.
PI_4_BY_DATA_SHEET: Final = PiModel(
    "4, pulls of 18 kohm",
    PI_4.chip,
    PI_4.chip_label,
    PI_4.threshold_v,
    Spread(18_000, 47_000, 73_000),
    PI_4.output_ohm,
    PI_4.leak_a,
    PI_4.spi_source_mhz,
)
