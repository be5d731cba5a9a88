"""Adjudication: a loss that may be a draw because the winner cannot mate; and dead positions.

The law: a side loses by a fallen flag, a resignation (also by the kings on the centre) or a second illegal
move. The rule set
says what turns that loss into a draw. A bare king of the opponent is seen at once. A search proves that the
opponent cannot mate by any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5). A short search runs here. If it
decides nothing, the game is over with an open outcome. The table then holds the question until another
process answers it (`Adjudicated`). An undecided position counts as one in which the opponent can mate; the
arbiter has the last word.

Dead positions (FIDE 5.2.2) that are on no list are asked for in the same way, during play: after a capture or
a pawn's move, when few pieces are left; and after any ply, once for the same pawns and pieces, when every
pawn is blocked by a pawn. An answer to a question that the table no longer holds is ignored.
"""

import chess

from jadoube.core.messages.effects import Adjudicating, GameOver
from jadoube.core.messages.phases import Cause
from jadoube.core.rules.mating_search import Verdict, can_mate, is_dead
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import Dead, Saves, has_only_king
from jadoube.core.state.play import Play
from jadoube.core.state.play_parts import Adjudication, Men
from jadoube.core.state.table import Stepped, Table

AT_ONCE = 10
"""Search limit, in positions, within a step: shorter than a scan (measured: at least 10,000 a second)."""

AT_LEISURE = 50_000
"""Search limit, in positions, for an outcome: at most a second on a desk computer (`bench mating`)."""

FOR_DEAD = 6_000
"""Search limit, in positions and for each side, for a dead position."""

FEW_PIECES = 2
"""The most pieces besides kings and pawns with which a position may be dead (a guess). Walls of pawns last
until then only if the other pieces were exchanged, and the search costs more with every piece. Where every
pawn is blocked there may be more: that is rare in play."""


def lose(table: Table, side: chess.Color, termination: Termination, saves: Saves) -> Stepped:
    """End the game as lost by this side, or as a draw if its opponent cannot win; the clock must stand."""
    winner = not side
    match _may_win(table, winner, saves):
        case Verdict.CAN:
            return finish_game(table, Outcome(termination, winner))
        case Verdict.CANNOT:
            return finish_game(table, _saved(termination))
    asked = Adjudication(winner, table.line.board.fen(), Outcome(termination, winner))
    return _mark_over(table, table.play.end(Cause.ENDED, None, asked)), (Adjudicating(winner),)


def _saved(termination: Termination) -> Outcome:
    """The draw that a loss turns into. Kings that showed a win have resigned: their draw is no agreement."""
    resigned = termination is Termination.KINGS
    return Outcome(Termination.RESIGNATION if resigned else termination)


def ask_if_dead(table: Table) -> Table:
    """Hold the question whether the position is dead, if the rule set and the last ply call for it.

    The table holds it until the answer comes or its ply is taken back: a dead position stays dead.
    """
    if table.terms.rules.dead is Dead.PROVED and not table.play.ends and _may_be_dead(table):
        asked = Adjudication(None, table.line.board.fen(), ply=table.line.ply)
        return table._replace(play=table.play.ask(asked))
    return table if _still_stands(table) else table._replace(play=table.play.ask(None))


def _may_be_dead(table: Table) -> bool:
    """Whether to ask if the position is dead: a quick look, at each ply.

    A quiet move can be taken back by later ones, so it changes nothing where no pawn can move: one answer is
    enough for the same pawns and as many pieces. A question that is open covers its later positions.
    """
    board = table.line.board
    if not board.halfmove_clock:
        pieces = board.occupied & ~(board.pawns | board.kings)
        return pieces.bit_count() <= FEW_PIECES or _is_blocked(board)
    if not _is_blocked(board) or Men.on(board) == table.play.searched:
        return False
    return table.play.adjudication is None or not _still_stands(table)


def _is_blocked(board: chess.Board) -> bool:
    """Whether there are pawns, and each has a pawn straight before it."""
    pawns = board.pawns
    white, black = pawns & board.occupied_co[chess.WHITE], pawns & board.occupied_co[chess.BLACK]
    return bool(pawns) and not (white << 8 | black >> 8) & ~pawns


def _still_stands(table: Table) -> bool:
    """Whether the position in question still belongs to the game; true if there is no question."""
    asked = table.play.adjudication
    return asked is None or table.line.back_to(asked.ply).board.fen() == asked.fen


def take_in_answer(table: Table, fen: str, can_mate: bool | None) -> Stepped:
    """Take in an answer, if it belongs to the question that the table holds."""
    asked = table.play.adjudication
    if asked is None or asked.fen != fen:
        return table, ()
    if asked.outcome is None:
        if can_mate is False:
            return table._replace(play=table.play.find_dead()), ()
        return table._replace(play=table.play.find_alive(Men.on(chess.Board(fen)))), ()
    outcome = _saved(asked.outcome.termination) if can_mate is False else asked.outcome
    return table._replace(play=table.play.settle_outcome(outcome)), (GameOver(outcome),)


def answer(asked: Adjudication) -> bool | None:
    """Search for the answer; None: undecided, or not proved dead. This takes long (up to about a second)."""
    board = chess.Board(asked.fen)
    if asked.side is None:
        return False if is_dead(board, FOR_DEAD) else None
    return _ANSWERS[can_mate(board, asked.side, AT_LEISURE).verdict]


_ANSWERS = {Verdict.CAN: True, Verdict.CANNOT: False, Verdict.UNDECIDED: None}


def finish_game(table: Table, outcome: Outcome, cause: Cause = Cause.ENDED) -> Stepped:
    """End the game with this outcome."""
    return _mark_over(table, table.play.end(cause, outcome)), (GameOver(outcome),)


def _mark_over(table: Table, play: Play) -> Table:
    """The table of a game that is over, without offers, refusals and readings shown."""
    return table._replace(
        board=table.board.stand_at_start(None),
        play=play,
        panel=table.panel.hide_reading(),
        notices=table.notices.hide_refusal(),
    )


def stop_clock(table: Table, at_ms: int) -> Table:
    """Stop the clock at an instant, or at its last change if that is later."""
    return table._replace(play=table.play.stop_clock(at_ms))


def _may_win(table: Table, winner: chess.Color, saves: Saves) -> Verdict:
    board = table.line.board
    match saves:
        case Saves.NOTHING:
            return Verdict.CAN
        case Saves.BARE_KING:
            return Verdict.CANNOT if has_only_king(board, winner) else Verdict.CAN
    return can_mate(board, winner, AT_ONCE).verdict
