"""What `systemd/try-arm` runs under emulation, run here: it imports every module, and its list is exact."""

import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

import pytest

import every_module

SCRIPT: Final = Path(__file__).parents[2] / "systemd" / "try-arm"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the tree, from which this Python imports."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "argv", sys.argv)
    return tmp_path


def _lay(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")


def test_every_module_has_its_name(tree: Path) -> None:
    """Packages, modules and this Python's compiled modules are named; the other Python's are not."""
    other = 313 if sys.version_info < (3, 13) else 311
    _lay(tree, "a/__init__.py", "a/b.py", f"a/c{EXTENSION_SUFFIXES[0]}", f"a/d.cpython-{other}-x86_64.so")
    _lay(tree, "a/e.abi3.so", "e.libs/libe.so.1", "a/words.txt")
    assert [*every_module.modules(tree)] == ["a", "a.b", "a.c", "a.e"]


def test_a_compiled_file_of_no_python_is_refused(tree: Path) -> None:
    """A module that is compiled for a Python of neither Debian cannot be in the tree unseen."""
    _lay(tree, "a.cpython-312-aarch64-linux-gnu.so")
    with pytest.raises(ValueError, match="no Python of ours"):
        next(every_module.modules(tree))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", None),
        ("import no_such_library", "No module named 'no_such_library'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit(3)", "ended with 3"),
    ],
)
def test_what_does_not_import_is_named(tree: Path, text: str, problem: str | None) -> None:
    """Whatever an import raises is a fault, unless the module is in the list."""
    (tree / "tried_module.py").write_text(text, encoding="utf-8")
    sys.modules.pop("tried_module", None)
    assert every_module.problem_with("tried_module") == problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import no_such_library", None),
        ("import another_library", "No module named 'another_library'"),
        ("", "imports, and is named here (no_such_library)"),
    ],
)
def test_the_list_is_exact(
    tree: Path, monkeypatch: pytest.MonkeyPatch, text: str, problem: str | None
) -> None:
    """A module of the list must miss the library that is named beside it."""
    monkeypatch.setitem(every_module.WANTS, "listed_module", "no_such_library")
    (tree / "listed_module.py").write_text(text, encoding="utf-8")
    sys.modules.pop("listed_module", None)
    assert every_module.problem_with("listed_module") == problem


def test_shellcheck_finds_nothing() -> None:
    """The script is sound."""
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is missing (package shellcheck): the script is not read by it")
    read = subprocess.run([shellcheck, SCRIPT], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stdout) == (0, "")


def test_half_a_pair_is_refused() -> None:
    """An architecture without its suite is refused before anything is fetched."""
    done = subprocess.run([SCRIPT, "arm64"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "try-arm: found arm64, expected pairs such as: arm64 trixie\n"
