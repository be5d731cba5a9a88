"""Finds the GPIO chip that the header's pins are on, by its label.

Its number is not the same on every Pi: on a Pi 5 it was 4, is 0 since Linux 6.6.45 (raspberrypi/linux#6144),
and is one of 11 to 15 with some newer kernels (adafruit/Adafruit_Blinka#1119). The label is the name of the
driver. The kernel tells it to everybody who may open the chip; no library is needed.
"""

import errno
import os
import struct
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from typing import Final

from jadoube.drivers.interfaces import ChipForbidden, Part, PartFailed

#: The chips that a header is on: Pi 5; Pi 4; Zero 2 W, 3 and older.
LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")

#: GPIO_GET_CHIPINFO_IOCTL and struct gpiochip_info of Linux (include/uapi/linux/gpio.h): name, label, number
#: of lines. The call has this number on ARM and x86.
_GET_CHIP_INFO: Final = 0x8044B401
_CHIP_INFO: Final = struct.Struct("32s32sI")

_FORBIDDEN: Final = {os.strerror(errno.EACCES), os.strerror(errno.EPERM)}


def find_chip(labels: Mapping[int, str]) -> int:
    """Return the number of the one chip with a Pi's label, of chips by number.

    Raises PartFailed; ChipForbidden if a chip that this user may not open could be the one.
    """
    found = [number for number, label in labels.items() if label in LABELS]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"gpiochip{number} ({label})" for number, label in sorted(labels.items()))
    if not found and _FORBIDDEN & set(labels.values()):
        raise ChipForbidden(listed)
    what = "several GPIO chips are a Raspberry Pi's" if found else "no GPIO chip is a Raspberry Pi's"
    todo = "set reeds.gpio_chip to the number of the chip that the matrix is on"
    raise PartFailed(Part.REEDS, f"{what}, found {listed or 'no chip'}", todo)


def read_labels(folder: Path = Path("/dev")) -> dict[int, str]:
    """Return the label of each chip in the folder of devices by its number.

    A second name of a chip (a link, as gpiochip4 is on some Pi 5) is left out. A chip that does not open is
    labelled with the error.
    """
    labels = {}
    for path in folder.glob("gpiochip*"):
        number = path.name.removeprefix("gpiochip")
        if number.isdecimal() and not path.is_symlink():
            labels[int(number)] = _read_label(path)
    return labels


def _read_label(path: Path) -> str:
    try:
        with path.open("rb", buffering=0) as chip:
            _, label, _ = _CHIP_INFO.unpack(ioctl(chip, _GET_CHIP_INFO, bytes(_CHIP_INFO.size)))
    except OSError as problem:
        return problem.strerror or str(problem)
    return bytes(label).partition(b"\0")[0].decode(errors="replace")
