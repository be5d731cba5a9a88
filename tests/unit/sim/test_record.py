"""`jadoube sim --record`: where it may write."""

import subprocess
import sys
from pathlib import Path


def test_a_record_never_takes_a_devices_place() -> None:
    """A full device refuses in one line, and is there afterwards as it was."""
    words = [sys.executable, "-m", "jadoube_sim.cli", "--terminal", "--record", "/dev/full"]
    done = subprocess.run(words, input="e4\n", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("/dev/full: no space left on device")
    assert Path("/dev/full").is_char_device()
