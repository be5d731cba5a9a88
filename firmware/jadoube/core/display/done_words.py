"""What an order has done, as a sentence for people: `White's clock runs`, `White offers a draw`.

The law: every order that was carried out has at least one sentence, made of the effects of its step; where
they say nothing to people, it is how things stand now. It is said once: an act of the arbiter says all that
follows from it. No number of the machine is in it. It refuses to know who has given the order, and the lines
of transcripts (`effect_text.py`).
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.prompts import question
from jadoube.core.display.seek_view import seek_words, sought_words
from jadoube.core.display.status_line import board_words, cut_off_words, game_end, status_parts
from jadoube.core.messages import effects as told
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.orders import DeclineDraw, NewGame, Order
from jadoube.core.messages.phrases import Part, Phrase, Sentence, changed_time, sentence
from jadoube.core.messages.settings import Entry, Value, setting_at
from jadoube.core.rules.game_line import move_number, number_text
from jadoube.core.squares import names
from jadoube.core.state.table import Table


def done_words(order: Order, effects: Iterable[Effect], table: Table) -> tuple[Part, ...]:
    """Return what was done, as sentences of one line; `table` is the one after the step."""
    effects = list(effects)
    if isinstance(order, NewGame):
        stands = board_words(table)
        return (sentence(Phrase.NEW_GAME), *([] if stands is None else [stands]))
    if isinstance(order, DeclineDraw):
        return (sentence(Phrase.DECLINES, side=order.side),)
    said = [_said(each, table) for each in effects if not isinstance(each, _followed(effects))]
    if any(isinstance(each, told.ClockStarted) for each in effects):
        said = [each for each in said if each != sentence(Phrase.CLOCK_STARTED)]
    return tuple(dict.fromkeys(each for each in said if each)) or status_parts(table, question(table))


def _followed(effects: Iterable[Effect]) -> tuple[type[Effect], ...]:
    """The effects that another one of the step says already."""
    for each in effects:
        match each:
            case told.ArbiterActed(act) if act.phrase is Phrase.RESULT_IS:
                return (*_FOLLOWS, told.GameOver)
            case told.ArbiterActed() | told.OrderUndone():
                return _FOLLOWS
    return ()


def _said(effect: Effect, table: Table) -> Part | None:
    """What one effect says to people; None if nothing."""
    says = _SAYS.get(type(effect))
    return says(effect, table) if says else None


def _numbered(ply: int, san: str, table: Table) -> str:
    return f"{number_text(*move_number(table.line, ply))} {san}".rstrip()


def _setting_words(changed: told.SettingChanged, _table: Table) -> Sentence:
    value: Part = changed.text
    if changed.what == Entry.CONTROL:
        control = parse_time_control(changed.text)
        value = control_text(control) if control else Value.NONE
    elif changed.what == Entry.OPPONENT and changed.text in chess.COLOR_NAMES:
        value = changed.text == chess.COLOR_NAMES[chess.WHITE]
    elif choice := setting_at(Entry(changed.what)).choices.get(changed.text):
        value = choice.said or _as_value(changed.text)
    return sentence(Phrase.VALUE, entry=Entry(changed.what), value=value)


def _as_value(text: str) -> Part:
    """A value that needs words in each language, or its text."""
    return Value(text) if text in set(Value) else text


def _takeback_words(asked: told.TakebackAsked, table: Table) -> Sentence | None:
    side = table.terms.opponent.side
    phrase = Phrase.ASKS_BACK if asked.asks else Phrase.ASKS_NO_MORE
    return None if side is None else sentence(phrase, side=side)


def _away_words(left: told.OpponentLeft, table: Table) -> Sentence | None:
    side = table.terms.opponent.side
    phrase = Phrase.IS_BACK if left.seconds is None else Phrase.HAS_LEFT
    return None if side is None else sentence(phrase, side=side)


def _reach_words(reach: told.ServerCutOff, table: Table) -> Sentence:
    return sentence(Phrase.REACHED) if reach.ply is None else cut_off_words(table, reach.ply)


def _told_move_words(move: told.MoveTold, table: Table) -> Sentence | None:
    agreed = table.seen.agreed
    san = _numbered(move.ply, move.san, table)
    return sentence(Phrase.MAKE_MOVE, side=agreed.side, san=san) if agreed else None


def _offered_words(_offered: Effect, table: Table) -> Sentence | None:
    asked = question(table)
    return asked.words if asked else None


_FOLLOWS: Final = (told.MoveMade, told.MoveUnmade, told.PenaltyRemoved, told.IllegalPress)
"""What follows from an act of the arbiter, or from what is undone, and is said by it."""

_SAYS: Final[dict[type[Effect], Callable[[Any, Table], Part | None]]] = {
    told.ArbiterActed: lambda acted, _: acted.act,
    told.OrderUndone: lambda _undone, _: sentence(Phrase.UNDONE),
    told.ClockStarted: lambda started, _: sentence(Phrase.CLOCK_RUNS, side=started.side),
    told.ClockPaused: lambda _paused, _: sentence(Phrase.CLOCKS_STOPPED),
    told.FlagFell: lambda fell, _: sentence(Phrase.FLAG_FELL, side=fell.side),
    told.GameOver: lambda _over, table: game_end(table),
    told.GameReopened: lambda _reopened, _: sentence(Phrase.REOPENED),
    told.DrawOffered: lambda offered, _: sentence(Phrase.OFFERS, side=offered.side),
    told.OfferEnded: lambda ended, _: sentence(Phrase.OFFER_ENDED, side=ended.side),
    told.ClaimRefused: lambda refused, _: sentence(Phrase.CLAIMS_WRONGLY, side=refused.side),
    told.MoveMade: lambda made, table: _numbered(made.ply, made.san, table),
    told.MoveUnmade: lambda gone, table: sentence(
        Phrase.MOVE_TAKEN_BACK, san=_numbered(gone.ply, gone.san, table)
    ),
    told.IllegalPress: lambda press, _: (
        changed_time(not press.side, press.penalty_s)
        if press.penalty_s
        else sentence(Phrase.ILLEGAL_MOVES, side=press.side)
    ),
    told.PenaltyRemoved: lambda removed, _: sentence(Phrase.PENALTY_REMOVED, side=removed.side),
    told.PromotionOffered: lambda _, table: sentence(Phrase.MOVE_IS_NOW, san=_last(table)),
    told.PromotionAccepted: lambda _, table: sentence(Phrase.MOVE_IS_NOW, san=_last(table)),
    told.AlternativeOffered: _offered_words,
    told.NoAlternative: lambda _none, _: sentence(Phrase.NO_OTHER),
    told.AlternativeTaken: lambda taken, table: sentence(
        Phrase.MOVE_IS_NOW, san=_numbered(taken.ply, taken.san, table) if taken.san else _no_move()
    ),
    told.SettingChanged: _setting_words,
    told.MarkedWrong: lambda marked, _: marked.said,
    told.NamesChanged: lambda named, _: named.said,
    told.SwitchOff: lambda _off, _: sentence(Phrase.SWITCHES_OFF),
    told.ServerServes: lambda told_of, _: sentence(Phrase.SERVED if told_of.serves else Phrase.NOT_SERVED),
    told.SquaresLit: lambda lit, _: (
        sentence(Phrase.POINTED_AT, squares=names(lit.squares))
        if lit.squares
        else sentence(Phrase.NOTHING_POINTED_AT)
    ),
    told.TextWritten: lambda written, _: (
        sentence(Phrase.PROGRAM_WRITES, text=written.text)
        if written.text
        else sentence(Phrase.NOTHING_WRITTEN)
    ),
    told.ArbiterWrote: lambda written, _: (
        sentence(Phrase.ARBITER_WRITES, text=written.text)
        if written.text
        else sentence(Phrase.ARBITER_WRITES_NOTHING)
    ),
    told.ProgramSeated: lambda seated, _: (
        sentence(Phrase.PROGRAM_LEAVES)
        if seated.seat.side is None
        else sentence(Phrase.PROGRAM_PLAYS, side=seated.seat.side)
    ),
    told.SeekBegun: lambda begun, table: sentence(Phrase.SEEK_ASKED, whom=sought_words(table, begun.sought)),
    told.SeekTakenUp: lambda _, table: seek_words(table),
    told.SeekEnded: lambda _ended, _: sentence(Phrase.SEEK_ENDED),
    told.SeekFailed: lambda failed, _: sentence(Phrase.NOT_FOUND, why=failed.why),
    told.HintAsked: lambda _asked, _: sentence(Phrase.ADVICE_ASKED),
    told.Advised: lambda advised, table: sentence(
        Phrase.ADVICE, san=_numbered(advised.ply, advised.san, table)
    ),
    told.NotAdvised: lambda _none, _: sentence(Phrase.NO_ADVICE),
    told.Blundered: lambda blunder, _: sentence(Phrase.BLUNDER, san=blunder.san, better=blunder.better),
    told.GameJoined: lambda _joined, _: sentence(Phrase.JOINED),
    told.ClocksAgreed: lambda _agreed, _: sentence(Phrase.CLOCKS_AS_ON_SERVER),
    told.ServerAsked: lambda asked, _: sentence(Phrase.WISHED, wish=asked.wish),
    told.WishDeclined: lambda declined, _: sentence(Phrase.WISH_DECLINED, wish=declined.wish),
    told.TakebackAsked: _takeback_words,
    told.OpponentLeft: _away_words,
    told.ServerCutOff: _reach_words,
    told.MoveTold: _told_move_words,
}
"""What each effect says to the one who has given an order; the others say nothing to him."""


def _last(table: Table) -> str:
    return _numbered(table.line.ply, table.line.san, table)


def _no_move() -> Sentence:
    return sentence(Phrase.NO_MOVE)
