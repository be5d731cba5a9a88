"""What the board draws and what that asks of supply, fuses and wires, in whole milliampere and millivolt.

The lamps' rule and their cap are the firmware's own; what a Pi and the faces draw is a guess, and said to be
one. The levels of the matrix are the twin's, whose modules have the sources of every number.
"""

from typing import Final

from jadoube.drivers.interfaces import Colour
from jadoube.drivers.lamps.lamp_current import DEFAULT_BUDGET_MA, cap_current, current_ma
from jadoube_sim.twin.electrics.margins import closed_v, least_diode_ohm, open_v
from jadoube_sim.twin.electrics.parts import (
    D_1N4148,
    D_BAT85,
    HIGHEST_LOW,
    LOWEST_HIGH,
    TYPICAL,
    Corner,
    DiodeType,
    board_values,
)
from jadoube_sim.twin.electrics.pi_models import PI_4, PI_4_BY_DATA_SHEET, PI_5, ZERO_2_W, PiModel

LAMPS: Final = 64
#: The official Raspberry Pi USB-C supply of 15 W: 5.1 V, 3.0 A (its product brief).
SUPPLY_MA: Final = 3000
MAIN_FUSE_MA: Final = 2500
LAMP_FUSE_MA: Final = 1600
#: Guesses: a Zero 2 W with all its cores busy and WLAN on, a face with every segment lit, all the rest.
PI_MA: Final = 700
#: Guesses, too: the Pis that the board can feed, busy, with nothing on their USB.
PIS: Final = {"Zero 2 W": PI_MA, "3A+, 3B+": 1200, "4": 1500}
PI_5_MA: Final = 2500  # a guess as well; the board cannot feed it
FACE_MA: Final = 100
REST_MA: Final = 20

#: The Pis whose levels are told; a Zero 2 W and a 3 have the same pins.
LEVELS_OF: Final = {
    "Zero 2 W, 3": ZERO_2_W,
    "4": PI_4,
    "4, its data sheet's 18 kohm": PI_4_BY_DATA_SHEET,
    "5": PI_5,
}
DIODES: Final = (D_1N4148, D_BAT85)

_COPPER_OHM_MM2_PER_M: Final = 0.0178
WHITE: Final = (255, 255, 255)
#: A busy moment as players see it: ten squares lit, each as bright as one colour can be.
BUSY: Final[list[Colour]] = [(255, 0, 0)] * 10 + [(0, 0, 0)] * (LAMPS - 10)


def lamps_ma(frame: list[Colour]) -> int:
    """Say what a frame draws after the firmware's cap."""
    return round(current_ma(cap_current(frame, DEFAULT_BUDGET_MA)))


def all_white_ma() -> int:
    """Say what all lamps would draw, all white, if nothing capped them."""
    return round(current_ma([WHITE] * LAMPS))


def most_ma() -> int:
    """Say what the whole board draws at most while the cap holds."""
    return DEFAULT_BUDGET_MA + PI_MA + 2 * FACE_MA + REST_MA


def uncapped_ma() -> int:
    """Say what it would draw with all lamps white."""
    return all_white_ma() + PI_MA + 2 * FACE_MA + REST_MA


def lamps_budget_ma(pi_ma: int) -> int:
    """Say what the lamps may draw beside a Pi that draws so much: what both fuses carry, rounded down."""
    beside = MAIN_FUSE_MA - pi_ma - 2 * FACE_MA - REST_MA
    return min(beside, LAMP_FUSE_MA) // 100 * 100


def drop_mv(current: float, metres: float, square_mm: float) -> int:
    """Say how much a wire of copper takes, there and back, of a current in mA."""
    return round(current * 2 * metres * _COPPER_OHM_MM2_PER_M / square_mm)


def closed_mv(model: PiModel, diode: DiodeType, closed: int) -> int:
    """Say how high a column with a closed switch can be, if so many are closed on the driven row."""
    return round(1000 * closed_v(board_values(model, HIGHEST_LOW, diode=diode), closed))


def open_mv(model: PiModel, diode: DiodeType) -> int:
    """Say how low a column without one can be."""
    return round(1000 * open_v(board_values(model, LOWEST_HIGH, diode=diode)))


def bad_diode_kohm(corner: Corner = TYPICAL) -> float:
    """Say from which resistance backwards down a diode of a board with a Zero 2 W is too bad, in kohm."""
    return least_diode_ohm(board_values(ZERO_2_W, corner), ZERO_2_W.threshold_v.most) / 1000


def budget_table() -> str:
    """Write what draws how much."""
    rows = [
        ("64 lamps, dark", round(current_ma([(0, 0, 0)] * LAMPS)), "the firmware's rule: 1 mA a lamp"),
        ("64 lamps, ten squares lit in one full colour", lamps_ma(BUSY), "the same, and 20 mA a colour"),
        ("64 lamps, at most", DEFAULT_BUDGET_MA, "the firmware dims until it is so"),
        ("64 lamps, all white, were there no cap", all_white_ma(), "the same rule"),
        ("Raspberry Pi Zero 2 W", PI_MA, "guess, busy"),
        ("two faces, every segment lit", 2 * FACE_MA, "guess"),
        ("gates, buzzer, pull-ups", REST_MA, "guess"),
        ("**all, at most**", most_ma(), f"of the {SUPPLY_MA} mA that the supply gives"),
        ("**all, were there no cap**", uncapped_ma(), "more than the supply gives: what the cap is for"),
    ]
    lines = [f"| {what} | {milliampere} | {source} |" for what, milliampere, source in rows]
    return "\n".join(["| what | mA | from |", "|---|---|---|", *lines])


def pi_table() -> str:
    """Write what each Pi draws, and to what the lamps' cap must be set beside it."""
    lines = []
    for name, draws in PIS.items():
        allowed = lamps_budget_ma(draws)
        enough = f"nothing: the lamps may draw {allowed} mA, their cap is {DEFAULT_BUDGET_MA}"
        todo = enough if allowed >= DEFAULT_BUDGET_MA else f"`lamps.budget_ma = {allowed}`"
        lines.append(f"| {name} | {draws} | {todo} |")
    head = ["| Pi | draws at most, mA (guesses) | what to set |", "|---|---|---|"]
    return "\n".join([*head, *lines])


def level_table() -> str:
    """Write the levels of the worst boards that tolerances allow, and what is left to the guaranteed ones."""
    lines = []
    for name, model in LEVELS_OF.items():
        surely = [round(1000 * volts) for volts in (model.threshold_v.least, model.threshold_v.most)]
        for diode in DIODES:
            low, high = closed_mv(model, diode, 9), open_mv(model, diode)
            few = " | ".join(str(closed_mv(model, diode, closed)) for closed in (1, 8))
            spare = f"**{surely[0] - low}** | {high} | {surely[1]} | **{high - surely[1]}**"
            lines.append(f"| {name} | {diode.name} | {few} | {low} | {surely[0]} | {spare} |")
    levels = "1 closed | 8 closed | 9 closed | surely low | to spare | open | surely high | to spare"
    return "\n".join([f"| Pi | diode | {levels} |", "|" + "---|" * 10, *lines])
