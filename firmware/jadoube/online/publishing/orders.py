"""The orders of the hall, at the board's control socket, in the arbiter's name.

The law: an order is one line that the arbiter may give: a text with another line, or in another name, is
refused here. One goes after the other. It refuses to know what an order does.
"""

import asyncio
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.names import NAME_MOST, clean_name
from jadoube.core.messages.roles import BY, QUOTE, Role, role_text
from jadoube.glances.board_lines import order
from jadoube.glances.glance import Unable, read_answer
from jadoube.glances.lines import FOR, IN_EACH_LANGUAGE
from jadoube.local.desk_lines import Words

ORDER_MOST: Final = 300
"""Characters of an order; the board takes lines of 1024 bytes, with the name
(`daemon/sockets/order_socket.py`)."""


class Done(NamedTuple):
    """What came of an order: whether it was carried out, and what was done, or why not."""

    ok: bool
    words: Words
    away: bool = False
    """Whether the board does not answer."""


class ArbiterOrders:
    """Orders for the board with this control socket."""

    def __init__(self, control: Path) -> None:
        self._control = control
        self._one = asyncio.Lock()

    async def order(self, text: str, by: str, seconds: int = 0) -> Done:
        """Give an order in the name of this arbiter; a name that is empty is not told.

        Of an order that writes: for so many seconds, 0: until another one comes.
        """
        first = text.split(maxsplit=1)[:1]
        if not first or first == [BY] or QUOTE in text or not text.isprintable() or len(text) > ORDER_MOST:
            misread = Misread(text, Expected.ORDER_LINE, most=ORDER_MOST)
            return Done(ok=False, words=refusal_words(misread))
        holds = f"{FOR}{seconds} " if seconds else ""
        line = f"{IN_EACH_LANGUAGE}{holds}{arbiter_text(by)}{text.strip()}"
        try:
            async with self._one:
                answer = read_answer(await order(self._control, line))
        except (OSError, TimeoutError, ValueError):
            return Done(ok=False, words=worded(EdgePhrase.BOARD_SILENT), away=True)
        if isinstance(answer, Unable):
            return Done(ok=False, words=answer.words)
        return Done(ok=True, words=answer.words)


def arbiter_text(by: str) -> str:
    """Return the words before an order of this arbiter; of a name that is none, what can be one."""
    return role_text(Role.ARBITER, clean_name(by)[:NAME_MOST].rstrip())


def found_expected(found: str, expected: str) -> Words:
    """Return what is said of a text that cannot be used, in each language; of a long one its beginning."""
    return worded(EdgePhrase.FOUND_EXPECTED, found=ascii(found)[:60], expected=expected)
