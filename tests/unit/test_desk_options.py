"""The desk plays under the rules, and gives reasons in the language, that are asked for."""

import subprocess
import sys

SIM = [sys.executable, "-m", "jadoube_sim.cli", "--terminal"]


def sim(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real command on a script."""
    return subprocess.run(
        [*SIM, *arguments], input=script, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_rules_may_be_chosen() -> None:
    """The PGN keeps the rule set's name, and the board goes by it: a false press costs two minutes."""
    done = sim("e4\npress black\n", "--rules", "fide", "--time-control", "300")
    assert '[RuleSet "fide"]' in done.stdout
    assert "illegal move 1 by Black: 120 s for White" in done.stderr


def test_the_language_may_be_chosen() -> None:
    """The reason why a move is illegal is given in it."""
    done = sim("open e2, close e5, wait 2\n", "--language", "fr")
    assert "un pion ne se déplace pas ainsi" in done.stderr
