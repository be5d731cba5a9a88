"""The kernel test stays what it says: the program's stranger, wired by the pin map, and no test of pytest's.

It runs by `make kernel` only. This checks what can be checked of it without its machine.
"""

import ast
import re
import runpy
from pathlib import Path
from typing import Final

import chess

from jadoube.config.pinmap import load_pinmap

FOLDER: Final = Path(__file__).parents[1] / "kernel"
PYTHON: Final = sorted(FOLDER.glob("*.py"))
RUN: Final = (FOLDER / "run").read_text(encoding="utf-8")
README: Final = (FOLDER / "README.md").read_text(encoding="utf-8")


def _imported(path: Path) -> set[str]:
    """The packages that a file imports."""
    imports = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in imports if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_it_imports_nothing_of_the_program() -> None:
    """It drives the installed command as an owner does; no error of the program can hide itself."""
    assert PYTHON
    assert [path.name for path in PYTHON if _imported(path) & {"jadoube", "jadoube_sim"}] == []


def test_pytest_collects_none_of_it() -> None:
    """No file has a name that pytest looks for: its parts run in a machine of their own."""
    assert [path.name for path in PYTHON if re.match(r"test_|.*_test\.py|conftest", path.name)] == []


def test_it_is_wired_by_the_pin_map() -> None:
    """Its lines, contacts and lamps are those that the program reads from the same file."""
    wiring, pinmap = runpy.run_path(str(FOLDER / "board_wiring.py")), load_pinmap()
    matrix = pinmap.matrix
    for line in (*matrix.rows, *matrix.columns):
        bcm, connector, colour, header_pin = wiring["WIRES"][line.name]
        assert (bcm, connector, colour, header_pin) == (line.bcm, line.connector, line.wire, line.header_pin)
    for row, crossings in enumerate(matrix.crossings):
        for column, crossing in enumerate(crossings):
            for square in chess.SquareSet(crossing.reeds):
                assert wiring["CONTACTS"][chess.square_name(square)] == row * len(matrix.columns) + column
    assert tuple(wiring["CHAIN"]) == pinmap.lamps.chain


def test_every_part_is_there_and_described() -> None:
    """What `run` runs by default are all parts, each is a file, and README.md has a line about it."""
    parts = set(re.findall(r"^ *part (\w+)", RUN, re.MULTILINE))
    runnable = {path.stem for path in PYTHON if "def main(" in path.read_text(encoding="utf-8")}
    assert parts == runnable - {"board_wiring"}
    assert [part for part in sorted(parts) if f"| `{part}" not in README] == []
