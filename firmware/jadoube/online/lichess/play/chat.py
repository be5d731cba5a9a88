"""The chat of a game: what was written before its stream was opened, and what is heard since.

The law: the stream tells only what is written while it is open. So the whole chat is read once each time that
it has opened, and no line is shown twice: with what is heard meanwhile the answer has its end in common.

It refuses to know how the chat is asked for.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from jadoube.online.lichess.play.server_game import ChatLine

LINES_MOST: Final = 50


class Chat:
    """The lines of the game that is followed."""

    def __init__(self) -> None:
        self._before: tuple[ChatLine, ...] = ()
        self._heard: deque[ChatLine] = deque(maxlen=LINES_MOST)
        self.is_due = False
        """Whether the whole chat is still to be read."""

    def clear(self) -> None:
        """Another game is followed."""
        self._before, self.is_due = (), False
        self._heard.clear()

    def opens(self) -> None:
        """The game's stream has opened: what was written until now has to be asked for."""
        self._before, self.is_due = self.lines, True
        self._heard.clear()

    def hear(self, line: ChatLine) -> None:
        """The stream tells this line."""
        self._heard.append(line)

    def take_whole(self, whole: Sequence[ChatLine]) -> None:
        """Take in the whole chat, as it was at some instant since the stream has opened."""
        heard = [_key(each) for each in self._heard]
        said = [_key(each) for each in whole]
        most = min(len(heard), len(said))
        known = next(size for size in range(most, -1, -1) if said[len(said) - size :] == heard[:size])
        self._before = tuple(whole[: len(whole) - known])

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """The last lines, the oldest first."""
        return (*self._before, *self._heard)[-LINES_MOST:]


def _key(line: ChatLine) -> tuple[str, str]:
    """What both ways of telling a line have in common: one names the account, the other its id (known)."""
    return line.who.lower(), line.text
