"""docs/club-evening.md: what it says to type is understood, and what it shows is what is printed."""

import re
import shlex
from pathlib import Path

import pytest

from jadoube.cli.pairings import main
from jadoube.config.settings import problems
from jadoube.core.language.typed_orders import read_ordered

TEXT = (Path(__file__).parents[2] / "docs" / "club-evening.md").read_text(encoding="utf-8")
LIST = """\
Round;Board;White;Title;Elo;Fed;Black;Elo;Fed
3;1;Menchik, Vera;WGM;2350;ENG;Dupont, Anne;1950;FRA
3;2;Smith, John;;1840;;Müller, Jürgen;1722;
"""


def test_every_order_is_one() -> None:
    """Also with the quotes that a shell takes away."""
    typed = re.findall(r"jadoube order ([^`\n]+)", TEXT)
    typed += re.findall(r'or `("[^`]+")`', TEXT)
    assert len(typed) >= 8
    for words in typed:
        read_ordered(" ".join(shlex.split(words)))


def test_the_configuration_is_taken(tmp_path: Path) -> None:
    """All blocks together."""
    file = tmp_path / "jadoube.toml"
    file.write_text("\n".join(re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)), encoding="utf-8")
    assert [str(problem) for problem in problems(file)] == []


def test_the_list_is_printed_as_it_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To the character."""
    file = tmp_path / "round3.csv"
    file.write_text(LIST, encoding="utf-8")
    assert main([str(file), "--show"]) == 0
    assert capsys.readouterr().out in TEXT
