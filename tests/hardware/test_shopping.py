"""What a builder buys: BOM and list of tools have all that the pages ask for, and the sums are right."""

import csv
import re
from decimal import Decimal
from typing import Final

import pytest

from generate.bom import read_bom, read_tools
from generate.circuit import circuit
from generate.everything import FOLDER
from jadoube.config.pinmap import load_pinmap

CIRCUIT = circuit(load_pinmap())
LINES = read_bom(FOLDER / "BOM.csv")
TOOLS = read_tools(FOLDER / "TOOLS.csv")

#: Words for what is bought: materials, fixings, parts and tools of a workshop. More than the pages use today,
#: so that a new sentence with one of them asks for its line.
BOUGHT: Final = frozenset(
    re.findall(
        r"\w+",
        """
        acrylic awl bit bolt brush button cable clamp connector cutters crimp diode dowel drill
        epoxy felt file flux foil frame fuse glasses glue grease hinge iron jumper knife label
        lacquer lamp lighter magnet microswitch multimeter nail nut oil paint paper pen pencil
        perfboard pliers plywood printer reed resistor ribbon rivet rod rope ruler sandpaper saw
        scissors screw screwdriver shim sleeve solder spacer spring stain standoff switch tape tie
        tubing tweezers varnish veneer vinyl vise washer wax window wire
        """,
    )
)
#: What the pages call otherwise than the lists, or name without asking to buy it.
CALLED: Final = {
    "sleeve": "sleeving",
    "switch": "button",
    "paper": "printer",
    "file": "",  # a file of the chessboard
    "washer": "",
}


def _named(page: str) -> set[str]:
    """The bought things that a page names, alone or in the plural."""
    text = (FOLDER / page).read_text(encoding="utf-8").lower()
    plural = {word: rf"{word}(?:e?s)?" for word in BOUGHT}
    return {word for word, form in plural.items() if re.search(rf"\b{form}\b", text)}


def _listed() -> str:
    words = [f"{it.kind} {it.specification} {it.substitute} {it.note}" for it in LINES]
    words += [f"{it.tool} {it.specification}" for it in TOOLS]
    return " ".join(words).lower()


@pytest.mark.parametrize("page", ["ASSEMBLY.md", "MECHANICS.md"])
def test_everything_that_a_page_asks_for_is_on_a_list(page: str) -> None:
    """Each material and tool that the page names is in BOM.csv or TOOLS.csv."""
    listed = _listed()
    wanted = {CALLED.get(word, word) for word in _named(page)} - {""}
    assert len(wanted) > 10
    assert [word for word in sorted(wanted) if not re.search(rf"\b{word}", listed)] == []


def test_the_lists_have_what_was_forgotten_once() -> None:
    """Felt, glue, screws, sleeving, standoffs, windows and their like are each a line of their own."""
    kinds = {line.kind for line in LINES}
    forgotten = (
        "felt, hot glue, wood glue, epoxy, brass screw, sleeving, solder, tape, black paint, Pi standoff, "
    )
    forgotten += "board standoff, window, lever, crimp contact, column resistor, CC resistor"
    assert set(forgotten.split(", ")) <= kinds
    assert {"Forstner bit", "awl", "flush cutters", "crimping tool"} <= {it.tool for it in TOOLS}
    assert len({it.tool for it in TOOLS}) == len(TOOLS)


def test_every_piece_gets_a_magnet_and_a_disc_of_felt_and_some_are_spare() -> None:
    """Two extra queens make 34 pieces; magnets and felt are as many, and both have spares."""
    bom = {line.kind: line for line in LINES}
    pieces = re.search(r"\d+", bom["pieces"].specification)
    assert pieces is not None
    for kind in ("magnet", "felt"):
        assert (bom[kind].quantity, bom[kind].spares > 0) == (int(pieces[0]), True)


def test_there_is_a_crimp_contact_for_every_way_of_the_plugs() -> None:
    """J1 to J5 have as many ways as contacts are ordered; J6 has screws."""
    ways = sum(len(CIRCUIT.part(f"J{number}").pins) for number in range(1, 6))
    (contacts,) = (line for line in LINES if line.kind == "crimp contact")
    assert contacts.quantity == ways


def test_nothing_that_was_dropped_is_still_offered() -> None:
    """No barrel plug, no supply of 4 A, and the 1.2 inch display only with the reason against it."""
    kinds = {".md", ".csv", ".svg", ".yml", ".toml", ".net"}
    written = [path for path in FOLDER.rglob("*.*") if path.suffix in kinds]
    assert len(written) > 30
    dropped = re.compile(r"barrel|5\.5 x 2\.1|plus inside|\+ \(inside\)|(?<![\d.])4 A\b")
    found = {path.name: dropped.findall(path.read_text(encoding="utf-8")) for path in written}
    assert {name: words for name, words in found.items() if words} == {}
    (face,) = (line for line in LINES if line.kind == "face")
    assert "1.2 inch" not in face.substitute
    assert "Not their 1.2 inch display: its digits have no points" in face.note


def test_the_page_prints_the_sum_of_its_prices() -> None:
    """The total at the foot and the euros at the head are the sum of BOM.csv, and each line's is its own."""
    with (FOLDER / "BOM.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sums = [(int(it["quantity"]) + int(it["spares"])) * Decimal(it["price_eur"]) for it in rows]
    page = (FOLDER / "BOM.md").read_text(encoding="utf-8")
    assert f"about **{int(sum(sums))} euros**" in page
    assert f"| **all** | | | | | | | | | **{sum(sums)}** |" in page
    printed = re.findall(r"^\| .* \| (\d+\.\d\d) \|$", page, re.MULTILINE)
    assert [Decimal(it) for it in printed] == sums
