"""A board on a serial line: its frames through noise, real lines of the kernel, plugs pulled and put back."""

import fcntl
import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import BUTTONS, Scanned
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import Part, PartFailed, Scanner
from jadoube.drivers.pi import PiElectronics
from jadoube.drivers.reeds.serial_board import PATIENCE
from jadoube.drivers.reeds.serial_frames import BEGINS, LENGTH, Frames, frame
from jadoube_sim.twin import Twin

PINMAP = load_pinmap()
SCANS = st.builds(Scanned, st.integers(0, 2**64 - 1), st.integers(0, 127))
NOISE = st.binary(max_size=40).filter(lambda noise: BEGINS[:1] not in noise)
E4 = Scanned(chess.BB_E4)


def scanner_on(port: str) -> Scanner:
    """A scanner on a line of this name, through pyserial."""
    return assemble_scanner(PINMAP, PiElectronics(), ReedSettings(scanner="serial", serial_port=port))


def opened(port: str) -> Scanner:
    """A scanner that has opened its line; what came before that is thrown away."""
    scanner = scanner_on(port)
    with pytest.raises(PartFailed, match="sends no frames"):
        scanner.read()
    return scanner


def test_a_frame_is_the_documented_one() -> None:
    """e4 closed and White's lever held, byte for byte: what the sketch of the microcontroller has to send."""
    assert frame(Scanned(chess.BB_E4, 1)).hex(" ") == "a5 4a 00 00 00 10 00 00 00 00 01 12 d7"
    assert len(frame(E4)) == LENGTH


@given(st.lists(st.tuples(NOISE, SCANS), min_size=1, max_size=8), st.lists(st.integers(1, 9)))
def test_frames_are_found_between_noise_however_they_come(
    sent: list[tuple[bytes, Scanned]], sizes: list[int]
) -> None:
    """Whatever stands between them, in whatever pieces they come: all of them, in order, and no other."""
    line = b"".join(noise + frame(scanned) for noise, scanned in sent)
    frames, found = Frames(), []
    for size in [*sizes, len(line)]:
        piece, line = line[:size], line[size:]
        found += frames.take(piece)
    assert found == [scanned for _, scanned in sent]


@given(SCANS, SCANS, st.integers(0, LENGTH * 8 - 1))
def test_a_frame_with_a_wrong_bit_means_nothing(wrong: Scanned, right: Scanned, bit: int) -> None:
    """One bit turned anywhere: that frame is not read; the frames behind it are."""
    spoilt = (int.from_bytes(frame(wrong), "big") ^ 1 << bit).to_bytes(LENGTH, "big")
    found = Frames().take(spoilt + frame(right) + frame(right))
    assert wrong not in found[:1] or wrong == right
    assert found[-1:] == [right]


@given(st.binary(max_size=400))
def test_noise_alone_is_no_board(noise: bytes) -> None:
    """Whatever comes, nothing fails, and what is kept stays short."""
    frames = Frames()
    for at in range(0, len(noise), 7):
        frames.take(noise[at : at + 7])
    assert len(vars(frames)["_bytes"]) < LENGTH + 7


class Line:
    """A serial line of the kernel: the board's end is written, the scanner has the other."""

    def __init__(self) -> None:
        self._board, scanner = os.openpty()
        tty.setraw(scanner)
        self.name = os.ttyname(scanner)
        self._scanner = scanner

    def send(self, what: bytes) -> None:
        """Let the board send this, and wait until the kernel has brought it to the other end."""
        os.write(self._board, what)
        while fcntl.ioctl(self._scanner, termios.FIONREAD, b"    ") != len(what).to_bytes(4, sys.byteorder):
            select.select([self._scanner], [], [])

    def unplug(self) -> None:
        """Pull the plug."""
        os.close(self._scanner)
        os.close(self._board)


@pytest.fixture
def line() -> Iterator[Line]:
    """A line that is plugged in."""
    pulled = Line()
    yield pulled
    for end in (vars(pulled)["_board"], vars(pulled)["_scanner"]):
        try:
            os.close(end)
        except OSError:  # the test has pulled it
            continue


def test_the_newest_frame_is_what_is_read(line: Line) -> None:
    """Through pyserial and a terminal of the kernel; a read without a new frame gives the last one again."""
    scanner = opened(line.name)
    line.send(b"ready\n" + frame(Scanned(0)) + frame(E4))
    assert [scanner.read(), scanner.read()] == [E4, E4]
    line.send(frame(Scanned(chess.BB_D4, BUTTONS["white"])))
    assert scanner.read() == Scanned(chess.BB_D4, 1)
    scanner.close()


def test_a_board_that_sends_nothing_is_told_and_taken_up_when_it_does(line: Line) -> None:
    """From the start, and after it has sent; the first frame after that counts."""
    scanner = scanner_on(line.name)
    with pytest.raises(PartFailed, match=r"^reeds: /dev/pts/\d+ sends no frames; check the program"):
        scanner.read()
    line.send(frame(E4))
    assert [scanner.read() for _ in range(PATIENCE + 1)] == [E4] * (PATIENCE + 1)
    with pytest.raises(PartFailed, match="sends no frames"):
        scanner.read()
    line.send(frame(Scanned(0)))
    assert scanner.read() == Scanned(0)
    scanner.close()


def test_an_unplugged_line_is_told_and_opened_anew(line: Line, tmp_path: Any) -> None:
    """The plug is pulled in play and put in again, under the same name, as udev gives it."""
    name = tmp_path / "board"
    name.symlink_to(line.name)
    scanner = opened(str(name))
    line.send(frame(E4))
    assert scanner.read() == E4
    line.unplug()
    for _ in range(2):
        with pytest.raises(PartFailed, match=r"^reeds: .*board does not answer, .*; check its plug, and"):
            scanner.read()
    again = Line()
    name.unlink()
    name.symlink_to(again.name)
    with pytest.raises(PartFailed, match="sends no frames"):
        scanner.read()
    again.send(frame(Scanned(chess.BB_D4)))
    assert scanner.read() == Scanned(chess.BB_D4)
    scanner.close()
    again.unplug()


@pytest.mark.parametrize("port", ["/dev/nowhere", "", "fruit://apple", "/dev/null"])
def test_what_is_no_line_is_told(port: str) -> None:
    """One line with the name of the port."""
    with pytest.raises(PartFailed, match=rf"^reeds: {port} does not answer, "):
        scanner_on(port).read()


def test_a_loop_is_a_line_too() -> None:
    """Any URL of pyserial's will do."""
    electronics = PiElectronics()
    loop = electronics.serial("loop://", 115200)
    loop.write(frame(E4))
    assert Frames().take(loop.read(loop.in_waiting)) == [E4]
    loop.close()


def test_the_twin_can_be_a_serial_board() -> None:
    """Its reeds and buttons come as frames; unplugged it does not answer, and plugged in again it does."""
    twin = Twin(PINMAP)
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner="serial"))
    twin.set_reed(chess.E4, closed=True)
    twin.set_button(BUTTONS["ok"], held=True)
    assert scanner.read() == Scanned(chess.BB_E4, BUTTONS["ok"])
    twin.unplug(Part.REEDS)
    with pytest.raises(PartFailed, match="does not answer"):
        scanner.read()
    twin.plug(Part.REEDS)
    assert scanner.read() == Scanned(chess.BB_E4, BUTTONS["ok"])


class SlowPort:
    """A port that says of much that one byte waits, as pyserial's sockets do."""

    def __init__(self, sent: bytes) -> None:
        self._sent = sent

    @property
    def in_waiting(self) -> int:
        """Whether anything waits."""
        return int(bool(self._sent))

    def read(self, size: int) -> bytes:
        """Take so many bytes."""
        taken, self._sent = self._sent[:size], self._sent[size:]
        return taken

    def close(self) -> None:
        """Let go."""


class OnePort:
    """Electronics that have this port only."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def serial(self, _port: str, _baud: int) -> Any:
        """Give it."""
        return self._port


def test_a_port_that_tells_of_one_byte_falls_not_behind() -> None:
    """All that has come is taken in one read, and the newest frame is what counts."""
    electronics: Any = OnePort(SlowPort(frame(Scanned(0)) * 20 + frame(E4)))
    assert assemble_scanner(PINMAP, electronics, ReedSettings(scanner="serial")).read() == E4


def test_a_line_that_floods_holds_up_no_scan() -> None:
    """However much waits, one read takes a bounded amount; the rest is there for the next."""
    port = SlowPort(frame(E4) * 10_000)
    electronics: Any = OnePort(port)
    scanner = assemble_scanner(PINMAP, electronics, ReedSettings(scanner="serial"))
    assert scanner.read() == E4
    assert len(vars(port)["_sent"]) > LENGTH * 9_000
