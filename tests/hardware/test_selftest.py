"""The self-test under its real drivers: faults of the twin's circuit, found by a tester in virtual time."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings, default_settings
from jadoube.core.messages.events import Button, Scanned
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import Colour
from jadoube.selftest.advice import Kind
from jadoube.selftest.diodes import LAYOUTS, Suspects, proved, suspects
from jadoube.selftest.report import About, Outcome, report
from jadoube.selftest.run import PERIOD_MS, Bench
from jadoube.selftest.seen import Verdict
from jadoube.selftest.stages import Stage, Trial
from jadoube.selftest.watching import passed
from jadoube.selftest.wiring import REEDS, contacts_of, named, wiring_of
from jadoube_sim.selftest.run import try_out
from jadoube_sim.selftest.virtual_tester import Faults, VirtualTester
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import InlineExecutor, VirtualPace
from shared.drawn.examples import some

PINMAP = load_pinmap()
WIRING = wiring_of(PINMAP.matrix)
BACK = int(Button.BACK) << REEDS
ROW_3 = chess.BB_RANK_3 | BACK


@cache
def tried(*faults: str) -> Outcome:
    """Try a board with these faults."""
    return asyncio.run(try_out(default_settings(), faults, say=lambda _: None))


def found(outcome: Outcome) -> list[tuple[Kind, str]]:
    """What was found, and about which contacts."""
    return [(it.kind, named(it.contacts)) for it in outcome.findings]


def test_a_good_board_passes() -> None:
    """Everything is tried, nothing is found, every reed is clean and every diode proved."""
    outcome = tried()
    assert (outcome.findings, outcome.untried, outcome.good) == ((), (), True)
    assert passed(outcome.trial.watch) == outcome.trial.watch.alone == 2**71 - 1
    assert outcome.trial.watch.diodes == 2**64 - 1


@pytest.mark.parametrize("scanner", [*LIBRARIES, "serial"])
def test_a_good_board_passes_through_every_scanner(scanner: str) -> None:
    """Whatever reads the reeds, a good board is good."""
    defaults = default_settings()
    settings = replace(defaults, reeds=replace(defaults.reeds, scanner=scanner))
    assert asyncio.run(try_out(settings, say=lambda _: None)).good


@pytest.mark.once
@pytest.mark.parametrize(
    ("faults", "kind", "contacts"),
    [
        (["dead:e4"], Kind.REED_DEAD, chess.BB_E4),
        (["stuck:a8"], Kind.REED_STUCK, chess.BB_A8),
        (["diode:c3"], Kind.DIODE_BRIDGED, chess.BB_C3),
        (["diode:h7"], Kind.DIODE_BRIDGED, chess.BB_H7),
        (["cut:row_3"], Kind.LINE_OPEN, ROW_3),
        (["cut:column_c"], Kind.LINE_OPEN, chess.BB_FILE_C),
        (["cut:column_buttons"], Kind.LINE_OPEN, 127 << REEDS),
        ([f"dead:{file}3" for file in "efgh"], Kind.LINE_BROKEN, chess.BB_RANK_3 & ~0x0F0F0F0F0F0F0F0F),
        (["short:row_3+row_4"], Kind.LINES_SHORTED, ROW_3 | chess.BB_RANK_4 | int(Button.MINUS) << REEDS),
        (["short:column_a+column_b"], Kind.LINES_SHORTED, chess.BB_FILE_A | chess.BB_FILE_B),
        (["short:row_3+column_c"], Kind.LINES_SHORTED, chess.BB_C3),
        (["ground:column_h"], Kind.LINE_LOW, chess.BB_FILE_H),
        (["ground:row_3"], Kind.LINE_LOW, 2**71 - 1),
        (["power:column_h"], Kind.LINE_HIGH, chess.BB_FILE_H),
        (["power:row_3"], Kind.LINE_HIGH, ROW_3),
        (["pull:column_h"], Kind.PULL_MISSING, chess.BB_FILE_H),
        (["pull:row_3"], Kind.PULL_MISSING, 0),
        (["pulls:boot"], Kind.BOOT_PULLS, 2**71 - 1),
        (["leak:e4"], Kind.DIODE_LEAKS, chess.BB_E4),
        (["reverse:e4"], Kind.DIODE_REVERSED, chess.BB_E4),
        (["reverse:a1"], Kind.DIODE_REVERSED, chess.BB_A1),
        (["bounce:e4"], Kind.BOUNCES, chess.BB_E4),
        (["flicker:b2"], Kind.FLICKERS, chess.BB_B2),
        (["button:ok"], Kind.BUTTON_DEAD, int(Button.OK) << REEDS),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else "",
)
def test_one_fault_is_one_finding(faults: list[str], kind: Kind, contacts: int) -> None:
    """Each fault of the circuit is found as what it is, where it is, and nothing else is found."""
    outcome = tried(*faults)
    assert found(outcome) == [(kind, named(contacts))]
    assert not outcome.good


def test_faults_that_do_not_meet_are_found_side_by_side() -> None:
    """A dead reed, a stuck one, a bridged diode and a reed that bounces are four findings."""
    outcome = tried("dead:h8", "stuck:d7", "diode:c3", "bounce:b5")
    assert sorted(found(outcome)) == [
        (Kind.BOUNCES, "b5"),
        (Kind.DIODE_BRIDGED, "c3"),
        (Kind.REED_DEAD, "h8"),
        (Kind.REED_STUCK, "d7"),
    ]


SIDES = [[line.signal.name for line in side] for side in (WIRING.rows, WIRING.columns)]


@pytest.mark.once
@pytest.mark.parametrize(("one", "other"), some([pair for side in SIDES for pair in combinations(side, 2)]))
def test_two_wires_that_are_exchanged_are_named_and_nothing_else(one: str, other: str) -> None:
    """Any two rows, any two columns, also that of the buttons: no button and no diode is blamed."""
    (finding,) = tried(f"swap:{one}+{other}").findings
    assert finding.kind is Kind.LINES_EXCHANGED
    assert finding.seen.startswith(f"{one} and {other} (")


@pytest.mark.parametrize(
    ("faults", "seen"),
    [
        (["turn:J1"], ["J1 is plugged in the wrong way round"]),
        (["turn:J2"], ["J2 is plugged in the wrong way round"]),
        (
            ["turn:J1", "turn:J2"],
            ["J2 is plugged in the wrong way round", "J1 is plugged in the wrong way round"],
        ),
        (["shift:J1"], ["J1 sits one pin beside its place"]),
        (["shift:J2"], ["J2 sits one pin beside its place"]),
        (
            ["swap:row_8+row_7", "swap:column_a+column_b"],
            ["row_8 and row_7 (J2.1, J2.2)", "column_a and column_b"],
        ),
        (["swap:row_3+row_4", "dead:e7"], ["row_4 and row_3", "e7 has never closed"]),
        (["swap:row_3+row_4", "diode:e7"], ["row_4 and row_3"]),
        (["swap:column_b+column_c", "cut:column_a"], ["column_b and column_c", "column_a (J1.1"]),
        (["swap:column_a+column_h", "button:ok"], ["column_a and column_h", "ok has never closed"]),
    ],
    ids=" ".join,
)
def test_plugs_that_sit_wrong_are_named_and_what_is_wrong_beside_them(
    faults: list[str], seen: list[str]
) -> None:
    """Each is one finding; a bridged diode beside them is found when they are mended."""
    findings = tried(*faults).findings
    assert len(findings) == len(seen)
    assert all(it.seen.startswith(words) for it, words in zip(findings, seen, strict=True))


@pytest.mark.parametrize(
    ("faults", "kinds"),
    [
        (["ground:column_h", "turn:J2"], [Kind.LINE_LOW, Kind.PLUG_MISPLACED]),
        (["power:row_8", "swap:column_a+column_b"], [Kind.LINE_HIGH, Kind.LINES_EXCHANGED]),
        (["power:column_h", "swap:row_3+row_4"], [Kind.LINE_HIGH, Kind.GHOSTS]),
    ],
    ids=" ".join,
)
def test_a_line_that_is_held_makes_no_crossed_buttons_of_misplaced_wires(
    faults: list[str], kinds: list[Kind]
) -> None:
    """What its own contacts read is no sign. Where the wires are not found, no button is blamed."""
    assert [it.kind for it in tried(*faults).findings] == kinds


@pytest.mark.parametrize("ends", [("row_3", "row_4", "column_c"), ("column_c", "column_d", "row_3")])
def test_one_bare_spot_on_three_lines_says_nothing_beside_where_they_touch(ends: tuple[str, ...]) -> None:
    """Two rows are joined through a column, or two columns through a row: their contacts close together."""
    *joined, through = ends
    findings = tried(*(f"short:{line}+{through}" for line in joined)).findings
    assert [it.kind for it in findings] == [Kind.LINES_SHORTED] * 2
    assert all(f"{line} (" in "".join(it.seen for it in findings) for line in ends)


def test_no_button_counts_as_answering_where_its_column_is_elsewhere() -> None:
    """Pieces on the a file close the buttons' contacts then, and buttons those of the file."""
    outcome = tried("swap:column_a+column_buttons")
    about = About("1.2.3", "2026.01.31", PINMAP, "every 1 ms")
    assert "\nbuttons     0 of 7 answer: none\n" in report(outcome, about)


def test_a_plug_that_is_turned_is_seen_by_the_buttons_alone() -> None:
    """A tester who sets no piece reads both ways that explain it, and of no dead line."""
    hands = Faults(leaves_at=Stage.EMPTY)
    outcome = asyncio.run(try_out(default_settings(), ["turn:J1"], hands=hands, say=lambda _: None))
    (finding,) = outcome.findings
    assert finding.kind is Kind.LINES_EXCHANGED
    assert finding.seen.endswith("column_buttons (J1.1, J1.9), or J1 is plugged in the wrong way round")


@pytest.mark.parametrize("column", ["column_c", "column_buttons"])
def test_a_row_and_a_column_at_ground_are_two_findings(column: str) -> None:
    """The row explains where they cross; the rest of the column is its wire, and no reed is blamed."""
    low = [it.seen.split()[0] for it in tried("ground:row_3", f"ground:{column}").findings]
    assert low == ["row_3", column]


@pytest.mark.once
@pytest.mark.parametrize(
    "squares", [("e4", "e5"), ("d4", "e5"), ("b2", "g7"), ("d4", "e4"), ("a1", "h8"), ("c3", "c7")]
)
def test_two_diodes_the_wrong_way_round_accuse_no_good_one(squares: tuple[str, ...]) -> None:
    """In one rank, in one file, or anywhere: each of the two is named, and no other."""
    outcome = tried(*(f"reverse:{square}" for square in squares))
    assert sorted(found(outcome)) == [(Kind.DIODE_REVERSED, square) for square in sorted(squares)]
    assert outcome.untried == ()


def test_a_diode_the_wrong_way_round_hides_no_leak_beside_it() -> None:
    """One of the same rank that leaks, and one elsewhere that is bridged."""
    assert found(tried("reverse:e4", "leak:g4", "diode:b3")) == [
        (Kind.DIODE_REVERSED, "e4"),
        (Kind.DIODE_LEAKS, "g4"),
        (Kind.DIODE_BRIDGED, "b3"),
    ]


@pytest.mark.parametrize(
    "faults",
    [("ground:row_7", "cut:column_e"), ("short:row_3+row_5", "cut:column_d"), ("pull:column_g", "cut:row_3")],
)
def test_a_line_that_is_off_is_open_also_where_another_fault_meets_it(faults: tuple[str, str]) -> None:
    """The other fault explains where they cross; the line is not broken on its way, and no reed is dead."""
    first, second = tried(*faults).findings
    assert (second.kind, second.seen.split()[0]) == (Kind.LINE_OPEN, faults[1].removeprefix("cut:"))
    assert first.kind in (Kind.LINE_LOW, Kind.LINES_SHORTED, Kind.PULL_MISSING)


def test_a_ghost_is_no_sign_of_life() -> None:
    """h8 is dead although a bridged diode makes it read closed later on."""
    outcome = tried("diode:b6", "dead:h8")
    assert (Kind.REED_DEAD, "h8") in found(outcome)
    assert outcome.trial.watch.has_closed & chess.BB_H8


def test_an_unplugged_matrix_is_said_once() -> None:
    """Without its plugs no reed and no button is blamed one by one."""
    kinds = [finding.kind for finding in tried("unplug:reeds").findings]
    assert kinds == [Kind.NOTHING_CLOSES, Kind.LINE_OPEN]


def test_a_face_that_does_not_answer_is_done_without() -> None:
    """The unplugged face is one finding in the driver's words; all the rest is tried."""
    outcome = tried("unplug:white face")
    (finding,) = outcome.findings
    assert finding.seen == "white face: does not answer at 0x70"
    assert finding.advice.todo == "check its plug and its address"
    assert outcome.untried == ()


@pytest.mark.parametrize(
    ("leaves_at", "kinds", "untried"),
    [
        (Stage.FIRST_HALF, [], ("diodes",)),
        (Stage.GO_OVER, [Kind.NOTHING_CLOSES], ()),
        (Stage.LAMPS, [Kind.NOTHING_CLOSES, Kind.LINE_OPEN], ("lamps", "white face", "black face", "buzzer")),
    ],
)
def test_a_tester_who_leaves_is_not_waited_for(
    leaves_at: Stage, kinds: list[Kind], untried: tuple[str, ...]
) -> None:
    """Every wait ends by itself; what was not done is said as such, and no reed is called dead by itself."""
    hands = Faults(leaves_at=leaves_at)
    outcome = asyncio.run(try_out(default_settings(), hands=hands, say=lambda _: None))
    assert outcome.trial.over
    assert ([finding.kind for finding in outcome.findings], outcome.untried) == (kinds, untried)


def test_dark_lamps_are_told_by_the_tester() -> None:
    """The squares that stay dark are named; the chain's last ones mean that the chain is broken."""
    for answer, kind in (("e4 c2", Kind.LAMPS_DARK), ("a8 b8 c8", Kind.CHAIN_BROKEN), ("n", Kind.SEEN_WRONG)):
        hands = Faults(answers={Stage.LAMPS: answer})
        outcome = asyncio.run(try_out(default_settings(), hands=hands, say=lambda _: None))
        assert [finding.kind for finding in outcome.findings] == [kind]
        assert outcome.trial.answer(Stage.FACES).verdict is Verdict.GOOD


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_proves_the_diode_of_each_of_its_squares(layout: int) -> None:
    """With a half of the board standing, each of its diodes is proved, and no more."""
    assert proved(layout, WIRING) == layout


def test_the_layouts_are_the_two_halves_of_the_board() -> None:
    """32 pieces each, and no square twice."""
    assert LAYOUTS[0] ^ LAYOUTS[1] == 2**64 - 1
    assert {layout.bit_count() for layout in LAYOUTS} == {32}


def test_each_bridged_diode_is_named_by_its_ghosts() -> None:
    """Of 64 diodes each, bridged, is the only one that explains what the real scanner reads."""
    for bridged in chess.SQUARES:
        (layout,) = (it for it in LAYOUTS if it >> bridged & 1)
        twin = Twin(PINMAP)
        twin.remove_diode(bridged)
        for square in chess.SquareSet(layout):
            twin.set_reed(square, True)
        closed = contacts_of(assemble_scanner(PINMAP, twin.electronics, ReedSettings()).read())
        assert not proved(closed, WIRING) & chess.BB_SQUARES[bridged]
        assert suspects(layout, closed, WIRING) == Suspects(chess.BB_SQUARES[bridged], alone=True)


def test_a_scan_is_one_set_of_contacts() -> None:
    """Reeds are contacts 0 to 63, buttons follow."""
    assert contacts_of(Scanned(chess.BB_H8, Button.WHITE | Button.OK)) == 1 << 63 | 1 << 64 | 1 << 70


def on_the_bench(
    twin: Twin,
    look: Callable[[Trial], None],
    stop_after: int | None = None,
    *,
    pace: VirtualPace | None = None,
    lines: list[str] | None = None,
) -> Outcome:
    """Try this board, look at it after every scan, and stop after so many, as Ctrl-C does.

    A pace that is given makes every scan; `lines` are typed beside those of the tester.
    """
    every_scan, pace, stop = pace is not None, pace or VirtualPace(PERIOD_MS), asyncio.Event()
    tester = VirtualTester(twin, pace, Faults())

    def watch(trial: Trial) -> None:
        tester.watch(trial)
        look(trial)
        if trial.watch.scans == stop_after:
            stop.set()

    bench = Bench(
        default_settings(),
        twin.electronics,
        InlineExecutor(),
        lambda _: None,
        typed=lambda: lines.pop() if lines else tester.typed(),
        watcher=watch,
        every_scan=every_scan,
    )
    return asyncio.run(bench.run(pace, stop))


@pytest.mark.once
@pytest.mark.parametrize(
    ("stage", "after_ms"),
    some(
        [
            (stage, after_ms)
            for after_ms in (40, 1_400, 3_000)
            for stage in (Stage.EMPTY, Stage.GO_OVER, Stage.FIRST_HALF, Stage.SECOND_HALF)
        ]
    ),
)
def test_an_enter_too_many_skips_nothing(stage: Stage, after_ms: int) -> None:
    """Typed when the prompt before has ended by itself, or while pieces are moved: the fault is found."""
    twin = Twin(PINMAP)
    twin.remove_diode(chess.G6)
    due_ms: list[int] = []
    lines: list[str] = []

    def look(trial: Trial) -> None:
        if trial.stage is stage and not due_ms:
            due_ms.append(trial.now_ms + after_ms)
        if due_ms and trial.now_ms >= due_ms[0] and len(due_ms) == 1:
            due_ms.append(trial.now_ms)
            lines.append("")

    outcome = on_the_bench(twin, look, lines=lines)
    assert (len(due_ms), lines) == (2, [])
    assert (found(outcome), outcome.untried) == ([(Kind.DIODE_BRIDGED, "g6")], ())


@pytest.mark.parametrize(("period_ms", "kinds"), [(10, []), (100, [Kind.SCANS_LATE])])
def test_late_scans_are_a_finding_and_make_no_other(period_ms: int, kinds: list[Kind]) -> None:
    """Of a good board: every reed is tried and none is called wrong."""
    outcome = on_the_bench(Twin(PINMAP), lambda _: None, pace=VirtualPace(period_ms, smooth=True))
    assert ([it.kind for it in outcome.findings], outcome.untried) == (kinds, ())


def test_a_square_turns_green_when_it_has_closed_and_opened() -> None:
    """On the lamps themselves: what is done is green, what closes with another red, what is to do blue."""
    twin = Twin(PINMAP)
    last: list[tuple[Colour, ...]] = []
    blue: set[int] = set()

    def look(trial: Trial) -> None:
        if trial.stage is Stage.GO_OVER:
            last[:] = [twin.lamps()]
            blue.add(sum(colour == (0, 0, 40) for colour in twin.lamps()))

    twin.short_lines("row_3", "row_4")
    twin.stick_reed(chess.H8, closed=False)
    on_the_bench(twin, look)
    assert {chess.square_name(at) for at in chess.SQUARES if last[0][at] == (0, 0, 40)} == {"h8"}
    assert {at for at in chess.SQUARES if last[0][at] == (200, 0, 0)} == set(range(16, 32))
    assert sum(colour == (0, 120, 0) for colour in last[0]) == 64 - 16 - 1
    assert {64, 32, 1} & blue >= {64, 1}


def test_every_lamp_and_every_bar_is_lit() -> None:
    """Each lamp is red, green and blue in turn, and each bar of each digit of both faces is lit."""
    twin = Twin(PINMAP)
    lit: set[tuple[int, Colour]] = set()
    bars: set[tuple[bool, int, int]] = set()
    colons: set[bool] = set()

    def look(trial: Trial) -> None:
        if trial.stage is Stage.LAMPS:
            lit.update((at, colour) for at, colour in enumerate(twin.lamps()) if any(colour))
        if trial.stage is Stage.FACES:
            for side in chess.COLORS:
                face = twin.face(side)
                bars.update((side, digit, bits) for digit, bits in enumerate(face.digits))
                colons.add(face.colon)

    on_the_bench(twin, look)
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    assert lit == {(at, colour) for at in range(64) for colour in colours}
    singles = {(side, digit, 1 << bar) for side in chess.COLORS for digit in range(4) for bar in range(8)}
    assert bars >= singles
    assert colons == {False, True}


def test_stopped_at_any_scan_it_says_what_is_known() -> None:
    """Whenever it is stopped there is a report, and nothing that was not tried is called wrong."""
    for scans in (1, 40, 600, 900, 1000):
        outcome = on_the_bench(Twin(PINMAP), lambda _: None, scans)
        assert outcome.findings == ()
        assert outcome.untried
        about = About("1.2.3", "2026.01.31", PINMAP, "every 1 ms")
        assert "INCOMPLETE" in report(outcome, about)
