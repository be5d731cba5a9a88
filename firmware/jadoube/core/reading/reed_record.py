"""What each reed has done without reason: how often it changed, and no ply of the best reading used that.

Hands cause such changes, too: a piece is adjusted, another is bumped. A reed that lies goes on with them.
Each ply that uses a reed as it should takes three quarters of its count away: suspicion fades by agreement.

The counts are four bits wide, and bit n of each count stands in the set of squares n: so counting is a few
operations on sets, whatever the number of squares. This file knows no chess and weighs nothing.
"""

from typing import NamedTuple

from jadoube.core.squares import Occupancy


class ReedRecord(NamedTuple):
    """For each square a count from 0 to 15, as the sets of squares with each bit set, the lowest first."""

    ones: Occupancy = 0
    twos: Occupancy = 0
    fours: Occupancy = 0
    eights: Occupancy = 0

    def count_changes(self, squares: Occupancy) -> "ReedRecord":
        """Count one change more of these squares."""
        ones, twos, fours, eights = self
        carried = squares & ~(ones & twos & fours & eights)
        ones, carried = ones ^ carried, ones & carried
        twos, carried = twos ^ carried, twos & carried
        return tuple.__new__(ReedRecord, (ones, twos, fours ^ carried, eights ^ (fours & carried)))

    def agree(self, squares: Occupancy) -> "ReedRecord":
        """Keep a quarter of the counts of these squares: a ply has used them."""
        ones, twos, fours, eights = self
        others = ~squares
        return ReedRecord(
            ones & others | fours & squares, twos & others | eights & squares, fours & others, eights & others
        )

    @property
    def more_than_once(self) -> Occupancy:
        """The squares whose count is two or more."""
        return self.twos | self.fours | self.eights

    def count(self, reed: Occupancy) -> int:
        """The count of this square."""
        ones, twos, fours, eights = self
        return bool(ones & reed) + 2 * bool(twos & reed) + 4 * bool(fours & reed) + 8 * bool(eights & reed)
