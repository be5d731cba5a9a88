"""A core clock that is not what the kernel takes it for: measured by the transfers, said once, taken back."""

import asyncio
from ctypes import string_at
from dataclasses import replace
from sys import byteorder
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import default_settings
from jadoube.core.display.view import view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.daemon.displays import outlets_for
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.buses.spi_clock import SpiClock
from jadoube.drivers.buses.spidev import open_spi
from jadoube.selftest.advice import Kind
from jadoube_sim.selftest.run import try_out
from jadoube_sim.twin import Twin
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4, ZERO_2_W, PiModel
from jadoube_sim.virtual import InlineExecutor

PINMAP = load_pinmap()
HZ = 3_200_000
#: How long a transfer of a frame takes at that clock.
BYTES, RIGHT_NS = 1128, 2_820_000
#: The requests of linux/spi/spidev.h.
WR_MODE, WR_BITS_PER_WORD, WR_MAX_SPEED_HZ, MESSAGE = 0x40016B01, 0x40016B03, 0x40046B04, 0x40206B00
VIEW = view(new_table(Terms(), settled_contacts(0)), 0)
TODO = (
    "set core_freq=250 (Zero 2, 3), or core_freq=500 and core_freq_min=500 (Pi 4), in config.txt, and restart"
    "; on a Pi 5 please report it"
)


def judged(*taken: float) -> str:
    """What is said of a bus whose transfers took so many times what they should."""
    clock = SpiClock(HZ)
    for each in taken:
        clock.took(BYTES, round(each * RIGHT_NS))
    return clock.complaint.what if clock.complaint else ""


def lines_of(twin: Twin, core_mhz: list[float]) -> list[str]:
    """What the daemon's log has after a frame at each of these core clocks."""
    said: list[str] = []
    settings = default_settings()
    only_lamps = replace(
        settings, faces=replace(settings.faces, enabled=False), sound=replace(settings.sound, enabled=False)
    )

    async def story() -> None:
        (lamps,) = outlets_for(only_lamps, twin.electronics, InlineExecutor(), said.append)
        for number, mhz in enumerate(core_mhz):
            twin.run_core_at(mhz)
            lamps.offer(VIEW, 5000 * number)
            await lamps.rest(10)

    asyncio.run(story())
    return said


def test_one_transfer_that_is_too_fast_proves_a_fast_clock() -> None:
    """No transfer is faster than its clock: 250 MHz that are 400 make 3.2 MHz 5.1."""
    assert judged(0.625) == "the SPI clock is 5.1 MHz, expected 3.2, so colours may be wrong"


def test_a_pause_after_each_byte_is_no_slow_clock() -> None:
    """Two clocks after each eight, as a Pi 5 may make, and 0.15 for the call, every time."""
    assert judged(*[10 / 8 * 1.024 + 0.15] * 40) == ""


def test_only_the_fastest_of_twenty_proves_a_slow_clock() -> None:
    """A slow transfer may have waited for the processor; twenty that were all slow have not."""
    assert judged(*[1.6] * 19) == ""
    assert judged(*[1.6] * 20) == "the SPI clock is 2.0 MHz, expected 3.2, so colours may be wrong"
    assert judged(*[9.0] * 19, 1.02) == ""


@given(st.lists(st.floats(0.9, 1.45), max_size=60))
def test_a_right_clock_is_never_said_to_be_wrong(taken: list[float]) -> None:
    """With any pauses between bytes, and whatever the calls take beside."""
    assert judged(*taken) == ""


@given(st.lists(st.floats(0, 0.09), max_size=60))
def test_of_a_bus_that_takes_no_time_nothing_is_known(taken: list[float]) -> None:
    """An emulated wire has no clock."""
    assert judged(*taken) == ""


@pytest.mark.parametrize("pi", MODELS, ids=lambda pi: pi.name)
def test_nothing_is_said_of_a_board_as_it_should_be(pi: PiModel) -> None:
    """On no model, however often the lamps are written."""
    assert lines_of(Twin(PINMAP, pi=pi), [pi.spi_source_mhz] * 50) == []


@pytest.mark.parametrize(
    ("pi", "mhz", "measured"),
    [(ZERO_2_W, 400, "5.0"), (ZERO_2_W, 156.25, "2.0"), (PI_4, 200, "1.3"), (PI_4, 250, "1.6")],
)
def test_a_wrong_clock_is_said_once_and_taken_back(pi: PiModel, mhz: float, measured: str) -> None:
    """The log has the measured and the expected clock and what to do; later one line that it is over."""
    right = pi.spi_source_mhz
    said = lines_of(Twin(PINMAP, pi=pi), [right] * 3 + [mhz] * 40 + [right] * 40)
    assert said == [
        f"lamps: the SPI clock is {measured} MHz, expected 3.2, so colours may be wrong; {TODO}",
        "lamps: the SPI clock is right again",
    ]


def test_the_lamps_are_lit_all_the_same() -> None:
    """A clock that is 10 per cent off is read as it was meant, and one that is too slow is written on."""
    twin = Twin(PINMAP)
    lamps = assemble_lamps(PINMAP, twin.electronics)
    twin.run_core_at(275)
    lamps.show([(1, 2, 3)] * 64)
    assert twin.lamps() == ((1, 2, 3),) * 64
    twin.run_core_at(150)
    for level in range(30):
        lamps.show([(level, 0, 0)] * 64)
    assert lamps.complaint
    assert twin.wire.frames == 31


def test_the_self_test_reports_it() -> None:
    """A finding of its own, with what to do; all else is good."""
    outcome = asyncio.run(try_out(default_settings(), ["core:400"], say=lambda _: None))
    (finding,) = outcome.findings
    assert finding.kind is Kind.CLOCK_WRONG
    assert finding.seen.startswith("lamps: the SPI clock is 5.0 MHz, expected 3.2")
    assert finding.advice.todo == TODO


def test_what_the_kernel_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the real python-periphery: mode 0, 8 bits, 3.2 MHz, one message; and how long that took."""
    asked: list[tuple[int, bytes]] = []
    begun_ended_ns = iter([1_000, 2_821_000])

    def ioctl(_device: int, request: int, what: Any, *_: object) -> int:
        asked.append((request, string_at(what.tx_buf, what.len) if request == MESSAGE else bytes(what)))
        return 0

    monkeypatch.setattr("fcntl.ioctl", ioctl)
    monkeypatch.setattr("jadoube.drivers.buses.spidev.time.monotonic_ns", lambda: next(begun_ended_ns))
    line = open_spi("/dev/null", HZ)
    assert line.send(b"\x88\xee") == 2_820_000
    line.close()
    setup = [(WR_MODE, b"\0"), (WR_MAX_SPEED_HZ, HZ.to_bytes(4, byteorder)), (WR_BITS_PER_WORD, b"\x08")]
    assert asked == [*setup, (MESSAGE, b"\x88\xee")]
