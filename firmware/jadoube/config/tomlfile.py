"""Reads a TOML file whole, or refuses it in words for its author.

It refuses to know what the tables mean.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jadoube.config.files import decode_text, read_bytes
from jadoube.config.lines import line_of
from jadoube.config.problems import BadInput

#: How tomllib ends a message: ` (at line 3, column 9)` or ` (at end of document)`.
_WHERE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A file's path, its text and its parsed content."""

    path: Path
    text: str
    content: dict[str, Any]

    def problem(self, words: str, *names: str, nth: int = 0) -> BadInput:
        """Return the refusal of a table, or of a table's key, with its line; of an array's table `nth`."""
        return BadInput(f"{self.path}:{line_of(self.text, *names, nth=nth)}", words)


def read_toml(path: Path) -> TomlFile:
    """Read a file; BadInput if it cannot be read, is not UTF-8 or is not TOML."""
    text = decode_text(read_bytes(path, "a readable TOML file", may_be_empty=True), str(path))
    try:
        return TomlFile(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise _toml_problem(path, text, str(problem)) from problem
    except (ValueError, RecursionError) as problem:  # thousands of digits, thousands of brackets
        raise BadInput(str(path), "a number or a nesting without end, expected plain TOML") from problem


def _toml_problem(path: Path, text: str, message: str) -> BadInput:
    where = _WHERE.search(message)
    words = _WHERE.sub("", message).replace("Cannot overwrite a value", "a key stands a second time")
    words = f"not TOML: {words[0].lower()}{words[1:]}"
    if where is None or where["line"] is None:
        return BadInput(f"{path}:{text.rstrip().count(chr(10)) + 1}", f"{words} at the end of the file")
    return BadInput(f"{path}:{where['line']}", f"{words} at column {where['column']}")
