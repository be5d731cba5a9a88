"""Orders: what programs wish of the board, as orders in the role `program`.

The law: the board gets few orders, whatever programs wish. Of each kind the newest wish counts, whoever has
it; one that is in effect already is not ordered again, and between two of a kind there is a pause. What a
program lit or wrote is taken back when it has gone. A refusal is said once. It refuses to know protocols.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, Protocol

from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.order_text import SECONDS_MOST, WRITTEN_MOST, order_text
from jadoube.core.messages.orders import LightSquares, Order, SeatProgram, SetClocks, Tell, WriteText
from jadoube.core.pages.link_view import LinkView
from jadoube.links.translation import Light, Play, RunClocks, SetUp, Wish, Write
from jadoube.links.transports.programs import Say, once
from jadoube.local.pausing import Pause

LIGHTS_S: Final = 0.2
TEXTS_S: Final = 0.5
CLOCKS_S: Final = 0.5
MOVES_S: Final = 1.0
"""The pause after an order of each kind."""

TRIES: Final = 30
"""How often a move is told that the board refuses: a hand may be in the way."""

MOST_MS: Final = SECONDS_MOST * 1000
"""What a clock can be set to."""


class Board(Protocol):
    """The running board, as a session needs it."""

    @property
    def view(self) -> LinkView | None:
        """What is shown now; None: the board is away."""

    async def changed(self) -> None:
        """Wait until there is another view."""

    async def order(self, text: str) -> str | None:
        """Give an order in the role `program`; return why it is refused, None if it was carried out."""


class _Wished(NamedTuple):
    """A wish as an order, and whose it is."""

    owner: object
    order: Order


Carry = Callable[[_Wished], Awaitable[None]]


class _Lane:
    """The wishes of one kind: the newest is carried out, then there is a pause."""

    def __init__(self, carry: Carry, pause_s: float, pause: Pause) -> None:
        self._carry = carry
        self._pause_s = pause_s
        self._pause = pause
        self._newest: _Wished | None = None
        self._woken = asyncio.Event()

    def wish(self, wished: _Wished) -> None:
        """Wish this in place of what waits."""
        self._newest = wished
        self._woken.set()

    async def run(self) -> None:
        """Carry wishes out until cancelled."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            wished, self._newest = self._newest, None
            if wished:
                await self._carry(wished)
                await self._pause(self._pause_s)


class Orders:
    """The orders of all programs on all links."""

    def __init__(self, board: Board, say: Say, pause: Pause = asyncio.sleep) -> None:
        self._board = board
        self._say = once(say)
        self._pause = pause
        self._in_effect = dict(_NOTHING)
        self._wanted: dict[type[Order], _Wished] = {}
        self._sides: dict[object, str] = {}
        """The sides that programs play, as hands have made their moves."""
        self._lights = _Lane(self._change, LIGHTS_S, pause)
        self._texts = _Lane(self._change, TEXTS_S, pause)
        self._clocks = _Lane(self._give, CLOCKS_S, pause)
        self._moves = _Lane(self._tell, MOVES_S, pause)
        self._told: _Wished | None = None

    def wish(self, owner: object, wish: Wish) -> None:
        """Take in what a program wishes; `owner` is its session."""
        match wish:
            case Light(squares):
                self._show(_Wished(owner, LightSquares(squares)))
            case Write(text):
                self._show(_Wished(owner, WriteText(_one_line(text))))
            case RunClocks(white_ms, black_ms, running):
                white_ms, black_ms = (min(max(0, each), MOST_MS) for each in (white_ms, black_ms))
                self._clocks.wish(_Wished(owner, SetClocks(white_ms, black_ms, running)))
            case Play(ply, move):
                told = _Wished(owner, Tell(ply, move))
                if told != self._told and self._sides.get(owner) in (None, self._side_to_move()):
                    self._told = told
                    self._moves.wish(told)
            case SetUp():
                pass  # the program alone sees it

    def leave(self, owner: object) -> None:
        """Take back what a program lit and wrote, and the move that no hand has made: it has gone."""
        for nothing in _NOTHING.values():
            wanted = self._wanted.get(type(nothing))
            if wanted and wanted.owner is owner:
                self._show(_Wished(None, nothing))
        self._sides.pop(owner, None)
        if self._told and self._told.owner is owner:
            self._told = None
            self._moves.wish(_Wished(None, SeatProgram(Seat.NOBODY)))

    def _show(self, wished: _Wished) -> None:
        """Have this lit or written, now and whenever the board has forgotten it."""
        self._wanted[type(wished.order)] = wished
        (self._lights if isinstance(wished.order, LightSquares) else self._texts).wish(wished)

    def _side_to_move(self) -> str:
        view = self._board.view
        return "" if view is None else view.turn

    async def run(self) -> None:
        """Give orders until cancelled."""
        async with asyncio.TaskGroup() as together:
            together.create_task(self._watch())
            for lane in (self._lights, self._texts, self._clocks, self._moves):
                together.create_task(lane.run())

    async def _watch(self) -> None:
        """Have shown anew what the board has forgotten, and note whose moves hands have made."""
        before: LinkView | None = None
        was_away = False
        while True:
            view = self._board.view
            if view is None:
                was_away = was_away or before is not None
            else:
                begins = before is not None and before.ply > 0 and not view.ply
                if begins and not view.shows:
                    self._begin_game()
                elif was_away or (before and before.shows and not view.shows):
                    self._show_again()
                elif before is None and view.shows:
                    self._take_back()
                self._note_made(view)
                was_away = False
            before = view or before
            await self._board.changed()

    def _begin_game(self) -> None:
        """Forget the game before: the board shows nothing of it, and programs may change sides."""
        self._wanted.clear()
        self._in_effect = dict(_NOTHING)
        self._sides.clear()

    def _show_again(self) -> None:
        """Have lit and written what is wanted: a board that starts again shows nothing."""
        self._in_effect.clear()
        for wished in tuple(self._wanted.values()):
            if wished.order != _NOTHING[type(wished.order)]:
                self._show(wished)

    def _take_back(self) -> None:
        """Take back what a process before this one left."""
        for kind, nothing in _NOTHING.items():
            if kind not in self._wanted:
                self._in_effect.pop(kind, None)
                self._show(_Wished(None, nothing))

    def _note_made(self, view: LinkView) -> None:
        """Note whose move a hand has made: from then on that program plays this side."""
        told = self._told
        if told is None or not isinstance(told.order, Tell) or view.ply < told.order.ply:
            return
        self._sides[told.owner] = "white" if told.order.ply % 2 else "black"
        self._told = None

    async def _change(self, wished: _Wished) -> None:
        """Order what is not in effect yet."""
        kind, wanted = type(wished.order), wished.order
        if self._in_effect.get(kind) != wanted and await self._ordered(wanted):
            self._in_effect[kind] = wanted

    async def _give(self, wished: _Wished) -> None:
        await self._ordered(wished.order)

    async def _tell(self, wished: _Wished) -> None:
        """Tell a program's move, and seat it first; a move that is refused is told again for a while."""
        if isinstance(wished.order, SeatProgram):
            await self._ordered(wished.order)
            return
        for _ in range(TRIES):
            if wished is not self._told:
                return
            if await self._seated() and await self._ordered(wished.order):
                return
            await self._pause(MOVES_S)
        if wished is self._told:
            self._told = None

    async def _seated(self) -> bool:
        """Have a program play the side to move; return whether one does."""
        view, side = self._board.view, self._side_to_move()
        if view is None or view.program == side:
            return view is not None
        return await self._ordered(SeatProgram(Seat(side)))

    async def _ordered(self, order: Order) -> bool:
        """Give an order; return whether it was carried out. A refusal is said."""
        text = order_text(order)
        why = await self._board.order(text)
        if why is not None:
            self._say(f"{text.partition(' ')[0]}: {why}")
        return why is None


_NOTHING: Final[dict[type[Order], Order]] = {LightSquares: LightSquares(0), WriteText: WriteText("")}
"""What is in effect in a new game."""


def _one_line(text: str) -> str:
    """A program's text as the order takes it: no other order, and nothing is taken back by a word."""
    plain = "".join(letter if letter.isascii() and letter.isprintable() else " " for letter in text)
    line = " ".join(plain.split())[:WRITTEN_MOST].strip()
    return line.upper() if line == "off" else line
