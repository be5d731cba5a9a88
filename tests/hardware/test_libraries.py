"""Which library reads the matrix: the one that is named or the first that opens; what is told if none is."""

from typing import Any

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble_reeds import assemble_scanner, faster_hint
from jadoube.drivers.interfaces import Part, PartFailed, Scanner
from jadoube_sim.twin import Twin

PINMAP = load_pinmap()


def scanned_twin(through: str) -> tuple[Twin, Scanner]:
    """Build a board with a real scanner on it."""
    twin = Twin(PINMAP)
    return twin, assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=through))


def test_lines_that_somebody_else_has_are_told() -> None:
    """A second scanner on the same chip is refused in one line, and the first goes on."""
    for library, by in (("lgpio", "GPIO busy"), ("gpiod", "GPIO23 and 16 other pins used by jadoube")):
        twin, scanner = scanned_twin(library)
        with pytest.raises(PartFailed, match=rf"^reeds: cannot take a pin, {by}; check that no other"):
            assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=library))
        twin.set_reed(chess.E4, closed=True)
        assert scanner.read() == Scanned(chess.BB_E4)


def test_auto_takes_no_pins_that_somebody_else_has() -> None:
    """RPi.GPIO would take them without asking; two programs would drive the same rows."""
    twin, scanner = scanned_twin("lgpio")
    with pytest.raises(PartFailed, match=r"^reeds: cannot take a pin, GPIO busy; check that no other"):
        assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner="auto"))
    twin.set_reed(chess.E4, closed=True)
    assert scanner.read() == Scanned(chess.BB_E4)


@pytest.mark.parametrize(
    ("library", "said"),
    [
        ("lgpio", r"/dev/gpiochip4 does not open; check reeds.gpio_chip, and"),
        ("gpiod", r"/dev/gpiochip4 does not open, No such file or directory; check reeds.gpio_chip, and"),
    ],
)
def test_a_chip_that_is_missing_is_told(library: str, said: str) -> None:
    """A chip that is not there is refused in one line."""
    with pytest.raises(PartFailed, match=f"^reeds: {said}"):
        assemble_scanner(PINMAP, Twin(PINMAP).electronics, ReedSettings(scanner=library, gpio_chip=4))


class Missing:
    """The twin's electronics on a machine that does not have some of the libraries."""

    def __init__(self, twin: Twin, missing: set[str]) -> None:
        self._twin = twin
        self._missing = missing

    def __getattr__(self, name: str) -> Any:
        """Give what the twin has, but for what is missing."""
        if name in self._missing:
            raise PartFailed(Part.REEDS, f"{name} does not load", "install it")
        return getattr(self._twin.electronics, name)


@pytest.mark.parametrize("missing", [set(), {"lgpio"}, {"lgpio", "gpiod"}, {"lgpio", "gpiod", "rpi_gpio"}])
def test_auto_takes_the_first_library_that_has_the_pins(missing: set[str]) -> None:
    """Whatever is missing but one: the board is read."""
    twin = Twin(PINMAP)
    electronics: Any = Missing(twin, missing)
    scanner = assemble_scanner(PINMAP, electronics, ReedSettings(scanner="auto"))
    twin.set_reed(chess.E4, closed=True)
    assert scanner.read() == Scanned(chess.BB_E4)


def test_auto_prefers_lgpio_then_gpiod() -> None:
    """The first takes the least time; the second is there where the first has no wheel."""
    for missing, calls in ((set[str](), (17, 0)), ({"lgpio"}, (0, 17))):
        twin = Twin(PINMAP)
        electronics: Any = Missing(twin, missing)
        scanner = assemble_scanner(PINMAP, electronics, ReedSettings())
        lgpio, gpiod = twin.electronics.lgpio(), twin.electronics.gpiod()
        before = lgpio.calls, gpiod.calls
        scanner.read()
        assert (lgpio.calls - before[0], gpiod.calls - before[1]) == calls


def test_auto_without_any_library_names_them_all() -> None:
    """Where none has the pins, one line says why of each."""
    electronics: Any = Missing(Twin(PINMAP), {"lgpio", "gpiod", "rpi_gpio", "pin_factory"})
    with pytest.raises(
        PartFailed,
        match=r"^reeds: lgpio: .*; gpiod: .*; rpigpio: .*; gpiozero: pin_factory does not load; name",
    ):
        assemble_scanner(PINMAP, electronics, ReedSettings(scanner="auto"))


def test_auto_says_a_reason_that_all_libraries_have_once() -> None:
    """The names of the libraries would not help."""
    twin = Twin(PINMAP)
    twin.break_part(Part.REEDS)
    with pytest.raises(PartFailed, match=r"^reeds: cannot take a pin, \[Errno 5\] Input/output error; check"):
        assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner="auto"))


@pytest.mark.parametrize(
    ("scanner", "hint"),
    [
        ("auto", '; the fastest way to the pins is lgpio: reeds.scanner = "lgpio" says if it is missing'),
        ("gpiod", '; the fastest way to the pins is reeds.scanner = "lgpio"'),
        ("gpiozero", '; the fastest way to the pins is reeds.scanner = "lgpio"'),
        ("lgpio", ""),
        ("serial", ""),
    ],
)
def test_a_slow_board_is_told_of_a_faster_library_if_there_is_one(scanner: str, hint: str) -> None:
    """It ends the line about slow scans."""
    assert faster_hint(ReedSettings(scanner=scanner)) == hint
