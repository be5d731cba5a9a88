"""A Pi's electronics as far as they go without a Pi, and the twin on a machine that says it is one."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import chess
import pytest
from gpiozero.exc import PinUnknownPi  # type: ignore[import-untyped]  # gpiozero has no types

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble import assemble_buzzer, assemble_face
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.pi import PiElectronics
from shared.pins.lgpio_wheel import needs_lgpio

PINMAP = load_pinmap()


def test_gpiozeros_factory_is_taken_by_its_name() -> None:
    """Through gpiozero's own mock pins, which are pulled up and unconnected, every reed reads open."""
    scanner = assemble_scanner(PINMAP, PiElectronics("mock"), ReedSettings(scanner="gpiozero"))
    assert scanner.read() == Scanned(0)
    scanner.close()


def test_the_pins_are_opened_once() -> None:
    """All drivers stand on the same factory."""
    electronics = PiElectronics("mock")
    assert electronics.pin_factory() is electronics.pin_factory()


def test_an_unknown_factory_is_told() -> None:
    """A factory that gpiozero does not have is refused with those that it has."""
    with pytest.raises(
        PartFailed, match=r"^reeds: the pins do not open through wishes, expected one of lgpio, mock"
    ):
        assemble_scanner(PINMAP, PiElectronics("wishes"), ReedSettings(scanner="gpiozero"))


def test_a_machine_that_is_no_pi_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where gpiozero does not know the machine nothing is amiss with its packages; the board does without."""

    def strange(_name: str, _chips: Any) -> Any:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("jadoube.drivers.pi._load_factory", strange)
    with pytest.raises(PartFailed, match=r"^buzzer: .*gpiozero wants a Raspberry Pi: use one, or set"):
        assemble_buzzer(PINMAP, PiElectronics())


@needs_lgpio
@pytest.mark.parametrize("named", [False, True], ids=["a folder of its own", "LG_WD"])
def test_lgpio_leaves_the_current_folder_as_it_is(tmp_path: Path, *, named: bool) -> None:
    """The library goes into the folder of its pipe when it loads; relative paths stay good all the same."""
    words = (
        "import os; from jadoube.drivers.pi import PiElectronics; PiElectronics().lgpio(); print(os.getcwd())"
    )
    (tmp_path / "lg").mkdir()
    environment = os.environ | ({"LG_WD": str(tmp_path / "lg")} if named else {})
    done = subprocess.run(
        [sys.executable, "-c", words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{tmp_path}\n", "")


@pytest.mark.parametrize(
    ("library", "told"),
    [
        pytest.param("lgpio", "/dev/gpiochip99 does not open; check reeds.gpio_chip, and", marks=needs_lgpio),
        ("gpiod", "/dev/gpiochip99 does not open, No such file or directory; check reeds.gpio_chip, and"),
    ],
)
def test_a_machine_without_lines_is_told(library: str, told: str, tmp_path: Path) -> None:
    """Through the real library, where there is no such chip: one line, and nothing is left in the folder."""
    command = [sys.executable, "-c", NO_SUCH_CHIP, library]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout.startswith(f"reeds: {told}")
    assert not list(tmp_path.iterdir())


NO_SUCH_CHIP = """
import sys
from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.pi import PiElectronics
try:
    assemble_scanner(load_pinmap(), PiElectronics(), ReedSettings(scanner=sys.argv[1], gpio_chip=99))
except PartFailed as failure:
    print(failure)
"""


@pytest.mark.parametrize(
    ("module", "version"),
    [(SimpleNamespace(version_string=lambda: "1.6.3"), "1.6.3"), (SimpleNamespace(VERSION="1.5.4"), "1")],
)
def test_libgpiod_1_is_refused(module: Any, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian 12 has it as python3-libgpiod, PyPI among its old versions: one line says what to get."""
    monkeypatch.setitem(sys.modules, "gpiod", module)
    said = rf"^reeds: gpiod is that of libgpiod {version}, expected 2 or later; install gpiod 2\.2 or later"
    with pytest.raises(PartFailed, match=said):
        PiElectronics().gpiod()


def test_gpiozeros_lgpio_is_given_the_chip_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself it looks for chips 0 and 4 only; a Pi 5 may have neither. It does so without a Pi's label."""
    given: list[int | None] = []

    class Entry:
        """An entry point of a factory, and the factory."""

        names: Final = ("lgpio",)

        def __getitem__(self, _name: str) -> Any:
            """Give the entry point."""
            return self

        def load(self) -> Any:
            """Give what makes the factory."""
            return lambda chip=None: given.append(chip)

    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: Entry())
    for labels in ({11: "pinctrl-rp1", 0: "fsm_leds"}, {0: "gpio-sim"}):
        monkeypatch.setattr(PiElectronics, "gpio_chips", lambda _self, labels=labels: labels)
        PiElectronics().pin_factory()
    assert given == [11, None]


def test_a_bus_that_does_not_open_is_told() -> None:
    """Without `/dev/i2c-99` the face fails for itself, in one line."""
    with pytest.raises(
        PartFailed, match=r"^white face: /dev/i2c-99 does not open, No such file .*; switch I2C on"
    ):
        assemble_face(chess.WHITE, PINMAP, PiElectronics(), bus=99)


#: Plays on the twin where `/proc` says "Raspberry Pi 4" and Blinka's own variables say so too, and lists
#: every device that was opened on the way.
ON_A_PI = """
import builtins, io, os, sys

SAYS = {
    "/proc/cpuinfo": "Hardware\\t: BCM2835\\nRevision\\t: c03111\\n",
    "/proc/device-tree/compatible": "raspberrypi,4-model-b\\0brcm,bcm2711\\0",
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.1\\0",
}
really_open = builtins.open

def open_on_a_pi(name, mode="r", *args, **kwargs):
    if str(name) not in SAYS:
        return really_open(name, mode, *args, **kwargs)
    return io.BytesIO(SAYS[name].encode()) if "b" in mode else io.StringIO(SAYS[name])

builtins.open = open_on_a_pi
import adafruit_platformdetect
assert adafruit_platformdetect.Detector().board.any_raspberry_pi, "the pretence does not hold"
os.environ["BLINKA_FORCEBOARD"] = "RASPBERRY_PI_4B"
os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"

opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)

import chess
from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.display.seven_segment import segments
from jadoube.drivers.assemble import assemble_face, assemble_lamps
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube_sim.twin import Twin

pinmap = load_pinmap()
twin = Twin(pinmap)
twin.set_reed(chess.E4, True)
assert assemble_scanner(pinmap, twin.electronics, ReedSettings()).read().reeds == chess.BB_E4
face = assemble_face(chess.WHITE, pinmap, twin.electronics)
face.show(segments("1:23"), bright=True)
assert twin.face(chess.WHITE) == segments("1:23")
for level, driver in enumerate(("spi", "neopixel")):
    assemble_lamps(pinmap, twin.electronics, driver=driver).show([(level, 2, 3)] * 64)
    assert twin.lamps() == ((level, 2, 3),) * 64
print([name for name in opened if name.startswith(("/dev/", "/sys/class/gpio")) and name != "/dev/null"])
"""


def test_the_twin_touches_no_pin_on_a_pi() -> None:
    """On a machine that says it is a Pi 4 the whole twin runs and opens no device."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("BLINKA_")}
    command = [sys.executable, "-W", "error", "-c", ON_A_PI]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=bare)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")
