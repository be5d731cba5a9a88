"""The programs of others that make certificates and passwords, and what they say.

The law: one that is missing is named with its package. It refuses to know what it is asked for.
"""

import subprocess
from shutil import which
from typing import Final

from jadoube.config.problems import BadInput

PACKAGES: Final = {"openssl": "openssl", "mosquitto_passwd": "mosquitto"}
"""The packages of Debian in which they are."""


def expect_tools() -> None:
    """Refuse to begin where one is missing."""
    for name, package in PACKAGES.items():
        if which(name) is None:
            raise BadInput(name, f"nothing found, expected the package {package}: sudo apt install {package}")


def run(name: str, *words: str) -> str:
    """Run one of them and return what it prints; BadInput if it fails."""
    done = subprocess.run([name, *words], capture_output=True, text=True, check=False)  # noqa: S603 - our words
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise BadInput(name, f"exit status {done.returncode} found ({last}), expected 0")
    return done.stdout
