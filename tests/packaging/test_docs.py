"""The documents say what the program says: what is drawn from it is drawn anew and compared.

`make tests ARGS="-k docs --accept"` rewrites what differs.
"""

import re
from pathlib import Path

import pytest

from jadoube.core.phases import TRANSITIONS, Phase

ROOT = Path(__file__).parents[2]


def _phase_diagram() -> str:
    lines = ["```mermaid", "stateDiagram-v2"]
    lines += [f"    {phase.name}: {phase}" for phase in Phase]
    lines += [f"    [*] --> {Phase.SETTING_UP.name}"]
    arrows = TRANSITIONS.items()
    lines += [f"    {before.name} --> {after.name}: {cause}" for (before, cause), after in arrows]
    return "\n".join([*lines, "```"])


def test_the_phases_are_drawn_from_their_table(request: pytest.FixtureRequest) -> None:
    """ARCHITECTURE.md shows the transitions that the code follows."""
    file = ROOT / "ARCHITECTURE.md"
    text = file.read_text(encoding="utf-8")
    between = re.compile(r"(?<=<!-- phases -->\n).*?(?=<!-- /phases -->)", re.DOTALL)
    drawn = between.sub(lambda _: _phase_diagram() + "\n", text)
    if request.config.getoption("--accept"):
        file.write_text(drawn, encoding="utf-8")
    else:
        assert text == drawn
