"""What the machine is: versions, the Pi's model, the GPIO chips, the packages, the log of the daemon.

It looks and decides nothing. What cannot be read is None or empty, and is no error. `root` is where the
machine's files are.
"""

import platform
import struct
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from jadoube import __version__
from jadoube.drivers.reeds.gpio_chip import read_labels

ROOT: Final = Path("/")
#: The units whose log is packed, and how many of its last lines.
UNITS: Final = ("jadoube", "jadoube-page", "jadoube-online", "jadoube-links", "jadoube-hall")
_LINES: Final = 1000
_JOURNAL_S: Final = 20


def pi_model(root: Path = ROOT) -> str | None:
    """Return what the machine calls itself, such as `Raspberry Pi 4 Model B Rev 1.4`; None if nothing."""
    try:
        raw = (root / "proc/device-tree/model").read_bytes()
    except OSError:
        return None
    return raw.decode("utf-8", "replace").strip("\0 \n") or None


def about(root: Path = ROOT) -> str:
    """Return versions of the program and of the machine, one a line."""
    lines = {
        "jadoube": __version__,
        "Python": f"{platform.python_version()}, {8 * struct.calcsize('P')} bit",
        "in": sys.prefix.replace(str(Path.home()), "~"),
        "system": _system(root),
        "kernel": f"{platform.release()} {platform.machine()}",
        "machine": pi_model(root) or "not a Raspberry Pi: /proc/device-tree/model is missing",
    }
    return "".join(f"{name:8} {value}\n" for name, value in lines.items())


def gpio_chips(root: Path = ROOT) -> str:
    """Return the GPIO chips with their labels, one a line."""
    chips = sorted(read_labels(root / "dev").items())
    return "".join(f"/dev/gpiochip{number}: {label}\n" for number, label in chips) or "no /dev/gpiochip*\n"


def packages() -> str:
    """Return the packages that this Python has, with their versions, one a line."""
    found = {f"{it.metadata['Name']} {it.version}" for it in distributions() if it.metadata["Name"]}
    return "".join(f"{line}\n" for line in sorted(found, key=str.lower))


def log_lines() -> str | None:
    """Return the last lines of both units' log, without the machine's name; None if they cannot be read."""
    words = [
        "journalctl",
        *(word for unit in UNITS for word in ("-u", unit)),
        "-n",
        str(_LINES),
        "-o",
        "short-iso",
        "--no-hostname",
        "--no-pager",
        "-q",
    ]
    try:
        done = subprocess.run(words, capture_output=True, timeout=_JOURNAL_S, check=True)  # noqa: S603 - our words
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace") or None


def _system(root: Path) -> str:
    try:
        release = (root / "etc/os-release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.system()
    names = (line.partition("=")[2] for line in release.splitlines() if line.startswith("PRETTY_NAME="))
    return next(names, platform.system()).strip("\"'")
