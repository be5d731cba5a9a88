"""What the lamps load: with the driver `spi` nothing of Adafruit's."""

import subprocess
import sys

import pytest

LIGHTS = """
import sys
from jadoube.config.pinmap import load_pinmap
from jadoube.drivers.assemble import assemble_lamps
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.pi import PiElectronics
from jadoube_sim.twin import Twin

pinmap = load_pinmap()
twin = Twin(pinmap)
assemble_lamps(pinmap, twin.electronics, driver=sys.argv[1]).show([(1, 2, 3)] * 64)
assert twin.lamps() == ((1, 2, 3),) * 64
try:
    assemble_lamps(pinmap, PiElectronics(), driver=sys.argv[1])
except PartFailed:
    pass
loaded = {name.partition(".")[0] for name in sys.modules}
print(*sorted(loaded & {"board", "neopixel", "adafruit_blinka", "periphery"}))
"""


@pytest.mark.parametrize(
    ("driver", "loads"), [("spi", "periphery"), ("neopixel", "adafruit_blinka board neopixel")]
)
def test_only_the_named_drivers_libraries_are_loaded(driver: str, loads: str) -> None:
    """On the twin and on this machine's own electronics, in a Python of its own."""
    command = [sys.executable, "-c", LIGHTS, driver]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == (f"{loads}\n", "")
