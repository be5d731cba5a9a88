"""The opponent from elsewhere: what is sent to him, what he tells, and the hand that makes his move.

The law: a ply of the player is sent once it stands. It stands when its press has completed it; where no clock
runs, when it has stood for `STANDS_MS` on a quiet board, or when `ok` has confirmed it. So does a ply that
ends a game on a server. What is in doubt or
being taken back is not sent, nor a promotion whose piece is still to be chosen. A ply that was sent is final:
no evidence reads it otherwise. Only a takeback shortens what he knows.

His told move stands on the board when a hand has made it, in any order of its squares; nobody presses for it.
A capture whose victim no reed has seen leave is made when the board comes to rest as it would look then.
Whose clock runs while the hand makes it, `Terms.meanwhile` says.

While the board asks about the player's ply, which a press has completed, both clocks stand: the doubt is the
board's. A server's clock of the player runs on, and so it does here: there the press counts when it is sent.

This file refuses to know who he is and how he is reached (`state/others/opponent_question.py` is what he is
asked).
"""

from dataclasses import replace
from typing import Final

import chess

from jadoube.core.messages.effects import ClockStarted, Effect, MoveCompleted, MoveSent, MoveTold
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.opponents import Meanwhile, Seat
from jadoube.core.messages.orders import Tell
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import tracker
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.reading.alternatives import declare_line
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.settle_order import Choice
from jadoube.core.rules.game_line import Line, may_become_castling
from jadoube.core.stages.hands.reeds import reread
from jadoube.core.state.others.opponent_question import is_clocked, is_doubtful, is_in_doubt
from jadoube.core.state.play import MAY_CASTLE_MS
from jadoube.core.state.table import (
    Lies,
    Stepped,
    Table,
    astray_squares,
    clock_runs,
    moves_made,
    promotion_waits,
)

STANDS_MS: Final = 2000
"""Without a clock a ply is sent once it has stood so long (a decision: second thoughts take up to 1.5 s)."""

OVERRULES_MS: Final = 3000
"""A legal move of a hand that stands for so long in place of a program's is the game's: what the program
showed was a hint, or an analysis (a decision: who has seen that the lamps say wrong puts it right sooner)."""

AT_ONCE_MS: Final = 0
"""An instant that has passed: a stage that is due at it runs at each scan."""


def keep_in_step(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Send what stands, take in what a hand has made for the opponent, and what was taken back."""
    table, taken_back = _follow_takeback(table, now_ms)
    table, overruled = _overrule(table, now_ms)
    table, made = take_in_told(table)
    table, sent = _send(table, now_ms)
    table, turned = _stand_for_question(table, now_ms)
    return table, taken_back + overruled + made + sent + turned


def due_ms(table: Table) -> int | None:
    """When something is to be done: at once, or when the player's ply has stood; None if nothing is."""
    agreed = table.seen.agreed
    if agreed is None or table.play.phase is Phase.OVER:
        return None
    if _may_overrule(table):
        return table.board.quiet_since_ms + OVERRULES_MS
    if table.line is agreed.heard:
        waits = table.board.rested if agreed.told else _stands_for_nothing(table)
        return AT_ONCE_MS if waits else None
    made = max(table.play.confirmed, table.play.completed)
    if agreed.lacks(table.line) and _needs_no_press(table) and made < table.line.ply:
        return _stands_from_ms(table) if _may_send(table, agreed) else None
    return AT_ONCE_MS


# What he is told of


def _send(table: Table, now_ms: int) -> Stepped:
    """Send the player's last ply if it stands."""
    agreed, line = table.seen.agreed, table.line
    if agreed is None or not _is_made(table, agreed, now_ms) or is_in_doubt(table):
        return table, ()
    table = hear(table, line)._replace(lies=Lies(table.turned))
    table = table._replace(play=table.play.confirm(line.ply))
    if table.terms.server_game and table.play.completed >= line.ply and not table.play.ends:
        table = _press_for(table, not agreed.side, line.ply, now_ms)
    return table, (MoveSent(line.ply, line.san),)


def waits_for_answer(table: Table) -> bool:
    """Whether the player's clock runs on at his press, as he is asked about his ply in a server's game."""
    return bool(table.terms.server_game) and is_doubtful(table)


def _stand_for_question(table: Table, now_ms: int) -> Stepped:
    """Stop the opponent's clock, from the press on, while the player is asked about his ply."""
    agreed, clock = table.seen.agreed, table.play.clock
    if agreed is None or clock is None or table.play.phase is not Phase.PLAYING:
        return table, ()
    if is_in_doubt(table):
        stands = clock.running != agreed.side or not clock.started
        return (table if stands else table._replace(play=table.play.stop_clock(clock.since_ms))), ()
    return go_on(table, now_ms)


def go_on(table: Table, now_ms: int) -> Stepped:
    """Start the clock of the side to move, if both stand for nothing: he who was waited for may be gone."""
    if not _stands_for_nothing(table):
        return table, ()
    return _restart_clock(table, table.line.side_to_move, now_ms)


def _stands_for_nothing(table: Table) -> bool:
    """Whether both clocks stand in play although no move waits for a hand, and no question for an answer."""
    agreed, clock, play = table.seen.agreed, table.play.clock, table.play
    if clock is None or clock.resumes is None or play.phase is not Phase.PLAYING:
        return False
    waits = agreed is not None and agreed.told is not None
    return not (waits or play.retreat or is_in_doubt(table))


def _is_made(table: Table, agreed: Agreed, now_ms: int) -> bool:
    """Whether the player has made his ply: he has pressed or confirmed it, or it has stood."""
    if not _may_send(table, agreed):
        return False
    if table.line.ply <= max(table.play.completed, table.play.confirmed):
        return True
    return _needs_no_press(table) and now_ms >= _stands_from_ms(table)


def _needs_no_press(table: Table) -> bool:
    """Whether the last ply is made once it has stood: without a clock, or if it ends a game on a server.

    Nobody has to press after a mate. One in doubt is pressed for, or confirmed.
    """
    ends = table.terms.server_game and table.play.ends is not None and not is_doubtful(table)
    return bool(ends) or not is_clocked(table)


def _may_send(table: Table, agreed: Agreed) -> bool:
    """Whether the player has made one more ply than the opponent knows, and nothing about it is open."""
    line, play = table.line, table.play
    if not agreed.lacks(line):
        return False
    stands = table.best.fits or play.completed >= line.ply
    return stands and not (play.retreat or play.proposal or promotion_waits(table))


def _stands_from_ms(table: Table) -> int:
    """From when on the last ply, without a clock, has stood long enough."""
    waits_ms = MAY_CASTLE_MS if may_become_castling(table.line) else STANDS_MS
    return max(table.play.made_ms, table.board.quiet_since_ms) + waits_ms


def hear(table: Table, line: Line) -> Table:
    """The table whose opponent knows this game: every reading that contradicts it is dropped."""
    seen = table.seen
    if seen.agreed is None:
        return table
    agreed = seen.agreed.hear(line)
    known = seen.known._replace(stays=line.ply) if not table.terms.rules.takeback else seen.known
    seen = _without_contradictions(seen._replace(agreed=agreed, known=known))
    return table._replace(seen=seen, play=table.play.open_afar(table.play.afar.after_ply()))


def _without_contradictions(seen: Tracker) -> Tracker:
    agreed = seen.agreed
    if agreed is None:
        return seen
    kept, stood, asked, held = (
        tuple(each for each in readings if agreed.allows(each.line))
        for readings in (seen.hypotheses, seen.stood, seen.asked, seen.held)
    )
    return seen._replace(hypotheses=kept or seen.hypotheses, stood=stood or kept, asked=asked, held=held)


# What he tells


def tell(table: Table, order: Tell, now_ms: int) -> Stepped:
    """Take in the opponent's move: a hand is to make it."""
    agreed = table.seen.agreed
    if agreed is None:
        return table, ()  # `refusal` has told it
    move = table.line.board.parse_uci(order.move)
    known = table.seen.known
    if move.promotion:
        known = known._replace(choice=Choice(order.ply, move.promotion))
    if table.terms.program:  # it has taken the player's ply, pressed or not
        table = _press_for(table, not agreed.side, table.line.ply, now_ms)
    told = agreed._replace(told=move, back=None)
    table = table._replace(seen=table.seen._replace(agreed=told, known=known))
    if table.terms.meanwhile is not Meanwhile.OPPONENT:
        table = _press_for(table, agreed.side, order.ply, now_ms)
    if table.terms.meanwhile is Meanwhile.NEITHER and clock_runs(table):
        table = table._replace(play=table.play.stop_clock(now_ms))
    san = table.line.after(move).san
    if table.best.fits:
        return table, (MoveTold(order.ply, san),)
    table, read = reread(table, tracker.look_again(table.seen), table.board.quiet_since_ms)
    table, made = take_in_told(table)
    return table, (MoveTold(order.ply, san), *read, *made)


def _press_for(table: Table, side: chess.Color, ply: int, at_ms: int) -> Table:
    """Stop this side's clock, if it runs, for this ply as its press would: with its increment."""
    clock = table.play.clock
    if clock is None or clock.running != side:
        return table
    at_ms = max(at_ms, clock.since_ms)
    if clock.used_up(at_ms):
        return table
    moves = moves_made(table, side, ply)
    return table._replace(play=table.play.press_clock(side, ply, at_ms, moves))


def take_in_told(table: Table) -> Stepped:
    """Take in that the told move stands on the board, if it does: since its last settling edge."""
    agreed = table.seen.agreed
    told = agreed.told_line if agreed else None
    if agreed is None or told is None:
        return table, ()
    effects: tuple[Effect, ...] = ()
    made = table.line.goes_on_from(told)
    if made and table.line is told and not table.best.fits:
        return table, ()  # his piece, or its victim, is in the air again
    if not made:
        if not _looks_made(table, told):
            return table, ()
        at_ms = table.board.quiet_since_ms
        table, effects = reread(table, declare_line(table.seen, told), at_ms, said=True)
    at_ms, play = table.play.made_ms, table.play
    play = play.complete(max(told.ply, play.completed)).accept(max(told.ply, play.accepted))
    table = _press_for(hear(table._replace(play=play), told), agreed.side, told.ply, at_ms)
    table, started = _restart_clock(table, not agreed.side, at_ms)
    return unseat_program(table), (*effects, MoveCompleted(told.ply, at_ms), *started)


def unseat_program(table: Table) -> Table:
    """The table on which no program plays a side: it takes one with each move that it shows."""
    if not table.terms.program:
        return table
    terms = replace(table.terms, opponent=Seat.NOBODY, program=False)
    return table._replace(terms=terms, seen=table.seen._replace(agreed=None))


def _overrule(table: Table, now_ms: int) -> Stepped:
    """Take a legal move that a hand has made in place of a program's, once it has stood."""
    quiet_ms = table.board.quiet_since_ms
    if not _may_overrule(table) or now_ms < quiet_ms + OVERRULES_MS:
        return table, ()
    table = unseat_program(table)
    table, started = _restart_clock(table, table.line.side_to_move, quiet_ms)
    table, read = reread(table, tracker.look_again(table.seen), quiet_ms)
    return table, (*started, *read)


def _may_overrule(table: Table) -> bool:
    """Whether a board at rest shows another legal move than the one that a program shows."""
    agreed = table.seen.agreed
    if not table.terms.program or agreed is None or not agreed.told or table.line is not agreed.heard:
        return False
    return table.board.rested and astray_squares(table) in table.line.changes()


def _looks_made(table: Table, told: Line) -> bool:
    """Whether a board at rest looks as after the told move, and hands have touched no other square.

    Its victim may have left unseen.
    """
    move = told.move
    if not table.board.rested or move is None or table.line is not told.before or table.best.fits:
        return False
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    astray = (table.seen.occupancy ^ told.occupancy) & ~table.best.bad
    return not astray and table.best.touched | target == source | target


def _restart_clock(table: Table, side: chess.Color, at_ms: int) -> Stepped:
    """Start this side's clock, if both stood for the hand that was to make the opponent's move."""
    clock = table.play.clock
    if clock is None or not clock.started or clock.running is not None or table.play.ends:
        return table, ()
    if table.play.phase is not Phase.PLAYING:
        return table, ()
    play = table.play.start_clock(clock, side, max(at_ms, clock.since_ms))
    return table._replace(play=play), (ClockStarted(side),)


# What is taken back


def _follow_takeback(table: Table, now_ms: int) -> Stepped:
    """Let the opponent know a shorter game, if the game was taken back; by an order, another one."""
    agreed, line = table.seen.agreed, table.line
    if agreed is None or line is agreed.heard:
        return table, ()
    goes_on = line.goes_on_from(agreed.heard)
    if table.play.retreat and not goes_on:
        shorter = line if agreed.heard.goes_on_from(line) else None
        if shorter is None or agreed.back is shorter:
            return table, ()
        return table._replace(seen=table.seen._replace(agreed=agreed._replace(back=shorter))), ()
    if goes_on and agreed.allows(line):
        return table, ()
    back = agreed.back if agreed.back and line.goes_on_from(agreed.back) else line
    return _restart_clock(hear(table, back), back.side_to_move, now_ms)
