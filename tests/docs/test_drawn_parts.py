"""The documents say what the program says: what is drawn from it is drawn anew and compared.

`make tests ARGS="-k docs --accept"` rewrites what differs.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.core.messages.phases import TRANSITIONS, Phase

ROOT = Path(__file__).parents[2]
SOURCE_FILE = re.compile(r"`([a-z]\w*(?:/\w+)*\.(?:py|js|css))`")


def _phase_diagram() -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f"    {phase.name}: {phase}" for phase in Phase]
    lines += [f"    [*] --> {Phase.SETTING_UP.name}"]
    arrows = TRANSITIONS.items()
    lines += [f"    {before.name} --> {after.name}: {cause}" for (before, cause), after in arrows]
    return "\n".join([*lines, "```"])


#: What is typed for the README's picture: a short game, and a piece in the air.
TYPED = "e4\ne5\nNf3\nNc6\nBb5\na6\nopen b5\nshow\n"


def _terminal_board() -> str:
    """What `jadoube sim --terminal` shows of it, up to the PGN that it prints when it is left."""
    words = [sys.executable, "-m", "jadoube_sim.cli", "--terminal", "--time-control", "5+3"]
    done = subprocess.run(words, input=TYPED, capture_output=True, text=True, check=True)
    picture = done.stdout.partition("[Event ")[0].rstrip("\n").split("\n")
    return "\n".join(["```text", *(line.rstrip() for line in picture), "```"])


def _compare(name: str, mark: str, drawn: str, *, accept: bool) -> None:
    """Compare, or rewrite, what stands in a document between two marks."""
    file = ROOT / name
    text = file.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    redrawn = between.sub(lambda _: drawn + "\n", text)
    if accept:
        file.write_text(redrawn, encoding="utf-8")
    else:
        assert text == redrawn


def test_the_phases_are_drawn_from_their_table(request: pytest.FixtureRequest) -> None:
    """ARCHITECTURE.md shows the transitions that the code follows."""
    _compare("ARCHITECTURE.md", "phases", _phase_diagram(), accept=request.config.getoption("--accept"))


def test_the_terminal_looks_as_in_the_readme(request: pytest.FixtureRequest) -> None:
    """README.md shows what the terminal prints, to the character."""
    _compare("README.md", "terminal", _terminal_board(), accept=request.config.getoption("--accept"))


def test_files_that_the_docs_name_exist() -> None:
    """A source file in backticks is one of the checkout, by its whole path or the end of it.

    `_state.py` and the like are files of other projects.
    """
    told = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("hardware/**/*.md")]
    named = {name for each in told for name in SOURCE_FILE.findall(each.read_text())}
    rooms = ("firmware", "sim", "tests", "hardware", "systemd")
    there = [each.as_posix() for room in rooms for each in (ROOT / room).rglob("*.*")]
    assert len(named) > 100
    assert [name for name in sorted(named) if not any(each.endswith(f"/{name}") for each in there)] == []
