"""The lamps' drivers on the twin's wire: bytes, order, frames that are not repeated, and the current cap."""

from dataclasses import replace
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import LampSettings
from jadoube.core.display.view import view
from jadoube.core.messages.lamps import Lamp, Light
from jadoube.core.messages.lamps import frame as lamp_frame
from jadoube.core.messages.settings import BRIGHTNESS, Comfort
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.daemon.displays import Lamps
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.interfaces import Colour, LampChain, Part, PartFailed
from jadoube.drivers.lamps.lamp_current import cap_current, current_ma
from jadoube.drivers.pi import PiElectronics
from jadoube_sim.twin import Twin
from jadoube_sim.twin.lamp_wire import LampWire

PINMAP = load_pinmap()
DARK: Colour = (0, 0, 0)
LIT = st.lists(st.sampled_from(Lamp), min_size=64, max_size=64)
FRAMES = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=64, max_size=64)


each_driver = pytest.mark.parametrize("driver", ["spi", "neopixel"])


def lit_twin(driver: str = "spi") -> tuple[Twin, LampChain]:
    """Build a board with its real lamp driver on it."""
    twin = Twin(PINMAP)
    return twin, assemble_lamps(PINMAP, twin.electronics, driver=driver)


def frame(**lamps: Colour) -> list[Colour]:
    """Light these squares."""
    return [lamps.get(name, DARK) for name in chess.SQUARE_NAMES]


@each_driver
def test_each_square_lights_its_own_lamp(driver: str) -> None:
    """A frame comes out of the wire square by square as it went in."""
    twin, lamps = lit_twin(driver)
    colours = [(square, 2 * square, 3 * square) for square in chess.SQUARES]
    lamps.show([(red // 4, green // 4, blue // 4) for red, green, blue in colours])
    assert twin.lamps() == tuple((red // 4, green // 4, blue // 4) for red, green, blue in colours)


@each_driver
def test_the_wire_carries_green_red_blue_along_the_chain(driver: str) -> None:
    """192 bytes: a1 first, h2 ninth because the chain turns, a8 last, each as green, red, blue."""
    twin, lamps = lit_twin(driver)
    lamps.show(frame(a1=(1, 2, 3), h2=(4, 5, 6), a8=(7, 8, 9)))
    sent = twin.wire.last_frame
    assert len(sent) == 192
    assert (sent[:3], sent[24:27], sent[-3:]) == (bytes([2, 1, 3]), bytes([5, 4, 6]), bytes([8, 7, 9]))
    assert sum(sent) == 45


@each_driver
def test_a_frame_is_written_only_when_it_differs(driver: str) -> None:
    """The same frame twice is one write; back to the first is a third."""
    twin, lamps = lit_twin(driver)
    for colours in (frame(e4=(9, 9, 9)), frame(e4=(9, 9, 9)), frame(), frame(e4=(9, 9, 9))):
        lamps.show(colours)
    assert twin.wire.frames == 3
    assert twin.lamps() == tuple(frame(e4=(9, 9, 9)))


@each_driver
def test_a_dark_first_frame_is_written(driver: str) -> None:
    """Lamps may be lit from before: the first frame goes out even if it is dark."""
    twin, lamps = lit_twin(driver)
    lamps.show(frame())
    assert twin.wire.frames == 1


@each_driver
def test_a_white_board_is_capped_on_the_wire(driver: str) -> None:
    """64 white lamps would draw 3.9 A; within 1200 mA they light at 75 of 255: (1200 - 64) / 3840 * 255."""
    twin, lamps = lit_twin(driver)
    lamps.show([(255, 255, 255)] * 64)
    assert twin.wire.last_frame == bytes([75]) * 192


@given(FRAMES, st.integers(0, 4000))
def test_the_cap_keeps_the_budget(colours: list[Colour], budget_ma: int) -> None:
    """No frame draws more than the budget, but for what 64 dark lamps draw; one within it is untouched."""
    dimmed = cap_current(colours, budget_ma)
    assert current_ma(dimmed) <= max(budget_ma, 64)
    if current_ma(colours) <= budget_ma:
        assert dimmed == tuple(colours)


@given(FRAMES, st.permutations("RGB"))
def test_every_frame_comes_back_from_the_wire(colours: list[Colour], order: list[str]) -> None:
    """Whatever the colours and the order of a lamp's bytes: the lamps take each bit as it was meant."""
    pinmap = replace(PINMAP, lamps=replace(PINMAP.lamps, order="".join(order)))
    twin = Twin(pinmap)
    assemble_lamps(pinmap, twin.electronics, budget_ma=4000).show(colours)
    assert twin.lamps() == cap_current(colours, 4000)


@given(LIT, st.integers(0, 10_000), st.sampled_from(BRIGHTNESS), st.integers(100, 4000))
def test_the_cap_has_the_last_word(lit: list[Lamp], now_ms: int, step: int, budget_ma: int) -> None:
    """Whatever is lit, at any instant and brightness: what goes over the wire keeps the budget."""
    twin = Twin(PINMAP)
    chain = assemble_lamps(PINMAP, twin.electronics, budget_ma=budget_ma)
    chain.show(lamp_frame(lit, now_ms, Light(1).at_step(step)))
    assert current_ma(twin.lamps()) <= max(budget_ma, 64)


@given(FRAMES)
def test_the_cap_dims_all_lamps_alike(colours: list[Colour]) -> None:
    """A capped frame is the frame times one factor, rounded down."""
    dimmed = cap_current(colours, 500)
    factor = sum(map(sum, dimmed)) / max(1, sum(map(sum, colours)))
    for before, after in zip(colours, dimmed, strict=True):
        assert all(abs(level * factor - cut) <= 2 for level, cut in zip(before, after, strict=True))


@each_driver
def test_unplugged_lamps_are_dark_until_the_next_frame(driver: str) -> None:
    """The wire cannot tell: lamps plugged in stay dark until something else is written, or the same anew."""
    twin, lamps = lit_twin(driver)
    lamps.show(frame(a1=(5, 5, 5)))
    twin.unplug(Part.LAMPS)
    lamps.show(frame(a2=(5, 5, 5)))
    twin.plug(Part.LAMPS)
    lamps.show(frame(a2=(5, 5, 5)))
    assert twin.lamps() == tuple(frame())
    lamps.show(frame(a2=(5, 5, 5)), anew=True)
    assert twin.lamps() == tuple(frame(a2=(5, 5, 5)))
    lamps.show(frame(a3=(5, 5, 5)))
    assert twin.lamps() == tuple(frame(a3=(5, 5, 5)))


@each_driver
def test_a_failing_wire_is_told_and_tried_again(driver: str) -> None:
    """A write that fails is PartFailed; after it any frame is written, the one before too."""
    twin, lamps = lit_twin(driver)
    lamps.show(frame(a1=(1, 1, 1)))
    twin.break_part(Part.LAMPS)
    with pytest.raises(
        PartFailed, match=r"^lamps: cannot be written, .*Input/output error; update the system and restart"
    ):
        lamps.show(frame(b1=(1, 1, 1)))
    twin.mend_part(Part.LAMPS)
    lamps.show(frame(a1=(1, 1, 1)))
    assert twin.wire.frames == 2
    assert twin.lamps() == tuple(frame(a1=(1, 1, 1)))


@each_driver
def test_closing_leaves_the_lamps_dark(driver: str) -> None:
    """The last frame is dark."""
    twin, lamps = lit_twin(driver)
    lamps.show(frame(a1=(5, 5, 5)))
    lamps.close()
    assert twin.lamps() == tuple(frame())


@each_driver
def test_two_boards_have_wires_of_their_own(driver: str) -> None:
    """Each twin's lamps show what its own driver was told."""
    (one, its_lamps), (other, _) = lit_twin(driver), lit_twin(driver)
    its_lamps.show(frame(a1=(5, 5, 5)))
    assert one.wire.frames == 1
    assert other.wire.frames == 0


def test_lamps_that_do_not_open_are_told_in_one_line() -> None:
    """Where Blinka has no pin for the lamps, the part fails with one line."""
    lit_twin("neopixel")  # has Blinka know no board, here and on a Pi
    with pytest.raises(
        PartFailed, match=r"^lamps: cannot be opened, [^\n]*D10[^\n]*; Adafruit's library drives"
    ):
        assemble_lamps(PINMAP, PiElectronics(), driver="neopixel")


def test_a_short_frame_leaves_the_lamps_behind_as_they_are() -> None:
    """A lamp that gets no bytes keeps its colour, as on a real chain."""
    wire = LampWire([chess.A1, chess.B1], "RGB")
    wire.record(bytes([1, 2, 3, 4, 5, 6]))
    wire.record(bytes([7, 8, 9]))
    assert wire.lamps()[:2] == ((7, 8, 9), (4, 5, 6))


def test_another_pin_of_blinka_is_left_to_blinka() -> None:
    """A NeoPixel on a pin that is no twin's goes where it always went."""
    twin, lamps = lit_twin("neopixel")
    lamps.show(frame())
    import board  # type: ignore[import-untyped]  # Adafruit's libraries have no types
    import neopixel  # type: ignore[import-untyped]  # as above

    pixels: Any = neopixel.NeoPixel(board.NEOPIXEL, 1, auto_write=False)
    pixels.show()
    assert twin.wire.frames == 1


def test_players_choose_how_bright_the_lamps_are() -> None:
    """Three is what the configuration says; one is dimmer, five is all that the lamps can."""
    twin = Twin(PINMAP)
    shower = Lamps(assemble_lamps(PINMAP, twin.electronics), LampSettings(brightness=0.4, dark_squares=0.5))
    dark = view(new_table(Terms(), settled_contacts(chess.Board().occupied)), 0)
    shown = replace(dark, lamps=(Lamp.LIFTED, Lamp.LIFTED, *dark.lamps[2:]))
    seen = []
    for now_ms, step in enumerate((3, 1, 5)):
        shower.show(replace(shown, comfort=Comfort(brightness=step)), now_ms)
        seen.append([max(colour) for colour in twin.lamps()[:2]])
    assert seen == [[38, 76], [15, 30], [95, 190]]
