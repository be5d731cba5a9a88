"""The twin's lgpio and RPi.GPIO, and the tests' own, have the functions and constants of the real ones.

Each is asked in a process of its own: lgpio makes a pipe where it is imported, and rpi-lgpio wants to be told
that it is on a Pi.
"""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube_sim.twin import Twin
from lgpio_here import needs_lgpio
from whole_lgpio import WholeLgpio

ELECTRONICS = Twin(load_pinmap()).electronics
#: Not compared: what the stand-ins have for tests, and the class of their errors.
OURS = {"calls", "error", "is_output", "writes", "writes_per_second"}

SAYS = """
import inspect
from importlib import import_module
it = import_module("{module}")
for name in {names}:
    found = getattr(it, name)
    print(name, list(inspect.signature(found).parameters) if callable(found) else int(found))
"""


@needs_lgpio
@pytest.mark.parametrize(
    ("module", "stand_in"),
    [
        ("lgpio", ELECTRONICS.lgpio()),
        ("lgpio", WholeLgpio(ELECTRONICS.pads)),
        ("RPi.GPIO", ELECTRONICS.rpi_gpio()),
    ],
)
def test_the_real_module_has_what_the_twin_stands_in_for(
    module: str, stand_in: object, tmp_path: Path
) -> None:
    """Each function takes what the real one takes, by the same names; each constant is the real one."""
    offered = {name: getattr(stand_in, name) for name in dir(stand_in) if not name.startswith("_")}
    expected = {
        name: str(list(inspect.signature(it).parameters) if inspect.ismethod(it) else it)
        for name, it in offered.items()
        if name not in OURS
    }
    script = SAYS.format(module=module, names=sorted(expected))
    environment = os.environ | {"RPI_LGPIO_REVISION": "902120", "LG_WD": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert dict(line.split(" ", 1) for line in said.stdout.splitlines()) == expected
