"""Parts that fail while a game is played: the whole board runs, and the game is as without the fault.

Each fault is said once, in a line that names the part and what to do; nobody does anything about it but to
mend it; that it is over is said, too, and the board shows again what it has to show.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.state.table import Terms
from jadoube.daemon.sampling.reeds import RETRY_MS
from jadoube.drivers.assemble_reeds import LIBRARIES
from jadoube.drivers.interfaces import Part
from jadoube.drivers.reeds.serial_frames import LENGTH
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import HOLD_MS, Desk, Ears, Shown
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import VirtualPace
from shared.drawn.examples import EXAMPLES

DEFAULTS = default_settings()
BLACK_STARTS_S = 2
#: A move, the second at which its piece is lifted, and that of the press.
GAME = [("e2e4", 5, 6), ("e7e5", 15, 16), ("g1f3", 20, 21), ("b8c6", 25, 26)]
ENDS_S = 30
#: The same moves without a pause, for what has to be seen at every scan: the tests of it make each one.
FAST_GAME = [(move, 3 + 2 * number, 4 + 2 * number) for number, (move, _, _) in enumerate(GAME)]
FAST_ENDS_S = 12
WITH_A_PRESS_S = (5.5, 12.0)
BETWEEN_MOVES_S = (8.0, 12.0)

Change = Callable[[Twin], object]


class Fault(NamedTuple):
    """What fails and how it is mended, when, what is said of it, and by which scanner the reeds are read."""

    begins: Change
    mends: Change
    while_s: tuple[float, float]
    said: list[str]
    scanner: str = "lgpio"
    smooth: bool = False
    """With every scan, and not only those at which something happens."""


class Played(NamedTuple):
    """What became of a game."""

    sheet: Scoresheet
    shown: Shown
    said: list[str]
    blind: bool


def a_game(game: list[tuple[str, int, int]] = GAME) -> list[Edge]:
    """All that hands do."""
    edges = press("black", BLACK_STARTS_S)
    for index, (move, lifts_s, press_s) in enumerate(game):
        lifts_us = lifts_s * 1_000_000
        edges += [Edge(lifts_us, "open", move[:2]), Edge(lifts_us + 400_000, "close", move[2:])]
        edges += press(("white", "black")[index % 2], press_s)
    return edges


def press(lever: str, at_s: int) -> list[Edge]:
    """A lever goes down and up."""
    at_us = at_s * 1_000_000
    return [Edge(at_us, "press", lever), Edge(at_us + HOLD_MS * 1000, "release", lever)]


def played(
    scanner: str = "lgpio",
    changes: list[tuple[float, Change]] | None = None,
    *,
    smooth: bool = False,
    edges: list[Edge] | None = None,
    at_once: Change | None = None,
    ends_s: int = ENDS_S,
) -> Played:
    """Play the game with these changes to the electronics at these seconds, one of them before it begins."""

    async def tell() -> Played:
        said: list[str] = []
        desk = Desk(
            on(scanner),
            Terms(control=parse_time_control("300+3")),
            pace=VirtualPace(DEFAULTS.board.scan_period_ms, smooth=smooth, until_ms=0),
            ears=Ears(say=said.append),
        )
        if at_once:
            at_once(desk.twin)
        for at_s, change in changes or []:
            desk.pace.schedule(int(at_s * 1_000_000), partial(change, desk.twin))
        async with desk:
            desk.act(a_game() if edges is None else edges)
            await desk.run_to(ends_s * 1000)
            return Played(scoresheet(desk.table), desk.shown(), said, bool(desk.daemon.troubled.wrong))

    return asyncio.run(tell())


@cache
def undisturbed(scanner: str) -> Played:
    """The same game without a fault."""
    return played(scanner)


def on(scanner: str) -> Settings:
    """The settings with this way to the reeds."""
    return replace(DEFAULTS, reeds=replace(DEFAULTS.reeds, scanner=scanner))


def errors_of(*parts: Part) -> tuple[Change, Change]:
    """The Pi's end of some parts gives errors; it is well again."""
    return (
        lambda twin: [twin.break_part(part) for part in parts],
        lambda twin: [twin.mend_part(part) for part in parts],
    )


def blind(what: str, todo: str) -> list[str]:
    """What is said of reeds that do not answer, and do again."""
    return [f"reeds: {what}; {todo}; the board is blind until it answers", "reeds answer again"]


def done_without(failure: str, again: str) -> list[str]:
    """What is said of another part that does not answer, and does again."""
    return [f"{failure}; the game goes on without it", again]


ERROR = "[Errno 5] Input/output error"
PINS_FAIL = blind(f"cannot read a pin, {ERROR}", "check that no other program uses the pins, and the pin map")
SILENT = blind("/dev/ttyACM0 sends no frames", "check the program of the board, and `reeds.serial_baud`")
WHITE_FAILS = (
    "white face: does not answer at 0x70; check its plug and its address; the game goes on without it"
)
FAULTS = {
    "a GPIO chip gives errors, through lgpio": Fault(*errors_of(Part.REEDS), BETWEEN_MOVES_S, PINS_FAIL),
    "a GPIO chip gives errors, through gpiod": Fault(
        *errors_of(Part.REEDS), BETWEEN_MOVES_S, PINS_FAIL, "gpiod"
    ),
    "a GPIO chip gives errors, through RPi.GPIO": Fault(
        *errors_of(Part.REEDS), BETWEEN_MOVES_S, PINS_FAIL, "rpigpio"
    ),
    "a GPIO chip gives errors, through gpiozero": Fault(
        *errors_of(Part.REEDS), BETWEEN_MOVES_S, PINS_FAIL, "gpiozero"
    ),
    "a column is stuck low": Fault(
        lambda twin: twin.ground_line("column_d"),
        lambda twin: twin.unground_line("column_d"),
        BETWEEN_MOVES_S,
        ["column_d (J1.4, yellow, pin 15) touches ground", "column_d reads again"],
    ),
    "a row is stuck low": Fault(
        lambda twin: twin.ground_line("row_4"),
        lambda twin: twin.unground_line("row_4"),
        BETWEEN_MOVES_S,
        ["row_4 (J2.5, green, pin 32) touches ground", "row_4 reads again"],
    ),
    "the wire of a column comes off": Fault(
        lambda twin: twin.cut_line("column_e"),
        lambda twin: twin.mend_line("column_e"),
        BETWEEN_MOVES_S,
        ["column_e (J1.5, green, pin 29) reads open: look for a loose wire", "column_e reads again"],
    ),
    "the wire of a row comes off, through gpiozero": Fault(
        lambda twin: twin.cut_line("row_2"),
        lambda twin: twin.mend_line("row_2"),
        BETWEEN_MOVES_S,
        ["row_2 (J2.7, violet, pin 38) reads open: look for a loose wire", "row_2 reads again"],
        "gpiozero",
    ),
    "a row touches 3.3 V": Fault(
        lambda twin: twin.power_line("row_7"),
        lambda twin: twin.unpower_line("row_7"),
        BETWEEN_MOVES_S,
        ["row_7 (J2.2, red, pin 18) touches 3.3 V", "row_7 reads again"],
    ),
    "a column touches 3.3 V, and all pieces vanish": Fault(
        lambda twin: twin.power_line("column_e"),
        lambda twin: twin.unpower_line("column_e"),
        BETWEEN_MOVES_S,
        ["column_e (J1.5, green, pin 29) touches 3.3 V", "column_e reads again"],
        "rpigpio",
    ),
    "one face's bus gives errors": Fault(
        *errors_of(Part.WHITE_FACE), WITH_A_PRESS_S, [WHITE_FAILS, "white face answers again"]
    ),
    "both faces' bus gives errors": Fault(
        *errors_of(Part.WHITE_FACE, Part.BLACK_FACE),
        WITH_A_PRESS_S,
        [
            WHITE_FAILS,
            WHITE_FAILS.replace("white", "black").replace("0x70", "0x71"),
            "white face answers again",
            "black face answers again",
        ],
    ),
    "the lamps cannot be written": Fault(
        *errors_of(Part.LAMPS),
        WITH_A_PRESS_S,
        done_without(
            f"lamps: cannot be written, {ERROR}; update the system and restart; journalctl -k may tell more",
            "lamps answer again",
        ),
    ),
    "the buzzer's pin gives errors": Fault(
        *errors_of(Part.BUZZER),
        WITH_A_PRESS_S,
        done_without(
            f"buzzer: cannot be driven, {ERROR}; check that no other program uses the pin, or set "
            "sound.enabled to false",
            "buzzer answers again",
        ),
    ),
    "a serial board is unplugged": Fault(
        lambda twin: twin.unplug(Part.REEDS),
        lambda twin: twin.plug(Part.REEDS),
        BETWEEN_MOVES_S,
        blind(f"/dev/ttyACM0 does not answer, {ERROR}", "check its plug, and `reeds.serial_port`"),
        "serial",
    ),
    "a serial board falls silent": Fault(
        lambda twin: twin.spoil_serial(lambda _sent: b""),
        lambda twin: twin.spoil_serial(lambda sent: sent),
        BETWEEN_MOVES_S,
        SILENT,
        "serial",
        smooth=True,
    ),
    "a serial board sends noise alone": Fault(
        lambda twin: twin.spoil_serial(lambda _sent: b"\xa5\x4a noise"),
        lambda twin: twin.spoil_serial(lambda sent: sent),
        BETWEEN_MOVES_S,
        SILENT,
        "serial",
        smooth=True,
    ),
}
each_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@each_fault
def test_a_fault_is_said_once_and_game_and_clock_are_as_without_it(fault: Fault) -> None:
    """Moves and times to the millisecond, lamps and faces at the end; nothing is wrong any more.

    Only the comments differ: they say when a line could not be read, and when it could be read again.
    """
    begins_s, mends_s = fault.while_s
    changes = [(begins_s, fault.begins), (mends_s, fault.mends)]
    found = played(fault.scanner, changes, smooth=fault.smooth)
    without = undisturbed(fault.scanner)
    assert found.said == fault.said
    assert [str(ply.move) for ply in found.sheet.plies] == [move for move, _, _ in GAME]
    game, told = replace(found.sheet, acts={}), found.sheet.acts
    assert (game, found.shown, found.blind) == (without.sheet, without.shown, False)
    of_lines = [each for each in fault.said if each.startswith(("column_", "row_"))]
    assert sum(len(acts) for acts in told.values()) == len(of_lines)


@pytest.mark.parametrize("scanner", LIBRARIES)
def test_a_gpio_chip_missing_at_the_start_is_taken_when_it_comes(scanner: str) -> None:
    """It is said what does not open; the game that is played from then on is read as any other."""
    broken, mended = errors_of(Part.REEDS)
    found = played(scanner, [(0.5, mended)], at_once=broken)
    assert [line.split(",")[0] for line in found.said] == ["reeds: cannot take a pin", "reeds answer again"]
    assert found.said[0].endswith("; the board is blind until it answers")
    assert found.sheet == undisturbed(scanner).sheet


def test_a_serial_board_missing_at_the_start_is_taken_when_it_comes() -> None:
    """The same at the other end of a line."""
    found = played(
        "serial",
        [(0.5, lambda twin: twin.plug(Part.REEDS))],
        at_once=lambda twin: twin.unplug(Part.REEDS),
    )
    assert [line.split(",")[0] for line in found.said] == [
        "reeds: /dev/ttyACM0 does not answer",
        "reeds answer again",
    ]
    assert found.sheet == undisturbed("serial").sheet


def test_a_serial_board_whose_first_frame_is_late_is_no_fault() -> None:
    """It may be at its first scan when its line is opened: a second of patience, and nothing to say."""
    late = played(
        "serial",
        [(0.9, lambda twin: twin.spoil_serial(lambda sent: sent))],
        at_once=lambda twin: twin.spoil_serial(lambda _sent: b""),
        smooth=True,
    )
    assert (late.sheet, late.said) == (undisturbed("serial").sheet, [])


BLIND = {name: fault for name, fault in FAULTS.items() if fault.while_s == BETWEEN_MOVES_S}


@pytest.mark.parametrize("fault", BLIND.values(), ids=BLIND)
def test_a_move_made_while_the_board_is_blind_is_read_when_it_sees_again(fault: Fault) -> None:
    """Only the press has to wait until then."""
    _, lifted_s, _ = GAME[0]
    sees_s = lifted_s + 5
    edges = [*press("black", BLACK_STARTS_S), *(edge for edge in a_game() if edge.name in ("e2", "e4"))]
    found = played(
        fault.scanner,
        [(lifted_s - 1, fault.begins), (sees_s, fault.mends)],
        smooth=fault.smooth,
        edges=edges + press("white", sees_s + 2 * RETRY_MS // 1000),
    )
    assert [str(ply.move) for ply in found.sheet.plies] == ["e2e4"]
    assert found.said == fault.said


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.binary(max_size=40), st.binary(max_size=LENGTH)), min_size=1, max_size=12))
def test_noise_between_the_frames_of_a_serial_board_changes_nothing(noise: list[tuple[bytes, bytes]]) -> None:
    """Whatever stands before and behind each frame: the same game, the same clock, and nothing to say."""
    found = played("serial", at_once=lambda twin: twin.spoil_serial(between(noise)))
    assert (found.sheet, found.said) == (undisturbed("serial").sheet, [])


def between(noise: list[tuple[bytes, bytes]]) -> Callable[[bytes], bytes]:
    """Put the next noise around each frame, and a frame again: the end of a noise may begin a frame."""
    turn = 0

    def spoil(sent: bytes) -> bytes:
        nonlocal turn
        before, behind = noise[turn % len(noise)]
        turn += 1
        return before + sent + behind + sent

    return spoil


@settings(max_examples=max(5, EXAMPLES // 4), deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.1, 0.3, 0.5]))
def test_frames_that_are_lost_or_spoilt_lose_no_move(seed: int, share: float) -> None:
    """A part of all frames is cut, or has a byte turned: the game is read from the others."""
    rng = random.Random(seed)

    def spoil(sent: bytes) -> bytes:
        if rng.random() > share:
            return sent
        at = rng.randrange(len(sent))
        turned = bytes([sent[at] ^ rng.randrange(1, 256)])
        return sent[:at] + rng.choice([turned, b""]) + sent[at + 1 :]

    found = played(
        "serial",
        at_once=lambda twin: twin.spoil_serial(spoil),
        smooth=True,
        edges=a_game(FAST_GAME),
        ends_s=FAST_ENDS_S,
    )
    assert [str(ply.move) for ply in found.sheet.plies] == [move for move, _, _ in GAME]
    assert found.said == []


def test_a_flood_of_noise_on_the_line_of_a_serial_board_changes_nothing() -> None:
    """A megabyte a second, frames in between: the same game, the same clock, and nothing to say."""
    rng = random.Random(7)
    noise = rng.randbytes(1_000_000 * DEFAULTS.board.scan_period_ms // 1000)
    found = played("serial", at_once=lambda twin: twin.spoil_serial(lambda sent: noise + sent), smooth=True)
    assert (found.sheet, found.said) == (undisturbed("serial").sheet, [])
