"""The result by the kings on the centre, as players of electronic boards set it.

Both on the light squares, e4 and d5: White has won. Both on the dark ones, d4 and e5: Black. One on each
colour: a draw. Two kings on the centre stand next to each other, so no game can show this by itself.

Reeds tell no king from a pawn, and a false result would be worse than none. So it is asked for the whole
picture, in the position of a reading that is alive: every square off the centre stands as in it, but for the
kings' own, which are empty; two squares of the centre are taken, and hands have set something there in this
gesture. Three things look alike and are none: a king that is held over a board whose centre happens to be
right, one that steps next to the other, and a board that was knocked over and is being set up again.

This file says what the board shows now. For how long it has to stand is the ending's.
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
"""Squares besides the kings' and the centre's that hands may have touched on their way (a guess). Where there
are more, the board was knocked over or is being cleared."""

KINGS_TAKE_MS = 5000
"""Within so long the centre is cleared and both kings are set (a guess). What was done for it may have been
read as a ply; one that was not pressed, and is no older, belongs to that gesture and not to the game."""


class KingsCentred(NamedTuple):
    """What the kings on the centre say, and the readings in which they say it, as they were before."""

    outcome: Outcome
    seen: Tracker


def find_kings_result(table: Table) -> KingsCentred | None:
    """What the kings on the centre say; None while they do not stand there, or there is no game to end."""
    occupancy, alive = table.seen.occupancy, table.seen.hypotheses
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
    alive = tuple(each._replace(change=0, settled_on=0, settled_off=0) for each in (kept, *rivals))
    return KingsCentred(_outcome(centre), table.seen._replace(hypotheses=alive, stood=alive))


def _shows_kings(hypothesis: Hypothesis, occupancy: Occupancy) -> bool:
    """Whether the kings stand on the centre if this reading is right."""
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
    """The reading of the game, without a king's ply that belongs to the gesture by which the kings were set.

    It is the one that the board fitted last: with pieces gone from the centre another may fit better by now.
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
    """Whether the last ply took a king to the centre."""
    reached = chess.BB_SQUARES[line.move.to_square] if line.move else 0
    return bool(reached & line.board.kings & chess.BB_CENTER)


def _outcome(centre: Occupancy) -> Outcome:
    light = (centre & chess.BB_LIGHT_SQUARES).bit_count()
    winner = {2: chess.WHITE, 0: chess.BLACK}.get(light)
    return Outcome(Termination.KINGS, winner)
