"""The desk plays under the rules, and speaks the language, that are asked for."""

import subprocess
import sys

SIM = [sys.executable, "-m", "jadoube_sim.cli", "--terminal"]


def sim(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real command on a script."""
    return subprocess.run(
        [*SIM, *arguments], input=script, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_rules_may_be_chosen() -> None:
    """The PGN keeps the rule set's name, and the board goes by it: a false press may cost two minutes."""
    done = sim("e4\npress black\npress plus\n", "--rules", "fide", "--time-control", "5")
    assert '[RuleSet "fide"]' in done.stdout
    assert "illegal move 1 by Black: 120 s for White" in done.stderr


def test_the_language_may_be_chosen() -> None:
    """Words, sides and what the lamps mean are in it."""
    done = sim("open e2, close e5, wait 2\nshow\n", "--language", "fr")
    assert "un pion ne se déplace pas ainsi ; libérez e5, remettez ce qui manque en e2" in done.stderr
    assert "rien ne doit se trouver ici : enlevez-le (clignote vite)" in done.stdout
    assert "\n 3   .    .    .    .    .    .    .    .       Blancs\n" in done.stdout


def test_a_pgn_is_in_english_whatever_the_language() -> None:
    """It goes to programs and people everywhere: acts, and the reasons in them."""
    script = "press black\nopen e2, close e5, wait 2\npress white\npress plus\norder time black +60\n"
    done = sim(script, "--language", "fr", "--rules", "fide", "--time-control", "5")
    pgn = " ".join(done.stdout.split())
    assert "{ illegal move 1 by White: a pawn does not move so }" in pgn
    assert "{ arbiter: 1:00 more for Black }" in pgn
