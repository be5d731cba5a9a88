"""The ChessLink board that a program sees: its commands, its reports, and what it lights.

The law: each report has the whole position, so whatever the board took back is put right by the next one. It
reports by itself only after a program has asked for the position or for reports, in the mode that the program
wrote; a report may come between a command and its answer. What it lights is a move only if `shown_moves.py`
says so.

It refuses to know ports, and bytes that are no command (`framing.py`).
"""

from typing import Final, NamedTuple

from jadoube.core.pages.link_view import LinkView
from jadoube.links.chesslink.corners import read_frame
from jadoube.links.chesslink.framing import LAMPS, message, next_command
from jadoube.links.chesslink.registers import At, Registers
from jadoube.links.shown_moves import Shown
from jadoube.links.translation import Light, Said, Wish

VERSION: Final = "v0104"
"""1.04, the version of the boards that the programs were written for."""

IDENTITY: Final = "i0055mm\n"
"""What emulations of the board answer (Universal-Chess, DGTCentaurMods): a Millennium board of 55 mm."""

ANSWERS: Final = {"V": VERSION, "I": IDENTITY}
"""What is always answered alike."""

DARK: Final = bytes(1 + LAMPS)
"""A frame in which nothing is lit."""


class ChessLink(NamedTuple):
    """A session of a program with the board. `ChessLink()` is a board that was just powered up."""

    registers: Registers = Registers()
    held: bytes = b""
    """The beginning of a command."""
    asked: bool = False
    """Whether the program has asked for the position, or for reports."""
    told: str = ""
    """The position of the last report."""
    seen: str = ""
    """The position of the last view, and since when it stands."""
    since_ms: int = 0
    reported_ms: int = 0
    shown: Shown = Shown()

    def hear(self, data: bytes, view: LinkView) -> tuple["ChessLink", Said]:
        """Take in bytes as they came."""
        link, data, at = _see(self, view), self.held + data, 0
        answers: list[str] = []
        wishes: list[Wish] = []
        while True:
            command, at = next_command(data, at, checked=link.registers.checked)
            if not command:
                break
            link, answer, wished = _obey(link, command, view)
            answers += answer
            wishes += wished
        link = link._replace(held=data[at:])
        return link, Said(tuple(map(message, answers)), tuple(wishes))

    def show(self, view: LinkView) -> tuple["ChessLink", Said]:
        """Show the board."""
        link = _see(self, view)
        shown, play = link.shown.look(view)
        link = link._replace(shown=shown)
        wishes: tuple[Wish, ...] = (play,) if play else ()
        due_ms = _report_due_ms(link)
        if due_ms is None or view.at_ms < due_ms:
            return link, Said(wishes=wishes)
        return _reported(link, view), Said((message(status(view)),), wishes)

    def due_ms(self) -> int | None:
        """When `show` is wanted although nothing has changed."""
        wanted = (_report_due_ms(self), self.shown.due_ms())
        return min((at_ms for at_ms in wanted if at_ms is not None), default=None)


def begin() -> ChessLink:
    """The board as a program finds it."""
    return ChessLink()


def status(view: LinkView) -> str:
    """The position as a message: rank 8 first, each from the a-file."""
    return "s" + "".join(view.pieces[rank * 8 : rank * 8 + 8] for rank in range(7, -1, -1))


def _see(link: ChessLink, view: LinkView) -> ChessLink:
    """Note since when the position stands."""
    if view.pieces == link.seen:
        return link
    return link._replace(seen=view.pieces, since_ms=view.at_ms)


def _report_due_ms(link: ChessLink) -> int | None:
    if not link.asked:
        return None
    if (period_ms := link.registers.period_ms) is not None:
        return link.reported_ms + period_ms
    if not link.registers.on_change or link.seen == link.told:
        return None
    return link.since_ms + link.registers.stands_ms


def _reported(link: ChessLink, view: LinkView) -> ChessLink:
    return link._replace(asked=True, told=view.pieces, reported_ms=view.at_ms)


def _obey(link: ChessLink, command: str, view: LinkView) -> tuple[ChessLink, list[str], list[Wish]]:
    """Carry out one command; return what to answer and to wish."""
    letter, values = command[0], bytes.fromhex(command[1:])
    if letter == "S":
        return _reported(link, view), [status(view)], []
    if letter == "W":
        return _write(link, values[0], values[1], view), [f"w{command[1:].upper()}"], []
    if letter == "R":
        return link, [f"r{values[0]:02X}{link.registers.values[values[0]]:02X}"], []
    if letter in ANSWERS:
        return link, [ANSWERS[letter]], []
    lit, wishes = _light(link, values or DARK, view)
    if letter == "T":  # a reset: what was written stays, and no answer comes
        return lit._replace(asked=False), [], wishes
    return lit, [letter.lower()], wishes


def _write(link: ChessLink, address: int, value: int, view: LinkView) -> ChessLink:
    link = link._replace(registers=link.registers.write(address, value))
    return _reported(link, view) if address == At.REPORTS else link


def _light(link: ChessLink, frame: bytes, view: LinkView) -> tuple[ChessLink, list[Wish]]:
    lit = read_frame(frame[0], frame[1:])
    shown, play = link.shown.light(view, 0 if lit.is_hint else lit.ends)
    return link._replace(shown=shown), [Light(lit.squares), *([play] if play else [])]
