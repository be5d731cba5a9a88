"""The room in which games over a server are played: the board on one side, the player on the other.

The law: the board is heeded all the time, so that a wish is heard that somebody makes there by keys; it is
told whether an account is connected. Play is on from the first wish or question of a person until nothing has
happened for `LEAVES_MS` and the board has no game of a server; a board that has one is taken up. What people
ask for is checked here; what is wrong is said in their language.

It refuses to know what a server says (`lichess/play/`) and what the board does with an order.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import chess

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.opponents import Unfound, Whom
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.backoff import wait_ms
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.play.board_api import BoardApi
from jadoube.online.lichess.play.link import Link
from jadoube.online.lichess.play.player import Player
from jadoube.online.lichess.play.reconcile import BoardGame
from jadoube.online.playing.board_line import BoardLine
from jadoube.online.playing.board_wish import (
    Begin,
    BoardWish,
    End,
    Fail,
    Standing,
    Step,
    TakeUp,
    next_step,
    reason,
    wish_in,
)
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
        self._wish: BoardWish | None = None
        self._taken_up = False  # the board knows that it is looked for
        self._looks_for: BoardWish | None = None
        self._alone_ms = now_ms()  # since when neither a search nor a game is known
        self._is_there = False  # the board
        self._told: bool | None = None  # what the board was told of the account; None: nothing

    async def run(self) -> None:
        """Play until cancelled."""
        async with asyncio.TaskGroup() as together:
            together.create_task(self._player.run())
            together.create_task(self._heed_board())
            together.create_task(self._look_after_board())

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
        if asked == "cancel" and self._looks_for:
            await self._line.order("seek off")
        return self.status()

    # The board

    async def _heed_board(self) -> None:
        """Heed the board; whatever has ended that, it is heeded anew."""
        while True:
            heeding = asyncio.create_task(self._line.run())
            try:
                await asyncio.wait({heeding})
            finally:
                heeding.cancel()
            await asyncio.sleep(LOOKS_S)

    async def _look_after_board(self) -> None:
        """Tell the board whether an account is connected, look for whom it wishes, and leave in time."""
        wake = self._link.new_wake()
        while True:
            wake.clear()
            await self._leave_in_time()
            await self._tell_account()
            if self._player.searches or self._player.plays:
                self._alone_ms = self._now_ms()
            step = next_step(self._standing())
            if step is not None:
                await self._take(step)
            else:
                await self._link.wait(wake, round(LOOKS_S * 1000))

    async def _tell_account(self) -> None:
        """Tell the board whether opponents can be looked for; again after it was away."""
        connected = self._link.token() is not None
        if self._told is connected or not self._is_there:
            return
        if await self._line.order(f"serves {'yes' if connected else 'no'}") is None:
            self._told = connected

    def _standing(self) -> Standing:
        player = self._player
        return Standing(
            wish=self._wish,
            taken_up=self._taken_up,
            looks_for=self._looks_for,
            searches=player.searches,
            plays=player.plays,
            trouble=player.trouble,
            network=player.reaches_server,
            since_ms=self._alone_ms,
            now_ms=self._now_ms(),
        )

    async def _take(self, step: Step) -> None:
        """Do the next step for whom the board wishes."""
        match step:
            case Begin(wish):
                self._looks_for, self._alone_ms = wish, self._now_ms()
                await self._begin(wish)
            case TakeUp():
                self._taken_up = await self._line.order("sought") is None
            case End():
                self._looks_for = None
                await self._end_search()
            case Fail(why):
                await self._fail(why)

    async def _begin(self, wish: BoardWish) -> None:
        """Look for him; the board is told before, so that nothing is asked for twice."""
        self._busy_ms = self._now_ms()
        if await self._line.order("sought") is not None:
            self._looks_for = None
            await asyncio.sleep(LOOKS_S)  # it is not wished any more, or the board is away
            return
        self._taken_up = True
        try:
            if wish.whom == Whom.SOMEBODY:
                await self._player.seek(wish.minutes, wish.increment)
            elif wish.whom == Whom.COMPUTER:
                await self._player.ai(wish.level, wish.minutes, wish.increment)
            else:
                await self._player.rematch()
        except DeskError as problem:
            await self._fail(reason(problem.words))

    async def _fail(self, why: Unfound) -> None:
        """Say that nobody was found; the board wishes nobody any more."""
        await self._player.cancel()
        if await self._line.order(f"not found {why.text}") is None:
            self._wish = None
        else:
            await asyncio.sleep(LOOKS_S)

    async def _end_search(self) -> None:
        """Look for nobody; a game that has begun meanwhile, and that the board does not play, is aborted."""
        await self._player.cancel()
        if self._player.waits_for_board:
            with suppress(DeskError):
                await self._player.abort()

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
        self._is_there = board is not None
        if message is None or board is None:
            self._told = None
            self._player.board_is_away()
            return
        self._wish, self._taken_up = wish_in(message)
        self._player.take(board)
        if self._player.board_plays:
            self.take_up()

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
        cut_off=server["cut_off"],
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
