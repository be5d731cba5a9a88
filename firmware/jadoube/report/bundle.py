"""Collects what a bug report needs, as named texts.

It decides what belongs in, and says of each thing that is missing why. It writes nothing: the command does
(`cli/report.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from jadoube.report.facts import ROOT, about, gpio_chips, log_lines, packages
from jadoube.report.private import refusal_without_secrets, without_secrets


@dataclass(frozen=True, slots=True)
class Item:
    """One file of the report; `text` is None if it is missing, and `says` then says why."""

    name: str
    text: str | None
    says: str


def collect(
    config: Path | None, pinmap: Path, selftests: Iterable[Path], *, refusal: str = "", root: Path = ROOT
) -> list[Item]:
    """Return all items. `refusal` is what is wrong with the configuration, if it was refused."""
    return [
        Item("about.txt", about(root), "versions of program, Python, system and kernel; the Pi's model"),
        Item("gpio.txt", gpio_chips(root), "the GPIO chips and their labels"),
        Item("packages.txt", packages(), "the installed packages and their versions"),
        _config(config, refusal),
        _file("pinmap.toml", pinmap, "the pin map"),
        *_selftests(selftests),
        _log(),
    ]


def _log() -> Item:
    text = log_lines()
    if text is None:
        return Item("log.txt", None, "missing: the daemon has not run here, or only root may read its log")
    return Item("log.txt", text, "the last lines of the daemon's log")


def _config(path: Path | None, refusal: str) -> Item:
    if path is None:
        return Item("config.toml", None, "missing: no --config FILE was named, the defaults hold")
    item = _file("config.toml", path, "the configuration without names and comments")
    if item.text is None:
        return item
    text = without_secrets(item.text)
    refused = f"# refused: {refusal_without_secrets(refusal)}\n" if refusal else ""
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
        return Item(name, None, f"missing: {path}, {(problem.strerror or str(problem)).lower()}")
