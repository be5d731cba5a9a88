"""What is made from the pin map is current, and what people wrote beside it agrees with it.

SKiDL and WireViz are not needed here: the netlist is read back and compared with the circuit, and the picture
of the wiring bears the fingerprint of the text that it was drawn from. `make hardware` runs both.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from generate.bom import read_bom
from generate.circuit import VALUES, circuit
from generate.everything import FOLDER, everything
from generate.netlist import without_dates
from generate.tools import drawn_from, fingerprint
from jadoube.config.pinmap import load_pinmap

PINMAP = load_pinmap()
CIRCUIT = circuit(PINMAP)
MADE = everything(PINMAP)
NETLIST = (FOLDER / "netlist" / "board.net").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_made_file_is_current(path: Path) -> None:
    """Made anew it is the same, to the byte (`make hardware` writes it)."""
    assert path.read_text(encoding="utf-8") == MADE[path]


def test_the_netlist_has_every_part_and_every_net() -> None:
    """SKiDL's netlist, read back, is the circuit: parts and their values, nets and the pins on them."""
    parts = re.findall(r'\(comp\s+\(ref "(.*?)"\)\s+\(value "(.*?)"\)', NETLIST)
    assert Counter(parts) == Counter((part.ref, part.value) for part in CIRCUIT.parts)
    nets = {}
    for name, nodes in re.findall(
        r'\(net\s+\(code \d+\)\s+\(name "(.*?)"\)(.*?)(?=\(net\s|$)', NETLIST, re.DOTALL
    ):
        nets[name] = sorted(re.findall(r'\(ref "(.*?)"\)\s+\(pin "(.*?)"\)', nodes))
    assert nets == {name: sorted(pins) for name, pins in CIRCUIT.nets().items()}


def test_the_netlist_names_no_day_and_no_machine() -> None:
    """Nothing in it differs from one run to the next."""
    assert without_dates(NETLIST) == NETLIST


def test_the_picture_of_the_wiring_was_drawn_from_its_text() -> None:
    """The picture's fingerprint is that of the text beside it."""
    text = (FOLDER / "wiring" / "wiring.yml").read_text(encoding="utf-8")
    assert drawn_from(FOLDER / "wiring" / "wiring.svg") == fingerprint(text)


def test_the_bom_counts_what_the_circuit_has() -> None:
    """Each kind of part of the circuit is one line of the BOM with that quantity, and no line is twice."""
    lines = read_bom(FOLDER / "BOM.csv")
    assert len({line.kind for line in lines}) == len(lines)
    of_the_circuit = {line.kind: line.quantity for line in lines if line.kind in VALUES}
    assert of_the_circuit == dict(CIRCUIT.counts())


def test_the_drill_template_prints_at_its_true_size() -> None:
    """A sheet is A4 in millimetres, one unit of the drawing each."""
    for number in range(1, 7):
        sheet = MADE[FOLDER / "template" / f"sheet_{number}.svg"]
        assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in sheet
