"""Which protocol a program speaks on a port, told by its first byte.

The law: the first byte that begins a session in one of the protocols decides for the whole session; what
comes before it is dropped. Later bytes would not tell: each protocol's commands are bytes of another's. A new
session decides anew. Until then nothing is said, and nothing is wished. A computer may ask each new serial
port whether it is a modem, in lines that begin with `AT`, byte by byte; they are dropped, too. So `A`, which
asks a DGT board for its clock, never decides: no program that is known begins with it.

Source: the first bytes that picochess, mchess, Graham, BearChess, dgtchess, asyncdgt and a Java driver were
seen to send; ModemManager.
"""

from typing import Final, NamedTuple

from jadoube.core.pages.link_view import LinkView
from jadoube.links.chesslink import link as chesslink
from jadoube.links.dgt import link as dgt
from jadoube.links.translation import Link, Said

CHESSLINK: Final = frozenset((0xD6, 0xD3, 0x57))
"""`V` and `S` with odd parity, and `W`."""

DGT: Final = frozenset((0x40, *range(0x42, 0x4E), 0x55, 0x2B, 0x60))
"""All commands of a DGT board but `A`, the one for its clock, and those of a bus."""

MODEM: Final = b"AT"
"""How each line of ModemManager begins; it ends with a carriage return."""

_END: Final = ord("\r")
_MODEM_MS: Final = 1000
"""How long such a line may take: what was cut off hides no program for longer."""


class Detecting(NamedTuple):
    """A session whose protocol is not known until the program speaks."""

    link: Link | None = None
    modem: bytes = b""
    """How much of `MODEM` has come; the whole: its line goes on."""
    modem_ms: int = 0
    """When that began; 0 without one."""

    def hear(self, data: bytes, view: LinkView) -> tuple["Detecting", Said]:
        """Take in bytes as they came."""
        link = self.link
        if link is None:
            waiting, first = _look_for_first(self, data, view)
            if first is None:
                return waiting, Said()
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


def _look_for_first(session: Detecting, data: bytes, view: LinkView) -> tuple[Detecting, int | None]:
    """Return where the byte is that decides; None: there is none, and what has come of a modem's is kept."""
    modem, modem_ms = session.modem, session.modem_ms
    if view.at_ms - modem_ms > _MODEM_MS:
        modem = b""
    for at, byte in enumerate(data):
        if modem != MODEM and byte in CHESSLINK | DGT:
            return session, at
        before, modem = modem, _modem_after(modem, byte)
        modem_ms = modem_ms if before and modem == MODEM else view.at_ms
    return Detecting(None, modem, modem_ms if modem else 0), None


def _modem_after(modem: bytes, byte: int) -> bytes:
    """How much of `MODEM` has come with this byte, too."""
    if modem == MODEM:
        return b"" if byte == _END else MODEM
    if modem + bytes((byte,)) == MODEM:
        return MODEM
    return MODEM[:1] if byte == MODEM[0] else b""
