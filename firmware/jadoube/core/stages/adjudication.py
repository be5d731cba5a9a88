"""Who has lost, and whether it is a draw after all; and positions that are dead.

The law (behaviour.md): the rule set says what saves who loses by a fallen flag, a resignation or a second
illegal move. That the opponent has only his king is seen at a glance. That he cannot mate by any series of
legal moves (FIDE 5.1.2, 6.9, 7.5.5) is proved by a search. A short one is made here and now; where it decides
nothing the game is over, its outcome is open, and the table holds the question until somebody who may take
longer answers it (`Adjudicated`). What stays undecided counts as a position in which he can mate; then the
arbiter has the last word.

Dead positions (FIDE 5.2.2) that are on no list are asked for in the same way, while play goes on: after a
capture or a pawn's move, where few pieces are left. An answer to what is asked no more means nothing.
"""

import chess

from jadoube.core.messages.effects import Adjudicating, GameOver
from jadoube.core.messages.phases import Cause, follow
from jadoube.core.rules.mating_search import Verdict, can_mate, is_dead
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import Dead, Saves, has_only_king
from jadoube.core.state.table import Adjudication, Stepped, Table

AT_ONCE = 10
"""Positions that are searched here and now: less than a scan takes (measured: 10,000 a second and more)."""

AT_LEISURE = 50_000
"""Positions that are searched for an outcome: at most a second of a desk computer (`bench mating`)."""

FOR_DEAD = 6_000
"""Positions that are searched for each side to know that a position is dead."""

FEW_PIECES = 2
"""Pieces besides kings and pawns with which it is asked whether a position is dead (a guess): walls of pawns
stand so long only when the rest has been exchanged, and the answer costs more the more pieces there are."""


def lose(table: Table, side: chess.Color, termination: Termination, saves: Saves) -> Stepped:
    """Let this side lose the game, whose clock stands; or draw it if that is what saves it."""
    winner = not side
    match _may_win(table, winner, saves):
        case Verdict.CAN:
            return finish_game(table, Outcome(termination, winner))
        case Verdict.CANNOT:
            return finish_game(table, Outcome(termination))
    asked = Adjudication(winner, table.line.board.fen(), Outcome(termination, winner))
    return _mark_over(table, Cause.ENDED)._replace(adjudication=asked), (Adjudicating(winner),)


def ask_if_dead(table: Table) -> Table:
    """Hold the question whether the position is dead, where the rule set and the last ply give reason to.

    It is held until it is answered, or its ply stands no more: what is dead stays dead.
    """
    board = table.line.board
    pieces = board.occupied & ~(board.pawns | board.kings)
    may_be = not table.ends and not board.halfmove_clock and pieces.bit_count() <= FEW_PIECES
    if table.terms.rules.dead is Dead.PROVED and may_be:
        return table._replace(adjudication=Adjudication(None, board.fen(), ply=table.line.ply))
    return table if _still_stands(table) else table._replace(adjudication=None)


def _still_stands(table: Table) -> bool:
    """Whether the position that was asked about is one of the game's; or nothing was asked."""
    asked = table.adjudication
    return asked is None or table.line.back_to(asked.ply).board.fen() == asked.fen


def take_in_answer(table: Table, fen: str, can_mate: bool | None) -> Stepped:
    """Take in an answer, if it is one to the question that the table holds."""
    asked = table.adjudication
    if asked is None or asked.fen != fen:
        return table, ()
    table = table._replace(adjudication=None)
    if asked.outcome is None:
        dead = can_mate is False
        return table._replace(ends=Outcome(Termination.DEAD_POSITION)) if dead else table, ()
    outcome = Outcome(asked.outcome.termination) if can_mate is False else asked.outcome
    return table._replace(outcome=outcome), (GameOver(outcome),)


def answer(asked: Adjudication) -> bool | None:
    """Work an answer out; None: undecided, or dead it is not proved to be. This takes its time."""
    board = chess.Board(asked.fen)
    if asked.side is None:
        return False if is_dead(board, FOR_DEAD) else None
    return _ANSWERS[can_mate(board, asked.side, AT_LEISURE).verdict]


_ANSWERS = {Verdict.CAN: True, Verdict.CANNOT: False, Verdict.UNDECIDED: None}


def finish_game(table: Table, outcome: Outcome, cause: Cause = Cause.ENDED) -> Stepped:
    """End the game with this outcome."""
    return _mark_over(table, cause)._replace(outcome=outcome), (GameOver(outcome),)


def _mark_over(table: Table, cause: Cause) -> Table:
    """The table of a game that is over. What was offered or shown for a moment is so no more."""
    table = table._replace(phase=follow(table.phase, cause), adjudication=None)
    return table._replace(refused=None, candidate=None, start_since_ms=None, offer=None)


def stop_clock(table: Table, at_ms: int) -> Table:
    """Stop the clock at an instant, but not before it last changed."""
    clock = table.clock
    return table._replace(clock=clock.stop(max(at_ms, clock.since_ms))) if clock else table


def _may_win(table: Table, winner: chess.Color, saves: Saves) -> Verdict:
    board = table.line.board
    match saves:
        case Saves.NOTHING:
            return Verdict.CAN
        case Saves.BARE_KING:
            return Verdict.CANNOT if has_only_king(board, winner) else Verdict.CAN
    return can_mate(board, winner, AT_ONCE).verdict
