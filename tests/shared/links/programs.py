"""Programs on a link, and a board for them: a protocol of letters, a line that keeps what it is told."""

import asyncio
from dataclasses import dataclass, replace
from typing import Self

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.links.orders import Orders
from jadoube.links.translation import Light, Play, RunClocks, Said, Wish, Write

VIEW = LinkView(
    at_ms=1000,
    pieces=f"RNBQKBNR{'P' * 8}{'.' * 32}{'p' * 8}rnbqkbnr",
    start_fen=chess.STARTING_FEN,
    fen=chess.STARTING_FEN,
    moves=(),
    ply=0,
    legal_from=chess.STARTING_FEN,
    settled=True,
    clock=None,
    phase="setting up",
    result="*",
    program="",
    told="",
)
"""The start position, in which nothing has happened."""

WISHES: dict[bytes, Wish] = {
    b"L": Light(chess.BB_E2 | chess.BB_E4),
    b"l": Light(0),
    b"W": Write("Nf3"),
    b"w": Write(""),
    b"C": RunClocks(300_000, 299_000, chess.WHITE),
    b"c": RunClocks(300_000, 299_000, None),
    b"P": Play(1, "e2e4"),
}


@dataclass(frozen=True)
class LetterLink:
    """A protocol of letters.

    Each letter of `WISHES` is that wish, `?` is answered by the pieces, `D` asks to be shown the board in
    50 ms, `!` is a fault, the rest is echoed. A change is shown as the number of letters so far.
    """

    heard: int = 0
    due: int | None = None
    shown: str = ""

    def hear(self, data: bytes, view: LinkView) -> tuple[Self, Said]:
        """Take in letters."""
        if b"!" in data:
            raise RuntimeError("it does not understand")
        letters = [data[at : at + 1] for at in range(len(data))]
        wishes = tuple(WISHES[each] for each in letters if each in WISHES)
        said = [view.pieces.encode() if each == b"?" else each for each in letters if each not in WISHES]
        due = view.at_ms + 50 if b"D" in data else self.due
        return replace(self, heard=self.heard + len(data), due=due), Said(tuple(said), wishes)

    def show(self, view: LinkView) -> tuple[Self, Said]:
        """Show a change, or that it is time."""
        if self.due is not None and view.at_ms >= self.due:
            return replace(self, due=None), Said((b"<due>",))
        if view.pieces == self.shown or not self.shown:
            return replace(self, shown=view.pieces), Said()
        return replace(self, shown=view.pieces), Said((f"<{self.heard}>".encode(),))

    def due_ms(self) -> int | None:
        """When it is time."""
        return self.due


def letters() -> LetterLink:
    """Begin a session in this protocol."""
    return LetterLink()


class SeenBoard:
    """A board whose view is set, and whose orders are kept; `refuses` has why orders that begin so are."""

    def __init__(self, view: LinkView | None = VIEW) -> None:
        self.view = view
        self.orders: list[str] = []
        self.refuses: dict[str, str] = {}
        self._changed = asyncio.Event()

    def show(self, view: LinkView | None) -> None:
        """Show another view."""
        self.view = view
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def changed(self) -> None:
        """Wait for another view."""
        await self._changed.wait()

    async def order(self, text: str) -> str | None:
        """Keep the order."""
        self.orders.append(text)
        return next((why for begins, why in self.refuses.items() if text.startswith(begins)), None)


class KeptLine:
    """A line that keeps what is written, and why it was dropped."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.dropped: list[str] = []

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.written.append(data)

    def drop(self, why: str) -> None:
        """Keep why."""
        self.dropped.append(why)


class Pauses:
    """Pauses that end when they are told to; `wanted` are those that wait."""

    def __init__(self) -> None:
        self.wanted: list[float] = []
        self._over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        """Wait until `end`."""
        self.wanted.append(seconds)
        await self._over.wait()

    async def end(self) -> None:
        """End all pauses that wait, and let come what comes of it."""
        self.wanted.clear()
        before, self._over = self._over, asyncio.Event()
        before.set()
        await settled()


async def settled(turns: int = 20) -> None:
    """Let everything happen that waits for nothing."""
    for _ in range(turns):
        await asyncio.sleep(0)


def orders_of(*wishes: Wish) -> list[str]:
    """The orders that come of wishes, as the board gets them."""

    async def run() -> list[str]:
        board = SeenBoard()
        orders = Orders(board, print, Pauses())
        giving = asyncio.create_task(orders.run())
        for wish in wishes:
            orders.wish(None, wish)
        await settled()
        giving.cancel()
        await asyncio.wait({giving})
        return board.orders

    return asyncio.run(run())
