"""What the virtual board is wired to: the pin map, as the module and the parts of the test need it.

Only `hardware/rev_a/pinmap.toml` knows a pin. This reads the file itself, with nothing of jadoube, so that an
error in the program's own reader shows. As a program it prints the parameters of the module.
"""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

_MAP: Final = tomllib.loads(
    (Path(__file__).parents[2] / "hardware/rev_a/pinmap.toml").read_text(encoding="utf-8")
)
_ROWS: Final[dict[str, list[str]]] = _MAP["matrix"]["rows"]


class Wire(NamedTuple):
    """One line of the matrix, and the words by which its owner finds it."""

    bcm: int
    connector: str
    colour: str
    header_pin: int


#: Rows and columns by their names in the pin map.
WIRES: Final = {
    name: Wire(signal["bcm"], signal["connector"], signal["wire"], signal["header_pin"])
    for name, signal in _MAP["signals"].items()
    if name.startswith(("row_", "column_"))
}
#: Contact n of the module, by the name of its square or button: n = row * columns + column.
CONTACTS: Final = {
    name: number
    for number, name in enumerate(name for crossings in _ROWS.values() for name in crossings)
    if name != "-"
}
#: For each lamp of the chain its square, from 0 for a1.
CHAIN: Final = [
    square
    for _place, square in sorted(
        (place, 8 * (int(rank.removeprefix("rank_")) - 1) + file)
        for rank, places in _MAP["lamps"]["chain"].items()
        for file, place in enumerate(places)
    )
]


def main() -> None:
    """Print the module's parameters in one word, divided by `;`."""
    lines = {"rows": _ROWS, "columns": _MAP["matrix"]["columns"]}
    numbers = {key: ",".join(str(WIRES[name].bcm) for name in names) for key, names in lines.items()}
    buzzer = _MAP["signals"][_MAP["buzzer"]["signal"]]["bcm"]
    print(f"rows={numbers['rows']};columns={numbers['columns']};buzzer={buzzer}")


if __name__ == "__main__":
    main()
