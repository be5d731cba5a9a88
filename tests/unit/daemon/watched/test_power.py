"""What the system tells of its supply and its heat, read from a made-up /sys, and switching off."""

import asyncio
import sys
from pathlib import Path

import pytest

from jadoube.core.state.announced.health import Trouble
from jadoube.daemon.watched.power import POLL_S, Power, switch_off, watch
from jadoube_sim.virtual import InlineExecutor


def write(path: Path, text: str) -> None:
    """Let a file of the kernel's say this."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A Pi's /sys: another sensor before the right one, a cool processor, no alarm."""
    write(tmp_path / "class/hwmon/hwmon0/name", "cpu_thermal")
    write(tmp_path / "class/hwmon/hwmon0/in0_lcrit_alarm", "1")
    write(tmp_path / "class/hwmon/hwmon1/name", "rpi_volt")
    write(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", "0")
    write(tmp_path / "class/thermal/thermal_zone0/type", "cpu-thermal")
    write(tmp_path / "class/thermal/thermal_zone0/temp", "45277")
    write(tmp_path / "class/thermal/cooling_device0/type", "pwm-fan")
    return tmp_path


def test_a_pi_at_ease_is_silent(system: Path) -> None:
    """Nothing is wrong, nothing is said."""
    said: list[str] = []
    assert Power(said.append, system).look() == ()
    assert said == []


@pytest.mark.parametrize(
    "broken", ["", "class/hwmon/hwmon1/in0_lcrit_alarm", "class/thermal/thermal_zone0/temp"]
)
def test_a_system_that_tells_nothing_is_silent(tmp_path: Path, broken: str) -> None:
    """No file, or one that says nothing that can be understood: nothing is known, nothing is said."""
    if broken:
        write(tmp_path / broken, "N/A")
        write((tmp_path / broken).with_name("name"), "rpi_volt")
        write((tmp_path / broken).with_name("type"), "cpu-thermal")
    said: list[str] = []
    assert Power(said.append, tmp_path).look() == ()
    assert said == []


def test_a_file_that_cannot_be_read_is_silence(system: Path) -> None:
    """The kernel may refuse a reading while the firmware is busy."""
    temp = system / "class/thermal/thermal_zone0/temp"
    temp.unlink()
    temp.mkdir()
    assert Power(print, system).look() == ()


def test_a_voltage_that_is_too_low_is_said_once(system: Path) -> None:
    """When it begins and when it is over, however often one looks."""
    said: list[str] = []
    power = Power(said.append, system)
    found = []
    for alarm in "0110":
        write(system / "class/hwmon/hwmon1/in0_lcrit_alarm", alarm)
        found.append(power.look())
    assert found == [(), (Trouble.VOLTAGE,), (Trouble.VOLTAGE,), ()]
    assert said == [
        "power: the voltage of the supply is too low; a stronger supply or a shorter cable helps",
        "power: the voltage is right again",
    ]


def test_heat_is_told_from_eighty_degrees_until_it_is_well_below(system: Path) -> None:
    """A temperature that wavers around the limit is said once."""
    said: list[str] = []
    power = Power(said.append, system)
    hot = []
    for temperature in (79_999, 80_000, 79_000, 80_500, 77_000, 76_999, 79_000):
        write(system / "class/thermal/thermal_zone0/temp", str(temperature))
        hot.append(power.look() == (Trouble.HEAT,))
    assert hot == [False, True, True, True, True, False, False]
    assert said == ["power: the Pi is too hot; let it have air", "power: the Pi has cooled down"]


def test_both_are_told_the_more_pressing_first(system: Path) -> None:
    """Low voltage and heat together."""
    write(system / "class/hwmon/hwmon1/in0_lcrit_alarm", "1")
    write(system / "class/thermal/thermal_zone0/temp", "85000")
    assert Power(lambda _: None, system).look() == (Trouble.VOLTAGE, Trouble.HEAT)


def test_watching_looks_again_and_again() -> None:
    """Every few seconds, in the executor, until it is cancelled."""
    looks = iter([(), (Trouble.HEAT,), ()])
    told: list[tuple[Trouble, ...]] = []
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(watch(lambda: next(looks), told.append, InlineExecutor(), wait))
    assert told == [(), (Trouble.HEAT,), ()]
    assert waited == [POLL_S] * 3


def test_the_command_is_run(tmp_path: Path) -> None:
    """Word by word, without a shell."""
    said: list[str] = []
    made = tmp_path / "a b;c"
    switch_off(
        (sys.executable, "-c", "import sys, pathlib; pathlib.Path(sys.argv[1]).touch()", str(made)),
        said.append,
    )
    assert made.exists()
    assert said == []


def test_without_a_command_nothing_is_run() -> None:
    """Then only the program stops."""
    switch_off((), pytest.fail)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("/nowhere/poweroff",), "power: /nowhere/poweroff: No such file or directory"),
        ((sys.executable, "-c", "raise SystemExit('not allowed')"), "not allowed"),
        ((sys.executable, "-c", "raise SystemExit(7)"), "exit status 7"),
    ],
)
def test_a_command_that_does_not_work_is_said(command: tuple[str, ...], words: str) -> None:
    """In one line; the program ends all the same."""
    said: list[str] = []
    switch_off(command, said.append)
    assert len(said) == 1
    assert said[0].endswith(words)
