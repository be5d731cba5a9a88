"""Reads QR codes as a phone does: by zbar, which knows nothing of the program that draws them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest


def read_code(picture: Path) -> str:
    """What the code in a picture says; the test is skipped where there is no zbar."""
    program = shutil.which("zbarimg")
    if program is None:
        pytest.skip("zbarimg is missing (package zbar-tools): the codes are not read")
    found = subprocess.run(
        [program, "--quiet", "--raw", "--set", "*.enable=0", "--set", "qrcode.enable=1", str(picture)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return found.stdout.removesuffix("\n")


def drawn(svg: str, scale: int, file: Path) -> Path:
    """A picture of our own drawing of a code, so many pixels a module."""
    side = int(re.findall(r'viewBox="0 0 (\d+)', svg)[0])
    dark = {(int(row), int(column)) for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg)}
    lines = (
        b"".join(bytes([0 if (row, column) in dark else 255]) * scale for column in range(side)) * scale
        for row in range(side)
    )
    file.write_bytes(b"P5 %d %d 255\n" % (side * scale, side * scale) + b"".join(lines))
    return file
