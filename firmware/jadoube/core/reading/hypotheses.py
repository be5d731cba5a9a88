"""Hypotheses: one game that explains everything seen so far, its rank, and what may be asked of it.

A `Hypothesis` is changed when squares settle (`settlings.py`), and extended by plies that were seen whole
(`seen_plies.py`) or not (`explanations/`). Which are kept is decided elsewhere (`beam.py`).

This file refuses to know other hypotheses, and how a ply is found.
"""

from typing import NamedTuple

import chess

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import weights
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, ends_of
from jadoube.core.squares import Occupancy
from jadoube.core.squares import squares as squares_of

DRAWN_HOME = -1
"""The value of `Hypothesis.begun` after the ply's piece has been put back on its source."""

PROVED_AFTER = 2
"""An irregular ply is proved by so many later plies, one of each side: neither player has objected."""

MOST_IN_THE_AIR = 8
"""The most pieces missing at once in play: two in each hand, and a few captures that nobody has seen yet. If
more are missing, the board was knocked over or is being put away."""

IN_THE_AIR_AT_LEAST = 2
"""With few pieces left, fewer can be missing: this many, plus one for every four on the board."""


@quick_replace
class Hypothesis(NamedTuple):
    """One game that explains everything seen so far, more or less well."""

    line: Line
    cost: float = 0.0
    """The final part of the rank: the price of how its plies were made, in natural logarithms."""
    change: Occupancy = 0
    """The squares on which the board now differs from the line's position."""
    touched: Occupancy = 0
    """The squares that settled in this gesture: since the last ply, or since the board rested and fitted."""
    glimpsed: Occupancy = 0
    """The squares that glitched in this gesture: they changed for less than the debounce time."""
    settled_on: int = 0
    """How many settlings since the last ply were on squares where the line has a piece."""
    settled_off: int = 0
    """The same for squares where it has none."""
    paid: float = 0.0
    """The part of the cost that it has paid since its last ply, because the board did not fit."""
    guessed: int = 0
    """The plies that nobody saw being made: bit n for ply n."""
    prior: float = 0.0
    """How implausible the guessed plies are as chess; it only orders readings of equal rank."""
    bad: Occupancy = 0
    """The squares whose reeds this reading does not believe; it ignores what they show (`distrust.py`)."""
    lying: Occupancy = 0
    """Those of `bad` that have changed in this game: they are not dead, but stuck since, or they lie."""
    off_centre: Occupancy = 0
    """Those of `bad` whose reeds are wrong only by a piece that stands off its centre. They are believed
    again once they change, or once their piece has left, unless they have never changed: they may be dead."""
    begun: int = 0
    """The settling in which the last ply began (`SettleOrder.begun`); 0 if the next ply can only be later;
    `DRAWN_HOME` if its piece has been put back since: then its last lift is the begin (`ply_start`)."""
    unproved: int = 0
    """Its irregular ply that no two later plies have proved yet; 0 if it has none (`irregular.py`)."""
    others: tuple[Line, ...] = ()
    """The games up to a ply that was guessed otherwise, and came to the same position (`beam.py`)."""
    pressed: int = 0
    """The last ply that was completed when a player last pressed. The best reading of then may have had more
    plies than this one."""
    confirmed: int = 0
    """The last of its plies that stands by a person's word: up to there chess says nothing against it."""
    left_off_centre: Occupancy = 0
    """The squares whose piece stood off its centre, and left without having been put right."""

    @property
    def rank(self) -> float:
        """The cost plus the debts: the squares astray, and the detours that no ply explains yet."""
        rank, change = self.cost, self.change
        if change:
            astray, missing = change.bit_count(), (change & self.line.occupancy).bit_count()
            rank += weights.ASTRAY * astray + weights.SURPLUS * max(0, astray - 2 * missing)
        return rank + self.detours() if self.settled_on > 1 or self.settled_off > 1 else rank

    def detours(self, target: Occupancy = 0) -> float:
        """The price of settlings that undid each other, counted in pairs.

        Crossed squares are cheaper: the mover's piece may be sliding to the `target`. If that is unknown (0),
        it is where a piece stands now, or the victim that was lifted for it.
        """
        missing = self.change & self.line.occupancy
        placed = self.change ^ missing
        put_back = max(0, self.settled_on - missing.bit_count()) // 2
        tried = max(0, self.settled_off - placed.bit_count()) // 2
        if not tried:
            return weights.RETURNED * put_back
        theirs = missing & self.line.opponents
        crossed = min(tried, crossings(self, missing & ~theirs, target or placed or theirs))
        return detour_price(put_back, tried - crossed, crossed)

    @property
    def fits(self) -> bool:
        """Whether the board shows this hypothesis's position, dead reeds apart."""
        return not self.change

    @property
    def placed(self) -> Occupancy:
        """The squares that are occupied and should be empty."""
        return self.change & ~self.line.occupancy

    @property
    def missing(self) -> Occupancy:
        """The squares that are empty and should be occupied: their pieces are in the air, or gone."""
        return self.change & self.line.occupancy

    @property
    def hidden(self) -> Occupancy:
        """The squares that this reading ignores, if they may hide a whole ply: 0 with a single dead reed."""
        return self.bad if self.bad & self.bad - 1 else 0

    @property
    def theirs(self) -> Occupancy:
        """The squares from which pieces of the opponent are missing."""
        return self.change & self.line.opponents

    @property
    def in_the_air(self) -> int:
        """How many more pieces the line has than the board."""
        return 2 * self.missing.bit_count() - self.change.bit_count()

    def pay(self, price: float) -> "Hypothesis":
        """Charge this price for what speaks against the reading until its next ply."""
        return self._replace(cost=self.cost + price, paid=self.paid + price)

    def at_rank(self, rank: float) -> "Hypothesis":
        """The reading at this rank, by a person's word; exactly, where nothing is astray: a tie stays one."""
        return self._replace(cost=rank - (self.rank - self.cost), confirmed=self.line.ply)

    def at(self, line: Line, cost: float, ahead: Occupancy = 0, begun: int = 0) -> "Hypothesis":
        """Replace the game after a ply or a takeback: a gesture begins, with `ahead` already in the air."""
        on = (ahead & line.occupancy).bit_count()
        off = ahead.bit_count() - on
        guessed = self.guessed & (2 << line.ply) - 1  # without those taken back
        prior = self.prior if guessed else 0.0
        bad, lying, off_centre, left = self.bad, self.lying, self.off_centre, self.left_off_centre
        if leaves := lying & off_centre & (line.occupancy ^ self.line.occupancy):
            bad, lying, off_centre = bad & ~leaves, lying & ~leaves, off_centre & ~leaves
            cost, left = cost + weights.LEFT_OFF_CENTRE, left | leaves
        fresh = (line, cost, ahead, ahead, 0, on, off, 0.0, guessed, prior, bad, lying, off_centre, begun)
        after = Hypothesis(*fresh, pressed=self.pressed and min(self.pressed, line.ply))
        if self.unproved and self.unproved <= line.ply < self.unproved + PROVED_AFTER:
            after = after._replace(unproved=self.unproved)
        if self.confirmed:
            after = after._replace(confirmed=min(self.confirmed, line.ply))
        if left:
            after = after._replace(left_off_centre=left)
        if self.others:
            after = after._replace(others=tuple([each for each in self.others if each.ply <= line.ply]))
        return after


def is_swept(hypothesis: Hypothesis) -> bool:
    """Whether more pieces are missing than play explains (hands full, victims pushed out): a sweep."""
    pieces = hypothesis.line.occupancy.bit_count()
    most = min(MOST_IN_THE_AIR, IN_THE_AIR_AT_LEAST + pieces // 4)
    return hypothesis.in_the_air > most


def believe(hypothesis: Hypothesis, reeds: Occupancy) -> Hypothesis:
    """The reading that believes these reeds again."""
    return hypothesis._replace(
        bad=hypothesis.bad & ~reeds,
        lying=hypothesis.lying & ~reeds,
        off_centre=hypothesis.off_centre & ~reeds,
    )


def disbelieve(hypothesis: Hypothesis, reeds: Occupancy) -> Hypothesis:
    """The reading that ignores these reeds, whatever piece stands, or stood, off its centre there."""
    return hypothesis._replace(
        bad=hypothesis.bad | reeds,
        off_centre=hypothesis.off_centre & ~reeds,
        left_off_centre=hypothesis.left_off_centre & ~reeds,
    )


def ply_start(hypothesis: Hypothesis, known: SettleOrder) -> int:
    """The settling in which the last ply began."""
    begun = hypothesis.begun
    return known.lifted(hypothesis.line) if begun == DRAWN_HOME else begun


def is_ply_seen(hypothesis: Hypothesis) -> bool:
    """Whether the last ply was seen being made, and not guessed."""
    return not hypothesis.guessed >> hypothesis.line.ply & 1


def was_seen_whole(hypothesis: Hypothesis, ply: int) -> bool:
    """Whether this ply is a legal one that was seen being made, on squares that the reading believes."""
    line = hypothesis.line.back_to(ply)
    return not (hypothesis.guessed >> ply & 1 or line.irregular or ends_of(line.move) & hypothesis.bad)


def has_been_seen(hypothesis: Hypothesis) -> bool:
    """Whether the last ply was seen being made, also its piece leaving its square."""
    move = hypothesis.line.move
    return is_ply_seen(hypothesis) and not (move and hypothesis.hidden >> move.from_square & 1)


def is_on_board(hypothesis: Hypothesis, ply: int) -> bool:
    """Whether this ply stands on the board, and no piece too many does.

    The opponent may have replied already. He may also have pieces in the air: his own and his victim.
    """
    line = hypothesis.line
    if line.ply != ply or hypothesis.fits or line.move is None:
        return line.ply >= ply
    if hypothesis.missing & chess.BB_SQUARES[line.move.to_square]:
        return not hypothesis.placed and line.board.is_attacked_by(line.side_to_move, line.move.to_square)
    theirs = not hypothesis.missing & ~line.board.occupied_co[line.side_to_move]
    return not hypothesis.placed or (theirs and hypothesis.in_the_air >= 0)


def put_back(hypothesis: Hypothesis) -> Occupancy:
    """The opponent's pieces that were lifted and put back, or captured.

    0 if more is astray than pieces that he has lifted for his reply. A moment counts, too: a piece that
    pushes one off leaves it no time to settle.
    """
    touched, change = hypothesis.touched | hypothesis.glimpsed, hypothesis.change
    opponents = hypothesis.line.opponents
    return touched & opponents & ~change if not change & ~opponents else 0


def may_hold_piece(hypothesis: Hypothesis, side: chess.Color) -> bool:
    """Whether this side may hold the piece of its ply in the other hand: lifted, not yet set down."""
    line = hypothesis.line
    if hypothesis.placed or not hypothesis.missing:
        return False
    if line.side_to_move == side:
        return bool(hypothesis.missing & line.board.occupied_co[side])
    return bool(line.move and hypothesis.missing & chess.BB_SQUARES[line.move.to_square])


def is_under_way(hypothesis: Hypothesis) -> bool:
    """Whether a gesture may still be under way: pieces are only lifted, or a legal ply covers the change."""
    return not hypothesis.placed or any(hypothesis.line.changes_over(hypothesis.change))


def crossings(hypothesis: Hypothesis, source: Occupancy, targets: Occupancy) -> int:
    """How many squares a slid piece crossed: they closed and opened between a source and a target.

    Of several targets the one with the most counts. A sliding piece may close two squares at once.
    """
    if source.bit_count() != 1:
        return 0
    passed = hypothesis.touched & ~hypothesis.change
    ways = (chess.between(source.bit_length() - 1, target) for target in squares_of(targets))
    return max(((way & passed).bit_count() for way in ways), default=0)


def detour_price(put_back: int, tried: int, crossed: int) -> float:
    """The price of these numbers of pieces put back, squares tried and squares crossed."""
    return weights.RETURNED * put_back + weights.TRIED * tried + weights.CROSSED * crossed
