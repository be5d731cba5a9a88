"""Corrections at the desk: what is typed goes through twin, drivers and daemon, and comes out as the game."""

import subprocess
import sys

TYPED = "e4, d5, Nc3, f5, presses off, open e4, press white, hold back, ok, Kf7, back, open f7, close e8, Nf6"


def test_a_reading_is_corrected_and_a_ply_taken_back() -> None:
    """Two pawns could be taken from e4 unseen: hold back shows the other, ok takes it, back unmakes Kf7."""
    command = [sys.executable, "-m", "jadoube_sim.cli", "--terminal", "--time-control", "5"]
    done = subprocess.run(command, input=f"{TYPED}\n", capture_output=True, text=True, timeout=60, check=True)
    assert "alternative taken 3. exf5" in done.stderr
    assert "doubt" not in done.stdout
    assert done.stdout.count("exf5") == 1
    assert "Kf7" not in done.stdout
