"""Configurations of earlier versions: their values, or one line for each line that is refused now."""

from pathlib import Path
from typing import Any

import pytest

from jadoube.config.kinds import format_toml
from jadoube.config.settings import KEYS, LIST_KEYS, load_settings, problems
from jadoube.core.clock.time_control import TimeControl
from shared.disk.kept_corpus import KEPT, expected, kept

CONFIGURATIONS = [path for path in kept("configurations", "toml") if path.stem != "expected"]
EXPECTED = expected("configurations")
EVERY_KEY = KEPT / "configurations" / "3-every-key.toml"


def as_words(key: str, value: Any) -> str:
    """A value as it stands in the expectation."""
    if key == "presets":
        return " | ".join(control.text for control in value)
    if isinstance(value, TimeControl):
        return value.text
    return str(list(value)) if isinstance(value, tuple) else format_toml(value)


def values(path: Path) -> dict[str, str]:
    """Every setting that a file decides, by table and key; without the pin map, whose place differs."""
    read = load_settings(path)
    found = {
        f"{table}.{key}": as_words(key, getattr(getattr(read, table), key))
        for table, key in KEYS
        if (table, key) != ("board", "pinmap")
    }
    links = {
        f"{table}.{nth}.{key}": as_words(key, getattr(each, key))
        for table, key in LIST_KEYS
        for nth, each in enumerate(getattr(read, table), start=1)
    }
    return found | links


@pytest.mark.parametrize("path", CONFIGURATIONS, ids=lambda path: path.stem)
def test_a_kept_configuration_is_met_as_it_was(path: Path) -> None:
    """All its values, or one line for each of its lines that would mean something else now."""
    assert [str(each).removeprefix(f"{path}:") for each in problems(path)] == EXPECTED[path.stem]["problems"]
    if not problems(path):
        assert values(path) == EXPECTED[path.stem]["values"]


def test_every_key_is_kept() -> None:
    """Whoever adds a key keeps it in the file that has every key."""
    text = EVERY_KEY.read_text("utf-8")
    assert text.startswith("version = 1\n")
    assert sum(" = " in line for line in text.splitlines()[1:]) == len(KEYS)
    links = (KEPT / "configurations" / "6-links.toml").read_text("utf-8")
    assert all(f"\n{key} = " in links for _, key in LIST_KEYS)


@pytest.mark.parametrize(
    ("line", "found"),
    [("version = 2", "2"), ("version = 1.0", "1.0"), ("version = true", "true"), ('version = "1"', '"1"')],
)
def test_another_version_is_refused_in_one_line(tmp_path: Path, line: str, found: str) -> None:
    """Nothing else is said of a file of which nothing else is known."""
    file = tmp_path / "board.toml"
    file.write_text(f"# later\n{line}\n[board]\nunheard_of = 1\n", encoding="utf-8")
    assert [str(each) for each in problems(file)] == [f"{file}:2: version is {found}, expected 1"]


def test_a_file_without_a_version_is_of_version_1(tmp_path: Path) -> None:
    """So all files from before there was one are read as before."""
    file = tmp_path / "board.toml"
    file.write_text(EVERY_KEY.read_text("utf-8").removeprefix("version = 1\n"), encoding="utf-8")
    assert values(file) == values(EVERY_KEY)
