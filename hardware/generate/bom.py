"""The bill of materials as a page: what people wrote in BOM.csv and TOOLS.csv, with the drawings' names.

What a part is and costs is written by hand; how many of it there are is the circuit's to say, and a test
compares the two. Prices are guesses, and the page says so.
"""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generate.circuit import Circuit
from generate.pinout import MADE

#: When the prices were guessed.
PRICED: Final = "November 2026"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of BOM.csv."""

    kind: str
    quantity: int
    spares: int
    part: str
    specification: str
    substitute: str
    price_cents: int
    note: str

    @property
    def total_cents(self) -> int:
        """What the line costs, spares and all."""
        return (self.quantity + self.spares) * self.price_cents


def read_bom(path: Path) -> list[Line]:
    """Read BOM.csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_line(row) for row in csv.DictReader(file)]


def _line(row: dict[str, str]) -> Line:
    part = " ".join(filter(None, [row["manufacturer"].replace("any", ""), row["part_number"]]))
    euros, cents = row["price_eur"].split(".")
    return Line(
        row["kind"],
        int(row["quantity"]),
        int(row["spares"]),
        part,
        row["specification"],
        row["substitute"],
        100 * int(euros) + int(cents),
        row["note"],
    )


@dataclass(frozen=True, slots=True)
class Tool:
    """One line of TOOLS.csv."""

    tool: str
    specification: str
    use: str


def read_tools(path: Path) -> list[Tool]:
    """Read TOOLS.csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Tool(**row) for row in csv.DictReader(file)]


def bom_page(lines: list[Line], tools: list[Tool], circuit: Circuit) -> str:
    """Write the page: a line for each kind of part, then what all of it costs, then the tools."""
    rows = [_row(line, circuit) for line in lines]
    total = sum(line.total_cents for line in lines)
    words = [
        "# Bill of materials",
        MADE.replace("pinmap.toml", "BOM.csv, TOOLS.csv and pinmap.toml"),
        "",
        f"All of it is about **{total // 100} euros**, with spares, supply, wood, glue and pieces,",
        "without the [tools](#tools). Prices are guesses of the order of magnitude, for single parts, of",
        f"{PRICED}: no shop was asked.",
        "A part number is one that we know to be the part; else the specification is what to buy by.",
        "[BOM.csv](BOM.csv) is the same for a spreadsheet.",
        "",
        "| part | on drawings | need | spare | part number | what it must be | instead | note | each | EUR |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *rows,
        f"| **all** | | | | | | | | | **{_euros(total)}** |",
        "",
        "## Tools",
        "",
        "| tool | what it must be | what for |",
        "|---|---|---|",
        *(f"| {it.tool} | {it.specification} | {it.use} |" for it in tools),
    ]
    return "\n".join(words) + "\n"


def _row(line: Line, circuit: Circuit) -> str:
    cells = [line.kind, _names(circuit.refs(line.kind)), str(line.quantity), str(line.spares), line.part]
    cells += [line.specification, line.substitute, line.note]
    return "| " + " | ".join([*cells, _euros(line.price_cents), _euros(line.total_cents)]) + " |"


def _names(refs: list[str]) -> str:
    """Name up to eight parts; of more, the first and the last, and all that are on no square."""
    ordered = sorted(refs, key=lambda ref: (len(ref), ref))
    if len(refs) <= 8:
        return ", ".join(ordered)
    on_squares = [ref for ref in ordered if ref[1].islower()]
    others = [ref for ref in ordered if ref not in on_squares]
    if not on_squares:
        return f"{ordered[0]} to {ordered[-1]}"
    return ", ".join([f"{on_squares[0]} to {on_squares[-1]}", *others])


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
