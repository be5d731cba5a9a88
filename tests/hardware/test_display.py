"""The HT16K33 driver on the twin's chips: what the RAM shows, and plugs pulled."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.core.display.seven_segment import Segments, segments
from jadoube.drivers.assemble import I2C_BUS, assemble_face
from jadoube.drivers.display import SevenSegment
from jadoube.drivers.interfaces import FaceDisplay, Part, PartFailed
from jadoube_sim.twin import Twin
from jadoube_sim.twin.ht16k33 import NO_ANSWER, Ht16k33
from jadoube_sim.twin.i2c import TwinI2C

PINMAP = load_pinmap()
BLANK = Segments((0, 0, 0, 0), colon=False)
DIGITS = st.tuples(*[st.integers(0, 255)] * 4)


def faced_twin() -> tuple[Twin, FaceDisplay]:
    """Build a board with the real driver of White's face on it."""
    twin = Twin(PINMAP)
    return twin, assemble_face(chess.WHITE, PINMAP, twin.electronics)


@given(DIGITS, st.booleans(), st.booleans())
def test_a_face_shows_what_it_is_told(digits: tuple[int, int, int, int], colon: bool, bright: bool) -> None:
    """Any segments come back from the chip's RAM; 16 of 16 bright, 4 of 16 dim."""
    twin, face = faced_twin()
    face.show(Segments(digits, colon), bright=bright)
    assert twin.face(chess.WHITE) == Segments(digits, colon)
    assert twin.chip(chess.WHITE).brightness == (16 if bright else 5)
    assert not twin.chip(chess.WHITE).ignored


def test_each_side_has_its_own_face() -> None:
    """White's text is not Black's."""
    twin = Twin(PINMAP)
    for side, text in ((chess.WHITE, "05:30"), (chess.BLACK, "19.8")):
        assemble_face(side, PINMAP, twin.electronics).show(segments(text), bright=True)
    assert twin.face(chess.WHITE) == segments("05:30")
    assert twin.face(chess.BLACK) == segments("19.8")


def test_the_colon_goes_when_tenths_come() -> None:
    """12:34, then 19.8: no colon is left over."""
    twin, face = faced_twin()
    for text in ("12:34", "19.8"):
        face.show(segments(text), bright=True)
    assert not twin.face(chess.WHITE).colon


def test_a_face_is_written_only_when_it_differs() -> None:
    """The same text with the same brightness costs no write; a change of either does."""
    twin, face = faced_twin()
    bus = twin.electronics.i2c(I2C_BUS)
    face.show(segments("12:34"), bright=True)
    written = bus.writes
    face.show(segments("12:34"), bright=True)
    assert bus.writes == written
    face.show(segments("12:34"), bright=False)
    assert bus.writes > written


def test_a_face_can_be_written_anew() -> None:
    """What lost its power unnoticed shows again what it has to show, though nothing has changed."""
    twin, face = faced_twin()
    face.show(segments("5:00"), bright=True)
    twin.unplug(Part.WHITE_FACE)
    twin.plug(Part.WHITE_FACE)
    face.show(segments("5:00"), bright=True)
    assert twin.face(chess.WHITE) == BLANK
    face.show(segments("5:00"), bright=True, anew=True)
    assert twin.face(chess.WHITE) == segments("5:00")


def test_a_face_blinks_by_itself() -> None:
    """Once a second, by the chip: it is written when that begins and when it ends, and not between."""
    twin, face = faced_twin()
    bus = twin.electronics.i2c(I2C_BUS)
    rates, writes = [], []
    for blinks in (False, True, True, False):
        face.show(segments("5:00"), bright=False, blinks=blinks)
        rates.append(twin.chip(chess.WHITE).blink_hz)
        writes.append(bus.writes)
    assert rates == [0, 1, 1, 0]
    assert writes[1] == writes[2]


def test_an_unplugged_face_fails_and_comes_back() -> None:
    """Unplugged, each write says which part and what to do; plugged in again, it is set up and shows."""
    twin, face = faced_twin()
    face.show(segments("5:00"), bright=True)
    twin.unplug(Part.WHITE_FACE)
    for text in ("4:59", "4:58"):
        with pytest.raises(
            PartFailed, match=r"^white face: does not answer at 0x70; check its plug"
        ) as failure:
            face.show(segments(text), bright=True)
        assert failure.value.part is Part.WHITE_FACE
    twin.plug(Part.WHITE_FACE)
    assert twin.face(chess.WHITE) == BLANK
    face.show(segments("4:57"), bright=True)
    assert twin.face(chess.WHITE) == segments("4:57")


def test_the_text_that_failed_is_written_when_shown_again() -> None:
    """After a failure the same text is not taken for shown."""
    twin, face = faced_twin()
    face.show(segments("5:00"), bright=True)
    twin.unplug(Part.WHITE_FACE)
    with pytest.raises(PartFailed):
        face.show(segments("4:59"), bright=True)
    twin.plug(Part.WHITE_FACE)
    face.show(segments("5:00"), bright=True)
    assert twin.face(chess.WHITE) == segments("5:00")


def test_a_face_that_lost_power_unnoticed_lights_up_again() -> None:
    """Unplugged and plugged in between two writes, it is set up with the next change."""
    twin, face = faced_twin()
    face.show(segments("5:00"), bright=True)
    twin.unplug(Part.WHITE_FACE)
    twin.plug(Part.WHITE_FACE)
    face.show(segments("4:59"), bright=True)
    assert twin.face(chess.WHITE) == segments("4:59")


def test_a_face_that_is_missing_at_start_can_come_later() -> None:
    """The driver is there before its display is."""
    twin = Twin(PINMAP)
    twin.unplug(Part.BLACK_FACE)
    face = assemble_face(chess.BLACK, PINMAP, twin.electronics)
    with pytest.raises(PartFailed, match=r"^black face: does not answer at 0x71"):
        face.show(segments("1:00"), bright=True)
    twin.plug(Part.BLACK_FACE)
    face.show(segments("1:00"), bright=True)
    assert twin.face(chess.BLACK) == segments("1:00")


def test_closing_leaves_the_face_dark() -> None:
    """Nothing is lit after the end."""
    twin, face = faced_twin()
    face.show(segments("8888"), bright=True)
    face.close()
    assert twin.face(chess.WHITE) == BLANK


def test_one_face_gone_leaves_the_other() -> None:
    """With White's display unplugged Black's goes on."""
    twin = Twin(PINMAP)
    twin.unplug(Part.WHITE_FACE)
    assemble_face(chess.BLACK, PINMAP, twin.electronics).show(segments("2:00"), bright=True)
    assert twin.face(chess.BLACK) == segments("2:00")


def test_a_chip_shows_nothing_before_it_is_set_up() -> None:
    """What stands in the RAM lights up only with oscillator and display on."""
    chip = Ht16k33()
    chip.write(bytes([0x00, 0xFF, 0, 0, 0, 0x02]))
    assert chip.segments == BLANK
    chip.write(b"\x21")
    assert chip.segments == BLANK
    chip.write(b"\x81")
    assert (chip.segments.digits[0], chip.segments.colon) == (0xFF, True)
    chip.write(b"\x20")
    assert chip.segments == BLANK


class Watched(Ht16k33):
    """A chip that keeps what it has shown after each transfer."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[Segments] = set()

    def write(self, data: bytes) -> None:
        """Take one transfer."""
        super().write(data)
        self.shown.add(self.segments)


def test_a_first_frame_lights_no_rubbish() -> None:
    """What the RAM of a new chip holds is written over before the display is switched on."""
    chip = Watched()
    SevenSegment(Part.WHITE_FACE, TwinI2C({0x70: chip}), 0x70).show(segments("5:00"), bright=True)
    assert chip.shown == {BLANK, segments("5:00")}


def test_a_chip_with_new_power_shows_its_rubbish_first() -> None:
    """A driver that switches the display on before it writes the RAM lights what it did not mean."""
    chip = Ht16k33()
    chip.write(b"\x21")
    chip.write(b"\x81")
    assert chip.segments.digits == (0x55,) * 4


def test_the_ram_runs_round() -> None:
    """Writing on from address 15 goes on at 0."""
    chip = Ht16k33()
    for transfer in (b"\x21", b"\x81", bytes([0x0F, 1, 2])):
        chip.write(transfer)
    assert chip.segments.digits == (2, 0x55, 0x55, 0x55)


@pytest.mark.parametrize(
    "transfer",
    [b"\xa1", b"\x40", b"\x60", b"\xd9", b"\x10", b"\x21\x81", b"\xef\x00", b"\x81" * 3],
    ids=bytes.hex,
)
def test_a_chip_notes_what_no_driver_of_ours_should_send(transfer: bytes) -> None:
    """Keys, interrupts, the maker's test, no command, two commands in one transfer: it fails at none."""
    chip = Ht16k33()
    chip.write(transfer)
    assert chip.ignored == [transfer]


def test_a_command_does_not_take_the_next_one_along() -> None:
    """The data sheet has one command in a transfer: of two the second does nothing."""
    chip = Ht16k33()
    chip.write(b"\x21\x81")
    assert not chip.shines


def test_a_chip_is_told_to_blink() -> None:
    """The two blink bits stand for 0, 2, 1 and 0.5 Hz."""
    chip = Ht16k33()
    rates = []
    for command in (0x81, 0x83, 0x85, 0x87):
        chip.write(bytes([command]))
        rates.append(chip.blink_hz)
    assert rates == [0, 2, 1, 0.5]


@pytest.mark.parametrize(("bus", "address"), [(I2C_BUS, 0x20), (7, 0x70)], ids=["address", "bus"])
def test_nobody_answers_where_no_chip_is(bus: int, address: int) -> None:
    """An empty address, and an empty bus, are Linux's error 121."""
    with pytest.raises(OSError, match="Remote I/O") as problem:
        Twin(PINMAP).electronics.i2c(bus).write(address, b"\x21")
    assert problem.value.errno == NO_ANSWER


@pytest.mark.parametrize("length", [0, 34])
def test_the_bus_carries_no_more_than_a_block(length: int) -> None:
    """An SMBus has no transfer for it."""
    bus = Twin(PINMAP).electronics.i2c(I2C_BUS)
    with pytest.raises(OSError, match=f"Invalid argument, {length} bytes"):
        bus.write(0x70, bytes(length))
    assert bus.writes == 0
