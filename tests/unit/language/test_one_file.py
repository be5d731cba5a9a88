"""A language is one file: what is said to people stands there, and nowhere else is a language named."""

import ast
from pathlib import Path

from jadoube.core.messages.phrases import LANGUAGES

ROOT = Path(__file__).parents[3]
MODULES = sorted([*ROOT.glob("firmware/jadoube/**/*.py"), *ROOT.glob("sim/jadoube_sim/**/*.py")])
NAMED = ("core/messages/phrases.py", "core/language/render.py")
"""Where the languages are listed, and where their files are."""


def spelled(path: Path) -> set[str]:
    """The languages but English whose letters stand in a module as a text of their own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in LANGUAGES[1:]
    }


def test_no_module_spells_a_language() -> None:
    """Whoever says something to people gives a phrase, and takes its words in all the languages."""
    for path in MODULES:
        named = str(path).endswith(NAMED)
        assert bool(spelled(path)) == named, f"{path}: {spelled(path)}"
