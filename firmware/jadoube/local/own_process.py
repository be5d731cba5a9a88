"""A further process of the program: the interpreter of this one, which imports from the same folders.

The law: what the process imports is what this one imports, wherever it is started: its folders are named in
full, and not the one in which it begins. Ctrl-C in a terminal is for who has started it, and then ends it.
It refuses to know what the process does.
"""

import os
import subprocess
import sys
from collections.abc import Sequence


def words_of(module: str, *arguments: str) -> list[str]:
    """Return the words that run a module of ours."""
    return [sys.executable, "-P", "-m", module, *arguments]


def start_own(words: Sequence[str], stdin: int | None, stdout: int | None) -> "subprocess.Popen[bytes]":
    """Start it with this input and output, as `subprocess.Popen` takes them. Raises OSError."""
    return subprocess.Popen(  # noqa: S603 - ourselves
        words,
        stdin=stdin,
        stdout=stdout,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        start_new_session=True,
    )
