"""The players' choices: the piece of a promotion, another reading of the board, and taking a ply back.

The law: a player who chooses a piece while a pawn is in the air says that the pawn promotes.
Another reading is shown before it is taken; taking it is final. Players may take a ply back where the rule
set allows it; if a takeback on the board is still undecided, the request only decides that one. This file
knows nothing of whether a key or an order asks.
"""

import chess

from jadoube.core.messages.effects import (
    AlternativeOffered,
    AlternativeTaken,
    Effect,
    NoAlternative,
    PromotionOffered,
    TakebackProposed,
    TakebackWithdrawn,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.permissions.refusal import takeback_refusal
from jadoube.core.reading import alternatives, tracker
from jadoube.core.rules.game_line import PROMOTIONS, Line
from jadoube.core.stages.hands import takebacks
from jadoube.core.stages.hands.presses import judge_all
from jadoube.core.stages.hands.reeds import ask_for_takeback, reread
from jadoube.core.stages.wiring import call_for_ply_or_line
from jadoube.core.state.announced.notices import REFUSAL_SHOWS_MS
from jadoube.core.state.hands.open_choices import shown_piece
from jadoube.core.state.panel.buttons import Candidate
from jadoube.core.state.play_parts import Proposal
from jadoube.core.state.table import Stepped, Table, promotion_waits

# The piece of a promotion


def step_piece(table: Table, steps: int) -> Stepped:
    """Step to another promotion piece, if a promotion waits."""
    table, asked = look_for_promotion(table)
    if (piece := shown_piece(table)) is None:
        return table, asked
    table, offered = promote_to(table, PROMOTIONS[(PROMOTIONS.index(piece) + steps) % len(PROMOTIONS)])
    return table, asked + offered


def promote_to(table: Table, piece: chess.PieceType) -> Stepped:
    """Choose this piece for the promotion that waits."""
    table, _ = reread(table, tracker.choose(table.seen, piece), table.play.made_ms)
    return table, (PromotionOffered(table.line.ply, piece),)


def call_for_ply_by_key(table: Table, at_ms: int) -> Stepped:
    """Look for a ply of the side to move, as if its lever had been pressed at this instant."""
    return call_for_ply_or_line(table, table.line.side_to_move, table.line.ply, at_ms)


def look_for_promotion(table: Table) -> Stepped:
    """Look for a promotion (a search): a pawn is in the air, or is just being exchanged for the piece.

    A player who presses something has finished moving pieces. So where a line may hide the opponent's ply
    before, the board is read as at rest.
    """
    side = table.line.side_to_move
    if not promotion_waits(table) and _may_promote(table, side):
        return call_for_ply_by_key(table, table.board.quiet_since_ms)
    if table.best.hidden and _may_promote(table, not side):
        return reread(table, tracker.rest(table.seen), table.board.quiet_since_ms)
    if _may_be_exchanged(table):
        return reread(table, tracker.charge_replies(table.seen, table.line.ply - 1), table.play.made_ms)
    return table, ()


def _may_be_exchanged(table: Table) -> bool:
    """Whether the ply before the last is a promotion that is not accepted.

    Then what was read as a reply may be the exchange of the pawn for its piece. A reply that promotes is
    none: the key chooses its piece.
    """
    before = table.line.before
    if before is None or promotion_waits(table):
        return False
    return bool(before.move and before.move.promotion and before.ply > table.play.accepted)


def _may_promote(table: Table, side: chess.Color) -> bool:
    """Whether this side has lifted a pawn from the rank before the last."""
    board = table.line.board
    before_last = chess.BB_RANK_7 if side == chess.WHITE else chess.BB_RANK_2
    return bool(table.best.missing & board.pawns & board.occupied_co[side] & before_last)


# Other readings


def show_next(table: Table, now_ms: int) -> Stepped:
    """Show the next reading that may be taken, or tell that there is none."""
    table, effects = judge_all(table)
    if table.play.phase is Phase.OVER:
        return table, effects
    line = alternatives.next_reading(
        table.seen, table.panel.candidate.line if table.panel.candidate else None
    )
    if line is None:
        candidate = Candidate(None, now_ms + REFUSAL_SHOWS_MS)
        return table._replace(panel=table.panel.show_reading(candidate)), (*effects, NoAlternative())
    offered = AlternativeOffered(*alternatives.first_settled_move(table.seen, line))
    return table._replace(panel=table.panel.show_reading(Candidate(line))), (*effects, offered)


def take(table: Table, line: Line, now_ms: int) -> Stepped:
    """Take this reading as final; it must be one that may be taken."""
    took = AlternativeTaken(*alternatives.first_settled_move(table.seen, line))
    seen = alternatives.take_reading(table.seen, line)
    table = table._replace(panel=table.panel.hide_reading())
    table, corrected = reread(table, seen, table.play.made_ms, said=True)
    turned: tuple[Effect, ...] = ()
    if table.play.retreat:
        table, turned = takebacks.carry_out_takeback(table, line, now_ms)
    return table, (took, *corrected, *turned)


# Takebacks


def propose_takeback(table: Table, now_ms: int) -> Stepped:
    """Propose to take back the last ply, or one more than was proposed; the pieces carry it out.

    Until they move, nothing changes. If an open takeback on the board is decided by it, do no more.
    """
    table, effects, done = _decide_takeback(table, now_ms)
    proposed = table.play.proposal
    ply = _stays_after(table, proposed.ply if proposed else table.line.ply)
    if done or ply < 0:
        return table, effects
    proposal = Proposal(proposed.line if proposed else table.line, ply)
    return table._replace(play=table.play.propose(proposal)), (*effects, TakebackProposed(ply + 1))


def withdraw_takeback(table: Table) -> Stepped:
    """Withdraw the takeback that is proposed; it must be."""
    return table._replace(play=table.play.propose(None)), (TakebackWithdrawn(),)


def take_back(table: Table, now_ms: int) -> Stepped:
    """Take the last ply back; if that decides an open takeback on the board, do no more."""
    table, effects, done = _decide_takeback(table, now_ms)
    if done:
        return table, effects
    expected = alternatives.take_back_to(table.seen, _stays_after(table, table.line.ply))
    table, unmade = reread(table._replace(notices=table.notices.expect_position()), expected, now_ms)
    table, turned = takebacks.carry_out_takeback(table, table.line, now_ms)
    return table, effects + unmade + turned


def _stays_after(table: Table, ply: int) -> int:
    """The last ply that stays if the one of this number is taken back; -1 if there is none.

    Against an opponent from elsewhere it is the player's turn again: two plies go at once.
    """
    agreed, stays = table.seen.agreed, ply - 1
    if agreed and stays > 0 and table.line.back_to(stays).side_to_move == agreed.side:
        return stays - 1
    return stays


def _decide_takeback(table: Table, now_ms: int) -> tuple[Table, tuple[Effect, ...], bool]:
    """Decide an open takeback on the board; the last value: nothing more can be taken back by this key."""
    waited = table.play.retreat
    table, effects = ask_for_takeback(table, now_ms)
    decided = waited is not None and table.play.retreat is None
    return table, effects, decided or table.play.phase is Phase.OVER or takeback_refusal(table) is not None
