"""How surprising a game is as chess: it tells where pieces stand.

Where a free piece is left alone ply after ply, or a king flees from nothing, another board is seen than by
this reading.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.prior.attraction import attraction_of_arriving, attraction_of_leaving
from jadoube.core.rules.game_line import Line, parting_ply

EXPECTED, BESIDE_MORE = 1.5, 3.5
"""For `more_surprising`, as natural logarithms: a ply that costs up to 1.5 counts nothing (an average one
costs 2.5); where one of two games has more plies, one that costs up to 3.5. With 0 to 1 or 2 to 3.5 for the
first, fewer games are read; with 2.5 to 4.5 for the other as many (measured)."""

AVERAGE: Final = 2.5
"""What a ply costs on average, as a natural logarithm (measured, see above)."""

KEPT: Final = 256
"""The size of the cache of positions: enough for the searches of one event and the next (a guess)."""


class Surprises:
    """How surprising games are beside each other: each ply is looked at once, in however many comparisons.

    Games whose last ply is not weighed yet are added to `unweighed`, if that is given, and count nothing.
    """

    def __init__(self, unweighed: list[Line] | None = None) -> None:
        self._unweighed = unweighed
        self._sums: dict[tuple[Line, int, float], float] = {}

    def more_surprising(self, line: Line, other: Line, since: int = 0) -> float:
        """How much more surprising this game is as chess than the other one, as a natural logarithm.

        It counts the plies after the ply `since` from where they part. The last ply of a game that is longer
        by an odd number does not count, for the other one has no reply yet. Where one is longer beside that,
        average plies count nothing.
        """
        if (line.ply - other.ply) % 2:
            line, other = (
                each.back_to(min(each.ply, max(line.ply, other.ply) - 1)) for each in (line, other)
            )
        common = max(since, parting_ply(line, other) - 1)
        if common >= min(line.ply, other.ply):
            return 0.0
        expected = EXPECTED if line.ply == other.ply else BESIDE_MORE
        return self._sum(line, common, expected) - self._sum(other, common, expected)

    def _sum(self, line: Line, since: int, expected: float) -> float:
        """How much the plies of a game after this one cost beyond what is expected of each."""
        walked, sums = list[Line](), self._sums
        while line.before and line.ply > since and (line, since, expected) not in sums:
            walked.append(line)
            line = line.before
        more = sums.get((line, since, expected), 0.0)
        for each in reversed(walked):
            more += max(0.0, -expected - self._likelihood(each, -expected))
            sums[each, since, expected] = more
        return more

    def _likelihood(self, line: Line, unknown: float) -> float:
        """How likely the last ply of a game was, as a natural logarithm; `unknown` if that is not weighed."""
        if line.likelihood is not None:
            return line.likelihood
        if self._unweighed is None:
            return weigh(line)
        self._unweighed.append(line)
        return unknown


def weigh(line: Line) -> float:
    """How likely the last ply of a game was, as a natural logarithm; the line keeps it.

    An irregular ply is an average one here: its price is in the rank.
    """
    made = None if line.irregular else line.move
    line.likelihood = likelihood(line.before, made) if line.before and made else -AVERAGE
    return line.likelihood


def likelihood(before: Line, made: chess.Move) -> float:
    """How likely a legal ply is among all legal ones, as a natural logarithm.

    The piece of a promotion is told, and says nothing here. No ply captures a king that an irregular one
    has left in check.
    """
    return _likelihoods(before)[made.from_square, made.to_square]


@lru_cache(maxsize=KEPT)
def _likelihoods(line: Line) -> Mapping[tuple[chess.Square, chess.Square], float]:
    board = line.board
    moves = board.generate_legal_moves(to_mask=~(board.kings & line.opponents))
    alike = [each for each in moves if each.promotion in (None, chess.QUEEN)]
    leaving = {
        source: attraction_of_leaving(board, source) for source in {each.from_square for each in alike}
    }
    goods = {
        (each.from_square, each.to_square): leaving[each.from_square] + attraction_of_arriving(board, each)
        for each in alike
    }
    among = math.log(sum(map(math.exp, goods.values())))
    return {ends: good - among for ends, good in goods.items()}
