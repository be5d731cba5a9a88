"""The twin's lgpio, gpiod and RPi.GPIO, and the tests' own, have the names and arguments of the real ones.

lgpio and RPi.GPIO are asked in a process of their own: lgpio makes a pipe where it is imported, and rpi-lgpio
wants to be told that it is on a Pi.
"""

import dataclasses
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gpiod
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube_sim.twin import Twin
from jadoube_sim.twin import gpiod as twin_gpiod
from shared.pins.lgpio_wheel import needs_lgpio
from shared.pins.whole_lgpio import WholeLgpio

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


@pytest.mark.parametrize(
    ("real", "stand_in"),
    [
        (gpiod.request_lines, ELECTRONICS.gpiod().request_lines),
        *(
            (getattr(real, name), getattr(stand_in, name))
            for real, stand_in in (
                (gpiod.Chip, twin_gpiod.TwinChip),
                (gpiod.LineRequest, twin_gpiod.TwinRequest),
            )
            for name in dir(stand_in)
            if not name.startswith("_")
        ),
        (gpiod.Chip, ELECTRONICS.gpiod().Chip),
    ],
    ids=lambda it: getattr(it, "__qualname__", ""),
)
def test_gpiods_functions_take_what_the_twins_take(real: Any, stand_in: Any) -> None:
    """By the same names, in the same order."""
    names = [name for name in inspect.signature(stand_in).parameters if name != "self"]
    assert names == [name for name in inspect.signature(real).parameters if name != "self"]


@pytest.mark.parametrize("name", ["Value", "Direction", "Bias", "Drive"])
def test_the_twins_gpiod_has_the_words_of_the_real_one(name: str) -> None:
    """Every member, with its number."""
    members = getattr(ELECTRONICS.gpiod().line, name).__members__
    real = getattr(gpiod.line, name).__members__
    assert {each: it.value for each, it in members.items()} == {each: it.value for each, it in real.items()}


@pytest.mark.parametrize("name", ["LineSettings", "LineInfo", "ChipInfo"])
def test_the_twins_gpiod_has_values_with_the_fields_of_the_real_ones(name: str) -> None:
    """It models a part of them, with the same defaults."""
    fields = {field.name: field for field in dataclasses.fields(getattr(gpiod, name))}
    for field in dataclasses.fields(getattr(twin_gpiod, name)):
        real = fields[field.name].default
        assert getattr(real, "name", real) == getattr(field.default, "name", field.default)


def test_the_twins_gpiod_fails_as_the_real_one_does() -> None:
    """A chip that is not there, one that is closed, lines that are given back."""
    ours = ELECTRONICS.gpiod()
    for each in (gpiod, ours):
        with pytest.raises(FileNotFoundError, match="No such file or directory"):
            each.Chip("/dev/gpiochip99")
    for name in ("ChipClosedError", "RequestReleasedError"):
        assert str(getattr(ours, name)()) == str(getattr(gpiod, name)())
    chip = ours.Chip("/dev/gpiochip0")
    settings = ours.LineSettings(direction=ours.line.Direction.INPUT)
    request = chip.request_lines({4: settings}, consumer="a test")
    assert chip.get_line_info(4) == twin_gpiod.LineInfo(4, used=True, consumer="a test")
    with pytest.raises(OSError, match="Device or resource busy"):
        chip.request_lines({(3, 4): settings})
    with pytest.raises(PermissionError, match="Operation not permitted"):
        request.set_value(4, ours.line.Value.ACTIVE)
    with pytest.raises(ValueError, match="Invalid argument"):
        request.get_values([5])
    request.release()
    with pytest.raises(ours.RequestReleasedError):
        request.get_value(4)
    chip.close()
    with pytest.raises(ours.ChipClosedError):
        chip.get_info()
