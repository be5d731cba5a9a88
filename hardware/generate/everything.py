"""All that is made from the pin map, as paths and texts: what `make hardware` writes and the tests compare.

Two files are made by programs that a test does not need: the netlist (SKiDL) and the picture of the wiring
(WireViz, which has Graphviz draw it). They are not in here; `tools.py` makes them.
"""

from pathlib import Path
from typing import Final

from generate.bom import bom_page, read_bom, read_tools
from generate.circuit import circuit
from generate.documents import figures, filled, pages
from generate.first_power import volts_file
from generate.pictures import plan, section, square_below
from generate.pinout import pinout_drawing, pinout_table
from generate.schematic import sheets
from generate.sketch import chip_sheet
from generate.smallboard import small_board
from generate.steps import readying, testing
from generate.template import SHEETS, template
from generate.underside import lamps_below, matrix_below
from generate.wiring import wiring
from jadoube.config.pinmap import PinMap

#: The folder of the revision that is drawn.
FOLDER: Final = Path(__file__).parents[1] / "rev_a"
#: The page of the first measurements, which stands among the firmware's.
FIRST_POWER: Final = FOLDER.parents[1] / "docs" / "first-power.md"


def everything(pinmap: PinMap) -> dict[Path, str]:
    """Make all of it."""
    board = circuit(pinmap)
    made = {
        "BOM.md": bom_page(read_bom(FOLDER / "BOM.csv"), read_tools(FOLDER / "TOOLS.csv"), board),
        **{f"template/sheet_{number}.svg": template(number) for number in range(1, SHEETS + 1)},
        **{f"schematic/{name}": drawn for name, drawn in sheets(pinmap, board).items()},
        "pictures/plan.svg": plan(),
        "pictures/section.svg": section(),
        "pictures/square_below.svg": square_below(),
        "pictures/reed.svg": readying(),
        "pictures/testing.svg": testing(),
        "pictures/matrix_below.svg": matrix_below(pinmap),
        "pictures/lamps_below.svg": lamps_below(pinmap),
        "pictures/small_board.svg": small_board(),
        **pages(FOLDER, pinmap, board),
        "wiring/wiring.yml": wiring(pinmap, board),
        "pinout.md": pinout_table(pinmap),
        "pinout.svg": pinout_drawing(pinmap),
        "volts.toml": volts_file(pinmap),
    }
    elsewhere = {
        FOLDER.parent / "rev_b" / "chip.svg": chip_sheet(),
        FIRST_POWER: filled(FIRST_POWER.read_text(encoding="utf-8"), figures(pinmap, board)),
    }
    return {FOLDER / name: text for name, text in made.items()} | elsewhere
