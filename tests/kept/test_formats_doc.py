"""docs/formats.md says of each format what the program does."""

import re
from pathlib import Path

from jadoube.config import settings
from jadoube.formats import sensorlog
from jadoube.formats.pgn_tags import SEVEN_TAGS
from jadoube.games.journal import header, text
from jadoube.glances import messages
from jadoube.hall.file import schema

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "formats.md").read_text("utf-8")
ROWS = {
    cells[0]: cells
    for line in TEXT.splitlines()
    if len(cells := [cell.strip() for cell in line.strip("|").split(" | ")]) == 8
}


def row(name: str) -> list[str]:
    """The row of a format."""
    return next(cells for first, cells in ROWS.items() if name in first)


def test_each_version_is_the_programs() -> None:
    """The number, and the line or name that bears it."""
    versions = {
        "journal": (text.VERSION, f"`{text.NAME} {text.VERSION}`"),
        "sensor log": (1, f"`{sensorlog.FIRST_LINE}`"),
        "configuration": (settings.VERSION, f"`version = {settings.VERSION}`"),
        "hall's file": (schema.VERSION, "`PRAGMA user_version`"),
        "page API": (messages.VERSION, f'`"version": {messages.VERSION}`'),
    }
    for name, (version, line) in versions.items():
        cells = row(name)
        assert cells[1].split(",")[0] == str(version)
        assert line in cells[2]


def test_each_kept_folder_is_there() -> None:
    """Every path of the last column has files, and every kept folder is named."""
    named = {path for cells in ROWS.values() for path in re.findall(r"`(tests/[^`]+)`", cells[-1])}
    assert len(named) >= 8
    for path in named:
        assert list(ROOT.glob(path.rstrip("/") + ("/*" if path.endswith("/") else "")))
    folders = {path.name for path in (ROOT / "tests" / "kept").iterdir() if list(path.glob("*.*[!c]"))}
    assert folders - {"__pycache__"} == {
        path.split("/")[2] for path in named if path.startswith("tests/kept/")
    }


def test_every_optional_key_of_the_journal_is_told() -> None:
    """With the day on which it came."""
    told = TEXT.partition("## Optional keys so far")[2].partition("\n## ")[0]
    tags = {tag.lower() for tag in SEVEN_TAGS}  # from the first day on
    changing = {"reeds-changing", "buttons-changing"}  # contacts, from the first day on
    assert {key for key in header._OPTIONAL - tags - changing if f"`{key}`" not in told} == set()
