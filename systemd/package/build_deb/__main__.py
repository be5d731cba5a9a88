"""`python -m build_deb`: what `make deb` runs, in the venv in which our own wheel was built.

The law: what cannot be done is one line and status 2. It refuses to know how a package is made.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from build_deb.archive import build_all
from build_deb.control import CHECKOUT, PACKAGE
from build_deb.fetch import folder_of_wheels
from build_deb.lock import read_lock
from build_deb.targets import MACHINES, Refusal

LOCK = PACKAGE / "wheels.lock"


def main() -> int:
    """Build the packages that were asked for, and name each with its size."""
    parser = argparse.ArgumentParser(
        prog="build_deb", description="Build the .deb of one architecture, or of all."
    )
    parser.add_argument(
        "--arch", default="", help=f"{', '.join(MACHINES)}, all, or nothing for that of this machine"
    )
    parser.add_argument("--wheel", required=True, type=Path, help="our own wheel")
    parser.add_argument(
        "--out", default=CHECKOUT / "dist", type=Path, help="the folder that they are put into"
    )
    asked = parser.parse_args()
    os.umask(0o022)
    try:
        locked = read_lock(LOCK)
        archs = list(MACHINES) if asked.arch == "all" else [asked.arch or own_arch()]
        for deb in build_all(archs, asked.wheel, locked, folder_of_wheels(os.environ), asked.out):
            print(f"{deb}: {deb.stat().st_size / 1e6:.1f} MB")
    except Refusal as refusal:
        print(f"make deb: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("make deb: interrupted", file=sys.stderr)
        return 130
    except OSError as problem:
        print(
            f"make deb: {problem.filename or asked.out}: {(problem.strerror or str(problem)).lower()}",
            file=sys.stderr,
        )
        return 2
    return 0


def own_arch() -> str:
    """Return the architecture of this machine, as dpkg calls it."""
    try:
        told = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)  # noqa: S607 - the system's
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Refusal("no dpkg found, expected Debian or Raspberry Pi OS; or give ARCH=all") from problem
    return told.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
