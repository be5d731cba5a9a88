"""The analysis of a game as far as it has come, in a small file, so that it can go on after an interruption.

The law: what is kept belongs to one engine, one limit and the same moves; anything else is another analysis.
A file that is missing or damaged costs time and nothing else. It has moves and scores, and no names.
"""

import hashlib
import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import chess
from chess.engine import Cp, Mate, MateGiven, Score

from jadoube.engines.evaluation import Evaluation
from jadoube.local.whole_file import write_whole

KEPT_MOST: Final = 200
"""Files; the oldest go first. One takes 10 to 30 kB."""

_VERSION: Final = 1
_SUFFIX: Final = ".json"
_SCORE: Final = re.compile(r"(#?)([+-]\d{1,5}|0)")


def usual_folder() -> Path:
    """Return the folder for this user (XDG Base Directory: what may be lost)."""
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (caches if caches.is_absolute() else Path("~/.cache").expanduser()) / "jadoube/analysis"


class KeptAnalysis:
    """The evaluations of a game's positions, the first ones of which may be there already."""

    def __init__(self, folder: Path, title: str, limit: str, boards: Sequence[chess.Board]) -> None:
        """Name the analysis: of these positions, by an engine of this title with this limit."""
        last = boards[-1]
        made = [title, limit, last.root().fen(), [move.uci() for move in last.move_stack]]
        name = hashlib.sha256(json.dumps(made).encode()).hexdigest()[:24]
        self.path = folder / f"{name}{_SUFFIX}"
        self._boards = boards

    def read(self) -> list[Evaluation]:
        """Return the evaluations that are kept, of the first positions."""
        try:
            kept = json.loads(self.path.read_text("ascii"))
            if kept["version"] != _VERSION:
                return []
            pairs = zip(kept["positions"], self._boards, strict=False)
            return [_evaluation(position, board) for position, board in pairs]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return []

    def write(self, evaluations: Sequence[Evaluation]) -> None:
        """Keep these. OSError if that cannot be."""
        positions = [[str(each.score), " ".join(map(str, each.line))] for each in evaluations]
        new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"version": _VERSION, "positions": positions})
        write_whole(self.path, text.encode("ascii"), flushes=False)
        if new:
            _remove_oldest(self.path.parent)


def _evaluation(position: Any, board: chess.Board) -> Evaluation:
    """Read what is kept of one position; ValueError for what is not of it."""
    score, line = position
    moves = tuple(map(chess.Move.from_uci, line.split()))
    board.variation_san(moves)  # raises for an illegal one
    return Evaluation(_score(score), moves)


def _score(text: str) -> Score:
    if text == "#+0":
        return MateGiven
    found = _SCORE.fullmatch(text)
    if not found:
        raise ValueError(text)
    return Mate(int(found[2])) if found[1] else Cp(int(found[2]))


def _remove_oldest(folder: Path) -> None:
    with suppress(OSError):
        files = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in files[:-KEPT_MOST]:
            path.unlink()
