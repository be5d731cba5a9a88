"""The system's supply voltage and temperature, and how the machine is switched off.

It decides where to read them, and when to log a trouble: once at its beginning, once at its end. It reads
files of the kernel and starts no program for it; on a system without these files it stays silent. It refuses
to know what is done about a trouble: nothing is, the game goes on.

Sources: the kernel's Documentation/hwmon/raspberrypi-hwmon.rst (`in0_lcrit_alarm` of the device named
`rpi_volt`: under-voltage) and Documentation/ABI/testing/sysfs-class-thermal (`type`, and `temp` in
thousandths of a degree); Raspberry Pi's "Frequency management and thermal control": from 80 °C on a Pi slows
down.
"""

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from jadoube.core.state.announced.health import Trouble
from jadoube.local.pausing import Pause

SYS: Final = Path("/sys")
POLL_S: Final = 5.0
"""Polling interval (a guess: neither trouble comes and goes faster)."""

HOT_C: Final = 80
COOL_C: Final = 77
"""Hysteresis: hot until cooled down to this, so that it is not logged again and again."""

OFF_TIMEOUT_S: Final = 5.0
"""Timeout of the command that switches off; then the program ends all the same. systemd waits as long as this
and the shutdown before it together (`TimeoutStopSec`)."""

Say = Callable[[str], None]


class Power:
    """The troubles found at the last look. `root` is where sysfs is mounted."""

    def __init__(self, say: Say, root: Path = SYS) -> None:
        self._say = say
        self._root = root
        self.troubles: tuple[Trouble, ...] = ()

    def look(self) -> tuple[Trouble, ...]:
        """Look now, log what has begun and what is over; return the troubles."""
        before, self.troubles = self.troubles, tuple(self._wrong())
        for trouble in self.troubles:
            if trouble not in before:
                self._say(f"power: {trouble}{_ADVICE[trouble]}")
        for trouble in before:
            if trouble not in self.troubles:
                self._say(f"power: {_OVER[trouble]}")
        return self.troubles

    def _wrong(self) -> Iterator[Trouble]:
        if any(
            each == 1
            for each in _device_values(self._root / "class/hwmon", "name", "rpi_volt", "in0_lcrit_alarm")
        ):
            yield Trouble.VOLTAGE
        limit_c = COOL_C if Trouble.HEAT in self.troubles else HOT_C
        temperatures = _device_values(self._root / "class/thermal", "type", "cpu-thermal", "temp")
        if any(each >= limit_c * 1000 for each in temperatures):
            yield Trouble.HEAT


async def watch(
    look: Callable[[], tuple[Trouble, ...]],
    tell: Callable[[tuple[Trouble, ...]], None],
    executor: Executor,
    wait: Pause = asyncio.sleep,
) -> None:
    """Look every few seconds, off the loop, and tell what is wrong; for as long as nobody cancels it."""
    loop = asyncio.get_running_loop()
    while True:
        tell(await loop.run_in_executor(executor, look))
        await wait(POLL_S)


def switch_off(command: tuple[str, ...], say: Say) -> None:
    """Run the command that switches the machine off; log if it fails. Without a command do nothing."""
    if not command:
        return
    try:
        done = subprocess.run(  # noqa: S603 - the owner's command, from the configuration
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=OFF_TIMEOUT_S
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        say(f"power: {' '.join(command)}: {getattr(problem, 'strerror', None) or 'no answer'}")
        return
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines()
        say(f"power: {' '.join(command)}: {words[0] if words else f'exit status {done.returncode}'}")


def _device_values(folder: Path, key: str, name: str, value: str) -> Iterator[int]:
    """The file `value` of each device in a sysfs folder whose file `key` holds `name`."""
    for device in sorted(folder.glob("*")):
        if _read(device / key) == name:
            text = _read(device / value)
            if text.removeprefix("-").isdecimal():
                yield int(text)


def _read(path: Path) -> str:
    """The text of a sysfs file; empty if it is missing or cannot be read now."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


_ADVICE: Final = {
    Trouble.VOLTAGE: "; a stronger supply or a shorter cable helps",
    Trouble.HEAT: "; let it have air",
}
_OVER: Final = {
    Trouble.VOLTAGE: "the voltage is right again",
    Trouble.HEAT: "the Pi has cooled down",
}
