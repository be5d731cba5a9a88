"""A game that a server keeps: what it says of clocks, takebacks and the end; what the player asks of it.

The law: the server is always right. Its clocks, its plies and its result are those of the game here, whatever
the board makes of them: no flag falls here, and nobody resigns, claims or takes back at the board alone. What
the player asks for is a wish (`Wish`), until the server's answer or the next ply. Only a mate, a stalemate
and a dead position end the game here, too, as both sides see the same.

This file refuses to know which server it is, and how it is reached. The moves come as those of any opponent
(`opponents.py`).
"""

from dataclasses import replace
from typing import Final

import chess

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import (
    ClocksAgreed,
    Effect,
    GameJoined,
    GameOver,
    MoveTold,
    OpponentLeft,
    ServerAsked,
    ServerCutOff,
    TakebackAsked,
    WishDeclined,
)
from jadoube.core.messages.opponents import Meanwhile, Seat, Wish
from jadoube.core.messages.orders import (
    AcceptDraw,
    AskBack,
    Away,
    ClaimDraw,
    CutOff,
    Declined,
    EndElsewhere,
    Join,
    OfferDraw,
    Order,
    Resign,
    ServerOrder,
    SetClocks,
    Shorten,
    TakeBack,
    Tell,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import alternatives
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.reading.alternatives import declare_line
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import WINNERS, Outcome, Termination
from jadoube.core.rules.rule_sets import CASUAL, Repeated
from jadoube.core.stages.hands import takebacks
from jadoube.core.stages.hands.reeds import reread
from jadoube.core.stages.others.opponents import hear
from jadoube.core.stages.result.adjudication import finish_game, stop_clock
from jadoube.core.state.others.linked import NOT_LINKED
from jadoube.core.state.play import NEXT_GAME_WAITS_MS
from jadoube.core.state.settings import set_control, set_terms
from jadoube.core.state.table import Stepped, Table, agree, expect_position, is_kept_elsewhere, leave_menu

RULES: Final = replace(CASUAL, takeback=False, hints=False, repeated=Repeated.CLAIM)
"""No flag, no takeback and no draw is the board's to decide; claims go to the server."""

STATUSES: Final = {
    "mate": Termination.CHECKMATE,
    "stalemate": Termination.STALEMATE,
    "resign": Termination.RESIGNATION,
    "outoftime": Termination.FLAG_FELL,
    "timeout": Termination.LEFT,
    "draw": Termination.AGREEMENT,
    "insufficientMaterialClaim": Termination.DEAD_POSITION,
}
"""Lichess' words for an end (its API, `GameStatusName`); any other is the server's word."""

_SEATS: Final = {chess.WHITE: Seat.WHITE, chess.BLACK: Seat.BLACK}


def ask(table: Table, order: Order) -> tuple[Table, tuple[ServerAsked, ...]] | None:
    """Ask the server for what a player's order says; None if the order is none for a server."""
    wish = _wish(table, order)
    if wish is None or not is_kept_elsewhere(table):
        return None
    play = table.play.open_afar(table.play.afar._replace(wish=wish))
    return table._replace(play=play), (ServerAsked(wish),)


def _wish(table: Table, order: Order) -> Wish | None:
    match order:
        case Resign():
            return Wish.RESIGN
        case AcceptDraw():
            return Wish.DRAW
        case OfferDraw(side) if table.play.offer == (not side):
            return Wish.DRAW
        case ClaimDraw():
            return Wish.CLAIM
        case TakeBack():
            return Wish.BACK
    return None


def carry_out_server_order(table: Table, order: ServerOrder, now_ms: int) -> Stepped:
    """Take in what the server says; it is not refused."""
    match order:
        case Join():
            return _join(table, order)
        case SetClocks(white_ms, black_ms, running):
            return _agree_clocks(table, (black_ms, white_ms), running, now_ms)
        case Shorten(ply):
            return _shorten(table, ply, now_ms)
        case AskBack() | Declined() | Away() | CutOff():
            return _hear_of_people(table, order)
        case EndElsewhere(result, status):
            return _end(table, result, status, now_ms)


def _join(table: Table, order: Join) -> Stepped:
    """Play this game on the server's terms; those of the house are kept for the next game."""
    terms = replace(
        table.terms,
        control=parse_time_control(order.control),
        rules=RULES,
        opponent=_SEATS[order.side],
        program=False,
        meanwhile=Meanwhile.PLAYER,
        server_game=order.game,
    )
    table = set_terms(leave_menu(table), terms)._replace(house=table.terms, seek=None, link=NOT_LINKED)
    table = table._replace(seen=table.seen._replace(agreed=agree(terms, table.line)))
    return table, (GameJoined(order.game, order.side),)


def _hear_of_people(table: Table, order: AskBack | Declined | Away | CutOff) -> Stepped:
    """The opponent asks for a takeback, declines what was asked, leaves, or comes back; or nobody is heard.

    If he asks for a takeback, too, what the player asked for is over: he may grant it.
    """
    afar = table.play.afar
    told: Effect
    match order:
        case AskBack(asks):
            wish = Wish.NOTHING if asks and afar.wish is Wish.BACK else afar.wish
            after, told = afar._replace(asks_back=asks, wish=wish), TakebackAsked(asks)
        case Declined():
            after, told = afar._replace(wish=Wish.NOTHING), WishDeclined(afar.wish)
        case Away(seconds):
            after, told = afar._replace(left=seconds is not None), OpponentLeft(seconds)
        case CutOff(ply):
            after, told = afar._replace(cut_off=ply), ServerCutOff(ply)
    return table._replace(play=table.play.open_afar(after)), (told,)


def _agree_clocks(
    table: Table, left_ms: tuple[int, int], running: chess.Color | None, now_ms: int
) -> Stepped:
    """Show what the server's clocks show, or a program's; a game that stood after a restart goes on by it.

    A program may set a clock where none is agreed, and stop one that runs.
    """
    if table.play.clock is None and not is_kept_elsewhere(table):
        table = set_control(table, parse_time_control(str(max(1, -(-max(left_ms) // 1000)))))
    clock = table.play.clock
    if clock is None:
        return table, ()
    if not is_kept_elsewhere(table):
        table = table._replace(link=table.link._replace(sets_clocks=True))
    agreed = clock.agree(left_ms, running, now_ms)
    play = table.play
    if running is not None and play.phase is Phase.PAUSED:
        play = play.resume(agreed)
    elif running is not None and play.phase is Phase.SETTING_UP:
        play = play.start_clock(agreed, running, agreed.since_ms)
    else:
        play = play.set_clock(agreed)
        stops = running is None and agreed.started and not is_kept_elsewhere(table)
        play = play.pause() if stops and play.phase is Phase.PLAYING else play
    return table._replace(play=play), (ClocksAgreed(),)


def _shorten(table: Table, ply: int, now_ms: int) -> Stepped:
    """Go back to the game of so many plies; the lamps lead to its position."""
    earlier = table.line.back_to(ply)
    play = table.play.offer_draw(None).expect_position().open_afar(table.play.afar._replace(asks_back=False))
    table, seen = expect_position(table._replace(play=play)), table.seen
    if seen.agreed and ply < seen.agreed.heard.ply:
        seen = seen._replace(agreed=seen.agreed.hear(earlier))
    table, unmade = reread(table._replace(seen=seen), alternatives.take_back_to(seen, ply), now_ms)
    table, turned = takebacks.carry_out_takeback(table, table.line, now_ms)
    return hear(table, table.line), (*unmade, *turned)


def learn(table: Table, order: Tell, now_ms: int) -> Stepped | None:
    """Take in a ply of the player that the server has and the board has not sent; None if it is none.

    It was sent just before the power failed, or made with another device. The lamps lead to its position.
    """
    agreed = table.seen.agreed
    if not table.terms.server_game or agreed is None or agreed.heard.side_to_move == agreed.side:
        return None
    line = agreed.heard.after(agreed.heard.board.parse_uci(order.move))
    table, effects = _take_in(table, agreed, line, now_ms)
    return table, (MoveTold(line.ply, line.san), *effects)


def _take_in(table: Table, agreed: Agreed, line: Line, now_ms: int) -> Stepped:
    """Make this game, one ply longer than both sides know, the one that they know."""
    effects: tuple[Effect, ...] = ()
    if table.line is not line:
        seen = table.seen._replace(agreed=agreed.hear(line))
        declared = declare_line(seen, line)
        table = expect_position(table._replace(seen=seen))
        table, effects = reread(table, declared._replace(ready=declared.best.fits), now_ms, said=True)
    play = table.play.complete(line.ply).accept(line.ply)
    return hear(table._replace(play=play), line), effects


def _end(table: Table, result: str, status: str, now_ms: int) -> Stepped:
    """End the game as the server has; its word replaces what the board has decided.

    A move that was told and that no hand has made is part of it.
    """
    termination = STATUSES.get(status, Termination.SERVER)
    outcome = Outcome(Termination.UNFINISHED if result == "*" else termination, WINNERS.get(result))
    if table.play.phase is not Phase.OVER:
        agreed = table.seen.agreed
        made: tuple[Effect, ...] = ()
        if agreed and (told := agreed.told_line):
            table, made = _take_in(table, agreed, told, now_ms)
        table, ended = finish_game(stop_clock(table, now_ms), outcome)
        if result == "*":  # aborted: nobody has to put up pieces that stand
            table = table._replace(play=table.play.begin_anew(now_ms + NEXT_GAME_WAITS_MS))
        return table, (*made, *ended)
    if table.play.outcome and table.play.outcome.result == result:
        return table, ()
    return table._replace(play=table.play.settle_outcome(outcome)), (GameOver(outcome),)
