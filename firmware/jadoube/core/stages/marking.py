"""Marking an instant: somebody says that the board has read something wrong.

The law: a mark changes nothing. No press is judged, no clock and no question is touched, an order before it
can still be undone, and the PGN does not tell it. It stands in the journal, as an order or as keys that were
held, so whoever looks for the fault knows where. This file knows nothing of who says it, and how.
"""

from jadoube.core.messages.effects import MarkedWrong
from jadoube.core.messages.order_text import clock_time
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.state.table import Stepped, Table


def mark_wrong(table: Table, now_ms: int) -> Stepped:
    """Mark this instant."""
    return table, (MarkedWrong(mark_words(table, now_ms)),)


def mark_words(table: Table, now_ms: int) -> Sentence:
    """What is said of a mark at this instant: the last ply's number, and the instant as a time."""
    return sentence(Phrase.MARKED_WRONG, ply=table.line.ply, time=clock_time(now_ms // 1000))
