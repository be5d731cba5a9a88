"""What the board shows of an opponent who is looked for on a server: words, and four letters.

The law: what is asked for, that it is looked for, and why nobody was found are told apart in words. This file
refuses to know the keys, and who looks.
"""

from typing import Final

from jadoube.core.clock.control_text import control_text
from jadoube.core.messages.opponents import Sought, Whom
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.state.table import Table

SERVER: Final = "LICH"
"""On White's face: who is asked. Black's face has whom he looks for."""

NOBODY: Final = " no "
"""On Black's face: nobody was found. On the opponent's face: the server of his game cannot be reached."""


def whom_letters(sought: Sought) -> str:
    """Whom a player looks for, in four letters: `FInd` somebody, `CP 3` the computer, `AGAn` the last one."""
    match sought.whom:
        case Whom.SOMEBODY:
            return "FInd"
        case Whom.COMPUTER:
            return f"CP {sought.level}"
        case Whom.AGAIN:
            return "AGAn"


def whom_words(sought: Sought) -> Sentence:
    """Whom a player looks for."""
    match sought.whom:
        case Whom.SOMEBODY:
            return sentence(Phrase.WHOM_SOMEBODY)
        case Whom.COMPUTER:
            return sentence(Phrase.WHOM_COMPUTER, level=sought.level)
        case Whom.AGAIN:
            return sentence(Phrase.WHOM_AGAIN)


def sought_words(table: Table, sought: Sought) -> Sentence:
    """The same, with the table's time control; a rematch has that of the game before."""
    whom, control = whom_words(sought), table.terms.control
    if sought.whom is Whom.AGAIN:
        return whom
    at = control_text(control) if control else sentence(Phrase.WITHOUT_CLOCK)
    return sentence(Phrase.WHOM_AT, whom=whom, control=at)


def seek_words(table: Table) -> Sentence | None:
    """How the search stands; None without one."""
    seek = table.seek
    if seek is None:
        return None
    if seek.why:
        return sentence(Phrase.NOT_FOUND, why=seek.why)
    phrase = Phrase.SEEKS if seek.taken_up else Phrase.SEEK_ASKED
    return sentence(phrase, whom=sought_words(table, seek.sought))


def seek_letters(table: Table, *, white: bool) -> str:
    """What a side's face shows of the search; empty without one."""
    if table.seek is None:
        return ""
    if white:
        return SERVER
    return whom_letters(table.seek.sought) if table.seek.holds else NOBODY
