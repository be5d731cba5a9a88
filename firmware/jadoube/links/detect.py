"""Which protocol a program speaks on a port, told by its first byte.

The law: the first byte that begins a session in one of the protocols decides for the whole session; what
comes before it is dropped. Later bytes would not tell: each protocol's commands are bytes of another's. A new
session decides anew. Until then nothing is said, and nothing is wished. A computer may ask each new serial
port whether it is a modem; that is dropped, too.

Source: the first bytes that picochess, mchess, Graham, BearChess, dgtchess, asyncdgt and a Java driver were
seen to send.
"""

from typing import Final, NamedTuple

from jadoube.core.pages.link_view import LinkView
from jadoube.links.chesslink import link as chesslink
from jadoube.links.dgt import link as dgt
from jadoube.links.translation import Link, Said

CHESSLINK: Final = frozenset((0xD6, 0xD3, 0x57))
"""`V` and `S` with odd parity, and `W`."""

DGT: Final = frozenset((*range(0x40, 0x4E), 0x55, 0x2B, 0x60))
"""All commands of a DGT board but the answer to it."""


MODEM: Final = b"AT"
"""How ModemManager begins."""


class Detecting(NamedTuple):
    """A session whose protocol is not known until the program speaks."""

    link: Link | None = None

    def hear(self, data: bytes, view: LinkView) -> tuple["Detecting", Said]:
        """Take in bytes as they came."""
        link = self.link
        if link is None:
            first = next((at for at, byte in enumerate(data) if byte in CHESSLINK | DGT), None)
            if first is None or data[first:].startswith(MODEM):
                return self, Said()
            link = chesslink.begin() if data[first] in CHESSLINK else dgt.begin()
            data = data[first:]
        heard, said = link.hear(data, view)
        return Detecting(heard), said

    def show(self, view: LinkView) -> tuple["Detecting", Said]:
        """Show the board to a program whose protocol is known."""
        if self.link is None:
            return self, Said()
        shown, said = self.link.show(view)
        return Detecting(shown), said

    def due_ms(self) -> int | None:
        """When `show` is wanted although nothing has changed."""
        return self.link.due_ms() if self.link else None


def begin() -> Detecting:
    """A session before the program's first byte."""
    return Detecting()
