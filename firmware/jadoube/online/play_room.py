"""The room in which games over a server are played: the board on one side, the player on the other.

The law: the board is watched while play is on, and play is on from the first question of a person until
nothing has happened for `LEAVES_MS` and the board has no game of a server; a board that has one when this
process starts is taken up again. What people ask for is checked here; what is wrong is said in their
language.

It refuses to know what a server says (`lichess/play/`) and what the board does with an order.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import chess

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.backoff import wait_ms
from jadoube.online.board_line import BoardLine
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.play.board_api import BoardApi
from jadoube.online.lichess.play.link import Link
from jadoube.online.lichess.play.player import Player
from jadoube.online.lichess.play.reconcile import BoardGame
from jadoube.online.secrets import Secrets

LEAVES_MS: Final = 30 * 60_000
"""After so long without a game, and without anybody who looks for one, Lichess is left (a decision)."""

LOOKS_S: Final = 1.0


class PlayRoom:
    """Joins the board with this control socket and a player at Lichess, while `run` runs."""

    def __init__(
        self,
        control: Path,
        secrets: Secrets,
        now_ms: Callable[[], int],
        lot: Callable[[], float],
        client: LichessClient,
    ) -> None:
        self._now_ms = now_ms
        self._line = BoardLine(control, self.hear)
        self._link = Link(secrets, now_ms, lambda failures: wait_ms(failures, lot()))
        self._player = Player(BoardApi(client), self._link, self._order)
        self._busy_ms = now_ms()

    async def run(self) -> None:
        """Play until cancelled."""
        async with asyncio.TaskGroup() as together:
            together.create_task(self._player.run())
            together.create_task(self._watch())

    def take_up(self) -> None:
        """Play is on: go on with the game that the board has, and hear who challenges."""
        self._busy_ms = self._now_ms()
        if not self._link.on:
            self._player.start()

    def token_changed(self) -> None:
        """Another token is stored, or none; with a new one play goes on."""
        self._busy_ms = self._now_ms()
        self._link.wake()

    def status(self) -> dict[str, Any]:
        """How it stands."""
        return self._player.status()

    async def do(self, asked: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a person asks for, and return how it stands. DeskError if it cannot be."""
        self._busy_ms = self._now_ms()
        if asked not in _DEEDS:
            raise DeskError(_expected(asked, ", ".join(_DEEDS)))
        await _DEEDS[asked](self._player, _Told(told))
        return self.status()

    # The board

    async def _watch(self) -> None:
        """Watch the board while play is on."""
        watching: asyncio.Task[None] | None = None
        try:
            while True:
                await self._leave_in_time()
                if watching and watching.done():
                    watching = None  # whatever has ended it: the board is watched anew
                if self._link.on and watching is None:
                    watching = asyncio.create_task(self._line.run())
                elif watching and not self._link.on:
                    watching.cancel()
                    watching = None
                await asyncio.sleep(LOOKS_S)
        finally:
            if watching:
                watching.cancel()

    async def _leave_in_time(self) -> None:
        """Leave Lichess if nothing happens any more; never while the board has a game of it."""
        busy = self.status()["state"] not in ("idle", "no-token", "refused")
        if busy or self._player.board_plays:
            self._busy_ms = self._now_ms()
        elif self._link.on and self._now_ms() - self._busy_ms > LEAVES_MS:
            await self._player.stop()

    def hear(self, message: Mapping[str, Any] | None) -> None:
        """Take a message of the board; None: it is away."""
        try:
            board = None if message is None else board_game(message)
        except (AttributeError, KeyError, TypeError):  # another version's daemon tells less
            board = None
        if board:
            self._player.take(board)
        else:
            self._player.board_is_away()

    async def _order(self, text: str) -> str | None:
        why = await self._line.order(text)
        if why is None and text.startswith("join "):
            for name in self._names():
                await self._line.order(name)
        return why

    def _names(self) -> list[str]:
        """The orders that name the opponent; one that is refused is left out."""
        game = self.status()["game"]
        if game is None:
            return []
        who, side = game["opponent"], chess.COLOR_NAMES[game["side"] != "white"]
        name = who["name"] if who["ai_level"] is None else f"Stockfish level {who['ai_level']}"
        return [f"name {side} {name} | {who['title']} | {who['rating'] or ''}".rstrip(" |")]


def board_game(message: Mapping[str, Any]) -> BoardGame:
    """What a message of the board says of the game that it plays over a server."""
    server = message["server"]
    if server is None:
        return BoardGame()
    over, offer, wish = message["phase"] == "over", message["offer"], server["wish"]
    return BoardGame(
        game=server["game"],
        side=server["opponent"] == "white",
        moves=tuple(server["plies"]),
        told=server["told"],
        offer=None if offer is None else offer == "white",
        accepts_draw=wish == "draw",
        resigned=wish == "resignation",
        asks_back=wish == "takeback",
        opponent_asks_back=server["asks_back"],
        claims="draw" if wish == "claim of a draw" else "",
        result=message["game"]["result"] if over else "",
    )


# What people ask for


class _Told:
    """What somebody has told beside a question; DeskError if it is not of the expected kind."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told

    def number(self, name: str) -> int:
        found = self._told.get(name, 0)
        if type(found) is not int or not 0 <= found <= _MOST:
            raise DeskError(_expected(f"{name}: {found!r:.40}", f"0 - {_MOST}"))
        return found

    def text(self, name: str) -> str:
        found = self._told.get(name, "")
        if not isinstance(found, str):
            raise DeskError(_expected(f"{name}: {found!r:.40}", "…"))
        return found.strip()

    def yes(self, name: str) -> bool:
        return self._told.get(name) is True

    def side(self) -> str:
        """The colour that is wanted; empty: by lot."""
        side = self.text("side")
        if side not in ("", "random", *chess.COLOR_NAMES):
            raise DeskError(_expected(side, "white, black, random"))
        return "" if side == "random" else side


async def _seek(player: Player, told: _Told) -> None:
    await player.seek(
        told.number("minutes"), told.number("increment"), rated=told.yes("rated"), color=told.side()
    )


async def _challenge(player: Player, told: _Told) -> None:
    minutes, increment = told.number("minutes"), told.number("increment")
    await player.challenge(told.text("user"), minutes, increment, rated=told.yes("rated"), color=told.side())


async def _ai(player: Player, told: _Told) -> None:
    await player.ai(told.number("level"), told.number("minutes"), told.number("increment"), told.side())


_Deed = Callable[[Player, _Told], Awaitable[None]]

_DEEDS: Final[Mapping[str, _Deed]] = {
    "seek": _seek,
    "challenge": _challenge,
    "ai": _ai,
    "accept": lambda player, told: player.accept(told.text("id")),
    "decline": lambda player, told: player.decline(told.text("id")),
    "cancel": lambda player, _: player.cancel(),
    "abort": lambda player, _: player.abort(),
    "resign": lambda player, _: player.resign(),
    "claim": lambda player, told: player.claim(told.text("what") or "victory"),
    "rematch": lambda player, _: player.rematch(),
    "chat": lambda player, told: player.chat(told.text("text")),
}

_MOST: Final = 999


def _expected(found: str, expected: str) -> Words:
    return worded(EdgePhrase.FOUND_EXPECTED, found=f"{found:.60}", expected=expected)
