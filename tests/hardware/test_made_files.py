"""What is made from the pin map is current, and what people wrote beside it agrees with it.

SKiDL and WireViz are not needed here: the netlist is read back and compared with the circuit, and the picture
of the wiring bears the fingerprint of the text that it was drawn from. `make hardware` runs both.
"""

import re
from collections import Counter
from itertools import product
from math import hypot, pi
from pathlib import Path

import chess
import pytest

from generate import measures, power
from generate.bom import read_bom
from generate.circuit import VALUES, circuit
from generate.documents import PAGES, figures
from generate.everything import FIRST_POWER, FOLDER, everything
from generate.netlist import without_dates
from generate.template import SHEETS, place
from generate.tools import drawn_from, fingerprint
from jadoube.config.pinmap import load_pinmap
from jadoube.drivers.lamps.lamp_current import DEFAULT_BUDGET_MA
from jadoube_sim.twin.electrics.parts import COLUMN_OHM, ROW_OHM

PINMAP = load_pinmap()
CIRCUIT = circuit(PINMAP)
MADE = everything(PINMAP)
NETLIST = (FOLDER / "netlist" / "board.net").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.relative_to(FOLDER.parents[1]).as_posix())
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


def _pages() -> list[Path]:
    return sorted(FOLDER.parent.rglob("*.md"))


@pytest.mark.parametrize("page", _pages(), ids=lambda path: path.relative_to(FOLDER.parent).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    """What a page points at within the project is there."""
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if ":" not in link and not (page.parent / link).exists()] == []


def test_each_finding_of_the_self_test_is_told_on_the_wires_of_this_board() -> None:
    """TEST.md has a line for every finding that docs/selftest.md lists."""
    listed = (FOLDER.parents[1] / "docs" / "selftest.md").read_text(encoding="utf-8")
    table = listed.partition("<!-- failures -->")[2].partition("<!-- /failures -->")[0]
    findings = re.findall(r"^\| ([a-z][^|]*?) \|", table, re.MULTILINE)[1:]
    told = re.findall(r"\*\*([^*]+)\*\*", (FOLDER / "TEST.md").read_text(encoding="utf-8"))
    assert len(findings) > 10
    assert [finding for finding in findings if finding not in told] == []


def test_values_told_in_prose_are_those_of_the_circuit() -> None:
    """Where a page says `R9 (330 ohm)`, the circuit says so, too."""
    told = re.compile(r"\b([RC]\d+)(?: to [RC]\d+)? \((\d+ \w+)\)")
    found = [match for page in _pages() for match in told.findall(page.read_text(encoding="utf-8"))]
    assert found
    assert [(ref, value) for ref, value in found if CIRCUIT.part(ref).value != value] == []


def test_every_figure_between_marks_has_a_name_and_no_mark_is_left_open() -> None:
    """A page has as many ends of marks as beginnings, and each asks for something that is made."""
    for page in (FIRST_POWER, *(FOLDER / name for name in PAGES)):
        text = page.read_text(encoding="utf-8")
        names = re.findall(r"<!-- made: (.*?) -->", text)
        assert len(names) == text.count("<!-- /made -->") > 0 or page.name == "TEST.md"
        assert set(names) <= set(figures(PINMAP, CIRCUIT))


def test_the_arithmetic_of_power_uses_the_values_of_the_circuit() -> None:
    """The fuses are what the BOM orders, the resistors of rows and columns what the twin solves with."""
    assert VALUES["row resistor"] == f"{ROW_OHM:.0f} ohm"
    assert VALUES["column resistor"] == f"{COLUMN_OHM:.0f} ohm"
    bom = {line.kind: line.specification for line in read_bom(FOLDER / "BOM.csv")}
    for kind, rating in (("main fuse", power.MAIN_FUSE_MA), ("lamp fuse", power.LAMP_FUSE_MA)):
        assert VALUES[kind] == f"T {rating / 1000} A"
        assert f" {VALUES[kind]}," in bom[kind]
    assert f"{power.SUPPLY_MA / 1000} A" in bom["supply"]


def test_the_supply_and_the_fuses_bear_what_the_board_draws() -> None:
    """With the cap all is within supply and fuses."""
    assert power.most_ma() < power.MAIN_FUSE_MA <= power.SUPPLY_MA < power.uncapped_ma()
    assert power.lamps_ma([power.WHITE] * 64) <= DEFAULT_BUDGET_MA < power.LAMP_FUSE_MA


def test_the_levels_of_every_pi_have_something_to_spare_with_either_diode() -> None:
    """A full row is surely low, an open square surely high; but not with 1N4148 on a Pi 4 of 18 kohm."""
    spare = {
        (model.name, diode.name): min(
            1000 * model.threshold_v.least - power.closed_mv(model, diode, 9),
            power.open_mv(model, diode) - 1000 * model.threshold_v.most,
        )
        for model, diode in product(power.LEVELS_OF.values(), power.DIODES)
    }
    assert {which for which, millivolt in spare.items() if millivolt <= 0} == {
        ("4, pulls of 18 kohm", "1N4148")
    }


def test_what_a_page_lets_the_lamps_draw_beside_a_pi_is_within_supply_and_fuses() -> None:
    """With the cap that POWER.md asks for, each Pi of the BOM stays within both fuses; a Pi 5 cannot."""
    assert power.lamps_budget_ma(power.PI_MA) >= DEFAULT_BUDGET_MA
    for draws in power.PIS.values():
        lamps = power.lamps_budget_ma(draws)
        assert power.lamps_ma(power.BUSY) < lamps <= power.LAMP_FUSE_MA
        assert lamps + draws + 2 * power.FACE_MA + power.REST_MA <= power.MAIN_FUSE_MA
    dark_ma = power.lamps_ma([(0, 0, 0)] * power.LAMPS)
    assert power.lamps_budget_ma(power.PI_5_MA) < dark_ma
    (pi,) = (line for line in read_bom(FOLDER / "BOM.csv") if line.kind == "pi")
    assert all(name in f"{pi.specification} {pi.substitute}" for name in ("Zero 2 W", "3A+", "3B+", "4"))
    assert pi.substitute.endswith("not a 5")


def test_a_short_of_the_lamps_blows_their_fuse_before_the_main_one() -> None:
    """A shorted supply of 3 A gives 3.6 A at first (a guess): that blows F2 (2.1 times), not F1."""
    shorted = 1.2 * power.SUPPLY_MA
    assert 2.1 * power.LAMP_FUSE_MA < shorted < 2.1 * power.MAIN_FUSE_MA


def test_the_reed_and_its_wire_have_room_in_their_hole_and_the_lamp_beside_the_piece() -> None:
    """Even the thicker reed of the BOM fits, a king leaves the lamp free, no lamp crosses a border."""
    assert measures.REED_HOLE >= 2.2 + measures.WIRE
    assert measures.lamp_clear_of_piece() > 1
    assert measures.LAMP_ASIDE + measures.LAMP_BOARD / 2 < measures.SQUARE / 2


def test_a_magnet_closes_its_reed_and_never_the_neighbours() -> None:
    """By the model a piece closes its reed well off the middle, and on the border none."""
    distance = measures.REED_DEPTH + measures.FELT
    assert 10 <= measures.closes_within(*measures.MAGNET, distance) < measures.SQUARE / 2
    assert abs(measures.field_mt(*measures.MAGNET, distance, measures.SQUARE)) < measures.PULL_IN_MT / 5


def test_the_field_on_the_axis_is_that_of_the_closed_formula() -> None:
    """Below a disc's middle the sum over loops is the disc's own formula, averaged along the glass."""
    for diameter, thickness in ((10.0, 1.0), (10.0, 3.0), (20.0, 3.0)):
        distance = measures.REED_DEPTH + measures.FELT
        points = [distance + measures.GLASS_LENGTH * (n / 8 - 0.5) for n in range(9)]
        by_formula = sum(_on_axis_mt(diameter, thickness, point) for point in points) / 9
        assert measures.field_mt(diameter, thickness, distance, 0) == pytest.approx(by_formula, rel=0.01)


def _on_axis_mt(diameter: float, thickness: float, distance: float) -> float:
    """The field of a disc on its axis, so far from its face: the textbook's formula."""
    near = distance / hypot(diameter / 2, distance)
    far = (distance + thickness) / hypot(diameter / 2, distance + thickness)
    return 1000 * measures.REMANENCE_T / 2 * (far - near)


def test_far_away_a_disc_is_a_dipole() -> None:
    """Ten diameters away, above, beside and between, the sum over loops is the dipole's field."""
    diameter, thickness, glass = 10.0, 3.0, measures.GLASS_LENGTH
    moment = measures.REMANENCE_T * pi * diameter**2 / 4 * thickness / (4 * pi)
    for down, aside in ((100.0, 0.0), (glass, 100.0), (80.0, 60.0)):
        away = hypot(down, aside)
        dipole = 1000 * moment * (3 * (down / away) ** 2 - 1) / away**3
        assert measures.field_mt(diameter, thickness, down - thickness / 2, aside) == pytest.approx(
            dipole, rel=0.05
        )


def test_a_cut_reed_still_reads_a_king_that_touches_the_border() -> None:
    """With the pull-in raised as far as MECHANICS.md asks, a king within its square closes its reed."""
    distance = measures.REED_DEPTH + measures.FELT
    within = [
        measures.closes_within(*measures.MAGNET, distance, measures.PULL_IN_MT * rise)
        for rise in measures.RISES
    ]
    assert within == sorted(within, reverse=True)
    assert within[-1] > (measures.SQUARE - measures.KING_BASE) / 2
    assert measures.CUT_LENGTH < measures.UNCUT_LENGTH


def test_the_template_has_each_hole_where_the_measures_say() -> None:
    """On its sheet each square's reed is in its middle, and two neighbours are a square apart."""
    for square in chess.SQUARES:
        x, y = place(square, 0, 0)
        right = place(square + 1, 0, 0) if chess.square_file(square) < 7 else (x + measures.SQUARE, y)
        assert right == (x + measures.SQUARE, y)


def test_each_square_is_whole_on_exactly_one_sheet_of_the_template() -> None:
    """Six sheets of three files and four ranks hold the 64 squares once each."""
    firsts = [((sheet - 1) % 3 * 3, (sheet - 1) // 3 * 4) for sheet in range(1, SHEETS + 1)]
    for square in chess.SQUARES:
        file, rank = chess.square_file(square), chess.square_rank(square)
        assert sum(f <= file < f + 3 and r <= rank < r + 4 for f, r in firsts) == 1
