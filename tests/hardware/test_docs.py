"""What docs/twin.md shows can be done as it stands there."""

import re
from pathlib import Path

import pytest


def test_the_example_of_the_twins_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The page's example runs and shows the closed reed, the face's text and the lamp's colour."""
    page = (Path(__file__).parents[2] / "docs" / "twin.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(example, {})  # noqa: S102 - our own page
    shown = capsys.readouterr().out
    assert shown.endswith("12:34\n(0, 40, 0)\n")
    assert shown.count("1") == 2  # the one reed on the board, and the one in 12:34
