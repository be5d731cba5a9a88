"""The self-test's looks at lines, on the twin: at wires without hands, at rows while pieces stand."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings, Settings, default_settings
from jadoube.core.messages.events import Button
from jadoube.drivers.assemble_reeds import assemble_lines, assemble_scanner
from jadoube.drivers.interfaces import MatrixLines, Part
from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.diodes import LAYOUTS, Suspects, suspects
from jadoube.selftest.findings import Tried, diagnose
from jadoube.selftest.probing import drawn_rows, probe_wires
from jadoube.selftest.report import About, report
from jadoube.selftest.run import PERIOD_MS
from jadoube.selftest.watching import watch_from, watched
from jadoube.selftest.wires import WireFault, wire_faults
from jadoube.selftest.wiring import ALL_REEDS, contacts_of, members, named, wiring_of
from jadoube_sim.selftest.run import try_out
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.electrics.parts import TYPICAL, board_values
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4, ZERO_2_W, PiModel, Threshold
from jadoube_sim.virtual import VirtualPace

PINMAP = load_pinmap()
WIRING = wiring_of(PINMAP.matrix)
LIBRARIES = ["gpiod", "lgpio", "rpigpio", "gpiozero"]


def through(scanner: str) -> Settings:
    """The settings of a board whose lines go through this library."""
    defaults = default_settings()
    return replace(defaults, reeds=replace(defaults.reeds, scanner=scanner))


def looked_at(twin: Twin, scanner: str = "lgpio") -> tuple[Finding, ...]:
    """What is found by the look at the wires alone."""
    return diagnose(watch_from(0), Tried(wires=wire_look(twin, scanner)), WIRING, 20)


def opened(twin: Twin, scanner: str) -> tuple[Callable[[], MatrixLines], Callable[[], MatrixLines]]:
    """What opens the lines of this board through this library, as they are and crosswise."""
    crosswise = replace(PINMAP, matrix=PINMAP.matrix.crosswise)
    reeds = through(scanner).reeds
    ways = [partial(assemble_lines, wired, twin.electronics, reeds) for wired in (PINMAP, crosswise)]
    return ways[0], ways[1]


def wire_look(twin: Twin, scanner: str = "lgpio") -> tuple[WireFault, ...]:
    """Look at the wires of this board through this library."""
    rounds = asyncio.run(probe_wires(*opened(twin, scanner), WIRING, VirtualPace(PERIOD_MS), asyncio.Event()))
    assert rounds is not None
    return wire_faults(rounds, WIRING)


@pytest.mark.parametrize("scanner", LIBRARIES)
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (lambda twin: twin.keep_boot_pulls(), Kind.BOOT_PULLS),
        (lambda twin: twin.lose_pull("column_c"), Kind.PULL_MISSING),
        (lambda twin: twin.lose_pull("row_3"), Kind.PULL_MISSING),
        (lambda twin: twin.ground_line("column_c"), Kind.LINE_LOW),
        (lambda twin: twin.ground_line("row_3"), Kind.LINE_LOW),
        (lambda twin: twin.power_line("column_c"), Kind.LINE_HIGH),
        (lambda twin: twin.power_line("row_3"), Kind.LINE_HIGH),
        (lambda twin: twin.short_lines("row_3", "row_5"), Kind.LINES_SHORTED),
        (lambda twin: twin.short_lines("row_3", "column_c"), Kind.LINES_SHORTED),
        (lambda twin: twin.short_lines("column_a", "column_c"), Kind.LINES_SHORTED),
        (lambda twin: twin.short_lines("row_2", "column_buttons"), Kind.LINES_SHORTED),
    ],
)
def test_each_fault_of_a_wire_is_found_without_hands_through_every_library(
    scanner: str, fault: Callable[[Twin], None], kind: Kind
) -> None:
    """One finding, and nothing else."""
    twin = Twin(PINMAP)
    fault(twin)
    assert [it.kind for it in looked_at(twin, scanner)] == [kind]


@pytest.mark.parametrize("threshold", Threshold)
@pytest.mark.parametrize("model", MODELS, ids=lambda it: it.name)
def test_the_look_says_the_same_on_every_pi(model: PiModel, threshold: Threshold) -> None:
    """Wherever an input changes between its two guaranteed levels."""
    values = board_values(model, TYPICAL, threshold)
    faults: dict[Kind | None, Callable[[Twin], None]] = {
        None: lambda _: None,
        Kind.BOOT_PULLS: lambda twin: twin.keep_boot_pulls(),
        Kind.PULL_MISSING: lambda twin: twin.lose_pull("column_c"),
        Kind.LINE_LOW: lambda twin: twin.ground_line("row_8"),
        Kind.LINE_HIGH: lambda twin: twin.power_line("column_buttons"),
        Kind.LINES_SHORTED: lambda twin: twin.short_lines("row_3", "row_5"),
    }
    for kind, fault in faults.items():
        twin = Twin(PINMAP, pi=model, values=values)
        fault(twin)
        assert [it.kind for it in looked_at(twin)] == ([kind] if kind else [])
    for one, other in (("row_2", "column_buttons"), ("row_8", "column_a"), ("column_a", "column_buttons")):
        twin = Twin(PINMAP, pi=model, values=values)
        twin.short_lines(one, other)
        assert [it.kind for it in looked_at(twin)] == [Kind.LINES_SHORTED]


@pytest.mark.once
@pytest.mark.parametrize(("one", "other"), list(combinations([line.signal.name for line in WIRING.lines], 2)))
def test_any_two_lines_that_touch_are_found_without_hands(one: str, other: str) -> None:
    """These two, and nothing else."""
    twin = Twin(PINMAP)
    twin.short_lines(one, other)
    (finding,) = looked_at(twin)
    assert finding.kind is Kind.LINES_SHORTED
    assert finding.seen.startswith(f"{one} (")
    assert f" and {other} (" in finding.seen


@pytest.mark.once
@pytest.mark.parametrize("row", [line.signal.name for line in WIRING.rows])
def test_a_row_that_touches_the_column_of_the_buttons_is_no_button(row: str) -> None:
    """To the end of the test: no button is called held or dead, and row 2, which has none, is found, too."""
    outcome = asyncio.run(try_out(through("lgpio"), [f"short:{row}+column_buttons"], say=lambda _: None))
    assert [it.kind for it in outcome.findings] == [Kind.LINES_SHORTED]
    assert outcome.findings[0].seen.startswith(f"{row} (")


@pytest.mark.parametrize("diode", [[], [chess.E2], [chess.E2, chess.E4]])
def test_pieces_and_a_lever_during_the_look_are_no_touching_lines(diode: list[chess.Square]) -> None:
    """A lever that is held, pieces of a game, also one on a bridged diode: said to be open, then lifted."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(chess.BB_E2 | chess.BB_E4 | chess.BB_RANK_1):
        twin.set_reed(square, True)
    twin.set_button(Button.BLACK, True)
    for square in diode:
        twin.remove_diode(square)
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings())
    watch = watch_from(contacts_of(scanner.read()))
    scanner.close()
    wires = wire_look(twin)
    at_once = diagnose(watch, Tried(wires=wires), WIRING, 20)
    assert all("if it is open" in it.seen for it in at_once)
    assert {it.contacts for it in at_once} == {chess.BB_SQUARES[square] for square in diode}
    watch = watched(watch, 0, 100, 20, WIRING)
    assert diagnose(watch, Tried(wires=wires), WIRING, 20) == ()


@pytest.mark.parametrize("threshold", Threshold)
@pytest.mark.parametrize("diodes", [(chess.E7, chess.A8), (chess.A1, chess.B2), (chess.H1, chess.D2)])
def test_diodes_the_wrong_way_round_under_pieces_are_no_touching_lines(
    diodes: tuple[chess.Square, ...], threshold: Threshold
) -> None:
    """Through two of them rows draw each other, and columns. What may be a bridged diode is lifted."""
    twin = start_position(threshold)
    for square in diodes:
        twin.reverse_diode(square)
    wires = wire_look(twin)
    watch = watched(watch_from(ALL_REEDS), 0, 100, 20, WIRING)
    assert diagnose(watch, Tried(wires=wires), WIRING, 20) == ()
    if threshold is Threshold.TYPICAL:
        assert wires == ()


@pytest.mark.parametrize("threshold", Threshold)
@pytest.mark.parametrize(
    ("one", "other"),
    [("row_8", "row_7"), ("row_5", "row_1"), ("column_a", "column_e"), ("row_2", "column_c")],
)
def test_lines_that_touch_are_found_under_pieces(one: str, other: str, threshold: Threshold) -> None:
    """Each of the two draws all columns and rows that the other draws."""
    twin = start_position(threshold)
    twin.short_lines(one, other)
    ((kind, lines),) = wire_look(twin)
    assert (kind, [WIRING.lines[at].signal.name for at in members(lines)]) == (
        Kind.LINES_SHORTED,
        [one, other],
    )


def start_position(threshold: Threshold) -> Twin:
    """A board with the pieces of a new game, whose inputs change at this level."""
    twin = Twin(PINMAP, pi=ZERO_2_W, values=board_values(ZERO_2_W, TYPICAL, threshold))
    for square in chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8):
        twin.set_reed(square, True)
    return twin


def test_a_button_that_is_always_held_touches_nothing() -> None:
    """A microswitch that is wired to be closed at rest: its diode keeps the row from the column."""
    twin = Twin(PINMAP)
    twin.set_button(Button.BLACK, True)
    assert looked_at(twin) == ()


@pytest.mark.parametrize("name", [line.signal.name for line in WIRING.lines])
def test_each_line_is_named_with_its_connector_pin_and_colour(name: str) -> None:
    """A missing pull-up of any line: the finding says where its wire is."""
    (line,) = (it.signal for it in WIRING.lines if it.signal.name == name)
    twin = Twin(PINMAP)
    twin.lose_pull(name)
    (finding,) = looked_at(twin)
    place = f"{name} ({line.connector}, {line.wire}, header pin {line.header_pin})"
    assert (finding.kind, finding.seen) == (Kind.PULL_MISSING, f"{place} is not pulled up")


@pytest.mark.parametrize(
    "pieces", [chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7, LAYOUTS[0], 2**64 - 1]
)
def test_pieces_on_the_board_make_no_fault_of_a_wire(pieces: int) -> None:
    """A good board that nobody has emptied, with a lever held, has good wires."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(pieces):
        twin.set_reed(square, True)
    twin.set_button(Button.WHITE, True)
    assert looked_at(twin) == ()


def test_what_is_wrong_with_a_wire_is_said_before_hands_move() -> None:
    """On the terminal, above the first prompt, with a way to end the test."""
    said: list[str] = []
    asyncio.run(try_out(through("lgpio"), ["power:row_3"], say=said.append))
    assert said[0].startswith("Wires: leave the board alone for a second")
    assert said[1] == "  line held high: row_3 (J2.6, blue, header pin 36) stays high with a pull-down"
    assert said[2] == "  Better mend this first: q and Enter ends the test with a report."
    assert said[3].startswith("Lamps:")


def test_a_board_on_a_serial_line_says_that_its_wires_were_not_looked_at() -> None:
    """And is good all the same."""
    said: list[str] = []
    outcome = asyncio.run(try_out(through("serial"), say=said.append))
    assert outcome.good
    assert said[0].startswith("Lamps:")
    about = About("1.2.3", "2026.01.31", PINMAP, "every 1 ms")
    assert "\nwires       not looked at without hands: that needs" in report(outcome, about)


@pytest.mark.parametrize("scanner", LIBRARIES)
@pytest.mark.parametrize(("high", "driven"), [(None, 17), ("column_h", 0), ("row_3", 0)])
def test_no_line_is_driven_low_while_one_is_held_high(scanner: str, high: str | None, driven: int) -> None:
    """Its supply would drive current into the pin. How many lines are driven low in the look is counted."""
    twin, pace, low = Twin(PINMAP), VirtualPace(PERIOD_MS), set[int]()
    if high:
        twin.power_line(high)
    for at_ms in range(2000):
        pace.schedule(
            at_ms * 1000,
            lambda: low.update(pin for pin, drive in twin.drives.items() if drive is Drive.LOW),
        )
    assert asyncio.run(probe_wires(*opened(twin, scanner), WIRING, pace, asyncio.Event()))
    assert len(low) == driven


@pytest.mark.parametrize("scanner", LIBRARIES)
@pytest.mark.parametrize("after", range(0, 400, 19))
def test_no_pin_is_driven_when_the_look_is_broken_off(scanner: str, after: int) -> None:
    """By Ctrl-C, at any instant of it, also on a board with a line that is charged."""
    twin, pace, stop = Twin(PINMAP), VirtualPace(PERIOD_MS), asyncio.Event()
    twin.lose_pull("row_3")
    pace.schedule(after * 1000, stop.set)
    assert asyncio.run(probe_wires(*opened(twin, scanner), WIRING, pace, stop)) is not None
    assert not {Drive.LOW, Drive.HIGH} & set(twin.drives.values())


@pytest.mark.parametrize("scanner", LIBRARIES)
@pytest.mark.parametrize("after", range(0, 400, 57))
def test_pins_that_fail_in_the_middle_make_no_finding_and_stay_safe(scanner: str, after: int) -> None:
    """The scanner names them. A chip that refuses everything may leave a row low, and drives nothing high."""
    twin, pace = Twin(PINMAP), VirtualPace(PERIOD_MS)
    pace.schedule(after * 1000, partial(twin.break_part, Part.REEDS))
    assert asyncio.run(probe_wires(*opened(twin, scanner), WIRING, pace, asyncio.Event())) is None
    assert Drive.HIGH not in twin.drives.values()


@pytest.mark.parametrize(
    ("leaks", "missing", "found"),
    [
        ([chess.E4, chess.F6], None, [(Kind.DIODE_LEAKS, "f6"), (Kind.DIODE_LEAKS, "e4, f4")]),
        ([chess.E4, chess.F4], None, [(Kind.DIODE_LEAKS, "d4, e4, f4, g4")]),
        ([chess.E4], "row_4", [(Kind.PULL_MISSING, ""), (Kind.DIODE_LEAKS, "e4")]),
        ([], "row_4", [(Kind.PULL_MISSING, "")]),
    ],
)
def test_several_faults_of_rows_are_told_each(
    leaks: list[chess.Square], missing: str | None, found: list[tuple[Kind, str]]
) -> None:
    """Leaks of two rows, and of one; a row without a pull-up is no leak, but may have one."""
    (layout,) = (it for it in LAYOUTS if it >> chess.E4 & 1)
    twin = Twin(PINMAP)
    for square in leaks:
        twin.leak_diode(square, 5_000)
    if missing:
        twin.lose_pull(missing)
    assert all(layout >> square & 1 for square in leaks)
    wires = wire_look(twin)
    closed, drawn = read_standing(twin, layout)
    case = Tried(layouts=((layout, closed, drawn),), wires=wires)
    assert [(it.kind, named(it.contacts)) for it in diagnose(watch_from(0), case, WIRING, 20)] == found


@pytest.mark.parametrize(
    ("threshold", "kind"),
    [
        (Threshold.GUARANTEED_LOW, Kind.REED_DEAD),
        (Threshold.TYPICAL, Kind.DIODE_REVERSED),
        (Threshold.GUARANTEED_HIGH, Kind.DIODE_REVERSED),
    ],
)
@pytest.mark.parametrize("model", MODELS, ids=lambda it: it.name)
def test_each_diode_the_wrong_way_round_is_named(model: PiModel, threshold: Threshold, kind: Kind) -> None:
    """Of any square, on every Pi, and no other one; where it cannot be seen, the reed is called dead."""
    for square in chess.SQUARES:
        (layout,) = (it for it in LAYOUTS if it >> square & 1)
        bit = chess.BB_SQUARES[square]
        twin = Twin(PINMAP, pi=model, values=board_values(model, TYPICAL, threshold))
        twin.reverse_diode(square)
        closed, drawn = read_standing(twin, layout)
        case = Tried(contacts=ALL_REEDS, silent=bit, layouts=((layout, closed, drawn),))
        (finding,) = diagnose(watch_from(0), case, WIRING, 20)
        assert (finding.kind, finding.contacts) == (kind, bit)


def leak_table() -> list[list[str]]:
    """The cells of the table of leaks in docs/selftest.md."""
    page = (Path(__file__).parents[2] / "docs" / "selftest.md").read_text(encoding="utf-8")
    table = page.partition("<!-- leaks -->")[2].partition("<!-- /leaks -->")[0]
    return [line.strip("| ").split(" | ") for line in table.strip().splitlines()[2:]]


@pytest.mark.parametrize(("leak", "reads", "finding"), leak_table())
@pytest.mark.parametrize("model", [ZERO_2_W, PI_4], ids=lambda it: it.name)
def test_what_a_leak_shows_is_what_the_page_says(leak: str, reads: str, finding: str, model: PiModel) -> None:
    """For each row of the table, with leaks all over the board: the ghosts that are read, and the finding."""
    kind, _, where = finding.partition(", ")
    for square in chess.SQUARES[::9]:
        layout, closed, drawn = read_with_a_leak(model, square, int(leak.removesuffix(" kohm")) * 1000)
        is_bridge = suspects(layout, closed, WIRING) == Suspects(chess.BB_SQUARES[square], alone=True)
        ghosts = "all" if is_bridge else "some" if closed & ~layout else "no"
        assert reads.startswith(ghosts)
        found = diagnose(watch_from(0), Tried(layouts=((layout, closed, drawn),)), WIRING, 20)
        assert [it.kind for it in found] == ([] if kind == "none" else [kind])
        if found:
            assert found[0].contacts >> square & 1
            assert found[0].contacts.bit_count() in ({2, 3} if where.startswith("one of") else {1})


@pytest.mark.parametrize(
    ("threshold", "ohm", "kinds"),
    [
        (Threshold.GUARANTEED_LOW, 0.1, [Kind.DIODE_LEAKS]),
        (Threshold.GUARANTEED_LOW, 2_000, [Kind.DIODE_LEAKS]),
        (Threshold.GUARANTEED_LOW, 5_000, []),
        (Threshold.TYPICAL, 20_000, []),
        (Threshold.GUARANTEED_HIGH, 3_000, [Kind.DIODE_BRIDGED]),
        (Threshold.GUARANTEED_HIGH, 10_000, [Kind.DIODE_LEAKS]),
        (Threshold.GUARANTEED_HIGH, 50_000, []),
    ],
)
def test_the_level_at_which_an_input_changes_shifts_what_is_seen(
    threshold: Threshold, ohm: float, kinds: list[Kind]
) -> None:
    """As the page says of a Zero 2 W: at the lowest guaranteed level even a bridge makes no ghost."""
    layout, closed, drawn = read_with_a_leak(ZERO_2_W, chess.E4, ohm, threshold)
    found = diagnose(watch_from(0), Tried(layouts=((layout, closed, drawn),)), WIRING, 20)
    assert [it.kind for it in found] == kinds


def read_with_a_leak(
    model: PiModel, square: chess.Square, ohm: float, threshold: Threshold = Threshold.TYPICAL
) -> tuple[int, int, tuple[int, ...]]:
    """A half of the board with a leak: its squares, what a scan reads, the rows that each row draws low."""
    (layout,) = (it for it in LAYOUTS if it >> square & 1)
    twin = Twin(PINMAP, pi=model, values=board_values(model, TYPICAL, threshold))
    twin.leak_diode(square, ohm)
    return layout, *read_standing(twin, layout)


def read_standing(twin: Twin, layout: int) -> tuple[int, tuple[int, ...]]:
    """What a scan reads while these pieces stand, and the rows that each row draws low."""
    for at in chess.SquareSet(layout):
        twin.set_reed(at, True)
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings())
    closed = contacts_of(scanner.read())
    scanner.close()
    rows = len(PINMAP.matrix.rows)
    return closed, drawn_rows(
        partial(assemble_lines, PINMAP, twin.electronics, ReedSettings()), rows, lambda _: None
    )
