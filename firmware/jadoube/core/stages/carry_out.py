"""Orders carried out: those of the players (resignation, draws), of the arbiter, and of the panel.

The law: the board acts as arbiter and never claims on a player's behalf. Earlier presses are judged first.
Then `refusal` is asked; an order that it refuses changes nothing, and every other is carried out. The PGN
tells each act of the arbiter after the ply that was then the last. This file knows nothing of why an order
may be refused (`permissions/refusal.py`).
"""

from jadoube.core.messages.effects import (
    ArbiterActed,
    ClockStarted,
    Effect,
    GameOver,
    OfferEnded,
    OrderRefused,
    OrderUndone,
)
from jadoube.core.messages.orders import (
    AcceptDraw,
    Advise,
    Alternative,
    AskBack,
    Assess,
    Away,
    ChangeTime,
    Choose,
    ClaimDraw,
    CutOff,
    Decide,
    Declare,
    Declined,
    DeclineDraw,
    Forget,
    Helping,
    Hint,
    LightSquares,
    Linking,
    NameGame,
    NamePlayer,
    Naming,
    NewGame,
    NotFound,
    OfferDraw,
    Order,
    Pardon,
    Pause,
    Penalise,
    Play,
    Promote,
    Remember,
    Reopen,
    Resign,
    Restore,
    SeatProgram,
    Seeking,
    SeekOpponent,
    Serve,
    ServerOrder,
    SetClocks,
    SetCounter,
    SetMoves,
    SetPeriod,
    SetTime,
    Stands,
    StopSeeking,
    SwapNames,
    Take,
    TakeBack,
    TakeUp,
    Tell,
    Undo,
    WriteText,
    Wrong,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, changed_time, sentence
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import SETTINGS, Entry
from jadoube.core.permissions.refusal import decided_refusal, opponent_refusal, refusal, side_of_time
from jadoube.core.permissions.roles import role_refusal
from jadoube.core.reading import alternatives
from jadoube.core.rules.outcome import WINNERS, Outcome, Termination
from jadoube.core.stages import marking, naming
from jadoube.core.stages.clock import clock_setting, pauses
from jadoube.core.stages.clock.periods import count_again
from jadoube.core.stages.hands import choices, illegal_presses, takebacks
from jadoube.core.stages.hands.presses import judge_all
from jadoube.core.stages.hands.reeds import difference, look_for_last_ply, reread
from jadoube.core.stages.others import helping, linking, opponents, seeking, server_games
from jadoube.core.stages.result import draws, endings, reopening
from jadoube.core.stages.result.adjudication import finish_game, lose, stop_clock
from jadoube.core.stages.setting_values import change_setting
from jadoube.core.state import as_it_stands, undo
from jadoube.core.state.hands import open_choices
from jadoube.core.state.table import (
    Lies,
    Stepped,
    Table,
    expect_position,
    leave_menu,
    record_act,
)

_Setting = SetTime | SetMoves | SetPeriod
_ArbiterOrder = _Setting | SetCounter | ChangeTime | Restore | Stands | Reopen | Pause | Play
_Judgement = Penalise | Pardon | Decide
_OfPeople = AskBack | Declined | Away | CutOff
_BESIDE_PLAY = Choose | Naming | Helping | Seeking | Linking | SetClocks | _OfPeople
_ProgramOrder = Tell | ServerOrder | Helping | Seeking | Linking
_Correction = TakeBack | Undo | Promote | Alternative | Take


def carry_out(table: Table, order: Order, now_ms: int, role: Role = Role.OWNER) -> Stepped:
    """Carry out an order that is given in this role at an instant, unless `refusal` refuses it.

    A press that waits for a piece to land goes on waiting at an order that this role may not give, at a
    setting, a name, a hint, and what a server says of its clocks and its people: none has to do with the
    game's moves. A mark changes nothing at all.
    """
    if why := role_refusal(order, role):
        return table, (OrderRefused(why),)
    if role is Role.OPPONENT and (why := opponent_refusal(table, order)):
        return table, (OrderRefused(why),)
    if isinstance(order, Wrong):
        return _do_order(table, order, now_ms, role)
    table, judged = (table, ()) if isinstance(order, _BESIDE_PLAY) else judge_all(table)
    ready, looked = look_first(table, order, now_ms)
    if why := refusal(ready, order, now_ms, role):
        return table, (*judged, OrderRefused(why))
    if role is not Role.OPPONENT and (asked := server_games.ask(ready, order)):
        return asked[0], judged + looked + asked[1]
    after, effects = _do_order(ready, order, now_ms, role)
    return undo.keep(ready, after, order, now_ms), judged + looked + effects


def look_first(table: Table, order: Order, now_ms: int) -> Stepped:
    """The table of which `refusal` is asked: who chooses a piece says that a pawn in the air promotes.

    That takes a search. If the order is refused all the same, nothing was found.
    """
    looks = isinstance(order, Promote) and decided_refusal(table, now_ms) is None
    return choices.look_for_promotion(table) if looks else (table, ())


def _do_order(table: Table, order: Order, now_ms: int, role: Role) -> Stepped:
    """Carry out an order that is not refused."""
    if isinstance(order, _ProgramOrder):
        return _do_program_order(table, order, now_ms, role)
    match order:
        case Wrong():
            done = marking.mark_wrong(table, now_ms)
        case Declare(result):
            done = _declare(table, result, now_ms)
        case NewGame():
            done = endings.close_for_new_game(leave_menu(table), now_ms)
        case Choose(setting, value):
            done = _change_setting(table, SETTINGS[setting].entry, value, now_ms)
        case NamePlayer() | NameGame() | SwapNames() | Remember() | Forget():
            done = naming.name(table, order)
        case Resign() | OfferDraw() | AcceptDraw() | DeclineDraw() | ClaimDraw():
            done = _do_player_order(table, order, now_ms)
        case Penalise() | Pardon() | Decide():
            done = _do_judgement(table, order, now_ms)
        case TakeBack() | Undo() | Promote() | Alternative() | Take():
            done = _do_correction(table, order, now_ms)
        case _:
            done = _do_arbiter_order(table, order, now_ms, role)
    return done


def _do_program_order(table: Table, order: _ProgramOrder, now_ms: int, role: Role) -> Stepped:
    """Take in what an opponent from elsewhere, his server, an adviser or a program on a link says."""
    match order:
        case Tell():
            return server_games.learn(table, order, now_ms) or opponents.tell(table, order, now_ms)
        case Hint() | Advise() | Assess():
            return helping.help_with(table, order, now_ms)
        case SeekOpponent() | StopSeeking() | TakeUp() | NotFound() | Serve():
            return seeking.carry_out_seeking(table, order, now_ms)
        case LightSquares() | WriteText() | SeatProgram():
            return linking.carry_out_linking(table, order, role, now_ms)
    return server_games.carry_out_server_order(table, order, now_ms)


def _do_player_order(table: Table, order: Resign | draws.DrawOrder, now_ms: int) -> Stepped:
    """Carry out a resignation or a draw order."""
    if isinstance(order, Resign):
        table, last = look_for_last_ply(table, now_ms, order.side)
        saves = table.terms.rules.resignation_saves
        table, ended = lose(stop_clock(table, now_ms), order.side, Termination.RESIGNATION, saves)
        return table, last + ended
    return draws.carry_out_draw_order(table, order, now_ms)


def _do_arbiter_order(table: Table, order: _ArbiterOrder, now_ms: int, role: Role) -> Stepped:
    """Carry out an order of the arbiter other than a result."""
    match order:
        case SetTime() | SetMoves() | SetPeriod() | SetCounter():
            return _set(table, order, now_ms)
        case ChangeTime(_, seconds):
            return _change_time(table, order, seconds, now_ms)
        case Restore(ply):
            return _restore(table, ply, now_ms)
        case Stands():
            return _stand(table, order, now_ms)
        case Reopen():
            return reopening.reopen(table, now_ms)
        case Pause() | Play():
            return _pause_or_play(table, order, now_ms, role)


def _do_judgement(table: Table, order: _Judgement, now_ms: int) -> Stepped:
    """Give a penalty, take one back, or decide about an illegal move."""
    match order:
        case Penalise(side, None):
            return illegal_presses.penalise(table, side, now_ms)
        case Penalise(_, int(seconds)):
            return _change_time(table, order, seconds, now_ms)
        case Pardon(side):
            return illegal_presses.pardon(table, side, now_ms)
        case Decide(penalty):
            return illegal_presses.decide(table, now_ms, penalty=penalty)
    return table, ()


def _do_correction(table: Table, order: _Correction, now_ms: int) -> Stepped:
    """Carry out an order that players can also give with the keys."""
    match order:
        case TakeBack():
            return choices.take_back(table._replace(panel=table.panel.hide_reading()), now_ms)
        case Undo():
            return _undo(table, now_ms)
        case Promote(piece):
            return choices.promote_to(table, piece)
        case Alternative():
            return choices.show_next(table, now_ms)
        case Take(san):
            line = open_choices.find_reading(table, san)
            return choices.take(table, line, now_ms) if line else (table, ())


def _undo(table: Table, now_ms: int) -> Stepped:
    """Take the table as it was before the last order, and what that changes; reopen a game that it ended."""
    undone = table.undoable
    if undone is None:
        return table, ()  # `refusal` has told it
    if table.play.phase is Phase.OVER:
        reopened, effects = reopening.reopen(table, now_ms)
        return reopened, (OrderUndone(undone.order), *effects)
    after = undo.revert(table)
    effects = difference(table.line, after.seen, after.play.accepted)
    running = after.play.clock.running if after.play.clock else None
    if running is not None and table.play.clock and table.play.clock.running != running:
        effects += (ClockStarted(running),)
    return after, (OrderUndone(undone.order), *effects)


def _pause_or_play(table: Table, order: Pause | Play, now_ms: int, role: Role) -> Stepped:
    """Stop the clocks, or start them again; only in the arbiter's own name is it an act of the arbiter.

    The PGN has pauses in a tag of their own, not among the moves.
    """
    if isinstance(order, Pause):
        done, (table, effects) = Phrase.CLOCKS_STOPPED, pauses.pause(table, now_ms, role)
    else:
        done, (table, effects) = Phrase.CLOCK_STARTED, pauses.play(table, now_ms)
        if table.play.phase is Phase.OVER:
            return table, effects
    told = (ArbiterActed(sentence(done)),) if role is Role.ARBITER else ()
    return table, (*effects, *told)


def _change_time(table: Table, order: ChangeTime | Penalise, seconds: int, now_ms: int) -> Stepped:
    """Change the time of one side; a penalty gives the time to the opponent of the penalised side."""
    side, clock = side_of_time(order), table.play.clock
    amount = changed_time(side, seconds)
    if clock:
        table = table._replace(play=table.play.set_clock(clock.give(side, seconds * 1000, now_ms)))
    if isinstance(order, Penalise):
        table = table._replace(play=table.play.penalise(order.side, seconds, counts=False))
        amount = sentence(Phrase.PENALTY, side=order.side, amount=amount)
    return _record_arbiter_act(table, amount)


def _set(table: Table, order: _Setting | SetCounter, now_ms: int) -> Stepped:
    """Set a side's time, moves or period, or the move counter of both."""
    if isinstance(order, SetCounter):
        return _set_counter(table, order.move, now_ms)
    return _record_arbiter_act(*clock_setting.set_clock(table, order, now_ms))


def _set_counter(table: Table, move: int, now_ms: int) -> Stepped:
    """Set the move counter; a period ends now if its move count is reached by it."""
    counter = move - table.line.board.fullmove_number
    return _record_arbiter_act(
        count_again(table._replace(play=table.play.correct_counter(counter)), now_ms),
        sentence(Phrase.COUNTER_SET, move=move),
    )


def _restore(table: Table, ply: int, now_ms: int) -> Stepped:
    """Go back to an earlier position of the game; the lamps lead to it. A draw offer ends."""
    ended: tuple[Effect, ...] = () if table.play.offer is None else (OfferEnded(table.play.offer),)
    table = expect_position(table._replace(play=table.play.offer_draw(None).touch(None)))
    table, unmade = reread(table, alternatives.take_back_to(table.seen, ply), now_ms)
    table, turned = takebacks.carry_out_takeback(table, table.line, now_ms)
    table, told = _record_arbiter_act(table, sentence(Phrase.RESTORED, ply=ply))
    return table, told + ended + unmade + turned


def _stand(table: Table, order: Stands, now_ms: int) -> Stepped:
    """Make the position on the board that of the game."""
    found = as_it_stands.position_as_it_stands(table, order)
    if not isinstance(found, as_it_stands.Declared):
        return table, ()  # a question or a refusal, which `refusal` has told
    table = expect_position(leave_menu(table))
    table = table._replace(play=table.play.expect_position(), notices=table.notices.hide_refusal())
    table, effects = reread(table, found.declare(table.seen), now_ms, said=True)
    table, turned = takebacks.carry_out_shortening(table, now_ms)
    if found.board:
        table = _make_final(table)
    table, told = _record_arbiter_act(table, sentence(Phrase.AS_IT_STANDS))
    return table, told + effects + turned


def _make_final(table: Table) -> Table:
    """The table whose last ply stands by the arbiter's word: nobody has to press for it or confirm it.

    The exception: the clock of the side that is not to move runs. Then its press is still missing.
    """
    ply, clock = table.line.ply, table.play.clock
    going = (clock.resumes if clock.running is None else clock.running) if clock else None
    completed = ply if going in (None, table.line.side_to_move) else table.play.completed
    known = table.seen.known if table.terms.rules.takeback else table.seen.known._replace(stays=ply)
    return table._replace(
        seen=table.seen._replace(known=known),
        play=table.play.complete(completed).confirm(ply).accept(ply),
        lies=Lies(table.turned),
    )


def _declare(table: Table, result: str, now_ms: int) -> Stepped:
    """Give the game a result, or replace it: the arbiter's decision overrides the board's."""
    unfinished = Termination.UNFINISHED if result == "*" else Termination.ARBITER
    outcome = Outcome(unfinished, WINNERS.get(result))
    loser = None if outcome.winner is None else not outcome.winner
    table, last = look_for_last_ply(table, now_ms, loser)
    table, told = _record_arbiter_act(table, sentence(Phrase.RESULT_IS, result=result))
    if table.play.phase is Phase.OVER:
        return table._replace(play=table.play.settle_outcome(outcome)), (*told, GameOver(outcome))
    table, ended = finish_game(stop_clock(table, now_ms), outcome)
    return table, last + told + ended


def _change_setting(table: Table, entry: Entry, value: str, now_ms: int) -> Stepped:
    """Give a setting another value, and close the menu: it may show an entry that no longer exists."""
    table, effects = change_setting(table, entry, value, now_ms)
    return leave_menu(table), effects


def _record_arbiter_act(table: Table, act: Sentence) -> Stepped:
    return record_act(table, sentence(Phrase.ARBITER, act=act)), (ArbiterActed(act),)
