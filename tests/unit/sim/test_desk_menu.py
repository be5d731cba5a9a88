"""The menu at the desk: keys go through twin, drivers and daemon, and what is chosen comes out in the PGN."""

import subprocess
import sys
from pathlib import Path


def typed(lines: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Type this at the desk, and leave."""
    command = [sys.executable, "-m", "jadoube_sim.cli", "--terminal", "--time-control", "5+3", *options]
    return subprocess.run(command, input=f"{lines}\n", capture_output=True, text=True, timeout=60, check=True)


def test_a_control_is_chosen_and_a_game_resigned() -> None:
    """Ten minutes under FIDE rules, a move by each side, and White's lever in the menu."""
    chosen = "ok, plus, ok, plus, ok, plus, ok, plus, ok, back"
    done = typed(f"{chosen}, e4, e5, play, ok, plus, ok, show, press white")
    assert done.stderr.startswith("5+3: each side has 5:00, and 3 s a move\n")
    assert "set time control: 10+0" in done.stderr
    assert "set rules: fide" in done.stderr
    assert "game over 0-1: resignation" in done.stderr
    for line in ('[TimeControl "600"]', '[RuleSet "fide"]', '[Result "0-1"]'):
        assert line in done.stdout


def test_a_new_game_is_asked_for_and_both_are_kept() -> None:
    """The first is closed without a result, the second is played from the start on."""
    again = "open e4, close e2, wait 1, d4"
    done = typed(f"e4, play, ok, ok, ok, wait 1, {again}")
    assert "game over *: unfinished" in done.stderr
    assert "1. e4" in done.stdout
    assert "1. d4" in done.stdout


def test_a_game_is_taken_up_again_with_the_control_that_was_chosen(tmp_path: Path) -> None:
    """The journal has the keys, so the program that begins again has what they chose."""
    typed("ok, plus, ok, plus, ok, back, e4", "--games", str(tmp_path))
    done = typed("play, e5, pgn", "--games", str(tmp_path))
    assert '[TimeControl "600"]' in done.stdout
    assert "e5" in done.stdout


def test_switching_off_is_said() -> None:
    """The program that runs the board hears of it."""
    assert "switch off" in typed("ok, minus, ok, ok").stderr
