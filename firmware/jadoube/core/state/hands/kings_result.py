"""The result by the kings on the centre, as players of electronic boards set it.

Both kings on the light squares, e4 and d5: White has won. Both on the dark squares, d4 and e5: Black has won.
One on each colour: a draw. Two kings on the centre stand next to each other, so no legal position shows this.

Kings on their way may make steps that are legal by chance. So the game is the one that stood on the board at
the last rest, or that a player confirmed, without the kings' plies since then. A capture that nobody saw
whole belongs to it if it had rested: a piece has left its square off the centre for good.

A reed cannot tell a king from a pawn, and a false result is worse than none. So the whole board must match
the position of that game, or of a hypothesis that is alive. Off the centre every square stands as in that
position, except that the kings' squares are empty. On the centre two squares are occupied, and hands have
placed a piece there in this gesture. Three cases look alike and give no result: a king held over a board
whose centre matches by chance, a king that steps next to the other, and a board that was knocked over and is
being set up again.

One on each colour is a draw by agreement. So it shows none before a draw can be agreed by the rule set.

This file says what the board shows now. How long it must stand is decided in `endings.py`.
"""

from typing import NamedTuple

import chess

from jadoube.core.messages.phases import Phase
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis, is_ply_seen
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, waits_for_position

MOST_BUMPED = 2
"""The most squares besides the kings' and the centre that hands may have touched in this gesture (a guess).
With more, the board was knocked over or is being cleared."""

KINGS_TAKE_MS = 5000
"""The time to clear the centre and place both kings (a guess). A king's step to the centre may have been read
as a ply. If nobody confirmed it within this time, it belongs to the gesture and not to the game."""


EXPLAINED = 6.0
"""A legal game that fits the board says that these are no kings, if it costs no more than this above the game
that was played, as it stood before the kings were lifted. What costs more is several plies at once: a
chance."""


class KingsCentred(NamedTuple):
    """The result that the kings show, and the hypotheses in which they show it, without this gesture."""

    outcome: Outcome
    seen: Tracker


def find_kings_result(table: Table) -> KingsCentred | None:
    """The result that the kings on the centre show; None if they show none or there is no game to end."""
    occupancy = table.seen.occupancy
    centre = occupancy & chess.BB_CENTER
    is_on = table.play.phase in (Phase.PLAYING, Phase.PAUSED)
    if centre.bit_count() != 2 or not is_on or table.terms.server_game:  # who resigns there asks the server
        return None
    left = table.play.reopened and waits_for_position(table)  # from the end that the arbiter has made void
    game = _find_game(table)
    if left or occupancy & game.board.kings & ~chess.BB_CENTER:
        return None
    alive = [each for each in table.seen.hypotheses if not each.unproved]
    showing = [each for each in alive if _shows_kings(each, occupancy)]
    kept = _reading_to_keep(table, game, showing)
    if kept is None:
        showing = _with_last_capture(table)
        kept = showing[0] if showing else None
    if kept is None:
        return None
    stood = _revive(table, kept.line) or kept  # without what the kings' gesture has cost since
    if any(each.fits and each.rank < stood.cost + EXPLAINED for each in alive):
        return None
    outcome = _outcome(centre)
    if outcome.winner is None and kept.line.ply < table.terms.rules.agreed_after:
        return None  # no draw can be agreed yet (FIDE 5.2.3)
    rivals = (each for each in showing if each is not kept and each.line.ply <= kept.line.ply)
    shown = tuple(each._replace(change=0, settled_on=0, settled_off=0) for each in (kept, *rivals))
    return KingsCentred(outcome, table.seen._replace(hypotheses=shown, stood=shown, past=()))


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


def _find_game(table: Table) -> Line:
    """The game without the kings' steps of this gesture: those that nobody confirmed, since the last rest.

    Nor is a game that stands only by a reed which it has come to blame since then.
    """
    stands, stood = table.seen.stood[0], table.board.stood
    played = stands.line
    rested = stood.reading.line if stood else played.back_to(0)
    if stood and stands.bad & ~stood.reading.bad and table.play.completed <= rested.ply:
        return rested
    while played.before and _moves_king(played) and not rested.goes_on_from(played):
        if rested.ply < played.ply <= max(table.play.confirmed, table.play.completed):
            break
        played = played.before
    return rested if rested.goes_on_from(played) else played


def _moves_king(line: Line) -> bool:
    """Whether the last ply is a king's."""
    return line.move is not None and bool(line.board.kings & chess.BB_SQUARES[line.move.to_square])


def _reading_to_keep(table: Table, game: Line, showing: list[Hypothesis]) -> Hypothesis | None:
    """The hypothesis of the game, also without a king's step to the centre if the other king followed soon.

    With the centre cleared another game than the one of the last fit may explain the board better.
    """
    lines = {each.line: each for each in showing}
    if game not in lines and _has_centred_king(game) and table.best.in_the_air:
        return None  # the other king is held over the board
    stood, best = table.board.stood, table.best.line
    soon = not stood or table.board.quiet_since_ms - stood.since_ms <= KINGS_TAKE_MS
    open_ = game.ply > max(table.play.confirmed, table.play.completed)
    if game.before and soon and open_ and _has_centred_king(game):
        return lines.get(game.before) or _revive(table, game.before) or lines.get(game)
    kept = lines.get(game) or _revive(table, game)
    return kept or (None if _has_centred_king(game) else lines.get(best))


def _with_last_capture(table: Table) -> list[Hypothesis]:
    """The readings of the last rest with a capture that nobody saw whole, if they show the kings now.

    A king is no such piece, for it is on its way; and one from the centre makes room.
    """
    found, kept_out = list[Hypothesis](), table.line.board.kings | chess.BB_CENTER
    for each in table.seen.held:
        move = each.line.move
        if not is_ply_seen(each) and move and not kept_out & chess.BB_SQUARES[move.from_square]:
            found.append(_as_now(table, each, each.line, each.begun))
    return [each for each in found if _shows_kings(each, table.seen.occupancy)]


def _revive(table: Table, game: Line) -> Hypothesis | None:
    """The game as it stood at the last rest, if it shows the kings: it may have been pruned since."""
    if not table.board.stood or not table.board.stood.reading.line.goes_on_from(game):
        return None
    reading, _, settlings = table.board.stood
    since = settlings if reading.line is game else reading.begun - 1
    revived = _as_now(table, reading, game, since)
    return revived if _shows_kings(revived, table.seen.occupancy) else None


def _as_now(table: Table, reading: Hypothesis, game: Line, since: int) -> Hypothesis:
    """This reading with this game on the board as it is now; hands were on it after settling `since`."""
    seen = table.seen
    settled = enumerate(zip(seen.known.opened, seen.known.closed, strict=True))
    touched = sum(chess.BB_SQUARES[square] for square, last in settled if max(last) > since)
    now = reading.at(game, reading.cost)._replace(touched=touched)
    return now._replace(change=(seen.occupancy ^ game.occupancy) & ~now.bad)


def _has_centred_king(line: Line) -> bool:
    """Whether the last ply moved a king to the centre."""
    reached = chess.BB_SQUARES[line.move.to_square] if line.move else 0
    return bool(reached & line.board.kings & chess.BB_CENTER)


def _outcome(centre: Occupancy) -> Outcome:
    light = (centre & chess.BB_LIGHT_SQUARES).bit_count()
    winner = {2: chess.WHITE, 0: chess.BLACK}.get(light)
    return Outcome(Termination.KINGS, winner)
