"""What the board draws and what that asks of supply, fuses and wires, in whole milliampere and millivolt.

The lamps' rule and their cap are the firmware's own; what a Pi and the faces draw is a guess, and said to be
one.
"""

from typing import Final

from jadoube.drivers.interfaces import Colour
from jadoube.drivers.lamps import DEFAULT_BUDGET_MA, cap_current, current_ma

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

#: The matrix: what a pull-up of a Pi may be at its strongest (a guess), a 1N4148 at so little current (its
#: data sheets' curves), the row's resistor, and what a Pi surely reads as low (a guess, on the safe side).
PULL_UP_OHM: Final = 33_000
DIODE_MV: Final = 500
ROW_OHM: Final = 220
PI_MV: Final = 3300
LOW_MV: Final = 800

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


def low_level_mv(closed: int) -> int:
    """Say at what level a column is when so many switches of the driven row are closed."""
    current_ma_each = (PI_MV - DIODE_MV) / PULL_UP_OHM
    return round(DIODE_MV + closed * current_ma_each * ROW_OHM)


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
    """Write at what level a column is read, by how many switches of one row are closed."""
    lines = [
        f"| {closed} | {low_level_mv(closed)} | {LOW_MV - low_level_mv(closed)} |" for closed in (1, 4, 8, 9)
    ]
    head = ["| closed on the row | column, mV | below the limit by, mV |", "|---|---|---|"]
    return "\n".join([*head, *lines])
