"""The plies that are agreed with an opponent who plays from elsewhere: an engine, or a person far away.

The law: a game that he knows is never read otherwise. His next ply is read only if he has told it, and no ply
of his after that. So where a hand makes another move for him the board shows an illegal try, and the lamps
lead back. A reading that has his told ply, but ranks `TOLD` behind one with another ply there, is dropped,
too: hands have made that other one, and only the occupancy is the same.

Hands may take back what he knows, where the rule set lets them (`SettleOrder.stays`): then the shorter game
is a reading. It is the one to go on from once the takeback is certain.

This file refuses to know who he is, when a ply is told to him, and when a takeback is certain
(`stages/others/opponents.py`).
"""

from typing import NamedTuple

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis, is_under_way
from jadoube.core.rules.game_line import Line, flipped_squares


class Agreed(NamedTuple):
    """What both sides know of a game against an opponent who plays from elsewhere."""

    side: chess.Color
    """His side."""
    heard: Line
    """The game as he knows it."""
    told: chess.Move | None = None
    """His next move, which a hand is to make; None: he has told none."""
    back: Line | None = None
    """A shorter game that the board shows, with the takeback not certain; None if it shows none."""

    @property
    def told_line(self) -> Line | None:
        """The game after his told move; None if he has told none."""
        return None if self.told is None else self.heard.after(self.told)

    def hear(self, line: Line) -> "Agreed":
        """He knows this game now; it may be a shorter one."""
        return self._replace(heard=line, told=None, back=None)

    def lacks(self, line: Line) -> bool:
        """Whether this game is longer than what he knows by one ply, and that is the player's."""
        return line.before is self.heard and line.mover != self.side

    def allows(self, line: Line) -> bool:
        """Whether this game agrees with what he knows."""
        if line.ply < self.heard.ply:
            return self.heard.goes_on_from(line) or self._goes_on(line, self.back)
        return self._goes_on(line, self.heard) or self._goes_on(line, self.back)

    def _goes_on(self, line: Line, known: Line | None) -> bool:
        """Whether a game goes on from a known one, by his told ply at most and plies of the other side."""
        if known is None or not line.goes_on_from(known):
            return False
        ply = known.ply + 1
        if line.ply >= ply and known.side_to_move == self.side:
            told = self.told_line
            if told is None or known is not self.heard or line.back_to(ply) is not told:
                return False
            ply += 1
        return line.ply <= ply


def may_be_under_way(hypothesis: Hypothesis, agreed: Agreed, *, rested: bool) -> bool:
    """Whether a gesture may still be under way; the opponent's only if it is that of his told ply.

    A board that has `rested` as after another capture by the same piece shows that one.
    """
    line = hypothesis.line
    if line.side_to_move != agreed.side:
        return is_under_way(hypothesis)
    if not hypothesis.placed:
        return not (rested and any(line.plies_flipping(hypothesis.change, hypothesis.touched)))
    if agreed.told is None or hypothesis.line is not agreed.heard:
        return False
    needs = flipped_squares(agreed.heard.board, agreed.told) | chess.BB_SQUARES[agreed.told.to_square]
    return not hypothesis.change & ~needs


def keep_agreed(readings: list[Hypothesis], agreed: Agreed) -> list[Hypothesis]:
    """The readings without those that contradict what is agreed; all of them if all do."""
    kept = [each for each in readings if agreed.allows(each.line)]
    if len(kept) == len(readings) or not kept:
        return readings
    told = agreed.told_line
    others = [
        each.rank
        for each in readings
        if each.fits and each.line.before is agreed.heard and each.line is not told
    ]
    if told is None or not others:
        return kept
    worst = min(others) + weights.TOLD
    made = [each for each in kept if each.line.ply < told.ply or each.rank <= worst]
    return made or kept
