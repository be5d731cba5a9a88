"""The status line: how things stand, in one line, in any language.

It decides what the line says of a table: the most urgent thing only. The words are in the languages' files
(`core/language/`). It refuses to know lamps and faces: see `lamp_view.py` and `face_view.py`.
"""

from collections.abc import Iterator
from itertools import chain, repeat

import chess

from jadoube.core.display import menu_view
from jadoube.core.display.prompts import Question, question
from jadoube.core.display.seek_view import seek_words
from jadoube.core.language.render import join_sentences
from jadoube.core.messages.opponents import Wish
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Part, Phrase, Sentence, changed_time, sentence
from jadoube.core.messages.roles import PLAYERS
from jadoube.core.permissions.refusal import play_refusal
from jadoube.core.rules import rule_sets
from jadoube.core.rules.game_line import numbered_san
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import Repeated, RuleSet, Saves
from jadoube.core.squares import names, squares
from jadoube.core.state.announced.notices import Advice
from jadoube.core.state.hands.kings_result import find_kings_result
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.help_question import shown_advice, shown_lesson
from jadoube.core.state.others.opponent_question import is_thinking
from jadoube.core.state.play_parts import Ruling
from jadoube.core.state.table import (
    Table,
    is_strewn,
    promotion_waits,
    reed_fault,
    was_turned_by_lever,
)

_Row = tuple[Part, ...]
"""Sentences of one line, in order; an empty row is skipped."""


def words(table: Table, language: str = "") -> str:
    """Return the status line in `language`, by default in the board's language."""
    return join_sentences(status_parts(table, question(table)), language or table.terms.language)


def status_parts(table: Table, asked: Question | None) -> tuple[Part, ...]:
    """Return the sentences of the status line, before they are put into a language.

    `asked` is what the board asks now. What the arbiter writes is said first, whatever else is to be said.
    """
    row = next(filter(None, _rows_by_urgency(table, asked)))
    return (sentence(Phrase.ARBITER_WRITES, text=table.link.text), *row) if table.link.arbiters else row


def game_end(table: Table) -> Sentence | None:
    """Return how the game ended and why; the loser is named if there is one. None while the game goes on."""
    outcome = table.play.outcome
    if outcome is None:
        return None
    if outcome.termination is Termination.UNFINISHED:
        return sentence(Phrase.CLOSED)
    why = (
        _draw_reason(outcome, table.terms.rules)
        if outcome.winner is None
        else _loss_reason(outcome, not outcome.winner)
    )
    return sentence(Phrase.ENDED, result=outcome.result, why=why)


def _rows_by_urgency(table: Table, asked: Question | None) -> Iterator[_Row]:
    """All rows, the most urgent first; empty rows count as none."""
    yield _row(menu_view.menu_words(table))
    yield _row(game_end(table))
    if (waits := table.play.adjudication) and waits.outcome and waits.side is not None:
        yield (sentence(Phrase.STILL_MATE, why=waits.outcome.termination, side=waits.side),)
    if table.play.ruling:
        yield tuple(_ruling_words(table, table.play.ruling))
    if table.notices.refused:
        why = table.notices.reason or table.notices.refused.why
        yield (sentence(Phrase.PRESS_REFUSED, side=table.notices.refused.side, why=why),)
    yield _row(asked.words if asked and (table.panel.candidate or table.play.proposal) else None)
    yield tuple(_seek_rows(table)) if table.seek else ()
    yield _row(board_words(table))
    lesson = _lesson_words(table) if table.notices.lesson else ()
    afar = _afar_words(table) if table.terms.server_game else ()
    if table.seen.agreed and (told := _told_words(table)):
        yield (*lesson, *afar, told)
    yield afar
    if promotion_waits(table):
        yield (sentence(Phrase.CHOOSE_PIECE, san=table.line.san),)
    if table.notices.advice and asked is None and (advice := shown_advice(table)):
        yield _advice_words(advice)
    if table.link.text and not table.link.arbiters and asked is None and allows_help(table):
        yield (*_turn_words(table), sentence(Phrase.PROGRAM_WRITES, text=table.link.text))
    if lesson and asked is None:
        yield (*lesson, *_turn_words(table, names_ply=_is_reply(table)))
    yield _row(asked.words) if asked else tuple(_turn_words(table))


def _seek_rows(table: Table) -> Iterator[Part]:
    """Who is looked for on a server, and what to do with the pieces meanwhile."""
    yield from filter(None, (seek_words(table), board_words(table)))


def _ruling_words(table: Table, ruling: Ruling) -> Iterator[Part]:
    """The illegal move for which the clocks stand: what the arbiter is asked, or what he has decided."""
    side = ruling.side
    if ruling.open:
        yield sentence(Phrase.VERDICT_ASKED, side=side, why=ruling.why)
        yield sentence(Phrase.VERDICT_KEYS)
        return
    if ruling.number:
        yield sentence(Phrase.ILLEGAL_MOVE, number=ruling.number, side=side, why=ruling.why)
        if ruling.seconds:
            yield changed_time(not side, ruling.seconds)
    else:
        yield sentence(Phrase.NO_PENALTY, side=side)
    if not table.seen.ready:
        yield from _what_to_put_right(table)
    yield sentence(Phrase.PAUSED)


def _row(part: Part | None) -> _Row:
    return () if part is None else (part,)


def board_words(table: Table) -> Part | None:
    """Return what to do with the pieces; None while they stand as in play."""
    if centred := find_kings_result(table):
        return sentence(Phrase.KINGS_SAY, result=centred.outcome.result)
    if table.seen.ready and is_strewn(table):
        missing, extra = table.best.missing.bit_count(), table.best.placed.bit_count()
        return sentence(Phrase.SET_UP_AGAIN, missing=missing, extra=extra)
    wrong = table.notices.illegal or not table.seen.ready
    return _put_right_words(table) if wrong else table.notices.reason


def _turn_words(table: Table, *, names_ply: bool = True) -> Iterator[Part]:
    """The last ply or act, and what comes next."""
    line, clock = table.line, table.play.clock
    if table.lies.turned and was_turned_by_lever(table):
        yield sentence(Phrase.LIES_TURNED)
    if table.board.named and table.best.fits:
        yield _bad_reeds(table)
    if line.ply and names_ply:
        yield sentence(Phrase.IRREGULAR, san=numbered_san(line)) if line.irregular else numbered_san(line)
    if table.play.acts and table.play.acts.ply == line.ply:
        yield table.play.acts.what
    elif table.play.offer is not None:
        yield sentence(Phrase.OFFERS, side=table.play.offer)
    if table.play.phase is Phase.PAUSED:
        yield (table.play.reopened and play_refusal(table)) or _pause_words(table)
        return
    to_move = Phrase.TO_MOVE_IN_CHECK if line.checkers else Phrase.TO_MOVE
    yield sentence(
        Phrase.THINKS if table.seen.agreed and is_thinking(table) else to_move, side=line.side_to_move
    )
    if (draw := rule_sets.claimable_draw(line)) and not table.play.ends:
        claims = table.terms.rules.repeated is Repeated.CLAIM
        yield sentence(Phrase.CLAIMABLE, why=draw) if claims else draw
    if clock and not clock.started and not table.terms.server_game:
        yield sentence(Phrase.STARTS_THE_CLOCK, side=not line.side_to_move)


def _told_words(table: Table) -> Sentence | None:
    """The opponent's move that a hand is to make; None if there is none."""
    agreed = table.seen.agreed
    told = agreed.told_line if agreed else None
    if agreed is None or told is None or table.play.phase is Phase.PAUSED:
        return None
    return sentence(Phrase.MAKE_MOVE, side=agreed.side, san=numbered_san(told))


def _afar_words(table: Table) -> _Row:
    """What is open with the opponent on a server: that it is cut off, what was asked, or that he has left."""
    afar, side = table.play.afar, table.terms.opponent.side
    if side is None:
        return ()
    if afar.cut_off is not None:
        return (cut_off_words(table, afar.cut_off),)
    if afar.asks_back:
        return (sentence(Phrase.ASKS_BACK, side=side),)
    if afar.wish is not Wish.NOTHING:
        return (sentence(Phrase.WISHED, wish=afar.wish),)
    return (sentence(Phrase.HAS_LEFT, side=side),) if afar.left else ()


def cut_off_words(table: Table, lacks: int) -> Sentence:
    """Say that the server cannot be reached, and which ply of the player it lacks; 0: none."""
    if not 0 < lacks <= table.line.ply:
        return sentence(Phrase.CUT_OFF)
    ply = table.line.back_to(lacks)
    return sentence(Phrase.NOT_SENT, san=numbered_san(ply), side=ply.mover)


def _advice_words(advice: Advice) -> _Row:
    """What came of a hint, behind the last ply."""
    last = (numbered_san(advice.line),) if advice.line.ply else ()
    if advice.best:
        return (*last, sentence(Phrase.ADVICE, san=numbered_san(advice.best)))
    return (*last, sentence(Phrase.NO_ADVICE if advice.unknown else Phrase.ADVICE_ASKED))


def _is_reply(table: Table) -> bool:
    """Whether the last ply is the reply to the one that the teacher warns of."""
    return table.notices.lesson is not None and table.notices.lesson.line is not table.line


def _lesson_words(table: Table) -> _Row:
    """The teacher's warning; none if there is none to be shown."""
    lesson = shown_lesson(table)
    if lesson is None or lesson.better is None:
        return ()
    return (sentence(Phrase.BLUNDER, san=numbered_san(lesson.line), better=numbered_san(lesson.better)),)


def _pause_words(table: Table) -> Sentence:
    """Who has paused the game, as far as is known; and what for, where only the arbiter takes back."""
    paused = table.play.pauses
    if paused is None or not table.play.is_paused_by_hand:
        return sentence(Phrase.PAUSED)
    if paused.by in {None, *PLAYERS.values()} and not table.terms.rules.takeback:
        return sentence(Phrase.PAUSED_FOR_ARBITER, who=paused.by or sentence(Phrase.A_PLAYER))
    return sentence(Phrase.PAUSED_BY, who=paused.by) if paused.by else sentence(Phrase.PAUSED)


def _bad_reeds(table: Table) -> tuple[Sentence, ...]:
    """Name the bad reeds and their faults."""
    phrases = chain([Phrase.REED], repeat(Phrase.REED_TOO))
    return tuple(
        sentence(phrase, square=chess.SQUARE_NAMES[square], fault=reed_fault(table, square))
        for square, phrase in zip(squares(table.board.named), phrases, strict=False)
    )


def _put_right_words(table: Table) -> Sentence:
    """Which pieces stand astray, and why if that is known."""
    what = _what_to_put_right(table)
    if not table.seen.ready and not table.line.ply:
        return what[0]
    if table.notices.reason:
        return sentence(Phrase.PUT_RIGHT_FOR, why=table.notices.reason, what=what)
    illegal = table.seen.ready or any(table.play.illegal_presses)
    if table.seen.agreed and (told := _told_words(table)):
        return sentence(Phrase.PUT_RIGHT_FOR, why=told, what=what)
    gone_back = Phrase.AS_ON_SERVER if table.terms.server_game else Phrase.TAKEN_BACK
    why = Phrase.NO_LEGAL_MOVE if illegal else gone_back
    return sentence(Phrase.PUT_RIGHT, why=sentence(why), what=what)


def _what_to_put_right(table: Table) -> tuple[Sentence, ...]:
    """Which pieces to take away and to put back; at the start only their number."""
    best = table.best
    if not table.seen.ready and not table.line.ply:
        number = best.change.bit_count()
        return (sentence(Phrase.SET_UP_ONE) if number == 1 else sentence(Phrase.SET_UP, number=number),)
    away = sentence(Phrase.TAKE_AWAY, squares=tuple(names(best.placed))) if best.placed else None
    back = sentence(Phrase.PUT_BACK, squares=tuple(names(best.missing))) if best.missing else None
    return tuple(each for each in (away, back) if each)


def _loss_reason(outcome: Outcome, loser: chess.Color) -> Part:
    lost = {
        Termination.FLAG_FELL: Phrase.FLAG_FELL,
        Termination.RESIGNATION: Phrase.RESIGNS,
        Termination.ILLEGAL_MOVES: Phrase.ILLEGAL_MOVES,
        Termination.CHECKMATE: Phrase.CHECKMATED,
    }
    phrase = lost.get(outcome.termination)
    return sentence(phrase, side=loser) if phrase else outcome.termination


def _draw_reason(outcome: Outcome, rule_set: RuleSet) -> Part:
    match outcome.termination:
        case Termination.FLAG_FELL:
            return sentence(Phrase.FLAG_SAVED, why=_saving_reason(rule_set.flag_saves))
        case Termination.RESIGNATION:
            return sentence(Phrase.RESIGNATION_SAVED, why=_saving_reason(rule_set.resignation_saves))
        case Termination.ILLEGAL_MOVES:
            return sentence(Phrase.ILLEGAL_SAVED, why=_saving_reason(rule_set.flag_saves))
    return outcome.termination


def _saving_reason(saves: Saves) -> Sentence:
    return sentence(Phrase.ONLY_KING if saves is Saves.BARE_KING else Phrase.CANNOT_MATE)
