"""The faces over the real smbus2, down to the calls of the kernel: what goes over the bus of a Pi."""

import sys
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import partial
from typing import Any, Final

import chess
import pytest
import smbus2

from jadoube.config.pinmap import load_pinmap
from jadoube.core.display.seven_segment import segments
from jadoube.drivers.assemble import assemble_face
from jadoube.drivers.display import SevenSegment
from jadoube.drivers.interfaces import Part, PartFailed
from jadoube.drivers.pi import PiElectronics
from jadoube_sim.twin.ht16k33 import NO_ANSWER, Ht16k33
from jadoube_sim.twin.i2c import LONGEST, TwinI2C

PINMAP = load_pinmap()

#: How `linux/i2c.h` marks the transfers that our drivers ask for.
WRITE: Final = 0
BYTE: Final = 1
I2C_BLOCK: Final = 8


class Request(IntEnum):
    """The calls of `linux/i2c-dev.h`."""

    ADDRESS = 0x0703
    FUNCTIONS = 0x0705
    SMBUS = 0x0720


class KernelI2C:
    """What the kernel's i2c-dev.c does with smbus2's calls: it keeps the address with the open file."""

    def __init__(self) -> None:
        self.chips = {0x70: Ht16k33(), 0x71: Ht16k33()}
        #: The transfers, each with its address.
        self.transfers: list[tuple[int, bytes]] = []
        #: What another thread does between the first address that is set and the transfer to it.
        self.meanwhile: Callable[[], object] | None = None
        #: How many transfers were tried.
        self.attempts = 0
        self._bus = TwinI2C(self.chips)
        self._addresses: dict[int, int] = {}

    def ioctl(self, file: int, request: int, argument: Any) -> None:
        """Take one call."""
        match Request(request):
            case Request.ADDRESS:
                self._addresses[file] = argument
                meanwhile, self.meanwhile = self.meanwhile, None
                if meanwhile:
                    meanwhile()
            case Request.SMBUS:
                self._transfer(self._addresses[file], argument)

    def _transfer(self, address: int, asked: Any) -> None:
        self.attempts += 1
        assert asked.read_write == WRITE
        data = bytes([asked.command])
        if asked.size != BYTE:
            assert asked.size == I2C_BLOCK
            block = asked.data.contents.block
            data += bytes(block[1 : block[0] + 1])
        self._bus.write(address, data)
        self.transfers.append((address, data))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[KernelI2C]:
    """A kernel with both displays on `/dev/i2c-1`, under the real smbus2."""
    kernel, files = KernelI2C(), []

    def opened(number: int, really: Callable[[str], smbus2.SMBus] = smbus2.SMBus) -> smbus2.SMBus:
        assert number == 1
        files.append(really("/dev/null"))
        return files[-1]

    monkeypatch.setattr("smbus2.smbus2.ioctl", kernel.ioctl)
    monkeypatch.setattr("smbus2.SMBus", opened)
    yield kernel
    for file in files:
        file.close()


def test_a_frame_is_four_short_transfers(kernel: KernelI2C) -> None:
    """Each frame, also the first: 17 bytes on the bus with the addresses; the chips know all of them."""
    face = assemble_face(chess.WHITE, PINMAP, PiElectronics())
    for text, bright, blinks, level, on in (
        ("12:34", True, False, 0xEF, 0x81),
        ("7.7", False, True, 0xE4, 0x85),
    ):
        kernel.transfers.clear()
        face.show(segments(text), bright=bright, blinks=blinks)
        assert kernel.chips[0x70].segments == segments(text)
        (_, setup), (_, memory), *rest = kernel.transfers
        assert (setup, len(memory), rest) == (b"\x21", 10, [(0x70, bytes([level])), (0x70, bytes([on]))])
        assert sum(1 + len(data) for _, data in kernel.transfers) == 17
    assert not kernel.chips[0x70].ignored


def test_two_faces_may_write_at_once(kernel: KernelI2C) -> None:
    """Each has a file of its own, so it may write between the other's setting of the address and transfer."""
    electronics = PiElectronics()
    white, black = (assemble_face(side, PINMAP, electronics) for side in (chess.WHITE, chess.BLACK))
    kernel.meanwhile = partial(black.show, segments("5:00"), bright=False)
    white.show(segments("4:59"), bright=True)
    assert kernel.chips[0x70].segments == segments("4:59")
    assert kernel.chips[0x71].segments == segments("5:00")


def test_a_display_that_is_missing_is_told_after_one_transfer(kernel: KernelI2C) -> None:
    """A bus that hangs costs a second for each transfer, so no other one follows."""
    face = SevenSegment(Part.BLACK_FACE, PiElectronics().i2c(1), 0x72)
    with pytest.raises(PartFailed, match=r"^black face: does not answer at 0x72; check") as failure:
        face.show(segments("0"), bright=True)
    assert isinstance(failure.value.__cause__, OSError)
    assert failure.value.__cause__.errno == NO_ANSWER
    assert kernel.attempts == 1


def test_the_longest_transfer_is_a_block_of_32(kernel: KernelI2C) -> None:
    """A command and 32 bytes go; smbus2 refuses one byte more, and so does the twin."""
    i2c = PiElectronics().i2c(1)
    i2c.write(0x70, bytes(LONGEST))
    with pytest.raises(ValueError, match="32"):
        i2c.write(0x70, bytes(LONGEST + 1))
    with pytest.raises(OSError, match="Invalid argument, 34 bytes"):
        TwinI2C(kernel.chips).write(0x70, bytes(LONGEST + 1))
    assert kernel.transfers == [(0x70, bytes(LONGEST))]


def test_without_smbus2_the_face_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line names the package."""
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(
        PartFailed, match=r"^white face: needs a package that is not installed, smbus2; install"
    ):
        assemble_face(chess.WHITE, PINMAP, PiElectronics())
