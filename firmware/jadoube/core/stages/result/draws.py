"""Draws: offered, accepted, declined and claimed by the players.

The law: the board never claims on a player's behalf. A claim that is right ends the game; a wrong one costs
what the rule set says and counts as an offer (FIDE 9.1.2.3, 9.5.3); a move that was announced with it must
then be made. Draws that come by themselves are decided
in `endings.py`.
"""

import chess

from jadoube.core.messages.effects import ClaimRefused, DrawOffered, OfferEnded
from jadoube.core.messages.orders import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.rules import rule_sets
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.stages.clock.periods import penalty_s
from jadoube.core.stages.hands.reeds import look_for_last_ply
from jadoube.core.stages.result.adjudication import finish_game, stop_clock
from jadoube.core.state.hands import touch_move
from jadoube.core.state.table import Stepped, Table, record_act

DrawOrder = OfferDraw | AcceptDraw | DeclineDraw | ClaimDraw


def carry_out_draw_order(table: Table, order: DrawOrder, now_ms: int) -> Stepped:
    """Carry out a player's word about a draw. To offer one to a side that has offered one accepts it."""
    match order:
        case OfferDraw(side) if table.play.offer is None:
            table = table._replace(play=table.play.offer_draw(side))
            return record_act(table, sentence(Phrase.OFFERS, side=side)), (DrawOffered(side),)
        case OfferDraw() | AcceptDraw():
            table, last = look_for_last_ply(table._replace(play=table.play.offer_draw(None)), now_ms)
            table, ended = finish_game(stop_clock(table, now_ms), Outcome(Termination.AGREEMENT))
            return table, last + ended
        case DeclineDraw(side):
            table = table._replace(play=table.play.offer_draw(None))
            return record_act(table, sentence(Phrase.DECLINES, side=side)), (OfferEnded(not side),)
        case ClaimDraw(side, san):
            return _claim(table, side, san, now_ms)


def _claim(table: Table, side: chess.Color, san: str, now_ms: int) -> Stepped:
    """Grant a right claim; a wrong claim counts as a draw offer (FIDE 9.1.2.3, 9.5.3)."""
    rule_set, line = table.terms.rules, table.line
    move = line.board.parse_san(san) if san else None
    if move:
        line = line.after(move)
    if why := rule_sets.claimable_draw(line):
        phrase = Phrase.CLAIMS_BY if san else Phrase.CLAIMS
        table = record_act(table, sentence(phrase, side=side, san=san, why=why))
        return finish_game(stop_clock(table, now_ms), Outcome(why))
    seconds, clock = penalty_s(table, side), table.play.clock
    if clock and seconds:
        play = table.play.set_clock(clock.give(not side, seconds * 1000, now_ms))
        table = table._replace(play=play.penalise(side, seconds, counts=False))
    table = record_act(table, sentence(Phrase.CLAIMS_WRONGLY, side=side))
    if move and rule_set.touch_move:
        announced = touch_move.announce(table.play.touched, table.line, move)
        table = table._replace(play=table.play.touch(announced))
    if table.line.ply < rule_set.agreed_after:
        return table, (ClaimRefused(side, seconds),)
    table = table._replace(play=table.play.offer_draw(side))
    return table, (ClaimRefused(side, seconds), DrawOffered(side))
