"""What the arbiter's level of the menu shows: the letters of its entries, present values, digits, words.

The law: beside an entry stands what it corrects, as it is now. A number is shown with the point at the digit
that is being set. This file knows nothing of keys, nor of which face shows what (`menu_view.py`).
"""

from typing import Final

from jadoube.core.display import face_text
from jadoube.core.messages.order_text import clock_time
from jadoube.core.messages.phrases import Part, Phrase, Sentence, sentence
from jadoube.core.messages.settings import NUMBERS, Entry
from jadoube.core.permissions.arbiter_entries import decisions, number_asked, side_of
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Menu
from jadoube.core.state.table import Table

LETTERS: Final[dict[Entry, tuple[str, str]]] = {
    Entry.VERDICT: ("ILLE", "GAL "),
    Entry.REOPEN: ("rEOP", "En  "),
    Entry.MORE_FOR_WHITE: ("UAdd", ""),
    Entry.MORE_FOR_BLACK: ("bAdd", ""),
    Entry.TIME_OF_WHITE: ("UtIn", ""),
    Entry.TIME_OF_BLACK: ("btIn", ""),
    Entry.MOVES_OF_WHITE: ("UnoU", ""),
    Entry.MOVES_OF_BLACK: ("bnoU", ""),
    Entry.PERIOD_OF_WHITE: ("UPEr", ""),
    Entry.PERIOD_OF_BLACK: ("bPEr", ""),
    Entry.COUNTER: ("noUE", ""),
    Entry.PENALTY_OF_WHITE: ("UFAU", "GIUE"),
    Entry.PENALTY_OF_BLACK: ("bFAU", "GIUE"),
    Entry.PARDON_OF_WHITE: ("UFAU", "bAC "),
    Entry.PARDON_OF_BLACK: ("bFAU", "bAC "),
    Entry.RESULT: ("rESU", "Lt  "),
}
"""As in `menu_view.py`; `U` is White and `b` Black."""

_TIMES: Final = (Entry.MORE_FOR_WHITE, Entry.MORE_FOR_BLACK, Entry.TIME_OF_WHITE, Entry.TIME_OF_BLACK)


def present_text(table: Table, entry: Entry) -> str:
    """What the arbiter may correct at an entry, as it is now."""
    clock, side = table.play.clock, side_of(entry)
    if clock and entry in _TIMES:
        return face_text.time_text(clock.remaining_ms(side, clock.since_ms), 0)
    return f"{number_asked(table, entry).default:4}"


def present_words(table: Table, entry: Entry) -> Part:
    """The same in words; empty where a decision corrects no value."""
    if entry not in (*NUMBERS, *_TIMES):
        return ""
    number = number_asked(table, entry).default
    return clock_time(number) if entry in _TIMES else number


def number_words(table: Table, menu: Menu) -> Sentence:
    """The number that is set, all its digits, and which is being set."""
    asked = number_asked(table, menu.entry)
    digits = control_questions.digits(asked, menu.choice)
    number = f"{digits[:2]}:{digits[2:4]}:{digits[4:]}" if menu.entry in _TIMES else digits
    return sentence(Phrase.SET_NUMBER, entry=menu.entry, number=number, digit=menu.cursor + 1)


def decision_words(_table: Table, menu: Menu) -> Sentence:
    """The order that `ok` would give."""
    if said := decisions(menu.entry)[menu.choice].words:
        return sentence(Phrase.CHOOSE, entry=menu.entry, value=said)
    return sentence(Phrase.SURE, entry=menu.entry)


def marked_digits(asked: control_questions.Ask, menu: Menu) -> str:
    """The digits of a number, with the point at the one that is being set.

    Of hours, minutes and seconds the first four are shown; once these are set, minutes and seconds.
    """
    digits = control_questions.digits(asked, menu.choice)
    cursor = menu.cursor - max(0, len(digits) - 4) if menu.cursor > 3 else menu.cursor
    digits = digits[menu.cursor - cursor :][:4]
    marked = digits[: cursor + 1] + "." + digits[cursor + 1 :]
    if asked.digits in (control_questions.HOURS_MINUTES, control_questions.CLOCK_TIME):
        at = 2 if cursor > 1 else 3
        marked = f"{marked[:at]}:{marked[at:]}"
    return marked
