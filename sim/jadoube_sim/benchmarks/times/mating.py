"""How much of the truth `can_mate` finds, and how long it takes, over positions of which the truth is known.

A position is a line of an EPD file, its operation `c0` the sides that can mate: "WB", "W-", "-B" or "--".
"""

import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import NamedTuple

import chess

from jadoube.config.files import decode_text, read_bytes
from jadoube.config.problems import BadInput
from jadoube.core.rules.mating_search import Verdict, can_mate

BUILT_IN = Path(str(files("jadoube_sim.benchmarks.times").joinpath("positions.epd")))
"""Positions of many kinds, each with its reason."""

TRUTHS = {"WB": chess.COLORS, "W-": [chess.WHITE], "-B": [chess.BLACK], "--": []}


class Known(NamedTuple):
    """A position, what is known of it, and why it is so; `reason` and `name` may be empty."""

    board: chess.Board
    can: list[chess.Color]
    name: str
    reason: str


class Asked(NamedTuple):
    """One question and its answer: whether the side can mate, what was found, and what that took."""

    can: bool
    verdict: Verdict
    nodes: int
    took_ms: float

    @property
    def is_wrong(self) -> bool:
        """Whether the answer contradicts the truth; one that was left open contradicts nothing."""
        return self.verdict is (Verdict.CANNOT if self.can else Verdict.CAN)


def read_positions(path: Path) -> list[Known]:
    """Read positions whose truth is known; raises BadInput for a line that says something else."""
    lines = decode_text(read_bytes(path, "an EPD file"), str(path)).splitlines()
    return [_position(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]


def _position(line: str, place: str) -> Known:
    board = chess.Board()
    try:
        said = board.set_epd(line.strip())
    except ValueError as problem:
        raise BadInput(place, f"{str(problem).lower()}, expected a position in EPD") from problem
    if not board.is_valid():
        raise BadInput(place, f"{board.fen()!r} found, expected a position of standard chess")
    if said.get("c0") not in TRUTHS:
        raise BadInput(place, f"c0 {said.get('c0')!r} found, expected one of: {', '.join(TRUTHS)}")
    return Known(board, TRUTHS[str(said["c0"])], str(said.get("id", "")), str(said.get("c1", "")))


def ask(positions: list[Known], most: int) -> Iterator[Asked]:
    """Ask of both sides of each position whether they can mate, looking at so many positions at the most."""
    for position in positions:
        for side in chess.COLORS:
            began_ns = time.thread_time_ns()
            verdict, nodes = can_mate(position.board, side, most)
            took_ms = (time.thread_time_ns() - began_ns) / 1e6
            yield Asked(side in position.can, verdict, nodes, took_ms)


def report(asked: list[Asked]) -> Iterator[str]:
    """What the answers come to, in lines."""
    for can, verdict in ((False, Verdict.CANNOT), (True, Verdict.CAN)):
        those = [each for each in asked if each.can is can]
        right = sum(each.verdict is verdict for each in those)
        wrong = sum(each.is_wrong for each in those)
        share = f" ({right / len(those):.1%})" if those else ""
        undecided = len(those) - right - wrong
        yield f"{verdict}: {right} of {len(those)}{share}, {undecided} undecided, {wrong} wrong"
    took = [each.took_ms for each in asked]
    nodes = [each.nodes for each in asked]
    yield f"a question: {median(took):.1f} ms in the middle, {max(took):.0f} ms at the most"
    yield f"            {median(nodes):.0f} positions in the middle, {max(nodes)} at the most"
