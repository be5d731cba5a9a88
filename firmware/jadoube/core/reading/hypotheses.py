"""Hypotheses: how one is ranked, updated and extended by a ply.

A `Hypothesis` is one game that explains everything seen so far, more or less well. This file ranks it,
updates it when squares settle, and extends it by the plies that the board then fits. It compares no
hypotheses and drops none (`tracker.py`, `beam.py`).
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import weights
from jadoube.core.reading.costs import ahead_price, order_price, unseen_price
from jadoube.core.reading.prior import prior_of
from jadoube.core.reading.settle_order import Choice, SettleOrder
from jadoube.core.rules.game_line import Line, ends_of, flipped_squares
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy
from jadoube.core.squares import squares as squares_of

DRAWN_HOME = -1
"""The value of `Hypothesis.begun` after the ply's piece has been put back on its source."""

PROVED_AFTER = 2
"""An irregular ply is proved by so many later plies, one of each side: neither player has objected."""


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
    """The last of its plies at which a player has pressed."""
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
    most = min(weights.MOST_IN_THE_AIR, weights.IN_THE_AIR_AT_LEAST + pieces // 4)
    return hypothesis.in_the_air > most


def take_in_settling(hypothesis: Hypothesis, squares: Occupancy, occupancy: Occupancy) -> Hypothesis:
    """Update a hypothesis after these squares have flipped and settled; `occupancy` is the board now.

    What a reed does that the reading does not believe is a lie, and no detour of a hand.
    """
    believed = squares & ~hypothesis.bad
    if squares & hypothesis.bad:
        hypothesis = _take_in_lies(hypothesis, squares & hypothesis.bad)
    line, cost, change, touched, glimpsed, settled_on, settled_off = hypothesis[:7]
    paid = 0.0
    on = (believed & line.occupancy).bit_count()
    theirs, placed = line.opponents, believed & occupancy & ~line.occupancy
    lifted = believed & ~occupancy & theirs
    if placed and _is_strange(line, change & line.occupancy, placed, believed & ~occupancy):
        paid += weights.STRANGE
    if lifted and change & ~line.occupancy and not _is_on_its_way(hypothesis, lifted):
        paid += weights.LEFT_THERE
    after = Hypothesis(
        line,
        cost + paid,
        (occupancy ^ line.occupancy) & ~hypothesis.bad,
        touched | squares,
        glimpsed,
        settled_on + on,
        settled_off + believed.bit_count() - on,
        hypothesis.paid + paid,
        *hypothesis[8:],
    )
    set_down = believed & occupancy
    if set_down and _returns_to_source(line.move, set_down, occupancy):
        after = after._replace(begun=DRAWN_HOME)
    return after


def _take_in_lies(hypothesis: Hypothesis, lies: Occupancy) -> Hypothesis:
    """Charge a reading for changes of reeds that it does not believe: dear if they have never changed.

    One that was wrong by a piece off its centre agrees now, and is believed again. If it had never changed it
    may have been dead: so that is free only while no piece stands where it should not.
    """
    if centred := lies & hypothesis.off_centre:
        price = weights.NOT_DEAD * bool(centred & ~hypothesis.lying and hypothesis.placed)
        hypothesis = believe(hypothesis, centred)._replace(cost=hypothesis.cost + price)
        lies ^= centred
    first = (lies & ~hypothesis.lying).bit_count()
    cost = hypothesis.cost + weights.NOT_DEAD * first + weights.LIES * lies.bit_count()
    return hypothesis._replace(cost=cost, lying=hypothesis.lying | lies)


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


def add_trusting(readings: tuple[Hypothesis, ...], squares: Occupancy) -> tuple[Hypothesis, ...]:
    """Add the readings that believe those of these squares again that they held dead: the reeds change."""
    trusting: list[Hypothesis] | None = None
    for each in readings:
        if alive := squares & each.bad & ~(each.lying | each.off_centre):
            cost = each.cost + weights.NOT_DEAD * alive.bit_count()
            trusting = [*(trusting or ()), believe(each, alive)._replace(cost=cost)]
    return (*readings, *trusting) if trusting else readings


def ply_start(hypothesis: Hypothesis, known: SettleOrder) -> int:
    """The settling in which the last ply began."""
    begun = hypothesis.begun
    return known.lifted(hypothesis.line) if begun == DRAWN_HOME else begun


def _is_strange(line: Line, missing: Occupancy, placed: Occupancy, lifted: Occupancy) -> bool:
    """Whether a piece is set on an empty square while only the opponent's pieces are missing.

    A piece set on the source of the last ply is no such piece: that ply is being taken back.
    """
    own = line.occupancy & ~line.opponents
    if not missing or (missing | lifted) & own:
        return False
    return line.move is None or not placed & chess.BB_SQUARES[line.move.from_square]


def _returns_to_source(move: chess.Move | None, placed: Occupancy, occupancy: Occupancy) -> bool:
    """Whether the piece of this ply has just been put back on its source square."""
    if move is None or not placed & chess.BB_SQUARES[move.from_square]:
        return False
    return not occupancy & chess.BB_SQUARES[move.to_square]


def _is_on_its_way(hypothesis: Hypothesis, lifted: Occupancy) -> bool:
    """Whether the placed piece is on its way to capture one of the pieces lifted now."""
    sources, placed = hypothesis.missing & ~hypothesis.line.opponents, hypothesis.placed
    captures = hypothesis.line.legal_moves(sources, lifted)
    return any(chess.between(move.from_square, move.to_square) & placed == placed for move in captures)


def take_in_rest(hypothesis: Hypothesis, *, explained: bool = False) -> Hypothesis:
    """Update a hypothesis after the board has stood still for a while; `explained`: the best reading fits.

    The side to move may hold its piece for long without charge, unless the best reading fits without that.
    """
    if hypothesis.fits:
        return hypothesis._replace(touched=0, glimpsed=0)
    price = 0.0
    if hypothesis.theirs:
        price = weights.LEFT_THERE
    elif explained or hypothesis.placed:
        price = weights.RESTED
    if not price:
        return hypothesis
    return hypothesis.pay(price)


def plies_seen(hypothesis: Hypothesis, squares: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses one ply longer that fit the board; the opponent may have lifted pieces already.

    `squares` are those that settled just now.
    """
    line, change = hypothesis.line, hypothesis.change
    theirs = change & line.opponents
    lifted = {theirs, theirs & ~en_passant_pawn(line)} - {0} if theirs else set[Occupancy]()
    if not hypothesis.bad:
        lifted -= {change}  # a ply leaves something astray, except a capture from a bad reed
    for ahead in (0, *lifted):
        own, touched = change & ~ahead, hypothesis.touched & ~ahead
        moves = line.plies_flipping(own, touched, hypothesis.bad)
        if hypothesis.bad and len(moves) > 1:  # only the rook is seen: rather castling than its own ply
            moves = sorted(moves, key=line.board.is_castling, reverse=True)
        for move in moves:
            after = play_move(line, move, known.choice)
            longer = append_ply(hypothesis, move, after, own, squares, known)
            yield longer
            if hypothesis.bad & hypothesis.touched:
                yield from _believe_again(longer, hypothesis.touched, known)


def _believe_again(longer: Hypothesis, touched: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the reading that believes those reeds again that have changed just as its last ply needs."""
    move, before = longer.line.move, longer.line.before
    if move is None or before is None:
        return
    used = flipped_squares(before.board, move) | chess.BB_SQUARES[move.to_square]
    agreed = used & touched & longer.bad & ~(known.occupancy ^ longer.line.occupancy)
    if agreed:
        cost = longer.cost + weights.BELIEVED
        yield believe(longer, agreed)._replace(cost=cost)


def en_passant_pawn(line: Line) -> Occupancy:
    """The square of the pawn that can be captured en passant, or 0; its lift may belong to that capture."""
    square = line.board.ep_square
    return 0 if square is None else chess.BB_SQUARES[square ^ 8]


def may_have_captured(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Occupancy:
    """The squares of the pieces that may have captured without a victim that was seen to leave its square.

    `lifted` is what the opponent lifts now, if that lift calls for a ply. His piece may have closed its
    target just before its source opened; the target may be the square that the capturing piece left.
    """
    line, landed = hypothesis.line, known.landed if lifted else 0
    if hypothesis.placed & ~landed or (lifted and not lifted & line.opponents):
        return 0
    left = hypothesis.missing | hypothesis.touched & line.occupancy & landed
    return left & ~line.opponents


def captures_unseen(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy = 0, *, glimpsed: bool = False
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a capture whose victim was not seen to leave its square.

    Other missing pieces are already in the air for the reply. `lifted` is what the opponent lifts now, if
    that lift calls for a ply. `glimpsed`: only victims that were glimpsed.
    """
    victims = hypothesis.line.opponents & ~(hypothesis.touched | hypothesis.change)
    if glimpsed:
        victims &= hypothesis.glimpsed
    for source in squares_of(may_have_captured(hypothesis, known, lifted)):
        for move in hypothesis.line.plies_flipping(chess.BB_SQUARES[source], victims):
            capture = _assume_capture(hypothesis, move, known)
            if not capture.placed or any(capture.line.changes_over(capture.placed | lifted)):
                yield capture


def _assume_capture(hypothesis: Hypothesis, move: chess.Move, known: SettleOrder) -> Hypothesis:
    before = hypothesis.line
    glimpsed = bool(chess.BB_SQUARES[move.to_square] & hypothesis.glimpsed)
    weight = weights.GLIMPSED if glimpsed else unseen_price(hypothesis.guessed)
    ahead = hypothesis.change ^ chess.BB_SQUARES[move.from_square]  # the reply's
    weight += order_price(before, ply_start(hypothesis, known), move, hypothesis.touched, known)
    weight += weights.SET_FIRST * bool(hypothesis.placed)  # of the reply
    return assume_ply(hypothesis, move, known, weight, ahead)._replace(
        guessed=hypothesis.guessed | (not glimpsed) << before.ply + 1,
        prior=hypothesis.prior + prior_of(before, move),
    )


def assume_ply(
    hypothesis: Hypothesis, move: chess.Move, known: SettleOrder, weight: float, ahead: Occupancy
) -> Hypothesis:
    """Extend a hypothesis by a ply not fully seen; `ahead` is what remains of the change for the reply."""
    line = play_move(hypothesis.line, move, known.choice)
    begun = known.begun(move, hypothesis.touched, ply_start(hypothesis, known))
    detours = hypothesis.detours(chess.BB_SQUARES[move.to_square])
    return hypothesis.at(line, hypothesis.cost + detours + weight, ahead, begun)


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


def append_ply(
    hypothesis: Hypothesis,
    move: chess.Move,
    after: Line,
    change: Occupancy,
    squares: Occupancy,
    known: SettleOrder,
) -> Hypothesis:
    """Extend a hypothesis by this ply, which leads to the game `after`.

    `change` is the part of its change that the ply explains, `squares` are those that settled just now.
    """
    line, ahead = hypothesis.line, hypothesis.change & ~change
    captures = bool(line.occupancy & ~(change | hypothesis.bad) & chess.BB_SQUARES[move.to_square])
    cost = hypothesis.cost + _manner_price(hypothesis, move, captures=captures)
    cost += order_price(line, ply_start(hypothesis, known), move, hypothesis.touched, known)
    if not _has_landed_last(move, change, squares):
        cost += weights.SET_FIRST
    begun = known.begun(move, hypothesis.touched, ply_start(hypothesis, known))
    if ahead:
        cost += ahead_price(ahead & line.occupancy, begun, known.closed[move.to_square], known)
    return hypothesis.at(after, cost, ahead, begun)


def _has_landed_last(move: chess.Move, change: Occupancy, squares: Occupancy) -> bool:
    """Whether a ply ends with these settlings: its piece lands, or the last square on its way opens.

    Otherwise its source opened last, or the ply was complete before and another square changed.
    """
    target = chess.BB_SQUARES[move.to_square]
    if change.bit_count() > 2:  # castling and en passant move more than one piece
        return bool(squares & (change | target))
    return bool(squares & (target | chess.between(move.from_square, move.to_square)))


def _manner_price(hypothesis: Hypothesis, move: chess.Move, *, captures: bool) -> float:
    """The price of the settlings that a ply's gesture did not need.

    A capture's target opens and closes again. A square that closed and opened was crossed by a slid piece, or
    tried. A piece put back before the board came to rest was not bumped by this ply.
    """
    put_back = (hypothesis.settled_on - hypothesis.missing.bit_count() - 2 * captures) // 2
    if captures:
        put_back = max(0, put_back)  # a victim off its centre opens no reed
    tried = (hypothesis.settled_off - hypothesis.placed.bit_count()) // 2
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    crossed = min(tried, crossings(hypothesis, source, target)) if tried else 0
    bumped = hypothesis.touched & hypothesis.line.occupancy & ~hypothesis.change & ~target
    bumps = weights.BUMPED * min(put_back, bumped.bit_count())
    return detour_price(put_back, tried - crossed, crossed) + bumps


def crossings(hypothesis: Hypothesis, source: Occupancy, targets: Occupancy) -> int:
    """How many squares a slid piece crossed: they closed and opened between a source and a target.

    Of several targets the one with the most counts. A sliding piece may close two squares at once.
    """
    if source.bit_count() != 1:
        return 0
    passed = hypothesis.touched & ~hypothesis.change
    ways = (chess.between(source.bit_length() - 1, target) for target in squares_of(targets))
    return max(((way & passed).bit_count() for way in ways), default=0)


def rank_if_sliding(hypothesis: Hypothesis) -> float:
    """The rank if a piece in the air slid over the squares on the lines from its source: none was tried.

    It says which readings are searched for a ply to where no reed shows the piece. It is not the rank, for
    then a piece that is lifted again would take its ply back.
    """
    rank, tried = hypothesis.rank, hypothesis.settled_off // 2
    if not tried or hypothesis.placed:
        return rank
    source = hypothesis.missing & ~hypothesis.line.opponents
    if not source or source & source - 1:
        return rank
    passed = hypothesis.touched & ~(hypothesis.change | hypothesis.line.occupancy)
    passed &= attacks_from(source.bit_length() - 1, chess.QUEEN, hypothesis.line.side_to_move)
    more = min(tried, passed.bit_count()) - crossings(hypothesis, source, hypothesis.theirs)
    return rank - (weights.TRIED - weights.CROSSED) * max(0, more)


def detour_price(put_back: int, tried: int, crossed: int) -> float:
    """The price of these numbers of pieces put back, squares tried and squares crossed."""
    return weights.RETURNED * put_back + weights.TRIED * tried + weights.CROSSED * crossed


def play_move(line: Line, move: chess.Move, choice: Choice | None) -> Line:
    """Extend a line by this ply; a promotion gets the piece that was chosen for this ply."""
    if move.promotion and choice and choice.ply == line.ply + 1:
        move = chess.Move(move.from_square, move.to_square, choice.piece)
    return line.after(move)
