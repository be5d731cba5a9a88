"""May this be ordered now? The one answer, for everybody who asks.

The law: `refusal` only looks at the table. It changes nothing, runs no order, makes no new line and starts no
search, so another thread may call it. The executor (`stages/carry_out.py`) asks it before it does anything.
The menu, the levers that confirm, and the page ask the same function; so do command line and socket, whose
orders go to the executor. What it does not refuse is carried out. Who may give an order is asked first
(`roles.py`).

Two things take a search: judging a press that is still open, and finding a promotion that nobody has called
for yet (the pawn is in the air). The executor decides both first, then asks. Menu and page ask about the
table as it stands: they know nothing of an open press, and offer a promotion once it is read. What saves a
side that resigns takes a search, too, but it changes the result and refuses nothing: nobody here needs it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.lichess_speeds import suits_computer, suits_strangers
from jadoube.core.messages import orders
from jadoube.core.messages.opponents import Whom
from jadoube.core.messages.orders import Order
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.messages.roles import PLAYERS, Role
from jadoube.core.messages.settings import NAMES, SETTINGS, Entry, Need
from jadoube.core.permissions.roles import role_refusal
from jadoube.core.rules.found_position import Question
from jadoube.core.rules.game_line import Line, numbered_san
from jadoube.core.rules.rule_sets import Repeated
from jadoube.core.squares import Occupancy, names
from jadoube.core.state.as_it_stands import has_begun, position_as_it_stands
from jadoube.core.state.hands.open_choices import find_reading, has_readings, readings, shown_piece
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.help_question import About, ask_for_help
from jadoube.core.state.others.opponent_question import is_in_doubt, told_move, which_to_send
from jadoube.core.state.settings import has_hints
from jadoube.core.state.table import (
    Table,
    clock_runs,
    is_kept_elsewhere,
    is_set_up,
    is_strewn,
    last_server_game,
    promotion_waits,
)
from jadoube.core.state.undo import can_undo


def refusal(table: Table, order: Order, now_ms: int, role: Role = Role.OWNER) -> Sentence | None:
    """Why this order, in this role, cannot be carried out at this instant (ms); None if it can."""
    return (
        role_refusal(order, role)
        or (opponent_refusal(table, order) if role is Role.OPPONENT else None)
        or (program_refusal(table, order) if role is Role.PROGRAM else None)
        or Asked(table, now_ms, role).refusal(order)
    )


class Asked:
    """A table at one instant, asked about several orders: what no order changes is found out once.

    It answers as `refusal` does for the owner, who may give every order, unless another role is named; it
    keeps what the guards of the table say. Throw it away with the table.
    """

    def __init__(self, table: Table, now_ms: int, role: Role = Role.OWNER) -> None:
        self.table = table
        self.now_ms = now_ms
        self._role = role
        self._said: dict[_TableGuard, Sentence | None] = {}

    def refusal(self, order: Order) -> Sentence | None:
        """Why this order cannot be carried out; None if it can."""
        if self.table.terms.server_game and (why := server_refusal(self.table, order, self._role)):
            return why
        said, guards = self._said, _GUARDS[type(order)]
        for of_table in guards.of_table:
            if of_table not in said:
                said[of_table] = of_table(self.table, self.now_ms)
            if why := said[of_table]:
                return why
        return guards.of_order(self.table, order, self.now_ms) if guards.of_order else None


def opponent_refusal(table: Table, order: Order) -> Sentence | None:
    """Why the opponent from elsewhere may not give this order: he speaks for his own side; None if he may."""
    agreed, side = table.seen.agreed, getattr(order, "side", None)
    if isinstance(order, _OF_NO_GAME):
        return None
    if agreed is None:
        return sentence(Phrase.NO_OPPONENT)
    if side in (None, agreed.side):
        return None
    return sentence(Phrase.ROLE_MAY_NOT, role=Role.OPPONENT, roles=(PLAYERS[not agreed.side], Role.OWNER))


def program_refusal(table: Table, order: Order) -> Sentence | None:
    """Why a program on a link may not give this order: not in a game that a server keeps."""
    if is_kept_elsewhere(table):
        return sentence(Phrase.SERVER_KEEPS)
    if isinstance(order, orders.Tell) and not table.terms.program:
        return sentence(Phrase.NO_OPPONENT)
    return None


_OF_NO_GAME: Final = (orders.Join, orders.TakeUp, orders.NotFound, orders.StopSeeking, orders.Serve)
"""What he says before he has a side."""

_SERVERS: Final = (
    *(orders.Pause, orders.Play, orders.ChangeTime, orders.SetTime, orders.SetMoves, orders.SetPeriod),
    *(orders.SetCounter, orders.Restore, orders.Stands, orders.Penalise, orders.Undo, orders.Reopen),
    *(orders.Declare, orders.NewGame, orders.SeekOpponent),
)
"""The orders that nobody gives in a game on a server: its position, its clocks and its end are there. Who
has lost the server for good gives the order `ended * aborted`."""


def server_refusal(table: Table, order: Order, role: Role) -> Sentence | None:
    """Why this order does not fit a game on a server; nobody here speaks for the opponent there."""
    speaks = (
        isinstance(order, _SPOKEN) and role is not Role.OPPONENT and order.side == table.terms.opponent.side
    )
    writes = isinstance(order, orders.WriteText) and role is not Role.ARBITER  # it may be advice
    if table.play.phase is Phase.OVER or not (speaks or writes or isinstance(order, _SERVERS)):
        return None
    return sentence(Phrase.SERVER_KEEPS)


_SPOKEN: Final = (orders.Resign, orders.OfferDraw, orders.AcceptDraw, orders.DeclineDraw, orders.ClaimDraw)
"""What a player says for himself."""


# Guards that keys ask, too: a key that would be refused does nothing


def play_refusal(table: Table) -> Sentence | None:
    """Why `play` cannot start the clock; None if it is paused, or the pieces stand right.

    While the arbiter is asked about an illegal move, the clocks stand.
    """
    if table.play.clock is None:
        return sentence(Phrase.NO_CLOCK)
    if clock_runs(table):
        return sentence(Phrase.RUNS_ALREADY)
    if (ruling := table.play.ruling) and ruling.open:
        return sentence(Phrase.VERDICT_FIRST, side=ruling.side)
    if table.play.phase is Phase.PAUSED:
        return _time_is_up(table, table.play.clock)
    if table.play.clock.started and (why := _hand_first(table)):
        return why
    stands = not is_strewn(table) and (table.seen.ready or is_set_up(table))
    return None if stands else sentence(Phrase.NOT_STANDING)


def _hand_first(table: Table) -> Sentence | None:
    """What a hand is to do against an opponent from elsewhere before a clock runs again; None: nothing."""
    if is_in_doubt(table):
        return which_to_send(table)
    told = told_move(table)
    return sentence(Phrase.MAKE_MOVE, side=told.mover, san=numbered_san(told)) if told else None


def _time_is_up(table: Table, clock: ChessClock) -> Sentence | None:
    """Why the clock cannot go on: a side has no time left, and a flag would end the game (FIDE 6.10.2)."""
    side = clock.used_up_side() if table.terms.rules.flag_ends else None
    return None if side is None else sentence(Phrase.TIME_IS_UP, side=side)


def takeback_refusal(table: Table) -> Sentence | None:
    """Why the players cannot take a ply back in a game that goes on; None if they can."""
    rule_set = table.terms.rules
    if not (rule_set.takeback or is_kept_elsewhere(table)):
        return sentence(Phrase.NO_TAKEBACKS, rules=rule_set.name)
    return None if table.line.ply else sentence(Phrase.NO_MOVE_MADE)


def setting_refusal(table: Table, entry: Entry) -> Sentence | None:
    """Why this setting cannot change now, to any value; None if it can."""
    for need in SETTINGS[NAMES[entry]].needs:
        why: Sentence | None = None
        match need:
            case Need.BEFORE_A_GAME if table.play.phase is not Phase.SETTING_UP:
                why = sentence(Phrase.BEFORE_A_GAME, entry=entry)
            case Need.NOT_OVER if table.play.phase is Phase.OVER:
                why = sentence(Phrase.IS_OVER)
            case Need.HINTS_ALLOWED if not has_hints(table.terms.rules):
                why = sentence(Phrase.NO_HINTS, rules=table.terms.rules.name)
            case Need.AGREED_HERE if table.terms.server_game and is_kept_elsewhere(table):
                why = sentence(Phrase.SERVER_KEEPS)
            case Need.FAIR_PLAY if table.terms.server_game and not allows_help(table):
                why = sentence(Phrase.FAIR_PLAY)
            case Need.CLOCK_STANDS if clock_runs(table):
                why = sentence(Phrase.A_CLOCK_RUNS)
        if why:
            return why
    return None


def decided_refusal(table: Table, now_ms: int) -> Sentence | None:
    """Why nothing more can be ordered in this game: it is over, or a flag has fallen; None if it goes on."""
    if table.play.phase is Phase.OVER:
        return sentence(Phrase.IS_OVER)
    fell = table.play.clock is not None and table.play.clock.used_up(now_ms)
    return sentence(Phrase.FLAG_HAS_FALLEN) if fell else None


# Guards of the table: why no order of some kinds can be carried out, whatever the order says; None if it can

_TableGuard = Callable[[Table, int], Sentence | None]


def _unless(holds: object, phrase: Phrase, **parts: Any) -> Sentence | None:
    return None if holds else sentence(phrase, **parts)


def _has_begun(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(table.play.phase is not Phase.SETTING_UP, Phrase.NOT_BEGUN)


def _has_clock(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(table.play.clock, Phrase.NO_CLOCK)


def _clock_stands(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(not clock_runs(table), Phrase.A_CLOCK_RUNS)


def _clock_runs(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(clock_runs(table), Phrase.NOT_RUNNING)


def _may_play(table: Table, _now_ms: int) -> Sentence | None:
    return play_refusal(table)


def _may_take_back(table: Table, _now_ms: int) -> Sentence | None:
    return takeback_refusal(table)


def _ply_is_open(table: Table, _now_ms: int) -> Sentence | None:
    """The last ply may already end the game; a promotion may still become another piece."""
    if table.play.ends and not promotion_waits(table):
        return sentence(Phrase.PLY_ENDS, why=table.play.ends.termination)
    return None


def _may_reopen(table: Table, _now_ms: int) -> Sentence | None:
    """The game that is over, or the one before as long as nothing was played in this one; not a server's."""
    over = table if table.play.phase is Phase.OVER else None if table.line.ply else table.before
    if over and over.terms.server_game:
        return sentence(Phrase.SERVER_KEEPS)
    return _unless(over, Phrase.NOTHING_TO_REOPEN)


def _is_asked(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(table.play.ruling and table.play.ruling.open, Phrase.NO_VERDICT)


def _promotes(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(shown_piece(table), Phrase.NO_PROMOTION)


def _has_readings(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(has_readings(table), Phrase.NO_OTHER)


def _has_undoable(table: Table, now_ms: int) -> Sentence | None:
    return _unless(can_undo(table, now_ms), Phrase.NOTHING_TO_UNDO)


def _has_position(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(has_begun(table), Phrase.NOT_BEGUN)


def _may_help(table: Table, _now_ms: int) -> Sentence | None:
    """The rule set has hints, and this is no game against people elsewhere."""
    if table.terms.server_game and not allows_help(table):
        return sentence(Phrase.FAIR_PLAY)
    rules = table.terms.rules
    return None if has_hints(rules) else sentence(Phrase.NO_HINTS, rules=rules.name)


def _players_move(table: Table, _now_ms: int) -> Sentence | None:
    """A player at the board has the move."""
    agreed, side = table.seen.agreed, table.line.side_to_move
    if agreed is None or agreed.side != side:
        return None
    return sentence(Phrase.NOT_THE_MOVE, side=not side)


# Guards of single orders: why this order cannot be carried out; None if this guard lets it pass

_OrderGuard = Callable[[Table, Any, int], Sentence | None]


def _may_set(table: Table, order: orders.Choose, _now_ms: int) -> Sentence | None:
    return setting_refusal(table, SETTINGS[order.setting].entry)


def _may_offer(table: Table, order: orders.OfferDraw, _now_ms: int) -> Sentence | None:
    """An offer to a side that has offered one accepts it."""
    if table.play.offer == (not order.side):
        return None
    if table.line.ply < table.terms.rules.agreed_after:
        return sentence(Phrase.AGREED_LATER)
    return _unless(table.play.offer is None, Phrase.OFFERED_ALREADY, side=order.side)


def _is_offered(table: Table, order: orders.AcceptDraw | orders.DeclineDraw, _now_ms: int) -> Sentence | None:
    return _unless(table.play.offer == (not order.side), Phrase.NO_OFFER, side=not order.side)


def _may_claim(table: Table, order: orders.ClaimDraw, _now_ms: int) -> Sentence | None:
    """A claim need not be right, but it takes the turn, and a legal move if it names one.

    Where touch-move counts, who holds a piece has lost the right to claim on this move (FIDE 9.4).
    """
    rule_set, board = table.terms.rules, table.line.board
    if rule_set.repeated is not Repeated.CLAIM:
        return sentence(Phrase.NO_CLAIMS, rules=rule_set.name)
    if table.line.side_to_move != order.side:
        return sentence(Phrase.NOT_THE_MOVE, side=order.side)
    if rule_set.touch_move and (held := _held_by(table, order.side)):
        return sentence(Phrase.IN_THE_HAND, side=order.side, squares=tuple(names(held)))
    legal = not order.san or _is_legal(board, order.san)
    return _unless(legal, Phrase.NO_SUCH_MOVE, found=order.san, side=board.turn)


def _held_by(table: Table, side: chess.Color) -> Occupancy:
    """The squares from which pieces of this side have been lifted, and stand nowhere in their position."""
    away = table.best.missing & ~table.board.flicks.flickering
    return away & table.line.board.occupied_co[side]


def _is_legal(board: chess.Board, san: str) -> bool:
    """Whether this is a legal move; python-chess reads the null move, too, which is none."""
    try:
        return bool(board.parse_san(san))
    except ValueError:
        return False


def _may_change_time(
    table: Table, order: orders.ChangeTime | orders.Penalise, now_ms: int
) -> Sentence | None:
    if order.seconds is None:
        rules = table.terms.rules
        return _unless(rules.penalises, Phrase.NO_PENALTIES, rules=rules.name)
    side, clock = side_of_time(order), table.play.clock
    if clock and clock.counts_up(side):
        return sentence(Phrase.COUNTS_UP, side=side)
    return _may_give(table, side, order.seconds, now_ms)


def _may_pardon(table: Table, order: orders.Pardon, now_ms: int) -> Sentence | None:
    last = table.play.last_penalty(order.side)
    if last is None:
        return sentence(Phrase.NOT_PENALISED, side=order.side)
    return _may_give(table, not order.side, -last.seconds, now_ms)


def _may_give(table: Table, side: chess.Color, seconds: int, now_ms: int) -> Sentence | None:
    """Why this side cannot be given so many seconds, negative if they are taken; None if it can."""
    clock = table.play.clock
    if clock is None or not seconds or clock.takes(side, seconds * 1000, now_ms):
        return None  # without a clock `_has_clock` has refused it
    left_s = clock.remaining_ms(side, now_ms) // 1000
    return sentence(Phrase.TOO_LITTLE_LEFT, side=side, seconds=left_s)


def _may_set_time(table: Table, order: orders.SetTime, now_ms: int) -> Sentence | None:
    """What the face shows may hold a delay beside the time; some of the time itself must be left."""
    clock = table.play.clock
    if clock is None:
        return None  # `_has_clock` has refused it
    if clock.counts_up(order.side):
        return sentence(Phrase.COUNTS_UP, side=order.side)
    more_ms = order.seconds * 1000 - clock.remaining_ms(order.side, now_ms)
    return _unless(clock.takes(order.side, more_ms, now_ms), Phrase.WITHIN_DELAY, side=order.side)


def _may_set_period(table: Table, order: orders.SetPeriod, now_ms: int) -> Sentence | None:
    """A period that repeats has a number for each time; the others have one each.

    The period that a side is in begins anew only where byo-yomi periods of it are used.
    """
    clock = table.play.clock
    if clock is None:
        return None  # `_has_clock` has refused it
    most = clock.control.most_periods(order.side)
    if order.period > most:
        return sentence(Phrase.NO_SUCH_PERIOD, side=order.side, most=most)
    number = clock.read(order.side, now_ms).number + 1
    anew = order.period != number or clock.uses_byo_yomi(order.side, now_ms)
    return _unless(anew, Phrase.IN_PERIOD_ALREADY, side=order.side, period=number)


def side_of_time(order: orders.ChangeTime | orders.Penalise) -> chess.Color:
    """The side whose time the order changes: a penalty gives time to the opponent."""
    return not order.side if isinstance(order, orders.Penalise) else order.side


def _may_restore(table: Table, order: orders.Restore, _now_ms: int) -> Sentence | None:
    ply, last = order.ply, table.line.ply
    if ply > last:
        return sentence(Phrase.NO_SUCH_PLY, ply=ply, most=last)
    return _unless(ply != last, Phrase.AT_PLY_ALREADY, ply=ply)


def _may_stand(table: Table, order: orders.Stands, _now_ms: int) -> Sentence | None:
    """A piece that cannot be told is asked for."""
    match position_as_it_stands(table, order):
        case Question() as asked:
            square = chess.SQUARE_NAMES[asked.square]
            answers = tuple(f"{square}={piece.symbol()}" for piece in asked.pieces)
            return sentence(Phrase.STANDS_ASKS, square=square, answers=answers)
        case Sentence() as why:
            return why
    return None


def _may_tell(table: Table, order: orders.Tell, _now_ms: int) -> Sentence | None:
    """The opponent tells the next ply of the game that he knows, and it is his turn; a server tells any."""
    agreed = table.seen.agreed
    if agreed is None:
        return sentence(Phrase.NO_OPPONENT)
    heard = agreed.heard
    if agreed.told and (table.terms.server_game or not table.terms.program):
        return sentence(Phrase.TOLD_ALREADY, side=agreed.side)
    if heard.side_to_move != agreed.side and table.terms.server_game:
        return _may_learn(table, heard, order)
    if heard.side_to_move != agreed.side or table.line is not heard or order.ply != heard.ply + 1:
        later = heard.ply + (1 if heard.side_to_move == agreed.side else 2)
        return sentence(Phrase.TELL_PLY, ply=order.ply, next=later, side=agreed.side)
    return _unless(
        _is_legal_uci(heard.board, order.move), Phrase.NO_SUCH_MOVE, found=order.move, side=agreed.side
    )


def _may_learn(table: Table, heard: Line, order: orders.Tell) -> Sentence | None:
    """The server has a ply of the player, and the board none, or the same that is not sent yet."""
    side, line = heard.side_to_move, table.line
    legal = _is_legal_uci(heard.board, order.move)
    made = line.move if line.before is heard else None
    same = line is heard or (legal and made == heard.board.parse_uci(order.move))
    if not same or order.ply != heard.ply + 1:
        return sentence(Phrase.TELL_PLY, ply=order.ply, next=heard.ply + 1, side=side)
    return _unless(legal, Phrase.NO_SUCH_MOVE, found=order.move, side=side)


def _may_join(table: Table, _order: orders.Join, _now_ms: int) -> Sentence | None:
    """Only before a game, where its pieces stand at the start."""
    fresh = table.play.phase is Phase.SETTING_UP and not table.line.ply and not is_kept_elsewhere(table)
    usual = table.terms.start_fen == chess.STARTING_FEN
    return _unless(fresh and usual and is_set_up(table), Phrase.GAME_ON_BOARD)


def _may_seek(table: Table, order: orders.SeekOpponent, _now_ms: int) -> Sentence | None:
    """Only between games, at a speed that the server takes from a board."""
    if why := seek_refusal(table):
        return why
    control, whom = table.terms.control, order.sought.whom
    if whom is Whom.AGAIN:
        return _unless(last_server_game(table), Phrase.NOTHING_AGAIN)
    suits = suits_strangers(control) if whom is Whom.SOMEBODY else suits_computer(control)
    return _unless(suits, Phrase.TOO_QUICK)


def seek_refusal(table: Table) -> Sentence | None:
    """Why nobody can be looked for on a server now, at whatever speed; None if somebody can."""
    if not table.serves:
        return sentence(Phrase.NOT_SERVED)
    fresh = table.play.phase is Phase.SETTING_UP and not table.line.ply
    between = table.play.phase is Phase.OVER or fresh
    usual = table.terms.start_fen == chess.STARTING_FEN
    return _unless(between and usual, Phrase.GAME_ON_BOARD)


def _seeks(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(table.seek and table.seek.holds, Phrase.NOT_SOUGHT)


def _may_shorten(table: Table, order: orders.Shorten, _now_ms: int) -> Sentence | None:
    ply, last = order.ply, table.line.ply
    return sentence(Phrase.NO_SUCH_PLY, ply=ply, most=last) if ply > last else None


def _is_kept(table: Table, _now_ms: int) -> Sentence | None:
    return _unless(table.terms.server_game, Phrase.NO_SERVER_GAME)


def _may_point(table: Table, _now_ms: int) -> Sentence | None:
    """What a program points at may be advice."""
    return _unless(allows_help(table), Phrase.SERVER_KEEPS)


def _may_seat(table: Table, _order: orders.SeatProgram, _now_ms: int) -> Sentence | None:
    return _unless(not table.terms.server_game, Phrase.SERVER_KEEPS)


def _is_told_of(table: Table, _now_ms: int) -> Sentence | None:
    """No engine plays here: its clocks and its seat are the board's."""
    seated = table.terms.opponent.side
    if seated is None or table.terms.server_game or table.terms.program:
        return None
    return sentence(Phrase.ENGINE_PLAYS, side=seated)


def _may_have_clock(table: Table, _now_ms: int) -> Sentence | None:
    """A clock can be set before the game, too, if none is agreed."""
    begins = table.play.phase is Phase.SETTING_UP and not table.line.ply
    return _unless(table.play.clock or begins, Phrase.NO_CLOCK)


def _may_run(table: Table, order: orders.SetClocks, _now_ms: int) -> Sentence | None:
    """A clock that players have started is theirs; and a side needs time to run."""
    if table.terms.server_game:
        return None
    left_ms = {chess.WHITE: order.white_ms, chess.BLACK: order.black_ms}
    if order.running is not None and not left_ms[order.running]:
        return sentence(Phrase.FLAG_HAS_FALLEN)
    started = table.play.clock is not None and table.play.clock.started
    return _unless(table.link.sets_clocks or not started, Phrase.A_CLOCK_RUNS)


def _no_press_waits(table: Table, _now_ms: int) -> Sentence | None:
    """A press counts from its first sample, so no clock may change before it is judged."""
    return _unless(not table.play.presses, Phrase.PRESS_IS_OPEN)


def _is_legal_uci(board: chess.Board, move: str) -> bool:
    try:
        return bool(board.parse_uci(move))
    except ValueError:
        return False


def _is_asked_for(table: Table, order: orders.Advise, _now_ms: int) -> Sentence | None:
    """A hint is asked for, of this ply, and its answer is a legal move."""
    asked = ask_for_help(table)
    if asked is None or asked.about is not About.HINT or asked.ply != order.ply:
        return sentence(Phrase.NO_ADVICE_ASKED, ply=order.ply)
    legal = not order.move or _is_legal_uci(asked.line.board, order.move)
    return _unless(legal, Phrase.NO_SUCH_MOVE, found=order.move, side=asked.line.side_to_move)


def _is_to_assess(table: Table, order: orders.Assess, _now_ms: int) -> Sentence | None:
    """The teacher is asked about this ply, and what was better is another legal move."""
    asked = ask_for_help(table)
    before = asked.line.before if asked else None
    if asked is None or asked.about is not About.PLY or asked.ply != order.ply or before is None:
        return sentence(Phrase.NOT_TO_ASSESS, ply=order.ply)
    legal = not order.better or _is_legal_uci(before.board, order.better)
    return _unless(legal, Phrase.NO_SUCH_MOVE, found=order.better, side=before.side_to_move)


def _has_reading(table: Table, order: orders.Take, _now_ms: int) -> Sentence | None:
    phrase = Phrase.NO_SUCH_READING if order.san else Phrase.NONE_SHOWN
    found = find_reading(table, order.san)
    return None if found else sentence(phrase, found=order.san, readings=tuple(readings(table)))


class _Guards(NamedTuple):
    """What is asked of a kind of order: first of the table, in this order, then of the order itself."""

    of_table: tuple[_TableGuard, ...] = ()
    of_order: _OrderGuard | None = None


_PLAYERS: Final = (decided_refusal, _has_begun, _ply_is_open)
_WITH_CLOCK: Final = (decided_refusal, _has_clock)
_WITH_READINGS: Final = (decided_refusal, _has_readings)

_GUARDS: Final[dict[type[Order], _Guards]] = {
    orders.Resign: _Guards(_PLAYERS),
    orders.OfferDraw: _Guards(_PLAYERS, _may_offer),
    orders.AcceptDraw: _Guards(_PLAYERS, _is_offered),
    orders.DeclineDraw: _Guards(_PLAYERS, _is_offered),
    orders.ClaimDraw: _Guards(_PLAYERS, _may_claim),
    orders.Pause: _Guards((*_WITH_CLOCK, _clock_runs)),
    orders.Play: _Guards((decided_refusal, _may_play)),
    orders.ChangeTime: _Guards(_WITH_CLOCK, _may_change_time),
    orders.SetTime: _Guards(_WITH_CLOCK, _may_set_time),
    orders.SetMoves: _Guards(_WITH_CLOCK),
    orders.SetPeriod: _Guards(_WITH_CLOCK, _may_set_period),
    orders.Penalise: _Guards(_WITH_CLOCK, _may_change_time),
    orders.Pardon: _Guards(_WITH_CLOCK, _may_pardon),
    orders.Decide: _Guards((decided_refusal, _is_asked)),
    orders.SetCounter: _Guards((decided_refusal,)),
    orders.Restore: _Guards((decided_refusal,), _may_restore),
    orders.Stands: _Guards((decided_refusal, _has_position), _may_stand),
    orders.Declare: _Guards(),
    orders.Reopen: _Guards((_clock_stands, _may_reopen)),
    orders.TakeBack: _Guards((decided_refusal, _may_take_back)),
    orders.Undo: _Guards((_has_undoable,)),
    orders.Promote: _Guards((decided_refusal, _promotes)),
    orders.Alternative: _Guards(_WITH_READINGS),
    orders.Take: _Guards(_WITH_READINGS, _has_reading),
    orders.Tell: _Guards((decided_refusal, _ply_is_open), _may_tell),
    orders.Join: _Guards((), _may_join),
    orders.SetClocks: _Guards((_is_told_of, decided_refusal, _may_have_clock, _no_press_waits), _may_run),
    orders.Shorten: _Guards((_is_kept, decided_refusal), _may_shorten),
    orders.AskBack: _Guards((_is_kept, decided_refusal)),
    orders.Declined: _Guards((_is_kept, decided_refusal)),
    orders.Away: _Guards((_is_kept, decided_refusal)),
    orders.CutOff: _Guards((_is_kept, decided_refusal)),
    orders.EndElsewhere: _Guards((_is_kept,)),
    orders.SeekOpponent: _Guards((), _may_seek),
    orders.StopSeeking: _Guards((_seeks,)),
    orders.TakeUp: _Guards((_seeks,)),
    orders.NotFound: _Guards((_seeks,)),
    orders.Serve: _Guards(),
    orders.LightSquares: _Guards((_may_point,)),
    orders.WriteText: _Guards(),
    orders.SeatProgram: _Guards((_is_told_of, decided_refusal), _may_seat),
    orders.Hint: _Guards((decided_refusal, _may_help, _ply_is_open, _players_move)),
    orders.Advise: _Guards((decided_refusal, _may_help), _is_asked_for),
    orders.Assess: _Guards((decided_refusal, _may_help), _is_to_assess),
    orders.NewGame: _Guards((_has_begun, _clock_stands)),
    orders.Wrong: _Guards(),
    orders.NamePlayer: _Guards(),
    orders.NameGame: _Guards(),
    orders.SwapNames: _Guards(),
    orders.Remember: _Guards(),
    orders.Forget: _Guards(),
    orders.Choose: _Guards((), _may_set),
}
"""What is asked of each kind of order; after the game only a result, reopening it, a new game, settings,
names and a mark pass."""
