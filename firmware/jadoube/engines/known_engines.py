"""Which engine is meant: one of the distribution's, or a program that somebody names.

The law: an engine speaks UCI. Debian installs its engines into /usr/games, which is not on the path of a
service or of root, so that is searched too. Where none is found, the refusal names a package.

It refuses to run one.
"""

import os
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput

FURTHER_FOLDERS: Final = ("/usr/games", "/usr/local/games")
"""Where Debian Policy (11.11) has games: on the path of people, not of services."""

PACKAGE: Final = "stockfish"


class Engine(NamedTuple):
    """A program to start, with its arguments."""

    name: str
    command: tuple[str, ...]
    counts_nodes: bool = True
    """Whether it stops after a number of nodes, and not only after a time."""


class _Known(NamedTuple):
    """An engine of the distribution: what it needs to speak UCI, and what it does not know."""

    arguments: tuple[str, ...] = ()
    counts_nodes: bool = True


_KNOWN: Final = {
    "stockfish": _Known(),
    "ethereal-chess": _Known(),
    "toga2": _Known(counts_nodes=False),
    "gnuchess": _Known(("--uci",), counts_nodes=False),
}
"""Packages of Debian 12 that were tried, the strongest first; the programs have the same names.

Toga II 3.0 and GNU Chess 6.2.7 do not stop at `go nodes`.
"""


def find_engine(asked: str | None = None) -> Engine:
    """Return the engine with a name or path; None: the strongest known one that is installed.

    BadInput if there is none.
    """
    if asked is None:
        for name in _KNOWN:
            if path := _found(name):
                return _engine(name, path)
        raise BadInput("engine", f"none is installed, expected one: sudo apt install {PACKAGE}")
    if path := _found(asked):
        return _engine(Path(path).name, path)
    found = "no such program" if not Path(asked).exists() else "no program that may be run"
    named = f"the name or path of a UCI engine, such as {PACKAGE} (sudo apt install {PACKAGE})"
    hint = f"sudo apt install {asked}" if asked in _KNOWN else named
    raise BadInput(f"engine {asked}", f"{found}, expected {hint}")


def _engine(name: str, path: str) -> Engine:
    known = _KNOWN.get(name, _Known())
    return Engine(name, (path, *known.arguments), known.counts_nodes)


def _found(name: str) -> str | None:
    folders = os.pathsep.join((os.environ.get("PATH", os.defpath), *FURTHER_FOLDERS))
    return shutil.which(name, path=folders)
