"""`jadoube pinout`: every pin of the header, drawn as it lies, from the pin map."""

import re
from pathlib import Path

import pytest

from jadoube.cli.main import main
from jadoube.cli.pinout import in_colour, pinout
from jadoube.config.header import GROUND_PINS, SUPPLY_PINS, bcm_at, power_at
from jadoube.config.pinmap import HEADER_PINS, REV_A, load_pinmap

PINMAP = load_pinmap()
DRAWN = pinout(PINMAP)
PINS = re.compile(r"^(?P<left>.{33}) (?P<odd>[ \d]\d) \(o\)\(o\) (?P<even>\d+) *(?P<right>.*)$", re.MULTILINE)


def beside() -> dict[int, list[str]]:
    """The words beside each pin, the nearest first."""
    sides = {}
    for line in PINS.finditer(DRAWN):
        sides[int(line["odd"])] = line["left"].split()[::-1]
        sides[int(line["even"])] = line["right"].split()
    return sides


def test_every_pin_is_drawn_once_and_in_its_place() -> None:
    """Twenty lines: pins 1 and 2 on top, 39 and 40 at the bottom."""
    pairs = [(int(line["odd"]), int(line["even"])) for line in PINS.finditer(DRAWN)]
    assert pairs == [(pin, pin + 1) for pin in range(1, 40, 2)]


def test_every_signal_stands_at_its_pin_with_connector_wire_and_name() -> None:
    """Each wire of the pin map is named beside the pin on which it goes."""
    words = beside()
    for signal in PINMAP.signals:
        expected = [f"GPIO{signal.bcm}", signal.connector, signal.wire, signal.name]
        assert words[signal.header_pin] == expected


def test_power_ground_reserved_and_free_pins_are_told() -> None:
    """What no signal uses is told too: what feeds the board, what is grounded, reserved or free."""
    words = {pin: " ".join(found) for pin, found in beside().items()}
    assert {words[pin] for pin in (1, 2, 6)} == {"V 3.3", "5 V", "ground"}
    assert words[8] == "GPIO14 the UART, reserved"
    assert words[24] == "GPIO8 free"
    assert words[23].startswith("GPIO11 reserved SPI,")


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    """Forty pins: 28 GPIOs, four that feed, eight of ground, none of them twice."""
    gpios = [bcm for pin in range(1, 41) if (bcm := bcm_at(pin)) is not None]
    assert sorted(gpios) == list(range(28))
    assert len(SUPPLY_PINS) + len(GROUND_PINS) == 12
    assert all((power_at(pin) is None) != (bcm_at(pin) is None) for pin in range(1, 41))


def test_nothing_is_wider_than_a_terminal() -> None:
    """80 columns are enough."""
    assert max(map(len, DRAWN.splitlines())) <= 80


def test_colours_change_no_word() -> None:
    """What is drawn in colour says the same; and names of wires are words in both."""
    coloured = pinout(PINMAP, coloured=True)
    assert coloured != DRAWN
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == DRAWN


@pytest.mark.parametrize(
    ("is_terminal", "environment", "expected"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours_only_where_they_are_wanted(
    is_terminal: bool, environment: dict[str, str], expected: bool
) -> None:
    """A file, a plain terminal and NO_COLOR get none."""
    assert in_colour(is_terminal, environment) is expected


def test_the_map_of_the_configuration_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A board of one's own is drawn as its own map says: the buzzer on another pin."""
    own = tmp_path / "own.toml"
    was = 'bcm = 18, header_pin = 12, connector = "J5.1"'
    own.write_text(REV_A.read_text().replace(was, 'bcm =  8, header_pin = 24, connector = "J9.1"'))
    config = tmp_path / "board.toml"
    config.write_text('[board]\npinmap = "own.toml"\n')
    assert main(["pinout", "--config", str(config)]) == 0
    drawn = capsys.readouterr().out
    assert f"{HEADER_PINS[8]} GPIO8  J9.1 orange buzzer" in drawn
    assert "GPIO18 free" in drawn
    assert "\x1b" not in drawn
