"""Damaged SQLite files that are set aside: under which name they lie, and which of them there are.

The law: nothing is thrown away. The damaged file lies beside the new one as `NAME.damaged-1`, the next one as
`NAME.damaged-2`, each with the log (`-wal`) that it had, unless that is empty.

It refuses to know what is in a file, who finds it damaged, and what becomes of it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOG: Final = "-wal"
INDEX: Final = "-shm"
"""What SQLite keeps beside a file while it is open; the index of the log is made anew."""


def set_aside(path: Path, *, stays: bool = False) -> Path:
    """Give a damaged file, which nobody has open any more, another name; return it. OSError if that fails.

    `stays`: it keeps its own name as well, until a new file takes that.
    """
    aside = _free_name(path)
    if stays:
        os.link(path, aside)
    log = _beside(path, LOG)
    if log.exists() and log.stat().st_size:
        log.replace(_beside(aside, LOG))
    log.unlink(missing_ok=True)
    _beside(path, INDEX).unlink(missing_ok=True)
    return aside if stays else path.replace(aside)


def remove_set_aside(path: Path) -> None:
    """Remove every file that was set aside of this one, also by earlier versions, and its log."""
    for aside in tuple(_all_set_aside(path)):
        aside.unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := _beside(path, f".damaged-{number}")).exists():
        number += 1
    return aside


def _all_set_aside(path: Path) -> Iterator[Path]:
    """Yield them; earlier versions had `NAME.damaged` as well."""
    yield from path.parent.glob(f"{path.name}.damaged")
    yield from path.parent.glob(f"{path.name}.damaged-*")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")
