"""The result by the kings on the centre, as players of electronic boards set it.

Both kings on the light squares, e4 and d5: White has won. Both on the dark squares, d4 and e5: Black has won.
One on each colour: a draw. Two kings on the centre stand next to each other, so no legal position shows this.

A reed cannot tell a king from a pawn, and a false result is worse than none. So the whole board must match
the position of a hypothesis that is alive. Off the centre every square stands as in that position, except
that the kings' squares are empty. On the centre two squares are occupied, and hands have placed a piece there
in this gesture. Three cases look alike and give no result: a king held over a board whose centre matches by
chance, a king that steps next to the other, and a board that was knocked over and is being set up again.

This file says what the board shows now. How long it must stand is decided in `endings.py`.
"""

from typing import NamedTuple

import chess

from jadoube.core.messages.phases import Phase
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, is_confirmed

MOST_BUMPED = 2
"""The most squares besides the kings' and the centre that hands may have touched in this gesture (a guess).
With more, the board was knocked over or is being cleared."""

KINGS_TAKE_MS = 5000
"""The time to clear the centre and place both kings (a guess). This gesture may have been read as a ply. An
unconfirmed ply within this time belongs to the gesture and not to the game."""


class KingsCentred(NamedTuple):
    """The result that the kings show, and the hypotheses in which they show it, without this gesture."""

    outcome: Outcome
    seen: Tracker


def find_kings_result(table: Table) -> KingsCentred | None:
    """The result that the kings on the centre show; None if they show none or there is no game to end."""
    occupancy = table.seen.occupancy
    alive = [each for each in table.seen.hypotheses if not each.unproved]
    centre = occupancy & chess.BB_CENTER
    if occupancy & alive[0].line.board.kings & ~chess.BB_CENTER or centre.bit_count() != 2:
        return None
    if table.phase not in (Phase.PLAYING, Phase.PAUSED):
        return None
    showing = [each for each in alive if _shows_kings(each, occupancy)]
    kept = _reading_to_keep(table, showing)
    if kept is None or any(each.fits for each in alive):
        return None
    rivals = (each for each in showing if each is not kept and each.line.ply <= kept.line.ply)
    shown = tuple(each._replace(change=0, settled_on=0, settled_off=0) for each in (kept, *rivals))
    return KingsCentred(_outcome(centre), table.seen._replace(hypotheses=shown, stood=shown))


def _shows_kings(hypothesis: Hypothesis, occupancy: Occupancy) -> bool:
    """Whether the kings stand on the centre if this hypothesis is right."""
    line = hypothesis.line
    off_centre = line.occupancy & ~line.board.kings & ~chess.BB_CENTER
    astray = (occupancy & ~chess.BB_CENTER ^ off_centre) & ~hypothesis.bad
    if not line.ply or astray:
        return False
    bumped = hypothesis.touched & ~line.board.kings & ~chess.BB_CENTER
    if bumped.bit_count() > MOST_BUMPED:
        return False
    moved = line.board.kings & ~occupancy
    reached = occupancy & chess.BB_CENTER & ~line.board.kings
    if moved.bit_count() == 1:
        steps = chess.BB_KING_ATTACKS[chess.msb(moved)]
        return not reached & (steps | ~hypothesis.placed)
    return not reached & ~hypothesis.touched


def _reading_to_keep(table: Table, showing: list[Hypothesis]) -> Hypothesis | None:
    """The hypothesis of the game, without a king's ply that belongs to the gesture of placing the kings.

    It is the best one when the board last fitted: with the centre cleared another may fit better now.
    """
    last, best = table.seen.stood[0].line, table.best.line
    lines = {each.line: each for each in showing}
    recent = not is_confirmed(table) and table.quiet_since_ms - table.made_ms <= KINGS_TAKE_MS
    if not _has_centred_king(last):
        return lines.get(last) or lines.get(best)
    if last not in lines and table.best.in_the_air:
        return None  # the other king is held over the board
    before = lines.get(last.before) if recent and last.before else None
    return before or lines.get(last)


def _has_centred_king(line: Line) -> bool:
    """Whether the last ply moved a king to the centre."""
    reached = chess.BB_SQUARES[line.move.to_square] if line.move else 0
    return bool(reached & line.board.kings & chess.BB_CENTER)


def _outcome(centre: Occupancy) -> Outcome:
    light = (centre & chess.BB_LIGHT_SQUARES).bit_count()
    winner = {2: chess.WHITE, 0: chess.BLACK}.get(light)
    return Outcome(Termination.KINGS, winner)
