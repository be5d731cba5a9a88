"""What is said to people of a broadcast, in each language: every sentence of the page's part on it.

The law: each says what is so, and what the reader can do. What Lichess says is quoted, one line of it. It
refuses to know when something is said.
"""

from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words

QUOTED_MOST: Final = 200


NO_TOKEN: Final = worded(EdgePhrase.BROADCAST_NO_TOKEN)
WRONG_TOKEN: Final = worded(EdgePhrase.BROADCAST_WRONG_TOKEN)
WRONG_SCOPE: Final = worded(EdgePhrase.BROADCAST_WRONG_SCOPE)
FORBIDDEN: Final = worded(EdgePhrase.BROADCAST_FORBIDDEN)
NO_ROUND: Final = worded(EdgePhrase.BROADCAST_NO_ROUND)
SOURCE_URL: Final = worded(EdgePhrase.BROADCAST_SOURCE_URL)
TOO_MANY: Final = worded(EdgePhrase.BROADCAST_TOO_MANY)
NOT_REACHED: Final = worded(EdgePhrase.BROADCAST_NOT_REACHED)
NOT_CERTIFIED: Final = worded(EdgePhrase.BROADCAST_NOT_CERTIFIED)
NO_ANSWER: Final = worded(EdgePhrase.BROADCAST_NO_ANSWER)
NOT_UNDERSTOOD: Final = worded(EdgePhrase.BROADCAST_NOT_UNDERSTOOD)
SERVER_TROUBLE: Final = worded(EdgePhrase.BROADCAST_SERVER_TROUBLE)
LEFT_OVER: Final = worded(EdgePhrase.BROADCAST_LEFT_OVER)
NO_SUCH_ROUND: Final = worded(EdgePhrase.BROADCAST_NO_SUCH_ROUND)
BAD_DELAY: Final = worded(EdgePhrase.BROADCAST_BAD_DELAY)
BAD_PARTS: Final = worded(EdgePhrase.BROADCAST_BAD_PARTS)


def stored_badly(problem: str) -> Words:
    """The file of secrets is not to be trusted."""
    return worded(EdgePhrase.BROADCAST_STORED_BADLY, problem=problem)


def refused(said: str) -> Words:
    """Lichess refuses a game."""
    quoted = one_line(said)
    return worded(EdgePhrase.BROADCAST_REFUSED, said=quoted)


def round_refused(said: str) -> Words:
    """Lichess refuses all that is sent to a round."""
    quoted = one_line(said)
    return worded(EdgePhrase.BROADCAST_ROUND_REFUSED, said=quoted)


def shows_more(plies: int) -> Words:
    """Lichess shows plies that were taken back."""
    return worded(EdgePhrase.BROADCAST_SHOWS_MORE, plies=plies)


def one_line(said: str) -> str:
    """What Lichess says, as one line of limited length, without a full stop."""
    printable = "".join(each if each.isprintable() else " " for each in said[: 4 * QUOTED_MOST])
    return " ".join(printable.split())[:QUOTED_MOST].rstrip(". ") or "no reason given"
