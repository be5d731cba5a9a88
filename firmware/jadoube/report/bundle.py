"""Collects what a bug report needs, as named texts.

It decides what belongs in, and says of each thing that is missing why. It writes nothing: the command does
(`cli/report.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from jadoube.config.problems import os_words
from jadoube.report.facts import ROOT, about, gpio_chips, log_lines, packages
from jadoube.report.game import Game, game_items
from jadoube.report.item import Item
from jadoube.report.private import refusal_without_secrets, without_homes, without_secrets


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is made of: the configuration and what is wrong with it, the game, where games are."""

    config: Path | None
    pinmap: Path
    selftests: tuple[Path, ...]
    games: Path
    game: Game | None = None
    refusal: str = ""
    names: bool = False
    """Whether the names of people, of places and of home folders are wanted."""


def collect(asked: Asked, *, root: Path = ROOT) -> list[Item]:
    """Return all items."""
    items = [
        Item("about.txt", about(root), "versions of program, Python, system and kernel; the Pi's model"),
        Item("gpio.txt", gpio_chips(root), "the GPIO chips and their labels"),
        Item("packages.txt", packages(), "the installed packages and their versions"),
        _config(asked),
        _file("pinmap.toml", asked.pinmap, "the pin map"),
        *_selftests(asked.selftests),
        _log(),
    ]
    if not asked.names:
        items = [_without_homes(item) for item in items]
    return [*items, *game_items(asked.game, asked.games, names=asked.names)]


def _without_homes(item: Item) -> Item:
    return replace(item, text=without_homes(item.text)) if isinstance(item.text, str) else item


def _log() -> Item:
    text = log_lines()
    if text is None:
        return Item("log.txt", None, "missing: the daemon has not run here, or only root may read its log")
    return Item("log.txt", text, "the last lines of the daemon's log")


def _config(asked: Asked) -> Item:
    if asked.config is None:
        return Item("config.toml", None, "missing: no --config FILE was named, the defaults hold")
    item = _file("config.toml", asked.config, "the configuration without names and comments")
    if not isinstance(item.text, str):
        return item
    text = without_secrets(item.text, names=asked.names)
    refused = f"# refused: {refusal_without_secrets(asked.refusal)}\n" if asked.refusal else ""
    return Item(item.name, refused + text, item.says)


def _selftests(paths: Iterable[Path]) -> list[Item]:
    """The self-test's reports that can be read, the newest one first."""
    found = sorted((path for path in paths if _written(path)), key=_written, reverse=True)
    if not found:
        return [Item("selftest.txt", None, "missing: no `jadoube selftest` was run here")]
    names = ["selftest.txt", *(f"selftest-{number}.txt" for number in range(2, len(found) + 1))]
    return [
        _file(name, path, f"the self-test's report {path}") for name, path in zip(names, found, strict=True)
    ]


def _written(path: Path) -> float:
    """When a file was written last; 0 if there is none, or none that this user may see."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def _file(name: str, path: Path, says: str) -> Item:
    try:
        return Item(name, path.read_text(encoding="utf-8", errors="replace"), says)
    except OSError as problem:
        return Item(name, None, f"missing: {path}, {os_words(problem)}")
