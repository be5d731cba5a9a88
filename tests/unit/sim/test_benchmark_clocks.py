"""`jadoube bench clocks`: our clock beside those of real games, and what cannot be compared is counted."""

from pathlib import Path

import pytest

from jadoube_sim.benchmarks.cli import main

COUNTED = """[Event "Cup"]
[TimeControl "2/60+1:30+1"]
[Result "*"]

1. e4 {[%clk 0:00:59]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:01:22]} Nc6 {[%clk 0:01:30]}
3. Bb5 {[%clk 0:01:23]} a6 {[%clk 0:01:13]} 4. Ba4 {[%clk 0:01:24]} Nf6 {[%clk 0:01:14]} *
"""

UNTOLD = """[Event "Elsewhere"]
[Result "1-0"]

1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Qh5 {[%clk 0:00:58]} Nc6 {[%clk 0:01:30]}
3. Bc4 Nf6 {[%clk 0:01:20]} 4. Qxf7# {[%clk 0:00:50]} 1-0
"""


def lines(pgn: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What the command says of a file."""
    assert main(["clocks", "--pgn", str(pgn), *words]) == 0
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


def test_our_clock_gives_what_theirs_gave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From each side's second ply, through the end of a period; a game that states no control is left out."""
    pgn = tmp_path / "games.pgn"
    pgn.write_text(f"{COUNTED}\n{UNTOLD}", encoding="utf-8")
    said = lines(pgn, capsys)
    assert said[0] == "clocks   1 of 2 games have control and %clk: 6 plies compared"
    assert said[1].startswith("6  within 1000 ms a ply; the worst ")
    assert all(line.startswith("0  skipped: ") for line in said[2:])


def test_what_cannot_be_compared_is_counted_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ply that gained too much, one without a `%clk`, and the mate, which needs no press."""
    pgn = tmp_path / "games.pgn"
    pgn.write_text(f"{COUNTED}\n{UNTOLD}", encoding="utf-8")
    said = lines(pgn, capsys, "--control", "blitz 5+0", "--event", "Else")
    assert said[0] == "clocks   2 of 2 games have control and %clk: 8 plies compared"
    skipped = {
        reason: int(count) for count, _, reason in (line.partition("  skipped: ") for line in said[2:])
    }
    assert {reason for reason, count in skipped.items() if count} == {
        "gained more than the control gives",
        "no %clk at it or at the ply before",
        "ends the game, which needs no press",
    }
    assert sum(skipped.values()) == 3


def test_a_control_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """What may be minutes or seconds, like everywhere."""
    with pytest.raises(SystemExit, match="2"):
        main(["clocks", "--pgn", str(tmp_path), "--control", "300"])
