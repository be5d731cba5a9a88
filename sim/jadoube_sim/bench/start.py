"""How soon the daemon scans: from the start of its process to its first scan."""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

CONFIG = """\
[reeds]
scanner = "gpiozero"
pin_factory = "mock"
[lamps]
enabled = false
[faces]
enabled = false
[archive]
directory = "{folder}"
[web]
address = "127.0.0.1"
port = 0
"""
#: The daemon says this when it has made its first scan.
SCANNING = "scanning every"


def first_scan_s(rounds: int = 5) -> float:
    """Seconds until `jadoube run` has made its first scan, over gpiozero's mock pins; best of a few."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bench.toml"
        file.write_text(CONFIG.format(folder=folder), encoding="utf-8")
        return min(_one_start_s(file) for _ in range(rounds))


def _one_start_s(config: Path) -> float:
    began = time.perf_counter()
    words = [sys.executable, "-m", "jadoube.cli.main", "run", "--config", str(config)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ) as daemon:  # noqa: S603 - us
        if daemon.stdout is None or not any(SCANNING in line for line in daemon.stdout):
            raise RuntimeError(f"jadoube run ended with status {daemon.wait()} before its first scan")
        took_s = time.perf_counter() - began
        daemon.terminate()
    return took_s
