"""What the package says of itself, and what its scripts know of the version.

The law: a script is written once, under `systemd/package/`; here its marks are filled in, and a mark that
is left is refused.
"""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from build_deb.targets import Refusal

PACKAGE = Path(__file__).parents[1]
CHECKOUT = PACKAGE.parents[1]

SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "config")
"""What dpkg runs."""

_PINS = {"armhf": "python3 (<< 3.13) | python3-lgpio | python3-libgpiod (>= 2.2), "}
"""Where there is no wheel of a library for the pins for every Python, the system has one."""

_MARK = re.compile(r"@([A-Z_]+)@")

_TELL_KEYS = """
from jadoube.config.settings import KEYS, LIST_KEYS, VERSION
print(VERSION, *(".".join(names) for names in (*KEYS, *LIST_KEYS)))
"""


def known_keys(site: Path) -> tuple[str, str]:
    """Ask the program in the tree for the version of the configuration's format, and for its keys."""
    command = [sys.executable, "-B", "-c", _TELL_KEYS]
    told = subprocess.run(  # noqa: S603 - this Python, and words of ours
        command, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(site)}, cwd=site
    )
    if told.returncode:
        raise Refusal(f"{site}: the program does not tell its keys: {told.stderr.strip().splitlines()[-1]}")
    version, _, keys = told.stdout.strip().partition(" ")
    return version, keys.replace(" ", "\n")


def marks(version: str, arch: str, size: int, site: Path) -> dict[str, str]:
    """Return what stands for each mark in the files of this package."""
    form, keys = known_keys(site)
    check = _text("check_keys.py").partition('"""\n\nimport')[2]
    lines = (CHECKOUT / "firmware/jadoube/config/lines.py").read_text("utf-8")
    check = f"{lines}\n\nimport{check}".replace("from jadoube.config.lines import line_of\n", "")
    return {
        "VERSION": version,
        "ARCH": arch,
        "SIZE": str(-(-size // 1024)),
        "PINS": _PINS.get(arch, ""),
        "BOOT_MODEL": _text("boot-model.sh").rstrip(),
        "BOOT_REMOVAL": _text("boot-removal.sh").rstrip(),
        "CHECK_KEYS": check.replace('"@KEYS@"', f'"""\n{keys}\n"""').replace("@FORMAT@", form).rstrip(),
    }


def filled(name: str, values: Mapping[str, str]) -> str:
    """Return a file of `systemd/package/` with its marks filled in."""
    text = _MARK.sub(lambda mark: values.get(mark[1], mark[0]), _text(name))
    if left := _MARK.search(text):
        raise Refusal(f"{PACKAGE / name}: {left[0]} found, expected {', '.join(values)}")
    return text


def _text(name: str) -> str:
    return (PACKAGE / name).read_text("utf-8")
