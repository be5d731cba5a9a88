"""Where each file of the package lies, with its mode and time.

The law: this is the one place that knows the paths. It refuses to know how the tree of packages was made.
"""

import gzip
import hashlib
import os
from collections.abc import Mapping
from email.parser import HeaderParser
from pathlib import Path

from build_deb.control import CHECKOUT, PACKAGE, SCRIPTS, filled
from build_deb.tree import copy

OWN = "usr/lib/jadoube"
"""The folder of all Python code."""

SYSTEMD = CHECKOUT / "systemd"

PLACES = {
    "jadoube.service": "usr/lib/systemd/system/jadoube.service",
    "jadoube-page.service": "usr/lib/systemd/system/jadoube-page.service",
    "jadoube-online.service": "usr/lib/systemd/system/jadoube-online.service",
    "jadoube-links.service": "usr/lib/systemd/system/jadoube-links.service",
    "jadoube-hall.service": "usr/lib/systemd/system/jadoube-hall.service",
    "60-jadoube.rules": "usr/lib/udev/rules.d/60-jadoube.rules",
    "jadoube.sysusers": "usr/lib/sysusers.d/jadoube.conf",
    "50-jadoube-power.rules": "usr/share/polkit-1/rules.d/50-jadoube-power.rules",
    "jadoube.toml": "etc/jadoube.toml",
}
"""The files of `systemd/`."""

_DOC = "usr/share/doc/jadoube"

_COPYRIGHT = """\
jadoube is free software: GPL-3.0-or-later, see /usr/share/common-licenses/GPL-3.

It comes with these libraries. Their licences lie under /usr/lib/jadoube, beside each one's METADATA.

"""


def lay_files(root: Path, values: Mapping[str, str]) -> None:
    """Lay everything but the Python packages."""
    for name, place in PLACES.items():
        copy(SYSTEMD / name, root / place)
    copy(PACKAGE / "starter", root / "usr/bin/jadoube", 0o755)
    _write(root / "usr/sbin/jadoube-pi-settings", filled("pi-settings", values), 0o755)
    _write(root / _DOC / "copyright", _COPYRIGHT + "".join(sorted(_licences(root / OWN))))
    changes = gzip.compress((CHECKOUT / "CHANGELOG.md").read_bytes(), 9, mtime=0)
    (root / _DOC / "changelog.gz").write_bytes(changes)


def lay_control(root: Path, values: Mapping[str, str]) -> None:
    """Lay what dpkg reads, and the checksums of all that is there."""
    about = root / "DEBIAN"
    for name in ("control", "conffiles", "triggers", "templates"):
        _write(about / name, filled(name, values))
    for name in SCRIPTS:
        _write(about / name, filled(name, values), 0o755)
    files = sorted(path for path in root.rglob("*") if path.is_file() and about not in path.parents)
    sums = (
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root)}\n"
        for path in files
    )
    _write(about / "md5sums", "".join(sums))


def set_times(root: Path, epoch: int) -> None:
    """Give every file and folder one time, and modes that do not depend on who builds."""
    for path in [root, *root.rglob("*")]:
        runs = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch, epoch))


def _licences(own: Path) -> list[str]:
    """Return a line for each library, from its METADATA."""
    lines = []
    for path in own.rglob("*.dist-info/METADATA"):
        about = HeaderParser().parsestr(path.read_text("utf-8"))
        licence = about["License-Expression"] or about["License"] or "see its METADATA"
        lines.append(f"{about['Name']} {about['Version']}: {licence.splitlines()[0]}\n")
    return lines


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(mode)
