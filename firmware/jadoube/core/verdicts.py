"""What an order does: the players' words (resignation, draws), the arbiter's hand, what the panel does, too.

The law (behaviour.md): the board acts as arbiter and never claims on a player's behalf. An order that cannot
be carried out changes nothing and says why. Presses that came before it are judged first. Each act of the
arbiter is told in the PGN behind the ply that was the last one.
"""

import chess

from jadoube.core import choosing, corrections, endings, pauses, rules, settings, takebacks
from jadoube.core.adjudication import lose, over, stop_clock
from jadoube.core.effects import (
    ArbiterActed,
    ClaimRefused,
    DrawOffered,
    Effect,
    GameOver,
    OfferEnded,
    OrderRefused,
    Outcome,
    SettingChanged,
    Termination,
)
from jadoube.core.menu import Entry
from jadoube.core.orders import (
    AcceptDraw,
    Alternative,
    ChangeTime,
    Choose,
    ClaimDraw,
    Declare,
    DeclineDraw,
    NewGame,
    OfferDraw,
    Order,
    Pause,
    Penalise,
    Play,
    Promote,
    Resign,
    Restore,
    SetCounter,
    Take,
    TakeBack,
)
from jadoube.core.periods import count_again, penalty_s
from jadoube.core.phases import Phase
from jadoube.core.presses import judge_all
from jadoube.core.readings import reread
from jadoube.core.rules import Repeated
from jadoube.core.table import Table, Told, acted, clock_runs, promotion_waits, without_menu
from jadoube.core.words import side_name

WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}


_Players = Resign | OfferDraw | AcceptDraw | DeclineDraw | ClaimDraw
_Arbiters = SetCounter | ChangeTime | Penalise | Restore | Pause | Play
_Corrections = TakeBack | Promote | Alternative | Take


class _CannotError(Exception):
    """An order that cannot be carried out now; the text says why."""


def carry_out(table: Table, order: Order, now_ms: int) -> Told:
    """Carry out an order at an instant."""
    table, judged = judge_all(table)
    try:
        after, effects = _carried_out(table, order, now_ms)
    except _CannotError as refusal:
        return table, (*judged, OrderRefused(str(refusal)))
    return after, judged + effects


def _carried_out(table: Table, order: Order, now_ms: int) -> Told:
    """Do what an order says; a finished game takes the arbiter's word on the result, and what is not play."""
    match order:
        case Declare(result):
            return _declare(table, result, now_ms)
        case NewGame():
            return _new_game(table, now_ms)
        case Choose(setting, value):
            return _set(table, settings.SETTABLE[setting], value)
    _need(table.phase is not Phase.OVER, "the game is over")
    _need(not (table.clock and table.clock.used_up(now_ms)), "a flag has fallen")
    if isinstance(order, _Corrections):
        return _corrected(table, order, now_ms)
    if isinstance(order, _Players):
        _need(table.phase is not Phase.SETTING_UP, "no game has begun")
        return _agreed(table, order, now_ms)
    return _by_hand(table, order, now_ms)


def _by_hand(table: Table, order: _Arbiters, now_ms: int) -> Told:
    """The arbiter's hand, but for the result."""
    match order:
        case SetCounter(move):
            return _set_counter(table, move, now_ms)
        case ChangeTime() | Penalise():
            return _give(table, order, now_ms)
        case Restore(ply):
            return _restore(table, ply, now_ms)
        case Pause() | Play():
            return _clock(table, order, now_ms)


def _corrected(table: Table, order: _Corrections, now_ms: int) -> Told:
    """What players choose with the keys, too."""
    match order:
        case TakeBack():
            return _take_back(table, now_ms)
        case Promote(piece):
            return _promote(table, piece)
        case Alternative() | Take():
            return _read_otherwise(table, order, now_ms)


def _agreed(table: Table, order: _Players, now_ms: int) -> Told:
    """The players' own words: each may end the game, but for one that its last ply ends already."""
    if table.ends and not promotion_waits(table):
        raise _CannotError(f"the last ply ends the game: {table.ends.termination}")
    match order:
        case Resign(side):
            saves = table.terms.rules.resignation_saves
            return lose(stop_clock(table, now_ms), side, Termination.RESIGNATION, saves)
        case OfferDraw(side) if table.offer != (not side):
            return _offer(table, side)
        case OfferDraw(side) | AcceptDraw(side):
            _need(table.offer == (not side), f"{side_name(not side)} has offered no draw")
            return over(stop_clock(table, now_ms), Outcome(Termination.AGREEMENT))
        case DeclineDraw(side):
            _need(table.offer == (not side), f"{side_name(not side)} has offered no draw")
            table = acted(table._replace(offer=None), f"{side_name(side)} declines the draw")
            return table, (OfferEnded(not side),)
        case ClaimDraw(side, san):
            return _claim(table, side, san, now_ms)


def _offer(table: Table, side: chess.Color) -> Told:
    _need(table.line.ply >= table.terms.rules.agreed_after, "a draw can be agreed after a move by each side")
    _need(table.offer is None, f"{side_name(side)} has offered a draw already")
    return acted(table._replace(offer=side), f"{side_name(side)} offers a draw"), (DrawOffered(side),)


def _claim(table: Table, side: chess.Color, san: str, now_ms: int) -> Told:
    """Grant a claim that is right; one that is wrong is an offer of a draw (FIDE 9.1.2.3, 9.5.3)."""
    rule_set, line = table.terms.rules, table.line
    _need(rule_set.repeated is Repeated.CLAIM, f"under the rules {rule_set.name!r} no draw is claimed")
    _need(line.side_to_move == side, f"{side_name(side)} does not have the move")
    if san:
        line = line.after(_move(line.board, san))
    if why := rules.claimable(line):
        table = acted(table, f"{side_name(side)} claims a draw{f' by {san}' if san else ''}: {why}")
        return over(stop_clock(table, now_ms), Outcome(why))
    seconds, clock = penalty_s(table, side), table.clock
    if clock and seconds:
        table = table._replace(clock=clock.give(not side, seconds * 1000, now_ms))
    table = acted(table, f"{side_name(side)} claims a draw, wrongly")
    if table.line.ply < rule_set.agreed_after:
        return table, (ClaimRefused(side, seconds),)
    return table._replace(offer=side), (ClaimRefused(side, seconds), DrawOffered(side))


def _move(board: chess.Board, san: str) -> chess.Move:
    """Read a legal move; to python-chess no move at all is one that can be written, too."""
    try:
        move = board.parse_san(san)
    except ValueError:
        move = chess.Move.null()
    _need(bool(move), f"{san!r} found, expected a legal move of {side_name(board.turn)}")
    return move


def _clock(table: Table, order: Pause | Play, now_ms: int) -> Told:
    """Stop the clocks, or let them run."""
    clock = table.clock
    if clock is None:
        raise _CannotError("there is no clock")
    runs = clock.running is not None
    if isinstance(order, Pause):
        _need(runs, "no clock runs")
        table, effects = pauses.pause(table, now_ms)
    else:
        _need(not runs, "a clock runs already")
        table, effects = pauses.play(table, now_ms)
        _need(bool(effects), "the pieces do not stand as they should")
    table, told = _act(
        table, "the clocks are stopped" if isinstance(order, Pause) else "the clock is started"
    )
    return table, effects + told


def _give(table: Table, order: ChangeTime | Penalise, now_ms: int) -> Told:
    """Change the time of one side; a penalty gives it to the opponent of who earned it."""
    penalised, seconds, clock = isinstance(order, Penalise), order.seconds, table.clock
    side = not order.side if penalised else order.side
    if clock is None:
        raise _CannotError("there is no clock")
    left_ms = clock.remaining_ms(side, now_ms)
    _need(not clock.counts_up(side), f"{side_name(side)}'s time counts up")
    _need(clock.takes(side, seconds * 1000, now_ms), f"{side_name(side)} has only {left_ms // 1000} s left")
    act = f"penalty for {side_name(order.side)}: " if penalised else ""
    table = table._replace(clock=clock.give(side, seconds * 1000, now_ms))
    return _act(table, f"{act}{_amount(side, seconds)}")


def _set_counter(table: Table, move: int, now_ms: int) -> Told:
    """Set the move counter: a period whose moves are made by it ends now."""
    counter = move - table.line.board.fullmove_number
    return _act(count_again(table._replace(counter=counter), now_ms), f"the move counter is set to {move}")


def _restore(table: Table, ply: int, now_ms: int) -> Told:
    """Go back to an earlier position of the game, which the lamps lead to; what was offered later is void."""
    _need(ply <= table.line.ply, f"ply {ply} found, expected 0 to {table.line.ply}")
    if ply == table.line.ply:
        raise _CannotError(f"the game is at ply {ply} already")
    ended: tuple[Effect, ...] = () if table.offer is None else (OfferEnded(table.offer),)
    table = table._replace(illegal=False, candidate=None, offer=None, touched=None)
    table, unmade = reread(table, corrections.back_to(table.seen, ply), now_ms)
    table, turned = takebacks.certain(table, table.line, now_ms)
    table, told = _act(table, f"the position after ply {ply} is set up again")
    return table, told + ended + unmade + turned


def _declare(table: Table, result: str, now_ms: int) -> Told:
    """Give the game a result, or another one: the arbiter's word stands above the board's."""
    unfinished = Termination.UNFINISHED if result == "*" else Termination.ARBITER
    outcome = Outcome(unfinished, WINNERS.get(result))
    table, told = _act(table, f"the result is {result}")
    if table.phase is Phase.OVER:
        return table._replace(outcome=outcome, adjudication=None), (*told, GameOver(outcome))
    table, ended = over(stop_clock(table, now_ms), outcome)
    return table, told + ended


def _new_game(table: Table, now_ms: int) -> Told:
    """Close the game and begin another, as the menu does."""
    _need(table.phase is not Phase.SETTING_UP, "no game has begun")
    _need(not clock_runs(table), "a clock runs")
    return endings.begin_anew(without_menu(table), now_ms)


def _set(table: Table, entry: Entry, value: str) -> Told:
    """Give a setting another value. The menu is left, which may have shown what is there no more."""
    why = settings.refusal(table, entry)
    _need(not why, why)
    return without_menu(settings.put(table, entry, value)), (SettingChanged(entry, value),)


def _take_back(table: Table, now_ms: int) -> Told:
    rule_set = table.terms.rules
    _need(rule_set.takeback, f"under the rules {rule_set.name!r} the players take nothing back")
    _need(choosing.may_take_back(table), "no move has been made")
    return choosing.take_back(table._replace(candidate=None), now_ms)


def _promote(table: Table, piece: chess.PieceType) -> Told:
    after, effects = choosing.choose_piece(table, piece)
    _need(choosing.shown_piece(after) == piece, "no promotion waits for its piece")
    return after, effects


def _read_otherwise(table: Table, order: Alternative | Take, now_ms: int) -> Told:
    """Show the next reading, or take one."""
    readings = choosing.readings(table)
    _need(bool(readings), "no other reading explains the board")
    if isinstance(order, Alternative):
        return choosing.show_next(table, now_ms)
    line = readings.get(order.san.rstrip("!?")) if order.san else table.candidate and table.candidate.line
    if line is None:
        found = f"{order.san!r} found" if order.san else "no reading is shown"
        raise _CannotError(f"{found}, expected one of: {', '.join(readings)}")
    return choosing.take(table, line, now_ms)


def _act(table: Table, act: str) -> Told:
    return acted(table, f"arbiter: {act}"), (ArbiterActed(act),)


def _amount(side: chess.Color, seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    return f"{minutes}:{rest:02} {'more' if seconds > 0 else 'less'} for {side_name(side)}"


def _need(holds: bool, why: str) -> None:
    if not holds:
        raise _CannotError(why)
