"""The lines between the daemon and the page's process, over the glance socket.

The page sends short lines: `watch` (a message now and after each change), `heed` (one now, and after each
change as long as the board has to do with a server), `link` (what a program on a link is shown, now and
after each change), `rest` (no more of them), `view N`,
`pgn N` and `players N` (one answer, which bears the number), `page ADDRESS:PORT PIN` and `page none` (where
browsers reach it, and what to ask them for). The board sends a word, for an answer its number, and JSON in
ASCII: `message {...}`, `link {...}`, `view N {...}`, `pgn N "..."`, `players N [...]`; and `refused "..."`
before it hangs up. Who is remembered stands in no message: those are for everybody.

The law: both ends take no line that is not exactly one of these.
"""

import re
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.core.messages.events import Page

LONGEST_LINE: Final = 128
"""Maximum bytes of a line from the page; the longest has 78, with an address of IPv6 and its zone."""

VIEW: Final = "view"
PGN: Final = "pgn"
PLAYERS: Final = "players"
MESSAGE: Final = "message"
LINK: Final = "link"
REFUSED: Final = "refused"

OBEYED: Final = "ok"
IN_EACH_LANGUAGE: Final = "json "
"""Words of the control socket, to which the page gives the orders: an answer begins with `ok` or `refused`,
and is JSON, with each language, where the order has `json` before it."""

FOR: Final = "for "
"""Before an order that writes, with a number: the text stands for so many seconds."""

SECONDS_MOST: Final = 600
"""A text stands no longer, if it is to end by itself (a choice)."""

EFFECTS: Final = "effects"
KIND: Final = "kind"
"""What else is in such an answer: what was done as data, and the name of why it was not."""

NOT_UNDERSTOOD: Final = "not-understood"
"""The kind of a text that is no order."""

_PAGE: Final = re.compile(
    r"page (?:\[(?P<six>[0-9a-f:.]+(?:%[\w.-]{1,15})?)\]|(?P<four>[0-9.]+)):(?P<port>[1-9][0-9]{0,4}) "
    r"(?P<pin>[0-9]{4})",
    re.ASCII,
)
_QUESTION: Final = re.compile(r"(view|pgn|players) ([1-9][0-9]{0,9})")
_EXPECTED: Final = (
    "expected watch, heed, link, rest, view N, pgn N, players N, page ADDRESS:PORT PIN or page none"
)
_PORT_MOST: Final = 65535


class Wish(StrEnum):
    """What a reader wants of the board."""

    WATCH = "watch"
    HEED = "heed"
    LINK = "link"
    REST = "rest"


class Question(NamedTuple):
    """A question that is answered once: `view`, `pgn` or `players`, and its number."""

    about: str
    number: int


class Announced(NamedTuple):
    """Where browsers reach the page; None: nowhere."""

    page: Page | None


FromPage = Wish | Question | Announced


def glance_socket(control: Path) -> Path:
    """Return the file of the glance socket, beside the control socket: `control.glance`."""
    return control.with_name(f"{control.name}.glance")


def page_line(page: Page | None) -> str:
    """Return the line that announces a page."""
    return f"page {page.address} {page.pin}" if page else "page none"


def read_from_page(line: str) -> FromPage:
    """Read a line of the page; ValueError says what was found and what was expected."""
    if line in tuple(Wish):
        return Wish(line)
    if line == page_line(None):
        return Announced(None)
    if found := _QUESTION.fullmatch(line):
        return Question(found[1], int(found[2]))
    if (found := _PAGE.fullmatch(line)) and _is_address(found) and int(found["port"]) <= _PORT_MOST:
        return Announced(Page(line.split()[1], found["pin"]))
    raise ValueError(f"{line[:LONGEST_LINE]!a} found, {_EXPECTED}")


def _is_address(found: re.Match[str]) -> bool:
    """Whether the address is one of IPv6 in brackets, or one of IPv4 without."""
    try:
        return ip_address(found["six"] or found["four"]).version == (6 if found["six"] else 4)
    except ValueError:
        return False
