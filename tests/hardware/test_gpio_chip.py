"""The GPIO chip of the header is found by its label, whatever its number is."""

import os
from pathlib import Path
from typing import Any

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.reeds.gpio_chip import LABELS, find_chip, read_labels
from jadoube_sim.twin import Twin

PINMAP = load_pinmap()


@pytest.mark.parametrize("label", LABELS)
def test_the_chip_with_a_pis_label_is_found_under_any_number(label: str) -> None:
    """The other chips of a Pi (power supply, Wi-Fi, the SoC of a Pi 5) are passed over."""
    assert find_chip({0: "raspberrypi-exp-gpio", 13: label, 11: "gpio-brcmstb@107d508500"}) == 13


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ({}, "no GPIO chip is a Raspberry Pi's, found no chip; set"),
        (
            {1: "Input/output error", 0: "gpio-sim"},
            r"no GPIO chip .* Pi's, found gpiochip0 \(gpio-sim\), gpiochip1 \(Input/output error\); set",
        ),
        (
            {0: "pinctrl-rp1", 4: "pinctrl-rp1"},
            r"several GPIO chips are a Raspberry Pi's, found gpiochip0 \(pinctrl-rp1\), gpiochip4",
        ),
    ],
)
def test_no_chip_or_several_are_told_with_the_labels_that_were_found(
    labels: dict[int, str], said: str
) -> None:
    """One line has them all, and says what to set."""
    with pytest.raises(PartFailed, match=f"^reeds: {said}"):
        find_chip(labels)


def test_links_and_other_files_are_no_chips_and_an_error_is_the_label(tmp_path: Path) -> None:
    """A second name of the same chip is left out; what is no chip of the kernel says so."""
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip12").touch(mode=0o000)
    (tmp_path / "gpiochip4").symlink_to("gpiochip0")
    (tmp_path / "gpiochip").touch()
    (tmp_path / "gpiomem").touch()
    labels = read_labels(tmp_path)
    assert set(labels) == {0, 12}
    assert labels[0] == "Inappropriate ioctl for device"
    if os.geteuid() != 0:  # root may open any file
        assert labels[12] == "Permission denied"


class Chips:
    """The twin's electronics, with these chips in the machine."""

    def __init__(self, twin: Twin, labels: dict[int, str]) -> None:
        self._twin, self._labels = twin, labels

    def __getattr__(self, name: str) -> Any:
        """Give what the twin has."""
        return getattr(self._twin.electronics, name)

    def gpio_chips(self) -> dict[int, str]:
        """List the chips."""
        return self._labels


@pytest.mark.parametrize("library", ["lgpio", "gpiod", "auto"])
def test_a_user_who_may_not_open_the_chip_is_told_of_the_group(library: str) -> None:
    """`auto` says so too, and not what the libraries without a chip say."""
    electronics: Any = Chips(Twin(PINMAP), {0: "Permission denied", 1: "Permission denied"})
    said = r"^reeds: no GPIO chip .* may be opened, found gpiochip0 \(Perm.*; check .* in the group gpio$"
    with pytest.raises(PartFailed, match=said):
        assemble_scanner(PINMAP, electronics, ReedSettings(scanner=library))


def test_another_chip_than_that_of_the_header_may_be_forbidden() -> None:
    """Only the chip of the header matters."""
    assert find_chip({0: "pinctrl-rp1", 1: "Permission denied"}) == 0


@pytest.mark.parametrize("library", ["lgpio", "gpiod"])
def test_a_number_in_the_configuration_needs_no_label(library: str) -> None:
    """On a Linux machine that is no Pi the owner names the chip; without that one line says so."""
    twin = Twin(PINMAP)
    electronics: Any = Chips(twin, {0: "gpio-sim.0-node0"})
    with pytest.raises(PartFailed, match=r"^reeds: no GPIO chip is a Raspberry Pi's, found gpiochip0 "):
        assemble_scanner(PINMAP, electronics, ReedSettings(scanner=library))
    scanner = assemble_scanner(PINMAP, electronics, ReedSettings(scanner=library, gpio_chip=0))
    twin.set_reed(chess.E4, closed=True)
    assert scanner.read() == Scanned(chess.BB_E4)
