"""The bits of the lamps: their times by the data sheets at each clock of a Pi, and what lamps see."""

from itertools import groupby, pairwise

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.interfaces import Colour
from jadoube.drivers.lamps.ws2812 import SPI_HZ, encode
from jadoube_sim.twin import Twin
from jadoube_sim.twin.electrics.pi_models import MODELS, PiModel
from jadoube_sim.twin.spidev import LONGEST
from jadoube_sim.twin.ws2812_line import Ws2812Line

PINMAP = load_pinmap()
#: What comes out where 3.2 MHz are asked for, by the clock in MHz that is divided: by an even number.
DIVIDED = {200: 64, 250: 80, 400: 126, 500: 158}
CLOCKS_HZ = [SPI_HZ, *(mhz * 1e6 / divider for mhz, divider in DIVIDED.items())]
#: Worldsemi's windows in ns: of the WS2812B and of the WS2812B-V5, whose low of a 1 nobody keeps (ws2812.py).
FIRST = {"T0H": (250, 550), "T0L": (700, 1000), "T1H": (650, 950), "T1L": (300, 600)}
V5 = {"T0H": (220, 380), "T0L": (580, 1000), "T1H": (580, 1000)}
#: So many ns may a 1 of ours be longer than the first sheet has it: the divider of 250 MHz makes it so.
LONGER_NS = 10
LONGEST_RESET_NS = 280_000
COLOURS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=64, max_size=64)
MIXED: list[Colour] = [(square, 255 - square, 85) for square in range(64)]

each_clock = pytest.mark.parametrize("hz", CLOCKS_HZ, ids=lambda hz: f"{hz / 1e6:.3f} MHz")


def runs(data: bytes) -> list[tuple[str, int]]:
    """The levels of a transfer: each with how many bits it lasts."""
    return [(level, len(list(run))) for level, run in groupby(f"{int.from_bytes(data):0{8 * len(data)}b}")]


def pulses(data: bytes, hz: float) -> list[tuple[float, float]]:
    """Each high with the low behind it, in ns, without the lows of the reset."""
    times = [(level, 1e9 * bits / hz) for level, bits in runs(data)]
    assert times[0][0] == times[-1][0] == "0"
    return [(high, low) for (level, high), (_, low) in pairwise(times[:-1]) if level == "1"]


@each_clock
def test_every_bit_keeps_the_data_sheets(hz: float) -> None:
    """The highs and lows of zeros and ones are in the windows of both sheets, at each clock of a Pi."""
    longest_first = FIRST["T1H"][1] + LONGER_NS
    for high_ns, low_ns in pulses(encode(MIXED, "GRB"), hz):
        kind = "1" if high_ns > 480 else "0"
        for sheet in (FIRST, V5):
            least, most = sheet[f"T{kind}H"]
            assert least <= high_ns <= (longest_first if (sheet, kind) == (FIRST, "1") else most)
        for sheet in (FIRST, V5):
            least, most = sheet.get(f"T{kind}L", FIRST["T1L"])
            assert least <= low_ns <= most
        assert high_ns + low_ns >= 1250


@each_clock
def test_the_line_is_low_for_the_reset_before_and_after(hz: float) -> None:
    """The lows at both ends are longer than the V5 wants, also at a clock that is 1.6 times too fast."""
    lows = runs(encode(MIXED, "GRB"))
    assert lows[0][0] == lows[-1][0] == "0"
    for _, bits in (lows[0], lows[-1]):
        assert 1e9 * bits / (1.6 * hz) >= LONGEST_RESET_NS


def test_every_byte_ends_low() -> None:
    """So a pause of the controller between two bytes never makes a high longer."""
    assert not any(byte & 1 for byte in encode(MIXED, "GRB"))


def test_a_transfer_is_one_that_spidev_takes() -> None:
    """64 lamps of 12 bytes and two resets: far less than 4096 bytes."""
    data = encode(MIXED, "GRB")
    assert len(data) == 64 * 12 + 2 * 180
    assert len(data) < LONGEST


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_a_lamps_bytes_come_in_its_order(order: str) -> None:
    """Red 1, green 2, blue 4: where each stands in the order its bit is set, the highest bit first."""
    sent = [high > 1 for level, high in runs(encode([(1, 2, 4)], order)) if level == "1"]
    levels = [int("".join("01"[bit] for bit in sent[at : at + 8]), 2) for at in (0, 8, 16)]
    assert levels == [{"R": 1, "G": 2, "B": 4}[colour] for colour in order]


@pytest.mark.parametrize("pi", MODELS, ids=lambda pi: pi.name)
@given(colours=COLOURS)
def test_each_pi_makes_a_clock_that_the_lamps_read(pi: PiModel, colours: list[Colour]) -> None:
    """Whatever the frame: no pulse is doubtful, and the lamps have the colours."""
    twin = Twin(PINMAP, pi=pi)
    controller = twin.electronics.spi_controller
    assert controller.clock_hz(SPI_HZ) in CLOCKS_HZ
    assemble_lamps(PINMAP, twin.electronics, budget_ma=4000).show(colours)
    assert controller.line.doubtful == 0
    assert [bool(sum(colour)) for colour in twin.lamps()] == [bool(sum(colour)) for colour in colours]


def test_a_line_that_is_high_at_rest_changes_no_colour() -> None:
    """The lamps throw away the bit that its end is, frame after frame."""
    twin = Twin(PINMAP)
    lamps = assemble_lamps(PINMAP, twin.electronics)
    twin.idle_high(high=True)
    for green in (0, 3, 0):
        lamps.show([(0, green, 1)] * 64)
        assert twin.lamps() == ((0, green, 1),) * 64
    assert twin.wire.frames == 3


def test_without_the_reset_in_front_the_first_lamp_would_be_green() -> None:
    """The fault of jgarff/rpi_ws281x#469: the end of the rest is the first bit, all others move on by one."""
    taken: list[bytes] = []
    line = Ws2812Line(taken.append)
    line.idles_high = True
    data = encode([(0, 0, 0)] * 64, "GRB")
    line.carry(data[180:], 1e9 / SPI_HZ)
    assert taken == [bytes([0x80]) + bytes(191)]
    line.carry(data, 1e9 / SPI_HZ)
    assert taken[1:] == [bytes(192)]


def test_without_the_reset_behind_a_high_line_never_lets_the_lamps_take_a_frame() -> None:
    """They take it with the low of the next transfer."""
    taken: list[bytes] = []
    line = Ws2812Line(taken.append)
    line.idles_high = True
    line.carry(encode([(1, 2, 3)] * 64, "GRB")[:-180], 1e9 / SPI_HZ)
    assert taken == []
    line.carry(bytes(180), 1e9 / SPI_HZ)
    assert taken == [bytes([2, 1, 3]) * 64]


def test_a_core_clock_that_is_too_slow_makes_the_lamps_white() -> None:
    """Divided for 400 MHz and run at 250 a 0 lasts 504 ns: the lamps take it for a 1."""
    twin = Twin(PINMAP)
    lamps = assemble_lamps(PINMAP, twin.electronics)
    twin.run_core_at(250 * 250 / 400)
    lamps.show([(0, 0, 0)] * 64)
    assert set(twin.lamps()) == {(255, 255, 255)}


def test_a_core_clock_that_is_too_fast_gives_pulses_that_no_lamp_is_made_for() -> None:
    """Divided for 250 MHz and run at 400 a 0 lasts 200 ns, less than 220."""
    twin = Twin(PINMAP)
    lamps = assemble_lamps(PINMAP, twin.electronics)
    twin.run_core_at(400)
    lamps.show([(0, 0, 0)] * 64)
    assert twin.electronics.spi_controller.line.doubtful == 64 * 24


def test_a_lamp_takes_whole_bytes_only() -> None:
    """What is left of a transfer that breaks off is lost with the reset."""
    taken: list[bytes] = []
    Ws2812Line(taken.append).carry(encode([(1, 2, 3), (4, 5, 6)], "GRB")[: 180 + 12 + 5], 1e9 / SPI_HZ)
    assert taken == [bytes([2, 1, 3])]


def test_the_pin_map_has_a_lamp_for_each_square() -> None:
    """The transfers above are those of a real board."""
    assert sorted(PINMAP.lamps.chain) == list(chess.SQUARES)
