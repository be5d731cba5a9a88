"""The house's measures, taken of every file: sizes, no sleeping in tests, no globals, no strangers' paths.

What ruff can see is ruff's (a docstring on everything public, the line length); this is what it cannot.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
NOT_OURS = re.compile(r"\.git|dist|build|__pycache__|\..*_cache|\.hypothesis|.*\.egg-info")
# Folders of one machine that a file may have been written on; spelled so that this line is none of its finds.
STRANGE_PATHS = re.compile(r"[/](work|root|tmp/bash|tmp/plan)\b")

KERNEL_TEST = ROOT / "tests" / "kernel"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _ours(folder: Path) -> Iterator[Path]:
    """The project's own files under a folder, in order."""
    for path in sorted(folder.iterdir()):
        if NOT_OURS.fullmatch(path.name) or (path / "pyvenv.cfg").exists():
            continue
        if path.is_dir():
            yield from _ours(path)
        else:
            yield path


def _python(*folders: str) -> list[Path]:
    return [path for folder in folders for path in _ours(ROOT / folder) if path.suffix == ".py"]


def _nodes(path: Path, word: str = "") -> Iterator[ast.AST]:
    """The nodes of a file; of one that lacks the word, none: to parse them all takes seconds."""
    text = path.read_text(encoding="utf-8")
    return ast.walk(ast.parse(text)) if re.search(word, text) else iter(())


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def _size(function: Function) -> int:
    """The lines of its body without the docstring."""
    documented = ast.get_docstring(function) is not None and len(function.body) > 1
    first = function.body[1 if documented else 0]
    return (function.end_lineno or first.lineno) - first.lineno + 1


def _functions(*folders: str) -> dict[str, int]:
    """The size of each function, by where it stands."""
    return {
        f"{_place(path, node.lineno)} {node.name}": _size(node)
        for path in _python(*folders)
        for node in _nodes(path)
        if isinstance(node, Function)
    }


def test_no_function_is_over_forty_lines() -> None:
    """A function of more than 40 lines says two things."""
    sizes = _functions("firmware", "sim", "hardware", "systemd", "tests")
    assert sizes
    assert {place: size for place, size in sizes.items() if size > 40} == {}


def test_no_test_waits_for_time() -> None:
    """No test imports `time`: it can neither sleep nor ask how long something took.

    The kernel test is no test of pytest's: it runs in a machine of its own, whose time is virtual.
    """
    breaches = [
        _place(path, node.lineno)
        for path in _python("tests")
        if KERNEL_TEST not in path.parents
        for node in _nodes(path, r"\btime\b")
        if (isinstance(node, ast.Import) and any(name.name == "time" for name in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "time")
    ]
    assert breaches == []


def test_no_name_is_global() -> None:
    """No function changes a module's names."""
    breaches = [
        _place(path, node.lineno)
        for path in _python("firmware", "sim", "hardware", "systemd")
        for node in _nodes(path, "global")
        if isinstance(node, ast.Global)
    ]
    assert breaches == []


def _text(path: Path) -> str:
    """The text of a file; of a picture nothing."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_file_names_a_stranger_path() -> None:
    """The project speaks of itself, never of a machine that it was written on."""
    breaches = [
        _place(path, number)
        for path in _ours(ROOT)
        for number, line in enumerate(_text(path).splitlines(), 1)
        if STRANGE_PATHS.search(line)
    ]
    assert breaches == []


@pytest.mark.parametrize("folder", ["work", "root", "tmp/bash"])
def test_a_stranger_path_is_seen(folder: str) -> None:
    """The paths that are looked for are found."""
    assert STRANGE_PATHS.search(f"see /{folder}/x")


def test_only_its_own_file_replaces_the_fields_of_a_value_of_the_table() -> None:
    """The stages call the named changes of board, play, panel and notices; each value has one owner."""
    state = ROOT / "firmware" / "jadoube" / "core" / "state"
    owned = {
        "board": state / "board.py",
        "play": state / "play.py",
        "panel": state / "panel" / "buttons.py",
        "notices": state / "announced" / "notices.py",
    }
    replacing = {
        _place(path, node.lineno)
        for path in _python("firmware", "sim")
        for node in _nodes(path, "_replace")
        if isinstance(node, ast.Attribute) and node.attr == "_replace"
        if (name := getattr(node.value, "attr", getattr(node.value, "id", ""))) in owned
        if path != owned[name]
    }
    assert replacing == set()
    assert all(path.exists() for path in owned.values())
