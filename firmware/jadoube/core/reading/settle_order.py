"""Facts shared by all hypotheses: the order of the settlings, and the piece chosen for a promotion.

Order is counted, not timed: squares that settle in the same scan have the same number, and a square that
settled in an earlier scan has a smaller one.
"""

from typing import NamedTuple

import chess

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading.reed_record import ReedRecord
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, squares

NEVER: tuple[int, ...] = (0,) * 64


class Choice(NamedTuple):
    """The piece chosen at the panel for the promotion at a ply."""

    ply: int
    piece: chess.PieceType


@quick_replace
class SettleOrder(NamedTuple):
    """The facts that all hypotheses share."""

    opened: tuple[int, ...] = NEVER
    """For each square, a1 first, the number of the settling in which it last opened; 0: never."""
    closed: tuple[int, ...] = NEVER
    """The same for closing."""
    settlings: int = 0
    """The number of settlings so far."""
    choice: Choice | None = None
    alive: Occupancy = 0
    """The squares that have settled at least once: their reeds are not dead."""
    record: ReedRecord = ReedRecord()
    """How often each reed has changed without a ply of the best reading that used it."""
    occupancy: Occupancy = 0
    """What the board shows now: that of the tracker (`Tracker.show`), for those who have only these facts."""
    landed: Occupancy = 0
    """The squares that closed in the last settling."""
    lately: Occupancy = 0
    """Those, and the squares that closed so soon before that one piece may have closed both."""
    together: Occupancy = 0
    """The squares that closed so soon one after the other that one piece may have closed two of them."""
    rested: int = 0
    """The last settling before the board came to rest."""
    stays: int = 0
    """The last ply that hands cannot take back, because the rule set leaves that to the arbiter."""

    unpressed: int = 0
    """A bit for each ply of the best reading that nobody pressed for, while a later one was pressed."""

    def up_to(self, ply: int) -> "SettleOrder":
        """Forget the facts about plies after this one: they were taken back."""
        known = self._replace(stays=ply) if self.stays > ply else self
        if known.unpressed >> ply + 1:
            known = known._replace(unpressed=known.unpressed & (2 << ply) - 1)
        return known._replace(choice=None) if known.choice and known.choice.ply > ply else known

    def begun(self, move: chess.Move, touched: Occupancy, before: int) -> int:
        """The settling in which a ply began: its piece left its square, if that square was touched for it.

        If not, nobody saw it begin; then it counts as begun with `before`, the ply before it.
        """
        return self.opened[move.from_square] if touched >> move.from_square & 1 else before

    def changed(self, square: chess.Square) -> int:
        """The settling in which a square last changed; 0: never."""
        return max(self.opened[square], self.closed[square])

    def changed_since(self, among: Occupancy, settling: int) -> Occupancy:
        """Those of these squares that last changed in this settling or later."""
        return sum(chess.BB_SQUARES[each] for each in squares(among) if self.changed(each) >= settling)

    def lifted(self, line: Line) -> int:
        """The settling in which the source square of a line's last ply last opened; 0 at the start."""
        return self.opened[line.move.from_square] if line.move else 0

    def after(self, settled: Occupancy, occupancy: Occupancy, *, soon: bool = False) -> "SettleOrder":
        """Count one more settling: these squares have settled, and the board now shows this occupancy.

        `soon`: so soon after the one before that one piece may have closed squares in both.
        """
        number = self.settlings + 1
        opened, closed = settled & ~occupancy, settled & occupancy
        together = self.together & ~settled
        lately = (closed | self.lately * soon) & occupancy
        if closed and lately & lately - 1:
            together |= lately
        return self._replace(
            opened=_number_squares(self.opened, opened, number) if opened else self.opened,
            closed=_number_squares(self.closed, closed, number) if closed else self.closed,
            record=self.record.count_changes(settled) if settled else self.record,
            occupancy=occupancy,
            landed=closed,
            lately=lately,
            together=together,
            settlings=number,
            alive=self.alive | settled,
        )

    def come_to_rest(self, occupancy: Occupancy) -> "SettleOrder":
        """Take in that the board shows this occupancy at rest; that counts as a settling, of no square."""
        return self.after(0, occupancy)._replace(rested=self.settlings)

    def explain(self, line: Line) -> "SettleOrder":
        """Take in that the best reading is now longer by the last ply of this line: it used some reeds."""
        move, before = line.move, line.before
        if move is None or before is None:
            return self
        used = line.occupancy ^ before.occupancy | chess.BB_SQUARES[move.to_square]
        used |= chess.between(move.from_square, move.to_square)
        return self._replace(record=self.record.agree(used))

    def excuse(self, touched: Occupancy) -> "SettleOrder":
        """Take in that hands have touched these squares to take back plies: that is no lie of a reed."""
        return self._replace(record=self.record.agree(touched))


def _number_squares(numbers: tuple[int, ...], settled: Occupancy, number: int) -> tuple[int, ...]:
    changed = list(numbers)
    for square in squares(settled):
        changed[square] = number
    return tuple(changed)
