"""Orders carried out: those of the players (resignation, draws), of the arbiter, and of the panel.

The law: the board acts as arbiter and never claims on a player's behalf. An order that cannot
be carried out changes nothing and says why. Earlier presses are judged first. The PGN tells each act of the
arbiter after the ply that was then the last.
"""

import chess

from jadoube.core.messages.effects import (
    ArbiterActed,
    Effect,
    GameOver,
    OfferEnded,
    OrderRefused,
    SettingChanged,
)
from jadoube.core.messages.orders import (
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
    Stands,
    Take,
    TakeBack,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.reading import alternatives
from jadoube.core.rules.found_position import Question
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.stages import choices, draws, endings, pauses, takebacks
from jadoube.core.stages.adjudication import finish_game, lose, stop_clock
from jadoube.core.stages.periods import count_again
from jadoube.core.stages.presses import judge_all
from jadoube.core.stages.reeds import reread
from jadoube.core.state import as_it_stands, open_choices, settings
from jadoube.core.state.menu import Entry
from jadoube.core.state.refusal import CannotError, need
from jadoube.core.state.table import (
    Lies,
    Stepped,
    Table,
    clock_runs,
    leave_menu,
    promotion_waits,
    record_act,
)

WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}

_PlayerOrder = Resign | OfferDraw | AcceptDraw | DeclineDraw | ClaimDraw
_ArbiterOrder = SetCounter | ChangeTime | Penalise | Restore | Stands | Pause | Play
_Correction = TakeBack | Promote | Alternative | Take


def carry_out(table: Table, order: Order, now_ms: int) -> Stepped:
    """Carry out an order at an instant."""
    table, judged = judge_all(table)
    try:
        after, effects = _do_order(table, order, now_ms)
    except CannotError as refusal:
        return table, (*judged, OrderRefused(refusal.why))
    return after, judged + effects


def _do_order(table: Table, order: Order, now_ms: int) -> Stepped:
    """Carry out one order; after the game only a result, a new game and settings are possible."""
    match order:
        case Declare(result):
            return _declare(table, result, now_ms)
        case NewGame():
            return _begin_new_game(table, now_ms)
        case Choose(setting, value):
            return _change_setting(table, settings.SETTABLE[setting], value)
    need(table.phase is not Phase.OVER, Phrase.IS_OVER)
    need(not (table.clock and table.clock.used_up(now_ms)), Phrase.FLAG_HAS_FALLEN)
    if isinstance(order, _Correction):
        return _do_correction(table, order, now_ms)
    if isinstance(order, _PlayerOrder):
        need(table.phase is not Phase.SETTING_UP, Phrase.NOT_BEGUN)
        return _do_player_order(table, order, now_ms)
    return _do_arbiter_order(table, order, now_ms)


def _do_arbiter_order(table: Table, order: _ArbiterOrder, now_ms: int) -> Stepped:
    """Carry out an order of the arbiter other than a result."""
    match order:
        case SetCounter(move):
            return _set_counter(table, move, now_ms)
        case ChangeTime() | Penalise():
            return _change_time(table, order, now_ms)
        case Restore(ply):
            return _restore(table, ply, now_ms)
        case Stands():
            return _stand(table, order, now_ms)
        case Pause() | Play():
            return _pause_or_play(table, order, now_ms)


def _do_correction(table: Table, order: _Correction, now_ms: int) -> Stepped:
    """Carry out an order that players can also give with the keys."""
    match order:
        case TakeBack():
            return _take_back(table, now_ms)
        case Promote(piece):
            return _promote(table, piece)
        case Alternative() | Take():
            return _show_or_take_reading(table, order, now_ms)


def _do_player_order(table: Table, order: _PlayerOrder, now_ms: int) -> Stepped:
    """Carry out a resignation or a draw order; refused if the last ply already ends the game."""
    if table.ends and not promotion_waits(table):
        raise CannotError(Phrase.PLY_ENDS, why=table.ends.termination)
    match order:
        case Resign(side):
            saves = table.terms.rules.resignation_saves
            return lose(stop_clock(table, now_ms), side, Termination.RESIGNATION, saves)
        case OfferDraw() | AcceptDraw() | DeclineDraw() | ClaimDraw():
            return draws.carry_out_draw_order(table, order, now_ms)


def _pause_or_play(table: Table, order: Pause | Play, now_ms: int) -> Stepped:
    """Stop the clocks, or start them again."""
    clock = table.clock
    if clock is None:
        raise CannotError(Phrase.NO_CLOCK)
    runs = clock.running is not None
    if isinstance(order, Pause):
        need(runs, Phrase.NOT_RUNNING)
        table, effects = pauses.pause(table, now_ms)
    else:
        need(not runs, Phrase.RUNS_ALREADY)
        table, effects = pauses.play(table, now_ms)
        need(bool(effects), Phrase.NOT_STANDING)
    done = Phrase.CLOCKS_STOPPED if isinstance(order, Pause) else Phrase.CLOCK_STARTED
    table, told = _record_arbiter_act(table, sentence(done))
    return table, effects + told


def _change_time(table: Table, order: ChangeTime | Penalise, now_ms: int) -> Stepped:
    """Change the time of one side; a penalty gives the time to the opponent of the penalised side."""
    penalised, seconds, clock = isinstance(order, Penalise), order.seconds, table.clock
    side = not order.side if penalised else order.side
    if clock is None:
        raise CannotError(Phrase.NO_CLOCK)
    left_ms = clock.remaining_ms(side, now_ms)
    need(not clock.counts_up(side), Phrase.COUNTS_UP, side=side)
    takes = clock.takes(side, seconds * 1000, now_ms)
    need(takes, Phrase.TOO_LITTLE_LEFT, side=side, seconds=left_ms // 1000)
    table, amount = table._replace(clock=clock.give(side, seconds * 1000, now_ms)), _amount(side, seconds)
    return _record_arbiter_act(
        table, sentence(Phrase.PENALTY, side=order.side, amount=amount) if penalised else amount
    )


def _set_counter(table: Table, move: int, now_ms: int) -> Stepped:
    """Set the move counter; a period ends now if its move count is reached by it."""
    counter = move - table.line.board.fullmove_number
    return _record_arbiter_act(
        count_again(table._replace(counter=counter), now_ms), sentence(Phrase.COUNTER_SET, move=move)
    )


def _restore(table: Table, ply: int, now_ms: int) -> Stepped:
    """Go back to an earlier position of the game; the lamps lead to it. A draw offer ends."""
    need(ply <= table.line.ply, Phrase.NO_SUCH_PLY, ply=ply, most=table.line.ply)
    if ply == table.line.ply:
        raise CannotError(Phrase.AT_PLY_ALREADY, ply=ply)
    ended: tuple[Effect, ...] = () if table.offer is None else (OfferEnded(table.offer),)
    table = table._replace(illegal=False, candidate=None, offer=None, touched=None)
    table, unmade = reread(table, alternatives.take_back_to(table.seen, ply), now_ms)
    table, turned = takebacks.carry_out_takeback(table, table.line, now_ms)
    table, told = _record_arbiter_act(table, sentence(Phrase.RESTORED, ply=ply))
    return table, told + ended + unmade + turned


def _stand(table: Table, order: Stands, now_ms: int) -> Stepped:
    """Make the position on the board that of the game; a piece that cannot be told is asked for."""
    need(as_it_stands.has_begun(table), Phrase.NOT_BEGUN)
    found = as_it_stands.position_as_it_stands(table, order)
    if isinstance(found, Question):
        square = chess.SQUARE_NAMES[found.square]
        answers = tuple(f"{square}={piece.symbol()}" for piece in found.pieces)
        raise CannotError(Phrase.STANDS_ASKS, square=square, answers=answers)
    table = leave_menu(table)._replace(
        illegal=False, candidate=None, refused=None, retreat=None, touched=None
    )
    table, effects = reread(table, found.declare(table.seen), now_ms)
    table, turned = takebacks.carry_out_shortening(table, now_ms)
    if found.board:
        table = _make_final(table)
    table, told = _record_arbiter_act(table, sentence(Phrase.AS_IT_STANDS))
    return table, told + effects + turned


def _make_final(table: Table) -> Table:
    """The table whose last ply stands by the arbiter's word: nobody has to press for it or confirm it.

    The exception: the clock of the side that is not to move runs. Then its press is still missing.
    """
    ply, clock = table.line.ply, table.clock
    going = (clock.resumes if clock.running is None else clock.running) if clock else None
    completed = ply if going in (None, table.line.side_to_move) else table.completed
    known = table.seen.known if table.terms.rules.takeback else table.seen.known._replace(stays=ply)
    return table._replace(
        seen=table.seen._replace(known=known),
        completed=completed,
        confirmed=ply,
        accepted=ply,
        lies=Lies(table.turned),
    )


def _declare(table: Table, result: str, now_ms: int) -> Stepped:
    """Give the game a result, or replace it: the arbiter's decision overrides the board's."""
    unfinished = Termination.UNFINISHED if result == "*" else Termination.ARBITER
    outcome = Outcome(unfinished, WINNERS.get(result))
    table, told = _record_arbiter_act(table, sentence(Phrase.RESULT_IS, result=result))
    if table.phase is Phase.OVER:
        return table._replace(outcome=outcome, adjudication=None), (*told, GameOver(outcome))
    table, ended = finish_game(stop_clock(table, now_ms), outcome)
    return table, told + ended


def _begin_new_game(table: Table, now_ms: int) -> Stepped:
    """Close the game and begin another, as the menu does."""
    need(table.phase is not Phase.SETTING_UP, Phrase.NOT_BEGUN)
    need(not clock_runs(table), Phrase.A_CLOCK_RUNS)
    return endings.close_for_new_game(leave_menu(table), now_ms)


def _change_setting(table: Table, entry: Entry, value: str) -> Stepped:
    """Give a setting another value, and close the menu: it may show an entry that no longer exists."""
    if why := settings.refusal(table, entry):
        return table, (OrderRefused(why),)
    return leave_menu(settings.put(table, entry, value)), (SettingChanged(entry, value),)


def _take_back(table: Table, now_ms: int) -> Stepped:
    rule_set = table.terms.rules
    need(rule_set.takeback, Phrase.NO_TAKEBACKS, rules=rule_set.name)
    need(choices.may_take_back(table), Phrase.NO_MOVE_MADE)
    return choices.take_back(table._replace(candidate=None), now_ms)


def _promote(table: Table, piece: chess.PieceType) -> Stepped:
    after, effects = choices.choose_piece(table, piece)
    need(open_choices.shown_piece(after) == piece, Phrase.NO_PROMOTION)
    return after, effects


def _show_or_take_reading(table: Table, order: Alternative | Take, now_ms: int) -> Stepped:
    """Show the next reading, or take the named or shown one."""
    readings = open_choices.readings(table)
    need(bool(readings), Phrase.NO_OTHER)
    if isinstance(order, Alternative):
        return choices.show_next(table, now_ms)
    line = readings.get(order.san.rstrip("!?")) if order.san else table.candidate and table.candidate.line
    if line is None:
        phrase = Phrase.NO_SUCH_READING if order.san else Phrase.NONE_SHOWN
        raise CannotError(phrase, found=order.san, readings=tuple(readings))
    return choices.take(table, line, now_ms)


def _record_arbiter_act(table: Table, act: Sentence) -> Stepped:
    return record_act(table, sentence(Phrase.ARBITER, act=act)), (ArbiterActed(act),)


def _amount(side: chess.Color, seconds: int) -> Sentence:
    minutes, rest = divmod(abs(seconds), 60)
    phrase = Phrase.MORE_TIME if seconds > 0 else Phrase.LESS_TIME
    return sentence(phrase, time=f"{minutes}:{rest:02}", side=side)
