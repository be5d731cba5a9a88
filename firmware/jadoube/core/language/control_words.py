"""A time control in words: `each side has 3:00, and 2 s a move`.

People see this before a control that they typed is taken. This file decides which sentence describes a
control; the words are in the languages' files. It refuses to know how a control is written.
"""

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import Kind, Period, Side, TimeControl
from jadoube.core.messages.phrases import Part, Phrase, Sentence, sentence

_EXTRAS = {
    Kind.FISCHER: Phrase.WITH_INCREMENT,
    Kind.DELAY: Phrase.WITH_DELAY,
    Kind.BRONSTEIN: Phrase.WITH_BRONSTEIN,
}


def control_meaning(control: TimeControl | None) -> Sentence:
    """Return what each side has, as a sentence."""
    if control is None:
        return sentence(Phrase.NO_TIME_KEPT)
    if control.white == control.black:
        return sentence(Phrase.EACH_HAS, what=_side_words(control.white))
    white, black = _side_words(control.white), _side_words(control.black)
    return sentence(Phrase.BOTH_HAVE, white=chess.WHITE, first=white, black=chess.BLACK, second=black)


def control_explanation(control: TimeControl | None) -> Sentence:
    """Return how a control is written and what it means, as a sentence."""
    return sentence(Phrase.VALUE, entry=control_text(control), value=control_meaning(control))


def _side_words(side: Side) -> Part:
    alike = len({(each.kind, each.extra_s) for each in side}) == 1
    if not alike:
        return _join_periods(
            side, [_add_extra(_main_time(side, number), each) for number, each in enumerate(side)]
        )
    return _add_extra(
        _join_periods(side, [_main_time(side, number) for number in range(len(side))]), side[-1]
    )


def _join_periods(side: Side, periods: list[Part]) -> Part:
    """Join the words of periods; a period without a move count ends when its time is used up."""
    told = periods[0]
    for before, following in zip(side, periods[1:], strict=False):
        phrase = Phrase.THEN if before.moves else Phrase.THEN_AT_ZERO
        told = sentence(phrase, first=told, next=following)
    return told


def _main_time(side: Side, number: int) -> Part:
    """A period's main time; with a move count, the move up to which it lasts, or that it repeats."""
    period = side[number]
    time = time_words(period.main_s)
    if period.kind is Kind.COUNT_UP:
        return sentence(Phrase.NO_LIMIT)
    if period.kind is Kind.HOURGLASS:
        return sentence(Phrase.HOURGLASS_TIME, time=time)
    if not period.moves:
        return time
    if number == len(side) - 1:
        return sentence(Phrase.TIME_AGAIN, time=time, moves=period.moves)
    return sentence(Phrase.TIME_TO_MOVE, time=time, move=sum(each.moves for each in side[: number + 1]))


def _add_extra(what: Part, period: Period) -> Part:
    """Add an increment, a delay or byo-yomi to the words of a period."""
    if period.kind is Kind.BYO_YOMI:
        periods = sentence(Phrase.BYO_YOMI_PERIODS, number=period.byo_yomi, seconds=period.extra_s)
        return sentence(Phrase.THEN, first=what, next=periods) if period.main_s else periods
    if not period.extra_s:
        return what
    return sentence(_EXTRAS[period.kind], what=what, seconds=period.extra_s)


def time_words(seconds: int) -> str:
    """Return a time as minutes and seconds, from an hour on with hours: `3:00`, `1:30:00`."""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
