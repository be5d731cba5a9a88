"""How large the process and the folder of games are, and whether they stay so."""

import gc
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

TENTHS: Final = 10
SHARE: Final = 0.10
LEAST_BYTES: Final = 4_000_000
"""Memory has grown if it is this share larger in the end than after two tenths, and so many bytes."""
FULL_GAMES: Final = 50
"""Before so many games memory still fills up, and says nothing: what is longest, came only once or never."""

_OPEN: Final = Path("/proc/self/fd")


class Sizes(NamedTuple):
    """What there is at one moment."""

    games: int
    resident: int
    """Bytes; 0 where it is not Linux."""
    descriptors: int
    threads: int
    objects: int
    """Those that the garbage collector knows, after a full look."""
    files: int
    size: int
    """Bytes of the files."""


def measured(games: int, folder: Path) -> Sizes:
    """Measure after so many games."""
    resident = _resident()
    gc.collect()
    sizes = [path.stat().st_size for path in folder.iterdir()]
    descriptors = len(list(_OPEN.iterdir())) if _OPEN.exists() else 0
    objects = len(gc.get_objects())
    return Sizes(games, resident, descriptors, threading.active_count(), objects, len(sizes), sum(sizes))


def grown(all_sizes: Sequence[Sizes]) -> Iterator[str]:
    """Say what has grown since two tenths of the run: what a board would run out of."""
    if len(all_sizes) < 2:
        return
    before, after = all_sizes[min(1, len(all_sizes) - 2)], all_sizes[-1]
    more = after.resident - before.resident
    if before.games >= FULL_GAMES and more > SHARE * before.resident and more > LEAST_BYTES:
        yield f"resident memory grew from {before.resident / 1e6:.1f} to {after.resident / 1e6:.1f} MB"
    if after.descriptors > before.descriptors:
        yield f"open file descriptors grew from {before.descriptors} to {after.descriptors}"
    if after.threads > before.threads:
        yield f"threads grew from {before.threads} to {after.threads}"


def table(all_sizes: Sequence[Sizes]) -> Iterator[str]:
    """Say all sizes in lines."""
    yield "after games  resident  descriptors  threads   objects  files in the folder"
    for each in all_sizes:
        yield (
            f"{each.games:11}  {each.resident / 1e6:5.1f} MB  {each.descriptors:11}  {each.threads:7}  "
            f"{each.objects:8}  {each.files:5}, {each.size / 1e6:.2f} MB"
        )


def _resident() -> int:
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text(encoding="ascii").split()[1]) if statm.exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE")
